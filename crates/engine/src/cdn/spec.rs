use super::Ways;
use crate::world::{Called, FileFormat, Is, WorkloadSpec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of this world.
#[derive(Clone, Copy, Debug)]
pub struct Name;

impl Called for Name {
    const KIND: &'static str = "cdn";
}

/// The distributed CDN, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct System {
    /// Which world
    pub kind: Is<Name>,
    /// Videos that a dServer can store; where videos have sizes, units of size
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "storage of a dServer", range(min = 1, max = 1_000_000_000_000_000_u64), extend("x-default" = "5000"))]
    pub storage: Option<u64>,
    /// Sessions that a dServer can serve at once
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "capacity of a dServer", range(min = 1, max = 10_000_000), extend("x-default" = "500"))]
    pub dserver_capacity: Option<u32>,
    /// Sessions that the CDN server can serve at once; further requests wait in its queue
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "capacity of the CDN server", range(min = 1, max = 10_000_000), extend("x-default" = "5000"))]
    pub cdn_capacity: Option<u32>,
    /// Copies of a video on average, where a placement makes as many of each
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "copies of a video", extend("x-default" = "1.76"))]
    pub replicas: Option<f64>,
    /// Copies of a video on average, at most, under optimal placements; the source says nothing of it
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "copies of a video placed optimally", extend("x-default" = "as of other placements", "x-rare" = true))]
    pub optimal_replicas: Option<f64>,
    /// Cost of a transfer over an external link, for a kilometre and a video of size 1
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cost of external links", extend("x-default" = "2", "x-rare" = true))]
    pub external_cost: Option<f64>,
    /// Cost of a transfer over an internal link, for a kilometre and a video of size 1
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cost of internal links", extend("x-default" = "1", "x-rare" = true))]
    pub internal_cost: Option<f64>,
    /// Cost of a transfer over an internal link of low priority, for a kilometre and a video of size 1
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cost of links of low priority", extend("x-default" = "as of other internal links", "x-rare" = true))]
    pub low_priority_cost: Option<f64>,
    /// By which way over internal links transfers go: the cheapest, or the shortest, whatever it costs
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "ways of transfers", extend("x-default" = "cheapest", "x-rare" = true))]
    pub ways: Option<Ways>,
    /// The regions, each with a dServer (default: thirteen regions of France)
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionSpec>,
    /// Internal links between dServers (default: those of the thirteen regions; none where regions are given)
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkSpec>,
}

/// A region written out in a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(inline)]
pub struct RegionSpec {
    /// What it is called
    pub name: String,
    /// Kilometres of the external link between its dServer and the PoP
    pub distance: f64,
    /// Its share of the users, relative to the others (default: 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub users: Option<f64>,
    /// Videos that its dServer can store; where videos have sizes, units of size (default: system.storage)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage: Option<u64>,
    /// Sessions that its dServer can serve at once (default: `system.dserver_capacity`)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// Names of the regions in its cooperation group (default: those that are closer than the PoP)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Vec<String>>,
    /// Where it is on the map, to the east (default: on a circle around the PoP)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// Where it is on the map, to the north
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<f64>,
}

/// An internal link written out in a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(inline)]
pub struct LinkSpec {
    /// The region at one end
    pub from: String,
    /// The region at the other
    pub to: String,
    /// Its length in kilometres
    pub distance: f64,
    /// Whether the operator prefers other links (default: false)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_priority: Option<bool>,
}

/// Where requests come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Source {
    /// Drawn at random, like those of a trace.
    Synthetic,
    /// Read from the file at `path`.
    File,
    /// Written out in `requests`.
    Requests,
}

/// The requests, as written. The kind follows from the other fields if it is not given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Workload {
    /// Source of the requests: drawn at random (synthetic), read from a file, or listed in `requests`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "inferred from the other fields"))]
    pub kind: Option<Source>,
    /// Number of requests; of a file, how many of its first requests to use
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of requests", range(min = 1, max = 10_000_000), extend("x-default" = "364663 a week"))]
    pub count: Option<u32>,
    /// Days of requests, from a Sunday at noon
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "7", "x-rare" = true))]
    pub days: Option<f64>,
    /// Number of videos
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of videos", range(min = 1, max = 1_000_000), extend("x-default" = "17223"))]
    pub videos: Option<u32>,
    /// Exponent of Zipf's law, by which videos are popular; 0 makes all alike
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "exponent of popularity", extend("x-default" = "0.8"))]
    pub zipf: Option<f64>,
    /// Fraction of the videos that change places in popularity every day
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "churn of popularity", extend("x-default" = "0.05", "x-rare" = true))]
    pub churn: Option<f64>,
    /// Fraction of the requests that go by an order of popularity of their region's own, drawn for each region
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "regional demand", extend("x-default" = "0", "x-rare" = true))]
    pub regional: Option<f64>,
    /// Spread of log-normal sizes of videos, whose mean is one unit of storage; 0: each takes one
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "spread of sizes", extend("x-default" = "0", "x-rare" = true))]
    pub size_spread: Option<f64>,
    /// Shortest session, in seconds
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "3600", "x-rare" = true))]
    pub shortest_session: Option<f64>,
    /// Longest session, in seconds; lengths are uniform
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "7200", "x-rare" = true))]
    pub longest_session: Option<f64>,
    /// Warm-up: number of first requests that are served but not counted; placements that learn from the past learn from them
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of requests to warm up", range(min = 0, max = 4_294_967_295_u32), extend("x-default" = "0", "x-rare" = true))]
    pub warmup: Option<u32>,
    /// File of requests: time,user,item,region, and session and size if they are known
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "trace")]
    pub path: Option<String>,
    /// Format of the file
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "from its extension", "x-rare" = true, "x-flag" = "trace-format"))]
    pub format: Option<FileFormat>,
    /// What the columns of a table are, where titles do not say so, with a unit if need be: arrival=TIMESTAMP,size=GeneratedTokens:30/s
    ///
    /// Columns that are read: time, item, region, session, size.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-rare" = true))]
    pub columns: Option<String>,
    /// The requests themselves, at least one
    #[serde(deserialize_with = "at_least_one", skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<RequestSpec>,
}

/// A request written out in a scenario; its id is its position, from 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(inline)]
pub struct RequestSpec {
    /// When it comes, in seconds
    pub arrival: f64,
    /// The region of its user
    pub region: String,
    /// The number of the video (default: 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub video: Option<u32>,
    /// Seconds of its session (default: drawn)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<f64>,
    /// Size of the video in units of storage, said at any of its requests (default: 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
}

/// Reads requests that are written out.
fn at_least_one<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<RequestSpec>, D::Error> {
    let requests = Vec::deserialize(deserializer)?;
    let empty = "the list workload.requests is empty; allowed: at least one request, or no such list";
    if requests.is_empty() { Err(serde::de::Error::custom(empty)) } else { Ok(requests) }
}

impl Workload {
    /// Where requests come from, given or inferred.
    pub fn kind(&self) -> Source {
        self.kind.unwrap_or(if self.path.is_some() {
            Source::File
        } else if self.requests.is_empty() {
            Source::Synthetic
        } else {
            Source::Requests
        })
    }
}

impl WorkloadSpec for Workload {
    fn file(&self) -> Option<&str> {
        self.path.as_deref().filter(|_| self.kind() == Source::File)
    }

    fn of_file(path: String, format: Option<FileFormat>) -> Self {
        Self { path: Some(path), format, ..Self::default() }
    }
}
