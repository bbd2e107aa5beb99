//! The command line in the hands of a test.

use std::path::Path;
use std::process::{Command, Output};

/// Runs it.
pub fn schedscope(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_schedscope")).args(args).output().expect("the command line runs")
}

/// Runs it and returns what it prints; it must succeed.
pub fn succeeds(args: &[&str]) -> String {
    let output = schedscope(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("text")
}

/// Runs with bad input: status 2, one message, nothing on standard output.
pub fn fails(args: &[&str]) -> String {
    let output = schedscope(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    stderr
}

/// Writes a file and returns its path.
pub fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("written");
    path.display().to_string()
}

/// Number of files in a folder.
pub fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).expect("a folder").count()
}
