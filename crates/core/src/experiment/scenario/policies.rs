//! Policies as they are written, and what is said of those that a world does not have.

use super::ScenarioError;
use crate::experiment::worlds::SystemKind;
use schedscope::registry::{Choice, nearest};
use std::fmt::Display;

impl SystemKind {
    fn knows(self, key: &str) -> bool {
        self.rows().iter().any(|row| row.key == key)
    }

    /// How it is asked for.
    pub(super) fn flag(self) -> String {
        format!("--system {0} (in a file: system.kind = \"{0}\")", self.key())
    }
}

/// The policies of a scenario, as asked: at least one, and each of them once.
///
/// # Errors
/// If one is not understood.
pub fn choices(world: SystemKind, written: &[String]) -> Result<Vec<Choice>, ScenarioError> {
    let mut choices: Vec<Choice> = vec![];
    for text in written {
        let key = text.split('[').next().unwrap_or_default();
        let others: Vec<SystemKind> = SystemKind::ALL.iter().copied().filter(|other| other.knows(key)).collect();
        if others.is_empty() {
            return Err(ScenarioError::Policy { key: key.to_owned(), world });
        }
        if !others.contains(&world) {
            return Err(ScenarioError::Elsewhere { key: key.to_owned(), worlds: others, world });
        }
        let choice = world.choice(text).map_err(|error| ScenarioError::policies(error.to_string()))?;
        if choices.contains(&choice) {
            return Err(ScenarioError::Twice(choice.to_string()));
        }
        choices.push(choice);
    }
    if choices.is_empty() {
        return Err(ScenarioError::NoPolicy(world));
    }
    Ok(choices)
}

/// The keys of a world's policies, with commas between them.
pub fn keys(world: SystemKind) -> String {
    world.rows().iter().map(|row| row.key).collect::<Vec<_>>().join(", ")
}

/// What is said of a policy that no world has: the one that is most like it, in whatever world, and those of this one.
pub(super) fn unknown(key: &str, world: SystemKind) -> String {
    let of = |world: SystemKind| world.rows().into_iter().map(|row| row.key);
    // Of two that are equally like it the last is taken.
    let others = SystemKind::ALL.iter().copied().filter(|other| *other != world);
    let meant = nearest(key, others.chain([world]).flat_map(of)).map_or_else(String::new, |meant| {
        let worlds: Vec<SystemKind> = SystemKind::ALL.iter().copied().filter(|other| other.knows(meant)).collect();
        let elsewhere =
            if worlds.contains(&world) { String::new() } else { format!(" (system {})", named(&worlds, " or ", SystemKind::key)) };
        format!("did you mean \"{meant}\"{elsewhere}? ")
    });
    format!("unknown policy \"{key}\"; {meant}allowed: {}", keys(world))
}

/// Worlds by some name.
pub fn named<T: Display>(worlds: &[SystemKind], between: &str, name: impl Fn(SystemKind) -> T) -> String {
    let comma = between.replacen(" and", ",", 1).replacen(" or", ",", 1);
    let names: Vec<String> = worlds.iter().map(|world| name(*world).to_string()).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{}{between}{last}", others.join(&comma)),
        _ => names.concat(),
    }
}
