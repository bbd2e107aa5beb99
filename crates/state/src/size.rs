//! How large a system is: how many servers, machines or workers it has, and how fast the servers are.

use crate::edited::number_of;
use schedscope::server::Plan;
use schedscope_core::experiment::{Scenario, SystemKind};

/// The field that says how many servers there are.
pub const SERVERS: &str = "system.servers";
/// The field that says how fast each is.
pub const SERVER_SPEED: &str = "system.server_speed";

/// The field that says how many servers, machines or workers a world has, where that is a number.
pub const fn field_of_size(world: SystemKind) -> Option<&'static str> {
    match world {
        SystemKind::Server => Some(SERVERS),
        SystemKind::Cluster => Some("system.machines"),
        SystemKind::Datacenter => Some("system.workers"),
        _ => None,
    }
}

/// Work that all servers together do in a unit of time; 1 in a world without servers.
pub fn total_speed(scenario: &Scenario) -> f64 {
    scenario.of::<Plan>().map_or(1.0, |fields| fields.system.total_speed())
}

/// Speed of each server.
pub fn speed_of_each(scenario: &Scenario) -> f64 {
    total_speed(scenario) / number_of(scenario, SERVERS).unwrap_or(1.0)
}

/// How fast servers may be, in words: a value of [`SERVER_SPEED`] as it is typed, and what it means.
pub const SPEEDS: [(&str, &str); 2] = [("", "same total speed"), ("1", "each as fast as one")];

/// Position in [`SPEEDS`] of what a scenario says; none if its servers have another speed.
pub fn chosen_speed(scenario: &Scenario) -> Option<usize> {
    match number_of(scenario, SERVER_SPEED) {
        None => Some(0),
        Some(1.0) => Some(1),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_share_a_speed_of_1_or_have_one_each() {
        let of = |query: &str| {
            let scenario = Scenario::from_query(query).unwrap();
            (total_speed(&scenario), speed_of_each(&scenario), chosen_speed(&scenario))
        };
        assert_eq!(of(""), (1.0, 1.0, Some(0)));
        assert_eq!(of("system.servers=4"), (1.0, 0.25, Some(0)));
        assert_eq!(of("system.servers=4&system.server_speed=1"), (4.0, 1.0, Some(1)));
        assert_eq!(of("system.server_speed=0.5"), (0.5, 0.5, None));
        assert_eq!(of("system.kind=cluster&workload.mix=dev").0, 1.0);
    }
}
