//! A value that is asked about in a distribution: which share of the jobs has more?

use crate::format;
use schedscope_core::pictures::Quantity;

/// The value that is asked about unless another is chosen; `means` are the mean sojourn times under the policies.
pub fn usual(quantity: Quantity, means: impl Iterator<Item = f64>) -> f64 {
    match quantity {
        Quantity::Slowdown => 10.0,
        // Where tiny jobs wait behind large ones, most sojourn times are far from ten units.
        Quantity::Sojourn => means.filter(|mean| *mean > 0.0).min_by(f64::total_cmp).map_or(10.0, |least| format::rounded(least, 1)),
    }
}

/// The value as it stands beside its line.
pub fn words(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::Slowdown => format!("slowed more than {}×", format::readable(value)),
        Quantity::Sojourn => format!("here for more than {}", format::readable(value)),
    }
}

/// A share of the jobs.
pub fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), format::percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_sojourn_time_is_near_the_least_mean() {
        assert_eq!(usual(Quantity::Sojourn, [812.0, 43.7, f64::NAN].into_iter()), 40.0);
        assert_eq!(usual(Quantity::Sojourn, std::iter::empty()), 10.0);
        assert_eq!(usual(Quantity::Slowdown, [43.7].into_iter()), 10.0);
    }
}
