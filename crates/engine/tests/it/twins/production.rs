//! Who is killed for production jobs, on a plain state: the paper's Fair Scheduler with preemption, Global Preemption
//! (Algorithm 1), and its guard (G = Cheng, Zhang and Boutaba, sections IV and V). Of one phase, at one check.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A tolerance for numbers of slots and seconds.
const TINY: f64 = 1e-9;

#[derive(Clone, Debug)]
pub struct Pool {
    /// Slots that it is guaranteed; a fraction of one is allowed.
    pub minimum: f64,
    pub weight: f64,
    pub production: bool,
}

/// A job that has arrived and is not complete, of the phase in question; jobs are in order of arrival.
#[derive(Clone, Debug)]
pub struct Job {
    pub pool: usize,
    /// Tasks that could start now.
    pub waiting: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub job: usize,
    pub number: usize,
    pub start: f64,
    /// It will be killed when its machine reports.
    pub condemned: bool,
}

#[derive(Clone, Debug)]
pub struct State {
    pub now: f64,
    /// Slots that are there.
    pub slots: usize,
    /// Slots that are being cleaned.
    pub cleaning: usize,
    pub pools: Vec<Pool>,
    pub jobs: Vec<Job>,
    pub running: Vec<Task>,
    /// Slots in use from each time on, from time 0; the times increase.
    pub used: Vec<(f64, usize)>,
}

/// The numbers of the guard.
#[derive(Clone, Debug)]
pub struct Guard {
    /// A task that has run for so many seconds is of a long job.
    pub long: f64,
    pub period: f64,
    /// The cluster is busy if for more than this fraction of the period …
    pub time: f64,
    /// … more than this fraction of the slots was in use.
    pub use_of_slots: f64,
    /// Nothing is killed if one job has more than this fraction of what waits.
    pub of_one_job: f64,
    /// Seconds after which all overflowing tasks are killed.
    pub timeout: f64,
}

impl Guard {
    /// G, V and VI.D.
    pub const PAPER: Self = Self { long: 600.0, period: 180.0, time: 0.8, use_of_slots: 0.9, of_one_job: 0.9, timeout: 360.0 };
}

/// Smaller by more than the tolerance.
fn less(a: f64, b: f64) -> bool {
    a < b - TINY
}

/// The level of water at which `held`, which grows with the level, is all there is.
fn level(all: f64, held: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1e6);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if held(middle) < all { low = middle } else { high = middle }
    }
    high
}

impl State {
    /// Tasks of a job that run and are not condemned.
    fn holds(&self, job: usize) -> usize {
        self.running.iter().filter(|task| task.job == job && !task.condemned).count()
    }

    /// Slots that a job could use.
    fn demand(&self, job: usize) -> usize {
        self.running.iter().filter(|task| task.job == job).count() + self.jobs[job].waiting
    }

    fn of_pool(&self, pool: usize) -> Vec<usize> {
        (0..self.jobs.len()).filter(|&job| self.jobs[job].pool == pool).collect()
    }

    fn pool_demand(&self, pool: usize) -> f64 {
        self.of_pool(pool).into_iter().map(|job| self.demand(job)).sum::<usize>() as f64
    }

    fn is_production(&self, job: usize) -> bool {
        self.pools[self.jobs[job].pool].production
    }

    /// The share of each pool: the larger of its minimum and what its weight gives, but no more than it can use.
    pub fn pool_shares(&self) -> Vec<f64> {
        let share = |pool: usize, level: f64| {
            let Pool { minimum, weight, .. } = self.pools[pool];
            (weight * level).max(minimum).min(self.pool_demand(pool))
        };
        let all = |level: f64| (0..self.pools.len()).map(|pool| share(pool, level)).sum();
        let level = level(self.slots as f64, all);
        (0..self.pools.len()).map(|pool| share(pool, level)).collect()
    }

    /// The share of each job: equal within its pool, but no more than it can use.
    pub fn shares(&self) -> Vec<f64> {
        let mut shares = vec![0.0; self.jobs.len()];
        for (pool, all) in self.pool_shares().into_iter().enumerate() {
            let jobs = self.of_pool(pool);
            let level = level(all, |level| jobs.iter().map(|&job| level.min(self.demand(job) as f64)).sum());
            jobs.iter().for_each(|&job| shares[job] = level.min(self.demand(job) as f64));
        }
        shares
    }

