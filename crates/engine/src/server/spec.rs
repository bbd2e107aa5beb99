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
    /// Number of identical servers; their total speed is 1 whatever their number, unless the speed of one is given
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of servers", range(min = 1, max = 1_000_000),
        extend(
            "x-default" = "1", "x-label" = "Servers", "x-symbol" = "m", "x-stops" = "1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64",
            "x-hint" = "Cluster size: number of identical servers; a job uses one at a time. Together they are as fast as one, unless each has a speed of its own."
        )
    )]
    pub servers: Option<u32>,
    /// Speed of each server; with 1 each is as fast as a single one, and the load of the same jobs falls as there are more
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "speed of a server",
        extend(
            "x-default" = "1 ÷ servers", "x-label" = "Speed of each", "x-rare" = true,
            "x-hint" = "Work that each server does in a unit of time. Without it all servers together do 1, whatever their number."
        )
    )]
    pub server_speed: Option<f64>,
    /// How long the server takes to turn from one job to another, in units of size; only under policies that serve one job at a time
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cost of a switch", extend("x-default" = "0", "x-rare" = true))]
    pub switch_cost: Option<f64>,
    /// Whether the mean that queueing theory predicts is shown beside the simulated one, which can take some seconds for a formula
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "true", "x-label" = "Theory", "x-rare" = true))]
    pub theory: Option<bool>,
}

impl System {
    /// Work that all servers together do in a unit of time.
    #[must_use]
    pub fn total_speed(&self) -> f64 {
        self.server_speed.map_or(1.0, |speed| speed * f64::from(self.servers.unwrap_or(1)))
    }
}
