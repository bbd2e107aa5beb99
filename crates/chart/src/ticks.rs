//! Scales and their ticks: few, round, and as many as fit; numbers where there is little room.

use schedscope::sim::brief;

/// A number in at most five letters, for narrow columns: of ten thousand and more with a letter for thousands, millions and so on.
pub fn compact(x: f64) -> String {
    if !(10_000.0..1e18).contains(&x.abs()) {
        return brief(x);
    }
    // What rounds to 1000 of a letter is 1 of the next.
    let (mut value, mut letter) = (x / 1e3, 0);
    while value.abs() >= 999.5 {
        (value, letter) = (value / 1e3, letter + 1);
    }
    format!("{}{}", brief(value), ['k', 'M', 'G', 'T', 'P'][letter.min(4)])
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where.
    pub value: f64,
    /// What is written there.
    pub label: Label,
}

/// What is written at a tick.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// A number in plain digits.
    Plain(String),
    /// Ten to this power, with a raised exponent.
    Power(i32),
    /// Nothing: a line without a number.
    Bare,
}

/// A range of values mapped to pixels, linearly or by logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Smallest value.
    pub from: f64,
    /// Largest value.
    pub to: f64,
    logarithmic: bool,
    /// From the one to the other, in the measure of places.
    span: f64,
}

impl Scale {
    /// Equal differences are equal distances. A range that is empty or not finite becomes one that can be drawn.
    pub fn linear(from: f64, to: f64) -> Self {
        let (from, to) = if from.is_finite() && to.is_finite() { (from.clamp(-1e200, 1e200), to.clamp(-1e200, 1e200)) } else { (0.0, 1.0) };
        let to = if to > from { to } else { from + from.abs().max(1.0) };
        Self { from, to, logarithmic: false, span: to - from }
    }

    /// Equal ratios are equal distances. Spans a factor of two at least.
    pub fn logarithmic(from: f64, to: f64) -> Self {
        let valid = |x: f64| x.is_finite() && x > 0.0;
        let (from, to) = if valid(from) && valid(to) { (from.clamp(1e-200, 1e200), to.clamp(1e-200, 1e200)) } else { (1.0, 10.0) };
        let (from, to) = if to >= from { (from, to) } else { (to, from) };
        let missing = libm::sqrt((2.0 * from / to).max(1.0));
        let (from, to) = (from / missing, to * missing);
        Self { from, to, logarithmic: true, span: libm::log(to / from) }
    }

    /// Where a value lies: 0 at `from`, 1 at `to`, beyond them outside; the nearest end for what has no place.
    pub fn place(&self, value: f64) -> f64 {
        let part = if self.logarithmic {
            if value > 0.0 { libm::log(value / self.from) / self.span } else { -1.0 }
        } else {
            (value - self.from) / self.span
        };
        if part.is_nan() { 0.0 } else { part.clamp(-10.0, 10.0) }
    }

    /// The value that lies at a part of the way; beyond the ends the end.
    pub fn value(&self, part: f64) -> f64 {
        let part = part.clamp(0.0, 1.0);
        if self.logarithmic { self.from * libm::exp(part * self.span) } else { self.from + part * self.span }
    }

    /// At most `most` labelled ticks (2 at least), and on a logarithmic scale bare ones at the other decades.
    pub fn ticks(&self, most: usize) -> Vec<Tick> {
        let most = most.max(2);
        if self.logarithmic { self.logarithmic_ticks(most) } else { self.linear_ticks(most) }
    }

    fn linear_ticks(&self, most: usize) -> Vec<Tick> {
        let step =
            (0..30).map(|i| round_step((self.to - self.from) / most as f64, i)).find(|step| self.count(*step) <= most).unwrap_or(1.0);
        let first = (self.from / step - 1e-9).ceil();
        let last = (self.to / step + 1e-9).floor();
        let digits = (-libm::log10(step) - 1e-9).ceil().clamp(0.0, 12.0) as usize;
        let mut ticks = vec![];
        let mut multiple = first;
        while multiple <= last && ticks.len() < most {
            let value = multiple * step;
            ticks.push(Tick { value, label: Label::Plain(number(value, digits)) });
            multiple += 1.0;
        }
        ticks
    }

    fn count(&self, step: f64) -> usize {
        let count = (self.to / step + 1e-9).floor() - (self.from / step - 1e-9).ceil() + 1.0;
        count.clamp(0.0, 1e6) as usize
    }

