//! Claims that are data: a number of a policy in a scenario, or that of one policy ÷ or − that of another, against the source's.
//! A file of `assets/claims/` names scenarios and has a table for each claim; `rows` are variants of it that replace its fields, and
//! `with` are words that a field has in braces. What is said of a claim may have `{scenario}`, and of ours each of its numbers.

use super::{Finding, Row};
use crate::estimate::{Estimate, Interval, Ratio};
use crate::judgement::{
    self, Check, Region, Tolerance, alike, check, duration, magnitude, quotient, quotients, reading, region, relation, share, window,
};
use crate::means::ratio_of_means;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;
use toml::{Table, Value};

/// Where claims of a file are measured.
pub trait Lab {
    /// What a scenario of the file says.
    type Scenario: DeserializeOwned;
    /// All replications of a policy in a scenario.
    type Runs;
    /// The names of columns, in words.
    const COLUMNS: &'static str;

    /// Whether there is a column of this name.
    fn has(column: &str) -> bool;

    /// Whether a policy can be run.
    ///
    /// # Errors
    /// Says why not.
    fn knows(policy: &str) -> Result<(), String>;

    /// A scenario of this name in words.
    fn words(&self, name: &str, scenario: &Self::Scenario) -> String;

    /// Whether there is no time for rows that are left out of a first look.
    fn is_quick(&self) -> bool {
        false
    }

    /// Runs policies on the same jobs, those that were not run before.
    fn run(&self, scenario: &Self::Scenario, policies: &[&str]) -> Vec<Arc<Self::Runs>>;

    /// A column that there is, by replication.
    fn column(runs: &Self::Runs, column: &str) -> Vec<f64>;
}

/// A file, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "S: DeserializeOwned")]
struct File<S> {
    compared: Compared,
    /// What is between numbers that are said together.
    separator: String,
    scenarios: BTreeMap<String, S>,
    claims: Vec<Table>,
}

/// How a number of two policies is one over all replications.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Compared {
    /// The mean of quotients.
    Quotient,
    /// The geometric mean of quotients.
    GeometricQuotient,
    /// The quotient of means.
    QuotientOfMeans,
    /// The mean of differences.
    Difference,
}

/// The claims of a file.
#[derive(Debug)]
pub struct Claims<S> {
    compared: Compared,
    separator: String,
    scenarios: BTreeMap<String, S>,
    all: Vec<Claim>,
}

/// A claim, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    id: String,
    #[serde(default)]
    label: String,
    source: String,
    scenario: String,
    #[serde(rename = "claim")]
    text: String,
    theirs: String,
    ours: String,
    numbers: BTreeMap<String, Numbers>,
    checks: Vec<Stated>,
    #[serde(default)]
    ablations: Vec<String>,
    #[serde(default)]
    note: String,
    #[serde(default)]
    by_construction: bool,
    /// Whether it is left out of a first look.
    #[serde(default)]
    large: bool,
}

/// A number, or as many as `at` has words for `{at}` in its fields.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Table")]
struct Numbers(Vec<Number>);

impl TryFrom<Table> for Numbers {
    type Error = String;

    fn try_from(mut fields: Table) -> Result<Self, String> {
        let words = match fields.remove("at") {
            None => return Ok(Self(vec![fields.try_into().map_err(|error: toml::de::Error| error.to_string())?])),
            Some(Value::Array(words)) if !words.is_empty() => words,
            Some(other) => return Err(format!("at is {other}; allowed: a list of words")),
        };
        let number = |word: Value| {
            let mut number = Value::Table(fields.clone());
            replace(&mut number, &Table::from_iter([("at".to_owned(), word)]));
            number.try_into().map_err(|error: toml::de::Error| error.to_string())
        };
        words.into_iter().map(number).collect::<Result<_, _>>().map(Self)
    }
}

/// A number of a policy, or of one against another, which may be in another scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Number {
    column: String,
    of: String,
    to: Option<String>,
    scenario: Option<String>,
    to_scenario: Option<String>,
    compared: Option<Compared>,
    /// Whether the mean is the geometric one, where there is no other policy.
    #[serde(default)]
    geometric: bool,
}

