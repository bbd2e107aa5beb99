use super::{Kind, Policy};
use crate::sim::written;
use crate::world::SpecError;
use serde::{Deserialize, Serialize};

/// The server system: `servers` identical servers of speed 1/`servers`; a job uses at most one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Number of servers, 1 to [`MOST_SERVERS`](Self::MOST_SERVERS). Their total speed is 1 whatever their number.
    pub servers: u32,
    /// How long the server takes to turn from one job to another, in units of size: 0 to
    /// [`LONGEST_SWITCH`](Self::LONGEST_SWITCH). No job advances meanwhile. A job that arrives at an idle server starts at once.
    pub switch_cost: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self { servers: 1, switch_cost: 0.0 }
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

const SERVERS: &str = "system.servers";
const SWITCH: &str = "system.switch_cost";

impl Config {
    /// Most servers.
    pub const MOST_SERVERS: u32 = 1_000_000;
    /// Longest time of a switch.
    pub const LONGEST_SWITCH: f64 = 1e9;

    /// Checks that this system exists and that `policy` is defined on it.
    ///
    /// # Errors
    /// Says what is wrong and what is allowed.
    pub fn check(&self, policy: &Policy) -> Result<(), SpecError> {
        self.check_system()?;
        match (self.servers, policy.kind().servers()) {
            (1, _) | (_, Servers::Many) => self.check_switch(policy),
            (servers, Servers::One(why)) => {
                let many = Policy::all().filter(|policy| policy.kind().servers() == Servers::Many);
                let many: Vec<&str> = many.map(|policy| policy.row().key).collect();
                let why = format!("{policy} runs on one server only: {why}; several are for {}", many.join(", "));
                Err(SpecError::Unsuited { field: SERVERS, value: servers.to_string(), why })
            }
        }
    }

    /// Checks that this system exists.
    pub(super) fn check_system(&self) -> Result<(), SpecError> {
        if !(1..=Self::MOST_SERVERS).contains(&self.servers) {
            let allowed = format!("a whole number from 1 to {}", Self::MOST_SERVERS);
            return Err(SpecError::value(SERVERS, self.servers.to_string(), allowed));
        }
        if !(0.0..=Self::LONGEST_SWITCH).contains(&self.switch_cost) {
            return Err(SpecError::value(SWITCH, written(self.switch_cost), "a number from 0 to 1e9, in units of size"));
        }
        Ok(())
    }

    fn check_switch(&self, policy: &Policy) -> Result<(), SpecError> {
        let why = match knows_no_switch(policy.kind()) {
            _ if self.switch_cost == 0.0 => return Ok(()),
            None if self.servers == 1 => return Ok(()),
            None => "switches have a cost on one server only".to_owned(),
            Some(why) => format!("{policy} {why}: switches have a cost only under policies that serve one job at a time"),
        };
        Err(SpecError::Unsuited { field: SWITCH, value: written(self.switch_cost), why })
    }
}

/// Why nothing can be said about the cost of switches under a policy, if so.
const fn knows_no_switch(policy: &Kind) -> Option<&'static str> {
    match policy {
        Kind::Fifo
        | Kind::Srpt
        | Kind::Psjf
        | Kind::Sjf
        | Kind::Srpte
        | Kind::Psjfe
        | Kind::Sjfe
        | Kind::Rr(_)
        | Kind::Mlfq(_)
        | Kind::Lottery(_)
        | Kind::Stride(_)
        | Kind::Priority(_)
        | Kind::Hrrn
        | Kind::Edf(_)
        | Kind::Wpsjfe
        | Kind::Wsrpte
        | Kind::Nudge(_)
        | Kind::Boost(_) => None,
        Kind::Fsp | Kind::Fspe => Some("goes by a virtual queue that never switches"),
        Kind::Rank(_) | Kind::Share(_) => Some("is a formula, and these may serve several jobs at once"),
        Kind::Ps
        | Kind::Gps
        | Kind::Las
        | Kind::FspePs
        | Kind::FspeLas
        | Kind::FspePsAggressive
        | Kind::SrptePs
        | Kind::SrpteLas
        | Kind::Psbs
        | Kind::SrptB
        | Kind::PsjfeLas
        | Kind::Gittins(_)
        | Kind::GittinsBlind(_)
        | Kind::Serpt(_) => Some("may serve several jobs at once"),
    }
}
