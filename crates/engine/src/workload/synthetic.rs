use super::distribution::draw_gaps;
use super::{Errors, Job, Sizes, Weights, Workload};
use crate::sim::{NotAllowed, stream, written};
use serde::{Deserialize, Serialize};

/// A synthetic workload: renewal arrivals, independent sizes, independent errors (thesis, section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Synthetic {
    /// Number of jobs.
    pub count: u32,
    /// Weibull shape of sizes.
    pub shape: f64,
    /// Distribution of sizes, if it is not Weibull.
    pub sizes: Sizes,
    /// Weibull shape of inter-arrival times; 1 is Poisson.
    pub timeshape: f64,
    /// Spread of log-normal estimation errors.
    pub sigma: f64,
    /// Kind of estimation errors.
    pub errors: Errors,
    /// Arrival rate ÷ service rate.
    pub load: f64,
    /// Whether arrivals are rescaled so that the load of this very sample is `load`.
    pub stretch: bool,
    /// Weights of jobs.
    pub weights: Weights,
}

impl Default for Synthetic {
    fn default() -> Self {
        Self {
            count: 10_000,
            shape: 0.25,
            sizes: Sizes::Weibull,
            timeshape: 1.0,
            sigma: 0.5,
            errors: Errors::LogNormal,
            load: 0.9,
            stretch: false,
            weights: Weights::None,
        }
    }
}

fn check(field: &'static str, value: f64, legal: bool, allowed: &'static str) -> Result<(), NotAllowed> {
    NotAllowed::check(field, written(value), legal, allowed)
}

/// Streams of random numbers, one for each purpose.
mod purpose {
    pub const ARRIVALS: u8 = 0;
    pub const SIZES: u8 = 1;
    pub const ERRORS: u8 = 2;
    pub const WEIGHTS: u8 = 3;
}

impl Synthetic {
    /// Largest number of jobs.
    pub const MOST: u32 = 100_000_000;

    /// Checks every parameter.
    ///
    /// # Errors
    /// Names the first parameter that is out of range, its value and what is allowed.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        check("workload.count", f64::from(self.count), (1..=Self::MOST).contains(&self.count), "a whole number from 1 to 100000000")?;
        check_shape("workload.shape", self.shape)?;
        check_shape("workload.timeshape", self.timeshape)?;
        check_load(self.load)?;
        self.sizes.validate()?;
        self.errors.validate(self.sigma)?;
        self.weights.validate()
    }

    /// Draws the workload of one replication. Parameters that do not concern a random number leave it as it is.
    ///
    /// # Errors
    /// As [`validate`](Self::validate).
    pub fn generate(&self, seed: u64, replication: u32) -> Result<Workload, NotAllowed> {
        self.validate()?;
        Ok(self.draw(seed, replication))
    }

    /// The same of parameters that are checked.
    pub(crate) fn draw(&self, seed: u64, replication: u32) -> Workload {
        let count = self.count as usize;
        let sizes = self.sizes.draw(self.shape, count, &mut stream(seed, replication, purpose::SIZES));
        let mut random = stream(seed, replication, purpose::ARRIVALS);
        let gaps = draw_gaps(self.timeshape, 1.0 / self.load, &mut random);
        let mut arrival = 0.0;
        let jobs = gaps.zip(sizes).enumerate().map(|(id, (gap, size))| {
            arrival += gap;
            Job { id: id as u64, arrival, size, estimate: size, weight: 1.0 }
        });
        let mut workload = Workload::trusted(jobs.collect());
        if self.stretch {
            workload = workload.at_load(self.load);
        }
        self.errors.draw(self.sigma, &mut workload, seed, replication);
        self.weights.draw(&mut workload, seed, replication);
        workload
    }
}

/// Checks the shape of a Weibull distribution.
///
/// # Errors
/// Names the field and what is allowed.
pub fn check_shape(field: &'static str, shape: f64) -> Result<(), NotAllowed> {
    check(field, shape, (0.05..=100.0).contains(&shape), "a number from 0.05 to 100")
}

/// Checks a load.
///
/// # Errors
/// Names it and what is allowed.
pub fn check_load(load: f64) -> Result<(), NotAllowed> {
    check("workload.load", load, (1e-6..=1e6).contains(&load), "a number above 0, usually below 1 (0.000001 to 1000000)")
}

/// Checks when the last job arrives at a load.
pub(super) fn check_end(load: f64, end: Option<f64>) -> Result<(), NotAllowed> {
    check("workload.load", load, end.is_none_or(|end| end <= 1e100), "one at which all jobs arrive by 1e100")
}

impl Sizes {
    fn validate(&self) -> Result<(), NotAllowed> {
        let tail = |alpha: f64| check("workload.sizes.alpha", alpha, (0.1..=100.0).contains(&alpha), "a number from 0.1 to 100");
        match *self {
            Self::Weibull | Self::Deterministic => Ok(()),
            Self::Pareto { alpha } => tail(alpha),
            Self::BoundedPareto { alpha, ratio } => {
                tail(alpha)?;
                check("workload.sizes.ratio", ratio, (1.001..=1e15).contains(&ratio), "a number from 1.001 to 1e15")
            }
            Self::Hyperexponential { scv } => check("workload.sizes.scv", scv, (1.0..=1e9).contains(&scv), "a number from 1 to 1e9"),
        }
    }
}

