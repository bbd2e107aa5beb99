//! The server world: one preemptible server of speed 1 (or m identical servers of speed 1/m) and fluid service.
//!
//! * [`Config`]: the plain data of the system.
//! * [`Policy`]: what can be chosen, one file each in `policies/`, one row each in the registry.
//! * `parts/`: what policies are composed of: an *order* of the jobs that are not late, and a *sharing* of the server
//!   among those that are (or, under a blind policy, among all).
//! * [`simulate`]: runs a workload under a policy and tells an [`Observer`] about it.
//! * [`Timeline`] and [`Series`]: what observers record; [`why`](why()): what a timeline says about an instant, in words.

mod config;
mod engine;
mod observer;
mod occupancy;
mod parts;
mod policies;
mod policy;
mod series;
mod timeline;
mod why;

pub use config::{Config, ConfigError, Servers};
pub use engine::{Outcome, simulate};
pub use observer::{Instant, JobState, Observer, Silent};
pub use occupancy::Occupancy;
pub use policy::Policy;
pub use series::{Sample, Series};
pub use timeline::{Curve, Event, EventKind, Snapshot, Timeline, TimelineRecorder};
pub use why::{job_name, why};
