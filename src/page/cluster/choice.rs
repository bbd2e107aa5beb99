//! A policy of the cluster world as two selections: which one, and how it takes slots away. What else is written in its
//! brackets stays.

use schedscope_engine::registry::split_parameters;

const NAME: &str = "preemption";

/// Ways of the policy with this key to take slots away, its default first; none if there is nothing to choose.
pub fn primitives(key: &str) -> &'static [&'static str] {
    match key {
        "fifo" => &[],
        "fair" => &["none", "kill"],
        "hfsp-viper" => &["suspend", "wait", "kill", "adaptive"],
        _ => &["wait", "kill", "suspend", "adaptive"],
    }
}

/// The key of what is written, and its parameters.
fn parts(written: &str) -> (&str, Vec<&str>) {
    let (key, rest) = written.split_once('[').unwrap_or((written, ""));
    (key, split_parameters(rest.trim_end_matches(']')).collect())
}

fn value(part: &str) -> Option<&str> {
    part.split_once('=').filter(|(name, _)| name.trim() == NAME).map(|(_, value)| value.trim())
}

/// The key of what is written.
pub fn key(written: &str) -> &str {
    parts(written).0
}

/// How it takes slots away.
pub fn primitive(written: &str) -> &str {
    let (key, parameters) = parts(written);
    parameters.into_iter().rev().find_map(value).or(primitives(key).first().copied()).unwrap_or_default()
}

/// The same with another way to take slots away.
pub fn with_primitive(written: &str, primitive: &str) -> String {
    let (key, parameters) = parts(written);
    let mut kept: Vec<String> = parameters.into_iter().filter(|part| value(part).is_none()).map(str::to_owned).collect();
    if primitives(key).first() != Some(&primitive) {
        kept.push(format!("{NAME}={primitive}"));
    }
    if kept.is_empty() { key.to_owned() } else { format!("{key}[{}]", kept.join(",")) }
}
