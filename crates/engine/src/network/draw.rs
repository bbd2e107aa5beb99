//! Flows that are drawn, and the paths that they take.

use super::detours::{self, Links};
use super::origin::Given;
use super::spec::Pattern;
use super::{Class, Distances, Flow, Flows, Like, Network, Paths, Routing};
use crate::sim::{Random, stream};
use crate::workload::{Ids, Job, Pace, Synthetic, Tangle};
use rand::RngExt;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Streams of random numbers, after those of [`Synthetic`].
mod purpose {
    pub const HOSTS: u8 = 11;
    pub const PATHS: u8 = 12;
    pub const KINDS: u8 = 13;
    pub const SIZES: u8 = 14;
}

/// How flows are drawn.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    /// Sizes, number and arrivals, of a network that sends one unit of size in a unit of time.
    pub synthetic: Synthetic,
    /// How arrivals are moved.
    pub pace: Pace,
    /// Between which hosts they go.
    pub pattern: Pattern,
    /// How many arrive at once under incast.
    pub fan_in: u32,
    /// Whose sizes they have, if not those of `synthetic`; in bytes, of which size 1 has so many.
    pub like: Option<(Like, f64)>,
    /// The smallest size.
    pub least: f64,
}

/// What the repository does: how often, out of 10 times, and what flows that takes one after the other. The source names the flows and
/// says which follow each other, but not how often and how large they are.
const WORKFLOWS: [(u32, &[Class]); 5] = [
    (2, &[Class::Store]),
    (3, &[Class::Instructions, Class::Cooking, Class::Results]),
    (2, &[Class::Instructions, Class::Access, Class::Results]),
    (2, &[Class::Instructions, Class::Export, Class::Results]),
    (1, &[Class::Capabilities]),
];

/// Size of a flow of the repository: long ones have a mean of 1, with the distribution of the workload.
fn size_of(class: Class, drawn: f64) -> f64 {
    match class {
        Class::Instructions | Class::Capabilities => 0.01,
        Class::Results => 0.05,
        _ => drawn,
    }
}

/// Mean size of what the repository does at a time.
fn mean_workflow() -> f64 {
    WORKFLOWS.iter().map(|(tenths, flows)| f64::from(*tenths) / 10.0 * flows.iter().map(|class| size_of(*class, 1.0)).sum::<f64>()).sum()
}

/// Another of so many hosts than this one.
fn another(hosts: u32, than: u32, random: &mut Random) -> u32 {
    (than + random.random_range(1..hosts)) % hosts
}

impl Drawing {
    /// The jobs of one server that sends as much as all hosts.
    fn jobs(&self, network: &Network, load: f64, seed: u64, replication: u32) -> Vec<Job> {
        let synthetic = Synthetic { load: load * network.sending(), ..self.synthetic };
        let mut jobs = synthetic.draw(seed, replication).paced(&self.pace, seed, replication).jobs().to_vec();
        if let Some((like, mean)) = self.like {
            let mut random = stream(seed, replication, purpose::SIZES);
            jobs.iter_mut().for_each(|job| job.size = like.quantile(random.random()) / mean);
        }
        jobs.iter_mut().for_each(|job| job.size = job.size.max(self.least));
        jobs
    }

    /// Flows of one kind.
    pub fn flows(&self, network: &Network, seed: u64, replication: u32) -> Vec<Given> {
        let mut random = stream(seed, replication, purpose::HOSTS);
        let hosts = network.hosts();
        let mut jobs = self.jobs(network, self.synthetic.load, seed, replication);
        let mut order: Vec<u32> = (0..hosts).collect();
        if self.pattern == Pattern::Permutation {
            // A round through all hosts, each of which sends to the next.
            (1..order.len()).rev().for_each(|i| order.swap(i, random.random_range(0..=i)));
        }
        let mut next = vec![0; hosts as usize];
        (0..order.len()).for_each(|i| next[order[i] as usize] = order[(i + 1) % order.len()]);
        let mut group: (u32, Vec<u32>) = (0, vec![]);
        let fan_in = self.fan_in as usize;
        if self.pattern == Pattern::Incast {
            // Who comes together comes when the last of them would.
            for together in jobs.chunks_mut(fan_in) {
                let last = together.last().map_or(0.0, |job| job.arrival);
                together.iter_mut().for_each(|job| job.arrival = last);
            }
        }
        let given = |(i, job): (usize, &Job)| {
            let (source, destination) = match self.pattern {
                Pattern::Uniform => {
                    let source = random.random_range(0..hosts);
                    (source, another(hosts, source, &mut random))
                }
                Pattern::Permutation => {
                    let source = random.random_range(0..hosts);
                    (source, next[source as usize])
                }
                Pattern::Incast => {
                    if i % fan_in == 0 {
                        let destination = random.random_range(0..hosts);
                        let mut senders: Vec<u32> = (0..hosts).filter(|host| *host != destination).collect();
                        for j in 0..fan_in {
                            let other = random.random_range(j..senders.len());
                            senders.swap(j, other);
                        }
                        group = (destination, senders);
                    }
                    (group.1[i % fan_in], group.0)
                }
            };
            Given { id: job.id, source, destination, arrival: job.arrival, size: job.size, class: None, after: vec![] }
        };
        jobs.iter().enumerate().map(given).collect()
    }

