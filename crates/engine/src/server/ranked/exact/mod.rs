//! The job of least rank, whatever ranks do with age.

mod plan;

use super::group::{Group, Held, Member};
use super::pieces::{Course, GRAIN, Piece, Pieces, Track};
use super::waiting::{Entry, Slots, Trend, Waiting, Who};
use super::{Curve, NAN, same};
use crate::formula::{Shape, Ties};
use crate::server::JobState;
use crate::server::parts::room;
use crate::server::scheduler::{Fault, Next, Scheduler};
use crate::sim::{Forest, Sum, TIE};
use crate::workload::Job;
use plan::Plan;

const WILD: &str = "its rank oscillates too fast";
/// Events in a row without service, beside one for each job, that cannot come from anything but rounding.
const STALLED: usize = 1000;

/// The job of least rank runs, on one server, and gives way as soon as its rank has risen to that of another.
///
/// * A job whose rank falls or stays keeps the server against all whose rank is equal, but an earlier one of the same kind.
/// * If the least rank is that of several jobs and would rise for each, they share as a [`Group`].
/// * A member of a group whose rank stops rising is served alone until its rank has risen above the level again; one whose rank
///   jumps up leaves the group.
///
/// It is what serving the first in (rank, arrival, id) for one quantum after the other tends to as quanta get shorter. Groups that
/// were interrupted wait as a whole, so LAS costs O(log n) an event here, too.
#[derive(Debug)]
pub struct Exact<C, F> {
    curve_of: F,
    ties: Ties,
    jobs: Slots<Held<C>>,
    groups: Slots<Group>,
    forest: Forest,
    pieces: Pieces,
    waiting: Waiting,
    running: Option<Who>,
    plan: Plan,
    /// Whether who runs is still to be settled.
    unsettled: bool,
    stalled: usize,
    fault: Option<Fault>,
}

impl<C: Curve, F: Fn(u32, &Job) -> C> Exact<C, F> {
    /// `jobs` jobs, their curves of this shape made by `curve_of`.
    pub fn new(jobs: usize, shape: Shape, ties: Ties, curve_of: F) -> Self {
        let room = room(jobs);
        // Whether a rank stays matters only if those that stay share.
        let shape = if shape == Shape::Falling && ties == Ties::Shared { Shape::General } else { shape };
        Self {
            curve_of,
            ties,
            jobs: Slots::with_capacity(room),
            groups: Slots::with_capacity(room),
            forest: Forest::with_capacity(room),
            pieces: Pieces::new(shape, room),
            waiting: Waiting::with_capacity(room),
            running: None,
            plan: Plan::Idle,
            unsettled: false,
            stalled: 0,
            fault: None,
        }
    }

    fn fail(&mut self, slot: u32, what: &str) {
        let Held { index, age, .. } = *self.jobs.get(slot);
        self.fault.get_or_insert_with(|| Fault { job: index, age: Some(age), time: 0.0, what: what.to_owned() });
    }

    /// The piece on which the job in a slot is; the next one, if it stands on a summit but for what ranks can tell.
    fn piece(&mut self, slot: u32) -> Piece {
        let Held { age, known, curve, track, .. } = self.jobs.get_mut(slot);
        let piece = self.pieces.at(curve, track, *age);
        if piece.course != Course::Rising || piece.slope.is_some() || *age <= piece.from {
            return piece;
        }
        let rank = if known.0 == *age { known.1 } else { curve.rank(*age) };
        if piece.last - rank > GRAIN * rank.abs() {
            return piece;
        }
        self.pieces.pass(curve, track, *age);
        self.pieces.at(curve, track, *age)
    }

    /// The job in a slot with its present rank, which is what it will be as soon as it is served.
    fn entry(&mut self, slot: u32) -> Entry {
        let piece = self.piece(slot);
        let job = self.jobs.get_mut(slot);
        if job.age < piece.from {
            job.age = piece.from;
        }
        if job.known.0 != job.age {
            job.known = (job.age, if job.age == piece.from { piece.first } else { job.curve.rank(job.age) });
        }
        let (rank, index) = (job.known.1, job.index + 1);
        if rank.is_nan() || piece.course == Course::Lost {
            self.fail(slot, NAN);
        } else if piece.course == Course::Wild {
            self.fail(slot, WILD);
        }
        let trend = match (piece.course, self.ties) {
            (Course::Rising, _) => Trend::Rising,
            (Course::Staying, Ties::Shared) => Trend::Level,
            _ => Trend::Firm,
        };
        Entry { rank, trend, index, who: Who::Job(slot) }
    }

