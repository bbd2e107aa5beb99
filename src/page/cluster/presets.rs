//! Questions to start from.

use crate::experiment::Scenario;

/// A scenario of the cluster with a name.
pub struct Preset {
    /// What is asked.
    pub name: &'static str,
    /// What to look at.
    pub hint: &'static str,
    /// The scenario, as the query of a link.
    query: &'static str,
}

/// What the view shows when it is opened, as the query of a link.
pub const OPENED: &str = "policies=fair,hfsp&system.kind=cluster&workload.mix=prod&workload.count=30";

/// The presets, the first what the page begins with.
pub const PRESETS: [Preset; 2] = [
    Preset {
        name: "Share the slots, or one job at a time",
        hint: "Mostly large jobs, more than the cluster can do while they arrive. Fair gives every job a few slots; HFSP finishes one job after the other.",
        query: OPENED,
    },
    Preset {
        name: "Preempt, or wait for slots",
        hint: "Small and large jobs under HFSP, which waits until slots are free or suspends tasks of larger jobs. Look at the smallest jobs.",
        query: "policies=hfsp,hfsp[preemption%3Dsuspend]&system.kind=cluster&workload.mix=test&workload.count=30",
    },
];

impl Preset {
    /// Its scenario.
    pub fn scenario(&self) -> Scenario {
        Scenario::from_query(self.query).unwrap_or_default()
    }

    /// The preset that a scenario is, whatever its seed.
    pub fn of(scenario: &Scenario) -> Option<usize> {
        PRESETS.iter().position(|preset| Scenario { seed: scenario.seed, ..preset.scenario() } == *scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Study;

    #[test]
    fn every_preset_is_understood_and_known_again() {
        for (position, preset) in PRESETS.iter().enumerate() {
            let scenario = Scenario::from_query(preset.query).unwrap();
            assert!(Study::new(scenario.clone(), |_| unreachable!("no file")).is_ok(), "{}", preset.name);
            assert_eq!(Preset::of(&scenario), Some(position), "{}", preset.name);
            assert_eq!(Preset::of(&Scenario { seed: 9, ..scenario }), Some(position), "whatever its seed");
        }
    }
}
