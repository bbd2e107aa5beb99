//! Floor 3: a [`Scenario`] goes in, a [`Report`] comes out.
//!
//! * [`Scenario`]: what was asked, as written in a TOML file, in flags or in a link; every key has a default.
//! * [`Plan`]: a scenario that was found to be valid, with its files read. Only a plan can be simulated.
//! * [`Plan::cell`]: one simulation, of one policy in one replication. The page's workers and the command line's
//!   threads call the same function.
//! * [`Summary`]: all cells of a policy pooled; [`Report`]: all summaries side by side.
//! * [`sweep`]: the same over a grid of scenarios.

#[cfg(not(target_family = "wasm"))]
pub mod baseline;
mod cell;
mod checks;
#[cfg(not(target_family = "wasm"))]
pub mod claims;
mod closeup;
mod cluster_plan;
mod columns;
mod datacenter_plan;
#[cfg(not(target_family = "wasm"))]
mod datacenter_runs;
mod datacenter_summary;
mod error;
#[cfg(not(target_family = "wasm"))]
mod estimate;
mod exact;
mod examples;
mod exhibit;
#[cfg(not(target_family = "wasm"))]
pub mod figures;
mod link;
#[cfg(not(target_family = "wasm"))]
mod means;
mod notation;
mod overload;
#[cfg(not(target_family = "wasm"))]
mod parallel;
mod pictures;
mod plan;
mod quiz;
mod report;
mod rounds;
mod scenario;
mod study;
mod survey;
pub mod sweep;
#[cfg(not(target_family = "wasm"))]
mod traces;
mod verdict;
mod worlds;

pub use cell::{Cell, ClusterSummary, Sample, Summary, Tally};
pub use closeup::{Closeup, Magnifier, order_of_size, sampled};
pub use cluster_plan::ClusterPlan;
pub use columns::{Column, ColumnKind};
pub use datacenter_plan::DatacenterPlan;
pub use datacenter_summary::{COUNTERS, Counter, DatacenterReport, DatacenterSummary, Pair, Paired, TimesReport, Utilisation};
pub use error::ScenarioError;
pub use exact::{exact_means, exact_slowdowns};
pub use examples::{EXAMPLES, Example, example};
pub use exhibit::Exhibit;
pub use link::{OF_COMPARE, OF_SWEEP, OF_WATCH, query_value, unembedded, without};
pub use notation::{Table, Value};
#[cfg(not(target_family = "wasm"))]
pub use parallel::{Kept, run_all, run_while};
pub use pictures::{job_by_job, jobs_over_time, slowdown_by_size};
pub use plan::{Plan, Source};
pub use quiz::{Asked, Question};
pub use report::{ClassReport, ClusterReport, Figures, PolicyReport, Report, WorkloadReport};
pub use rounds::{parts, rounds};
pub use scenario::{FileFormat, JobSpec, Scenario, SystemKind, SystemSpec, WorkloadKind, WorkloadSpec, split_policies};
pub use study::{Drawn, Run, Study, choices};
pub use survey::{Survey, Unit};
pub use verdict::verdict;
