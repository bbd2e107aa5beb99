//! Scenarios as links: `workload.sigma=1.0&policies=ps,srpt`, the dotted names of the TOML file with their values.

use super::error::plain_words;
use super::notation::{assign, read, written};
use crate::experiment::{Scenario, ScenarioError, SystemKind, split_policies};
use toml::{Table, Value};

/// Version of this form, written into every link.
pub const LINKS: &str = "1";

/// Most pairs in a link: more than there are fields.
const MOST_PAIRS: usize = 100;

/// The query of a link without these keys.
pub fn without(query: &str, keys: &[&str]) -> String {
    let other = |pair: &&str| !keys.contains(&pair.split('=').next().unwrap_or_default());
    query.split('&').filter(other).collect::<Vec<_>>().join("&")
}

/// The value of a key in the query of a link, if it is there.
pub fn query_value(query: &str, key: &str) -> Option<String> {
    let value = query.split('&').find_map(|pair| pair.split_once('=').filter(|(known, _)| *known == key))?.1;
    decode(value)
}

impl Scenario {
    /// The scenario as the query of a link, without what has its default.
    ///
    /// # Panics
    /// Never: a scenario is a table of plain values.
    pub fn to_query(&self) -> String {
        let table = |scenario: &Self| Table::try_from(scenario).expect("a scenario is a table of plain values");
        let default = Self { policies: self.kind().usual_policies(), ..Self::default() };
        let (mine, default) = (table(self), table(&default));
        let mut parts = vec![format!("v={LINKS}")];
        flatten("", &mine, &default, &mut parts);
        parts.join("&")
    }

    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the key and value that are not understood.
    pub fn from_query(query: &str) -> Result<Self, ScenarioError> {
        Self::from_query_in(None, query)
    }

    /// Reads the query of a link for a world, whatever world it names itself.
    ///
    /// # Errors
    /// As [`from_query`](Self::from_query).
    pub fn from_query_in(world: Option<SystemKind>, query: &str) -> Result<Self, ScenarioError> {
        let mut table = Table::new();
        let mut pairs = vec![];
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let fail = |why: &str| ScenarioError::Link { key: key.to_owned(), value: value.to_owned(), why: why.to_owned() };
            let value = decode(value).ok_or_else(|| fail("a % must be followed by two hexadecimal digits of UTF-8 text"))?;
            if key == "v" {
                if value != LINKS {
                    return Err(fail("this program understands links of version 1"));
                }
                continue;
            }
            if pairs.len() == MOST_PAIRS {
                return Err(fail("a link has no more than 100 fields"));
            }
            if pairs.iter().any(|(known, _)| *known == key) {
                return Err(fail("this field is there twice"));
            }
            assign(&mut table, key, parse(key, &value)).ok_or_else(|| fail("no such field"))?;
            pairs.push((key, value));
        }
        Self::from_table(world, table).map_err(|error| {
            // Blame the pair without which the rest would have been understood.
            let blamed = pairs.iter().find(|(key, _)| Self::from_table(world, pairs_without(&pairs, key)).is_ok());
            let (key, value) = blamed.cloned().unwrap_or(("query", query.to_owned()));
            ScenarioError::Link { key: key.to_owned(), value, why: plain_words(error.message()) }
        })
    }
}

fn pairs_without(pairs: &[(&str, String)], skip: &str) -> Table {
    let mut table = Table::new();
    for (key, value) in pairs.iter().filter(|(key, _)| *key != skip) {
        assign(&mut table, key, parse(key, value));
    }
    table
}

fn flatten(prefix: &str, table: &Table, default: &Table, parts: &mut Vec<String>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        if default.get(key) == Some(value) {
            continue;
        }
        let text = match value {
            Value::Table(inner) => {
                match default.get(key) {
                    Some(Value::Table(default)) => flatten(&name, inner, default, parts),
                    _ => flatten(&name, inner, &Table::new(), parts),
                }
                continue;
            }
            Value::String(text) => text.clone(),
            Value::Array(items) if name == "policies" => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
            other => written(other),
        };
        parts.push(format!("{name}={}", encode(&text)));
    }
}

