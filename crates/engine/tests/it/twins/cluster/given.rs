//! What is given, and what comes out.

/// A machine leaves or joins at a time. A machine that leaves twice or joins twice stays as it is.
#[derive(Clone, Copy, Debug)]
pub struct MachineChange {
    pub time: f64,
    pub machine: usize,
    pub joins: bool,
}

/// A job: durations are nominal, in seconds.
#[derive(Clone, Debug)]
pub struct Job {
    pub arrival: f64,
    pub weight: f64,
    /// The same name: the same recurring job. An empty name recurs never.
    pub name: String,
    /// Factor of the size that the estimator `noisy` sees.
    pub error: f64,
    /// Memory of a map, of a reduce.
    pub memory: [f64; 2],
    pub maps: Vec<f64>,
    /// Shuffle and work of each reduce.
    pub reduces: Vec<(f64, f64)>,
}

/// The cluster, its jobs (sorted by arrival) and the policy.
#[derive(Clone, Debug)]
pub struct Instance {
    pub machines: usize,
    /// Map slots and reduce slots of each machine.
    pub slots: [u32; 2],
    pub rack_factor: f64,
    pub remote_factor: f64,
    /// Of job, map, machine: 0 node-local, 1 rack-local, 2 remote.
    pub locality: Vec<Vec<Vec<u8>>>,
    /// 0: there are no racks.
    pub racks: u32,
    pub heartbeat: f64,
    pub prompt: bool,
    pub slowstart: f64,
    pub changes: Vec<MachineChange>,
    pub jobs: Vec<Job>,
    pub policy: Policy,
}

/// Passes before a rack-local map is accepted (D1), and further ones before a remote one is (D2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delays {
    pub node: u32,
    pub rack: u32,
}

impl Delays {
    /// As many passes as there are machines, and as many again where there are racks (section C).
    pub fn standard(machines: u32, racks: u32) -> Self {
        Self { node: machines, rack: if racks > 0 { machines } else { 0 } }
    }
}

#[derive(Clone, Debug)]
pub enum Policy {
    Fifo { delays: Delays },
    Fair { delays: Delays },
    Hfsp(Hfsp),
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum $name { $($variant),* }
        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }
    };
}
words! { Estimator { Training = "training", Oracle = "oracle", Noisy = "noisy", Continuous = "continuous", History = "history" } }
words! {
    /// Size without any history: s₀ for the phase (T), or n·ξ·s₀ (M, V).
    First { Phase = "phase", Task = "task" }
}
words! { DeltaOf { Both = "both", Reduces = "reduces" } }
words! { Granularity { Slots = "slots", Fluid = "fluid" } }
words! { Order { Remaining = "remaining", Finish = "finish" } }
words! { TrainingOrder { Initial = "initial", Priority = "priority", Fewest = "fewest" } }
words! { Recall { Last = "last", Mean = "mean", Quantile = "quantile" } }
words! { History { Jobs = "jobs", Tasks = "tasks", Recent = "recent" } }
words! { Enter { Submission = "submission", Slowstart = "slowstart" } }
words! { Update { Replace = "replace", Total = "total", Deduct = "deduct" } }
words! { Preemption { Wait = "wait", Kill = "kill", Suspend = "suspend", Adaptive = "adaptive" } }
words! { Victim { Closest = "closest", LargestJob = "largest-job" } }
words! { Resume { Home = "home", Anywhere = "anywhere" } }

/// How many slots samples may hold at a time, of each phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    Count(u32),
    /// Per cent of the slots that are up.
    Percent(u32),
}

/// HFSP with all its options.
#[derive(Clone, Debug)]
pub struct Hfsp {
    pub estimator: Estimator,
    pub samples: u32,
    pub xi: f64,
    pub s0: f64,
    pub first: First,
    pub delta: f64,
    pub delta_of: DeltaOf,
    pub tiny: bool,
    pub shuffle: bool,
    pub granularity: Granularity,
    pub order: Order,
    pub training: Limit,
    pub training_order: TrainingOrder,
    pub history: History,
    pub recent: u32,
    pub recall: Recall,
    pub quantile: f64,
    pub runs: u32,
    pub distrust: f64,
    pub check: bool,
    pub enter: Enter,
    pub update: Update,
    pub speed: f64,
    pub preemption: Preemption,
    pub victim: Victim,
    pub cleanup: f64,
    pub page_out: f64,
    pub page_in: f64,
    /// Default: twice the slots of the phase on a machine.
    pub high: Option<u32>,
    /// Default: the slots of the phase on a machine.
    pub low: Option<u32>,
    pub kill_below: f64,
    pub wait_above: f64,
    pub resume: Resume,
    pub resume_delay: u32,
    pub node_delay: u32,
    pub rack_delay: u32,
}