/// What is stated of numbers: one class of tolerance, and the source's side.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    numbers: Vec<String>,
    /// What all are called, if not by their names.
    name: Option<String>,
    relation: Option<Ends>,
    window: Option<Ends>,
    reading: Option<Ends>,
    duration: Option<f64>,
    share: Option<f64>,
    /// One policy's number, and that of the other.
    ratio: Option<[f64; 2]>,
    /// Between which ratios the source has them.
    ratios: Option<[f64; 2]>,
    magnitude: Option<f64>,
    alike: Option<f64>,
    side: Option<Ends>,
    /// Whether the least of each number's words alone decides, as the source says it of the best point of a sweep.
    #[serde(default)]
    best: bool,
    /// The number whose side it is, if not that of each itself, and what it is called.
    compared: Option<(String, String)>,
}

/// Between which numbers.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    above: Option<f64>,
    at_least: Option<f64>,
    at_most: Option<f64>,
    below: Option<f64>,
}

impl Ends {
    fn region(self) -> Result<Region, String> {
        let low = match (self.at_least, self.above) {
            (Some(end), None) => Bound::Included(end),
            (None, Some(end)) => Bound::Excluded(end),
            (None, None) => Bound::Unbounded,
            _ => return Err("at_least and above are given; allowed: one of them".to_owned()),
        };
        let high = match (self.at_most, self.below) {
            (Some(end), None) => Bound::Included(end),
            (None, Some(end)) => Bound::Excluded(end),
            (None, None) => Bound::Unbounded,
            _ => return Err("at_most and below are given; allowed: one of them".to_owned()),
        };
        let ends = [self.at_least.or(self.above), self.at_most.or(self.below)];
        match ends {
            [None, None] => Err("it has no end; allowed: above or at_least, at_most or below".to_owned()),
            [Some(low), Some(high)] if low > high => Err(format!("it is from {low} to {high}; allowed: ends in ascending order")),
            _ if ends.iter().flatten().any(|end| !end.is_finite()) => Err("an end is not finite; allowed: a number".to_owned()),
            _ => Ok(region(low, high)),
        }
    }
}

impl Stated {
    fn tolerance(&self) -> Result<Tolerance, String> {
        type Within = (&'static str, Option<Ends>, fn(Region) -> Tolerance);
        type Around = (&'static str, Option<f64>, fn(f64) -> Tolerance);
        let within: [Within; 3] =
            [("relation", self.relation, relation), ("window", self.window, window), ("reading", self.reading, reading)];
        let around: [Around; 5] = [
            ("duration", self.duration, duration),
            ("share", self.share, share),
            ("ratio", self.ratio.map(|[ours, theirs]| ours / theirs), quotient),
            ("magnitude", self.magnitude, magnitude),
            ("alike", self.alike, alike),
        ];
        let mut given = vec![];
        for (name, ends, of) in within {
            given.extend(ends.map(|ends| ends.region().map(of).map_err(|error| format!("{name}: {error}"))));
        }
        for (name, x, of) in around {
            let (most, allowed) = if name == "share" { (100.0, "a number above 0, at most 100") } else { (f64::MAX, "a number above 0") };
            let near = |x: f64| if x > 0.0 && x <= most { Ok(of(x)) } else { Err(format!("{name} is {x}; allowed: {allowed}")) };
            given.extend(x.map(near));
        }
        given.extend(self.ratios.map(|[least, most]| {
            let ascending = 0.0 < least && least <= most && most.is_finite() && (least < 1.0) == (most < 1.0);
            let error = || format!("ratios are {least} and {most}; allowed: two above 0 in ascending order on one side of 1");
            if ascending { Ok(quotients(least, most)) } else { Err(error()) }
        }));
        let [tolerance] = <[_; 1]>::try_from(given).map_err(|given| {
            let names = within.iter().map(|(name, ..)| *name).chain(around.iter().map(|(name, ..)| *name));
            let names: Vec<&str> = names.chain(["ratios"]).collect();
            format!("{} classes of tolerance are given; allowed: one of {}", given.len(), names.join(", "))
        })?;
        tolerance
    }

    /// Whether the source is where there is more, so that the least is not the best.
    fn wants_more(&self) -> bool {
        let ends = [self.relation, self.window, self.reading, self.side].into_iter().flatten();
        let ratios = [self.ratio.map(|[ours, theirs]| ours / theirs), self.ratios.map(|[least, _]| least)].into_iter().flatten();
        ends.map(|ends| ends.at_most.or(ends.below)).any(|most| most.is_none()) || ratios.into_iter().any(|ratio| ratio > 1.0)
    }

    /// The checks of those that it names.
    fn checks(&'static self, measured: &BTreeMap<&str, Vec<Measured>>) -> Vec<Check> {
        let tolerance = self.tolerance().expect("it was read");
        let side = self.side.map(|side| side.region().expect("it was read"));
        let of = |key: &'static String| {
            let name = self.name.as_deref().unwrap_or(key);
            let check = move |number: &Measured| {
                let check = check(name, *number, tolerance);
                match (side, &self.compared) {
                    (Some(side), Some((other, name))) => check.compared(name, measured[&**other][0], side),
                    (Some(side), None) => check.toward(side),
                    (None, _) => check,
                }
            };
            let numbers = &measured[&**key];
            let best = self.best.then(|| judgement::best(numbers.iter().copied()).into_iter().collect::<Vec<_>>());
            best.as_ref().unwrap_or(numbers).iter().map(check).collect::<Vec<_>>()
        };
        self.numbers.iter().flat_map(of).collect()
    }
}

/// A number over all replications.
#[derive(Clone, Copy)]
enum Measured {
    Estimate(Estimate),
    Ratio(Ratio),
}

impl Interval for Measured {
    fn middle(self) -> f64 {
        match self {
            Self::Estimate(of) => of.middle(),
            Self::Ratio(of) => of.middle(),
        }
    }

