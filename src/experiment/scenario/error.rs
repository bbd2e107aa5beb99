use super::SystemKind;
use super::worlds::{called, other_world, unknown_policy};
use schedscope_engine::registry::{PolicyError, nearest};
use schedscope_engine::server::ConfigError;
use schedscope_engine::sim::NotAllowed;
use schedscope_engine::workload::WorkloadError;
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
    /// A policy that only other worlds have.
    #[error("{}", other_world(.key, .others, *.world))]
    OtherWorld {
        /// Its key.
        key: String,
        /// The worlds that have it.
        others: Vec<SystemKind>,
        /// The world that does not.
        world: SystemKind,
    },
    /// A policy that no world has.
    #[error("{}", unknown_policy(.key, *.world))]
    UnknownPolicy {
        /// What was written.
        key: String,
        /// The world that was asked.
        world: SystemKind,
    },
    /// A field of the scenario has a value it may not have.
    #[error("{} is {value}; allowed: {allowed}", called(.field))]
    Value {
        /// Dotted name of the field.
        field: String,
        /// What was found.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A field that does not belong to this kind of workload.
    #[error("{} has no meaning here: {why}", called(.field))]
    Misplaced {
        /// Dotted name of the field.
        field: &'static str,
        /// Why not.
        why: String,
    },
    /// A policy that is not understood.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A system that does not exist, or a policy that is not defined on it.
    #[error(transparent)]
    System(#[from] ConfigError),
    /// A file of jobs that is not understood.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// A file that cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

impl From<NotAllowed> for ScenarioError {
    fn from(NotAllowed { field, value: found, allowed }: NotAllowed) -> Self {
        value(field, &found, allowed)
    }
}

impl ScenarioError {
    /// Dotted name of the field to mark, if one is to blame.
    pub fn field(&self) -> Option<String> {
        match self {
            Self::Value { field, .. } => Some(field.clone()),
            Self::Misplaced { field, .. } => Some((*field).to_owned()),
            Self::Policy(_) | Self::Twice(_) | Self::OtherWorld { .. } | Self::UnknownPolicy { .. } => Some("policies".to_owned()),
            Self::System(_) => Some("system.servers".to_owned()),
            Self::Workload(_) | Self::Read { .. } => Some("workload.path".to_owned()),
            Self::Link { key, .. } => Some(key.clone()),
            Self::Toml(_) => None,
        }
    }
}

/// What a reader of TOML says, without the names that types have in Rust.
pub(in crate::experiment) fn plain_words(message: &str) -> String {
    const WORDS: [(&str, &str); 11] = [
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected a sequence", "expected a list"),
        ("expected an array of length 2", "expected a list of two numbers"),
        ("unknown variant", "unknown word"),
        ("invalid type: unit variant, expected newtype variant", "this word needs a value: { word = … }"),
        ("invalid type: unit variant, expected struct variant", "this word needs a value: { word = … }"),
        ("invalid type: unit variant, expected string only", "expected a word"),
        ("wanted exactly 1 element, found 0 elements", "expected one word with its value, found none"),
        ("wanted exactly 1 element, more than 1 element", "expected one word with its value, found several"),
    ];
    let message = WORDS.into_iter().fold(message.trim_end().to_owned(), |message, (from, to)| message.replace(from, to));
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

/// What was found in a field, and what is allowed there.
pub(in crate::experiment) fn value(field: &str, found: &str, allowed: &str) -> ScenarioError {
    ScenarioError::Value { field: field.to_owned(), value: found.to_owned(), allowed: allowed.to_owned() }
}

/// Refuses a field that is given where it means nothing.
pub(in crate::experiment) fn misplaced(field: &'static str, given: bool, why: impl Fn() -> String) -> Result<(), ScenarioError> {
    if given { Err(ScenarioError::Misplaced { field, why: why() }) } else { Ok(()) }
}
