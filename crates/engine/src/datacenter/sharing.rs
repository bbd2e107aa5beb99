use std::cell::OnceCell;
use std::rc::Rc;

/// Which workers have a long task, as one bit each, at some instant (succinct state sharing, section 3.3).
#[derive(Debug)]
pub struct Snapshot {
    /// How many were taken before it that showed something else.
    pub number: u64,
    bits: Vec<u64>,
    workers: u32,
    /// Workers without a long task, computed on first use.
    free: OnceCell<Vec<u32>>,
}

impl Snapshot {
    /// Workers without a long task.
    pub fn free(&self) -> &[u32] {
        self.free.get_or_init(|| (0..self.workers).filter(|worker| self.bits[(worker / 64) as usize] >> (worker % 64) & 1 == 0).collect())
    }
}

/// What the central scheduler knows of long tasks: a bit for each worker, set while one is queued or runs there.
#[derive(Debug)]
pub struct Bitmap {
    bits: Vec<u64>,
    longs: Vec<u32>,
    taken: u64,
    /// The last picture of it that was taken, if nothing has changed since.
    current: Option<Rc<Snapshot>>,
}

impl Bitmap {
    /// No long task anywhere.
    pub fn new(workers: u32) -> Self {
        Self { bits: vec![0; workers.div_ceil(64) as usize], longs: vec![0; workers as usize], taken: 0, current: None }
    }

    /// A long task has been given to a worker.
    pub fn add(&mut self, worker: u32) {
        self.longs[worker as usize] += 1;
        if self.longs[worker as usize] == 1 {
            self.bits[(worker / 64) as usize] |= 1 << (worker % 64);
            self.current = None;
        }
    }

    /// A long task has left a worker.
    pub fn remove(&mut self, worker: u32) {
        self.longs[worker as usize] -= 1;
        if self.longs[worker as usize] == 0 {
            self.bits[(worker / 64) as usize] &= !(1 << (worker % 64));
            self.current = None;
        }
    }

    /// A snapshot of it, shared by all receivers until something changes.
    pub fn picture(&mut self) -> Rc<Snapshot> {
        let Self { bits, longs, taken, current } = self;
        let picture = current.get_or_insert_with(|| {
            *taken += 1;
            Rc::new(Snapshot { number: *taken - 1, bits: bits.clone(), workers: longs.len() as u32, free: OnceCell::new() })
        });
        picture.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::Bitmap;

    #[test]
    fn u13_a_bit_is_set_while_any_long_task_is_there() {
        let mut bitmap = Bitmap::new(3);
        let free = |bitmap: &mut Bitmap| bitmap.picture().free().to_vec();
        assert_eq!(free(&mut bitmap), [0, 1, 2]);
        bitmap.add(1);
        bitmap.add(1);
        let before = bitmap.picture();
        assert_eq!(free(&mut bitmap), [0, 2]);
        bitmap.remove(1);
        assert_eq!(free(&mut bitmap), [0, 2], "one of two has left");
        bitmap.remove(1);
        assert_eq!(free(&mut bitmap), [0, 1, 2]);
        assert_eq!(before.free(), [0, 2], "a picture does not change");
    }
}
