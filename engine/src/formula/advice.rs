//! What to write instead of a name that formulas do not know.

use super::Variable;
use super::known;
use super::tree::Function;
use crate::registry::nearest;

/// What is said about an unknown name.
pub(super) fn unknown(name: &str, called: bool, constants: &[(String, f64)]) -> String {
    let plain = name.to_lowercase();
    if plain.starts_with("fsp") || plain.starts_with("psbs") {
        let upper = plain.to_uppercase();
        return format!(
            "{upper} is no formula: its order comes from a virtual queue, a state of the system and not of the job; choose the policy itself"
        );
    }
    if let Some(known) = known::named(&plain) {
        let of = if known.share { "the share " } else { "" };
        return format!("\"{name}\" is a policy, not a variable; as a formula it is {of}{}", known.rule);
    }
    let functions: Vec<&str> = Function::ALL.into_iter().map(|function| -> &str { function.name() }).collect();
    let mut names: Vec<&str> = constants.iter().map(|(name, _)| name.as_str()).collect();
    names.extend(Variable::ALL.into_iter().map(|variable| -> &str { variable.name() }));
    let instead = match name {
        "ln" => Some("log"),
        "power" | "pow" => return format!("unknown function \"{name}\"; write a^b"),
        "attained" | "served" => Some("age"),
        "remaining" => Some("estrem"),
        "priority" => Some("weight"),
        "time" | "t" => Some("now"),
        _ if called => nearest(name, functions.iter().copied()),
        _ => nearest(name, names.iter().chain(&functions).copied()),
    };
    let kind = if called { "function" } else { "name" };
    match instead {
        Some(word) => format!("unknown {kind} \"{name}\" (did you mean \"{word}\"?)"),
        None if called => format!("unknown function \"{name}\"; allowed: {}", functions.join(", ")),
        None => {
            format!(
                "unknown name \"{name}\"; allowed: {}, inf, or a constant that you give behind the expression: ; let {name} = 1",
                names.join(", ")
            )
        }
    }
}
