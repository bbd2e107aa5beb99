/// The rate γ > 0 at which the tail of sojourn times falls under FIFO, P(T > t) ~ exp(−γt): the positive root of
/// γ = λ(E\[exp(γX)\] − 1) for Poisson arrivals of rate λ = `load` and sizes of mean 1 (Cramér & Lundberg). `moment` is
/// E\[exp(γX)\] − 1 as a function of γ, infinite where there is none.
///
/// None if there is no root: the load is 1 or more, or sizes have no such moment.
pub fn decay_rate(load: f64, moment: impl Fn(f64) -> f64) -> Option<f64> {
    // The excess is convex, and falls from 0 at γ = 0 if the load is below 1.
    let negative = |rate: f64| load * moment(rate) < rate;
    if !(load > 0.0 && load < 1.0) {
        return None;
    }
    let mut low = 1.0;
    while !negative(low) {
        low /= 2.0;
        if low < 1e-18 {
            return None;
        }
    }
    let mut high = 2.0 * low;
    while negative(high) {
        (low, high) = (high, 2.0 * high);
        if high > 1e18 {
            return None;
        }
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if negative(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::decay_rate;
    use crate::theory::SizeLaw;

    #[test]
    fn rates_of_known_queues() {
        let rate = |law: Result<SizeLaw, _>, load| decay_rate(load, |rate| law.unwrap().exponential_moment(rate));
        // M/M/1: 1 − ρ.
        for load in [0.01, 0.5, 0.8, 0.99] {
            assert!((rate(SizeLaw::weibull(1.0), load).unwrap() - (1.0 - load)).abs() < 1e-12, "{load}");
        }
        // M/D/1: γ = λ(exp(γ) − 1) at λ = 1/(e − 1).
        let load = 1.0 / (libm::exp(1.0) - 1.0);
        assert!((rate(Ok(SizeLaw::deterministic()), load).unwrap() - 1.0).abs() < 1e-12);
        // Two phases with p = ½(1 ± √(9/11)) and rates 2p: γ = λγ Σ p ÷ (2p − γ).
        let gamma = rate(SizeLaw::hyperexponential(10.0), 0.7).unwrap();
        let phase = |sign: f64| f64::midpoint(1.0, sign * (9.0_f64 / 11.0).sqrt());
        let sum: f64 = [phase(1.0), phase(-1.0)].iter().map(|p| p / (2.0 * p - gamma)).sum();
        assert!((0.7 * sum - 1.0).abs() < 1e-9, "{gamma}");
        // A law that is nearly constant, and one that is nearly exponential.
        assert!((rate(SizeLaw::weibull(100.0), load).unwrap() - 1.0).abs() < 1e-3);
        assert!((rate(SizeLaw::weibull(1.001), 0.5).unwrap() - 0.5).abs() < 1e-2);
        assert!(rate(SizeLaw::bounded_pareto(1.5, 1e6), 0.5).is_some_and(|rate| rate > 0.0 && rate < 1e-3));
        for load in [1e-6, 0.01, 0.3, 0.999_999] {
            for shape in [1.0, 1.01, 1.5, 2.0, 30.0] {
                let law = SizeLaw::weibull(shape).unwrap();
                let gamma = rate(Ok(law), load).unwrap();
                assert!((load * law.exponential_moment(gamma) / gamma - 1.0).abs() < 1e-6, "{shape} {load} {gamma}");
            }
        }
    }

    #[test]
    fn none_for_heavy_tails_or_overload() {
        let rate = |shape, load| decay_rate(load, |rate| SizeLaw::weibull(shape).unwrap().exponential_moment(rate));
        assert_eq!([rate(0.5, 0.5), rate(0.999, 0.5), rate(1.0, 1.0), rate(2.0, 1.5), rate(1.0, f64::NAN)], [None; 5]);
    }
}
