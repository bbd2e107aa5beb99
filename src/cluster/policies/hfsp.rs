//! **HFSP, the Hadoop Fair Sojourn Protocol** (Pastorelli's thesis, chapter 4; mPlane D3.3, section 3.1.2; VIPEER D4.5,
//! section 2.2).
//!
//! FSP brought to a cluster. Each phase of a job is scheduled as if it were a job of its own. Its size is estimated from
//! a few *samples*, tasks that get slots early; meanwhile it is believed to be as large as others were. In a *virtual
//! cluster* of the same slots all phases age under max-min fairness, and the real slots go to the phase of which
//! virtually least is left: so the cluster works on one job at a time, small ones go first, and large ones are not
//! starved, since they age while they wait. Slots that others hold are waited for, or taken by kill or suspension.

use crate::cluster::delay::Delay;
use crate::cluster::hfsp::{Estimator, Key, Parameters, Preemption, Primitive, TrainingOrder, VirtualCluster, estimator};
use crate::cluster::scheduler::{Assignment, Eviction, Scheduler};
use crate::cluster::{Cluster, Config, Status, TaskId};
use crate::registry::{Dash, Family, Hue, Look, Row, Servers};
use crate::sim::sort;
use crate::workload::Phase;
use std::cmp::Ordering;

/// The policy with the thesis' parameters.
pub const ROW: Row = Row {
    key: "hfsp",
    name: "HFSP",
    family: Family::Estimated,
    preemptive: false,
    line: "least virtual remaining size first; sizes are learnt from the first tasks",
    source: "Pastorelli's thesis, chapter 4",
    servers: Servers::Many,
    look: Look { hue: Hue::Purple, dash: Dash::Solid },
};

/// The policy with mPlane's parameters.
pub const MPLANE_ROW: Row = Row {
    key: "hfsp-mplane",
    name: "HFSP (mPlane)",
    preemptive: false,
    line: "HFSP with mPlane's parameters: Δ 10 s, samples may hold every slot",
    source: "mPlane D3.3, section 3.1.2",
    look: Look { hue: Hue::Purple, dash: Dash::Dashed },
    ..ROW
};

/// The policy with VIPEER's parameters.
pub const VIPER_ROW: Row = Row {
    key: "hfsp-viper",
    name: "HFSP (VIPEER)",
    preemptive: true,
    line: "HFSP by earliest virtual finish; tasks of larger jobs are suspended",
    source: "VIPEER D4.5, section 2.2",
    look: Look { hue: Hue::Purple, dash: Dash::DashDot },
    ..ROW
};

/// HFSP at work.
#[derive(Debug)]
pub struct Hfsp {
    parameters: Parameters,
    /// One for each phase.
    sides: [Side; 2],
    delay: Delay,
    preemption: Preemption,
}

/// What HFSP knows of one phase of all jobs.
#[derive(Debug)]
struct Side {
    phase: Phase,
    estimator: Estimator,
    aging: VirtualCluster,
    /// Open phases that are not complete, with the key they are ranked by as of `ordered`: key, job.
    order: Vec<(f64, u32)>,
    /// When the keys were read; absent if something has changed since.
    ordered: Option<f64>,
    /// Whether the order is sorted. Most decisions look for the first alone.
    sorted: bool,
}

impl Hfsp {
    pub fn new(parameters: Parameters, config: &Config) -> Self {
        let side = |phase: Phase| Side {
            phase,
            estimator: Estimator::new(phase, parameters.estimator),
            aging: VirtualCluster::new(parameters.granularity, config.total(phase)),
            order: vec![],
            ordered: None,
            sorted: false,
        };
        let node = parameters.node_delay.unwrap_or(config.machines);
        let rack = parameters.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        Self { parameters, sides: Phase::ALL.map(side), delay: Delay::new(node, rack), preemption: Preemption::new(parameters) }
    }