    fn logarithmic_ticks(&self, most: usize) -> Vec<Tick> {
        let first = (libm::log10(self.from) - 1e-9).ceil() as i32;
        let last = (libm::log10(self.to) + 1e-9).floor() as i32;
        let decades = (last - first + 1).max(0) as usize;
        if decades >= 3 || (decades == 2 && most < 4) {
            let every = i32::try_from(decades.div_ceil(most).max(1)).unwrap_or(i32::MAX);
            let every = if every > 3 { (every + 1) / 2 * 2 } else { every };
            let bare = decades <= 30;
            return (first..=last)
                .filter(|exponent| bare || exponent.rem_euclid(every) == 0)
                .map(|exponent| {
                    let labelled = exponent.rem_euclid(every) == 0;
                    Tick { value: power(f64::from(exponent)), label: if labelled { decade(exponent) } else { Label::Bare } }
                })
                .collect();
        }
        let fine: Vec<Tick> = (first - 1..=last)
            .flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| (exponent, digit)))
            .map(|(exponent, digit)| Tick {
                value: digit * power(f64::from(exponent)),
                label: if (-4..=5).contains(&exponent) {
                    Label::Plain(number(digit * power(f64::from(exponent)), (-exponent).max(0) as usize))
                } else if digit == 1.0 {
                    Label::Power(exponent)
                } else {
                    Label::Bare
                },
            })
            .filter(|tick| (-1e-9..=1.0 + 1e-9).contains(&self.place(tick.value)))
            .collect();
        if (3..=most).contains(&fine.len()) {
            return fine;
        }
        let even = self.linear_ticks(most);
        if self.to / self.from < 10.0 && even.len() >= 2 {
            return even;
        }
        let decades = |t: &Tick| (libm::log10(t.value) - libm::log10(t.value).round()).abs() < 1e-9;
        if fine.len() > most { fine.into_iter().filter(decades).collect() } else { fine }
    }
}

/// Ten to a power.
fn power(exponent: f64) -> f64 {
    libm::pow(10.0, exponent)
}

/// The `i`-th of the steps 1, 2, 5, 10, 20, … from about `least` on.
fn round_step(least: f64, i: i32) -> f64 {
    let decade = libm::floor(libm::log10(least.max(1e-300)));
    [1.0, 2.0, 5.0][(i % 3) as usize] * power(decade + f64::from(i / 3))
}

/// A number with this many decimals, or in short exponential form where digits would be many.
pub fn number(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text =
        if value.abs() >= 1e6 || value.abs() < 1e-6 { format!("{value:.1e}").replace(".0e", "e") } else { format!("{value:.digits$}") };
    text.replace('-', "−")
}

fn decade(exponent: i32) -> Label {
    match exponent {
        -2..=3 => Label::Plain(number(power(f64::from(exponent)), (-exponent).max(0) as usize)),
        _ => Label::Power(exponent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<String> {
        let word = |tick: &Tick| match &tick.label {
            Label::Plain(text) => Some(text.clone()),
            Label::Power(exponent) => Some(format!("10^{exponent}")),
            Label::Bare => None,
        };
        ticks.iter().filter_map(word).collect()
    }

    #[test]
    fn compact_numbers_have_five_letters_at_most() {
        let words = [0.0, 1258.0, 9999.0, 42_520.0, 173_000.0, 999_600.0, 5.26e6, -42_520.0].map(compact);
        assert_eq!(words, ["0", "1258", "9999", "42.5k", "173k", "1M", "5.26M", "−42.5k"]);
    }

    #[test]
    fn linear() {
        assert_eq!(labels(&Scale::linear(0.0, 1.0).ticks(6)), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&Scale::linear(0.0, 104.0).ticks(5)), ["0", "50", "100"]);
        assert_eq!(labels(&Scale::linear(-20.0, 100.0).ticks(5)), ["0", "50", "100"]);
        assert_eq!(labels(&Scale::linear(0.0, 4.0).ticks(5)), ["0", "1", "2", "3", "4"]);
    }

    #[test]
    fn decades() {
        assert_eq!(labels(&Scale::logarithmic(0.05, 2e4).ticks(7)), ["0.1", "1", "10", "100", "1000", "10^4"]);
        assert_eq!(labels(&Scale::logarithmic(0.05, 2e4).ticks(4)), ["1", "100", "10^4"]);
        assert_eq!(labels(&Scale::logarithmic(1.0, 30.0).ticks(6)), ["1", "2", "5", "10", "20"]);
        assert_eq!(labels(&Scale::logarithmic(3.0, 3.0).ticks(6)), ["2.5", "3.0", "3.5", "4.0"]);
    }

    #[test]
    fn any_range_has_few_ticks_inside_it() {
        let ends = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e300, -5.0, 0.0, 1e-320, 1e-30, 0.3, 1.0, 1.0 + 1e-15, 7.0, 1e9, 1e300];
        for from in ends {
            for to in ends {
                for scale in [Scale::linear(from, to), Scale::logarithmic(from, to)] {
                    for most in 0..8 {
                        let ticks = scale.ticks(most);
                        assert!(labels(&ticks).len() <= most.max(2) && ticks.len() < 40, "{scale:?} {most} {ticks:?}");
                        assert!(ticks.iter().all(|t| (-1e-6..=1.0 + 1e-6).contains(&scale.place(t.value))), "{scale:?} {ticks:?}");
                    }
                }
            }
        }
    }
}
