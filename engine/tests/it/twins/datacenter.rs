//! The datacenter once more, slow and plain: every rule stands once, beside its source, and everything is computed anew at every event. It is
//! written from the sources alone and serves as the reference the engine is compared with.
//!
//! T is Delgado's thesis (Hawk: chapter 2, Eagle: chapter 3, Kairos: chapter 4), R the datacenter section of `docs/reference.md`, `[C]` a fact about
//! the published simulators. A scheduler that wants to know how busy the workers are asks each of them.

use std::cmp::Ordering;

/// A job: tasks that are independent of each other (T 2.3.1, 3.2). It is complete when the last of them is.
#[derive(Clone, Debug)]
pub struct Job {
    /// When it is submitted, in seconds. Jobs are listed in this order.
    pub arrival: f64,
    /// How long each task runs, in seconds.
    pub tasks: Vec<f64>,
    /// What schedulers believe of each task (T 2.3.3: one number per job, ideally the mean).
    pub estimate: f64,
}

/// A datacenter, its jobs, and the policy that schedules them.
#[derive(Clone, Debug)]
pub struct Instance {
    pub workers: usize,
    /// Per worker. A policy with a queue at each worker treats a core as a worker (T 2.4.1).
    pub cores: usize,
    /// A job is long if its mean task duration is above this.
    pub cutoff: f64,
    /// Fraction of the workers, those of the lowest numbers, that are reserved for short tasks.
    pub short_partition: f64,
    /// Seconds that a message takes.
    pub delay: f64,
    /// Whether the class follows from the estimate instead of the true mean.
    pub errors_reclassify: bool,
    pub jobs: Vec<Job>,
    /// In place of the datacenter's.
    pub own_cutoff: Option<f64>,
    pub policy: Policy,
}

#[derive(Clone, Debug)]
pub enum Policy {
    /// A queue at each worker: Sparrow, Hawk, Eagle and those between.
    Queues(Queues),
    /// Kairos, and Hadoop's FIFO queue, which is Kairos without queues at workers and without quanta (T 4.5.1).
    Kairos(Kairos),
    BigC(BigC),
}

#[derive(Clone, Debug)]
pub struct Queues {
    pub name: &'static str,
    pub short: Placement,
    pub long: Placement,
    /// Workers on which short jobs, and long ones, may be placed.
    pub short_nodes: Nodes,
    pub long_nodes: Nodes,
    pub steal: Option<Steal>,
    pub sss: Option<Sss>,
    pub sticky: bool,
    pub order: Order,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Nodes {
    All,
    ShortPartition,
    GeneralPartition,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placement {
    Probes(Probes),
    /// Least work left by exact knowledge of what was placed this way (T 2.3.7).
    Central,
    /// Least work left by what the last report told (T 3.6.2).
    Reports {
        every: f64,
        /// `[C]` Schedulers deduct what the task that runs now has run, in place of the time since the report.
        by_task: bool,
    },
}

/// `max(least, ratio × tasks)` probes per job (T 2.2.3, 3.3.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probes {
    pub ratio: usize,
    pub least: usize,
    /// Whether a worker may be drawn twice.
    pub replacement: bool,
}

/// Idle workers steal short entries (T 2.3.6).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steal {
    pub cap: usize,
    /// At most so many entries at once.
    pub limit: usize,
    /// `[C]` Random short entries, in place of the first group behind a long task.
    pub random: bool,
}

