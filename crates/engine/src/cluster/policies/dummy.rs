//! **The dummy scheduler** (Pastorelli's thesis, section 6.1.3; mPlane D3.3, section 3.1.3.2): static priorities.
//!
//! It was made to compare ways to take a slot away, apart from any policy: who goes first is laid down beforehand. Here a
//! job's priority is its weight. A free slot goes to the job with the largest weight that has a task for it; of equal
//! weights the job that arrived first goes first. A task that waits takes the slot of a running task of the least weight,
//! if that is less than its own, and of these the youngest: by waiting for its end, by killing it, or by suspending it
//! until a slot of its machine is free again. Two jobs of one task on one slot, the second of larger weight and arriving
//! while the first runs, are the micro-benchmark of the sources.

use crate::cluster::delay::Delay;
use crate::cluster::scheduler::{Assignment, Eviction, Gain, How, Rule, Scheduler};
use crate::cluster::{Cluster, Config, Status, TaskId};
use crate::registry::{Family, Parameter, Preset, Row};
use crate::sim::{Key, Orchard, Sorted, brief};
use crate::workload::Phase;

const ROW: Row = Row {
    key: "dummy",
    name: "Dummy",
    full: "",
    family: Family::Blind,
    preemptive: true,
    line: "slots go to the job of the largest weight, which waits for tasks of smaller weight, kills or suspends them",
    source: "Pastorelli's thesis, section 6.1.3; mPlane D3.3, section 3.1.3",
};

/// How a slot is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Primitive {
    Wait,
    Kill,
    Suspend,
}

/// What can be written in its brackets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    primitive: Primitive,
    /// κ: seconds of clean-up after a kill.
    cleanup: f64,
    /// Whether suspended tasks take room in memory.
    paging: bool,
    node_delay: Option<u32>,
    rack_delay: Option<u32>,
}

impl Rule for Parameters {
    fn presets() -> Vec<Preset<Self>> {
        let kind = Self { primitive: Primitive::Suspend, cleanup: 4.0, paging: true, node_delay: None, rack_delay: None };
        vec![Preset { row: ROW, kind }]
    }

    fn parameters() -> Vec<Parameter<Self>> {
        vec![
            Parameter::word(
                "preemption",
                &[
                    ("wait", |its| its.primitive = Primitive::Wait),
                    ("kill", |its| its.primitive = Primitive::Kill),
                    ("suspend", |its| its.primitive = Primitive::Suspend),
                ],
                "how slots are taken from jobs of smaller weight",
            ),
            Parameter::seconds("cleanup", 0.0..=1e5, "time to clean a slot after a kill", |its, seconds| its.cleanup = seconds),
            Parameter::switch(
                "paging",
                "whether suspended tasks take room in memory and are paged out where that is lacking",
                |its, on| {
                    its.paging = on;
                },
            ),
            Delay::parameter(|its: &mut Self, attempts| its.node_delay = Some(attempts)),
            Delay::rack_parameter(|its: &mut Self, attempts| its.rack_delay = Some(attempts)),
        ]
    }

    fn scheduler(self, config: &Config) -> Box<dyn Scheduler> {
        let node = self.node_delay.unwrap_or(config.machines);
        let rack = self.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        Box::new(Dummy { parameters: self, delay: Delay::new(node, rack), sides: <[Side; 2]>::default(), candidates: vec![] })
    }

    fn pages(self) -> bool {
        self.paging && self.primitive == Primitive::Suspend
    }

    fn reason(self, gain: &Gain) -> Option<String> {
        Some(format!("its weight decides; here since {} s", brief(gain.arrival)))
    }
}

/// The dummy scheduler at work.
#[derive(Debug)]
struct Dummy {
    parameters: Parameters,
    delay: Delay,
    /// One for each phase.
    sides: [Side; 2],
    /// Tasks that could lose their slot.
    candidates: Vec<TaskId>,
}

/// The jobs that have a task of one phase waiting or paused, the first in priority first.
#[derive(Debug, Default)]
struct Side {
    jobs: Sorted,
    order: Orchard<(Key, u32)>,
    listed: Vec<bool>,
}

impl Side {
    fn review(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        let state = cluster.phase(job, phase);
        let wants = state.open && (state.waiting > 0 || state.suspended > 0);
        if self.listed.len() <= job as usize {
            self.listed.resize(job as usize + 1, false);
        }
        match (std::mem::replace(&mut self.listed[job as usize], wants), wants) {
            (false, true) => self.order.insert(&mut self.jobs, job, (Key(-cluster.jobs[job as usize].weight), job), 0),
            (true, false) => self.order.remove(&mut self.jobs, job),
            _ => {}
        }
    }

