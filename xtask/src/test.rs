//! `cargo xtask test`: everything that has to hold before a change is done, cheapest first.

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::Command;
use std::{env, thread};

use crate::axe;
use crate::book;
use crate::browser::{BROWSER, Browser};
use crate::lints;
use crate::npm::NPM;
use crate::page::{self, Profile};
use crate::project::{Failure, LIBRARIES, Project, packages, run};
use crate::python_package::{Environments, PYTHON};
use crate::setup;
use crate::site::Site;
use crate::steps::Steps;
use crate::toolchain::{FORMATTER, LINTER, WASM_TARGET};
use crate::types;
use crate::weight;
use crate::workflows;

/// The folder of what the native tests are built of, the command line among it.
const TESTED: &str = "debug";

/// Names the program of the command line for the tests of the page, which compare the two.
const NATIVE: &str = "SCHEDSCOPE_NATIVE";

/// Names a file of scenarios with their reports, which the native tests write and those of the page and of the Python package read.
const OUTCOMES: &str = "SCHEDSCOPE_OUTCOMES";

/// Runs all steps in order and stops at the first that fails; the page is built beside those that do not need it.
pub fn run_all(project: &Project, install: bool) -> Result<(), Failure> {
    let mut steps = Steps::of(13);
    let (browser, script, environments) = steps.run("tools", || {
        setup::ensure(&[&WASM_TARGET, &FORMATTER, &LINTER, &BROWSER, &NPM, &PYTHON], install)?;
        Ok((Browser::ensure(install)?, axe::ensure(project)?, Environments::ensure(project)))
    })?;
    steps.run("format", || lints::format(project))?;
    steps.run("workflows", || workflows::check(project))?;
    steps.run("types", || types::check(project))?;
    steps.run("lints, native", || lints::native(project))?;
    steps.run("lints, page", || lints::page(project))?;
    steps.run("documentation", || lints::documentation(project))?;
    // What takes longest of the page is one core's work: the tests have the other.
    thread::scope(|scope| {
        let page = scope.spawn(|| page::build(project, Profile::Release, install).and_then(|()| weight::weigh(project)));
        steps.run("tests, native", || native_tests(project, environments.as_ref()))?;
        steps.run("soak", || soak(project, 1.0, 1))?;
        steps.run("Python package", || match &environments {
            Some(environments) => {
                let native = command_line(project, TESTED);
                environments.test(project, |pytest| pytest.env(NATIVE, &native).env(OUTCOMES, outcomes(project)))
            }
            None => {
                eprintln!("    left out: see the note above");
                Ok(())
            }
        })?;
        steps.run("page, begun beside the tests", || page.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    steps.run("book", || book::build(project))?;
    steps.run("tests, end to end", || {
        let native = command_line(project, TESTED);
        in_browser(project, &browser, |cargo| cargo.env(axe::VARIABLE, script).env(NATIVE, native).env(OUTCOMES, outcomes(project)))
    })?;
    steps.finish();
    Ok(())
}

/// Draws scenarios for so long, from this seed on, and checks what must hold of each.
pub fn soak(project: &Project, minutes: f64, seed: u64) -> Result<(), Failure> {
    let [minutes, seed] = [minutes.to_string(), seed.to_string()];
    run(tests(project).args(["--test", "soak", "--", "--minutes", &minutes, "--seed", &seed]))
}

/// Takes pictures of every view, to be looked at; `only` those whose name begins so.
pub fn screenshots(project: &Project, only: Option<&str>, install: bool) -> Result<(), Failure> {
    let browser = Browser::ensure(install)?;
    page::build(project, Profile::Release, install)?;
    let folder = project.target().join("screenshots");
    in_browser(project, &browser, |cargo| {
        cargo.env("SCREENSHOTS", folder).env("VIEWS", only.unwrap_or_default());
        cargo.args(["--", "--ignored", "--nocapture", "screenshots::"])
    })
}

/// Measures the page, with a slow connection and processor and as it is.
pub fn measure_page(project: &Project, install: bool) -> Result<(), Failure> {
    let browser = Browser::ensure(install)?;
    page::build(project, Profile::Release, install)?;
    weight::weigh(project)?;
    // What the numbers are compared with.
    run(project.cargo().args(["build", "--release", "--bin", "schedscope"]))?;
    let native = command_line(project, "release");
    in_browser(project, &browser, |cargo| {
        cargo.env(NATIVE, native).args(["--", "--ignored", "--nocapture", "--test-threads=1", "measure::"])
    })
}

/// Where the command line is that cargo has built in a profile's folder.
fn command_line(project: &Project, folder: &str) -> PathBuf {
    project.target().join(folder).join("schedscope").with_extension(env::consts::EXE_EXTENSION)
}

/// Serves the page and runs the tests that look at it; `prepare` says which, and what they need.
fn in_browser(project: &Project, browser: &Browser, prepare: impl FnOnce(&mut Command) -> &mut Command) -> Result<(), Failure> {
    let site = Site::bind(&project.dist(), 0)?;
    let mut cargo = tests(project);
    browser.announce(&mut cargo).env("SCHEDSCOPE_PAGE", site.address()).args(["--test", "e2e"]);
    prepare(&mut cargo);
    thread::spawn(move || site.serve());
    run(&mut cargo)
}

/// Compiles tests, always of the same packages: of others, dependencies would have other features, and be compiled once more.
fn tests(project: &Project) -> Command {
    let mut cargo = project.cargo();
    cargo.arg("test").args(packages(&LIBRARIES));
    cargo
}

/// Where the native tests write what [`OUTCOMES`] names.
fn outcomes(project: &Project) -> PathBuf {
    project.target().join("outcomes.json")
}

/// Runs the native tests.
fn native_tests(project: &Project, environments: Option<&Environments>) -> Result<(), Failure> {
    let mut cargo = tests(project);
    if let Some(environments) = environments {
        cargo.env("SCHEDSCOPE_PYTHON", environments.python());
    }
    cargo.env("SCHEDSCOPE_OUTCOMES_OUT", outcomes(project));
    run(&mut cargo)?;
    // By itself, so that its dependencies keep the features with which they are compiled already.
    run(project.cargo().args(["test", "--package", "xtask"]))?;
    run(project.cargo().args(["test", "--package", "book"]))
}
