//! Rows of a separated text file, with the line each came from, and tables whose first row names their columns.

use super::roll::shorten;
use super::time::{self, Origin, Unit};
use super::{Columns, LeftOut, WorkloadError, titles};

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
#[derive(Clone)]
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

    /// Rows of a table, whose separator is what is said of its columns, or the table's own first line `sep=;` as spreadsheets write it, or
    /// found in its header.
    pub fn of_table(file: &'a str, bytes: &'a [u8], columns: &Columns, expected: &'static str) -> Result<Self, WorkloadError> {
        let mut rows = Self::new(file, bytes, ',', expected)?;
        let said = rows.rest.strip_prefix("sep=").or_else(|| rows.rest.strip_prefix("SEP=")).and_then(|said| {
            let (separator, rest) = said.split_at_checked(said.chars().next()?.len_utf8())?;
            Some((separator.chars().next()?, rest.trim_start_matches('\r').strip_prefix('\n')?))
        });
        if let Some((separator, rest)) = said {
            (rows.separator, rows.rest, rows.line) = (separator, rest, 2);
        } else {
            let header = rows.rest.lines().find(|line| !line.trim().is_empty() && !rows.is_comment(line));
            rows.separator = columns.separator(header.unwrap_or_default());
        }
        Ok(rows)
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
    /// Places of those that say when something happens: numbers or dates.
    pub instants: &'static [usize],
    /// Places of those that say how long something takes: numbers or durations.
    pub lengths: &'static [usize],
    /// What messages say that the header must name.
    pub columns: &'static str,
    /// Which of them a title stands for, and how well: the least number says most.
    pub known: fn(&str) -> Option<(usize, usize)>,
}

/// How a column may be named, and what it is counted in.
const NAMED: &str =
    "a title, or the number of a column such as #3, and then a unit if need be: ns, us, ms, s, min, h, d or a rate such as 30/s";

/// How the cells of a column are read.
#[derive(Clone, Copy)]
enum Kind {
    /// As numbers.
    Number,
    /// As instants.
    Instant(Unit, Origin),
    /// As lengths of time.
    Length(Unit),
}

/// A table whose first row names its columns.
pub(crate) struct Table<'a, const N: usize> {
    rows: Rows<'a>,
    fields: [&'static str; N],
    instants: &'static [usize],
    lengths: &'static [usize],
    /// Where in a row each field is.
    pub place: [Option<usize>; N],
    /// What the numbers of each are counted in, if that is said.
    pub units: [Option<Unit>; N],
    width: usize,
    unread: Vec<String>,
}