    /// Jobs whose samples wait for slots, the first to be served first.
    fn trainees(&mut self, cluster: &Cluster, phase: Phase) -> Vec<u32> {
        if self.parameters.training_order == TrainingOrder::Priority {
            self.sides[phase.index()].sort();
        }
        let side = &self.sides[phase.index()];
        let wants = |job: &u32| side.estimator.of(*job).is_some_and(|known| known.wanted > 0) && cluster.phase(*job, phase).waiting > 0;
        let key = |job: u32| match self.parameters.training_order {
            TrainingOrder::Priority => 0.0,
            TrainingOrder::Initial => side.estimator.of(job).map_or(0.0, |known| known.initial),
            TrainingOrder::Fewest => {
                let state = cluster.phase(job, phase);
                f64::from(state.waiting + state.running + state.suspended)
            }
        };
        if self.parameters.training_order == TrainingOrder::Priority {
            return side.order.iter().map(|(_, job)| *job).filter(wants).collect();
        }
        let mut keyed: Vec<(f64, u32)> = side.estimator.open().filter(wants).map(|job| (key(job), job)).collect();
        sort(&mut keyed);
        keyed.into_iter().map(|(_, job)| job).collect()
    }

    /// How many slots each job is to hold, in order of priority: samples first, then as much as each can use.
    fn entitlements(&mut self, cluster: &Cluster, phase: Phase) -> Vec<(u32, u32)> {
        let trainees = self.trainees(cluster, phase);
        self.sides[phase.index()].sort();
        let side = &self.sides[phase.index()];
        let mut left = cluster.slots[phase.index()];
        let mut budget = self.parameters.training_slots.of(left);
        let mut entitled: Vec<(u32, u32)> = side.order.iter().map(|(_, job)| (*job, 0)).collect();
        for job in trainees {
            if let Some((_, slots)) = entitled.iter_mut().find(|(other, _)| *other == job) {
                let wanted = side.estimator.of(job).map_or(0, |known| known.wanted) + side.estimator.training_of(cluster, job);
                *slots = wanted.min(budget).min(left);
                budget -= *slots;
                left -= *slots;
            }
        }
        for (job, slots) in &mut entitled {
            let state = cluster.phase(*job, phase);
            let more = (state.waiting + state.running + state.suspended).saturating_sub(*slots).min(left);
            *slots += more;
            left -= more;
        }
        entitled
    }
}

/// By key, then by arrival.
fn before(a: &(f64, u32), b: &(f64, u32)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}

impl Side {
    /// Brings the order of priority up to date.
    fn refresh(&mut self, now: f64, key: Key) {
        // What finishes first virtually does so whatever time has passed, as long as nothing else has happened.
        if self.ordered == Some(now) || key == Key::Finish && self.ordered.is_some() {
            return;
        }
        self.aging.age(now);
        self.order.clear();
        match key {
            Key::Remaining => self.order.extend(self.aging.sizes().map(|(job, size)| (size, job))),
            Key::Finish => self.order.extend(self.aging.finishes().into_iter().map(|(job, seconds)| (seconds, job))),
        }
        self.sorted = false;
        self.ordered = Some(now);
    }

    fn sort(&mut self) {
        if !self.sorted {
            sort(&mut self.order);
            self.sorted = true;
        }
    }

    /// Takes up better sizes.
    fn learn(&mut self, news: Vec<(u32, f64)>, continuous: bool) {
        for (job, size) in news {
            if continuous {
                self.aging.replace_size(job, size);
            } else {
                self.aging.set_size(job, size);
            }
            self.ordered = None;
        }
    }
}