    /// How many slots are to be freed: what production pools lack of their shares, in whole slots, less what is on its way.
    pub fn to_free(&self) -> usize {
        let mut lack = 0;
        for (pool, share) in self.pool_shares().into_iter().enumerate() {
            let holds: usize = self.of_pool(pool).into_iter().map(|job| self.holds(job)).sum();
            if self.pools[pool].production {
                lack += ((share + TINY).floor() as usize).saturating_sub(holds);
            }
        }
        let condemned = self.running.iter().filter(|task| task.condemned).count();
        let free = self.slots - self.running.len() - self.cleaning;
        lack.saturating_sub(free + self.cleaning + condemned)
    }

    /// Tasks of a job beyond its share, a part of a slot counted as one.
    fn overflow(&self, job: usize) -> usize {
        (self.holds(job) as f64 - self.shares()[job] - TINY).ceil().max(0.0) as usize
    }

    /// Running tasks of non-production jobs that are not condemned, who started last at the front; of those who started
    /// together the later job's, and of those the higher task.
    fn latest_first(&self) -> Vec<Task> {
        let mut tasks: Vec<Task> = self.running.iter().copied().filter(|task| !self.is_production(task.job) && !task.condemned).collect();
        tasks.sort_by(|a, b| b.start.total_cmp(&a.start).then((b.job, b.number).cmp(&(a.job, a.number))));
        tasks
    }

    /// The paper's Fair Scheduler (section IV): "evenly preempt a fraction of tasks from each non-production job". Each task that
    /// is wanted is taken from the job that then has lost the smallest part of what is due.
    pub fn fair_kill(&self) -> Vec<(usize, usize)> {
        let running = self.latest_first();
        let many = self.to_free().min(running.len());
        let mut lost = vec![];
        let mut parts = vec![];
        for job in 0..self.jobs.len() {
            let of_job: Vec<&Task> = running.iter().filter(|task| task.job == job).collect();
            let due = of_job.len() * many;
            let whole = due / running.len().max(1);
            lost.extend(of_job.iter().take(whole).map(|task| (job, task.number)));
            parts.push((due - whole * running.len(), job, of_job.get(whole).map(|task| task.number)));
        }
        // The largest part of a task first, of equals the later job's.
        while lost.len() < many {
            let most = (0..parts.len()).filter(|&i| parts[i].2.is_some()).max_by_key(|&i| (parts[i].0, parts[i].1)).expect("some run");
            let (_, job, number) = parts.remove(most);
            lost.push((job, number.expect("it runs")));
        }
        lost
    }

    /// The same scheduler by section V: one task after the other, of the job that then has the most beyond its share.
    pub fn overflowing(&self) -> Vec<(usize, usize)> {
        let mut overflow: Vec<usize> =
            (0..self.jobs.len()).map(|job| if self.is_production(job) { 0 } else { self.overflow(job) }).collect();
        let mut left = self.latest_first();
        let (many, mut killed) = (self.to_free(), vec![]);
        while killed.len() < many {
            let Some(most) = overflow.iter().copied().max().filter(|&most| most > 0) else { break };
            let job = overflow.iter().rposition(|&its| its == most).expect("somebody has the most");
            let place = left.iter().position(|task| task.job == job).expect("it runs beyond its share");
            killed.push((job, left.remove(place).number));
            overflow[job] -= 1;
        }
        killed
    }

    /// Algorithm 1, after the guard has chosen: the rest are the most recently started of all.
    pub fn gp(&self, by_guard: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let (many, mut killed) = (self.to_free(), by_guard.to_vec());
        for task in self.latest_first() {
            if killed.len() < many && !killed.contains(&(task.job, task.number)) {
                killed.push((task.job, task.number));
            }
        }
        killed
    }

    /// Non-production jobs with a task that has run for long, which hold more than their shares.
    pub fn long_jobs(&self, guard: &Guard) -> Vec<usize> {
        let is_long = |job: usize| self.latest_first().iter().any(|task| task.job == job && !less(self.now - task.start, guard.long));
        let holds_more = |job: usize| less(self.shares()[job], self.holds(job) as f64);
        (0..self.jobs.len()).filter(|&job| is_long(job) && holds_more(job)).collect()
    }

