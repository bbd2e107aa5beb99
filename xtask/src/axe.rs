//! The accessibility checker of the tests in the browser: axe-core, fetched once through npm.

use std::path::PathBuf;

use crate::browser::find;
use crate::npm;
use crate::project::{Failure, Project};

/// Another version may find more, and is to be chosen, not to happen.
const PACKAGE: &str = "axe-core@4.14.1";
/// The file of the package that is run in the page.
const SCRIPT: &str = "axe.min.js";
/// Names this file where it is already, and tells the tests where it is.
pub const VARIABLE: &str = "AXE";

/// Finds the script, or fetches it into the target folder.
pub fn ensure(project: &Project) -> Result<PathBuf, Failure> {
    find(VARIABLE, &[])?.map_or_else(|| npm::fetch(project, PACKAGE, SCRIPT), Ok)
}
