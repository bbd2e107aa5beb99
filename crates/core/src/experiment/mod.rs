//! A [`Scenario`] goes in, a [`Report`] comes out.
//!
//! * `worlds`: the list of worlds, the one place that names them; whatever else is here works with any of them.
//! * `scenario/`: what is asked, as written in a TOML file, in flags or in a link; every key has a default.
//! * `study`: a scenario that was found to be valid, with its files read. It runs one policy in one replication at a time;
//!   `replicate` is the loop over both, for the command line's threads and the page's workers, `memory` says whether it fits.
//! * `report/`: a [`Cell`] is what one simulation leaves behind, a [`Summary`] all cells of a policy, a [`Report`] all summaries side by
//!   side.
//! * [`sweep`]: reports over a grid of scenarios.
//! * `baseline`: what must not change.
//! * `files`, [`output`]: what is read and written, natively; `folder`: a log in parts, `packed`: what is
//!   compressed, `foreign`: what is no file of jobs.

#[cfg(not(target_family = "wasm"))]
pub mod baseline;
#[cfg(not(target_family = "wasm"))]
mod files;
#[cfg(not(target_family = "wasm"))]
mod folder;
mod foreign;
mod memory;
#[cfg(not(target_family = "wasm"))]
pub mod output;
mod packed;
#[cfg(all(feature = "parquet", not(target_family = "wasm")))]
mod parquet;
mod replicate;
mod report;
mod rounds;
mod scenario;
mod stretch;
mod study;
mod survey;
pub mod sweep;
mod worlds;

#[cfg(not(target_family = "wasm"))]
pub use files::{STANDARD, read_text, read_workload};
pub use packed::unpacked;
pub use replicate::{Kept, measure_all, replicate, run_all, run_keeping, run_while};
pub use report::{
    ClassReport, Column, Figures, JobsReport, Measure, PolicyReport, Replicated, Report, Sample, Samples, Series, Summary, Tally, Versus,
};
pub use rounds::{parts, rounds};
pub use scenario::{
    Form, LINKS, Part, Scenario, ScenarioError, Section, Variant, assign, capital, choices, decode, encode, keys, named, query_value, read,
    schema, split_policies, without, written,
};
pub use stretch::Stretch;
pub use study::{Cell, Study};
pub use survey::{Survey, Unit};
pub use worlds::{Drawn, Fields, Listed, OwnReport, OwnSummary, OwnTogether, Plan, Recording, Run, Spec, SystemKind, WithWorld, registry};
