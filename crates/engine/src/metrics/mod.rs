//! Floor 1: outcomes to numbers. Quantiles, empirical distributions, confidence intervals, and whether a mean can be trusted.

mod bootstrap;
mod distribution;
mod interval;
mod pool;
mod tail;

pub use bootstrap::{Interval, ratio_95, resampled_means, sectioned_95};
pub use distribution::{Ecdf, STEPS, Sorted};
pub use interval::{half_width_95, mean, median_95};
pub use pool::Pool;
pub use tail::Tail;
