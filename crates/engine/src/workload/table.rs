//! Rows of a separated text file, with the line each came from, and tables whose first row names their columns.

use super::roll::shorten;
use super::{LeftOut, WorkloadError};

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

    /// Reads all rows that there are, also after one that is at fault; says which were left out.
    ///
    /// # Errors
    /// The first rows that cannot be understood, and how many there are beyond.
    pub fn each(self, read: &mut dyn FnMut(TableRow<'a>) -> Result<(), Fault>) -> Result<LeftOut, WorkloadError> {
        let (mut left_out, mut faults, mut more, file) = (LeftOut::default(), vec![], 0, self.file);
        for row in self {
            match read(row) {
                Ok(()) => {}
                Err(Fault::NoJob(why)) => left_out.row(&why, row.line),
                Err(Fault::Wrong(fault)) if faults.len() < Self::MOST => faults.push(fault),
                Err(Fault::Wrong(_)) => more += 1,
            }
        }
        match faults.len() {
            0 => Ok(left_out),
            1 => Err(faults.remove(0)),
            _ => Err(WorkloadError::Several { file: file.to_owned(), faults, more }),
        }
    }
}

/// Why a row is not read.
pub(crate) enum Fault {
    /// It is no job, for this reason, as it follows "3 rows".
    NoJob(String),
    /// What is read of it cannot be understood.
    Wrong(WorkloadError),
}

impl Fault {
    /// That it is no job.
    pub fn no_job(why: impl Into<String>) -> Self {
        Self::NoJob(why.into())
    }
}

impl From<WorkloadError> for Fault {
    fn from(error: WorkloadError) -> Self {
        Self::Wrong(error)
    }
}

/// The columns that a reader knows.
pub(crate) struct Form<const N: usize> {
    /// Their names.
    pub fields: [&'static str; N],
    /// Places of those without which there is no table.
    pub required: &'static [usize],
    /// What messages say that the header must name.
    pub columns: &'static str,
    /// Which of them a title stands for, and how well: the least number says most.
    pub known: fn(&str) -> Option<(usize, usize)>,
}

/// A table whose first row names its columns.
pub(crate) struct Table<'a, const N: usize> {
    rows: Rows<'a>,
    fields: [&'static str; N],
    /// Where in a row each field is.
    pub place: [Option<usize>; N],
    /// How each is titled in this file.
    pub titles: [&'a str; N],
    width: usize,
    unread: Vec<String>,
}

impl<'a, const N: usize> Table<'a, N> {
    /// The table whose header comes next in these rows. Of several titles that stand for a column the one that says most counts.
    ///
    /// # Errors
    /// If a column that is needed is not there, or one is there twice.
    pub fn new(mut rows: Rows<'a>, form: &Form<N>) -> Result<Self, WorkloadError> {
        let file = rows.file;
        let Some(header) = rows.next() else {
            let why = format!("the file is empty; expected a header with the columns {}", form.columns);
            return Err(WorkloadError::Empty { file: file.to_owned(), why });
        };
        let wrong = |found: String| WorkloadError::Header { file: file.to_owned(), line: header.line, found, columns: form.columns };
        let all: Vec<&str> = header.cells().collect();
        if let [title] = all[..]
            && let Some((_, separators)) = [(';', "semicolons"), ('\t', "tabs")].iter().find(|(separator, _)| title.contains(*separator))
        {
            return Err(wrong(format!("columns are separated by {separators}, not by commas")));
        }
        let (mut best, mut titles) = ([None; N], [""; N]);
        for (i, title) in all.iter().enumerate() {
            let Some((field, rank)) = (form.known)(title) else { continue };
            match best[field] {
                Some((_, other)) if other == rank => return Err(wrong(format!("column \"{}\" is there twice", shorten(title)))),
                Some((_, other)) if other < rank => {}
                _ => (best[field], titles[field]) = (Some((i, rank)), *title),
            }
        }
        let place = best.map(|best| best.map(|(place, _)| place));
        let unread: Vec<String> =
            (0..all.len()).filter(|i| !place.contains(&Some(*i))).map(|i| shorten(all[i])).filter(|title| !title.is_empty()).collect();
        if let Some(&missing) = form.required.iter().find(|field| place[**field].is_none()) {
            let there = if unread.is_empty() { String::new() } else { format!(" (there is {})", unread.join(", ")) };
            return Err(wrong(format!("column \"{}\" is missing{there}", form.fields[missing])));
        }
        Ok(Self { rows, fields: form.fields, place, titles, width: all.len(), unread })
    }

    /// Reads all rows by the cells of their fields, those that the table has; says what was left out.
    ///
    /// # Errors
    /// As [`Rows::each`].
    pub fn each(self, read: &mut dyn FnMut(TableRow<'a>, [Option<Cell<'a>>; N]) -> Result<(), Fault>) -> Result<LeftOut, WorkloadError> {
        let Self { rows, fields, place, width, unread, .. } = self;
        let mut left_out = rows.each(&mut |row| {
            let mut cells = [None; N];
            let mut found = 0;
            for (i, text) in row.cells().enumerate() {
                if let Some(field) = place.iter().position(|place| *place == Some(i)) {
                    cells[field] = Some(Cell { file: row.file, line: row.line, field: fields[field], text });
                }
                // Separators at the end of a line are no cells.
                found = if i < width || !text.is_empty() { i + 1 } else { found };
            }
            if found == width {
                return read(row, cells);
            }
            Err(row.columns(found, &format!("{width}, as the header has")).into())
        })?;
        left_out.columns(unread);
        Ok(left_out)
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

    /// The first cells, which messages call `fields`; as many as there are fields, or an error.
    pub fn named<const N: usize>(self, fields: &[&'static str; N]) -> Result<[Cell<'a>; N], WorkloadError> {
        let mut cells = [Cell { file: self.file, line: self.line, field: "", text: "" }; N];
        let mut found = 0;
        for text in self.cells() {
            if let (Some(cell), Some(field)) = (cells.get_mut(found), fields.get(found)) {
                (cell.field, cell.text) = (field, text);
            }
            found += 1;
        }
        if found >= fields.len() {
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

    /// Number of the last cell that holds something, of a row that is separated by more than blanks.
    pub fn width(self) -> usize {
        self.cells().enumerate().filter(|(_, text)| !text.is_empty()).last().map_or(0, |(i, _)| i + 1)
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

    /// The cell as a number without which there is no job: where it is missing or below what is `legal`, the row is none.
    pub fn amount(&self, allowed: &'static str, legal: impl Fn(f64) -> bool) -> Result<f64, Fault> {
        if self.is_missing() {
            return Err(Fault::no_job(format!("without {}", self.field)));
        }
        match crate::sim::number(self.text) {
            Some(x) if legal(x) => Ok(x),
            Some(x) if x < 0.0 => Err(Fault::no_job(format!("with a negative {}", self.field))),
            Some(0.0) => Err(Fault::no_job(format!("whose {} is 0", self.field))),
            _ => Err(self.wrong(allowed).into()),
        }
    }

    /// Whether the cell says that there is nothing.
    pub fn is_missing(&self) -> bool {
        ["", "-", "nan", "na", "n/a", "null", "none", "unknown"].iter().any(|nothing| self.text.eq_ignore_ascii_case(nothing))
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

    /// The same cell, by the name that messages have for it.
    pub fn called(self, field: &'static str) -> Self {
        Self { field, ..self }
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
