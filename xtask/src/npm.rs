//! Packages of npm that checks need, fetched once into the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{Failure, Project, at, run};
use crate::setup::{Need, Source, on_path};

/// What fetches them.
pub const NPM: Need = Need { name: "npm", is_there: || Ok(on_path(Path::new("npm")).is_some()), source: Source::Debian(&["npm"]) };

/// The folder with the packages that a list with exact versions names, which are fetched unless they are there as it has them.
pub fn locked(project: &Project, lists: &Path, name: &str) -> Result<PathBuf, Failure> {
    const LISTS: [&str; 2] = ["package.json", "package-lock.json"];
    let folder = project.target().join(format!("npm-{name}"));
    let have = |list: &&str| std::fs::read(folder.join(list)).ok() == std::fs::read(lists.join(list)).ok();
    if folder.join("node_modules").is_dir() && LISTS.iter().all(have) {
        return Ok(folder);
    }
    eprintln!("==> fetching what makes {name}");
    at("create", &folder, std::fs::create_dir_all(&folder))?;
    for list in LISTS {
        at("copy", &lists.join(list), std::fs::copy(lists.join(list), folder.join(list)))?;
    }
    run(Command::new("npm").args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    Ok(folder)
}

/// A file of a package, `name@version`, which is fetched if it is not there.
pub fn fetch(project: &Project, package: &str, file: &str) -> Result<PathBuf, Failure> {
    let folder = project.target().join(package.replace('/', "-"));
    let file = folder.join("package").join(file);
    if file.is_file() {
        return Ok(file);
    }
    eprintln!("==> fetching {package}");
    at("create", &folder, std::fs::create_dir_all(&folder))?;
    let archive = format!("{}.tgz", package.trim_start_matches('@').replace(['/', '@'], "-"));
    run(Command::new("npm").args(["pack", "--silent", package]).current_dir(&folder))?;
    run(Command::new("tar").args(["-xzf", &archive]).current_dir(&folder))?;
    Ok(file)
}
