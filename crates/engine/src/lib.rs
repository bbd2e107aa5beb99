//! Job scheduling, simulated: what becomes of jobs under FIFO, PS, SRPT, FSP, HFSP, Sparrow, Hawk and nearly ninety other policies, when
//! sizes are known, estimated badly, or not known at all.
//!
//! There are six worlds: one [`server`]; a `MapReduce` [`cluster`] with slots, heartbeats and preemption; a [`datacenter`] of thousands of
//! workers; the links of a [`network`]; a distributed [`cdn`]; and the order of tasks that read each other's outputs ([`ordering`]). All are
//! deterministic: the same input gives the same bits natively and in a browser. Nothing reads a file or starts a thread.
//!
//! # Your jobs under built-in policies
//!
//! ```
//! use schedscope::{Job, Workload, simulate};
//!
//! // Arrival and size of each, in any unit; the first is believed to be a tenth of what it is.
//! let workload = Workload::new([Job::new(0.0, 10.0).estimate(1.0), Job::new(1.0, 2.0), Job::new(2.0, 2.0)])?;
//! let exact = simulate(&workload, &"srpt".parse()?)?;
//! let estimated = simulate(&workload, &"srpte".parse()?)?;
//! assert_eq!(exact.sojourns(), [14.0, 2.0, 3.0]);
//! // The late job is taken to be nearly done, and blocks the others.
//! assert_eq!(estimated.sojourns(), [10.0, 11.0, 12.0]);
//! assert_eq!(estimated.sorted_slowdowns().quantile(0.5), Some(5.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`server::Policy::all`] lists the policies, each with its rule and source in its `row()`; `fspe+ps`, `rr[quantum=2]` and `rank[max(est, age)]`
//! are policies as texts. Invalid jobs are refused; the error names the job, the field, the value and what is allowed ([`JobError`]).
//!
//! # A policy of your own
//!
//! Three ways, from the shortest to the most general:
//!
//! * a formula in a text, `rank[est - age]` or `share[1/est]`, of the names `est`, `size`, `age`, `arrival`, `weight` and others: see [`formula`] and
//!   the guide of the project;
//! * a rank as a function of a job and its age, with [`simulate_rank`]: the job of least rank is served;
//! * a scheduler, which decides about everything: [`server::Scheduler`], [`cluster::Scheduler`] and [`datacenter::Scheduler`], each run by
//!   the `simulate_with` of its world. A scheduler that does something impossible, such as completing a job before its work can be done or giving
//!   a slot to a task that does not wait, ends the run with an error.
//!
//! # Watching a run
//!
//! Each world tells an observer what happens: [`server::Observer`], [`cluster::Observer`] and so on. A [`server::Timeline`] records all that
//! a picture needs, and [`server::why()`] says in words why a job runs or waits at an instant:
//!
//! ```
//! use schedscope::server::{Config, Timeline, why};
//! use schedscope::{Job, Workload};
//!
//! let workload = Workload::new([Job::new(0.0, 10.0), Job::new(1.0, 2.0)])?;
//! let policy = "srpt".parse()?;
//! let timeline = Timeline::record(&Config::default(), &workload, &policy)?;
//! assert_eq!(timeline.completions, [12.0, 3.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The examples of this crate (some use the crates `rand` 0.10 and `rayon` as well) do more of each: `own_jobs`, `own_policy`, `observing`, `sweep` (on all cores, with rayon), `swim_trace`,
//! `own_cluster` and `own_datacenter`. Scenarios as files, replications, reports and sweeps are in the crate `schedscope-core`.
//!
//! # What is where
//!
//! A module imports only from modules below it, and no world imports another:
//!
//! | floor | module | contents |
//! |---|---|---|
//! | 3 | [`own`] | jobs of one's own on one server: what this page begins with |
//! | 2 | [`server`], [`cluster`], [`datacenter`], [`ordering`], [`network`], [`cdn`] | the worlds: each with its model, its engine and its policies |
//! | 1½ | [`world`] | the trait of worlds and what they share |
//! | 1½ | [`formula`] | the rank or the share of a job as an expression that a user writes |
//! | 1 | [`workload`], [`metrics`], [`theory`], [`registry`] | jobs and traces; outcomes to numbers; closed forms; what a policy is called, and its parameters |
//! | 0 | [`sim`], [`csv`] | simulated time, heaps whose keys fall together, random streams; comma-separated values |

#![warn(missing_docs)]

pub mod cdn;
pub mod cluster;
pub mod csv;
pub mod datacenter;
pub mod formula;
pub mod metrics;
pub mod network;
pub mod ordering;
pub mod own;
pub mod registry;
pub mod server;
pub mod sim;
pub mod theory;
pub mod workload;
pub mod world;

pub use own::{Outcome, Served, simulate, simulate_rank, simulate_with};
pub use workload::{Job, JobError, Workload};
pub use world::SpecError;
