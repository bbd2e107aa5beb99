//! Output: files, what is no file, and standard output, each with its name where it fails.

use super::CliError;
use schedscope_core::experiment::output::{self, fill, place, replaces, unless_closed};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Something to be written.
pub struct Output {
    /// As it was named.
    path: PathBuf,
    output: output::Output,
}

impl Output {
    /// Begins an output. Fails at once if it is a file that could not be finished, so call it before long work.
    pub fn create(path: &Path) -> Result<Self, CliError> {
        let output = output::Output::create(path).map_err(|source| failed(path, source))?;
        Ok(Self { path: path.to_owned(), output })
    }

    /// Writes with `write`: a regular file to a temporary file that then replaces it, anything else directly. A closed pipe is no error.
    pub fn finish(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
        self.output.finish(|out| write(out).map_err(bare)).map_err(|source| failed(&self.path, source))
    }
}

/// Writes to standard output. If it has been closed, that is no error.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    unless_closed(fill(io::stdout().lock(), |out| write(out).map_err(bare))).map_err(|source| failed(Path::new("standard output"), source))
}

/// Refuses outputs that would replace an input or each other, each named by its flag.
pub fn distinct(outputs: &[(&'static str, &Path)], inputs: &[&Path]) -> Result<(), CliError> {
    for (i, (flag, path)) in outputs.iter().enumerate().filter(|(_, (_, path))| replaces(path)) {
        let same = |other: &Path| place(other) == place(path);
        if let Some((other, _)) = outputs[..i].iter().find(|(_, earlier)| same(earlier)) {
            return Err(CliError::SameOutput { flags: [other, flag], path: path.display().to_string() });
        }
        if let Some(input) = inputs.iter().find(|input| same(input)) {
            let [path, input] = [path, *input].map(|path| path.display().to_string());
            return Err(CliError::Overwrites { flag, path, input });
        }
    }
    Ok(())
}

/// That the name of a file ends as it should; of a device or a pipe the name says nothing.
pub fn expect_extension(flag: &'static str, path: &Path, extension: &'static str) -> Result<(), CliError> {
    if has_extension(path, &extension[1..]) || !replaces(path) {
        return Ok(());
    }
    Err(CliError::Extension { flag, path: path.display().to_string(), allowed: extension })
}

/// Whether a file's name ends so.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

fn failed(path: &Path, source: io::Error) -> CliError {
    CliError::Output { path: path.display().to_string(), source }
}

/// The error of the system, without the wrapping of the CSV writer.
fn bare(error: io::Error) -> io::Error {
    match error.downcast::<csv::Error>().map(csv::Error::into_kind) {
        Ok(csv::ErrorKind::Io(error)) | Err(error) => error,
        Ok(other) => io::Error::other(format!("{other:?}")),
    }
}
