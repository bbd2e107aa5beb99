use crate::world::{Called, Is};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of this world.
#[derive(Clone, Copy, Debug)]
pub struct Name;

impl Called for Name {
    const KIND: &'static str = "server";
}

/// The server system, as written. Its workload is [`JobsSpec`](crate::world::JobsSpec).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct System {
    /// Which world
    pub kind: Is<Name>,
    /// Number of identical servers; their total speed is 1 whatever their number
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of servers", range(min = 1, max = 1_000_000),
        extend(
            "x-default" = "1", "x-label" = "Servers", "x-symbol" = "m", "x-stops" = "1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64",
            "x-hint" = "Cluster size: number of identical servers. Together they are always as fast as one; a job uses one at a time."
        )
    )]
    pub servers: Option<u32>,
    /// How long the server takes to turn from one job to another, in units of size; only under policies that serve one job at a time
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cost of a switch", extend("x-default" = "0", "x-rare" = true))]
    pub switch_cost: Option<f64>,
    /// Whether the mean that queueing theory predicts is shown beside the simulated one, which can take some seconds for a formula
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "true", "x-label" = "Theory", "x-rare" = true))]
    pub theory: Option<bool>,
}
