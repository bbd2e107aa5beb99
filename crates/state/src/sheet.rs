//! A table that was pasted or dropped: which of its columns are the arrivals, sizes and names of jobs, and the file of jobs that it becomes.

mod units;

use super::file::File;
use super::format;
use schedscope::csv::Csv;
use schedscope::sim::number;
use schedscope::workload::titles;
use schedscope::world::check::MANY;
use std::collections::BTreeSet;
pub use units::{Sizes, Unit};

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// When a job arrives.
    Arrival,
    /// The work it needs.
    Size,
    /// The work it is believed to need.
    Estimate,
    /// Its weight.
    Weight,
    /// What it is called.
    Id,
    /// Nothing that is used.
    Ignore,
}

impl Role {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 6] = [Self::Arrival, Self::Size, Self::Estimate, Self::Weight, Self::Id, Self::Ignore];

    /// How it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Arrival => "arrival",
            Self::Size => "size",
            Self::Estimate => "estimate",
            Self::Weight => "weight",
            Self::Id => "id",
            Self::Ignore => "not used",
        }
    }

    /// What the titles of such columns have in them; what says more comes first.
    fn names(self) -> impl Iterator<Item = &'static str> {
        let of_page: &[&str] = if self == Self::Size { &["seconds", "bytes"] } else { &[] };
        titles::names(self.name()).chain(of_page.iter().copied())
    }
}

/// The lines that hold something, each with its number; so many were before them.
fn filled(text: &str, before: usize) -> impl Iterator<Item = (usize, &str)> {
    (before + 1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// A name as links have it.
fn in_link(name: &str) -> String {
    name.replace(' ', "-")
}

/// A table, and what its columns are taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Name of its file.
    pub name: String,
    /// Titles of its columns.
    pub titles: Vec<String>,
    /// Its rows, each with its line.
    pub rows: Vec<(usize, Vec<String>)>,
    /// What each column is.
    pub roles: Vec<Role>,
    /// What arrivals are counted in, where they are numbers.
    pub arrivals: Unit,
    /// What sizes and estimates are counted in.
    pub sizes: Sizes,
    /// The file, where these rows are only its beginning.
    pub beginning_of: Option<File>,
    /// What is between cells.
    separator: char,
    /// Lines that were read.
    lines: usize,
    /// Whether a comma is that of decimals.
    commas: bool,
}

/// What a table comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The jobs as a file.
    pub csv: String,
    /// How many there are.
    pub jobs: usize,
    /// Their work ÷ the time from the first arrival to the last; absent where all arrive at once.
    pub load: Option<f64>,
    /// What is wrong with the first rows that are left out.
    pub faults: Vec<String>,
    /// How many rows are left out.
    pub left_out: usize,
}

impl Reading {
    /// How many rows are left out, and why the first is, if any are.
    pub fn left_out(&self) -> Option<String> {
        let rows = (self.left_out > 0).then(|| format::counted(self.left_out as u64, "row", "rows"))?;
        Some(format!("{rows} cannot be read and {} left out: {}", if self.left_out == 1 { "is" } else { "are" }, self.faults.first()?))
    }
}

/// Faults that are told.
const TOLD: usize = 5;
/// From this load on sizes are surely counted in something else.
const FAR: f64 = 10.0;

impl Sheet {
    /// A table with at least one row and two columns, separated by tabs, semicolons or commas; its columns are guessed.
    pub fn read(name: &str, text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let (_, first) = filled(text, 0).next()?;
        let separator = ['\t', ';', ','].into_iter().find(|separator| first.contains(*separator))?;
        let mut rows: Vec<(usize, Vec<String>)> = filled(text, 0).map(|(line, text)| (line, cells(text, separator))).collect();
        let commas = separator != ',';
        let columns = rows.first()?.1.len();
        let titled = rows[0].1.iter().all(|cell| value(cell, commas).is_none());
        let titles = if titled { rows.remove(0).1 } else { (1..=columns).map(|column| format!("column {column}")).collect() };
        if rows.is_empty() || columns < 2 {
            return None;
        }
        let mut sheet = Self {
            name: name.to_owned(),
            titles,
            rows,
            roles: vec![Role::Ignore; columns],
            arrivals: Unit::Seconds,
            sizes: Sizes::Time(Unit::Seconds),
            beginning_of: None,
            separator,
            lines: text.lines().count(),
            commas,
        };
        sheet.guess(titled);
        Some(sheet)
    }

