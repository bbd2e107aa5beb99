//! A table that was pasted or dropped: which of its columns are the arrivals, sizes and names of jobs, and the file of jobs that it becomes.

use super::format;
use schedscope_engine::sim::number;
use schedscope_engine::world::check::MANY;

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

    /// Words in the title of such a column.
    const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Arrival => &["arrival", "arrive", "submit", "submission", "submitted", "start", "begin", "timestamp", "time"],
            Self::Size => &["size", "duration", "runtime", "elapsed", "service", "work", "length", "took", "seconds", "bytes"],
            Self::Estimate => &["estimate", "estimated", "guess", "guessed", "predicted", "prediction", "requested", "expected"],
            Self::Weight => &["weight", "priority"],
            Self::Id => &["id", "job", "name", "key", "task"],
            Self::Ignore => &[],
        }
    }
}

/// What numbers of a column are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Milliseconds.
    Milliseconds,
    /// Seconds, or whatever unit all columns have.
    Seconds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
}

impl Unit {
    /// All.
    pub const ALL: [Self; 4] = [Self::Milliseconds, Self::Seconds, Self::Minutes, Self::Hours];

    /// How it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Milliseconds => "milliseconds",
            Self::Seconds => "seconds",
            Self::Minutes => "minutes",
            Self::Hours => "hours",
        }
    }

    const fn seconds(self) -> f64 {
        match self {
            Self::Milliseconds => 1e-3,
            Self::Seconds => 1.0,
            Self::Minutes => 60.0,
            Self::Hours => 3600.0,
        }
    }
}

/// What sizes and estimates are counted in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sizes {
    /// Time.
    Time(Unit),
    /// Bytes, at so many million of them a second.
    Bytes(f64),
    /// Whatever it is: they are scaled so that the load is this.
    Load(f64),
}

impl Sizes {
    /// All, in the order in which they are offered, with usual numbers.
    pub const ALL: [Self; 6] = [
        Self::Time(Unit::Milliseconds),
        Self::Time(Unit::Seconds),
        Self::Time(Unit::Minutes),
        Self::Time(Unit::Hours),
        Self::Bytes(100.0),
        Self::Load(0.9),
    ];

    /// How it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time(unit) => unit.name(),
            Self::Bytes(_) => "bytes",
            Self::Load(_) => "any unit",
        }
    }

    /// Its number: a speed in MB/s, or a load.
    pub const fn number(self) -> Option<f64> {
        match self {
            Self::Time(_) => None,
            Self::Bytes(number) | Self::Load(number) => Some(number),
        }
    }

    /// The same with another number, if it is one that can be.
    pub fn with(self, number: f64) -> Option<Self> {
        let other = match self {
            Self::Time(_) => self,
            Self::Bytes(_) => Self::Bytes(number),
            Self::Load(_) => Self::Load(number),
        };
        let most = if matches!(self, Self::Load(_)) { 10.0 } else { 1e9 };
        (1e-3..=most).contains(&number).then_some(other)
    }

    /// Seconds of one.
    fn seconds(self) -> f64 {
        match self {
            Self::Time(unit) => unit.seconds(),
            Self::Bytes(speed) => 1e-6 / speed,
            Self::Load(_) => 1.0,
        }
    }

    /// In a link: `seconds`, `bytes:100`, `any-unit:0.9`.
    fn write(self) -> String {
        let number = self.number().map(|number| format!(":{number}")).unwrap_or_default();
        format!("{}{number}", in_link(self.name()))
    }

    fn read(text: &str) -> Option<Self> {
        let (name, number_text) = text.split_once(':').map_or((text, None), |(name, number)| (name, Some(number)));
        let known = Self::ALL.into_iter().find(|sizes| in_link(sizes.name()) == name)?;
        number_text.map_or(Some(known), |text| known.with(number(text)?))
    }
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

/// Faults that are told.
const TOLD: usize = 5;
/// From this load on sizes are surely counted in something else.
const FAR: f64 = 10.0;

