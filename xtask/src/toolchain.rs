//! Parts of the Rust toolchain that may have to be installed first.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::project::succeeds;
use crate::setup::{Need, Source};

/// The platform of the page.
pub const WASM: &str = "wasm32-unknown-unknown";

/// The standard library for the page's platform.
pub const WASM_TARGET: Need = Need {
    name: "the standard library for wasm",
    is_there: || Ok(printed(&["target-libdir", "--target", WASM]).is_some_and(|folder| folder.is_dir())),
    source: Source::Rustup(["target", "add", WASM]),
};

/// The formatter.
pub const FORMATTER: Need = Need { name: "rustfmt", is_there: || Ok(has("fmt")), source: Source::Rustup(["component", "add", "rustfmt"]) };

/// The linter.
pub const LINTER: Need = Need { name: "clippy", is_there: || Ok(has("clippy")), source: Source::Rustup(["component", "add", "clippy"]) };

/// A program of the toolchain, which cargo names to those that it starts.
fn program(variable: &str, name: &str) -> OsString {
    env::var_os(variable).unwrap_or_else(|| name.into())
}

/// A path of which the compiler knows.
fn printed(what: &[&str]) -> Option<PathBuf> {
    let answer = Command::new(program("RUSTC", "rustc")).arg("--print").args(what).output().ok()?;
    answer.status.success().then(|| PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim()))
}

/// Whether cargo has a command.
fn has(subcommand: &str) -> bool {
    succeeds(Command::new(program("CARGO", "cargo")).args([subcommand, "--version"]))
}