    /// The table of a file that is too large for the page, from the text of its beginning: columns are chosen by it, and a worker reads the
    /// rest.
    pub fn of_beginning(file: File, text: &str) -> Option<Self> {
        // The last line may be cut off.
        let (lines, _) = text.rsplit_once('\n')?;
        let sheet = Self::read(&file.name, lines)?;
        Some(Self { beginning_of: Some(file), ..sheet })
    }

    /// Takes in the lines that follow.
    pub fn extend(&mut self, text: &str) {
        let separator = self.separator;
        self.rows.extend(filled(text, self.lines).map(|(line, text)| (line, cells(text, separator))));
        self.lines += text.lines().count();
    }

    fn guess(&mut self, titled: bool) {
        if !titled {
            let numbers: Vec<usize> = (0..self.titles.len()).filter(|column| self.holds_numbers(*column)).collect();
            let roles: &[Role] = match (numbers.len(), self.titles.len()) {
                (2, _) => &[Role::Arrival, Role::Size],
                (1, _) => &[Role::Size],
                _ => &[Role::Id, Role::Arrival, Role::Size, Role::Estimate, Role::Weight],
            };
            for (column, role) in numbers.into_iter().zip(roles) {
                self.roles[column] = *role;
            }
            self.measure();
            return;
        }
        // Of names, the one further to the front says more: "time" alone is an arrival, "service time" is not.
        for role in [Role::Estimate, Role::Size, Role::Arrival, Role::Weight, Role::Id] {
            let titled = |has: fn(&str, &str) -> bool| {
                let free = |column: &usize| self.roles[*column] == Role::Ignore;
                role.names().find_map(|name| (0..self.titles.len()).filter(free).find(|column| has(&self.titles[*column], name)))
            };
            // A whole title says more than a word in one: of `user_id` and `job_id` the second is the job's.
            let found = titled(|title, name| titles::plain(title) == name).or_else(|| titled(has_name));
            if let Some(column) = found {
                self.roles[column] = role;
            }
        }
        self.arrivals = self.unit_of(Role::Arrival);
        self.measure();
    }

    /// The unit that the title of a column names.
    fn unit_of(&self, role: Role) -> Unit {
        let title = self.column(role).map_or("", |column| &self.titles[column]);
        let named = |words: &[&str]| words.iter().any(|word| has_name(title, word));
        if named(&["ms", "millis", "milliseconds"]) {
            Unit::Milliseconds
        } else if named(&["min", "mins", "minutes"]) {
            Unit::Minutes
        } else if named(&["h", "hours"]) {
            Unit::Hours
        } else {
            Unit::Seconds
        }
    }

    /// Takes sizes to be counted in what their title says, unless the load would be far above 1 then.
    fn measure(&mut self) {
        let title = self.column(Role::Size).map_or("", |column| &self.titles[column]);
        self.sizes = if has_name(title, "bytes") { Sizes::Bytes(100.0) } else { Sizes::Time(self.unit_of(Role::Size)) };
        if self.missing().is_none() {
            let rows = self.read_rows();
            if rows.jobs.len() as u64 >= MANY && rows.load().is_some_and(|load| load >= FAR) {
                self.sizes = Sizes::Load(0.9);
            }
        }
    }

    /// Whether arrivals are dates, which have no unit.
    pub fn dated(&self) -> bool {
        let first = || self.rows.first()?.1.get(self.column(Role::Arrival)?);
        first().is_some_and(|cell| value(cell, self.commas).is_none() && date(cell).is_some())
    }

    /// What the file of jobs is called.
    pub fn file_name(&self) -> String {
        format!("{}.csv", self.name.rsplit_once('.').map_or(self.name.as_str(), |(stem, _)| stem))
    }

    fn holds_numbers(&self, column: usize) -> bool {
        self.rows.iter().take(20).all(|(_, cells)| cells.get(column).is_some_and(|cell| value(cell, self.commas).is_some()))
    }

