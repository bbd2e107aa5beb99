//! The order of priority, and the future that it may depend on.

use super::cohorts::{Head, Reading};
use super::{Key, OVER, State, Virtual, VirtualCluster};
use crate::sim::Sum;

/// A place in the order of priority: the key, and the job, which settles ties. The key of a phase that is tiny, so that it
/// has no size, is below all others.
pub type Rank = (Sum, u32);

/// Relative precision of keys: two that are closer are equal.
const EQUAL: f64 = 1e-9;

/// Whether this is the key of a phase of which nothing is left.
pub fn is_over(key: Sum) -> bool {
    (OVER..Sum::ZERO).contains(&key)
}

/// Whether two keys are equal.
pub fn are_equal(a: Sum, b: Sum) -> bool {
    // Of what is over, when.
    let zero = if a < Sum::ZERO { OVER } else { Sum::ZERO };
    let (a, b) = (a.minus(zero).get(), b.minus(zero).get());
    a == b || (a - b).abs() <= EQUAL * a.abs().max(b.abs()).min(f64::MAX)
}

/// What can be asked for in the order of priority.
pub mod marks {
    /// A phase that is not complete in the real cluster.
    pub const PRESENT: u8 = 1;
    /// It has tasks that wait.
    pub const WAITING: u8 = 2;
    /// It has tasks that are paused.
    pub const PAUSED: u8 = 4;
    /// It has samples that wait.
    pub const TRAINEE: u8 = 8;
    /// Its tasks may have slots.
    pub const OPEN: u8 = 16;
    /// They may, and more of them are wanted as samples.
    pub const WANTING: u8 = 32;
}

/// What is done to look ahead, to be undone.
#[derive(Clone, Debug, Default)]
pub struct Future {
    /// Whether the virtual cluster has been run ahead.
    pub begun: bool,
    /// Whether there is nothing more to see.
    ended: bool,
    /// The present.
    pub from: Sum,
    present: Reading,
    /// Who is complete ahead, in order: seconds, job.
    finished: Vec<Rank>,
    /// Phases that have been moved, as they were, with their places in their cohorts.
    moves: Vec<(u32, Virtual, Sum)>,
}

/// A position in a walk through the order of priority.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    marks: u8,
    ahead: bool,
    /// The next phase of which nothing is left: these come first. The last of them so far.
    late: Option<u32>,
    last_late: Option<u32>,
    /// Then the first phases of each cohort, once one of them is asked for.
    aging: bool,
    heads: Vec<Head>,
    /// Phases whose keys equal that of the last one, the first of them at the end, and the first phase behind them.
    equals: Vec<u32>,
    behind: Option<Rank>,
    foreseen: usize,
}

impl VirtualCluster {
    /// Seconds from now until each phase is virtually complete if nothing else happens: job, seconds.
    pub fn finishes(&mut self) -> Vec<(u32, f64)> {
        self.rewind(Key::Finish, marks::PRESENT);
        let finishes = std::iter::from_fn(|| self.advance()).collect::<Vec<_>>();
        finishes.into_iter().map(|job| (job, self.rank(Key::Finish, job).0.get().max(0.0))).collect()
    }

    /// Begins to go through the phases with one of these marks, the first in priority first.
    pub fn rewind(&mut self, key: Key, marks: u8) {
        self.walk.marks = marks;
        self.walk.ahead = key == Key::Finish;
        self.walk.late = self.cohorts.first_late(marks);
        self.walk.last_late = None;
        self.walk.aging = false;
        self.walk.foreseen = 0;
    }

    /// The next of them.
    pub fn advance(&mut self) -> Option<u32> {
        let marks = self.walk.marks;
        if let Some(late) = self.walk.late {
            self.walk.late = self.cohorts.next_late(late, marks);
            self.walk.last_late = Some(late);
            return Some(late);
        }
        if !self.walk.ahead {
            return self.advance_by_remaining();
        }
        loop {
            while let Some((_, job)) = self.future.finished.get(self.walk.foreseen) {
                self.walk.foreseen += 1;
                if self.jobs[*job as usize].marks & marks != 0 {
                    return Some(*job);
                }
            }
            if !self.look_further() {
                return None;
            }
        }
    }