impl Sheet {
    /// A table with at least one row and two columns, separated by tabs, semicolons or commas; its columns are guessed.
    pub fn read(name: &str, text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let mut lines =
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#')).peekable();
        let (_, first) = *lines.peek()?;
        let separator = ['\t', ';', ','].into_iter().find(|separator| first.contains(*separator))?;
        let mut rows: Vec<(usize, Vec<String>)> = lines.map(|(line, text)| (line, cells(text, separator))).collect();
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
            commas,
        };
        sheet.guess(titled);
        Some(sheet)
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
            self.sizes = self.measure();
            return;
        }
        // A word further to the front says more: "time" alone is an arrival, "service time" is not.
        for role in [Role::Estimate, Role::Size, Role::Arrival, Role::Weight, Role::Id] {
            let found = role.words().iter().find_map(|word| {
                (0..self.titles.len()).find(|column| self.roles[*column] == Role::Ignore && has_word(&self.titles[*column], word))
            });
            if let Some(column) = found {
                self.roles[column] = role;
            }
        }
        self.arrivals = self.unit_of(Role::Arrival);
        self.sizes = self.measure();
    }

    /// The unit that the title of a column names.
    fn unit_of(&self, role: Role) -> Unit {
        let title = self.column(role).map_or("", |column| &self.titles[column]);
        let named = |words: &[&str]| words.iter().any(|word| has_word(title, word));
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

    /// What sizes are counted in: as their title says, unless the load would be far above 1 then.
    fn measure(&self) -> Sizes {
        let title = self.column(Role::Size).map_or("", |column| &self.titles[column]);
        let sizes = if has_word(title, "bytes") { Sizes::Bytes(100.0) } else { Sizes::Time(self.unit_of(Role::Size)) };
        let read = Self { sizes, ..self.clone() };
        let far = self.missing().is_none() && {
            let Reading { jobs, load, .. } = read.reading();
            jobs as u64 >= MANY && load.is_some_and(|load| load >= FAR)
        };
        if far { Sizes::Load(0.9) } else { sizes }
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
            Role::Arrival => (self.arrivals, self.sizes) = (self.unit_of(role), self.measure()),
            Role::Size => self.sizes = self.measure(),
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

    /// The jobs, without the rows that cannot be read.
    pub fn reading(&self) -> Reading {
        let columns: Vec<(Role, usize)> = [Role::Id, Role::Arrival, Role::Size, Role::Estimate, Role::Weight]
            .into_iter()
            .filter_map(|role| Some((role, self.column(role)?)))
            .collect();
        let named = columns.first().is_some_and(|(role, _)| *role == Role::Id);
        let (mut jobs, mut faults, mut left_out) = (vec![], vec![], 0);
        let mut known = std::collections::BTreeSet::new();
        for (line, cells) in &self.rows {
            let read = || {
                columns
                    .iter()
                    .map(|(role, column)| self.cell(*role, cells.get(*column).map_or("", String::as_str)))
                    .collect::<Result<Vec<_>, _>>()
            };
            match read() {
                Ok(values) if named && !known.insert(values[0].text()) => {
                    faults.push(format!("line {line}: {} is the id of a job above", values[0].text()));
                    left_out += 1;
                }
                Ok(values) => jobs.push(values),
                Err(fault) => {
                    faults.push(format!("line {line}: {fault}"));
                    left_out += 1;
                }
            }
        }
        faults.truncate(TOLD);
        let place = columns.iter().position(|(role, _)| *role == Role::Arrival);
        let arrival = |job: &[Value]| place.and_then(|place| if let Value::Number(x) = job[place] { Some(x) } else { None });
        // Dates are counted from the first of them.
        let dated = jobs.iter().filter_map(|job| arrival(job)).fold(f64::INFINITY, f64::min);
        let begin = if dated.is_finite() && dated > DATED { dated } else { 0.0 };
        let sum = |of: Role| -> f64 {
            let column = columns.iter().position(|(role, _)| *role == of);
            let number = |job: &Vec<Value>| if let Value::Number(x) = job[column?] { Some(x) } else { None };
            jobs.iter().filter_map(number).sum()
        };
        let last = jobs.iter().filter_map(|job| arrival(job)).fold(f64::NEG_INFINITY, f64::max);
        let natural = Some(sum(Role::Size) / (last - dated)).filter(|load| load.is_finite());
        let scale = match (self.sizes, natural) {
            (Sizes::Load(load), Some(natural)) => load / natural,
            _ => 1.0,
        };
        let scaled = |column: usize| if matches!(columns[column].0, Role::Size | Role::Estimate) { scale } else { 1.0 };
        let mut csv = (!named).then_some("id").into_iter().chain(columns.iter().map(|(role, _)| role.name())).collect::<Vec<_>>().join(",");
        for (i, job) in jobs.iter().enumerate() {
            let cells = job.iter().enumerate().map(|(column, value)| match value {
                Value::Number(x) if Some(column) == place => format::rounded(x - begin, 12).to_string(),
                Value::Number(x) => format::rounded(*x * scaled(column), 12).to_string(),
                Value::Text(text) => quoted(text),
            });
            csv.push('\n');
            csv += &(!named).then(|| (i + 1).to_string()).into_iter().chain(cells).collect::<Vec<_>>().join(",");
        }
        csv.push('\n');
        Reading { csv, jobs: jobs.len(), load: natural.map(|load| load * scale), faults, left_out }
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
        let mut words = chosen.split(',');
        let arrivals = words.next().and_then(|word| Unit::ALL.into_iter().find(|unit| unit.name() == word));
        let (Some(arrivals), Some(sizes)) = (arrivals, words.next().and_then(Sizes::read)) else { return false };
        let roles: Vec<Role> = words.filter_map(|word| Role::ALL.into_iter().find(|role| in_link(role.name()) == word)).collect();
        let fits = roles.len() == self.roles.len();
        if fits {
            (self.arrivals, self.sizes, self.roles) = (arrivals, sizes, roles);
        }
        fits
    }
}

/// Whether the columns of a file, of which this is the beginning, have to be asked for.
pub fn is_foreign(name: &str, head: &str) -> bool {
    const OURS: [&str; 6] = ["id", "arrival", "size", "estimate", "weight", "after"];
    let Some((_, extension)) = name.rsplit_once('.') else { return false };
    let Some(line) =
        head.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
    else {
        return false;
    };
    match extension.to_ascii_lowercase().as_str() {
        "csv" => {
            let titles = cells(line, ',');
            !(titles.iter().all(|title| OURS.contains(&title.as_str()))
                && OURS[..3].iter().all(|ours| titles.iter().any(|title| title == ours)))
        }
        // A trace of SWIM has six columns, of which all but the first are numbers.
        "tsv" => {
            let cells = cells(line, '\t');
            cells.len() != 6 || cells[1..].iter().any(|cell| number(cell).is_none())
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

fn quoted(text: &str) -> String {
    if text.contains(',') { format!("\"{text}\"") } else { text.to_owned() }
}

/// The number in a cell, with a comma or a point before its decimals.
fn value(cell: &str, commas: bool) -> Option<f64> {
    if commas && cell.contains(',') && !cell.contains('.') { number(&cell.replace(',', ".")) } else { number(cell) }
}

/// Whether a title has this word.
fn has_word(title: &str, word: &str) -> bool {
    title.split(|c: char| !c.is_alphanumeric()).any(|part| part.eq_ignore_ascii_case(word))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Sheet {
        Sheet::read("t.csv", text).unwrap()
    }

    #[test]
    fn titles_tell_what_columns_are() {
        let sheet = read("Job name;Submit time (min);Service time;Predicted;User\nload;1,5;2;3;ann\n\"a; b\";2;4;4;bob\n");
        assert_eq!(sheet.roles, [Role::Id, Role::Arrival, Role::Size, Role::Estimate, Role::Ignore]);
        assert_eq!((sheet.arrivals, sheet.sizes, sheet.missing()), (Unit::Minutes, Sizes::Time(Unit::Seconds), None));
        assert_eq!(sheet.reading().csv, "id,arrival,size,estimate\nload,90,2,3\na; b,120,4,4\n");
        let two = read("3\t10\n4\t2.5\n");
        assert_eq!(
            (&two.titles[..], &two.roles[..]),
            (&["column 1".to_owned(), "column 2".to_owned()][..], &[Role::Arrival, Role::Size][..])
        );
        assert_eq!(two.reading().csv, "id,arrival,size\n1,3,10\n2,4,2.5\n");
        assert!(
            Sheet::read("t", "only one column\n3\n").is_none() && Sheet::read("t", "a,b\n").is_none() && Sheet::read("t", "").is_none()
        );
    }

    #[test]
    fn what_cannot_be_read_is_said_by_line_and_left_out() {
        let sheet = read("name,arrival,size\na,0,1\nb,x,1\nc,2\na,3,1\nd,4,-1\n");
        let reading = sheet.reading();
        assert_eq!((reading.jobs, reading.left_out), (1, 4));
        assert_eq!(reading.faults[0], "line 3: arrival is \"x\", not a time of at least 0 or a date");
        assert_eq!(reading.faults[1], "line 4: size is \"\", not a number above 0");
        assert_eq!(reading.faults[2], "line 5: a is the id of a job above");
        assert_eq!(reading.csv, "id,arrival,size\na,0,1\n");
    }

    #[test]
    fn a_column_is_one_thing_and_no_two_are_the_same() {
        let mut sheet = read("a,b,c\n1,2,3\n");
        assert_eq!(sheet.missing(), Some("Say which column has the arrivals, and which the sizes."));
        sheet.assign(0, Role::Arrival);
        assert_eq!(sheet.missing(), Some("Say which column has the sizes."));
        sheet.assign(2, Role::Arrival);
        sheet.assign(1, Role::Size);
        assert_eq!(sheet.roles, [Role::Ignore, Role::Size, Role::Arrival]);
        let mut timed = read("x,cost (min)\n1,2\n");
        timed.assign(1, Role::Size);
        assert_eq!(timed.sizes, Sizes::Time(Unit::Minutes), "as its title says");
        let mut again = read("a,b,c\n7,8,9\n");
        assert_eq!(again.signature(), sheet.signature());
        assert!(again.recall(&sheet.chosen()));
        assert_eq!(again.roles, sheet.roles);
        assert!(!again.recall("nonsense") && !again.recall("seconds,seconds,id"));
        assert_eq!(again.roles, sheet.roles);
    }

    #[test]
    fn sizes_may_be_bytes_or_anything() {
        let mut sheet = read("task,submitted_at,bytes,guess_bytes\na,0,300000000,600000000\nb,10,500000000,100000000\n");
        assert_eq!((&sheet.roles[..], sheet.sizes), (&[Role::Id, Role::Arrival, Role::Size, Role::Estimate][..], Sizes::Bytes(100.0)));
        let reading = sheet.reading();
        assert_eq!((reading.csv.as_str(), reading.load), ("id,arrival,size,estimate\na,0,3,6\nb,10,5,1\n", Some(0.8)));
        sheet.sizes = Sizes::Load(0.4);
        let reading = sheet.reading();
        assert_eq!(reading.csv, "id,arrival,size,estimate\na,0,1.5,3\nb,10,2.5,0.5\n");
        assert!((reading.load.unwrap() - 0.4).abs() < 1e-12);
        for sizes in [Sizes::Time(Unit::Hours), Sizes::Bytes(12.5), Sizes::Load(0.7)] {
            sheet.sizes = sizes;
            let mut other = read("a,b,c,d\n1,2,3,4\n");
            assert!(other.recall(&sheet.chosen()), "{}", sheet.chosen());
            assert_eq!((other.sizes, &other.roles), (sizes, &sheet.roles));
        }
        assert_eq!(Sizes::Load(0.9).with(0.0), None);
        assert_eq!(Sizes::Bytes(1.0).with(f64::NAN), None);
    }

    #[test]
    fn sizes_are_scaled_where_the_load_would_be_far_above_one() {
        let table = |size: u64| (0..100).fold("submitted,size\n".to_owned(), |text, i| text + &format!("{i},{size}\n"));
        let mut sheet = read(&table(1_000_000));
        assert_eq!((sheet.sizes, sheet.dated()), (Sizes::Load(0.9), false));
        assert!((sheet.reading().load.unwrap() - 0.9).abs() < 1e-9);
        assert_eq!(read(&table(2)).sizes, Sizes::Time(Unit::Seconds), "a little above 1 may be meant");
        sheet.sizes = Sizes::Time(Unit::Seconds);
        sheet.assign(1, Role::Ignore);
        sheet.assign(1, Role::Size);
        assert_eq!(sheet.sizes, Sizes::Load(0.9));
    }

    #[test]
    fn dates_are_counted_from_the_first() {
        assert_eq!(date("1970-01-02"), Some(86_400.0));
        assert_eq!(date("2000-03-01T00:00:00Z"), Some(951_868_800.0));
        assert_eq!(date("2026-05-03 14:05:09.5+02:00"), Some(1_777_809_909.5));
        for text in ["2026-13-01", "yesterday", "2026-05-03 99:00", "1-2", ""] {
            assert_eq!(date(text), None, "{text}");
        }
        let sheet = read("start,duration_ms\n2026-05-03 10:00:05,1500\n2026-05-03 10:00:00,200\n");
        assert_eq!(sheet.reading().csv, "id,arrival,size\n1,5,1.5\n2,0,0.2\n");
        assert!(sheet.dated() && !read("start,size\n5,1\n").dated());
    }

    #[test]
    fn files_of_our_own_form_are_not_asked_about() {
        for (name, head, foreign) in [
            ("a.csv", "# made by hand\nid,arrival,size,weight\n", false),
            ("a.csv", "id,arrival,length\n", true),
            ("a.csv", "id;arrival;size\n", true),
            ("a.tsv", "job0\t49\t49\t740773\t2339561\t627471\n", false),
            ("a.tsv", "name\tsubmit\tduration\n", true),
            ("a.txt", "submit\tduration\n1\t2\n", true),
            ("a.txt", "hello\n", false),
            ("a.swf", "; Version: 2\n", false),
            ("a.csv", "", false),
        ] {
            assert_eq!(is_foreign(name, head), foreign, "{name}: {head}");
        }
    }
}
