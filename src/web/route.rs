//! The state as the fragment of a link: `#watch?example=KEY&policies=a,b` `#compare?` and `#cluster?`
//! with the scenario's query.

use super::watch::Choice;
use crate::experiment::{Scenario, ScenarioError, SystemKind, split_policies};
use crate::web::protocol::Fault;

/// Where a link leads. A view without a query is shown as it was left.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// *Watch*, with an example and policies.
    Watch(Option<Choice>),
    /// *Compare*, with a scenario or what is wrong with it.
    Compare(Option<Result<Box<Scenario>, Fault>>),
    /// *Cluster*, the same.
    Cluster(Option<Result<Box<Scenario>, Fault>>),
}

impl Route {
    /// Reads a fragment, with or without its `#`. What is not understood leads to *Watch*, the first page.
    pub fn read(fragment: &str) -> Self {
        let fragment = fragment.trim_start_matches('#');
        let (view, query) = fragment.split_once('?').map_or((fragment, None), |(view, query)| (view, Some(query)));
        match view {
            "compare" => Self::Compare(query.map(scenario)),
            "cluster" => Self::Cluster(query.map(|query| {
                let mut scenario = scenario(query)?;
                scenario.system.kind = SystemKind::Cluster;
                Ok(scenario)
            })),
            _ => Self::Watch(query.map(|query| {
                let value =
                    |name: &str| query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name).map(|(_, v)| v));
                // Browsers may escape a `+` or a comma when a link is copied.
                let plain = |text: &str| text.replace("%2B", "+").replace("%2b", "+").replace("%2C", ",").replace("%2c", ",");
                Choice {
                    example: value("example").unwrap_or_default().to_owned(),
                    policies: split_policies(&plain(value("policies").unwrap_or_default())),
                }
            })),
        }
    }

    /// The fragment, with its `#`.
    pub fn write(&self) -> String {
        match self {
            Self::Watch(None) => "#watch".to_owned(),
            Self::Watch(Some(choice)) => format!("#watch?example={}&policies={}", choice.example, choice.policies.join(",")),
            Self::Compare(Some(Ok(scenario))) => format!("#compare?{}", scenario.to_query()),
            Self::Compare(_) => "#compare".to_owned(),
            Self::Cluster(Some(Ok(scenario))) => format!("#cluster?{}", scenario.to_query()),
            Self::Cluster(_) => "#cluster".to_owned(),
        }
    }
}

fn scenario(query: &str) -> Result<Box<Scenario>, Fault> {
    let fault = |error: ScenarioError| Fault { field: error.field(), message: error.to_string() };
    Scenario::from_query(query).map(Box::new).map_err(fault)
}
