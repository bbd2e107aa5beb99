//! The accessibility checker of the tests in the browser: axe-core, fetched once through npm.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::browser::find;
use crate::packages::{install, on_path};
use crate::project::{Failure, Project, at, run};

/// Another version may find more, and is to be chosen, not to happen.
const PACKAGE: &str = "axe-core@4.14.1";
/// The file of the package that is run in the page.
const SCRIPT: &str = "package/axe.min.js";
/// Names this file where it is already, and tells the tests where it is.
pub const VARIABLE: &str = "AXE";

/// Finds the script, or fetches it into the target folder; installs npm on Debian and its relatives if this user may.
pub fn ensure(project: &Project) -> Result<PathBuf, Failure> {
    if let Some(script) = find(VARIABLE, &[])? {
        return Ok(script);
    }
    let folder = project.target().join(PACKAGE);
    let script = folder.join(SCRIPT);
    if script.is_file() {
        return Ok(script);
    }
    if on_path(Path::new("npm")).is_none() {
        install(&["npm"])?;
    }
    let npm = on_path(Path::new("npm")).ok_or_else(|| Failure::NoBrowser {
        what: "axe-core",
        variable: VARIABLE,
        remedy: "sudo apt-get update && sudo apt-get install --no-install-recommends npm".to_owned(),
    })?;
    eprintln!("==> fetching {PACKAGE}");
    at("create", &folder, std::fs::create_dir_all(&folder))?;
    let archive = format!("{}.tgz", PACKAGE.replace('@', "-"));
    run(Command::new(npm).args(["pack", "--silent", PACKAGE]).current_dir(&folder))?;
    run(Command::new("tar").args(["-xzf", &archive, SCRIPT]).current_dir(&folder))?;
    Ok(script)
}
