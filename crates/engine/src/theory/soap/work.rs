//! How much work an answer may take.

use super::super::{TheoryError, TooMuch};
use std::cell::Cell;

/// The steps that are left of [`TooMuch::STEPS`]. They are counted, not timed: what is given up is given up on every machine.
#[derive(Debug)]
pub struct Work(Cell<u64>);

impl Work {
    /// All of them.
    pub fn new() -> Self {
        Self(Cell::new(TooMuch::STEPS))
    }

    /// Takes some.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn spend(&self, steps: usize) -> Result<(), TheoryError> {
        self.0.set(self.0.get().checked_sub(steps as u64).ok_or(TheoryError::TooMuch(TooMuch::Steps))?);
        Ok(())
    }
}
