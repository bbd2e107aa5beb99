use thiserror::Error;

/// A field has a value that it may not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} is {value}; allowed: {allowed}")]
pub struct NotAllowed {
    /// Dotted name of the field.
    pub field: &'static str,
    /// What was found.
    pub value: String,
    /// What is allowed.
    pub allowed: &'static str,
}

impl NotAllowed {
    /// Checks one field.
    ///
    /// # Errors
    /// This one, unless the value is legal.
    pub fn check(field: &'static str, value: String, legal: bool, allowed: &'static str) -> Result<(), Self> {
        if legal { Ok(()) } else { Err(Self { field, value, allowed }) }
    }
}
