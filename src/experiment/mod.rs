//! Floor 3: a [`Scenario`] goes in, a [`Report`] comes out.
//!
//! * `scenario/`: what is asked, as written in a TOML file, in flags or in a link; every key has a default.
//! * `plan/`: a scenario that was found to be valid, with its files read. Only a [`Study`], the plan of one of the worlds, can be
//!   simulated, and it does one policy in one replication at a time: the page's workers and the command line's threads call the same function.
//! * `report/`: a [`Cell`] is what one simulation leaves behind, a [`Summary`] all cells of a policy, a [`Report`] all summaries side by
//!   side, with the sentences that follow from it.
//! * `exhibit/`: the few jobs that are watched one by one, bundled or made by hand, and the questions of the quiz.
//! * [`sweep`]: reports over a grid of scenarios.
//! * `baseline`: what must not change.

#[cfg(not(target_family = "wasm"))]
pub mod baseline;
mod exhibit;
#[cfg(not(target_family = "wasm"))]
mod files;
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
pub use files::{read_text, read_workload};
#[cfg(not(target_family = "wasm"))]
pub use parallel::{Kept, run_all, run_while};
pub use plan::{ClusterPlan, DatacenterPlan, Drawn, Plan, Run, Source, Study, choices};
pub use report::{
    COUNTERS, Cell, ClassReport, Closeup, ClusterReport, ClusterSummary, Column, ColumnKind, Counter, DatacenterReport, DatacenterSummary,
    Figures, Magnifier, Pair, Paired, PolicyReport, Report, Sample, Summary, Tally, TimesReport, Utilisation, WorkloadReport, exact_means,
    exact_slowdowns, order_of_size, sampled, verdict,
};
pub use rounds::{parts, rounds};
pub use scenario::{
    FileFormat, JobSpec, Scenario, ScenarioError, SystemKind, SystemSpec, WorkloadKind, WorkloadSpec, query_value, split_policies, without,
};
pub use survey::{Survey, Unit};
