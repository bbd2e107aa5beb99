//! What schedulers of the datacenter world are composed of.

use super::own;
use crate::formula::Expression;
use crate::registry::Parameter;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
        /// What is deducted from a report as time passes.
        aging: Aging,
        /// What keeps schedulers apart.
        noise: Noise,
    },
}

/// What distributed schedulers deduct from the wait that a worker has reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aging {
    /// The time since the report. Section 3.6.2 names periodic reports as all that schedulers know.
    Report,
    /// As in the authors' simulator: reports sum up the estimates of all tasks there, and what the task that runs now has
    /// been running is deducted, up to its estimate. Schedulers know that without a message.
    Task,
}

/// The random number that a job's scheduler adds to each wait, so that not all choose the same workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// Any number from 0 to the heartbeat: "a small random number (smaller than the heartbeat interval)" (section 3.6.2).
    Real,
    /// As in the authors' simulator: whole seconds from 0 to the heartbeat. Many seem alike, and the lowest number has the task: that is
    /// in the short partition.
    Whole,
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
        /// What of a victim's queue.
        loot: Loot,
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

/// Which entries of a queue an idle worker steals, none of them long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loot {
    /// The first run of short ones that waits behind a long task (section 2.3.6), so that few jobs gain much.
    Group,
    /// Any, wherever they stand, drawn at random if there are more than may be stolen: the other strategy of the authors'
    /// simulator, which spreads what is gained over many jobs.
    Random,
}

/// In which order a worker serves its queue.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// First come, first served.
    Fifo,
    /// Jobs with least remaining work first; none is bypassed by more than `bound` times its estimate.
    Srpt {
        /// The bound.
        bound: f64,
        /// Which entries take part.
        scan: Scan,
    },
    /// The least value of a formula first, otherwise the same.
    Own {
        /// The formula.
        formula: Arc<Expression>,
        /// The bound.
        bound: f64,
        /// Which entries take part.
        scan: Scan,
    },
}

impl Order {
    /// The bound and who takes part where something is least; none where the first is served.
    pub(super) fn rules(&self) -> Option<(f64, Scan)> {
        match *self {
            Self::Fifo => None,
            Self::Srpt { bound, scan } | Self::Own { bound, scan, .. } => Some((bound, scan)),
        }
    }

    /// Whether workers are told of each task that a job hands out.
    pub(super) fn is_told(&self) -> bool {
        match self {
            Self::Fifo => false,
            Self::Srpt { scan, .. } => *scan != Scan::PastLong,
            Self::Own { formula, .. } => own::reads_progress(formula),
        }
    }

    /// Whether what is served depends on how many entries stand before it, those without a task among them.
    pub(super) fn reads_place(&self) -> bool {
        matches!(self, Self::Own { formula, .. } if formula.reads("place"))
    }
}

/// Which entries of a queue take part where least remaining work goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// All of them.
    All,
    /// Those before the first long entry; that itself if it is at the head (section 3.4.3, algorithm 1).
    ToLong,
    /// As in the authors' simulator without state sharing: all of them, but a long entry at the head goes first, only short
    /// entries mind being bypassed, and only by short ones. Under [`Srpt`](Order::Srpt) the remaining work of a job is that at its
    /// submission, as workers are not told what is handed out, and probes that find no task left cost a request.
    PastLong,
}

/// A scheduler, put together.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// For jobs that are believed to be long.
    pub long: Placement,
    /// For the others.
    pub short: Placement,
    /// What saves short tasks from waiting behind long ones.
    pub rescue: Rescue,
    /// In which order queues are served.
    pub order: Order,
    /// By which formula a job's scheduler chooses among the workers that it has probed; none where tasks are bound late.
    pub choice: Option<Arc<Expression>>,
    /// Whether a probe stays until its job has no task left (sticky batch probing).
    pub sticky: bool,
    /// Whether some workers are kept for short tasks.
    pub partition: bool,
}