impl Errors {
    /// Checks the parameters of these errors.
    ///
    /// # Errors
    /// Names the parameter that is out of range.
    pub fn validate(&self, sigma: f64) -> Result<(), NotAllowed> {
        let factor = |x: f64| (1e-9..=1e9).contains(&x);
        check("workload.sigma", sigma, (0.0..=10.0).contains(&sigma), "a number from 0 to 10")?;
        match *self {
            Self::LogNormal | Self::Unbiased | Self::None => Ok(()),
            Self::Uniform([low, high]) => {
                check("workload.errors.uniform[0]", low, factor(low), "a factor from 1e-9 to 1e9")?;
                check("workload.errors.uniform[1]", high, factor(high) && high >= low, "a factor from the first to 1e9")
            }
            Self::Bias(bias) => check("workload.errors.bias", bias, factor(bias), "a factor from 1e-9 to 1e9"),
        }
    }

    /// Replaces the estimates of all jobs.
    ///
    /// # Errors
    /// As [`validate`](Self::validate).
    pub fn apply(self, sigma: f64, workload: &mut Workload, seed: u64, replication: u32) -> Result<(), NotAllowed> {
        self.validate(sigma)?;
        self.draw(sigma, workload, seed, replication);
        Ok(())
    }

    /// The same of parameters that are checked.
    pub(crate) fn draw(self, sigma: f64, workload: &mut Workload, seed: u64, replication: u32) {
        let mut random = stream(seed, replication, purpose::ERRORS);
        let mut estimate = self.estimate(sigma, &mut random);
        workload.revise(|job| job.estimate = estimate(job));
    }
}

impl Weights {
    /// Checks the parameters of these weights.
    ///
    /// # Errors
    /// Names the parameter that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        match *self {
            Self::None => Ok(()),
            Self::Classes { classes, beta } => {
                check("workload.weights.classes", f64::from(classes), (1..=1000).contains(&classes), "a whole number from 1 to 1000")?;
                check("workload.weights.beta", beta, (-10.0..=10.0).contains(&beta), "a number from -10 to 10")
            }
        }
    }

    /// Replaces the weights of all jobs.
    ///
    /// # Errors
    /// As [`validate`](Self::validate).
    pub fn apply(self, workload: &mut Workload, seed: u64, replication: u32) -> Result<(), NotAllowed> {
        self.validate()?;
        self.draw(workload, seed, replication);
        Ok(())
    }

    /// The same of parameters that are checked.
    pub(crate) fn draw(self, workload: &mut Workload, seed: u64, replication: u32) {
        let mut random = stream(seed, replication, purpose::WEIGHTS);
        let mut weigh = self.weigh(&mut random);
        workload.revise(|job| job.weight = weigh());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_one_parameter_leaves_other_draws_alone() {
        let base = Synthetic { count: 50, ..Synthetic::default() };
        let a = base.generate(1, 0).unwrap();
        let b = Synthetic { sigma: 2.0, weights: Weights::Classes { classes: 5, beta: 1.0 }, ..base }.generate(1, 0).unwrap();
        for (a, b) in a.jobs().iter().zip(b.jobs()) {
            assert_eq!((a.arrival, a.size), (b.arrival, b.size));
            let (small, large) = (libm::log(a.estimate / a.size), libm::log(b.estimate / b.size));
            assert!((large - 4.0 * small).abs() < 1e-12, "the same standard normal behind both");
        }
        assert_ne!(a, base.generate(1, 1).unwrap());
        assert_ne!(a, base.generate(2, 0).unwrap());
    }

    #[test]
    fn stretch_makes_the_load_exact() {
        let w = Synthetic { count: 500, stretch: true, load: 0.7, ..Synthetic::default() }.generate(3, 0).unwrap();
        assert!((w.load().unwrap() - 0.7).abs() < 1e-12);
    }

    #[test]
    fn errors_have_their_median_factor() {
        // Half of log-normal errors are off by more than exp(0.67449 σ).
        let w = Synthetic { count: 20_000, sigma: 0.5, ..Synthetic::default() }.generate(1, 0).unwrap();
        let off = w.jobs().iter().filter(|j| (j.estimate / j.size).max(j.size / j.estimate) > 1.401).count();
        assert!((off as f64 / 20_000.0 - 0.5).abs() < 4.0 * 0.5 / libm::sqrt(20_000.0), "{off}");
    }

    #[test]
    fn unbiased_errors_have_mean_one() {
        const COUNT: u32 = 100_000;
        for sigma in [0.25, 0.5, 1.0_f64] {
            let w = Synthetic { count: COUNT, sigma, errors: Errors::Unbiased, ..Synthetic::default() }.generate(1, 0).unwrap();
            let mean = w.jobs().iter().map(|j| j.estimate / j.size).sum::<f64>() / f64::from(COUNT);
            let error = libm::sqrt((libm::exp(sigma * sigma) - 1.0) / f64::from(COUNT));
            assert!((mean - 1.0).abs() < 4.0 * error, "sigma {sigma}: {mean}");
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let base = Synthetic::default();
        for (bad, field) in [
            (Synthetic { count: 0, ..base }, "workload.count"),
            (Synthetic { shape: f64::NAN, ..base }, "workload.shape"),
            (Synthetic { timeshape: -1.0, ..base }, "workload.timeshape"),
            (Synthetic { sigma: f64::INFINITY, ..base }, "workload.sigma"),
            (Synthetic { load: 0.0, ..base }, "workload.load"),
            (Synthetic { sizes: Sizes::Hyperexponential { scv: 0.5 }, ..base }, "workload.sizes.scv"),
            (Synthetic { errors: Errors::Uniform([2.0, 1.0]), ..base }, "workload.errors.uniform[1]"),
            (Synthetic { weights: Weights::Classes { classes: 0, beta: 1.0 }, ..base }, "workload.weights.classes"),
        ] {
            assert_eq!(bad.validate().unwrap_err().field, field);
        }
        assert_eq!(base.validate(), Ok(()));
    }
}
