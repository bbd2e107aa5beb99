use serde::Serialize;
use std::io::{self, Write};

/// Writes a report (or anything else) as JSON, with a final line break.
pub fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
