//! Regression baselines: scenarios, the metrics that matter in them, and what these were when all was well. Runs are
//! deterministic, so numbers must come out equal to the bit unless a tolerance says otherwise.

use super::{PolicyReport, Report, Scenario, ScenarioError, Study, read_workload, run_all};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use thiserror::Error;

/// What a baseline file holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// Version of this form.
    pub schema: u32,
    /// The cases.
    pub cases: Vec<Case>,
}

/// A scenario and what came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it is about; no other case has this name.
    pub name: String,
    /// The scenario.
    pub scenario: Scenario,
    /// Names of the metrics, as the JSON of a report has them: `mean_sojourn`; those of a class after its name
    /// (`short.p99_sojourn`), others after the path to them (`cluster.mean_load`, `datacenter.counters.stolen`).
    pub metrics: Vec<String>,
    /// How far a metric may be off; one that is not named must be equal.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tolerances: BTreeMap<String, Tolerance>,
    /// The values by policy and metric.
    #[serde(default)]
    pub values: Values,
}

/// Numbers by policy and metric.
pub type Values = BTreeMap<String, BTreeMap<String, f64>>;

/// The metrics of a case for which none are named, where its reports have them.
pub const USUAL: [&str; 4] = ["mean_sojourn", "median_sojourn", "p99_sojourn", "p99_slowdown"];

/// How far a metric may be from its value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Tolerance {
    /// This fraction of it.
    Relative(f64),
    /// This much.
    Absolute(f64),
}

/// Why a baseline cannot be checked.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// It is not understood.
    #[error("{0}")]
    Form(String),
    /// A case's scenario is not valid.
    #[error("case \"{case}\": {source}")]
    Scenario {
        /// The case.
        case: String,
        /// What is wrong.
        source: ScenarioError,
    },
    /// A case asks for a metric that its reports do not have.
    #[error("case \"{case}\": there is no metric \"{metric}\"; allowed: {known}")]
    Metric {
        /// The case.
        case: String,
        /// What was written.
        metric: String,
        /// All metrics of the case.
        known: String,
    },
}

/// A metric that is not what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The policy.
    pub policy: String,
    /// The metric.
    pub metric: String,
    /// What it was; nothing if the baseline does not know it.
    pub expected: Option<f64>,
    /// What it is; nothing if it is not measured any more.
    pub found: Option<f64>,
}

/// What became of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Its name.
    pub name: String,
    /// How many values were compared.
    pub compared: usize,
    /// Those that differ.
    pub differences: Vec<Difference>,
}

impl Checked {
    /// What became of it in a line, with a line for each value that differs; `name` is that of its file.
    pub fn told(&self, name: &str) -> String {
        let verdict = if self.differences.is_empty() { "ok      " } else { "differs " };
        let head = format!("{verdict} {name}: {}: {} values", self.name, self.compared);
        let lines: Vec<String> =
            std::iter::once(head).chain(self.differences.iter().map(|difference| format!("    {difference}"))).collect();
        lines.join("\n")
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { policy, metric, expected, found } = self;
        write!(f, "{policy}: {metric} ")?;
        let (expected, found) = match (expected, found) {
            (Some(expected), Some(found)) => (expected, found),
            (None, Some(found)) => return write!(f, "is new: {found}"),
            (Some(expected), None) => return write!(f, "is gone; it was {expected}"),
            (None, None) => return write!(f, "is not measured"),
        };
        write!(f, "{} from {expected} to {found}", if found < expected { "fell" } else { "rose" })?;
        match (found / expected - 1.0).abs() {
            part if !part.is_finite() => Ok(()),
            part if part < 1e-3 => write!(f, ", by {part:.1e} of it"),
            part => write!(f, ", by {:.1} %", 100.0 * part),
        }
    }
}

impl Baseline {
    /// The version that this program reads.
    pub const SCHEMA: u32 = 1;

    /// One without cases, to which [those that are recorded](Self::record) are added.
    pub fn empty() -> Self {
        Self { schema: Self::SCHEMA, cases: vec![] }
    }