impl Design {
    /// What can be written in brackets.
    pub(super) fn in_brackets() -> Vec<Parameter<Self>> {
        let ratio = Parameter::whole("ratio", 1..=100, "probes per task", |its: &mut Self, count| {
            its.each_probing(|ratio, _, _| *ratio = count);
        });
        let least = Parameter::whole("least", 0..=10_000, "fewest probes per job", |its: &mut Self, count| {
            its.each_probing(|_, least, _| *least = count);
        });
        let replacement = Parameter::switch("replacement", "whether a worker may get two probes of one job", |its: &mut Self, on| {
            its.each_probing(|_, _, distinct| *distinct = !on);
        });
        let sharing = Parameter::word(
            "sss",
            &[
                ("on", |its: &mut Self| its.rescue = Rescue::Share { early: false }),
                ("off", |its| its.rescue = Rescue::None),
                ("early", |its| its.rescue = Rescue::Share { early: true }),
            ],
            "state sharing; early: workers are asked at submission",
        );
        let order = Parameter::word(
            "order",
            &[
                ("fifo", |its: &mut Self| its.order = Order::Fifo),
                ("srpt", |its| its.order = Order::Srpt { bound: 5.0, scan: its.scans() }),
            ],
            "order of the queue; by a formula the least goes first",
        )
        .or_formula(&own::ENTRY, |its: &mut Self, text| {
            let formula = own::read("order", text, &own::ENTRY)?;
            let (bound, scan) = its.order.rules().unwrap_or((f64::INFINITY, Scan::All));
            its.order = Order::Own { formula, bound, scan };
            Ok(())
        });
        let choice = Parameter::word(
            "choice",
            &[("late", |its: &mut Self| its.choice = None)],
            "which probed workers get tasks: those that turn to the probe first (late), or those of least value",
        )
        .or_formula(&own::WORKER, |its, text| {
            its.choice = Some(own::read("choice", text, &own::WORKER)?);
            // Workers reject no questions, and nothing sticks.
            its.sticky = false;
            if matches!(its.rescue, Rescue::Share { .. }) {
                its.rescue = Rescue::None;
            }
            Ok(())
        });
        let about = "srpt, formula: work that may bypass a task, ÷ its estimate";
        let bound = Parameter::number("bound", 0.0..=1e9, about, |its: &mut Self, to| {
            if let Order::Srpt { bound, .. } | Order::Own { bound, .. } = &mut its.order {
                *bound = to;
            }
        });
        let scan = Parameter::word(
            "scan",
            &[
                ("to-long", |its: &mut Self| its.set_scan(Scan::ToLong)),
                ("past-long", |its| its.set_scan(Scan::PastLong)),
                ("all", |its| its.set_scan(Scan::All)),
            ],
            "which entries take part: those before a long one, those behind it too unless it is at the head, or all",
        );
        let sticky =
            Parameter::switch("sticky", "whether a probe stays for further tasks of its job", |its: &mut Self, on| its.sticky = on);
        let cap = Parameter::whole("cap", 0..=10_000, "workers that an idle one asks when stealing", |its: &mut Self, count| {
            if let Rescue::Steal { cap, .. } = &mut its.rescue {
                *cap = count;
            }
        });
        let group = Parameter::whole("group", 1..=10_000, "most entries stolen at once", |its: &mut Self, count| {
            if let Rescue::Steal { group, .. } = &mut its.rescue {
                *group = count;
            }
        });
        let loot = Parameter::word(
            "steal",
            &[("group", |its: &mut Self| its.steal(Loot::Group)), ("random", |its| its.steal(Loot::Random))],
            "entries stolen: the first short ones behind a long task, or any short ones of the queue",
        );
        let heartbeat =
            Parameter::seconds("heartbeat", 0.001..=1e6, "time between reports of workers to schedulers", |its: &mut Self, seconds| {
                its.each_stale(|heartbeat, _, _| *heartbeat = seconds);
            });
        let aging = Parameter::word(
            "aging",
            &[
                ("report", |its: &mut Self| its.each_stale(|_, aging, _| *aging = Aging::Report)),
                ("task", |its| its.each_stale(|_, aging, _| *aging = Aging::Task)),
            ],
            "what is deducted from a reported wait: the time since, or what the present task has been running",
        );
        let noise = Parameter::word(
            "noise",
            &[
                ("real", |its: &mut Self| its.each_stale(|_, _, noise| *noise = Noise::Real)),
                ("whole", |its| its.each_stale(|_, _, noise| *noise = Noise::Whole)),
            ],
            "random number that a scheduler adds to each wait: any below the heartbeat, or whole seconds up to it",
        );
        let [sharing, sticky] = [sharing, sticky].map(|parameter| parameter.beside("choice=late", |its: &Self| its.choice.is_none()));
        let probing = [ratio, least, replacement, choice].map(|parameter| parameter.of("policies with probes", Self::probes));
        let sharing = [sharing.of("designs with probes that do not steal", |its| its.probes() && !its.steals())];
        let [bound, scan] =
            [bound, scan].map(|parameter| parameter.beside("order=srpt or a formula", |its: &Self| its.order.rules().is_some()));
        let queues = [order, bound, sticky].map(|parameter| parameter.of("policies with a queue at each worker", |_| true));
        let stealing = [cap, group, loot].map(|parameter| parameter.of("policies that steal", Self::steals));
        let scanning = [scan.of("policies with probes", Self::probes)];
        let reports = [heartbeat, aging, noise].map(|parameter| parameter.of("dlwl-srpt", Self::binds_early));
        probing.into_iter().chain(sharing).chain(queues).chain(scanning).chain(stealing).chain(reports).collect()
    }

