//! The dummy scheduler on one machine of which it hears at once, without paging: static priorities, computed anew at every
//! event (T = Pastorelli's thesis, 6.1.3 and 6.2.1; M = mPlane D3.3, 3.1.3.2).

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preemption {
    Wait,
    Kill,
    Suspend,
}

#[derive(Clone, Debug)]
pub struct Job {
    pub arrival: f64,
    /// Its priority: the larger goes first.
    pub weight: f64,
    /// Seconds of each map.
    pub maps: Vec<f64>,
}

/// One machine; jobs by arrival.
#[derive(Clone, Debug)]
pub struct Given {
    pub slots: usize,
    pub preemption: Preemption,
    /// Seconds for which a slot is cleaned when its task has been killed.
    pub cleanup: f64,
    pub jobs: Vec<Job>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Fresh,
    /// Works since a time.
    Running {
        since: f64,
    },
    Paused,
    Complete,
}

#[derive(Clone, Debug)]
struct Task {
    job: usize,
    number: usize,
    state: State,
    left: f64,
    /// When it was last started from scratch.
    started: f64,
    /// How many were paused before it.
    paused: usize,
}

/// Jobs in order of priority: the larger weight, then the earlier arrival, then the earlier in the list.
fn by_priority(jobs: &[Job]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by(|&a, &b| {
        let (one, other) = (&jobs[a], &jobs[b]);
        other.weight.total_cmp(&one.weight).then(one.arrival.total_cmp(&other.arrival)).then(a.cmp(&b))
    });
    order
}

struct World<'a> {
    given: &'a Given,
    /// The place of each job among the priorities: 0 goes first.
    rank: Vec<usize>,
    tasks: Vec<Task>,
    /// When the slots that are being cleaned are free.
    cleaning: Vec<f64>,
    now: f64,
    pauses: usize,
}

impl World<'_> {
    fn runs(task: &Task) -> bool {
        matches!(task.state, State::Running { .. })
    }

    fn end(task: &Task) -> f64 {
        if let State::Running { since } = task.state { since + task.left } else { f64::INFINITY }
    }

    /// The tasks that want a slot: by priority of their jobs, of one job the paused ones first, in the order in which they were
    /// paused, then the others in theirs.
    fn waiting(&self) -> Vec<usize> {
        let waits =
            |task: &Task| task.state == State::Paused || task.state == State::Fresh && self.given.jobs[task.job].arrival <= self.now;
        let mut waiting: Vec<usize> = (0..self.tasks.len()).filter(|&task| waits(&self.tasks[task])).collect();
        waiting.sort_by_key(|&task| {
            let it = &self.tasks[task];
            let turn = if it.state == State::Paused { (0, it.paused) } else { (1, it.number) };
            (self.rank[it.job], turn)
        });
        waiting
    }

    fn give_away(&mut self) {
        let running = self.tasks.iter().filter(|task| Self::runs(task)).count();
        let free = self.given.slots - running - self.cleaning.len();
        for task in self.waiting().into_iter().take(free) {
            let it = &mut self.tasks[task];
            if it.state == State::Fresh {
                it.started = self.now;
            }
            it.state = State::Running { since: self.now };
        }
    }

    /// One task that has to leave for the first task that waits and for which no slot is being cleaned: of those of jobs of the
    /// least weight, less than its own job's, the one that was started last; of these the later job's, and the higher.
    fn victim(&self) -> Option<usize> {
        let waiting = self.waiting();
        let claimant = self.tasks[*waiting.get(self.cleaning.len())?].job;
        let weight = |task: &Task| self.given.jobs[task.job].weight;
        let mut victim: Option<usize> = None;
        for (task, it) in self.tasks.iter().enumerate() {
            if Self::runs(it) && weight(it) < self.given.jobs[claimant].weight {
                let key = |task: usize| {
                    let it = &self.tasks[task];
                    (-weight(it), it.started, it.job, it.number)
                };
                victim = victim.filter(|&best| key(best) > key(task)).or(Some(task));
            }
        }
        victim
    }

    fn evict(&mut self, task: usize) {
        let now = self.now;
        let full = self.given.jobs[self.tasks[task].job].maps[self.tasks[task].number];
        let it = &mut self.tasks[task];
        let State::Running { since } = it.state else { panic!("does not run: {it:?}") };
        if self.given.preemption == Preemption::Kill {
            it.state = State::Fresh;
            it.left = full;
            if self.given.cleanup > 0.0 {
                self.cleaning.push(now + self.given.cleanup);
            }
        } else {
            it.state = State::Paused;
            it.left -= now - since;
            it.paused = self.pauses;
            self.pauses += 1;
        }
    }

    fn next(&self) -> Option<f64> {
        let ends = self.tasks.iter().map(Self::end);
        let arrivals = self.given.jobs.iter().map(|job| job.arrival).filter(|&arrival| arrival > self.now);
        let next = ends.chain(arrivals).chain(self.cleaning.iter().copied()).fold(f64::INFINITY, f64::min);
        next.is_finite().then_some(next)
    }
}

