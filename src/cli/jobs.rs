use super::CliError;
use super::args::JobsArgs;
use super::output::{Output, distinct, print};
use super::terminal::tell;
use schedscope::workload::{Mix, Setting};
use schedscope_core::experiment::{Fields, Spec, Study, read_workload};

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
    if let Spec::Cluster(Fields { workload, .. }) = &study.scenario().spec
        && let Some(Setting { machines, slots: [maps, reduces], slowstart, .. }) = workload.mix.map(Mix::setting)
    {
        tell(format_args!(
            "note: run these jobs on the cluster of their experiment with --machines {machines} --map-slots {maps} --reduce-slots {reduces} \
             --slowstart {slowstart}"
        ));
    }
    let output = args.output.as_deref().map(Output::create).transpose()?;
    let drawn = study.draw(0);
    match output {
        Some(output) => output.finish(|out| study.plan().write_jobs(&drawn, out)),
        None => print(|out| study.plan().write_jobs(&drawn, out)),
    }
}
