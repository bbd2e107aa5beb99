//! Regression baselines: scenarios, the metrics that matter in them, and what these were when all was well. Runs are
//! deterministic, so numbers must come out equal to the bit unless a tolerance says otherwise.

use super::{PolicyReport, Report, Scenario, ScenarioError, Study, read_workload, run_all};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
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
    pub values: BTreeMap<String, BTreeMap<String, f64>>,
}

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
        let number = |value: &Option<f64>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
        write!(f, "{policy}: {metric} was {}, is {}", number(expected), number(found))?;
        match (expected, found) {
            (Some(expected), Some(found)) if *expected != 0.0 => write!(f, " ({:+.3e} of it)", found / expected - 1.0),
            _ => Ok(()),
        }
    }
}

impl Baseline {
    /// The version that this program reads.
    pub const SCHEMA: u32 = 1;

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
    pub fn measure(&self, done: impl Fn(u64) + Sync) -> Result<BTreeMap<String, BTreeMap<String, f64>>, BaselineError> {
        let wrong = |source| BaselineError::Scenario { case: self.name.clone(), source };
        let study = Study::new(self.scenario.clone(), read_workload).map_err(wrong)?;
        let report = Report::new(&study, run_all(&study, false, done).map_err(wrong)?.0);
        let rows: Vec<(String, BTreeMap<String, f64>)> =
            report.policies.iter().map(|row| (row.policy.written().to_owned(), numbers(row))).collect();
        if let Some(metric) = self.metrics.iter().find(|metric| !rows.iter().any(|(_, numbers)| numbers.contains_key(*metric))) {
            let known: std::collections::BTreeSet<&str> = rows.iter().flat_map(|(_, row)| row.keys().map(String::as_str)).collect();
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            return Err(BaselineError::Metric { case: self.name.clone(), metric: metric.clone(), known });
        }
        let asked = |numbers: BTreeMap<String, f64>| numbers.into_iter().filter(|(name, _)| self.metrics.contains(name)).collect();
        Ok(rows.into_iter().map(|(policy, numbers)| (policy, asked(numbers))).collect())
    }

    /// Compares what was measured with what it was.
    pub fn compare(&self, measured: &BTreeMap<String, BTreeMap<String, f64>>) -> Checked {
        let empty = BTreeMap::new();
        let policies: std::collections::BTreeSet<&String> = self.values.keys().chain(measured.keys()).collect();
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
