//! Distributions of sizes, estimation errors and weights.
//!
//! Every sampler is an inverse transform on `libm`, so each draw takes one uniform number and every platform draws the
//! same bits.

use super::Job;
use crate::sim::Random;
use rand::distr::Open01;
use rand::{Rng, RngExt};
use rand_distr::Distribution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How sizes are distributed. All have mean 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sizes {
    /// Weibull, with the workload's `shape`: heavy-tailed below 1, exponential at 1, nearly constant for large shapes.
    #[default]
    #[schemars(extend("x-label" = "Weibull", "x-with" = "shape"))]
    Weibull,
    /// Pareto in Lomax's form (minimum 0). The mean is infinite for `alpha` ≤ 1: the drawn sizes are then rescaled to
    /// mean 1, so that load has a meaning (thesis, Fig 3.5).
    #[schemars(extend("x-label" = "Pareto"))]
    Pareto {
        /// Tail index, positive.
        #[schemars(extend(
            "x-default" = "2", "x-label" = "Tail index", "x-symbol" = "α", "x-stops" = "0.5..4 by 0.25", "x-hint" = TAIL_INDEX
        ))]
        alpha: f64,
    },
    /// Pareto between two bounds.
    #[schemars(extend("x-label" = "Bounded Pareto"))]
    BoundedPareto {
        /// Tail index, positive.
        #[schemars(extend(
            "x-default" = "1.5", "x-label" = "Tail index", "x-symbol" = "α", "x-stops" = "0.5..4 by 0.25",
            "x-hint" = "How fast large jobs become rare between the two bounds: the smaller α, the more of the work is in the largest jobs."
        ))]
        alpha: f64,
        /// Largest ÷ smallest size, above 1.
        #[schemars(extend(
            "x-default" = "1e6", "x-label" = "Largest ÷ smallest", "x-stops" = "10..1e12 in 11",
            "x-hint" = "How many times larger the largest possible job is than the smallest."
        ))]
        ratio: f64,
    },
    /// Two exponential phases with balanced means.
    #[schemars(extend("x-label" = "Hyper-exponential (two kinds of jobs)"))]
    Hyperexponential {
        /// Squared coefficient of variation, at least 1.
        #[schemars(extend(
            "x-default" = "10", "x-label" = "Variability", "x-symbol" = "c²",
            "x-stops" = "1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100",
            "x-hint" = "Squared coefficient of variation of sizes: variance ÷ mean². 1: exponential. 10: many small jobs, few large ones."
        ))]
        scv: f64,
    },
    /// All sizes are 1.
    #[schemars(extend("x-label" = "All equal"))]
    Deterministic,
}

/// What forms say of `alpha`.
const TAIL_INDEX: &str =
    "How fast large jobs become rare: P(size > x) falls as x to the minus α. Up to 2 the variance is infinite; up to 1 the mean is, too.";

/// How estimates are made from sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Errors {
    /// size · X, X log-normal(0, σ²) with the workload's `sigma` (thesis, section 3.2).
    #[default]
    #[schemars(extend("x-label" = "Log-normal", "x-with" = "sigma"))]
    LogNormal,
    /// The same with mean 1: size · X · exp(−σ²/2). Log-normal factors of median 1 are above the truth on average.
    #[schemars(extend("x-label" = "Log-normal, right on average", "x-with" = "sigma"))]
    Unbiased,
    /// size · X, X uniform between two factors.
    #[schemars(extend("x-label" = "Uniform between two factors"))]
    Uniform(
        #[schemars(extend("prefixItems" = [
            {
                "type": "number", "x-default": "0.5", "x-label": "Least factor", "x-stops": FACTORS,
                "x-hint": "Every estimate is the size times a factor; this is the least. 0.5: estimates are too small by a factor of two at most."
            },
            {
                "type": "number", "x-default": "2", "x-label": "Largest factor", "x-stops": FACTORS,
                "x-hint": "The largest factor. All between the two are equally likely."
            }
        ]))]
        [f64; 2],
    ),
    /// size · factor, the same for all.
    #[schemars(extend("x-label" = "All by one factor"))]
    Bias(
        #[schemars(extend(
            "x-default" = "2", "x-label" = "Factor", "x-stops" = FACTORS,
            "x-hint" = "Every estimate is the size times this. Policies that only rank jobs do not notice; those that turn late do."
        ))]
        f64,
    ),
    /// The size itself.
    #[schemars(extend("x-label" = "None: estimates are exact"))]
    None,
}

