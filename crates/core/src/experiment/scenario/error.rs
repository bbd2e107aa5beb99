use super::part::Part;
use super::policies::{keys, named, unknown};
use crate::experiment::worlds::SystemKind;
use schedscope::registry::nearest;
use schedscope::world::SpecError;
use thiserror::Error;

/// Why a scenario cannot be simulated. Every message says which field or line, what was found and what is allowed.
#[derive(Debug, Error)]
pub enum ScenarioError {
    /// A scenario file is not understood.
    #[error("{0}")]
    Toml(String),
    /// A link is not understood.
    #[error("the link's {key} is \"{value}\": {why}")]
    Link {
        /// Key in the link.
        key: String,
        /// What was found.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// A policy that is named twice.
    #[error("policies names {0} twice; allowed: each policy once")]
    Twice(String),
    /// A policy that no world has.
    #[error("{}", unknown(key, *world))]
    Policy {
        /// Its key.
        key: String,
        /// The world that was asked for it.
        world: SystemKind,
    },
    /// A policy that only other worlds have.
    #[error(
        "{key} is a policy of the {}; did you mean {}? The {world} knows: {}",
        named(worlds, " and the ", SystemKind::key), named(worlds, " or ", SystemKind::flag), keys(*world)
    )]
    Elsewhere {
        /// Its key.
        key: String,
        /// The worlds that have it.
        worlds: Vec<SystemKind>,
        /// The world that does not.
        world: SystemKind,
    },
    /// No policy at all.
    #[error("policies is empty; allowed: at least one policy; `schedscope policies --system {0}` lists them")]
    NoPolicy(SystemKind),
    /// A field that only other worlds have.
    #[error("{called} has no meaning here: {}", belongs(*world, worlds))]
    Foreign {
        /// Its dotted name.
        field: String,
        /// What people call it.
        called: String,
        /// The worlds that have it.
        worlds: Vec<SystemKind>,
        /// The world that does not.
        world: SystemKind,
    },
    /// A field that is not as it should be, or has no meaning here.
    #[error("{message}")]
    Field {
        /// Its dotted name.
        field: String,
        /// What was found, where it is one value.
        found: Option<Box<str>>,
        /// What is allowed, where that can be said without the rest.
        allowed: Option<Box<str>>,
        /// What was found and what is allowed.
        message: String,
    },
}

impl ScenarioError {
    /// What a world refuses, in the words of people.
    pub fn of(world: SystemKind, error: SpecError) -> Self {
        let field = error.field().to_owned();
        let called = Part::called(world, &field);
        let (message, found, allowed) = match error {
            SpecError::Value { value, allowed, .. } => (format!("{called} is {value}; allowed: {allowed}"), Some(value), Some(allowed)),
            SpecError::Misplaced { why, .. } => (format!("{called} has no meaning here: {why}"), None, None),
            SpecError::Unsuited { value, why, .. } => (format!("{called} is {value}, but {why}"), Some(value), None),
            other => (other.to_string(), None, None),
        };
        Self::Field { field, found: found.map(String::into), allowed: allowed.map(String::into), message }
    }

    /// What is wrong with the list of policies.
    pub(crate) fn policies(message: String) -> Self {
        Self::Field { field: "policies".to_owned(), found: None, allowed: None, message }
    }

    /// What was found in a field that all worlds have, and what is allowed there.
    pub fn value(field: &str, found: &str, allowed: &str) -> Self {
        Self::of(SystemKind::default(), SpecError::value(field, found, allowed))
    }

    /// A field that only other worlds have.
    pub(super) fn foreign(world: SystemKind, field: &str) -> Self {
        Self::Foreign { field: field.to_owned(), called: Part::called(world, field), worlds: Part::worlds(field), world }
    }

    /// What a reader of TOML says of a scenario of this world.
    pub(in crate::experiment) fn toml(world: SystemKind, message: &str) -> Self {
        let message = &plain_words(message);
        let unknown = message.find("unknown field `").and_then(|start| message[start..].split('`').nth(1).map(|field| (start, field)));
        let elsewhere = unknown.and_then(|(start, field)| {
            let end = message[start..].find('\n').map_or(message.len(), |line| start + line);
            let around = |said: String| format!("{}{said}{}", &message[..start], &message[end..]);
            let own = ["system", "workload"].into_iter().find(|table| Part::worlds(&format!("{table}.{field}")).contains(&world));
            if let Some(table) = own {
                return Some(around(format!("`{field}` belongs under [{table}]; its full name is {table}.{field}")));
            }
            let elsewhere = |tables: &[&str]| -> Vec<SystemKind> {
                let worlds: Vec<SystemKind> = tables.iter().flat_map(|table| Part::worlds(&format!("{table}.{field}"))).collect();
                SystemKind::ALL.iter().copied().filter(|kind| *kind != world && worlds.contains(kind)).collect()
            };
            // Beside the tables, where jobs have no names.
            if message[start..].contains("`workload`") {
                let (table, others) =
                    ["system", "workload"].map(|table| (table, elsewhere(&[table]))).into_iter().find(|(_, others)| !others.is_empty())?;
                return Some(around(format!("`{field}` has no meaning here: it is {table}.{field}, and {}", belongs(world, &others))));
            }
            let others = elsewhere(&["system", "workload", "workload.jobs"]);
            (!others.is_empty()).then(|| around(format!("`{field}` has no meaning here: {}", belongs(world, &others))))
        });
        Self::Toml(elsewhere.unwrap_or_else(|| message.clone()))
    }

