//! Files that are read, up to a limit: a device or a pipe may have no end.

use super::folder;
use super::packed::{too_large, unpacked};
#[cfg(feature = "parquet")]
use super::parquet::{csv_of_parquet, is_parquet};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What stands for standard input where a file is read, and for standard output where one is written.
pub const STANDARD: &str = "-";

/// Most bytes of a workload, a gibibyte: about 20 million jobs, which are simulated in as much memory again.
const WORKLOAD: u64 = 1 << 30;

/// Most bytes of a scenario, a sweep or a baseline, 16 mebibytes: they are written by people, or hold a few numbers a case.
const TEXT: u64 = 16 << 20;

/// Reads a file of jobs or a trace, as text: one that is compressed as gzip or zstd is unpacked, and a table in Parquet is handed on as
/// comma-separated values. Of a folder the files are read one after the other, as parts of one log.
///
/// # Errors
/// If it cannot be read, is too large, damaged or no whole table.
pub fn read_workload(path: &str) -> io::Result<Vec<u8>> {
    as_text(path, read_bytes(Path::new(path))?)
}

/// Reads a file of jobs or a trace as it is, or the texts of a folder of its parts.
pub(super) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if !path.is_dir() {
        return read(path, WORKLOAD);
    }
    let mut all = vec![];
    for part in folder::parts(path)? {
        let text = read(&part, WORKLOAD).and_then(|bytes| as_text(&folder::name(&part), bytes));
        let text = text.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder::name(&part))))?;
        folder::join(&mut all, &text);
        if all.len() as u64 > WORKLOAD {
            return Err(too_large(WORKLOAD));
        }
    }
    Ok(all)
}

/// Where a line of a folder's text is: in which line of which part.
pub(super) fn place(path: &str, line: u64) -> Option<String> {
    let folder = Path::new(path);
    let mut before = 0;
    for part in folder.is_dir().then(|| folder::parts(folder).ok())?? {
        let text = as_text(&folder::name(&part), read(&part, WORKLOAD).ok()?).ok()?;
        let lines = text.split_inclusive(|byte| *byte == b'\n').count() as u64;
        if line <= before + lines {
            return Some(format!("line {} of its part {}", line - before, folder::name(&part)));
        }
        before += lines;
    }
    None
}

/// What a file of this name holds, as text, unpacked if it is compressed.
pub(super) fn as_text(path: &str, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let bytes = unpacked(bytes, WORKLOAD)?;
    #[cfg(feature = "parquet")]
    {
        let named = Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"));
        if named || is_parquet(&bytes) {
            return csv_of_parquet(bytes, WORKLOAD);
        }
    }
    // Without the feature, a table in Parquet is left to those who read it, and who say that it is none of theirs.
    #[cfg(not(feature = "parquet"))]
    let _ = path;
    Ok(bytes)
}

/// Reads a scenario, a sweep or a baseline.
///
/// # Errors
/// If it cannot be read, is too large or is not text.
pub fn read_text(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not text (UTF-8)");
    String::from_utf8(read(path, TEXT)?).map_err(not_text)
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if path == Path::new(STANDARD) {
        return read_to_end(standard_input()?, 0, most);
    }
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    read_to_end(file, length, most)
}

/// Standard input, for the one who asks first.
fn standard_input() -> io::Result<io::StdinLock<'static>> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    if TAKEN.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("standard input is read once, and something else has read it; only one input can be -"));
    }
    Ok(io::stdin().lock())
}

fn read_to_end(input: impl Read, length: u64, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length.min(most) as usize);
    // Sizes of devices and pipes are unknown: one byte more than allowed tells.
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}
