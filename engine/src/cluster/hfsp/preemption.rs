use super::Rank;
use super::parameters::{Parameters, Primitive, Victim};
use crate::cluster::scheduler::{Eviction, How};
use crate::cluster::{Cluster, Status, TaskId};
use crate::workload::Phase;

/// Decides how and from whom a slot is taken, and when there has been too much of it.
#[derive(Debug)]
pub struct Preemption {
    parameters: Parameters,
    /// Whether each machine waits because too many tasks are paused there, for each phase.
    waits: Vec<[bool; 2]>,
    /// Until when slots are being cleaned, for each phase.
    cleaning: [Vec<f64>; 2],
}

impl Preemption {
    pub fn new(parameters: Parameters) -> Self {
        Self { parameters, waits: vec![], cleaning: [vec![], vec![]] }
    }

    /// Slots of a phase that are on their way to being free.
    pub fn in_flight(&mut self, now: f64, phase: Phase) -> u32 {
        let cleaning = &mut self.cleaning[phase.index()];
        cleaning.retain(|until| *until > now);
        cleaning.len() as u32
    }

    /// Whether a machine suspends no more for now: from the high mark of paused tasks down to the low one.
    fn exhausted(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> bool {
        let slots = cluster.config.slots[phase.index()];
        let high = self.parameters.high.unwrap_or(2 * slots);
        let low = self.parameters.low.unwrap_or(slots);
        let at = &cluster.machines[machine as usize];
        let leaving = at.running[phase.index()].iter().filter(|task| cluster.task(**task).status == Status::MustSuspend).count();
        let paused = (at.paused[phase.index()].len() + leaving) as u32;
        if self.waits.len() <= machine as usize {
            self.waits.resize(machine as usize + 1, [false; 2]);
        }
        let waits = &mut self.waits[machine as usize][phase.index()];
        *waits = if *waits { paused > low } else { paused >= high };
        *waits
    }

    /// The task that gives up its slot, of `candidates` with the ranks of their jobs (the last gives way first).
    pub fn choose(&mut self, cluster: &Cluster, machine: u32, phase: Phase, candidates: &[(TaskId, Rank)]) -> Option<Eviction> {
        let Parameters { primitive, victim, kill_below, wait_above, cleanup, page_out, .. } = self.parameters;
        let duration = |id: TaskId| cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize].duration();
        let progress = |id: TaskId| cluster.progress(id) / duration(id);
        let left = |id: TaskId| duration(id) - cluster.progress(id);
        let memory = |id: TaskId| cluster.jobs[id.job as usize].memory[phase.index()];
        let started = |id: TaskId| cluster.task(id).started;
        let spared = |id: TaskId| primitive == Primitive::Adaptive && progress(id) > wait_above;
        let victim = if primitive == Primitive::Kill { Victim::LargestJob } else { victim };
        let (task, _) = candidates.iter().copied().filter(|(id, _)| !spared(*id)).max_by(|&(a, of_a), &(b, of_b)| {
            let youngest = started(a).total_cmp(&started(b)).then(a.cmp(&b));
            match victim {
                Victim::Youngest => youngest,
                Victim::ClosestToCompletion => left(b).total_cmp(&left(a)).then(youngest),
                Victim::SmallestMemory => memory(b).total_cmp(&memory(a)).then(youngest),
                Victim::LargestJob => of_a.cmp(&of_b).then(youngest),
            }
        })?;
        let kills = primitive == Primitive::Kill || primitive == Primitive::Adaptive && progress(task) < kill_below;
        if kills {
            if cleanup > 0.0 {
                self.cleaning[phase.index()].push(cluster.now + cleanup);
            }
            return Some(Eviction { task, how: How::Kill { cleanup } });
        }
        (!self.exhausted(cluster, machine, phase)).then_some(Eviction { task, how: How::Suspend { page_out } })
    }
}

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
            preemption.exhausted(&cluster, 0, Phase::Map)
        };
        // Two slots: high mark 4, low mark 2.
        let trace = [0, 1, 2, 3, 4, 4, 3, 2, 3, 4].map(|paused| (paused, waits(paused)));
        let waiting: Vec<u32> = trace.iter().filter(|(_, waits)| *waits).map(|(paused, _)| *paused).collect();
        assert_eq!(waiting, [4, 4, 3, 4]);
    }
}
