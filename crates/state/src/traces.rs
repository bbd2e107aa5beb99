//! *Traces*: the file that was dropped or chosen, and what is known about it. All views share it.

use super::file::{File, Moment};
use super::format;
use super::protocol::Fault;
use super::sheet::Sheet;
use super::view::View;
use super::watch::Handle;
use schedscope::workload::{Cut, Ids, Job, Which};
use schedscope::world::{Described, FileFormat};
use schedscope_core::exhibit::Exhibit;
use schedscope_core::experiment::{Stretch, Survey};
use std::rc::Rc;

/// The file of the page.
#[derive(Clone, Debug, Default)]
pub struct Traces {
    /// The file that was dropped or chosen last.
    pub file: Option<File>,
    /// How many there have been.
    pub generation: u32,
    /// What it contains, or what is wrong with it; absent until it has been examined.
    pub survey: Option<Result<Rc<Survey>, Fault>>,
    /// Whether it will be here on the next visit.
    pub kept: Kept,
    /// What the link says of its file.
    pub expected: Expected,
    /// Whether its jobs are to be watched as soon as it is known which.
    pub watched: bool,
    /// A table whose columns are not yet known to be those of jobs.
    pub table: Option<Rc<Sheet>>,
    /// A table whose columns are known: its jobs are to be written to a file.
    pub mapped: Option<Rc<Sheet>>,
    /// The view that needs the file of the table.
    pub back: Option<View>,
    /// Why the last thing that was pasted, fetched or dropped could not be taken in.
    pub refused: Option<String>,
    /// Which fraction of the file, or of the table that is made into one, is read, where that takes a while.
    pub read: Option<f64>,
    /// What is to be said of the rows of its table that are left out.
    pub left_out: Option<String>,
}

/// A table of which the page has read the beginning only: a worker makes it a file of jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Large {
    /// Which columns are what.
    pub columns: String,
    /// What the file of jobs is called.
    pub name: String,
    /// The table.
    pub file: File,
}

/// What a link says of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Its check sum.
    pub sum: Option<u64>,
    /// How it is made from a table: which of its columns are what.
    pub columns: Option<String>,
}

/// Whether the browser keeps the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// It does not yet.
    #[default]
    No,
    /// It does no longer, as the user wants.
    Forgotten,
    /// Since then.
    Since(Moment),
    /// It has no room for it, or keeps nothing.
    Refused,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The file was put away.
    Unload,
    /// The file of this number was looked through.
    Surveyed(u32, Result<Rc<Survey>, Fault>),
    /// The browser keeps the file of this number since then, or cannot.
    Kept(u32, Option<Moment>),
    /// The browser is to keep it no longer.
    Forget,
    /// This fraction of the file of this number is read, or of the table that comes after it.
    Read(u32, f64),
    /// This is to be said of the rows of the file's table that are left out.
    LeftOut(String),
    /// Something could not be taken in; this says why.
    Refused(String),
    /// A table was pasted or dropped that is not yet jobs, or is of no more use.
    Table(Option<Rc<Sheet>>),
    /// The table's columns are what they are taken for.
    Map,
}

impl Traces {
    /// The table that is to be made a file of jobs, if it is so large that a worker does it.
    pub fn large(&self) -> Option<Large> {
        let sheet = self.mapped.as_ref()?;
        Some(Large { columns: sheet.chosen.written(), name: sheet.file_name(), file: sheet.beginning_of.clone()? })
    }

    /// Another file.
    pub fn load(&mut self, file: File) {
        *self = Self { file: Some(file), generation: self.generation + 1, expected: self.expected.clone(), ..Self::default() };
    }

    /// A file of an earlier visit, kept since then; one of this visit stays.
    pub fn restore(&mut self, file: File, since: Moment) {
        if self.file.is_none() {
            self.load(file);
            self.kept = Kept::Since(since);
        }
    }

    /// How far the file, or the table that is made into one, is read, where that takes a while.
    pub fn reading(&self) -> Option<String> {
        let name = self.mapped.as_ref().map(|table| &table.name).or(self.file.as_ref().map(|file| &file.name))?;
        self.read.map(|part| format!("Reading {name} … {:.0}\u{a0}%", 100.0 * part))
    }

    /// What is wrong with the file, or with what was to be one.
    pub fn complaint(&self) -> Option<&str> {
        let wrong = || Some(self.survey.as_ref()?.as_ref().err()?.message.as_str());
        self.refused.as_deref().or_else(wrong)
    }

    fn known(&self) -> Option<&Survey> {
        self.survey.as_ref()?.as_deref().ok()
    }