    /// The next by what is left. What is equal but for rounding is in order of arrival.
    fn advance_by_remaining(&mut self) -> Option<u32> {
        let Walk { marks, last_late, aging, heads, equals, behind, .. } = &mut self.walk;
        if !std::mem::replace(aging, true) {
            equals.clear();
            *behind = None;
            self.cohorts.heads(*marks, *last_late, heads);
        }
        if equals.is_empty() {
            let (key, first) = behind.take().or_else(|| self.cohorts.advance(*marks, heads))?;
            equals.push(first);
            *behind = loop {
                match self.cohorts.advance(*marks, heads) {
                    Some((other, job)) if are_equal(other, key) => equals.push(job),
                    next => break next,
                }
            };
            equals.sort_unstable_by(|a, b| b.cmp(a));
        }
        equals.pop()
    }

    /// Whether some phase may have come to its virtual end by now since the order was looked at.
    pub fn has_ended_by(&self, now: f64) -> bool {
        let ends = match self.future.finished.first() {
            Some((seconds, _)) if self.future.begun => self.future.from.plus(*seconds),
            _ => self.cohorts.next_end().map_or(f64::INFINITY.into(), |(ends, _)| ends),
        };
        ends.get() <= now * (1.0 + EQUAL)
    }

    /// Where a phase is in the order of priority. By `Key::Finish`, what has not been looked for by [`look_further`](Self::look_further) is
    /// last.
    pub fn rank(&self, key: Key, job: u32) -> Rank {
        let about = &self.jobs[job as usize];
        let value = match key {
            _ if self.cohorts.is_late(job) => self.cohorts.key(job),
            Key::Remaining => self.cohorts.remaining(job, about.share, about.weight),
            Key::Finish if about.state == State::Ahead => return self.future.finished[about.foreseen as usize],
            Key::Finish => f64::INFINITY.into(),
        };
        (value, job)
    }

    /// Whether it is known where a phase is in the order.
    pub fn is_ranked(&self, key: Key, job: u32) -> bool {
        key == Key::Remaining || self.jobs[job as usize].state == State::Ahead || self.cohorts.is_late(job)
    }

    /// Runs the virtual cluster ahead to the next completions; says whether there are any.
    pub fn look_further(&mut self) -> bool {
        if self.future.ended {
            return false;
        }
        if !self.future.begun {
            self.future.begun = true;
            self.cohorts.read(&mut self.future.present);
            self.future.from = self.cohorts.now();
        }
        match self.cohorts.next_end() {
            Some((ends, job)) => self.complete_at(ends, job),
            None => {
                // What does not age comes last.
                self.future.ended = true;
                self.due.clear();
                self.cohorts.visit_all(|job, remaining, _| self.due.extend((remaining > Sum::ZERO).then_some(job)));
                self.foresee(f64::INFINITY.into());
            }
        }
        true
    }

    /// Those that are due are complete ahead.
    pub(super) fn foresee(&mut self, time: Sum) {
        let seconds = if time == f64::INFINITY.into() { time } else { time.minus(self.future.from) };
        self.due.sort_unstable();
        for &job in &self.due {
            let about = &mut self.jobs[job as usize];
            if about.marks & marks::PRESENT != 0 {
                about.foreseen = self.future.finished.len() as u32;
                self.future.finished.push((seconds, job));
            }
        }
    }

    /// Turns the virtual cluster back to the present.
    pub(super) fn turn_back(&mut self) {
        if !self.future.begun {
            return;
        }
        self.cohorts.set_now(self.future.from);
        while let Some((job, before, key)) = self.future.moves.pop() {
            let about = self.jobs[job as usize];
            if about.state == State::Ahead {
                self.sharing.enter(job, about.tasks);
            } else {
                self.cohorts.part(job, about.share, about.weight);
            }
            self.jobs[job as usize] = Virtual { marks: about.marks, ..before };
            self.cohorts.rejoin(job, before.share, before.weight, key, about.marks);
        }
        self.sharing.settle();
        // All are where they were already.
        while self.sharing.moved().is_some() {}
        self.cohorts.restore(&self.future.present);
        self.future.finished.clear();
        (self.future.begun, self.future.ended) = (false, false);
    }

    /// Remembers how a phase was before it is moved ahead.
    pub(super) fn note(&mut self, job: u32) {
        if self.future.begun {
            self.future.moves.push((job, self.jobs[job as usize], self.cohorts.key(job)));
        }
    }
}
