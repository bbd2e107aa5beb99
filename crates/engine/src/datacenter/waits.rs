use crate::sim::{Key, Tournament};

/// The estimated waiting time of each worker, as the central scheduler keeps it: the estimates of the tasks it has queued
/// there, and what is left of the one that runs. Finding the least, and every change, takes O(log workers).
///
/// What is left of a running task falls with time, so waits of such workers are kept as the instant at which they would
/// be over; where a task overruns its estimate only what is queued counts, and the worker moves to the others, whose
/// waits stand still.
///
/// Among equal waits, workers without any of the scheduler's tasks come first, so that one whose task overruns its estimate
/// does not seem idle; then the lowest number. Tasks that are believed to take no time, such as those that the authors' simulator
/// truncates to 0 s, leave a worker empty, as there.
#[derive(Debug)]
pub struct Waits {
    /// First worker that is eligible; ids below are not.
    first: u32,
    workers: Vec<Load>,
    /// Eligible workers by the instant at which their wait is over.
    falling: Tournament<Key>,
    /// The others of them by their wait, and by whether they have a task.
    standing: Tournament<(Key, bool)>,
}

/// No worker's wait.
const NEVER: Key = Key(f64::INFINITY);

/// What the scheduler knows of a worker.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    /// Tasks that wait there.
    tasks: u32,
    /// The sum of their estimates.
    queued: f64,
    /// Since when a task runs, and its estimate.
    running: Option<(f64, f64)>,
    /// Whether it is known to overrun its estimate.
    overruns: bool,
}

impl Load {
    /// Its keys among the workers whose waits fall, and among those whose waits stand still; it is one of either.
    fn keys(&self) -> (Key, (Key, bool)) {
        match self.running {
            Some((since, estimate)) if !self.overruns => (Key(since + estimate + self.queued), (NEVER, true)),
            _ => (NEVER, (Key(self.queued), self.queued > 0.0 || self.running.is_some_and(|(_, estimate)| estimate > 0.0))),
        }
    }
}

impl Waits {
    /// No waits.
    pub fn new(first: u32, workers: u32) -> Self {
        let eligible = (workers - first) as usize;
        let (falling, mut standing) = (Tournament::new(eligible, NEVER), Tournament::new(eligible, (NEVER, true)));
        (0..eligible as u32).for_each(|worker| standing.set(worker, (Key(0.0), false)));
        Self { first, workers: vec![Load::default(); workers as usize], falling, standing }
    }

    fn change(&mut self, worker: u32, change: impl FnOnce(&mut Load)) {
        let load = &mut self.workers[worker as usize];
        let before = load.keys();
        change(load);
        let Some(worker) = worker.checked_sub(self.first) else { return };
        let after = load.keys();
        if before.0 != after.0 {
            self.falling.set(worker, after.0);
        }
        if before.1 != after.1 {
            self.standing.set(worker, after.1);
        }
    }

    /// The worker with the least wait.
    pub fn least(&mut self, now: f64) -> Option<u32> {
        let eligible = loop {
            let standing = self.standing.first();
            let Some((worker, Key(over))) = self.falling.first() else { break standing.map(|(worker, _)| worker) };
            let about = &self.workers[(self.first + worker) as usize];
            if about.running.is_some_and(|(since, estimate)| since + estimate <= now) {
                self.change(self.first + worker, |load| load.overruns = true);
                continue;
            }
            break match standing {
                Some((other, (Key(wait), occupied))) if (wait, occupied, other) <= (over - now, true, worker) => Some(other),
                _ => Some(worker),
            };
        };
        eligible.map(|worker| self.first + worker)
    }

    /// A task of this estimate is queued.
    pub fn queue(&mut self, worker: u32, estimate: f64) {
        self.change(worker, |load| {
            load.tasks += 1;
            load.queued += estimate;
        });
    }

    /// A queued task runs from now on.
    pub fn start(&mut self, worker: u32, estimate: f64, now: f64) {
        self.change(worker, |load| {
            load.tasks = load.tasks.saturating_sub(1);
            load.queued = if load.tasks == 0 { 0.0 } else { (load.queued - estimate).max(0.0) };
            (load.running, load.overruns) = (Some((now, estimate)), false);
        });
    }

    /// The running task is complete, whatever it was believed to take.
    pub fn finish(&mut self, worker: u32) {
        self.change(worker, |load| load.running = None);
    }

    /// The waits of all workers.
    pub fn all(&self, now: f64) -> impl Iterator<Item = f64> {
        self.workers.iter().map(move |load| load.queued + load.running.map_or(0.0, |(since, estimate)| (since + estimate - now).max(0.0)))
    }

    /// The sum of the estimates of all tasks on each worker, waiting or running.
    pub fn sums(&self) -> impl Iterator<Item = f64> {
        self.workers.iter().map(|load| load.queued + load.running.map_or(0.0, |(_, estimate)| estimate))
    }

    /// How long the task of a worker has been running, up to its estimate.
    pub fn elapsed(&self, worker: u32, now: f64) -> f64 {
        self.workers[worker as usize].running.map_or(0.0, |(since, estimate)| (now - since).min(estimate))
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
    fn an_idle_worker_comes_before_one_whose_task_overruns() {
        let mut waits = Waits::new(0, 3);
        waits.queue(0, 1.0);
        waits.start(0, 1.0, 0.0);
        waits.queue(1, 1.0);
        waits.start(1, 1.0, 1.0);
        assert_eq!(waits.least(5.0), Some(2), "the others have tasks, though nothing is left of what they were believed to take");
        waits.finish(1);
        waits.queue(1, 0.0);
        assert_eq!(waits.least(5.0), Some(1), "a task of no time leaves it empty");
        waits.start(1, 0.0, 5.0);
        assert_eq!(waits.least(6.0), Some(1));
        waits.queue(1, 2.0);
        waits.queue(2, 1.0);
        assert_eq!(waits.least(6.0), Some(0));
        waits.finish(0);
        assert_eq!(waits.least(6.0), Some(0));
        // What has been queued and served leaves nothing behind, however it is rounded.
        for estimate in [0.1, 0.2, 0.3] {
            waits.queue(0, estimate);
        }
        for estimate in [0.1, 0.2, 0.3] {
            waits.start(0, estimate, 6.0);
            waits.finish(0);
        }
        assert_eq!(waits.least(6.0), Some(0));
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
        waits.start(1, 1.0, 14.0);
        waits.queue(1, 5.0);
        assert_eq!((waits.sums().nth(1), waits.elapsed(1, 14.25), waits.elapsed(1, 20.0)), (Some(6.0), 0.25, 1.0));
    }
}
