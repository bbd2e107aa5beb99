//! Many outcomes: every policy on every kind of workload, and the means that a report makes of them.

use schedscope::server::{Policy, Servers};
use schedscope::{cdn, cluster, datacenter, network, ordering};
use schedscope_core::experiment::{Column, Report, Scenario, Study, Tally};

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

/// Policies of one server that are formulas, of each kind: exact, in groups, and integrated.
const FORMULAS: [&str; 5] = [
    "rank[est - age]",
    "rank[max(est - age, min(age - est, est))]",
    "rank[if(age < 1, 0, age/weight)]",
    "rank[est^c*(1 + log(1 + age)); let c = 0.5]",
    "share[weight/(1 + n)]",
];

/// The same for the cluster.
const CLUSTERS: [&str; 3] =
    ["workload.mix=test&workload.count=40", "workload.mix=large&workload.count=20&system.racks=4", "workload.shape=0.5&workload.count=60"];

/// The digest of all outcomes and means.
pub fn digest() -> u64 {
    let mut digest = Digest::default();
    scenarios().into_iter().for_each(|scenario| take_in(&mut digest, scenario));
    digest.finish()
}

/// Every policy on every kind of workload.
pub fn scenarios() -> Vec<Scenario> {
    let mut scenarios = vec![];
    for query in SCENARIOS {
        let mut scenario = Scenario::from_query(&format!("replications=2&workload.count=1500&{query}")).unwrap();
        let runs = |policy: &Policy| scenario.get("system.servers").is_none() || policy.kind().servers() == Servers::Many;
        // Boost finds no rate of its own where sizes have a heavy tail.
        let written = |policy: Policy| if policy.row().key == "boost" { "boost[gamma=0.1]".to_owned() } else { policy.to_string() };
        scenario.policies = Policy::all().filter(runs).map(written).collect();
        if scenario.get("system.servers").is_none() {
            scenario.policies.extend(FORMULAS.map(str::to_owned));
        }
        scenarios.push(scenario);
    }
    for query in CLUSTERS {
        let mut scenario = Scenario::from_query(&format!("system.kind=cluster&replications=2&{query}")).unwrap();
        let variants = ["hfsp[preemption=kill]", "hfsp[estimator=noisy,virtual=fluid]", "fair[preemption=kill]"];
        scenario.policies = cluster::Policy::registry().rows().map(|row| row.key).chain(variants).map(str::to_owned).collect();
        scenarios.push(scenario);
    }
    for query in DATACENTERS {
        let mut scenario = Scenario::from_query(&format!("system.kind=datacenter&replications=2&{query}")).unwrap();
        let variants = [
            "sparrow[replacement=off]",
            "hawk[error=uniform(0.1,1.9),reclassify=on]",
            "eagle[sss=early]",
            "kairos[w=30,guard=waited,tie=random]",
            "big-c[share=0.6]",
        ];
        scenario.policies = datacenter::Policy::registry().rows().map(|row| row.key).chain(variants).map(str::to_owned).collect();
        scenarios.push(scenario);
    }
    for query in ORDERINGS {
        let mut scenario = Scenario::from_query(&format!("system.kind=ordering&replications=2&{query}")).unwrap();
        let variants = ["greedy[ties=first]", "heuristic[ties=random]", "a_star[bound=remaining]", "beam[width=3,objective=dla]"];
        scenario.policies = ordering::Policy::registry().rows().map(|row| row.key).chain(variants).map(str::to_owned).collect();
        scenarios.push(scenario);
    }
    for query in NETWORKS {
        let mut scenario = Scenario::from_query(&format!("system.kind=network&replications=2&{query}")).unwrap();
        let variants = ["pfabric[replicate=on]", "las[replicate=on]", "pias[first=0.1,growth=4,queues=3]"];
        scenario.policies = network::Policy::registry().rows().map(|row| row.key).chain(variants).map(str::to_owned).collect();
        scenarios.push(scenario);
    }
    for query in CDNS {
        let mut scenario = Scenario::from_query(&format!("system.kind=cdn&replications=2&{query}")).unwrap();
        let variants = [
            "rand-opt[copies=fill]",
            "lru[redirection=random]",
            "lru[redirection=nearest]",
            "opt-opt[demand=past,accuracy=0.5,wrong=users]",
        ];
        scenario.policies = cdn::Policy::registry().rows().map(|row| row.key).chain(variants).map(str::to_owned).collect();
        scenarios.push(scenario);
    }
    scenarios
}

