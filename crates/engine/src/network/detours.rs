//! Several paths between two hosts, not all of them shortest.

use super::routing::{Distances, FAR};
use super::{Hop, Network};
use std::collections::BTreeSet;

/// A path, as its links.
pub(super) type Links = Vec<u32>;

/// A path as the hops of a flow.
pub(super) fn hops(path: &[u32]) -> impl Iterator<Item = Hop> {
    let last = path.len().saturating_sub(1);
    (0..).zip(path).map(move |(place, link)| Hop { link: *link, access: place == 0 || place == last, share: 1.0 })
}

/// A path that may be the next, of those that part from all found before at one place.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    length: usize,
    path: Links,
    /// Where it parts from them: a place in the path, and which parting that is.
    place: usize,
    parting: usize,
}

/// The paths of fewest links from one host to another that visit no node twice, at most so many: shorter ones first, of equally short ones
/// that whose first links have lower numbers (Yen, *Management Science* 17, 1971). Of the paths that part from those found at one place
/// only the best is known, and looked for anew when it is found itself (Lawler, *Management Science* 18, 1972); none is looked for that is
/// longer than as many as are still wanted.
pub(super) fn shortest(network: &Network, distances: &Distances, (from, to): (u32, u32), most: usize) -> Vec<Links> {
    let mut search = Search::new(network, distances, to);
    let mut found: Vec<Links> = vec![];
    // By parting, the links by which those found go on there.
    let mut taken: Vec<Links> = vec![vec![]];
    let first = search.around(from, &[], &[], usize::MAX);
    let mut candidates: BTreeSet<Candidate> =
        first.into_iter().map(|path| Candidate { length: path.len(), path, place: 0, parting: 0 }).collect();
    while let Some(Candidate { path, place: parted, parting, .. }) = candidates.pop_first() {
        taken[parting].push(path[parted]);
        found.push(path);
        let Some(wanted) = most.checked_sub(found.len()).filter(|wanted| *wanted > 0) else { break };
        let path = &found[found.len() - 1];
        let passed: Vec<u32> = path.iter().map(|link| network.links()[*link as usize].from).collect();
        for place in parted..path.len() {
            let parting = if place == parted { parting } else { taken.len() };
            if parting == taken.len() {
                taken.push(vec![path[place]]);
            }
            let longest = candidates.iter().nth(wanted - 1).map_or(usize::MAX, |last| last.length);
            let Some(longest) = longest.checked_sub(place) else { break };
            if let Some(rest) = search.around(passed[place], &passed[..place], &taken[parting], longest) {
                let path = [&path[..place], &rest].concat();
                candidates.insert(Candidate { length: path.len(), path, place, parting });
            }
        }
    }
    found
}

/// A search for paths to a host.
struct Search<'a> {
    network: &'a Network,
    distances: &'a Distances,
    to: u32,
    /// By node, the last search that came to it, and by which link.
    came: Vec<(u32, u32)>,
    searches: u32,
}

impl<'a> Search<'a> {
    fn new(network: &'a Network, distances: &'a Distances, to: u32) -> Self {
        Self { network, distances, to, came: vec![(0, 0); network.nodes()], searches: 0 }
    }

