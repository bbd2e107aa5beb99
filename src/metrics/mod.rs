//! Floor 1: outcomes to numbers. Quantiles, empirical distributions, confidence intervals.

mod distribution;
mod interval;

pub use distribution::{Ecdf, Sorted};
pub use interval::{half_width_95, mean};
