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
pub const RESULTS: u32 = 6;

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

    /// The same for who has run some cells of this sweep, and read no files but those of these cells.
    pub fn difference_of_part(&self, part: &Self) -> Option<&'static str> {
        let read = |input: &&Input| part.inputs.iter().any(|own| own.path == input.path);
        Self { inputs: self.inputs.iter().filter(read).cloned().collect(), ..self.clone() }.difference(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_read_some_of_the_same_files() {
        let input = |path: &str, crc32: &str| Input { path: path.to_owned(), bytes: 1, crc32: crc32.to_owned() };
        let of = |toml: &str, inputs| Manifest::new(Sweep::from_toml(toml).unwrap(), inputs);
        let whole = of("seed = 1", vec![input("a", "0"), input("b", "1")]);
        for inputs in [vec![], vec![input("b", "1")], vec![input("a", "0"), input("b", "1")]] {
            assert_eq!(whole.difference_of_part(&of("seed = 1", inputs)), None);
        }
        for inputs in [vec![input("b", "2")], vec![input("c", "1")]] {
            assert_eq!(whole.difference_of_part(&of("seed = 1", inputs)), Some("another content of its input files"));
        }
        assert_eq!(whole.difference_of_part(&of("seed = 2", vec![])), Some("another scenario"));
    }
}