    /// Dotted name of the field to mark, if one is to blame.
    pub fn field(&self) -> Option<String> {
        match self {
            Self::Field { field, .. } | Self::Foreign { field, .. } => Some(field.clone()),
            Self::Policy { .. } | Self::Elsewhere { .. } | Self::NoPolicy(_) | Self::Twice(_) => Some("policies".to_owned()),
            Self::Link { key, .. } => Some(key.clone()),
            Self::Toml(_) => None,
        }
    }

    /// What was found there, where it is one value.
    pub fn found(&self) -> Option<&str> {
        match self {
            Self::Field { found, .. } => found.as_deref(),
            Self::Policy { key, .. } | Self::Elsewhere { key, .. } => Some(key),
            Self::Twice(policy) => Some(policy),
            Self::Link { value, .. } => Some(value),
            Self::NoPolicy(_) | Self::Foreign { .. } | Self::Toml(_) => None,
        }
    }

    /// What is allowed there, where that can be said without the rest.
    pub fn allowed(&self) -> Option<String> {
        match self {
            Self::Field { allowed, .. } => allowed.as_deref().map(str::to_owned),
            Self::Policy { world, .. } | Self::Elsewhere { world, .. } | Self::NoPolicy(world) => Some(keys(*world)),
            Self::Twice(_) => Some("each policy once".to_owned()),
            Self::Link { .. } | Self::Foreign { .. } | Self::Toml(_) => None,
        }
    }
}

/// Which worlds have a field, and what to do about it.
fn belongs(world: SystemKind, others: &[SystemKind]) -> String {
    let of = named(others, " and the ", SystemKind::key);
    format!("it belongs to the {of}; say {}; this scenario is of the {}", named(others, " or ", SystemKind::flag), world.key())
}

/// What a reader of TOML says, without the names that types have in Rust.
pub(super) fn plain_words(message: &str) -> String {
    const WORDS: [(&str, &str); 16] = [
        ("TOML parse error at line", "line"),
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected a sequence", "expected a list"),
        ("expected an array of length 2", "expected a list of two numbers"),
        ("unknown variant", "unknown word"),
        ("invalid type: unit variant, expected newtype variant", "this word needs a value: { word = … }"),
        ("invalid type: unit variant, expected struct variant", "this word needs a value: { word = … }"),
        ("invalid type: unit variant, expected string only", "expected a word"),
        ("wanted string or table", "expected a word, or a table: { word = … }"),
        ("invalid type: map", "found a table"),
        ("invalid type: sequence", "found a list"),
        ("expected a map", "expected a table"),
        ("wanted exactly 1 element, found 0 elements", "expected one word with its value, found none"),
        ("wanted exactly 1 element, more than 1 element", "expected one word with its value, found several"),
    ];
    let mut message = WORDS.into_iter().fold(message.trim_end().to_owned(), |message, (from, to)| message.replace(from, to));
    if let Some(start) = message.find("expected struct variant ") {
        let end = message[start..].find('\n').map_or(message.len(), |line| start + line);
        message.replace_range(start..end, "expected a table");
    }
    if message.ends_with("expected a table") {
        message.push_str(": { field = … }");
    }
    match likely(&message) {
        Some((known, place)) => format!("{} (did you mean `{known}`?){}", &message[..place], &message[place..]),
        None => message,
    }
}

/// The word among those that are expected which is most like the unknown one, and where that one ends.
fn likely(message: &str) -> Option<(&str, usize)> {
    let start = message.find("unknown field `").or_else(|| message.find("unknown word `"))?;
    let (unknown, expected) = message[start..].split_once(", expected")?;
    let known = nearest(unknown.split('`').nth(1)?, expected.split('`').skip(1).step_by(2))?;
    Some((known, start + unknown.len()))
}
