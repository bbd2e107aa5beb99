use crate::sim::Random;
use rand::RngExt;

/// Where several tasks are equally good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// One of them at random.
    Random,
    /// The first, as tasks were given.
    First,
}

/// What chooses at random.
pub trait Choose {
    /// A number below `of`, which is at least 1.
    fn one(&mut self, of: usize) -> usize;
}

impl Choose for Random {
    fn one(&mut self, of: usize) -> usize {
        if of == 1 { 0 } else { self.random_range(0..of) }
    }
}
