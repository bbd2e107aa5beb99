use super::{Config, Observer, Outcome, Policy, Probe, Spent, Theft, simulate};
use crate::sim::NotAllowed;
use crate::workload::{BatchJob, BatchWorkload};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// What a worker does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activity {
    /// Nothing.
    #[default]
    Idle,
    /// It has asked for a task and waits for the answer.
    Waiting,
    /// It runs a task of a short job.
    Short,
    /// It runs a task of a long job.
    Long,
}

impl Activity {
    /// All of them, by their code.
    pub const ALL: [Self; 4] = [Self::Idle, Self::Waiting, Self::Short, Self::Long];
}

/// A stretch of time in which a worker's slot is taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stint {
    /// The worker.
    pub worker: u32,
    /// Position of the job.
    pub job: u32,
    /// When it begins, in seconds.
    pub from: f64,
    /// When it ends.
    pub to: f64,
    /// Whether a task runs; if not, the worker waits for one.
    pub running: bool,
}

/// A stretch of time that something of a job spends in a worker's queue: a probe, a place for a task, or a task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wait {
    /// The worker.
    pub worker: u32,
    /// Position of the job.
    pub job: u32,
    /// When it comes, in seconds.
    pub from: f64,
    /// When it goes.
    pub to: f64,
}

/// A job of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobLine {
    /// Its number.
    pub id: u64,
    /// When it is submitted, in seconds.
    pub arrival: f64,
    /// When it is complete.
    pub completion: f64,
    /// Whether it is scheduled as long.
    pub long: bool,
    /// Number of its tasks.
    pub tasks: u32,
    /// Seconds that the task which ends last spends at its worker, but not running.
    pub queueing: f64,
    /// Seconds that it runs. What is left of the time from submission to completion it waits at the scheduler, or for the
    /// tasks of an earlier stage.
    pub running: f64,
}

impl JobLine {
    /// Seconds from submission to completion.
    pub fn sojourn(&self) -> f64 {
        self.completion - self.arrival
    }
}

/// What every worker does, at even intervals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Frames {
    /// Seconds from one to the next; the first is taken when the first job arrives.
    pub every: f64,
    /// Two bits a worker, the lowest bits of each byte first: its [`Activity`] by code.
    pub frames: Vec<ByteBuf>,
}

/// How many workers are busy, on average over each of even intervals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Seconds of an interval; the first begins when the first job arrives.
    pub every: f64,
    /// Busy workers of those that are kept for short tasks, and of the others.
    pub busy: Vec<[f64; 2]>,
}

/// A run of the datacenter: exactly, if it is small, else in frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// The policy, as it was written.
    pub policy: String,
    /// Number of workers; where these have several cores, of cores, and what waits at a worker waits at its first.
    pub workers: u32,
    /// First worker that may run long tasks; zero without partitions.
    pub general: u32,
    /// Whether idle workers steal the entries behind a long task.
    pub steals: bool,
    /// The jobs, by arrival.
    pub jobs: Vec<JobLine>,
    /// When slots are taken, by worker, then by time; none in a large run.
    pub stints: Vec<Stint>,
    /// What waits in queues, by worker, then in the order of the queue; none in a large run.
    pub waits: Vec<Wait>,
    /// What workers say to probes, by the instant at which these come; none in a large run.
    pub probes: Vec<Probe>,
    /// Who steals what from whom, by time; none in a large run.
    pub thefts: Vec<Theft>,
    /// What workers do at even intervals; none in a small run.
    pub frames: Frames,
    /// How many workers are busy.
    pub usage: Usage,
}

impl Timeline {
    /// Most tasks of a run that is recorded exactly.
    pub const MOST_TASKS: usize = 50_000;
    /// Most workers of such a run.
    pub const MOST_WORKERS: u32 = 1000;

    /// Whether a run of a workload is recorded exactly.
    pub fn is_exact(config: &Config, workload: &BatchWorkload) -> bool {
        workload.tasks() <= Self::MOST_TASKS && config.slots() <= Self::MOST_WORKERS
    }

