//! Where does it turn? The value of a parameter from which on one policy is worse than another, found by bisection: the same draws at
//! every value, and the paired interval of the ratio says how well the value is known.

mod growing;
mod said;

pub use growing::Growing;

use crate::protocol::Fault;
use growing::SIGMA;
use schedscope::registry::Family;
use schedscope_core::experiment::sweep::{CellResult, SweepRow};
use schedscope_core::experiment::{Column, Measure, Scenario, SystemKind};

/// What is asked, and what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The world.
    world: SystemKind,
    /// The parameter that grows, once one is chosen or means most.
    pub field: Option<Growing>,
    /// The policy whose turn is looked for; none for the usual ones.
    pub policy: Option<String>,
    /// The policy that it is held against; none for the usual one.
    pub to: Option<String>,
    /// Number of the run: whatever changes what is asked raises it, and ends what runs.
    pub run: u32,
    /// What is simulated, but for the value: the policy that others are held against, then these.
    pub basis: Option<Scenario>,
    /// In what they are compared.
    pub measure: Option<Measure>,
    /// Values that the workers have got.
    pub wanted: Vec<f64>,
    /// What is known, by value.
    pub points: Vec<Point>,
    /// Why there is no answer.
    pub fault: Option<Fault>,
    /// How often the nearest values were halved.
    halved: u32,
}

/// The ratios of the policies at a value, each with the ends of its paired interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The value.
    pub value: f64,
    /// One a policy.
    pub ratios: Vec<Ratio>,
}

/// A ratio, and the ends of its paired interval if it has one.
pub type Ratio = (f64, Option<(f64, f64)>);

/// Where the ratio of a policy passes 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// At which value.
    pub at: f64,
    /// Where the ends of its paired interval do; an end of the axis where one does not.
    pub range: (f64, f64),
    /// Whether the policy falls behind there, or overtakes.
    pub behind: bool,
}

/// What can happen.
#[derive(Clone, Debug)]
pub enum Turned {
    /// The parameter of this name grows.
    Field(String),
    /// Another policy is looked at.
    Policy(Option<String>),
    /// It is held against another.
    To(String),
    /// What a value of the run of this number came to.
    Told(u32, f64, Result<CellResult, Fault>),
}

/// How often the values next to a crossing are halved.
const HALVES: u32 = 4;
/// Values without which nothing can be said.
const LEAST: usize = 2;
/// Digits of a value half way.
const DIGITS: i32 = 5;
/// Policies that are looked at unless another is chosen.
const USUAL: [&str; 2] = ["srpte", "fspe+ps"];
/// The same in worlds in which no policy says most.
const MOST: usize = 3;

impl Turn {
    /// Nothing is known.
    pub const fn open(world: SystemKind) -> Self {
        Self {
            world,
            field: None,
            policy: None,
            to: None,
            run: 0,
            basis: None,
            measure: None,
            wanted: vec![],
            points: vec![],
            fault: None,
            halved: 0,
        }
    }

    /// The policy that others are held against: the chosen one, else PS, else the first that knows no size.
    pub fn against(&self, asked: &Scenario) -> Option<String> {
        let there = |key: &str| asked.policies.iter().any(|policy| policy == key);
        let chosen = self.to.clone().filter(|to| there(to));
        if asked.kind() != SystemKind::Server {
            return chosen.or_else(|| asked.policies.first().cloned());
        }
        let chosen = chosen.or_else(|| there("ps").then(|| "ps".to_owned()));
        chosen.or_else(|| asked.policies.iter().find(|key| family(asked, key) == Some(Family::Blind)).cloned())
    }

    /// The policies whose turn is looked for: the chosen one, else those that say most, else up to two that guess.
    pub fn policies(&self, asked: &Scenario) -> Vec<String> {
        let against = self.against(asked);
        let others = || asked.policies.iter().filter(|key| Some(*key) != against.as_ref());
        if let Some(chosen) = self.policy.as_ref().filter(|policy| others().any(|key| key == *policy)) {
            return vec![chosen.clone()];
        }
        self.usual(asked)
    }

