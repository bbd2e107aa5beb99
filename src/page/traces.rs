//! *Traces*: the file that was dropped or chosen, and what is known about it. All views share it.

use super::file::File;
use super::protocol::Fault;
use crate::experiment::Survey;
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
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The file was put away.
    Unload,
    /// The file of this number was looked through.
    Surveyed(u32, Result<Rc<Survey>, Fault>),
}

impl Traces {
    /// Another file.
    pub fn load(&mut self, file: File) {
        *self = Self { file: Some(file), generation: self.generation + 1, survey: None };
    }

    /// The file, if it has this name.
    pub fn named(&self, name: Option<&str>) -> Option<File> {
        self.file.clone().filter(|file| name == Some(file.name.as_str()))
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Unload => *self = Self { generation: self.generation + 1, ..Self::default() },
            Change::Surveyed(generation, survey) if generation == self.generation => self.survey = Some(survey),
            Change::Surveyed(..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::testing::file;

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
