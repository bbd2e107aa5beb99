//! Parts of the Rust toolchain that may have to be installed first.

use std::path::PathBuf;
use std::process::Command;

use crate::project::{Failure, run, succeeds};

/// The platform of the page.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Installs the standard library for the page's platform, unless it is there.
pub fn ensure_wasm_target() -> Result<(), Failure> {
    if has_wasm_target() {
        return Ok(());
    }
    eprintln!("==> installing the target {WASM}");
    rustup("the standard library for wasm", &["target", "add", WASM])
}

fn has_wasm_target() -> bool {
    printed(&["target-libdir", "--target", WASM]).is_some_and(|folder| folder.is_dir())
}

/// A path of which the compiler knows.
fn printed(what: &[&str]) -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(rustc).arg("--print").args(what).output().ok().filter(|answer| answer.status.success())?;
    Some(PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim()))
}

/// Installs the formatter and the linter, unless they are there.
pub fn ensure_components(cargo: impl Fn() -> Command) -> Result<(), Failure> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !succeeds(cargo().args([subcommand, "--version"])) {
            eprintln!("==> installing {component}");
            rustup(component, &["component", "add", component])?;
        }
    }
    Ok(())
}

fn rustup(missing: &str, arguments: &[&str]) -> Result<(), Failure> {
    run(Command::new("rustup").args(arguments)).map_err(|problem| {
        eprintln!("{problem}");
        Failure::Missing { missing: missing.to_owned(), remedy: format!("rustup {}", arguments.join(" ")) }
    })
}
