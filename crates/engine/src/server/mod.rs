//! The server world: one preemptible server of speed 1 (or m identical servers of speed 1/m) and fluid service.
//!
//! * [`Config`]: the plain data of the system.
//! * [`Kind`]: what can be chosen, one file each in `policies/`, one row each in the registry.
//! * `parts/`: what policies are composed of: an *order* of the jobs that are not late, and a *sharing* of the server
//!   among those that are (or, under a blind policy, among all).
//! * [`simulate`]: runs a workload under a policy and tells an [`Observer`] about it; [`simulate_with`] under a [`Scheduler`] of the
//!   caller's own, and [`simulate_rank`] under a rank.
//! * [`Timeline`], [`Stills`] and [`Series`]: what observers record; [`why`](why()): what a timeline says about an instant, in words.

mod closeup;
mod config;
mod engine;
mod exact;
mod faster;
mod guarded;
mod model;
mod observer;
mod occupancy;
mod parts;
mod plan;
mod policies;
mod policy;
mod ranked;
mod scheduler;
mod series;
mod service;
mod spec;
mod stills;
mod timeline;
mod virtual_time;
mod why;

pub use closeup::{Closeup, Magnifier, order_of_size, sampled};
pub use config::{Config, Servers};
pub use engine::{Outcome, simulate, simulate_with};
pub use observer::{Instant, JobState, Observer, Silent};
pub use occupancy::Occupancy;
pub use plan::{Plan, Recording, Report};
pub use policy::{Kind, Policy};
pub use ranked::simulate_rank;
pub use scheduler::{Fault, Next, Scheduler};
pub use series::{Sample, Series};
pub use service::Service;
pub use spec::{Name, System};
pub use stills::{Left, Still, Stills};
pub use timeline::{Curve, Event, EventKind, Snapshot, Timeline, TimelineRecorder};
pub use virtual_time::{Beat, Ticket, VirtualTime};
pub use why::{job_name, why};
