use super::virtual_cluster::{Rank, VirtualCluster, marks};
use super::{Parameters, Side};
use crate::cluster::delay::Delay;
use crate::cluster::{Cluster, Status, TaskId};

/// Finds the tasks of a machine that hold what others are entitled to.
///
/// Samples come first, then each job may hold as many slots as it can use, in order of priority, until there is none left.
/// A job that lacks more than is on its way takes slots from jobs behind it that hold more than they are entitled to.
/// No job is entitled to anything once all slots are assigned, and jobs behind the last one that runs on the machine do not matter: so
/// this looks at no more jobs than there are slots, and mostly at a few.
#[derive(Debug, Default)]
pub struct Entitlement {
    /// Jobs that are entitled to slots for their samples, by number.
    samples: Vec<Claim>,
    /// Tasks that could lose their slots.
    candidates: Vec<Claim>,
    losers: Vec<(TaskId, Rank)>,
}

/// How many slots a job is entitled to.
#[derive(Clone, Copy, Debug)]
struct Claim {
    /// A task of it.
    task: TaskId,
    slots: u32,
    /// Whether it has had its turn.
    seen: bool,
}

impl Entitlement {
    /// Tasks on this machine that are to give way to jobs of higher priority, with the ranks of their jobs. So many slots
    /// are on their way to being free.
    pub fn losers(
        &mut self,
        side: &mut Side,
        parameters: &Parameters,
        delay: &Delay,
        cluster: &Cluster,
        machine: u32,
        mut coming: u32,
    ) -> &[(TaskId, Rank)] {
        let (phase, key) = (side.phase, parameters.key);
        let at = &cluster.machines[machine as usize];
        self.losers.clear();
        self.candidates.clear();
        let could = |task: &&TaskId| {
            let about = cluster.task(**task);
            about.status == Status::Running && about.since < cluster.now && !side.estimator.is_sample(**task)
        };
        let running = at.running[phase.index()].iter().filter(could);
        self.candidates.extend(running.map(|task| Claim { task: *task, slots: 0, seen: false }));
        if self.candidates.is_empty() {
            return &[];
        }
        // A job that is served has a waiting or suspended task: it matters only where a job behind the first such one runs.
        side.aging.rewind(key, marks::WAITING | marks::PAUSED);
        let Some(first) = side.aging.advance() else { return &[] };
        let first = side.aging.rank(key, first);
        if self.candidates.iter().all(|candidate| side.aging.rank(key, candidate.task.job) <= first) {
            return &[];
        }
        let mut left = self.entitle_samples(side, parameters, cluster);
        // Whether a job gets a slot; what it lacks otherwise is on its way.
        let mut serves = |job: u32, slots: u32| {
            let state = cluster.phase(job, phase);
            let lacks = slots.saturating_sub(state.running - state.leaving);
            let can = || {
                let paused_here = at.paused[phase.index()].iter().any(|task| task.job == job);
                // A reduce that could only wait for its maps takes no slot away; the sources do not say.
                let useful = phase.index() == 0 || cluster.maps_done(job);
                useful && (paused_here || state.waiting > 0 && delay.wish(cluster, job, phase, machine).is_some())
            };
            let served = lacks > coming && can();
            coming -= if served { 0 } else { lacks.min(coming) };
            served
        };
        let mut served: Option<Rank> = None;
        side.aging.rewind(key, marks::PRESENT);
        while left > 0
            && self.candidates.iter().any(|candidate| !candidate.seen)
            && let Some(job) = side.aging.advance()
        {
            let samples = self.samples.binary_search_by_key(&job, |claim| claim.task.job).ok().map(|i| &mut self.samples[i]);
            let samples = samples.map_or(0, |claim| {
                claim.seen = true;
                claim.slots
            });
            let state = cluster.phase(job, phase);
            let more = (state.waiting + state.running + state.suspended).saturating_sub(samples).min(left);
            left -= more;
            let slots = samples + more;
            for candidate in self.candidates.iter_mut().filter(|candidate| candidate.task.job == job) {
                (candidate.slots, candidate.seen) = (slots, true);
            }
            if served.is_none() && serves(job, slots) {
                served = Some(side.aging.rank(key, job));
            }
        }
        for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.seen) {
            let samples = self.samples.binary_search_by_key(&candidate.task.job, |claim| claim.task.job);
            candidate.slots = samples.map_or(0, |i| self.samples[i].slots);
        }
        self.candidates.retain(|candidate| {
            let state = cluster.phase(candidate.task.job, phase);
            state.running - state.leaving > candidate.slots
        });
        // Who had no turn, because all slots are taken, is entitled to those of its samples alone.
        self.samples.retain(|claim| {
            let state = cluster.phase(claim.task.job, phase);
            !claim.seen && claim.slots > state.running - state.leaving
        });
        if served.is_none() && self.candidates.iter().any(|candidate| !candidate.seen) {
            let unknown = |aging: &VirtualCluster, claims: &[Claim]| claims.iter().any(|claim| !aging.is_ranked(key, claim.task.job));
            while unknown(&side.aging, &self.candidates) && unknown(&side.aging, &self.samples) && side.aging.look_further() {}
            self.samples.sort_unstable_by_key(|claim| side.aging.rank(key, claim.task.job));
            let first = self.samples.iter().find(|claim| serves(claim.task.job, claim.slots));
            served = first.map(|claim| side.aging.rank(key, claim.task.job));
        }
        if let Some(served) = served {
            // One of them may stay unknown: it is the last.
            let unknown = |aging: &VirtualCluster| {
                let mut unknown = self.candidates.iter().map(|candidate| candidate.task.job).filter(|job| !aging.is_ranked(key, *job));
                let first = unknown.next();
                unknown.any(|job| Some(job) != first)
            };
            while unknown(&side.aging) && side.aging.look_further() {}
            let ranked = self.candidates.iter().map(|candidate| (candidate.task, side.aging.rank(key, candidate.task.job)));
            self.losers.extend(ranked.filter(|(_, rank)| *rank > served));
        }
        &self.losers
    }

    /// Gives slots to the samples, in the order in which they are served; returns how many are left.
    fn entitle_samples(&mut self, side: &mut Side, parameters: &Parameters, cluster: &Cluster) -> u32 {
        let phase = side.phase;
        let mut left = cluster.slots[phase.index()];
        let mut budget = parameters.training_slots.of(left);
        let samples = &mut self.samples;
        samples.clear();
        if budget > 0 {
            side.find_trainee(|estimator, job| {
                let slots = estimator.of(job).map_or(0, |known| known.wanted + known.training).min(budget);
                samples.push(Claim { task: TaskId::new(job, phase, 0), slots, seen: false });
                budget -= slots;
                left -= slots;
                (budget == 0).then_some(())
            });
        }
        samples.sort_unstable_by_key(|claim| claim.task.job);
        left
    }
}
