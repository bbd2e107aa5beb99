use super::Until;
use crate::experiment::scenario::{assign, lacking, written};
use crate::experiment::{Scenario, ScenarioError, Tally};
use schedscope::formula::{RankRule, ShareRule};
use schedscope::registry::split_parameters;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use toml::{Table, Value};

/// What varies together: an axis, which is one field, or a list of cells, which is several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dimension {
    /// Dotted names of scenario fields, or `policies.KEY.PARAMETER`.
    pub names: Vec<String>,
    /// Values for these names.
    pub points: Vec<Vec<Value>>,
}

/// A scenario over a grid: the product of its dimensions, the last varying fastest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// What all cells have in common; its policies are those of the world if none were named.
    pub scenario: Scenario,
    /// What varies.
    pub dimensions: Vec<Dimension>,
    /// When a cell has replications enough; absent: after as many as the scenario says.
    pub until: Option<Until>,
}

impl Sweep {
    /// Number of cells.
    pub fn cells(&self) -> u64 {
        self.dimensions.iter().map(|dimension| dimension.points.len() as u64).fold(1, u64::saturating_mul)
    }

    /// Names of all that varies.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.dimensions.iter().flat_map(|dimension| &dimension.names).map(String::as_str)
    }

    /// Where a cell lies in each dimension.
    pub fn position(&self, cell: u64) -> Vec<usize> {
        let mut rest = cell;
        let mut position: Vec<usize> = self
            .dimensions
            .iter()
            .rev()
            .map(|dimension| {
                let size = dimension.points.len() as u64;
                let place = rest % size;
                rest /= size;
                place as usize
            })
            .collect();
        position.reverse();
        position
    }

    /// The values of a cell, in the order of [`names`](Self::names).
    pub fn point(&self, cell: u64) -> Vec<&Value> {
        self.dimensions.iter().zip(self.position(cell)).flat_map(|(dimension, place)| &dimension.points[place]).collect()
    }

    /// A cell's names and values in words.
    pub fn describe(&self, cell: u64) -> String {
        let pairs = self.names().zip(self.point(cell)).map(|(name, value)| format!("{name} = {}", written(value)));
        pairs.collect::<Vec<_>>().join(", ")
    }

    /// The cell at some places of dimensions, and at the first of all others.
    pub fn cell_at(&self, places: &[(usize, usize)]) -> u64 {
        let place = |dimension: usize| places.iter().find(|(known, _)| *known == dimension).map_or(0, |(_, place)| *place as u64);
        let sizes = self.dimensions.iter().map(|dimension| dimension.points.len() as u64);
        sizes.enumerate().fold(0, |cell, (dimension, size)| cell * size + place(dimension))
    }

    /// The dimensions that have more than one point.
    pub fn varied(&self) -> Vec<Varied> {
        let dimensions = self.dimensions.iter().enumerate().filter(|(_, dimension)| dimension.points.len() > 1);
        let varied = dimensions.map(|(i, dimension)| Varied {
            dimension: i,
            title: dimension.names.join(", "),
            labels: dimension.points.iter().map(|point| point.iter().map(axis_text).collect::<Vec<_>>().join(", ")).collect(),
            numbers: dimension.points.iter().map(|point| if let [value] = &point[..] { axis_number(value) } else { None }).collect(),
        });
        varied.collect()
    }

    /// What is simulated in a cell.
    ///
    /// # Errors
    /// Names the value that its field does not take.
    pub fn scenario(&self, cell: u64) -> Result<Scenario, ScenarioError> {
        let names = self.names().zip(self.point(cell));
        let mut table = self.scenario.table();
        let mut policies = self.scenario.policies.clone();
        for (name, value) in names {
            set(&mut table, &mut policies, name, value)?;
        }
        let mut scenario: Scenario = Scenario::from_table(Some(self.scenario.kind()), table)
            .map_err(|error| ScenarioError::toml(self.scenario.kind(), error.message()))?;
        scenario.policies = policies;
        Ok(scenario)
    }

    /// The replications to run next in a cell, after those that are tallied; none if there are enough.
    pub fn next(&self, scenario: &Scenario, tallies: &[Tally]) -> Option<Range<u32>> {
        let done = tallies.first().map_or(0, Tally::replications);
        let to = match &self.until {
            Some(until) if done > 0 && until.met(tallies) => done,
            Some(until) if done > 0 => done.saturating_add(until.batch).min(until.max),
            _ => scenario.replications,
        };
        (done < to).then_some(done..to)
    }
}

/// Gives a field, or a parameter of policies, a value.
pub(super) fn set(table: &mut Table, policies: &mut [String], name: &str, value: &Value) -> Result<(), ScenarioError> {
    let fail = |allowed: String| ScenarioError::value(&format!("\"{name}\""), "a name of what varies", &allowed);
    match name.split('.').collect::<Vec<_>>()[..] {
        ["policies", key, parameter] => {
            let of_key = |policy: &&mut String| policy.split('[').next() == Some(key);
            let named = policies.join(", ");
            let mut found = policies.iter_mut().filter(of_key).peekable();
            if found.peek().is_none() {
                return Err(fail(format!("policies.KEY.PARAMETER for a KEY among the policies of the sweep, which are {named}")));
            }
            found.try_for_each(|policy| {
                *policy = match constants(policy) {
                    Some(known) => with_constant(policy, parameter, value)
                        .ok_or_else(|| fail(format!("policies.{key}.CONSTANT with a number, for a constant of {policy}: {known}")))?,
                    None => with_parameter(policy, parameter, &axis_text(value)),
                };
                Ok(())
            })
        }
        ["policies", ..] => {
            Err(fail("policies.KEY.PARAMETER; policies themselves are compared within each cell: name all in policies".to_owned()))
        }
        ["system", "kind"] => Err(fail("any other field: all cells of a sweep are of one world".to_owned())),
        _ => assign(table, name, value.clone()).ok_or_else(|| {
            fail(match lacking(table, name) {
                Some((list, 0)) => format!("the dotted name of a scenario field; {list} is no list here"),
                Some((list, count)) => format!("the dotted name of a scenario field; entries of {list} are {list}[1] to {list}[{count}]"),
                None => "the dotted name of a scenario field".to_owned(),
            })
        }),
    }
}

