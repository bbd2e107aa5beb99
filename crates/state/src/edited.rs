//! A scenario that is being edited: what its fields show while something is typed into them.

#[cfg(test)]
mod tests;

use crate::format;
use crate::parameters::key;
use schedscope::sim::number;
use schedscope_core::experiment::sweep::axis_number;
use schedscope_core::experiment::{Form, Part, Scenario, ScenarioError, SystemKind, Variant, split_policies};
use toml::Value;

/// The scenario, and what is being typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Edited {
    /// What is asked.
    pub scenario: Scenario,
    /// Texts that are not what the scenario would show.
    drafts: Vec<Draft>,
}

/// Text of a field, as it was typed.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    field: String,
    text: String,
    /// What is wrong with it, if it is no value of the field.
    fault: Option<String>,
}

/// A change of the scenario.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Something was typed or chosen for the field of this dotted name.
    Type(String, String),
    /// The variant of this name was chosen for a field; none leaves it to the workload.
    Choose(String, String),
    /// A field was left.
    Left(String),
    /// Another policy was written for this position.
    Policy(usize, String),
    /// Policies with parameters were written, separated by commas.
    Write(String),
}

impl Edit {
    /// The field that it changes, if it is one.
    pub fn field(&self) -> Option<&str> {
        if let Self::Type(field, _) | Self::Choose(field, _) = self { Some(field) } else { None }
    }
}

impl From<Scenario> for Edited {
    fn from(scenario: Scenario) -> Self {
        Self { scenario, drafts: vec![] }
    }
}

impl Edited {
    /// Which world.
    pub fn kind(&self) -> SystemKind {
        self.scenario.kind()
    }

    /// Another scenario, as it is when it is read from a file.
    pub fn put(&mut self, scenario: Scenario) {
        *self = scenario.into();
    }

    /// Changes the scenario. Says whether that is a new question: where the workers found the old one `faulty`, any
    /// field may mend it.
    pub fn edit(&mut self, edit: Edit, faulty: bool) -> bool {
        let mends = faulty && edit.field().is_some();
        mends
            | match edit {
                Edit::Type(field, text) => self.write(&field, text),
                Edit::Choose(field, variant) => self.choose(&field, &variant),
                Edit::Left(field) => {
                    self.left(&field);
                    false
                }
                Edit::Policy(position, written) => {
                    let policy = self.scenario.policies.get_mut(position);
                    policy.map(|policy| *policy = written).is_some()
                }
                Edit::Write(text) => {
                    let plain: Vec<String> = self.scenario.policies.iter().filter(|policy| self.is_plain(policy)).cloned().collect();
                    self.scenario.policies = plain.into_iter().chain(split_policies(&text)).collect();
                    true
                }
            }
    }

    /// Takes what was typed into a field; nothing is its default. It stays as it is while it is being typed: `0.` is a number on its
    /// way to another. Says whether that is a new question.
    pub fn write(&mut self, field: &str, text: String) -> bool {
        let (before, wrong) = (self.scenario.clone(), self.fault(field).is_some());
        let read = self.read(field, text.trim());
        let fault = read.and_then(|value| self.scenario.set(field, value)).err().map(|error| error.to_string());
        if Part::of(self.kind(), field).is_some_and(|part| matches!(part.form, Form::Word(_) | Form::Choice(_))) {
            self.drop_moot(&before);
        }
        let new = wrong || fault.is_some() || self.scenario != before;
        self.drafts.retain(|draft| draft.field != field);
        if fault.is_some() || text != self.shown(field) {
            self.drafts.push(Draft { field: field.to_owned(), text, fault });
        }
        new
    }

    /// A field was left: what was typed is tidied up, unless it is wrong.
    pub fn left(&mut self, field: &str) {
        self.drafts.retain(|draft| draft.field != field || draft.fault.is_some());
    }