    fn entry_of(&mut self, who: Who) -> Entry {
        match who {
            Who::Job(slot) => self.entry(slot),
            Who::Group(id) => {
                let group = self.groups.get(id);
                let trend = if group.rank.is_some() { Trend::Level } else { Trend::Rising };
                Entry { rank: group.rank.unwrap_or(group.level.get()), trend, index: 0, who }
            }
        }
    }

    fn join(&mut self, id: u32, slot: u32) {
        let piece = self.piece(slot);
        self.groups.get_mut(id).join(&mut self.forest, &mut self.jobs, slot, piece);
    }

    /// Both are served together from now on.
    fn unite(&mut self, one: Entry, other: Entry) -> Entry {
        let who = match (one.who, other.who) {
            (Who::Group(id), Who::Job(slot)) | (Who::Job(slot), Who::Group(id)) => {
                self.join(id, slot);
                Who::Group(id)
            }
            (Who::Job(first), Who::Job(second)) => {
                let group =
                    if one.trend == Trend::Level { Group::new(Sum::ZERO, Some(one.rank)) } else { Group::new(one.rank.into(), None) };
                let id = self.groups.put(group);
                self.join(id, first);
                self.join(id, second);
                Who::Group(id)
            }
            (Who::Group(first), Who::Group(second)) => {
                let other = std::mem::replace(self.groups.get_mut(second), Group::new(Sum::ZERO, None));
                self.groups.release(second);
                self.groups.get_mut(first).meld(&mut self.forest, &mut self.jobs, other);
                Who::Group(first)
            }
        };
        Entry { who, index: 0, ..one }
    }

    /// Finds out who is to run, and until when.
    fn settle(&mut self) {
        self.unsettled = false;
        let first = match self.running {
            Some(who) => Some(self.entry_of(who)),
            None => self.waiting.pop(),
        };
        let Some(mut run) = first else {
            self.plan = Plan::Idle;
            return;
        };
        let mut changed = false;
        while let Some(top) = self.waiting.peek().copied() {
            if run.shares_with(&top) {
                self.waiting.pop();
                run = self.unite(run, top);
            } else if !changed && top.precedes(&run) {
                self.waiting.pop();
                self.waiting.push(run);
                (run, changed) = (top, true);
            } else {
                break;
            }
        }
        self.running = Some(run.who);
        self.plan = match run.who {
            Who::Job(slot) => self.alone(slot, run.rank),
            Who::Group(id) => self.together(id),
        };
    }

    /// Takes out a member of the group that is served whose work is done, and parts with those whose rank stops rising.
    fn leave(&mut self, id: u32) -> Option<u32> {
        while let Some((slot, _)) = self.groups.get(id).first(&self.forest, &self.jobs) {
            let (group, job) = (self.groups.get_mut(id), self.jobs.get(slot));
            if !group.is_due(job) {
                break;
            }
            let completes = job.completes();
            group.pop(&mut self.forest, &mut self.jobs);
            self.unsettled = true;
            if completes {
                return Some(slot);
            }
            let job = self.jobs.get_mut(slot);
            let end = job.age;
            if end < job.member.exit {
                self.pieces.pass(&job.curve, &mut job.track, end);
            }
            let piece = self.piece(slot);
            let group = self.groups.get(id);
            let stays = match group.rank {
                None => piece.course == Course::Rising,
                Some(rank) => piece.course == Course::Staying && same(piece.first, rank),
            };
            if stays && piece.from == end {
                self.join(id, slot);
            } else {
                let (entry, level) = (self.entry(slot), self.entry_of(Who::Group(id)).rank);
                // Of several whose rank jumps down only the first does, for the server is then its own.
                let down = entry.rank < level && !same(entry.rank, level);
                self.waiting.push(if down { Entry { rank: level, trend: Trend::Firm, ..entry } } else { entry });
            }
        }
        None
    }

    fn progress(&mut self, dt: f64) {
        self.stalled = if dt > 0.0 { 0 } else { self.stalled + 1 };
        if self.stalled > STALLED + self.waiting.len() {
            let slot = match self.running {
                Some(Who::Group(id)) => self.groups.get(id).first(&self.forest, &self.jobs).map(|first| first.0),
                Some(Who::Job(slot)) => Some(slot),
                None => None,
            };
            slot.into_iter().for_each(|slot| self.fail(slot, WILD));
        }
    }
}