    /// The policies that say most, unless one is chosen.
    pub fn usual(&self, asked: &Scenario) -> Vec<String> {
        let against = self.against(asked);
        let others = || asked.policies.iter().filter(|key| Some(*key) != against.as_ref());
        if asked.kind() != SystemKind::Server {
            return others().take(MOST).cloned().collect();
        }
        let usual: Vec<String> = others().filter(|key| USUAL.contains(&key.as_str())).cloned().collect();
        if usual.is_empty() {
            others().filter(|key| family(asked, key) == Some(Family::Estimated)).take(2).cloned().collect()
        } else {
            usual
        }
    }

    /// Follows the question of the view and its measure, once its answer is complete, with so many replications where something is
    /// drawn. What runs about another question ends.
    pub fn follow(&mut self, asked: &Scenario, measure: Option<Measure>, replications: u32, complete: bool) {
        if !self.field.as_ref().is_some_and(|field| Growing::means(asked, field.name())) {
            self.grow(asked, Growing::usual(asked));
        }
        if let Some(field) = self.field.as_mut().filter(|field| complete && !field.reaches(asked))
            && let Some(around) = Growing::around(asked, field.name())
        {
            (*field, self.basis) = (around, None);
        }
        let basis = self.field.as_ref().zip(self.against(asked)).and_then(|(field, to)| {
            let policies = std::iter::once(to).chain(self.policies(asked)).collect();
            // Where errors are drawn, draws differ.
            let replications = if field.name() == SIGMA { replications } else { asked.replications };
            let mut basis = Scenario { replications, policies, ..asked.clone() };
            field.put(&mut basis, None)?;
            Some(basis)
        });
        let basis = basis.filter(|basis| basis.policies.len() > 1);
        if basis == self.basis && measure == self.measure {
            return;
        }
        if !self.wanted.is_empty() {
            (self.run, self.wanted) = (self.run + 1, vec![]);
            // What was not finished is asked again if the question comes back.
            self.basis = None;
        }
        if complete {
            if let Some(field) = &mut self.field {
                field.reset();
            }
            let wanted = self.field.as_ref().filter(|_| basis.is_some()).map_or(vec![], |field| field.values.clone());
            *self = Self { run: self.run + 1, basis, measure, wanted, points: vec![], fault: None, halved: 0, ..self.clone() };
        }
    }

    /// Another parameter grows, or none.
    fn grow(&mut self, asked: &Scenario, name: Option<&str>) {
        if self.field.as_ref().map(Growing::name) != name {
            let field = name.and_then(|name| Growing::around(asked, name));
            *self = Self { field, policy: self.policy.take(), to: self.to.take(), run: self.run + 1, ..Self::open(self.world) };
        }
    }

    /// The scenario at a value.
    pub fn scenario(&self, value: f64) -> Option<Scenario> {
        let mut scenario = self.basis.clone()?;
        self.field.as_ref()?.put(&mut scenario, Some(value))?;
        Some(scenario)
    }

    /// Changes something, where this is asked.
    pub fn change(&mut self, change: Turned, asked: &Scenario) {
        match change {
            Turned::Field(name) => self.grow(asked, Some(&name)),
            Turned::Policy(policy) => self.policy = policy,
            Turned::To(to) => self.to = Some(to),
            Turned::Told(run, value, result) if run == self.run => self.told(value, result),
            Turned::Told(..) => {}
        }
    }

    fn told(&mut self, value: f64, result: Result<CellResult, Fault>) {
        self.wanted.retain(|wanted| *wanted != value);
        match result.map(|cell| point(self.world, self.measure, value, &cell)) {
            Ok(point) => {
                let place = self.points.partition_point(|known| known.value < value);
                self.points.insert(place, point);
            }
            Err(fault) => {
                let Some(field) = &mut self.field else { return };
                field.refuse(value);
                if field.allowed().count() < LEAST {
                    self.fault = Some(fault);
                    self.wanted.clear();
                    return;
                }
            }
        }
        if self.wanted.is_empty() && self.halved < HALVES {
            self.halved += 1;
            self.wanted = self.halves();
        }
    }

