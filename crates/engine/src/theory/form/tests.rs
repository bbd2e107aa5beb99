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

/// Shape, σ, load, then SRPTE, SRPT-B, PSJFE. Their sources give SRPTE to 6·10⁻⁶, SRPT-B to 2·10⁻⁴.
#[test]
fn remaining_estimates() {
    let rows = [
        (0.25, 0.5, 0.7, 3.49762, 1.9345, 1.952_442),
        (0.25, 1.0, 0.7, 5.90223, 2.1841, 2.146_008),
        (0.25, 2.0, 0.7, 9.88258, 3.2560, 3.160_538),
        (0.5, 0.5, 0.7, 2.102_460, 2.0111, 2.062_119),
        (0.5, 1.0, 0.7, 2.531_420, 2.2815, 2.276_600),
        (0.5, 2.0, 0.7, 3.267_319, 2.8751, 2.845_919),
        (1.0, 0.5, 0.7, 2.094_969, 2.1000, 2.202_965),
        (1.0, 1.0, 0.7, 2.362_418, 2.3514, 2.391_101),
        (1.0, 2.0, 0.7, 2.676_993, 2.6567, 2.665_423),
        (2.0, 0.5, 0.7, 2.174_133, 2.1872, 2.345_800),
        (2.0, 1.0, 0.7, 2.368_782, 2.3923, 2.467_380),
        (2.0, 2.0, 0.7, 2.524_119, 2.5539, 2.579_268),
        (0.25, 0.5, 0.9, 5.38470, 3.3306, 3.40103),
        (0.25, 1.0, 0.9, 9.1569, 4.1926, 4.10556),
        (0.25, 2.0, 0.9, 16.847, 7.889, 7.63734),
        (1.0, 0.5, 0.9, 4.301_208, 4.3121, 4.586_574),
        (1.0, 1.0, 0.9, 5.290_886, 5.2791, 5.387_008),
        (1.0, 2.0, 0.9, 6.580_861, 6.5548, 6.576_449),
    ];
    let mut off = vec![];
    for (shape, sigma, load, srpte, srptb, psjfe) in rows {
        let (law, what) = (weibull(shape), format!("shape {shape}, sigma {sigma}, load {load}"));
        let (found, bounce) = (mean(Form::Srpte { sigma }, &law, load), mean(Form::SrptB { sigma }, &law, load));
        assert_close(mean(Form::Psjfe { sigma }, &law, load), psjfe, 1e-6, &what);
        if (found / srpte - 1.0).abs() > 6e-6 || (bounce / srptb - 1.0).abs() > 2e-4 {
            off.push(what);
        }
    }
    assert!(off.is_empty(), "{off:?}");
}

#[test]
fn levels_by_age() {
    let law = weibull(0.5);
    assert_printed(mean(Form::TwoLevels { cut: 1.0 }, &law, 0.7), 3.855_414, 6.0, "two levels");
    assert_printed(mean(Form::Grace { cut: 1.0 }, &law, 0.7), 2.875_202, 6.0, "grace");
    // A cut above all sizes leaves the order of arrival, one below all leaves the second level.
    assert_close(mean(Form::TwoLevels { cut: 1e12 }, &law, 0.7), 8.0, 1e-9, "one level");
    assert_close(mean(Form::Grace { cut: 1e-12 }, &law, 0.7), mean(Form::Las, &law, 0.7), 1e-6, "no grace");
}

#[test]
fn remaining_estimates_of_one_job() {
    let law = weibull(1.0);
    for form in [Form::Srpte { sigma: 0.5 }, Form::SrptB { sigma: 0.5 }] {
        let given = |x, y| conditional_mean_sojourn(form, &law, 0.7, x, Some(y)).unwrap();
        // What seems tiny is served at once, but for late jobs under SRPTE, which block.
        assert_eq!(given(1e-6, 1e-6) < 2e-6, form == Form::SrptB { sigma: 0.5 });
        assert!(given(2.0, 0.5) > 2.0 && given(2.0, 0.5) < given(2.0, 2.0));
        // Averaging over sizes and errors is the mean.
        let average = crate::theory::quadrature::integrate(-6.0, 3.0, 3.0, |v| {
            let at = |error: i32| {
                let z = f64::from(error);
                crate::theory::quadrature::normal_density(z) * given(libm::exp(v), libm::exp(v + 0.5 * z))
            };
            law.log_density(v) * (-3..=3).map(at).sum::<f64>()
        });
        assert_close(average, mean(form, &law, 0.7), 0.01, &format!("{form:?}"));
    }
    // Small errors: SRPT.
    assert_close(mean(Form::Srpte { sigma: 1e-3 }, &law, 0.7), mean(Form::Srpt, &law, 0.7), 2e-3, "SRPT");
    let equal = SizeLaw::deterministic();
    assert_eq!(mean_sojourn(Form::Srpte { sigma: 0.5 }, &equal, 0.7), Err(TheoryError::EqualSizes));
    assert_eq!(mean_sojourn(Form::Grace { cut: 0.0 }, &equal, 0.7), Err(TheoryError::Cut(0.0)));
}
