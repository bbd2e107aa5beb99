//! The aging module of HFSP: jobs as they would fare under max-min fairness.

mod cohorts;
mod order;
mod sharing;

use super::Key;
use crate::sim::{Sum, TIE};
use cohorts::{Cohorts, Share};
use order::{Future, Walk};
pub use order::{Rank, are_equal, is_over, marks};
use serde::{Deserialize, Serialize};
use sharing::Sharing;

/// What the virtual cluster hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// Whole slots, one at a time.
    Slots,
    /// Shares of slots.
    Fluid,
}

/// A phase in the virtual cluster.
#[derive(Clone, Copy, Debug)]
struct Virtual {
    state: State,
    /// Number of its tasks: the most slots it can use, and its place in the round.
    tasks: u32,
    /// How many times faster than others it ages.
    weight: f64,
    /// Whether it could use a slot.
    wants: bool,
    /// What it holds.
    share: Share,
    /// What was left of it when it came to hold that, and what had been taken off by then.
    remaining: Sum,
    aged: Sum,
    marks: u8,
    /// Whether it is tiny: it has no size, and goes first.
    tiny: bool,
    /// Since when nothing has been left of it; infinite while something is.
    over: f64,
    /// Its position among those that are complete in what is foreseen.
    foreseen: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It is not in the virtual cluster.
    Away,
    /// It is complete in the virtual cluster as it is foreseen.
    Ahead,
    /// It is there.
    Here,
    /// It is there, though complete in the real cluster.
    Gone,
}

const NOBODY: Virtual = Virtual {
    state: State::Away,
    tasks: 0,
    weight: 1.0,
    wants: false,
    share: Share::NONE,
    remaining: Sum::ZERO,
    aged: Sum::ZERO,
    marks: 0,
    tiny: false,
    over: f64::INFINITY,
    foreseen: 0,
};

/// The key of a phase of which nothing has been left since time zero: below that of any phase of which something is. Of those
/// the first that was over comes first. A sum has digits enough to add the time to that.
const OVER: Sum = Sum::from_number(-1e18);
/// The key of a tiny phase: below that of any other.
const FIRST: Sum = Sum::from_number(-2e18);

impl Virtual {
    /// Whether so much is nothing to speak of.
    fn is_done(&self, left: f64) -> bool {
        left <= TIE * (self.aged.get() + (self.remaining.get() - left))
    }
}

/// The virtual cluster of one phase: a cluster of its own, with as many slots as the real one. A phase enters with a virtual size, loses
/// (slots it would hold) × time, and is done virtually when nothing is left; then it holds no virtual slot any more. It can use one slot
/// for each of its tasks, which run all at once or in turns, and all go on until it is done: what the real cluster has done of it, or
/// whether it is complete there, plays no part. Phases that are virtually done come first, in the order in which they became so: "the order
/// in which those jobs complete in virtual time is all that matters" (mPlane, section 3.1.2.3).
///
/// Nothing is done to phases one by one while time passes: those of the same share and weight age together
/// (`Cohorts`), and an event moves those alone whose share it changes (`Sharing`). So an event costs O(log phases)
/// for each phase that enters, leaves, completes virtually or comes to hold more or fewer slots; with weights, time
/// passes for each different weight apart.
///
/// By the key `Key::Finish` the order is that of a future: the virtual cluster is run ahead, as far as the order
/// is read, and turned back before anything happens that was not foreseen. That costs as much as the completions it runs
/// through.
#[derive(Clone, Debug)]
pub struct VirtualCluster {
    sharing: Sharing,
    cohorts: Cohorts,
    /// By number of the job.
    jobs: Vec<Virtual>,
    /// Who is virtually complete at the instant.
    due: Vec<u32>,
    future: Future,
    walk: Walk,
}

impl VirtualCluster {
    /// An empty one.
    pub fn new(granularity: Granularity, slots: u32) -> Self {
        Self {
            sharing: Sharing::new(granularity, slots),
            cohorts: Cohorts::new(),
            jobs: vec![],
            due: vec![],
            future: Future::default(),
            walk: Walk::default(),
        }
    }

