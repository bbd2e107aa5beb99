//! **HFSP, the Hadoop Fair Sojourn Protocol** (Pastorelli's thesis, chapter 4; mPlane D3.3, section 3.1.2; VIPEER D4.5,
//! section 2.2).
//!
//! FSP brought to a cluster. Each phase of a job is scheduled as if it were a job of its own. Its size is estimated from
//! a few *samples*, tasks that get slots early; meanwhile it is believed to be as large as others were. In a *virtual
//! cluster* of the same slots all phases age under max-min fairness, and the real slots go to the phase of which
//! virtually least is left: so the cluster works on one job at a time, small ones go first, and large ones are not
//! starved, since they age while they wait. Slots that others hold are waited for, or taken by kill or suspension.

use crate::cluster::delay::Delay;
use crate::cluster::hfsp::{Entitlement, Parameters, Preemption, Primitive, Side, marks};
use crate::cluster::scheduler::{Assignment, Eviction, Scheduler};
use crate::cluster::{Cluster, Config, TaskId};
use crate::registry::{Family, Row};
use crate::workload::Phase;

/// The policy with the thesis' parameters.
pub const ROW: Row = Row {
    key: "hfsp",
    name: "HFSP",
    family: Family::Estimated,
    preemptive: false,
    line: "least virtual remaining size first; sizes are learnt from the first tasks",
    source: "Pastorelli's thesis, chapter 4",
};

/// The policy with mPlane's parameters.
pub const MPLANE_ROW: Row = Row {
    key: "hfsp-mplane",
    name: "HFSP (mPlane)",
    preemptive: false,
    line: "HFSP with mPlane's parameters: Δ 10 s, samples may hold every slot",
    source: "mPlane D3.3, section 3.1.2",
    ..ROW
};

/// The policy with VIPEER's parameters.
pub const VIPER_ROW: Row = Row {
    key: "hfsp-viper",
    name: "HFSP (VIPEER)",
    preemptive: true,
    line: "HFSP by earliest virtual finish; tasks of larger jobs are suspended",
    source: "VIPEER D4.5, section 2.2",
    ..ROW
};

/// HFSP at work.
#[derive(Debug)]
pub struct Hfsp {
    parameters: Parameters,
    /// One for each phase.
    sides: [Side; 2],
    delay: Delay,
    entitlement: Entitlement,
    preemption: Preemption,
}

impl Hfsp {
    pub fn new(parameters: Parameters, config: &Config) -> Self {
        let node = parameters.node_delay.unwrap_or(config.machines);
        let rack = parameters.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        Self {
            parameters,
            sides: Phase::ALL.map(|phase| Side::new(phase, parameters, config)),
            delay: Delay::new(node, rack),
            entitlement: Entitlement::default(),
            preemption: Preemption::new(parameters),
        }
    }
}

impl Scheduler for Hfsp {
    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.sides[phase.index()].open(cluster, job);
    }

    fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.sides[task.phase as usize].changed(cluster, task);
    }

    fn complete(&mut self, cluster: &Cluster, task: TaskId, seconds: f64) {
        self.sides[task.phase as usize].complete(cluster, task, seconds);
    }

    fn leave(&mut self, cluster: &Cluster, job: u32) {
        self.sides.iter_mut().for_each(|side| side.estimator.leave(cluster, job));
    }

    fn resize(&mut self, cluster: &Cluster) {
        self.sides.iter_mut().for_each(|side| side.resize(cluster));
    }

    fn wake(&self, cluster: &Cluster) -> f64 {
        self.sides.iter().map(|side| side.estimator.wake(cluster)).fold(f64::INFINITY, f64::min)
    }

    fn woken(&mut self, cluster: &Cluster) {
        self.sides.iter_mut().for_each(|side| side.woken(cluster));
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let index = phase.index();
        let paused = &cluster.machines[machine as usize].paused[index];
        if cluster.waiting[index] == 0 && paused.is_empty() {
            return None;
        }
        let Self { parameters, sides, delay, .. } = self;
        let side = &mut sides[index];
        side.refresh(cluster.now);
        let limit = parameters.training_slots.of(cluster.slots[index]);
        if cluster.waiting[index] > 0
            && side.estimator.training() < limit
            && let Some(task) = side.find_trainee(|_, job| delay.offer(cluster, job, phase, machine))
        {
            side.estimator.sample(task);
            return Some(Assignment { task, training: true, page_in: 0.0 });
        }
        side.aging.rewind(parameters.key, if paused.is_empty() { marks::WAITING } else { marks::WAITING | marks::PAUSED });
        while let Some(job) = side.aging.advance() {
            if let Some(task) = paused.iter().find(|task| task.job == job).copied() {
                return Some(Assignment { task, training: side.estimator.is_sample(task), page_in: parameters.page_in });
            }
            if let Some(task) = delay.offer(cluster, job, phase, machine) {
                return Some(Assignment { task, training: false, page_in: 0.0 });
            }
        }
        None
    }

    fn hurry(&mut self, hurry: bool) {
        self.delay.hurry = hurry;
    }

    fn preempts(&self) -> bool {
        self.parameters.primitive != Primitive::Wait
    }

    fn evict(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Eviction> {
        let index = phase.index();
        let at = &cluster.machines[machine as usize];
        if at.free[index] > 0 || cluster.waiting[index] == 0 && at.paused[index].is_empty() {
            return None;
        }
        let Self { parameters, sides, delay, entitlement, preemption } = self;
        sides[index].refresh(cluster.now);
        // Slots that are being cleaned are neither used nor free; either way they are on their way.
        let free = cluster.slots[index] - cluster.used[index];
        let coming = (free + cluster.leaving[index]).max(preemption.in_flight(cluster.now, phase));
        let losers = entitlement.losers(&mut sides[index], parameters, delay, cluster, machine, coming);
        preemption.choose(cluster, machine, phase, losers)
    }

    fn estimate(&self, _: &Cluster, job: u32, phase: Phase) -> Option<f64> {
        self.sides[phase.index()].estimator.ratio(job)
    }

    fn sizes(&mut self, cluster: &Cluster, visit: &mut dyn FnMut(u32, u8, f64)) {
        for side in &mut self.sides {
            for (job, size) in side.sizes(cluster.now) {
                visit(job, side.phase.index() as u8, size);
            }
        }
    }
}
