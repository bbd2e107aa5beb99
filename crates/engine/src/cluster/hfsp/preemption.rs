use super::parameters::{Parameters, Primitive};
use crate::cluster::scheduler::{Eviction, How};
use crate::cluster::{Cluster, Status, TaskId};
use crate::workload::Phase;

/// Decides how and from whom a slot is taken, and when there has been too much of it.
#[derive(Debug)]
pub struct Preemption {
    parameters: Parameters,
    /// Whether each machine waits because too many tasks are paused there, for each phase.
    waits: Vec<[bool; 2]>,
}

impl Preemption {
    pub fn new(parameters: Parameters) -> Self {
        Self { parameters, waits: vec![] }
    }

    /// Whether a machine suspends no more for now: from the high mark of paused tasks down to the low one. So many more are
    /// about to be paused.
    fn exhausted(&mut self, cluster: &Cluster, machine: u32, phase: Phase, more: u32) -> bool {
        let slots = cluster.config.slots[phase.index()];
        let high = self.parameters.high.unwrap_or(2 * slots);
        let low = self.parameters.low.unwrap_or(slots);
        let at = &cluster.machines[machine as usize];
        let leaving = at.running[phase.index()].iter().filter(|task| cluster.task(**task).status == Status::MustSuspend).count();
        let paused = (at.paused[phase.index()].len() + leaving) as u32 + more;
        if self.waits.len() <= machine as usize {
            self.waits.resize(machine as usize + 1, [false; 2]);
        }
        let waits = &mut self.waits[machine as usize][phase.index()];
        *waits = if *waits { paused > low } else { paused >= high };
        *waits
    }

    /// Whether nobody can lose a slot on this machine, whoever it is.
    pub fn pauses_no_more(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> bool {
        self.parameters.primitive == Primitive::Suspend && self.exhausted(cluster, machine, phase, 0)
    }

    /// How this task gives up its slot, if it does.
    pub fn of(&mut self, cluster: &Cluster, task: TaskId) -> Option<Eviction> {
        let Parameters { cleanup, page_out, .. } = self.parameters;
        if self.kills(cluster, task) {
            return Some(Eviction { task, how: How::Kill { cleanup } });
        }
        let machine = cluster.task(task).machine;
        if self.exhausted(cluster, machine, task.phase(), 0) {
            return None;
        }
        // One that brings a machine to the high mark is the last.
        self.exhausted(cluster, machine, task.phase(), 1);
        Some(Eviction { task, how: How::Suspend { page_out } })
    }

    /// Whether a task keeps its slot, whoever wants it: it is too near its end, or it would have to be suspended, and its job
    /// has been too often, or its machine has no room for it in memory and swap.
    pub fn spares(&self, cluster: &Cluster, task: TaskId) -> bool {
        let Parameters { primitive, wait_above, cycles, .. } = self.parameters;
        let near = primitive == Primitive::Adaptive && cluster.fraction(task) > wait_above + CLOSE;
        let may_not = || cycles.is_some_and(|most| cluster.pauses(task.job) >= most) || !cluster.may_suspend(task);
        near || !self.kills(cluster, task) && may_not()
    }

    /// Whether a task that loses its slot is killed.
    fn kills(&self, cluster: &Cluster, task: TaskId) -> bool {
        let Parameters { primitive, kill_below, .. } = self.parameters;
        primitive == Primitive::Kill || primitive == Primitive::Adaptive && cluster.fraction(task) < kill_below - CLOSE
    }
}

/// How far a fraction may be from a bound that it is taken for.
const CLOSE: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::Preemption;
    use crate::cluster::hfsp::parameters::THESIS;
    use crate::cluster::{Cluster, Config, TaskId};
    use crate::workload::Phase;

    #[test]
    fn waits_from_the_high_mark_down_to_the_low_one() {
        let config = Config { machines: 1, ..Config::default() };
        let mut cluster = Cluster::new(&config, &[]);
        let mut preemption = Preemption::new(THESIS);
        let mut waits = |paused: u32| {
            cluster.machines[0].paused[0] = (0..paused).map(|task| TaskId::new(0, Phase::Map, task)).collect();
            preemption.exhausted(&cluster, 0, Phase::Map, 0)
        };
        // Two slots: high mark 4, low mark 2.
        let trace = [0, 1, 2, 3, 4, 4, 3, 2, 3, 4].map(|paused| (paused, waits(paused)));
        let waiting: Vec<u32> = trace.iter().filter(|(_, waits)| *waits).map(|(paused, _)| *paused).collect();
        assert_eq!(waiting, [4, 4, 3, 4]);
    }
}
