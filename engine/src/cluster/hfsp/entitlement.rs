use super::parameters::{Parameters, Primitive, Victim};
use super::virtual_cluster::{Rank, are_equal, marks};
use super::{Preemption, Side};
use crate::cluster::delay::Delay;
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
    /// Slots that it holds beyond those it is entitled to.
    spare: u32,
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
    task: TaskId,
    /// The greatest is chosen first: by what the victim is chosen, then the youngest.
    key: (Key, Key, TaskId),
    chosen: bool,
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

/// Whether a rank is behind another, more than by arrival.
fn is_behind(rank: Rank, other: Rank) -> bool {
    rank.0 > other.0 && !are_equal(rank.0, other.0)
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
        let spare = |its: &Self, job| report.held(job).saturating_sub(its.stand(job).slots);
        self.own = {
            let mut own = std::mem::take(&mut self.own);
            own.retain(|task| spare(self, task.job) > 0);
            own
        };
        let could = |claim: &Claim| {
            let takes = |task: &TaskId| may_take(claim, self.stand(claim.job), self.stand(task.job), side.aging.rank(key, task.job));
            self.own.iter().any(takes) && report.would_use(claim, machine)
        };
        if !self.claims.iter().any(could) {
            return None;
        }
        self.list_victims(side, report);
        self.choose(report)
    }

    fn stand(&self, job: u32) -> Stand {
        match self.stands.get(job as usize) {
            Some(stand) if stand.plan == self.plan => *stand,
            _ => Stand { turn: u32::MAX, ..Stand::default() },
        }
    }

    fn stand_mut(&mut self, job: u32) -> &mut Stand {
        if self.stands.len() <= job as usize {
            self.stands.resize(job as usize + 1, Stand::default());
        }
        let stand = &mut self.stands[job as usize];
        if stand.plan != self.plan {
            *stand = Stand { plan: self.plan, turn: u32::MAX, ..Stand::default() };
        }
        stand
    }

    /// Finds out what phases are entitled to for their samples, and the claims that slots on their way do not meet.
    fn entitle_samples(&mut self, side: &mut Side, report: &Report<'_>) -> Rest {
        let Report { cluster, phase, parameters, .. } = *report;
        let index = phase.index();
        self.plan += 1;
        self.claims.clear();
        let mut left = cluster.slots[index];
        // Samples that hold a slot keep it.
        let mut budget = parameters.training_slots.of(left).saturating_sub(side.estimator.training());
        let mut turn = 0;
        let mut coming = left - cluster.used[index] + cluster.leaving[index];
        let mut kept = 0;
        side.find_in_training(marks::LEARNING, |estimator, job| {
            let (wanted, training) = estimator.of(job).map_or((0, 0), |known| (known.wanted, known.training));
            let more = wanted.min(cluster.phase(job, phase).waiting).min(budget);
            budget -= more;
            let slots = training + more;
            left -= slots;
            kept += report.held(job).min(slots);
            let lacks = if report.claims(job) { more } else { 0 };
            let found = lacks.min(coming);
            coming -= found;
            turn += 1;
            let stand = self.stand_mut(job);
            (stand.samples, stand.slots, stand.found) = (slots, slots, lacks);
            stand.turn = if wanted > 0 { turn } else { u32::MAX };
            if lacks > found {
                self.claims.push(Claim { job, slots: lacks - found, rank: None });
            }
            None::<()>
        });
        Rest { left, coming, kept }
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
            let Stand { samples, found, .. } = *self.stand_mut(job);
            let slots = samples + (state.waiting + state.running + state.suspended).saturating_sub(samples).min(left);
            left -= slots - samples;
            let held = report.held(job);
            kept += held.min(slots) - held.min(samples);
            self.stand_mut(job).slots = slots;
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

    /// Lists the tasks that could be chosen, in the order in which they are.
    fn list_victims(&mut self, side: &mut Side, report: &Report<'_>) {
        let Report { cluster, phase, parameters, .. } = *report;
        let key = parameters.key;
        let mut victims = std::mem::take(&mut self.victims);
        victims.clear();
        self.rich.clear();
        for id in cluster.machines.iter().flat_map(|at| &at.running[phase.index()]).copied() {
            let slots = self.stand(id.job).slots;
            let spare = report.held(id.job).saturating_sub(slots);
            if spare > 0 && report.could_lose(side, id) {
                if self.stand(id.job).spare == 0 {
                    self.stand_mut(id.job).spare = spare;
                    self.rich.push((0.0.into(), id.job));
                }
                victims.push(Candidate { task: id, key: (Key(0.0), Key(0.0), id), chosen: false });
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
            let stand = self.stand_mut(job);
            (stand.place, stand.key) = (place, key);
        }
        for candidate in &mut victims {
            candidate.key = self.key(report, candidate.task);
        }
        victims.sort_unstable_by_key(|victim| std::cmp::Reverse(victim.key));
        self.victims = victims;
    }

    /// What a task is chosen by, and its youth.
    fn key(&self, report: &Report<'_>, id: TaskId) -> (Key, Key, TaskId) {
        let Report { cluster, parameters, .. } = *report;
        let job = &cluster.jobs[id.job as usize];
        let victim = if parameters.primitive == Primitive::Kill { Victim::LargestJob } else { parameters.victim };
        let first = match victim {
            Victim::Youngest => 0.0,
            Victim::ClosestToCompletion => cluster.progress(id) - job.tasks[id.phase as usize][id.task as usize].duration(),
            Victim::SmallestMemory => -job.memory[id.phase as usize],
            // Equal keys are in order of arrival.
            Victim::LargestJob => f64::from(self.stand(id.job).place) * f64::from(u32::MAX) + f64::from(id.job),
        };
        (Key(first), Key(cluster.task(id).started), id)
    }

    /// Meets the claims, one after the other, until a task of the machine is chosen.
    fn choose(&mut self, report: &Report<'_>) -> Option<TaskId> {
        let Self { plan, stands, claims, victims, .. } = self;
        debug_assert!(victims.iter().all(|victim| stands[victim.task.job as usize].plan == *plan));
        for claim in claims.iter() {
            let mut lacks = claim.slots;
            // Tasks on one machine often follow each other.
            let mut used: Option<(u32, bool)> = None;
            let claimant = stands[claim.job as usize];
            for victim in victims.iter_mut().filter(|victim| !victim.chosen) {
                let id = victim.task;
                let stand = &mut stands[id.job as usize];
                if stand.spare == 0 || !may_take(claim, claimant, *stand, (stand.key, id.job)) {
                    continue;
                }
                let machine = report.cluster.task(id).machine;
                let uses = match used {
                    Some((last, uses)) if last == machine => uses,
                    _ => report.would_use(claim, machine),
                };
                used = Some((machine, uses));
                if !uses {
                    continue;
                }
                if machine == report.machine {
                    return Some(id);
                }
                victim.chosen = true;
                stand.spare -= 1;
                lacks -= 1;
                if lacks == 0 {
                    break;
                }
            }
        }
        None
    }
}
