use super::{Cluster, Locality, TaskId};
use crate::registry::Parameter;
use crate::workload::Phase;

/// Delay scheduling (Zaharia et al., `EuroSys` 2010): a job whose next map would not be local to the machine that offers a
/// slot is passed over, up to a number of times, and jobs behind it use the slot meanwhile.
#[derive(Clone, Debug)]
pub struct Delay {
    /// Attempts before a machine in the rack of the input will do.
    node: u32,
    /// Further attempts before any machine will do.
    rack: u32,
    /// How often each job has been passed over since its last local map, and in which offer last.
    passed: Vec<Passed>,
    /// Number of the present offer of a slot.
    offer: u64,
    /// Whether delays are suspended.
    pub hurry: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    times: u32,
    offer: u64,
}

impl Delay {
    /// A delay of these numbers of attempts at each level.
    pub fn new(node: u32, rack: u32) -> Self {
        Self { node, rack, passed: vec![], offer: 0, hurry: false }
    }

    /// The parameter of a policy that says after how many attempts a machine in the rack will do.
    pub fn parameter<P: 'static>(set: fn(&mut P, u32)) -> Parameter<P> {
        let about = "attempts after which a map may run on a machine without its input (default: number of machines)";
        Parameter::whole("delay", 0..=1_000_000, about, set)
    }

    /// The parameter that says after how many further attempts any machine will do.
    pub fn rack_parameter<P: 'static>(set: fn(&mut P, u32)) -> Parameter<P> {
        Parameter::whole("rack-delay", 0..=1_000_000, "further attempts before it may run off their racks", set)
    }

    /// Another slot is offered. A policy that asks a job twice about a slot says so before it begins; one that asks each
    /// job once need not.
    pub fn next_slot(&mut self) {
        self.offer += 1;
    }

    fn passed(&self, job: u32) -> u32 {
        self.passed.get(job as usize).map_or(0, |passed| passed.times)
    }

    fn patience(&self, locality: Locality) -> u32 {
        match locality {
            _ if self.hurry => 0,
            Locality::Node => 0,
            Locality::Rack => self.node,
            Locality::Remote => self.node + self.rack,
        }
    }

    /// The task a job would run on this machine now, if it would.
    pub fn wish(&self, cluster: &Cluster, job: u32, phase: Phase, machine: u32) -> Option<TaskId> {
        let (task, locality) = cluster.nearest(job, phase, machine)?;
        (self.passed(job) >= self.patience(locality)).then_some(task)
    }

    /// A task starts on this machine without having been offered the slot.
    pub fn started(&mut self, cluster: &Cluster, task: TaskId, machine: u32) {
        if let Some(passed) = self.passed.get_mut(task.job as usize)
            && task.phase() == Phase::Map
            && cluster.locality(task, machine) == Locality::Node
        {
            passed.times = 0;
        }
    }

    /// The same when the slot is really offered: a job that is passed over counts it, once for each slot.
    pub fn offer(&mut self, cluster: &Cluster, job: u32, phase: Phase, machine: u32) -> Option<TaskId> {
        let (task, locality) = cluster.nearest(job, phase, machine)?;
        if self.passed.len() <= job as usize {
            self.passed.resize(job as usize + 1, Passed::default());
        }
        let (patience, offer) = (self.patience(locality), self.offer);
        let passed = &mut self.passed[job as usize];
        if patience > 0 && offer > 0 && passed.offer == offer {
            return None;
        }
        if passed.times < patience {
            *passed = Passed { times: passed.times + 1, offer };
            return None;
        }
        if phase == Phase::Map && locality == Locality::Node {
            passed.times = 0;
        }
        Some(task)
    }
}

#[cfg(test)]
mod tests {
    use super::Delay;
    use crate::cluster::{Cluster, Config, Locality, TaskId};
    use crate::workload::{Phase, TaskJob};

    #[test]
    fn passes_so_many_times_and_no_more() {
        let config = Config { machines: 8, racks: 2, replication: 1, ..Config::default() };
        let jobs = [TaskJob::new(1, 0.0, &[1.0], &[])];
        let mut cluster = Cluster::new(&config, &jobs);
        cluster.enter(0);
        let task = TaskId::new(0, Phase::Map, 0);
        let at = |locality| (0..8).find(|machine| cluster.locality(task, *machine) == locality).unwrap();
        for (locality, passes) in [(Locality::Node, 0), (Locality::Rack, 3), (Locality::Remote, 5)] {
            let mut delay = Delay::new(3, 2);
            let passed = (0..100).take_while(|_| delay.offer(&cluster, 0, Phase::Map, at(locality)).is_none()).count();
            assert_eq!(passed, passes, "{locality:?}");
        }
    }
}