    /// Flows of a repository. Instructions go from a host to another one, which cooks, reads or exports data to a third and sends results
    /// back; data are stored and capabilities stated in the same way. Which hosts is drawn anew each time: the source has no places.
    pub fn repository(&self, network: &Network, seed: u64, replication: u32) -> Vec<Given> {
        let jobs = self.jobs(network, self.synthetic.load / mean_workflow(), seed, replication);
        let mut random = stream(seed, replication, purpose::HOSTS);
        let mut kinds = stream(seed, replication, purpose::KINDS);
        let hosts = network.hosts();
        let mut given: Vec<Given> = vec![];
        for workflow in &jobs {
            let supervisor = random.random_range(0..hosts);
            let worker = another(hosts, supervisor, &mut random);
            let peer = another(hosts, worker, &mut random);
            let mut at = kinds.random_range(0..10_u32);
            let chosen = WORKFLOWS.iter().find(|(tenths, _)| {
                let found = at < *tenths;
                at = at.wrapping_sub(*tenths);
                found
            });
            let mut after = vec![];
            for class in chosen.map_or(&[][..], |(_, flows)| flows) {
                let id = given.len();
                let Some(job) = jobs.get(id) else { return given };
                let (source, destination) = match class {
                    Class::Store | Class::Instructions => (supervisor, worker),
                    Class::Results | Class::Capabilities => (worker, supervisor),
                    _ => (worker, peer),
                };
                let (id, size) = (id as u64, size_of(*class, job.size));
                given.push(Given { id, source, destination, arrival: workflow.arrival, size, class: Some(*class), after });
                after = vec![id];
            }
        }
        given
    }
}

/// A network with all that is needed to find paths.
#[derive(Clone, Debug)]
pub(super) struct Roads {
    pub network: Network,
    pub distances: Distances,
    pub routing: Routing,
    /// How many paths are chosen among, where that is a number of its own.
    pub paths: usize,
    /// Ports of a switch of `BCube`, and its levels above the first; nothing of other networks.
    pub bcube: Option<(u32, u32)>,
    /// Whether short flows have a link of their own.
    pub two_class: bool,
    /// Whether all flows go from the first host to the second.
    pub one_way: bool,
    /// Size up to which a flow is short.
    pub cutoff: f64,
    /// What [`detours`](Self::detours) has found: the same in each replication.
    pub known: Arc<Mutex<Known>>,
}

/// By ends, the paths of which flows between these take one.
pub(super) type Known = BTreeMap<(u32, u32), Arc<[Links]>>;

impl Roads {
    /// Most ways of which one is looked for that differs from the first.
    const TRIES: u32 = 8;

    /// Most pairs of hosts whose paths are kept.
    const MOST_KNOWN: usize = 1 << 16;

