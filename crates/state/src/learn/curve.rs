//! Every value at once: what the mean comes to over all that a value in a sentence may be.

use super::Learn;
use schedscope::sim::number;
use schedscope_core::exhibit::{Exhibit, mean_sojourn};

/// The mean sojourn time against a value that is set in a sentence, on a logarithmic axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The value's name.
    pub name: String,
    /// What it is, in words.
    pub label: String,
    /// The policy, the last of the figure.
    pub policy: String,
    /// Values with their means.
    pub points: Vec<(f64, f64)>,
    /// Values above which the mean is another, by a twentieth or more.
    pub jumps: Vec<f64>,
    /// What is set.
    pub at: f64,
    /// What lies between values.
    pub step: f64,
}

impl Learn {
    /// The curve of the page that is open, if it has one.
    pub fn curve(&self) -> Option<Curve> {
        let page = self.pages.get(self.open())?;
        let name = page.curve.clone()?;
        let knob = page.knobs.iter().find(|knob| knob.name == name)?;
        let values = self.values();
        let of = |value: f64| {
            let set = |(known, text): &(String, String)| (known.clone(), if *known == name { value.to_string() } else { text.clone() });
            let values: Vec<(String, String)> = values.iter().map(set).collect();
            let mut exhibit = self.exhibit(&values)?;
            let policy = exhibit.policies.pop()?;
            let mean = Exhibit { policies: vec![policy.clone()], ..exhibit }.record().first().map(mean_sojourn)?;
            Some((policy.name(), mean))
        };
        let (least, most) = knob.range;
        let steps = libm::round((most - least) / knob.step) as u32;
        let points: Vec<(f64, f64)> = (0..=steps)
            .filter_map(|i| {
                let value = least + f64::from(i) * knob.step;
                Some((value, of(value)?.1))
            })
            .collect();
        let jumps = points.windows(2).filter(|pair| (pair[1].1 / pair[0].1 - 1.0).abs() > 0.05).map(|pair| pair[0].0).collect();
        let at = values.iter().find(|(known, _)| *known == name).and_then(|(_, text)| number(text))?;
        Some(Curve { label: knob.label.clone(), policy: of(at)?.0, name, points, jumps, at, step: knob.step })
    }
}

impl Curve {
    /// The least and the largest value.
    pub fn ends(&self) -> (f64, f64) {
        (self.points.first().map_or(1.0, |point| point.0), self.points.last().map_or(1.0, |point| point.0))
    }

    /// The part of the axis that lies before a value.
    pub fn part(&self, value: f64) -> f64 {
        let (least, most) = self.ends();
        libm::log(value / least) / libm::log(most / least)
    }

    /// The value at such a part, as near as its steps allow.
    pub fn value(&self, part: f64) -> f64 {
        let (least, most) = self.ends();
        let value = least * libm::pow(most / least, part.clamp(0.0, 1.0));
        self.stepped(value)
    }

    /// So many steps from what is set.
    pub fn moved(&self, steps: f64) -> f64 {
        self.stepped(self.at + steps * self.step)
    }

    fn stepped(&self, value: f64) -> f64 {
        let (least, most) = self.ends();
        (least + libm::round((value - least) / self.step) * self.step).clamp(least, most)
    }

    /// The mean at what is set.
    pub fn mean(&self) -> f64 {
        self.points.iter().rev().find(|(value, _)| *value <= self.at + 1e-9).map_or(f64::NAN, |(_, mean)| *mean)
    }

    /// The largest mean.
    pub fn top(&self) -> f64 {
        self.points.iter().map(|(_, mean)| *mean).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Change;
    use super::*;

    /// *Late jobs*: a guess above 7 lets J2 through, and one above 8 J3 as well.
    #[test]
    fn every_guess_at_once() {
        let mut learn = Learn::default();
        learn.change(Change::Text(Some(super::super::questions::TOUR.to_owned())));
        learn.page = 4;
        let curve = learn.curve().unwrap();
        assert_eq!((curve.ends(), curve.at, curve.policy.as_str(), curve.step), ((1.0, 40.0), 1.0, "SRPTE", 0.5));
        let at = |value: f64| curve.points.iter().find(|point| point.0 == value).unwrap().1;
        assert_eq!([1.0, 7.0, 40.0].map(|value| (at(value) * 10.0).round() / 10.0), [38.0, 38.0, 16.7]);
        assert_eq!(curve.jumps, [7.0, 8.0], "{curve:?}");
        assert_eq!((curve.part(1.0), curve.part(40.0), curve.value(curve.part(6.0)), curve.value(2.0)), (0.0, 1.0, 6.0, 40.0));
        learn.change(Change::Set("estimate".to_owned(), "7".to_owned()));
        let curve = learn.curve().unwrap();
        assert_eq!((curve.at, curve.mean(), curve.moved(1.0), curve.moved(-99.0)), (7.0, 38.0, 7.5, 1.0));
        learn.change(Change::Set("estimate".to_owned(), "9".to_owned()));
        assert_eq!(learn.told().iter().find(|(what, _)| what == "srpte mean").unwrap().1, "16.7");
    }
}
