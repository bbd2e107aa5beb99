//! The network and the flows of a scenario, checked.

use super::spec::{FlowSpec, Layout, System};
use super::{Capacities, Class, Link, Network, Routing, Topology};
use crate::sim::{stream, written};
use crate::workload::{FlowRow, Ids, Tangle, WorkloadError};
use crate::world::{SpecError, check};
use std::collections::BTreeMap;

/// Most hosts, and most links.
const MOST_HOSTS: u64 = Topology::MOST_HOSTS;

/// Paths that k-shortest routing chooses among unless it is said: as many as in Jellyfish (Singla et al. 2012, section 5.1).
pub(super) const PATHS: u32 = 8;

/// Most such paths.
const MOST_PATHS: u32 = 32;

/// The stream of random numbers that lays out Jellyfish.
const LAYOUT: u8 = 10;

/// The layout that is asked for.
pub(super) fn layout(system: &System) -> Layout {
    system.topology.unwrap_or(if system.links.is_empty() { Layout::FatTree } else { Layout::Custom })
}

/// Whether links between switches can have a capacity of their own.
pub(super) fn has_fabric(system: &System) -> bool {
    matches!(layout(system), Layout::FatTree | Layout::LeafSpine | Layout::Jellyfish)
}

/// The one layout that has the field of this dotted name, if only one has, in words as well.
pub(super) fn layout_of(field: &str) -> Option<(Layout, &'static str)> {
    match field {
        "system.k" | "system.core_capacity" => Some((Layout::FatTree, "it is of a fat tree")),
        "system.leaves" | "system.spines" | "system.leaf_hosts" => Some((Layout::LeafSpine, "it is of leaf–spine")),
        "system.n" | "system.levels" => Some((Layout::Bcube, "it is of BCube")),
        "system.switches" | "system.ports" | "system.degree" => Some((Layout::Jellyfish, "it is of Jellyfish")),
        "system.short_share" => Some((Layout::TwoClass, "it is of a two-class link")),
        "system.links" => Some((Layout::Custom, "it is of a network of your own (topology = \"custom\")")),
        _ => None,
    }
}

