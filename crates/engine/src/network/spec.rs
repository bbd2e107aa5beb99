use super::{Like, Routing};
use crate::workload::{Rate, Sizes};
use crate::world::{Called, FileFormat, Is, WorkloadSpec, hint};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of this world.
#[derive(Clone, Copy, Debug)]
pub struct Name;

impl Called for Name {
    const KIND: &'static str = "network";
}

/// How a network is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Layout {
    /// One link.
    Link,
    /// One link, a part of which is for short flows.
    TwoClass,
    /// A fat tree of switches with k ports.
    FatTree,
    /// Leaf switches, each joined to all spine switches.
    LeafSpine,
    /// `BCube`: hosts that pass on flows of others.
    Bcube,
    /// Jellyfish: switches joined at random.
    Jellyfish,
    /// The cables of `links`.
    Custom,
}

/// The network, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct System {
    /// Which world
    pub kind: Is<Name>,
    /// Topology
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "fat-tree; custom if there are links"))]
    pub topology: Option<Layout>,
    /// Ports of a switch of a fat tree, an even number
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "ports of a switch", range(min = 2, max = 24),
        extend("x-default" = "4, for 16 hosts", "x-symbol" = "k", "x-stops" = "2, 4, 6, 8")
    )]
    pub k: Option<u32>,
    /// Leaf switches of leaf–spine
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of leaf switches", range(min = 2, max = 256), extend("x-default" = "4", "x-rare" = true, "x-stops" = "2..12 by 1"))]
    pub leaves: Option<u32>,
    /// Spine switches of leaf–spine
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of spine switches", range(min = 1, max = 64), extend("x-default" = "4", "x-rare" = true, "x-stops" = "1..12 by 1"))]
    pub spines: Option<u32>,
    /// Hosts of a leaf switch of leaf–spine
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "hosts of a leaf switch", range(min = 1, max = 256), extend("x-default" = "4", "x-rare" = true, "x-stops" = "1..16 by 1"))]
    pub leaf_hosts: Option<u32>,
    /// Ports of a switch of `BCube`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "ports of a BCube switch", range(min = 2, max = 64),
        extend("x-default" = "4", "x-rare" = true, "x-symbol" = "n", "x-stops" = "2..8 by 1")
    )]
    pub n: Option<u32>,
    /// Levels of `BCube` above the first
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "levels of BCube", range(min = 0, max = 7), extend("x-default" = "1, for n² hosts", "x-rare" = true))]
    pub levels: Option<u32>,
    /// Switches of Jellyfish
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of switches", range(min = 1, max = 2000),
        extend("x-default" = "8", "x-rare" = true, "x-stops" = "4..40 by 1")
    )]
    pub switches: Option<u32>,
    /// Ports of a switch of Jellyfish
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "ports of a Jellyfish switch", range(min = 2, max = 256), extend("x-default" = "5", "x-rare" = true))]
    pub ports: Option<u32>,
    /// Ports of a switch of Jellyfish that lead to other switches; the others lead to hosts
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "ports between switches", range(min = 1, max = 255), extend("x-default" = "3", "x-rare" = true))]
    pub degree: Option<u32>,
    /// Capacity of links next to hosts, in units of size per unit of time
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "capacity of links next to hosts", extend("x-default" = "1"))]
    pub capacity: Option<f64>,
    /// Capacity of links between switches; in a fat tree of those between edge and aggregation, in leaf–spine of those between leaves and
    /// spines
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "capacity of links between switches", extend("x-default" = "that next to hosts", "x-rare" = true))]
    pub fabric_capacity: Option<f64>,
    /// Capacity of links between aggregation and core of a fat tree
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "capacity of core links", extend("x-default" = "that between switches", "x-rare" = true))]
    pub core_capacity: Option<f64>,
    /// Gbit/s of a link of capacity 1
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "rate of a link of capacity 1", extend("x-default" = "10", "x-rare" = true, "x-flag" = "link-rate", "x-stops" = "1, 10, 25, 40, 100, 400"))]
    pub rate: Option<f64>,
    /// Base round-trip time in microseconds: each flow takes it once besides its transfer, and windows of `tcp` double in it
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "base round-trip time",
        extend(
            "x-default" = "14.6 for flows that are drawn; otherwise 0", "x-rare" = true, "x-label" = "Round trip", "x-symbol" = "RTT", "x-unit" = "µs",
            "x-stops" = "0, 5, 10, 14.6, 20, 50, 100, 200, 500, 1000"
        )
    )]
    pub rtt: Option<f64>,
    /// Fraction of a two-class link that is for short flows
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "share of short flows", extend("x-default" = "0.1", "x-rare" = true))]
    pub short_share: Option<f64>,
    /// How flows find their paths: always the same shortest one, one of them by a hash of the flow, split over all of them, one of the k
    /// shortest by a hash, or one of the parallel paths of `BCube`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "ecmp-hash"))]
    pub routing: Option<Routing>,
    /// Paths that k-shortest routing chooses among
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of paths", range(min = 1, max = 32), extend("x-default" = "8", "x-rare" = true, "x-symbol" = "k", "x-stops" = "1..16 by 1"))]
    pub paths: Option<u32>,
    /// Size up to which a flow is short, where it is not said what it carries
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cutoff of short flows", extend("x-default" = "0.1"))]
    pub cutoff: Option<f64>,
    /// Cables of a network of your own, at least one; nodes with one cable are hosts, or all if there is none such
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<CableSpec>,
}

