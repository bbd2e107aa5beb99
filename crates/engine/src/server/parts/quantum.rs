use crate::sim::TIE;

/// How long one turn lasts, and how much is left of the present one.
///
/// A job that is alone in the system is not interrupted when its turn ends, so what is left may be less than nothing.
#[derive(Clone, Copy, Debug)]
pub struct Quantum {
    length: f64,
    left: f64,
}

impl Quantum {
    pub fn new(length: f64) -> Self {
        Self { length, left: length }
    }

    /// A turn begins.
    pub fn begin(&mut self) {
        self.left = self.length;
    }

    /// Part of the turn passes.
    pub fn serve(&mut self, dt: f64) {
        self.left -= dt;
    }

    /// Whether nothing of the turn has passed.
    pub fn is_fresh(&self) -> bool {
        self.left == self.length
    }

    /// Whether the turn is over.
    pub fn is_over(&self) -> bool {
        self.left <= TIE * self.length
    }

    /// Time until the turn is over, and how much that can be off by rounding.
    pub fn event(&self) -> (f64, f64) {
        (self.left.max(0.0), TIE * self.length)
    }

    /// The job that was alone is so no more: puts it into the turn that it would be in had it been given one after the
    /// other, and says how many are over. A turn that ends at this instant is not.
    pub fn catch_up(&mut self) -> f64 {
        if self.left > 0.0 {
            return 0.0;
        }
        let over = libm::floor(-self.left / self.length * (1.0 + TIE));
        let into = -self.left - over * self.length;
        if into <= TIE * self.length {
            self.left = 0.0;
            over
        } else {
            self.left = self.length - into;
            over + 1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Quantum;

    #[test]
    fn a_job_alone_catches_up() {
        for (served, left, over) in [(0.5, 1.5, 0.0), (2.0, 0.0, 0.0), (3.0, 1.0, 1.0), (4.0, 0.0, 1.0), (7.5, 0.5, 3.0)] {
            let mut quantum = Quantum::new(2.0);
            quantum.serve(served);
            assert_eq!(quantum.catch_up(), over, "{served}");
            assert_eq!(quantum.left, left, "{served}");
        }
        let mut quantum = Quantum::new(0.1);
        (0..3).for_each(|_| quantum.serve(0.1));
        assert_eq!((quantum.catch_up(), quantum.left), (2.0, 0.0));
    }
}
