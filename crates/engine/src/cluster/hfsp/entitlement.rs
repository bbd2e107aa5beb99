use super::parameters::{Parameters, Primitive};
use super::virtual_cluster::{Rank, are_equal, is_over, marks};
use super::{Preemption, Side};
use crate::cluster::delay::Delay;
use crate::cluster::victim::{Turn, Victim};
use crate::cluster::{Cluster, Status, TaskId};
use crate::sim::{Key, Sum};
use crate::workload::Phase;

/// Finds the tasks that hold what others are entitled to, over the whole cluster.
///
/// Samples come first, in the order in which they are served, then each phase may hold as many slots as it can use, in
/// order of priority, until there is none left. A phase that lacks slots claims those on their way to being free; for
/// each that it lacks beyond these a task of a phase that holds more than it is entitled to is chosen, on a machine where
/// the slot would be used. A sample takes it from anybody (thesis, section 4.6.2: "even if they are part of a job with
/// higher priority"), others from phases strictly behind alone ("smaller").
///
/// A machine that reports loses those of its tasks that are chosen. What is chosen elsewhere matters to it only as far as
/// its own tasks could be: so most reports are answered after a look at those.
#[derive(Debug, Default)]
pub struct Entitlement {
    /// Number of this plan.
    plan: u64,
    /// By number of the job; of another plan, it says nothing.
    stands: Vec<Stand>,
    /// Phases that lack slots, in the order of their claims.
    claims: Vec<Claim>,
    /// Tasks of this machine that could be chosen.
    own: Vec<TaskId>,
    /// The phases among theirs that hold more than they are entitled to.
    holders: Vec<Rank>,
    /// Phases that hold more than they are entitled to, the first in priority first.
    rich: Vec<Rank>,
    /// Their tasks, first the one that is chosen first.
    victims: Vec<Candidate>,
}

/// What a phase is entitled to.
#[derive(Clone, Copy, Debug, Default)]
struct Stand {
    plan: u64,
    /// Slots for its samples, and in all.
    samples: u32,
    slots: u32,
    /// Slots that have been found for its samples.
    found: u32,
    /// Its turn among those that want samples.
    turn: u32,
    /// Slots that it holds beyond those it is entitled to, once they have been counted.
    spare: u32,
    counted: bool,
    /// Its place among those that have any; those of equal keys have the same. Its key.
    place: u32,
    key: Sum,
}

/// What samples leave.
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// Slots that nobody is entitled to yet.
    left: u32,
    /// Slots on their way that meet no claim yet.
    coming: u32,
    /// Slots that phases hold and are entitled to.
    kept: u32,
}

/// Slots that a phase lacks.
#[derive(Clone, Copy, Debug)]
struct Claim {
    job: u32,
    slots: u32,
    /// Where it is in the order of priority, unless it is a sample's.
    rank: Option<Rank>,
}

/// A task that could be chosen.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// The greatest is chosen first.
    key: Turn,
    machine: u32,
}

/// A report of a machine.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    pub cluster: &'a Cluster<'a>,
    pub machine: u32,
    pub phase: Phase,
    pub delay: &'a Delay,
    pub preemption: &'a Preemption,
    pub parameters: &'a Parameters,
}

impl Report<'_> {
    /// Slots that a phase holds and keeps unless somebody takes them.
    fn held(&self, job: u32) -> u32 {
        let state = self.cluster.phase(job, self.phase);
        state.running - state.leaving
    }

    /// Whether a task could lose its slot, whosoever it is.
    fn could_lose(&self, side: &Side, id: TaskId) -> bool {
        let task = self.cluster.task(id);
        task.status == Status::Running
            && task.since < self.cluster.now
            && !side.estimator.is_sample(id)
            && !self.preemption.spares(self.cluster, id)
    }

    /// Whether the slot of a machine would be used for a claim. A paused task is not started as a sample.
    fn would_use(&self, claim: &Claim, machine: u32) -> bool {
        let paused = &self.cluster.machines[machine as usize].paused[self.phase.index()];
        claim.rank.is_some() && paused.iter().any(|task| task.job == claim.job)
            || self.delay.wish(self.cluster, claim.job, self.phase, machine).is_some()
    }

    /// Whether a phase claims what it is entitled to: a reduce that could only wait for its maps takes no slot away.
    fn claims(&self, job: u32) -> bool {
        self.phase == Phase::Map || self.cluster.maps_done(job)
    }
}

/// Whether a claim takes slots from a phase of another job, if that holds more than it is entitled to. A sample takes them from
/// anybody but those whose samples come first, who would take them back.
fn may_take(claim: &Claim, claimant: Stand, holder: Stand, of_holder: Rank) -> bool {
    of_holder.1 != claim.job
        && match claim.rank {
            None => holder.turn >= claimant.turn,
            Some(rank) => is_behind(of_holder, rank),
        }
}