    /// Runs a scenario and takes what comes out as a case of this name, in place of one that has the name already. Without metrics these
    /// are the [usual ones](USUAL), and in a world without jobs all that it measures.
    ///
    /// # Errors
    /// If the scenario is not valid, or a metric does not exist.
    pub fn record(&mut self, name: &str, scenario: Scenario, metrics: Vec<String>) -> Result<(), BaselineError> {
        let mut case = Case { name: name.to_owned(), scenario, metrics, tolerances: BTreeMap::new(), values: BTreeMap::new() };
        let rows = case.rows(|_| {})?;
        if case.metrics.is_empty() {
            let known: BTreeSet<&String> = rows.values().flat_map(BTreeMap::keys).collect();
            let usual: Vec<String> = USUAL.iter().map(|metric| (*metric).to_owned()).filter(|metric| known.contains(metric)).collect();
            case.metrics = if usual.is_empty() { known.into_iter().cloned().collect() } else { usual };
        }
        case.values = case.asked(rows)?;
        let place = self.cases.iter().position(|known| known.name == name).unwrap_or(self.cases.len());
        self.cases.splice(place..self.cases.len().min(place + 1), [case]);
        Ok(())
    }

    /// Reads a baseline file.
    ///
    /// # Errors
    /// Line and column, what was found and what is allowed.
    pub fn from_json(text: &str) -> Result<Self, BaselineError> {
        let baseline: Self = serde_json::from_str(text).map_err(|error| {
            let advice = if error.is_data() { "" } else { "; expected a baseline in JSON, such as assets/baselines/server.json" };
            BaselineError::Form(format!("{error}{advice}"))
        })?;
        let form = |message: String| Err(BaselineError::Form(message));
        if baseline.schema != Self::SCHEMA {
            return form(format!("schema is {}; allowed: {}", baseline.schema, Self::SCHEMA));
        }
        if baseline.cases.is_empty() {
            return form("cases is empty; allowed: at least one".to_owned());
        }
        for (i, case) in baseline.cases.iter().enumerate() {
            if baseline.cases[..i].iter().any(|other| other.name == case.name) {
                return form(format!("two cases are called \"{}\"; give each its own name", case.name));
            }
            if case.metrics.is_empty() {
                return form(format!("case \"{}\": metrics is empty; allowed: at least one", case.name));
            }
            for (metric, tolerance) in &case.tolerances {
                let (Tolerance::Relative(off) | Tolerance::Absolute(off)) = tolerance;
                if !(off.is_finite() && *off >= 0.0) {
                    return form(format!("case \"{}\": the tolerance of {metric} is {off}; allowed: 0 or more", case.name));
                }
                if !case.metrics.contains(metric) {
                    return form(format!("case \"{}\": {metric} has a tolerance but is not one of metrics", case.name));
                }
            }
        }
        Ok(baseline)
    }
}

impl Case {
    /// Runs the scenario; `done` hears of jobs that are complete, from any thread. Files that it names are read from the working folder.
    ///
    /// # Errors
    /// If the scenario is not valid, or a metric does not exist.
    pub fn measure(&self, done: impl Fn(u64) + Sync) -> Result<Values, BaselineError> {
        self.asked(self.rows(done)?)
    }

    /// Runs the scenario: all numbers by policy.
    fn rows(&self, done: impl Fn(u64) + Sync) -> Result<Values, BaselineError> {
        let wrong = |source| BaselineError::Scenario { case: self.name.clone(), source };
        let study = Study::new(self.scenario.clone(), read_workload).map_err(wrong)?;
        let report = Report::new(&study, run_all(&study, false, done).map_err(wrong)?.0);
        Ok(report.policies.iter().map(|row| (row.policy.written().to_owned(), numbers(row))).collect())
    }

    /// Those of these numbers that the case is about.
    fn asked(&self, rows: Values) -> Result<Values, BaselineError> {
        if let Some(metric) = self.metrics.iter().find(|metric| !rows.values().any(|numbers| numbers.contains_key(*metric))) {
            let known: BTreeSet<&str> = rows.values().flat_map(|row| row.keys().map(String::as_str)).collect();
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            return Err(BaselineError::Metric { case: self.name.clone(), metric: metric.clone(), known });
        }
        let asked = |numbers: BTreeMap<String, f64>| numbers.into_iter().filter(|(name, _)| self.metrics.contains(name)).collect();
        Ok(rows.into_iter().map(|(policy, numbers)| (policy, asked(numbers))).collect())
    }

