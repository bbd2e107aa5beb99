//! Laws of job sizes with mean 1: what the closed forms need to know about each.

use super::quadrature::integrate;
use super::{TheoryError, check};
use statrs::function::gamma::gamma_lr;

/// How sizes are distributed. Every law has mean 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeLaw(Kind);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Weibull {
        shape: f64,
        /// Logarithm of the scale s = 1/Γ(1+1/k).
        log_scale: f64,
        /// E\[X²\].
        square: f64,
    },
    /// Two exponential phases, as probability and rate; each carries half of the work.
    Hyperexponential([(f64, f64); 2]),
    BoundedPareto {
        alpha: f64,
        /// Logarithms of the smallest and of the largest size.
        bounds: (f64, f64),
    },
    Deterministic,
}

/// Relative to the scale of a law: sizes below have less than this probability, and are all as good as 0.
const SMALLEST: f64 = 1e-30;
/// exp(−`LARGEST`), the tail beyond which sizes are not followed, is 0 next to any moment of an allowed law.
const LARGEST: f64 = 400.0;
/// Panels of integration per unit of [`SizeLaw::grain`]. Four bring the means of a queue with load 0.999 to 1e-10.
const PANELS: f64 = 4.0;

impl SizeLaw {
    /// Weibull with `shape` k: F̄(x) = exp(−(x/s)ᵏ), s = 1/Γ(1+1/k). Heavy-tailed below 1, exponential at 1.
    ///
    /// # Errors
    /// If `shape` is not between 0.05 and 1000.
    pub fn weibull(shape: f64) -> Result<Self, TheoryError> {
        check(shape, (0.05..=1000.0).contains(&shape), TheoryError::Shape)?;
        let log_mean = libm::lgamma(1.0 + 1.0 / shape);
        let square = libm::exp(libm::lgamma(1.0 + 2.0 / shape) - 2.0 * log_mean);
        Ok(Self(Kind::Weibull { shape, log_scale: -log_mean, square }))
    }

    /// Two exponential phases with balanced means (each carries half of the work) and this squared coefficient of
    /// variation: p = ½(1 + √((c²−1)/(c²+1))), rates 2p and 2(1−p).
    ///
    /// # Errors
    /// If `scv` is not between 1 (exponential) and 1e9.
    pub fn hyperexponential(scv: f64) -> Result<Self, TheoryError> {
        check(scv, (1.0..=1e9).contains(&scv), TheoryError::Scv)?;
        let p = f64::midpoint(1.0, ((scv - 1.0) / (scv + 1.0)).sqrt());
        // 1 − p without cancellation: p(1 − p) = 1/(2(c²+1)).
        let q = 0.5 / ((scv + 1.0) * p);
        Ok(Self(Kind::Hyperexponential([(p, 2.0 * p), (q, 2.0 * q)])))
    }

    /// Pareto with tail index `alpha` between two bounds, the larger `ratio` times the smaller, scaled to mean 1.
    ///
    /// # Errors
    /// If `alpha` is not between 0.05 and 100, or `ratio` not above 1 and up to 1e15.
    pub fn bounded_pareto(alpha: f64, ratio: f64) -> Result<Self, TheoryError> {
        check(alpha, (0.05..=100.0).contains(&alpha), TheoryError::Alpha)?;
        check(ratio, ratio > 1.0 && ratio <= 1e15, TheoryError::Ratio)?;
        let span = libm::log(ratio);
        // The mean, were the smallest size 1.
        let mean = pareto_moment(alpha, span, 1.0, span);
        let smallest = -libm::log(mean);
        Ok(Self(Kind::BoundedPareto { alpha, bounds: (smallest, smallest + span) }))
    }

    /// All sizes are 1.
    pub const fn deterministic() -> Self {
        Self(Kind::Deterministic)
    }

    /// F̄(x), the probability of a size above `size`.
    pub fn tail(&self, size: f64) -> f64 {
        self.tail_at(libm::log(size.max(0.0)))
    }

