//! A key.

/// A key that was pressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// As the browser calls it: `ArrowLeft`, ` `, `?`.
    pub name: String,
    /// Whether Control (or Command) was held; then `name` is in lower case.
    pub control: bool,
    /// Whether Shift was.
    pub shift: bool,
}