    /// Takes a column for this. Another that was it is so no longer.
    pub fn assign(&mut self, column: usize, role: Role) {
        for (other, now) in self.roles.iter_mut().enumerate() {
            if other == column {
                *now = role;
            } else if *now == role {
                *now = Role::Ignore;
            }
        }
        match role {
            Role::Arrival => {
                self.arrivals = self.unit_of(role);
                self.measure();
            }
            Role::Size => self.measure(),
            _ => {}
        }
    }

    fn column(&self, role: Role) -> Option<usize> {
        self.roles.iter().position(|other| *other == role)
    }

    /// What is missing before it can be jobs.
    pub fn missing(&self) -> Option<&'static str> {
        match (self.column(Role::Arrival), self.column(Role::Size)) {
            (None, None) => Some("Say which column has the arrivals, and which the sizes."),
            (None, Some(_)) => Some("Say which column has the arrivals."),
            (Some(_), None) => Some("Say which column has the sizes."),
            (Some(_), Some(_)) => None,
        }
    }

    /// The titles of columns that are not used.
    pub fn unused(&self) -> Vec<&str> {
        let not_used = self.titles.iter().zip(&self.roles).filter(|(_, role)| **role == Role::Ignore);
        not_used.map(|(title, _)| title.as_str()).collect()
    }

    /// The rows that can be read.
    fn read_rows(&self) -> Rows {
        let columns: Vec<(Role, usize)> = [Role::Id, Role::Arrival, Role::Size, Role::Estimate, Role::Weight]
            .into_iter()
            .filter_map(|role| Some((role, self.column(role)?)))
            .collect();
        let named = columns.first().is_some_and(|(role, _)| *role == Role::Id);
        let (mut jobs, mut faults, mut left_out) = (vec![], vec![], 0);
        let mut known = BTreeSet::new();
        for (line, cells) in &self.rows {
            let cell = |(role, column): &(Role, usize)| self.cell(*role, cells.get(*column).map_or("", String::as_str));
            let read: Result<Vec<Value>, String> = columns.iter().map(cell).collect();
            let fault = match read {
                Ok(values) if named && !known.insert(values[0].text()) => format!("{} is the id of a job above", values[0].text()),
                Ok(values) => {
                    jobs.push(values);
                    continue;
                }
                Err(fault) => fault,
            };
            left_out += 1;
            if faults.len() < TOLD {
                faults.push(format!("line {line}: {fault}"));
            }
        }
        Rows { roles: columns.into_iter().map(|(role, _)| role).collect(), jobs, faults, left_out }
    }

    /// The jobs, without the rows that cannot be read.
    pub fn reading(&self) -> Reading {
        let rows = self.read_rows();
        let natural = rows.load();
        let scale = match (self.sizes, natural) {
            (Sizes::Load(load), Some(natural)) => load / natural,
            _ => 1.0,
        };
        // Dates are counted from the first of them.
        let begin = rows.span().map(|(first, _)| first).filter(|first| *first > DATED).unwrap_or(0.0);
        let written = |(role, value): (&Role, &Value)| match (role, value) {
            (_, Value::Text(text)) => text.clone(),
            (Role::Arrival, Value::Number(x)) => format::rounded(x - begin, 12).to_string(),
            (Role::Size | Role::Estimate, Value::Number(x)) => format::rounded(x * scale, 12).to_string(),
            (_, Value::Number(x)) => format::rounded(*x, 12).to_string(),
        };
        let named = rows.roles.first() == Some(&Role::Id);
        let title = |role: &Role| match role {
            Role::Arrival | Role::Size | Role::Estimate => format!("{} (s)", role.name()),
            _ => role.name().to_owned(),
        };
        let mut csv = Csv::new((!named).then(|| "id".to_owned()).into_iter().chain(rows.roles.iter().map(title)));
        for (i, job) in rows.jobs.iter().enumerate() {
            csv.line((!named).then(|| (i + 1).to_string()).into_iter().chain(rows.roles.iter().zip(job).map(written)));
        }
        Reading {
            csv: csv.text(),
            jobs: rows.jobs.len(),
            load: natural.map(|load| load * scale),
            faults: rows.faults,
            left_out: rows.left_out,
        }
    }

    fn cell(&self, role: Role, text: &str) -> Result<Value, String> {
        let wrong = |allowed: &str| format!("{} is \"{}\", not {allowed}", role.name(), text.chars().take(40).collect::<String>());
        let number = value(text, self.commas);
        let within = |x: &f64, least: f64| (least..=1e100).contains(x);
        match role {
            Role::Id | Role::Ignore if text.is_empty() || text.contains('"') => Err(wrong("a name without quotation marks")),
            Role::Id | Role::Ignore => Ok(Value::Text(text.to_owned())),
            Role::Arrival => {
                let time = number.map(|x| x * self.arrivals.seconds()).or_else(|| date(text));
                time.filter(|x| *x == 0.0 || within(x, 1e-100)).map(Value::Number).ok_or_else(|| wrong("a time of at least 0 or a date"))
            }
            Role::Size => {
                let size = number.map(|x| x * self.sizes.seconds()).filter(|x| within(x, 1e-100));
                size.map(Value::Number).ok_or_else(|| wrong("a number above 0"))
            }
            Role::Estimate => {
                let estimate = number.map(|x| x * self.sizes.seconds()).filter(|x| within(x, 0.0));
                estimate.map(Value::Number).ok_or_else(|| wrong("a number of at least 0"))
            }
            Role::Weight => number.filter(|x| within(x, 1e-100)).map(Value::Number).ok_or_else(|| wrong("a number above 0")),
        }
    }

    /// Which table this is, by its titles: what was chosen for one holds for the next.
    pub fn signature(&self) -> String {
        self.titles.join("\t")
    }

    /// What was chosen, to be remembered and for links: `seconds,bytes:100,id,arrival,size,not-used`.
    pub fn chosen(&self) -> String {
        let roles = self.roles.iter().map(|role| in_link(role.name()));
        [self.arrivals.name().to_owned(), self.sizes.write()].into_iter().chain(roles).collect::<Vec<_>>().join(",")
    }

    /// Chooses what was remembered, or what a link says. Whether that is about a table of so many columns.
    pub fn recall(&mut self, chosen: &str) -> bool {
        let Some((arrivals, sizes, roles)) = read_chosen(chosen).filter(|(.., roles)| roles.len() == self.roles.len()) else {
            return false;
        };
        (self.arrivals, self.sizes, self.roles) = (arrivals, sizes, roles);
        true
    }
}