    /// Runs a workload and records it; `progress` hears how many jobs are complete.
    ///
    /// # Errors
    /// If `config` is out of range.
    pub fn record(
        config: &Config,
        workload: &BatchWorkload,
        policy: &Policy,
        progress: impl FnMut(usize),
    ) -> Result<(Self, Outcome), NotAllowed> {
        let rules = policy.kind().config(config);
        let believed = |job: &BatchJob| if rules.errors_reclassify { job.estimate } else { job.mean };
        let longs = policy.kind().workload(config, workload).jobs().iter().map(|job| believed(job) > rules.cutoff).collect();
        let span = workload.jobs().last().map_or(0.0, |last| last.arrival - workload.jobs()[0].arrival);
        let begin = workload.jobs().first().map_or(0.0, |job| job.arrival);
        let general = policy.kind().general(config);
        let mut recorder = Recorder::new(config.slots(), general, longs, (begin, span), Self::is_exact(config, workload), progress);
        let outcome = simulate(config, workload, policy, &mut recorder)?;
        let line = |(((job, completion), long), last): (((&BatchJob, &f64), &bool), &Spent)| JobLine {
            id: job.id,
            arrival: job.arrival,
            completion: job.arrival + completion,
            long: *long,
            tasks: job.tasks(),
            queueing: last.queueing,
            running: last.running,
        };
        let lines = workload.jobs().iter().zip(&outcome.completion).zip(&recorder.longs).zip(&recorder.last);
        let jobs: Vec<JobLine> = lines.map(line).collect();
        let end = jobs.iter().map(|job| job.completion).fold(begin, f64::max);
        let (mut probes, thefts) = (std::mem::take(&mut recorder.probes), std::mem::take(&mut recorder.thefts));
        probes.sort_by(|a, b| a.came.total_cmp(&b.came));
        let (stints, waits, frames, usage) = recorder.finish(end);
        let timeline = Self {
            policy: policy.written().to_owned(),
            workers: config.slots(),
            general,
            steals: policy.kind().steals(),
            jobs,
            stints,
            waits,
            probes,
            thefts,
            frames,
            usage,
        };
        Ok((timeline, outcome))
    }

    /// When the first job arrives, in seconds.
    pub fn begin(&self) -> f64 {
        self.jobs.first().map_or(0.0, |job| job.arrival)
    }

    /// The last completion, in seconds.
    pub fn end(&self) -> f64 {
        self.jobs.iter().map(|job| job.completion).fold(self.begin(), f64::max)
    }

    /// What each worker does at some time: in a large run, at the last frame before.
    pub fn at(&self, time: f64) -> Vec<Activity> {
        let mut all = vec![Activity::Idle; self.workers as usize];
        if let Some(frame) = self.frame(time) {
            for (worker, activity) in all.iter_mut().enumerate() {
                *activity = Activity::ALL[usize::from(self.frames.frames[frame][worker / 4] >> (2 * (worker % 4)) & 3)];
            }
        }
        for stint in self.stints.iter().filter(|stint| stint.from <= time && time < stint.to) {
            all[stint.worker as usize] = self.activity(stint);
        }
        all
    }

    /// How many entries wait at each worker at some time, and how many of them are short ones behind a long one, in a small run.
    pub fn waiting(&self, time: f64) -> Vec<(u32, u32)> {
        let mut waiting = vec![(0, 0); self.workers as usize];
        let mut long: Vec<bool> = self.at(time).into_iter().map(|activity| activity == Activity::Long).collect();
        for wait in self.waits.iter().filter(|wait| wait.from <= time && time < wait.to) {
            let (worker, is_long) = (wait.worker as usize, self.jobs[wait.job as usize].long);
            waiting[worker].0 += 1;
            waiting[worker].1 += u32::from(long[worker] && !is_long);
            long[worker] |= is_long;
        }
        waiting
    }

    /// Position of the last frame before some time, in a large run.
    pub fn frame(&self, time: f64) -> Option<usize> {
        let last = self.frames.frames.len().checked_sub(1)?;
        Some((((time - self.begin()) / self.frames.every + 1e-9) as usize).min(last))
    }

    /// What a worker does in a stint.
    pub fn activity(&self, stint: &Stint) -> Activity {
        match (stint.running, self.jobs[stint.job as usize].long) {
            (false, _) => Activity::Waiting,
            (true, false) => Activity::Short,
            (true, true) => Activity::Long,
        }
    }

    /// What the slot of a worker is taken for at some time, in a small run.
    pub fn slot(&self, worker: u32, time: f64) -> Option<&Stint> {
        self.stints_of(worker).find(|stint| stint.from <= time && time < stint.to)
    }

