//! What the jobs of a table are called, and whom they wait for.

use super::table::Cell;
use super::{Ids, Tangle, WorkloadError};
use std::collections::{BTreeMap, HashMap};

/// What a row calls a job.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Id<'a> {
    Number(u64),
    Text(&'a str),
}

impl<'a> Id<'a> {
    fn read(text: &'a str) -> Self {
        text.parse().map_or(Self::Text(text), Self::Number)
    }
}

/// The jobs of a table so far, in the order of its rows. An id is a number or any other text; those that are called by texts have the
/// numbers, from 1, that no job has.
pub(super) struct Roll<'a> {
    file: &'a str,
    /// Lines of numbers.
    numbers: HashMap<u64, u64>,
    /// Lines of texts, and positions of their jobs.
    texts: HashMap<&'a str, (u64, usize)>,
    /// Who waits, in which line, and for whom.
    waiting: Vec<(Id<'a>, u64, Vec<Id<'a>>)>,
    jobs: usize,
}

/// All jobs of a table.
pub(super) struct Called<'a> {
    file: &'a str,
    /// The texts.
    pub ids: Ids,
    /// By the number of each job that waits for others, theirs.
    pub after: BTreeMap<u64, Vec<u64>>,
    /// By the same number, the line.
    lines: BTreeMap<u64, u64>,
}

impl<'a> Roll<'a> {
    /// Of a file of this name, which may have columns of ids and of those whom a job waits for.
    pub fn of(file: &'a str, ids: bool, after: bool) -> Result<Self, WorkloadError> {
        if after && !ids {
            let (file, found) = (file.to_owned(), "a column \"after\", but none \"id\"".to_owned());
            return Err(WorkloadError::Instance {
                file,
                place: "the header".to_owned(),
                found,
                allowed: "ids of the jobs for which others wait",
            });
        }
        Ok(Self { file, numbers: HashMap::new(), texts: HashMap::new(), waiting: vec![], jobs: 0 })
    }

    /// Adds the job of a line by the cells that hold its id and those of whom it waits for; its number comes back, 0 for a text. Without
    /// ids jobs are numbered, from 1.
    pub fn add(&mut self, line: u64, id: Option<&Cell<'a>>, after: Option<&Cell<'a>>) -> Result<u64, WorkloadError> {
        let Some(id) = id else {
            self.jobs += 1;
            return Ok(self.jobs as u64);
        };
        let text = id.text();
        if text.is_empty() || text.contains('"') {
            return Err(id.wrong("a number or any text without quotation marks"));
        }
        let id = Id::read(text);
        let first = match id {
            Id::Number(number) => self.numbers.insert(number, line),
            Id::Text(text) => self.texts.insert(text, (line, self.jobs)).map(|(line, _)| line),
        };
        if let Some(first) = first {
            return Err(WorkloadError::DuplicateId { file: self.file.to_owned(), line, id: text.to_owned(), first });
        }
        let other = |part: Cell<'a>| match part.text() {
            "" => Err(after.unwrap_or(&part).wrong("ids of other jobs with ; between them, or nothing")),
            text => Ok(Id::read(text)),
        };
        let others: Vec<Id<'a>> = after.into_iter().flat_map(Cell::list).map(other).collect::<Result<_, _>>()?;
        if !others.is_empty() {
            self.waiting.push((id, line, others));
        }
        self.jobs += 1;
        Ok(if let Id::Number(number) = id { number } else { 0 })
    }

    /// Numbers the jobs that are called by texts, by their positions.
    pub fn finish(self, mut number: impl FnMut(usize, u64)) -> Result<Called<'a>, WorkloadError> {
        let Self { file, numbers, texts, waiting, .. } = self;
        let in_order: BTreeMap<usize, &str> = texts.iter().map(|(text, (_, position))| (*position, *text)).collect();
        let mut known: HashMap<&str, u64> = HashMap::new();
        for ((position, text), free) in in_order.into_iter().zip((1..).filter(|free| !numbers.contains_key(free))) {
            number(position, free);
            known.insert(text, free);
        }
        let ids = Ids::new(known.iter().map(|(text, number)| (*number, (*text).to_owned())).collect());
        let mut called = Called { file, ids, after: BTreeMap::new(), lines: BTreeMap::new() };
        let of = |id: Id<'a>| match id {
            Id::Number(number) => Ok(number),
            Id::Text(text) => known.get(text).copied().ok_or(text),
        };
        for (id, line, others) in waiting {
            let job = of(id).unwrap_or_default();
            let unknown = |text: &str| {
                let text = shorten(text);
                called.tangled(line, format!("job {} waits for job {text}, which is not among the jobs", called.ids.of(job)))
            };
            let after = others.into_iter().map(of).collect::<Result<_, _>>().map_err(unknown)?;
            called.after.insert(job, after);
            called.lines.insert(job, line);
        }
        Ok(called)
    }
}

impl Called<'_> {
    fn tangled(&self, line: u64, found: String) -> WorkloadError {
        let (file, place) = (self.file.to_owned(), format!("line {line}"));
        WorkloadError::Instance { file, place, found, allowed: "ids of other jobs in the file that do not wait for this one" }
    }

    /// That jobs cannot wait for each other so.
    pub fn refuse(&self, tangle: &Tangle) -> WorkloadError {
        self.tangled(self.lines[&tangle.job()], tangle.told(&self.ids))
    }
}

/// The beginning of a text, for a message.
pub(super) fn shorten(text: &str) -> String {
    if text.chars().count() > 40 { text.chars().take(40).chain(['…']).collect() } else { text.to_owned() }
}
