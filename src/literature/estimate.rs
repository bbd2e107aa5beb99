//! Numbers over replications with their intervals, and what these say of a relation.

use schedscope_engine::metrics::{half_width_95, mean};

/// What intervals say of a relation. Of relations that are claimed together the least answer decides, of alternatives the
/// greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// It does not hold anywhere in the interval.
    No,
    /// It holds in a part of the interval: these replications do not decide.
    Open,
    /// It holds in the whole interval.
    Yes,
}

impl Answer {
    /// Of relations that are claimed together.
    pub fn all(answers: impl IntoIterator<Item = Self>) -> Self {
        answers.into_iter().min().unwrap_or(Self::Yes)
    }

    /// Of relations one of which is enough.
    pub fn any(answers: impl IntoIterator<Item = Self>) -> Self {
        answers.into_iter().max().unwrap_or(Self::No)
    }
}

/// What is known without an interval.
impl From<bool> for Answer {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// A number that is known to lie between two others.
pub trait Interval: Copy {
    /// Where it is most likely.
    fn middle(self) -> f64;
    /// Lower end of the interval.
    fn low(self) -> f64;
    /// Upper end.
    fn high(self) -> f64;

    /// Whether it is less.
    fn below(self, x: f64) -> Answer {
        if self.high() < x {
            Answer::Yes
        } else if self.low() >= x {
            Answer::No
        } else {
            Answer::Open
        }
    }

    /// Whether it is more.
    fn above(self, x: f64) -> Answer {
        if self.low() > x {
            Answer::Yes
        } else if self.high() <= x {
            Answer::No
        } else {
            Answer::Open
        }
    }

    /// Whether it is not more.
    fn at_most(self, x: f64) -> Answer {
        if self.high() <= x {
            Answer::Yes
        } else if self.low() > x {
            Answer::No
        } else {
            Answer::Open
        }
    }

    /// Whether it is not less.
    fn at_least(self, x: f64) -> Answer {
        if self.low() >= x {
            Answer::Yes
        } else if self.high() < x {
            Answer::No
        } else {
            Answer::Open
        }
    }

    /// Whether it lies between, the whole interval: what is claimed to be alike.
    fn inside(self, low: f64, high: f64) -> Answer {
        self.at_least(low).min(self.at_most(high))
    }

    /// Whether it comes to a number between, whatever its interval: a number of the source and its tolerance.
    fn within(self, low: f64, high: f64) -> Answer {
        (low..=high).contains(&self.middle()).into()
    }

    /// The same with a tolerance that is a fraction of the source's number.
    fn near(self, x: f64, fraction: f64) -> Answer {
        self.within(x - fraction * x.abs(), x + fraction * x.abs())
    }

    /// Divided by another number, both above 0, wherever in their intervals they lie: wider than an interval of paired
    /// replications, and without end where the other may be next to nothing.
    fn over(self, other: impl Interval) -> Ratio {
        let high = if other.low() > 0.0 { self.high() / other.low() } else { f64::INFINITY };
        Ratio { mean: self.middle() / other.middle(), low: self.low() / other.high(), high }
    }
}

/// A mean over replications and the half-width of its 95 % interval (Student t).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The half-width.
    pub half: f64,
}

impl Estimate {
    /// Of one number a replication; numbers that do not exist are left out.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().filter(|x| x.is_finite()).collect();
        Self { mean: mean(&values), half: half_width_95(&values).unwrap_or(f64::INFINITY) }
    }

    /// As a text: `12.3 ± 0.4`.
    pub fn words(self) -> String {
        let digits = |x: f64| {
            if x >= 100.0 {
                0
            } else if x >= 10.0 {
                1
            } else {
                2
            }
        };
        let places = digits(self.mean.abs());
        format!("{:.places$} ± {:.places$}", self.mean, self.half)
    }
}

impl Interval for Estimate {
    fn middle(self) -> f64 {
        self.mean
    }

    fn low(self) -> f64 {
        self.mean - self.half
    }

    fn high(self) -> f64 {
        self.mean + self.half
    }
}

