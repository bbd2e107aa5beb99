//! Sweep files: a scenario file with `[axes]`, `[[cells]]` and `until`.

use super::{Dimension, Sweep, Until, axis_text, grid};
use crate::experiment::scenario::written;
use crate::experiment::worlds::{Fields, Listed, WithWorld};
use crate::experiment::{Scenario, ScenarioError, scenario};
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use toml::{Spanned, Table, Value};

/// Most cells of a grid: more could not be numbered in a table.
const MOST: u64 = 100_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table", bound = "W: Listed")]
struct Written<W: Listed> {
    #[serde(default = "first_seed", deserialize_with = "scenario::seed")]
    seed: u64,
    replications: Option<u32>,
    policies: Option<Vec<String>>,
    #[serde(default)]
    system: W::System,
    #[serde(default)]
    workload: W::Workload,
    until: Option<Until>,
    #[serde(default)]
    axes: Axes,
    cells: Option<Vec<BTreeMap<Spanned<String>, Value>>>,
}

/// What a file says, of whatever world.
struct Read {
    scenario: Scenario,
    replications: Option<u32>,
    until: Option<Until>,
    axes: Axes,
    cells: Option<Vec<BTreeMap<Spanned<String>, Value>>>,
}

struct Text<'a>(&'a str);

impl WithWorld for Text<'_> {
    type Value = Result<Read, toml::de::Error>;

    fn with<W: Listed>(self) -> Self::Value {
        let Written::<W> { seed, replications, policies, system, workload, until, axes, cells } = toml::from_str(self.0)?;
        let default = Scenario::with(Fields::<W> { system, workload });
        let scenario = Scenario { seed, policies: policies.unwrap_or_else(|| default.policies.clone()), ..default };
        Ok(Read { scenario, replications, until, axes, cells })
    }
}

fn first_seed() -> u64 {
    Scenario::default().seed
}

/// Axes with where their names stand in the file.
#[derive(Default)]
struct Axes(Vec<(usize, String, Vec<Value>)>);

/// What follows a name in `[axes]`: its values, or names that go on.
enum Node {
    Values(Vec<Value>),
    Names(Axes),
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Axes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names of fields with lists of values")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Axes, M::Error> {
        let mut axes = vec![];
        while let Some(key) = map.next_key::<Spanned<String>>()? {
            match map.next_value()? {
                Node::Values(values) => axes.push((key.span().start, key.into_inner(), values)),
                Node::Names(Axes(inner)) => {
                    axes.extend(inner.into_iter().map(|(start, name, values)| (start, format!("{}.{name}", key.get_ref()), values)));
                }
            }
        }
        Ok(Axes(axes))
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of values")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Node, S::Error> {
        let mut values = vec![];
        while let Some(value) = seq.next_element::<Value>()? {
            plain(&value).map_err(de::Error::custom)?;
            values.push(value);
        }
        if values.is_empty() {
            return Err(de::Error::custom("an axis is empty; allowed: a list of at least one value"));
        }
        Ok(Node::Values(values))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Node, M::Error> {
        Names.visit_map(map).map(Node::Names)
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Values)
    }
}

impl<'de> Deserialize<'de> for Axes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Names)
    }
}

/// A value that a scenario can have.
fn plain(value: &Value) -> Result<(), String> {
    match value {
        Value::Float(x) if !x.is_finite() => Err(format!("a value is {x}; allowed: finite numbers")),
        Value::Datetime(_) => Err("a value is a date; allowed: numbers, words, true, false, lists, tables".to_owned()),
        Value::Array(values) => values.iter().try_for_each(plain),
        Value::Table(table) => table.values().try_for_each(plain),
        _ => Ok(()),
    }
}

impl Sweep {
    /// Whether a file is meant as a sweep, which it may be with mistakes: it says something that only sweeps do.
    pub fn is_meant(text: &str) -> bool {
        let table = text.parse::<Table>();
        table.is_ok_and(|table| ["axes", "cells", "until"].iter().any(|field| table.contains_key(*field)))
    }

