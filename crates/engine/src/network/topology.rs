//! The topologies that mPlane names (D3.3, section 3.3.4), and others that are written out.

use super::{Link, Network};
use crate::sim::{NotAllowed, Random, written};
use rand::RngExt;

/// How a network is laid out. A cable is two links, one in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    /// One link from host `h0` to host `h1`.
    Link,
    /// Two links from `h0` to `h1`: the first for short flows, the second for long ones.
    TwoClass,
    /// Fat tree of switches with `k` ports, `k` even (Al-Fares, Loukissas & Vahdat 2008): `k` pods of `k`/2 edge and `k`/2 aggregation
    /// switches, (`k`/2)² core switches, `k`³/4 hosts.
    FatTree {
        /// Ports of a switch.
        k: u32,
    },
    /// Leaf–spine: every leaf switch is joined to every spine switch, and each leaf has hosts (Alizadeh et al., pFabric, 2013, section
    /// 5.2).
    LeafSpine {
        /// Number of leaf switches.
        leaves: u32,
        /// Number of spine switches.
        spines: u32,
        /// Hosts of a leaf.
        hosts: u32,
    },
    /// `BCube` (Guo et al. 2009): hosts with `levels` + 1 ports, switches with `n`; a host passes on what goes through it. nˡᵉᵛᵉˡˢ⁺¹ hosts.
    Bcube {
        /// Ports of a switch.
        n: u32,
        /// Number of levels above the first.
        levels: u32,
    },
    /// Jellyfish (Singla et al. 2012): switches at random, `degree` ports of each to other switches, the others to hosts.
    Jellyfish {
        /// Number of switches.
        switches: u32,
        /// Ports of a switch.
        ports: u32,
        /// Ports of a switch that lead to other switches.
        degree: u32,
    },
}

/// Capacities of links by where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capacities {
    /// Links next to hosts.
    pub host: f64,
    /// Links between switches; in a fat tree those between edge and aggregation, in leaf–spine those between leaves and spines.
    pub fabric: f64,
    /// Links between aggregation and core of a fat tree.
    pub core: f64,
    /// Fraction of a two-class link that is for short flows.
    pub short: f64,
}

impl Capacities {
    /// Checks each.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        let Self { host, fabric, core, short } = *self;
        for (field, capacity) in [("system.capacity", host), ("system.fabric_capacity", fabric), ("system.core_capacity", core)] {
            NotAllowed::check(field, written(capacity), (1e-9..=1e12).contains(&capacity), "a number above 0 (1e-9 to 1e12)")?;
        }
        NotAllowed::check("system.short_share", written(short), (0.001..=0.999).contains(&short), "a fraction from 0.001 to 0.999")
    }
}

/// A network as it is built.
struct Builder {
    names: Vec<String>,
    hosts: u32,
    links: Vec<Link>,
}

impl Builder {
    fn new(hosts: u32) -> Self {
        Self { names: (0..hosts).map(|host| format!("h{host}")).collect(), hosts, links: vec![] }
    }

    /// Adds so many switches that are called by a letter and a number; the number of the first comes back.
    fn switches(&mut self, letter: char, count: u32) -> u32 {
        let first = self.names.len() as u32;
        self.names.extend((0..count).map(|i| format!("{letter}{i}")));
        first
    }

    fn cable(&mut self, a: u32, b: u32, capacity: f64) {
        self.links.extend([(a, b), (b, a)].map(|(from, to)| Link { from, to, capacity }));
    }

    fn build(self) -> Network {
        Network::trusted(self.names, self.hosts, self.links)
    }
}

impl Topology {
    /// Most hosts of a network that is built.
    pub const MOST_HOSTS: u64 = 4096;

    /// Number of hosts; the largest number there is if they are more.
    pub fn hosts(self) -> u64 {
        match self {
            Self::Link | Self::TwoClass => 2,
            Self::FatTree { k } => u64::from(k).saturating_pow(3) / 4,
            Self::LeafSpine { leaves, hosts, .. } => u64::from(leaves) * u64::from(hosts),
            Self::Bcube { n, levels } => u64::from(n).saturating_pow(levels.saturating_add(1)),
            Self::Jellyfish { switches, ports, degree } => u64::from(switches) * u64::from(ports.saturating_sub(degree)),
        }
    }

