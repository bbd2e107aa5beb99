//! The command line of schedscope.

#[cfg(not(target_family = "wasm"))]
fn main() -> std::process::ExitCode {
    schedscope::cli::main()
}

/// The command line needs an operating system; the page is the binary `web`.
#[cfg(target_family = "wasm")]
fn main() {}