    /// Changes ratio, fewest probes and distinctness of each class that is probed for.
    fn each_probing(&mut self, change: impl Fn(&mut u32, &mut u32, &mut bool)) {
        for placement in [&mut self.long, &mut self.short] {
            if let Placement::Probe { ratio, least, distinct, .. } = placement {
                change(ratio, least, distinct);
            }
        }
    }

    /// Changes heartbeat, aging and noise of each class that is placed by reports.
    fn each_stale(&mut self, change: impl Fn(&mut f64, &mut Aging, &mut Noise)) {
        for placement in [&mut self.long, &mut self.short] {
            if let Placement::Stale { heartbeat, aging, noise, .. } = placement {
                change(heartbeat, aging, noise);
            }
        }
    }

    fn set_scan(&mut self, to: Scan) {
        if let Order::Srpt { scan, .. } | Order::Own { scan, .. } = &mut self.order {
            *scan = to;
        }
    }

    /// Whether tasks of short jobs are probed for.
    fn probes(&self) -> bool {
        matches!(self.short, Placement::Probe { .. })
    }

    /// Whether idle workers steal.
    pub(super) fn steals(&self) -> bool {
        matches!(self.rescue, Rescue::Steal { .. })
    }

    fn steal(&mut self, what: Loot) {
        if let Rescue::Steal { loot, .. } = &mut self.rescue {
            *loot = what;
        }
    }

    /// Whether tasks are bound to workers by many schedulers.
    fn binds_early(&self) -> bool {
        matches!(self.short, Placement::Stale { .. })
    }

    /// Which entries take part where least remaining work goes first.
    fn scans(&self) -> Scan {
        if self.binds_early() { Scan::All } else { Scan::ToLong }
    }
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
    choice: None,
    sticky: false,
    partition: false,
};

/// Least waiting time for all jobs, by one scheduler (section 2.4.5).
pub const CENTRAL: Design = Design { long: Placement::Central(Pool::All), short: Placement::Central(Pool::All), ..SPARROW };

/// Disjoint partitions (section 2.4.6).
pub const SPLIT: Design = Design { long: Placement::Central(Pool::General), short: probe(Pool::Short, 0), partition: true, ..SPARROW };

/// Hawk (chapter 2).
pub const HAWK: Design = Design {
    long: Placement::Central(Pool::General),
    rescue: Rescue::Steal { cap: 10, group: u32::MAX, loot: Loot::Group },
    partition: true,
    ..SPARROW
};

/// Eagle (chapter 3).
pub const EAGLE: Design = Design {
    long: Placement::Central(Pool::General),
    short: probe(Pool::All, 20),
    rescue: Rescue::Share { early: false },
    order: Order::Srpt { bound: 5.0, scan: Scan::ToLong },
    choice: None,
    sticky: true,
    partition: true,
};

/// Least waiting time for all tasks with exact state, in Eagle's partition (section 3.6.4).
pub const OMNISCIENT: Design =
    Design { long: Placement::Central(Pool::General), short: Placement::Central(Pool::All), partition: true, ..SPARROW };

/// Least waiting time by many schedulers on what workers last reported, least remaining work first at each worker, in
/// Eagle's partition (section 3.6.2; after Yaq-d). The interval is that of the Yahoo trace.
pub const DISTRIBUTED: Design = Design {
    long: Placement::Stale { pool: Pool::General, heartbeat: 7.0, aging: Aging::Report, noise: Noise::Real },
    short: Placement::Stale { pool: Pool::All, heartbeat: 7.0, aging: Aging::Report, noise: Noise::Real },
    order: Order::Srpt { bound: 5.0, scan: Scan::All },
    partition: true,
    ..SPARROW
};
