//! Traces of the literature, which are not part of this project: a variable says where they are.

use crate::experiment::{Scenario, Study, WorkloadSpec, read_workload};
use std::path::PathBuf;

/// The variable that names the folder of traces.
pub const TRACES: &str = "SCHEDSCOPE_TRACES";

/// A day of Facebook's cluster in 2010 (Chen et al., SWIM project).
pub const FACEBOOK: &str = "FB-2010_samples_24_times_1hr_0.tsv";

/// The path of a trace, if its folder is named and holds it, and it can be read.
pub fn trace(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os(TRACES)?).join(name);
    let workload = WorkloadSpec { path: Some(path.to_str()?.to_owned()), ..WorkloadSpec::default() };
    Study::new(Scenario { workload, ..Scenario::default() }, read_workload).is_ok().then_some(path)
}
