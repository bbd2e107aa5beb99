use super::CliError;
use super::args::{Format, RunArgs};
use super::export::{write_csv, write_details, write_json, write_per_job, write_per_task, write_recordings, write_service, write_table};
use super::output::{Output, distinct, expect_extension, has_extension, is_standard, print};
use super::terminal::{bar, tell};
use indicatif::{ProgressBar, ProgressStyle};
use schedscope::ordering;
use schedscope::server::Service;
use schedscope_chart as chart;
use schedscope_core::experiment::{Drawn, Kept, Plan, Recording, Report, Run, Scenario, Study, read_workload, run_keeping};
use schedscope_core::pictures::distributions;
use std::path::Path;

/// Simulates, prints the comparison and writes the files that are asked for.
pub fn run(args: &RunArgs) -> Result<(), CliError> {
    let scenario = args.scenario()?;
    check_outputs(args, &scenario)?;
    let study = Study::new(scenario, read_workload)?;
    if args.scenario.strict {
        study.read_whole()?;
    }
    if let Some(path) = args.per_task.as_deref().filter(|_| study.scenario().kind().task_titles().is_empty()) {
        return Err(CliError::NoTasks(path.display().to_string()));
    }
    let per_job = args.per_job.as_deref().map(Output::create).transpose()?;
    let per_task = args.per_task.as_deref().map(Output::create).transpose()?;
    let picture = args.chart.as_deref().map(Picture::create).transpose()?;
    let timelines = args.timeline.as_deref().map(Output::create).transpose()?;
    for warning in study.warnings() {
        tell(format_args!("warning: {warning}"));
    }
    let watched = timelines.as_ref().map(|_| study.may_record().map(|()| study.draw(0))).transpose()?;
    if let Some(note) = watched.as_ref().map(|drawn| study.recordable(drawn)).transpose()?.flatten() {
        tell(format_args!("note: {note}"));
    }
    let script = args.script.as_deref().map(|path| Script::create(&study, path)).transpose()?;
    let bar = progress_bar(&study);
    // A script is that of the first replication.
    let kept = if per_job.is_some() { u32::MAX } else { u32::from(script.is_some()) };
    let (summaries, runs) = run_keeping(&study, kept, |jobs| bar.inc(jobs))?;
    bar.finish_and_clear();
    let report = Report::new(&study, summaries);
    for warning in report.warnings.iter().skip(study.warnings().len()) {
        tell(format_args!("warning: {warning}"));
    }
    if let Some(output) = per_job {
        output.finish(|out| write_per_job(&study, &runs, out))?;
    }
    if let Some(output) = per_task {
        output.finish(|out| write_per_task(&study, out))?;
    }
    if let Some(script) = script {
        script.finish(&runs)?;
    }
    if let Some(picture) = picture {
        picture.finish(&report)?;
    }
    if let Some((output, drawn)) = timelines.zip(watched) {
        let recordings = recorded(&study, &drawn)?;
        output.finish(|out| write_recordings(&recordings, out))?;
    }
    let few = args.details && args.format == Format::Table && matches!(study.plan(), Plan::Server(_)) && study.jobs() <= Service::MOST;
    let recordings = if few { recorded(&study, &study.draw(0))? } else { vec![] };
    print(|out| match args.format {
        Format::Table if args.details => {
            write_table(&report, out)?;
            write_service(&recordings, out)?;
            write_details(&report, out)
        }
        Format::Table => write_table(&report, out),
        Format::Json => write_json(&report, out),
        Format::Csv => write_csv(&report, out),
    })
}

/// What happens under each policy.
fn recorded(study: &Study, drawn: &Drawn) -> Result<Vec<Recording>, CliError> {
    (0..study.choices().len()).map(|policy| Ok(study.record(drawn, policy, |_| {})?.0)).collect()
}

/// Every output is a file of its own and no input, with the extension of what is written.
fn check_outputs(args: &RunArgs, scenario: &Scenario) -> Result<(), CliError> {
    let outputs = [
        ("--per-job", &args.per_job),
        ("--per-task", &args.per_task),
        ("--chart", &args.chart),
        ("--timeline", &args.timeline),
        ("--script", &args.script),
    ];
    let outputs: Vec<_> = outputs.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?))).collect();
    distinct(&outputs, &args.scenario.inputs(scenario))?;
    args.timeline.as_deref().map_or(Ok(()), |path| expect_extension("--timeline", path, ".json"))
}

/// A bar of jobs done, on stderr if that is a terminal.
fn progress_bar(study: &Study) -> ProgressBar {
    let jobs = study.jobs() * study.choices().len() * study.scenario().replications as usize;
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {human_pos} of {human_len} jobs  {eta} left");
    bar(Some(jobs as u64)).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// An order to be written, as a script.
struct Script<'a> {
    output: Output,
    plan: &'a ordering::Plan,
}

impl<'a> Script<'a> {
    fn create(study: &'a Study, path: &Path) -> Result<Self, CliError> {
        let Plan::Ordering(plan) = study.plan() else { return Err(CliError::NoScript(path.display().to_string())) };
        Ok(Self { output: Output::create(path)?, plan })
    }

    /// Writes the order of the first replication.
    fn finish(self, runs: &[Kept]) -> Result<(), CliError> {
        let Some((Drawn::Ordering(jobs), runs)) = runs.first() else { return Ok(()) };
        let outcomes: Vec<_> = runs.iter().filter_map(|run| if let Run::Ordering(outcome) = run { Some(outcome) } else { None }).collect();
        let script = self.plan.script(jobs, &outcomes);
        self.output.finish(|out| out.write_all(script.as_bytes()))
    }
}

/// A picture to be written.
struct Picture {
    output: Output,
    vector: bool,
}

/// Size of a picture, in pixels.
const SIZE: (u32, u32) = (1200, 600);

impl Picture {
    fn create(path: &Path) -> Result<Self, CliError> {
        let vector = has_extension(path, "svg") || is_standard(path);
        if !vector && !has_extension(path, "png") {
            return Err(CliError::Extension { flag: "--chart", path: path.display().to_string(), allowed: ".svg or .png" });
        }
        Ok(Self { output: Output::create(path)?, vector })
    }

    fn finish(self, report: &Report) -> Result<(), CliError> {
        let picture = distributions(report);
        let bytes =
            if self.vector { chart::picture_svg(SIZE, &picture).map(String::into_bytes) } else { chart::picture_png(SIZE, &picture) };
        let bytes = bytes.map_err(|error| CliError::Chart(error.to_string()))?;
        self.output.finish(|out| out.write_all(&bytes))
    }
}