/// A policy as it is written, with a parameter in its brackets set.
fn with_parameter(policy: &str, parameter: &str, value: &str) -> String {
    let (key, brackets) = policy.split_once('[').unwrap_or((policy, ""));
    let others = split_parameters(brackets.trim_end_matches(']')).filter(|pair| pair.split('=').next().map(str::trim) != Some(parameter));
    let pairs: Vec<String> = others.map(str::to_owned).chain([format!("{parameter}={value}")]).collect();
    format!("{key}[{}]", pairs.join(","))
}

/// Names of the constants of a policy that is a formula.
fn constants(policy: &str) -> Option<String> {
    let (key, text) = policy.strip_suffix(']')?.split_once('[')?;
    let formula = match key {
        "rank" => RankRule::parse(text).ok()?.formula,
        "share" => ShareRule::parse(text).ok()?.formula,
        _ => return None,
    };
    let names: Vec<&str> = formula.constants().iter().map(|(name, _)| name.as_str()).collect();
    Some(if names.is_empty() { "it has none (`let c = 2` behind a semicolon makes one)".to_owned() } else { names.join(", ") })
}

/// A policy that is a formula, with another value of a constant.
fn with_constant(policy: &str, name: &str, value: &Value) -> Option<String> {
    let (key, text) = policy.strip_suffix(']')?.split_once('[')?;
    let value = value.as_float().or_else(|| value.as_integer().map(|value| value as f64))?;
    let rule = match key {
        "rank" => RankRule::parse(text).ok()?.with_constant(name, value)?.to_string(),
        _ => ShareRule::parse(text).ok()?.with_constant(name, value)?.to_string(),
    };
    Some(format!("{key}[{rule}]"))
}

/// A dimension with more than one point, as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    /// Which dimension.
    pub dimension: usize,
    /// What varies.
    pub title: String,
    /// A name for each point.
    pub labels: Vec<String>,
    /// A number for each point, if all have one.
    pub numbers: Option<Vec<f64>>,
}

impl Varied {
    /// Points and their numbers, the smallest number first; nothing where there are none.
    pub fn ascending(&self) -> Vec<(usize, f64)> {
        let numbers = self.numbers.as_deref().unwrap_or_default();
        let mut ascending: Vec<(usize, f64)> = numbers.iter().copied().enumerate().collect();
        ascending.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        ascending
    }
}

/// The number that a value of an axis is, whole or not.
pub fn axis_number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(x) => Some(*x as f64),
        Value::Float(x) => Some(*x),
        _ => None,
    }
}

/// A value of an axis as a cell of a table.
pub fn axis_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Float(x) => x.to_string(),
        other => written(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_or_replaced() {
        for (before, after) in
            [("hfsp", "hfsp[t=3]"), ("hfsp[preemption=kill]", "hfsp[preemption=kill,t=3]"), ("hfsp[t=1,x=2]", "hfsp[x=2,t=3]")]
        {
            assert_eq!(with_parameter(before, "t", "3"), after);
        }
        assert_eq!(with_parameter("hawk[error=uniform(0.1,1.9),cap=2]", "cap", "3"), "hawk[error=uniform(0.1,1.9),cap=3]");
    }

    #[test]
    fn constants_of_formulas_vary() {
        let sweep = Sweep::from_toml("policies = [\"rank[est^c - age; let c = 0.3; name=mine]\", \"share[1/est^d; let d = 1]\"]\n[axes]\n\"policies.rank.c\" = [1, 0.5]\n\"policies.share.d\" = [2]").unwrap();
        let policies = |cell| sweep.scenario(cell).unwrap().policies;
        assert_eq!(policies(1), ["rank[est^c-age; let c=0.5; name=mine]", "share[1/est^d; let d=2]"]);
        assert!(policies(0)[0].contains("let c=1;"));
        for (axis, expected) in
            [("policies.rank.b", "for a constant of rank[est^c-age; let c = 1]: c"), ("policies.rank.c", "with a number")]
        {
            let text = format!("policies = [\"rank[est^c-age; let c = 1]\"]\n[axes]\n\"{axis}\" = [\"much\"]");
            let said = Sweep::from_toml(&text).unwrap_err().to_string();
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn the_last_dimension_varies_fastest() {
        let sweep = Sweep::from_toml("[axes]\n\"workload.sigma\" = [0, 1, 2]\n\"workload.shape\" = [0.5, 1]").unwrap();
        assert_eq!(sweep.cells(), 6);
        assert_eq!(sweep.describe(3), "workload.sigma = 1, workload.shape = 1");
        for cell in 0..6 {
            let places: Vec<(usize, usize)> = sweep.position(cell).into_iter().enumerate().collect();
            assert_eq!(sweep.cell_at(&places), cell);
        }
        let scenario = sweep.scenario(4).unwrap();
        let workload = &scenario.of::<schedscope::server::Plan>().unwrap().workload;
        assert_eq!((workload.sigma, workload.shape), (Some(2.0), Some(0.5)));
    }
}
