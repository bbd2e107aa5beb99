//! Floor 2: the datacenter world. Thousands of workers with one slot and one queue each; jobs of independent tasks;
//! messages that take time. Most schedulers are a [`Design`]: parts that compose.

mod alone;
mod beliefs;
mod big_c;
mod central;
mod config;
mod design;
mod engine;
mod kairos;
mod kind;
mod observer;
mod outcome;
mod own;
mod plan;
mod policy;
mod report;
mod sharing;
mod spec;
mod stale;
mod timeline;
mod waits;
mod why;
mod worker;

pub use alone::alone;
pub use config::Config;
pub use design::{Aging, Design, Loot, Noise, Order, Placement, Pool, Rescue, Scan};
pub use engine::simulate;
pub use observer::{Observer, Placed, Probe, Silent, Spent, Theft};
pub use outcome::{Counters, Messages, Outcome, Times};
pub use plan::{Jobs, Plan};
pub use policy::Policy;
pub use report::{Cell, Figures, Pair, Paired, Pairs, Report, Summary, TimesReport, Utilisation};
pub use spec::{Name, Source, System, Workload};
pub use timeline::{Activity, Frames, JobLine, Stint, Timeline, Usage, Wait};
pub use why::why;
pub use worker::stealable;
