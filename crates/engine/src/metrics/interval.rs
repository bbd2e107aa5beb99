use super::Interval;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Arithmetic mean; 0 for an empty sample.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len().max(1) as f64
}

/// Half-width of the 95 % confidence interval of the mean of independent replications (Student's t); absent for fewer
/// than two. Of equal values it is 0, without what rounding their mean would add.
pub fn half_width_95(sample: &[f64]) -> Option<f64> {
    if sample.len() < 2 {
        return None;
    }
    if sample.iter().all(|x| *x == sample[0]) {
        return Some(0.0);
    }
    let n = sample.len() as f64;
    let centre = mean(sample);
    let variance = sample.iter().map(|x| (x - centre) * (x - centre)).sum::<f64>() / (n - 1.0);
    let t = StudentsT::new(0.0, 1.0, n - 1.0).ok()?.inverse_cdf(0.975);
    Some(t * libm::sqrt(variance / n))
}

/// The interval of the median of independent replications that holds it in at least 95 of 100 cases, whatever their
/// distribution: from the sign test, whose bounds are two of the values. Absent for fewer than six.
pub fn median_95(sample: &[f64]) -> Option<Interval> {
    let n = sample.len();
    // Chance that at most `below` of n values lie below the median: twice that is not covered.
    let (mut chance, mut term, mut below) = (0.0, libm::exp2(-(n as f64)), 0);
    while 2.0 * (chance + term) <= 0.05 {
        chance += term;
        term *= (n - below) as f64 / (below + 1) as f64;
        below += 1;
    }
    let mut sorted = sample.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = below.checked_sub(1)?;
    Some(Interval { low: sorted[rank], high: sorted[n - 1 - rank] })
}

#[cfg(test)]
mod tests {
    use super::{half_width_95, median_95};

    #[test]
    fn student_t_for_four() {
        // t(0.975, 3) = 3.182446; standard deviation of 1 … 4 is √(5/3).
        let expected = 3.182_446_305 * (5.0_f64 / 3.0 / 4.0).sqrt();
        assert!((half_width_95(&[1.0, 2.0, 3.0, 4.0]).unwrap() - expected).abs() < 1e-7);
        // t(0.975, 1) = 12.706205; the standard deviation of 0 and 2 is √2.
        assert!((half_width_95(&[0.0, 2.0]).unwrap() - 12.706_204_736).abs() < 1e-7);
        assert_eq!(half_width_95(&[1.0]), None);
        assert_eq!(half_width_95(&[0.1; 3]), Some(0.0), "their mean is not 0.1");
    }

    #[test]
    fn the_median_lies_between_two_of_the_values() {
        let of = |n: u32| median_95(&(1..=n).rev().map(f64::from).collect::<Vec<_>>()).map(|interval| (interval.low, interval.high));
        // From tables of the sign test.
        assert_eq!(
            [5, 6, 8, 9, 20, 30].map(of),
            [None, Some((1.0, 6.0)), Some((1.0, 8.0)), Some((2.0, 8.0)), Some((6.0, 15.0)), Some((10.0, 21.0))]
        );
    }
}