    /// Checks its numbers.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(self) -> Result<(), NotAllowed> {
        let whole = |field, value: u32, legal, allowed| NotAllowed::check(field, value.to_string(), legal, allowed);
        match self {
            Self::Link | Self::TwoClass => {}
            Self::FatTree { k } => {
                whole("system.k", k, (2..=24).contains(&k) && k.is_multiple_of(2), "an even number from 2 to 24")?;
            }
            Self::LeafSpine { leaves, spines, hosts } => {
                whole("system.leaves", leaves, (1..=256).contains(&leaves), "a whole number from 1 to 256")?;
                whole("system.spines", spines, (1..=64).contains(&spines), "a whole number from 1 to 64")?;
                whole("system.leaf_hosts", hosts, (1..=256).contains(&hosts), "a whole number from 1 to 256")?;
            }
            Self::Bcube { n, levels } => {
                whole("system.n", n, (2..=64).contains(&n), "a whole number from 2 to 64")?;
                whole("system.levels", levels, levels <= 7, "a whole number from 0 to 7")?;
            }
            Self::Jellyfish { switches, ports, degree } => {
                whole("system.switches", switches, (1..=2000).contains(&switches), "a whole number from 1 to 2000")?;
                whole("system.ports", ports, (2..=256).contains(&ports), "a whole number from 2 to 256")?;
                let legal = (1..ports).contains(&degree) && (degree < switches || switches == 1);
                whole("system.degree", degree, legal, "1 or more, fewer than there are ports, and than there are switches")?;
            }
        }
        let legal = self.hosts() <= Self::MOST_HOSTS;
        NotAllowed::check("hosts", self.hosts().to_string(), legal, "up to 4096")
    }

    /// The network. Chance is only in Jellyfish.
    ///
    /// # Errors
    /// As [`validate`](Self::validate) and [`Capacities::validate`].
    pub fn build(self, capacities: &Capacities, random: &mut Random) -> Result<Network, NotAllowed> {
        self.validate()?;
        capacities.validate()?;
        let Capacities { host, fabric, core, short } = *capacities;
        let mut builder = Builder::new(self.hosts() as u32);
        match self {
            Self::Link => builder.links.push(Link { from: 0, to: 1, capacity: host }),
            Self::TwoClass => {
                builder.links.extend([short, 1.0 - short].map(|part| Link { from: 0, to: 1, capacity: part * host }));
            }
            Self::FatTree { k } => {
                let half = k / 2;
                let (edge, aggregation) = (builder.switches('e', k * half), builder.switches('a', k * half));
                let cores = builder.switches('c', half * half);
                for pod in 0..k {
                    for i in 0..half {
                        let switch = edge + pod * half + i;
                        (0..half).for_each(|port| builder.cable((pod * half + i) * half + port, switch, host));
                    }
                    for i in 0..half {
                        let above = aggregation + pod * half + i;
                        (0..half).for_each(|port| builder.cable(edge + pod * half + port, above, fabric));
                        (0..half).for_each(|port| builder.cable(above, cores + i * half + port, core));
                    }
                }
            }
            Self::LeafSpine { leaves, spines, hosts } => {
                let (leaf, spine) = (builder.switches('l', leaves), builder.switches('s', spines));
                for i in 0..leaves {
                    (0..hosts).for_each(|port| builder.cable(i * hosts + port, leaf + i, host));
                    (0..spines).for_each(|other| builder.cable(leaf + i, spine + other, fabric));
                }
            }
            Self::Bcube { n, levels } => {
                let hosts = builder.hosts;
                for level in 0..=levels {
                    let switches = builder.switches(char::from(b's' + level as u8 % 8), hosts / n);
                    let stride = n.pow(level);
                    for port in 0..hosts {
                        // Hosts that differ only in this digit of their number meet at a switch.
                        let switch = port / (stride * n) * stride + port % stride;
                        builder.cable(port, switches + switch, host);
                    }
                }
            }
            Self::Jellyfish { switches, ports, degree } => {
                let first = builder.switches('s', switches);
                for host_number in 0..builder.hosts {
                    builder.cable(host_number, first + host_number / (ports - degree), host);
                }
                let pairs = regular(switches, degree, random);
                pairs.into_iter().for_each(|(a, b)| builder.cable(first + a, first + b, fabric));
            }
        }
        Ok(builder.build())
    }
}