/// Succinct state sharing (T 3.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sss {
    /// Workers accept or reject a probe when it arrives (T 3.3.3).
    On,
    /// `[C]` Accepted or rejected by the state of the worker when the job is submitted.
    Early,
    /// Probes only arrive where the central scheduler knows of no long task at that instant.
    Ideal,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    Fifo,
    /// Smallest remaining work of the job first; an entry is bypassed by at most `bound` × its estimate (T 3.4.3, 3.5).
    Srpt {
        bound: f64,
        scan: Scan,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scan {
    /// Up to the first long entry (Algorithm 1 of T).
    ToLong,
    /// `[C]` Past long entries, unless one is at the head; remaining work is never refreshed.
    PastLong,
    /// All entries alike, long ones included (T 3.6.2).
    All,
}

#[derive(Clone, Copy, Debug)]
pub struct Kairos {
    pub name: &'static str,
    /// Tasks that may wait at a worker besides those that run.
    pub q: usize,
    /// Quantum in seconds.
    pub w: f64,
    /// Seconds between two rounds; 0: whenever something happens.
    pub round: f64,
    pub tie: Tie,
    /// `[C]` Whether a task that was preempted more than three times has its next expiry ignored and its next quantum doubled.
    pub guard: bool,
    /// `[C]` Whether a worker gets one task at most in a round.
    pub once: bool,
    /// Whether jobs take turns in the central queue.
    pub turns: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tie {
    Var,
    Sum,
    Random,
}

#[derive(Clone, Copy, Debug)]
pub struct BigC {
    /// Guaranteed share of short jobs.
    pub share: f64,
    /// Rounds of a second in which a long task loses its core, the first at once (R).
    pub steps: usize,
    /// Heartbeats with a free core that a suspended task lets pass (R).
    pub resume_after: usize,
}

const PROBES: Probes = Probes { ratio: 2, least: 0, replacement: true };
const EAGLE: Probes = Probes { least: 20, ..PROBES };
const SRPT: Order = Order::Srpt { bound: 5.0, scan: Scan::ToLong };

impl Queues {
    /// Batch sampling with late binding; classes do not matter (T 2.2.3).
    pub fn sparrow() -> Self {
        Self {
            name: "sparrow",
            short: Placement::Probes(PROBES),
            long: Placement::Probes(PROBES),
            short_nodes: Nodes::All,
            long_nodes: Nodes::All,
            steal: None,
            sss: None,
            sticky: false,
            order: Order::Fifo,
        }
    }
    /// All jobs by least work left on all workers (T 2.4.5).
    pub fn central_lwl() -> Self {
        Self { name: "central-lwl", short: Placement::Central, long: Placement::Central, ..Self::sparrow() }
    }
    /// Two clusters (T 2.4.6).
    pub fn split() -> Self {
        let (short_nodes, long_nodes) = (Nodes::ShortPartition, Nodes::GeneralPartition);
        Self { name: "split", long: Placement::Central, short_nodes, long_nodes, ..Self::sparrow() }
    }
    pub fn hawk() -> Self {
        let steal = Some(Steal { cap: 10, limit: usize::MAX, random: false });
        Self { name: "hawk", long: Placement::Central, long_nodes: Nodes::GeneralPartition, steal, ..Self::sparrow() }
    }
    /// T 2.4.4.
    pub fn hawk_no_central() -> Self {
        Self { name: "hawk-no-central", long: Placement::Probes(PROBES), ..Self::hawk() }
    }
    pub fn hawk_no_partition() -> Self {
        Self { name: "hawk-no-partition", long_nodes: Nodes::All, ..Self::hawk() }
    }
    pub fn hawk_no_stealing() -> Self {
        Self { name: "hawk-no-stealing", steal: None, ..Self::hawk() }
    }
    pub fn eagle() -> Self {
        let (short, sss) = (Placement::Probes(EAGLE), Some(Sss::On));
        Self { name: "eagle", short, sss, sticky: true, order: SRPT, ..Self::hawk_no_stealing() }
    }
    /// T 3.6.3.
    pub fn eagle_no_sss() -> Self {
        Self { name: "eagle-no-sss", sss: None, ..Self::eagle() }
    }
    pub fn eagle_no_minprobes() -> Self {
        Self { name: "eagle-no-minprobes", short: Placement::Probes(PROBES), ..Self::eagle() }
    }
    pub fn eagle_no_sbp_srpt() -> Self {
        Self { name: "eagle-no-sbp-srpt", sticky: false, order: Order::Fifo, ..Self::eagle() }
    }
    pub fn ideal_eagle() -> Self {
        Self { name: "ideal-eagle", sss: Some(Sss::Ideal), ..Self::eagle() }
    }
    /// T 3.6.4.
    pub fn omniscient() -> Self {
        Self { name: "omniscient-lwl", short: Placement::Central, ..Self::hawk_no_stealing() }
    }
    /// T 3.6.2.
    pub fn dlwl() -> Self {
        let place = Placement::Reports { every: 7.0, by_task: false };
        let order = Order::Srpt { bound: 5.0, scan: Scan::All };
        Self { name: "dlwl-srpt", short: place, long: place, order, ..Self::hawk_no_stealing() }
    }
    /// Whether workers are reserved for short tasks.
    fn partition(&self) -> bool {
        (self.short_nodes, self.long_nodes) != (Nodes::All, Nodes::All)
    }
    fn parameters(&self) -> Vec<(&'static str, String)> {
        let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
        let mut list = vec![("sticky", switch(self.sticky))];
        let probes = matches!(self.short, Placement::Probes(_));
        if let Placement::Probes(Probes { ratio, least, replacement }) = self.short {
            list.extend([("ratio", ratio.to_string()), ("least", least.to_string()), ("replacement", switch(replacement))]);
        }
        if let Placement::Reports { every, by_task } = self.short {
            list.extend([("heartbeat", every.to_string()), ("aging", if by_task { "task" } else { "report" }.to_owned())]);
        }
        if let Some(s) = self.steal {
            list.extend([("cap", s.cap.to_string()), ("steal", if s.random { "random" } else { "group" }.to_owned())]);
            if s.limit < usize::MAX {
                list.push(("group", s.limit.to_string()));
            }
        } else if probes && self.sss != Some(Sss::Ideal) {
            list.push(("sss", self.sss.map_or("off".to_owned(), |s| format!("{s:?}").to_lowercase())));
        }
        if let Order::Srpt { bound, scan } = self.order {
            list.extend([("order", "srpt".to_owned()), ("bound", bound.to_string())]);
            if probes {
                list.push(("scan", if scan == Scan::PastLong { "past-long" } else { "to-long" }.to_owned()));
            }
        } else {
            list.push(("order", "fifo".to_owned()));
        }
        list
    }
}

impl Instance {
    /// The policy as the program writes it, with all parameters.
    pub fn text(&self) -> String {
        let (name, mut list) = match &self.policy {
            Policy::Queues(p) => (p.name, p.parameters()),
            Policy::Kairos(k) => {
                let mut list = vec![("q", k.q.to_string()), ("round", k.round.to_string()), ("tie", format!("{:?}", k.tie).to_lowercase())];
                if k.w.is_finite() {
                    list.push(("w", k.w.to_string()));
                }
                list.push(("guard", if k.guard { "interrupted" } else { "off" }.to_owned()));
                list.push(("once", if k.once { "on" } else { "off" }.to_owned()));
                list.push(("next", if k.turns { "turn" } else { "task" }.to_owned()));
                (k.name, list)
            }
            Policy::BigC(b) => {
                let list = [("share", b.share.to_string()), ("steps", b.steps.to_string()), ("resume-after", b.resume_after.to_string())];
                ("big-c", list.to_vec())
            }
        };
        list.extend(self.own_cutoff.map(|cutoff| ("cutoff", cutoff.to_string())));
        let list: Vec<String> = list.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{name}[{}]", list.join(","))
    }

    /// A job is long if its mean task duration is strictly above the cutoff.
    pub fn long(&self, job: usize) -> bool {
        let job = &self.jobs[job];
        let mean = job.tasks.iter().sum::<f64>() / job.tasks.len() as f64;
        (if self.errors_reclassify { job.estimate } else { mean }) > self.own_cutoff.unwrap_or(self.cutoff)
    }
    /// Cores in all.
    pub fn slots(&self) -> usize {
        self.workers * self.cores
    }
    /// The lowest numbers are reserved for short tasks, at least one, and at least one is not; a single worker is both. A product that is whole but
    /// for rounding counts as whole.
    pub fn nodes(&self, which: Nodes) -> Vec<usize> {
        let n = self.slots();
        let reserved = ((self.short_partition * n as f64 + 1e-9).floor() as usize).clamp(1, (n - 1).max(1));
        match which {
            Nodes::All => (0..n).collect(),
            Nodes::ShortPartition => (0..reserved).collect(),
            Nodes::GeneralPartition if n == 1 => vec![0],
            Nodes::GeneralPartition => (reserved..n).collect(),
        }
    }
}

/// What a worker seemed to wait to distributed schedulers: what it reported, and that less what is deducted by now.
#[derive(Clone, Copy, Debug)]
pub struct Seems {
    pub worker: usize,
    pub reported: f64,
    pub now: f64,
}

/// All randomness of a run.
pub trait Chance {
    /// So many workers of a pool; without replacement, everybody once before anybody twice.
    fn probes(&mut self, count: usize, pool: &[usize], replacement: bool) -> Vec<usize>;
    /// The worker that an idle one asks for something to steal.
    fn victim(&mut self, pool: &[usize]) -> usize;
    /// So many of the places, in any order, where there are more.
    fn loot(&mut self, places: Vec<usize>, most: usize) -> Vec<usize>;
    /// What is added to the wait of each worker, from 0 to below `bound`, when a job of so many tasks is placed (T 3.6.2). `report` counts the
    /// reports so far, and `reported` is what the last said of all workers.
    fn noise(&mut self, report: usize, reported: &[f64], waits: &[Seems], tasks: usize, bound: f64) -> Vec<f64>;
    /// Workers in random order.
    fn shuffle(&mut self, workers: Vec<usize>) -> Vec<usize>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Start,
    Suspend,
    Resume,
    End,
}

/// Something happens on a core: of worker w these are w × cores and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    pub time: f64,
    pub job: usize,
    pub task: usize,
    pub core: usize,
    pub step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counters {
    /// Probes sent; a probe that is sent again counts once.
    pub probes: usize,
    /// Messages with a probe.
    pub probe_messages: usize,
    /// Short entries that joined a queue where a long task was queued or ran.
    pub behind_long: usize,
    pub useless: usize,
    /// Rejected in the first round, and after.
    pub rejected: usize,
    pub fallbacks: usize,
    pub contacts: usize,
    pub steals: usize,
    pub stolen: usize,
    /// Tasks pulled by a probe that had pulled one before.
    pub sticky: usize,
    pub preemptions: usize,
    /// Tasks placed at a worker by a scheduler.
    pub placements: usize,
    /// Workers that asked for a task.
    pub requests: usize,
    /// Entries that were told of a task that was handed out.
    pub updates: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub decisions: Vec<Decision>,
    /// Per job, from submission to the end of the last task.
    pub completions: Vec<f64>,
    pub counters: Counters,
}

/// Simulates the instance, until all jobs are complete.
pub fn run(instance: &Instance, chance: &mut impl Chance) -> Run {
    match &instance.policy {
        Policy::Queues(policy) => QueueWorld::new(instance, policy, chance).run(),
        _ => CoreWorld::new(instance, chance).run(),
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------------- events

#[derive(Clone, Debug)]
enum Event {
    /// All workers tell how much work they have (T 3.6.2).
    Report,
    /// The task of this core that began under this stamp ends.
    End {
        core: usize,
        stamp: usize,
    },
    /// A worker with a free core and a suspended task has a heartbeat (Big-C).
    Beat {
        worker: usize,
    },
    Arrive {
        job: usize,
    },
    /// Probes of a round reach workers.
    Probes {
        job: usize,
        count: usize,
        round: u8,
        vector: Option<Vector>,
    },
    /// Entries reach the queues of these workers. Those of long jobs bring what the central scheduler knew (T 3.3.3).
    Entries {
        job: usize,
        workers: Vec<usize>,
        placed: bool,
        vector: Option<Vector>,
    },
    /// The scheduler answers a worker that has asked for a task.
    Answer {
        worker: usize,
    },
    /// A task reaches the worker that is to run it (Kairos).
    Task {
        worker: usize,
        job: usize,
        task: usize,
    },
    /// The central scheduler assigns tasks.
    Round,
    /// The quantum that began under this stamp is over.
    Timer {
        core: usize,
        stamp: usize,
    },
}

/// What will happen, and what has happened.
struct Agenda<'a> {
    instance: &'a Instance,
    now: f64,
    caused: usize,
    coming: Vec<(f64, u8, usize, Event)>,
    run: Run,
}

impl<'a> Agenda<'a> {
    fn new(instance: &'a Instance) -> Self {
        let run = Run { decisions: vec![], completions: vec![f64::NAN; instance.jobs.len()], counters: Counters::default() };
        let mut agenda = Self { instance, now: 0.0, caused: 0, coming: vec![], run };
        for (job, it) in instance.jobs.iter().enumerate() {
            agenda.post(it.arrival, Event::Arrive { job });
        }
        agenda
    }
    /// At one instant: reports, ends of tasks, heartbeats of workers, arrivals, messages, rounds, quanta (R).
    fn post(&mut self, time: f64, event: Event) {
        let rank = match event {
            Event::Report => 0,
            Event::End { .. } => 1,
            Event::Beat { .. } => 2,
            Event::Arrive { .. } => 3,
            Event::Round => 5,
            Event::Timer { .. } => 6,
            _ => 4,
        };
        self.caused += 1;
        let order = match event {
            Event::End { core, .. } | Event::Timer { core, .. } if matches!(self.instance.policy, Policy::Kairos(_)) => core,
            _ => self.caused,
        };
        self.coming.push((time, rank, order, event));
    }
    /// The next event: by time, then by rank, then in the order in which they were caused, and cores in Kairos by number. None once all jobs are complete.
    fn next(&mut self) -> Option<Event> {
        let before = |a: &(f64, u8, usize, Event), b: &(f64, u8, usize, Event)| {
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)) == Ordering::Less
        };
        let first = (0..self.coming.len()).reduce(|a, b| if before(&self.coming[b], &self.coming[a]) { b } else { a });
        let first = first.filter(|_| !self.all_done())?;
        let (time, _, _, event) = self.coming.swap_remove(first);
        self.now = time;
        Some(event)
    }
    fn log(&mut self, time: f64, step: Step, job: usize, task: usize, core: usize) {
        self.run.decisions.push(Decision { time, job, task, core, step });
    }
    fn finished(&mut self, job: usize, left: usize) {
        if left == 0 {
            self.run.completions[job] = self.now - self.instance.jobs[job].arrival;
        }
    }
    fn all_done(&self) -> bool {
        self.run.completions.iter().all(|c| !c.is_nan())
    }
}

// ----------------------------------------------------------------------------------------------------------------------- a queue at each worker

/// What stands in a worker's queue: a probe, or a place for a task that was placed here. Neither is bound to a task before it is served.
#[derive(Clone, Debug)]
struct Entry {
    id: usize,
    job: usize,
    /// Placed by a scheduler that knows about work; otherwise a probe.
    placed: bool,
    /// By how much later entries have overtaken this one, in estimated seconds (T 3.4.3).
    bypassed: f64,
    /// Whether it has pulled a task before.
    used: bool,
}

/// The central scheduler's knowledge: when and after how many placements it was told, and for each worker, whether it has a long task (T 3.3.3).
#[derive(Clone, Debug)]
struct Vector {
    time: f64,
    placements: usize,
    long: Vec<bool>,
}

#[derive(Clone, Debug)]
enum Slot {
    Free,
    /// Held while the worker asks for a task, which bypasses these entries in front.
    Asking {
        entry: Entry,
        front: Vec<usize>,
    },
    Running {
        entry: Entry,
        task: usize,
        started: f64,
    },
}

struct Worker {
    slot: Slot,
    queue: Vec<Entry>,
    vector: Option<Vector>,
    /// Jobs of the tasks that schedulers have placed here and that have not ended.
    placed: Vec<usize>,
}

/// The places of the first consecutive group of short entries that come after a long task, which may be the one that runs (T 2.3.6, figure 2.3).
/// `queue` tells of each entry whether it is long.
pub fn stealable(executes_long: bool, queue: &[bool]) -> Vec<usize> {
    let mut p = 0;
    if !executes_long {
        while p < queue.len() && !queue[p] {
            p += 1;
        }
    }
    while p < queue.len() && queue[p] {
        p += 1;
    }
    (p..queue.len()).take_while(|&p| !queue[p]).collect()
}

struct QueueWorld<'a, C> {
    instance: &'a Instance,
    policy: &'a Queues,
    chance: &'a mut C,
    agenda: Agenda<'a>,
    workers: Vec<Worker>,
    /// Of each job: tasks handed out, and tasks complete.
    handed: Vec<usize>,
    done: Vec<usize>,
    entries: usize,
    placements: usize,
    /// What the last report told of each worker, when, and how many there were.
    reported: Vec<f64>,
    heard: f64,
    reports: usize,
}