/// When each job is complete.
///
/// # Panics
/// If a job has no tasks.
pub fn completions(given: &Given) -> Vec<f64> {
    let order = by_priority(&given.jobs);
    let place = |job| order.iter().position(|&other| other == job).expect("every job has a rank");
    let mut tasks = vec![];
    for (job, about) in given.jobs.iter().enumerate() {
        assert!(!about.maps.is_empty(), "job {job} has no tasks");
        for (number, &left) in about.maps.iter().enumerate() {
            tasks.push(Task { job, number, state: State::Fresh, left, started: 0.0, paused: 0 });
        }
    }
    let rank = (0..given.jobs.len()).map(place).collect();
    let mut world = World { given, rank, tasks, cleaning: vec![], now: 0.0, pauses: 0 };
    let mut completions = vec![0.0; given.jobs.len()];
    let mut first = given.jobs.iter().map(|job| job.arrival).reduce(f64::min);
    while let Some(now) = first.take().or_else(|| world.next()) {
        world.now = now;
        for task in &mut world.tasks {
            if World::end(task) <= now {
                task.state = State::Complete;
                completions[task.job] = now;
            }
        }
        world.cleaning.retain(|&until| until > now);
        world.give_away();
        while given.preemption != Preemption::Wait
            && let Some(victim) = world.victim()
        {
            world.evict(victim);
            world.give_away();
        }
    }
    completions
}

