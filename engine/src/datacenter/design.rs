//! What schedulers of the datacenter world are composed of.

/// Where tasks of a class may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Every worker.
    All,
    /// Workers that are kept for short tasks.
    Short,
    /// The others.
    General,
}

/// How the tasks of a class find their workers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placement {
    /// Batch sampling with late binding: `ratio` probes a task, at least `least` a job; a worker that serves a probe asks
    /// for a task.
    Probe {
        /// Where probes go.
        pool: Pool,
        /// Probes a task.
        ratio: u32,
        /// Fewest probes a job.
        least: u32,
        /// Whether no worker gets two probes of a job while another has none.
        distinct: bool,
    },
    /// One scheduler that knows the estimated work it has given to each worker gives each task to the least loaded.
    Central(Pool),
    /// Each job's scheduler gives each task to the worker that seems least loaded: workers report their waits every
    /// `heartbeat` seconds, and a random number below that, drawn anew for each job, keeps schedulers apart.
    Stale {
        /// Where tasks go.
        pool: Pool,
        /// Seconds between two reports.
        heartbeat: f64,
    },
}

/// What becomes of short tasks that would wait behind long ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rescue {
    /// Nothing.
    None,
    /// Idle workers steal them.
    Steal {
        /// Victims asked at most.
        cap: u32,
        /// Entries stolen at most.
        group: u32,
    },
    /// Workers with long tasks reject probes and say where there are none (succinct state sharing).
    Share {
        /// Whether workers are asked at the instant of submission and queue the probe only when it arrives, as in the
        /// authors' simulator: a long task may then slip in between. Otherwise messages take their time, and a worker
        /// tests and queues a probe at once.
        early: bool,
    },
    /// Probes go where there is no long task now: an ideal without messages.
    Ideal,
}

/// In which order a worker serves its queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// First come, first served.
    Fifo,
    /// Jobs with least remaining work first; none is bypassed by more than `bound` times its estimate.
    Srpt {
        /// The bound.
        bound: f64,
        /// Whether long jobs take part; if not, nothing behind a long entry is looked at.
        long: bool,
    },
}

/// A scheduler, put together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    /// For jobs that are believed to be long.
    pub long: Placement,
    /// For the others.
    pub short: Placement,
    /// What saves short tasks from waiting behind long ones.
    pub rescue: Rescue,
    /// In which order queues are served.
    pub order: Order,
    /// Whether a probe stays until its job has no task left (sticky batch probing).
    pub sticky: bool,
    /// Whether some workers are kept for short tasks.
    pub partition: bool,
}

pub(super) const fn probe(pool: Pool, least: u32) -> Placement {
    Placement::Probe { pool, ratio: 2, least, distinct: false }
}

/// Sparrow (section 2.2.3): everything is probed, everywhere.
pub const SPARROW: Design = Design {
    long: probe(Pool::All, 0),
    short: probe(Pool::All, 0),
    rescue: Rescue::None,
    order: Order::Fifo,
    sticky: false,
    partition: false,
};

/// Least waiting time for all jobs, by one scheduler (section 2.4.5).
pub const CENTRAL: Design = Design { long: Placement::Central(Pool::All), short: Placement::Central(Pool::All), ..SPARROW };

/// Disjoint partitions (section 2.4.6).
pub const SPLIT: Design = Design { long: Placement::Central(Pool::General), short: probe(Pool::Short, 0), partition: true, ..SPARROW };

/// Hawk (chapter 2).
pub const HAWK: Design =
    Design { long: Placement::Central(Pool::General), rescue: Rescue::Steal { cap: 10, group: u32::MAX }, partition: true, ..SPARROW };

/// Eagle (chapter 3).
pub const EAGLE: Design = Design {
    long: Placement::Central(Pool::General),
    short: probe(Pool::All, 20),
    rescue: Rescue::Share { early: false },
    order: Order::Srpt { bound: 5.0, long: false },
    sticky: true,
    partition: true,
};

/// Least waiting time for all tasks with exact state, in Eagle's partition (section 3.6.4).
pub const OMNISCIENT: Design =
    Design { long: Placement::Central(Pool::General), short: Placement::Central(Pool::All), partition: true, ..SPARROW };

/// Least waiting time by many schedulers on what workers last reported, least remaining work first at each worker, in
/// Eagle's partition (section 3.6.2; after Yaq-d). The interval is that of the Yahoo trace.
pub const DISTRIBUTED: Design = Design {
    long: Placement::Stale { pool: Pool::General, heartbeat: 7.0 },
    short: Placement::Stale { pool: Pool::All, heartbeat: 7.0 },
    order: Order::Srpt { bound: 5.0, long: true },
    partition: true,
    ..SPARROW
};
