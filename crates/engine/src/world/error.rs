use crate::registry::PolicyError;
use crate::sim::NotAllowed;
use crate::workload::{JobError, WorkloadError};
use std::io;
use thiserror::Error;

/// Why a world cannot simulate what it is asked. Every message says which field or line, what was found and what is allowed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// A field has a value it may not have.
    #[error("{field} is {value}; allowed: {allowed}")]
    Value {
        /// Dotted name of the field.
        field: String,
        /// What was found.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A field has a value that does not go with the rest.
    #[error("{field} is {value}, but {why}")]
    Unsuited {
        /// Dotted name of the field.
        field: &'static str,
        /// What was found.
        value: String,
        /// What it does not go with.
        why: String,
    },
    /// A field that has no meaning beside the others.
    #[error("{field} has no meaning here: {why}")]
    Misplaced {
        /// Dotted name of the field.
        field: &'static str,
        /// Why not.
        why: String,
    },
    /// A policy that is not understood.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A policy that cannot go on, because of what its formula gives for a job.
    #[error("policies: {policy} stops {why}")]
    Stopped {
        /// The policy, as it was written.
        policy: String,
        /// When, with which job, and what is wrong.
        why: String,
    },
    /// A scheduler of the caller's own that does what none can.
    #[error("the scheduler stops {why}")]
    Scheduler {
        /// When, with which job, and what is wrong.
        why: String,
    },
    /// Jobs that are no workload.
    #[error(transparent)]
    Jobs(#[from] JobError),
    /// A file of jobs that is not understood.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// A file that cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
}

impl SpecError {
    /// A field of this dotted name, what was found in it and what is allowed there.
    pub fn value(field: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::Value { field: field.into(), value: found.into(), allowed: allowed.into() }
    }

    /// Dotted name of the field to mark.
    pub fn field(&self) -> &str {
        match self {
            Self::Value { field, .. } => field,
            Self::Unsuited { field, .. } | Self::Misplaced { field, .. } => field,
            Self::Policy(_) | Self::Stopped { .. } | Self::Scheduler { .. } => "policies",
            Self::Jobs(_) => "workload",
            Self::Workload(_) | Self::Read { .. } => "workload.path",
        }
    }
}

impl From<NotAllowed> for SpecError {
    fn from(error: NotAllowed) -> Self {
        Self::value(error.field, error.value, error.allowed)
    }
}
