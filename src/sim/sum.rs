/// A sum to which terms are added and from which they are taken away again, kept as high and low part so that a large
/// term that has come and gone leaves nothing behind (Knuth's two-sum; about 106 bits).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    /// Adds `term` (negative to take it away).
    pub fn add(&mut self, term: f64) {
        let (sum, error) = two_sum(self.high, term);
        (self.high, self.low) = two_sum(sum, error + self.low);
    }

    /// The sum, rounded once.
    pub fn get(self) -> f64 {
        self.high
    }
}

fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
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
}
