//! What can be written in the brackets behind a policy's key.

use super::nearest;
use serde::Serialize;

/// The parameters in the brackets of a policy, which commas separate; a comma inside parentheses belongs to its parameter.
pub fn split_parameters(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = list.split(move |c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        c == ',' && depth <= 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

/// Names and values in the brackets of a policy.
pub type Given<'a> = Vec<(&'a str, &'a str)>;

/// A policy as it is written, `key[name=value,name=value]`, taken apart: its key, and its parameters, each of another name.
///
/// # Errors
/// If it is not of this form, or a parameter is there twice.
pub fn take_apart(written: &str) -> Result<(&str, Given<'_>), ParameterError> {
    let form = || ParameterError::Form(written.to_owned());
    let (key, list) = match written.split_once('[') {
        None => (written, ""),
        Some((key, rest)) => (key, rest.strip_suffix(']').ok_or_else(form)?),
    };
    let mut parameters: Given = vec![];
    for parameter in split_parameters(list) {
        let (name, value) = parameter.split_once('=').ok_or_else(form)?;
        let (name, value) = (name.trim(), value.trim());
        if parameters.iter().any(|(known, _)| *known == name) {
            return Err(ParameterError::Twice { written: written.to_owned(), name: name.to_owned() });
        }
        parameters.push((name, value));
    }
    Ok((key, parameters))
}

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
    /// A parameter is there twice.
    #[error("{written} gives the parameter \"{name}\" twice; allowed: each parameter once")]
    Twice {
        /// What was written.
        written: String,
        /// The parameter.
        name: String,
    },
    /// The brackets are not as they should be.
    #[error("\"{0}\" is not understood; write key[name=value,name=value]")]
    Form(String),
}
