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
mod exhibit;
#[cfg(not(target_family = "wasm"))]
mod literature;
#[cfg(not(target_family = "wasm"))]
mod parallel;
mod plan;
mod report;
mod rounds;
mod scenario;
mod survey;
pub mod sweep;

pub use exhibit::{Asked, EXAMPLES, Example, Exhibit, Question, example};
#[cfg(not(target_family = "wasm"))]
pub use literature::{claims, figures};
#[cfg(not(target_family = "wasm"))]
pub use parallel::{Kept, run_all, run_while};
pub use plan::{ClusterPlan, DatacenterPlan, Drawn, Plan, Run, Source, Study, choices};
pub use report::{
    COUNTERS, Cell, ClassReport, Closeup, ClusterReport, ClusterSummary, Column, ColumnKind, Counter, DatacenterReport, DatacenterSummary,
    Figures, Magnifier, Pair, Paired, PolicyReport, Report, Sample, Summary, Tally, TimesReport, Utilisation, WorkloadReport, exact_means,
    exact_slowdowns, job_by_job, jobs_over_time, order_of_size, sampled, slowdown_by_size, verdict,
};
pub use rounds::{parts, rounds};
pub use scenario::{
    FileFormat, JobSpec, OF_COMPARE, OF_SWEEP, OF_WATCH, Scenario, ScenarioError, SystemKind, SystemSpec, Table, Value, WorkloadKind,
    WorkloadSpec, query_value, split_policies, unembedded, without,
};
pub use survey::{Survey, Unit};
