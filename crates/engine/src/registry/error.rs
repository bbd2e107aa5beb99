use thiserror::Error;

/// Why a policy is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PolicyError {
    /// There is none of that key.
    #[error("unknown policy \"{key}\"{}; allowed: {}", meant(*suggestion), allowed.join(", "))]
    Unknown {
        /// What was written.
        key: String,
        /// The nearest key, if one is near.
        suggestion: Option<&'static str>,
        /// All keys.
        allowed: Vec<&'static str>,
    },
    /// The policy has no such parameter.
    #[error("{policy} has no parameter \"{name}\"{}; allowed: {}", meant(*suggestion), if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") })]
    UnknownParameter {
        /// The policy.
        policy: &'static str,
        /// What was written.
        name: String,
        /// The nearest name, if one is near.
        suggestion: Option<&'static str>,
        /// All names.
        allowed: Vec<&'static str>,
    },
    /// A parameter has a value it may not have.
    #[error("{policy}[{name}={value}]: {} is not allowed; allowed: {allowed}", if value.is_empty() { "\"\"" } else { value })]
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
    /// A formula, or another text in its brackets that has a form of its own, is not understood.
    #[error("{policy}[{text}]: {what}")]
    Text {
        /// The policy.
        policy: &'static str,
        /// What is in its brackets, or the parameter there.
        text: String,
        /// What is wrong, where, and what is allowed.
        what: String,
    },
    /// Its brackets do not end.
    #[error("\"{0}\" lacks the ] at its end")]
    Open(String),
    /// It is not written as policies are.
    #[error("\"{0}\" is not understood; write key[name=value,name=value]")]
    Form(String),
}

fn meant(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |word| format!(" (did you mean \"{word}\"?)"))
}
