//! Python with Dask, for the test of the recipe in `assets/scaling`: found, or set up in the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{Project, run, succeeds};

/// What the recipe needs; the version that it was tested with.
const PACKAGE: &str = "distributed==2026.8.0";

/// A Python that has the package. Without one the test of the recipe is left out, and this says so.
pub fn ensure(project: &Project) -> Option<PathBuf> {
    let own = project.target().join("python");
    let inside = own.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if let Some(found) = [PathBuf::from("python3"), inside.clone()].into_iter().find(|python| has_package(python)) {
        return Some(found);
    }
    eprintln!("==> setting up Python with {PACKAGE} in {}", own.display());
    let made = run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&own))
        .and_then(|()| run(Command::new(&inside).args(["-m", "pip", "install", "--quiet", PACKAGE])));
    match made {
        Ok(()) => Some(inside),
        Err(problem) => {
            eprintln!("note: the recipe for Dask is not tested: {problem}; install Python 3 with venv, or `pip install {PACKAGE}`");
            None
        }
    }
}

fn has_package(python: &Path) -> bool {
    succeeds(Command::new(python).args(["-c", "import distributed"]))
}
