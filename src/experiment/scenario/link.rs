//! Scenarios as links: `workload.sigma=1.0&policies=ps,srpt`, the dotted names of the TOML file with their values.

use super::Written;
use super::error::plain_words;
use super::notation::{assign, read, written};
use crate::experiment::{Exhibit, Scenario, ScenarioError, SystemKind, split_policies};
use toml::{Table, Value};

/// Version of this form, written into every link.
pub(in crate::experiment) const VERSION: &str = "1";

/// Most pairs in a link: there are not so many fields.
const MOST_PAIRS: usize = 100;

/// What a link of *Watch* says beside its jobs and policies: how they are looked at.
pub const OF_WATCH: [&str; 2] = ["show", "t"];

/// What a link of *Compare* says beside its scenario: which picture is shown, and of which two policies.
pub const OF_COMPARE: [&str; 2] = ["show", "pair"];

/// What a link of *Sweep* says beside its scenario: what varies along which axis, and what is shown.
pub const OF_SWEEP: [&str; 3] = ["across", "up", "show"];

impl SystemKind {
    /// What *Compare*, *Cluster* or *Datacenter*, the view of this world, shows when it is opened, as the query of a link.
    pub const fn opened(self) -> &'static str {
        match self {
            Self::Server => "replications=20",
            Self::Cluster => "policies=fair,hfsp&system.kind=cluster&workload.mix=prod&workload.count=30",
            Self::Datacenter => {
                "policies=sparrow,eagle&system.kind=datacenter&system.workers=48&workload.like=google&workload.count=150&workload.load=0.9"
            }
        }
    }
}

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
        let default = Self { policies: self.system.kind.usual_policies(), ..Self::default() };
        let (mine, default) = (table(self), table(&default));
        let mut parts = vec![format!("v={VERSION}")];
        flatten("", &mine, &default, &mut parts);
        parts.join("&")
    }

    /// Reads a link of *Watch*, *Compare*, *Cluster* or *Datacenter*: a whole URL, its fragment, or the query of *Compare* alone.
    /// Without a query it is what that view shows when it is opened. A link of *Cluster* or *Datacenter* is one of its world,
    /// whether or not it says so; `world` overrides all links.
    ///
    /// # Errors
    /// If it leads elsewhere; otherwise names the key and value that are not understood.
    pub fn from_link(link: &str, world: Option<SystemKind>) -> Result<Self, ScenarioError> {
        let not_a_link = || ScenarioError::NotALink(link.to_owned());
        let Some((_, fragment)) = link.split_once('#') else {
            let query = Some(link).filter(|query| query.contains('=') && !query.contains(['?', ':']));
            return Self::from_query_in(world, &without(query.ok_or_else(not_a_link)?, &OF_COMPARE));
        };
        let inner = unembedded(fragment);
        let fragment = inner.as_deref().unwrap_or(fragment);
        let (view, query) = fragment.split_once('?').map_or((fragment, None), |(view, query)| (view, Some(query)));
        let of_world = |kind: SystemKind| Self::from_query_in(world.or(Some(kind)), query.unwrap_or(kind.opened()));
        match view {
            "watch" => {
                let mut scenario = Exhibit::from_query(query.unwrap_or_default(), &OF_WATCH)?.scenario();
                scenario.system.kind = world.unwrap_or(scenario.system.kind);
                Ok(scenario)
            }
            "compare" => Self::from_query_in(world, &without(query.unwrap_or(SystemKind::Server.opened()), &OF_COMPARE)),
            "cluster" => of_world(SystemKind::Cluster),
            "datacenter" => of_world(SystemKind::Datacenter),
            "sweep" => Err(ScenarioError::SweepLink),
            _ => Err(not_a_link()),
        }
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
                if value != VERSION {
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
        table.try_into::<Written>().map(|written| written.scenario(world)).map_err(|error| {
            // Blame the pair without which the rest would have been understood.
            let blamed = pairs.iter().find(|(key, _)| pairs_without(&pairs, key).try_into::<Self>().is_ok());
            let (key, value) = blamed.cloned().unwrap_or(("query", query.to_owned()));
            ScenarioError::Link { key: key.to_owned(), value, why: plain_words(error.message()) }
        })
    }
}