    /// Positions of the jobs in the queue of a worker at some time, the first to be served first unless the policy has
    /// another order, in a small run.
    pub fn queue(&self, worker: u32, time: f64) -> impl Iterator<Item = u32> {
        self.waits_of(worker).filter(move |wait| wait.from <= time && time < wait.to).map(|wait| wait.job)
    }

    /// Whether what waits in a queue is a short entry that came behind a long task, in the slot or in the queue, in a small run.
    pub fn behind_long(&self, wait: &Wait) -> bool {
        let long = |job: u32| self.jobs[job as usize].long;
        let before = self.waits_of(wait.worker).take_while(|other| *other != wait);
        !long(wait.job)
            && (self.slot(wait.worker, wait.from).is_some_and(|stint| long(stint.job))
                || before.filter(|other| other.from <= wait.from && wait.from < other.to).any(|other| long(other.job)))
    }

    /// What takes the slot of a worker from this instant on, in a small run.
    pub fn begins(&self, worker: u32, time: f64) -> impl Iterator<Item = &Stint> {
        let first = self.stints.partition_point(|stint| (stint.worker, stint.from) < (worker, time));
        self.stints[first..].iter().take_while(move |stint| (stint.worker, stint.from) == (worker, time))
    }

    /// The stints of a worker, by time.
    pub(super) fn stints_of(&self, worker: u32) -> impl Iterator<Item = &Stint> {
        let first = self.stints.partition_point(|stint| stint.worker < worker);
        self.stints[first..].iter().take_while(move |stint| stint.worker == worker)
    }

    /// What waits at a worker, in the order of its queue.
    pub(super) fn waits_of(&self, worker: u32) -> impl Iterator<Item = &Wait> {
        let first = self.waits.partition_point(|wait| wait.worker < worker);
        self.waits[first..].iter().take_while(move |wait| wait.worker == worker)
    }
}

/// Most bytes of all frames of a run.
const FRAMES: usize = 1 << 20;
/// Most frames of a run.
const MOST_FRAMES: usize = 256;
/// Most intervals in which busy workers are counted.
const INTERVALS: usize = 512;

/// What has been seen of a worker.
#[derive(Clone, Debug, Default)]
struct Log {
    stints: Vec<Stint>,
    /// Whether the last of them has not ended.
    open: bool,
    waits: Vec<Wait>,
    /// Positions of those that have not ended.
    queue: Vec<usize>,
}

impl Log {
    /// Takes note of a change. `counts` has a zero for each job, before and after.
    fn write(&mut self, time: f64, worker: u32, slot: Option<(u32, f64)>, mut queue: Vec<u32>, counts: &mut [u32]) {
        let last = self.stints.last_mut().filter(|_| self.open);
        // A task that follows another of its job at once continues its bar.
        if last.as_ref().map(|stint| (stint.job, stint.running)) != slot.map(|(job, since)| (job, since.is_finite())) {
            if let Some(stint) = last {
                stint.to = time;
            }
            let stint = |job: u32, from: f64, running: bool| Stint { worker, job, from, to: from, running };
            match slot {
                // The task is on its way.
                Some((job, since)) if since.is_finite() && since > time => {
                    self.stints.push(Stint { to: since, ..stint(job, time, false) });
                    self.stints.push(stint(job, since, true));
                }
                _ => self.stints.extend(slot.map(|(job, since)| stint(job, time, since.is_finite()))),
            }
            self.open = slot.is_some();
        }
        // What is no longer there has gone, what was not there has come: of several entries of a job the last.
        queue.iter().for_each(|job| counts[*job as usize] += 1);
        let waits = &mut self.waits;
        self.queue.retain(|position| {
            let wait = &mut waits[*position];
            let count = &mut counts[wait.job as usize];
            let there = *count > 0;
            *count -= u32::from(there);
            wait.to = if there { wait.to } else { time };
            there
        });
        queue.reverse();
        queue.retain(|job| {
            let count = &mut counts[*job as usize];
            let new = *count > 0;
            *count -= u32::from(new);
            new
        });
        queue.reverse();
        self.queue.extend(waits.len()..waits.len() + queue.len());
        waits.extend(queue.into_iter().map(|job| Wait { worker, job, from: time, to: time }));
    }
}