    /// The shortest path from a node that visits none of some nodes, begins with none of some links and has no more than so many;
    /// breadth-first, at first only where a path of the least length can lead, then farther and farther away.
    fn around(&mut self, from: u32, closed: &[u32], taken: &[u32], longest: usize) -> Option<Links> {
        let Self { network, distances, to, .. } = *self;
        let least = u32::from(distances.of(from, to));
        let longest = u32::try_from(longest).unwrap_or(u32::MAX);
        let mut most = least;
        while most <= longest {
            self.searches += 1;
            let now = self.searches;
            closed.iter().chain([&from]).for_each(|node| self.came[*node as usize].0 = now);
            let (mut layer, mut beyond) = (vec![from], u32::MAX);
            for length in 1.. {
                let leaving = layer.iter().flat_map(|node| network.leaving(*node));
                let mut next = vec![];
                for link in leaving.filter(|link| length > 1 || !taken.contains(link)) {
                    let node = network.links()[*link as usize].to;
                    let left = distances.of(node, to);
                    if left == FAR || self.came[node as usize].0 == now {
                        continue;
                    }
                    let whole = length + u32::from(left);
                    if whole > most {
                        beyond = beyond.min(whole);
                        continue;
                    }
                    self.came[node as usize] = (now, *link);
                    next.push(node);
                }
                if next.is_empty() || self.came[to as usize].0 == now {
                    break;
                }
                layer = next;
            }
            if self.came[to as usize].0 == now {
                let mut path = vec![];
                let mut node = to;
                while node != from {
                    let link = self.came[node as usize].1;
                    path.push(link);
                    node = network.links()[link as usize].from;
                }
                path.reverse();
                return Some(path);
            }
            if beyond == u32::MAX {
                return None;
            }
            most = beyond.max((least + 2 * (most - least)).min(longest));
        }
        None
    }
}

