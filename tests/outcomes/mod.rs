//! Many outcomes: every policy on every kind of workload, and the means that a report makes of them.

use schedscope::experiment::{Plan, Report, Scenario, Summary};
use schedscope::server::Silent;

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

const ALL: &str = "fifo,ps,gps,las,srpt,psjf,sjf,fsp,srpte,psjfe,sjfe,fspe,fspe+ps,fspe+las,fspe+ps-aggressive,srpte+ps,srpte+las,psbs";

/// Links of scenarios that between them use every sampler and every policy.
const SCENARIOS: [(&str, &str); 8] = [
    ("workload.shape=0.125", ALL),
    ("workload.shape=1&workload.sigma=2.0&workload.weights.classes=5&workload.weights.beta=1.0", ALL),
    ("workload.timeshape=0.5&workload.stretch=true", ALL),
    ("workload.sizes.pareto.alpha=1.0&workload.errors.bias=0.5", ALL),
    ("workload.sizes.bounded-pareto.alpha=1.5&workload.sizes.bounded-pareto.ratio=1000.0", ALL),
    ("workload.sizes.hyperexponential.scv=10.0&workload.errors.uniform=[0.5,2.0]", ALL),
    ("workload.sizes=deterministic&workload.sigma=0.0&workload.load=0.95", ALL),
    ("system.servers=4&workload.shape=0.5", "fifo,ps,las,srpt,psjf,sjf,srpte,psjfe,sjfe"),
];

/// The digest of all outcomes and means.
pub fn digest() -> u64 {
    let mut digest = Digest::default();
    for (query, policies) in SCENARIOS {
        let scenario = Scenario::from_query(&format!("replications=2&workload.count=1500&{query}&policies={policies}")).unwrap();
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