/// Factors that sliders offer.
const FACTORS: &str = "0.1, 0.2, 0.25, 0.33, 0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 10";

impl Errors {
    /// Whether they have a spread, `sigma`.
    pub fn spread(self) -> bool {
        matches!(self, Self::LogNormal | Self::Unbiased)
    }

    /// Why `sigma` means nothing where these are asked for, if it does not.
    pub fn without_spread(asked: Option<Self>) -> Option<&'static str> {
        asked.filter(|errors| !errors.spread()).map(|_| "only log-normal errors have a spread")
    }

    /// Whether they differ from draw to draw, with this spread.
    pub fn vary(self, sigma: f64) -> bool {
        match self {
            Self::LogNormal | Self::Unbiased => sigma > 0.0,
            Self::Uniform([low, high]) => low < high,
            Self::Bias(_) | Self::None => false,
        }
    }
}

/// How weights are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected \"none\" or { classes = 5, beta = 1.0 }")]
pub enum Weights {
    /// All weights are 1.
    #[default]
    #[serde(with = "none")]
    #[schemars(with = "String", extend("const" = "none", "x-label" = "All equal"))]
    None,
    /// A class uniform on 1 … `classes`; the weight is class^−`beta`.
    #[schemars(extend("x-label" = "By class"))]
    Classes {
        /// Number of classes.
        #[schemars(
            range(min = 1, max = 4_294_967_295_u32),
            extend(
                "x-default" = "5", "x-label" = "Classes", "x-symbol" = "c", "x-stops" = "1..10 by 1",
                "x-hint" = "Jobs are of class 1 to c, each equally likely."
            )
        )]
        classes: u32,
        /// How steeply weights fall with the class.
        #[schemars(extend(
            "x-default" = "1", "x-label" = "Steepness", "x-symbol" = "β", "x-stops" = "0..3 by 0.25",
            "x-hint" = "A job of class k has the weight k to the minus β. 0: all are equal. 1: class 1 counts twice as much as class 2."
        ))]
        beta: f64,
    },
}

/// The word `"none"` as the one value of a unit.
mod none {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("none")
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
        let word = String::deserialize(deserializer)?;
        if word == "none" { Ok(()) } else { Err(D::Error::custom("expected \"none\" or { classes, beta }")) }
    }
}

/// Weibull sizes or inter-arrival times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weibull {
    scale: f64,
    exponent: f64,
}

impl Weibull {
    pub(super) fn new(shape: f64, mean: f64) -> Self {
        Self { scale: mean / libm::tgamma(1.0 + 1.0 / shape), exponent: 1.0 / shape }
    }
}

impl Distribution<f64> for Weibull {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        let exponential = -libm::log(rng.sample(Open01));
        let power = if self.exponent == 1.0 { exponential } else { libm::pow(exponential, self.exponent) };
        // The smallest draws of an extreme shape underflow, but a job must have a size.
        (self.scale * power).max(LEAST)
    }
}

/// Least size or time that is ever drawn.
const LEAST: f64 = 1e-100;

/// Lomax: Pareto moved to minimum 0; mean 1 where there is a mean.
#[derive(Clone, Copy, Debug)]
struct Lomax {
    alpha: f64,
}

impl Distribution<f64> for Lomax {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        let scale = if self.alpha > 1.0 { self.alpha - 1.0 } else { 1.0 };
        let tail: f64 = rng.sample(Open01);
        (scale * (libm::pow(tail, -1.0 / self.alpha) - 1.0)).clamp(LEAST, 1.0 / LEAST)
    }
}

/// Pareto between `low` and `high`.
#[derive(Clone, Copy, Debug)]
struct BoundedPareto {
    alpha: f64,
    low: f64,
    ratio: f64,
}

impl BoundedPareto {
    fn new(alpha: f64, ratio: f64) -> Self {
        // Mean for low = 1, by integrating the tail; a logarithm at alpha = 1.
        let mass = 1.0 - libm::pow(ratio, -alpha);
        let mean =
            if alpha == 1.0 { libm::log(ratio) / mass } else { alpha / mass * (libm::pow(ratio, 1.0 - alpha) - 1.0) / (1.0 - alpha) };
        Self { alpha, low: 1.0 / mean, ratio }
    }
}

