//! How the workers of a datacenter are watched.

use super::presets::{COMPARED, PRESETS};
use super::{Replay, words};
use crate::file::Reads;
use crate::format;
use crate::offered::Offered;
use crate::protocol::Answer;
use crate::spread::Unit;
use crate::stage::{About, Fit, Motion, Played, Spreads, Stage};
use schedscope::datacenter::{Plan, System, Workload};
use schedscope::registry::Choice;
use schedscope_core::experiment::{Fields, Listed, Recording, Report, Scenario, Survey};
use schedscope_core::pictures::datacenter::{DatacenterRuns, Selected};

/// Workers with queues.
#[derive(Clone, Copy, Debug)]
pub struct Datacenter;

/// The load of a file for which workers are chosen.
const USUAL_LOAD: f64 = 0.9;

/// *Where the time went* is to be about long jobs, or short ones.
#[derive(Clone, Copy, Debug)]
pub struct Long(pub bool);

impl Stage for Datacenter {
    type World = Plan;
    type Replay = Replay;
    type Selected = Selected;
    /// Whether *Where the time went* is about long jobs.
    type Own = bool;
    type Gesture = Long;

    const ABOUT: About = About {
        name: "datacenter",
        title: "Datacenter",
        line: "Workers with queues",
        counts: ["job", "jobs"],
        time: "a time of at least 0, in seconds",
        presets: &PRESETS,
        compared: &COMPARED,
        measure: "short.median_sojourn",
        offered: Offered::BY_FAMILY,
        reads: Reads::Jobs,
        most: 2,
        panels: 2,
        in_order: false,
        finds: Some("Next short task stuck behind a long one"),
        plays: true,
    };
    const SPREADS: Option<Spreads> = Some(Spreads { unit: Unit::Median("short jobs"), of: medians_of_short });

    fn shown(report: Report, recordings: Vec<Recording>) -> Replay {
        let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
        let timelines = recordings.into_iter().filter_map(Plan::recording);
        Replay { runs: DatacenterRuns::new(timelines.collect(), &policies), report }
    }

    fn report(shown: &Replay) -> &Report {
        &shown.report
    }

    fn instants(_: &Played<Self>, shown: &Replay) -> Vec<f64> {
        shown.times()
    }

    fn slow(shown: &Replay) -> Vec<(f64, f64)> {
        shown.flights()
    }

    fn telling(played: &Played<Self>, shown: &Replay) -> Option<Selected> {
        if shown.has_rows() {
            return shown.teaches().map(Selected::Job);
        }
        // At first a worker that may get long tasks.
        let general = shown.runs.runs.iter().map(|run| run.timeline.general).max().unwrap_or(0);
        let worker = if let Some(Selected::Worker(worker)) = played.selected { worker } else { general };
        Some(Selected::Worker(worker.min(shown.workers().saturating_sub(1))))
    }

    fn begin(played: &Played<Self>, shown: &Replay) -> Motion {
        match played.selected {
            Some(Selected::Job(job)) if shown.has_rows() => to(played, shown, job),
            _ => Motion::At(shown.awake()),
        }
    }

    fn next(played: &Played<Self>, shown: &Replay, by: i64) -> Option<(Selected, Option<Motion>)> {
        let Some(selected) = played.selected else {
            return Self::find(played, shown).map(|(selected, motion)| (selected, Some(motion)));
        };
        let next = shown.stepped(selected, by);
        let motion = if let Selected::Job(job) = next { Some(Motion::Rest(shown.runs.settled(job))) } else { None };
        Some((next, motion))
    }

    /// The next short task that is stuck behind a long one; after the last, the first.
    fn find(played: &Played<Self>, shown: &Replay) -> Option<(Selected, Motion)> {
        let stuck = shown.stuck();
        let (selected, playhead) = (played.selected, played.clock.playhead);
        // Of a job that is selected, others are next, even while its messages are on their way.
        let now = if let Some(Selected::Job(job)) = selected { playhead.max(shown.runs.settled(job)) } else { playhead };
        let next = stuck.iter().find(|its| shown.runs.settled(its.job) > now && selected != Some(Selected::Job(its.job)));
        let job = next.or(stuck.first())?.job;
        Some((Selected::Job(job), to(played, shown, job)))
    }

    fn has(shown: &Replay, selected: Selected) -> bool {
        match selected {
            Selected::Job(job) => shown.runs.runs.first().is_some_and(|run| (job as usize) < run.timeline.jobs.len()),
            Selected::Worker(worker) => worker < shown.workers(),
        }
    }

    fn name(shown: &Replay, selected: Selected) -> Option<String> {
        match selected {
            Selected::Job(job) => shown.runs.runs.first()?.timeline.jobs.get(job as usize).map(|job| format!("J{}", job.id)),
            Selected::Worker(worker) => Some(format!("W{worker}")),
        }
    }

