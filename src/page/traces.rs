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
    /// What it contains, or what is wrong with it; nothing while nobody has looked.
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