/// Watches the workers of a run. It holds no more than pictures can show, however long the run is.
struct Recorder<F> {
    general: u32,
    longs: Vec<bool>,
    exact: bool,
    begin: f64,
    /// Each worker of a small run.
    logs: Vec<Log>,
    probes: Vec<Probe>,
    thefts: Vec<Theft>,
    /// Of each job, the task that ends last of those that are known.
    last: Vec<Spent>,
    /// Room to count the entries of each job in a queue.
    counts: Vec<u32>,
    /// What each worker does, as in a frame.
    now: Vec<u8>,
    frames: Frames,
    most: usize,
    usage: Usage,
    /// Busy workers of both partitions, and since when.
    busy: [u32; 2],
    since: f64,
    /// Hears how many jobs are complete.
    progress: F,
}

impl<F: FnMut(usize)> Recorder<F> {
    /// `longs` tells which jobs are long; the first of them arrives at `begin`, the last `span` seconds later. Workers from
    /// `general` on may run long tasks.
    fn new(workers: u32, general: u32, longs: Vec<bool>, (begin, span): (f64, f64), exact: bool, progress: F) -> Self {
        let bytes = workers.div_ceil(4) as usize;
        // Runs are longer than their arrivals; whatever is too fine is halved later.
        let every = |intervals: usize| (span / intervals as f64).max(1e-6);
        let most = (FRAMES / bytes).clamp(16, MOST_FRAMES);
        Self {
            general,
            counts: vec![0; longs.len()],
            last: (0..longs.len() as u32).map(|job| Spent { job, end: 0.0, queueing: 0.0, running: 0.0 }).collect(),
            longs,
            exact,
            begin,
            logs: vec![Log::default(); if exact { workers as usize } else { 0 }],
            probes: vec![],
            thefts: vec![],
            now: vec![0; bytes],
            frames: Frames { every: every(most), frames: vec![] },
            most,
            usage: Usage { every: every(INTERVALS), busy: vec![] },
            busy: [0; 2],
            since: begin,
            progress,
        }
    }

    /// Time passes, while nothing changes.
    fn pass(&mut self, time: f64) {
        while !self.exact {
            let next = self.begin + self.frames.frames.len() as f64 * self.frames.every;
            if next > time {
                break;
            }
            if self.frames.frames.len() == self.most {
                halve(&mut self.frames.frames, |_, _| {});
                self.frames.every *= 2.0;
            } else {
                self.frames.frames.push(ByteBuf::from(self.now.clone()));
            }
        }
        while self.since < time {
            let usage = &mut self.usage;
            let interval = ((self.since - self.begin) / usage.every + 1e-9) as usize;
            if interval >= INTERVALS {
                halve(&mut usage.busy, |[a, b], [c, d]| (*a, *b) = (*a + c, *b + d));
                usage.every *= 2.0;
                continue;
            }
            usage.busy.resize(usage.busy.len().max(interval + 1), [0.0; 2]);
            let until = (self.begin + (interval + 1) as f64 * usage.every).min(time);
            for (sum, busy) in usage.busy[interval].iter_mut().zip(self.busy) {
                *sum += f64::from(busy) * (until - self.since);
            }
            self.since = until;
        }
    }

    /// All that has been seen, when the last job is complete.
    fn finish(mut self, end: f64) -> (Vec<Stint>, Vec<Wait>, Frames, Usage) {
        self.pass(end);
        let (mut stints, mut waits) = (vec![], vec![]);
        for (worker, mut log) in (0..).zip(self.logs) {
            log.write(end, worker, None, vec![], &mut self.counts);
            stints.extend(log.stints.into_iter().filter(|stint| stint.from < stint.to));
            waits.extend(log.waits.into_iter().filter(|wait| wait.from < wait.to));
        }
        let last = self.usage.busy.len().saturating_sub(1);
        for (interval, busy) in self.usage.busy.iter_mut().enumerate() {
            let rest = end - (self.begin + interval as f64 * self.usage.every);
            let seconds = if interval == last { rest.clamp(1e-9, self.usage.every) } else { self.usage.every };
            busy.iter_mut().for_each(|sum| *sum /= seconds);
        }
        let frames = if self.exact { Frames::default() } else { self.frames };
        (stints, waits, frames, self.usage)
    }
}

impl<F: FnMut(usize)> Observer for Recorder<F> {
    const WATCHES: bool = true;

