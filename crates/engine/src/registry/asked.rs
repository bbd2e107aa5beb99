use super::parameter::Refused;
use super::{Choice, Kind, PolicyError, Preset, Registry, Row, grammar};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A policy as it was asked for: its key and, in brackets, what differs from its defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String", bound = "")]
pub struct Asked<K: Kind> {
    written: String,
    row: &'static Row,
    kind: K,
}

impl<K: Kind> Asked<K> {
    /// The policies that can be asked for.
    pub fn registry() -> &'static Registry<K> {
        K::registry()
    }

    /// All of them with their defaults, in the order in which they are shown.
    pub fn all() -> impl Iterator<Item = Self> {
        let plain = |preset: &'static Preset<K>| Self { written: preset.row.key.to_owned(), row: &preset.row, kind: preset.kind.clone() };
        K::registry().presets().iter().filter(|preset| !K::registry().reads_text(preset.row.key)).map(plain)
    }

    /// What is said about it.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// What was written, key and parameters.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// How it works.
    pub fn kind(&self) -> &K {
        &self.kind
    }

    /// The same, to be fitted to a scenario.
    pub(crate) fn kind_mut(&mut self) -> &mut K {
        &mut self.kind
    }

    /// The same where the world does not matter.
    pub fn choice(&self) -> Choice {
        K::registry().choice(self.row, self.written.clone()).with_own(self.kind.own_name(), self.kind.own_family())
    }

    /// What is shown: its own name, or that of its row and what its parameters make of it.
    pub fn name(&self) -> String {
        self.choice().name()
    }
}

impl<K: Kind> FromStr for Asked<K> {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let registry = K::registry();
        if let Some((preset, kind)) = registry.read_text(text) {
            return Ok(Self { written: text.to_owned(), row: &preset.row, kind: kind? });
        }
        let (key, given) = grammar::take_apart(text)?;
        let preset = registry.find(key)?;
        let mut kind = preset.kind.clone();
        let known = |(name, value)| Ok((registry.parameter(preset, name)?, value));
        let mut given = given.into_iter().map(known).collect::<Result<Vec<_>, PolicyError>>()?;
        // Some parameters go with others: in whatever order they are written, these are heard first.
        given.sort_by_key(|(parameter, _)| registry.parameters().iter().position(|other| std::ptr::eq(other, *parameter)));
        for (parameter, value) in given {
            let (policy, name) = (preset.row.key, parameter.name());
            parameter.set(&mut kind, value).map_err(|refused| match refused {
                Refused::Other => PolicyError::Value { policy, name, value: value.to_owned(), allowed: parameter.allowed() },
                Refused::Mistake(what) => PolicyError::Text { policy, text: format!("{name}={value}"), what },
            })?;
        }
        Ok(Self { written: text.to_owned(), row: &preset.row, kind })
    }
}

impl<K: Kind> From<Asked<K>> for String {
    fn from(asked: Asked<K>) -> Self {
        asked.written
    }
}

impl<K: Kind> TryFrom<String> for Asked<K> {
    type Error = PolicyError;

    fn try_from(text: String) -> Result<Self, PolicyError> {
        text.parse()
    }
}

impl<K: Kind> fmt::Display for Asked<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written)
    }
}
