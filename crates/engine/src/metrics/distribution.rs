use serde::{Deserialize, Serialize};

/// Steps that an empirical distribution is thinned to: more than a picture has pixels.
pub const STEPS: usize = 2000;

/// A sample in ascending order.
#[derive(Clone, Debug, PartialEq)]
pub struct Sorted {
    values: Vec<f64>,
    /// How many are at most the value at the same position, where values stand for several; absent where each is itself.
    upto: Option<Vec<u64>>,
}

impl Sorted {
    /// Sorts a sample, which holds no NaN.
    pub fn new(mut sample: Vec<f64>) -> Self {
        sample.sort_by(f64::total_cmp);
        Self { values: sample, upto: None }
    }

    /// A sample of ascending values, each with the number of times it is there.
    pub(super) fn counted(counts: impl Iterator<Item = (f64, u64)>) -> Self {
        let mut total = 0;
        let running = counts.map(|(value, count)| {
            total += count;
            (value, total)
        });
        let (values, upto) = running.unzip();
        Self { values, upto: Some(upto) }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        match &self.upto {
            None => self.values.len(),
            Some(upto) => upto.last().map_or(0, |total| *total as usize),
        }
    }

    /// The values of a sample in which each is itself.
    pub(super) fn into_values(self) -> Vec<f64> {
        self.values
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value with this many below it in rank.
    ///
    /// # Panics
    /// If there are no more than `rank` values.
    pub fn at(&self, rank: usize) -> f64 {
        match &self.upto {
            None => self.values[rank],
            Some(upto) => self.values[upto.partition_point(|upto| *upto <= rank as u64)],
        }
    }

    /// The sum of the squares of all values, from the smallest on.
    pub fn sum_of_squares(&self) -> f64 {
        let squares = self.values.iter().map(|value| value * value);
        match &self.upto {
            None => squares.sum(),
            Some(upto) => {
                let before = std::iter::once(&0).chain(upto);
                squares.zip(upto.iter().zip(before)).map(|(square, (upto, before))| square * (upto - before) as f64).sum()
            }
        }
    }

    /// The quantile at `p` in 0 … 1, interpolated linearly between order statistics (Hyndman & Fan's type 7); absent for
    /// an empty sample.
    pub fn quantile(&self, p: f64) -> Option<f64> {
        let last = self.len().checked_sub(1)?;
        let position = p * last as f64;
        let below = (position.floor() as usize).min(last);
        let (low, high) = (self.at(below), self.at((below + 1).min(last)));
        Some(low + (position - below as f64) * (high - low))
    }

    /// Fraction of the sample above `limit`.
    pub fn share_above(&self, limit: f64) -> f64 {
        let least = self.values.partition_point(|x| *x <= limit);
        let within = match &self.upto {
            None => least,
            Some(upto) => least.checked_sub(1).map_or(0, |last| upto[last] as usize),
        };
        (self.len() - within) as f64 / self.len().max(1) as f64
    }

    /// The empirical distribution function in at most about `points` steps, or four if that is more: all of them if they are so few, else
    /// evenly many in the body and ever finer ones towards the largest value, so that the tail keeps its shape.
    pub fn ecdf(&self, points: usize) -> Ecdf {
        let (n, points) = (self.len(), points.max(4));
        let step = |rank: usize| (self.at(rank - 1), rank as f64 / n as f64);
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

impl Ecdf {
    /// Fraction of the sample above `limit`; where steps in between were left out, on the straight line over these.
    pub fn share_above(&self, limit: f64) -> f64 {
        let beyond = self.steps.partition_point(|(x, _)| *x <= limit);
        let Some((next, reached)) = self.steps.get(beyond) else { return 0.0 };
        let Some((last, within)) = beyond.checked_sub(1).map(|last| self.steps[last]) else { return 1.0 };
        // At the next step one value more is reached than just before it.
        let left_out = (reached - 1.0 / self.count as f64 - within).max(0.0);
        1.0 - within - left_out * (limit - last) / (next - last)
    }
}

#[cfg(test)]
mod tests {
    use super::{Ecdf, Sorted};

    #[test]
    fn quantiles_interpolate() {
        let s = Sorted::new(vec![4.0, 1.0, 3.0, 2.0]);
        assert_eq!(s.quantile(0.0), Some(1.0));
        assert_eq!(s.quantile(0.5), Some(2.5));
        assert_eq!(s.quantile(1.0), Some(4.0));
        assert_eq!(Sorted::new(vec![]).quantile(0.5), None);
        assert_eq!(s.share_above(3.0), 0.25);
    }

    /// 1, 2, 2, 2 and 5, and the same by their numbers.
    #[test]
    fn values_that_stand_for_several_count_as_often() {
        let each = Sorted::new(vec![2.0, 5.0, 2.0, 1.0, 2.0]);
        let counted = Sorted::counted([(1.0, 1), (2.0, 3), (5.0, 1)].into_iter());
        for s in [each, counted] {
            assert_eq!((s.len(), s.is_empty(), s.sum_of_squares()), (5, false, 1.0 + 3.0 * 4.0 + 25.0));
            assert_eq!([0, 1, 3, 4].map(|rank| s.at(rank)), [1.0, 2.0, 2.0, 5.0]);
            assert_eq!([0.5, 1.0, 2.0, 4.9, 5.0].map(|limit| s.share_above(limit)), [1.0, 0.8, 0.2, 0.2, 0.0]);
            assert_eq!(s.quantile(0.875), Some(3.5));
            assert_eq!(s.ecdf(5).steps, [(1.0, 0.2), (2.0, 0.4), (2.0, 0.6), (2.0, 0.8), (5.0, 1.0)]);
        }
        let none = Sorted::new(vec![]);
        assert_eq!((none.len(), none.is_empty(), none.share_above(1.0)), (0, true, 0.0));
    }

    #[test]
    fn an_ecdf_is_even_in_the_body_and_fine_at_the_top() {
        let ecdf = Sorted::new((1..=100).map(f64::from).collect()).ecdf(8);
        // Six of the body, 99 / 6 apart; then 100 / 6 + 1 = 17 from 101, its root from it, and 1 from it.
        assert_eq!(ecdf.steps.iter().map(|(x, _)| *x).collect::<Vec<_>>(), [1.0, 17.0, 34.0, 50.0, 67.0, 83.0, 84.0, 97.0, 100.0]);
        assert!(ecdf.count == 100 && ecdf.steps.iter().all(|(x, p)| *p == x / 100.0));
    }

    #[test]
    fn the_share_above_a_value_is_that_of_the_sample() {
        let sorted = Sorted::new(vec![1.0, 2.0, 2.0, 5.0]);
        let ecdf = sorted.ecdf(10);
        for limit in [0.5, 1.0, 1.5, 2.0, 4.9, 5.0, 6.0] {
            assert!((ecdf.share_above(limit) - sorted.share_above(limit)).abs() < 1e-15, "{limit}");
        }
        let sorted = Sorted::new((0..10_000).map(|i| f64::from(i * i)).collect());
        let thinned = sorted.ecdf(200);
        for limit in [0.0, 1.0, 4e4, 1.23e7, 9.9e7, 9999.0 * 9999.0] {
            let apart = (thinned.share_above(limit) - sorted.share_above(limit)).abs();
            assert!(apart < 2e-3, "{limit}: {apart}");
        }
        assert_eq!(Ecdf { count: 1, steps: vec![(f64::INFINITY, 1.0)] }.share_above(3.0), 1.0);
    }

    #[test]
    fn an_ecdf_of_hardly_any_points_has_four() {
        let sorted = Sorted::new((1..=100).map(f64::from).collect());
        assert!([0, 1, 3].iter().all(|points| sorted.ecdf(*points) == sorted.ecdf(4)));
        assert_eq!(sorted.ecdf(0).steps.last(), Some(&(100.0, 1.0)));
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
