use super::Sweep;
use crate::experiment::Column;
use serde::{Deserialize, Serialize};

/// What a sweep is, beside its results: all that they depend on, and nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of this form; raised when a field changes its meaning.
    pub schema: u32,
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Which numbers it computes.
    pub results: u32,
    /// The scenario, what varies, and the stop rule.
    #[serde(flatten)]
    pub sweep: Sweep,
    /// Number of cells.
    pub cells: u64,
    /// Files that were read.
    pub inputs: Vec<Input>,
    /// The columns of the results after those of what varies, `policy` and, in worlds with classes, `class`.
    pub columns: Vec<About>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The path, as the scenario gives it.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// Its check sum (CRC-32), in hexadecimal digits.
    pub crc32: String,
}

/// A column of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Its title.
    pub name: String,
    /// What it is.
    pub about: String,
}

/// Raised whenever a scenario gives other numbers than before, so that no folder holds results of two kinds. A test keeps it
/// beside a digest of many outcomes.
pub const RESULTS: u32 = 4;

impl Manifest {
    /// Of a sweep with the files that it reads.
    pub fn new(sweep: Sweep, inputs: Vec<Input>) -> Self {
        let about = |column: &Column| About { name: column.title.clone(), about: column.about.clone() };
        Self {
            schema: 1,
            program: "schedscope".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            results: RESULTS,
            cells: sweep.cells(),
            columns: Column::all(sweep.scenario.kind()).iter().map(about).collect(),
            sweep,
            inputs,
        }
    }

    /// The first thing in which two differ, in words.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        const VERSION: &str = "another version of schedscope";
        let (a, b) = (&self.sweep, &other.sweep);
        [
            (VERSION, (&self.version, self.results, self.schema) != (&other.version, other.results, other.schema)),
            ("another world", a.scenario.kind() != b.scenario.kind()),
            // Worlds differ in their columns; in one world they are those of its version.
            (VERSION, self.columns != other.columns),
            ("another scenario", a.scenario != b.scenario),
            ("other axes or cells", a.dimensions != b.dimensions),
            ("another stop rule", a.until != b.until),
            ("another content of its input files", self.inputs != other.inputs),
        ]
        .into_iter()
        .find_map(|(what, differs)| differs.then_some(what))
    }
}
