//! Files that are read, up to a limit: a device or a pipe may have no end.

use super::packed::{too_large, unpacked};
#[cfg(feature = "parquet")]
use super::parquet::{csv_of_parquet, is_parquet};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Most bytes of a workload, a gibibyte: about 20 million jobs, which are simulated in as much memory again.
const WORKLOAD: u64 = 1 << 30;

/// Most bytes of a scenario, a sweep or a baseline, 16 mebibytes: they are written by people, or hold a few numbers a case.
const TEXT: u64 = 16 << 20;

/// Reads a file of jobs or a trace, as text: one that is compressed as gzip or zstd is unpacked, and a table in Parquet is handed on as
/// comma-separated values.
///
/// # Errors
/// If it cannot be read, is too large, damaged or no whole table.
pub fn read_workload(path: &str) -> io::Result<Vec<u8>> {
    as_text(path, read_bytes(Path::new(path))?)
}

/// Reads a file of jobs or a trace as it is.
pub(super) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    read(path, WORKLOAD)
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
    let file = File::open(path)?;
    let mut bytes = Vec::with_capacity(file.metadata()?.len().min(most) as usize);
    // Sizes of devices and pipes are unknown: one byte more than allowed tells.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}