impl<'a, C: Chance> QueueWorld<'a, C> {
    fn new(instance: &'a Instance, policy: &'a Queues, chance: &'a mut C) -> Self {
        let worker = || Worker { slot: Slot::Free, queue: vec![], vector: None, placed: vec![] };
        let workers = (0..instance.slots()).map(|_| worker()).collect();
        let (handed, done) = (vec![0; instance.jobs.len()], vec![0; instance.jobs.len()]);
        let agenda = Agenda::new(instance);
        Self {
            instance,
            policy,
            chance,
            agenda,
            workers,
            handed,
            done,
            entries: 0,
            placements: 0,
            reported: vec![],
            heard: 0.0,
            reports: 0,
        }
    }

    fn run(mut self) -> Run {
        if matches!(self.policy.short, Placement::Reports { .. }) {
            self.agenda.post(0.0, Event::Report);
        }
        while let Some(event) = self.agenda.next() {
            match event {
                Event::Report => self.report(),
                Event::End { core, .. } => self.end(core),
                Event::Arrive { job } => self.arrive(job),
                Event::Probes { job, count, round, vector } => self.probe(job, count, round, vector),
                Event::Entries { job, workers, placed, vector } => {
                    for worker in workers {
                        self.reach(worker, job, placed, vector.clone());
                    }
                }
                Event::Answer { worker } => self.answer(worker),
                Event::Beat { .. } | Event::Task { .. } | Event::Round | Event::Timer { .. } => unreachable!(),
            }
        }
        self.agenda.run
    }