    /// What a link says of the file of this name: of its own, or if it is not here what the link says that led here.
    pub fn told_of(&self, name: &str) -> Expected {
        let Expected { sum, columns } = self.expected.clone();
        match (self.named(Some(name)), &self.survey) {
            (Some(file), Some(_)) => Expected { sum: self.known().map(|survey| survey.sum), columns: file.columns },
            (Some(file), None) => Expected { sum, columns: file.columns },
            (None, _) => Expected { sum, columns },
        }
    }

    /// That the file of this name is not the one of the link.
    pub fn notice_of_sum(&self, name: &str) -> Option<String> {
        let (expected, sum) = (self.expected.sum?, self.known_as(name)?.sum);
        (sum != expected).then(|| {
            format!("This is not the file of the link: the check sum of {name} is {sum:016x}, and that of the link’s file {expected:016x}.")
        })
    }

    /// What is in the file of this name, once that is known.
    pub fn known_as(&self, name: &str) -> Option<&Survey> {
        self.named(Some(name)).and_then(|_| self.known())
    }

    /// What the file of this name has of a field itself: the spread of its estimates as σ, or its load.
    pub fn own(&self, name: &str, field: &str) -> Option<f64> {
        /// Half of the log-normal errors are within so many σ.
        const HALF: f64 = 0.674_49;
        let survey = self.known_as(name)?;
        let own = match field {
            // Sizes are the estimates of a file that has none.
            "workload.sigma" => survey.off.map_or(Some(0.0), |off| Some(libm::log(off) / HALF)),
            "workload.load" => survey.load,
            _ => None,
        };
        own.filter(|own| own.is_finite()).map(|own| format::rounded(own, 3))
    }

    /// The jobs of the file that *Watch* shows, as it shows them, once they are known; none of jobs that wait for each other.
    pub fn stretch(&self) -> Option<Vec<Job>> {
        let survey = self.known().filter(|survey| survey.format != FileFormat::Wfcommons)?;
        let (unit, begin) = (unit(survey), survey.stretch.jobs.first()?.arrival);
        let scaled = |x: f64| format::rounded(x / unit, DIGITS);
        let within = |handle: Handle, x: f64| if handle.allows(x) { x } else { x.max(LEAST) };
        let job = |(id, job): (u64, &Job)| Job {
            id,
            arrival: within(Handle::Arrival, scaled(job.arrival - begin)),
            size: within(Handle::Size, scaled(job.size)),
            estimate: within(Handle::Estimate, scaled(job.estimate)),
            weight: format::rounded(job.weight, DIGITS).clamp(LEAST, MOST),
        };
        Some((1..).zip(&survey.stretch.jobs).map(job).take(Exhibit::MOST_JOBS).collect())
    }

    /// What the file calls these jobs, where some are called by texts.
    pub fn called(&self) -> Ids {
        let names = self.known().map(|survey| (1..).zip(survey.stretch.called.iter().cloned()).collect());
        names.map(Ids::new).unwrap_or_default()
    }

    /// Whose jobs these are and why these are shown, if they are those of the file that are worth watching.
    pub fn notice_of_stretch(&self, jobs: &[Job]) -> Option<String> {
        let (file, survey) = (self.file.as_ref()?, self.known()?);
        let shown = self.stretch().filter(|shown| shown == jobs)?;
        let (count, from, all) = (shown.len() as u64, survey.stretch.from, survey.jobs);
        let name = &file.name;
        let whose = if count == all {
            format!("The {} of {name}", format::counted(all, "job", "jobs"))
        } else if from == 1 {
            format!("The first {count} of {} jobs of {name}", format::whole(all))
        } else {
            let last = format::whole(from + count - 1);
            let wrong = if shown.iter().any(Stretch::is_wrong) { " and estimates are wrong" } else { "" };
            format!("Jobs {} to {last} of {} of {name}, where jobs overlap{wrong}", format::whole(from), format::whole(all))
        };
        let unit = match unit(survey) {
            1.0 => String::new(),
            unit => format!(" Time and sizes are in units of {}.", format::short(unit)),
        };
        Some(format!("{whose}. The first arrives at 0.{unit}"))
    }

    /// How many jobs the file has, if these are those of it that are worth watching and not all.
    pub fn more_than(&self, jobs: &[Job]) -> Option<u64> {
        let all = self.known()?.jobs;
        self.stretch().filter(|shown| shown == jobs && (shown.len() as u64) < all).map(|_| all)
    }

    /// The file, if it has this name.
    pub fn named(&self, name: Option<&str>) -> Option<File> {
        self.file.clone().filter(|file| name == Some(file.name.as_str()))
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Unload => *self = Self { generation: self.generation + 1, ..Self::default() },
            Change::Kept(generation, since) if generation == self.generation => self.kept = since.map_or(Kept::Refused, Kept::Since),
            Change::Read(generation, part) if generation == self.generation => self.read = Some(part),
            Change::LeftOut(said) => self.left_out = Some(said),
            Change::Refused(why) => (self.refused, self.mapped, self.read) = (Some(why), None, None),
            Change::Forget => self.kept = Kept::Forgotten,
            Change::Table(table) => {
                self.back = self.back.filter(|_| table.is_some());
                (self.table, self.refused) = (table, None);
            }
            Change::Map => self.mapped = self.table.clone(),
            Change::Surveyed(generation, survey) if generation == self.generation => (self.survey, self.read) = (Some(survey), None),
            Change::Surveyed(..) | Change::Kept(..) | Change::Read(..) => {}
        }
    }
}

