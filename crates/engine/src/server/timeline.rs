use super::{Config, Instant, JobState, Observer, Outcome, Policy, simulate};
use crate::csv::Csv;
use crate::workload::{Ids, Job, Workload};
use crate::world::SpecError;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// Everything that happened in a small run: exact piecewise-linear curves and the events between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// The policy that was watched.
    pub policy: Policy,
    /// The jobs in order of (arrival, id); curves and events name them by their position here.
    pub jobs: Vec<Job>,
    /// What the jobs are called.
    pub ids: Ids,
    /// Completion time of each job.
    pub completions: Vec<f64>,
    /// The system whenever something changed, in order of time.
    pub snapshots: Vec<Snapshot>,
    /// What happened, in order of time.
    pub events: Vec<Event>,
}

/// All jobs just after everything that happens at one instant. Until the next snapshot all rates are constant, so every
/// curve is a straight line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Simulated time.
    pub time: f64,
    /// The jobs that are present, in reality or in the virtual queue, in order of arrival.
    pub jobs: Vec<Curve>,
}

/// One job from one snapshot to the next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Position of the job in [`Timeline::jobs`].
    pub job: u32,
    /// Work left to do; falls at the speed of `share`. Zero for a job that is complete but still in the virtual queue.
    pub remaining: f64,
    /// What the policy believes is left, under policies that believe anything (see [`JobState`]).
    pub virtual_remaining: Option<f64>,
    /// Speed at which that falls.
    pub virtual_rate: f64,
    /// Service attained so far; rises at the speed of `share`.
    pub attained: f64,
    /// Share of the server.
    pub share: f64,
    /// Whether the job is late.
    pub late: bool,
}

impl Curve {
    /// The same job `dt` later, if nothing happens until then.
    #[must_use]
    pub fn after(self, dt: f64) -> Self {
        Self {
            remaining: (self.remaining - self.share * dt).max(0.0),
            virtual_remaining: self.virtual_remaining.map(|v| v - self.virtual_rate * dt),
            attained: self.attained + self.share * dt,
            ..self
        }
    }
}

/// Something that happened to a job.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Simulated time.
    pub time: f64,
    /// What.
    pub kind: EventKind,
    /// Position of the job in [`Timeline::jobs`].
    pub job: u32,
}

/// What can happen to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// Its work is done.
    Completion,
    /// It enters.
    Arrival,
    /// Its (virtual) remaining estimate reaches zero before its work is done.
    Late,
    /// It leaves the virtual queue, having been complete in reality.
    VirtualCompletion,
    /// It loses the server before it is complete.
    Preemption,
}

impl Timeline {
    /// Runs `policy` and records everything. Meant for up to a few hundred jobs: memory grows with events × jobs present.
    ///
    /// # Errors
    /// If `policy` is not defined on the system of `config`.
    pub fn record(config: &Config, workload: &Workload, policy: &Policy) -> Result<Self, SpecError> {
        Self::of_run(workload, policy, |recorder| simulate(config, workload, policy, recorder))
    }

    /// Records what `run` does with `workload` under `policy`.
    pub(super) fn of_run(
        workload: &Workload,
        policy: &Policy,
        run: impl FnOnce(&mut TimelineRecorder) -> Result<Outcome, SpecError>,
    ) -> Result<Self, SpecError> {
        let mut recorder = TimelineRecorder::new(workload);
        let outcome = run(&mut recorder)?;
        let completions = workload.jobs().iter().zip(&outcome.sojourn).map(|(job, sojourn)| job.arrival + sojourn).collect();
        let TimelineRecorder { jobs, snapshots, events, .. } = recorder;
        Ok(Self { policy: policy.clone(), jobs, ids: workload.ids().clone(), completions, snapshots, events })
    }

