//! What the formatter, the linter and the compiler of documentation say.

use crate::project::{Failure, LIBRARIES, Project, packages, run};
use crate::toolchain::WASM;

/// No warning is left standing.
const DENY: [&str; 3] = ["--", "-D", "warnings"];

/// What is compiled for the page, but for the engine.
const PAGE: [&str; 4] = ["schedscope-core", "schedscope-chart", "schedscope-state", "schedscope-program"];

/// Every file is formatted.
pub fn format(project: &Project) -> Result<(), Failure> {
    run(project.cargo().args(["fmt", "--check"]))
}

/// The linter accepts every package, with its tests, examples and benchmarks. Those tests that plain `cargo test` leaves out are not among
/// all targets.
pub fn native(project: &Project) -> Result<(), Failure> {
    for targets in [&["--all-targets"][..], &["--test", "e2e", "--test", "soak"]] {
        run(project.cargo().args(["clippy", "--workspace"]).args(targets).args(DENY))?;
    }
    Ok(())
}

/// It accepts what is compiled for a browser, too.
pub fn page(project: &Project) -> Result<(), Failure> {
    let targets = ["--lib", "--bin", "web", "--features", "web"];
    run(project.cargo().args(["clippy", "--target", WASM]).args(packages(&PAGE)).args(targets).args(DENY))
}

/// Links of doc comments lead somewhere.
pub fn documentation(project: &Project) -> Result<(), Failure> {
    run(project.cargo().env("RUSTDOCFLAGS", "-D warnings").args(["doc", "--no-deps", "--lib"]).args(packages(&LIBRARIES)))
}
