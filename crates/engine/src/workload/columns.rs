//! Which columns of a table are what, where their titles do not say so: `arrival=TIMESTAMP,size=GeneratedTokens:30/s`.

use super::time::{self, Unit};
use super::titles;
use thiserror::Error;

/// What the columns of a table are, as far as it is said. Whatever is not said is known by its title.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    columns: Vec<Column>,
    separator: Option<char>,
}

/// What is said of one column.
#[derive(Clone, Debug, PartialEq)]
struct Column {
    /// What it is.
    field: String,
    /// Its title, or `#` and its number from 1; nothing if the table is to be read as if it had no such column.
    title: String,
    /// What its numbers are counted in.
    unit: Option<Unit>,
}

/// A column that was found: its place in the table, and what its numbers are counted in.
pub(super) type Found = (usize, Option<Unit>);

/// Why a text says nothing of columns.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{found}; allowed: {allowed}")]
pub struct ColumnsError {
    /// What is wrong with it.
    pub found: String,
    /// What may be written.
    pub allowed: &'static str,
}

/// What separates cells, with the words for it.
const SEPARATORS: [(char, &str); 4] = [(',', "comma"), (';', "semicolon"), ('\t', "tab"), ('|', "bar")];

impl Columns {
    /// What may be written.
    pub const ALLOWED: &'static str = "what each column is, with commas between: arrival=TITLE,size=TITLE:UNIT, or #3 for the third; separator=comma, semicolon, tab or bar";

    /// Reads what is written with commas between: a column that is read and its title in the table or its number, such as
    /// `size=GeneratedTokens` or `size=#3` for the third. A [unit](Unit::read) may follow the title, as in `size=elapsed:ms` or, for what is served at
    /// some speed, `size=tokens:30/s`. Nothing instead of a title, as in `estimate=`, says that no column is that. `separator=bar` says
    /// what is between cells, otherwise it is found.
    ///
    /// # Errors
    /// The first that cannot be understood.
    pub fn read(text: &str) -> Result<Self, ColumnsError> {
        let wrong = |found: String, allowed| ColumnsError { found, allowed };
        let mut all = Self::default();
        for part in text.split(',') {
            let Some((field, title)) = part.split_once('=') else {
                return Err(wrong(format!("\"{part}\""), Self::ALLOWED));
            };
            let (field, title) = (field.trim().to_lowercase(), title.trim());
            if field == "separator" {
                let found = SEPARATORS.iter().find(|(separator, word)| *word == title || separator.to_string() == title);
                let Some((separator, _)) = found else {
                    return Err(wrong(format!("separator={title}"), "comma, semicolon, tab or bar"));
                };
                all.separator = Some(*separator);
                continue;
            }
            if all.place(&field).is_some() {
                return Err(wrong(format!("{field} is there twice"), "each column once"));
            }
            let (title, unit) = match title.rsplit_once(':') {
                Some((title, unit)) if Unit::read(unit).is_some() => (title.trim_end(), Unit::read(unit)),
                _ => (title, None),
            };
            all.columns.push(Column { field, title: title.to_owned(), unit });
        }
        Ok(all)
    }

    /// The same with the column at this place, from 0, or none, and its unit.
    #[must_use]
    pub fn with(mut self, field: &str, place: Option<usize>, unit: Option<Unit>) -> Self {
        let title = place.map(|place| format!("#{}", place.saturating_add(1))).unwrap_or_default();
        self.columns.retain(|column| column.field != field);
        self.columns.push(Column { field: field.to_owned(), title, unit });
        self
    }

    /// As it is [read](Self::read).
    #[must_use]
    pub fn written(&self) -> String {
        let column = |Column { field, title, unit }: &Column| {
            let unit = unit.map(|unit| format!(":{}", unit.written())).unwrap_or_default();
            format!("{field}={title}{unit}")
        };
        let separator = self.separator.and_then(|separator| SEPARATORS.iter().find(|(known, _)| *known == separator));
        let parts: Vec<String> = self.columns.iter().map(column).chain(separator.map(|(_, word)| format!("separator={word}"))).collect();
        parts.join(",")
    }

    /// Whether it is said which column is this.
    pub(super) fn names(&self, field: &str) -> bool {
        self.place(field).is_some_and(|i| !self.columns[i].title.is_empty())
    }

