use crate::experiment::{Scenario, ScenarioError, Tally};
use schedscope::metrics::{half_width_95, mean};
use schedscope::sim::written;
use serde::{Deserialize, Serialize};

/// When a cell has replications enough: looked at after the first ones and then after each batch, by index of replication,
/// so that neither threads nor shards change the answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { half_width = 0.05, max = 5000 }")]
pub struct Until {
    /// Enough if the 95 % interval of each policy's mean sojourn time is at most this fraction of it to either side.
    pub half_width: f64,
    /// Enough in any case.
    pub max: u32,
    /// Replications from one look to the next.
    #[serde(default = "Until::ten")]
    pub batch: u32,
}

impl Until {
    const fn ten() -> u32 {
        10
    }

    /// Checks the rule for cells that begin with this many replications.
    ///
    /// # Errors
    /// Names the number that is out of range.
    pub fn validate(&self, first: u32) -> Result<(), ScenarioError> {
        let fail = |field: &str, value: String, allowed: &str| Err(ScenarioError::value(&format!("until.{field}"), &value, allowed));
        if !(self.half_width > 0.0 && self.half_width <= 1.0) {
            return fail("half_width", written(self.half_width), "a fraction of the mean, above 0 and up to 1");
        }
        let most = Scenario::MOST_REPLICATIONS;
        if !(1..=most).contains(&self.batch) {
            return fail("batch", self.batch.to_string(), &format!("a whole number from 1 to {most}"));
        }
        if !(first.max(2)..=most).contains(&self.max) {
            let allowed = format!("at least 2, at least the first {first} replications, and at most {most}");
            return fail("max", self.max.to_string(), &allowed);
        }
        Ok(())
    }

    /// Whether the interval of every policy is narrow enough.
    pub fn met(&self, tallies: &[Tally]) -> bool {
        let narrow = |means: &[f64]| half_width_95(means).is_some_and(|half_width| half_width <= self.half_width * mean(means));
        tallies.iter().all(|tally| narrow(tally.means()))
    }
}
