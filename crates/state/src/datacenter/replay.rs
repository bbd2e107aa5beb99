//! An answer: the numbers, the recorded runs, and what is worth a look in them.

use crate::stage::Panes;
use schedscope::csv::Csv;
use schedscope_chart::{self as chart, ChartError, Pen, Place};
use schedscope_core::experiment::Report;
use schedscope_core::pictures::datacenter::{DatacenterRun, DatacenterRuns, Selected, Stuck, busy_workers};
use std::fmt::Display;

/// An answer: the numbers and the recorded runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The numbers.
    pub report: Report,
    /// The first replication.
    pub runs: DatacenterRuns,
}

/// A picture of it; those of one policy have its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pane {
    /// What all workers do, in a row each.
    Rows(Place),
    /// The same of many, in a cell each.
    Grid(Place),
    /// What waits at the worker that is lit.
    Queue(Place),
    /// Where the time of jobs goes: of long ones, or of short ones; and what is lit.
    Spent(bool, Option<Selected>),
    /// Busy workers over time, with the playhead at this second.
    Busy(usize, f64),
}

impl Replay {
    /// Whether the runs were recorded exactly.
    pub fn is_exact(&self) -> bool {
        self.runs.runs.iter().all(|run| run.timeline.frames.frames.is_empty())
    }

    /// Whether there is room for a row a worker.
    pub fn has_rows(&self) -> bool {
        self.is_exact() && self.workers() <= ROWS
    }

    /// Number of workers.
    pub fn workers(&self) -> u32 {
        self.runs.runs.first().map_or(1, |run| run.timeline.workers)
    }

    /// When there is first something to see under the first policy: half as many workers busy as ever are, in seconds since the
    /// first submission.
    pub(super) fn awake(&self) -> f64 {
        let Some(usage) = self.runs.runs.first().map(|run| &run.timeline.usage) else { return 0.0 };
        let busy = || usage.busy.iter().map(|[kept, others]| kept + others);
        let half = busy().fold(0.0, f64::max) / 2.0;
        busy().position(|busy| busy >= half).map_or(0.0, |interval| interval as f64 * usage.every)
    }

    /// When something can be seen to happen, in seconds since the first submission.
    pub(super) fn times(&self) -> Vec<f64> {
        let mut times = vec![self.runs.span];
        for run in &self.runs.runs {
            let (timeline, begin) = (&run.timeline, run.timeline.begin());
            times.extend(timeline.stints.iter().flat_map(|stint| [stint.from - begin, stint.to - begin]));
            times.extend(timeline.probes.iter().map(|probe| probe.came - begin));
            times.extend(timeline.placed.iter().map(|placed| placed.came - begin));
            times.extend(timeline.thefts.iter().map(|theft| theft.time - begin));
            times.extend((0..timeline.frames.frames.len()).map(|frame| frame as f64 * timeline.frames.every));
        }
        times
    }

    /// Whether some short task is stuck behind a long one under any policy.
    pub fn has_stuck(&self) -> bool {
        self.runs.runs.iter().any(|run| !run.stuck.is_empty())
    }

    /// When messages are on their way that are drawn as arrows.
    pub(super) fn flights(&self) -> Vec<(f64, f64)> {
        if !self.has_rows() {
            return vec![];
        }
        let of = |run: &DatacenterRun| {
            let (timeline, begin) = (&run.timeline, run.timeline.begin());
            let probes = timeline.probes.iter().map(|probe| (probe.sent, probe.came));
            let thefts = timeline.thefts.iter().map(|theft| (theft.time, theft.time + THEFT));
            let placed = timeline.placed.iter().map(|placed| (placed.sent, placed.came));
            probes.chain(placed).chain(thefts).map(|(from, to)| (from - begin, to - begin)).collect::<Vec<_>>()
        };
        self.runs.runs.iter().flat_map(of).collect()
    }

    /// Short tasks that are stuck under any policy, by the instant at which they come.
    pub(super) fn stuck(&self) -> Vec<Stuck> {
        let mut all: Vec<Stuck> = self.runs.runs.iter().flat_map(|run| run.stuck.iter().copied()).collect();
        all.sort_by(|a, b| a.from.total_cmp(&b.from));
        all
    }

