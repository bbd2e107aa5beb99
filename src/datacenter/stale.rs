use crate::sim::{Key, Random, stream};
use rand::RngExt;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What distributed schedulers know: the waits that workers reported at the last heartbeat (section 3.6.2). Heartbeats
/// come at multiples of their interval, from all workers together.
#[derive(Debug)]
pub struct Stale {
    /// Seconds between two heartbeats.
    interval: f64,
    /// The last heartbeat.
    heard: f64,
    /// What workers waited then.
    waits: Vec<f64>,
    noise: Random,
    /// The best workers for a job: the worst of them on top.
    best: BinaryHeap<(Key, u32)>,
    /// The same with the best on top.
    next: BinaryHeap<Reverse<(Key, u32)>>,
}

/// Purpose of the stream of what is added to waits.
const NOISE: u8 = 35;

impl Stale {
    /// Nobody has reported yet.
    pub fn new(interval: f64, seed: u64) -> Self {
        let noise = stream(seed, 0, NOISE);
        Self { interval, heard: f64::NEG_INFINITY, waits: vec![], noise, best: BinaryHeap::new(), next: BinaryHeap::new() }
    }

    /// The heartbeat that has come by now, if nobody has heard of it.
    pub fn due(&self, now: f64) -> Option<f64> {
        let last = libm::floor(now / self.interval) * self.interval;
        (last > self.heard).then_some(last)
    }

    /// At a heartbeat workers report their waits.
    pub fn hear(&mut self, time: f64, waits: impl Iterator<Item = f64>) {
        self.heard = time;
        self.waits.clear();
        self.waits.extend(waits);
    }

    /// Gives each of `tasks` tasks to the worker, from `first` on, whose wait seems least, which counts the estimates of
    /// the tasks before. No more workers than tasks come into question.
    pub fn place(&mut self, tasks: u32, estimate: f64, first: u32, now: f64) -> Box<[u32]> {
        let mut worst = f64::INFINITY;
        for (worker, wait) in (first..).zip(&self.waits[first as usize..]) {
            // Time has passed since, and work with it.
            let wait = (wait - (now - self.heard)).max(0.0);
            if wait >= worst {
                continue;
            }
            let seems = wait + self.interval * self.noise.random::<f64>();
            if self.best.len() == tasks as usize {
                if let Some(mut top) = self.best.peek_mut().filter(|_| seems < worst) {
                    *top = (Key(seems), worker);
                }
            } else {
                self.best.push((Key(seems), worker));
            }
            if self.best.len() == tasks as usize {
                worst = self.best.peek().map_or(worst, |(Key(worst), _)| *worst);
            }
        }
        self.next.extend(self.best.drain().map(Reverse));
        let least = |next: &mut BinaryHeap<Reverse<(Key, u32)>>| {
            let mut top = next.peek_mut()?;
            let Reverse((Key(wait), worker)) = *top;
            *top = Reverse((Key(wait + estimate), worker));
            Some(worker)
        };
        let places = (0..tasks).map_while(|_| least(&mut self.next)).collect();
        self.next.clear();
        places
    }
}

#[cfg(test)]
mod tests {
    use super::Stale;

    #[test]
    fn what_was_reported_counts_until_the_next_heartbeat() {
        let mut stale = Stale::new(0.001, 1);
        assert_eq!(stale.due(0.0), Some(0.0));
        stale.hear(0.0, [0.0, 10.0, 20.0].into_iter());
        assert_eq!(stale.due(0.0005), None);
        let mut waits = [0, 10, 20];
        stale.place(4, 10.0, 0, 0.0).iter().for_each(|worker| waits[*worker as usize] += 10);
        waits.sort_unstable();
        assert_eq!(waits, [20, 20, 30]);
        // The scheduler of the next job knows nothing of these.
        assert_eq!(*stale.place(1, 10.0, 0, 0.0), [0]);
        assert_eq!(*stale.place(1, 10.0, 1, 0.0), [1]);
        // Work that is waited for shrinks: after fifteen seconds two workers seem idle, and the third nearly so.
        assert!((0..50).map(|_| stale.place(1, 10.0, 0, 15.0)[0]).all(|worker| worker < 2));
    }

    #[test]
    fn noise_keeps_schedulers_apart() {
        let mut stale = Stale::new(5.0, 1);
        stale.hear(0.0, (0..1000).map(|worker| if worker < 500 { 0.0 } else { 4.0 }));
        let mut chosen: Vec<u32> = (0..200).map(|_| stale.place(1, 1.0, 0, 0.0)[0]).collect();
        assert!(chosen.iter().all(|worker| *worker < 500));
        chosen.sort_unstable();
        chosen.dedup();
        assert!(chosen.len() > 140, "{}", chosen.len());
    }
}
