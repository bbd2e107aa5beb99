//! Paths through a network.

use super::Network;
use super::flows::{Hop, Paths};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How flows find their paths. The first three go over as few links as they can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Routing {
    /// One path between two hosts, always the same: at every node the first link of those that lead on.
    Shortest,
    /// A flow takes one of the shortest paths, by a hash of the flow: at every node each of the links that lead on is as likely.
    #[default]
    EcmpHash,
    /// A flow is split over all shortest paths: at every node equally among the links that lead on.
    EcmpSplit,
    /// A flow takes one of a few of the shortest paths without loops, longer ones among them, by a hash of the flow, as in Jellyfish
    /// (Singla et al. 2012, section 5).
    KShortest,
    /// A flow takes one of the parallel paths of `BCube` by a hash of the flow: one begins at each level, and no two share a node (Guo et
    /// al. 2009, section 3).
    Parallel,
}

/// The least number of links between each node and each host.
#[derive(Clone, Debug)]
pub struct Distances {
    nodes: usize,
    hops: Vec<u16>,
}

/// Farther than any host that can be reached.
pub(super) const FAR: u16 = u16::MAX;

impl Distances {
    /// Counted breadth-first from every host.
    pub fn new(network: &Network) -> Self {
        let nodes = network.nodes();
        // Backwards, against the direction of links.
        let mut entering: Vec<Vec<u32>> = vec![vec![]; nodes];
        network.links().iter().for_each(|link| entering[link.to as usize].push(link.from));
        let mut hops = vec![FAR; nodes * network.hosts() as usize];
        let mut queue = Vec::with_capacity(nodes);
        for host in 0..network.hosts() as usize {
            let its = &mut hops[host * nodes..(host + 1) * nodes];
            its[host] = 0;
            queue.clear();
            queue.push(host as u32);
            let mut next = 0;
            while let Some(node) = queue.get(next).copied() {
                next += 1;
                for before in &entering[node as usize] {
                    if its[*before as usize] == FAR {
                        its[*before as usize] = its[node as usize] + 1;
                        queue.push(*before);
                    }
                }
            }
        }
        Self { nodes, hops }
    }

    /// The least number of links from a node to a host.
    pub(super) fn of(&self, node: u32, host: u32) -> u16 {
        self.hops[host as usize * self.nodes + node as usize]
    }

    /// A pair of hosts of which the first cannot reach the second, if there is one; hosts that send nothing at all do not count.
    pub fn apart(&self, network: &Network) -> Option<(u32, u32)> {
        let pairs = (0..network.hosts()).flat_map(|from| (0..network.hosts()).map(move |to| (from, to)));
        pairs.into_iter().find(|(from, to)| self.of(*from, *to) == FAR)
    }

    /// Whether there is a path from one host to another.
    pub fn reach(&self, from: u32, to: u32) -> bool {
        self.of(from, to) != FAR
    }

    /// The links by which a node leads on to a host.
    fn leading<'a>(&'a self, network: &'a Network, node: u32, host: u32) -> impl Iterator<Item = u32> + Clone + 'a {
        let near = self.of(node, host);
        network.leaving(node).iter().copied().filter(move |link| self.of(network.links()[*link as usize].to, host) + 1 == near)
    }

    /// Adds the path that `choose` picks: at every node one of so many links.
    ///
    /// # Panics
    /// If there is no path, or `choose` picks none of the links.
    pub fn walk(&self, network: &Network, paths: &mut Paths, (from, to): (u32, u32), mut choose: impl FnMut(usize) -> usize) -> u32 {
        let mut node = from;
        let mut hops = vec![];
        while node != to {
            let leading = self.leading(network, node, to);
            let chosen = choose(leading.clone().count());
            let link = leading.clone().nth(chosen).expect("one of the links that lead on");
            let next = network.links()[link as usize].to;
            hops.push(Hop { link, access: node == from || next == to, share: 1.0 });
            node = next;
        }
        paths.push(hops)
    }

    /// Number of shortest paths from one host to another, but no more than `most`.
    pub fn count(&self, network: &Network, (from, to): (u32, u32), most: u64) -> u64 {
        if from == to {
            return 1;
        }
        let mut count = 0;
        for link in self.leading(network, from, to) {
            count += self.count(network, (network.links()[link as usize].to, to), most - count);
            if count >= most {
                return most;
            }
        }
        count
    }

    /// Adds the path of a flow that is split over all shortest paths.
    pub fn split(&self, network: &Network, paths: &mut Paths, (from, to): (u32, u32)) -> u32 {
        let mut hops: Vec<Hop> = vec![];
        let mut layer = vec![(from, 1.0)];
        while layer.iter().any(|(node, _)| *node != to) {
            let mut next: Vec<(u32, f64)> = vec![];
            for (node, share) in &layer {
                let leading = self.leading(network, *node, to);
                let part = share / leading.clone().count() as f64;
                for link in leading {
                    let other = network.links()[link as usize].to;
                    hops.push(Hop { link, access: *node == from || other == to, share: part });
                    match next.iter_mut().find(|(node, _)| *node == other) {
                        Some((_, sum)) => *sum += part,
                        None => next.push((other, part)),
                    }
                }
            }
            layer = next;
        }
        paths.push(hops)
    }
}
