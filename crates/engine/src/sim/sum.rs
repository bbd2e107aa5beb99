use std::cmp::Ordering;

/// A sum to which terms are added and from which they are taken away again, kept as high and low part so that a large
/// term that has come and gone leaves nothing behind (Knuth's two-sum; about 106 bits).
///
/// Sums are ordered by their value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    /// No term.
    pub const ZERO: Self = Self { high: 0.0, low: 0.0 };

    /// A sum of one term.
    pub const fn from_number(term: f64) -> Self {
        Self { high: term, low: 0.0 }
    }

    /// Adds `term` (negative to take it away).
    pub fn add(&mut self, term: f64) {
        let (sum, error) = two_sum(self.high, term);
        (self.high, self.low) = two_sum(sum, error + self.low);
    }

    /// The sum, rounded once.
    pub fn get(self) -> f64 {
        self.high
    }

    /// Both sums together.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        self.add(other.high);
        self.add(other.low);
        self
    }

    /// This sum less another: small differences of large sums are exact.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(Self { high: -other.high, low: -other.low })
    }

    /// So many times this sum.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let (product, error) = two_product(self.high, factor);
        let (high, low) = two_sum(product, error + self.low * factor);
        Self { high, low }
    }

    /// This sum divided.
    #[must_use]
    pub fn over(self, divisor: f64) -> Self {
        let quotient = Self::from(self.high / divisor);
        quotient.plus((self.minus(quotient.times(divisor)).high / divisor).into())
    }
}

impl From<f64> for Sum {
    fn from(term: f64) -> Self {
        Self::from_number(term)
    }
}

impl Eq for Sum {}

impl Ord for Sum {
    fn cmp(&self, other: &Self) -> Ordering {
        self.high.total_cmp(&other.high).then(self.low.total_cmp(&other.low))
    }
}

impl PartialOrd for Sum {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// The product and what rounding has left out of it (Dekker), below 2⁹⁷⁰.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let halves = |x: f64| {
        let scaled = 134_217_729.0 * x;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    (product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low))
}

#[cfg(test)]
mod tests {
    use super::Sum;

    #[test]
    fn a_large_term_leaves_nothing_behind() {
        let mut sum = Sum::default();
        for term in [1e-6, 1e9, 3e-6, -1e9] {
            sum.add(term);
        }
        assert_eq!(sum.get(), 4e-6);
    }

    #[test]
    fn differences_are_exact() {
        let (mut clock, mut later) = (Sum::default(), Sum::default());
        for step in 0..1_000_000 {
            clock.add(0.1 * f64::from(step));
            later.add(0.1 * f64::from(step));
        }
        later.add(3e-20);
        assert!(later > clock);
        let difference = later.minus(clock).get();
        assert!((difference / 3e-20 - 1.0).abs() < 0.1, "{difference}");
    }

    #[test]
    fn products_are_exact() {
        // (1 + 2⁻⁴⁰)² = 1 + 2⁻³⁹ + 2⁻⁸⁰.
        let power = libm::exp2;
        let x = 1.0 + power(-40.0);
        let square = Sum::from(x).times(x);
        assert_eq!(square.minus(Sum::from(1.0 + power(-39.0))).get(), power(-80.0));
        assert_eq!(square.over(x), Sum::from(x));
        let third = Sum::from(1.0).over(3.0);
        assert!(third.times(3.0).minus(1.0.into()).get().abs() < 1e-31);
        // However a span is divided, it is the same span.
        let once = Sum::from(1000.0).times(7.0);
        let (mut often, mut before) = (Sum::ZERO, Sum::ZERO);
        for step in 1..=30_000 {
            let now = Sum::from(f64::from(step) / 30.0);
            often = often.plus(now.minus(before).times(7.0));
            before = now;
        }
        assert_eq!(once, often);
    }
}