impl Scheduler for Hfsp {
    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        let tasks = cluster.phase(job, phase).waiting;
        if tasks > 0 {
            let side = &mut self.sides[phase.index()];
            side.aging.age(cluster.now);
            let size = side.estimator.enter(cluster, job);
            side.aging.enter(job, tasks, size, cluster.jobs[job as usize].weight);
            side.ordered = None;
        }
    }

    fn complete(&mut self, cluster: &Cluster, task: TaskId, seconds: f64) {
        let continuous = self.parameters.estimator.source == estimator::Source::Continuous;
        let side = &mut self.sides[task.phase as usize];
        side.aging.age(cluster.now);
        let news = side.estimator.complete(cluster, task, seconds);
        side.aging.task_done(task.job);
        side.learn(news, continuous);
        let state = cluster.phase(task.job, side.phase);
        if state.waiting + state.running + state.suspended == 0 {
            side.aging.leave(task.job);
        }
        side.ordered = None;
    }

    fn leave(&mut self, cluster: &Cluster, job: u32) {
        for side in &mut self.sides {
            side.estimator.leave(cluster, job);
        }
    }

    fn resize(&mut self, cluster: &Cluster) {
        for side in &mut self.sides {
            side.aging.age(cluster.now);
            side.aging.resize(cluster.slots[side.phase.index()]);
            side.ordered = None;
        }
    }

    fn wake(&self, cluster: &Cluster) -> f64 {
        self.sides.iter().map(|side| side.estimator.wake(cluster)).fold(f64::INFINITY, f64::min)
    }

    fn woken(&mut self, cluster: &Cluster) {
        for side in &mut self.sides {
            side.aging.age(cluster.now);
            let news = side.estimator.woken(cluster);
            side.learn(news, false);
        }
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let index = phase.index();
        let paused_here = !cluster.machines[machine as usize].paused[index].is_empty();
        if cluster.waiting[index] == 0 && !paused_here {
            return None;
        }
        self.sides[index].refresh(cluster.now, self.parameters.key);
        let limit = self.parameters.training_slots.of(cluster.slots[index]);
        if cluster.waiting[index] > 0 && self.sides[index].estimator.training(cluster) < limit {
            for job in self.trainees(cluster, phase) {
                if let Some(task) = self.delay.offer(cluster, job, phase, machine) {
                    self.sides[index].estimator.sample(task);
                    return Some(Assignment { task, training: true, page_in: 0.0 });
                }
            }
        }
        let mut passed: Vec<u32> = vec![];
        loop {
            let paused = |job: u32| cluster.machines[machine as usize].paused[index].iter().find(|task| task.job == job).copied();
            let side = &mut self.sides[index];
            let could = |(_, job): &&(f64, u32)| cluster.phase(*job, phase).waiting > 0 || paused_here && paused(*job).is_some();
            let (_, job) = *side.order.iter().filter(could).filter(|(_, job)| !passed.contains(job)).min_by(|a, b| before(a, b))?;
            if let Some(task) = paused(job) {
                return Some(Assignment { task, training: side.estimator.is_sample(task), page_in: self.parameters.page_in });
            }
            if let Some(task) = self.delay.offer(cluster, job, phase, machine) {
                return Some(Assignment { task, training: false, page_in: 0.0 });
            }
            passed.push(job);
        }
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
        self.sides[index].refresh(cluster.now, self.parameters.key);
        let entitled = self.entitlements(cluster, phase);
        let free: u32 = cluster.slots[index] - cluster.used[index];
        let leaving: u32 = entitled.iter().map(|(job, _)| cluster.phase(*job, phase).leaving).sum();
        // Slots that are being cleaned are neither used nor free; either way they are on their way.
        let mut coming = (free + leaving).max(self.preemption.in_flight(cluster.now, phase));
        let mut served = None;
        for (rank, (job, slots)) in (0..).zip(&entitled) {
            let state = cluster.phase(*job, phase);
            let lacks = slots.saturating_sub(state.running - state.leaving);
            let paused_here = at.paused[index].iter().any(|task| task.job == *job);
            // A reduce that could only wait for its maps takes nobody's slot away; the sources do not say.
            let useful = phase == Phase::Map || cluster.maps_done(*job);
            let can = useful && (paused_here || state.waiting > 0 && self.delay.wish(cluster, *job, phase, machine).is_some());
            if lacks > coming && can {
                served = Some(rank);
                break;
            }
            coming = coming.saturating_sub(lacks);
        }
        let served: u32 = served?;
        let estimator = &self.sides[index].estimator;
        let candidates: Vec<(TaskId, u32)> = at.running[index]
            .iter()
            .filter_map(|task| {
                let rank = entitled.iter().position(|(job, _)| *job == task.job)?;
                let (job, slots) = entitled[rank];
                let state = cluster.phase(job, phase);
                let about = cluster.task(*task);
                let gives_way = state.running - state.leaving > slots && about.status == Status::Running && about.since < cluster.now;
                (gives_way && rank as u32 > served && !estimator.is_sample(*task)).then_some((*task, rank as u32))
            })
            .collect();
        self.preemption.choose(cluster, machine, phase, &candidates)
    }

    fn estimate(&self, _: &Cluster, job: u32, phase: Phase) -> Option<f64> {
        self.sides[phase.index()].estimator.ratio(job)
    }

    fn sizes(&mut self, cluster: &Cluster, visit: &mut dyn FnMut(u32, u8, f64)) {
        for side in &mut self.sides {
            side.aging.age(cluster.now);
            for (job, size) in side.aging.sizes() {
                visit(job, side.phase.index() as u8, size);
            }
        }
    }
}