    /// Lets time pass until `now`, through all virtual completions on the way.
    pub fn age(&mut self, now: f64) {
        let now = Sum::from(now);
        if self.future.begun && self.future.from < now {
            self.turn_back();
        }
        while self.cohorts.now() < now {
            match self.cohorts.next_end().filter(|(ends, _)| *ends < now) {
                Some((ends, job)) => self.complete_at(ends, job),
                None => {
                    self.cohorts.set_now(now);
                    if let Some((_, job)) = self.cohorts.next_end() {
                        let about = &self.jobs[job as usize];
                        if about.is_done(self.cohorts.remaining(job, about.share, about.weight).get()) {
                            self.complete_at(now, job);
                        }
                    }
                }
            }
        }
    }

    /// A phase of this many tasks enters.
    pub fn enter(&mut self, job: u32, tasks: u32, size: f64, weight: f64) {
        self.place(job, Virtual { state: State::Here, tasks, weight, marks: marks::PRESENT | marks::WAITING, ..NOBODY });
        self.join(job, size.into());
        self.settle();
    }

    /// A phase enters that is too small to have a size: it comes before all others and ages no more than that.
    pub fn enter_tiny(&mut self, job: u32, tasks: u32) {
        let marks = marks::PRESENT | marks::WAITING;
        self.place(job, Virtual { state: State::Here, tasks, marks, tiny: true, ..NOBODY });
        self.cohorts.rejoin(job, Share::NONE, 1.0, FIRST, marks);
    }

    /// A phase has this many tasks from now on, and so much is left of it.
    pub fn extend(&mut self, job: u32, tasks: u32, size: f64) {
        if self.of(job).is_some() {
            self.turn_back();
            self.part(job);
            let about = &mut self.jobs[job as usize];
            about.tasks = tasks;
            about.marks |= marks::WAITING;
            self.join(job, size.into());
            self.settle();
        }
    }

    fn place(&mut self, job: u32, about: Virtual) {
        self.turn_back();
        if self.jobs.len() <= job as usize {
            self.jobs.resize(job as usize + 1, NOBODY);
        }
        self.jobs[job as usize] = about;
    }

    /// A phase is complete in the real cluster. It stays until it is virtually complete (thesis, Algorithm 2).
    pub fn leave(&mut self, job: u32) {
        if self.of(job).is_some() {
            self.turn_back();
            let remaining = self.part(job);
            let about = &mut self.jobs[job as usize];
            if remaining > Sum::ZERO {
                (about.state, about.marks) = (State::Gone, 0);
                self.join(job, remaining);
            } else {
                about.state = State::Away;
            }
            self.settle();
        }
    }

    /// The size of a phase is known better: what it has aged so far stays taken off.
    pub fn set_size(&mut self, job: u32, size: f64) {
        self.change_size(job, |aged| Sum::from(size).minus(aged).max(Sum::ZERO));
    }

    /// What is left of a phase is known anew, whatever it has aged.
    pub fn replace_size(&mut self, job: u32, size: f64) {
        self.change_size(job, |_| size.into());
    }

    fn change_size(&mut self, job: u32, size: impl Fn(Sum) -> Sum) {
        if self.of(job).is_some() {
            self.turn_back();
            self.part(job);
            let size = size(self.jobs[job as usize].aged);
            self.join(job, size);
            self.settle();
        }
    }

    /// The number of slots of the cluster has changed to this.
    pub fn resize(&mut self, slots: u32) {
        self.turn_back();
        self.sharing.resize(slots);
        self.settle();
    }

    /// Marks a phase that is not complete.
    pub fn mark(&mut self, job: u32, marks: u8) {
        if self.of(job).is_some_and(|about| about.marks & marks::PRESENT != 0) {
            self.jobs[job as usize].marks = marks | marks::PRESENT;
            if self.jobs[job as usize].state != State::Ahead {
                self.cohorts.mark(job, marks | marks::PRESENT);
            }
        }
    }

    /// Virtual remaining size of each phase that is not complete: job, size.
    pub fn sizes(&mut self) -> Vec<(u32, f64)> {
        let mut sizes = self.present();
        sizes.retain(|(job, ..)| self.jobs[*job as usize].state == State::Here);
        sizes.into_iter().map(|(job, size, _)| (job, size)).collect()
    }

    /// Virtual slots (times weight) that each phase has now: job, slots.
    pub fn allocation(&mut self) -> Vec<(u32, f64)> {
        self.present().into_iter().map(|(job, _, rate)| (job, rate)).collect()
    }