/// The units and roles that were chosen for a table.
fn read_chosen(chosen: &str) -> Option<(Unit, Sizes, Vec<Role>)> {
    let mut words = chosen.split(',');
    let arrivals = words.next().and_then(|word| Unit::ALL.into_iter().find(|unit| unit.name() == word))?;
    let sizes = words.next().and_then(Sizes::read)?;
    Some((arrivals, sizes, words.filter_map(|word| Role::ALL.into_iter().find(|role| in_link(role.name()) == word)).collect()))
}

/// How a file was made from a table, in words, where this was [chosen](Sheet::chosen): its jobs are counted in seconds.
pub fn whence(chosen: &str) -> Option<String> {
    let (arrivals, sizes, roles) = read_chosen(chosen)?;
    let unused = roles.iter().filter(|role| **role == Role::Ignore).count() as u64;
    let sizes = match sizes {
        Sizes::Time(unit) => format!("sizes in {}", unit.name()),
        Sizes::Bytes(speed) => format!("sizes in bytes, served at {} MB/s", format::short(speed)),
        Sizes::Load(load) => format!("sizes scaled to a load of {}", format::short(load)),
    };
    let unused = if unused > 0 { format!("; {} not used", format::counted(unused, "column", "columns")) } else { String::new() };
    Some(format!("a table with arrivals in {} and {sizes}{unused}; all in seconds now", arrivals.name()))
}

/// Whether the columns of a file, of which this is the beginning, have to be asked for.
pub fn is_foreign(name: &str, head: &str) -> bool {
    const OURS: [&str; 6] = ["id", "arrival", "size", "estimate", "weight", "after"];
    const FLOWS: [&str; 7] = ["source", "destination", "size", "arrival", "class", "after", "id"];
    let Some((_, extension)) = name.rsplit_once('.') else { return false };
    let Some(line) =
        head.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
    else {
        return false;
    };
    match extension.to_ascii_lowercase().as_str() {
        "csv" => {
            let titles = cells(line, ',');
            let are = |all: &[&str], needed: &[&str]| {
                titles.iter().all(|title| all.contains(&title.as_str()))
                    && needed.iter().all(|needed| titles.iter().any(|title| title == needed))
            };
            !are(&OURS, &OURS[..3]) && !are(&FLOWS, &FLOWS[..4])
        }
        // A trace of SWIM has six columns and more, of which the second to the sixth are numbers.
        "tsv" => {
            let cells = cells(line, '\t');
            cells.len() < 6 || cells[1..6].iter().any(|cell| number(cell).is_none())
        }
        "txt" => Sheet::read(name, head).is_some(),
        _ => false,
    }
}