impl<C: Curve, F: Fn(u32, &Job) -> C> Scheduler for Exact<C, F> {
    fn arrive(&mut self, index: u32, job: &Job) {
        let curve = (self.curve_of)(index, job);
        let track = Track::new(job.estimate);
        let held = Held { index, size: job.size, age: 0.0, known: (f64::NAN, 0.0), curve, track, member: Member::NOWHERE };
        let slot = self.jobs.put(held);
        let entry = self.entry(slot);
        let hidden = self.running.is_some() && self.waiting.peek().is_some_and(|top| !entry.precedes(top) && !entry.shares_with(top));
        self.waiting.push(entry);
        if !hidden {
            self.settle();
        }
    }

    fn next(&self) -> Next {
        match (self.plan, self.running) {
            (Plan::Alone { age, .. }, Some(Who::Job(slot))) => {
                let job = self.jobs.get(slot);
                Next { completion: (job.size - job.age).max(0.0), event: (age - job.age).max(0.0), slack: 0.0 }
            }
            (Plan::Together { time, passed, completes, .. }, _) => {
                let left = (time - passed).max(0.0);
                if completes { Next { completion: left, ..Next::NEVER } } else { Next { event: left, ..Next::NEVER } }
            }
            _ => Next::NEVER,
        }
    }

    fn advance(&mut self, dt: f64) {
        self.progress(dt);
        match (&mut self.plan, self.running) {
            (Plan::Alone { .. }, Some(Who::Job(slot))) => self.jobs.get_mut(slot).age += dt,
            (Plan::Together { level, time, passed, .. }, Some(Who::Group(id))) => {
                let (before, left) = (*level, *time - *passed);
                *passed += dt;
                let group = self.groups.get_mut(id);
                if dt >= left * (1.0 - 4.0 * f64::EPSILON) {
                    group.rise_to(&mut self.jobs, before);
                } else if !group.serve(&mut self.jobs, dt)
                    && let Some((slot, _)) = group.first(&self.forest, &self.jobs)
                {
                    self.fail(slot, WILD);
                }
            }
            _ => {}
        }
    }

    fn complete(&mut self) -> Option<u32> {
        let done = match self.running {
            Some(Who::Job(slot)) => {
                let job = self.jobs.get(slot);
                (job.size - job.age <= TIE * job.size).then(|| {
                    self.running = None;
                    slot
                })
            }
            Some(Who::Group(id)) => {
                let done = self.leave(id);
                if self.groups.get(id).is_empty() {
                    self.groups.release(id);
                    self.running = None;
                }
                done
            }
            None => None,
        };
        match done {
            Some(slot) => {
                self.unsettled = true;
                let job = self.jobs.get_mut(slot);
                self.pieces.release(&mut job.track);
                let index = job.index;
                self.jobs.release(slot);
                Some(index)
            }
            None => {
                if self.unsettled {
                    self.settle();
                }
                None
            }
        }
    }

    fn act(&mut self, _: &[Job]) {
        match (self.plan, self.running) {
            (Plan::Alone { age, rank }, Some(Who::Job(slot))) => {
                let job = self.jobs.get_mut(slot);
                // Where something else has happened meanwhile, it may not be time yet.
                if age.is_infinite() || age - job.age > TIE * age {
                    return;
                }
                (job.age, job.known) = (age, (age, rank));
                self.settle();
            }
            (Plan::Together { time, passed, .. }, _) if passed >= time * (1.0 - TIE) => self.settle(),
            _ => {}
        }
    }

    fn late(&self) -> usize {
        0
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn for_each(&self, _: &[Job], visit: &mut dyn FnMut(JobState)) {
        let mut show = |slot: u32, age: f64, share: f64| {
            let job = self.jobs.get(slot);
            let remaining = (job.size - age).max(0.0);
            visit(JobState { job: job.index, remaining, virtual_remaining: None, virtual_rate: 0.0, share, late: false });
        };
        let all = self.waiting.iter().map(|entry| (entry.who, 0.0));
        for (who, share) in all.chain(self.running.map(|who| (who, 1.0))) {
            match who {
                Who::Job(slot) => show(slot, self.jobs.get(slot).age, share),
                Who::Group(id) => {
                    self.groups.get(id).for_each(&self.forest, &self.jobs, |slot, age, part| show(slot, age, part * share));
                }
            }
        }
    }
}
