use super::design::{Aging, Noise};
use super::waits::Waits;
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
    aging: Aging,
    kind: Noise,
    /// First worker that may run long tasks.
    general: u32,
    /// The last heartbeat.
    heard: f64,
    /// What workers reported then.
    waits: Vec<f64>,
    /// Workers that were idle then, in any order: those before `general`, and the others.
    idle: [Vec<u32>; 2],
    /// Workers that were not idle, but may seem to wait no longer than an idle one before the next heartbeat.
    near: Vec<u32>,
    noise: Random,
    /// The best workers for a job, with what they seem to wait: the worst of them on top.
    best: BinaryHeap<(Key, u32)>,
    /// The same with the best on top.
    next: BinaryHeap<Reverse<(Key, u32)>>,
}

/// Purpose of the stream of what is added to waits.
const NOISE: u8 = 35;

impl Stale {
    /// No worker has reported yet. Workers from `general` on may run long tasks.
    pub fn new(interval: f64, aging: Aging, kind: Noise, general: u32, seed: u64) -> Self {
        Self {
            interval,
            aging,
            kind,
            general,
            heard: f64::NEG_INFINITY,
            waits: vec![],
            idle: [vec![], vec![]],
            near: vec![],
            noise: stream(seed, 0, NOISE),
            best: BinaryHeap::new(),
            next: BinaryHeap::new(),
        }
    }

    /// The heartbeat that has come by now, if it has not been handled.
    pub fn due(&self, now: f64) -> Option<f64> {
        let last = libm::floor(now / self.interval) * self.interval;
        (last > self.heard).then_some(last)
    }

    /// At a heartbeat workers report their waits.
    pub fn hear(&mut self, time: f64, waits: &Waits) {
        self.heard = time;
        self.waits.clear();
        match self.aging {
            Aging::Report => self.waits.extend(waits.all(time)),
            Aging::Task => self.waits.extend(waits.sums()),
        }
        self.idle.iter_mut().for_each(Vec::clear);
        self.near.clear();
        for (worker, wait) in (0..).zip(&self.waits) {
            if *wait == 0.0 {
                self.idle[usize::from(worker >= self.general)].push(worker);
            } else if *wait < 2.0 * self.interval || self.aging == Aging::Task {
                self.near.push(worker);
            }
        }
    }