    /// For more than some of the last period more than some of the slots were in use.
    pub fn is_busy(&self, guard: &Guard) -> bool {
        let from = self.now - guard.period;
        let mut busy = 0.0;
        for (place, &(time, used)) in self.used.iter().enumerate() {
            let end = self.used.get(place + 1).map_or(self.now, |next| next.0);
            let within = end.min(self.now) - time.max(from);
            if within > 0.0 && less(guard.use_of_slots * self.slots as f64, used as f64) {
                busy += within;
            }
        }
        !less(from, 0.0) && less(guard.time * guard.period, busy)
    }

    /// More tasks wait than there are slots for jobs of non-production pools.
    pub fn many_wait(&self) -> bool {
        let waiting: usize = self.jobs.iter().map(|job| job.waiting).sum();
        let production: usize = (0..self.jobs.len()).filter(|&job| self.is_production(job)).map(|job| self.holds(job)).sum();
        waiting > self.slots - production
    }

    /// One job has most of what waits.
    pub fn one_job_waits(&self, guard: &Guard) -> bool {
        let waiting: usize = self.jobs.iter().map(|job| job.waiting).sum();
        self.jobs.iter().any(|job| less(guard.of_one_job * waiting as f64, job.waiting as f64))
    }

    /// Whom the guard condemns at a check, many having waited for a whole period, and since when there is starvation. Half is killed
    /// when that begins, all when it has lasted, and then it is over. The first task of a job is spared.
    pub fn guard(&self, guard: &Guard, since: Option<f64>) -> (Vec<(usize, usize)>, Option<f64>) {
        let long = self.long_jobs(guard);
        if long.is_empty() || !self.is_busy(guard) || !self.many_wait() || self.one_job_waits(guard) {
            return (vec![], None);
        }
        let spared = |job: usize| self.latest_first().iter().filter(|task| task.job == job).count() - 1;
        let beyond = |job: usize| if long.contains(&job) { self.overflow(job).min(spared(job)) } else { 0 };
        let mut overflow: Vec<usize> = (0..self.jobs.len()).map(beyond).collect();
        let all: usize = overflow.iter().sum();
        if all == 0 {
            return (vec![], None);
        }
        let (many, since) = match since {
            None => (all.div_ceil(2), Some(self.now)),
            Some(since) if less(self.now - since, guard.timeout) => (0, Some(since)),
            Some(_) => (all, None),
        };
        let mut condemned = vec![];
        for task in self.latest_first() {
            if overflow[task.job] > 0 && condemned.len() < many {
                overflow[task.job] -= 1;
                condemned.push((task.job, task.number));
            }
        }
        (condemned, since)
    }
}