/// Something in a cell.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Text(String),
}

impl Value {
    fn text(&self) -> String {
        match self {
            Self::Number(x) => x.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Seconds of 1990: what is later is a date, not a time from some beginning.
const DATED: f64 = 6.3e8;

/// The cells of a line, without blanks and quotation marks around them.
fn cells(line: &str, separator: char) -> Vec<String> {
    let (mut cells, mut cell, mut inside) = (vec![], String::new(), false);
    for c in line.chars() {
        match c {
            '"' => inside = !inside,
            c if c == separator && !inside => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            c => cell.push(c),
        }
    }
    cells.push(cell.trim().to_owned());
    cells
}

/// The number in a cell, with a comma or a point before its decimals.
fn value(cell: &str, commas: bool) -> Option<f64> {
    if commas && cell.contains(',') && !cell.contains('.') { number(&cell.replace(',', ".")) } else { number(cell) }
}

/// Whether these words are in a title.
fn has_name(title: &str, name: &str) -> bool {
    format!(" {} ", titles::plain(title)).contains(&format!(" {name} "))
}

/// Seconds from 1970 to a date such as `2026-05-03 14:05:09.5`, with `T` or a blank before the time, and `Z` or an offset behind it.
fn date(text: &str) -> Option<f64> {
    let text = text.trim();
    let (day, time) = text.split_once(['T', ' ']).unwrap_or((text, "0:0"));
    let mut parts = day.split('-').map(|part| part.parse::<i64>().ok());
    let (Some(Some(year)), Some(Some(month)), Some(Some(of_month)), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return None;
    };
    let (time, offset) = match time.strip_suffix('Z') {
        Some(time) => (time, 0.0),
        None => match time.rfind(['+', '-']) {
            Some(sign) => {
                let (hours, minutes) = time[sign + 1..].split_once(':')?;
                let offset = number(hours)? * 3600.0 + number(minutes)? * 60.0;
                (&time[..sign], if time[sign..].starts_with('-') { -offset } else { offset })
            }
            None => (time, 0.0),
        },
    };
    let mut clock = time.split(':').map(number);
    let (hours, minutes, seconds) = (clock.next()??, clock.next()??, clock.next().unwrap_or(Some(0.0))?);
    let legal = (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&of_month);
    if !legal || clock.next().is_some() || hours >= 25.0 || minutes >= 60.0 || seconds >= 61.0 {
        return None;
    }
    // Days from 1970 of the Gregorian calendar, whose years begin here in March.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + of_month - 1 - 719_468;
    Some(days as f64 * 86_400.0 + hours * 3600.0 + minutes * 60.0 + seconds - offset)
}

/// The rows of a table that can be read.
struct Rows {
    /// What their cells are.
    roles: Vec<Role>,
    jobs: Vec<Vec<Value>>,
    /// What is wrong with the first of the others.
    faults: Vec<String>,
    /// How many the others are.
    left_out: usize,
}

impl Rows {
    fn numbers(&self, role: Role) -> impl Iterator<Item = f64> {
        let column = self.roles.iter().position(|other| *other == role);
        self.jobs.iter().filter_map(move |job| if let Value::Number(x) = job[column?] { Some(x) } else { None })
    }

    /// The first and the last arrival.
    fn span(&self) -> Option<(f64, f64)> {
        self.numbers(Role::Arrival).map(|time| (time, time)).reduce(|(first, last), (time, _)| (first.min(time), last.max(time)))
    }

    /// Work ÷ the time from the first arrival to the last.
    fn load(&self) -> Option<f64> {
        let (first, last) = self.span()?;
        Some(self.numbers(Role::Size).sum::<f64>() / (last - first)).filter(|load| load.is_finite())
    }
}

#[cfg(test)]
mod tests;
