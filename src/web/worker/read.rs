//! Large files, read a piece at a time, so that it can be said how far that is.

use super::ticker::Ticker;
use js_sys::{Array, Uint8Array};
use schedscope_core::experiment::unpacked;
use schedscope_state::protocol::{Fault, Reply};
use schedscope_state::sheet::Chosen;
use std::io;
use web_sys::{Blob, File, FileReaderSync};

/// Bytes of a piece.
const PIECE: f64 = 2_097_152.0;

/// The file of a task.
pub fn present(file: Option<&File>) -> io::Result<&File> {
    file.ok_or_else(|| io::Error::other("it has not been loaded; drop it here or choose it"))
}

/// All bytes of a file or of a piece.
pub fn bytes(blob: &Blob) -> io::Result<Vec<u8>> {
    let read = || FileReaderSync::new()?.read_as_array_buffer(blob);
    match read() {
        Ok(buffer) => Ok(Uint8Array::new(&buffer).to_vec()),
        Err(_) => Err(io::Error::other("the browser can no longer read it; drop it here again")),
    }
}

/// Reads a file; each piece is heard.
fn pieces(file: &File, mut hear: impl FnMut(Vec<u8>)) -> io::Result<()> {
    let size = file.size();
    let mut ticker = Ticker::new(size as u64);
    let mut from = 0.0;
    while from < size {
        let to = size.min(from + PIECE);
        let piece = file.slice_with_f64_and_f64(from, to).map_err(|_| io::Error::other("the browser cannot read a part of it"))?;
        hear(bytes(&piece)?);
        ticker.add((to - from) as u64);
        from = to;
    }
    Ok(())
}

/// Most bytes of a file that was compressed: a page has less memory than the command line.
const UNPACKED: u64 = 1 << 29;

/// All bytes of the file of a task, of which it is said how far it is read; unpacked if they are compressed.
pub fn whole(file: Option<&File>) -> io::Result<Vec<u8>> {
    let mut all = vec![];
    pieces(present(file)?, |piece| all.extend(piece))?;
    unpacked(all, UNPACKED)
}

/// What is in the file of a scenario.
pub fn contents(file: Option<&File>) -> io::Result<Vec<u8>> {
    unpacked(bytes(present(file)?)?, UNPACKED)
}

/// Makes a table into a file of jobs, with its columns as they were chosen.
pub fn table(chosen: &str, file: Option<&File>) -> Result<(Reply, File), Fault> {
    let fault = |message: String| Fault { field: None, message };
    let file = present(file).map_err(|error| fault(error.to_string()))?;
    let name = file.name();
    let chosen = Chosen::read(chosen).ok_or_else(|| fault(format!("{name} is no table of jobs with these columns")))?;
    let table = whole(Some(file)).map_err(|error| fault(format!("{name}: {error}")))?;
    let reading = chosen.reading(&name, &table).map_err(fault)?;
    let left_out = (!reading.left_out.is_empty()).then(|| reading.left_out.join("\n"));
    let parts = Array::of1(&Uint8Array::from(reading.csv.as_bytes()));
    let made = format!("{}.csv", name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem));
    let made = File::new_with_u8_array_sequence(&parts, &made).map_err(|_| fault(format!("{name} is too large")))?;
    Ok((Reply::Made { number: 0, left_out }, made))
}
