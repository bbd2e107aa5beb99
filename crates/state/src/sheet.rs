//! A table that was pasted or dropped: which of its columns are the arrivals, sizes and names of jobs, and the file of jobs that it becomes.

mod units;

use super::file::File;
use super::format;
use schedscope::csv::Csv;
use schedscope::sim::number;
use schedscope::workload::{Columns, Job, Unit, Workload, is_date, is_value, read_jobs, rows_of, titles};
use schedscope::world::check::MANY;
pub use units::Sizes;

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
    pub rows: Vec<(u64, Vec<String>)>,
    /// What its columns are.
    pub chosen: Chosen,
    /// The file, where this is only its beginning.
    pub beginning_of: Option<File>,
    /// What is in it.
    text: String,
}

/// What the columns of a table are taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// What arrivals are counted in, where they are numbers.
    pub arrivals: Unit,
    /// What sizes and estimates are counted in.
    pub sizes: Sizes,
    /// What each column is.
    pub roles: Vec<Role>,
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
    /// Which rows are left out, a sentence each reason.
    pub left_out: Vec<String>,
}

/// From this load on sizes are surely counted in something else.
const FAR: f64 = 10.0;

impl Sheet {
    /// A table with at least one row and two columns; its columns are guessed.
    pub fn read(name: &str, text: &str) -> Option<Self> {
        let mut rows = rows_of(name, text.as_bytes()).ok()?;
        let columns = rows.first().map_or(0, |(_, cells)| cells.len());
        if columns < 2 {
            return None;
        }
        let titled = !rows[0].1.iter().any(|cell| is_value(cell));
        let titles = if titled { rows.remove(0).1 } else { (1..=columns).map(|column| format!("column {column}")).collect() };
        if rows.is_empty() {
            return None;
        }
        let roles = vec![Role::Ignore; columns];
        let chosen = Chosen { arrivals: Unit::Seconds, sizes: Sizes::Time(Unit::Seconds), roles };
        let mut sheet = Self { name: name.to_owned(), titles, rows, chosen, beginning_of: None, text: text.to_owned() };
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

    fn guess(&mut self, titled: bool) {
        if !titled {
            let numbers: Vec<usize> = (0..self.titles.len()).filter(|column| self.holds_numbers(*column)).collect();
            let roles: &[Role] = match (numbers.len(), self.titles.len()) {
                (2, _) => &[Role::Arrival, Role::Size],
                (1, _) => &[Role::Size],
                _ => &[Role::Id, Role::Arrival, Role::Size, Role::Estimate, Role::Weight],
            };
            for (column, role) in numbers.into_iter().zip(roles) {
                self.chosen.roles[column] = *role;
            }
            self.measure();
            return;
        }
        // Of names, the one further to the front says more: "time" alone is an arrival, "service time" is not.
        for role in [Role::Estimate, Role::Size, Role::Arrival, Role::Weight, Role::Id] {
            let titled = |has: fn(&str, &str) -> bool| {
                let free = |column: &usize| self.chosen.roles[*column] == Role::Ignore;
                role.names().find_map(|name| (0..self.titles.len()).filter(free).find(|column| has(&self.titles[*column], name)))
            };
            // A whole title says more than a word in one: of `user_id` and `job_id` the second is the job's.
            let found = titled(|title, name| titles::plain(title) == name).or_else(|| titled(has_name));
            if let Some(column) = found {
                self.chosen.roles[column] = role;
            }
        }
        self.chosen.arrivals = self.unit_of(Role::Arrival);
        self.measure();
    }

    /// The unit that the title of a column names.
    fn unit_of(&self, role: Role) -> Unit {
        let unit = self.column(role).and_then(|column| titles::unit(&self.titles[column]));
        unit.filter(|unit| unit.name().is_some()).unwrap_or(Unit::Seconds)
    }

    /// Takes sizes to be counted in what their title says, unless the load would be far above 1 then.
    fn measure(&mut self) {
        let title = self.column(Role::Size).map_or("", |column| &self.titles[column]);
        self.chosen.sizes = if has_name(title, "bytes") { Sizes::Bytes(100.0) } else { Sizes::Time(self.unit_of(Role::Size)) };
        let read = self.reading().ok().filter(|reading| reading.jobs as u64 >= MANY);
        if read.and_then(|reading| reading.load).is_some_and(|load| load >= FAR) {
            self.chosen.sizes = Sizes::Load(0.9);
        }
    }

    /// Whether arrivals are dates, which have no unit.
    pub fn dated(&self) -> bool {
        let first = || self.rows.first()?.1.get(self.column(Role::Arrival)?);
        first().is_some_and(|cell| is_date(cell))
    }

    /// What the file of jobs is called.
    pub fn file_name(&self) -> String {
        format!("{}.csv", self.name.rsplit_once('.').map_or(self.name.as_str(), |(stem, _)| stem))
    }

    fn holds_numbers(&self, column: usize) -> bool {
        self.rows.iter().take(20).all(|(_, cells)| cells.get(column).is_some_and(|cell| is_value(cell)))
    }

    /// Takes a column for this. Another that was it is so no longer.
    pub fn assign(&mut self, column: usize, role: Role) {
        for (other, now) in self.chosen.roles.iter_mut().enumerate() {
            if other == column {
                *now = role;
            } else if *now == role {
                *now = Role::Ignore;
            }
        }
        match role {
            Role::Arrival => {
                self.chosen.arrivals = self.unit_of(role);
                self.measure();
            }
            Role::Size => self.measure(),
            _ => {}
        }
    }

    fn column(&self, role: Role) -> Option<usize> {
        self.chosen.column(role)
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
        let not_used = self.titles.iter().zip(&self.chosen.roles).filter(|(_, role)| **role == Role::Ignore);
        not_used.map(|(title, _)| title.as_str()).collect()
    }

    /// The jobs, in seconds.
    ///
    /// # Errors
    /// If a column is missing, something that is read cannot be understood, or no job is left.
    pub fn reading(&self) -> Result<Reading, String> {
        if let Some(missing) = self.missing() {
            return Err(missing.to_owned());
        }
        self.chosen.reading(&self.name, self.text.as_bytes())
    }

    /// Which table this is, by its titles: what was chosen for one holds for the next.
    pub fn signature(&self) -> String {
        self.titles.join("\t")
    }

    /// Chooses what was remembered, or what a link says. Whether that is about a table of so many columns.
    pub fn recall(&mut self, chosen: &str) -> bool {
        let Some(chosen) = Chosen::read(chosen).filter(|chosen| chosen.roles.len() == self.titles.len()) else { return false };
        self.chosen = chosen;
        true
    }
}

impl Chosen {
    /// What was [written](Self::written).
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split(',');
        let arrivals = words.next().and_then(|word| Unit::OF_TIME.into_iter().find(|unit| unit.name() == Some(word)))?;
        let sizes = words.next().and_then(Sizes::read)?;
        let roles = words.filter_map(|word| Role::ALL.into_iter().find(|role| in_link(role.name()) == word)).collect();
        Some(Self { arrivals, sizes, roles })
    }