/// The topology that is asked for; absent where cables are written out.
pub(super) fn topology(system: &System) -> Result<Option<Topology>, SpecError> {
    let layout = layout(system);
    let fields = [
        ("system.k", system.k.is_some()),
        ("system.core_capacity", system.core_capacity.is_some()),
        ("system.leaves", system.leaves.is_some()),
        ("system.spines", system.spines.is_some()),
        ("system.leaf_hosts", system.leaf_hosts.is_some()),
        ("system.n", system.n.is_some()),
        ("system.levels", system.levels.is_some()),
        ("system.switches", system.switches.is_some()),
        ("system.ports", system.ports.is_some()),
        ("system.degree", system.degree.is_some()),
        ("system.short_share", system.short_share.is_some()),
        ("system.links", !system.links.is_empty()),
    ];
    for (field, given) in fields {
        if let Some((of, why)) = layout_of(field) {
            check::misplaced(field, given && layout != of, || why.to_owned())?;
        }
    }
    check::misplaced("system.fabric_capacity", system.fabric_capacity.is_some() && !has_fabric(system), || {
        "it is of a fat tree, leaf–spine or Jellyfish, which have links between switches".to_owned()
    })?;
    check::misplaced("system.capacity", system.capacity.is_some() && layout == Layout::Custom, || {
        "cables that are written out have their own capacities".to_owned()
    })?;
    let whole = |field: &str, value: u32, least: u32, most: u32| {
        let allowed = format!("a whole number from {least} to {most}");
        if (least..=most).contains(&value) { Ok(value) } else { Err(SpecError::value(field, value.to_string(), allowed)) }
    };
    let topology = match layout {
        Layout::Link => Topology::Link,
        Layout::TwoClass => Topology::TwoClass,
        Layout::FatTree => {
            let k = system.k.unwrap_or(4);
            if !(2..=24).contains(&k) || k % 2 == 1 {
                return Err(SpecError::value("system.k", k.to_string(), "an even number from 2 to 24"));
            }
            Topology::FatTree { k }
        }
        Layout::LeafSpine => Topology::LeafSpine {
            leaves: whole("system.leaves", system.leaves.unwrap_or(4), 2, 256)?,
            spines: whole("system.spines", system.spines.unwrap_or(4), 1, 64)?,
            hosts: whole("system.leaf_hosts", system.leaf_hosts.unwrap_or(4), 1, 256)?,
        },
        Layout::Bcube => {
            let n = whole("system.n", system.n.unwrap_or(4), 2, 64)?;
            Topology::Bcube { n, levels: whole("system.levels", system.levels.unwrap_or(1), 0, 7)? }
        }
        Layout::Jellyfish => {
            let switches = whole("system.switches", system.switches.unwrap_or(8), 1, 2000)?;
            let ports = whole("system.ports", system.ports.unwrap_or(5), 2, 256)?;
            let degree = whole("system.degree", system.degree.unwrap_or(3.min(ports - 1)), 1, ports - 1)?;
            if degree >= switches && switches > 1 {
                let allowed = format!("fewer than the number of switches, {switches}");
                return Err(SpecError::value("system.degree", degree.to_string(), allowed));
            }
            Topology::Jellyfish { switches, ports, degree }
        }
        Layout::Custom => return Ok(None),
    };
    if topology.hosts() > MOST_HOSTS {
        let field = match topology {
            Topology::Bcube { .. } => "system.levels",
            Topology::LeafSpine { .. } => "system.leaf_hosts",
            _ => "system.switches",
        };
        return Err(SpecError::value(field, format!("what makes {} hosts", topology.hosts()), format!("up to {MOST_HOSTS} hosts")));
    }
    Ok(Some(topology))
}

/// The routing that is asked for, and among how many paths it chooses if that is a number of its own.
pub(super) fn routing(system: &System, topology: Option<Topology>) -> Result<(Routing, usize), SpecError> {
    let routing = system.routing.unwrap_or_default();
    if routing == Routing::Parallel && !matches!(topology, Some(Topology::Bcube { .. })) {
        let allowed = "shortest, ecmp-hash, ecmp-split or k-shortest; parallel paths are those of BCube";
        return Err(SpecError::value("system.routing", "parallel", allowed));
    }
    let paths = system.paths.unwrap_or(PATHS);
    check::misplaced("system.paths", system.paths.is_some() && routing != Routing::KShortest, || {
        "it is of k-shortest routing (routing = \"k-shortest\")".to_owned()
    })?;
    if !(1..=MOST_PATHS).contains(&paths) {
        return Err(SpecError::value("system.paths", paths.to_string(), format!("a whole number from 1 to {MOST_PATHS}")));
    }
    Ok((routing, paths as usize))
}

/// The network that is asked for.
pub(super) fn network(system: &System, topology: Option<Topology>, seed: u64) -> Result<Network, SpecError> {
    let capacity = |field: &'static str, given: Option<f64>, default: f64| {
        let capacity = given.unwrap_or(default);
        let allowed = "a number above 0 (1e-9 to 1e12)";
        if (1e-9..=1e12).contains(&capacity) { Ok(capacity) } else { Err(SpecError::value(field, written(capacity), allowed)) }
    };
    let host = capacity("system.capacity", system.capacity, 1.0)?;
    let fabric = capacity("system.fabric_capacity", system.fabric_capacity, host)?;
    let core = capacity("system.core_capacity", system.core_capacity, fabric)?;
    let short = system.short_share.unwrap_or(0.1);
    if !(0.001..=0.999).contains(&short) {
        return Err(SpecError::value("system.short_share", written(short), "a fraction from 0.001 to 0.999"));
    }
    match topology {
        Some(topology) => Ok(topology.build(&Capacities { host, fabric, core, short }, &mut stream(seed, 0, LAYOUT))?),
        None => cables(system),
    }
}