/// The paths of `BCube` from one host to another, of which no two share a node between these: one begins at each level (`BuildPathSet` of
/// Guo et al., *`BCube`*, SIGCOMM 2009). Hosts have a digit a level, which a switch of that level can change; a path changes the digits
/// that differ, one level after the other. One that begins at a level where none differs changes it away first and back at the end.
pub(super) fn parallel(network: &Network, (n, levels): (u32, u32), (from, to): (u32, u32)) -> Vec<Links> {
    let (ports, digit) = (levels + 1, |host: u32, level: u32| host / n.pow(level) % n);
    let path = |first: u32| {
        let (mut links, mut host) = (vec![], from);
        let mut change = |level: u32, new: u32| {
            let next = host - digit(host, level) * n.pow(level) + new * n.pow(level);
            if next != host {
                let up = network.leaving(host)[level as usize];
                let leaving = network.leaving(network.links()[up as usize].to).iter().copied();
                links.push(up);
                links.extend(leaving.filter(|link| network.links()[*link as usize].to == next));
                host = next;
            }
        };
        let (mine, its) = (digit(from, first), digit(to, first));
        change(first, if mine == its { (its + 1) % n } else { its });
        for level in (1..=ports).map(|by| (first + ports - by) % ports) {
            change(level, digit(to, level));
        }
        links
    };
    (0..ports).rev().map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Capacities, Link, Topology};
    use super::*;
    use crate::sim::{Random, stream};
    use rand::RngExt;

    fn build(topology: Topology) -> Network {
        topology.build(&Capacities { host: 1.0, fabric: 1.0, core: 1.0, short: 0.5 }, &mut stream(3, 0, 0)).unwrap()
    }

    /// The nodes between the ends of a path.
    fn between(network: &Network, path: &[u32]) -> Vec<u32> {
        path[1..].iter().map(|link| network.links()[*link as usize].from).collect()
    }

    /// All paths without loops, shorter ones first, of equally short ones by their links.
    fn all(network: &Network, (from, to): (u32, u32)) -> Vec<Links> {
        fn go(network: &Network, (node, to): (u32, u32), passed: &mut Vec<u32>, path: &mut Links, all: &mut Vec<Links>) {
            if node == to {
                all.push(path.clone());
                return;
            }
            passed.push(node);
            for link in network.leaving(node) {
                let next = network.links()[*link as usize].to;
                if !passed.contains(&next) {
                    path.push(*link);
                    go(network, (next, to), passed, path, all);
                    path.pop();
                }
            }
            passed.pop();
        }
        let mut paths = vec![];
        go(network, (from, to), &mut vec![], &mut vec![], &mut paths);
        paths.sort_by_key(|path| (path.len(), path.clone()));
        paths
    }

    /// Cables at random, some of them twice, between nodes all of which are hosts.
    fn cables(random: &mut Random) -> Network {
        let nodes = random.random_range(2..7_u32);
        let mut links: Vec<Link> = vec![];
        for node in 1..nodes {
            let before = random.random_range(0..node);
            links.extend([(before, node), (node, before)].map(|(from, to)| Link { from, to, capacity: 1.0 }));
        }
        for _ in 0..random.random_range(0..7) {
            let from = random.random_range(0..nodes);
            links.push(Link { from, to: (from + random.random_range(1..nodes)) % nodes, capacity: 1.0 });
        }
        Network::trusted((0..nodes).map(|node| format!("h{node}")).collect(), nodes, links)
    }

    #[test]
    fn the_shortest_paths_are_the_first_of_all() {
        let mut random = stream(5, 0, 0);
        let drawn = (0..200).map(|_| cables(&mut random)).collect::<Vec<_>>();
        let known = [
            Topology::Jellyfish { switches: 6, ports: 4, degree: 3 },
            Topology::Bcube { n: 2, levels: 2 },
            Topology::LeafSpine { leaves: 3, spines: 2, hosts: 1 },
        ];
        for network in known.map(build).iter().chain(&drawn) {
            let distances = Distances::new(network);
            for pair in [(0, 1), (0, network.hosts() - 1), (network.hosts() - 1, 0)] {
                let expected = all(network, pair);
                for most in [1, 8, 32, usize::MAX] {
                    let found = shortest(network, &distances, pair, most);
                    assert_eq!(found[..], expected[..most.min(expected.len())], "{pair:?} of {network:?}");
                }
            }
        }
    }

    #[test]
    fn a_fat_tree_has_as_many_shortest_paths_as_core_switches() {
        let network = build(Topology::FatTree { k: 4 });
        let found = shortest(&network, &Distances::new(&network), (0, 15), 8);
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [6, 6, 6, 6, 8, 8, 8, 8]);
    }

    #[test]
    fn paths_of_bcube_by_hand() {
        let network = build(Topology::Bcube { n: 4, levels: 1 });
        let names = |to: u32| -> Vec<Vec<&str>> {
            let paths = parallel(&network, (4, 1), (0, to));
            paths.iter().map(|path| between(&network, path).into_iter().map(|node| network.name(node)).collect()).collect()
        };
        // Host 1 differs in the lower digit alone, 7 in both.
        assert_eq!(names(1), [vec!["t0", "h4", "s1", "h5", "t1"], vec!["s0"]]);
        assert_eq!(names(7), [vec!["t0", "h4", "s1"], vec!["s0", "h3", "t3"]]);
    }

    #[test]
    fn paths_of_bcube_share_no_node() {
        for (n, levels) in [(2, 0), (2, 3), (3, 2), (4, 1)] {
            let network = build(Topology::Bcube { n, levels });
            for to in 1..network.hosts() {
                let paths = parallel(&network, (n, levels), (0, to));
                let differ = (0..=levels).filter(|level| to / n.pow(*level) % n > 0).count();
                let mut lengths: Vec<usize> = paths.iter().map(Vec::len).collect();
                lengths.sort_unstable();
                let expected = [vec![2 * differ; differ], vec![2 * differ + 4; levels as usize + 1 - differ]].concat();
                assert_eq!(lengths, expected, "to {to} of {n}, {levels}");
                let mut nodes: Vec<u32> = paths.iter().flat_map(|path| between(&network, path)).collect();
                let count = nodes.len();
                nodes.sort_unstable();
                nodes.dedup();
                assert_eq!(nodes.len(), count, "to {to} of {n}, {levels}");
                for path in &paths {
                    let ends = path.windows(2).all(|pair| network.links()[pair[0] as usize].to == network.links()[pair[1] as usize].from);
                    let last = network.links()[path[path.len() - 1] as usize].to;
                    assert!(ends && network.links()[path[0] as usize].from == 0 && last == to, "{path:?}");
                }
            }
        }
    }
}