    fn estimate(&self, job: usize) -> f64 {
        self.instance.jobs[job].estimate
    }
    /// A message leaves now and arrives so many delays later.
    fn send(&mut self, delays: f64, event: Event) {
        self.agenda.post(self.agenda.now + delays * self.instance.delay, event);
    }

    fn arrive(&mut self, job: usize) {
        let tasks = self.instance.jobs[job].tasks.len();
        let (placement, nodes) =
            if self.instance.long(job) { (self.policy.long, self.policy.long_nodes) } else { (self.policy.short, self.policy.short_nodes) };
        let nodes = self.instance.nodes(nodes);
        match placement {
            Placement::Probes(Probes { ratio, least, .. }) => {
                let count = (ratio * tasks).max(least);
                self.agenda.run.counters.probes += count;
                if self.policy.sss == Some(Sss::Early) && !self.instance.long(job) {
                    self.probe_early(job, count);
                } else {
                    self.send_probes(1.0, job, count, 1, None);
                }
            }
            Placement::Central => {
                let waits = nodes.iter().map(|&n| (self.wait(n), !self.workers[n].placed.is_empty(), n)).collect();
                self.place(job, waits);
            }
            Placement::Reports { every, by_task } => {
                let passed = |n| if by_task { self.run_down(n) } else { self.agenda.now - self.heard };
                let seems = |&n: &usize| Seems { worker: n, reported: self.reported[n], now: (self.reported[n] - passed(n)).max(0.0) };
                let waits: Vec<Seems> = nodes.iter().map(seems).collect();
                let noise = self.chance.noise(self.reports, &self.reported, &waits, tasks, every);
                self.place(job, waits.iter().zip(noise).map(|(seems, noise)| (seems.now + noise, false, seems.worker)).collect());
            }
        }
    }

    fn send_probes(&mut self, delays: f64, job: usize, count: usize, round: u8, vector: Option<Vector>) {
        self.agenda.run.counters.probe_messages += count;
        self.send(delays, Event::Probes { job, count, round, vector });
    }
    /// Probes reach workers (T 2.2.3). Those that are rejected are sent again when the rejection has come back: at first to workers without a long
    /// task by the freshest vector that came with one, then to the short partition (T 3.3.3).
    fn probe(&mut self, job: usize, count: usize, round: u8, vector: Option<Vector>) {
        let (accepting, rejected, freshest) = self.invite(job, count, round, vector);
        for worker in accepting {
            self.reach(worker, job, false, None);
        }
        if rejected > 0 {
            self.send_probes(2.0, job, rejected, round + 1, freshest);
        }
    }
    /// `[C]` The state of the workers at submission decides; probes accepted in the first round arrive one delay later, others two.
    fn probe_early(&mut self, job: usize, mut count: usize) {
        let (mut vector, mut late) = (None, vec![]);
        for round in 1..=3 {
            self.agenda.run.counters.probe_messages += count;
            let (workers, rejected, freshest) = self.invite(job, count, round, vector);
            if round == 1 {
                self.send(1.0, Event::Entries { job, workers, placed: false, vector: None });
            } else {
                late.extend(workers);
            }
            (count, vector) = (rejected, freshest);
            if rejected == 0 {
                break;
            }
        }
        if !late.is_empty() {
            self.send(2.0, Event::Entries { job, workers: late, placed: false, vector: None });
        }
    }
    /// Draws the targets of probes: those that accept, the number of those that reject, and what the scheduler learns of long tasks.
    fn invite(&mut self, job: usize, count: usize, round: u8, vector: Option<Vector>) -> (Vec<usize>, usize, Option<Vector>) {
        let long = self.instance.long(job);
        let (placement, nodes) =
            if long { (self.policy.long, self.policy.long_nodes) } else { (self.policy.short, self.policy.short_nodes) };
        let Placement::Probes(Probes { replacement, .. }) = placement else { unreachable!() };
        let nodes = if round == 3 && self.policy.partition() { Nodes::ShortPartition } else { nodes };
        let ideal = self.policy.sss == Some(Sss::Ideal) && !long;
        let known = if ideal { Some(self.bits()) } else { vector.filter(|_| round == 2).map(|v| v.long) };
        let without_long: Vec<usize> = known.map_or(vec![], |bits| (0..bits.len()).filter(|&n| !bits[n]).collect());
        let pool = if without_long.is_empty() { self.instance.nodes(nodes) } else { without_long };
        let mut targets = self.chance.probes(count, &pool, replacement);
        let early = self.policy.sss == Some(Sss::Early);
        if long || round == 3 || !(early || self.policy.sss == Some(Sss::On)) {
            return (targets, 0, None);
        }
        let mut freshest: Option<Vector> = None;
        targets.retain(|&worker| {
            let rejects = self.has_long(worker);
            // [C] All workers that are contacted tell their vectors. Of two of an instant, that of the later placement is fresher.
            if let Some(told) = self.workers[worker].vector.clone().filter(|_| rejects || early)
                && freshest.as_ref().is_none_or(|held| (told.time, told.placements) > (held.time, held.placements))
            {
                freshest = Some(told);
            }
            !rejects
        });
        let rejected = count - targets.len();
        let counters = &mut self.agenda.run.counters;
        *(if round == 1 { &mut counters.rejected } else { &mut counters.fallbacks }) += rejected;
        (targets, rejected, freshest)
    }

