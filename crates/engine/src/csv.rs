//! Comma-separated values as a text, written in one way: a cell with a comma, a quotation mark or a line break stands between quotation
//! marks, and those within it are doubled.

use std::fmt::{Display, Write as _};

/// A text of comma-separated values, line by line.
pub struct Csv {
    writer: ::csv::Writer<Vec<u8>>,
    /// The cell that is being written.
    cell: String,
}

impl Csv {
    /// One with these titles and no line below them.
    pub fn new<T: Display>(titles: impl IntoIterator<Item = T>) -> Self {
        let writer = ::csv::WriterBuilder::new().has_headers(false).flexible(true).from_writer(vec![]);
        let mut csv = Self { writer, cell: String::new() };
        csv.line(titles);
        csv
    }

    /// Adds a line.
    pub fn line<T: Display>(&mut self, cells: impl IntoIterator<Item = T>) {
        // Writing to memory cannot fail.
        for cell in cells {
            self.cell.clear();
            let _ = write!(self.cell, "{cell}");
            let _ = self.writer.write_field(&self.cell);
        }
        let _ = self.writer.write_record(None::<&[u8]>);
    }

    /// The whole text.
    pub fn text(self) -> String {
        String::from_utf8(self.writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// The lines of a text, cell by cell; nothing if it is none of comma-separated values.
pub fn lines(text: &str) -> Option<Vec<Vec<String>>> {
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    reader.records().map(|line| Some(line.ok()?.iter().map(str::to_owned).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::Csv;
    use std::fmt::Display;

    #[test]
    fn what_is_plain_is_as_it_is() {
        let mut csv = Csv::new(["policy", "time"]);
        csv.line([&"fair" as &dyn Display, &0.25]);
        csv.line([&"a b; c" as &dyn Display, &3.0]);
        csv.line(["", "−1e-9"]);
        assert_eq!(csv.text(), "policy,time\nfair,0.25\na b; c,3\n,−1e-9\n");
    }

    #[test]
    fn any_cell_reads_back_as_it_was() {
        let cells =
            ["", "a,b", "\"", "say \"a,\"", "two\nlines", "two\r\nlines", "\r", "  blanks ", "\t", "'", "#", "é", "a\"b\",\"c", "\n"];
        let mut csv = Csv::new(["first", "second"]);
        for cell in cells {
            csv.line([cell, "next"]);
            csv.line(["next", cell]);
        }
        let text = csv.text();
        assert!(text.contains("\n\"a,b\",next\n") && text.contains("\n\"say \"\"a,\"\"\",next\n") && text.contains("\n  blanks ,next\n"));
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<[String; 2]> = reader.deserialize().collect::<Result<_, _>>().unwrap();
        let written: Vec<[String; 2]> =
            cells.iter().flat_map(|cell| [[cell, "next"], ["next", cell]]).map(|row| row.map(str::to_owned)).collect();
        assert_eq!(rows, written);
    }
}
