use super::Sorted;
use std::collections::BTreeMap;

/// A sample that grows, of positive values. So many that they would fill the memory are counted in bins instead; which of
/// the two happens depends on their number alone, never on how they came.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    values: Vec<f64>,
    /// Number of values by their first binary digits; empty while all values are kept.
    bins: BTreeMap<u64, u64>,
}

impl Pool {
    /// Most values that are kept as they are.
    pub const MOST: usize = 1 << 21;
    /// Binary digits of a value, after the first, that its bin keeps: it is then known to 2⁻¹¹, a twentieth of a per cent.
    const DIGITS: u32 = 10;

    /// Adds values.
    pub fn add(&mut self, sample: Sorted) {
        let values = sample.into_values();
        if self.values.is_empty() {
            self.values = values;
        } else {
            self.values.extend(values);
        }
        if self.values.len() > Self::MOST {
            self.count();
        }
    }

    /// Counts what has been kept.
    fn count(&mut self) {
        self.sort();
        for alike in self.values.chunk_by(|a, b| bin(*a) == bin(*b)) {
            *self.bins.entry(bin(alike[0])).or_default() += alike.len() as u64;
        }
        self.values.clear();
    }

    /// A stable sort sees that the values come in ascending runs.
    fn sort(&mut self) {
        self.values.sort_by(f64::total_cmp);
    }

    /// All values in ascending order; a value in a bin is the middle of the bin.
    pub fn sorted(mut self) -> Sorted {
        if self.bins.is_empty() {
            self.sort();
            return Sorted::new(self.values);
        }
        self.count();
        Sorted::counted(self.bins.into_iter().map(|(bin, count)| (middle(bin), count)))
    }
}

/// The bits that a bin drops.
const DROPPED: u32 = f64::MANTISSA_DIGITS - 1 - Pool::DIGITS;

/// Positive numbers are ordered as their bits are.
fn bin(value: f64) -> u64 {
    value.to_bits() >> DROPPED
}

fn middle(bin: u64) -> f64 {
    f64::from_bits(bin << DROPPED | 1 << (DROPPED - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_exact_and_many_are_near() {
        let draw = |i: usize| libm::exp((i * 7919 % 1_000_003) as f64 / 1e5);
        let (few, many) = (1000, Pool::MOST + 1);
        let pool = |n: usize, chunk: usize| {
            let mut pool = Pool::default();
            (0..n).map(draw).collect::<Vec<_>>().chunks(chunk).for_each(|chunk| pool.add(Sorted::new(chunk.to_vec())));
            pool.sorted()
        };
        assert_eq!(pool(few, 7), Sorted::new((0..few).map(draw).collect()));
        let (binned, exact) = (pool(many, 100_000), Sorted::new((0..many).map(draw).collect()));
        assert_eq!(binned, pool(many, 3_000_000), "however they come");
        assert_eq!(binned.len(), exact.len());
        let near = |a: f64, b: f64| (a / b - 1.0).abs() <= 1.0 / 2048.0;
        for p in [0.0, 0.01, 0.5, 0.95, 0.99, 1.0] {
            assert!(near(binned.quantile(p).unwrap(), exact.quantile(p).unwrap()), "{p}");
        }
        assert!(near(libm::sqrt(binned.sum_of_squares()), libm::sqrt(exact.sum_of_squares())));
        assert!((binned.share_above(100.0) - exact.share_above(100.0)).abs() < 1e-3);
        assert_eq!(binned.share_above(1e9), 0.0);
        assert_eq!(binned.ecdf(100).steps.last().unwrap().1, 1.0);
    }
}
