//! The simulators of schedscope: size-based job scheduling on one server, in a `MapReduce` cluster, in a datacenter and on the
//! links of a network; a distributed CDN; and the order of tasks that read each other's outputs.
//!
//! A world takes a configuration, a workload and a policy, and gives back what became of every job. It is deterministic: the same
//! input gives the same bits natively and in a browser.
//!
//! ```
//! use schedscope::server::{Config, Policy, Silent, simulate};
//! use schedscope::workload::Synthetic;
//!
//! // 1000 jobs with sizes and estimates drawn as in the sources; seed 1, replication 0.
//! let workload = Synthetic { count: 1000, sigma: 1.0, ..Synthetic::default() }.generate(1, 0);
//! let mean_sojourn = |policy: &str| {
//!     let policy: Policy = policy.parse().expect("a policy of the server world");
//!     let outcome = simulate(&Config::default(), &workload, &policy, &mut Silent).expect("it runs on one server");
//!     outcome.sojourn.iter().sum::<f64>() / outcome.sojourn.len() as f64
//! };
//! assert!(mean_sojourn("srpt") < mean_sojourn("srpte"));
//! ```
//!
//! A module imports only from modules below it, and no world imports another:
//!
//! | floor | module | contents |
//! |---|---|---|
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
pub mod registry;
pub mod server;
pub mod sim;
pub mod theory;
pub mod workload;
pub mod world;