/// A cable written out in a scenario: a link in each direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(inline)]
pub struct CableSpec {
    /// A node
    pub from: String,
    /// Another node
    pub to: String,
    /// Its capacity in each direction (default: 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<f64>,
}

/// Where flows come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Source {
    /// Drawn at random.
    Synthetic,
    /// Drawn as those of a repository: instructions, transfers, results.
    Repository,
    /// Read from the file at `path`.
    File,
    /// Written out in `flows`.
    Flows,
}

/// Between which hosts flows go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Pattern {
    /// Any two, each pair as likely.
    #[default]
    Uniform,
    /// Each host sends to one other, and receives from one other.
    Permutation,
    /// Several at once send to one.
    Incast,
}

/// The flows, as written. The kind follows from the other fields if it is not given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Workload {
    /// Source of the flows: drawn at random (synthetic), drawn as those of a repository, read from a file, or listed in `flows`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "inferred from the other fields"))]
    pub kind: Option<Source>,
    /// Number of flows; of a file, how many of its first flows to use
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of flows", range(min = 1, max = 1_000_000),
        extend(
            "x-default" = "10000", "x-label" = "Flows", "x-symbol" = "n",
            "x-stops" = "20, 40, 100, 200, 300, 500, 1000, 2000, 5000, 10000, 20000"
        )
    )]
    pub count: Option<u32>,
    /// Weibull shape of sizes; below 1 heavy-tailed, 1 exponential
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "shape of sizes",
        extend(
            "x-default" = "0.25", "x-label" = "Evenness of sizes", "x-symbol" = "shape", "x-stops" = "0.125..4 in 40",
            "x-hint" = "Weibull shape of the sizes of flows, whose mean is 1. 0.25: a few flows carry most. 1: exponential. Above: all nearly alike."
        )
    )]
    pub shape: Option<f64>,
    /// Distribution of sizes, if it is not Weibull: deterministic, { pareto = { alpha = 2.0 } }, { bounded-pareto = { alpha = 1.5,
    /// ratio = 1e6 } } or { hyperexponential = { scv = 10.0 } }
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "weibull", "x-rare" = true, "x-label" = "Sizes of flows"))]
    pub sizes: Option<Sizes>,
    /// Sizes as they were measured in a data center: of web searches or of data mining
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "the distribution of shape and sizes", "x-rare" = true, "x-label" = "Measured sizes"))]
    pub measured: Option<Like>,
    /// Bytes of a flow of size 1
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "bytes of a flow of size 1",
        extend(
            "x-default" = "1.66e6, the mean of web searches; of data mining, its own mean", "x-rare" = true, "x-label" = "Mean size",
            "x-unit" = "bytes", "x-stops" = "1e4..1e8 in 13"
        )
    )]
    pub mean: Option<f64>,
    /// Bytes of a packet: no drawn flow is smaller, and the windows of `tcp` are of packets; other policies on flows that are given read
    /// none of it
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "bytes of a packet", extend("x-default" = "1460", "x-rare" = true, "x-label" = "Packet", "x-unit" = "bytes"))]
    pub packet: Option<f64>,
    /// Weibull shape of inter-arrival times
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "shape of inter-arrival times",
        extend(
            "x-default" = "1, Poisson", "x-rare" = true, "x-label" = "Arrivals", "x-symbol" = "timeshape", "x-stops" = "0.125..4 in 40",
            "x-hint" = hint::TIMESHAPE
        )
    )]
    pub timeshape: Option<f64>,
    /// How the rate of arrivals varies: constant, { log-normal = { sigma = 0.8, period = 3000 } }, { diurnal = { swing = 0.5, period =
    /// 86400 } } or { on-off = { on = 0.5, period = 3000 } }
    ///
    /// The first and the last job arrive when they would at a constant rate, so that the load does not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "constant", "x-rare" = true, "x-label" = "Rate of arrivals", "x-hint" = hint::RATE))]
    pub rate: Option<Rate>,
    /// File of gaps between arrivals, one number a line, in any unit; they take the place of those that are drawn
    ///
    /// Gaps are used in the order of the file, from a random one on, and scaled to give the load.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-rare" = true, "x-label" = "File of gaps"))]
    pub gaps: Option<String>,
    /// What flows offer ÷ capacity of all links by which hosts send
    ///
    /// Links inside the network may have more or less to carry, by topology and routing; a warning names the most loaded if it is
    /// overloaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        extend(
            "x-default" = "0.6 for flows that are drawn; otherwise their own", "x-label" = "Load", "x-symbol" = "ρ",
            "x-stops" = "0.05..0.95 by 0.05"
        )
    )]
    pub load: Option<f64>,
    /// Between which hosts flows go: any two, a permutation, or several at once to one
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "uniform"))]
    pub pattern: Option<Pattern>,
    /// Flows that arrive at once under incast
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "fan-in", range(min = 1, max = 1000), extend("x-default" = "8, or all other hosts", "x-rare" = true))]
    pub fan_in: Option<u32>,
    /// Warm-up: number of first flows that are sent but not counted
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of flows to warm up", range(min = 0, max = 4_294_967_295_u32),
        extend("x-default" = "0", "x-rare" = true, "x-label" = "Warm-up", "x-stops" = "0, 100, 200, 500, 1000, 2000, 5000")
    )]
    pub warmup: Option<u32>,
    /// File of flows: source, destination, size, arrival, class, after
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "trace")]
    pub path: Option<String>,
    /// What the columns of a table are, where titles do not say so, with a unit if need be: arrival=TIMESTAMP,size=GeneratedTokens:30/s
    ///
    /// Columns that are read: source, destination, size, arrival, class, after, id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-rare" = true))]
    pub columns: Option<String>,
    /// The flows themselves, at least one
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<FlowSpec>,
}

/// A flow written out in a scenario; its id is its position, from 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(inline)]
pub struct FlowSpec {
    /// Host from which it comes (default: the first)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Host to which it goes (default: the second)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination: Option<String>,
    /// When it is to begin
    pub arrival: f64,
    /// How much it carries
    pub size: f64,
    /// What it carries (default: short or long by its size)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Numbers, from 1, of the flows for which it waits
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<u64>,
}

impl Workload {
    /// Where flows come from, given or inferred.
    pub fn kind(&self) -> Source {
        self.kind.unwrap_or(if self.path.is_some() {
            Source::File
        } else if self.flows.is_empty() {
            Source::Synthetic
        } else {
            Source::Flows
        })
    }
}

impl WorkloadSpec for Workload {
    fn file(&self) -> Option<&str> {
        self.path.as_deref().filter(|_| self.kind() == Source::File)
    }

    fn of_file(path: String, _: Option<FileFormat>) -> Self {
        Self { path: Some(path), ..Self::default() }
    }
}