    /// E\[X²\].
    pub fn second_moment(&self) -> f64 {
        self.square_below(f64::INFINITY)
    }

    /// E\[exp(γX)\] − 1 at γ = `rate` > 0; infinite where the tail is too heavy for it.
    pub fn exponential_moment(&self, rate: f64) -> f64 {
        match self.0 {
            Kind::Weibull { shape, .. } if shape < 1.0 => f64::INFINITY,
            Kind::Weibull { shape: 1.0, .. } => {
                if rate < 1.0 {
                    rate / (1.0 - rate)
                } else {
                    f64::INFINITY
                }
            }
            Kind::Weibull { shape, log_scale, .. } => {
                // Where what is left of the integrand is nothing, which may be far beyond the sizes that matter otherwise.
                let exponent = |v: f64| rate * libm::exp(v) - libm::exp(shape * (v - log_scale));
                let mut to = self.span().1;
                while exponent(to) > -60.0 {
                    to += 0.5;
                }
                integrate(self.span().0, to, self.grain() / PANELS, |v| {
                    let u = libm::exp(shape * (v - log_scale));
                    shape
                        * u
                        * if u < 1.0 { libm::exp(-u) * libm::expm1(rate * libm::exp(v)) } else { libm::exp(exponent(v)) - libm::exp(-u) }
                })
            }
            Kind::Hyperexponential(phases) => {
                phases.iter().map(|&(p, its)| if rate < its { p * rate / (its - rate) } else { f64::INFINITY }).sum()
            }
            Kind::BoundedPareto { .. } => self.expect(|v| libm::expm1(rate * libm::exp(v))),
            Kind::Deterministic => libm::expm1(rate),
        }
    }

    pub(super) fn is_deterministic(&self) -> bool {
        self.0 == Kind::Deterministic
    }

    /// Whether all sizes lie between two that some jobs come near to.
    pub(super) fn is_bounded(&self) -> bool {
        matches!(self.0, Kind::BoundedPareto { .. } | Kind::Deterministic)
    }

    /// F̄ at the size whose logarithm is `v`.
    pub(super) fn tail_at(&self, v: f64) -> f64 {
        match self.0 {
            Kind::Weibull { shape, log_scale, .. } => libm::exp(-libm::exp(shape * (v - log_scale))),
            Kind::Hyperexponential(phases) => phases.iter().map(|&(p, rate)| p * libm::exp(-rate * libm::exp(v))).sum(),
            Kind::BoundedPareto { alpha, bounds: (low, high) } => {
                let w = v.clamp(low, high);
                libm::exp(-alpha * (w - low)) * -libm::expm1(-alpha * (high - w)) / -libm::expm1(-alpha * (high - low))
            }
            Kind::Deterministic => f64::from(v < 0.0),
        }
    }

    /// Density of ln X at `v`, that is x f(x). A law with a density has one; the deterministic law has none.
    pub(super) fn log_density(&self, v: f64) -> f64 {
        match self.0 {
            Kind::Weibull { shape, log_scale, .. } => {
                let u = libm::exp(shape * (v - log_scale));
                shape * u * libm::exp(-u)
            }
            Kind::Hyperexponential(phases) => {
                let x = libm::exp(v);
                phases.iter().map(|&(p, rate)| p * rate * x * libm::exp(-rate * x)).sum()
            }
            Kind::BoundedPareto { bounds: (low, high), .. } if v < low || v > high => 0.0,
            Kind::BoundedPareto { alpha, bounds: (low, high) } => {
                alpha * libm::exp(-alpha * (v - low)) / -libm::expm1(-alpha * (high - low))
            }
            Kind::Deterministic => 0.0,
        }
    }

