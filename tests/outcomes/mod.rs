//! Many outcomes: every policy on every kind of workload, and the means that a report makes of them.

use schedscope::experiment::{Plan, Report, Scenario, Summary};
use schedscope::registry::Servers;
use schedscope::server::{Policy, Silent};

/// FNV-1a over the bits of numbers.
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Takes in one number.
    pub fn add(&mut self, x: f64) {
        for byte in x.to_bits().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The digest of all numbers so far.
    pub fn finish(&self) -> u64 {
        self.0
    }
}

/// Links of scenarios that between them use every sampler, each for all policies that its system has.
const SCENARIOS: [&str; 8] = [
    "workload.shape=0.125",
    "workload.shape=1&workload.sigma=2.0&workload.weights.classes=5&workload.weights.beta=1.0",
    "workload.timeshape=0.5&workload.stretch=true",
    "workload.sizes.pareto.alpha=1.0&workload.errors.bias=0.5",
    "workload.sizes.bounded-pareto.alpha=1.5&workload.sizes.bounded-pareto.ratio=1000.0",
    "workload.sizes.hyperexponential.scv=10.0&workload.errors.uniform=[0.5,2.0]",
    "workload.sizes=deterministic&workload.sigma=0.0&workload.load=0.95",
    "system.servers=4&workload.shape=0.5",
];

/// The digest of all outcomes and means.
pub fn digest() -> u64 {
    let mut digest = Digest::default();
    for query in SCENARIOS {
        let mut scenario = Scenario::from_query(&format!("replications=2&workload.count=1500&{query}")).unwrap();
        let runs = |policy: &&Policy| scenario.system.servers.is_none() || policy.row().servers == Servers::Many;
        scenario.policies = Policy::ALL.iter().filter(runs).map(|policy| policy.row().key.to_owned()).collect();
        let plan = Plan::new(scenario, |path| panic!("{path} is not there")).unwrap();
        let mut cells: Vec<Vec<_>> = plan.policies.iter().map(|_| vec![]).collect();
        for replication in 0..plan.scenario.replications {
            let workload = plan.workload(replication);
            for (&policy, cells) in plan.policies.iter().zip(&mut cells) {
                let outcome = plan.outcome(&workload, policy, &mut Silent);
                outcome.sojourn.iter().for_each(|sojourn| digest.add(*sojourn));
                cells.push(plan.cell(&workload, &outcome));
            }
        }
        let summaries = plan.policies.iter().zip(cells).map(|(&policy, cells)| Summary::pool(policy, cells)).collect();
        for policy in Report::new(&plan, summaries).policies {
            [policy.mean_sojourn, policy.median_slowdown, policy.p99_sojourn].into_iter().for_each(|x| digest.add(x));
        }
    }
    digest.finish()
}