    /// Values half way between those next to each crossing.
    fn halves(&self) -> Vec<f64> {
        let count = self.points.first().map_or(0, |point| point.ratios.len());
        let mut halves: Vec<f64> = vec![];
        for policy in 0..count {
            let pair = self.points.windows(2).find(|pair| passes(ratio(&pair[0], policy), ratio(&pair[1], policy)));
            if let Some([from, to]) = pair {
                let Some(field) = &self.field else { break };
                let half = field.nearest(field.between(from.value, to.value, 0.5), DIGITS);
                if !halves.contains(&half) && half > from.value && half < to.value {
                    halves.push(half);
                }
            }
        }
        halves
    }

    /// Where a line through these values first passes 1, from the left or from a value on.
    fn passing(&self, values: &[(f64, f64)]) -> Option<(f64, bool)> {
        let pair = values.windows(2).find(|pair| passes(pair[0].1, pair[1].1))?;
        let (a, b) = (libm::log(pair[0].1), libm::log(pair[1].1));
        Some((self.field.as_ref()?.between(pair[0].0, pair[1].0, a / (a - b)), b > a))
    }

    /// Where the ratio of a policy first passes 1.
    pub fn crossing(&self, policy: usize) -> Option<Crossing> {
        // Before the whole axis is known nobody can say where an interval ends.
        let field = self.field.as_ref().filter(|field| self.points.len() >= field.allowed().count())?;
        let of = |pick: fn(&Ratio) -> f64| {
            let values = self.points.iter().filter_map(|point| Some((point.value, pick(point.ratios.get(policy)?))));
            values.collect::<Vec<(f64, f64)>>()
        };
        let (at, behind) = self.passing(&of(|(ratio, _)| *ratio))?;
        let (first, last) = field.ends();
        let ends = (of(|(ratio, ends)| ends.map_or(*ratio, |(low, _)| low)), of(|(ratio, ends)| ends.map_or(*ratio, |(_, high)| high)));
        // The upper end of the ratio passes 1 before a policy falls behind, the lower end after.
        let (before, after) = if behind { (ends.1, ends.0) } else { (ends.0, ends.1) };
        let low = self.passing(&before).map(|(at, _)| at).filter(|low| *low <= at).unwrap_or(first);
        let high = self.passing(&after).map(|(at, _)| at).filter(|high| *high >= at).unwrap_or(last);
        Some(Crossing { at, range: (low, high), behind })
    }
}

fn family(asked: &Scenario, key: &str) -> Option<Family> {
    asked.kind().choice(key).ok().map(|policy| policy.family())
}

fn ratio(point: &Point, policy: usize) -> f64 {
    point.ratios.get(policy).map_or(f64::NAN, |(ratio, _)| *ratio)
}

/// Whether 1 lies between two ratios.
fn passes(from: f64, to: f64) -> bool {
    from.is_finite() && to.is_finite() && (from < 1.0) != (to < 1.0)
}

fn point(world: SystemKind, measure: Option<Measure>, value: f64, cell: &CellResult) -> Point {
    Point { value, ratios: ratios(world, measure, cell) }
}

/// The ratios of a cell to its first policy: of mean sojourn times with their intervals.
pub(super) fn ratios(world: SystemKind, measure: Option<Measure>, cell: &CellResult) -> Vec<Ratio> {
    let place = |title: &str| Column::all(world).iter().position(|column| column.title == title);
    let at = |row: &SweepRow, place: Option<usize>| place.and_then(|place| row.values.get(place).copied().flatten());
    match measure.filter(|measure| !measure.is_mean()) {
        None => {
            let [ratio, low, high] = ["ratio_first", "ratio_first_low", "ratio_first_high"].map(place);
            let of = |row: &SweepRow| (at(row, ratio).unwrap_or(f64::NAN), at(row, low).zip(at(row, high)));
            cell.rows.iter().filter(|row| row.is_of_all()).skip(1).map(of).collect()
        }
        Some(measure) => {
            let (column, class) = (place(&measure.column.title), measure.class.map(|class| world.class(class)));
            let wanted = |row: &&SweepRow| class.as_ref().map_or_else(|| row.is_of_all(), |class| row.class.as_ref() == Some(class));
            let mut values = cell.rows.iter().filter(wanted).map(|row| at(row, column).unwrap_or(f64::NAN));
            let first = values.next().unwrap_or(f64::NAN);
            values.map(|value| (value / first, None)).collect()
        }
    }
}

#[cfg(test)]
mod tests;
