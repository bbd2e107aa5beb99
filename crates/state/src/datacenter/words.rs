//! What is said of runs in a datacenter: of what is lit, of where time goes, and of what messages are for.

use crate::format;
use schedscope::datacenter::{Activity, Counters, JobLine, Messages, Timeline};
use schedscope::metrics::Interval;
use schedscope_core::experiment::{PolicyReport, Report};
use schedscope_core::pictures::datacenter::{DatacenterRun, DatacenterRuns, Selected};

/// What is lit: what it is, and under each policy what becomes of it at some time, in seconds since the first submission.
pub fn of_lit(runs: &DatacenterRuns, lit: Selected, time: f64) -> Option<(String, Vec<String>)> {
    let first = &runs.runs.first()?.timeline;
    Some(match lit {
        Selected::Job(job) => {
            let about = first.jobs.get(job as usize)?;
            let class = if about.long { "long" } else { "short" };
            let tasks =
                if about.tasks == 1 { format!("1 {class} task") } else { format!("{} {class} tasks", format::whole(about.tasks.into())) };
            let arrival = format::seconds(about.arrival - first.begin());
            (format!("J{}: {tasks}, submitted at {arrival}", about.id), runs.runs.iter().map(|run| of_job(run, job)).collect())
        }
        Selected::Worker(worker) => (format!("Worker {worker}"), runs.runs.iter().map(|run| of_worker(run, worker, time)).collect()),
    })
}

fn of_job(run: &DatacenterRun, job: u32) -> String {
    let about = &run.timeline.jobs[job as usize];
    let last = if about.tasks == 1 { ":" } else { "; its last task:" };
    let scheduler = about.sojourn() - about.queueing - about.running;
    let scheduled =
        if scheduler >= 0.05 * about.sojourn() { format!("{} at the scheduler, ", format::seconds(scheduler)) } else { String::new() };
    let queued = if about.queueing < 0.005 { "no queue".to_owned() } else { format!("{} in a queue", format::seconds(about.queueing)) };
    let running = format::seconds(about.running);
    let its = run.stuck.iter().find(|stuck| stuck.job == job);
    let behind = its.map_or_else(String::new, |stuck| format!("; behind a long task of worker {}", stuck.worker));
    let sojourn = format::seconds(about.sojourn());
    format!("{}: complete after {sojourn}{last} {scheduled}{queued}, {running} running{behind}.", run.name)
}

fn of_worker(run: &DatacenterRun, worker: u32, time: f64) -> String {
    let timeline = &run.timeline;
    let now = timeline.begin() + time;
    let named = |job: u32| {
        let about = &timeline.jobs[job as usize];
        format!("J{}{}", about.id, if about.long { " (long)" } else { "" })
    };
    let kept = if worker < timeline.general { ", kept for short tasks" } else { "" };
    let does = match timeline.slot(worker, now) {
        None => "idle".to_owned(),
        Some(stint) if stint.running => format!("runs {}, {} left", named(stint.job), format::seconds(stint.to - now)),
        Some(stint) => format!("has asked for a task of {}", named(stint.job)),
    };
    let queue: Vec<u32> = timeline.queue(worker, now).collect();
    let short = queue.iter().filter(|job| !timeline.jobs[**job as usize].long).count();
    let queue = match queue.len() {
        0 => "no queue".to_owned(),
        count => format!("{count} in the queue, {short} of them short"),
    };
    format!("{}{kept}: {does}; {queue}.", run.name)
}

/// The median sojourn time of a class under a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Median {
    /// The policy's name.
    pub name: String,
    /// In seconds.
    pub value: f64,
    /// Its 95 % interval, where there are several runs.
    pub interval: Option<Interval>,
}

