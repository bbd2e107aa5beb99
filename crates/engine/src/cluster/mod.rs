//! Floor 2: the cluster world. Machines with map and reduce slots; jobs whose phases are made of tasks; a scheduler that
//! gives slots to tasks when machines report.
//!
//! The [engine](simulate) knows machines, tasks, heartbeats and what a task goes through ([`Status`]); a
//! [policy](Policy) decides which job gets a free slot, and which one loses one. HFSP is put together from parts with a seam
//! each: an estimator, a virtual cluster, an order, a preemption primitive, delay scheduling. [`simulate_with`] runs a [`Scheduler`] of
//! the caller's own.

mod after;
mod alone;
mod anp;
mod attempts;
mod config;
mod delay;
mod ends;
mod engine;
mod hazards;
mod hfsp;
mod max_min;
mod memory;
mod observer;
mod origin;
mod outcome;
pub mod pages;
mod plan;
mod policies;
mod policy;
pub mod production;
mod report;
mod scheduler;
mod shares;
mod spec;
mod state;
mod submissions;
mod timeline;
mod victim;
mod why;

pub use alone::alone;
pub use anp::Performance;
pub use config::{Config, MachineChange, Pool};
pub use engine::{simulate, simulate_with};
pub use hazards::Hazards;
pub use hfsp::estimator::{extrapolate, final_size, initial_size, shuffle_size};
pub use hfsp::{Granularity, Parameters, VirtualCluster};
pub use memory::MachineMemory;
pub use observer::{Beliefs, Observer, Silent, Step, Transfer, Usage};
pub use outcome::{Counters, JobOutcome, Outcome};
pub use plan::{Jobs, Plan};
pub use policy::Policy;
pub use report::{Cell, Figures, Report, Summary};
pub use scheduler::{Assignment, Eviction, How, Scheduler};
pub use shares::fair_shares;
pub use spec::{After, JobSpec, Kind, Name, System, Workload};
pub use state::{Cluster, Locality, Machine, PhaseState, Status, TaskId, TaskState};
pub use submissions::Submissions;
pub use timeline::{Bar, Believed, Ending, JobLine, Lateness, Timeline};
pub use why::why;