    /// Reads a sweep file.
    ///
    /// # Errors
    /// Line and column, what was found and what is allowed.
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        let kind = scenario::kind_of(text)?;
        let written = kind.with(Text(text)).map_err(|error| ScenarioError::toml(kind, &error.to_string()))?;
        let first = match (written.replications, &written.until) {
            (Some(given), _) => given,
            (None, Some(until)) => until.batch.min(until.max),
            (None, None) => 1,
        };
        let scenario = Scenario { replications: first, ..written.scenario };
        if let Some(until) = &written.until {
            until.validate(first)?;
        }
        let listed = written.cells.map(listed).transpose()?;
        let Axes(mut axes) = written.axes;
        axes.sort_by_key(|(start, ..)| *start);
        let axes = axes
            .into_iter()
            .map(|(_, name, values)| Dimension { names: vec![name], points: values.into_iter().map(|value| vec![value]).collect() });
        let sweep = Self { scenario, dimensions: listed.into_iter().chain(axes).collect(), until: written.until };
        sweep.check()?;
        Ok(sweep)
    }

    /// A sweep of axes, without a stop rule, as the file from which [`from_toml`](Self::from_toml) would read it.
    ///
    /// # Panics
    /// Never: a scenario is a table of plain values.
    pub fn to_toml(&self) -> String {
        let mut file = Table::try_from(&self.scenario).expect("a scenario is a table of plain values");
        let axis = |dimension: &Dimension| (dimension.names.join("."), Value::Array(dimension.points.concat()));
        file.insert("axes".to_owned(), Value::Table(self.dimensions.iter().map(axis).collect()));
        toml::to_string(&file).expect("a sweep is a table of plain values")
    }

    /// Each name is a field's, named once, and takes each of its values.
    fn check(&self) -> Result<(), ScenarioError> {
        let names: Vec<&str> = self.names().collect();
        if let Some((_, twice)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(ScenarioError::Toml(format!("\"{twice}\" varies twice; allowed: each field once, in axes or in cells")));
        }
        if self.cells() > MOST {
            return Err(ScenarioError::Toml(format!("the product of all axes has {} cells; allowed: up to {MOST}", self.cells())));
        }
        let base = self.scenario.table();
        for dimension in &self.dimensions {
            dimension.check()?;
            for point in &dimension.points {
                let (mut table, mut policies) = (base.clone(), self.scenario.policies.clone());
                let pairs = || dimension.names.iter().zip(point);
                pairs().try_for_each(|(name, value)| grid::set(&mut table, &mut policies, name, value))?;
                Scenario::from_table(Some(self.scenario.kind()), table).map_err(|error| {
                    let pairs: Vec<String> = pairs().map(|(name, value)| format!("\"{name}\" = {}", written(value))).collect();
                    ScenarioError::Toml(format!("{}: {}", pairs.join(", "), ScenarioError::toml(self.scenario.kind(), error.message())))
                })?;
            }
        }
        Ok(())
    }
}

impl Dimension {
    /// No point appears twice, however its values are written.
    fn check(&self) -> Result<(), ScenarioError> {
        let pairs = |point: &[Value], each: fn(&str, &Value) -> String| {
            self.names.iter().zip(point).map(|(name, value)| each(name, value)).collect::<Vec<_>>()
        };
        let words = |point| pairs(point, |name, value| format!("\"{name}\" = {}", written(value))).join(", ");
        let mut known = BTreeMap::new();
        for point in &self.points {
            if let Some(first) = known.insert(pairs(point, meaning), point) {
                let (first, twice) = (words(first), words(point));
                let before = if first == twice { String::new() } else { format!(" (before as {first})") };
                return Err(ScenarioError::Toml(format!("{twice} appears twice{before}; allowed: each value once")));
            }
        }
        Ok(())
    }
}

