use super::CliError;
use super::args::JobsArgs;
use super::output::{Output, print};
use crate::experiment::Plan;
use crate::workload::write_jobs;

/// Writes the jobs of the first replication.
pub fn run(args: &JobsArgs) -> Result<(), CliError> {
    let plan = Plan::new(args.scenario.scenario()?, |path| std::fs::read(path))?;
    let output = args.output.as_deref().map(Output::create).transpose()?;
    let workload = plan.workload(0);
    match output {
        Some(output) => output.finish(|out| write_jobs(&workload, out)),
        None => print(|out| write_jobs(&workload, out)),
    }
}