    /// Whether the central scheduler has a long task on each worker, queued, running or under way (T 3.3.3).
    fn bits(&self) -> Vec<bool> {
        self.workers.iter().map(|w| w.placed.iter().any(|&job| self.instance.long(job))).collect()
    }
    fn vector(&self) -> Vector {
        Vector { time: self.agenda.now, placements: self.placements, long: self.bits() }
    }
    /// Whether the worker itself knows of a long task, queued or running.
    fn has_long(&self, worker: usize) -> bool {
        self.executes_long(worker) || self.workers[worker].queue.iter().any(|e| self.instance.long(e.job))
    }
    fn executes_long(&self, worker: usize) -> bool {
        match &self.workers[worker].slot {
            Slot::Free => false,
            Slot::Asking { entry, .. } | Slot::Running { entry, .. } => self.instance.long(entry.job),
        }
    }
    /// Estimates of what was placed on the worker and has not ended. Schedulers are blind to probes (T 2.3.7).
    fn work(&self, worker: usize) -> f64 {
        self.workers[worker].placed.iter().fold(0.0, |sum, &job| sum + self.estimate(job))
    }
    /// How much of its estimate a placed task that runs has run down, at most all of it.
    fn run_down(&self, worker: usize) -> f64 {
        let Slot::Running { entry, started, .. } = &self.workers[worker].slot else { return 0.0 };
        if entry.placed { (self.agenda.now - started).min(self.estimate(entry.job)) } else { 0.0 }
    }
    /// The waiting time (T 2.3.7).
    fn wait(&self, worker: usize) -> f64 {
        self.work(worker) - self.run_down(worker)
    }
    /// Each task goes to the worker that waits least; of those that wait alike, to one where nothing was placed, then to the lowest number (R).
    fn place(&mut self, job: usize, mut waits: Vec<(f64, bool, usize)>) {
        let mut workers = vec![];
        for _ in 0..self.instance.jobs[job].tasks.len() {
            let order = |a: &(f64, bool, usize), b: &(f64, bool, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2));
            let least = waits.iter_mut().min_by(|a, b| order(a, b)).expect("there is a worker");
            least.0 += self.estimate(job);
            least.1 = true;
            workers.push(least.2);
            self.workers[least.2].placed.push(job);
        }
        self.agenda.run.counters.placements += workers.len();
        self.placements += 1;
        let vector = self.instance.long(job).then(|| self.vector());
        self.send(1.0, Event::Entries { job, workers, placed: true, vector });
    }
    /// T 3.6.2: all workers tell at once, at multiples of the interval.
    fn report(&mut self) {
        let Placement::Reports { every, by_task } = self.policy.short else { unreachable!() };
        self.reported = (0..self.workers.len()).map(|n| if by_task { self.work(n) } else { self.wait(n) }).collect();
        self.heard = self.agenda.now;
        self.reports += 1;
        self.agenda.post(self.reports as f64 * every, Event::Report);
    }

    /// An entry joins the queue of a worker at its end, and is served if the worker is idle (T 3.2).
    fn reach(&mut self, worker: usize, job: usize, placed: bool, vector: Option<Vector>) {
        if let Some(sent) = vector {
            // [C] The vector is that of the moment at which the entry arrives.
            let early = self.policy.sss == Some(Sss::Early);
            self.workers[worker].vector = Some(if early { self.vector() } else { sent });
        }
        self.agenda.run.counters.behind_long += usize::from(!self.instance.long(job) && self.has_long(worker));
        self.entries += 1;
        self.workers[worker].queue.push(Entry { id: self.entries, job, placed, bypassed: 0.0, used: false });
        if matches!(self.workers[worker].slot, Slot::Free) {
            self.serve(worker);
        }
    }

    /// A free worker turns to its queue. Whether there was anything to serve.
    fn serve(&mut self, worker: usize) -> bool {
        let Some(place) = self.select(worker) else { return false };
        let entry = self.workers[worker].queue[place].clone();
        let front = self.workers[worker].queue[..place].iter().map(|e| e.id).collect();
        if !self.stays(&entry) {
            self.workers[worker].queue.remove(place);
        }
        self.agenda.run.counters.requests += 1;
        self.workers[worker].slot = Slot::Asking { entry, front };
        self.send(2.0, Event::Answer { worker });
        true
    }
    /// A sticky probe stands for its whole job and stays until nothing is left (T 3.4.1). Long entries never do [C].
    fn stays(&self, entry: &Entry) -> bool {
        self.policy.sticky && !entry.placed && !self.instance.long(entry.job)
    }
    /// Tasks of the job that nobody has been given. Late binding hands them out in their order (T 2.2.3).
    fn left(&self, job: usize) -> usize {
        self.instance.jobs[job].tasks.len() - self.handed[job]
    }
    /// Which entry is next: its place in the queue.
    fn select(&mut self, worker: usize) -> Option<usize> {
        let Order::Srpt { bound, scan } = self.policy.order else {
            return (!self.workers[worker].queue.is_empty()).then_some(0);
        };
        // [C] Probes of short jobs that are known to be handed out vanish at no cost.
        if scan != Scan::PastLong {
            let mut queue = std::mem::take(&mut self.workers[worker].queue);
            queue.retain(|e| e.placed || self.instance.long(e.job) || self.left(e.job) > 0);
            self.workers[worker].queue = queue;
        }
        let queue = &self.workers[worker].queue;
        let mut chosen = None;
        let mut shortest = f64::INFINITY;
        for (place, entry) in queue.iter().enumerate() {
            let long = self.instance.long(entry.job);
            if long && (scan == Scan::ToLong || scan == Scan::PastLong && place == 0) {
                break;
            }
            // Estimated work that is not handed out (T 3.4.3).
            let tasks = if scan == Scan::PastLong { self.instance.jobs[entry.job].tasks.len() } else { self.left(entry.job) };
            let left = self.estimate(entry.job) * tasks as f64;
            // T 3.4.3: nobody in front may be bypassed by more than its threshold. [C] Long entries that are passed have none.
            let may = queue[..place].iter().all(|front| {
                scan == Scan::PastLong && self.instance.long(front.job)
                    || front.bypassed + self.estimate(entry.job) <= bound * self.estimate(front.job)
            });
            if left < shortest && may {
                (chosen, shortest) = (Some(place), left);
                // [C] Nobody looks past a long entry that seems best so far.
                if scan == Scan::PastLong && long {
                    break;
                }
            }
        }
        if chosen.is_none() && !queue.is_empty() { Some(0) } else { chosen }
    }

    /// The scheduler has handed out a task, which runs; or there was none, the entry is dropped, and the worker turns to the next.
    fn answer(&mut self, worker: usize) {
        let Slot::Asking { mut entry, front } = std::mem::replace(&mut self.workers[worker].slot, Slot::Free) else { unreachable!() };
        let (job, id) = (entry.job, entry.id);
        if self.left(job) == 0 {
            self.agenda.run.counters.useless += 1;
            self.workers[worker].queue.retain(|e| e.id != id);
            return self.freed(worker);
        }
        let task = self.handed[job];
        self.handed[job] += 1;
        // T 3.4.3, [C]: whoever was in front has been bypassed, now that there is a task; past long entries, only by short ones.
        if let Order::Srpt { scan, .. } = self.policy.order {
            let estimate = self.estimate(job);
            if scan != Scan::PastLong || !self.instance.long(job) {
                for other in self.workers[worker].queue.iter_mut().filter(|e| front.contains(&e.id)) {
                    other.bypassed += estimate;
                }
            }
            if scan != Scan::PastLong && !entry.placed {
                self.agenda.run.counters.updates += self.workers.iter().flat_map(|w| &w.queue).filter(|e| e.job == job).count();
            }
        }
        self.agenda.run.counters.sticky += usize::from(entry.used);
        entry.used = true;
        for stays in self.workers[worker].queue.iter_mut().filter(|e| e.id == id) {
            stays.used = true;
        }
        let now = self.agenda.now;
        self.agenda.log(now, Step::Start, job, task, worker);
        self.workers[worker].slot = Slot::Running { entry, task, started: now };
        self.agenda.post(now + self.instance.jobs[job].tasks[task], Event::End { core: worker, stamp: 0 });
    }

    fn end(&mut self, worker: usize) {
        let Slot::Running { entry, task, .. } = std::mem::replace(&mut self.workers[worker].slot, Slot::Free) else { unreachable!() };
        self.agenda.log(self.agenda.now, Step::End, entry.job, task, worker);
        if entry.placed {
            let placed = &mut self.workers[worker].placed;
            placed.remove(placed.iter().position(|&job| job == entry.job).expect("it was placed here"));
        }
        self.done[entry.job] += 1;
        self.agenda.finished(entry.job, self.instance.jobs[entry.job].tasks.len() - self.done[entry.job]);
        self.freed(worker);
    }

    /// A worker that has been busy is free: it serves its queue, or steals (T 2.3.6).
    fn freed(&mut self, worker: usize) {
        if !self.serve(worker) && self.steal(worker) {
            self.serve(worker);
        }
    }
    fn steal(&mut self, thief: usize) -> bool {
        let Some(steal) = self.policy.steal else { return false };
        let victims = self.instance.nodes(self.policy.long_nodes);
        for _ in 0..steal.cap {
            let victim = self.chance.victim(&victims);
            self.agenda.run.counters.contacts += 1;
            let queue: Vec<bool> = self.workers[victim].queue.iter().map(|e| self.instance.long(e.job)).collect();
            let mut places = if steal.random {
                (0..queue.len()).filter(|&p| !queue[p]).collect()
            } else {
                stealable(self.executes_long(victim), &queue)
            };
            // A sticky probe for which the victim is asking at this moment is not to be had.
            if let Slot::Asking { entry, .. } = &self.workers[victim].slot {
                places.retain(|&p| self.workers[victim].queue[p].id != entry.id);
            }
            if steal.random && places.len() > steal.limit {
                places = self.chance.loot(places, steal.limit);
                places.sort_unstable();
            }
            places.truncate(steal.limit);
            if places.is_empty() {
                continue;
            }
            self.agenda.run.counters.steals += 1;
            self.agenda.run.counters.stolen += places.len();
            let loot: Vec<Entry> = places.iter().map(|&p| self.workers[victim].queue[p].clone()).collect();
            let mut place = 0;
            self.workers[victim].queue.retain(|_| (!places.contains(&place), place += 1).0);
            self.workers[thief].queue.extend(loot);
            return true;
        }
        false
    }
}