    /// Gives each of `tasks` tasks to the worker whose wait seems least, which counts the estimates of the tasks before: of
    /// those that may run long tasks, or of all. What seems is what was reported, less what has passed, and noise. `waits` are
    /// the present ones.
    pub fn place(&mut self, tasks: u32, estimate: f64, long: bool, waits: &Waits, now: f64) -> Box<[u32]> {
        let first = usize::from(long);
        let idle: usize = self.idle[first..].iter().map(Vec::len).sum();
        if idle >= tasks as usize && self.kind == Noise::Real {
            self.take_idle(tasks, first);
            let near = std::mem::take(&mut self.near);
            self.consider(tasks, near.iter().copied(), long, waits, now);
            self.near = near;
        } else {
            self.consider(tasks, 0..self.waits.len() as u32, long, waits, now);
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

    /// The best of the idle workers, without looking at all of them: noise is drawn as the least, the second least and so on
    /// of as many uniform numbers, and the worker that has it is any of them.
    fn take_idle(&mut self, tasks: u32, first: usize) {
        let mut taken = [0; 2];
        let mut noise = 0.0;
        for _ in 0..tasks {
            let left = [0, 1].map(|part| if part < first { 0 } else { self.idle[part].len() - taken[part] });
            let all = left[0] + left[1];
            let rest = libm::pow(1.0 - self.noise.random::<f64>(), 1.0 / all as f64);
            noise += (1.0 - noise) * (1.0 - rest);
            let place = self.noise.random_range(0..all as u32) as usize;
            let (part, place) = if place < left[0] { (0, place) } else { (1, place - left[0]) };
            let workers = &mut self.idle[part];
            workers.swap(taken[part], taken[part] + place);
            self.best.push((Key(self.interval * noise), workers[taken[part]]));
            taken[part] += 1;
        }
    }

    /// Those of these workers that seem better than the worst of the best so far take its place.
    fn consider(&mut self, tasks: u32, workers: impl Iterator<Item = u32>, long: bool, waits: &Waits, now: f64) {
        let full = tasks as usize;
        for worker in workers.filter(|worker| !long || *worker >= self.general) {
            let passed = match self.aging {
                Aging::Report => now - self.heard,
                Aging::Task => waits.elapsed(worker, now),
            };
            let wait = (self.waits[worker as usize] - passed).max(0.0);
            let worst = self.best.peek().filter(|_| self.best.len() == full).map_or(f64::INFINITY, |(Key(worst), _)| *worst);
            if wait >= worst {
                continue;
            }
            let noise = match self.kind {
                Noise::Real => self.interval * self.noise.random::<f64>(),
                Noise::Whole => f64::from(self.noise.random_range(0..=self.interval as u32)),
            };
            let seems = wait + noise;
            if self.best.len() < full {
                self.best.push((Key(seems), worker));
            } else if seems < worst
                && let Some(mut top) = self.best.peek_mut()
            {
                *top = (Key(seems), worker);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::design::{Aging, Noise};
    use super::super::waits::Waits;
    use super::Stale;

    /// Workers that have so much work.
    fn waits(all: impl IntoIterator<Item = f64>) -> Waits {
        let all: Vec<f64> = all.into_iter().collect();
        let mut waits = Waits::new(0, all.len() as u32);
        (0..).zip(&all).filter(|(_, wait)| **wait > 0.0).for_each(|(worker, wait)| waits.queue(worker, *wait));
        waits
    }

    #[test]
    fn what_was_reported_counts_until_the_next_heartbeat() {
        let mut stale = Stale::new(0.001, Aging::Report, Noise::Real, 1, 1);
        let reported = waits([0.0, 10.0, 20.0]);
        assert_eq!(stale.due(0.0), Some(0.0));
        stale.hear(0.0, &reported);
        assert_eq!(stale.due(0.0005), None);
        let mut places = [0, 10, 20];
        stale.place(4, 10.0, false, &reported, 0.0).iter().for_each(|worker| places[*worker as usize] += 10);
        places.sort_unstable();
        assert_eq!(places, [20, 20, 30]);
        // The scheduler of the next job knows nothing of these.
        assert_eq!(*stale.place(1, 10.0, false, &reported, 0.0), [0]);
        assert_eq!(*stale.place(1, 10.0, true, &reported, 0.0), [1]);
        // Work that is waited for shrinks: after fifteen seconds the second seems idle, too.
        let reported = waits([1.0, 10.0, 20.0]);
        stale.hear(0.0, &reported);
        assert!((0..50).map(|_| stale.place(1, 10.0, false, &reported, 15.0)[0]).all(|worker| worker < 2));
    }

    #[test]
    fn a_report_ages_with_time_or_with_the_task_that_runs() {
        // Two workers report at 0 that they run a task of 40 s, since then and for 25 s; a third has one of 30 s that starts
        // at 20, when the second, whose task was over at 18, has nothing.
        let mut real = waits([40.0, 40.0, 30.0]);
        real.start(0, 40.0, 0.0);
        real.start(1, 40.0, -25.0);
        let choices = [Aging::Report, Aging::Task].map(|aging| {
            let mut stale = Stale::new(0.001, aging, Noise::Real, 0, 1);
            stale.hear(0.0, &real);
            stale
        });
        real.finish(1);
        real.start(2, 30.0, 20.0);
        // By the reports alone, 20, 0 and 10 s are left; by the tasks that run, 18, 40 and 28 s.
        let chosen = choices.map(|mut stale| stale.place(1, 1.0, false, &real, 22.0)[0]);
        assert_eq!(chosen, [1, 0]);
    }

    #[test]
    fn noise_keeps_schedulers_apart() {
        let mut stale = Stale::new(5.0, Aging::Report, Noise::Real, 100, 1);
        let reported = waits((0..1000).map(|worker| if worker < 500 { 0.0 } else { 4.0 }));
        stale.hear(0.0, &reported);
        for (long, first) in [(false, 0), (true, 100)] {
            let mut chosen: Vec<u32> = (0..200).map(|_| stale.place(1, 1.0, long, &reported, 0.0)[0]).collect();
            assert!(chosen.iter().all(|worker| (first..500).contains(worker)));
            chosen.sort_unstable();
            chosen.dedup();
            assert!(chosen.len() > 140, "{}", chosen.len());
        }
    }

    #[test]
    fn whole_seconds_tie_and_the_lowest_number_wins() {
        // Of eight idle workers with 0 or 1 s of noise the first is chosen if it has 0, the second if that has and the first has not, and
        // so on: by halves. All numbers as likely would give an eighth to each.
        let mut stale = Stale::new(1.0, Aging::Report, Noise::Whole, 4, 1);
        let reported = waits([0.0; 8]);
        stale.hear(0.0, &reported);
        let mut chosen = [0_u32; 8];
        (0..16_384).for_each(|_| chosen[stale.place(1, 1.0, false, &reported, 0.0)[0] as usize] += 1);
        for (worker, wanted) in [(0, 8192 + 64), (1, 4096), (2, 2048), (7, 64)] {
            assert!(f64::from(chosen[worker].abs_diff(wanted)) < 4.0 * f64::from(wanted).sqrt(), "{chosen:?}");
        }
        // A wait of half a second is worse than 0 and better than 1.
        let reported = waits([0.5, 0.0]);
        stale.hear(0.0, &reported);
        let first = (0..4000).filter(|_| stale.place(1, 1.0, false, &reported, 0.0)[0] == 0).count();
        assert!(first.abs_diff(1000) < 120, "{first}");
    }

    #[test]
    fn idle_workers_are_found_as_if_all_had_been_looked_at() {
        // Thirty idle workers, thirty near ones: how often one of either is chosen for one of three tasks. The second way
        // looks at all of them, as the least positive number is not idle.
        let chosen = |idle: f64| {
            let mut stale = Stale::new(10.0, Aging::Report, Noise::Real, 10, 7);
            let reported = waits((0..60).map(|worker| if worker < 30 { idle } else { 0.5 }));
            stale.hear(0.0, &reported);
            let places = (0..20_000).flat_map(|_| stale.place(3, 100.0, true, &reported, 0.0));
            let mut counts = [0_u32; 60];
            places.for_each(|worker| counts[worker as usize] += 1);
            assert!(counts[..10].iter().all(|count| *count == 0));
            (counts[10..30].iter().sum::<u32>(), counts[30..].iter().sum::<u32>())
        };
        let (lazy, all) = (chosen(0.0), chosen(f64::MIN_POSITIVE));
        assert_eq!(lazy.0 + lazy.1, 60_000);
        // Four standard errors of a share near a half.
        assert!(lazy.0.abs_diff(all.0) < 4 * 173, "{lazy:?} {all:?}");
    }
}