    /// Each phase in order of the round: job, what is left of it, how fast it ages.
    fn present(&mut self) -> Vec<(u32, f64, f64)> {
        self.turn_back();
        let mut present = vec![];
        self.cohorts.visit_all(|job, remaining, rate| present.push((job, remaining.get(), rate)));
        present.sort_unstable_by_key(|(job, ..)| (self.jobs[*job as usize].tasks, *job));
        present
    }

    /// Whether a phase is tiny.
    pub fn is_tiny(&self, job: u32) -> bool {
        self.of(job).is_some_and(|about| about.tiny)
    }

    /// Since when nothing has been left of a phase; infinite while something is, and if it is tiny.
    pub fn over_since(&self, job: u32) -> f64 {
        self.of(job).map_or(f64::INFINITY, |about| about.over)
    }

    /// Virtual remaining size of a phase.
    pub fn size(&mut self, job: u32) -> f64 {
        self.turn_back();
        self.of(job).map_or(0.0, |about| self.cohorts.remaining(job, about.share, about.weight).get())
    }

    // Phases and what they hold.

    fn of(&self, job: u32) -> Option<&Virtual> {
        self.jobs.get(job as usize).filter(|about| about.state != State::Away)
    }

    /// Lets time pass until `first` is complete, and with it all of whom nothing to speak of is left.
    fn complete_at(&mut self, time: Sum, first: u32) {
        self.cohorts.set_now(time);
        self.due.clear();
        self.due.push(first);
        self.cohorts.visit_least(|job, left| {
            let done = job == first || self.jobs[job as usize].is_done(left);
            self.due.extend((done && job != first).then_some(job));
            done
        });
        for i in 0..self.due.len() {
            let job = self.due[i];
            self.note(job);
            self.part(job);
            match (self.future.begun, self.jobs[job as usize].state) {
                (true, _) => self.jobs[job as usize].state = State::Ahead,
                (false, State::Gone) => self.jobs[job as usize].state = State::Away,
                (false, _) => self.join(job, Sum::ZERO),
            }
        }
        if self.future.begun {
            self.foresee(time);
        }
        self.settle();
    }

    /// A phase of which so much is left joins the others.
    fn join(&mut self, job: u32, remaining: Sum) {
        let about = &mut self.jobs[job as usize];
        let remaining = if remaining.get() > TIE * about.aged.get() { remaining } else { Sum::ZERO };
        about.remaining = remaining;
        about.over = if remaining > Sum::ZERO { f64::INFINITY } else { about.over.min(self.cohorts.now().get()) };
        about.wants = remaining > Sum::ZERO && about.tasks > 0;
        about.share = Share::NONE;
        if about.wants {
            self.sharing.enter(job, about.tasks);
            about.share = self.sharing.of(job);
        }
        if remaining > Sum::ZERO {
            self.cohorts.join(job, about.share, about.weight, remaining, about.marks);
        } else {
            self.cohorts.rejoin(job, about.share, about.weight, OVER.plus(about.over.into()), about.marks);
        }
    }

    /// A phase is taken out; returns what is left of it.
    fn part(&mut self, job: u32) -> Sum {
        let about = &mut self.jobs[job as usize];
        let remaining = self.cohorts.remaining(job, about.share, about.weight);
        self.cohorts.part(job, about.share, about.weight);
        about.aged = about.aged.plus(about.remaining).minus(remaining);
        if about.wants {
            self.sharing.leave(job);
            about.wants = false;
        }
        remaining
    }

    /// Divides the slots anew after the demand of a phase has changed.
    fn settle(&mut self) {
        self.cohorts.set_level(self.sharing.settle());
        while let Some(job) = self.sharing.moved() {
            let Virtual { wants, share, weight, marks, .. } = self.jobs[job as usize];
            if wants && self.sharing.of(job) != share {
                self.note(job);
                let remaining = self.cohorts.remaining(job, share, weight);
                self.cohorts.part(job, share, weight);
                let about = &mut self.jobs[job as usize];
                about.aged = about.aged.plus(about.remaining).minus(remaining);
                about.remaining = remaining;
                about.share = self.sharing.of(job);
                self.cohorts.join(job, about.share, weight, remaining, marks);
            }
        }
    }
}

#[cfg(test)]
mod tests;