/// The fragment of the same view on a page of its own, if this one is embedded in another page: `embed/compare?…`, and
/// `embed?…` for *Watch*.
pub fn unembedded(fragment: &str) -> Option<String> {
    let rest = fragment.strip_prefix("embed")?;
    match rest.strip_prefix('/') {
        Some(view) => Some(view.to_owned()),
        None if rest.is_empty() || rest.starts_with('?') => Some(format!("watch{rest}")),
        None => None,
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
pub(in crate::experiment) fn encode(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.~+,:;/[]{}".contains(&b);
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

pub(in crate::experiment) fn decode(text: &str) -> Option<String> {
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
    use crate::experiment::{JobSpec, WorkloadSpec};
    use schedscope_engine::workload::{Errors, Sizes, Weights};

    #[test]
    fn round_trip() {
        let workload = WorkloadSpec {
            sigma: Some(1.0),
            sizes: Some(Sizes::BoundedPareto { alpha: 1.5, ratio: 1e6 }),
            errors: Some(Errors::Uniform([0.5, 2.0])),
            weights: Some(Weights::Classes { classes: 5, beta: 1.0 }),
            path: Some("a b & c/ü%.tsv".to_owned()),
            jobs: vec![JobSpec { size: Some(100.0), estimate: Some(2.5), ..JobSpec::default() }],
            ..WorkloadSpec::default()
        };
        let scenario = Scenario { seed: 9, policies: vec!["ps".into(), "fspe+ps".into()], workload, ..Scenario::default() };
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
    fn links_lead_to_compare_or_nowhere() {
        let scenario = Scenario { seed: 9, ..Scenario::default() };
        for link in ["http://127.0.0.1:8080/#compare?v=1&seed=9", "https://a.b/c?d=e#compare?seed=9", "#compare?seed=9", "v=1&seed=9"] {
            assert_eq!(Scenario::from_link(link, None).unwrap(), scenario, "{link}");
        }
        for link in ["#compare?", "#compare?v=1"] {
            assert_eq!(Scenario::from_link(link, None).unwrap(), Scenario::default(), "{link}");
        }
        assert!(matches!(Scenario::from_link("http://x/#sweep?v=1&seed=9", None), Err(ScenarioError::SweepLink)));
        for link in ["", "hello", "http://x/", "http://x/?v=1", "#watches", "#comparison?v=1", "#"] {
            let message = Scenario::from_link(link, None).unwrap_err().to_string();
            assert_eq!(
                message,
                format!(
                    "\"{link}\" is not a link of Watch, Compare, Cluster or Datacenter; expected …#watch?v=1&…, …#compare?v=1&…, …#cluster?v=1&… or …#datacenter?v=1&…"
                )
            );
        }
        assert_eq!(Scenario::from_link("#compare?nonsense", None).unwrap_err().field().as_deref(), Some("nonsense"));
    }

    #[test]
    fn a_view_without_a_query_is_as_it_is_opened() {
        let opened = |view: &str| {
            let scenario = Scenario::from_link(&format!("#{view}"), None).unwrap();
            for link in [format!("http://x/#{view}"), format!("#embed/{view}")] {
                assert_eq!(Scenario::from_link(&link, None).unwrap(), scenario, "{link}");
            }
            (scenario.system.kind, scenario.policies.len(), scenario.workload.count)
        };
        assert_eq!(opened("compare"), (SystemKind::Server, 8, None));
        assert_eq!(opened("cluster"), (SystemKind::Cluster, 2, Some(30)));
        assert_eq!(opened("datacenter"), (SystemKind::Datacenter, 2, Some(150)));
        assert_eq!(opened("watch").0, SystemKind::Server);
        assert_eq!(Scenario::from_link("#embed", None).unwrap(), Scenario::from_link("#watch", None).unwrap());
    }

    #[test]
    fn policies_that_are_named_are_asked_for() {
        let usual = |world: SystemKind| world.usual_policies();
        let server = usual(SystemKind::Server).join(",");
        for (link, world, policies) in [
            ("#cluster?v=1".to_owned(), None, usual(SystemKind::Cluster)),
            ("#compare?v=1".to_owned(), Some(SystemKind::Datacenter), usual(SystemKind::Datacenter)),
            (format!("#cluster?policies={server}"), None, usual(SystemKind::Server)),
            (format!("#compare?policies={server}"), Some(SystemKind::Datacenter), usual(SystemKind::Server)),
        ] {
            assert_eq!(Scenario::from_link(&link, world).unwrap().policies, policies, "{link}");
        }
        let cluster = Scenario::of(SystemKind::Cluster);
        assert_eq!(Scenario::from_query(&cluster.to_query()).unwrap(), cluster);
        let other = Scenario { policies: usual(SystemKind::Server), ..cluster };
        assert_eq!(Scenario::from_query(&other.to_query()).unwrap(), other);
    }

    #[test]
    fn what_is_looked_at_is_not_asked() {
        let link = "http://x/#compare?v=1&seed=9&show=jobs&pair=ps,fspe%2Bps";
        assert_eq!(Scenario::from_link(link, None).unwrap(), Scenario { seed: 9, ..Scenario::default() });
        assert_eq!(query_value("v=1&pair=ps,fspe%2Bps", "pair").as_deref(), Some("ps,fspe+ps"));
        assert_eq!(query_value("v=1", "pair"), None);
    }

    #[test]
    fn links_of_worlds() {
        let scenario = Scenario::from_link("#datacenter?v=1&workload.like=google&system.workers=48", None).unwrap();
        assert_eq!((scenario.system.kind, scenario.system.workers), (SystemKind::Datacenter, Some(48)));
        let scenario = Scenario::from_link("http://127.0.0.1:8080/#cluster?v=1&workload.mix=prod", None).unwrap();
        assert_eq!(scenario.system.kind, SystemKind::Cluster);
        assert_eq!(Scenario::from_link(&format!("#cluster?{}", scenario.to_query()), None).unwrap(), scenario);
        assert!(Scenario::from_link("#clusters?v=1", None).is_err());
    }

    #[test]
    fn links_of_watch() {
        let scenario = Scenario::from_link("http://127.0.0.1:8080/#watch?v=1&example=aging&policies=srpte&t=2.5", None).unwrap();
        assert_eq!((scenario.policies, scenario.workload.jobs.len()), (vec!["srpte".to_owned()], 3));
        let scenario = Scenario::from_link("#watch?jobs=0:40:1,3:4", None).unwrap();
        assert_eq!(scenario.workload.jobs[0], JobSpec { size: Some(40.0), estimate: Some(1.0), ..JobSpec::default() });
        assert_eq!(Scenario::from_link("http://x/#embed?jobs=0:40:1,3:4", None).unwrap(), scenario);
        assert_eq!(Scenario::from_link("#embed/watch?jobs=0:40:1,3:4", None).unwrap(), scenario);
        assert_eq!(Scenario::from_link("#embed/compare?seed=9", None).unwrap().seed, 9);
        assert!(Scenario::from_link("#embedded?jobs=0:1", None).is_err());
        assert_eq!(Scenario::from_link("#watch?jobs=0", None).unwrap_err().field().as_deref(), Some("jobs"));
    }

    #[test]
    fn speaks_in_plain_words() {
        for (query, words) in [
            ("workload.sigma=much", "expected a number"),
            ("workload.count=1.5", "expected a whole number"),
            ("workload.weights=some", "expected \"none\" or { classes = 5, beta = 1.0 }"),
            ("workload=3", "expected a table"),
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
