use super::Sum;

/// A sum of positive terms that come and go, however many orders of magnitude they are apart: the terms of each 2³² have a [`Sum`] of
/// their own, which no larger term blurs.
#[derive(Clone, Debug)]
pub struct Total {
    /// Sums and their numbers of terms, by magnitude.
    sums: [(Sum, u32); 64],
    /// Which of them have terms.
    some: u64,
    value: f64,
}

impl Default for Total {
    fn default() -> Self {
        Self { sums: [(Sum::ZERO, 0); 64], some: 0, value: 0.0 }
    }
}

/// Which sum a term belongs to.
fn magnitude(term: f64) -> usize {
    (term.to_bits() >> 57) as usize & 63
}

impl Total {
    /// Adds a term.
    pub fn add(&mut self, term: f64) {
        let at = magnitude(term);
        let (sum, terms) = &mut self.sums[at];
        sum.add(term);
        *terms += 1;
        self.some |= 1 << at;
        self.add_up();
    }

    /// Takes away a term that was added.
    pub fn take(&mut self, term: f64) {
        let at = magnitude(term);
        let (sum, terms) = &mut self.sums[at];
        *terms -= 1;
        if *terms == 0 {
            *sum = Sum::ZERO;
            self.some &= !(1 << at);
        } else {
            sum.add(-term);
        }
        self.add_up();
    }

    /// The sum, rounded once.
    pub fn get(&self) -> f64 {
        self.value
    }

    fn add_up(&mut self) {
        let (mut sum, mut left) = (Sum::ZERO, self.some);
        while left != 0 {
            sum = sum.plus(self.sums[left.trailing_zeros() as usize].0);
            left &= left - 1;
        }
        self.value = sum.get();
    }
}

#[cfg(test)]
mod tests {
    use super::Total;

    #[test]
    fn large_terms_leave_nothing_behind() {
        let terms = [1e-200, 3e-90, 1e-90, 2.5, 0.1, 4e60, 1e200];
        let mut total = Total::default();
        terms.iter().for_each(|term| total.add(*term));
        for (i, term) in terms.iter().enumerate().rev() {
            assert_eq!(total.get(), terms[..=i].iter().sum::<f64>());
            total.take(*term);
        }
        assert_eq!(total.get(), 0.0);
        total.add(0.1);
        total.add(3.0);
        assert_eq!(total.get(), 3.1);
    }
}
