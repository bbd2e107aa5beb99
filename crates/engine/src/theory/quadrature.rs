//! Numerical integration, and the standard normal distribution.

use std::f64::consts::{PI, SQRT_2};

/// The positive nodes of the Gauss–Legendre rule of 16 points on [−1, 1], and their weights (Abramowitz & Stegun, table
/// 25.4). The rule is exact for polynomials of degree 31.
const RULE: [(f64, f64); 8] = [
    (0.095_012_509_837_637_4, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_6),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_5),
    (0.617_876_244_402_643_8, 0.149_595_988_816_576_7),
    (0.755_404_408_355_003, 0.124_628_971_255_533_9),
    (0.865_631_202_387_831_8, 0.095_158_511_682_492_8),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_9),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_1),
];

/// How far from 0 a standard normal variable is followed, each way: beyond lies less than 1e-18.
pub(super) const NORMAL_REACH: f64 = 9.0;

/// ∫ f from `from` to `to` by Gauss–Legendre on equal panels no wider than `width`; 0 if the interval is empty.
///
/// `f` should change on a scale not much finer than `width`.
pub(super) fn integrate(from: f64, to: f64, width: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    integrate_all(from, to, width, |v| [f(v)])[0]
}

/// Like [`integrate`], for N integrands that are cheaper together.
pub(super) fn integrate_all<const N: usize>(from: f64, to: f64, width: f64, mut f: impl FnMut(f64) -> [f64; N]) -> [f64; N] {
    let mut total = [0.0; N];
    if to <= from {
        return total;
    }
    let panels = ((to - from) / width).ceil();
    let half = (to - from) / panels / 2.0;
    let mut add = |v: f64, weight: f64| {
        for (sum, value) in total.iter_mut().zip(f(v)) {
            *sum += value * weight;
        }
    };
    for panel in 0..panels as usize {
        let middle = from + half * (2 * panel + 1) as f64;
        for (node, weight) in RULE {
            add(middle - half * node, half * weight);
            add(middle + half * node, half * weight);
        }
    }
    total
}

/// φ(z), density of the standard normal distribution.
pub(super) fn normal_density(z: f64) -> f64 {
    libm::exp(-z * z / 2.0) / (2.0 * PI).sqrt()
}

/// Φ(z), probability that a standard normal variable is at most z.
pub(super) fn normal_below(z: f64) -> f64 {
    libm::erfc(-z / SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::{NORMAL_REACH, integrate, normal_below, normal_density};

    #[test]
    fn exact_for_polynomials() {
        let power = |n: f64| integrate(0.0, 1.0, 1.0, |x| libm::pow(x, n)) * (n + 1.0);
        for degree in 0..=31 {
            assert!((power(f64::from(degree)) - 1.0).abs() < 1e-14, "degree {degree}");
        }
        assert_eq!(integrate(1.0, 1.0, 0.1, |_| f64::NAN), 0.0);
    }

    #[test]
    fn normal() {
        let mass = |to| integrate(-NORMAL_REACH, to, 1.0, normal_density);
        assert!((mass(NORMAL_REACH) - 1.0).abs() < 1e-14);
        for z in [-3.0, 0.0, 0.7, 2.0] {
            assert!((mass(z) - normal_below(z)).abs() < 1e-14);
        }
    }
}
