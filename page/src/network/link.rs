//! A link of the view: a scenario, and what of its first run is looked at.

use schedscope_core::experiment::{Scenario, ScenarioError, SystemKind, encode, query_value, split_policies, without};
use schedscope_core::pictures::network::Lit;
use schedscope_engine::sim::number;
use std::fmt::Write as _;

/// A scenario, and what is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The scenario.
    pub scenario: Scenario,
    /// The policies that stand side by side, as they are written; absent: the first and the last.
    pub pair: Option<[String; 2]>,
    /// The flow or link that is lit; absent: what the page chooses.
    pub lit: Option<Lit>,
    /// Where the clock stands; absent: where the page lets it begin.
    pub time: Option<f64>,
}

/// Keys of a link that are not of its scenario.
pub const OF_NETWORK: [&str; 3] = ["pair", "lit", "t"];

impl From<Scenario> for Link {
    fn from(scenario: Scenario) -> Self {
        Self { scenario, pair: None, lit: None, time: None }
    }
}

fn wrong(key: &str, value: &str, why: &str) -> ScenarioError {
    ScenarioError::Link { key: key.to_owned(), value: value.to_owned(), why: why.to_owned() }
}

impl Link {
    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the key and value that are not understood.
    pub fn read(query: &str) -> Result<Self, ScenarioError> {
        let scenario = Scenario::from_query_in(Some(SystemKind::Network), &without(query, &OF_NETWORK))?;
        let value = |key: &str| query_value(query, key);
        let pair = |text: String| -> Result<[String; 2], ScenarioError> {
            let policies = split_policies(&text);
            <[String; 2]>::try_from(policies).map_err(|_| wrong("pair", &text, "allowed: two policies separated by a comma"))
        };
        let lit = |text: String| {
            let (what, number) = text.split_once(':').unwrap_or_default();
            let place = number.parse::<u32>().ok().and_then(|number| number.checked_sub(1));
            match (what, place) {
                ("flow", Some(place)) => Ok(Lit::Flow(place)),
                ("link", Some(place)) => Ok(Lit::Link(place)),
                _ => Err(wrong("lit", &text, "allowed: flow:NUMBER or link:NUMBER, from 1")),
            }
        };
        let time = |text: String| {
            let time = number(&text).filter(|time| time.is_finite() && *time >= 0.0);
            time.ok_or_else(|| wrong("t", &text, "allowed: a time of at least 0"))
        };
        Ok(Self {
            scenario,
            pair: value("pair").map(pair).transpose()?,
            lit: value("lit").map(lit).transpose()?,
            time: value("t").map(time).transpose()?,
        })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let mut query = self.scenario.to_query();
        // Writing to a string cannot fail.
        if let Some([a, b]) = &self.pair {
            let _ = write!(query, "&pair={},{}", encode(a), encode(b));
        }
        let lit = self.lit.map(|lit| match lit {
            Lit::Flow(flow) => ("flow", flow),
            Lit::Link(link) => ("link", link),
        });
        if let Some((what, place)) = lit {
            let _ = write!(query, "&lit={what}:{}", place + 1);
        }
        if let Some(time) = self.time {
            let _ = write!(query, "&t={time}");
        }
        query
    }
}