/// A geometric mean over replications with its 95 % interval (Student t on logarithms): what ratios are like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Ratio {
    /// Of one number a replication; those that are not above 0 are left out.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let logs: Vec<f64> = values.into_iter().filter(|x| *x > 0.0 && x.is_finite()).map(libm::log).collect();
        let (middle, half) = (mean(&logs), half_width_95(&logs).unwrap_or(f64::INFINITY));
        Self { mean: libm::exp(middle), low: libm::exp(middle - half), high: libm::exp(middle + half) }
    }

    /// Of numbers of the same replications before and after a change, or of two independent samples of them.
    pub fn between(before: &[f64], after: &[f64]) -> Self {
        Self::of(after.iter().zip(before).map(|(after, before)| after / before))
    }

    /// As a text: `0.42 [0.31, 0.57]`.
    pub fn words(self) -> String {
        let digits = |x: f64| {
            if x >= 100.0 {
                format!("{x:.0}")
            } else if x >= 10.0 {
                format!("{x:.1}")
            } else {
                format!("{x:.2}")
            }
        };
        format!("{} [{}, {}]", digits(self.mean), digits(self.low), digits(self.high))
    }
}

impl Interval for Ratio {
    fn middle(self) -> f64 {
        self.mean
    }

    fn low(self) -> f64 {
        self.low
    }

    fn high(self) -> f64 {
        self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_includes_the_bound_leaves_the_relation_open() {
        let ratio = Ratio { mean: 0.64, low: 0.28, high: 1.44 };
        assert_eq!([0.2, 0.28, 1.0, 1.44, 1.5].map(|x| ratio.below(x)), [Answer::No, Answer::No, Answer::Open, Answer::Open, Answer::Yes]);
        assert_eq!([0.2, 0.28, 1.0, 1.44, 1.5].map(|x| ratio.above(x)), [Answer::Yes, Answer::Open, Answer::Open, Answer::No, Answer::No]);
        assert_eq!([0.2, 0.28, 1.44].map(|x| ratio.at_most(x)), [Answer::No, Answer::Open, Answer::Yes]);
        assert_eq!([0.28, 1.0, 1.5].map(|x| ratio.at_least(x)), [Answer::Yes, Answer::Open, Answer::No]);
        assert_eq!([(0.2, 1.5), (0.5, 1.5), (1.5, 2.0)].map(|(a, b)| ratio.inside(a, b)), [Answer::Yes, Answer::Open, Answer::No]);
        assert_eq!([(0.5, 0.7), (0.7, 1.5)].map(|(a, b)| ratio.within(a, b)), [Answer::Yes, Answer::No]);
        let estimate = Estimate { mean: 2.0, half: 1.0 };
        assert_eq!((estimate.above(0.9), estimate.above(1.5), estimate.near(2.5, 0.2)), (Answer::Yes, Answer::Open, Answer::Yes));
        assert_eq!(estimate.over(Estimate { mean: 4.0, half: 2.0 }), Ratio { mean: 0.5, low: 1.0 / 6.0, high: 1.5 });
        assert_eq!(estimate.over(Estimate { mean: 1.0, half: 2.0 }).below(5.0), Answer::Open, "it may be divided by next to nothing");
        // One replication has no interval, and decides nothing.
        assert_eq!((Ratio::of([0.5]).below(1.0), Estimate::of([0.5]).below(1.0)), (Answer::Open, Answer::Open));
    }

    #[test]
    fn the_least_answer_decides_of_all_and_the_greatest_of_any() {
        let all = [Answer::Yes, Answer::Open, Answer::No];
        assert_eq!((Answer::all(all), Answer::any(all)), (Answer::No, Answer::Yes));
        assert_eq!((Answer::all(all[..2].to_vec()), Answer::any(all[1..].to_vec())), (Answer::Open, Answer::Open));
    }

    #[test]
    fn ratios_have_geometric_means() {
        let ratio = Ratio::of([0.5, 2.0, f64::NAN, 0.0]);
        assert!((ratio.mean - 1.0).abs() < 1e-12 && (ratio.low * ratio.high - 1.0).abs() < 1e-9 && ratio.low < 0.5);
        assert_eq!(Ratio::between(&[1.0, 2.0], &[2.0, 4.0]).mean, 2.0);
    }
}
