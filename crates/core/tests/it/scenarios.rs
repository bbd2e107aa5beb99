//! Scenarios that between them use every sampler and every policy, for tests of equal bits: here, and in a browser.

use schedscope::server::{Policy, Servers};
use schedscope::{cdn, cluster, datacenter, network, ordering};
use schedscope_core::experiment::Scenario;

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

/// All of them, without what theory says: its last bit may differ from machine to machine.
pub fn scenarios() -> Vec<Scenario> {
    let servers = SCENARIOS.into_iter().map(|query| {
        let mut scenario = Scenario::from_query(&format!("replications=2&workload.count=1500&system.theory=false&{query}")).unwrap();
        let runs = |policy: &Policy| scenario.get("system.servers").is_none() || policy.kind().servers() == Servers::Many;
        // Boost finds no rate of its own where sizes have a heavy tail.
        let written = |policy: Policy| if policy.row().key == "boost" { "boost[gamma=0.1]".to_owned() } else { policy.to_string() };
        scenario.policies = Policy::all().filter(runs).map(written).collect();
        if scenario.get("system.servers").is_none() {
            scenario.policies.extend(FORMULAS.map(str::to_owned));
        }
        scenario
    });
    let of = |world: &str, queries: &[&str], keys: Vec<&str>| -> Vec<Scenario> {
        let scenario = |query: &&str| {
            let mut scenario = Scenario::from_query(&format!("system.kind={world}&replications=2&{query}")).unwrap();
            scenario.policies = keys.iter().map(|key| (*key).to_owned()).collect();
            scenario
        };
        queries.iter().map(scenario).collect()
    };
    let cluster = ["hfsp[preemption=kill]", "hfsp[estimator=noisy,virtual=fluid]", "fair[preemption=kill]"];
    let datacenter = [
        "sparrow[replacement=off]",
        "hawk[error=uniform(0.1,1.9),reclassify=on]",
        "eagle[sss=early]",
        "kairos[w=30,guard=waited,tie=random]",
        "big-c[share=0.6]",
    ];
    let ordering = ["greedy[ties=first]", "heuristic[ties=random]", "a_star[bound=remaining]", "beam[width=3,objective=dla]"];
    let network = ["pfabric[replicate=on]", "las[replicate=on]", "pias[first=0.1,growth=4,queues=3]"];
    let cdn =
        ["rand-opt[copies=fill]", "lru[redirection=random]", "lru[redirection=nearest]", "opt-opt[demand=past,accuracy=0.5,wrong=users]"];
    servers
        .chain(of("cluster", &CLUSTERS, cluster::Policy::registry().rows().map(|row| row.key).chain(cluster).collect()))
        .chain(of("datacenter", &DATACENTERS, datacenter::Policy::registry().rows().map(|row| row.key).chain(datacenter).collect()))
        .chain(of("ordering", &ORDERINGS, ordering::Policy::registry().rows().map(|row| row.key).chain(ordering).collect()))
        .chain(of("network", &NETWORKS, network::Policy::registry().rows().map(|row| row.key).chain(network).collect()))
        .chain(of("cdn", &CDNS, cdn::Policy::registry().rows().map(|row| row.key).chain(cdn).collect()))
        .collect()
}
