//! SRPT on estimates: what remains of the estimate decides, and of late jobs what comes then.
//!
//! A job of size x and estimate z waits for jobs that look no larger than z and for those that have come down to it; while it runs, its
//! rank falls to 0 at age z. With Y = X·exp(σN) the estimates of others, ρ′ and K₂ as for PSJFE,
//!
//! E\[T(x, z)\] = λ(K₂(z) + E\[V(z)²; Y > z\]) / (2(1−ρ′(z))²) + ∫₀ˣ da / (1−ρ′(w(a))),
//!
//! where V is the service a larger-looking job receives at ranks up to z, and w(a) the worst rank from age a on. This is SOAP (Scully,
//! Harchol-Balter & Scheller-Wolf 2018) for these ranks; of SRPTE first in Mitzenmacher 2020.
//!
//! Means over all jobs take each level t of rank once: the part of the jobs that pass it, and the arrivals that go first there.

use super::estimates::Estimates;
use super::quadrature::{NORMAL_REACH, integrate, normal_density};
use std::f64::consts::LN_2;

/// What becomes of a job that has had its estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Late {
    /// Its rank falls on: nobody displaces it (SRPTE).
    Blocks,
    /// Its rank rises again as fast as it fell, up to the estimate (SRPT-B).
    Bounces,
}

/// The queue under such a policy.
pub(super) struct Remaining<'a> {
    pub estimates: Estimates<'a>,
    pub load: f64,
    pub late: Late,
}

/// Panels over the errors, towards the error at which an integrand changes on a logarithmic scale.
const GRADED: [f64; 12] = [0.0, 1e-6, 1e-4, 3e-3, 0.03, 0.15, 0.5, 1.2, 2.2, 3.5, 5.5, NORMAL_REACH];
/// Ranks below exp(this) are as good as 0.
const LOWEST: f64 = -40.0;
/// Panels over levels of rank where they are all alike: below those of jobs, or so far below what is asked for.
const WIDE: f64 = 2.0;
const NEAR: f64 = 12.0;

