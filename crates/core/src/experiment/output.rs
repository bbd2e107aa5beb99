//! Files that appear whole or not at all, and what is no file: devices, pipes.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A place to write to.
#[derive(Debug)]
pub struct Output {
    /// Where links lead to.
    target: PathBuf,
}

impl Output {
    /// Begins an output; call it before long work.
    ///
    /// # Errors
    /// If it is a file that could not be finished.
    pub fn create(path: &Path) -> io::Result<Self> {
        let target = target(path);
        match fs::metadata(&target) {
            Ok(found) if found.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {}
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ if descriptor(&target).is_some() => {}
            _ => drop(Draft::new(folder(&target), None)?),
        }
        Ok(Self { target })
    }

    /// Writes with `write`: a regular file to a temporary file that then replaces it, anything else directly. A closed pipe is no error.
    ///
    /// # Errors
    /// If it cannot be written; a file is then as it was.
    pub fn finish(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let old = fs::metadata(&self.target).ok();
        if is_file(&self.target) {
            let draft = Draft::new(folder(&self.target), old.as_ref())?;
            fill(&draft.file, write)?;
            draft.move_to(&self.target, old.as_ref())
        } else {
            unless_closed(fill(open(&self.target)?, write))
        }
    }
}

/// Removes from a folder the drafts of runs that were killed.
pub fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let draft =
            entry.file_name().as_encoded_bytes().starts_with(DRAFT.as_bytes()) && entry.file_type().is_ok_and(|kind| kind.is_file());
        // Who writes a draft has locked it.
        if draft && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// What the names of drafts begin with.
const DRAFT: &str = ".schedscope-";

/// A file that is written beside its place. Dropped without [`move_to`](Self::move_to), it leaves nothing.
struct Draft {
    file: File,
    /// None on Linux, where a file of most file systems needs no name until it is complete: whatever kills the program, nothing is left.
    name: Option<TempPath>,
}

impl Draft {
    /// Begins a file in a folder, which will replace `old`.
    fn new(folder: &Path, old: Option<&Metadata>) -> io::Result<Self> {
        let draft = match nameless(folder) {
            Ok(file) => Self { file, name: None },
            Err(_) => {
                let (file, name) = builder(old).tempfile_in(folder).map_err(bare)?.into_parts();
                Self { file, name: Some(name) }
            }
        };
        // Some network file systems have no locks.
        let _ = draft.file.try_lock();
        Ok(draft)
    }

    /// Puts the complete file into its place.
    fn move_to(self, target: &Path, old: Option<&Metadata>) -> io::Result<()> {
        if let Some(old) = old {
            resemble(&self.file, old)?;
        }
        let name = match self.name {
            Some(name) => name,
            None => builder(old).make_in(folder(target), |name| link(&self.file, name)).map_err(bare)?.into_temp_path(),
        };
        name.persist(target).map_err(|error| error.error)
    }
}

/// Names drafts. They are readable for whom a new file is, or for whom the old one was.
fn builder(old: Option<&Metadata>) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(DRAFT);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(old.map_or(0o666, |old| old.permissions().mode() & 0o666)));
    }
    #[cfg(not(unix))]
    let _ = old;
    builder
}

/// A file without a name, whose mode is that of any new file.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    Ok(open(folder, OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC, Mode::from(0o666))?.into())
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path) -> io::Result<File> {
    Err(ErrorKind::Unsupported.into())
}

/// Gives a nameless file a name.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Gives a file the mode of the one that it replaces, and its owner where the system allows it.
fn resemble(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

/// Opens what is no file, or is open already.
fn open(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        // What is printed afterwards must follow.
        match descriptor(path) {
            Some(name) if name == "1" => return Ok(io::stdout().as_fd().try_clone_to_owned()?.into()),
            Some(name) if name == "2" => return Ok(io::stderr().as_fd().try_clone_to_owned()?.into()),
            _ => {}
        }
    }
    File::options().write(true).append(descriptor(path).is_some()).open(path)
}

/// Writes all of it.
///
/// # Errors
/// If it cannot be written.
pub fn fill(out: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    write(&mut out).and_then(|()| out.flush())
}

/// A pipe that was closed is no error.
///
/// # Errors
/// All others.
pub fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// The error of the system, without the wrapping of the temporary file.
fn bare(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((message, _)) => io::Error::new(error.kind(), message),
        None => error,
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where links lead, also to a file that is not there yet. What stands for an open file is no link.
fn target(path: &Path) -> PathBuf {
    /// As many as the system follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match path.read_link() {
            Ok(next) if descriptor(&path).is_none() => path = folder(&path).join(next),
            _ => break,
        }
    }
    path
}

/// The number of an open file that a path such as `/dev/fd/3` stands for.
fn descriptor(path: &Path) -> Option<&std::ffi::OsStr> {
    let open = Path::new("/dev/fd").canonicalize().ok()?;
    (folder(path).canonicalize().ok()? == open).then(|| path.file_name())?
}

/// Whether what is written to a path replaces a file, or makes one.
pub fn replaces(path: &Path) -> bool {
    is_file(&target(path))
}

/// Whether a file is there or could be made, which would be replaced.
fn is_file(target: &Path) -> bool {
    descriptor(target).is_none() && fs::metadata(target).map_or(true, |found| found.is_file())
}

/// Where a file is or will be: the same for every way to write its path.
pub fn place(path: &Path) -> PathBuf {
    let path = target(path);
    let absolute = std::path::absolute(&path).unwrap_or(path);
    let in_folder = || Some(absolute.parent()?.canonicalize().ok()?.join(absolute.file_name()?));
    absolute.canonicalize().ok().or_else(in_folder).unwrap_or(absolute)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_could_not_be_replaced_is_refused_before_anything_is_written() {
        // Nobody may make a file there, not even root.
        assert!(Output::create(Path::new("/proc/version")).is_err());
    }
}
