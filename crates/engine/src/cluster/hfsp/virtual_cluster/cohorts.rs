use crate::sim::{ANY, Orchard, Sorted, Sum};

/// What a phase holds in the virtual cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Share {
    /// This many slots.
    Slots(u32),
    /// As much as every job that could use more.
    Level,
}

impl Share {
    /// No slot.
    pub const NONE: Self = Self::Slots(0);
}

/// All phases of the virtual cluster by what is left of them.
///
/// Phases of the same share and weight age alike and keep their order while they age. They are a *cohort*: time passes for
/// it without a look at any of them. There are no more cohorts than there are different shares (of whole slots no more
/// than √(2 · slots) + 2) times different weights.
///
/// Sizes are exact functions of the readings of the clock, so it does not matter how often they are looked at.
#[derive(Clone, Debug)]
pub struct Cohorts {
    now: Sum,
    /// By (share, weight); none is empty.
    groups: Vec<Cohort>,
    /// What was left of each plus what its cohort had lost when it joined: the order of what is left now.
    orchard: Orchard<(Sum, u32)>,
    /// What [`Share::Level`] is, in slots.
    level: f64,
}

#[derive(Clone, Debug)]
struct Cohort {
    share: Share,
    weight: f64,
    /// Seconds of work that each loses in a second.
    rate: f64,
    /// What each would have lost at time zero: nothing unless the rate has changed.
    base: Sum,
    /// When nothing will be left of the first; infinite where nothing is lost.
    ends: Sum,
    jobs: Sorted,
}

/// A phase at the head of its cohort.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    of: usize,
    job: u32,
    remaining: Sum,
    /// What its cohort has lost.
    fallen: Sum,
}

/// What is needed to turn time back.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    level: f64,
    /// Weights and bases of the cohorts whose rates change.
    levels: Vec<(f64, Sum)>,
}

/// What distinguishes cohorts: jobs without slots age alike, whatever their weight.
fn kind(share: Share, weight: f64) -> (Share, f64) {
    (share, if share == Share::NONE { 0.0 } else { weight })
}

const NEVER: Sum = Sum::from_number(f64::INFINITY);

impl Cohorts {
    /// None, at time zero.
    pub fn new() -> Self {
        Self { now: Sum::ZERO, groups: vec![], orchard: Orchard::default(), level: 0.0 }
    }

    fn rate(&self, share: Share, weight: f64) -> f64 {
        weight
            * match share {
                Share::Slots(slots) => f64::from(slots),
                Share::Level => self.level,
            }
    }

    fn search(&self, share: Share, weight: f64) -> Result<usize, usize> {
        let (share, weight) = kind(share, weight);
        self.groups.binary_search_by(|cohort| cohort.share.cmp(&share).then(cohort.weight.total_cmp(&weight)))
    }

    fn find(&self, share: Share, weight: f64) -> usize {
        self.search(share, weight).expect("a job that is present has a cohort")
    }

    fn find_or_found(&mut self, share: Share, weight: f64) -> usize {
        self.search(share, weight).unwrap_or_else(|i| {
            let (share, weight) = kind(share, weight);
            let (rate, jobs) = (self.rate(share, weight), Sorted::new());
            self.groups.insert(i, Cohort { share, weight, rate, base: Sum::ZERO, ends: NEVER, jobs });
            i
        })
    }

    fn fallen(&self, cohort: &Cohort) -> Sum {
        cohort.base.plus(self.now.times(cohort.rate))
    }

    fn remaining_in(&self, cohort: &Cohort, job: u32) -> Sum {
        self.key(job).minus(self.fallen(cohort)).max(Sum::ZERO)
    }

    /// Finds out when the first of a cohort ends.
    fn look(&mut self, i: usize) {
        let cohort = &self.groups[i];
        self.groups[i].ends = match cohort.jobs.first() {
            Some(job) if cohort.rate > 0.0 => self.key(job).minus(cohort.base).over(cohort.rate),
            _ => NEVER,
        };
    }

    fn put(&mut self, i: usize, job: u32, key: Sum, marks: u8) {
        self.orchard.insert(&mut self.groups[i].jobs, job, (key, job), marks);
        if self.groups[i].jobs.first() == Some(job) {
            self.look(i);
        }
    }

    /// A phase joins those of its share and weight.
    pub fn join(&mut self, job: u32, share: Share, weight: f64, remaining: Sum, marks: u8) {
        let i = self.find_or_found(share, weight);
        let key = self.fallen(&self.groups[i]).plus(remaining);
        self.put(i, job, key, marks);
    }

    /// A phase joins with the [`key`](Self::key) that it had there before.
    pub fn rejoin(&mut self, job: u32, share: Share, weight: f64, key: Sum, marks: u8) {
        let i = self.find_or_found(share, weight);
        self.put(i, job, key, marks);
    }

    /// The place of a phase in its cohort's order.
    pub fn key(&self, job: u32) -> Sum {
        self.orchard.key(job).0
    }

    /// A phase is taken out.
    pub fn part(&mut self, job: u32, share: Share, weight: f64) {
        let i = self.find(share, weight);
        let first = self.groups[i].jobs.first() == Some(job);
        self.orchard.remove(&mut self.groups[i].jobs, job);
        if self.groups[i].jobs.is_empty() {
            self.groups.remove(i);
        } else if first {
            self.look(i);
        }
    }

