use crate::experiment::{Cell, ClusterPlan, DatacenterPlan, Plan, Scenario, ScenarioError, SystemKind, WorkloadReport};
use schedscope_engine::registry::Choice;
use schedscope_engine::workload::{BatchWorkload, TaskWorkload, Workload};
use schedscope_engine::{cluster, datacenter, server};
use std::io;

/// A valid scenario of any world: what the command line's threads and the page's workers run.
#[derive(Clone, Debug)]
pub enum Study {
    /// The server world.
    Server(Plan),
    /// The cluster world.
    Cluster(ClusterPlan),
    /// The datacenter world.
    Datacenter(DatacenterPlan),
}

/// The jobs of one replication.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// Of the server world.
    Server(Workload),
    /// Of the cluster world, with the time each takes alone and the number of the replication.
    Cluster(TaskWorkload, Vec<f64>, u32),
    /// Of the datacenter world, likewise.
    Datacenter(BatchWorkload, Vec<f64>, u32),
}

/// What a run came to, job by job.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there are few, and each holds far more in its lists")]
pub enum Run {
    /// In the server world.
    Server(server::Outcome),
    /// In the cluster world.
    Cluster(cluster::Outcome),
    /// In the datacenter world.
    Datacenter(datacenter::Outcome),
}

/// Hears how many jobs are complete.
struct Progress<F>(F);

impl<F: FnMut(usize)> server::Observer for Progress<F> {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl server::Instant) {}

    fn progress(&mut self, completed: usize) {
        (self.0)(completed);
    }
}

impl<F: FnMut(usize)> cluster::Observer for Progress<F> {
    const WATCHES: bool = false;

    fn step(&mut self, _: f64, _: cluster::TaskId, _: u32, _: cluster::Step) {}

    fn instant(&mut self, _: &cluster::Cluster, _: usize, _: impl FnOnce() -> Vec<(u32, u8, f64)>) {}

    fn progress(&mut self, completed: usize) {
        (self.0)(completed);
    }
}

impl<F: FnMut(usize)> datacenter::Observer for Progress<F> {
    const WATCHES: bool = false;

    fn look(&mut self, _: f64, _: u32, _: Option<(u32, f64)>, _: impl Iterator<Item = u32>) {}

    fn note(&mut self, _: f64, _: u32, _: datacenter::Deed) {}

    fn progress(&mut self, completed: usize) {
        (self.0)(completed);
    }
}

/// The policies of a scenario, as asked.
///
/// # Errors
/// If one is not understood.
pub fn choices(scenario: &Scenario) -> Result<Vec<Choice>, ScenarioError> {
    let choice = |text: &String| match scenario.system.kind {
        SystemKind::Server => Ok(text.parse::<server::Policy>()?.choice()),
        SystemKind::Cluster => Ok(text.parse::<cluster::Policy>()?.choice()),
        SystemKind::Datacenter => Ok(text.parse::<datacenter::Policy>()?.choice()),
    };
    scenario.policies.iter().map(choice).collect()
}

impl Study {
    /// Checks everything in `scenario` and reads its file, if it has one, through `read`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(scenario: Scenario, read: impl FnOnce(&str) -> io::Result<Vec<u8>>) -> Result<Self, ScenarioError> {
        match scenario.system.kind {
            SystemKind::Server => Plan::new(scenario, read).map(Self::Server),
            SystemKind::Cluster => ClusterPlan::new(scenario, read).map(Self::Cluster),
            SystemKind::Datacenter => DatacenterPlan::new(scenario, read).map(Self::Datacenter),
        }
    }

    /// The scenario as it was asked.
    pub fn scenario(&self) -> &Scenario {
        match self {
            Self::Server(plan) => &plan.scenario,
            Self::Cluster(plan) => &plan.scenario,
            Self::Datacenter(plan) => &plan.scenario,
        }
    }

    /// The policies, as asked.
    ///
    /// # Panics
    /// Never: they were checked.
    pub fn choices(&self) -> Vec<Choice> {
        choices(self.scenario()).expect("a study's policies were checked")
    }

    /// Number of jobs in each replication.
    pub fn jobs(&self) -> usize {
        match self {
            Self::Server(plan) => plan.source.jobs(),
            Self::Cluster(plan) => plan.jobs(),
            Self::Datacenter(plan) => plan.jobs(),
        }
    }

    /// The jobs of one replication.
    pub fn draw(&self, replication: u32) -> Drawn {
        match self {
            Self::Server(plan) => Drawn::Server(plan.workload(replication).into_owned()),
            Self::Cluster(plan) => {
                let workload = plan.workload(replication);
                let alone = workload.jobs().iter().map(|job| cluster::alone(&plan.config, job)).collect();
                Drawn::Cluster(workload, alone, replication)
            }
            Self::Datacenter(plan) => {
                let workload = plan.workload(replication);
                let alone = workload.jobs().iter().map(|job| datacenter::alone(&plan.config, &workload, job)).collect();
                Drawn::Datacenter(workload, alone, replication)
            }
        }
    }

    /// Runs the policy at this position on jobs that the study has drawn; `progress` hears how many are complete.
    ///
    /// # Panics
    /// If the jobs are of another world.
    pub fn run(&self, drawn: &Drawn, policy: usize, progress: impl FnMut(usize)) -> Run {
        match (self, drawn) {
            (Self::Server(plan), Drawn::Server(workload)) => {
                Run::Server(plan.outcome(workload, plan.policies[policy], &mut Progress(progress)))
            }
            (Self::Cluster(plan), Drawn::Cluster(workload, _, replication)) => {
                Run::Cluster(plan.outcome(workload, policy, *replication, &mut Progress(progress)))
            }
            (Self::Datacenter(plan), Drawn::Datacenter(workload, _, replication)) => {
                Run::Datacenter(plan.outcome(workload, policy, *replication, &mut Progress(progress)))
            }
            _ => panic!("the jobs are of another world"),
        }
    }

    /// One run, reduced to what a [`Summary`](crate::experiment::Summary) needs.
    ///
    /// # Panics
    /// If the jobs or the run are of another world.
    pub fn cell(&self, drawn: &Drawn, run: &Run) -> Cell {
        match (self, drawn, run) {
            (Self::Server(plan), Drawn::Server(workload), Run::Server(outcome)) => plan.cell(workload, outcome),
            (Self::Cluster(plan), Drawn::Cluster(workload, alone, _), Run::Cluster(outcome)) => {
                Cell::of_cluster(workload, alone, outcome, plan.warmup)
            }
            (Self::Datacenter(plan), Drawn::Datacenter(workload, alone, _), Run::Datacenter(outcome)) => {
                Cell::of_datacenter(workload, alone, outcome, plan.warmup, plan.reporting)
            }
            _ => panic!("the run is of another world"),
        }
    }

    /// What the report says about the workload.
    pub fn describe(&self) -> WorkloadReport {
        match self {
            Self::Server(plan) => plan.describe(),
            Self::Cluster(plan) => plan.describe(),
            Self::Datacenter(plan) => plan.describe(),
        }
    }

    /// What a reader of the results should be warned of.
    pub fn warnings(&self) -> Vec<String> {
        match self {
            Self::Server(plan) => plan.warnings(),
            Self::Cluster(plan) => plan.warnings(),
            Self::Datacenter(plan) => plan.warnings(),
        }
    }
}