    fn low(self) -> f64 {
        match self {
            Self::Estimate(of) => of.low(),
            Self::Ratio(of) => of.low(),
        }
    }

    fn high(self) -> f64 {
        match self {
            Self::Estimate(of) => of.high(),
            Self::Ratio(of) => of.high(),
        }
    }
}

impl Measured {
    fn words(self) -> String {
        match self {
            Self::Estimate(of) => of.words(),
            Self::Ratio(of) => of.words(),
        }
    }
}

/// Puts what `word` says in the place of each name in braces.
fn fill(text: &str, word: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or_else(|| format!("\"{text}\" has a brace that does not end"))?;
        filled.push_str(before);
        filled.push_str(&word(name)?);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Puts words in the place of their names in all texts; a text that is nothing but a name becomes what it stands for.
fn replace(value: &mut Value, with: &Table) {
    match value {
        Value::String(text) => {
            for (name, word) in with {
                let name = format!("{{{name}}}");
                if *text == name {
                    *value = word.clone();
                    return;
                }
                let plain = word.as_str().map_or_else(|| word.to_string(), str::to_owned);
                *text = text.replace(&name, &plain);
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|value| replace(value, with)),
        Value::Table(all) => all.iter_mut().for_each(|(_, value)| replace(value, with)),
        _ => {}
    }
}

/// The rows of a claim, each as a table of its own.
fn rows(mut claim: Table) -> Result<Vec<Table>, String> {
    let tables = |name: &str, value: Option<Value>| match value {
        None => Ok(vec![Table::new()]),
        Some(Value::Array(rows)) => {
            let table = |row: Value| if let Value::Table(row) = row { Ok(row) } else { Err(format!("{name} has {row}; allowed: tables")) };
            rows.into_iter().map(table).collect::<Result<Vec<Table>, String>>()
        }
        Some(other) => Err(format!("{name} is {other}; allowed: a list of tables")),
    };
    let rows = tables("rows", claim.remove("rows"))?;
    let words = |value: Option<Value>| match value {
        None => Ok(Table::new()),
        Some(Value::Table(with)) => Ok(with),
        Some(other) => Err(format!("with is {other}; allowed: a table of words")),
    };
    let usual = words(claim.remove("with"))?;
    rows.into_iter()
        .map(|mut row| {
            let mut with = usual.clone();
            with.extend(words(row.remove("with"))?);
            let mut whole = claim.clone();
            whole.extend(row);
            whole.iter_mut().for_each(|(_, value)| replace(value, &with));
            Ok(whole)
        })
        .collect()
}

/// That a name is one of those that are allowed.
fn known<'a>(what: &str, found: &str, allowed: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let allowed: Vec<&str> = allowed.map(String::as_str).collect();
    if allowed.contains(&found) { Ok(()) } else { Err(format!("{what} is \"{found}\"; allowed: {}", allowed.join(", "))) }
}

impl Claim {
    /// All that is asked of scenarios, policies, columns and numbers is there.
    fn check<L: Lab>(&self, scenarios: &BTreeMap<String, L::Scenario>) -> Result<(), String> {
        known("scenario", &self.scenario, scenarios.keys())?;
        for (name, number) in self.all() {
            let of = |what: &str| format!("numbers.{name}.{what}");
            for (what, scenario) in [("scenario", &number.scenario), ("to_scenario", &number.to_scenario)] {
                scenario.iter().try_for_each(|scenario| known(&of(what), scenario, scenarios.keys()))?;
            }
            for (what, policy) in [("of", Some(&number.of)), ("to", number.to.as_ref())] {
                policy.into_iter().try_for_each(|policy| L::knows(policy)).map_err(|error| format!("{}: {error}", of(what)))?;
            }
            if !L::has(&number.column) {
                return Err(format!("{} is \"{}\"; allowed: {}", of("column"), number.column, L::COLUMNS));
            }
            if number.geometric && number.to.is_some() {
                return Err(format!("{} is given with to; allowed: one of them", of("geometric")));
            }
            let alone = [("to_scenario", number.to_scenario.is_some()), ("compared", number.compared.is_some())];
            if let Some((what, _)) = alone.iter().find(|(_, given)| *given && number.to.is_none()) {
                return Err(format!("{} is given without to; allowed: both, or none", of(what)));
            }
        }
        if self.checks.is_empty() {
            return Err("checks is empty; allowed: at least one".to_owned());
        }
        for (i, stated) in self.checks.iter().enumerate() {
            let of = |what: &str| format!("checks[{i}].{what}");
            if stated.numbers.is_empty() {
                return Err(format!("{} is empty; allowed: at least one", of("numbers")));
            }
            stated.numbers.iter().try_for_each(|number| known(&of("numbers"), number, self.numbers.keys()))?;
            let one = stated.numbers.iter().find(|number| self.numbers[*number].0.len() == 1);
            if let (true, Some(number)) = (stated.best, one) {
                return Err(format!("{} is given of \"{number}\", which has no at; allowed: of numbers with several words", of("best")));
            }
            if stated.best && stated.wants_more() {
                return Err(format!("{} is given where more is better; allowed: where less is", of("best")));
            }
            let single = || self.numbers.iter().filter(|(_, numbers)| numbers.0.len() == 1).map(|(name, _)| name);
            stated.compared.iter().try_for_each(|(number, _)| known(&of("compared"), number, single()))?;
            stated.tolerance().map_err(|error| format!("checks[{i}]: {error}"))?;
            stated.side.map_or(Ok(()), |side| side.region().map(drop)).map_err(|error| format!("{}: {error}", of("side")))?;
            if stated.compared.is_some() && stated.side.is_none() {
                return Err(format!("{} is given without side; allowed: both, or side alone", of("compared")));
            }
        }
        let scenario = "scenario".to_owned();
        fill(&self.text, |name| known("a name in claim", name, [&scenario].into_iter()).map(|()| String::new()))?;
        fill(&self.ours, |name| known("a name in ours", name, self.numbers.keys()).map(|()| String::new()))?;
        Ok(())
    }

    /// All its numbers with their names.
    fn all(&self) -> impl Iterator<Item = (&String, &Number)> {
        self.numbers.iter().flat_map(|(name, numbers)| numbers.0.iter().map(move |number| (name, number)))
    }

    /// The policies that its numbers are of, by scenario.
    fn policies(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut wanted: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (_, number) in self.all() {
            let to = number.to.as_deref().map(|to| (self.to_scenario(number), to));
            for (scenario, policy) in [(self.scenario(number), &*number.of)].into_iter().chain(to) {
                wanted.entry(scenario).or_default().push(policy);
            }
        }
        wanted
    }

    fn scenario<'a>(&'a self, number: &'a Number) -> &'a str {
        number.scenario.as_ref().unwrap_or(&self.scenario)
    }

    fn to_scenario<'a>(&'a self, number: &'a Number) -> &'a str {
        number.to_scenario.as_deref().unwrap_or_else(|| self.scenario(number))
    }

    /// What becomes of it in a scenario of these words.
    fn row(&'static self, scenario: &str, separator: &str, measured: &BTreeMap<&str, Vec<Measured>>) -> Finding {
        let ablations: Vec<&str> = self.ablations.iter().map(String::as_str).collect();
        let words = |name: &str| measured[name].iter().map(|number| number.words()).collect::<Vec<_>>().join(separator);
        Row {
            id: &self.id,
            label: &self.label,
            source: &self.source,
            claim: fill(&self.text, |_| Ok(scenario.to_owned())).expect("it was read"),
            theirs: &self.theirs,
            ours: fill(&self.ours, |name| Ok(words(name))).expect("it was read"),
            checks: self.checks.iter().flat_map(|stated| stated.checks(measured)).collect(),
            ablations: &ablations,
            note: &self.note,
            by_construction: self.by_construction,
        }
        .into()
    }
}

impl<S: DeserializeOwned> Claims<S> {
    /// Reads a file.
    ///
    /// # Errors
    /// The claim, the field, what is found there and what is allowed.
    pub fn read<L: Lab<Scenario = S>>(text: &str) -> Result<Self, String> {
        let File { compared, separator, scenarios, claims } = toml::from_str::<File<S>>(text).map_err(|error| error.to_string())?;
        let mut read: Vec<Claim> = vec![];
        for (i, claim) in claims.into_iter().enumerate() {
            let id = claim.get("id").and_then(Value::as_str).map_or_else(|| format!("claim {}", i + 1), str::to_owned);
            for (j, row) in rows(claim).map_err(|error| format!("{id}: {error}"))?.into_iter().enumerate() {
                let at = |error: String| format!("{id}, row {}: {}", j + 1, error.trim_end());
                let claim: Claim = row.try_into().map_err(|error: toml::de::Error| at(error.to_string()))?;
                claim.check::<L>(&scenarios).map_err(at)?;
                read.push(claim);
            }
        }
        for claim in &read {
            let labels = || read.iter().filter(|other| other.id == claim.id && !other.label.is_empty()).map(|other| &other.label);
            claim
                .ablations
                .iter()
                .try_for_each(|label| known("ablations", label, labels()))
                .map_err(|error| format!("{}: {error}", claim.id))?;
        }
        Ok(Self { compared, separator, scenarios, all: read })
    }

    /// Reads a file that is part of the program.
    ///
    /// # Panics
    /// If it has a mistake.
    pub fn embedded<L: Lab<Scenario = S>>(name: &str, text: &str) -> Self {
        Self::read::<L>(text).unwrap_or_else(|error| panic!("assets/claims/{name}.toml: {error}"))
    }

    /// Measures the rows of a claim.
    ///
    /// # Panics
    /// If there are none.
    pub fn measure<L: Lab<Scenario = S>>(&'static self, id: &str, lab: &L) -> Vec<Finding> {
        let rows = self.all.iter().filter(|claim| claim.id == id && !(claim.large && lab.is_quick()));
        let findings: Vec<Finding> = rows.map(|claim| self.finding(claim, lab)).collect();
        assert!(!findings.is_empty(), "{id} has no row");
        findings
    }

    fn finding<L: Lab<Scenario = S>>(&self, claim: &'static Claim, lab: &L) -> Finding {
        for (scenario, policies) in claim.policies() {
            lab.run(&self.scenarios[scenario], &policies);
        }
        let values = |scenario: &str, policy: &str, column: &str| {
            let [runs] = &lab.run(&self.scenarios[scenario], &[policy])[..] else { unreachable!("one policy") };
            L::column(runs, column)
        };
        let measure = |number: &Number| {
            let ours = values(claim.scenario(number), &number.of, &number.column);
            let Some(to) = &number.to else {
                return if number.geometric { Measured::Ratio(Ratio::of(ours)) } else { Measured::Estimate(Estimate::of(ours)) };
            };
            let theirs = values(claim.to_scenario(number), to, &number.column);
            let pairs = || ours.iter().zip(&theirs);
            match number.compared.unwrap_or(self.compared) {
                Compared::Quotient => Measured::Estimate(Estimate::of(pairs().map(|(a, b)| a / b))),
                Compared::GeometricQuotient => Measured::Ratio(Ratio::of(pairs().map(|(a, b)| a / b))),
                Compared::QuotientOfMeans => Measured::Estimate(ratio_of_means(&ours, &theirs)),
                Compared::Difference => Measured::Estimate(Estimate::of(pairs().map(|(a, b)| a - b))),
            }
        };
        let measured = claim.numbers.iter().map(|(name, numbers)| (&**name, numbers.0.iter().map(measure).collect())).collect();
        claim.row(&lab.words(&claim.scenario, &self.scenarios[&claim.scenario]), &self.separator, &measured)
    }
}

#[cfg(test)]
pub mod tests;
