//! What is being typed into the fields of a scenario.

use super::field::Field;
use schedscope_core::experiment::Scenario;

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Types into a field, and says whether that is a new question.
    fn typed(drafts: &mut Drafts, scenario: &mut Scenario, text: &str) -> bool {
        drafts.write(Field::Sigma, text.to_owned(), scenario)
    }

    #[test]
    fn a_text_stays_as_it_was_typed_until_the_field_is_left() {
        let (mut drafts, mut scenario) = (Drafts::default(), Scenario::default());
        assert!(typed(&mut drafts, &mut scenario, "1."));
        assert_eq!(drafts.text(Field::Sigma, &scenario), "1.");
        assert_eq!(Field::Sigma.get(&scenario), Some(1.0));
        assert!(!typed(&mut drafts, &mut scenario, "1.0"), "the same number is no new question");
        drafts.left(Field::Sigma);
        assert_eq!(drafts.text(Field::Sigma, &scenario), "1");
    }

    #[test]
    fn what_is_no_number_changes_nothing_and_stays_to_be_mended() {
        let (mut drafts, mut scenario) = (Drafts::default(), Scenario::default());
        assert!(typed(&mut drafts, &mut scenario, "much"));
        assert_eq!(scenario, Scenario::default());
        drafts.left(Field::Sigma);
        assert_eq!(drafts.text(Field::Sigma, &scenario), "much");
        let fault = drafts.fault(Field::Sigma).unwrap();
        assert!(fault.contains("\"much\"") && fault.contains("a number"), "{fault}");
        assert_eq!(drafts.first_fault(), Some(fault));
        assert!(typed(&mut drafts, &mut scenario, "0.5"), "what is mended is a new question");
        assert_eq!(drafts, Drafts::default());
    }

    #[test]
    fn only_what_has_a_control_is_kept() {
        let (mut drafts, mut scenario) = (Drafts::default(), Scenario::default());
        drafts.write(Field::Sigma, "?".to_owned(), &mut scenario);
        drafts.write(Field::Load, "0.50".to_owned(), &mut scenario);
        drafts.keep(|field| field == Field::Load);
        assert_eq!((drafts.first_fault(), drafts.text(Field::Load, &scenario)), (None, "0.50".to_owned()));
    }
}
