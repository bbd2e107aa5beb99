//! The common form of what can be chosen. The policies of each world stand in a [`Registry`]: what is said about each (its
//! [`Row`]), how it works with its defaults, and the [`Parameter`]s that can be written in brackets behind its key. The lists in
//! the page, in `--help`, in the docs and in the tests all come from there, and one grammar reads what is [`Asked`].

mod asked;
mod choice;
mod error;
mod grammar;
mod parameter;
mod spoken;
mod table;

pub use asked::Asked;
pub use choice::Choice;
pub use error::PolicyError;
pub use grammar::split_parameters;
pub use parameter::{Parameter, Term, Word, within};
pub use table::{Preset, ReadText, Registry};

use serde::Serialize;
use std::fmt::Debug;

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
    /// What the name stands for; empty where it is no abbreviation.
    pub full: &'static str,
    /// What it knows.
    pub family: Family,
    /// Whether it may interrupt a job.
    pub preemptive: bool,
    /// Its rule in one line.
    pub line: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// How the policies of a world work: what its [registry](Registry) names, and what parameters change.
pub trait Kind: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The policies of the world.
    fn registry() -> &'static Registry<Self>;

    /// What it is called, if not as its row and its parameters say.
    fn own_name(&self) -> Option<String> {
        None
    }

    /// What it knows, if not what its row says.
    fn own_family(&self) -> Option<Family> {
        None
    }
}

/// The candidate most like `word`, if one is like it at all.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|c| (strsim::jaro_winkler(&word.to_ascii_lowercase(), c), c))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, c)| c)
}
