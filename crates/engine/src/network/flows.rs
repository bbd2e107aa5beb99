//! Flows, the paths that they take, and who waits for whom.

use super::Network;
use crate::sim::{NotAllowed, written};
use crate::workload::check::{At, CROSSING, POSITIVE, TIME, ids as check_ids};
use crate::workload::{Chains, Ids, JobError, Tangle, TaskJob};
use serde::{Deserialize, Serialize};

/// What a flow of the repository carries (mPlane D3.3, section 3.3.2), or, of any other, how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// No larger than the cutoff.
    Short,
    /// Larger than the cutoff.
    Long,
    /// Raw data that come into the repository. Long.
    Store,
    /// Raw data that are read. Long.
    Access,
    /// Raw data that leave the repository. Long.
    Export,
    /// Instructions, also called specifications: what is to be measured or computed. Short.
    Instructions,
    /// Data that are cooked, as between the phases of a `MapReduce` job. Long.
    Cooking,
    /// Results and events. Short.
    Results,
    /// What can be asked for. Short.
    Capabilities,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Short,
        Self::Long,
        Self::Store,
        Self::Access,
        Self::Export,
        Self::Instructions,
        Self::Cooking,
        Self::Results,
        Self::Capabilities,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long => "long",
            Self::Store => "store",
            Self::Access => "access",
            Self::Export => "export",
            Self::Instructions => "instructions",
            Self::Cooking => "cooking",
            Self::Results => "results",
            Self::Capabilities => "capabilities",
        }
    }

    /// The class of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Whether flows of this class are short: they require low delay, the others throughput (section 3.3.3).
    pub const fn is_short(self) -> bool {
        matches!(self, Self::Short | Self::Instructions | Self::Results | Self::Capabilities)
    }

    /// Its place among all of them.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// A link of a path, and what of the flow crosses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hop {
    /// Which link.
    pub link: u32,
    /// Whether it leaves the flow's source or enters its destination.
    pub access: bool,
    /// Fraction of the flow that crosses it, 1 unless the flow is split.
    pub share: f64,
}

/// Paths, one behind the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paths {
    ends: Vec<u32>,
    hops: Vec<Hop>,
}

impl Paths {
    /// Adds a path; its number comes back.
    pub fn push(&mut self, hops: impl IntoIterator<Item = Hop>) -> u32 {
        self.hops.extend(hops);
        self.ends.push(self.hops.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// Takes the last path away.
    pub fn pop(&mut self) {
        self.ends.pop();
        self.hops.truncate(self.ends.last().map_or(0, |end| *end as usize));
    }

    /// Number of paths.
    pub fn count(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The links of a path.
    pub fn hops(&self, path: u32) -> &[Hop] {
        let path = path as usize;
        let begin = path.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.hops[begin as usize..self.ends[path] as usize]
    }
}

/// A transfer from one host to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow {
    /// Unique number.
    pub id: u64,
    /// When it is to begin, unless it waits for others.
    pub arrival: f64,
    /// How much it carries. Positive.
    pub size: f64,
    /// The host from which it comes.
    pub source: u32,
    /// The host to which it goes.
    pub destination: u32,
    /// What it carries.
    pub class: Class,
    /// Number of its path.
    pub path: u32,
    /// Number of another path, on which a replica of it may be sent.
    pub other: Option<u32>,
}

/// Flows in order of (arrival, id), with their paths.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Flows {
    all: Vec<Flow>,
    paths: Paths,
    /// Rate of each flow that is alone in the network.
    alone: Vec<f64>,
    /// Position of each flow as given; empty if that is the same order.
    given: Vec<u32>,
    chains: Option<Chains>,
    ids: Ids,
    /// Time that each takes besides its transfer, and the size of a packet.
    latency: f64,
    packet: f64,
}

impl Flows {
    /// These flows, in any order, on these paths through a network; `after` gives the ids of the flows for which each waits, in the
    /// same order, and is empty if none waits.
    ///
    /// # Errors
    /// If there is no flow; if an arrival is neither 0 nor from 1e-100 to 1e100, or a size not from 1e-100 to 1e100; if a host, a path or a
    /// link of a path is not there, or the part of a flow that crosses a link is not above 0 and at most 1; if two have the same id; or if
    /// one waits for a flow that is not there, for itself, or in a circle.
    pub fn new(network: &Network, flows: Vec<Flow>, paths: Paths, after: Vec<Vec<u64>>, ids: Ids) -> Result<Self, JobError> {
        let links = network.links().len();
        for (place, flow) in flows.iter().enumerate() {
            let at = At { place, id: flow.id };
            at.check("arrival", flow.arrival, TIME)?;
            at.check("size", flow.size, POSITIVE)?;
            at.below("source", flow.source, network.hosts())?;
            at.below("destination", flow.destination, network.hosts())?;
            for path in std::iter::once(flow.path).chain(flow.other) {
                at.below("path", path, paths.count())?;
                for hop in paths.hops(path) {
                    at.below("link", hop.link, links as u32)?;
                    at.check("part on a link", hop.share, CROSSING)?;
                }
            }
        }
        check_ids(flows.iter().map(|flow| flow.id))?;
        // Who has no list waits for nobody.
        let mut after = after;
        if !after.is_empty() {
            after.resize(flows.len(), vec![]);
        }
        Ok(Self::trusted(network, flows, paths, after, ids)?)
    }