/// Which jobs of the file of this name are used, if not all.
pub fn part(name: &str, workload: &Described) -> Option<String> {
    let (Cut { first, of, part }, count) = (workload.cut?, workload.jobs);
    let all = format::whole(of);
    let jobs = match part {
        Which::First if count == 1 => format!("The first of {all} jobs of {name} is used"),
        Which::First => format!("The first {} of {all} jobs of {name} are used", format::whole(count)),
        Which::Busiest => {
            let last = format::whole(first + count - 1);
            format!("Jobs {} to {last} of {all} of {name} are used, the busiest {}", format::whole(first), format::whole(count))
        }
    };
    Some(format!("{jobs}; “Jobs” and “Which jobs” choose others."))
}

/// Digits of the jobs in *Watch*, where they are typed and dragged.
const DIGITS: i32 = 4;
/// The least time and size there, and the largest.
const LEAST: f64 = 1e-6;
const MOST: f64 = 1e6;

/// What time and sizes of the jobs in *Watch* are divided by, so that it has room for them: a power of ten.
fn unit(survey: &Survey) -> f64 {
    let begin = survey.stretch.jobs.first().map_or(0.0, |job| job.arrival);
    let most = survey.stretch.jobs.iter().flat_map(|job| [job.arrival - begin, job.size, job.estimate]).fold(0.0, f64::max);
    if most <= MOST { 1.0 } else { libm::pow(10.0, libm::ceil(libm::log10(most / MOST))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::file;
    use schedscope::workload::LeftOut;

    fn survey() -> Rc<Survey> {
        Rc::new(Survey::of("jobs.csv", b"id,arrival,size\n1,0,3\n2,1,2\n").unwrap())
    }

    #[test]
    fn a_file_is_used_where_it_is_named() {
        let mut traces = Traces::default();
        assert_eq!(traces.named(Some("jobs.csv")), None);
        traces.load(file("jobs.csv"));
        assert_eq!(traces.named(Some("jobs.csv")), Some(file("jobs.csv")));
        assert_eq!((traces.named(Some("other.csv")), traces.named(None)), (None, None));
    }

    #[test]
    fn large_numbers_are_made_to_fit_and_that_is_said() {
        let mut traces = Traces::default();
        traces.load(file("jobs.csv"));
        let text = b"id,arrival,size,estimate\na,100,3e9,12345678\nb,2000100,2,1\n";
        traces.change(Change::Surveyed(traces.generation, Ok(Rc::new(Survey::of("jobs.csv", text).unwrap()))));
        let jobs = traces.stretch().unwrap();
        assert_eq!((jobs[0].size, jobs[0].estimate, jobs[1].arrival), (3e5, 1235.0, 200.0));
        assert_eq!((jobs[1].size, jobs[1].estimate), (2e-4, 1e-4));
        let said = traces.notice_of_stretch(&jobs).unwrap();
        assert_eq!(said, "The 2 jobs of jobs.csv. The first arrives at 0. Time and sizes are in units of 10\u{202f}000.");
        assert_eq!([1, 2].map(|id| traces.called().title(id)), ["a", "b"]);
    }

    #[test]
    fn jobs_that_overlap_are_watched_and_that_is_said() {
        let mut traces = Traces::default();
        traces.load(file("jobs.csv"));
        let stretch = |traces: &mut Traces, wrong: bool| {
            // From the 1,001st on each arrives before the one before it leaves.
            let size = |i: u32| if i < 1000 { 1 } else { 15 };
            let estimate = |i: u32| if wrong && i >= 1000 { 1 } else { size(i) };
            let rows: Vec<String> = (0..1020).map(|i| format!("{i},{},{},{}", 10 * i, size(i), estimate(i))).collect();
            let survey = Survey::of("jobs.csv", format!("id,arrival,size,estimate\n{}\n", rows.join("\n")).as_bytes()).unwrap();
            traces.change(Change::Surveyed(traces.generation, Ok(Rc::new(survey))));
            let jobs = traces.stretch().unwrap();
            assert_eq!((jobs.len(), jobs[0].arrival, jobs[0].size, jobs[19].arrival), (20, 0.0, 15.0, 190.0));
            traces.notice_of_stretch(&jobs).unwrap()
        };
        let exact = stretch(&mut traces, false);
        assert_eq!(exact, "Jobs 1001 to 1020 of 1020 of jobs.csv, where jobs overlap. The first arrives at 0.");
        assert!(stretch(&mut traces, true).contains(", where jobs overlap and estimates are wrong."));
        let jobs = traces.stretch().unwrap();
        assert_eq!((traces.more_than(&jobs), traces.more_than(&jobs[1..])), (Some(1020), None));
    }

    #[test]
    fn it_is_said_which_jobs_are_used() {
        let said = |cut, jobs| {
            part("a.tsv", &Described { jobs, skipped: 0, left_out: LeftOut::default(), speed: None, seconds: false, load: None, cut })
        };
        assert_eq!(said(None, 3), None);
        let cut = |first, part| Some(Cut { first, of: 24_315, part });
        let first = said(cut(1, Which::First), 100).unwrap();
        assert_eq!(first, "The first 100 of 24\u{202f}315 jobs of a.tsv are used; “Jobs” and “Which jobs” choose others.");
        let busiest = said(cut(13_794, Which::Busiest), 100).unwrap();
        assert!(
            busiest.starts_with("Jobs 13\u{202f}794 to 13\u{202f}893 of 24\u{202f}315 of a.tsv are used, the busiest 100;"),
            "{busiest}"
        );
    }

    #[test]
    fn a_file_has_a_spread_of_estimates_and_a_load_of_its_own() {
        let mut traces = Traces::default();
        traces.load(file("jobs.csv"));
        assert_eq!(traces.own("jobs.csv", "workload.load"), None, "not known yet");
        let text = b"id,arrival,size,estimate\n1,0,4,8\n2,10,1,0.5\n3,20,5,10\n";
        traces.change(Change::Surveyed(traces.generation, Ok(Rc::new(Survey::of("jobs.csv", text).unwrap()))));
        let own = ["workload.sigma", "workload.load", "workload.shape"].map(|field| traces.own("jobs.csv", field));
        assert_eq!(own, [Some(1.03), Some(0.5), None], "all are off by 2");
        assert_eq!(traces.own("other.csv", "workload.load"), None);
        traces.load(file("exact.csv"));
        traces.change(Change::Surveyed(traces.generation, Ok(survey())));
        assert_eq!(traces.own("exact.csv", "workload.sigma"), Some(0.0));
    }

    #[test]
    fn what_the_browser_says_of_an_older_file_is_ignored() {
        let mut traces = Traces::default();
        traces.load(file("a.csv"));
        let older = traces.generation;
        traces.load(file("b.csv"));
        traces.change(Change::Kept(older, None));
        assert_eq!(traces.kept, Kept::No);
        traces.change(Change::Kept(traces.generation, None));
        assert_eq!(traces.kept, Kept::Refused);
    }

    #[test]
    fn it_is_said_how_far_a_file_is_read() {
        let mut traces = Traces::default();
        traces.load(file("jobs.csv"));
        assert_eq!(traces.reading(), None, "most are read at once");
        traces.change(Change::Read(traces.generation, 0.42));
        assert_eq!(traces.reading().as_deref(), Some("Reading jobs.csv … 42\u{a0}%"));
        traces.change(Change::Read(traces.generation - 1, 0.9));
        assert_eq!(traces.read, Some(0.42), "that was another file");
        traces.change(Change::Surveyed(traces.generation, Ok(survey())));
        assert_eq!(traces.reading(), None);
    }

    #[test]
    fn what_could_not_be_taken_in_is_said_until_something_is() {
        let mut traces = Traces::default();
        traces.change(Change::Refused("no table".to_owned()));
        assert_eq!(traces.complaint(), Some("no table"));
        traces.load(file("jobs.csv"));
        assert_eq!(traces.complaint(), None);
        let fault = Fault { field: None, message: "line 2".to_owned() };
        traces.change(Change::Surveyed(traces.generation, Err(fault)));
        assert_eq!(traces.complaint(), Some("line 2"));
    }

    #[test]
    fn what_is_said_of_an_older_file_is_ignored() {
        let mut traces = Traces::default();
        traces.load(file("a.csv"));
        let older = traces.generation;
        traces.load(file("b.csv"));
        traces.change(Change::Surveyed(older, Ok(survey())));
        assert!(traces.survey.is_none());
        traces.change(Change::Surveyed(traces.generation, Ok(survey())));
        assert!(matches!(&traces.survey, Some(Ok(known)) if known.jobs == 2));
    }

    #[test]
    fn a_file_that_is_put_away_is_not_heard_of_again() {
        let mut traces = Traces::default();
        traces.load(file("a.csv"));
        let older = traces.generation;
        traces.change(Change::Unload);
        traces.change(Change::Surveyed(older, Ok(survey())));
        assert!(traces.file.is_none() && traces.survey.is_none());
    }
}