/// What a value of a field means, whether or not its numbers are written with a point.
fn meaning(name: &str, value: &Value) -> String {
    match value {
        // A parameter is set in the words in which it is written.
        Value::String(text) if !name.starts_with("policies.") => format!("\"{text}\""),
        Value::Float(x) => axis_text(&Value::Float(x + 0.0)),
        Value::Array(values) => format!("[{}]", values.iter().map(|value| meaning(name, value)).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let fields: BTreeMap<&str, String> = table.iter().map(|(key, value)| (key.as_str(), meaning(name, value))).collect();
            format!("{fields:?}")
        }
        value => axis_text(value),
    }
}

/// The dimension of cells that are written out, which all name the same fields.
fn listed(cells: Vec<BTreeMap<Spanned<String>, Value>>) -> Result<Dimension, ScenarioError> {
    let flat: Vec<Vec<(String, Value)>> = cells.into_iter().map(flatten).collect();
    let fail = |message: String| Err(ScenarioError::Toml(message));
    let Some(first) = flat.first().filter(|first| !first.is_empty()) else {
        return fail("cells is empty; allowed: at least one [[cells]] with a field".to_owned());
    };
    let names: Vec<String> = first.iter().map(|(name, _)| name.clone()).collect();
    let mut points = vec![];
    for (i, cell) in flat.into_iter().enumerate() {
        let mut cell: BTreeMap<String, Value> = cell.into_iter().collect();
        let point: Option<Vec<Value>> = names.iter().map(|name| cell.remove(name)).collect();
        let Some(point) = point.filter(|_| cell.is_empty()) else {
            return fail(format!("cells[{}] does not name the same fields as cells[1]; allowed: {}", i + 1, names.join(", ")));
        };
        for value in &point {
            plain(value).map_err(|message| ScenarioError::Toml(format!("cells[{}]: {message}", i + 1)))?;
        }
        points.push(point);
    }
    Ok(Dimension { names, points })
}

/// Names in the order of the file; `workload = { shape = 1 }` is `"workload.shape" = 1`.
fn flatten(cell: BTreeMap<Spanned<String>, Value>) -> Vec<(String, Value)> {
    let mut pairs: Vec<_> = cell.into_iter().collect();
    pairs.sort_by_key(|(name, _)| name.span().start);
    let pairs = pairs.into_iter().map(|(name, value)| (name.into_inner(), value));
    pairs.flat_map(|(name, value)| inner(&name, value)).collect()
}

