//! Jobs that share the server so that their ranks stay equal.

use super::pieces::{GRAIN, Piece, Track, zero};
use super::waiting::Slots;
use super::{Curve, same};
use crate::sim::{Falling, Forest, Sum, TIE};

const NONE: u32 = u32::MAX;
/// How nearly ages follow from a level: next to a summit only to half of the digits.
const NEAR: f64 = 1e-7;

/// A job that is present.
#[derive(Debug)]
pub struct Held<C> {
    pub index: u32,
    pub size: f64,
    /// Its attained service; that of a member of a group follows from the group's level, but if its rank is curved.
    pub age: f64,
    /// An age and the rank there: a rank at which the job has arrived is not computed again, since rounding would move it.
    pub known: (f64, f64),
    pub curve: C,
    pub track: Track,
    pub member: Member,
}

/// What a job knows of the group in which it is.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Level, age and rank when it joined.
    level: Sum,
    age: f64,
    rank: f64,
    piece: Option<Piece>,
    /// Its slope, if its piece is straight.
    slope: Option<f64>,
    /// The age at which its piece or its work ends.
    pub exit: f64,
    next: u32,
}

impl Member {
    /// Of no group.
    pub const NOWHERE: Self = Self { level: Sum::ZERO, age: 0.0, rank: 0.0, piece: None, slope: None, exit: 0.0, next: NONE };
}

impl<C: Curve> Held<C> {
    /// Whether it leaves its group because its work is done.
    pub fn completes(&self) -> bool {
        self.size - self.member.exit <= TIE * self.size
    }

    /// The level at which it leaves its group.
    pub fn exit_level(&self) -> Sum {
        let Member { level, age, rank, slope, exit, .. } = self.member;
        let rise = slope.map_or_else(|| self.curve.rank(exit) - rank, |slope| slope * (exit - age));
        level.plus(rise.max(0.0).into())
    }

    /// Its age when its group is at a level no less than the present one.
    fn age_at(&self, at: Sum) -> f64 {
        let Member { level, age, rank, piece, slope, exit, .. } = self.member;
        let rise = at.minus(level).get();
        match (slope, piece) {
            (Some(slope), _) => age + rise / slope,
            (None, _) if at >= self.exit_level() => exit,
            // Where the piece ends, not where the work does: nobody else can know that.
            (None, Some(piece)) => piece.age_of(&self.curve, self.age, piece.to, rank + rise).min(exit),
            (None, None) => self.age,
        }
    }
}

/// Jobs of one rank, the *level*, which rises as they are served: a member with rank r(a) at age a has a rate ∝ 1/r′(a).
///
/// Ages follow from the level, so an event costs O(log n) where ranks are straight: the level then rises at the speed
/// 1/Σ(1/slope). Members whose rank is curved are asked for their age at each new level.
///
/// Jobs of equal ranks that do not change are a group as well, if they are to share: its level is the service that each of them
/// has attained since it began.
#[derive(Debug)]
pub struct Group {
    /// To 106 bits, since ages are differences of levels.
    pub level: Sum,
    /// The rank of all members, if it does not change.
    pub rank: Option<f64>,
    /// Members by the level at which they leave.
    exits: Falling,
    /// Σ(1/slope) over straight members.
    inverse: Sum,
    /// List of the curved ones.
    curved: u32,
}

impl Group {
    pub fn new(level: Sum, rank: Option<f64>) -> Self {
        Self { level, rank, exits: Falling::new(), inverse: Sum::ZERO, curved: NONE }
    }

    pub fn is_empty(&self) -> bool {
        self.exits.is_empty()
    }

    /// A job on this piece joins.
    pub fn join<C: Curve>(&mut self, forest: &mut Forest, jobs: &mut Slots<Held<C>>, slot: u32, piece: Piece) {
        let job = jobs.get_mut(slot);
        let slope = if self.rank.is_some() { Some(1.0) } else { piece.slope };
        let (age, exit) = (job.age, piece.to.min(job.size));
        // Its rank is the level but for rounding, or as nearly as its age can tell: then the next ages do better.
        let rank = if slope.is_some() { 0.0 } else { job.curve.rank(age) };
        let level = self.level.get();
        let rank = if slope.is_some() || same(rank, level) { rank } else { level };
        job.member = Member { level: self.level, age, rank, piece: Some(piece), slope, exit, next: NONE };
        let exit = job.exit_level().get();
        match slope {
            Some(slope) => self.inverse.add(1.0 / slope),
            None => job.member.next = std::mem::replace(&mut self.curved, slot),
        }
        forest.insert(&mut self.exits, slot, exit, 0.0);
    }

    /// Another group of the same level joins.
    pub fn meld<C>(&mut self, forest: &mut Forest, jobs: &mut Slots<Held<C>>, other: Self) {
        self.inverse = self.inverse.plus(other.inverse);
        forest.meld(&mut self.exits, other.exits);
        if other.curved != NONE {
            let mut last = other.curved;
            while jobs.get(last).member.next != NONE {
                last = jobs.get(last).member.next;
            }
            jobs.get_mut(last).member.next = std::mem::replace(&mut self.curved, other.curved);
        }
    }

    /// The member that leaves first, and the level at which it does.
    pub fn first<C: Curve>(&self, forest: &Forest, jobs: &Slots<Held<C>>) -> Option<(u32, Sum)> {
        forest.top(&self.exits).map(|top| (top.item, jobs.get(top.item).exit_level()))
    }