/// A random graph in which every node has this many neighbours, or, where they do not come out even, as nearly so as Jellyfish's own
/// construction leaves it: free ports are joined at random; when none can be, a node with two free ports takes the place of a cable.
fn regular(nodes: u32, degree: u32, random: &mut Random) -> Vec<(u32, u32)> {
    let mut neighbours: Vec<Vec<u32>> = vec![vec![]; nodes as usize];
    let mut pairs: Vec<(u32, u32)> = vec![];
    let free = |neighbours: &[Vec<u32>], node: u32| degree as usize - neighbours[node as usize].len();
    loop {
        let open: Vec<u32> = (0..nodes).filter(|node| free(&neighbours, *node) > 0).collect();
        let linked = |a: u32, b: u32| neighbours[a as usize].contains(&b);
        // By chance while that finds a pair, then whatever pair is left.
        let mut found = None;
        for _ in 0..16 * open.len() {
            let [a, b] = [0; 2].map(|_| open[random.random_range(0..open.len())]);
            if a != b && !linked(a, b) {
                found = Some((a, b));
                break;
            }
        }
        let left = || open.iter().flat_map(|a| open.iter().map(move |b| (*a, *b)));
        let found = found.or_else(|| left().find(|(a, b)| a < b && !linked(*a, *b)));
        if let Some((a, b)) = found {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
            pairs.push((a, b));
            continue;
        }
        let Some(node) = open.into_iter().find(|node| free(&neighbours, *node) >= 2) else { return pairs };
        let away = |(a, b): (u32, u32)| a != node && b != node && !linked(node, a) && !linked(node, b);
        let candidates: Vec<usize> = (0..pairs.len()).filter(|i| away(pairs[*i])).collect();
        if candidates.is_empty() {
            return pairs;
        }
        let cable = candidates[random.random_range(0..candidates.len())];
        let (a, b) = pairs.swap_remove(cable);
        neighbours[a as usize].retain(|other| *other != b);
        neighbours[b as usize].retain(|other| *other != a);
        for other in [a, b] {
            neighbours[node as usize].push(other);
            neighbours[other as usize].push(node);
            pairs.push((node, other));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::stream;

    const EQUAL: Capacities = Capacities { host: 1.0, fabric: 1.0, core: 1.0, short: 0.1 };

    fn build(topology: Topology) -> Network {
        topology.build(&EQUAL, &mut stream(1, 0, 0)).unwrap()
    }

    /// Cables of each node.
    fn degrees(network: &Network) -> Vec<usize> {
        (0..network.nodes() as u32).map(|node| network.leaving(node).len()).collect()
    }

    #[test]
    fn a_fat_tree_has_k_ports_everywhere() {
        let network = build(Topology::FatTree { k: 4 });
        assert_eq!((network.hosts(), network.nodes(), network.links().len()), (16, 36, 96));
        let degrees = degrees(&network);
        assert!(degrees[..16].iter().all(|degree| *degree == 1) && degrees[16..].iter().all(|degree| *degree == 4));
        assert_eq!((network.link_name(0), network.sending()), ("h0→e0".to_owned(), 16.0));
    }

    #[test]
    fn every_leaf_is_joined_to_every_spine() {
        let network = build(Topology::LeafSpine { leaves: 3, spines: 2, hosts: 4 });
        assert_eq!((network.hosts(), network.nodes(), network.links().len()), (12, 17, 36));
        let degrees = degrees(&network);
        assert!(degrees[..12].iter().all(|degree| *degree == 1));
        assert_eq!(degrees[12..], [6, 6, 6, 3, 3]);
    }

    #[test]
    fn bcube_hosts_have_a_port_a_level() {
        let network = build(Topology::Bcube { n: 4, levels: 1 });
        assert_eq!((network.hosts(), network.nodes()), (16, 24));
        let degrees = degrees(&network);
        assert!(degrees[..16].iter().all(|degree| *degree == 2) && degrees[16..].iter().all(|degree| *degree == 4));
    }

    #[test]
    fn jellyfish_is_regular() {
        for (switches, ports, degree) in [(10, 4, 3), (20, 8, 5), (7, 6, 4), (5, 5, 4), (2, 3, 1)] {
            let network = build(Topology::Jellyfish { switches, ports, degree });
            let hosts = network.hosts() as usize;
            let degrees = degrees(&network);
            let odd = u64::from(switches * degree % 2 == 1);
            let missing: usize = degrees[hosts..].iter().map(|found| ports as usize - found).sum();
            assert_eq!(missing as u64, odd, "{switches} switches of {degree}: {degrees:?}");
        }
    }
}
