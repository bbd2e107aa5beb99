//! Output files that appear whole or not at all.

use super::CliError;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file being written beside its final place; dropped without [`finish`](Self::finish), it leaves nothing.
pub struct Output {
    path: PathBuf,
    writer: BufWriter<NamedTempFile>,
}

impl Output {
    /// Begins a file. Fails at once if it could not be finished, so call it before long work.
    pub fn create(path: &Path) -> Result<Self, CliError> {
        let fail = |source| CliError::Output { path: path.display().to_string(), source: bare(source) };
        if path.is_dir() {
            return Err(fail(std::io::Error::from(std::io::ErrorKind::IsADirectory)));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".schedscope-").tempfile_in(folder).map_err(fail)?;
        Ok(Self { path: path.to_owned(), writer: BufWriter::new(file) })
    }

    /// Writes with `write` and moves the file to its place.
    pub fn finish(mut self, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), CliError> {
        let path = self.path.display().to_string();
        let moved = write(&mut self.writer).and_then(|()| {
            let file = self.writer.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            readable_by_all(file.as_file())?;
            file.persist(&self.path).map_err(|error| error.error)?;
            Ok(())
        });
        moved.map_err(|source| CliError::Output { path, source: bare(source) })
    }
}

/// What the system said, without the name of a temporary file, of which nobody has heard.
fn bare(error: std::io::Error) -> std::io::Error {
    match error.to_string().split_once(" at path ") {
        Some((message, _)) => std::io::Error::new(error.kind(), message),
        None => error,
    }
}

/// Where a file is or will be: the same for every way to write its path.
pub fn place(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let in_folder = || Some(absolute.parent()?.canonicalize().ok()?.join(absolute.file_name()?));
    absolute.canonicalize().ok().or_else(in_folder).unwrap_or(absolute)
}

/// Whether a file's name ends so.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Temporary files are private; results are as readable as any other file.
#[cfg(unix)]
fn readable_by_all(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

/// Writes to standard output.
pub fn print(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), CliError> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|source| CliError::Output { path: "standard output".to_owned(), source })
}
