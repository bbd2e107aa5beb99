//! The command line of schedscope.

fn main() -> std::process::ExitCode {
    schedscope_program::cli::main()
}