    /// ρ(x)/λ = E\[X; X ≤ x\] at the size whose logarithm is `v`.
    pub(super) fn work_below(&self, v: f64) -> f64 {
        match self.0 {
            Kind::Weibull { shape, log_scale, .. } => gamma_below(1.0 + 1.0 / shape, shape * (v - log_scale)),
            Kind::Hyperexponential(phases) => phases.iter().map(|&(p, rate)| p / rate * gamma_below(2.0, v + libm::log(rate))).sum(),
            Kind::BoundedPareto { alpha, bounds } => pareto_below(alpha, bounds, 1.0, v),
            Kind::Deterministic => f64::from(v >= 0.0),
        }
    }

    /// m₂(x) = E\[X²; X ≤ x\] at the size whose logarithm is `v`.
    pub(super) fn square_below(&self, v: f64) -> f64 {
        match self.0 {
            Kind::Weibull { shape, log_scale, square } => square * gamma_below(1.0 + 2.0 / shape, shape * (v - log_scale)),
            Kind::Hyperexponential(phases) => {
                phases.iter().map(|&(p, rate)| 2.0 * p / (rate * rate) * gamma_below(3.0, v + libm::log(rate))).sum()
            }
            Kind::BoundedPareto { alpha, bounds } => pareto_below(alpha, bounds, 2.0, v),
            Kind::Deterministic => f64::from(v >= 0.0),
        }
    }

    /// Logarithms of the smallest and largest size that matter: no work lies below, none above.
    pub(super) fn span(&self) -> (f64, f64) {
        match self.0 {
            Kind::Weibull { shape, log_scale, .. } => (log_scale + libm::log(SMALLEST) / shape, log_scale + libm::log(LARGEST) / shape),
            Kind::Hyperexponential([_, (_, slow)]) => (libm::log(SMALLEST), libm::log(LARGEST / slow)),
            Kind::BoundedPareto { bounds, .. } => bounds,
            Kind::Deterministic => (0.0, 0.0),
        }
    }

    /// The scale, in ln x, on which this law changes.
    pub(super) fn grain(&self) -> f64 {
        match self.0 {
            Kind::Weibull { shape, .. } => 1.0 / shape,
            Kind::BoundedPareto { alpha, .. } => 1.0 / alpha.max(1.0),
            Kind::Hyperexponential(_) | Kind::Deterministic => 1.0,
        }
    }

    /// ∫ f(v) dv over `span`, cut off above `to`.
    pub(super) fn integrate(&self, to: f64, f: impl FnMut(f64) -> f64) -> f64 {
        let (low, high) = self.span();
        integrate(low, high.min(to), self.grain() / PANELS, f)
    }

    /// E\[f(ln X)\].
    pub(super) fn expect(&self, mut f: impl FnMut(f64) -> f64) -> f64 {
        if self.is_deterministic() {
            return f(0.0);
        }
        self.integrate(f64::INFINITY, |v| self.log_density(v) * f(v))
    }
}

impl SizeLaw {
    /// The same of a function that has a jump or a kink at `at`.
    pub(super) fn expect_apart(&self, at: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
        if self.is_deterministic() {
            return f(0.0);
        }
        let (low, high) = self.span();
        let mut part = |from: f64, to: f64| integrate(from, to, self.grain() / PANELS, |v| self.log_density(v) * f(v));
        part(low, high.min(at)) + part(low.max(at), high)
    }
}

/// P(a, eᵛ), the regularised lower incomplete gamma function: 0 and 1 where its argument leaves the range of a float.
fn gamma_below(a: f64, v: f64) -> f64 {
    let u = libm::exp(v);
    if u == 0.0 {
        0.0
    } else if u == f64::INFINITY {
        1.0
    } else {
        gamma_lr(a, u)
    }
}

/// E\[Xⁿ; X ≤ x\] of a bounded Pareto law at the size whose logarithm is `v`.
fn pareto_below(alpha: f64, (low, high): (f64, f64), n: f64, v: f64) -> f64 {
    libm::exp(n * low) * pareto_moment(alpha, high - low, n, v.clamp(low, high) - low)
}