    /// As it is remembered and in links: `seconds,bytes:100,id,arrival,size,not-used`.
    pub fn written(&self) -> String {
        let roles = self.roles.iter().map(|role| in_link(role.name()));
        let units = [self.arrivals.name().unwrap_or_default().to_owned(), self.sizes.write()];
        units.into_iter().chain(roles).collect::<Vec<_>>().join(",")
    }

    fn column(&self, role: Role) -> Option<usize> {
        self.roles.iter().position(|other| *other == role)
    }

    /// The jobs of a table of this name, in seconds.
    ///
    /// # Errors
    /// If something that is read cannot be understood, or no job is left.
    pub fn reading(&self, name: &str, table: &[u8]) -> Result<Reading, String> {
        let read = |sizes: Unit| {
            let said = |columns: Columns, role: Role| {
                let unit = match role {
                    Role::Arrival => Some(self.arrivals),
                    Role::Size | Role::Estimate => Some(sizes),
                    Role::Weight | Role::Id | Role::Ignore => None,
                };
                columns.with(role.name(), self.column(role), unit)
            };
            let roles = [Role::Id, Role::Arrival, Role::Size, Role::Estimate, Role::Weight];
            let columns = roles.into_iter().fold(Columns::default().with("after", None, None), said);
            read_jobs(name, table, &columns).map_err(|error| error.to_string())
        };
        let (mut jobs, left_out) = read(self.sizes.unit())?;
        if let (Sizes::Load(load), Some(natural)) = (self.sizes, jobs.load()) {
            (jobs, _) = read(Unit::PerSecond(natural / load))?;
        }
        let left_out = left_out.reasons().iter().map(|reason| format!("Left out: {}.", reason.told())).collect();
        Ok(Reading { csv: self.csv(&jobs), jobs: jobs.len(), load: jobs.load(), left_out })
    }

