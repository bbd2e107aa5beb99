//! `cargo xtask mutants`: changes the code of a package in one place at a time, and sees whether a test of the package notices.

use crate::project::{Failure, Project, run, succeeds};

/// Changes what `cargo-mutants` changes, in a copy of the project.
///
/// What is left alone, and how tests are run, says `.cargo/mutants.toml`. Outcomes are in `target/mutants.out`.
pub fn run_all(project: &Project, package: &str, shard: Option<&str>) -> Result<(), Failure> {
    if !succeeds(project.cargo().args(["mutants", "--version"])) {
        return Err(Failure::Missing { missing: "cargo-mutants".to_owned(), remedy: "cargo install --locked cargo-mutants".to_owned() });
    }
    let mut cargo = project.cargo();
    cargo.args(["mutants", "--package", package, "--no-shuffle", "--output"]).arg(project.target());
    if let Some(shard) = shard {
        cargo.args(["--shard", shard, "--sharding", "round-robin"]);
    }
    run(&mut cargo)
}