    /// Present age of a member.
    pub fn age<C: Curve>(&self, job: &Held<C>) -> f64 {
        if job.member.slope.is_some() { job.age_at(self.level).min(job.member.exit) } else { job.age }
    }

    /// Whether a member has come to where it leaves. At a summit only its rank can tell; work is done when it is done.
    pub fn is_due<C: Curve>(&self, job: &Held<C>) -> bool {
        let scale = GRAIN * job.member.rank.abs().max(self.level.get().abs());
        let near = || job.member.slope.is_none() && !job.completes() && job.exit_level().minus(self.level).get() <= scale;
        job.member.exit - self.age(job) <= TIE * job.member.exit || near()
    }

    /// Takes out the member that leaves first, which is due.
    pub fn pop<C: Curve>(&mut self, forest: &mut Forest, jobs: &mut Slots<Held<C>>) -> Option<u32> {
        let slot = forest.pop(&mut self.exits)?.item;
        let age = self.age(jobs.get(slot));
        let job = jobs.get_mut(slot);
        // What is missing but for rounding is there; what a summit hides is not.
        job.age = if job.member.exit - age <= TIE * job.member.exit { job.member.exit } else { age };
        let next = job.member.next;
        if let Some(slope) = job.member.slope {
            // What is left of nothing is nothing.
            if self.exits.is_empty() { self.inverse = Sum::ZERO } else { self.inverse.add(-1.0 / slope) }
        } else if self.curved == slot {
            self.curved = next;
        } else {
            let mut before = self.curved;
            while jobs.get(before).member.next != slot {
                before = jobs.get(before).member.next;
            }
            jobs.get_mut(before).member.next = next;
        }
        Some(slot)
    }

    fn each_curved<C>(&self, jobs: &Slots<Held<C>>, mut visit: impl FnMut(u32, &Held<C>)) {
        let mut slot = self.curved;
        while slot != NONE {
            let job = jobs.get(slot);
            visit(slot, job);
            slot = job.member.next;
        }
    }

    /// How long it takes until the group is at a level.
    pub fn time_to<C: Curve>(&self, jobs: &Slots<Held<C>>, level: Sum) -> f64 {
        let rise = level.minus(self.level).get().max(0.0);
        let mut time = rise * self.inverse.get();
        self.each_curved(jobs, |_, job| time += (job.age_at(level) - job.age).max(0.0));
        time
    }

    /// The group comes to a level.
    pub fn rise_to<C: Curve>(&mut self, jobs: &mut Slots<Held<C>>, level: Sum) {
        let mut slot = self.curved;
        while slot != NONE {
            let job = jobs.get_mut(slot);
            job.age = job.age_at(level).max(job.age);
            slot = job.member.next;
        }
        self.level = level;
    }

    /// The group is served for a time in which nobody leaves; false if ranks turn where they were thought to rise, so that no level
    /// takes just that time.
    pub fn serve<C: Curve>(&mut self, jobs: &mut Slots<Held<C>>, dt: f64) -> bool {
        // As far as it would rise if one of its members had all the time, or if all the straight ones had.
        let mut high = dt / self.inverse.get();
        if self.curved == NONE {
            self.level.add(high);
            return true;
        }
        let mut oldest = 0.0_f64;
        self.each_curved(jobs, |_, job| {
            oldest = oldest.max(job.age);
            let most = job.member.piece.map_or(0.0, |piece| job.curve.rank((job.age + dt).min(piece.to)));
            high = high.min((most - job.member.rank) - self.level.minus(job.member.level).get());
        });
        let late = |rise: f64| self.time_to(jobs, self.level.plus(rise.into())) - dt;
        let over = late(high);
        let rise = if over > 0.0 { zero((0.0, -dt), (high, over), late) } else { high };
        let mut left = -late(rise);
        self.rise_to(jobs, self.level.plus(rise.into()));
        // Where a rank rises by less than can be written, its level does not tell the age.
        let mut flattest: Option<(u32, Sum)> = None;
        self.each_curved(jobs, |slot, job| {
            let exit = job.exit_level();
            if flattest.is_none_or(|(_, least)| exit < least) {
                flattest = Some((slot, exit));
            }
        });
        if let Some((slot, _)) = flattest
            && left > 0.0
        {
            let job = jobs.get_mut(slot);
            let age = (job.age + left).min(job.member.exit);
            left -= age - job.age;
            job.age = age;
        }
        left.abs() <= NEAR * (oldest + dt)
    }

    /// Visits every member: slot, age, and its part of what the group is given.
    pub fn for_each<C: Curve>(&self, forest: &Forest, jobs: &Slots<Held<C>>, mut visit: impl FnMut(u32, f64, f64)) {
        let Some((_, exit)) = self.first(forest, jobs) else { return };
        let step = (exit.minus(self.level).get() * 1e-6).max(f64::MIN_POSITIVE);
        let inverse = |job: &Held<C>| {
            let far = || (job.age_at(self.level.plus(step.into())) - job.age).max(0.0) / step;
            job.member.slope.map_or_else(far, |slope| 1.0 / slope)
        };
        let mut total = self.inverse.get();
        self.each_curved(jobs, |_, job| total += inverse(job));
        forest.for_each(&self.exits, |slot, _| {
            let job = jobs.get(slot);
            visit(slot, self.age(job), inverse(job) / total);
        });
    }
}
