//! Files that are read, up to a limit: a device or a pipe may have no end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Most bytes of a workload, a gibibyte: about 20 million jobs, which are simulated in as much memory again.
const WORKLOAD: u64 = 1 << 30;

/// Most bytes of a scenario, a sweep or a baseline, 16 mebibytes: they are written by people, or hold a few numbers a case.
const TEXT: u64 = 16 << 20;

/// Reads a file of jobs or a trace.
///
/// # Errors
/// If it cannot be read or is too large.
pub fn read_workload(path: &str) -> io::Result<Vec<u8>> {
    read(Path::new(path), WORKLOAD)
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
        let message = format!("it is too large; allowed: up to {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}
