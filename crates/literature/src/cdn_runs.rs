//! Runs of the distributed CDN: weeks of requests under the configurations of `ViPeeR` D4.5, section 3.1, and days under the placements of
//! its section 3.2.

use super::replicated::replicated;
use schedscope::cdn::{
    Decision, Figures, Network, Observer, Outcome, Plan, Policy, Region, Requests, Silent, System, Ways, Workload, simulate,
};
use schedscope::world::{Ask, World};

/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;

/// The configurations of section 3.1.2, in the order in which the source's numbers improve.
pub const CONFIGURATIONS: [&str; 5] = ["centralized", "rand-rand", "opt-rand", "rand-opt", "opt-opt"];

/// What is chosen where the source gives nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Setting {
    /// Exponent of Zipf's law, if not the world's.
    pub zipf: Option<f64>,
    /// Fraction of the videos that change places in popularity every day, if not the world's.
    pub churn: Option<f64>,
    /// Copies of a video, if not the world's.
    pub replicas: Option<f64>,
    /// Copies of a video that is placed optimally, if not as many.
    pub optimal_replicas: Option<f64>,
    /// Whether all dServers are in one cooperation group.
    pub all_cooperate: bool,
    /// Requests of a week, if not those of the trace.
    pub count: Option<u32>,
}

/// Sessions on all dServers and on the CDN server, and requests in its queue, at an instant.
pub type Load = [u32; 3];

/// A week under one configuration.
#[derive(Clone, Debug)]
pub struct Week {
    /// What is told of it.
    pub figures: Figures,
    /// Its loads, one every [`EVERY`] seconds, the first so long after the beginning.
    pub loads: Vec<Load>,
}

/// Seconds from one load of a week to the next.
pub const EVERY: f64 = 600.0;

const DAY: f64 = 86_400.0;
const LOADS: usize = (7.0 * DAY / EVERY) as usize;

/// Hours from the Sunday's midnight to the load at a place.
pub fn hour(place: usize) -> f64 {
    12.0 + (place + 1) as f64 * EVERY / 3600.0
}

/// The day of the load at a place as viewers have it, until four in the morning: 0 for the first Sunday.
pub fn day(place: usize) -> usize {
    ((hour(place) - 4.0) / 24.0) as usize
}

/// Looks at the loads of a week.
#[derive(Default)]
struct Watch {
    loads: Vec<Load>,
    now: Load,
}

impl Watch {
    fn see(&mut self, time: f64, sessions: &[u32], queue: u32) {
        while self.loads.len() < LOADS && (self.loads.len() + 1) as f64 * EVERY <= time {
            self.loads.push(self.now);
        }
        let (cdn, dservers) = sessions.split_last().expect("there is a CDN server");
        self.now = [dservers.iter().sum(), *cdn, queue];
    }
}

impl Observer for Watch {
    const WATCHES: bool = true;

    fn decided(&mut self, time: f64, _: Decision<'_>, sessions: &[u32], queue: u32) {
        self.see(time, sessions, queue);
    }

    fn ended(&mut self, time: f64, _: Option<usize>, sessions: &[u32], queue: u32) {
        self.see(time, sessions, queue);
    }
}

fn policies(keys: &[&str]) -> Vec<Policy> {
    keys.iter().map(|key| key.parse().expect("a policy of the registry")).collect()
}

fn plan(system: &System, workload: &Workload) -> Plan {
    let policies = policies(&["centralized"]);
    Plan::prepare(Ask { seed: SEED, replications: 1, policies, system, workload }, &mut |_| unreachable!("requests are drawn"))
        .expect("a valid scenario")
}

/// The network with all dServers in one cooperation group.
fn together(network: &Network) -> Network {
    let others = |name: &str| network.regions.iter().map(|region| region.name.clone()).filter(|other| other != name).collect();
    let regions = network.regions.iter().map(|region| Region { group: Some(others(&region.name)), ..region.clone() }).collect();
    let Network { links, cdn_capacity, replicas, prices, optimal_replicas, .. } = network;
    let mut all = Network::new(regions, links.clone(), *cdn_capacity, *replicas, *prices).expect("the same but for the groups");
    all.optimal_replicas = *optimal_replicas;
    all
}

/// Weeks under configurations: by replication, one of each.
pub fn weeks(keys: &[&str], setting: Setting, replications: u32, done: impl Fn(u64) + Sync) -> Vec<Vec<Week>> {
    let system = System { replicas: setting.replicas, optimal_replicas: setting.optimal_replicas, ..System::default() };
    let mut plan = plan(&system, &Workload { zipf: setting.zipf, churn: setting.churn, count: setting.count, ..Workload::default() });
    if setting.all_cooperate {
        plan.network = together(&plan.network);
    }
    let policies = policies(keys);
    let week = |requests: &Requests, _, policy: usize| {
        let mut watch = Watch::default();
        let outcome = simulate(&plan.network, requests, policies[policy].kind(), SEED, &mut watch);
        watch.loads.resize(LOADS, watch.now);
        done(requests.all.len() as u64);
        Week { figures: Figures::of(&plan.network, requests, &outcome), loads: watch.loads }
    };
    replicated(replications, policies.len(), |replication| plan.requests(replication), week)
}

/// Days of the warm-up, before those that are counted, in the experiments of section 3.2.
pub const WARMUP: f64 = 3.0;
/// Lengths of the test periods there, in days: what is left of the week.
pub const PERIODS: [u32; 4] = [1, 2, 3, 4];

/// What is tested there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Test {
    /// Days that are counted.
    pub days: u32,
    /// Videos that a dServer can store, if not as many as the world says.
    pub storage: Option<u64>,
    /// Videos that there are, if not as many.
    pub videos: Option<u32>,
    /// Exponent of Zipf's law, if not the world's.
    pub zipf: Option<f64>,
    /// Fraction of the videos that change places in popularity every day, if not the world's.
    pub churn: Option<f64>,
    /// Requests of a week, if not those of the trace.
    pub count: Option<u32>,
    /// By which way over internal links transfers go.
    pub ways: Ways,
}

/// Tests after the warm-up, under placements: by replication, one of each. Links have the prices of section 3.2.0.1.
pub fn periods(keys: &[&str], test: Test, replications: u32, done: impl Fn(u64) + Sync) -> Vec<Vec<Figures>> {
    let Test { days, storage, videos, zipf, churn, count, ways } = test;
    let (external, internal) = (Some(1000.0), Some(1.0));
    let system = System {
        storage,
        external_cost: external,
        internal_cost: internal,
        low_priority_cost: external,
        ways: Some(ways),
        ..System::default()
    };
    let plan = plan(&system, &Workload { count, videos, zipf, churn, ..Workload::default() });
    let policies = policies(keys);
    let draw = |replication| {
        let week = plan.requests(replication);
        let until = |days: f64| week.all.partition_point(|request| request.arrival < days * DAY);
        let all = week.all[..until(WARMUP + f64::from(days))].to_vec();
        Requests::new(all, week.videos, until(WARMUP), replication).expect("a part of a week")
    };
    let period = |requests: &Requests, _, policy: usize| {
        let outcome: Outcome = simulate(&plan.network, requests, policies[policy].kind(), SEED, &mut Silent);
        done(requests.all.len() as u64);
        Figures::of(&plan.network, requests, &outcome)
    };
    replicated(replications, policies.len(), draw, period)
}
