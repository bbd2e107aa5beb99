//! **Fair**, the Hadoop Fair Scheduler (mPlane D3.3, section 3.1.2; Zaharia et al., `EuroSys` 2010).
//!
//! Jobs are grouped in pools. A free slot goes to a pool below its guarantee if there is one, else to the pool that holds
//! fewest slots for its weight; within a pool to the job that holds fewest for its weight. With one pool and equal
//! weights this is processor sharing by slots: all jobs progress alike, so all of them end late (on few slots ties decide, and
//! go to the earliest job). Delay scheduling keeps
//! maps near their input. Optionally, jobs that have been below their share for a while have tasks of others killed.

use crate::cluster::delay::Delay;
use crate::cluster::scheduler::{Assignment, Eviction, How, Scheduler};
use crate::cluster::{Cluster, Config, Pool, Status, TaskId, water_fill};
use crate::registry::{Dash, Family, Hue, Look, Row, Servers};
use crate::workload::Phase;

/// What is said about the policy.
pub const ROW: Row = Row {
    key: "fair",
    name: "Fair",
    family: Family::Blind,
    preemptive: false,
    line: "slots go to the job that holds fewest for its weight",
    source: "Hadoop; mPlane D3.3, section 3.1.2",
    servers: Servers::Many,
    look: Look { hue: Hue::Blue, dash: Dash::Solid },
};

/// Parameters of Fair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Whether tasks of jobs above their share are killed for jobs below theirs.
    pub kill: bool,
    /// Seconds that a job must have been below its share before that.
    pub patience: f64,
    /// Seconds of clean-up after a kill.
    pub cleanup: f64,
    /// Attempts before a map may run elsewhere in the rack of its input; absent: one a machine.
    pub node_delay: Option<u32>,
    /// Further attempts before it may run anywhere; absent: one a machine if there are racks.
    pub rack_delay: Option<u32>,
}

/// As in the experiments of the sources: without preemption. How long is waited before a kill where there is one is a
/// choice of this project, Global Preemption's 20 s.
pub const DEFAULT: Parameters = Parameters { kill: false, patience: 20.0, cleanup: 4.0, node_delay: None, rack_delay: None };

/// Fair at work.
#[derive(Debug)]
pub struct Fair {
    parameters: Parameters,
    delay: Delay,
    /// Jobs with an open phase that is not complete, in order of arrival, and since when each is below its share.
    jobs: [Vec<(u32, Option<f64>)>; 2],
    /// Until when slots are being cleaned.
    cleaning: [Vec<f64>; 2],
}

/// A pool's guarantee in a phase, and its weight.
fn pool(config: &Config, job: &crate::workload::TaskJob, phase: Phase) -> (f64, f64) {
    let Pool { min_map, min_reduce, weight } = config.pools.get(job.pool as usize).cloned().unwrap_or_default();
    (f64::from(if phase == Phase::Map { min_map } else { min_reduce }), weight)
}

impl Fair {
    pub fn new(parameters: Parameters, config: &Config) -> Self {
        let node = parameters.node_delay.unwrap_or(config.machines);
        let rack = parameters.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        Self { parameters, delay: Delay::new(node, rack), jobs: [vec![], vec![]], cleaning: [vec![], vec![]] }
    }

    /// The task that takes a slot where there is one pool: the job with the fewest slots for its weight is asked first, the
    /// next only if it would rather wait.
    fn offer_in_turn(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<TaskId> {
        let held = |job: u32| f64::from(cluster.phase(job, phase).running) / cluster.jobs[job as usize].weight;
        let mut passed: Vec<u32> = vec![];
        loop {
            let waiting = self.jobs[phase.index()].iter().map(|(job, _)| *job).filter(|job| cluster.phase(*job, phase).waiting > 0);
            let open = waiting.filter(|job| !passed.contains(job)).map(|job| (held(job), job));
            let (_, job) = open.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
            if let Some(task) = self.delay.offer(cluster, job, phase, machine) {
                return Some(task);
            }
            passed.push(job);
        }
    }

    /// Jobs with waiting tasks, the first to be served first.
    fn ranked(&self, cluster: &Cluster, phase: Phase) -> Vec<u32> {
        let held = |pool: u32| -> f64 {
            let of_pool = self.jobs[phase.index()].iter().filter(|(job, _)| cluster.jobs[*job as usize].pool == pool);
            of_pool.map(|(job, _)| f64::from(cluster.phase(*job, phase).running)).sum()
        };
        let mut keyed: Vec<([f64; 3], u32)> = self.jobs[phase.index()]
            .iter()
            .filter(|(job, _)| cluster.phase(*job, phase).waiting > 0)
            .map(|(job, _)| {
                let about = &cluster.jobs[*job as usize];
                let own = f64::from(cluster.phase(*job, phase).running) / about.weight;
                let (least, weight) = pool(cluster.config, about, phase);
                let held = held(about.pool);
                let of_pool = if held < least { [0.0, held / least] } else { [1.0, held / weight] };
                ([of_pool[0], of_pool[1], own], *job)
            })
            .collect();
        keyed.sort_unstable_by(|(a, i), (b, j)| a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|o| o.is_ne()).unwrap_or(i.cmp(j)));
        keyed.into_iter().map(|(_, job)| job).collect()
    }

