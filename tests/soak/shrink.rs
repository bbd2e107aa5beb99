//! Makes a case that fails as small as it can be while it still fails, so that a person can read it.

use crate::draw::Case;
use schedscope_core::experiment::{Part, Section};
use toml::Value;

/// The smallest case that was found, and how it fails.
pub fn smallest(mut case: Case, mut why: String, fails: impl Fn(&Case) -> Option<String>) -> (Case, String) {
    while let Some((smaller, its)) = smaller(&case).into_iter().find_map(|smaller| fails(&smaller).map(|its| (smaller, its))) {
        (case, why) = (smaller, its);
    }
    (case, why)
}

/// Cases that say less.
fn smaller(case: &Case) -> Vec<Case> {
    let mut all = vec![];
    let mut keep = |change: &dyn Fn(&mut Case) -> bool| {
        let mut changed = case.clone();
        if change(&mut changed) {
            all.push(changed);
        }
    };
    let scenario = &case.scenario;
    if scenario.policies.len() > 1 {
        for policy in &scenario.policies {
            keep(&|case| {
                case.scenario.policies = vec![policy.clone()];
                true
            });
        }
    }
    if scenario.replications > 1 {
        keep(&|case| {
            case.scenario.replications = 1;
            true
        });
    }
    for part in Part::all(scenario.kind()).iter().filter(|part| part.section != Section::Top && part.path() != "system.kind") {
        let path = part.path();
        match scenario.get(&path) {
            None => continue,
            Some(Value::Integer(many)) if many > 1 => keep(&|case| case.scenario.set(&path, Some(Value::Integer(many / 2))).is_ok()),
            Some(_) => {}
        }
        keep(&|case| case.scenario.set(&path, None).is_ok() && case.scenario.get(&path).is_none());
    }
    let lines: Vec<&[u8]> = case.file.split(|byte| *byte == b'\n').collect();
    if !case.name().is_empty() && lines.len() > 1 {
        for place in 0..lines.len() {
            keep(&|case| {
                let rest: Vec<&[u8]> = lines.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, line)| *line).collect();
                case.file = rest.join(&b'\n');
                true
            });
        }
    }
    all
}