    /// Gives a field the variant of this name, with the numbers that it has at first, or leaves it to the workload. Says whether that is
    /// a new question.
    pub fn choose(&mut self, field: &str, variant: &str) -> bool {
        let before = self.scenario.clone();
        let chosen = variants(self.kind(), field).iter().find(|known| known.name == variant);
        let usual = self.usual_variant(field).is_some_and(|usual| usual.name == variant);
        // A world takes its own variants, and others have no such field.
        let _ = self.scenario.set(field, chosen.filter(|_| !usual).map(|chosen| chosen.value.clone()));
        self.drop_moot(&before);
        let within = format!("{field}.");
        self.drafts.retain(|draft| draft.field != field && !draft.field.starts_with(&within));
        self.scenario != before
    }

    /// Chooses a policy, by what is written to ask for it, or drops it. Policies are in the order of the world's; what that does not have
    /// stays at the end, where its error is easily seen.
    pub fn toggle(&mut self, written: &str) {
        let rows = self.kind().rows();
        let policies = &mut self.scenario.policies;
        if let Some(position) = policies.iter().position(|chosen| chosen == written) {
            policies.remove(position);
            return;
        }
        policies.push(written.to_owned());
        let place = |written: &String| rows.iter().position(|row| row.key == key(written)).unwrap_or(rows.len());
        policies.sort_by_key(place);
    }

    /// The variant that a field has; none where the workload has its own.
    pub fn chosen(&self, field: &str) -> Option<&'static Variant> {
        let variants = variants(self.kind(), field);
        if let Some(value) = self.scenario.get(field) {
            return variants.iter().find(|variant| variant.is(&value));
        }
        // Who gives the number of a variant means the variant.
        let meant = variants.iter().find(|variant| variant.with.as_ref().is_some_and(|with| self.scenario.get(with).is_some()));
        meant.or_else(|| self.usual_variant(field))
    }

    /// The variant that a field has where it is not given, unless the workload has its own.
    pub fn usual_variant(&self, field: &str) -> Option<&'static Variant> {
        let own = self.scenario.file().is_some() || self.scenario.get("workload.jobs").is_some();
        let usual = Part::of(self.kind(), field)?.default.as_deref().filter(|_| !own)?;
        variants(self.kind(), field).iter().find(|variant| variant.name == usual)
    }

    /// What a field shows.
    pub fn text(&self, field: &str) -> String {
        self.draft(field).map_or_else(|| self.shown(field), |draft| draft.text.clone())
    }

    /// The number that a field has, given or by default, unless what was typed is none.
    pub fn number(&self, field: &str) -> Option<f64> {
        if self.fault(field).is_some() {
            return None;
        }
        number_of(&self.scenario, field)
    }

    /// Whether a field has its default.
    pub fn usual(&self, field: &str) -> bool {
        let number = self.number(field);
        number.is_some() && number == self.scenario.default_of(field)
    }

    /// Why what was typed into a field is no value of it, if it is none.
    pub fn fault(&self, field: &str) -> Option<&str> {
        self.draft(field)?.fault.as_deref()
    }

    /// The first of these faults.
    pub fn first_fault(&self) -> Option<&str> {
        self.drafts.iter().find_map(|draft| draft.fault.as_deref())
    }

    /// The policies that are written with parameters.
    pub fn written(&self) -> String {
        let written: Vec<&str> = self.scenario.policies.iter().filter(|policy| !self.is_plain(policy)).map(String::as_str).collect();
        written.join(",")
    }

    /// Whether this is a policy without parameters that the world has.
    fn is_plain(&self, policy: &str) -> bool {
        self.kind().rows().iter().any(|row| row.key == policy)
    }

    fn draft(&self, field: &str) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.field == field)
    }

    /// The value of a field as text: that which is given, or the number that it has by default.
    fn shown(&self, field: &str) -> String {
        match self.scenario.get(field) {
            None => self.scenario.default_of(field).map(default_text).unwrap_or_default(),
            Some(Value::String(text)) => text,
            Some(Value::Float(x)) => format::plain(x),
            Some(value) => value.to_string(),
        }
    }

    /// What was typed into a field; none is its default, which is not written down.
    fn read(&self, field: &str, text: &str) -> Result<Option<Value>, ScenarioError> {
        let part = Part::of(self.kind(), field);
        let of_variant = part.filter(|part| part.name.contains('.'));
        if of_variant.is_some() && self.scenario.get(field).is_none() {
            return Ok(None);
        }
        // A number of a variant cannot be left out.
        let text = match of_variant.and_then(|part| part.default.as_deref()) {
            Some(default) if text.is_empty() => default,
            _ => text,
        };
        if text.is_empty() {
            return Ok(None);
        }
        let wrong = |allowed: &str| ScenarioError::value(field, &format!("\"{text}\""), allowed);
        let value = match part.map(|part| &part.form) {
            Some(Form::Whole) => {
                let range = part.and_then(|part| part.range);
                Value::Integer(whole(text, range).ok_or_else(|| wrong(&whole_numbers(range)))?)
            }
            Some(Form::Number) => Value::Float(number(text).ok_or_else(|| wrong("a number"))?),
            Some(Form::Switch) => Value::Boolean(text.parse().map_err(|_| wrong("true or false"))?),
            Some(Form::Word(_) | Form::Text) => Value::String(text.to_owned()),
            Some(Form::Value | Form::Choice(_) | Form::List(_)) | None => text.parse().unwrap_or_else(|_| Value::String(text.to_owned())),
        };
        let usual = axis_number(&value).is_some_and(|number| Some(number) == self.scenario.default_of(field));
        Ok(Some(value).filter(|_| !usual))
    }

    /// Empties the fields that have lost their meaning by a change.
    fn drop_moot(&mut self, before: &Scenario) {
        for part in Part::all(self.kind()) {
            let field = part.path();
            if self.scenario.get(&field).is_some() && self.scenario.moot(&field).is_some() && before.moot(&field).is_none() {
                // Whatever has been written can be left out.
                let _ = self.scenario.set(&field, None);
                self.drafts.retain(|draft| draft.field != field);
            }
        }
    }
}

