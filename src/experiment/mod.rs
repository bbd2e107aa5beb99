//! Floor 3: a [`Scenario`] goes in, a [`Report`] comes out.
//!
//! * [`Scenario`]: what was asked, as written in a TOML file, in flags or in a link; every key has a default.
//! * [`Plan`]: a scenario that was found to be valid, with its files read. Only a plan can be simulated.
//! * [`Plan::cell`]: one simulation, of one policy in one replication. The page's workers and the command line's
//!   threads call the same function.
//! * [`Summary`]: all cells of a policy pooled; [`Report`]: all summaries side by side.

mod cell;
mod error;
mod examples;
mod link;
mod plan;
mod report;
mod scenario;

pub use cell::{Cell, Summary};
pub use error::ScenarioError;
pub use examples::{EXAMPLES, Example, example};
pub use plan::{Plan, Source};
pub use report::{PolicyReport, Report, WorkloadReport};
pub use scenario::{FileFormat, JobSpec, Scenario, SystemKind, SystemSpec, WorkloadKind, WorkloadSpec, split_policies};