/// The network of the cables that are written out.
fn cables(system: &System) -> Result<Network, SpecError> {
    if system.links.is_empty() {
        return Err(SpecError::value("system.links", "empty", "at least one { from, to }"));
    }
    let (mut names, mut ends): (Vec<&str>, Vec<u32>) = (vec![], vec![]);
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, cable) in system.links.iter().enumerate() {
        let field = |name: &str| format!("system.links[{}].{name}", i + 1);
        for (name, node) in [("from", &cable.from), ("to", &cable.to)] {
            if node.trim().is_empty() || node.contains('"') {
                return Err(SpecError::value(field(name), format!("\"{node}\""), "a name without quotation marks"));
            }
            let number = *numbers.entry(node).or_insert_with(|| {
                names.push(node);
                ends.push(0);
                names.len() - 1
            });
            ends[number] += 1;
        }
        if cable.from == cable.to {
            return Err(SpecError::value(field("to"), format!("\"{}\", where it begins", cable.to), "another node"));
        }
        let capacity = cable.capacity.unwrap_or(1.0);
        if !(1e-9..=1e12).contains(&capacity) {
            return Err(SpecError::value(field("capacity"), written(capacity), "a number above 0 (1e-9 to 1e12)"));
        }
    }
    // Hosts have the lowest numbers.
    let all = ends.iter().all(|cables| *cables > 1);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|node| !all && ends[*node] > 1);
    let hosts = order.iter().filter(|node| all || ends[**node] == 1).count() as u64;
    if hosts > MOST_HOSTS || system.links.len() > 100_000 {
        let found = format!("{} cables between {hosts} hosts", system.links.len());
        return Err(SpecError::value("system.links", found, format!("up to 100000 cables and {MOST_HOSTS} hosts")));
    }
    let mut place = vec![0; names.len()];
    (0..).zip(&order).for_each(|(number, node)| place[*node] = number);
    let links = system.links.iter().flat_map(|cable| {
        let [from, to] = [&cable.from, &cable.to].map(|node| place[numbers[node.as_str()]]);
        let capacity = cable.capacity.unwrap_or(1.0);
        [(from, to), (to, from)].map(|(from, to)| Link { from, to, capacity })
    });
    let links = links.collect();
    Ok(Network::trusted(order.iter().map(|node| names[*node].to_owned()).collect(), hosts as u32, links))
}

/// A flow that is given.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub id: u64,
    pub source: u32,
    pub destination: u32,
    pub arrival: f64,
    pub size: f64,
    pub class: Option<Class>,
    pub after: Vec<u64>,
}

/// The hosts of a network by name.
pub(super) struct Hosts<'a>(BTreeMap<&'a str, u32>, String);

impl<'a> Hosts<'a> {
    pub fn new(network: &'a Network) -> Self {
        let names = &network.names()[..network.hosts() as usize];
        let allowed = match names {
            [first, .., last] if names.len() > 4 => format!("a host, {first} to {last}"),
            _ => format!("a host: {}", names.join(", ")),
        };
        Self(names.iter().map(String::as_str).zip(0..).collect(), allowed)
    }

    fn find(&self, name: &str) -> Option<u32> {
        self.0.get(name).copied()
    }
}

/// Classes by name, as they are listed in errors.
fn classes() -> String {
    Class::ALL.map(Class::name).join(", ")
}

