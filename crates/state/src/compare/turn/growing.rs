//! A parameter that grows, and which values it may take.

use crate::edited::{hidden, number_of};
use crate::format;
use crate::sweep::Offer;
use schedscope::server::Plan;
use schedscope::world::WorkloadKind;
use schedscope_core::experiment::{Scenario, SystemKind};
use toml::Value;

/// The load of every world that has one.
pub(super) const LOAD: &str = "workload.load";
/// Errors of estimates.
pub(super) const SIGMA: &str = "workload.sigma";
const SHAPE: &str = "workload.shape";

/// A parameter that grows.
#[derive(Clone, Debug, PartialEq)]
pub struct Growing {
    /// What can vary.
    pub offer: &'static Offer,
    /// Values at the beginning: the ends of the axis and some between them.
    pub values: Vec<f64>,
    /// Those of them that the scenario has refused, which are beyond its ends.
    refused: Vec<f64>,
}

impl Growing {
    /// The number of a scenario of this dotted name, with values around its own.
    pub fn around(scenario: &Scenario, name: &str) -> Option<Self> {
        let offer = Offer::all(scenario.kind()).iter().find(|offer| offer.name == name)?;
        let values = match name {
            LOAD => vec![0.5, 0.6, 0.7, 0.8, 0.9, 0.95],
            SIGMA | SHAPE => vec![0.125, 0.25, 0.5, 1.0, 2.0, 4.0],
            _ => {
                let own = number_of(scenario, name).filter(|own| *own > 0.0)?;
                let factors = [0.25, 0.5, 1.0, 2.0, 4.0].into_iter();
                let scaled = factors.map(|factor| if offer.whole { libm::round(own * factor).max(1.0) } else { own * factor });
                let mut values: Vec<f64> = scaled.collect();
                values.dedup();
                values
            }
        };
        (values.len() > 2).then_some(Self { offer, values, refused: vec![] })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        &self.offer.name
    }

    /// How formulas call it, or else what it is called.
    pub fn symbol(&self) -> &'static str {
        if self.offer.symbol.is_empty() { &self.offer.label } else { self.offer.symbol }
    }

    /// Whether steps are by difference, as those of a load are.
    pub(super) fn is_linear(&self) -> bool {
        self.ends().0 <= 0.0 || self.ends().1 / self.ends().0 < 4.0
    }

    pub(super) fn ends(&self) -> (f64, f64) {
        let mut allowed = self.allowed();
        let first = allowed.next();
        first.map_or((1.0, 1.0), |first| (first, allowed.next_back().unwrap_or(first)))
    }

    /// The values that are not refused.
    pub(super) fn allowed(&self) -> impl DoubleEndedIterator<Item = f64> {
        self.values.iter().copied().filter(|value| !self.refused.contains(value))
    }

    /// The scenario refuses this value.
    pub(super) fn refuse(&mut self, value: f64) {
        self.refused.push(value);
    }

    /// Another scenario may allow all of them.
    pub(super) fn reset(&mut self) {
        self.refused.clear();
    }

    /// Its value in a scenario.
    pub fn of(&self, scenario: &Scenario) -> Option<f64> {
        number_of(scenario, self.name())
    }

    /// The scenario with this value, or without one.
    pub(super) fn put(&self, scenario: &mut Scenario, value: Option<f64>) -> Option<()> {
        let value = value.map(|value| if self.offer.whole { Value::Integer(libm::round(value) as i64) } else { Value::Float(value) });
        scenario.set(self.name(), value).ok()
    }

    /// A value between two others: by ratio, or by difference.
    pub(super) fn between(&self, from: f64, to: f64, part: f64) -> f64 {
        if self.is_linear() { from + part * (to - from) } else { from * libm::pow(to / from, part) }
    }

    /// The value that it may take which is nearest to one, but for so many digits: a whole number has no others.
    pub fn nearest(&self, value: f64, digits: i32) -> f64 {
        if self.offer.whole { libm::round(value) } else { format::rounded(value, digits) }
    }

    /// Whether this value is on its axis.
    pub fn holds(&self, value: f64) -> bool {
        let (from, to) = self.ends();
        (from..=to).contains(&value)
    }

    /// Whether its values are around that of a scenario.
    pub(super) fn reaches(&self, scenario: &Scenario) -> bool {
        matches!(self.name(), LOAD | SIGMA | SHAPE) || self.of(scenario).is_none_or(|own| self.holds(own))
    }

    /// Whether the parameter of this name means something in a scenario.
    pub(super) fn means(scenario: &Scenario, name: &str) -> bool {
        let Some(fields) = scenario.of::<Plan>() else { return hidden(scenario, name).is_none() && Self::around(scenario, name).is_some() };
        let workload = &fields.workload;
        match name {
            SIGMA => workload.errors.unwrap_or_default().spread(),
            LOAD => true,
            SHAPE => workload.kind() == WorkloadKind::Synthetic && workload.sizes.is_none(),
            _ => false,
        }
    }

    /// Names of the parameters that mean something in a scenario, those that mean most first.
    pub fn names(scenario: &Scenario) -> Vec<&'static str> {
        let first = first(scenario);
        let others = Offer::all(scenario.kind()).iter().map(|offer| offer.name.as_str()).filter(|name| !first.contains(name));
        first.iter().copied().chain(others).filter(|name| Self::means(scenario, name)).collect()
    }

    /// The one that grows unless another is chosen: the error, else the load; none where there is neither, since it may take long.
    pub(super) fn usual(scenario: &Scenario) -> Option<&'static str> {
        first(scenario).iter().copied().find(|name| Self::means(scenario, name))
    }
}

/// The parameters that mean most in a world.
fn first(scenario: &Scenario) -> &'static [&'static str] {
    if scenario.kind() == SystemKind::Server { &[SIGMA, LOAD, SHAPE] } else { &[LOAD] }
}