    /// What is left of a phase.
    pub fn remaining(&self, job: u32, share: Share, weight: f64) -> Sum {
        self.remaining_in(&self.groups[self.find(share, weight)], job)
    }

    /// Whether nothing is left of a phase that holds nothing.
    pub fn is_late(&self, job: u32) -> bool {
        self.key(job) <= Sum::ZERO
    }

    /// Gives a phase that is there other marks.
    pub fn mark(&mut self, job: u32, marks: u8) {
        self.orchard.mark(job, marks);
    }

    // Time.

    /// The time.
    pub fn now(&self) -> Sum {
        self.now
    }

    /// Lets time pass, through the end of no phase, or turns it back.
    pub fn set_now(&mut self, now: Sum) {
        self.now = now;
    }

    /// Sets the number of slots of jobs that hold the common level.
    pub fn set_level(&mut self, level: f64) {
        if self.level == level {
            return;
        }
        self.level = level;
        for i in self.search(Share::Level, 0.0).unwrap_or_else(|i| i)..self.groups.len() {
            let cohort = &self.groups[i];
            let rate = level * cohort.weight;
            let base = self.fallen(cohort).minus(self.now.times(rate));
            (self.groups[i].rate, self.groups[i].base) = (rate, base);
            self.look(i);
        }
    }

    /// When the next phase ends if nothing changes, and which.
    pub fn next_end(&self) -> Option<(Sum, u32)> {
        let next = self.groups.iter().min_by_key(|cohort| cohort.ends).filter(|cohort| cohort.ends < NEVER)?;
        next.jobs.first().map(|job| (next.ends, job))
    }

    /// Visits phases that age with what is left of them, least first in each cohort, as long as `visit` says so.
    pub fn visit_least(&self, mut visit: impl FnMut(u32, f64) -> bool) {
        for cohort in self.groups.iter().filter(|cohort| cohort.rate > 0.0) {
            let Some(first) = cohort.jobs.first() else { continue };
            let mut next = visit(first, cohort.ends.minus(self.now).get() * cohort.rate).then(|| self.orchard.next(first, ANY)).flatten();
            while let Some(job) = next {
                next = visit(job, self.remaining_in(cohort, job).get()).then(|| self.orchard.next(job, ANY)).flatten();
            }
        }
    }

    /// Visits all phases with what is left of them and how fast they age.
    pub fn visit_all(&self, mut visit: impl FnMut(u32, Sum, f64)) {
        for cohort in &self.groups {
            self.orchard.iter(&cohort.jobs).for_each(|job| visit(job, self.remaining_in(cohort, job), cohort.rate));
        }
    }

    /// Remembers what changes while time passes.
    pub fn read(&self, reading: &mut Reading) {
        let levels = self.groups.iter().filter(|cohort| cohort.share == Share::Level);
        reading.level = self.level;
        reading.levels.clear();
        reading.levels.extend(levels.map(|cohort| (cohort.weight, cohort.base)));
    }

    /// Puts it back, after the time and with the same phases in each cohort as then.
    pub fn restore(&mut self, reading: &Reading) {
        self.level = reading.level;
        for &(weight, base) in &reading.levels {
            let i = self.find(Share::Level, weight);
            (self.groups[i].rate, self.groups[i].base) = (weight * self.level, base);
            self.look(i);
        }
    }

    // Order.

    /// The first phase of each cohort with one of these marks; of those that hold nothing, the first one behind `last`.
    pub fn heads(&self, marks: u8, last: Option<u32>, heads: &mut Vec<Head>) {
        heads.clear();
        heads.extend((0..).zip(&self.groups).filter_map(|(of, cohort)| {
            let job = match last {
                Some(last) if cohort.share == Share::NONE => self.orchard.next(last, marks)?,
                _ => self.orchard.first(&cohort.jobs, marks)?,
            };
            let fallen = self.fallen(cohort);
            Some(Head { of, job, remaining: self.key(job).minus(fallen), fallen })
        }));
    }

    /// Takes the phase of which least is left out of `heads` and puts the next of its cohort in its place: what is left, job.
    pub fn advance(&self, marks: u8, heads: &mut Vec<Head>) -> Option<(Sum, u32)> {
        let (i, &Head { of, job, fallen, remaining }) = heads.iter().enumerate().min_by_key(|(_, head)| (head.remaining, head.job))?;
        match self.orchard.next(job, marks) {
            Some(next) => heads[i] = Head { of, job: next, remaining: self.key(next).minus(fallen), fallen },
            None => {
                heads.swap_remove(i);
            }
        }
        Some((remaining, job))
    }

    /// The first phase with one of these marks of which nothing is left.
    pub fn first_late(&self, marks: u8) -> Option<u32> {
        let cohort = &self.groups[self.search(Share::NONE, 0.0).ok()?];
        self.orchard.first(&cohort.jobs, marks).filter(|job| self.is_late(*job))
    }

    /// The one after it.
    pub fn next_late(&self, job: u32, marks: u8) -> Option<u32> {
        self.orchard.next(job, marks).filter(|job| self.is_late(*job))
    }
}
