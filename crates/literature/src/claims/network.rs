//! Flows on links: mPlane D3.3, section 3.3.

use super::Finding;
use super::stated::{self, Claims};
use crate::network_runs::{Run, runs};
use crate::replicated::{Done, by_policy};
use schedscope::network::{Layout, Policy, Routing, Source, System, Workload};
use serde::Deserialize;
use std::sync::{Arc, LazyLock};

/// Ids of the claims.
pub const CLAIMS: [&str; 3] = ["M43", "M-F3.18", "M-F3.19"];

/// Flows of a run on one link.
const ON_A_LINK: u32 = 30_000;
/// Flows of a run in a fat tree.
const IN_A_TREE: u32 = 3000;

/// The claims, which are data.
static STATED: LazyLock<Claims<Asked>> =
    LazyLock::new(|| Claims::embedded::<Lab>("network", include_str!("../../../../assets/claims/network.toml")));

/// Where claims are measured.
struct Lab {
    replications: u32,
    done: Done<Vec<Run>>,
}

/// Flows on links, as a file of claims has them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    topology: Layout,
    routing: Option<Routing>,
    kind: Option<Source>,
    shape: f64,
    load: f64,
}

/// A number of a run.
type OfRun = fn(&Run) -> f64;

/// A number of a run by its name.
const COLUMNS: [(&str, OfRun); 6] = [
    ("time", |run| run.time),
    ("all", |run| run.all),
    ("short", |run| run.short),
    ("long", |run| run.long),
    ("throughput", |run| run.throughput),
    ("workflows", |run| run.workflows),
];

impl Lab {
    fn new(replications: u32) -> Self {
        Self { replications, done: Done::default() }
    }
}

impl stated::Lab for Lab {
    type Scenario = Asked;
    type Runs = Vec<Run>;
    const COLUMNS: &'static str = "time, all, short, long, throughput, workflows";

    fn has(column: &str) -> bool {
        COLUMNS.iter().any(|(name, _)| *name == column)
    }

    fn knows(policy: &str) -> Result<(), String> {
        policy.parse::<Policy>().map(drop).map_err(|error| error.to_string())
    }

    fn words(&self, name: &str, _: &Asked) -> String {
        name.to_owned()
    }

    fn run(&self, asked: &Asked, policies: &[&str]) -> Vec<Arc<Vec<Run>>> {
        let Asked { topology, routing, kind, shape, load } = *asked;
        // One link is there for queueing theory, which knows neither round trips nor packets.
        let none = (topology == Layout::Link).then_some(0.0);
        let system = System { topology: Some(topology), routing, rtt: none, ..System::default() };
        let count = if topology == Layout::Link { ON_A_LINK } else { IN_A_TREE };
        let workload = Workload { kind, count: Some(count), shape: Some(shape), load: Some(load), packet: none, ..Workload::default() };
        self.done.of(&format!("{asked:?}"), policies, |missing| {
            by_policy(runs(&system, &workload, missing, self.replications, |_| {}), missing.len())
        })
    }

    fn column(runs: &Vec<Run>, column: &str) -> Vec<f64> {
        let (_, of) = COLUMNS.iter().find(|(name, _)| *name == column).expect("there is such a column");
        runs.iter().map(of).collect()
    }
}

/// Claims about flows.
pub fn network(replications: u32) -> Vec<Finding> {
    let lab = Lab::new(replications);
    CLAIMS.iter().flat_map(|id| STATED.measure(id, &lab)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stated_is_what_is_published() {
        stated::tests::as_published(&STATED, &Lab::new(40));
    }
}
