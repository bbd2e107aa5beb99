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
pub const PRESETS: [Preset; 5] = [
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
    Preset {
        name: "Wait, kill or suspend?",
        hint: "One slot, two tasks of 80 s: the second is more important and comes at 40 s. Who waits, what is lost, and what does it cost that the two need more memory than the machine has?",
        query: "policies=dummy[preemption%3Dwait],dummy[preemption%3Dkill],dummy&system.kind=cluster&system.machines=1&system.map_slots=1&system.ram=4.0\
            &system.heartbeat=0.0&workload.jobs=[{ arrival = 0.0, maps = [80.0], map_memory = 2.5 }, { arrival = 40.0, maps = [80.0], map_memory = 2.5, weight = 2.0 }]",
    },
    Preset {
        name: "The long job that is killed for ever",
        hint: "The first job has 250 tasks of 2500 s. Whenever a large production job comes, tasks are killed to make room: under Fair-kill the latest of each job that has more than its share, under GP the latest of all.",
        query: "policies=fair-kill,gp&system.kind=cluster&workload.mix=production-busy&workload.count=60&workload.long_job=1",
    },
    Preset {
        name: "A chain of queries",
        hint: "J2 waits for J1: one query in two steps. Job by job the short first step goes first; as one complex job it waits for the smaller J3, whose user is glad.",
        query: "policies=hfsp[estimator%3Doracle],hfsp[estimator%3Doracle,chains%3Don]&system.kind=cluster&system.machines=1&system.map_slots=1&system.heartbeat=0.0\
            &workload.jobs=[{ arrival = 0.0, maps = [10.0] }, { arrival = 0.0, maps = [100.0], after = [1] }, { arrival = 0.0, maps = [30.0] }, { arrival = 40.0, maps = [85.0] }]",
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
