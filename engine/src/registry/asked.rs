use super::{Choice, Kind, PolicyError, Registry, Row, grammar};
use std::fmt;
use std::str::FromStr;

/// A policy as it was asked for: its key and, in brackets, what differs from its defaults.
#[derive(Clone, Debug, PartialEq)]
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

    /// The same where the world does not matter.
    pub fn choice(&self) -> Choice {
        K::registry().choice(self.row, self.written.clone())
    }
}

impl<K: Kind> FromStr for Asked<K> {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let (key, given) = grammar::take_apart(text)?;
        let registry = K::registry();
        let preset = registry.find(key)?;
        let mut kind = preset.kind.clone();
        for (name, value) in given {
            let parameter = registry.parameter(preset, name)?;
            parameter.set(&mut kind, value).ok_or_else(|| PolicyError::Value {
                policy: preset.row.key,
                name: parameter.name(),
                value: value.to_owned(),
                allowed: parameter.allowed(),
            })?;
        }
        Ok(Self { written: text.to_owned(), row: &preset.row, kind })
    }
}

impl<K: Kind> fmt::Display for Asked<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written)
    }
}
