//! Questions to start from.

use crate::preset::Preset;
use crate::stage::about;
use schedscope_core::experiment::{Measure, Scenario, SystemKind};

/// The presets of a world, the first what the view begins with.
pub fn presets(world: SystemKind) -> &'static [Preset] {
    about(world).map_or(&[], |about| about.compared)
}

/// What the view of a world shows when it is opened, as the query of a link.
pub fn opened(world: SystemKind) -> &'static str {
    presets(world).first().map_or("", |preset| preset.query)
}

/// What it shows then.
pub fn first(world: SystemKind) -> Scenario {
    /// Replications where no preset says how many.
    const REPLICATIONS: u32 = 20;
    let usual = || Scenario { replications: REPLICATIONS, ..Scenario::new(world) };
    presets(world).first().map_or_else(usual, Preset::scenario)
}

/// The measure in which the policies of a world are compared unless another is chosen.
pub fn usual_measure(world: SystemKind) -> Option<Measure> {
    about(world).and_then(|about| Measure::named(world, about.measure)).or_else(|| Measure::first(world))
}

/// What choosing a preset of a world does to what was there.
pub const fn keeps(world: SystemKind) -> &'static str {
    match world {
        SystemKind::Server => {
            "A preset changes everything but the seed and policies that you have chosen. Only Weighted jobs comes with policies of its own."
        }
        _ => "A preset changes everything but the seed.",
    }
}

/// The scenario of a preset in place of another one: with the same seed, and with the same policies if they are the user's choice,
/// unless the preset is about others.
pub fn after(preset: &Preset, before: &Scenario) -> Scenario {
    let own = preset.scenario();
    let chosen = presets(before.kind()).iter().all(|preset| preset.scenario().policies != before.policies);
    let policies = if chosen && !preset.picks() { before.policies.clone() } else { own.policies };
    Scenario { seed: before.seed, policies, ..own }
}