    fn look(&mut self, time: f64, worker: u32, slot: Option<(u32, f64)>, queue: impl Iterator<Item = u32>) {
        self.pass(time);
        let activity = match slot {
            None => Activity::Idle,
            Some((_, f64::INFINITY)) => Activity::Waiting,
            Some((job, _)) if self.longs[job as usize] => Activity::Long,
            Some(_) => Activity::Short,
        };
        let (byte, shift) = (&mut self.now[worker as usize / 4], 2 * (worker % 4));
        let was_busy = *byte >> shift & 3 != 0;
        *byte = *byte & !(3 << shift) | (activity as u8) << shift;
        let busy = &mut self.busy[usize::from(worker >= self.general)];
        *busy = *busy + u32::from(slot.is_some()) - u32::from(was_busy);
        if let Some(log) = self.logs.get_mut(worker as usize) {
            log.write(time, worker, slot, queue.collect(), &mut self.counts);
        }
    }

    fn probed(&mut self, probe: Probe) {
        if self.exact {
            self.probes.push(probe);
        }
    }

    fn stolen(&mut self, theft: Theft) {
        if self.exact {
            self.thefts.push(theft);
        }
    }

    fn spent(&mut self, spent: Spent) {
        let last = &mut self.last[spent.job as usize];
        if spent.end >= last.end {
            *last = spent;
        }
    }

    fn progress(&mut self, completed: usize) {
        (self.progress)(completed);
    }
}

