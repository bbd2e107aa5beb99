use super::{Family, Row, grammar, spoken};
use serde::{Serialize, Serializer};
use std::fmt;

/// A policy of any world as it was asked for: its row, and its key with whatever parameters were written after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    world: &'static str,
    place: usize,
    row: &'static Row,
    written: String,
    own_name: Option<String>,
    own_family: Option<Family>,
}

impl Choice {
    /// A policy of a world, which place it has there, and what was written.
    pub(super) fn new(world: &'static str, place: usize, row: &'static Row, written: impl Into<String>) -> Self {
        Self { world, place, row, written: written.into(), own_name: None, own_family: None }
    }

    /// The same where the policy has a name of its own, and knows other things than its row says.
    pub(super) fn with_own(self, own_name: Option<String>, own_family: Option<Family>) -> Self {
        Self { own_name, own_family, ..self }
    }

    /// The world whose policy it is.
    pub fn world(&self) -> &'static str {
        self.world
    }

    /// Its place among the policies of its world, from 0.
    pub fn place(&self) -> usize {
        self.place
    }

    /// What is said about the policy.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// What it knows of sizes.
    pub fn family(&self) -> Family {
        self.own_family.unwrap_or(self.row.family)
    }

    /// What was written: the key, and parameters in brackets.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// What is shown: its own name, or that of its row and what its parameters make of it, as one would say it: `HFSP that knows sizes,
    /// with chains`.
    pub fn name(&self) -> String {
        self.name_with(&[])
    }

    /// The same with what is said of further parameters, which have their defaults.
    pub fn name_with(&self, defaults: &[(&str, &str)]) -> String {
        if let Some(name) = &self.own_name {
            return name.clone();
        }
        let said = |(name, value): &(&str, &str)| spoken::phrase(self.world, name, value);
        let phrases: Vec<String> = self.parameters().iter().chain(defaults).map(said).collect();
        if phrases.is_empty() { self.row.name.to_owned() } else { format!("{} {}", self.row.name, phrases.join(", ")) }
    }

    /// The parameters that were written, with their values; none of a policy whose brackets hold a text of its own form.
    pub fn parameters(&self) -> Vec<(&str, &str)> {
        if self.own_name.is_some() {
            return vec![];
        }
        grammar::take_apart(&self.written).map(|(_, given)| given).unwrap_or_default()
    }

    /// The same without parameters, where no other policy of its row is near.
    pub fn short_name(&self) -> &str {
        self.own_name.as_deref().unwrap_or(self.row.name)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written)
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written)
    }
}
