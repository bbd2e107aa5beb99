//! The policies whose mean sojourn time is known, and the formulas.

use super::estimates::{Estimates, Smaller};
use super::quadrature::{NORMAL_REACH, integrate, normal_density};
use super::remaining::{Late, Remaining};
use super::{SizeLaw, TheoryError, check, check_load};

/// A policy with a closed form in M/G/1. Ties between equal sizes are decided by arrival.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// In order of arrival.
    Fifo,
    /// Equal shares.
    Ps,
    /// Least attained service first.
    Las,
    /// Shortest remaining size first.
    Srpt,
    /// Shortest original size first, preemptive.
    Psjf,
    /// Shortest size first, not preemptive.
    Sjf,
    /// PSJF on estimates with log-normal errors.
    Psjfe {
        /// Standard deviation of the logarithm of the error.
        sigma: f64,
    },
    /// SJF on estimates with log-normal errors.
    Sjfe {
        /// Standard deviation of the logarithm of the error.
        sigma: f64,
    },
    /// SRPT on estimates with log-normal errors: a late job blocks.
    Srpte {
        /// Standard deviation of the logarithm of the error.
        sigma: f64,
    },
    /// SRPT with bounce on estimates with log-normal errors: the rank of a late job rises again, up to its estimate.
    SrptB {
        /// Standard deviation of the logarithm of the error.
        sigma: f64,
    },
    /// Two levels by attained service, in order of arrival inside each.
    TwoLevels {
        /// The attained service at which jobs sink to the second level, in units of the mean size.
        cut: f64,
    },
    /// In order of arrival up to an attained service, above it least attained service first.
    Grace {
        /// That attained service, in units of the mean size.
        cut: f64,
    },
}

impl Form {
    /// How far estimates are off, if the form looks at estimates.
    fn sigma(self) -> Option<f64> {
        match self {
            Self::Psjfe { sigma } | Self::Sjfe { sigma } | Self::Srpte { sigma } | Self::SrptB { sigma } => Some(sigma),
            _ => None,
        }
    }

    /// Whether the mean of one job without a given estimate is no mean over errors, which takes long.
    pub fn is_quick(self) -> bool {
        self.sigma().is_none()
    }
}

/// Mean sojourn time of all jobs, in units of the mean size.
///
/// # Errors
/// If `load` is not between 0 and 1, both excluded, or a sigma is out of range.
pub fn mean_sojourn(form: Form, law: &SizeLaw, load: f64) -> Result<f64, TheoryError> {
    let (form, queue) = prepare(form, law, load)?;
    Ok(match form {
        // Linear in the size: the mean is that of a job of size 1.
        Form::Fifo | Form::Ps => queue.sojourn(form, 0.0),
        Form::Srpt if law.is_deterministic() => queue.sojourn(form, 0.0),
        Form::Las | Form::Psjf | Form::Sjf => law.expect(|v| queue.sojourn(form, v)),
        Form::Srpt => law.expect(|v| queue.srpt_wait(v)) + queue.srpt_mean_residence(),
        Form::TwoLevels { cut } | Form::Grace { cut } => law.expect_apart(libm::log(cut), |v| queue.sojourn(form, v)),
        Form::Srpte { sigma } => Remaining { estimates: Estimates { law, sigma }, load, late: Late::Blocks }.mean(),
        Form::SrptB { sigma } => Remaining { estimates: Estimates { law, sigma }, load, late: Late::Bounces }.mean(),
        Form::Psjfe { sigma } | Form::Sjfe { sigma } => {
            Estimates { law, sigma }.expect(|_, smaller| queue.wait(form, smaller)) + queue.mean_residence(form)
        }
    })
}

