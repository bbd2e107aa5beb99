//! Scenarios with a name, to start from.

use schedscope_core::experiment::Scenario;

/// A scenario with a name.
pub struct Preset {
    /// What is asked.
    pub name: &'static str,
    /// What to look at.
    pub hint: &'static str,
    /// What differs from the usual scenario, as the query of a link.
    pub query: &'static str,
}

impl Preset {
    /// Its scenario.
    pub fn scenario(&self) -> Scenario {
        Scenario::from_query(self.query).unwrap_or_default()
    }

    /// Whether it is about policies of its own.
    pub fn picks(&self) -> bool {
        self.query.split('&').any(|pair| pair.starts_with("policies="))
    }

    /// The one of these that a scenario is, whatever its seed and, unless the preset is about some, its policies.
    pub fn of(presets: &[Self], scenario: &Scenario) -> Option<usize> {
        let same = |preset: &Self| {
            let own = preset.scenario();
            let policies = if preset.picks() { own.policies } else { scenario.policies.clone() };
            Scenario { seed: scenario.seed, policies, ..own } == *scenario
        };
        presets.iter().position(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare;
    use crate::stage::ABOUTS;
    use schedscope_core::experiment::{Study, SystemKind};

    #[test]
    fn every_preset_is_understood_and_known_again() {
        let compared = SystemKind::ALL.iter().map(|world| compare::presets(*world));
        for presets in compared.chain(ABOUTS.iter().map(|(_, about)| about.presets)) {
            for (position, preset) in presets.iter().enumerate() {
                let scenario = Scenario::from_query(preset.query).unwrap();
                assert!(Study::new(scenario.clone(), |_| unreachable!("no file")).is_ok(), "{}", preset.name);
                let of = |scenario: Scenario| Preset::of(presets, &scenario);
                assert_eq!(of(scenario.clone()), Some(position), "{}", preset.name);
                assert_eq!(of(Scenario { seed: 9, ..scenario.clone() }), Some(position), "whatever its seed");
                let fewer = Scenario { policies: vec!["ps".to_owned()], ..scenario };
                assert_eq!(of(fewer), (!preset.picks()).then_some(position), "{}", preset.name);
            }
        }
    }
}
