//! What is being typed into the fields of a scenario.

use super::field::Field;
use crate::experiment::Scenario;

/// Texts that are not what the scenario would show, and those from which no number could be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drafts(Vec<Draft>);

/// Text of a field, as it was typed.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    field: Field,
    text: String,
    /// What is wrong with it, if it is not a number.
    fault: Option<String>,
}

impl Drafts {
    fn of(&self, field: Field) -> Option<&Draft> {
        self.0.iter().find(|draft| draft.field == field)
    }

    /// What a field shows.
    pub fn text(&self, field: Field, scenario: &Scenario) -> String {
        self.of(field).map_or_else(|| field.text(scenario), |draft| draft.text.clone())
    }

    /// Why no number can be read from what was typed into a field, if none can.
    pub fn fault(&self, field: Field) -> Option<&str> {
        self.of(field)?.fault.as_deref()
    }

    /// The first of these faults.
    pub fn first_fault(&self) -> Option<&str> {
        self.0.iter().find_map(|draft| draft.fault.as_deref())
    }

    /// Takes what was typed. It stays as it is while it is being typed: `0.` is a number on its way to another. Says
    /// whether that is a new question.
    pub fn write(&mut self, field: Field, text: String, scenario: &mut Scenario) -> bool {
        let before = scenario.clone();
        let wrong = self.fault(field).is_some();
        let fault = field.set(scenario, &text).err();
        let new = wrong || fault.is_some() || *scenario != before;
        self.0.retain(|draft| draft.field != field);
        if fault.is_some() || text != field.text(scenario) {
            self.0.push(Draft { field, text, fault });
        }
        new
    }

    /// A field was left: what was typed is tidied up, unless it is wrong.
    pub fn left(&mut self, field: Field) {
        self.0.retain(|draft| draft.field != field || draft.fault.is_some());
    }

    /// Keeps only what was typed into these fields.
    pub fn keep(&mut self, fields: impl Fn(Field) -> bool) {
        self.0.retain(|draft| fields(draft.field));
    }
}
