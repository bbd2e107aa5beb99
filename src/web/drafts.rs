//! What is being typed into the fields of a scenario.

use super::field::Field;
use crate::experiment::Scenario;
use std::collections::BTreeMap;

/// Texts that are not what the scenario would show, and those from which no number could be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drafts(BTreeMap<Field, Draft>);

/// Text of a field, as it was typed.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    text: String,
    /// What is wrong with it, if it is not a number.
    fault: Option<String>,
}

impl Drafts {
    /// What a field shows.
    pub fn text(&self, field: Field, scenario: &Scenario) -> String {
        self.0.get(&field).map_or_else(|| field.text(scenario), |draft| draft.text.clone())
    }

    /// Why no number can be read from what was typed into a field, if none can.
    pub fn fault(&self, field: Field) -> Option<&str> {
        self.0.get(&field)?.fault.as_deref()
    }

    /// The first of these faults.
    pub fn first_fault(&self) -> Option<&str> {
        self.0.values().find_map(|draft| draft.fault.as_deref())
    }

    /// Takes what was typed. It stays as it is while it is being typed: `0.` is a number on its way to another. Says
    /// whether that is a new question.
    pub fn write(&mut self, field: Field, text: String, scenario: &mut Scenario) -> bool {
        let before = scenario.clone();
        let wrong = self.fault(field).is_some();
        let fault = field.set(scenario, &text).err();
        let new = wrong || fault.is_some() || *scenario != before;
        if fault.is_none() && text == field.text(scenario) {
            self.0.remove(&field);
        } else {
            self.0.insert(field, Draft { text, fault });
        }
        new
    }

    /// A field was left: what was typed is tidied up, unless it is wrong.
    pub fn left(&mut self, field: Field) {
        self.0.retain(|drafted, draft| *drafted != field || draft.fault.is_some());
    }

    /// Keeps only what was typed into these fields.
    pub fn keep(&mut self, fields: impl Fn(Field) -> bool) {
        self.0.retain(|field, _| fields(*field));
    }
}
