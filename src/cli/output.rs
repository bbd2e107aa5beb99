//! Output: files, what is no file, and standard output, each with its name where it fails.

use super::CliError;
use schedscope_core::experiment::STANDARD;
use schedscope_core::experiment::output::{self, fill, place, replaces, unless_closed};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output is one of the files that are written: then it holds this file alone.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Something to be written.
pub struct Output {
    /// As it was named.
    path: PathBuf,
    /// Where it goes, if that is not standard output.
    output: Option<output::Output>,
}

impl Output {
    /// Begins an output. Fails at once if it is a file that could not be finished, so call it before long work.
    pub fn create(path: &Path) -> Result<Self, CliError> {
        let standard = is_standard(path);
        if standard {
            TAKEN.store(true, Ordering::Relaxed);
        }
        let output = (!standard).then(|| output::Output::create(path).map_err(|source| failed(path, source))).transpose()?;
        Ok(Self { path: path.to_owned(), output })
    }

    /// Writes with `write`: a regular file to a temporary file that then replaces it, anything else directly. A closed pipe is no error.
    pub fn finish(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
        match self.output {
            Some(output) => output.finish(|out| write(out).map_err(bare)).map_err(|source| failed(&self.path, source)),
            None => stream(io::stdout().lock(), "standard output", write),
        }
    }
}

/// Writes to standard output; to standard error if [a file](Output) is written there.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    if TAKEN.load(Ordering::Relaxed) {
        stream(io::stderr().lock(), "standard error", write)
    } else {
        stream(io::stdout().lock(), "standard output", write)
    }
}

/// Writes to a stream. If it has been closed, that is no error.
fn stream(out: impl Write, name: &str, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    unless_closed(fill(out, |out| write(out).map_err(bare))).map_err(|source| failed(Path::new(name), source))
}

/// Whether a path stands for standard output, or for standard input.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// Refuses outputs that would replace an input or each other, each named by its flag.
pub fn distinct(outputs: &[(&'static str, &Path)], inputs: &[&Path]) -> Result<(), CliError> {
    for (i, (flag, path)) in outputs.iter().enumerate().filter(|(_, (_, path))| replaces(path)) {
        let same = |other: &Path| if is_standard(path) || is_standard(other) { other == *path } else { place(other) == place(path) };
        if let Some((other, _)) = outputs[..i].iter().find(|(_, earlier)| same(earlier)) {
            return Err(CliError::SameOutput { flags: [other, flag], path: path.display().to_string() });
        }
        if let Some(input) = inputs.iter().find(|input| same(input) && !is_standard(input)) {
            let [path, input] = [path, *input].map(|path| path.display().to_string());
            return Err(CliError::Overwrites { flag, path, input });
        }
    }
    Ok(())
}

/// That the name of a file ends as it should; of a device, a pipe or standard output the name says nothing.
pub fn expect_extension(flag: &'static str, path: &Path, extension: &'static str) -> Result<(), CliError> {
    if has_extension(path, &extension[1..]) || is_standard(path) || !replaces(path) {
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
