//! Packages of npm that checks need, fetched once into the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages::{install, on_path};
use crate::project::{Failure, Project, at, run};

/// A file of a package, `name@version`, which is fetched if it is not there; installs npm on Debian and its relatives if this user may.
pub fn fetch(project: &Project, package: &str, file: &str) -> Result<PathBuf, Failure> {
    let folder = project.target().join(package.replace('/', "-"));
    let file = folder.join("package").join(file);
    if file.is_file() {
        return Ok(file);
    }
    if on_path(Path::new("npm")).is_none() {
        install(&["npm"])?;
    }
    let npm = on_path(Path::new("npm")).ok_or_else(|| Failure::Missing {
        missing: "npm".to_owned(),
        remedy: "sudo apt-get update && sudo apt-get install --no-install-recommends npm".to_owned(),
    })?;
    eprintln!("==> fetching {package}");
    at("create", &folder, std::fs::create_dir_all(&folder))?;
    let archive = format!("{}.tgz", package.trim_start_matches('@').replace(['/', '@'], "-"));
    run(Command::new(npm).args(["pack", "--silent", package]).current_dir(&folder))?;
    run(Command::new("tar").args(["-xzf", &archive]).current_dir(&folder))?;
    Ok(file)
}