/// The flows that are written out.
pub(super) fn written_out(network: &Network, flows: &[FlowSpec]) -> Result<Vec<Given>, SpecError> {
    let hosts = Hosts::new(network);
    let default = |place: usize| network.names()[place.min(network.hosts() as usize - 1)].clone();
    let given = |(i, flow): (usize, &FlowSpec)| {
        let field = |name: &str| format!("workload.flows[{}].{name}", i + 1);
        let host = |name: &str, host: &Option<String>, place: usize| {
            let host = host.clone().unwrap_or_else(|| default(place));
            hosts.find(&host).ok_or_else(|| SpecError::value(field(name), format!("\"{host}\""), hosts.1.clone()))
        };
        let (source, destination) = (host("source", &flow.source, 0)?, host("destination", &flow.destination, 1)?);
        if source == destination {
            let found = format!("\"{}\", where it comes from", network.name(source));
            return Err(SpecError::value(field("destination"), found, "another host"));
        }
        let positive = (1e-100..=1e100).contains(&flow.size);
        let time = flow.arrival == 0.0 || (1e-100..=1e100).contains(&flow.arrival);
        if !positive {
            return Err(SpecError::value(field("size"), written(flow.size), "a number above 0 (1e-100 to 1e100)"));
        }
        if !time {
            return Err(SpecError::value(field("arrival"), written(flow.arrival), "0, or a number from 1e-100 to 1e100"));
        }
        let class = |name: &String| Class::named(name).ok_or_else(|| SpecError::value(field("class"), format!("\"{name}\""), classes()));
        let class = flow.class.as_ref().map(class).transpose()?;
        if let Some(unknown) = flow.after.iter().find(|other| !(1..=flows.len() as u64).contains(other)) {
            let allowed = format!("numbers (from 1) of other flows in workload.flows, of which there are {}", flows.len());
            return Err(SpecError::value(field("after"), unknown.to_string(), allowed));
        }
        let FlowSpec { arrival, size, .. } = *flow;
        Ok(Given { id: i as u64 + 1, source, destination, arrival, size, class, after: flow.after.clone() })
    };
    flows.iter().enumerate().map(given).collect()
}

/// The flows of a file.
pub(super) fn read(network: &Network, path: &str, rows: Vec<FlowRow>) -> Result<Vec<Given>, SpecError> {
    let hosts = Hosts::new(network);
    let given = |row: FlowRow| {
        let wrong = |found: String, allowed: &str| {
            SpecError::value("workload.path", format!("{path}, line {}: {found}", row.line), allowed.to_owned())
        };
        let host = |name: &str, host: &str| hosts.find(host).ok_or_else(|| wrong(format!("{name} is \"{host}\""), &hosts.1));
        let (source, destination) = (host("source", &row.source)?, host("destination", &row.destination)?);
        if source == destination {
            return Err(wrong(format!("destination is \"{}\", where it comes from", row.destination), "another host"));
        }
        let class = || Class::named(&row.class).ok_or_else(|| wrong(format!("class is \"{}\"", row.class), &classes()));
        let class = if row.class.is_empty() { None } else { Some(class()?) };
        Ok(Given { id: row.id, source, destination, arrival: row.arrival, size: row.size, class, after: row.after })
    };
    rows.into_iter().map(given).collect()
}

/// Flows that cannot wait for each other as they are to.
pub(super) fn tangled(path: Option<&str>, count: Option<u32>, tangle: &Tangle, ids: &Ids) -> SpecError {
    let told = tangle.told(ids).replace("job", "flow");
    if let (Tangle::Unknown { .. }, Some(count)) = (tangle, count) {
        return SpecError::value("workload.count", format!("{count}, but {told}"), "so many that all are there for which a flow waits");
    }
    match path {
        Some(path) => SpecError::Workload(WorkloadError::Instance {
            file: path.to_owned(),
            place: format!("flow {}", ids.of(tangle.job())),
            found: told,
            allowed: "ids of other flows in the file that do not wait for this one",
        }),
        None => {
            let allowed = "flows that do not wait for this one";
            SpecError::value(format!("workload.flows[{}].after", tangle.job()), format!("part of this: {told}"), allowed)
        }
    }
}
