//! What is simulated, in a line for a picture that is kept.

use crate::edited::hidden;
use crate::format;
use schedscope_core::experiment::sweep::axis_text;
use schedscope_core::experiment::{Form, Part, Scenario};

/// The workload as far as it does not vary, replications and seed.
pub fn caption(scenario: &Scenario, varies: impl Fn(&str) -> bool) -> String {
    let said = |part: &Part| {
        let name = part.path();
        let matters = name.starts_with("workload.") && !varies(&name) && hidden(scenario, &name).is_none();
        let set = scenario.get(&name).map(|value| axis_text(&value));
        // What is said of a default that depends on other fields is no value.
        let is_value = |text: &String| match &part.form {
            Form::Word(words) => words.contains(text),
            Form::Choice(kinds) => kinds.iter().any(|kind| kind.value.as_str() == Some(text)),
            _ => !part.symbol.is_empty(),
        };
        let usual = || part.default.as_ref().filter(|text| is_value(text)).and_then(|text| first(text)).map(str::to_owned);
        let value = if matters { set.or_else(usual)? } else { return None };
        Some(format!("{} {value}", part.label.to_lowercase()))
    };
    let workload: Vec<String> = Part::all(scenario.kind()).iter().filter_map(said).collect();
    let replications = format::counted(u64::from(scenario.replications), "replication", "replications");
    [&workload[..], &[replications, format!("seed {}", scenario.seed)]].concat().join(", ")
}

/// The value with which the words about a default begin; nothing where that holds only of some jobs.
pub fn first(default: &str) -> Option<&str> {
    default.split([';', ',']).next().filter(|first| !first.contains(" for "))
}