// --------------------------------------------------------------------------------------------------------------------------- a central queue

/// A task at a worker, running or suspended. It never changes the worker (T 4.3.1).
#[derive(Clone, Debug)]
struct Resident {
    job: usize,
    task: usize,
    /// Seconds left to run and service before the present run.
    left: f64,
    attained: f64,
    run: Option<Stretch>,
    /// When it was suspended last: the number of the event, so that nobody ties.
    suspended: usize,
    /// `[C]` How often it has been preempted since its guard last acted.
    preempted: usize,
}

/// The present run of a task: on which core, since when, and which run it is.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    core: usize,
    since: f64,
    stamp: usize,
}

/// A worker with cores. `under_way` counts tasks that have been assigned and have not arrived (Kairos).
struct Node {
    residents: Vec<Resident>,
    under_way: usize,
    /// Heartbeats with a free core since a suspended task last went on, and whether one is announced (Big-C).
    beats: usize,
    awaits_beat: bool,
}

struct CoreWorld<'a, C> {
    instance: &'a Instance,
    chance: &'a mut C,
    agenda: Agenda<'a>,
    nodes: Vec<Node>,
    /// Tasks that nobody has been given, in the order of submission (T 4.3.3).
    queue: Vec<(usize, usize)>,
    unfinished: Vec<usize>,
    rounds: usize,
    stamps: usize,
}

impl<'a, C: Chance> CoreWorld<'a, C> {
    fn new(instance: &'a Instance, chance: &'a mut C) -> Self {
        let nodes = (0..instance.workers).map(|_| Node { residents: vec![], under_way: 0, beats: 0, awaits_beat: false }).collect();
        let unfinished = instance.jobs.iter().map(|j| j.tasks.len()).collect();
        Self { instance, chance, agenda: Agenda::new(instance), nodes, queue: vec![], unfinished, rounds: 0, stamps: 0 }
    }

    fn run(mut self) -> Run {
        if let Policy::Kairos(Kairos { round, .. }) = self.instance.policy
            && round > 0.0
        {
            self.agenda.post(0.0, Event::Round);
        }
        while let Some(event) = self.agenda.next() {
            let mut worker = None;
            match event {
                Event::Arrive { job } => self.queue.extend((0..self.instance.jobs[job].tasks.len()).map(|task| (job, task))),
                Event::Task { worker, job, task } => self.task(worker, job, task),
                Event::End { core, stamp } => {
                    worker = Some(core / self.instance.cores);
                    self.end(core / self.instance.cores, stamp);
                }
                Event::Beat { worker: beating } => {
                    worker = Some(beating);
                    self.nodes[beating].awaits_beat = false;
                    self.nodes[beating].beats += usize::from(self.awaited(beating).is_some());
                }
                Event::Timer { core, stamp } => self.timer(core / self.instance.cores, stamp),
                Event::Round => self.round(),
                _ => unreachable!(),
            }
            match self.instance.policy {
                // R: Big-C decides at every event.
                Policy::BigC(b) => self.big_c(b, worker),
                Policy::Kairos(k) if k.round == 0.0 => self.ask_for_round(),
                _ => {}
            }
        }
        self.agenda.run
    }
    /// A round at once, when all else of this instant has happened.
    fn ask_for_round(&mut self) {
        let planned = self.agenda.coming.iter().any(|(_, _, _, e)| matches!(e, Event::Round));
        let Policy::Kairos(k) = self.instance.policy else { return };
        let room = self.nodes.iter().any(|n| n.residents.len() + n.under_way < self.instance.cores + k.q);
        if !planned && room && !self.queue.is_empty() {
            self.agenda.post(self.agenda.now, Event::Round);
        }
    }
    fn round(&mut self) {
        let Policy::Kairos(k) = self.instance.policy else { unreachable!() };
        self.rounds += 1;
        if k.round > 0.0 {
            self.agenda.post(self.rounds as f64 * k.round, Event::Round);
        }
        self.kairos_round(k);
    }

    /// Service so far, the present run included.
    fn attained(&self, r: &Resident) -> f64 {
        r.attained + r.run.map_or(0.0, |run| (self.agenda.now - run.since).max(0.0))
    }
    /// The worker's cores on which nothing runs, by number.
    fn free(&self, worker: usize) -> Vec<usize> {
        let residents = &self.nodes[worker].residents;
        let busy = |core: usize| residents.iter().any(|r| r.run.is_some_and(|run| run.core == core));
        (worker * self.instance.cores..(worker + 1) * self.instance.cores).filter(|&core| !busy(core)).collect()
    }
    /// Places of the tasks that run, by core, and of those that are suspended, the first suspended first.
    fn running(&self, worker: usize) -> Vec<usize> {
        let residents = &self.nodes[worker].residents;
        let mut places: Vec<usize> = (0..residents.len()).filter(|&p| residents[p].run.is_some()).collect();
        places.sort_by_key(|&p| residents[p].run.map(|run| run.core));
        places
    }
    fn suspended(&self, worker: usize) -> Vec<usize> {
        let residents = &self.nodes[worker].residents;
        let mut places: Vec<usize> = (0..residents.len()).filter(|&p| residents[p].run.is_none()).collect();
        places.sort_by_key(|&p| residents[p].suspended);
        places
    }
    fn arrived(job: usize, task: usize, left: f64) -> Resident {
        Resident { job, task, left, attained: 0.0, run: None, suspended: 0, preempted: 0 }
    }

    /// The task runs on the core from a time on.
    fn start(&mut self, core: usize, place: usize, since: f64, step: Step) {
        self.stamps += 1;
        let (worker, stamp) = (core / self.instance.cores, self.stamps);
        let r = &mut self.nodes[worker].residents[place];
        r.run = Some(Stretch { core, since, stamp });
        let (job, task, left) = (r.job, r.task, r.left);
        self.agenda.log(since, step, job, task, core);
        self.agenda.post(since + left, Event::End { core, stamp });
        self.quantum(core, stamp, 1.0);
    }
    /// The timer of the task's core is set to a multiple of W (T 4.3.2).
    fn quantum(&mut self, core: usize, stamp: usize, times: f64) {
        if let Policy::Kairos(k) = self.instance.policy
            && k.w.is_finite()
        {
            self.agenda.post(self.agenda.now + times * k.w, Event::Timer { core, stamp });
        }
    }
    /// The task is preempted; what it has attained is kept (T 4.3.2). The core that it leaves.
    fn suspend(&mut self, worker: usize, place: usize) -> usize {
        let attained = self.attained(&self.nodes[worker].residents[place]);
        self.stamps += 1;
        let r = &mut self.nodes[worker].residents[place];
        let run = r.run.take().expect("it runs");
        r.left -= attained - r.attained;
        (r.attained, r.suspended) = (attained, self.stamps);
        r.preempted += 1;
        let (job, task) = (r.job, r.task);
        self.agenda.run.counters.preemptions += 1;
        self.agenda.log(self.agenda.now, Step::Suspend, job, task, run.core);
        run.core
    }
    /// The suspended task with the least service; of several, the one suspended first (R).
    fn youngest_suspended(&self, worker: usize) -> Option<usize> {
        let residents = &self.nodes[worker].residents;
        self.suspended(worker).into_iter().min_by(|&a, &b| residents[a].attained.total_cmp(&residents[b].attained))
    }