    /// The paths of which a flow takes one, where they are not all shortest.
    fn detours(&self, ends: (u32, u32)) -> Arc<[Links]> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(paths) = known().get(&ends) {
            return paths.clone();
        }
        let paths: Arc<[Links]> = match self.bcube.filter(|_| self.routing == Routing::Parallel) {
            Some(bcube) => detours::parallel(&self.network, bcube, ends),
            None => detours::shortest(&self.network, &self.distances, ends, self.paths),
        }
        .into();
        let mut known = known();
        if known.len() < Self::MOST_KNOWN {
            known.insert(ends, paths.clone());
        }
        paths
    }

    /// The flows with their paths.
    ///
    /// # Errors
    /// If a flow waits for one that is not there, for itself, or in a circle.
    pub fn route(&self, given: &[Given], ids: &Ids, seed: u64, replication: u32) -> Result<Flows, Tangle> {
        let mut random = stream(seed, replication, purpose::PATHS);
        let mut paths = Paths::default();
        let mut known: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut detours = BTreeMap::new();
        let flow = |given: &Given| {
            let Given { id, arrival, size, .. } = *given;
            let ends = if self.one_way { (0, 1) } else { (given.source, given.destination) };
            let class = given.class.unwrap_or(if size <= self.cutoff { Class::Short } else { Class::Long });
            let (distances, network) = (&self.distances, &self.network);
            if !self.two_class && matches!(self.routing, Routing::KShortest | Routing::Parallel) {
                let (choices, numbers) = detours.entry(ends).or_insert_with(|| {
                    let choices = self.detours(ends);
                    let none = vec![None; choices.len()];
                    (choices, none)
                });
                let mut number = |place: usize| *numbers[place].get_or_insert_with(|| paths.push(detours::hops(&choices[place])));
                let count = choices.len();
                let chosen = random.random_range(0..count);
                let path = number(chosen);
                let other = (class.is_short() && count > 1).then(|| number((chosen + random.random_range(1..count)) % count));
                return Flow { id, arrival, size, source: ends.0, destination: ends.1, class, path, other };
            }
            let path = match self.routing {
                _ if self.two_class => *known
                    .entry((0, u32::from(class.is_short())))
                    .or_insert_with(|| distances.walk(network, &mut paths, ends, |links| if class.is_short() { 0 } else { links - 1 })),
                Routing::Shortest => *known.entry(ends).or_insert_with(|| distances.walk(network, &mut paths, ends, |_| 0)),
                Routing::EcmpSplit => *known.entry(ends).or_insert_with(|| distances.split(network, &mut paths, ends)),
                _ => distances.walk(network, &mut paths, ends, |links| random.random_range(0..links)),
            };
            let mut other = None;
            if class.is_short() && !self.two_class && self.routing != Routing::EcmpSplit {
                for _ in 0..if distances.count(network, ends, 2) > 1 { Self::TRIES } else { 0 } {
                    let replica = distances.walk(network, &mut paths, ends, |links| random.random_range(0..links));
                    if paths.hops(replica) == paths.hops(path) {
                        paths.pop();
                    } else {
                        other = Some(replica);
                        break;
                    }
                }
            }
            Flow { id, arrival, size, source: ends.0, destination: ends.1, class, path, other }
        };
        let flows: Vec<Flow> = given.iter().map(flow).collect();
        let waits = given.iter().any(|given| !given.after.is_empty());
        let after = if waits { given.iter().map(|given| given.after.clone()).collect() } else { vec![] };
        Flows::trusted(&self.network, flows, paths, after, ids.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Capacities, Topology};
    use super::*;

    #[test]
    fn paths_that_are_not_all_shortest_are_found_once() {
        let network =
            Topology::FatTree { k: 4 }.build(&Capacities { host: 1.0, fabric: 1.0, core: 1.0, short: 0.5 }, &mut stream(3, 0, 0)).unwrap();
        let (distances, known) = (Distances::new(&network), Arc::default());
        let (bcube, two_class, one_way, cutoff) = (None, false, false, 0.5);
        let roads = Roads { network, distances, routing: Routing::KShortest, paths: 4, bcube, two_class, one_way, cutoff, known };
        let given = |id| Given { id, source: 0, destination: 15, arrival: id as f64, size: 1.0, class: None, after: vec![] };
        let given: Vec<Given> = (0..40).map(given).collect();
        let route = |replication| roads.route(&given, &Ids::default(), 1, replication).unwrap();
        let (first, second) = (route(0), route(1));
        assert_ne!(first, second, "each replication has its own hashes");
        assert!([&first, &second].map(|flows| flows.paths().count()) == [4; 2], "flows that take the same path share it");
        assert!(Arc::ptr_eq(&roads.detours((0, 15)), &roads.detours((0, 15))) && roads.known.lock().unwrap().len() == 1);
        let distinct = |flow: &Flow| flow.other.is_none_or(|other| first.paths().hops(other) != first.paths().hops(flow.path));
        assert!(first.all().iter().all(distinct));
    }
}
