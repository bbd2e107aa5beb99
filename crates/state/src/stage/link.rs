//! Links to what is played: a scenario, and what of it is looked at.

use super::Stage;
use crate::spread;
use schedscope::sim::number;
use schedscope_core::experiment::{Listed as _, Scenario, ScenarioError, encode, query_value, split_policies, without};

/// A scenario, and what is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The scenario.
    pub scenario: Scenario,
    /// The run, from 1; absent: the one that the page chooses.
    pub run: Option<u32>,
    /// The policies that stand side by side, as they are written; none where the page chooses.
    pub panels: Vec<String>,
    /// The name of what is selected; absent: what the page chooses.
    pub selected: Option<String>,
    /// Where the clock stands; absent: where the page lets it begin.
    pub time: Option<f64>,
}

/// Keys of a link that are not its scenario's. The last three stand in links of earlier editions.
pub const KEYS: [&str; 7] = [RUN, PANELS, SELECTED, TIME, "pair", "task", "step"];

const RUN: &str = "run";
const PANELS: &str = "panels";
const SELECTED: &str = "lit";
const TIME: &str = "t";

impl From<Scenario> for Link {
    fn from(scenario: Scenario) -> Self {
        Self { scenario, run: None, panels: vec![], selected: None, time: None }
    }
}

fn wrong(key: &str, value: &str, allowed: impl AsRef<str>) -> ScenarioError {
    ScenarioError::Link { key: key.to_owned(), value: value.to_owned(), why: format!("allowed: {}", allowed.as_ref()) }
}

/// The first of these keys that a query has, with its value.
fn first<'a>(query: &str, keys: [&'a str; 2]) -> Option<(&'a str, String)> {
    keys.into_iter().find_map(|key| Some((key, query_value(query, key)?)))
}

impl Link {
    /// Reads the query of a link to this world.
    ///
    /// # Errors
    /// Names the key and value that are not understood.
    pub fn read<S: Stage>(query: &str) -> Result<Self, ScenarioError> {
        let scenario = Scenario::from_query_in(Some(S::World::SYSTEM), &without(query, &KEYS))?;
        let run = query_value(query, RUN).map(|value| {
            let last = spread::replications(&scenario);
            let run = value.parse().ok().filter(|run| (1..=last).contains(run));
            run.ok_or_else(|| wrong(RUN, &value, format!("the number of a run, 1 to {last}")))
        });
        let panels = first(query, [PANELS, "pair"]).map(|(key, text)| panels::<S>(key, &text, &scenario)).transpose()?;
        let selected = first(query, [SELECTED, "task"]).map(|(key, name)| match S::may_name(&name) {
            Ok(()) => Ok(name),
            Err(allowed) => Err(wrong(key, &name, allowed)),
        });
        let time = first(query, [TIME, "step"]).map(|(key, text)| {
            let time = number(&text).filter(|time| time.is_finite() && *time >= 0.0);
            time.ok_or_else(|| wrong(key, &text, S::ABOUT.time))
        });
        Ok(Self {
            run: run.transpose()?,
            panels: panels.unwrap_or_default(),
            selected: selected.transpose()?,
            time: time.transpose()?,
            scenario,
        })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let run = self.run.map(|run| format!("&{RUN}={run}"));
        let panels = (!self.panels.is_empty()).then(|| format!("&{PANELS}={}", encode(&self.panels.join(","))));
        let selected = self.selected.as_ref().map(|name| format!("&{SELECTED}={}", encode(name)));
        let time = self.time.map(|time| format!("&{TIME}={time}"));
        self.scenario.to_query() + &[run, panels, selected, time].into_iter().flatten().collect::<String>()
    }
}

/// The policies that a link wants side by side. Those of an earlier edition need not be among its policies.
fn panels<S: Stage>(key: &str, text: &str, scenario: &Scenario) -> Result<Vec<String>, ScenarioError> {
    let panels = split_policies(text);
    if key != PANELS {
        return if panels.len() == 2 { Ok(panels) } else { Err(wrong(key, text, "two policies separated by a comma")) };
    }
    let most = S::ABOUT.panels;
    let number = if most == 2 { "one or two".to_owned() } else { format!("1 to {most}") };
    if let Some(unknown) = panels.iter().find(|panel| !scenario.policies.contains(panel)) {
        return Err(wrong(key, unknown, format!("{number} of the policies, {}", scenario.policies.join(", "))));
    }
    if panels.len() > most {
        return Err(wrong(key, text, format!("{number} of the policies")));
    }
    Ok(panels)
}
