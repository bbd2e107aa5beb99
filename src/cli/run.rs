use super::CliError;
use super::args::{Format, RunArgs};
use super::export::{TIMELINE_JOBS, write_csv, write_json, write_per_job, write_table, write_timelines};
use super::output::{Output, has_extension, place, print};
use crate::chart;
use crate::experiment::{Cell, Plan, Report, Summary};
use crate::server::{Instant, Observer, Outcome, Policy, Series, Timeline};
use crate::workload::Workload;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::path::Path;

/// Simulates, prints the comparison and writes the files that are asked for.
pub fn run(args: &RunArgs) -> Result<(), CliError> {
    check_outputs(args)?;
    let plan = Plan::new(args.scenario()?, |path| std::fs::read(path))?;
    let per_job = args.per_job.as_deref().map(Output::create).transpose()?;
    let picture = args.chart.as_deref().map(Picture::create).transpose()?;
    let timelines = args.timeline.as_deref().map(Output::create).transpose()?;
    for warning in plan.warnings() {
        eprintln!("warning: {warning}");
    }
    if timelines.is_some() && plan.source.jobs() > TIMELINE_JOBS {
        eprintln!("note: the timeline has only the series: exact curves are for up to {TIMELINE_JOBS} jobs, not {}", plan.source.jobs());
    }

    let (cells, runs) = simulate(&plan, per_job.is_some());
    let report = Report::new(&plan, summaries(&plan, cells));
    if let Some(output) = per_job {
        output.finish(|out| write_per_job(&plan.policies, &runs, out))?;
    }
    if let Some(picture) = picture {
        picture.finish(&report)?;
    }
    if let Some(output) = timelines {
        let watched = watch(&plan)?;
        output.finish(|out| write_timelines(&watched, out))?;
    }
    print(|out| match args.format {
        Format::Table => write_table(&report, out),
        Format::Json => write_json(&report, out),
        Format::Csv => write_csv(&report, out),
    })
}

/// Every output is a file of its own, with the extension of what is written.
fn check_outputs(args: &RunArgs) -> Result<(), CliError> {
    let outputs = [("--per-job", &args.per_job), ("--chart", &args.chart), ("--timeline", &args.timeline)];
    let outputs: Vec<_> = outputs.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?))).collect();
    for (i, (flag, path)) in outputs.iter().enumerate() {
        if let Some((other, _)) = outputs[..i].iter().find(|(_, earlier)| place(earlier) == place(path)) {
            return Err(CliError::SameOutput { flags: [other, flag], path: path.display().to_string() });
        }
    }
    match &args.timeline {
        Some(path) if !has_extension(path, "json") => {
            Err(CliError::Extension { flag: "--timeline", path: path.display().to_string(), allowed: ".json" })
        }
        _ => Ok(()),
    }
}

/// A bar of jobs done, on stderr if that is a terminal.
fn progress_bar(plan: &Plan) -> ProgressBar {
    let jobs = plan.source.jobs() * plan.policies.len() * plan.scenario.replications as usize;
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {human_pos} of {human_len} jobs  {eta} left");
    ProgressBar::new(jobs as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Moves the bar while a simulation runs.
struct Ticker<'a> {
    bar: &'a ProgressBar,
    seen: usize,
}

impl Observer for Ticker<'_> {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl Instant) {}

    fn progress(&mut self, completed: usize) {
        self.bar.inc((completed - self.seen) as u64);
        self.seen = completed;
    }
}

/// The jobs of a replication and the outcome of each policy.
type Run = (Workload, Vec<Outcome>);

/// All cells, by replication and policy; and the runs behind them if they are to be kept.
fn simulate(plan: &Plan, keep: bool) -> (Vec<Vec<Cell>>, Vec<Run>) {
    let bar = progress_bar(plan);
    let replications = (0..plan.scenario.replications).into_par_iter().map(|replication| {
        let workload = plan.workload(replication);
        let policies = plan.policies.par_iter().map(|&policy| {
            let outcome = plan.outcome(&workload, policy, &mut Ticker { bar: &bar, seen: 0 });
            (plan.cell(&workload, &outcome), keep.then_some(outcome))
        });
        let (cells, outcomes): (Vec<Cell>, Vec<Option<Outcome>>) = policies.unzip();
        (cells, keep.then(|| (workload.into_owned(), outcomes.into_iter().flatten().collect())))
    });
    let (cells, runs): (Vec<_>, Vec<Option<Run>>) = replications.unzip();
    bar.finish_and_clear();
    (cells, runs.into_iter().flatten().collect())
}

fn summaries(plan: &Plan, cells: Vec<Vec<Cell>>) -> Vec<Summary> {
    let mut by_policy: Vec<Vec<Cell>> = plan.policies.iter().map(|_| Vec::with_capacity(cells.len())).collect();
    for replication in cells {
        for (policy, cell) in by_policy.iter_mut().zip(replication) {
            policy.push(cell);
        }
    }
    plan.policies.par_iter().zip(by_policy).map(|(&policy, cells)| Summary::pool(policy, cells)).collect()
}

/// What was seen of one policy in the first replication.
pub struct Watched {
    pub policy: Policy,
    pub series: Series,
    pub timeline: Option<Timeline>,
}

/// Samples that a series is thinned to.
const SAMPLES: usize = 4096;

fn watch(plan: &Plan) -> Result<Vec<Watched>, CliError> {
    let workload = plan.workload(0);
    let watch = |&policy: &Policy| {
        let mut series = Series::with_capacity(SAMPLES);
        plan.outcome(&workload, policy, &mut series);
        let timeline = (workload.len() <= TIMELINE_JOBS).then(|| Timeline::record(&plan.config, &workload, policy));
        let timeline = timeline.transpose().map_err(crate::experiment::ScenarioError::from)?;
        Ok(Watched { policy, series, timeline })
    };
    plan.policies.iter().map(watch).collect()
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
        let vector = has_extension(path, "svg");
        if !vector && !has_extension(path, "png") {
            return Err(CliError::Extension { flag: "--chart", path: path.display().to_string(), allowed: ".svg or .png" });
        }
        Ok(Self { output: Output::create(path)?, vector })
    }

    fn finish(self, report: &Report) -> Result<(), CliError> {
        let bytes = if self.vector { chart::report_svg(SIZE, report).map(String::into_bytes) } else { chart::report_png(SIZE, report) };
        let bytes = bytes.map_err(|error| CliError::Chart(error.to_string()))?;
        self.output.finish(|out| out.write_all(&bytes))
    }
}
