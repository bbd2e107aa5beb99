//! Runs a module of wasm tests in a browser. Cargo calls it with the module, and with what `cargo test` says about which tests to
//! run (`.cargo/config.toml`).

use std::ffi::OsString;
use std::process::ExitCode;

use wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args;

fn main() -> ExitCode {
    // The library takes the first argument for the name of the program, by which it calls itself in its messages.
    let arguments = std::iter::once(OsString::from("wasm-bindgen-test-runner")).chain(std::env::args_os().skip(1));
    match run_cli_with_args(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: tests in the browser: {problem:#}");
            ExitCode::FAILURE
        }
    }
}