/// A random state, with guarantees, ties of start times, long tasks, and histories of use.
pub fn draw(seed: u64) -> State {
    let mut draw = StdRng::seed_from_u64(seed);
    let slots = draw.random_range(2..=20_usize);
    let now = 20.0 * f64::from(draw.random_range(5..=60));
    let count = draw.random_range(1..=3);
    let guarantees = [[0.2, 0.8, 0.0], [0.0, 0.5, 0.25], [0.3, 0.3, 0.4], [0.0; 3]][draw.random_range(0..4)];
    let pools: Vec<Pool> = (0..count)
        .map(|pool: usize| Pool {
            minimum: guarantees[pool] * slots as f64,
            weight: [1.0, 1.0, 2.0][draw.random_range(0..3)],
            production: pool > 0 && draw.random_range(0..4) > 0,
        })
        .collect();
    let jobs: Vec<Job> = (0..draw.random_range(1..=7))
        .map(|_| Job { pool: draw.random_range(0..count), waiting: [0, 1, 2, 5, 10, 30][draw.random_range(0..6)] })
        .collect();
    let cleaning = if draw.random_range(0..3) == 0 { draw.random_range(0..=slots / 2) } else { 0 };
    let free = if draw.random_range(0..3) == 0 { draw.random_range(0..=(slots - cleaning) / 2) } else { 0 };
    let mut running = vec![];
    for number in 0..slots - cleaning - free {
        let job = if draw.random_range(0..2) == 0 { 0 } else { draw.random_range(0..jobs.len()) };
        let age = [0.0, 5.0, 5.0, 20.0, 100.0, 600.0, 700.0][draw.random_range(0..7)];
        // Production jobs lose nothing.
        let condemned = draw.random_range(0..12) == 0 && !pools[jobs[job].pool].production;
        running.push(Task { job, number, start: f64::max(now - age, 0.0), condemned });
    }
    let mut used = vec![];
    let mut time = 0.0;
    while time < now {
        let many = if draw.random_range(0..5) == 0 { draw.random_range(0..=slots) } else { slots };
        used.push((time, many));
        time += [3.0, 12.0, 36.0, 90.0][draw.random_range(0..4)];
    }
    State { now, slots, cleaning, pools, jobs, running, used }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten slots, two of them the first pool's and eight the second's, which is the production jobs'. Tasks by job: their starts.
    fn state(jobs: &[(usize, usize, &[f64])]) -> State {
        let pool = |minimum, production| Pool { minimum, weight: 1.0, production };
        let mut running = vec![];
        for (job, &(_, _, starts)) in jobs.iter().enumerate() {
            running.extend(starts.iter().enumerate().map(|(number, &start)| Task { job, number, start, condemned: false }));
        }
        State {
            now: 1000.0,
            slots: 10,
            cleaning: 0,
            pools: vec![pool(2.0, false), pool(8.0, true)],
            jobs: jobs.iter().map(|&(pool, waiting, _)| Job { pool, waiting }).collect(),
            running,
            used: vec![(0.0, 10)],
        }
    }

    fn near(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    /// Production wants 5 of its 8: two jobs of 3 and 2. The others have the 5 that are left, 2.5 each; or 1 and 4 if one
    /// wants only one.
    #[test]
    fn shares() {
        let given = state(&[(0, 9, &[]), (0, 9, &[]), (1, 3, &[]), (1, 2, &[])]);
        assert!(near(&given.pool_shares(), &[5.0, 5.0]) && near(&given.shares(), &[2.5, 2.5, 3.0, 2.0]));
        assert!(near(&state(&[(0, 9, &[]), (0, 1, &[]), (1, 3, &[]), (1, 2, &[])]).shares(), &[4.0, 1.0, 3.0, 2.0]));
        assert!(near(&state(&[(0, 9, &[]), (1, 99, &[]), (1, 2, &[])]).shares(), &[2.0, 6.0, 2.0]));
        // The larger of minimum and weight: pools of 4 and 0 with weights 1 and 1 have 5 each.
        let mut given = state(&[(0, 20, &[]), (1, 20, &[])]);
        given.pools[0].minimum = 4.0;
        given.pools[1].minimum = 0.0;
        assert!(near(&given.shares(), &[5.0, 5.0]));
    }

    const OLD: [f64; 5] = [100.0, 110.0, 120.0, 130.0, 140.0];

    /// A production job of 4 arrives when two others hold all slots: 4 are to be freed. The others' share is 6, 3 each: the
    /// first holds 5, 2 beyond, and so does the second. Fairly: the second's latest, the first's, the second's, the first's.
    /// Globally: the second's four latest.
    #[test]
    fn fairly_and_globally() {
        let mut given = state(&[(0, 9, &OLD), (0, 9, &[900.0, 910.0, 920.0, 930.0, 940.0]), (1, 4, &[])]);
        assert!(near(&given.shares(), &[3.0, 3.0, 4.0]));
        assert_eq!(given.to_free(), 4);
        assert_eq!(given.overflowing(), [(1, 4), (0, 4), (1, 3), (0, 3)]);
        assert_eq!(given.fair_kill(), [(0, 4), (0, 3), (1, 4), (1, 3)], "two of five each");
        assert_eq!(given.gp(&[]), [(1, 4), (1, 3), (1, 2), (1, 1)]);
        assert_eq!(given.gp(&[(0, 4), (0, 3)]), [(0, 4), (0, 3), (1, 4), (1, 3)]);
        // One is condemned already: three more, of whom the first job's come first.
        given.running[9].condemned = true;
        assert_eq!((given.to_free(), given.overflowing()), (3, vec![(0, 4), (1, 3), (0, 3)]));
        // Of nine tasks three: 1.67 of the first job's five and 1.33 of the second's four.
        assert_eq!(given.fair_kill(), [(0, 4), (1, 3), (0, 3)]);
        assert_eq!(given.gp(&[]), [(1, 3), (1, 2), (1, 1)]);
        // The same start: the later job's task, and of these the higher, goes first.
        given.running.iter_mut().for_each(|task| (task.start, task.condemned) = (50.0, false));
        assert_eq!(given.gp(&[]), [(1, 4), (1, 3), (1, 2), (1, 1)]);
    }

    /// Three others with 3, 3 and 3 tasks share 10 - 2 = 8: 2.67 each; one of each is beyond. Production holds nothing of the
    /// two that it wants; one slot is free.
    #[test]
    fn a_part_of_a_slot() {
        let starts: &[f64] = &[1.0, 2.0, 3.0];
        let given = state(&[(0, 9, starts), (0, 9, starts), (0, 9, starts), (1, 2, &[])]);
        assert_eq!((given.to_free(), given.overflowing(), given.fair_kill()), (1, vec![(2, 2)], vec![(2, 2)]));
        assert_eq!(State { cleaning: 1, ..given }.to_free(), 1);
    }

    /// The first job has held 6 of ten slots since 100 and more; its share is 10 / 3. Three tasks overflow (2.67 rounded up).
    #[test]
    fn the_guard() {
        let starts: &[f64] = &[100.0, 110.0, 120.0, 130.0, 140.0, 150.0];
        let given = state(&[(0, 5, starts), (0, 5, &[900.0, 910.0]), (0, 5, &[920.0, 930.0])]);
        let paper = Guard::PAPER;
        let of = |given: &State, since| given.guard(&paper, since);
        // Half of three, rounded up; all of them after 360 s, once.
        assert_eq!(of(&given, None), (vec![(0, 5), (0, 4)], Some(1000.0)));
        assert_eq!(of(&given, Some(660.0)), (vec![], Some(660.0)));
        assert_eq!(of(&given, Some(640.0)), (vec![(0, 5), (0, 4), (0, 3)], None));
        // Nobody is long: the first task has run for 599 s.
        let mut other = given.clone();
        other.running[0..6].iter_mut().for_each(|task| task.start = 401.0);
        assert_eq!(of(&other, Some(640.0)), (vec![], None));
        other.running[2].start = 400.0;
        assert_eq!(of(&other, None).0, [(0, 5), (0, 4)]);
        // In use were ten slots for 144 of 180 s, which is not more than 80 %; nine slots are not more than 90 %.
        for (used, busy) in [
            (vec![(0.0, 9), (856.0, 10)], false),
            (vec![(0.0, 9), (855.0, 10)], true),
            (vec![(0.0, 10), (964.0, 9)], false),
            (vec![(0.0, 10), (964.0, 9), (990.0, 10)], true),
            (vec![(0.0, 9)], false),
        ] {
            assert_eq!(State { used, ..given.clone() }.is_busy(&paper), busy);
        }
        // Before a period has passed nothing is said.
        assert!(!State { now: 179.0, ..given.clone() }.is_busy(&paper) && State { now: 180.0, ..given.clone() }.is_busy(&paper));
        // Ten wait for ten slots.
        let mut other = given.clone();
        other.jobs[0].waiting = 0;
        assert_eq!(of(&other, None), (vec![], None));
        // One job has more than 90 % of what waits: 91 of 101, and not 90 of 100.
        for (waiting, one) in [([5, 5, 91], true), ([5, 5, 90], false)] {
            let mut other = given.clone();
            other.jobs.iter_mut().zip(waiting).for_each(|(job, waiting)| job.waiting = waiting);
            assert_eq!((other.one_job_waits(&paper), of(&other, None).0.is_empty()), (one, one));
        }
    }

    /// The states are worth it: kills of each kind, with the guard's among them, and choices that differ.
    #[test]
    fn random_states() {
        let mut seen = [0; 4];
        for seed in 0..1000 {
            let given = draw(seed);
            let (shares, pools) = (given.shares().iter().sum::<f64>(), given.pool_shares().iter().sum::<f64>());
            assert!((shares - pools).abs() < 1e-6 && shares < given.slots as f64 + 1e-6, "{given:?}");
            let (fair, global) = (given.overflowing(), given.gp(&[]));
            let guarded = given.guard(&Guard::PAPER, None).0;
            seen[0] += usize::from(!fair.is_empty());
            seen[1] += usize::from(fair.iter().any(|task| !global.contains(task)));
            seen[2] += usize::from(!guarded.is_empty());
            seen[3] += usize::from(given.gp(&guarded) != global);
            assert!(global.len() <= given.to_free() && fair.len() <= given.to_free());
        }
        assert!(seen.iter().all(|&times| times > 30), "{seen:?}");
    }
}
