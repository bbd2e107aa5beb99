/// Simulated time as *an exact instant plus what has elapsed since*.
///
/// A clock that reads 10⁴ cannot resolve a job of size 10⁻¹³, and at Weibull shape 0.125 such jobs are common. So the
/// clock restarts at every arrival, whose instant is exact, and adds only the short time since then: the difference
/// between a completion and the arrival of the same job is right to a few units in the last place whatever the clock
/// reads. Both parts are in seconds (or units of mean service).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    origin: f64,
    elapsed: f64,
}

impl Clock {
    /// A clock that reads `instant` exactly.
    pub fn at(instant: f64) -> Self {
        Self { origin: instant, elapsed: 0.0 }
    }

    /// Lets `dt ≥ 0` pass.
    pub fn advance(&mut self, dt: f64) {
        self.elapsed += dt;
    }

    /// Time from now until `instant`; zero where rounding has put it in the past.
    pub fn until(&self, instant: f64) -> f64 {
        ((instant - self.origin) - self.elapsed).max(0.0)
    }

    /// Time from `instant` until now.
    pub fn since(&self, instant: f64) -> f64 {
        (self.origin - instant) + self.elapsed
    }

    /// The reading, rounded to one number: for showing, not for subtracting.
    pub fn now(&self) -> f64 {
        self.origin + self.elapsed
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

    #[test]
    fn resolves_what_one_float_cannot() {
        let mut clock = Clock::at(1e4);
        clock.advance(1e-20);
        assert_eq!(clock.since(1e4), 1e-20);
        assert_eq!(clock.now(), 1e4);
        assert_eq!(clock.since(9999.0), 1.0);
        assert_eq!(clock.until(10_001.0), 1.0);
    }
}
