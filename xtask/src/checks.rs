//! `cargo xtask test`: everything that has to hold before a change is done, cheapest first.

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;
use std::{env, thread};

use crate::axe;
use crate::book;
use crate::browser::Browser;
use crate::page::{self, Profile};
use crate::project::{Failure, Project, run};
use crate::python_package::Environments;
use crate::site::Site;
use crate::toolchain::{self, WASM};
use crate::types;
use crate::weight;
use crate::workflows;

/// No warning is left standing.
const DENY: [&str; 3] = ["--", "-D", "warnings"];

/// What is documented and tested natively.
const LIBRARIES: [&str; 6] =
    ["schedscope", "schedscope-core", "schedscope-chart", "schedscope-literature", "schedscope-page", "schedscope-cli"];

/// What is compiled for the page, but for the engine.
const PAGE: [&str; 4] = ["schedscope-core", "schedscope-chart", "schedscope-page", "schedscope-web"];

/// The folder of what the native tests are built of, the command line among it.
const TESTED: &str = "debug";

/// Names the program of the command line for the tests of the page, which compare the two.
const NATIVE: &str = "SCHEDSCOPE_NATIVE";

/// Names a file of scenarios with their reports, which the native tests write and those of the page and of the Python package read.
const OUTCOMES: &str = "SCHEDSCOPE_OUTCOMES";

/// Counts, announces and times the steps.
struct Steps {
    done: usize,
    total: usize,
}

impl Steps {
    fn run<T>(&mut self, name: &'static str, step: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        let (number, steps) = (self.done + 1, self.total);
        eprintln!("==> {number}/{steps} {name}");
        let start = Instant::now();
        let outcome = step().map_err(|cause| Failure::Step { number, steps, name, cause: Box::new(cause) })?;
        eprintln!("    {name}: {:.1} s", start.elapsed().as_secs_f64());
        self.done = number;
        Ok(outcome)
    }
}

/// Runs all steps in order and stops at the first that fails; the page is built beside those that do not need it.
pub fn run_all(project: &Project) -> Result<(), Failure> {
    let start = Instant::now();
    let mut steps = Steps { done: 0, total: 13 };
    let (browser, script, environments) = steps.run("tools", || {
        toolchain::ensure_wasm_target()?;
        toolchain::ensure_components(|| project.cargo())?;
        Ok((Browser::ensure()?, axe::ensure(project)?, Environments::ensure(project)))
    })?;
    steps.run("format", || run(project.cargo().args(["fmt", "--check"])))?;
    steps.run("workflows", || workflows::check(project))?;
    steps.run("types", || types::check(project))?;
    steps.run("lints, native", || {
        run(project.cargo().args(["clippy", "--workspace", "--all-targets", "--test", "e2e", "--test", "soak"]).args(DENY))
    })?;
    steps.run("lints, wasm", || {
        let targets = ["--lib", "--bin", "web"];
        run(project.cargo().args(["clippy", "--target", WASM]).args(packages(&PAGE)).args(targets).args(DENY))
    })?;
    steps.run("documentation", || {
        run(project.cargo().env("RUSTDOCFLAGS", "-D warnings").args(["doc", "--no-deps", "--lib"]).args(packages(&LIBRARIES)))
    })?;
    // What takes longest of the page is one core's work: the tests have the other.
    thread::scope(|scope| {
        let page = scope.spawn(|| page::build(project, Profile::Release).and_then(|()| weight::weigh(project)));
        steps.run("tests, native", || native_tests(project, environments.as_ref()))?;
        steps.run("soak", || soak(project, 2.0, 1))?;
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
    eprintln!("==> all {} steps passed in {:.0} s", steps.total, start.elapsed().as_secs_f64());
    Ok(())
}

/// Draws scenarios for so long, from this seed on, and checks what must hold of each.
pub fn soak(project: &Project, minutes: f64, seed: u64) -> Result<(), Failure> {
    let [minutes, seed] = [minutes.to_string(), seed.to_string()];
    run(tests(project).args(["--test", "soak", "--", "--minutes", &minutes, "--seed", &seed]))
}

/// Takes pictures of every view, to be looked at; `only` those whose name begins so.
pub fn screenshots(project: &Project, only: Option<&str>) -> Result<(), Failure> {
    let browser = Browser::ensure()?;
    page::build(project, Profile::Release)?;
    let folder = project.target().join("screenshots");
    in_browser(project, &browser, |cargo| {
        cargo.env("SCREENSHOTS", folder).env("VIEWS", only.unwrap_or_default());
        cargo.args(["--", "--ignored", "--nocapture", "screenshots::"])
    })
}

/// Measures the page, with a slow connection and processor and as it is.
pub fn measure_page(project: &Project) -> Result<(), Failure> {
    let browser = Browser::ensure()?;
    page::build(project, Profile::Release)?;
    weight::weigh(project)?;
    // What the numbers are compared with.
    run(project.cargo().args(["build", "--release", "--package", "schedscope-cli"]))?;
    let native = command_line(project, "release");
    in_browser(project, &browser, |cargo| {
        cargo.env(NATIVE, native).args(["--", "--ignored", "--nocapture", "--test-threads=1", "measure::"])
    })
}

/// Arguments that choose these packages.
fn packages<'a>(names: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    names.iter().flat_map(|name| ["--package", name])
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
    cargo.arg("test").args(packages(&LIBRARIES)).args(["--package", "schedscope-web"]);
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
