//! Jobs seen through estimates with log-normal errors: Y = X·exp(σZ), Z standard normal.

use super::SizeLaw;
use super::quadrature::{NORMAL_REACH, integrate, integrate_all, normal_below, normal_density};

/// Where ln Y has less density than this, jobs are too rare to count.
const NEGLIGIBLE: f64 = 1e-20;
/// Widest panel over Z: 16 points on it integrate the normal density to 1e-12.
const WIDTH: f64 = 2.0;

/// The sizes of a law as estimates show them.
#[derive(Clone, Copy)]
pub(super) struct Estimates<'a> {
    pub law: &'a SizeLaw,
    /// Standard deviation of ln(Y/X), positive.
    pub sigma: f64,
}

/// What is known about the jobs whose estimate is at most y.
#[derive(Clone, Copy)]
pub(super) struct Smaller {
    /// ρ′(y)/λ = E\[X; Y ≤ y\].
    pub work: f64,
    /// K₂(y) = E\[X²; Y ≤ y\].
    pub square: f64,
}

impl Estimates<'_> {
    /// The jobs with an estimate of at most exp(`w`).
    ///
    /// Y ≤ y means X ≤ y·exp(−σZ), so these are moments below a size that depends on Z, averaged over Z. This stays
    /// smooth as σ → 0, where the textbook's integral over x turns into a step.
    pub fn up_to(&self, w: f64) -> Smaller {
        let (from, to) = self.errors(w);
        let [work, square] = integrate_all(from, to, self.width(), |z| {
            let (v, density) = (w - self.sigma * z, normal_density(z));
            [density * self.law.work_below(v), density * self.law.square_below(v)]
        });
        // Where Z is so low that the bound lies above every size, it takes in all of them.
        let all = normal_below(from);
        Smaller { work: work + all, square: square + all * self.law.second_moment() }
    }

    /// E\[f(ln Y, jobs with an estimate of at most Y)\].
    pub fn expect(&self, mut f: impl FnMut(f64, Smaller) -> f64) -> f64 {
        let mut weighted = |w| {
            let density = self.log_density(w);
            if density < NEGLIGIBLE { 0.0 } else { density * f(w, self.up_to(w)) }
        };
        // Near the ends of the law, where it may start or stop abruptly, only the errors make Y smooth.
        let (low, high) = self.law.span();
        let reach = NORMAL_REACH * self.sigma;
        if high - low <= 2.0 * reach {
            return integrate(low - reach, high + reach, self.sigma, weighted);
        }
        integrate(low - reach, low + reach, self.sigma, &mut weighted)
            + integrate(low + reach, high - reach, self.law.grain().max(self.sigma), &mut weighted)
            + integrate(high - reach, high + reach, self.sigma, &mut weighted)
    }

    /// Density of ln Y at `w`.
    fn log_density(&self, w: f64) -> f64 {
        if self.law.is_deterministic() {
            return normal_density(w / self.sigma) / self.sigma;
        }
        let (from, to) = self.errors(w);
        integrate(from, to, self.width(), |z| normal_density(z) * self.law.log_density(w - self.sigma * z))
    }

    /// The errors Z that lead from a size the law has to the estimate exp(`w`).
    fn errors(&self, w: f64) -> (f64, f64) {
        let (low, high) = self.law.span();
        let z = |v: f64| ((w - v) / self.sigma).clamp(-NORMAL_REACH, NORMAL_REACH);
        (z(high), z(low))
    }

    /// Width of panels over Z.
    pub(super) fn width(&self) -> f64 {
        WIDTH * (self.law.grain() / self.sigma).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Estimates;
    use crate::theory::SizeLaw;

    #[test]
    fn estimates_have_mass_one_and_the_mean_of_a_lognormal() {
        let laws = [
            SizeLaw::weibull(0.5),
            SizeLaw::weibull(20.0),
            SizeLaw::hyperexponential(100.0),
            SizeLaw::bounded_pareto(1.1, 1e6),
            Ok(SizeLaw::deterministic()),
        ];
        for law in laws.map(Result::unwrap) {
            for sigma in [1e-3, 0.5, 2.0] {
                let estimates = Estimates { law: &law, sigma };
                let mass = estimates.expect(|_, _| 1.0);
                assert!((mass - 1.0).abs() < 1e-9, "{law:?} {sigma}: {mass}");
                let mean = estimates.expect(|w, _| libm::exp(w)) / libm::exp(sigma * sigma / 2.0);
                assert!((mean - 1.0).abs() < 1e-9, "{law:?} {sigma}: {mean}");
                // All work belongs to some estimate.
                assert!((estimates.up_to(1e4).work - 1.0).abs() < 1e-12);
                assert!(estimates.up_to(-1e4).square < 1e-12);
            }
        }
    }
}