impl<'a, const N: usize> Table<'a, N> {
    /// The table whose header comes next in these rows. A column is what is said of it, else what its title stands for; of several titles
    /// that stand for one the one that says most counts. Without a header columns have numbers.
    ///
    /// # Errors
    /// If a column that is needed is not there, or one is there twice.
    pub fn new(mut rows: Rows<'a>, form: &Form<N>, said: &Columns) -> Result<Self, WorkloadError> {
        let (file, all) = (rows.file, rows.clone());
        let Some(header) = rows.next() else {
            let why = format!("the file is empty; expected a header with the columns {}", form.columns);
            return Err(WorkloadError::Empty { file: file.to_owned(), why });
        };
        let wrong = |found: String| WorkloadError::Header { file: file.to_owned(), line: header.line, found, columns: form.columns };
        let mut titles: Vec<&str> = header.cells().collect();
        let width = titles.len();
        let untitled = said.untitled(&titles);
        if untitled {
            (rows, titles) = (all, vec![""; width]);
        }
        let timed = |field: &usize| form.instants.contains(field) || form.lengths.contains(field);
        let mut best: [Option<(usize, usize, Option<Unit>)>; N] = [None; N];
        for (i, title) in titles.iter().enumerate() {
            let plain = || (form.known)(title).map(|(field, rank)| (field, rank, None));
            let measured = titles::measured(title).and_then(|(bare, unit)| Some(((form.known)(bare)?, unit)));
            let measured = measured.map(|((field, rank), unit)| (field, rank, Some(unit))).filter(|(field, ..)| timed(field));
            let Some((field, rank, unit)) = measured.or_else(plain) else { continue };
            match best[field] {
                _ if said.names(form.fields[field]) => {}
                Some((_, other, _)) if other == rank => return Err(wrong(format!("column \"{}\" is there twice", shorten(title)))),
                Some((_, other, _)) if other < rank => {}
                _ => best[field] = Some((i, rank, unit)),
            }
        }
        for said_of in said.fields() {
            let about =
                |found: String, allowed| WorkloadError::Instance { file: file.to_owned(), place: "columns".to_owned(), found, allowed };
            let Some(field) = form.fields.iter().position(|field| *field == said_of) else {
                return Err(about(format!("no column that is read is called {said_of}"), form.columns));
            };
            best[field] = match said.find(said_of, &titles) {
                Ok(Some((_, Some(_)))) if !timed(&field) => {
                    return Err(about(format!("{said_of} has a unit"), "units of times and of what takes time"));
                }
                Ok(found) => found.map(|(place, unit)| (place, 0, unit.or_else(|| titles::unit(titles[place]).filter(|_| timed(&field))))),
                Err(title) => {
                    let there: Vec<String> = titles.iter().map(|title| shorten(title)).collect();
                    let there =
                        if untitled { format!("{width} columns, without titles") } else { format!("there is {}", there.join(", ")) };
                    let found = format!("{said_of} is to be \"{title}\", which is not there ({there})");
                    return Err(about(found, NAMED));
                }
            };
        }
        let place = best.map(|best| best.map(|(place, ..)| place));
        let units = best.map(|best| best.and_then(|(.., unit)| unit));
        let unread: Vec<String> =
            (0..width).filter(|i| !place.contains(&Some(*i))).map(|i| shorten(titles[i])).filter(|title| !title.is_empty()).collect();
        if let Some(&missing) = form.required.iter().find(|field| place[**field].is_none()) {
            let field = form.fields[missing];
            let there = match &unread[..] {
                [] => String::new(),
                [title, ..] => format!(" (there is {}; --columns says which it is, as in {field}={title})", unread.join(", ")),
            };
            return Err(wrong(format!("column \"{field}\" is missing{there}")));
        }
        Ok(Self { rows, fields: form.fields, instants: form.instants, lengths: form.lengths, place, units, width, unread })
    }

    /// Whether these columns are surely in seconds: their titles or what is said of them name a unit, or they hold dates or durations.
    pub fn in_seconds(&self, fields: &[usize]) -> bool {
        let first = || self.rows.clone().next();
        let worded = |field: usize| {
            let text = first().and_then(|row| row.cells().nth(self.place[field]?));
            text.is_some_and(|text| time::amount(text, self.commas()).is_none() && time::is_value(text))
        };
        fields.iter().filter(|field| self.place[**field].is_some()).all(|field| self.units[*field].is_some() || worded(*field))
    }

    /// Whether the decimals of a number may follow a comma.
    fn commas(&self) -> bool {
        self.rows.separator != ','
    }

