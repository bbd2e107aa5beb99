//! The types of `www/schedscope.js`: those of scenarios and reports are made of the JSON Schemas, and all are checked by TypeScript. The
//! packages that do it come through npm, as `xtask/types/package-lock.json` has them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::npm::{self, NPM};
use crate::project::{Failure, Project, run};
use crate::setup;

/// Where the scripts and the list of packages are.
const FOLDER: &str = "xtask/types";
/// How the checker reads the sample.
const STRICT: [&str; 10] =
    ["--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--lib", "es2022,dom"];

/// Writes the types anew.
pub fn write(project: &Project, install: bool) -> Result<(), Failure> {
    setup::ensure(&[&NPM], install)?;
    made(project, &packages(project)?, &["write"])
}

/// Checks that the types are those of the schemas, and that programs can be written with them. Where the packages cannot be had, this is
/// left out and said.
///
/// # Errors
/// If something is found; what has been printed.
pub fn check(project: &Project) -> Result<(), Failure> {
    let packages = match packages(project) {
        Ok(packages) => packages,
        Err(problem) => {
            eprintln!("note: types are not checked: {problem}");
            return Ok(());
        }
    };
    made(project, &packages, &[])?;
    let checker = packages.join("node_modules/typescript/lib/tsc.js");
    run(Command::new("node").current_dir(project.root()).arg(checker).args(STRICT).arg(format!("{FOLDER}/sample.ts")))
}

fn packages(project: &Project) -> Result<PathBuf, Failure> {
    npm::locked(project, &project.root().join(FOLDER), "types")
}

fn made(project: &Project, packages: &Path, arguments: &[&str]) -> Result<(), Failure> {
    run(Command::new("node").current_dir(project.root()).arg(format!("{FOLDER}/write.cjs")).arg(packages).arg(".").args(arguments))
}
