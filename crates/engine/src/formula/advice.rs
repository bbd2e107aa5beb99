//! What to write instead of a name that formulas do not know.

use super::known;
use super::names::Names;
use crate::registry::nearest;

/// What is said about an unknown name.
pub(super) fn unknown(name: &str, called: bool, names: Names) -> String {
    if let (Names::Job(_), Some(told)) = (names, policy(name)) {
        return told;
    }
    let functions: Vec<&str> = names.functions().map(|function| -> &str { function.name() }).collect();
    let known = names.all();
    let instead = match (name, names) {
        ("power" | "pow", _) => return format!("unknown function \"{name}\"; write a^b"),
        ("ln", _) => Some("log"),
        ("attained" | "served", Names::Job(_)) => Some("age"),
        ("remaining", Names::Job(_)) => Some("estrem"),
        ("priority", Names::Job(_)) => Some("weight"),
        ("time" | "t", Names::Job(_)) => Some("now"),
        _ if called => nearest(name, functions.iter().copied()),
        _ => nearest(name, known.iter().chain(&functions).copied()),
    };
    let kind = if called { "function" } else { "name" };
    match (instead, names) {
        (Some(word), _) => format!("unknown {kind} \"{name}\" (did you mean \"{word}\"?)"),
        (None, _) if called => format!("unknown function \"{name}\"; allowed: {}", functions.join(", ")),
        (None, Names::Words(_)) => format!("unknown name \"{name}\"; allowed: {}, inf", known.join(", ")),
        (None, Names::Job(_)) => {
            format!(
                "unknown name \"{name}\"; allowed: {}, inf, or a constant that you give behind the expression: ; let {name} = 1",
                known.join(", ")
            )
        }
    }
}

/// What is said about the name of a policy.
fn policy(name: &str) -> Option<String> {
    let plain = name.to_lowercase();
    if plain.starts_with("fsp") || plain.starts_with("psbs") {
        let upper = plain.to_uppercase();
        return Some(format!(
            "{upper} is no formula: its order comes from a virtual queue, a state of the system and not of the job; choose the policy itself"
        ));
    }
    let known = known::named(&plain)?;
    let of = if known.share { "the share " } else { "" };
    Some(format!("\"{name}\" is a policy, not a variable; as a formula it is {of}{}", known.rule))
}
