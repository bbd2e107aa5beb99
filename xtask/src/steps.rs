//! The steps of a check: counted, announced and timed.

use std::time::Instant;

use crate::project::Failure;

/// Steps that have been taken, of all.
pub struct Steps {
    done: usize,
    total: usize,
    start: Instant,
}

impl Steps {
    /// So many are to come.
    pub fn of(total: usize) -> Self {
        Self { done: 0, total, start: Instant::now() }
    }

    /// Takes the next one.
    ///
    /// # Errors
    /// If it fails; with its number and name.
    pub fn run<T>(&mut self, name: &'static str, step: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        let (number, steps) = (self.done + 1, self.total);
        eprintln!("==> {number}/{steps} {name}");
        let start = Instant::now();
        let outcome = step().map_err(|cause| Failure::Step { number, steps, name, cause: Box::new(cause) })?;
        eprintln!("    {name}: {:.1} s", start.elapsed().as_secs_f64());
        self.done = number;
        Ok(outcome)
    }

    /// Says that all have passed, and how long that took.
    pub fn finish(self) {
        eprintln!("==> all {} steps passed in {:.0} s", self.total, self.start.elapsed().as_secs_f64());
    }
}