/// Keeps every second item; the others are joined to those before them.
fn halve<T>(items: &mut Vec<T>, mut join: impl FnMut(&mut T, T)) {
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    for (position, item) in items.drain(..).enumerate() {
        match kept.last_mut() {
            Some(before) if position % 2 == 1 => join(before, item),
            _ => kept.push(item),
        }
    }
    *items = kept;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datacenter::Silent;
    use crate::workload::TraceLike;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-6 * b.abs().max(1.0)
    }

    #[test]
    fn what_is_recorded_is_what_happens() {
        let workload = TraceLike::Google.generate(60, 3, 0).with_load(0.9, 40);
        for row in Policy::registry().rows() {
            let policy: Policy = row.key.parse().unwrap();
            let config = Config { workers: 40, short_partition: 0.2, cutoff: 1129.532, ..Config::default() };
            let (timeline, outcome) = Timeline::record(&config, &workload, &policy, |_| {}).unwrap();
            assert_eq!(outcome, simulate(&config, &workload, &policy, &mut Silent).unwrap(), "{policy}: a look changes nothing");
            let seconds = |running: bool| -> f64 {
                timeline.stints.iter().filter(|stint| stint.running || !running).map(|stint| stint.to - stint.from).sum()
            };
            assert!(close(seconds(true), outcome.work), "{policy}: {} s run, {} s of work", seconds(true), outcome.work);
            let busy: f64 = timeline.usage.busy.iter().flatten().sum::<f64>() * timeline.usage.every;
            let last = (timeline.end() - timeline.begin()) / timeline.usage.every;
            assert_eq!(timeline.usage.busy.len(), last.ceil() as usize, "{policy}");
            // The last interval is not a whole one.
            let missing = timeline.usage.busy.last().unwrap().iter().sum::<f64>() * timeline.usage.every * (last.ceil() - last);
            assert!(close(busy - missing, seconds(false)), "{policy}: {busy} s busy, {} s seen", seconds(false));
            for pair in timeline.stints.windows(2).filter(|pair| pair[0].worker == pair[1].worker) {
                assert!(pair[0].to <= pair[1].from, "{policy}: {pair:?}");
            }
            assert!(timeline.waits.iter().all(|wait| wait.from < wait.to && wait.to.is_finite()), "{policy}");
            // An entry in a queue waits for a slot that is taken.
            for wait in timeline.waits.iter().step_by(7) {
                let time = f64::midpoint(wait.from, wait.to);
                assert!(timeline.slot(wait.worker, time).is_some(), "{policy}: {wait:?}");
                assert!(timeline.queue(wait.worker, time).any(|job| job == wait.job), "{policy}: {wait:?}");
                let stint = timeline.slot(wait.worker, time).unwrap();
                assert_eq!(timeline.at(time)[wait.worker as usize], timeline.activity(stint), "{policy}");
            }
        }
    }

    /// What is recorded of jobs: when each is submitted, and how long its tasks take. Messages take half a second; long tasks
    /// more than 50 s.
    fn recorded(policy: &str, (workers, kept): (u32, u32), jobs: &[(f64, &[f64])]) -> Timeline {
        let mut workload = BatchWorkload::default();
        (0..).zip(jobs).for_each(|(id, (arrival, durations))| workload.push(id, *arrival, durations));
        let short_partition = f64::from(kept) / f64::from(workers);
        let config = Config { workers, delay: 0.5, short_partition, cutoff: 50.0, ..Config::default() };
        Timeline::record(&config, &workload, &policy.parse().unwrap(), |_| {}).unwrap().0
    }

    /// Probes by worker: job, worker, round, when they are sent and come, and whether they are accepted.
    fn sorted(timeline: &Timeline) -> Vec<(u32, u32, u8, f64, f64, bool)> {
        let mut probes: Vec<_> =
            timeline.probes.iter().map(|its| (its.job, its.worker, its.round, its.sent, its.came, its.accepted)).collect();
        probes.sort_by_key(|its| (its.0, its.2, its.1));
        probes
    }

    #[test]
    fn probes_of_sparrow_reach_workers_and_stay() {
        // Two workers and two probes a job, each at another worker.
        let timeline = recorded("sparrow[replacement=off]", (2, 1), &[(0.0, &[100.0]), (10.0, &[1.0])]);
        let expected = [(0, 0, 0.0), (0, 1, 0.0), (1, 0, 10.0), (1, 1, 10.0)];
        assert_eq!(sorted(&timeline), expected.map(|(job, worker, sent)| (job, worker, 1, sent, sent + 0.5, true)));
        assert!(timeline.thefts.is_empty());
    }

    #[test]
    fn workers_with_long_tasks_reject_probes_of_eagle_which_are_sent_on() {
        // A long task at each worker but the first. Whoever rejects knows this, so that all are sent on to that one.
        let timeline = recorded("eagle", (4, 1), &[(0.0, &[100.0; 3]), (10.0, &[1.0])]);
        let probes = sorted(&timeline);
        let (first, second): (Vec<_>, Vec<_>) = probes.into_iter().partition(|its| its.2 == 1);
        assert_eq!(first.len(), 20);
        assert!(first.iter().all(|its| (its.0, its.3, its.4) == (1, 10.0, 10.5) && its.5 == (its.1 == 0)), "{first:?}");
        let rejected = first.iter().filter(|its| !its.5).count();
        assert!(rejected > 0 && [1, 2, 3].iter().all(|worker| first.iter().any(|its| its.1 == *worker)));
        assert_eq!(second, vec![(1, 0, 2, 11.0, 11.5, true); rejected]);
    }

    #[test]
    fn probes_that_are_rejected_twice_go_to_the_part_that_is_kept() {
        // Only worker 1 is known to hold a long task when it rejects; those that come then to 2 and 3 reject in their turn.
        let timeline = recorded("eagle", (4, 1), &[(0.0, &[100.0]), (10.0, &[1.0]), (10.4, &[100.0, 100.0])]);
        let probes = sorted(&timeline);
        let round = |number: u8| probes.iter().filter(move |its| its.2 == number);
        assert!(round(1).all(|its| its.5 == (its.1 != 1) && its.4 == 10.5));
        assert!(round(2).all(|its| its.1 != 1 && its.5 == (its.1 == 0) && (its.3, its.4) == (11.0, 11.5)));
        assert!(round(3).all(|its| *its == (1, 0, 3, 12.0, 12.5, true)));
        for number in [1, 2] {
            let rejected = round(number).filter(|its| !its.5).count();
            assert!(rejected > 0 && rejected == round(number + 1).count(), "round {number}");
        }
    }

    #[test]
    fn an_idle_worker_of_hawk_steals_what_waits_behind_long_tasks() {
        // Workers 1 and 2 run long tasks. Worker 0 runs short ones until it is idle, and then steals theirs.
        let timeline = recorded("hawk", (3, 1), &[(0.0, &[100.0; 2]), (10.0, &[1.0; 6])]);
        let probes = sorted(&timeline);
        assert!(probes.len() == 12 && probes.iter().all(|its| its.0 == 1 && its.5));
        let at = |worker: u32| probes.iter().filter(|its| its.1 == worker).count();
        let mut thefts: Vec<_> = timeline.thefts.iter().map(|theft| (theft.thief, theft.victim, theft.jobs.clone())).collect();
        thefts.sort();
        let all = [1, 2].map(|victim| (0, victim, vec![1; at(victim)]));
        assert!(!thefts.is_empty() && thefts.iter().all(|theft| all.contains(theft)), "{thefts:?}");
        for theft in &timeline.thefts {
            assert_eq!(theft.loot, crate::datacenter::Loot::Group);
            assert_eq!(timeline.queue(theft.victim, theft.time - 1e-9).collect::<Vec<_>>(), theft.jobs);
            assert_eq!(timeline.queue(theft.victim, theft.time).count(), 0);
            assert_eq!(timeline.queue(theft.thief, theft.time - 1e-9).count(), 0);
        }
    }

    #[test]
    fn what_is_queued_behind_a_long_task_is_told_from_what_is_not() {
        let timeline = recorded("sparrow[replacement=off]", (2, 1), &[(0.0, &[100.0]), (10.0, &[1.0]), (20.0, &[1.0])]);
        // The long task runs at one worker; the other is free for both.
        let behind: Vec<(u32, f64)> =
            timeline.waits.iter().filter(|wait| timeline.behind_long(wait)).map(|wait| (wait.job, wait.from)).collect();
        assert_eq!(behind, [(1, 10.5), (2, 20.5)]);
        let long = timeline.stints.iter().find(|stint| stint.running && stint.job == 0).unwrap().worker;
        assert!(timeline.waits.iter().filter(|wait| wait.worker != long).all(|wait| !timeline.behind_long(wait)));
    }

    #[test]
    fn where_the_time_of_jobs_goes_is_where_that_of_their_tasks_goes() {
        // Each job has one task, so that both are the same.
        let mut workload = BatchWorkload::default();
        (0..60).for_each(|id| workload.push(id, f64::from(id as u32), &[if id % 9 == 0 { 300.0 } else { 7.0 }]));
        for row in Policy::registry().rows() {
            let policy: Policy = row.key.parse().unwrap();
            let config = Config { workers: 10, short_partition: 0.2, cutoff: 100.0, ..Config::default() };
            let (timeline, outcome) = Timeline::record(&config, &workload, &policy, |_| {}).unwrap();
            for (long, times) in [false, true].into_iter().zip(outcome.times) {
                let sum = |part: fn(&JobLine) -> f64| timeline.jobs.iter().filter(|job| job.long == long).map(part).sum::<f64>();
                assert!(close(sum(|job| job.queueing), times.queueing), "{policy}");
                assert!(close(sum(|job| job.running), times.execution), "{policy}");
                assert!(close(sum(JobLine::sojourn) - times.queueing - times.execution, times.scheduling), "{policy}: {times:?}");
            }
        }
    }

    #[test]
    fn large_runs_have_frames_and_small_ones_their_like() {
        let workload = TraceLike::Motivation.generate(40, 5, 0).with_load(0.9, 600);
        let config = Config { workers: 600, cutoff: 1000.0, ..Config::default() };
        let policy: Policy = "eagle".parse().unwrap();
        let small = Timeline::record(&config, &workload, &policy, |_| {}).unwrap().0;
        let longs: Vec<bool> = small.jobs.iter().map(|job| job.long).collect();
        let span = workload.jobs().last().unwrap().arrival - small.begin();
        let mut recorder = Recorder::new(600, policy.kind().general(&config), longs, (small.begin(), span), false, |_| {});
        simulate(&config, &workload, &policy, &mut recorder).unwrap();
        let (stints, waits, frames, usage) = recorder.finish(small.end());
        assert!(stints.is_empty() && waits.is_empty() && usage == small.usage);
        assert!((16..=MOST_FRAMES).contains(&frames.frames.len()), "{}", frames.frames.len());
        let large = Timeline { stints, waits, frames, ..small.clone() };
        for frame in 0..large.frames.frames.len() {
            let time = small.begin() + frame as f64 * large.frames.every;
            // Just before, since a frame is taken before what happens at its instant.
            let before = time - 1e-7;
            if frame > 0 && small.stints.iter().all(|stint| (stint.from - time).abs() > 1e-6 && (stint.to - time).abs() > 1e-6) {
                assert!(large.at(time) == small.at(before), "frame {frame}");
            }
        }
    }
}
