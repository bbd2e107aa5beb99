//! Traces of the literature, which are not part of this project: whoever has them says where.

use std::path::PathBuf;

/// The variable that names the folder of traces.
pub const TRACES: &str = "SCHEDSCOPE_TRACES";

/// A day of Facebook's cluster in 2010 (Chen et al., SWIM project).
pub const FACEBOOK: &str = "FB-2010_samples_24_times_1hr_0.tsv";

/// The path of a trace, if its folder is named and holds it.
pub fn trace(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os(TRACES)?).join(name);
    path.is_file().then_some(path)
}
