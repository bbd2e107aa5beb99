//! Floor 2: the ordering world. Tasks that read each other's outputs are executed one after the other on one machine, and should be
//! ordered so that every output is in cache as briefly as possible, without knowing how large the cache is (mPlane's *Schedule*).
//!
//! * [`Graph`]: the tasks, the sizes of their outputs, and who reads what.
//! * [`Objective`] and [`Costs`]: what an order costs. The total maximum bandwidth of an order is what is live, summed over its steps.
//! * [`Policy`]: the algorithms, one file each in `algorithms/`; [`solve`] runs one.
//! * [`Cache`]: an order replayed, least recently used or optimally.

mod algorithms;
mod choice;
mod cost;
mod engine;
mod graph;
mod like;
mod log;
mod origin;
mod plan;
mod policy;
mod read;
mod replay;
mod report;
mod script;
mod spec;
mod timeline;
mod why;

pub use algorithms::sets::Bound;
pub use choice::{Choose, Ties};
pub use cost::{Costs, Load, Objective, Steps};
pub use engine::{Found, solve};
pub use graph::{Circle, Graph, GraphError};
pub use like::{Drawing, Like, Shape};
pub use log::{Decision, Expansion, Log, Opened};
pub use plan::{Jobs, Outcome, Plan};
pub use policy::{Kind, Policy, Rule};
pub use read::{Format, Given, read};
pub use replay::{Cache, Counts, Eviction, Reloads, Stage};
pub use report::{Cell, Report, Summary};
pub use script::Project;
pub use spec::{Name, Source, System, TaskSpec, Workload};
pub use timeline::{Recording, Step};
pub use why::{why, why_expanded};