/// A random small instance with whole or half numbers, so that all times are exact.
pub fn draw(seed: u64) -> Given {
    let mut draw = StdRng::seed_from_u64(seed);
    let mut arrival = 0.0;
    let jobs = (0..draw.random_range(1..=7))
        .map(|_| {
            arrival += [0.0, 0.0, 0.5, 1.0, 2.0, 5.0][draw.random_range(0..6)];
            let weight = [1.0, 1.0, 2.0, 3.0, 0.5][draw.random_range(0..5)];
            let maps = (0..draw.random_range(1..=5)).map(|_| f64::from(draw.random_range(1..=16)) / 2.0).collect();
            Job { arrival, weight, maps }
        })
        .collect();
    Given {
        slots: draw.random_range(1..=3),
        preemption: [Preemption::Wait, Preemption::Kill, Preemption::Suspend][draw.random_range(0..3)],
        cleanup: [0.0, 1.0, 4.0][draw.random_range(0..3)],
        jobs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(arrival: f64, weight: f64, maps: &[f64]) -> Job {
        Job { arrival, weight, maps: maps.to_vec() }
    }

    /// The closed forms of M 3.1.3.3 with T = 80 and 4 s of cleaning at r = 50 %: sojourn of the one, makespan of both.
    #[test]
    fn two_tasks() {
        for (preemption, sojourn, makespan) in
            [(Preemption::Wait, 120.0, 160.0), (Preemption::Kill, 84.0, 204.0), (Preemption::Suspend, 80.0, 160.0)]
        {
            let given = Given { slots: 1, preemption, cleanup: 4.0, jobs: vec![job(0.0, 1.0, &[80.0]), job(40.0, 2.0, &[80.0])] };
            let done = completions(&given);
            assert_eq!((done[1] - 40.0, done[0].max(done[1])), (sojourn, makespan), "{preemption:?}");
        }
    }

    /// Two slots. Tasks of 10 s (from 0), 20 s (from 0) and 4 s (from 10) of the low job; at 12 one of 6 s of the high job takes
    /// the slot of the youngest, the third, which goes on from 18 to 20; or the killed slot is free at 13, the high task is
    /// done at 19, and the third starts again from 19 to 23.
    #[test]
    fn the_youngest_leaves() {
        let jobs = vec![job(0.0, 1.0, &[10.0, 20.0, 4.0]), job(12.0, 2.0, &[6.0])];
        let of = |preemption| completions(&Given { slots: 2, preemption, cleanup: 1.0, jobs: jobs.clone() });
        assert_eq!(of(Preemption::Suspend), [20.0, 18.0]);
        assert_eq!(of(Preemption::Kill), [23.0, 19.0]);
        assert_eq!(of(Preemption::Wait), [20.0, 20.0]);
    }

    /// Equal weights: nobody leaves. Weights 1, 2, 3 at 0, 1, 2 on one slot, 10 s each: 3 is done at 12, 2 at 21, 1 at 30.
    #[test]
    fn priorities() {
        let of = |weights: [f64; 3]| {
            let jobs = (0..3).map(|i| job(f64::from(i), weights[i as usize], &[10.0])).collect();
            completions(&Given { slots: 1, preemption: Preemption::Suspend, cleanup: 4.0, jobs })
        };
        assert_eq!(of([1.0; 3]), [10.0, 20.0, 30.0]);
        assert_eq!(of([1.0, 1.0, 2.0]), [20.0, 30.0, 12.0]);
        assert_eq!(of([1.0, 2.0, 3.0]), [30.0, 21.0, 12.0]);
    }

    /// A slot that is being cleaned for one goes to who comes meanwhile and is more important. One slot, 4 s of cleaning: killed
    /// at 1, free at 5; the job of weight 3 arrives at 2 and has it from 5 to 7, the one of weight 2 from 7 to 10, the first
    /// again from 10 to 20.
    #[test]
    fn a_cleaned_slot_is_nobodys() {
        let jobs = vec![job(0.0, 1.0, &[10.0]), job(1.0, 2.0, &[3.0]), job(2.0, 3.0, &[2.0])];
        assert_eq!(completions(&Given { slots: 1, preemption: Preemption::Kill, cleanup: 4.0, jobs }), [20.0, 10.0, 7.0]);
    }

    /// Suspension loses no work: all is done after all work at one slot. And what is first in priority is never delayed.
    #[test]
    fn random_instances() {
        let mut differ = 0;
        for seed in 0..500 {
            let given = Given { slots: 1, ..draw(seed) };
            let of = |preemption| completions(&Given { preemption, ..given.clone() });
            let last = |done: &[f64]| done.iter().copied().fold(0.0, f64::max);
            let (wait, kill, suspend) = (of(Preemption::Wait), of(Preemption::Kill), of(Preemption::Suspend));
            assert_eq!(last(&wait), last(&suspend));
            assert!(last(&kill) >= last(&wait));
            let first = by_priority(&given.jobs)[0];
            let work: f64 = given.jobs[first].maps.iter().sum();
            assert_eq!(suspend[first], given.jobs[first].arrival + work);
            differ += usize::from(wait != suspend && suspend != kill);
        }
        assert!(differ > 150, "{differ}");
    }
}