fn inner(name: &str, value: Value) -> Vec<(String, Value)> {
    let deeper = matches!(name.split('.').collect::<Vec<_>>()[..], ["workload" | "system" | "policies"] | ["policies", _]);
    match value {
        Value::Table(table) if deeper => table.into_iter().flat_map(|(key, value)| inner(&format!("{name}.{key}"), value)).collect(),
        value => vec![(name.to_owned(), value)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(toml: &str) -> Vec<String> {
        Sweep::from_toml(toml).unwrap().names().map(str::to_owned).collect()
    }

    #[test]
    fn axes_keep_the_order_of_the_file() {
        let text =
            "[axes]\n\"workload.sigma\" = [1]\n\"system.servers\" = [1, 2]\nworkload.shape = [0.5]\nworkload.load = [0.5]\nseed = [1]";
        assert_eq!(names(text), ["workload.sigma", "system.servers", "workload.shape", "workload.load", "seed"]);
    }

    #[test]
    fn cells_are_a_list() {
        let text = "[[cells]]\nworkload = { shape = 0.5 }\n\"workload.load\" = 0.8\n[[cells]]\n\"workload.load\" = 0.9\n\"workload.shape\" = 1\n\
            [axes]\n\"workload.sizes\" = [\"weibull\", { pareto = { alpha = 2.0 } }]";
        let sweep = Sweep::from_toml(text).unwrap();
        assert_eq!((sweep.cells(), sweep.dimensions[0].names.len()), (4, 2));
        assert_eq!(sweep.describe(3), "workload.shape = 1, workload.load = 0.9, workload.sizes = { pareto = { alpha = 2.0 } }");
    }

    #[test]
    fn what_is_written_is_read() {
        let text = "seed = 7\nreplications = 3\npolicies = [\"ps\", \"fspe+ps\"]\n[system]\nservers = 2\n[workload]\ncount = 100\n\
            sizes = { pareto = { alpha = 1.5 } }\nerrors = { uniform = [0.5, 2.0] }\nwarmup = 10\n\
            [axes]\n\"workload.load\" = [0.5, 1e-7, 1e100]\n\"workload.count\" = [100, 200]";
        let sweep = Sweep::from_toml(text).unwrap();
        assert_eq!(Sweep::from_toml(&sweep.to_toml()).unwrap(), sweep, "{}", sweep.to_toml());
    }

    #[test]
    fn a_rule_sets_the_first_replications() {
        let first = |toml: &str| Sweep::from_toml(toml).unwrap().scenario.replications;
        assert_eq!(first(""), 1);
        assert_eq!(first("until = { half_width = 0.05, max = 5000 }"), 10);
        assert_eq!(first("until = { half_width = 0.05, max = 7 }"), 7);
        assert_eq!(first("replications = 30\nuntil = { half_width = 0.05, max = 5000 }"), 30);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (toml, words) in [
            ("[axes]\n\"workload.shape\" = []", "line 2"),
            ("[axes]\n\"workload.shape\" = []", "an axis is empty"),
            ("[axes]\n\"workload.shape\" = 0.5", "expected a list of values"),
            ("[axes]\n\"workload.shape\" = [inf]", "finite"),
            ("[axes]\n\"workload.shape\" = [1, 1]", "\"workload.shape\" = 1 appears twice; allowed: each value once"),
            ("[axes]\n\"workload.shape\" = [1, 1.0]", "\"workload.shape\" = 1.0 appears twice (before as \"workload.shape\" = 1)"),
            ("[axes]\n\"workload.sigma\" = [0.0, -0.0]", "\"workload.sigma\" = -0.0 appears twice"),
            ("[axes]\n\"workload.sizes\" = [{ pareto = { alpha = 2 } }, { pareto = { alpha = 2.0 } }]", "\"workload.sizes\" = "),
            ("policies = [\"ps\"]\n[[cells]]\nseed = 1\n[[cells]]\nseed = 1", "\"seed\" = 1 appears twice"),
            (
                "policies = [\"hfsp\"]\n[system]\nkind = \"cluster\"\n[axes]\n\"policies.hfsp.t\" = [3, \"3\"]",
                "\"policies.hfsp.t\" = \"3\" appears twice",
            ),
            ("[axes]\nseed = [1979-05-27]", "is a date"),
            ("[axes]\n\"workload.shpae\" = [1]", "\"workload.shpae\" = 1: unknown field `shpae`"),
            ("[axes]\n\"workload.shape\" = [\"much\"]", "\"workload.shape\" = \"much\": invalid type: string \"much\", expected a number"),
            ("[axes]\nworkload.shape = [1]\n\"workload.shape\" = [2]", "varies twice"),
            ("[axes]\npolicies = [[\"ps\"]]", "compared within each cell"),
            ("[axes]\n\"policies.hfsp.t\" = [1]", "which are fifo"),
            ("[axes]\n\"system.kind\" = [\"cluster\"]", "one world"),
            ("axis = 3", "unknown field `axis`"),
            ("cells = []", "cells is empty"),
            ("[[cells]]\nseed = 1\n[[cells]]\n\"workload.load\" = 0.5", "cells[2] does not name"),
            ("[[cells]]\nseed = 1\n[[cells]]\nseed = nan", "cells[2]"),
            ("until = { half_width = 0.05 }", "missing field `max`"),
            ("until = { half_width = 0.0, max = 50 }", "(until.half_width) is 0"),
            ("replications = 9\nuntil = { half_width = 0.1, max = 5 }", "(until.max) is 5"),
            ("until = { half_width = 0.1, max = 5, batch = 0 }", "(until.batch) is 0"),
        ] {
            let message = Sweep::from_toml(toml).unwrap_err().to_string();
            assert!(message.contains(words), "{toml}: {message}");
        }
    }
}