    /// Compares what was measured with what it was.
    pub fn compare(&self, measured: &Values) -> Checked {
        let empty = BTreeMap::new();
        let policies: BTreeSet<&String> = self.values.keys().chain(measured.keys()).collect();
        let (mut compared, mut differences) = (0, vec![]);
        for policy in policies {
            let (expected, found) = (self.values.get(policy).unwrap_or(&empty), measured.get(policy).unwrap_or(&empty));
            for metric in &self.metrics {
                let (expected, found) = (expected.get(metric).copied(), found.get(metric).copied());
                compared += 1;
                if !self.agree(metric, expected, found) {
                    differences.push(Difference { policy: policy.clone(), metric: metric.clone(), expected, found });
                }
            }
        }
        Checked { name: self.name.clone(), compared, differences }
    }

    /// Takes over what differs, and nothing else: values that agree within their tolerance stay as they are.
    pub fn take_over(&mut self, differences: &[Difference]) {
        for Difference { policy, metric, found, .. } in differences {
            let row = self.values.entry(policy.clone()).or_default();
            match found {
                Some(found) => row.insert(metric.clone(), *found),
                None => row.remove(metric),
            };
        }
        self.values.retain(|_, row| !row.is_empty());
    }

    fn agree(&self, metric: &str, expected: Option<f64>, found: Option<f64>) -> bool {
        match (expected, found, self.tolerances.get(metric)) {
            (Some(expected), Some(found), Some(Tolerance::Relative(off))) => (found - expected).abs() <= off * expected.abs(),
            (Some(expected), Some(found), Some(Tolerance::Absolute(off))) => (found - expected).abs() <= *off,
            (expected, found, _) => expected == found,
        }
    }
}

/// All finite numbers of a report's row by their names.
fn numbers(row: &PolicyReport) -> BTreeMap<String, f64> {
    let mut numbers = BTreeMap::new();
    let value = serde_json::to_value(row).unwrap_or_default();
    descend("", &value, &mut numbers);
    for class in value["classes"].as_array().into_iter().flatten() {
        descend(class["class"].as_str().unwrap_or_default(), class, &mut numbers);
    }
    numbers
}

