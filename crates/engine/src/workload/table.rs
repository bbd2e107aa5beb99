//! Rows of a separated text file, with the line each came from.

use super::WorkloadError;

/// The text of a file; `expected` says what kind of file a reader hoped for.
pub(super) fn text<'a>(file: &str, bytes: &'a [u8], expected: &'static str) -> Result<&'a str, WorkloadError> {
    if bytes.starts_with(b"PAR1") {
        return Err(WorkloadError::Parquet { file: file.to_owned(), expected });
    }
    let text = std::str::from_utf8(bytes).map_err(|e| e.valid_up_to());
    let text = text.and_then(|text| text.find('\0').map_or(Ok(text), Err)).map_err(|bad| {
        let line = 1 + bytes[..bad].iter().filter(|b| **b == b'\n').count() as u64;
        WorkloadError::Binary { file: file.to_owned(), line, expected }
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Reads rows one by one. A row is a line, or several where a name between quotation marks holds line breaks.
pub(crate) struct Rows<'a> {
    file: &'a str,
    /// What has not been read, and the number of its first line.
    rest: &'a str,
    line: u64,
    separator: char,
    comment: &'static str,
}

impl<'a> Rows<'a> {
    /// Rows of `bytes`, which must be text; `expected` says what kind of file a reader hoped for.
    pub fn new(file: &'a str, bytes: &'a [u8], separator: char, expected: &'static str) -> Result<Self, WorkloadError> {
        Ok(Self { file, rest: text(file, bytes, expected)?, line: 1, separator, comment: "#" })
    }

    /// The rows of a format whose comments begin with this.
    pub fn with_comments(self, comment: &'static str) -> Self {
        Self { comment, ..self }
    }
}

impl<'a> Rows<'a> {
    /// Most faults that are told.
    const MOST: usize = 5;

    /// Reads all rows that are left, also after one that is at fault.
    ///
    /// # Errors
    /// The first faults, and how many there are beyond.
    pub fn each(self, read: &mut dyn FnMut(TableRow<'a>) -> Result<(), WorkloadError>) -> Result<(), WorkloadError> {
        let (mut faults, mut more, file) = (vec![], 0, self.file);
        for fault in self.filter_map(|row| read(row).err()) {
            if faults.len() < Self::MOST {
                faults.push(fault);
            } else {
                more += 1;
            }
        }
        match faults.len() {
            0 => Ok(()),
            1 => Err(faults.remove(0)),
            _ => Err(WorkloadError::Several { file: file.to_owned(), faults, more }),
        }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = TableRow<'a>;

    /// The next row that is neither empty nor a comment.
    fn next(&mut self) -> Option<TableRow<'a>> {
        while !self.rest.is_empty() {
            let (text, rest) = self.rest.split_at(self.end());
            let line = self.line;
            self.line += 1 + text.matches('\n').count() as u64;
            self.rest = rest.strip_prefix('\n').unwrap_or(rest);
            if !text.trim().is_empty() && !self.is_comment(text) {
                return Some(TableRow { file: self.file, line, text, separator: self.separator });
            }
        }
        None
    }
}

impl Rows<'_> {
    /// Most bytes of a name.
    const LONGEST: usize = 4096;

    fn is_comment(&self, text: &str) -> bool {
        text.trim_start().starts_with(self.comment)
    }

    /// Where the next row ends: at a line break that is in no cell between quotation marks.
    fn end(&self) -> usize {
        let text = self.rest;
        let line_end = |from: usize| text[from..].find('\n').map_or(text.len(), |length| from + length);
        let (mut cell, mut end) = (0, line_end(0));
        if !text[..end].contains('"') || self.is_comment(&text[..end]) {
            return end;
        }
        loop {
            let name = &text[cell..text.floor_char_boundary(cell + Self::LONGEST)];
            // A mark that is last of what is looked at may be followed by anything.
            let after = quoted(name, self.separator).map(|(_, after)| cell + name.len() - after.len());
            if let Some(after) = after.filter(|after| *after < cell + name.len() || *after == text.len()) {
                end = end.max(line_end(after));
                cell = after;
            }
            match text[cell..end].find(self.separator) {
                Some(length) => cell += length + self.separator.len_utf8(),
                None => return end,
            }
        }
    }
}

/// The cell between quotation marks with which a text begins, if that is so, and what follows it: a separator, the end of a line, or
/// nothing.
fn quoted(text: &str, separator: char) -> Option<(&str, &str)> {
    let inside = text.trim_start_matches(' ').strip_prefix('"')?;
    let mut marks = inside.match_indices('"');
    while let Some((end, _)) = marks.next() {
        let after = inside[end + 1..].trim_start_matches(' ');
        if after.is_empty() || after.starts_with([separator, '\r', '\n']) {
            return Some((&inside[..end], after));
        }
        // Two marks in a row are one within the cell.
        if inside[end + 1..].starts_with('"') {
            marks.next();
        }
    }
    None
}

/// One row.
#[derive(Clone, Copy)]
pub(crate) struct TableRow<'a> {
    file: &'a str,
    /// Line number, from 1.
    pub line: u64,
    text: &'a str,
    separator: char,
}

impl<'a> TableRow<'a> {
    /// All cells, without the blanks and quotation marks around them. Between quotation marks there may be separators.
    pub fn cells(self) -> impl Iterator<Item = &'a str> {
        let mut rest = Some(self.text);
        std::iter::from_fn(move || {
            let text = rest?;
            if let Some((cell, after)) = quoted(text, self.separator) {
                rest = after.strip_prefix(self.separator);
                return Some(cell.trim());
            }
            let (cell, others) = text.split_once(self.separator).map_or((text, None), |(cell, others)| (cell, Some(others)));
            rest = others;
            Some(cell.trim().trim_matches('"'))
        })
    }

    /// The cells, which messages call `fields`; as many as there are fields, or an error.
    pub fn named<const N: usize>(self, fields: &[&'static str]) -> Result<[Cell<'a>; N], WorkloadError> {
        let mut cells = [Cell { file: self.file, line: self.line, field: "", text: "" }; N];
        let mut found = 0;
        for text in self.cells() {
            if let (Some(cell), Some(field)) = (cells.get_mut(found), fields.get(found)) {
                (cell.field, cell.text) = (field, text);
            }
            found += 1;
        }
        if found == fields.len() {
            return Ok(cells);
        }
        let expected = format!("{}: {}", fields.len(), fields.join(", "));
        Err(WorkloadError::Columns { file: self.file.to_owned(), line: self.line, found, expected })
    }
}

impl<'a> TableRow<'a> {
    /// The cells of a row that is separated by any number of blanks; the first have these names, all others the last.
    pub fn words<const N: usize>(self, fields: [&'static str; N]) -> impl Iterator<Item = Cell<'a>> {
        let words = self.text.split_whitespace().enumerate();
        words.map(move |(i, text)| Cell { file: self.file, line: self.line, field: fields[i.min(N - 1)], text })
    }

    /// The error that the row has this number of columns instead of those expected.
    pub fn columns(self, found: usize, expected: &str) -> WorkloadError {
        WorkloadError::Columns { file: self.file.to_owned(), line: self.line, found, expected: expected.to_owned() }
    }

    /// That a number of the row may not be what it is.
    pub fn value(self, field: &'static str, value: f64, allowed: &'static str) -> WorkloadError {
        WorkloadError::Value { file: self.file.to_owned(), line: self.line, field, value: crate::sim::written(value), allowed }
    }
}

/// One cell.
#[derive(Clone, Copy)]
pub(crate) struct Cell<'a> {
    file: &'a str,
    line: u64,
    field: &'static str,
    text: &'a str,
}

impl<'a> Cell<'a> {
    /// The cell as a number that is `legal`.
    pub fn number(&self, allowed: &'static str, legal: impl Fn(f64) -> bool) -> Result<f64, WorkloadError> {
        crate::sim::number(self.text).filter(|x| legal(*x)).ok_or_else(|| self.wrong(allowed))
    }

    /// The cell as a whole number.
    pub fn whole(&self, allowed: &'static str) -> Result<u64, WorkloadError> {
        self.text.parse().map_err(|_| self.wrong(allowed))
    }

    /// What stands between the semicolons of the cell, as cells; nothing of an empty one.
    pub fn list(&self) -> impl Iterator<Item = Self> + use<'a> {
        let cell = *self;
        cell.text.split(';').filter(move |_| !cell.text.is_empty()).map(move |text| Self { text: text.trim(), ..cell })
    }

    /// The cell as it is.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// That the cell may not be what it is.
    pub fn wrong(&self, allowed: &'static str) -> WorkloadError {
        let value = self.text.chars().take(60).collect();
        WorkloadError::Value { file: self.file.to_owned(), line: self.line, field: self.field, value, allowed }
    }
}