    /// A task arrives and runs at once. If no core is free, it preempts the oldest that runs; of several, that on the first core (T, Algorithm 2,
    /// line 2; R).
    fn task(&mut self, worker: usize, job: usize, task: usize) {
        let core = self.free(worker).first().copied().unwrap_or_else(|| {
            let residents = &self.nodes[worker].residents;
            let oldest = self.running(worker).into_iter().rev();
            let oldest = oldest.max_by(|&a, &b| self.attained(&residents[a]).total_cmp(&self.attained(&residents[b])));
            self.suspend(worker, oldest.expect("there is a core"))
        });
        let node = &mut self.nodes[worker];
        node.under_way -= 1;
        node.residents.push(Self::arrived(job, task, self.instance.jobs[job].tasks[task]));
        let place = node.residents.len() - 1;
        self.start(core, place, self.agenda.now, Step::Start);
    }

    /// A task ends. In Kairos the youngest suspended one has the core (T, Algorithm 2, line 19).
    fn end(&mut self, worker: usize, stamp: usize) {
        let Some(place) = self.place_of(worker, stamp) else { return };
        let r = self.nodes[worker].residents.remove(place);
        let core = r.run.expect("it runs").core;
        self.agenda.log(self.agenda.now, Step::End, r.job, r.task, core);
        self.unfinished[r.job] -= 1;
        self.agenda.finished(r.job, self.unfinished[r.job]);
        if let (Policy::Kairos(_), Some(next)) = (&self.instance.policy, self.youngest_suspended(worker)) {
            self.start(core, next, self.agenda.now, Step::Resume);
        }
    }
    /// Where the run of this stamp is; nowhere if it is over.
    fn place_of(&self, worker: usize, stamp: usize) -> Option<usize> {
        self.nodes[worker].residents.iter().position(|r| r.run.is_some_and(|run| run.stamp == stamp))
    }

    /// A quantum is over: the youngest suspended task has the core unless it is older (T, Algorithm 2, line 30).
    fn timer(&mut self, worker: usize, stamp: usize) {
        let Some(place) = self.place_of(worker, stamp) else { return };
        let Policy::Kairos(k) = self.instance.policy else { unreachable!() };
        let core = self.nodes[worker].residents[place].run.expect("it runs").core;
        if k.guard && self.nodes[worker].residents[place].preempted > 3 {
            // [C] The guard against starvation (T 4.3.2: a multiple of W).
            self.nodes[worker].residents[place].preempted = 0;
            return self.quantum(core, stamp, 2.0);
        }
        let attained = self.attained(&self.nodes[worker].residents[place]);
        match self.youngest_suspended(worker) {
            Some(next) if self.nodes[worker].residents[next].attained <= attained => {
                self.suspend(worker, place);
                self.start(core, next, self.agenda.now, Step::Resume);
            }
            _ => self.quantum(core, stamp, 1.0),
        }
    }

    /// Algorithm 3 of T: workers with the fewest tasks first, one task each, up to N + Q; ties by variance of attained service, then by number. What
    /// workers tell is true at this instant; tasks under way count.
    fn kairos_round(&mut self, k: Kairos) {
        let told: Vec<f64> = (0..self.nodes.len()).map(|n| self.told(n, k.tie)).collect();
        let mut count: Vec<usize> = self.nodes.iter().map(|n| n.residents.len() + n.under_way).collect();
        let mut served = vec![false; count.len()];
        for i in 0..self.instance.cores + k.q {
            if self.queue.is_empty() {
                return;
            }
            let mut equal: Vec<usize> = (0..self.nodes.len()).filter(|&n| count[n] == i && !(k.once && served[n])).collect();
            match k.tie {
                Tie::Random => equal = self.chance.shuffle(equal),
                _ => equal.sort_by(|&a, &b| told[a].total_cmp(&told[b])),
            }
            for worker in equal {
                if self.queue.is_empty() {
                    return;
                }
                let (job, task) = self.queue.remove(0);
                if k.turns {
                    let (same, others): (Vec<_>, Vec<_>) =
                        std::mem::take(&mut self.queue).into_iter().partition(|&(other, _)| other == job);
                    self.queue = [others, same].concat();
                }
                self.agenda.run.counters.placements += 1;
                (count[worker], served[worker]) = (count[worker] + 1, true);
                self.nodes[worker].under_way += 1;
                self.agenda.post(self.agenda.now + self.instance.delay, Event::Task { worker, job, task });
            }
        }
    }
    /// Variance, or sum, of the service that the worker's tasks have attained: first those that run.
    fn told(&self, worker: usize, tie: Tie) -> f64 {
        let places = [self.running(worker), self.suspended(worker)].concat();
        let ages: Vec<f64> = places.into_iter().map(|p| self.attained(&self.nodes[worker].residents[p])).collect();
        let sum = ages.iter().fold(0.0, |sum, age| sum + age);
        let mean = sum / ages.len().max(1) as f64;
        let squares = ages.iter().fold(0.0, |sum, age| sum + (age - mean) * (age - mean));
        if tie == Tie::Sum { sum } else { squares / ages.len().max(1) as f64 }
    }

    /// Short tasks first, if need be on the core of a long one beyond the guaranteed share of long ones; then a suspended task where a core has
    /// become free; then new long ones. Free cores go by number (T 4.5.1, R).
    fn big_c(&mut self, b: BigC, worker: Option<usize>) {
        while let Some(place) = self.queue.iter().position(|&(job, _)| !self.instance.long(job)) {
            let free = self.first_free().map(|core| (core, self.agenda.now));
            let Some((core, since)) = free.or_else(|| self.preempt(b)) else { break };
            self.launch(place, core, since);
        }
        if let Some(worker) = worker
            && self.nodes[worker].beats >= b.resume_after
            && let Some((core, first)) = self.awaited(worker)
        {
            self.nodes[worker].beats = 0;
            self.start(core, first, self.agenda.now, Step::Resume);
        }
        while let (Some(place), Some(core)) = (self.queue.iter().position(|&(job, _)| self.instance.long(job)), self.first_free()) {
            self.launch(place, core, self.agenda.now);
        }
        if let Some(worker) = worker
            && self.awaited(worker).is_some()
            && !self.nodes[worker].awaits_beat
        {
            self.nodes[worker].awaits_beat = true;
            self.agenda.post(self.agenda.now.floor() + 1.0, Event::Beat { worker });
        }
    }
    fn first_free(&self) -> Option<usize> {
        (0..self.nodes.len()).find_map(|worker| self.free(worker).first().copied())
    }
    /// A free core of a worker and the first of its suspended tasks.
    fn awaited(&self, worker: usize) -> Option<(usize, usize)> {
        Some((*self.free(worker).first()?, *self.suspended(worker).first()?))
    }
    /// A task from a place of the queue has a core from a time on, and the message to it takes one delay.
    fn launch(&mut self, place: usize, core: usize, since: f64) {
        let (job, task) = self.queue.remove(place);
        let worker = core / self.instance.cores;
        self.agenda.run.counters.placements += 1;
        self.nodes[worker].residents.push(Self::arrived(job, task, self.instance.jobs[job].tasks[task]));
        self.start(core, self.nodes[worker].residents.len() - 1, since + self.instance.delay, Step::Start);
    }
    /// The most recently started long task beyond the guaranteed share is suspended. It loses its core in steps, in which it does half of what it
    /// would do, and is left alone if it would be complete by then (R). Its core, and when that is free.
    fn preempt(&mut self, b: BigC) -> Option<(usize, f64)> {
        let guaranteed = ((1.0 - b.share) * self.instance.slots() as f64 - 1e-9).ceil() as usize;
        let takes = (b.steps - 1) as f64;
        let mut long = vec![];
        for n in 0..self.nodes.len() {
            for p in self.running(n) {
                let r = &self.nodes[n].residents[p];
                if self.instance.long(r.job) {
                    long.push((r.run.map(|run| run.stamp), r.left - (self.attained(r) - r.attained) - takes / 2.0, n, p));
                }
            }
        }
        let beyond = long.len() > guaranteed;
        let victim = long.into_iter().filter(|l| beyond && (takes == 0.0 || l.1 > 0.0)).max_by_key(|l| l.0);
        let (_, left, worker, place) = victim?;
        let core = self.suspend(worker, place);
        self.nodes[worker].residents[place].left = left;
        Some((core, self.agenda.now + takes))
    }
}

