//! A datacenter, its jobs and its policy.

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
    pub guard: Guard,
    /// `[C]` Whether a worker gets one task at most in a round.
    pub once: bool,
    /// Whether jobs take turns in the central queue.
    pub turns: bool,
}

/// What prevents starvation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guard {
    Off,
    /// `[C]` A task that was preempted more than three times has its next expiry ignored and its next quantum doubled.
    Interrupted,
    /// A task that has not run for three quanta is the next to run, for two, in which it is not preempted (T 4.3.2).
    Waited,
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
    pub(super) fn partition(&self) -> bool {
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
                list.push(("guard", format!("{:?}", k.guard).to_lowercase()));
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
    /// The lowest numbers are reserved for short tasks, at least one, and at least one is not; a single worker is both. A product that is
    /// whole but for rounding counts as whole.
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