/// The same for the network.
const NETWORKS: [&str; 7] = [
    "workload.count=300&workload.load=0.8",
    "workload.count=200&system.topology=bcube&system.routing=ecmp-split&workload.pattern=incast",
    "workload.count=200&system.topology=jellyfish&system.routing=shortest&workload.pattern=permutation&workload.shape=1.0",
    "workload.count=200&workload.kind=repository&system.fabric_capacity=0.5",
    "workload.count=200&system.topology=two-class",
    "workload.count=200&system.topology=bcube&system.routing=parallel",
    "workload.count=200&system.topology=jellyfish&system.routing=k-shortest&system.paths=4",
];

/// The same for the CDN.
const CDNS: [&str; 3] = [
    "workload.count=3000&workload.days=0.1&workload.warmup=1000&workload.videos=500&system.storage=100&system.cdn_capacity=300",
    "workload.count=2000&workload.warmup=500&workload.churn=0.5&workload.zipf=1.2&workload.videos=300&system.storage=20",
    "workload.count=1000&workload.warmup=300&workload.videos=300&system.storage=20&system.low_priority_cost=9.0&system.ways=shortest",
];

/// The same for the order of tasks.
const ORDERINGS: [&str; 3] = [
    "workload.graph=layered&workload.count=25&workload.size_spread=1.0&system.objective=wtmb&system.cache_counts=sizes",
    "workload.graph=random&workload.edge_probability=0.2&workload.count=15&system.eviction=optimal&system.cache=2.0",
    "workload.graph=fig-3.11",
];

/// The same for the datacenter.
const DATACENTERS: [&str; 5] = [
    "workload.like=yahoo&workload.count=400&system.workers=300&workload.sigma=0.5&system.errors_reclassify=true",
    "workload.like=google&workload.count=400&system.workers=500",
    "workload.like=motivation&workload.count=60&system.workers=600&workload.load=0.8",
    "workload.like=testbed&workload.count=60",
    "workload.like=cloudera&workload.count=200&workload.scale=0.02&workload.literal=true&workload.truncate=true",
];

/// Runs a scenario and takes in each sojourn time and the figures of the report that are of jobs or, without these, its world's own.
fn take_in(digest: &mut Digest, scenario: Scenario) {
    let kind = scenario.kind();
    let study = Study::new(scenario, |path| panic!("{path} is not there")).unwrap();
    let mut tallies = vec![Tally::default(); study.choices().len()];
    for replication in 0..study.scenario().replications {
        let drawn = study.draw(replication);
        for (policy, tally) in tallies.iter_mut().enumerate() {
            let run = study.run(&drawn, policy, |_| {}).unwrap();
            let cell = study.cell(&drawn, &run);
            cell.times().iter().flat_map(|times| &times.sojourn).for_each(|sojourn| digest.add(*sojourn));
            tally.add(cell);
        }
    }
    let summaries = tallies.into_iter().enumerate().map(|(policy, tally)| tally.finish(&study, policy)).collect();
    for policy in Report::new(&study, summaries).policies {
        match policy.figures() {
            Some(figures) => [figures.mean_sojourn, figures.median_slowdown, figures.p99_sojourn].into_iter().for_each(|x| digest.add(x)),
            None => Column::all(kind).iter().filter_map(|column| column.of_policy(&policy)).for_each(|x| digest.add(x)),
        }
    }
}