    /// The slots each job should hold: shared among pools, guarantees first, and within each among its jobs.
    fn shares(&self, cluster: &Cluster, phase: Phase) -> Vec<(u32, f64)> {
        let jobs: Vec<u32> = self.jobs[phase.index()].iter().map(|(job, _)| *job).collect();
        let demand = |job: &u32| {
            let state = cluster.phase(*job, phase);
            f64::from(state.waiting + state.running)
        };
        let mut pools: Vec<u32> = jobs.iter().map(|job| cluster.jobs[*job as usize].pool).collect();
        pools.sort_unstable();
        pools.dedup();
        let members = |of: u32| jobs.iter().copied().filter(move |job| cluster.jobs[*job as usize].pool == of).collect::<Vec<u32>>();
        let about: Vec<(Vec<u32>, f64, f64, f64)> = pools
            .iter()
            .map(|of| {
                let members = members(*of);
                let (least, weight) = pool(cluster.config, &cluster.jobs[members[0] as usize], phase);
                let demand: f64 = members.iter().map(demand).sum();
                (members, least.min(demand), weight, demand)
            })
            .collect();
        let guaranteed: f64 = about.iter().map(|(_, least, ..)| least).sum();
        let slots = f64::from(cluster.slots[phase.index()]);
        let scale = if guaranteed > slots { slots / guaranteed } else { 1.0 };
        let rest: Vec<f64> = about.iter().map(|(_, least, _, demand)| demand - least * scale).collect();
        let weights: Vec<f64> = about.iter().map(|(_, _, weight, _)| *weight).collect();
        let excess = water_fill((slots - guaranteed * scale).max(0.0), &rest, &weights);
        about
            .iter()
            .zip(excess)
            .flat_map(|((members, least, ..), more)| {
                let demands: Vec<f64> = members.iter().map(demand).collect();
                let weights: Vec<f64> = members.iter().map(|job| cluster.jobs[*job as usize].weight).collect();
                members.iter().copied().zip(water_fill(least * scale + more, &demands, &weights)).collect::<Vec<_>>()
            })
            .collect()
    }
}

impl Scheduler for Fair {
    fn open(&mut self, _: &Cluster, job: u32, phase: Phase) {
        let jobs = &mut self.jobs[phase.index()];
        let place = jobs.partition_point(|(other, _)| *other < job);
        jobs.insert(place, (job, None));
    }

    fn complete(&mut self, cluster: &Cluster, task: TaskId, _: f64) {
        let state = cluster.phase(task.job, task.phase());
        if state.waiting + state.running == 0 {
            self.jobs[task.phase as usize].retain(|(job, _)| *job != task.job);
        }
    }

    fn leave(&mut self, _: &Cluster, job: u32) {
        self.jobs.iter_mut().for_each(|jobs| jobs.retain(|(other, _)| *other != job));
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        if cluster.waiting[phase.index()] == 0 {
            return None;
        }
        let task = if cluster.config.pools.is_empty() {
            self.offer_in_turn(cluster, machine, phase)
        } else {
            self.ranked(cluster, phase).into_iter().find_map(|job| self.delay.offer(cluster, job, phase, machine))
        };
        Some(Assignment { task: task?, training: false, page_in: 0.0 })
    }

    fn hurry(&mut self, hurry: bool) {
        self.delay.hurry = hurry;
    }

    fn preempts(&self) -> bool {
        self.parameters.kill
    }

    fn evict(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Eviction> {
        let index = phase.index();
        let now = cluster.now;
        let shares = self.shares(cluster, phase);
        for (job, since) in &mut self.jobs[index] {
            let state = cluster.phase(*job, phase);
            let share = shares.iter().find(|(other, _)| other == job).map_or(0.0, |(_, share)| *share);
            let below = state.waiting > 0 && f64::from(state.running) < libm::floor(share + 1e-9);
            *since = if below { since.or(Some(now)) } else { None };
        }
        let Parameters { patience, cleanup, .. } = self.parameters;
        let share = |job: u32| shares.iter().find(|(other, _)| *other == job).map_or(0.0, |(_, share)| *share);
        let lacking: f64 = self.jobs[index]
            .iter()
            .filter(|(_, since)| since.is_some_and(|since| now - since >= patience))
            .map(|(job, _)| {
                let state = cluster.phase(*job, phase);
                (libm::floor(share(*job) + 1e-9) - f64::from(state.running)).min(f64::from(state.waiting))
            })
            .sum();
        self.cleaning[index].retain(|until| *until > now);
        let coming = (cluster.slots[index] - cluster.used[index]).max(self.cleaning[index].len() as u32);
        if lacking <= f64::from(coming) {
            return None;
        }
        let above = |task: &&TaskId| {
            let about = cluster.task(**task);
            let running = f64::from(cluster.phase(task.job, phase).running);
            about.status == Status::Running && about.since < now && running > libm::ceil(share(task.job) - 1e-9)
        };
        let running = &cluster.machines[machine as usize].running[index];
        let task =
            *running.iter().filter(above).max_by(|a, b| cluster.task(**a).started.total_cmp(&cluster.task(**b).started).then(a.cmp(b)))?;
        if cleanup > 0.0 {
            self.cleaning[index].push(now + cleanup);
        }
        Some(Eviction { task, how: How::Kill { cleanup } })
    }
}
