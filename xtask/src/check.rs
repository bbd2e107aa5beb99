//! `cargo xtask check`: what can be known of a change within minutes and without a browser.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use crate::lints;
use crate::project::{Failure, LIBRARIES, Project, at, packages, run, write};
use crate::setup;
use crate::steps::Steps;
use crate::toolchain::{FORMATTER, LINTER, WASM_TARGET};

/// Takes all steps and stops at the first that fails.
///
/// Cargo compiles what was edited and what imports it, and nothing else. So what is linted and tested anew is just that.
pub fn run_all(project: &Project, install: bool) -> Result<(), Failure> {
    setup::ensure(&[&WASM_TARGET, &FORMATTER, &LINTER], install)?;
    let mut steps = Steps::of(5);
    steps.run("format", || lints::format(project))?;
    steps.run("lints, native", || lints::native(project))?;
    steps.run("lints, page", || lints::page(project))?;
    steps.run("unit tests of what was compiled anew", || unit_tests(project))?;
    steps.run("documents", || {
        run(project.cargo().args(["test", "--quiet"]).args(packages(&LIBRARIES)).args(["--test", "cli", "--", "docs::", "reference::"]))
    })?;
    steps.finish();
    Ok(())
}

/// A program that cargo has made of the unit tests of a package.
#[derive(Clone)]
struct Tests {
    package: String,
    program: PathBuf,
    /// Where cargo runs it.
    folder: PathBuf,
}

impl Tests {
    /// Says which it is and when it was compiled: the name holds a hash of what it is compiled with.
    fn mark(&self) -> Result<String, Failure> {
        let modified = at("read", &self.program, fs::metadata(&self.program).and_then(|file| file.modified()))?;
        let nanoseconds = modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Ok(format!("{} {nanoseconds}", self.program.display()))
    }
}

/// Runs unit tests that have not passed since they were compiled.
fn unit_tests(project: &Project) -> Result<(), Failure> {
    let note = project.target().join("passed.txt");
    let known = fs::read_to_string(&note).unwrap_or_default();
    let known: BTreeSet<&str> = known.lines().collect();
    let mut passed = BTreeSet::new();
    let mut outcome = Ok(());
    for tests in [compiled(project, &LIBRARIES, "--lib")?, compiled(project, &["xtask"], "--bins")?].concat() {
        let mark = tests.mark()?;
        if !known.contains(&*mark) {
            eprintln!("    of {}", tests.package);
            let ran = run(Command::new(&tests.program).arg("--quiet").current_dir(&tests.folder));
            if ran.is_err() {
                outcome = outcome.and(Err(Failure::Tests { package: tests.package }));
                continue;
            }
        }
        passed.insert(mark);
    }
    write(&note, &passed.into_iter().collect::<Vec<_>>().join("\n"))?;
    outcome
}

/// Compiles the unit tests of some packages.
fn compiled(project: &Project, names: &[&str], kind: &str) -> Result<Vec<Tests>, Failure> {
    let mut cargo = project.cargo();
    cargo.args(["test", "--no-run", "--message-format=json-render-diagnostics", kind]).args(packages(names));
    let output = cargo.stderr(Stdio::inherit()).output().map_err(|cause| Failure::Start { program: "cargo".to_owned(), cause })?;
    if !output.status.success() {
        return Err(Failure::Ended { command: "cargo test --no-run".to_owned(), status: output.status });
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let tests = |line: &str| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let program = message["profile"]["test"].as_bool()?.then(|| message["executable"].as_str())??;
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        Some(Tests { package: message["target"]["name"].as_str()?.replace('_', "-"), program: program.into(), folder: folder.into() })
    };
    Ok(messages.lines().filter_map(tests).collect())
}
