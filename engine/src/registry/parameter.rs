//! What can be written in the brackets behind a policy's key.

use super::nearest;
use serde::Serialize;

/// A parameter of policies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// What is written.
    pub name: &'static str,
    /// The policies that have it.
    pub of: &'static str,
    /// Values it may have.
    pub allowed: &'static str,
    /// What it does.
    pub about: &'static str,
}

impl Parameter {
    /// A parameter with what is said about it.
    pub const fn new(of: &'static str, name: &'static str, allowed: &'static str, about: &'static str) -> Self {
        Self { name, of, allowed, about }
    }

    /// The one of this name among those that a policy has.
    ///
    /// # Errors
    /// [`ParameterError::Unknown`] lists those there are and suggests the nearest.
    pub fn find(policy: &'static str, name: &str, its: &[&'static Self]) -> Result<&'static Self, ParameterError> {
        its.iter().find(|parameter| parameter.name == name).copied().ok_or_else(|| {
            let names: Vec<&str> = its.iter().map(|parameter| parameter.name).collect();
            ParameterError::Unknown {
                policy,
                name: name.to_owned(),
                suggestion: nearest(name, its.iter().map(|parameter| parameter.name)),
                allowed: if names.is_empty() { "none".to_owned() } else { names.join(", ") },
            }
        })
    }

    /// This policy cannot have it with this value.
    pub fn refuse(&self, policy: &'static str, value: &str) -> ParameterError {
        ParameterError::Value { policy, name: self.name, value: value.to_owned(), allowed: self.allowed }
    }
}

/// Why a parameter is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The policy has no such parameter.
    #[error("{policy} has no parameter \"{name}\"{}; allowed: {allowed}", match suggestion { Some(s) => format!(" (did you mean \"{s}\"?)"), None => String::new() })]
    Unknown {
        /// The policy.
        policy: &'static str,
        /// What was written.
        name: String,
        /// The nearest name, if one is near.
        suggestion: Option<&'static str>,
        /// All names.
        allowed: String,
    },
    /// A parameter has a value it may not have.
    #[error("{policy}[{name}={value}]: {value} is not allowed; allowed: {allowed}")]
    Value {
        /// The policy.
        policy: &'static str,
        /// The parameter.
        name: &'static str,
        /// What was found.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
}