/// Mean sojourn time of a job of this `size`, in units of the mean size.
///
/// Under forms on estimates it depends on the job's `estimate` as well; without one it is averaged over the errors. Other
/// forms do not look at the estimate.
///
/// # Errors
/// If `load` is not between 0 and 1, both excluded, `size` or `estimate` is not positive and finite, or a sigma is out of
/// range.
pub fn conditional_mean_sojourn(form: Form, law: &SizeLaw, load: f64, size: f64, estimate: Option<f64>) -> Result<f64, TheoryError> {
    let positive = |value: f64| value > 0.0 && value.is_finite();
    check(size, positive(size), TheoryError::Size)?;
    estimate.map_or(Ok(1.0), |y| check(y, positive(y), TheoryError::Estimate))?;
    let (form, queue) = prepare(form, law, load)?;
    let v = libm::log(size);
    let Some(sigma) = form.sigma() else {
        return Ok(queue.sojourn(form, v));
    };
    let estimates = Estimates { law, sigma };
    let remaining = |late| Remaining { estimates, load, late };
    let given = |w: f64| {
        match form {
            Form::Srpte { .. } => return remaining(Late::Blocks).sojourn(v, w),
            Form::SrptB { .. } => return remaining(Late::Bounces).sojourn(v, w),
            _ => {}
        }
        let smaller = estimates.up_to(w);
        queue.wait(form, smaller) + queue.residence(form, v, smaller)
    };
    Ok(match estimate {
        Some(y) => given(libm::log(y)),
        None => integrate(-NORMAL_REACH, NORMAL_REACH, 1.0, |z| normal_density(z) * given(v + sigma * z)),
    })
}

/// Estimates with a sigma below this are as good as exact: the difference is lost in the rounding of the integrals.
const EXACT: f64 = 1e-6;

/// Likewise under policies that look at what remains: of errors that small, the integrals see nothing.
const NARROW: f64 = 1e-4;

/// Checks what was asked for; tiny errors are no errors.
fn prepare(form: Form, law: &SizeLaw, load: f64) -> Result<(Form, Queue<'_>), TheoryError> {
    check_load(load)?;
    if let Some(sigma) = form.sigma() {
        check(sigma, (0.0..=100.0).contains(&sigma), TheoryError::Sigma)?;
    }
    if let Form::TwoLevels { cut } | Form::Grace { cut } = form {
        check(cut, cut > 0.0 && cut.is_finite(), TheoryError::Cut)?;
    }
    let form = match form {
        Form::Psjfe { sigma } if sigma < EXACT => Form::Psjf,
        Form::Sjfe { sigma } if sigma < EXACT => Form::Sjf,
        Form::Srpte { sigma } | Form::SrptB { sigma } if sigma < NARROW => Form::Srpt,
        Form::Srpte { .. } | Form::SrptB { .. } if law.is_deterministic() => return Err(TheoryError::EqualSizes),
        other => other,
    };
    Ok((form, Queue { law, load }))
}

/// M/G/1 with sizes of mean 1, so that λ = ρ = `load`. A size is given by its logarithm `v`.
struct Queue<'a> {
    law: &'a SizeLaw,
    load: f64,
}