/// A value as it is meant: a list of policies, anything that has a notation, or else a word.
fn parse(key: &str, text: &str) -> Value {
    match key {
        "policies" => split_policies(text).into(),
        "workload.path" => text.into(),
        _ => read(text).unwrap_or_else(|| text.into()),
    }
}

/// Escapes what would end a value or cannot stand in a link.
pub fn encode(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.~+,:;/[]{}".contains(&b);
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

/// What an escaped text of a link stands for, if it is one.
pub fn decode(text: &str) -> Option<String> {
    let mut bytes = vec![];
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |b: Option<u8>| char::from(b?).to_digit(16);
            let (high, low) = (digit(rest.next())?, digit(rest.next())?);
            bytes.push((high * 16 + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::server::Plan;
    use schedscope::workload::{Errors, Sizes, Weights};
    use schedscope::world::{JobSpec, JobsSpec};

    #[test]
    fn round_trip() {
        let workload = JobsSpec {
            sigma: Some(1.0),
            sizes: Some(Sizes::BoundedPareto { alpha: 1.5, ratio: 1e6 }),
            errors: Some(Errors::Uniform([0.5, 2.0])),
            weights: Some(Weights::Classes { classes: 5, beta: 1.0 }),
            path: Some("a b & c/ü%.tsv".to_owned()),
            jobs: vec![JobSpec { size: Some(100.0), estimate: Some(2.5), ..JobSpec::default() }],
            ..JobsSpec::default()
        };
        let scenario = Scenario { seed: 9, policies: vec!["ps".into(), "fspe+ps".into()], ..Scenario::of_workload::<Plan>(workload) };
        let query = scenario.to_query();
        assert_eq!(Scenario::from_query(&query).unwrap(), scenario, "{query}");
        assert_eq!(Scenario::default().to_query(), "v=1");
        assert_eq!(Scenario::from_query("").unwrap(), Scenario::default());
    }

    #[test]
    fn what_no_scenario_has_is_refused_at_once() {
        let why = |query: &str| Scenario::from_query(query).unwrap_err().to_string();
        assert!(why(&format!("a{}=1", ".a".repeat(100_000))).contains("no such field"), "however deep");
        assert!(why("seed=1&seed=1").contains("twice"));
        let many: Vec<String> = (0..1000).map(|i| format!("k{i}=1")).collect();
        assert!(why(&many.join("&")).contains("no more than 100 fields"));
    }

    #[test]
    fn policies_stay_whatever_the_world() {
        let cluster = Scenario::new(SystemKind::Cluster);
        assert_eq!(Scenario::from_query(&cluster.to_query()).unwrap(), cluster);
        let other = Scenario { policies: SystemKind::Server.usual_policies(), ..cluster };
        assert_eq!(Scenario::from_query(&other.to_query()).unwrap(), other);
    }

    #[test]
    fn a_key_has_its_value_decoded() {
        assert_eq!(query_value("v=1&pair=ps,fspe%2Bps", "pair").as_deref(), Some("ps,fspe+ps"));
        assert_eq!(query_value("v=1", "pair"), None);
        assert_eq!(without("v=1&pair=a,b&show=jobs&seed=2", &["pair", "show"]), "v=1&seed=2");
    }

    #[test]
    fn speaks_in_plain_words() {
        for (query, words) in [
            ("workload.sigma=much", "expected a number"),
            ("workload.count=1.5", "expected a whole number"),
            ("workload.weights=some", "expected \"none\" or { classes = 5, beta = 1.0 }"),
            ("workload=3", "expected a table: { field = … }"),
            ("workload.sizes.pareto=2", "expected a table: { field = … }"),
            ("workload.rate=5", "expected a word"),
            ("workload.load={x=1}", "found a table, expected a number"),
            ("workload.jobs=3", "expected a list"),
        ] {
            let message = Scenario::from_query(query).unwrap_err().to_string();
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn blames_the_key() {
        for (query, key) in [
            ("seed=2&workload.sigma=much", "workload.sigma"),
            ("workload.shpae=1", "workload.shpae"),
            ("v=2", "v"),
            ("workload=3&seed=1", "workload"),
            ("workload.path=%zz", "workload.path"),
        ] {
            assert_eq!(Scenario::from_query(query).unwrap_err().field().as_deref(), Some(key), "{query}");
        }
    }
}