impl Median {
    /// Those of a class, the first policy last: it is what others are held against.
    pub fn of(report: &Report, names: &[String], class: u8) -> Vec<Self> {
        let of = |(name, row): (&String, &PolicyReport)| {
            let figures = row.class(class)?;
            Some(Self { name: name.clone(), value: figures.median_sojourn, interval: figures.median_sojourn_interval })
        };
        names.iter().zip(&report.policies).rev().filter_map(of).collect()
    }
}

/// How long half of the jobs of a kind take at most under each policy; none if there is no such job.
pub fn half(kind: &str, medians: &[Median]) -> Option<String> {
    let tidy = |x: f64| if x >= 9.95 { format::whole(x.round() as u64) } else { format::digits(x, 2) };
    let part = |Median { name, value, interval }: &Median| {
        let interval = interval.map_or_else(String::new, |interval| format!(" [{}, {}]", tidy(interval.low), tidy(interval.high)));
        format!("{} s{interval} with {name}", tidy(*value))
    };
    let parts: Vec<String> = medians.iter().map(part).collect();
    (!parts.is_empty()).then(|| format!("Half of the {kind} jobs take at most {}.", parts.join(", ")))
}

/// What the workers do at some time, in seconds as the timeline counts.
pub fn now(timeline: &Timeline, time: f64) -> String {
    let activities = timeline.at(time);
    let count = |activity: Activity| activities.iter().filter(|other| **other == activity).count() as u64;
    let (short, long, waiting) = (count(Activity::Short), count(Activity::Long), count(Activity::Waiting));
    let mut words = vec![match (short, long) {
        (0, 0) => "No task runs".to_owned(),
        _ => format!("{} short and {} long tasks run", format::whole(short), format::whole(long)),
    }];
    if waiting > 0 {
        words
            .push(format!(", {} for a task", if waiting == 1 { "one worker waits".to_owned() } else { format!("{waiting} workers wait") }));
    }
    let (queued, blocked) = timeline.waiting(time).into_iter().fold((0, 0), |(a, b), (c, d)| (a + u64::from(c), b + u64::from(d)));
    if queued > 0 {
        words.push(format!("; {} in queues", format::counted(queued, "entry waits", "entries wait")));
    }
    if blocked > 0 {
        words.push(format!(", {} short behind a long one", format::whole(blocked)));
    }
    words.concat() + "."
}

/// Where the time of all jobs of a class goes under a policy: the parts of it at the scheduler, in a queue, and running. None if
/// there is no such job.
pub fn parts(timeline: &Timeline, long: bool) -> Option<[f64; 3]> {
    let jobs = || timeline.jobs.iter().filter(|job| job.long == long);
    let all: f64 = jobs().map(JobLine::sojourn).sum();
    let [queueing, running] = [jobs().map(|job| job.queueing).sum::<f64>(), jobs().map(|job| job.running).sum()];
    (all > 0.0).then(|| [(1.0 - (queueing + running) / all).max(0.0), queueing / all, running / all])
}

/// Part of the messages from which on one kind is named as what most are for.
const MOST: f64 = 0.5;

/// How many messages a policy sends in a run, and what most of them are for.
pub fn messages(name: &str, counters: &Counters, runs: u32) -> String {
    let all = counters.messages.all();
    let Messages { probes, rejections, answers, placements, requests, thefts, heartbeats, updates } = counters.messages;
    let kinds = [
        (probes, "are probes, and probes sent on"),
        (rejections, "reject probes"),
        (answers, "answer probes with what a worker holds"),
        (placements, "give tasks to workers"),
        (requests, "ask for a task, or answer"),
        (thefts, "ask other workers for something to steal"),
        (heartbeats, "report how long queues are"),
        (updates, "tell workers which tasks of a job have been handed out, wherever a probe of it waits"),
    ];
    let count = |count: f64| match count {
        x if x >= 999_500.0 => format!("{:.1} million", x / 1e6),
        x if x >= 9_999.5 => format!("{:.0} thousand", x / 1e3),
        x => format::whole(x.round() as u64),
    };
    let (most, what) = kinds.into_iter().max_by_key(|(count, _)| *count).unwrap_or_default();
    let part = most as f64 / all.max(1) as f64;
    let reason = if part >= MOST { format!(": {} {what}", percent(part)) } else { String::new() };
    format!("{name} sends {} messages a run{reason}.", count(all as f64 / f64::from(runs.max(1))))
}