impl Distribution<f64> for BoundedPareto {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        let u: f64 = rng.sample(Open01);
        let tail = 1.0 - u * (1.0 - libm::pow(self.ratio, -self.alpha));
        self.low * libm::pow(tail, -1.0 / self.alpha)
    }
}

/// Two exponential phases with balanced means.
#[derive(Clone, Copy, Debug)]
struct Hyperexponential {
    first: f64,
}

impl Hyperexponential {
    fn new(scv: f64) -> Self {
        Self { first: 0.5 * (1.0 + libm::sqrt((scv - 1.0) / (scv + 1.0))) }
    }
}

impl Distribution<f64> for Hyperexponential {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        let phase: f64 = rng.sample(Open01);
        let exponential = -libm::log(rng.sample(Open01));
        let probability = if phase < self.first { self.first } else { 1.0 - self.first };
        (exponential / (2.0 * probability)).max(LEAST)
    }
}

/// Standard normal, by the inverse of its distribution function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normal;

impl Distribution<f64> for Normal {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        normal_quantile(rng.sample(Open01))
    }
}

impl Sizes {
    /// Why `shape` means nothing where these are asked for, if it does not.
    pub fn without_shape(asked: Option<Self>) -> Option<&'static str> {
        asked.filter(|sizes| *sizes != Self::Weibull).map(|_| "only Weibull sizes have a shape")
    }

    /// Draws `count` sizes.
    pub(super) fn draw(self, shape: f64, count: usize, random: &mut Random) -> Vec<f64> {
        match self {
            Self::Weibull => Weibull::new(shape, 1.0).sample_iter(random).take(count).collect(),
            Self::Pareto { alpha } => {
                let mut sizes: Vec<f64> = Lomax { alpha }.sample_iter(random).take(count).collect();
                if alpha <= 1.0 {
                    let mean = sizes.iter().sum::<f64>() / count as f64;
                    sizes.iter_mut().for_each(|size| *size = (*size / mean).max(LEAST));
                }
                sizes
            }
            Self::BoundedPareto { alpha, ratio } => BoundedPareto::new(alpha, ratio).sample_iter(random).take(count).collect(),
            Self::Hyperexponential { scv } => Hyperexponential::new(scv).sample_iter(random).take(count).collect(),
            Self::Deterministic => vec![1.0; count],
        }
    }
}

/// Draws `count` inter-arrival times, Weibull with this shape and mean.
pub(super) fn draw_gaps(shape: f64, mean: f64, random: &mut Random) -> impl Iterator<Item = f64> {
    Weibull::new(shape, mean).sample_iter(random)
}

impl Errors {
    /// An estimate for each job. Each job's random number is the same whatever the kind and spread of errors.
    pub(super) fn estimate(self, sigma: f64, random: &mut Random) -> impl FnMut(&Job) -> f64 {
        move |job| match self {
            Self::LogNormal | Self::Unbiased if sigma == 0.0 => job.size,
            Self::LogNormal => job.size * libm::exp(sigma * Normal.sample(random)),
            Self::Unbiased => job.size * libm::exp(sigma * Normal.sample(random) - sigma * sigma / 2.0),
            Self::Uniform([low, high]) => job.size * (low + (high - low) * random.sample::<f64, _>(Open01)),
            Self::Bias(factor) => job.size * factor,
            Self::None => job.size,
        }
    }
}

impl Weights {
    /// A weight for each job.
    pub(super) fn weigh(self, random: &mut Random) -> impl FnMut() -> f64 {
        move || match self {
            Self::None => 1.0,
            Self::Classes { classes, beta } => libm::pow(f64::from(random.random_range(1..=classes)), -beta),
        }
    }
}

