use crate::sim::Key;
use std::collections::BTreeSet;

/// The estimated waiting time of each worker, as the central scheduler keeps it: the estimates of the tasks it has queued
/// there, and what is left of the one that runs. Finding the least, and every change, takes O(log workers).
///
/// What is left of a running task falls with time, so waits of such workers are kept as the instant at which they would
/// be over; where a task overruns its estimate only what is queued counts, and the worker moves to the others, whose
/// waits stand still.
#[derive(Debug)]
pub struct Waits {
    /// First worker that is eligible; ids below are not.
    first: u32,
    queued: Vec<f64>,
    /// When the running task would be over; absent if none of the scheduler's runs.
    ends: Vec<Option<f64>>,
    /// Workers by the instant at which their wait is over.
    falling: BTreeSet<(Key, u32)>,
    /// Workers by their wait.
    standing: BTreeSet<(Key, u32)>,
    /// In which of the two, with which key, each worker is.
    place: Vec<(bool, f64)>,
}

impl Waits {
    /// No waits.
    pub fn new(first: u32, workers: u32) -> Self {
        let count = workers as usize;
        let mut standing = BTreeSet::new();
        standing.extend((first..workers).map(|worker| (Key(0.0), worker)));
        Self {
            first,
            queued: vec![0.0; count],
            ends: vec![None; count],
            falling: BTreeSet::new(),
            standing,
            place: vec![(false, 0.0); count],
        }
    }

    fn update(&mut self, worker: u32) {
        if worker < self.first {
            return;
        }
        let i = worker as usize;
        let (falls, key) = self.place[i];
        if falls {
            self.falling.remove(&(Key(key), worker));
        } else {
            self.standing.remove(&(Key(key), worker));
        }
        self.place[i] = match self.ends[i] {
            Some(end) => (true, end + self.queued[i]),
            None => (false, self.queued[i]),
        };
        let (falls, key) = self.place[i];
        if falls {
            self.falling.insert((Key(key), worker));
        } else {
            self.standing.insert((Key(key), worker));
        }
    }

    /// The worker with the least wait, the lowest number among equals.
    pub fn least(&mut self, now: f64) -> Option<u32> {
        loop {
            let falling = self.falling.first().copied();
            let standing = self.standing.first().copied();
            let Some((Key(over), worker)) = falling else { return standing.map(|(_, worker)| worker) };
            if self.ends[worker as usize].is_some_and(|end| end <= now) {
                // It overruns: what it was believed to take is used up.
                self.ends[worker as usize] = None;
                self.update(worker);
                continue;
            }
            return match standing {
                Some((Key(wait), other)) if (wait, other) <= (over - now, worker) => Some(other),
                _ => Some(worker),
            };
        }
    }

    /// A task of this estimate is queued.
    pub fn queue(&mut self, worker: u32, estimate: f64) {
        self.queued[worker as usize] += estimate;
        self.update(worker);
    }

    /// A queued task runs from now on.
    pub fn start(&mut self, worker: u32, estimate: f64, now: f64) {
        let queued = &mut self.queued[worker as usize];
        *queued = (*queued - estimate).max(0.0);
        self.ends[worker as usize] = Some(now + estimate);
        self.update(worker);
    }

    /// The running task is complete, whatever it was believed to take.
    pub fn finish(&mut self, worker: u32) {
        self.ends[worker as usize] = None;
        self.update(worker);
    }

    /// The waits of all workers.
    pub fn all(&self, now: f64) -> impl Iterator<Item = f64> {
        self.queued.iter().zip(&self.ends).map(move |(queued, end)| queued + end.map_or(0.0, |end| (end - now).max(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::Waits;

    #[test]
    fn u6_each_task_goes_to_the_least_loaded_of_that_moment() {
        let mut waits = Waits::new(0, 3);
        waits.queue(1, 10.0);
        waits.queue(2, 20.0);
        for _ in 0..4 {
            let worker = waits.least(0.0).unwrap();
            waits.queue(worker, 10.0);
        }
        let mut all: Vec<f64> = waits.all(0.0).collect();
        all.sort_by(f64::total_cmp);
        assert_eq!(all, [20.0, 20.0, 30.0]);
    }

    #[test]
    fn what_runs_counts_for_what_is_left_and_never_for_less_than_nothing() {
        let of = |waits: &Waits, worker: usize, now: f64| waits.all(now).nth(worker);
        let mut waits = Waits::new(1, 3);
        waits.queue(1, 10.0);
        waits.queue(2, 4.0);
        waits.start(1, 10.0, 0.0);
        assert_eq!((waits.least(5.0), of(&waits, 1, 5.0)), (Some(2), Some(5.0)));
        assert_eq!((waits.least(7.0), of(&waits, 1, 7.0)), (Some(1), Some(3.0)));
        waits.queue(1, 1.0);
        assert_eq!((of(&waits, 1, 12.0), waits.least(12.0)), (Some(1.0), Some(1)));
        waits.finish(1);
        assert_eq!(of(&waits, 1, 13.0), Some(1.0));
    }
}