impl Queue<'_> {
    /// E\[T(x)\] under a policy that sees exact sizes, or none.
    fn sojourn(&self, form: Form, v: f64) -> f64 {
        if self.is_tie(form, v) {
            return self.sojourn(Form::Fifo, v);
        }
        let smaller = Smaller { work: self.law.work_below(v), square: self.law.square_below(v) };
        match form {
            Form::Fifo => libm::exp(v) + self.load * self.law.second_moment() / (2.0 * self.idle(1.0)),
            Form::Ps => libm::exp(v) / self.idle(1.0),
            Form::Las => {
                let cut = self.cut(v, smaller);
                self.residual(cut.square, cut.work) + libm::exp(v) / self.idle(cut.work)
            }
            Form::Srpt => self.srpt_wait(v) + self.srpt_residence(v),
            Form::TwoLevels { cut } | Form::Grace { cut } => self.levels(form, libm::log(cut), v),
            Form::Psjf | Form::Sjf | Form::Psjfe { .. } | Form::Sjfe { .. } | Form::Srpte { .. } | Form::SrptB { .. } => {
                self.wait(form, smaller) + self.residence(form, v, smaller)
            }
        }
    }

    /// Jobs that have had no more than a cut go first: they wait for what the others have left of it. A job that is larger sinks, and
    /// waits for all.
    fn levels(&self, form: Form, cut: f64, v: f64) -> f64 {
        let at = |v| self.cut(v, Smaller { work: self.law.work_below(v), square: self.law.square_below(v) });
        let (first, x) = (at(cut), libm::exp(v));
        if v <= cut {
            return self.load * first.square / (2.0 * self.idle(first.work)) + x;
        }
        if matches!(form, Form::Grace { .. }) {
            return self.sojourn(Form::Las, v);
        }
        self.load * self.law.second_moment() / (2.0 * self.idle(1.0) * self.idle(first.work)) + x / self.idle(first.work)
    }

    /// Whether policies by size see nothing but ties, and so serve in order of arrival.
    fn is_tie(&self, form: Form, v: f64) -> bool {
        self.law.is_deterministic() && v == 0.0 && matches!(form, Form::Srpt | Form::Psjf | Form::Sjf)
    }

    /// Mean time until first service under PSJF and SJF, behind the jobs that are, or look, `smaller`. Under SJF any job
    /// may be found in service.
    fn wait(&self, form: Form, smaller: Smaller) -> f64 {
        let square = if matches!(form, Form::Sjf | Form::Sjfe { .. }) { self.law.second_moment() } else { smaller.square };
        self.residual(square, smaller.work)
    }

    /// Mean time from first service to completion under PSJF (stretched by the `smaller` jobs that arrive) and SJF.
    fn residence(&self, form: Form, v: f64, smaller: Smaller) -> f64 {
        if matches!(form, Form::Sjf | Form::Sjfe { .. }) { libm::exp(v) } else { libm::exp(v) / self.idle(smaller.work) }
    }

    /// Mean of [`residence`](Self::residence) over all jobs whose estimates have a density. Under PSJFE it is
    /// E\[X/(1−ρ′(Y))\] = ∫ dρ′/(λ(1−ρ′)) over ρ′ from 0 to ρ, whatever the law and the errors.
    fn mean_residence(&self, form: Form) -> f64 {
        if matches!(form, Form::Sjfe { .. }) { 1.0 } else { -libm::log1p(-self.load) / self.load }
    }

    /// Mean time until first service under SRPT.
    fn srpt_wait(&self, v: f64) -> f64 {
        let work = self.law.work_below(v);
        let smaller = Smaller { work, square: self.law.square_below(v) };
        self.residual(self.cut(v, smaller).square, work)
    }

    /// ∫₀ˣ dt/(1−ρ(t)): mean time from first service to completion under SRPT.
    fn srpt_residence(&self, v: f64) -> f64 {
        let (low, high) = self.law.span();
        let above = (libm::exp(v) - libm::exp(high)).max(0.0) / self.idle(1.0);
        libm::exp(low.min(v)) + self.law.integrate(v, |t| libm::exp(t) / self.idle(self.law.work_below(t))) + above
    }

    /// Mean of [`srpt_residence`](Self::srpt_residence) over all jobs, with the order of the two integrals exchanged:
    /// ∫₀^∞ F̄(t)/(1−ρ(t)) dt.
    fn srpt_mean_residence(&self) -> f64 {
        let rate = |t| libm::exp(t) * self.law.tail_at(t) / self.idle(self.law.work_below(t));
        libm::exp(self.law.span().0) + self.law.integrate(f64::INFINITY, rate)
    }

    /// The same moments if all sizes were cut at x: E\[min(X, x)\] and E\[min(X, x)²\].
    fn cut(&self, v: f64, smaller: Smaller) -> Smaller {
        let (x, tail) = (libm::exp(v), self.law.tail_at(v));
        // A tail of 0 times an infinite x² is still nothing.
        let part = |power: f64| if tail == 0.0 { 0.0 } else { power * tail };
        Smaller { work: smaller.work + part(x), square: smaller.square + part(x * x) }
    }

    /// λ·square / (2(1−λ·work)²): the mean residual work found in service, stretched by the jobs that go first.
    fn residual(&self, square: f64, work: f64) -> f64 {
        self.load * square / (2.0 * self.idle(work) * self.idle(work))
    }

    /// 1 − λ·work: the share of time in which the server has none of this work.
    fn idle(&self, work: f64) -> f64 {
        1.0 - self.load * work
    }
}

#[cfg(test)]
mod tests;