impl Hfsp {
    /// As the thesis describes it (T chapter 4).
    pub fn thesis(machines: u32) -> Self {
        Self {
            estimator: Estimator::Training,
            samples: 5,
            xi: 1.0,
            s0: 60.0,
            first: First::Phase,
            delta: 60.0,
            delta_of: DeltaOf::Both,
            tiny: true,
            shuffle: false,
            granularity: Granularity::Slots,
            order: Order::Remaining,
            training: Limit::Count(10),
            training_order: TrainingOrder::Initial,
            history: History::Jobs,
            recent: 20,
            recall: Recall::Last,
            quantile: 0.5,
            runs: 5,
            distrust: 2.0,
            check: true,
            enter: Enter::Submission,
            update: Update::Replace,
            speed: 1.0,
            preemption: Preemption::Wait,
            victim: Victim::LargestJob,
            cleanup: 0.0,
            page_out: 0.0,
            page_in: 0.0,
            high: None,
            low: None,
            kill_below: 0.1,
            wait_above: 0.9,
            resume: Resume::Anywhere,
            resume_delay: machines,
            node_delay: machines,
            rack_delay: 0,
        }
    }

    /// As mPlane D3.3 describes it (M 3.1.2).
    pub fn mplane(machines: u32) -> Self {
        Self {
            first: First::Task,
            delta: 10.0,
            delta_of: DeltaOf::Reduces,
            tiny: false,
            shuffle: true,
            training: Limit::Percent(100),
            training_order: TrainingOrder::Priority,
            history: History::Tasks,
            enter: Enter::Slowstart,
            update: Update::Total,
            ..Self::thesis(machines)
        }
    }

    /// As VIPEER D4.5 describes it (V 2.2).
    pub fn viper(machines: u32) -> Self {
        Self {
            first: First::Task,
            delta_of: DeltaOf::Reduces,
            tiny: false,
            order: Order::Finish,
            training: Limit::Percent(100),
            training_order: TrainingOrder::Fewest,
            history: History::Recent,
            enter: Enter::Slowstart,
            preemption: Preemption::Suspend,
            victim: Victim::LargestJob,
            resume: Resume::Home,
            ..Self::thesis(machines)
        }
    }
}

impl Policy {
    /// HFSP as the program writes it, with all parameters; only marks left at their default are left out.
    pub fn text(hfsp: &Hfsp) -> String {
        let switch = |on: bool| if on { "on" } else { "off" }.to_string();
        let training = match hfsp.training {
            Limit::Count(count) => count.to_string(),
            Limit::Percent(percent) => format!("{percent}%"),
        };
        let mut parts = vec![
            ("estimator", hfsp.estimator.word().to_string()),
            ("t", hfsp.samples.to_string()),
            ("xi", hfsp.xi.to_string()),
            ("s0", hfsp.s0.to_string()),
            ("first", hfsp.first.word().to_string()),
            ("delta", hfsp.delta.to_string()),
            ("delta-of", hfsp.delta_of.word().to_string()),
            ("tiny", switch(hfsp.tiny)),
            ("shuffle", switch(hfsp.shuffle)),
            ("virtual", hfsp.granularity.word().to_string()),
            ("order", hfsp.order.word().to_string()),
            ("training", training),
            ("training-order", hfsp.training_order.word().to_string()),
            ("history", hfsp.history.word().to_string()),
            ("recent", hfsp.recent.to_string()),
            ("recall", hfsp.recall.word().to_string()),
            ("quantile", hfsp.quantile.to_string()),
            ("runs", hfsp.runs.to_string()),
            ("distrust", hfsp.distrust.to_string()),
            ("check", switch(hfsp.check)),
            ("enter", hfsp.enter.word().to_string()),
            ("update", hfsp.update.word().to_string()),
            ("speed", hfsp.speed.to_string()),
            ("preemption", hfsp.preemption.word().to_string()),
            ("victim", hfsp.victim.word().to_string()),
            ("cleanup", hfsp.cleanup.to_string()),
            ("page-out", hfsp.page_out.to_string()),
            ("page-in", hfsp.page_in.to_string()),
        ];
        parts.extend(hfsp.high.map(|mark| ("high", mark.to_string())));
        parts.extend(hfsp.low.map(|mark| ("low", mark.to_string())));
        parts.extend([
            ("kill-below", hfsp.kill_below.to_string()),
            ("wait-above", hfsp.wait_above.to_string()),
            ("resume", hfsp.resume.word().to_string()),
            ("resume-delay", hfsp.resume_delay.to_string()),
            ("delay", hfsp.node_delay.to_string()),
            ("rack-delay", hfsp.rack_delay.to_string()),
        ]);
        let list: Vec<String> = parts.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("hfsp[{}]", list.join(","))
    }
}

/// What happened to a task, when it took effect: a resumption when the slot is given, a suspension when confirmed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Started {
        training: bool,
    },
    Resumed,
    Suspended,
    Killed,
    /// Its machine left.
    Lost,
    Completed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    pub time: f64,
    pub job: usize,
    pub phase: usize,
    pub task: usize,
    pub machine: usize,
    pub step: Step,
}

#[derive(Clone, Debug)]
pub struct Run {
    pub decisions: Vec<Decision>,
    /// Completion time of each job.
    pub completions: Vec<f64>,
    /// Of each job, which phases were late when they completed.
    pub late: Vec<[bool; 2]>,
}
