use super::write_json;
use schedscope_core::experiment::Recording;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Recorded<'a> {
    schema: u32,
    policies: Vec<Plain<'a>>,
}

/// A recording without the name of its world.
struct Plain<'a>(&'a Recording);

impl Serialize for Plain<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_plain(serializer)
    }
}

/// Writes what happened in a run under each policy.
pub fn write_recordings(recordings: &[Recording], out: &mut dyn Write) -> io::Result<()> {
    write_json(&Recorded { schema: 1, policies: recordings.iter().map(Plain).collect() }, out)
}