/// Whether a phase of this rank is larger than one of another, and not only later than it. Of none that are over is anything left: they are
/// served in the order in which they became so, and take nothing from each other.
fn is_behind(rank: Rank, other: Rank) -> bool {
    rank.0 > other.0 && !are_equal(rank.0, other.0) && !(is_over(rank.0) && is_over(other.0))
}

impl Entitlement {
    /// The task of the machine that gives up its slot, if there is one.
    pub fn loser(&mut self, side: &mut Side, report: &Report<'_>) -> Option<TaskId> {
        let Report { cluster, machine, phase, parameters, .. } = *report;
        let key = parameters.key;
        self.own.clear();
        let running = cluster.machines[machine as usize].running[phase.index()].iter().copied();
        self.own.extend(running.filter(|task| report.could_lose(side, *task)));
        if self.own.is_empty() {
            return None;
        }
        let rest = self.entitle_samples(side, report);
        // Where no sample claims a slot, only a phase behind the first one that lacks a slot loses any.
        if self.claims.is_empty() {
            side.aging.rewind(key, marks::WAITING | marks::PAUSED);
            let first = side.aging.advance()?;
            let first = side.aging.rank(key, first);
            if !self.own.iter().any(|task| is_behind(side.aging.rank(key, task.job), first)) {
                return None;
            }
        }
        self.entitle(side, report, rest)?;
        let mut holders = std::mem::take(&mut self.holders);
        holders.clear();
        let rich = self.own.iter().filter(|task| report.held(task.job) > self.stand(side, task.job).slots);
        holders.extend(rich.map(|task| side.aging.rank(key, task.job)));
        self.holders = holders;
        let could = |claim: &Claim| {
            let claimant = self.stand(side, claim.job);
            self.holders.iter().any(|holder| may_take(claim, claimant, self.stand(side, holder.1), *holder))
                && report.would_use(claim, machine)
        };
        if !self.claims.iter().any(could) {
            return None;
        }
        self.list_victims(side, report);
        self.choose(report)
    }

    /// What a phase is entitled to by this plan; if it says nothing of it, the slots that its samples hold.
    fn stand(&self, side: &Side, job: u32) -> Stand {
        match self.stands.get(job as usize) {
            Some(stand) if stand.plan == self.plan => *stand,
            _ => {
                let samples = side.estimator.of(job).map_or(0, |known| known.training);
                Stand { plan: self.plan, samples, slots: samples, turn: u32::MAX, ..Stand::default() }
            }
        }
    }

    fn set_stand(&mut self, job: u32, stand: Stand) {
        if self.stands.len() <= job as usize {
            self.stands.resize(job as usize + 1, Stand::default());
        }
        self.stands[job as usize] = stand;
    }

    /// Finds out what phases are entitled to for their samples, and the claims that slots on their way do not meet. Samples
    /// that hold a slot keep it; phases that want more are looked at until there are no slots for samples left.
    fn entitle_samples(&mut self, side: &mut Side, report: &Report<'_>) -> Rest {
        let Report { cluster, phase, parameters, .. } = *report;
        let index = phase.index();
        self.plan += 1;
        self.claims.clear();
        let (slots, training) = (cluster.slots[index], side.estimator.training());
        let mut coming = slots - cluster.used[index] + cluster.leaving[index];
        let mut rest = Rest { left: slots - training, coming: 0, kept: training };
        let mut budget = parameters.training_slots.of(slots).saturating_sub(training);
        let mut turn = 0;
        if budget > 0 {
            side.find_in_training(marks::WANTING, |estimator, job| {
                let (wanted, training) = estimator.of(job).map_or((0, 0), |known| (known.wanted, known.training));
                let more = wanted.min(cluster.phase(job, phase).waiting).min(budget);
                budget -= more;
                rest.left -= more;
                let slots = training + more;
                rest.kept += report.held(job).min(slots) - training;
                let lacks = if report.claims(job) { more } else { 0 };
                let found = lacks.min(coming);
                coming -= found;
                turn += 1;
                self.set_stand(job, Stand { plan: self.plan, samples: slots, slots, found: lacks, turn, ..Stand::default() });
                if lacks > found {
                    self.claims.push(Claim { job, slots: lacks - found, rank: None });
                }
                (budget == 0).then_some(())
            });
        }
        Rest { coming, ..rest }
    }