impl Remaining<'_> {
    /// Mean sojourn time of all jobs.
    pub fn mean(&self) -> f64 {
        let Estimates { law, sigma } = self.estimates;
        let wait = self.estimates.expect(|w, smaller| {
            let idle = 1.0 - self.load * smaller.work;
            self.load * (smaller.square + self.passing(w)) / (2.0 * idle * idle)
        });
        let (low, high) = law.span();
        let reach = NORMAL_REACH * sigma;
        let level = |w: f64| libm::exp(w) * self.served(w) / (1.0 - self.load * self.estimates.up_to(w).work);
        let (from, to) = ((low - reach).max(LOWEST), high + reach);
        let residence = integrate(LOWEST, from, WIDE, level) + integrate(from, to, self.fine(), level);
        wait + residence + self.undisturbed()
    }

    /// Mean sojourn time of a job of size exp(`v`) with the estimate exp(`w`).
    pub fn sojourn(&self, v: f64, w: f64) -> f64 {
        let (x, z) = (libm::exp(v), libm::exp(w));
        let idle = |w: f64| 1.0 - self.load * self.estimates.up_to(w).work;
        let smaller = self.estimates.up_to(w);
        let wait = self.load * (smaller.square + self.passing(w)) / (2.0 * idle(w) * idle(w));
        let worst = (x - z).min(z);
        // The rank falls from z to what remains, or to where it will have risen again.
        let to = if x < z { z - x } else { worst };
        let late = match self.late {
            _ if x <= z => 0.0,
            Late::Blocks => x - z,
            Late::Bounces => (x - z + worst) / idle(libm::log(worst)),
        };
        let to = if self.late == Late::Blocks { (z - x).max(0.0) } else { to };
        let from = libm::log(to).max(LOWEST);
        let least = (libm::exp(from) - to).max(0.0);
        let level = |t: f64| libm::exp(t) / idle(t);
        let fine = (w - NEAR).max(from);
        wait + least + integrate(from, fine, WIDE, level) + integrate(fine, w, self.fine(), level) + late
    }

    /// Panels over levels of rank where these differ.
    fn fine(&self) -> f64 {
        self.estimates.law.grain().min(1.0).min(self.estimates.sigma.max(0.1))
    }

    /// E\[V(z)²; Y > z\]: the squared service that jobs which look larger than exp(`w`) receive at ranks up to it.
    fn passing(&self, w: f64) -> f64 {
        let (law, sigma, z) = (self.estimates.law, self.estimates.sigma, libm::exp(w));
        // Jobs of sizes from exp(a) to exp(b), of which (c·x + z)² counts.
        let counted = |a: f64, b: f64, c: f64| {
            if b <= a {
                return 0.0;
            }
            let square = law.square_below(b) - law.square_below(a);
            let work = law.work_below(b) - law.work_below(a);
            let jobs = law.tail_at(a) - law.tail_at(b);
            // Rounding may leave less than nothing of three terms that cancel.
            (c * c * square + 2.0 * c * z * work + z * z * jobs).max(0.0)
        };
        let over = self.over(|n| {
            let surplus = libm::expm1(sigma * n);
            counted(w - sigma * n, w - libm::log(surplus), -surplus)
        });
        let under = match self.late {
            // A late job keeps its place until it is done, however late.
            Late::Blocks => self.under(0.0, NORMAL_REACH, |n| counted(w - sigma * n, f64::INFINITY, -libm::expm1(sigma * n))),
            Late::Bounces => {
                let back = LN_2 / sigma;
                let twice = |tail: f64| 4.0 * z * z * tail;
                self.under(0.0, back, |n| {
                    let shortfall = -libm::expm1(sigma * n);
                    let risen = w - libm::log(shortfall);
                    counted(w - sigma * n, risen, shortfall) + twice(law.tail_at(risen))
                }) + self.under(back, NORMAL_REACH, |n| twice(law.tail_at(w - sigma * n)))
            }
        };
        over + under
    }

    /// The part of the jobs that is served at the level of rank exp(`w`), or later at no better one; next to it arrivals that look
    /// smaller go first. Counts a falling rank once.
    fn served(&self, w: f64) -> f64 {
        let Estimates { law, sigma } = self.estimates;
        let tail = |v: f64| law.tail_at(v);
        let over = self.over(|n| (tail(w - sigma * n) - tail(w - libm::log(libm::expm1(sigma * n)))).max(0.0));
        if self.late == Late::Blocks {
            return over + self.under(0.0, NORMAL_REACH, |n| tail(w - sigma * n));
        }
        let back = LN_2 / sigma;
        // Falling through the level, of jobs that do not rise to it again.
        let falling = self.under(0.0, back, |n| (tail(w - sigma * n) - tail(w - libm::log(-libm::expm1(sigma * n)))).max(0.0));
        // Jobs that complete on their way up, at this level: they were served below it for as long twice, falling and rising.
        let rising = 2.0 * self.under(0.0, back, |n| law.log_density(w - libm::log(-libm::expm1(sigma * n))));
        // Jobs that are back at their estimate, which is this level: all of their size counts.
        let risen = self.under(back, NORMAL_REACH, |n| law.log_density(w - sigma * n) * libm::exp(-sigma * n));
        over + falling + rising + risen
    }

    /// E\[(X−Y)⁺\] under SRPTE: service of late jobs, which nobody disturbs.
    fn undisturbed(&self) -> f64 {
        match self.late {
            Late::Blocks => self.under(0.0, NORMAL_REACH, |n| -libm::expm1(self.estimates.sigma * n)),
            Late::Bounces => 0.0,
        }
    }

    /// ∫ f over errors N > 0.
    fn over(&self, f: impl Fn(f64) -> f64) -> f64 {
        self.graded(0.0, NORMAL_REACH, |n| normal_density(n) * f(n))
    }

    /// ∫ f over errors N from −`to` to −`from`.
    fn under(&self, from: f64, to: f64, f: impl Fn(f64) -> f64) -> f64 {
        self.graded(from, to, |n| normal_density(n) * f(-n))
    }

    fn graded(&self, from: f64, to: f64, f: impl Fn(f64) -> f64) -> f64 {
        let width = self.estimates.width();
        let panel = |ends: &[f64]| integrate(ends[0].max(from), ends[1].min(to), width, &f);
        GRADED.windows(2).map(panel).sum()
    }
}
