//! What readers leave out of a file. All of them keep to this:
//!
//! * What a reader does not need it does not look at: other columns, fields of which nobody asks, cells beyond the last that is read.
//!   Columns that have a title are named in what is left out.
//! * A row that is no job is left out and counted by its reason: its time or size is missing or negative, the job did not succeed or has
//!   no end.
//! * A file is refused if something that is read cannot be understood, with the first lines at fault, or if no job is left.
//!
//! Who wants none of this asks for a strict reading, which [refuses](LeftOut::refusal) a file of which anything is left out.

use super::WorkloadError;
use serde::{Deserialize, Serialize};

/// What of a file was not read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Rows that are no jobs, by reason, in the order in which the reasons came up.
    rows: Vec<Skip>,
    /// Titles of columns that are not read.
    columns: Vec<String>,
}

/// Rows that were left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// The reason, as it follows "3 rows".
    pub why: String,
    /// Number of rows.
    pub count: usize,
    /// Lines of the first of them, from 1.
    pub lines: Vec<u64>,
}

impl Skip {
    /// Most lines that are remembered for a reason.
    const MOST: usize = 5;

    /// How many, why and where: `3 rows without a size (lines 4, 7, 9)`.
    pub fn told(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(u64::to_string).collect();
        let more = if self.count > lines.len() { ", …" } else { "" };
        let (rows, line) = if self.count == 1 { ("row", "line") } else { ("rows", "lines") };
        let place = if lines.is_empty() { String::new() } else { format!(" ({line} {}{more})", lines.join(", ")) };
        format!("{} {rows} {}{place}", self.count, self.why)
    }
}

impl LeftOut {
    /// Most titles that are told.
    const TITLES: usize = 8;

    /// Leaves out the row of this line.
    pub(crate) fn row(&mut self, why: &str, line: u64) {
        let skip = self.reason(why);
        skip.count += 1;
        if skip.lines.len() < Skip::MOST {
            skip.lines.push(line);
        }
    }

    /// Leaves out so many rows, whose lines are not known.
    pub(crate) fn rows(&mut self, why: &str, count: usize) {
        if count > 0 {
            self.reason(why).count += count;
        }
    }

    /// Does not read the columns of these titles.
    pub(crate) fn columns(&mut self, titles: Vec<String>) {
        self.columns.extend(titles);
    }

    /// Does not read what rows hold beyond the columns of a format, up to the widest of them.
    pub(crate) fn beyond(&mut self, columns: usize, widest: usize) {
        /// Most columns that are named.
        const MOST: usize = 64;
        self.columns.extend((columns + 1..=widest).take(MOST).map(|column| column.to_string()));
    }

    fn reason(&mut self, why: &str) -> &mut Skip {
        let position = self.rows.iter().position(|skip| skip.why == why).unwrap_or_else(|| {
            self.rows.push(Skip { why: why.to_owned(), count: 0, lines: vec![] });
            self.rows.len() - 1
        });
        &mut self.rows[position]
    }

    /// Number of all rows that were left out.
    pub fn count(&self) -> usize {
        self.rows.iter().map(|skip| skip.count).sum()
    }

    /// The reasons why rows were left out, in the order in which they came up.
    pub fn reasons(&self) -> &[Skip] {
        &self.rows
    }

    /// The titles of columns that were not read.
    pub fn unread(&self) -> &[String] {
        &self.columns
    }

    /// Whether all was read.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.columns.is_empty()
    }

    /// What was left out, a sentence each; nothing if all was read.
    pub fn told(&self) -> Vec<String> {
        let rows = self.rows.iter().map(|skip| format!("left out: {}", skip.told()));
        let columns = match &*self.columns {
            [] => None,
            [title] => Some(format!("not read: the column {title}")),
            titles => {
                let more = if titles.len() > Self::TITLES { format!(" and {} more", titles.len() - Self::TITLES) } else { String::new() };
                Some(format!("not read: the columns {}{more}", titles[..titles.len().min(Self::TITLES)].join(", ")))
            }
        };
        rows.chain(columns).collect()
    }

    /// What a strict reading refuses, if anything: `3 rows without a size (lines 4, 7, 9); the column queue`.
    pub fn refusal(&self) -> Option<String> {
        let columns = (!self.columns.is_empty()).then(|| format!("columns that are not read ({})", self.columns.join(", ")));
        let parts: Vec<String> = self.rows.iter().map(Skip::told).chain(columns).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// That no job is left of a file in which `expected` was hoped for.
    pub(crate) fn nothing(&self, file: &str, expected: &str) -> WorkloadError {
        let rows: Vec<String> = self.rows.iter().map(Skip::told).collect();
        let why = if rows.is_empty() { expected.to_owned() } else { format!("{}; {expected}", rows.join(", ")) };
        WorkloadError::Empty { file: file.to_owned(), why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_counted_and_told() {
        let mut left_out = LeftOut::default();
        assert!(left_out.is_empty() && left_out.told().is_empty() && left_out.refusal().is_none());
        (1..=7).for_each(|line| left_out.row("without a size", line));
        left_out.row("with a negative size", 9);
        left_out.columns(vec!["queue".to_owned()]);
        assert_eq!(left_out.count(), 8);
        assert_eq!(
            left_out.told(),
            [
                "left out: 7 rows without a size (lines 1, 2, 3, 4, 5, …)",
                "left out: 1 row with a negative size (line 9)",
                "not read: the column queue"
            ]
        );
        assert!(left_out.refusal().unwrap().ends_with("(line 9); columns that are not read (queue)"));
        let error = left_out.nothing("f.csv", "expected one job a line").to_string();
        assert_eq!(
            error,
            "f.csv: no jobs: 7 rows without a size (lines 1, 2, 3, 4, 5, …), 1 row with a negative size (line 9); expected one job a line"
        );
    }
}
