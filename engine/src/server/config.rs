use super::Policy;
use crate::world::SpecError;
use serde::{Deserialize, Serialize};

/// The server system: `servers` identical servers of speed 1/`servers`; a job uses at most one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Number of servers, 1 to [`MOST_SERVERS`](Self::MOST_SERVERS). Their total speed is 1 whatever their number.
    pub servers: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { servers: 1 }
    }
}

/// On how many servers a policy is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Servers {
    /// On any number.
    Many,
    /// On one alone, for this reason.
    One(&'static str),
}

impl Config {
    /// Most servers.
    pub const MOST_SERVERS: u32 = 1_000_000;

    /// Checks that this system exists and that `policy` is defined on it.
    ///
    /// # Errors
    /// Says what is wrong and what is allowed.
    pub fn check(&self, policy: &Policy) -> Result<(), SpecError> {
        const FIELD: &str = "system.servers";
        match (self.servers, policy.kind().servers()) {
            (servers, _) if !(1..=Self::MOST_SERVERS).contains(&servers) => {
                Err(SpecError::value(FIELD, servers.to_string(), format!("a whole number from 1 to {}", Self::MOST_SERVERS)))
            }
            (1, _) | (_, Servers::Many) => Ok(()),
            (servers, Servers::One(why)) => {
                let why = format!("{policy} runs on one server only: {why}");
                Err(SpecError::Unsuited { field: FIELD, value: servers.to_string(), why })
            }
        }
    }
}