    fn jobs(&self) -> impl Iterator<Item = u32> + '_ {
        self.order.iter(&self.jobs)
    }
}

fn weight(cluster: &Cluster, task: TaskId) -> f64 {
    cluster.jobs[task.job as usize].weight
}

/// The task of a job that is paused on a machine, first the one that was paused first.
fn paused(cluster: &Cluster, job: u32, phase: Phase, machine: u32) -> Option<TaskId> {
    cluster.machines[machine as usize].paused[phase.index()].iter().find(|task| task.job == job).copied()
}

impl Dummy {
    /// Whether a task could lose its slot at all.
    fn could_lose(&self, cluster: &Cluster, id: TaskId) -> bool {
        let task = cluster.task(id);
        task.status == Status::Running
            && task.since < cluster.now
            && (self.parameters.primitive == Primitive::Kill || cluster.may_suspend(id))
    }

    /// The task of a machine that gives up its slot: waiting tasks claim slots in their order, first those on their way to being
    /// free, then those of the tasks that would be taken first.
    fn loser(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<TaskId> {
        let index = phase.index();
        let first = self.sides[index].jobs.first()?;
        let most = cluster.jobs[first as usize].weight;
        let own = &cluster.machines[machine as usize].running[index];
        if !own.iter().any(|task| weight(cluster, *task) < most && self.could_lose(cluster, *task)) {
            return None;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let running = cluster.machines.iter().flat_map(|at| at.running[index].iter().copied());
        candidates.extend(running.filter(|task| weight(cluster, *task) < most && self.could_lose(cluster, *task)));
        let youth = |task: &TaskId| (Key(-weight(cluster, *task)), Key(cluster.task(*task).started), *task);
        candidates.sort_unstable_by_key(|task| std::cmp::Reverse(youth(task)));
        let loser = self.choose(cluster, machine, phase, &mut candidates);
        self.candidates = candidates;
        loser
    }

    /// Meets claims until a task of the machine is chosen; what is chosen elsewhere is taken off the list.
    fn choose(&self, cluster: &Cluster, machine: u32, phase: Phase, candidates: &mut Vec<TaskId>) -> Option<TaskId> {
        let index = phase.index();
        let mut coming = cluster.slots[index] - cluster.used[index] + cluster.leaving[index];
        for job in self.sides[index].jobs() {
            let own = cluster.jobs[job as usize].weight;
            // A reduce that could only wait for its maps takes no slot away.
            let claims = phase == Phase::Map || cluster.maps_done(job);
            let waiting = if claims { cluster.phase(job, phase).waiting } else { 0 };
            let found = waiting.min(coming);
            coming -= found;
            let mut lacks = waiting - found;
            let at_home = claims && paused(cluster, job, phase, machine).is_some();
            let mut next = 0;
            while let Some(&task) = candidates.get(next).filter(|task| weight(cluster, **task) < own) {
                let there = cluster.task(task).machine;
                if there == machine && at_home {
                    return Some(task);
                }
                if lacks == 0 || self.delay.wish(cluster, job, phase, there).is_none() {
                    next += 1;
                } else if there == machine {
                    return Some(task);
                } else {
                    candidates.remove(next);
                    lacks -= 1;
                }
                if lacks == 0 && !at_home {
                    break;
                }
            }
        }
        None
    }
}

impl Scheduler for Dummy {
    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.sides[phase.index()].review(cluster, job, phase);
    }

    fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.sides[task.phase as usize].review(cluster, task.job, task.phase());
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let Self { delay, sides, .. } = self;
        let task = sides[phase.index()].jobs().find_map(|job| {
            let here = paused(cluster, job, phase, machine);
            here.or_else(|| delay.offer(cluster, job, phase, machine))
        })?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }

    fn hurry(&mut self, hurry: bool) {
        self.delay.hurry = hurry;
    }

    fn preempts(&self) -> bool {
        self.parameters.primitive != Primitive::Wait
    }

    fn evict(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Eviction> {
        if cluster.machines[machine as usize].free[phase.index()] > 0 {
            return None;
        }
        let task = self.loser(cluster, machine, phase)?;
        let how = match self.parameters.primitive {
            Primitive::Kill => How::Kill { cleanup: self.parameters.cleanup },
            _ => How::Suspend { page_out: 0.0 },
        };
        Some(Eviction { task, how })
    }
}
