use serde::{Deserialize, Serialize};

/// Rows of a trace that were left out, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skips(Vec<Skip>);

/// Rows that were left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// The reason.
    pub why: String,
    /// Number of rows.
    pub count: usize,
    /// Lines of the first of them, from 1.
    pub lines: Vec<u64>,
}

impl Skips {
    /// Most lines that are remembered for a reason.
    const MOST: usize = 5;

    /// Leaves out the row of this line.
    pub(super) fn add(&mut self, why: &str, line: u64) {
        let position = self.0.iter().position(|skip| skip.why == why).unwrap_or_else(|| {
            self.0.push(Skip { why: why.to_owned(), count: 0, lines: vec![] });
            self.0.len() - 1
        });
        let skip = &mut self.0[position];
        skip.count += 1;
        if skip.lines.len() < Self::MOST {
            skip.lines.push(line);
        }
    }

    /// Number of all rows that were left out.
    pub fn count(&self) -> usize {
        self.0.iter().map(|skip| skip.count).sum()
    }

    /// The reasons, in the order in which they came up.
    pub fn reasons(&self) -> &[Skip] {
        &self.0
    }
}