    fn named(shown: &Replay, name: &str) -> Option<Selected> {
        let (worker, number) = read(name)?;
        if worker {
            let worker = Selected::Worker(u32::try_from(number).ok()?);
            return Some(worker).filter(|worker| Self::has(shown, *worker));
        }
        let jobs = &shown.runs.runs.first()?.timeline.jobs;
        jobs.iter().position(|job| job.id == number).map(|job| Selected::Job(job as u32))
    }

    fn may_name(name: &str) -> Result<(), &'static str> {
        read(name).map(|_| ()).ok_or("a job or a worker, such as J3 or W7")
    }

    /// A sentence about short jobs, and one below it about long ones and the run that is shown.
    fn headline(played: &Played<Self>) -> [String; 2] {
        let (Some(report), Some(shown)) = (played.report(), played.shown()) else { return Default::default() };
        let names: Vec<String> = shown.runs.runs.iter().map(|run| run.name.clone()).collect();
        let medians = |class: u8| words::Median::of(report, &names, class);
        let behind = &played.bench.behind;
        let (sentence, long) = match words::half("short", &medians(0)) {
            Some(short) => (short, words::half("long", &medians(1))),
            None => (words::half("long", &medians(1)).unwrap_or_default(), None),
        };
        let place = match behind.spread() {
            Some(all) => {
                let ahead = all
                    .others
                    .first()
                    .map(|other| format!("For {} {} wins {} of {} runs. ", all.unit.jobs(), other.name, other.ahead(), all.runs()));
                format!("{}{}", ahead.unwrap_or_default(), all.place(behind.shown))
            }
            None => played.bench.headline(&[], &[])[1].clone(),
        };
        [sentence, long.into_iter().chain([place]).collect::<Vec<_>>().join(" ")]
    }

    fn gesture(played: &mut Played<Self>, Long(long): Long) {
        played.own = long;
    }

    /// Jobs like those of another trace take the place of a file's; where short jobs end and how many workers they have for themselves
    /// are the trace's own.
    fn asked(played: &mut Played<Self>, before: &Scenario, field: Option<&str>) {
        if field != Some("workload.like") {
            return;
        }
        let Fields { system, workload } = played.fields();
        let file = before.file().is_some();
        let Workload { count, load, sigma, .. } =
            if file { PRESETS[0].scenario().of::<Plan>().cloned().unwrap_or_default().workload } else { workload.clone() };
        let system = System { short_partition: None, cutoff: None, reporting_cutoff: None, ..system };
        let workload = Workload { like: workload.like, count, load, sigma, ..Workload::default() };
        played.bench_mut().amend(|scenario| scenario.spec = Plan::spec(Fields { system, workload }));
    }

    /// As many workers as its tasks need.
    const FIT: Option<Fit<Plan>> = Some(|fields, survey| {
        if let Some(workers) = survey.workers_for(USUAL_LOAD) {
            fields.system.workers = Some(workers);
        }
    });

    fn of_file(fields: &Fields<Plan>, survey: &Survey) -> Option<String> {
        let (Fields { system, workload }, enough) = (fields, survey.workers_for(USUAL_LOAD)?);
        // A load that is asked for, or another part of the file, is another load.
        let workers = system.workers.filter(|_| workload.load.is_none() && workload.count.is_none())?;
        let load = survey.load_on(workers)?;
        let counted = format::counted(u64::from(workers), "worker", "workers");
        if load >= 1.0 {
            let (load, enough) = (format::short(load), format::whole(u64::from(enough)));
            return Some(format!(
                "The load is {load}: more work arrives than {counted} can do, and jobs pile up. {enough} would have a load of 0.9."
            ));
        }
        (workers == enough).then(|| format!("{counted}, so that the load of the file is about 0.9."))
    }

    fn bar(scenario: &Scenario) -> Vec<&'static str> {
        let part = scenario.file().map(|_| "workload.part");
        ["workload.like", "system.workers", "workload.count"].into_iter().chain(part).chain(["workload.load"]).collect()
    }
}

/// The median sojourn time of short jobs in each run.
fn medians_of_short(answer: &Answer) -> Vec<f64> {
    const SHORT: u8 = 0;
    let classes = answer.summary.jobs.iter().flat_map(|jobs| &jobs.classes);
    classes.filter(|(class, _)| *class == SHORT).flat_map(|(_, sample)| sample.medians.clone()).collect()
}

/// Where a job comes: its messages are seen on their way if pictures may move, and time stops when they have come.
fn to(played: &Played<Datacenter>, shown: &Replay, job: u32) -> Motion {
    let settled = shown.runs.settled(job);
    if played.moves() { Motion::Between(shown.arrival(job), settled) } else { Motion::Rest(settled) }
}

/// Whether links call a worker so, and its number or a job's.
fn read(name: &str) -> Option<(bool, u64)> {
    let worker = name.starts_with('W');
    let number = name.strip_prefix(['J', 'W'])?.parse().ok()?;
    Some((worker, number))
}
