use super::CliError;
use super::args::Cli;
use super::output::print;
use super::terminal::say;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::Path;

/// Prints what a shell is to know of the flags.
pub fn completions(shell: Shell) -> Result<(), CliError> {
    let mut script = vec![];
    clap_complete::generate(shell, &mut Cli::command(), "schedscope", &mut script);
    print(|out| out.write_all(&script))
}

/// Prints the manual page, or writes a page for each command.
pub fn man(folder: Option<&Path>) -> Result<(), CliError> {
    let Some(folder) = folder else { return print(|out| Man::new(Cli::command()).render(out)) };
    let failed = |source| CliError::Folder { path: folder.display().to_string(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(|source| CliError::Output { path: folder.display().to_string(), source })?;
    say(format_args!("{}: the manual pages of all commands", folder.display()))
}