    /// The job that teaches most: it is stuck under one policy, and the other completes it sooner by the longest time; if there is such a
    /// job, one whose only task runs there at once. Where there is one policy, the job that is stuck longest.
    pub(super) fn teaches(&self) -> Option<u32> {
        let gain = |run: &DatacenterRun, stuck: &Stuck| {
            let sojourn = |run: &DatacenterRun| run.timeline.jobs[stuck.job as usize].sojourn();
            let others = self.runs.runs.iter().map(sojourn).fold(f64::INFINITY, f64::min);
            if self.runs.runs.len() > 1 { sojourn(run) - others } else { stuck.to - stuck.from }
        };
        let all = self.runs.runs.iter().flat_map(|run| run.stuck.iter().map(move |stuck| (gain(run, stuck), stuck.job)));
        let best = |all: &mut dyn Iterator<Item = (f64, u32)>| all.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, job)| job);
        let at_once = |job: u32| {
            let mut lines = self.runs.runs.iter().map(|run| &run.timeline.jobs[job as usize]);
            lines.any(|line| line.tasks == 1 && line.sojourn() - line.running < AT_ONCE)
        };
        best(&mut all.clone().filter(|(_, job)| at_once(*job))).or_else(|| best(&mut all.clone()))
    }

    /// When a job is submitted, in seconds since the first submission.
    pub(super) fn arrival(&self, job: u32) -> f64 {
        let arrival = |run: &DatacenterRun| Some(run.timeline.jobs.get(job as usize)?.arrival - run.timeline.begin());
        self.runs.runs.first().and_then(arrival).unwrap_or(0.0)
    }

    /// Where a worker or job stands that comes so many after what is lit: the first or last one if there is none.
    pub(super) fn stepped(&self, lit: Selected, by: i64) -> Selected {
        let jobs = self.runs.runs.first().map_or(0, |run| run.timeline.jobs.len() as u32);
        let within = |at: u32, count: u32| (i64::from(at) + by).clamp(0, i64::from(count.max(1)) - 1) as u32;
        match lit {
            Selected::Job(job) => Selected::Job(within(job, jobs)),
            Selected::Worker(worker) => Selected::Worker(within(worker, self.workers())),
        }
    }

    /// The jobs as comma-separated values: where the time of each goes under each policy, in seconds.
    pub fn jobs_csv(&self) -> String {
        let mut csv = Csv::new(["policy", "job", "class", "tasks", "submitted", "completed", "at_scheduler", "in_queue", "running"]);
        for (run, row) in self.runs.runs.iter().zip(&self.report.policies) {
            for job in &run.timeline.jobs {
                let begin = run.timeline.begin();
                let class = if job.long { "long" } else { "short" };
                let scheduler = (job.sojourn() - job.queueing - job.running).max(0.0);
                let numbers = [job.arrival - begin, job.completion - begin, scheduler, job.queueing, job.running];
                let words: [&dyn Display; 4] = [&row.policy.written(), &job.id, &class, &job.tasks];
                csv.line(words.into_iter().chain(numbers.iter().map(|x| x as &dyn Display)));
            }
        }
        csv.text()
    }
}

impl Panes for Replay {
    type Pane = Pane;

    fn draw(&self, pane: Pane, pen: &Pen<'_>) -> Result<(), ChartError> {
        let picture = match pane {
            Pane::Rows(place) => return chart::worker_rows(pen, &self.runs, place),
            Pane::Spent(long, lit) => return chart::time_spent(pen, &self.runs, long, lit),
            Pane::Grid(place) => return chart::worker_grid(pen, &self.runs, place),
            Pane::Queue(place) => return chart::worker_queue(pen, &self.runs, place),
            Pane::Busy(which, playhead) => busy_workers(&self.runs, which, playhead),
        };
        chart::picture(pen, &picture)
    }
}

/// Seconds within which a task that need not wait begins.
const AT_ONCE: f64 = 0.1;
/// Most workers that have a row each.
const ROWS: u32 = 60;
/// Seconds for which a theft, which takes none, is to be seen.
const THEFT: f64 = 0.001;