    /// The same of flows and paths that are checked.
    ///
    /// # Errors
    /// If a flow waits for one that is not there, for itself, or in a circle.
    pub(crate) fn trusted(network: &Network, flows: Vec<Flow>, paths: Paths, mut after: Vec<Vec<u64>>, ids: Ids) -> Result<Self, Tangle> {
        let mut order: Vec<u32> = (0..flows.len() as u32).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (&flows[a as usize], &flows[b as usize]);
            a.arrival.total_cmp(&b.arrival).then(a.id.cmp(&b.id))
        });
        let mut given = vec![];
        if order.windows(2).any(|pair| pair[0] > pair[1]) {
            given = vec![0; order.len()];
            (0..).zip(&order).for_each(|(position, original)| given[*original as usize] = position);
        }
        let chains = if after.is_empty() {
            None
        } else {
            let waiting = |i: &u32| {
                let (flow, after) = (&flows[*i as usize], std::mem::take(&mut after[*i as usize]));
                TaskJob { after, ..TaskJob::new(flow.id, flow.arrival, &[], &[]) }
            };
            Chains::of(&order.iter().map(waiting).collect::<Vec<_>>())?
        };
        let all: Vec<Flow> = order.iter().map(|&i| flows[i as usize]).collect();
        let rate = |path: u32| paths.hops(path).iter().map(|hop| network.capacity(hop.link) / hop.share).fold(f64::INFINITY, f64::min);
        let alone = all.iter().map(|flow| rate(flow.path).max(flow.other.map_or(0.0, rate))).collect();
        Ok(Self { all, paths, alone, given, chains, ids, latency: 0.0, packet: 0.0 })
    }

    /// The same flows, each of which takes a round trip of this length besides its transfer, and consists of packets of this size.
    ///
    /// # Errors
    /// If one of them is neither 0 nor from 1e-100 to 1e100, or the packet is 0 and the round trip is not.
    pub fn with_round_trips(self, latency: f64, packet: f64) -> Result<Self, NotAllowed> {
        for (field, value) in [("latency", latency), ("packet", packet)] {
            NotAllowed::check(field, written(value), TIME.holds(value), TIME.allowed)?;
        }
        let allowed = "a number above 0, where a round trip takes time";
        NotAllowed::check("packet", written(packet), packet > 0.0 || latency == 0.0, allowed)?;
        Ok(Self { latency, packet, ..self })
    }

    /// Length of a base round trip, and size of a packet.
    pub fn round_trips(&self) -> (f64, f64) {
        (self.latency, self.packet)
    }

    /// Time that each flow takes besides its transfer: the base round trip.
    pub fn latency(&self) -> f64 {
        self.latency
    }

    /// The flows in order of (arrival, id).
    pub fn all(&self) -> &[Flow] {
        &self.all
    }

    /// Number of flows.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is no flow.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Their paths.
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The links that the flow at a position crosses.
    ///
    /// # Panics
    /// If there is no such flow.
    pub fn hops(&self, position: usize) -> &[Hop] {
        self.paths.hops(self.all[position].path)
    }

    /// What the flow at a position takes alone in the network, on the faster of its paths.
    ///
    /// # Panics
    /// If there is no such flow.
    pub fn ideal(&self, position: usize) -> f64 {
        self.all[position].size / self.alone[position] + self.latency
    }

    /// Who waits for whom, if anybody does.
    pub fn chains(&self) -> Option<&Chains> {
        self.chains.as_ref()
    }

    /// Flows that wait for each other, by their positions, and what they take together if each is alone in the network: from the first
    /// arrival to the last completion.
    pub fn workflows(&self) -> Vec<(&[u32], f64)> {
        let Some(chains) = &self.chains else { return vec![] };
        let mut ends: Vec<f64> = self.all.iter().map(|flow| flow.arrival).collect();
        let mut waits = chains.waits().to_vec();
        let mut free: Vec<u32> = (0..).zip(&waits).filter(|(_, waits)| **waits == 0).map(|(flow, _)| flow).collect();
        while let Some(flow) = free.pop() {
            ends[flow as usize] += self.ideal(flow as usize);
            for next in chains.next(flow) {
                ends[*next as usize] = ends[*next as usize].max(ends[flow as usize]);
                waits[*next as usize] -= 1;
                free.extend((waits[*next as usize] == 0).then_some(*next));
            }
        }
        let alone = |flows: &[u32]| {
            let end = flows.iter().map(|flow| ends[*flow as usize]).fold(0.0, f64::max);
            end - self.all[flows[0] as usize].arrival
        };
        chains.all().filter(|flows| flows.len() > 1).map(|flows| (flows, alone(flows))).collect()
    }

    /// What the flows are called.
    pub fn ids(&self) -> &Ids {
        &self.ids
    }

    /// Positions, in the order in which the flows were given.
    pub fn given_order(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.all.len()).map(|i| self.given.get(i).map_or(i, |&position| position as usize))
    }

    /// What the flows offer to each link ÷ its capacity, over the time between the first and the last arrival. Absent where all arrive
    /// at once.
    pub fn offered(&self, network: &Network) -> Option<Vec<f64>> {
        let span = self.all.last()?.arrival - self.all.first()?.arrival;
        let mut loads = vec![0.0; network.links().len()];
        for flow in &self.all {
            self.paths.hops(flow.path).iter().for_each(|hop| loads[hop.link as usize] += flow.size * hop.share);
        }
        let ratio = |(load, link): (f64, &super::Link)| load / (link.capacity * span);
        (span > 0.0).then(|| loads.into_iter().zip(network.links()).map(ratio).collect())
    }
}
