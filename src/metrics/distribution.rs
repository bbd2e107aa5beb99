use serde::{Deserialize, Serialize};

/// A sample in ascending order.
#[derive(Clone, Debug, PartialEq)]
pub struct Sorted(Vec<f64>);

impl Sorted {
    /// Sorts a sample, which holds no NaN.
    pub fn new(mut sample: Vec<f64>) -> Self {
        sample.sort_unstable_by(f64::total_cmp);
        Self(sample)
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The quantile at `p` in 0 … 1, interpolated linearly between order statistics (Hyndman & Fan's type 7); absent for
    /// an empty sample.
    pub fn quantile(&self, p: f64) -> Option<f64> {
        let last = self.0.len().checked_sub(1)?;
        let position = p * last as f64;
        let below = (position.floor() as usize).min(last);
        let above = (below + 1).min(last);
        Some(self.0[below] + (position - below as f64) * (self.0[above] - self.0[below]))
    }

    /// Fraction of the sample above `limit`.
    pub fn share_above(&self, limit: f64) -> f64 {
        let above = self.0.len() - self.0.partition_point(|x| *x <= limit);
        above as f64 / self.0.len().max(1) as f64
    }

    /// The empirical distribution function in at most about `points` steps: all of them if they are so few, else evenly
    /// many in the body and ever finer ones towards the largest value, so that the tail keeps its shape.
    pub fn ecdf(&self, points: usize) -> Ecdf {
        let n = self.0.len();
        let step = |rank: usize| (self.0[rank - 1], rank as f64 / n as f64);
        if n <= points {
            return Ecdf { count: n as u64, steps: (1..=n).map(step).collect() };
        }
        let body = points * 3 / 4;
        let mut ranks: Vec<u32> = (1..=body).map(|i| (1 + (i - 1) * (n - 1) / body) as u32).collect();
        // Distances from the top that shrink geometrically from a body step down to nothing.
        let tail = points - body;
        let first = libm::log((n / body + 1) as f64);
        ranks.extend((0..=tail).map(|i| (n + 1) as u32 - libm::exp(first * (tail - i) as f64 / tail as f64).round() as u32));
        ranks.sort_unstable();
        ranks.dedup();
        Ecdf { count: n as u64, steps: ranks.into_iter().map(|rank| step(rank as usize)).collect() }
    }
}

/// An empirical distribution function: at each `(x, p)` a fraction `p` of the sample is at most `x`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Default)]
pub struct Ecdf {
    /// Size of the sample.
    pub count: u64,
    /// Exact points of the function, ascending; steps in between may have been left out.
    pub steps: Vec<(f64, f64)>,
}

#[cfg(test)]
mod tests {
    use super::Sorted;

    #[test]
    fn quantiles_interpolate() {
        let s = Sorted::new(vec![4.0, 1.0, 3.0, 2.0]);
        assert_eq!(s.quantile(0.0), Some(1.0));
        assert_eq!(s.quantile(0.5), Some(2.5));
        assert_eq!(s.quantile(1.0), Some(4.0));
        assert_eq!(Sorted::new(vec![]).quantile(0.5), None);
        assert_eq!(s.share_above(3.0), 0.25);
    }

    #[test]
    fn thinned_ecdf_is_exact_where_it_has_points() {
        let n = 100_000;
        let ecdf = Sorted::new((1..=n).map(f64::from).collect()).ecdf(500);
        assert!(ecdf.steps.len() <= 510 && ecdf.steps.len() > 300);
        assert!(ecdf.steps.iter().all(|(x, p)| (x / f64::from(n) - p).abs() < 1e-12));
        assert_eq!(ecdf.steps.first().unwrap().0, 1.0);
        assert_eq!(ecdf.steps.last().unwrap(), &(f64::from(n), 1.0));
        let beyond_999 = ecdf.steps.iter().filter(|(_, p)| *p > 0.999).count();
        assert!(beyond_999 >= 20, "{beyond_999} points in the last thousandth");
    }
}