/// Adds the numbers of an object and of those in it, each by its dotted path.
fn descend(path: &str, value: &Value, numbers: &mut BTreeMap<String, f64>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if let Some(number) = value.as_f64().filter(|number| number.is_finite()) {
            numbers.insert(path, number);
        } else {
            descend(&path, value, numbers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{ "schema": 1, "cases": [{
        "name": "three jobs", "metrics": ["mean_sojourn", "p99_sojourn"],
        "scenario": { "policies": ["fifo", "ps"], "workload": { "jobs": [
            { "arrival": 0.0, "size": 30.0 }, { "arrival": 10.0, "size": 10.0 }, { "arrival": 15.0, "size": 10.0 } ] } },
        "values": { "fifo": { "mean_sojourn": 31.666666666666668, "p99_sojourn": 34.9 },
                    "ps": { "mean_sojourn": 35.0, "p99_sojourn": 49.55 } } }] }"#;

    fn check(baseline: &Baseline) -> Vec<Difference> {
        let case = &baseline.cases[0];
        case.compare(&case.measure(|_| {}).unwrap()).differences
    }

    #[test]
    fn what_is_as_it_was_passes_and_what_is_not_is_named() {
        let mut baseline = Baseline::from_json(TEXT).unwrap();
        assert_eq!(check(&baseline), []);
        assert_eq!(Baseline::from_json(&serde_json::to_string(&baseline).unwrap()).unwrap(), baseline);
        let case = &mut baseline.cases[0];
        case.values.get_mut("ps").unwrap().insert("mean_sojourn".to_owned(), 35.000_000_000_000_01);
        case.values.get_mut("fifo").unwrap().remove("p99_sojourn");
        case.values.insert("las".to_owned(), BTreeMap::from([("mean_sojourn".to_owned(), 1.0)]));
        let found: Vec<(String, String)> = check(&baseline).into_iter().map(|d| (d.policy, d.metric)).collect();
        let expected = [("fifo", "p99_sojourn"), ("las", "mean_sojourn"), ("ps", "mean_sojourn")];
        assert_eq!(found, expected.map(|(policy, metric)| (policy.to_owned(), metric.to_owned())));
    }

    #[test]
    fn differences_are_told_in_words() {
        let told = |expected, found| {
            Difference { policy: "ps".to_owned(), metric: "jain".to_owned(), expected, found }.to_string().split_off("ps: jain ".len())
        };
        assert_eq!(told(Some(1.0), Some(0.042)), "fell from 1 to 0.042, by 95.8 %");
        assert_eq!(told(Some(-2.0), Some(-1.0)), "rose from -2 to -1, by 50.0 %");
        assert_eq!(told(Some(1.0), Some(1.000_000_000_000_000_2)), "rose from 1 to 1.0000000000000002, by 2.2e-16 of it");
        assert_eq!(told(Some(0.0), Some(3.0)), "rose from 0 to 3");
        assert_eq!(told(None, Some(3.0)), "is new: 3");
        assert_eq!(told(Some(3.0), None), "is gone; it was 3");
    }

    #[test]
    fn tolerances() {
        let mut baseline = Baseline::from_json(TEXT).unwrap();
        baseline.cases[0].values.get_mut("ps").unwrap().insert("mean_sojourn".to_owned(), 36.0);
        for (tolerance, passes) in [
            (Tolerance::Relative(0.03), true),
            (Tolerance::Relative(0.02), false),
            (Tolerance::Absolute(1.0), true),
            (Tolerance::Absolute(0.9), false),
        ] {
            baseline.cases[0].tolerances.insert("mean_sojourn".to_owned(), tolerance);
            assert_eq!(check(&baseline).is_empty(), passes, "{tolerance:?}");
        }
    }

    #[test]
    fn only_what_differs_is_taken_over() {
        let mut baseline = Baseline::from_json(TEXT).unwrap();
        let case = &mut baseline.cases[0];
        let right = case.values.clone();
        case.tolerances.insert("mean_sojourn".to_owned(), Tolerance::Absolute(1.0));
        let ps = case.values.get_mut("ps").unwrap();
        // One is off within its tolerance, one beyond, one is new and one is gone.
        ps.insert("mean_sojourn".to_owned(), 35.5);
        ps.insert("p99_sojourn".to_owned(), 50.0);
        case.values.get_mut("fifo").unwrap().remove("p99_sojourn");
        case.values.insert("las".to_owned(), BTreeMap::from([("mean_sojourn".to_owned(), 1.0)]));
        let checked = case.compare(&case.measure(|_| {}).unwrap());
        assert_eq!(checked.differences.len(), 3);
        case.take_over(&checked.differences);
        let mut expected = right;
        expected.get_mut("ps").unwrap().insert("mean_sojourn".to_owned(), 35.5);
        assert_eq!(case.values, expected);
        assert_eq!(check(&baseline), []);
    }

    #[test]
    fn numbers_are_named_by_their_paths() {
        let value = serde_json::json!({ "a": 1, "b": { "c": 2.5, "d": { "e": 3 }, "none": null, "list": [4] }, "word": "x" });
        let mut numbers = BTreeMap::new();
        descend("", &value, &mut numbers);
        let expected = [("a", 1.0), ("b.c", 2.5), ("b.d.e", 3.0)];
        assert_eq!(numbers, expected.map(|(name, number)| (name.to_owned(), number)).into());
    }

    #[test]
    fn mistakes_are_named() {
        let fails = |from: &str, to: &str| {
            assert!(TEXT.contains(from));
            match Baseline::from_json(&TEXT.replace(from, to)) {
                Err(error) => error.to_string(),
                Ok(baseline) => baseline.cases[0].measure(|_| {}).unwrap_err().to_string(),
            }
        };
        assert!(fails("\"schema\": 1", "\"schema\": 2").contains("schema is 2; allowed: 1"));
        assert!(fails("\"name\"", "\"nmae\"").contains("nmae"));
        assert!(fails("[\"mean_sojourn\", \"p99_sojourn\"]", "[]").contains("metrics is empty"));
        assert!(fails("\"p99_sojourn\"],", "\"p98_sojourn\"],").contains("no metric \"p98_sojourn\"; allowed: "));
        assert!(fails("\"ps\"]", "\"pss\"]").contains("case \"three jobs\": unknown policy \"pss\""));
        assert!(fails("\"values\"", "\"tolerances\": { \"mean_sojourn\": { \"relative\": -1.0 } }, \"values\"").contains("is -1"));
        assert!(fails("\"values\"", "\"tolerances\": { \"mst\": { \"relative\": 1.0 } }, \"values\"").contains("not one of metrics"));
        assert!(fails("\"values\"", "\"tolerances\": { \"mean_sojourn\": { \"absolut\": 1.0 } }, \"values\"").contains("absolut"));
    }
}
