//! The policies whose mean sojourn time is known, and the formulas.

use super::estimates::{Estimates, Smaller};
use super::quadrature::{NORMAL_REACH, integrate, normal_density};
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
        Form::Psjfe { sigma } | Form::Sjfe { sigma } => {
            Estimates { law, sigma }.expect(|_, smaller| queue.wait(form, smaller)) + queue.mean_residence(form)
        }
    })
}

/// Mean sojourn time of a job of this `size`, in units of the mean size.
///
/// Under PSJFE and SJFE it depends on the job's `estimate` as well; without one it is averaged over the errors. Other
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
    let (Form::Psjfe { sigma } | Form::Sjfe { sigma }) = form else {
        return Ok(queue.sojourn(form, v));
    };
    let estimates = Estimates { law, sigma };
    let given = |w: f64| {
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

/// Checks what was asked for; tiny errors are no errors.
fn prepare(form: Form, law: &SizeLaw, load: f64) -> Result<(Form, Queue<'_>), TheoryError> {
    check_load(load)?;
    if let Form::Psjfe { sigma } | Form::Sjfe { sigma } = form {
        check(sigma, (0.0..=100.0).contains(&sigma), TheoryError::Sigma)?;
    }
    let form = match form {
        Form::Psjfe { sigma } if sigma < EXACT => Form::Psjf,
        Form::Sjfe { sigma } if sigma < EXACT => Form::Sjf,
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
            Form::Psjf | Form::Sjf | Form::Psjfe { .. } | Form::Sjfe { .. } => self.wait(form, smaller) + self.residence(form, v, smaller),
        }
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
mod tests {
    use super::{Form, conditional_mean_sojourn, mean_sojourn};
    use crate::theory::{SizeLaw, TheoryError};

    const PLAIN: [Form; 6] = [Form::Fifo, Form::Ps, Form::Las, Form::Srpt, Form::Psjf, Form::Sjf];

    fn weibull(shape: f64) -> SizeLaw {
        SizeLaw::weibull(shape).unwrap()
    }

    fn mean(form: Form, law: &SizeLaw, load: f64) -> f64 {
        mean_sojourn(form, law, load).unwrap()
    }

    fn at(form: Form, law: &SizeLaw, load: f64, size: f64) -> f64 {
        conditional_mean_sojourn(form, law, load, size, None).unwrap()
    }

    fn laws() -> Vec<SizeLaw> {
        let pareto = |alpha, ratio| SizeLaw::bounded_pareto(alpha, ratio).unwrap();
        let hyper = SizeLaw::hyperexponential(10.0).unwrap();
        vec![weibull(0.25), weibull(0.5), weibull(1.0), weibull(2.0), weibull(30.0), hyper, pareto(1.1, 1e6), pareto(2.0, 10.0)]
    }

    /// `printed` is a value of the literature, known to `digits` decimals (half a unit of the last is rounding).
    fn assert_printed(found: f64, printed: f64, digits: f64, what: &str) {
        assert!((found - printed).abs() <= 0.501 * libm::pow(10.0, -digits), "{what}: {found} is not {printed}");
    }

    fn assert_close(found: f64, expected: f64, relative: f64, what: &str) {
        assert!((found - expected).abs() <= relative * expected, "{what}: {found} is not {expected}");
    }

    #[test]
    fn exponential_sizes() {
        // Load, then FIFO = PS = LAS, SJF, PSJF, SRPT.
        let rows = [
            (0.5, 2.0, 1.712_686, 1.531_383, 1.425_373),
            (0.7, 10.0 / 3.0, 2.312_197, 2.083_870, 1.874_567),
            (0.9, 10.0, 4.196_913, 4.051_773, 3.552_125),
        ];
        for law in [weibull(1.0), SizeLaw::hyperexponential(1.0).unwrap()] {
            for (load, blind, sjf, psjf, srpt) in rows {
                for form in [Form::Fifo, Form::Ps, Form::Las] {
                    assert_close(mean(form, &law, load), blind, 1e-10, &format!("{form:?} {load}"));
                }
                assert_printed(mean(Form::Sjf, &law, load), sjf, 6.0, "SJF");
                assert_printed(mean(Form::Psjf, &law, load), psjf, 6.0, "PSJF");
                assert_printed(mean(Form::Srpt, &law, load), srpt, 6.0, "SRPT");
            }
        }
    }

    #[test]
    fn weibull_sizes() {
        // Shape, load, then FIFO, PS, SJF, PSJF, SRPT, LAS.
        let rows = [
            (0.25, 0.9, [316.0, 10.0, 36.62779, 3.19709, 2.87987, 5.25483]),
            (0.5, 0.5, [4.0, 2.0, 2.78656, 1.49200, 1.41021, 1.82156]),
            (0.5, 0.9, [28.0, 10.0, 6.04243, 3.55537, 3.14979, 7.03846]),
            (2.0, 0.7, [2.48545, 3.33333, 2.07116, 2.20278, 1.94842, 4.01776]),
        ];
        let forms = [Form::Fifo, Form::Ps, Form::Sjf, Form::Psjf, Form::Srpt, Form::Las];
        for (shape, load, printed) in rows {
            for (form, printed) in forms.into_iter().zip(printed) {
                assert_printed(mean(form, &weibull(shape), load), printed, 5.0, &format!("{form:?} {shape} {load}"));
            }
        }
    }

    #[test]
    fn estimated_sizes() {
        // Sigma, load, PSJFE, SJFE.
        let rows = [
            (0.5, 0.5, 1.57728, 1.74090),
            (0.5, 0.7, 2.20297, 2.40989),
            (0.5, 0.9, 4.58657, 4.72068),
            (2.0, 0.5, 1.75974, 1.85336),
            (2.0, 0.7, 2.66542, 2.79050),
            (2.0, 0.9, 6.57645, 6.67553),
        ];
        for (sigma, load, psjfe, sjfe) in rows {
            assert_printed(mean(Form::Psjfe { sigma }, &weibull(1.0), load), psjfe, 5.0, &format!("PSJFE {sigma} {load}"));
            assert_printed(mean(Form::Sjfe { sigma }, &weibull(1.0), load), sjfe, 5.0, &format!("SJFE {sigma} {load}"));
        }
    }

    #[test]
    fn mean_is_the_average_of_the_conditional_means() {
        for law in laws() {
            for form in PLAIN {
                // The sum over panels of the law; SRPT, whose inner integral is recomputed here, is enough on one.
                if form == Form::Srpt && law != weibull(0.5) {
                    continue;
                }
                let average = law.expect(|v| at(form, &law, 0.8, libm::exp(v).max(1e-300)));
                assert_close(average, mean(form, &law, 0.8), 1e-8, &format!("{form:?} {law:?}"));
            }
        }
        // Averaging over the errors and then over sizes is averaging over the estimates.
        let (law, form) = (SizeLaw::bounded_pareto(1.5, 3.0).unwrap(), Form::Psjfe { sigma: 0.5 });
        let average = law.expect(|v| at(form, &law, 0.8, libm::exp(v)));
        assert_close(average, mean(form, &law, 0.8), 1e-8, "PSJFE");
    }

    #[test]
    fn processor_sharing_is_linear_in_the_size() {
        for law in laws() {
            for size in [0.01, 1.0, 37.0] {
                assert_close(at(Form::Ps, &law, 0.8, size), size * 5.0, 1e-12, "PS");
            }
        }
    }

    #[test]
    fn policies_are_ordered() {
        for law in laws() {
            for load in [0.1, 0.5, 0.9, 0.99] {
                let all = PLAIN.map(|form| mean(form, &law, load));
                let [_, _, _, srpt, psjf, _] = all;
                assert!(all.iter().all(|&other| srpt <= other * (1.0 + 1e-9)), "SRPT is best: {law:?} {load} {all:?}");
                assert!(psjf <= 1.0 / (1.0 - load), "PSJF is better than PS: {law:?} {load} {all:?}");
            }
        }
    }

    #[test]
    fn errors_from_none_to_overwhelming() {
        for law in laws() {
            for (with, without) in [(Form::Psjfe { sigma: 1e-4 }, Form::Psjf), (Form::Sjfe { sigma: 1e-4 }, Form::Sjf)] {
                let exact = mean(without, &law, 0.7);
                assert_close(mean(with, &law, 0.7), exact, 1e-5, &format!("{without:?} {law:?}"));
            }
            // Estimates that know nothing leave a non-preemptive policy that is blind to sizes.
            let towards_blind = mean(Form::Sjfe { sigma: 100.0 }, &law, 0.7) / mean(Form::Fifo, &law, 0.7);
            assert!((0.94..1.0).contains(&towards_blind), "SJFE {law:?} {towards_blind}");
        }
        assert_eq!(mean(Form::Psjfe { sigma: 0.0 }, &weibull(0.5), 0.7), mean(Form::Psjf, &weibull(0.5), 0.7));
    }

    #[test]
    fn given_the_estimate() {
        let (law, form) = (weibull(1.0), Form::Psjfe { sigma: 1.0 });
        let given = |form, y| conditional_mean_sojourn(form, &law, 0.7, 2.0, Some(y)).unwrap();
        // A job that seems tiny is served at once; one that seems huge waits for all others, as if they were known to be smaller.
        assert_close(given(form, 1e-9), 2.0, 1e-6, "looks tiny");
        assert_close(given(form, 1e9), 0.7 * 2.0 / (2.0 * 0.09) + 2.0 / 0.3, 1e-6, "looks huge");
        assert!(given(form, 1e-9) < at(form, &law, 0.7, 2.0) && at(form, &law, 0.7, 2.0) < given(form, 1e9));
        assert_eq!(given(Form::Srpt, 1e9), at(Form::Srpt, &law, 0.7, 2.0));
    }

    #[test]
    fn equal_sizes() {
        let law = SizeLaw::deterministic();
        for form in [Form::Fifo, Form::Srpt, Form::Psjf, Form::Sjf, Form::Sjfe { sigma: 1.0 }] {
            assert_close(mean(form, &law, 0.5), 1.5, 1e-9, &format!("{form:?}"));
        }
        assert_close(mean(Form::Ps, &law, 0.5), 2.0, 1e-12, "PS");
        // Everybody leaves at the end of the busy period.
        assert_close(mean(Form::Las, &law, 0.5), 3.0, 1e-12, "LAS");
        // Estimates are mere priorities: the average over a uniform rank has this closed form, whatever sigma.
        let expected = 0.5 / (1.0 - 0.5) - libm::log(1.0 - 0.5) / (2.0 * 0.5);
        assert_close(mean(Form::Psjfe { sigma: 0.3 }, &law, 0.5), expected, 1e-9, "PSJFE");
        // A smaller job overtakes all but the one in service; a larger one waits for all.
        assert_close(at(Form::Sjf, &law, 0.5, 0.5), 0.75, 1e-12, "SJF, smaller");
        assert_close(at(Form::Srpt, &law, 0.5, 2.0), 1.0 + 1.0 + 1.0 / 0.5, 1e-12, "SRPT, larger");
    }

    #[test]
    fn nearly_saturated() {
        // M/M/1 under LAS is 1/(1−ρ) however close the load comes to 1.
        assert_close(mean(Form::Las, &weibull(1.0), 0.999), 1000.0, 1e-9, "LAS");
        for law in laws() {
            let all = PLAIN.map(|form| mean(form, &law, 1.0 - 1e-6));
            assert!(all.iter().all(|t| t.is_finite() && *t > 1.0), "{law:?} {all:?}");
        }
    }

    #[test]
    fn says_what_is_allowed() {
        let law = weibull(1.0);
        for load in [0.0, 1.0, -0.5, f64::INFINITY] {
            assert_eq!(mean_sojourn(Form::Ps, &law, load), Err(TheoryError::Load(load)));
        }
        assert!(mean_sojourn(Form::Ps, &law, f64::NAN).is_err());
        assert_eq!(mean_sojourn(Form::Psjfe { sigma: -1.0 }, &law, 0.5), Err(TheoryError::Sigma(-1.0)));
        let ask = |size, estimate| conditional_mean_sojourn(Form::Ps, &law, 0.5, size, estimate);
        assert_eq!(ask(0.0, None), Err(TheoryError::Size(0.0)));
        assert_eq!(ask(1.0, Some(f64::INFINITY)), Err(TheoryError::Estimate(f64::INFINITY)));
        assert_eq!(TheoryError::Load(1.0).to_string(), "load is 1; allowed: above 0 and below 1");
    }
}
