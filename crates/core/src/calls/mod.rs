//! What programs in other languages ask, and what they are told: the Python package and the module for JavaScript say the same of the same.
//!
//! * [`scenario_of`]: a scenario by its fields.
//! * [`Columns`]: jobs of one's own, column by column; [`simulate`] runs them on one server or several.
//! * [`Refusal`]: what is wrong with what was asked.

mod fields;
mod jobs;
mod refusal;
mod served;

pub use fields::scenario_of;
pub use jobs::{COLUMNS, Columns, Jobs, Names, misspelt};
pub use refusal::Refusal;
pub use served::{Times, policy, servers, simulate};

#[cfg(test)]
mod tests;
