//! Floor 1: closed forms of queueing theory, as oracles for tests and overlays on charts.
//!
//! The system is the M/G/1 queue: Poisson arrivals of rate λ, one server of speed 1, independent sizes X with density f
//! and tail F̄(x) = P(X > x). All sizes have mean 1 ([`SizeLaw`]), so the load is ρ = λ, and times come out in units of
//! the mean service time. With
//!
//! * ρ(x) = λ ∫₀ˣ t f(t) dt, the load of jobs no larger than x, and m₂(x) = ∫₀ˣ t² f(t) dt;
//! * ρ̄(x) = λ E\[min(X, x)\] = ρ(x) + λ x F̄(x), the load if all sizes were cut at x;
//!
//! the mean sojourn time of a job of size x is
//!
//! | [`Form`] | E\[T(x)\] | source |
//! |---|---|---|
//! | FIFO | x + λ E\[X²\] / (2(1−ρ)) | Pollaczek–Khinchine |
//! | PS | x / (1−ρ) | Kleinrock, *Queueing Systems II* |
//! | LAS | λ (m₂(x) + x² F̄(x)) / (2(1−ρ̄(x))²) + x / (1−ρ̄(x)) | idem; Nuyens & Wierman 2008 |
//! | SRPT | λ (m₂(x) + x² F̄(x)) / (2(1−ρ(x))²) + ∫₀ˣ dt / (1−ρ(t)) | Schrage & Miller 1966 |
//! | PSJF | λ m₂(x) / (2(1−ρ(x))²) + x / (1−ρ(x)) | Wierman & Harchol-Balter 2003 |
//! | SJF | x + λ E\[X²\] / (2(1−ρ(x))²) | idem |
//! | PSJFE | λ K₂(y) / (2(1−ρ′(y))²) + x / (1−ρ′(y)) | Mitzenmacher 2020 |
//! | SJFE | x + λ E\[X²\] / (2(1−ρ′(y))²) | idem |
//!
//! where y is the job's estimate, Y = X·exp(σZ) with Z standard normal, ρ′(y) = λ E\[X; Y ≤ y\] is the load of jobs that look no larger
//! than y, and K₂(y) = E\[X²; Y ≤ y\]. [`mean_sojourn`] averages over all jobs, [`conditional_mean_sojourn`] looks at one. Several servers
//! have a closed form for exponential sizes only ([`erlang_c`], [`mean_sojourn_mmm`], and for queues of their own
//! [`mean_sojourn_choices`]). None is known for FSP, its kin, and SRPT on estimates.
//!
//! All integrals are taken over the logarithm of the size: for heavy tails sizes span so many orders of magnitude that
//! no grid in x itself sees both ends.

mod bound;
mod cells;
mod decay;
mod estimates;
mod form;
mod gittins;
mod law;
mod quadrature;
mod remaining;
mod servers;
pub mod soap;

pub use bound::{Table, table_mean_sojourn};
pub use decay::decay_rate;
pub use form::{Form, conditional_mean_sojourn, mean_sojourn};
pub use gittins::{GittinsTable, Place};
pub use law::SizeLaw;
pub use servers::{erlang_c, mean_sojourn_choices, mean_sojourn_mmm};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why there is no answer: which quantity is out of range, what it is, and what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TheoryError {
    /// The queue must be stable, and not empty.
    #[error("load is {0}; allowed: above 0 and below 1")]
    Load(f64),
    /// Shape of a Weibull law.
    #[error("shape is {0}; allowed: from 0.05 to 1000")]
    Shape(f64),
    /// Squared coefficient of variation of a hyper-exponential law.
    #[error("scv is {0}; allowed: from 1 to 1e9")]
    Scv(f64),
    /// Tail index of a bounded Pareto law.
    #[error("alpha is {0}; allowed: from 0.05 to 100")]
    Alpha(f64),
    /// Largest ÷ smallest size of a bounded Pareto law.
    #[error("ratio is {0}; allowed: above 1, up to 1e15")]
    Ratio(f64),
    /// Standard deviation of the logarithm of the estimation error.
    #[error("sigma is {0}; allowed: from 0 to 100")]
    Sigma(f64),
    /// How finely ages and estimates are told apart in a table of ranks.
    #[error("resolution is {0}; allowed: from 0.01 to 1")]
    Resolution(f64),
    /// Size of the job asked about.
    #[error("size is {0}; allowed: above 0 and finite")]
    Size(f64),
    /// Estimate of the job asked about.
    #[error("estimate is {0}; allowed: above 0 and finite")]
    Estimate(f64),
    /// Attained service at which a level ends.
    #[error("cut is {0}; allowed: above 0 and finite")]
    Cut(f64),
    /// Policies that look at what remains of an estimate, where all sizes are the same.
    #[error("no closed form for equal sizes seen through errors")]
    EqualSizes,
    /// Number of servers.
    #[error("servers is {0}; allowed: from 1 to 1000000")]
    Servers(u32),
    /// Number of queues to choose from.
    #[error("there is no queue to choose; allowed: 1 or more")]
    NoChoice,
    /// Steps per factor of two of a grid.
    #[error("steps is {0}; allowed: from 1 to 1000")]
    Steps(u32),
    /// An answer that takes too long, or too much memory.
    #[error("not computed: {0}")]
    TooMuch(TooMuch),
}

/// Why an answer is not computed that there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[non_exhaustive]
pub enum TooMuch {
    /// It takes more than [`STEPS`](Self::STEPS).
    #[error("more than 1.5 billion steps")]
    #[serde(rename = "more than 1.5 billion steps")]
    Steps,
    /// Ranks have more than [`LEVELS`](Self::LEVELS).
    #[error("more than 500,000 levels of rank")]
    #[serde(rename = "more than 500,000 levels of rank")]
    Levels,
}

impl TooMuch {
    /// Most steps of an answer: about two seconds. A step is one of a formula, or one on a grid of ages or ranks.
    pub const STEPS: u64 = 1_500_000_000;
    /// Most levels of rank that are told apart.
    pub const LEVELS: usize = 500_000;
}

/// `value` if it is `allowed`, else the error made of it. Not-a-number is never allowed.
fn check(value: f64, allowed: bool, error: fn(f64) -> TheoryError) -> Result<f64, TheoryError> {
    if allowed { Ok(value) } else { Err(error(value)) }
}

/// Checks a load.
fn check_load(load: f64) -> Result<f64, TheoryError> {
    check(load, load > 0.0 && load < 1.0, TheoryError::Load)
}