    /// The same for all their slots; nothing if nobody holds more than that, or there is no such claim.
    fn entitle(&mut self, side: &mut Side, report: &Report<'_>, rest: Rest) -> Option<()> {
        let Report { cluster, phase, parameters, .. } = *report;
        let index = phase.index();
        let Rest { mut left, mut coming, mut kept } = rest;
        side.aging.rewind(parameters.key, marks::OPEN);
        while left > 0
            && let Some(job) = side.aging.advance()
        {
            let state = cluster.phase(job, phase);
            let stand = self.stand(side, job);
            let Stand { samples, found, .. } = stand;
            let slots = samples + (state.waiting + state.running + state.suspended).saturating_sub(samples).min(left);
            left -= slots - samples;
            let held = report.held(job);
            kept += held.min(slots) - held.min(samples);
            self.set_stand(job, Stand { slots, ..stand });
            let lacks = if report.claims(job) { slots.saturating_sub(held + found) } else { 0 };
            let found = lacks.min(coming);
            coming -= found;
            if lacks > found {
                let rank = side.aging.rank(parameters.key, job);
                self.claims.push(Claim { job, slots: lacks - found, rank: Some(rank) });
            }
        }
        let holds_more = cluster.used[index] - cluster.leaving[index] > kept;
        (holds_more && !self.claims.is_empty()).then_some(())
    }

    /// Lists the tasks that could be chosen.
    fn list_victims(&mut self, side: &mut Side, report: &Report<'_>) {
        let Report { cluster, phase, parameters, .. } = *report;
        let key = parameters.key;
        let mut victims = std::mem::take(&mut self.victims);
        victims.clear();
        self.rich.clear();
        for (machine, at) in (0..).zip(&cluster.machines) {
            for id in at.running[phase.index()].iter().copied() {
                let mut stand = self.stand(side, id.job);
                if !stand.counted {
                    (stand.counted, stand.spare) = (true, report.held(id.job).saturating_sub(stand.slots));
                    self.set_stand(id.job, stand);
                    self.rich.extend((stand.spare > 0).then_some((Sum::ZERO, id.job)));
                }
                if stand.spare > 0 && report.could_lose(side, id) {
                    victims.push(Candidate { key: (Key(0.0), Key(0.0), id), machine });
                }
            }
        }
        // One of them may stay unknown: it is the last.
        let unknown = |side: &Side, rich: &[Rank]| rich.iter().filter(|(_, job)| !side.aging.is_ranked(key, *job)).take(2).count() > 1;
        while unknown(side, &self.rich) && side.aging.look_further() {}
        for rank in &mut self.rich {
            *rank = side.aging.rank(key, rank.1);
        }
        self.rich.sort_unstable();
        let (mut place, mut of_place) = (0, None);
        for i in 0..self.rich.len() {
            let (key, job) = self.rich[i];
            if of_place.is_none_or(|first| !are_equal(first, key)) {
                (place, of_place) = (place + 1, Some(key));
            }
            let stand = &mut self.stands[job as usize];
            (stand.place, stand.key) = (place, key);
        }
        for candidate in &mut victims {
            candidate.key = self.turn(report, candidate.key.2);
        }
        victims.sort_unstable_by_key(|victim| std::cmp::Reverse(victim.key));
        self.victims = victims;
    }

    /// When a task has its turn to be chosen.
    fn turn(&self, report: &Report<'_>, id: TaskId) -> Turn {
        let Report { cluster, parameters, .. } = *report;
        let victim = if parameters.primitive == Primitive::Kill { Victim::LargestJob } else { parameters.victim };
        // Equal keys are in order of arrival.
        let place = f64::from(self.stands[id.job as usize].place) * f64::from(u32::MAX) + f64::from(id.job);
        victim.turn(cluster, id, place)
    }

    /// Meets the claims, one after the other, until a task of the machine is chosen. What is chosen elsewhere, or can be no
    /// longer, is taken off the list.
    fn choose(&mut self, report: &Report<'_>) -> Option<TaskId> {
        let Self { stands, claims, victims, .. } = self;
        for claim in claims.iter() {
            let claimant = stands[claim.job as usize];
            let mut lacks = claim.slots;
            let mut loser = None;
            // Tasks on one machine often follow each other.
            let mut used: Option<(u32, bool)> = None;
            victims.retain(|&Candidate { key: (.., id), machine }| {
                let stand = &mut stands[id.job as usize];
                if stand.spare == 0 || lacks == 0 || loser.is_some() || !may_take(claim, claimant, *stand, (stand.key, id.job)) {
                    return stand.spare > 0;
                }
                let uses = match used {
                    Some((last, uses)) if last == machine => uses,
                    _ => report.would_use(claim, machine),
                };
                used = Some((machine, uses));
                if !uses {
                    return true;
                }
                if machine == report.machine {
                    loser = Some(id);
                    return true;
                }
                stand.spare -= 1;
                lacks -= 1;
                false
            });
            if loser.is_some() {
                return loser;
            }
        }
        None
    }
}
