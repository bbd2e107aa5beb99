use statrs::distribution::{ContinuousCDF, StudentsT};

/// Arithmetic mean; 0 for an empty sample.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len().max(1) as f64
}

/// Half-width of the 95 % confidence interval of the mean of independent replications (Student's t); absent for fewer
/// than two.
pub fn half_width_95(sample: &[f64]) -> Option<f64> {
    if sample.len() < 2 {
        return None;
    }
    let n = sample.len() as f64;
    let centre = mean(sample);
    let variance = sample.iter().map(|x| (x - centre) * (x - centre)).sum::<f64>() / (n - 1.0);
    let t = StudentsT::new(0.0, 1.0, n - 1.0).ok()?.inverse_cdf(0.975);
    Some(t * libm::sqrt(variance / n))
}

#[cfg(test)]
mod tests {
    use super::half_width_95;

    #[test]
    fn student_t_for_four() {
        // t(0.975, 3) = 3.182446; standard deviation of 1 … 4 is √(5/3).
        let expected = 3.182_446_305 * (5.0_f64 / 3.0 / 4.0).sqrt();
        assert!((half_width_95(&[1.0, 2.0, 3.0, 4.0]).unwrap() - expected).abs() < 1e-7);
        assert_eq!(half_width_95(&[1.0]), None);
    }
}