/// The number that a field of a scenario has, given or by default.
pub fn number_of(scenario: &Scenario, field: &str) -> Option<f64> {
    scenario.get(field).as_ref().and_then(axis_number).or_else(|| scenario.default_of(field))
}

/// Why a form leaves out a field of a scenario, if it does: it means nothing there, and is not given.
pub fn hidden(scenario: &Scenario, field: &str) -> Option<&'static str> {
    scenario.moot(field).filter(|_| scenario.get(field).is_none())
}

/// The variants of a field; none if it has no such.
fn variants(world: SystemKind, field: &str) -> &'static [Variant] {
    Part::of(world, field).map_or(&[], |part| part.variants())
}

/// A default as it is shown, of which more than four digits say nothing where it is a fraction.
fn default_text(x: f64) -> String {
    format::plain(if x == libm::trunc(x) { x } else { format::rounded(x, 4) })
}

/// A whole number as it was typed, up to the largest that its field may hold at all. Its own range is for the scenario's check to say.
fn whole(text: &str, range: Option<(i64, i64)>) -> Option<i64> {
    let most = most(range);
    // The largest have more digits than a float.
    let exact = text.parse::<i64>().ok();
    let rounded = || number(text).filter(|x| libm::trunc(*x) == *x && x.abs() <= f64::from(u32::MAX)).map(|x| x as i64);
    exact.or_else(rounded).filter(|x| (0..=most).contains(x))
}

fn most(range: Option<(i64, i64)>) -> i64 {
    range.map_or(0, |(_, most)| most).max(i64::from(u32::MAX))
}

/// Which whole numbers are allowed.
fn whole_numbers(range: Option<(i64, i64)>) -> String {
    let (least, most) = (range.map_or(0, |(least, _)| least), most(range));
    if most > i64::from(u32::MAX) { format!("a whole number from {least} to {most}") } else { format!("a whole number, {least} or more") }
}