    /// These jobs as a file of the columns that were chosen.
    fn csv(&self, jobs: &Workload) -> String {
        type Say = fn(&Job) -> f64;
        let columns: [(Role, &str, Say); 4] = [
            (Role::Arrival, "arrival (s)", |job| job.arrival),
            (Role::Size, "size (s)", |job| job.size),
            (Role::Estimate, "estimate (s)", |job| job.estimate),
            (Role::Weight, "weight", |job| job.weight),
        ];
        let there = || columns.iter().filter(|(role, ..)| self.column(*role).is_some());
        let mut csv = Csv::new(std::iter::once("id").chain(there().map(|(_, title, _)| *title)));
        for job in jobs.given_order().map(|position| &jobs.jobs()[position]) {
            let numbers = there().map(|(.., say)| format::rounded(say(job), 12).to_string());
            csv.line(std::iter::once(jobs.ids().of(job.id).to_string()).chain(numbers));
        }
        csv.text()
    }
}

/// How a file was made from a table, in words, where this was [chosen](Sheet::chosen): its jobs are counted in seconds.
pub fn whence(chosen: &str) -> Option<String> {
    let Chosen { arrivals, sizes, roles } = Chosen::read(chosen)?;
    let unused = roles.iter().filter(|role| **role == Role::Ignore).count() as u64;
    let sizes = match sizes {
        Sizes::Time(unit) => format!("sizes in {}", unit.name().unwrap_or_default()),
        Sizes::Bytes(speed) => format!("sizes in bytes, served at {} MB/s", format::short(speed)),
        Sizes::Load(load) => format!("sizes scaled to a load of {}", format::short(load)),
    };
    let unused = if unused > 0 { format!("; {} not used", format::counted(unused, "column", "columns")) } else { String::new() };
    Some(format!("a table with arrivals in {} and {sizes}{unused}; all in seconds now", arrivals.name().unwrap_or_default()))
}

/// Whether the columns of a file, of which this is the beginning, have to be asked for.
pub fn is_foreign(name: &str, head: &str) -> bool {
    const OURS: [&str; 6] = ["id", "arrival", "size", "estimate", "weight", "after"];
    const FLOWS: [&str; 7] = ["source", "destination", "size", "arrival", "class", "after", "id"];
    let Some((_, extension)) = name.rsplit_once('.') else { return false };
    let rows = rows_of(name, head.as_bytes()).unwrap_or_default();
    let Some((_, titles)) = rows.first() else { return false };
    match extension.to_ascii_lowercase().as_str() {
        "csv" => {
            let are = |all: &[&str], needed: &[&str]| {
                titles.iter().all(|title| all.contains(&title.as_str()))
                    && needed.iter().all(|needed| titles.iter().any(|title| title == needed))
            };
            !are(&OURS, &OURS[..3]) && !are(&FLOWS, &FLOWS[..4])
        }
        // A trace of SWIM has six columns and more, of which the second to the sixth are numbers.
        "tsv" => titles.len() < 6 || titles[1..6].iter().any(|cell| number(cell).is_none()),
        "txt" => titles.len() >= 2 && (rows.len() >= 2 || titles.iter().any(|cell| is_value(cell))),
        _ => false,
    }
}

/// Whether these words are in a title.
fn has_name(title: &str, name: &str) -> bool {
    format!(" {} ", titles::plain(title)).contains(&format!(" {name} "))
}

#[cfg(test)]
mod tests;
