//! Fields of which one of several kinds is chosen, each a word or a table of numbers.

use super::{Form, Part, Section, either, part, resolved};
use schedscope::sim::number;
use serde_json::Value as Json;
use toml::{Table, Value};

/// One of the kinds.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// What it is called in files.
    pub name: String,
    /// In plain words.
    pub label: String,
    /// What it is where its numbers have their defaults.
    pub value: Value,
    /// Its numbers; their names begin with that of the field.
    pub parts: Vec<Part>,
    /// The dotted name of a field beside it that is a number of it.
    pub with: Option<String>,
}

impl Variant {
    /// Whether a value is of this kind.
    pub fn is(&self, value: &Value) -> bool {
        match (&self.value, value) {
            (Value::Table(own), Value::Table(value)) => own.len() == value.len() && own.keys().all(|key| value.contains_key(key)),
            (own, value) => own == value,
        }
    }
}

/// The kinds of a field, if it is nothing else.
pub(super) fn variants(section: Section, name: &str, field: &Json, root: &Json) -> Option<Vec<Variant>> {
    let field = resolved(field, root);
    if field["type"] == "null" {
        return Some(vec![]);
    }
    if let Some(either) = either(field) {
        return either.iter().map(|one| variants(section, name, one, root)).collect::<Option<Vec<_>>>().map(|all| all.concat());
    }
    let mut parts = vec![];
    let value = match field["const"].as_str() {
        Some(word) => Value::String(word.to_owned()),
        None => Value::Table(table(section, name, field, root, &mut parts)?),
    };
    let called = match &value {
        Value::Table(table) => table.keys().next()?,
        value => value.as_str()?,
    };
    let label = field["x-label"].as_str().unwrap_or(called).to_owned();
    let with = field["x-with"].as_str().map(|with| format!("{}.{with}", section.name()));
    Some(vec![Variant { name: called.to_owned(), label, value: value.clone(), parts, with }])
}

fn table(section: Section, name: &str, schema: &Json, root: &Json, parts: &mut Vec<Part>) -> Option<Table> {
    let properties = schema["properties"].as_object()?.iter();
    properties.map(|(key, inner)| Some((key.clone(), value(section, &format!("{name}.{key}"), inner, root, parts)?))).collect()
}

/// What stands in a kind at first, whose numbers are added to its parts.
fn value(section: Section, name: &str, schema: &Json, root: &Json, parts: &mut Vec<Part>) -> Option<Value> {
    let schema = resolved(schema, root);
    if let Some(items) = schema["prefixItems"].as_array() {
        let items = items.iter().enumerate().map(|(i, item)| value(section, &format!("{name}.{i}"), item, root, parts));
        return items.collect::<Option<Vec<_>>>().map(Value::Array);
    }
    if schema["properties"].is_object() {
        return table(section, name, schema, root, parts).map(Value::Table);
    }
    let part = part(section, name, schema, root);
    let first = part.default.as_deref().and_then(number)?;
    let value = match part.form {
        Form::Whole => Value::Integer(first as i64),
        Form::Number => Value::Float(first),
        _ => return None,
    };
    parts.push(part);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Scenario, SystemKind};

    fn of(world: SystemKind, path: &str) -> &'static [Variant] {
        Part::of(world, path).unwrap().variants()
    }

    #[test]
    fn kinds_have_a_name_in_plain_words_and_their_numbers() {
        let labels = |path| of(SystemKind::Server, path).iter().map(|kind| kind.label.as_str()).collect::<Vec<_>>();
        assert_eq!(labels("workload.sizes"), ["Weibull", "Pareto", "Bounded Pareto", "Hyper-exponential (two kinds of jobs)", "All equal"]);
        assert_eq!(labels("workload.weights"), ["All equal", "By class"]);
        let numbers = |path| of(SystemKind::Server, path).iter().flat_map(|kind| &kind.parts).map(Part::path).collect::<Vec<_>>();
        assert_eq!(
            numbers("workload.errors"),
            ["workload.errors.uniform.0", "workload.errors.uniform.1", "workload.errors.bias"],
            "a number in a name counts the entries of a list"
        );
        assert_eq!(numbers("workload.weights"), ["workload.weights.classes", "workload.weights.beta"]);
        let ratio = Part::of(SystemKind::Network, "workload.sizes.bounded-pareto.ratio").unwrap();
        assert_eq!((ratio.label.as_str(), ratio.stops.len()), ("Largest ÷ smallest", 12));
    }

    #[test]
    fn every_kind_of_every_world_can_be_asked_for_and_is_known_again() {
        let mut kinds = 0;
        for world in SystemKind::ALL {
            for part in Part::all(*world) {
                for (place, kind) in part.variants().iter().enumerate() {
                    let mut scenario = Scenario::new(*world);
                    scenario.set(&part.path(), Some(kind.value.clone())).unwrap();
                    let given = scenario.get(&part.path()).unwrap();
                    assert_eq!(part.variants().iter().position(|kind| kind.is(&given)), Some(place), "{}", kind.label);
                    for number in &kind.parts {
                        assert!(scenario.get(&number.path()).is_some(), "{}", number.path());
                    }
                    let beside = kind.with.iter().all(|with| Part::of(*world, with).is_some());
                    assert!(beside, "{} of the {world}", kind.label);
                    kinds += 1;
                }
            }
        }
        assert!(kinds > 30, "{kinds}");
    }
}