// ------------------------------------------------------------------------------------------------------------------------------ small instances

/// A generator of its own: splitmix64.
struct Own(u64);

impl Own {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
    /// Now and then.
    fn turns<T>(&mut self, list: &[T]) -> Option<T>
    where
        T: Clone,
    {
        (self.below(3) == 0).then(|| self.pick(list))
    }
}

/// A small instance: whole and half seconds, so that all sums are exact; many ties, simultaneous events and messages without delay.
pub fn draw(seed: u64) -> Instance {
    let mut own = Own(seed);
    let own = &mut own;
    let policy = draw_policy(own);
    let single = matches!(policy, Policy::Queues(_));
    let workers = 1 + own.below(10);
    let cores = if single { own.pick(&[1, 1, 1, 2]) } else { own.pick(&[1, 1, 2, 4]) };
    let slots = workers * cores;
    let step = own.pick(&[0.5, 1.0, 5.0, 10.0]);
    let mut arrival = 0.0;
    let mut jobs = vec![];
    for _ in 0..=own.below(12) {
        arrival += step * own.pick(&[0.0, 0.0, 1.0, 1.0, 2.0, 4.0]);
        let size = own.pick(&[1.0, 2.0, 3.0, 8.0, 20.0, 50.0]);
        let alike = own.below(2) == 0;
        let tasks: Vec<f64> = (0..=own.below(5)).map(|_| if alike { size } else { own.pick(&[size / 2.0, size, 2.0 * size]) }).collect();
        let mean = tasks.iter().sum::<f64>() / tasks.len() as f64;
        let estimate = ((mean * 4.0).round() / 4.0 * own.pick(&[1.0, 1.0, 1.0, 0.5, 2.0])).max(0.25);
        jobs.push(Job { arrival, tasks, estimate });
    }
    Instance {
        workers,
        cores,
        cutoff: own.pick(&[2.5, 5.0, 10.0]),
        short_partition: own.pick(&[1, 1, 2, 3]).min(slots.max(2) - 1) as f64 / slots.max(2) as f64,
        delay: own.pick(&[0.0, 0.0, 0.25, 0.5, 1.0 / 2048.0]),
        errors_reclassify: own.below(4) == 0,
        jobs,
        own_cutoff: own.turns(&[1.0, 4.0, 20.0]),
        policy,
    }
}

fn draw_policy(own: &mut Own) -> Policy {
    let kairos = |own: &mut Own| Kairos {
        name: "kairos",
        q: own.below(4),
        w: own.pick(&[1.0, 2.0, 5.0, 10.0, 100.0]),
        round: own.pick(&[0.0, 0.0, 1.0, 2.5]),
        tie: own.pick(&[Tie::Var, Tie::Var, Tie::Sum, Tie::Random]),
        guard: own.below(4) > 0,
        once: own.below(4) == 0,
        turns: own.below(4) == 0,
    };
    match own.below(20) {
        0..=3 => Policy::Kairos(kairos(own)),
        4 => Policy::Kairos(Kairos { name: "yarn-fifo", q: 0, w: f64::INFINITY, round: 0.0, ..kairos(own) }),
        5..=6 => Policy::BigC(BigC {
            share: own.pick(&[0.95, 0.5, 0.75]),
            steps: own.pick(&[1, 1, 2, 3]),
            resume_after: own.pick(&[0, 0, 1, 3]),
        }),
        _ => Policy::Queues(draw_queues(own)),
    }
}

/// A named policy, or one of its combinations.
fn draw_queues(own: &mut Own) -> Queues {
    let presets = [
        Queues::sparrow,
        Queues::central_lwl,
        Queues::split,
        Queues::hawk,
        Queues::hawk_no_central,
        Queues::hawk_no_partition,
        Queues::hawk_no_stealing,
        Queues::eagle,
        Queues::eagle_no_sss,
        Queues::eagle_no_minprobes,
        Queues::eagle_no_sbp_srpt,
        Queues::ideal_eagle,
        Queues::omniscient,
        Queues::dlwl,
    ];
    let mut p = own.pick(&presets)();
    let probing = matches!(p.short, Placement::Probes(_));
    let (mut ratio, mut least, mut replacement) = (None, None, None);
    if own.below(3) > 0 {
        (ratio, least, replacement) = (own.turns(&[1, 3, 4]), own.turns(&[0, 3, 20]), own.turns(&[false]));
        p.sticky = own.turns(&[true, false]).unwrap_or(p.sticky);
        if let Some(srpt) = own.turns(&[true, true, false]) {
            let scan = if matches!(p.short, Placement::Reports { .. }) { Scan::All } else { Scan::ToLong };
            p.order = if srpt { Order::Srpt { bound: 5.0, scan } } else { Order::Fifo };
        }
        let (every, by_task) = (own.pick(&[0.5, 3.0, 7.0]), own.below(2) == 0);
        for placement in [&mut p.short, &mut p.long] {
            if let Placement::Reports { .. } = placement {
                *placement = Placement::Reports { every, by_task };
            }
        }
        if let Some(s) = &mut p.steal {
            *s = Steal { cap: own.pick(&[1, 2, 10]), limit: own.pick(&[usize::MAX, usize::MAX, 1, 2]), random: own.below(3) == 0 };
        } else if probing && p.sss != Some(Sss::Ideal) {
            p.sss = own.turns(&[None, Some(Sss::On), Some(Sss::Early)]).unwrap_or(p.sss);
        }
        if let Order::Srpt { bound, scan } = &mut p.order {
            *bound = own.pick(&[0.0, 1.0, 5.0, 100.0]);
            if probing && own.below(3) == 0 {
                *scan = Scan::PastLong;
            }
        }
    }
    // A parameter of probes holds for both classes.
    for placement in [&mut p.short, &mut p.long] {
        if let Placement::Probes(x) = placement {
            *x = Probes {
                ratio: ratio.unwrap_or(x.ratio),
                least: least.unwrap_or(x.least),
                replacement: replacement.unwrap_or(x.replacement),
            };
        }
    }
    p
}