/// Quantile of the standard normal distribution, to about 16 digits (Wichura 1988, algorithm AS 241, PPND16).
#[rustfmt::skip]
fn normal_quantile(p: f64) -> f64 {
    const A: [f64; 8] = [
        3.387_132_872_796_366_5, 133.141_667_891_784_38, 1_971.590_950_306_551_3, 13_731.693_765_509_46,
        45_921.953_931_549_87, 67_265.770_927_008_7, 33_430.575_583_588_13, 2_509.080_928_730_122_7,
    ];
    const B: [f64; 8] = [
        1.0, 42.313_330_701_600_91, 687.187_007_492_057_9, 5_394.196_021_424_751,
        21_213.794_301_586_597, 39_307.895_800_092_71, 28_729.085_735_721_943, 5_226.495_278_852_854,
    ];
    const C: [f64; 8] = [
        1.423_437_110_749_683_5, 4.630_337_846_156_546, 5.769_497_221_460_691, 3.647_848_324_763_204_5,
        1.270_458_252_452_368_4, 0.241_780_725_177_450_6, 0.022_723_844_989_269_184, 7.745_450_142_783_414e-4,
    ];
    const D: [f64; 8] = [
        1.0, 2.053_191_626_637_759, 1.676_384_830_183_803_8, 0.689_767_334_985_1,
        0.148_103_976_427_480_08, 0.015_198_666_563_616_457, 5.475_938_084_995_345e-4, 1.050_750_071_644_416_9e-9,
    ];
    const E: [f64; 8] = [
        6.657_904_643_501_103, 5.463_784_911_164_114, 1.784_826_539_917_291_3, 0.296_560_571_828_504_87,
        0.026_532_189_526_576_124, 1.242_660_947_388_078_4e-3, 2.711_555_568_743_487_6e-5, 2.010_334_399_292_288_1e-7,
    ];
    const F: [f64; 8] = [
        1.0, 0.599_832_206_555_888, 0.136_929_880_922_735_8, 0.014_875_361_290_850_615,
        7.868_691_311_456_133e-4, 1.846_318_317_510_054_7e-5, 1.421_511_758_316_446e-7, 2.044_263_103_389_939_8e-15,
    ];
    let ratio = |top: &[f64; 8], bottom: &[f64; 8], r: f64| {
        let at = |c: &[f64; 8]| c.iter().rev().fold(0.0, |sum, term| sum * r + term);
        at(top) / at(bottom)
    };
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        return q * ratio(&A, &B, 0.180_625 - q * q);
    }
    let r = libm::sqrt(-libm::log(if q < 0.0 { p } else { 1.0 - p }));
    let magnitude = if r <= 5.0 { ratio(&C, &D, r - 1.6) } else { ratio(&E, &F, r - 5.0) };
    magnitude.copysign(q)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::stream;
    use statrs::distribution::ContinuousCDF;

    #[test]
    fn normal_quantile_agrees_with_statrs() {
        let normal = statrs::distribution::Normal::standard();
        for p in [1e-15, 1e-9, 1e-4, 0.02, 0.075, 0.075_000_1, 0.3, 0.5, 0.6, 0.93, 0.999, 1.0 - 1e-12] {
            let (ours, theirs) = (normal_quantile(p), normal.inverse_cdf(p));
            assert!((ours - theirs).abs() <= 1e-9 * theirs.abs().max(1.0), "{p}: {ours} {theirs}");
            assert!((normal.cdf(ours) - p).abs() <= 1e-9 * p, "{p}: round trip {}", normal.cdf(ours));
        }
    }

    #[test]
    fn sizes_have_mean_one() {
        let kinds = [
            (Sizes::Weibull, 0.5),
            (Sizes::Weibull, 1.0),
            (Sizes::Weibull, 4.0),
            (Sizes::Pareto { alpha: 1.0 }, 1.0),
            (Sizes::Pareto { alpha: 3.0 }, 1.0),
            (Sizes::BoundedPareto { alpha: 1.0, ratio: 1e3 }, 1.0),
            (Sizes::BoundedPareto { alpha: 1.5, ratio: 1e3 }, 1.0),
            (Sizes::Hyperexponential { scv: 10.0 }, 1.0),
            (Sizes::Deterministic, 1.0),
        ];
        for (sizes, shape) in kinds {
            let drawn = sizes.draw(shape, 200_000, &mut stream(1, 0, 1));
            let n = drawn.len() as f64;
            let mean = drawn.iter().sum::<f64>() / n;
            let deviation = libm::sqrt(drawn.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n);
            assert!((mean - 1.0).abs() <= 4.0 * deviation / libm::sqrt(n) + 1e-9, "{sizes:?} {shape}: mean {mean}");
            assert!(drawn.iter().all(|size| size.is_finite() && *size > 0.0));
        }
    }

    #[test]
    fn hyperexponential_has_its_variance() {
        let drawn = Sizes::Hyperexponential { scv: 4.0 }.draw(1.0, 400_000, &mut stream(1, 0, 1));
        let second = drawn.iter().map(|x| x * x).sum::<f64>() / drawn.len() as f64;
        assert!((second - 5.0).abs() < 0.15, "{second}");
    }
}