    /// Adds the corners of all curves to comma-separated values: a line for each job at each instant at which something changes.
    pub fn write(&self, csv: &mut Csv) {
        for (time, curve) in self.snapshots.iter().flat_map(|snapshot| snapshot.jobs.iter().map(move |curve| (snapshot.time, curve))) {
            let Job { id, arrival, size, estimate, weight } = self.jobs[curve.job as usize];
            let Curve { remaining, attained, share, late, .. } = curve;
            let believed = curve.virtual_remaining.map(|left| left.to_string()).unwrap_or_default();
            let id = self.ids.of(id);
            let cells: [&dyn Display; 12] =
                [&self.policy, &time, &id, &arrival, &size, &estimate, &weight, attained, remaining, &believed, share, late];
            csv.line(cells);
        }
    }

    /// The titles of what is [written](Self::write).
    pub const TITLES: [&'static str; 12] =
        ["policy", "time", "id", "arrival", "size", "estimate", "weight", "attained", "remaining", "virtual_remaining", "share", "late"];

    /// The last instant at which something happens.
    pub fn end(&self) -> f64 {
        self.snapshots.last().map_or(0.0, |snapshot| snapshot.time)
    }

    /// All jobs at any `time`.
    pub fn at(&self, time: f64) -> impl Iterator<Item = Curve> {
        let next = self.snapshots.partition_point(|snapshot| snapshot.time <= time);
        let snapshot = next.checked_sub(1).map(|last| &self.snapshots[last]);
        snapshot.into_iter().flat_map(move |s| s.jobs.iter().map(move |curve| curve.after(time - s.time)))
    }
}

/// Records a [`Timeline`] as an [`Observer`].
#[derive(Debug)]
pub struct TimelineRecorder {
    jobs: Vec<Job>,
    snapshots: Vec<Snapshot>,
    events: Vec<Event>,
    arrived: usize,
    before: Vec<Option<JobState>>,
    now: Vec<Option<JobState>>,
}

impl TimelineRecorder {
    /// A recorder for a run of this workload.
    pub fn new(workload: &Workload) -> Self {
        let absent = vec![None; workload.len()];
        Self { jobs: workload.jobs().to_vec(), snapshots: vec![], events: vec![], arrived: 0, before: absent.clone(), now: absent }
    }

    fn compare(&mut self, time: f64, arrived: usize) {
        let first = self.events.len();
        for job in self.arrived..arrived {
            self.events.push(Event { time, kind: EventKind::Arrival, job: job as u32 });
        }
        self.arrived = arrived;
        for (job, (before, now)) in self.before.iter().zip(&self.now).enumerate() {
            let mut happens = |kind| self.events.push(Event { time, kind, job: job as u32 });
            let unfinished = |state: &Option<JobState>| state.is_some_and(|s| s.remaining > 0.0);
            match (unfinished(before), unfinished(now)) {
                (true, false) => happens(EventKind::Completion),
                (false, false) if before.is_some() && now.is_none() => happens(EventKind::VirtualCompletion),
                _ => {}
            }
            if let Some(now) = now.filter(|now| now.remaining > 0.0) {
                if now.late && !before.is_some_and(|before| before.late) {
                    happens(EventKind::Late);
                }
                if now.share == 0.0 && before.is_some_and(|before| before.share > 0.0) {
                    happens(EventKind::Preemption);
                }
            }
        }
        // They were found job by job.
        self.events[first..].sort_by_key(|event| event.kind);
    }
}

impl Observer for TimelineRecorder {
    fn instant(&mut self, instant: &impl Instant) {
        let time = instant.time();
        std::mem::swap(&mut self.before, &mut self.now);
        self.now.fill(None);
        let now = &mut self.now;
        instant.for_each(&mut |state| now[state.job as usize] = Some(state));
        self.compare(time, instant.arrived());
        let jobs = self.now.iter().flatten().map(|state| Curve {
            job: state.job,
            remaining: state.remaining.max(0.0),
            virtual_remaining: state.virtual_remaining,
            virtual_rate: state.virtual_rate,
            attained: self.jobs[state.job as usize].size - state.remaining.max(0.0),
            share: state.share,
            late: state.late,
        });
        let snapshot = Snapshot { time, jobs: jobs.collect() };
        match self.snapshots.last_mut() {
            Some(last) if last.time == time => *last = snapshot,
            _ => self.snapshots.push(snapshot),
        }
    }
}
