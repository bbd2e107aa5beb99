//! The common form of what can be chosen: every policy of every world is a [`Row`], and the lists in the page, in
//! `--help`, in the docs and in the tests all come from these rows.

mod choice;
mod parameter;

pub use choice::Choice;
pub use parameter::{Given, Parameter, ParameterError, split_parameters, take_apart};

use serde::Serialize;

/// What a policy knows and whether it interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Ignores sizes.
    Blind,
    /// Uses exact sizes: an ideal.
    Exact,
    /// Uses estimates of sizes.
    Estimated,
}

impl Family {
    /// In plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Blind => "blind",
            Self::Exact => "size-based, exact sizes",
            Self::Estimated => "size-based, estimates",
        }
    }
}

/// All that is said about a policy outside its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What is written in flags, files and links.
    pub key: &'static str,
    /// What is shown.
    pub name: &'static str,
    /// What it knows.
    pub family: Family,
    /// Whether it may interrupt a job.
    pub preemptive: bool,
    /// Its rule in one line.
    pub line: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// A key that no policy has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown policy \"{key}\"{}; allowed: {}", match suggestion { Some(s) => format!(" (did you mean \"{s}\"?)"), None => String::new() }, allowed.join(", "))]
pub struct UnknownPolicy {
    /// What was written.
    pub key: String,
    /// The nearest key, if one is near.
    pub suggestion: Option<&'static str>,
    /// All keys.
    pub allowed: Vec<&'static str>,
}

/// Finds the row with this key among `rows`.
///
/// # Errors
/// [`UnknownPolicy`] lists the keys there are and suggests the nearest.
pub fn find<'a>(key: &str, rows: impl Iterator<Item = &'a Row> + Clone) -> Result<&'a Row, UnknownPolicy> {
    rows.clone().find(|row| row.key == key).ok_or_else(|| UnknownPolicy {
        key: key.to_owned(),
        suggestion: nearest(key, rows.clone().map(|row| row.key)),
        allowed: rows.map(|row| row.key).collect(),
    })
}

/// The candidate most like `word`, if one is like it at all.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|c| (strsim::jaro_winkler(&word.to_ascii_lowercase(), c), c))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, c)| c)
}
