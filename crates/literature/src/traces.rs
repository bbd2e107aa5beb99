//! Traces of the literature, which are not part of this project: a variable says where they are.

use schedscope::server;
use schedscope::world::JobsSpec;
use schedscope_core::experiment::{Scenario, Study, read_workload};
use std::path::PathBuf;

/// The variable that names the folder of traces.
pub const TRACES: &str = "SCHEDSCOPE_TRACES";

/// A day of Facebook's cluster in 2010 (Chen et al., SWIM project).
pub const FACEBOOK: &str = "FB-2010_samples_24_times_1hr_0.tsv";

/// The path of a trace, if its folder is named and holds it, and it can be read.
pub fn trace(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os(TRACES)?).join(name);
    let workload = JobsSpec { path: Some(path.to_str()?.to_owned()), ..JobsSpec::default() };
    Study::new(Scenario::of_workload::<server::Plan>(workload), read_workload).is_ok().then_some(path)
}
