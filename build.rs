//! Tells the program of which commit it is.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=SCHEDSCOPE_COMMIT");
    // Without a repository of its own, as from an archive, only who builds it can know.
    if std::env::var_os("SCHEDSCOPE_COMMIT").is_some() || !Path::new(".git").exists() {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // Each commit adds a line to this file, and so does a switch of branches.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo::rustc-env=SCHEDSCOPE_COMMIT={commit}");
    }
}
