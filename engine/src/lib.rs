//! The simulators of schedscope: size-based job scheduling on one server, in a MapReduce cluster and in a datacenter.
//!
//! A world takes a configuration, a workload and a policy, and gives back what became of every job. It is deterministic: the same
//! input gives the same bits natively and in a browser. A room imports only from rooms below it, and no world imports another:
//!
//! | floor | room | what lives there |
//! |---|---|---|
//! | 2 | [`server`], [`cluster`], [`datacenter`] | the worlds: each with its model, its engine and its policies |
//! | 1 | [`workload`], [`metrics`], [`theory`], [`registry`] | jobs and traces; outcomes to numbers; closed forms; what a policy says of itself |
//! | 0 | [`sim`] | simulated time, heaps whose keys fall together, random streams |

pub mod cluster;
pub mod datacenter;
pub mod metrics;
pub mod registry;
pub mod server;
pub mod sim;
pub mod theory;
pub mod workload;
