//! What a link of the view says beside the scenario: after which step the clock stands, and which task is lit.

use schedscope_core::experiment::{Scenario, ScenarioError, SystemKind, encode, query_value, without};

/// A scenario, and what is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The scenario.
    pub scenario: Scenario,
    /// How many steps are done; absent: the clock stands where the view puts it.
    pub step: Option<u32>,
    /// Name of the task that is lit.
    pub task: Option<String>,
}

/// Keys of a link that the command line does without.
pub const OF_ORDER: [&str; 2] = [STEP, TASK];

const STEP: &str = "step";
const TASK: &str = "task";

impl From<Scenario> for Link {
    fn from(scenario: Scenario) -> Self {
        Self { scenario, step: None, task: None }
    }
}

impl Link {
    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the key and value that are not understood.
    pub fn read(query: &str) -> Result<Self, ScenarioError> {
        let scenario = Scenario::from_query_in(Some(SystemKind::Ordering), &without(query, &OF_ORDER))?;
        let step = query_value(query, STEP);
        let wrong = |value: &String| ScenarioError::Link {
            key: STEP.to_owned(),
            value: value.clone(),
            why: "allowed: how many steps are done, a whole number".to_owned(),
        };
        let step = step.map(|text| text.parse().map_err(|_| wrong(&text))).transpose()?;
        Ok(Self { scenario, step, task: query_value(query, TASK) })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let step = self.step.map(|step| format!("&{STEP}={step}")).unwrap_or_default();
        let task = self.task.as_ref().map(|task| format!("&{TASK}={}", encode(task))).unwrap_or_default();
        format!("{}{step}{task}", self.scenario.to_query())
    }
}
