use super::CliError;
use super::args::JobsArgs;
use super::output::{Output, distinct, print};
use super::terminal::tell;
use schedscope_core::experiment::{Study, read_workload};

/// Writes the jobs of the first replication.
pub fn run(args: &JobsArgs) -> Result<(), CliError> {
    let mut scenario = args.scenario.scenario()?;
    // Nobody has chosen policies, and jobs are the same under all: the others may not run on this system.
    if scenario.policies == scenario.kind().usual_policies() {
        scenario.policies.truncate(1);
    }
    let replications = scenario.replications;
    distinct(args.output.as_deref().map(|path| ("--output", path)).as_slice(), &args.scenario.inputs(&scenario))?;
    let study = Study::new(scenario, read_workload)?;
    if args.scenario.strict {
        study.read_whole()?;
    }
    for told in study.describe().left_out.told() {
        tell(format_args!("warning: {told}"));
    }
    study.fits(0)?;
    if replications > 1 {
        tell(format_args!("note: these are the jobs of the first of {replications} repetitions"));
    }
    let output = args.output.as_deref().map(Output::create).transpose()?;
    let drawn = study.draw(0);
    match output {
        Some(output) => output.finish(|out| study.plan().write_jobs(&drawn, out)),
        None => print(|out| study.plan().write_jobs(&drawn, out)),
    }
}