    /// What the columns are that are said of.
    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| &*column.field)
    }

    /// The column that is said to be this: its place among these titles and the unit that is said, or none.
    ///
    /// # Errors
    /// If there is none of the title that is said, which comes back.
    pub(super) fn find(&self, field: &str, titles: &[&str]) -> Result<Option<Found>, String> {
        let Some(Column { title, unit, .. }) = self.place(field).map(|i| &self.columns[i]).filter(|column| !column.title.is_empty()) else {
            return Ok(None);
        };
        let (bare, plain) = (title.trim_matches('"'), titles::plain(title));
        let alike = || {
            let mut alike = (0..titles.len()).filter(|i| titles::plain(titles[*i]) == plain);
            alike.next().filter(|_| alike.next().is_none())
        };
        let number = || place(title).filter(|place| *place < titles.len());
        let place = titles.iter().position(|known| *known == bare).or_else(number).or_else(alike).ok_or_else(|| title.clone())?;
        Ok(Some((place, *unit)))
    }

    /// Whether a table that begins with these cells has no titles: some are numbers or times, and columns are said by their numbers.
    pub(super) fn untitled(&self, cells: &[&str]) -> bool {
        let numbered = self.columns.iter().any(|column| place(&column.title).is_some());
        numbered && cells.iter().any(|cell| time::is_value(cell))
    }

    /// What separates the cells of a table with this header: what is said, else what makes most cells of it.
    pub(super) fn separator(&self, header: &str) -> char {
        let outside = || {
            let mut inside = false;
            header.chars().filter(move |c| {
                inside ^= *c == '"';
                !inside
            })
        };
        let count = |separator: char| outside().filter(|c| *c == separator).count();
        // Of two that make as many cells the first counts: that of the format.
        let found = || SEPARATORS.iter().map(|(separator, _)| *separator).rev().max_by_key(|separator| count(*separator)).unwrap_or(',');
        self.separator.unwrap_or_else(found)
    }

    fn place(&self, field: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.field == field)
    }
}

/// The place that is meant by `#` and a number from 1.
fn place(title: &str) -> Option<usize> {
    title.strip_prefix('#')?.parse::<usize>().ok()?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_comes_back() {
        for text in ["arrival=TIMESTAMP,size=GeneratedTokens:30/s", "size=#3:ms,estimate=", "id=Job ID,separator=bar", "size=a:b"] {
            assert_eq!(Columns::read(text).unwrap().written(), text);
        }
        assert_eq!(Columns::read(" Arrival = t , size = x : min ").unwrap().written(), "arrival=t,size=x:min");
        let said = |text: &str| Columns::read(text).unwrap_err().to_string();
        assert!(said("TIMESTAMP").starts_with("\"TIMESTAMP\"; allowed: what each column is"));
        assert_eq!(said("size=a,size=b"), "size is there twice; allowed: each column once");
        assert_eq!(said("size=a,separator=dot"), "separator=dot; allowed: comma, semicolon, tab or bar");
    }

    #[test]
    fn a_column_is_found_by_title_or_number() {
        let columns = Columns::read("arrival=time stamp,size=run_ms,estimate=#1,weight=x,id=").unwrap();
        let titles = ["TimeStamp", "run_ms", "x y"];
        assert_eq!(columns.find("arrival", &titles), Ok(Some((0, None))));
        assert_eq!(columns.find("size", &titles), Ok(Some((1, None))));
        assert_eq!(columns.find("estimate", &titles), Ok(Some((0, None))));
        assert_eq!(columns.find("weight", &titles), Err("x".to_owned()));
        assert_eq!((columns.find("id", &titles), columns.find("after", &titles)), (Ok(None), Ok(None)));
        assert!(columns.names("size") && !columns.names("id") && !columns.untitled(&titles) && columns.untitled(&["5", "x", "1-00:00:00"]));
    }

    #[test]
    fn the_separator_is_found() {
        let found = |header: &str| Columns::default().separator(header);
        assert_eq!([found("a,b"), found("a;b"), found("a\tb"), found("JobID|Submit|Elapsed")], [',', ';', '\t', '|']);
        assert_eq!([found("\"a,b,c\";d"), found("size, in bytes;arrival;id"), found("a")], [';', ';', ',']);
        assert_eq!(Columns::read("size=#1,separator=;").unwrap().separator("a,b"), ';');
    }
}