/// A part that is no whole unless it is all.
fn percent(part: f64) -> String {
    match 100.0 * part {
        x if x >= 99.0 && part < 1.0 => format!("{:.1} %", x.min(99.9)),
        x => format!("{x:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(messages: Messages) -> Counters {
        Counters { messages, ..Counters::default() }
    }

    #[test]
    fn a_job_is_told_where_its_time_went() {
        let choices = [schedscope::datacenter::Policy::registry().choices().find(|choice| choice.row().key == "sparrow").unwrap()];
        let mut workload = schedscope::workload::BatchWorkload::default();
        workload.push(1, 0.0, &[100.0]).unwrap();
        workload.push(7, 10.0, &[2.0, 3.0]).unwrap();
        let config = schedscope::datacenter::Config { workers: 1, cutoff: 50.0, ..Default::default() };
        let policy = "sparrow".parse().unwrap();
        let timeline = Timeline::record(&config, &workload, &policy, |_| {}).unwrap().0;
        let runs = DatacenterRuns::new(vec![timeline], &choices);
        let said = |lit, time| of_lit(&runs, lit, time).unwrap();
        let (what, lines) = said(Selected::Job(1), 20.0);
        assert_eq!(what, "J7: 2 short tasks, submitted at 10 s");
        assert_eq!(lines, ["Sparrow: complete after 95 s; its last task: 92 s in a queue, 3.0 s running; behind a long task of worker 0."]);
        let (_, lines) = said(Selected::Worker(0), 20.0);
        assert_eq!(lines, ["Sparrow: runs J1 (long), 80 s left; 5 in the queue, 4 of them short."]);
    }

    #[test]
    fn medians_carry_their_intervals_where_there_are_several_runs() {
        let median = |name: &str, value: f64, interval: Option<(f64, f64)>| {
            let interval = interval.map(|(low, high)| Interval { low, high });
            Median { name: name.to_owned(), value, interval }
        };
        let several = [median("Eagle", 152.6, Some((135.2, 173.0))), median("Sparrow", 1753.0, Some((502.0, 3315.1)))];
        assert_eq!(
            half("short", &several).as_deref(),
            Some("Half of the short jobs take at most 153 s [135, 173] with Eagle, 1753 s [502, 3315] with Sparrow.")
        );
        assert_eq!(half("long", &[median("Hawk", 3.456, None)]).as_deref(), Some("Half of the long jobs take at most 3.5 s with Hawk."));
        assert_eq!(half("long", &[]), None);
    }

    #[test]
    fn messages_are_for_what_most_of_them_are_counted_as() {
        let updates = counted(Messages { probes: 9000, rejections: 1000, updates: 7_990_000, ..Messages::default() });
        assert_eq!(
            messages("Eagle", &updates, 2),
            "Eagle sends 4.0 million messages a run: 99.9 % tell workers which tasks of a job have been handed out, wherever a probe of it waits."
        );
        let requests = counted(Messages { probes: 4, requests: 6, ..Messages::default() });
        assert_eq!(messages("Sparrow", &requests, 1), "Sparrow sends 10 messages a run: 60 % ask for a task, or answer.");
        let mixed = counted(Messages { probes: 30_000, placements: 30_000, requests: 40_000, ..Messages::default() });
        assert_eq!(messages("Hawk", &mixed, 4), "Hawk sends 25 thousand messages a run.");
        let one = counted(Messages { heartbeats: 5, ..Messages::default() });
        assert_eq!(messages("X", &one, 1), "X sends 5 messages a run: 100 % report how long queues are.");
    }
}
