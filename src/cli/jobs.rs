use super::CliError;
use super::args::JobsArgs;
use super::output::{Output, distinct, print};
use crate::experiment::{Drawn, Study, read_workload};
use schedscope_engine::workload::{Job, Phase, TaskJob, Workload, write_jobs};

/// Writes the jobs of the first replication.
pub fn run(args: &JobsArgs) -> Result<(), CliError> {
    let scenario = args.scenario.scenario()?;
    distinct(args.output.as_deref().map(|path| ("--output", path)).as_slice(), &args.scenario.inputs(&scenario))?;
    let study = Study::new(scenario, read_workload)?;
    let output = args.output.as_deref().map(Output::create).transpose()?;
    let workload = match study.draw(0) {
        Drawn::Server(workload) => workload,
        Drawn::Datacenter(workload, ..) => workload.whole(),
        Drawn::Cluster(workload, ..) => Workload::new(workload.given_order().map(|position| whole(&workload.jobs()[position])).collect()),
    };
    match output {
        Some(output) => output.finish(|out| write_jobs(&workload, out)),
        None => print(|out| write_jobs(&workload, out)),
    }
}

/// A job of the cluster without its tasks: its size is their work on one slot.
fn whole(job: &TaskJob) -> Job {
    let size = Phase::ALL.map(|phase| job.size(phase)).iter().sum::<f64>();
    Job { id: job.id, arrival: job.arrival, size, estimate: size * job.error, weight: job.weight }
}