    /// What instants are counted from: the first of them, if they are dates.
    fn origin(&self) -> Origin {
        let none = Origin::Number(0.0);
        let cells = |row: TableRow<'a>| {
            let all: Vec<&str> = row.cells().collect();
            let of = move |field: usize| all.get(self.place[field]?).map(|text| (*text, self.units[field].unwrap_or(Unit::Seconds)));
            self.instants.iter().filter_map(move |field| of(*field)).filter(|(text, _)| !is_missing(text)).collect::<Vec<_>>()
        };
        let first = self.rows.clone().flat_map(cells).next().and_then(|(text, unit)| Origin::like(text, unit, self.commas()));
        first.map_or(none, |first| {
            self.rows.clone().flat_map(cells).fold(first, |first, (text, unit)| first.before(text, unit, self.commas()))
        })
    }

    /// Reads all rows by the cells of their fields, those that the table has; says what was left out.
    ///
    /// # Errors
    /// As [`Rows::each`].
    pub fn each(self, read: &mut dyn FnMut(TableRow<'a>, [Option<Cell<'a>>; N]) -> Result<(), Fault>) -> Result<LeftOut, WorkloadError> {
        let (origin, commas) = (self.origin(), self.commas());
        let Self { rows, fields, instants, lengths, place, units, width, unread } = self;
        let kinds: [Kind; N] = std::array::from_fn(|field| {
            let unit = units[field].unwrap_or(Unit::Seconds);
            match field {
                _ if instants.contains(&field) => Kind::Instant(unit, origin),
                _ if lengths.contains(&field) => Kind::Length(unit),
                _ => Kind::Number,
            }
        });
        let mut left_out = rows.each(&mut |row| {
            let mut cells = [None; N];
            let mut found = 0;
            for (i, text) in row.cells().enumerate() {
                for (field, _) in place.iter().enumerate().filter(|(_, place)| **place == Some(i)) {
                    cells[field] = Some(Cell { file: row.file, line: row.line, field: fields[field], text, kind: kinds[field], commas });
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

/// The rows of a table with its header, each with its line from 1: cells without quotation marks.
///
/// # Errors
/// If it is not text.
pub fn rows_of(name: &str, bytes: &[u8]) -> Result<Vec<(u64, Vec<String>)>, WorkloadError> {
    let rows = Rows::of_table(name, bytes, &Columns::default(), "a table")?;
    Ok(rows.map(|row| (row.line, row.cells().map(str::to_owned).collect())).collect())
}

/// Whether a cell says that there is nothing.
fn is_missing(text: &str) -> bool {
    /// The last three are how schedulers say that they set no limit.
    const NOTHING: [&str; 13] =
        ["", "-", "nan", "na", "n/a", "null", "none", "nil", "\\n", "unknown", "unlimited", "partition_limit", "invalid"];
    NOTHING.iter().any(|nothing| text.eq_ignore_ascii_case(nothing))
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
        let mut cells = [self.cell("", ""); N];
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
        words.map(move |(i, text)| self.cell(fields[i.min(N - 1)], text))
    }

    /// A cell of numbers.
    fn cell(self, field: &'static str, text: &'a str) -> Cell<'a> {
        Cell { file: self.file, line: self.line, field, text, kind: Kind::Number, commas: false }
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
    kind: Kind,
    commas: bool,
}

impl<'a> Cell<'a> {
    /// The number that the cell holds: seconds, if it is an instant or a length of time.
    fn value(&self) -> Option<f64> {
        match self.kind {
            Kind::Number => time::amount(self.text, self.commas),
            Kind::Instant(unit, origin) => origin.since(self.text, unit, self.commas),
            Kind::Length(unit) => time::amount(self.text, self.commas).map(|x| unit.seconds(x)).or_else(|| time::duration(self.text)),
        }
    }

    /// The cell as a number that is `legal`.
    pub fn number(&self, allowed: &'static str, legal: impl Fn(f64) -> bool) -> Result<f64, WorkloadError> {
        self.value().filter(|x| legal(*x)).ok_or_else(|| self.wrong(allowed))
    }

    /// The cell as a number without which there is no job: where it is missing or below what is `legal`, the row is none.
    pub fn amount(&self, allowed: &'static str, legal: impl Fn(f64) -> bool) -> Result<f64, Fault> {
        if self.is_missing() {
            return Err(Fault::no_job(format!("without {}", self.field)));
        }
        match self.value() {
            Some(x) if legal(x) => Ok(x),
            Some(x) if x < 0.0 => Err(Fault::no_job(format!("with a negative {}", self.field))),
            Some(0.0) => Err(Fault::no_job(format!("whose {} is 0", self.field))),
            _ => Err(self.wrong(allowed).into()),
        }
    }

    /// Whether the cell says that there is nothing.
    pub fn is_missing(&self) -> bool {
        is_missing(self.text)
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
        let allowed = if matches!(self.kind, Kind::Instant(_, Origin::Date(_))) { "a date, as others of the column are" } else { allowed };
        WorkloadError::Value { file: self.file.to_owned(), line: self.line, field: self.field, value, allowed }
    }
}