/// E\[Xⁿ; ln X ≤ w\] of a Pareto law between 1 and exp(`span`): c ∫₁ˣ tⁿ⁻¹⁻ᵅ dt with c = α/(1 − exp(−α·span)), written so
/// that it does not cancel near x = 1 or n = α.
fn pareto_moment(alpha: f64, span: f64, n: f64, w: f64) -> f64 {
    let power = n - alpha;
    let integral = if power == 0.0 { w } else { libm::expm1(power * w) / power };
    alpha / -libm::expm1(-alpha * span) * integral
}

#[cfg(test)]
mod tests {
    use super::SizeLaw;
    use crate::theory::TheoryError;

    fn close(a: f64, b: f64, what: &str) {
        assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{what}: {a} is not {b}");
    }

    fn laws() -> Vec<SizeLaw> {
        let weibull = [0.05, 0.25, 0.5, 1.0, 2.0, 50.0].map(SizeLaw::weibull);
        let hyper = [1.0, 10.0, 1e9].map(SizeLaw::hyperexponential);
        let pareto = [(0.5, 1e3), (1.0, 1e6), (1.5, 10.0), (2.0, 1e9), (30.0, 2.0)].map(|(a, r)| SizeLaw::bounded_pareto(a, r));
        [&weibull[..], &hyper, &pareto].concat().into_iter().map(Result::unwrap).collect()
    }

    #[test]
    fn densities_agree_with_tails_and_moments() {
        for law in laws() {
            let what = format!("{law:?}");
            close(law.expect(|_| 1.0), 1.0, &what);
            close(law.expect(libm::exp), 1.0, &what);
            close(law.work_below(f64::INFINITY), 1.0, &what);
            close(law.expect(|v| libm::exp(2.0 * v)) / law.second_moment(), 1.0, &what);
            for v in [-3.0, -0.5, -0.1, 0.2, 1.0, 4.0] {
                close(law.integrate(v, |t| law.log_density(t)), 1.0 - law.tail_at(v), &what);
                close(law.integrate(v, |t| law.log_density(t) * libm::exp(t)), law.work_below(v), &what);
                let square = law.integrate(v, |t| law.log_density(t) * libm::exp(2.0 * t));
                close(square / law.second_moment(), law.square_below(v) / law.second_moment(), &what);
            }
        }
    }

    #[test]
    fn second_moments() {
        close(SizeLaw::weibull(0.25).unwrap().second_moment(), 70.0, "8!/4!²");
        close(SizeLaw::weibull(0.5).unwrap().second_moment(), 6.0, "4!/2!²");
        close(SizeLaw::hyperexponential(10.0).unwrap().second_moment(), 11.0, "scv + 1");
        close(SizeLaw::deterministic().second_moment(), 1.0, "constant");
    }

    #[test]
    fn says_what_is_allowed() {
        assert_eq!(SizeLaw::weibull(0.0), Err(TheoryError::Shape(0.0)));
        assert!(SizeLaw::weibull(f64::NAN).is_err());
        assert_eq!(SizeLaw::hyperexponential(0.9), Err(TheoryError::Scv(0.9)));
        assert_eq!(SizeLaw::bounded_pareto(-1.0, 2.0), Err(TheoryError::Alpha(-1.0)));
        assert_eq!(SizeLaw::bounded_pareto(1.0, 1.0), Err(TheoryError::Ratio(1.0)));
        assert_eq!(TheoryError::Shape(0.0).to_string(), "shape is 0; allowed: from 0.05 to 1000");
    }

    #[test]
    fn tails() {
        close(SizeLaw::weibull(1.0).unwrap().tail(2.0), libm::exp(-2.0), "exponential");
        for law in laws() {
            assert_eq!(law.tail(0.0), 1.0);
            assert_eq!(law.tail(f64::INFINITY), 0.0);
        }
        assert_eq!([0.5, 1.0, 2.0].map(|x| SizeLaw::deterministic().tail(x)), [1.0, 0.0, 0.0]);
    }
}
