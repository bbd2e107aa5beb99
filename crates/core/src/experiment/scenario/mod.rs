//! What is asked: a scenario as a file, as flags and as a link, and what is said of one that cannot be.

mod error;
mod link;
mod notation;
mod part;
mod policies;

pub use error::ScenarioError;
pub use link::{LINKS, decode, encode, query_value, without};
pub use part::{Form, Part, Section, Variant, capital, schema};

use error::plain_words;
pub(super) use notation::lacking;
pub use notation::{assign, read, written};
pub use policies::{choices, keys, named};

use super::worlds::{Fields, Listed, Spec, SystemKind, WithFields, WithWorld};
use schedscope::registry::Choice;
use schedscope::sim::number;
use serde::de::{Error as _, IgnoredAny, Unexpected};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// What is asked: a workload, a system, policies, seeds. As sparse as it was written: what is absent has its default.
///
/// ```
/// use schedscope_core::experiment::Scenario;
/// use schedscope::server;
///
/// let scenario = Scenario::from_toml("replications = 30\n[workload]\nsigma = 1.0").unwrap();
/// assert_eq!(scenario.of::<server::Plan>().unwrap().workload.sigma, Some(1.0));
/// assert_eq!(scenario.seed, 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Seed of all random numbers, at most [`MOST_SEED`](Self::MOST_SEED).
    pub seed: u64,
    /// Number of independent repetitions, 1 to [`MOST_REPLICATIONS`](Self::MOST_REPLICATIONS).
    pub replications: u32,
    /// Keys of the policies to compare; where none were named, those that are usual in the world.
    pub policies: Vec<String>,
    /// The system and the workload.
    pub spec: Spec,
}

impl Scenario {
    /// The largest seed: whole numbers have a sign in TOML, the form in which scenarios are kept.
    pub const MOST_SEED: u64 = i64::MAX as u64;

    /// The most repetitions.
    pub const MOST_REPLICATIONS: u32 = 1_000_000;

    /// The default scenario of a world.
    pub fn new(world: SystemKind) -> Self {
        Self { seed: 1, replications: 1, policies: world.usual_policies(), spec: world.spec() }
    }

    /// The default scenario of a world with these fields.
    pub fn with<W: Listed>(fields: Fields<W>) -> Self {
        Self { spec: W::spec(fields), ..Self::new(W::SYSTEM) }
    }

    /// The default scenario of a world with this workload.
    pub fn of_workload<W: Listed>(workload: W::Workload) -> Self {
        Self::with(Fields::<W> { workload, ..Fields::default() })
    }

    /// Which world.
    pub const fn kind(&self) -> SystemKind {
        self.spec.kind()
    }

    /// The system and the workload, if they are of this world.
    pub fn of<W: Listed>(&self) -> Option<&Fields<W>> {
        W::of(&self.spec)
    }

    /// The same to be changed.
    pub fn of_mut<W: Listed>(&mut self) -> Option<&mut Fields<W>> {
        W::of_mut(&mut self.spec)
    }

    /// The policies, as asked: at least one, and each of them once.
    ///
    /// # Errors
    /// If one is not understood.
    pub fn choices(&self) -> Result<Vec<Choice>, ScenarioError> {
        choices(self.kind(), &self.policies)
    }

    /// The file that is read for the workload, if one is.
    pub fn file(&self) -> Option<&str> {
        self.spec.file()
    }

    /// The number that holds where the field of this dotted name is not given, if that is known before a file is read.
    pub fn default_of(&self, name: &str) -> Option<f64> {
        let measured = Part::top().iter().find(|part| part.name == name);
        measured.map_or_else(|| self.spec.with(DefaultOf(name)), |part| number(part.default.as_deref()?))
    }

    /// Why the field of this dotted name means nothing beside the others, if that is known before a file is read.
    pub fn moot(&self, name: &str) -> Option<&'static str> {
        self.spec.with(Moot(name))
    }

    /// The scenario as a table of plain values.
    ///
    /// # Panics
    /// Never: that is what it is.
    pub fn table(&self) -> Table {
        Table::try_from(self).expect("a scenario is a table of plain values")
    }

    /// The value of a field of this dotted name, if it is given; a number in the name counts the entries of a list, from 0, one in
    /// brackets (`workload.jobs[2].arrival`) from 1.
    pub fn get(&self, name: &str) -> Option<Value> {
        name.split('.').try_fold(Value::Table(self.table()), |value, part| match (part.parse::<usize>(), notation::entry_of(part)) {
            (Ok(index), _) => value.get(index).cloned(),
            (_, Some((list, place))) => value.get(list)?.get(place).cloned(),
            _ => value.get(part).cloned(),
        })
    }

    /// Gives the field of this dotted name a value, or none.
    ///
    /// # Errors
    /// If the world has no such field, or not with this value.
    pub fn set(&mut self, name: &str, value: Option<Value>) -> Result<(), ScenarioError> {
        let kind = self.kind();
        if Part::is_foreign(kind, name) {
            return Err(ScenarioError::foreign(kind, name));
        }
        let mut table = self.table();
        let found = value.as_ref().map(written).unwrap_or_default();
        let fail = |why: String, allowed: Option<String>| {
            let message = format!("{} is {found}: {why}", Part::called(kind, name));
            ScenarioError::Field { field: name.to_owned(), found: Some(found.as_str().into()), allowed: allowed.map(String::into), message }
        };
        match value {
            Some(value) => assign(&mut table, name, value).ok_or_else(|| fail("no such field".to_owned(), None))?,
            None => notation::remove(&mut table, name),
        }
        *self = Self::from_table(Some(kind), table).map_err(|error| {
            let why = plain_words(error.message());
            let choices: Vec<String> =
                Part::of(kind, name).iter().flat_map(|part| part.variants()).map(|one| written(&one.value)).collect();
            let expected = why.split_once("expected ").map(|(_, expected)| expected.to_owned());
            // An unknown word is answered with those that there are.
            if choices.is_empty() || why.contains("expected one of") {
                fail(why, expected)
            } else {
                let choices = choices.join(", ");
                fail(format!("{why}; allowed: {choices}"), Some(choices))
            }
        })?;
        Ok(())
    }

    /// The same scenario in another world, which must have all fields that are given.
    ///
    /// # Errors
    /// Names the field that it lacks.
    pub fn in_world(self, world: SystemKind) -> Result<Self, ScenarioError> {
        if self.kind() == world {
            return Ok(self);
        }
        let mut table = self.table();
        notation::remove(&mut table, "system.kind");
        Self::from_table(Some(world), table).map_err(|error| ScenarioError::toml(world, error.message()))
    }

    /// Reads a table of plain values, for a world or for the one that it names.
    pub(in crate::experiment) fn from_table(world: Option<SystemKind>, table: Table) -> Result<Self, toml::de::Error> {
        let kind = match world {
            Some(kind) => kind,
            None => table.clone().try_into::<Peek>()?.system.kind,
        };
        kind.with(FromTable(table))
    }

    /// Reads a scenario file.
    ///
    /// # Errors
    /// Line and column, what was found and what is allowed.
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        Self::from_toml_in(None, text)
    }

    /// Reads a scenario file for a world, whatever world it names itself.
    ///
    /// # Errors
    /// As [`from_toml`](Self::from_toml).
    pub fn from_toml_in(world: Option<SystemKind>, text: &str) -> Result<Self, ScenarioError> {
        let kind = kind_of(text)?;
        let kind = world.unwrap_or(kind);
        kind.with(FromText(text)).map_err(|error| ScenarioError::toml(kind, &error.to_string()))
    }

    /// Reads a scenario as a report in JSON has it, or the one of such a report, for a world or for the one that it names.
    ///
    /// # Errors
    /// Says what was found and what is allowed.
    pub fn from_json_in(world: Option<SystemKind>, text: &str) -> Result<Self, ScenarioError> {
        #[derive(Deserialize)]
        struct OfReport {
            scenario: Table,
        }
        let table = match serde_json::from_str(text) {
            Ok(OfReport { scenario }) => scenario,
            Err(_) => serde_json::from_str(text).map_err(|error| ScenarioError::Toml(plain_words(&error.to_string())))?,
        };
        let named = || table.clone().try_into::<Peek>().map(|peek| peek.system.kind);
        let kind = world.map_or_else(named, Ok).map_err(|error| ScenarioError::Toml(plain_words(error.message())))?;
        Self::from_table(Some(kind), table).map_err(|error| ScenarioError::toml(kind, error.message()))
    }

    /// The scenario as a file.
    ///
    /// # Panics
    /// Never: a scenario is a table of plain values.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a scenario is a table of plain values")
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Self::new(SystemKind::default())
    }
}

/// The world that a file is about.
///
/// # Errors
/// If it is not TOML, or there is no such world.
pub(in crate::experiment) fn kind_of(text: &str) -> Result<SystemKind, ScenarioError> {
    let fault = |error: toml::de::Error| ScenarioError::Toml(plain_words(&error.to_string()));
    toml::from_str::<Tables>(text).map_err(fault)?;
    let peek: Peek = toml::from_str(text).map_err(fault)?;
    Ok(peek.system.kind)
}

/// What must be a table: of a list, fields would be taken in their order.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "a table")]
#[expect(clippy::zero_sized_map_values, reason = "a set would be read from a list")]
struct Tables {
    #[serde(rename = "system")]
    _system: BTreeMap<String, IgnoredAny>,
    #[serde(rename = "workload")]
    _workload: BTreeMap<String, IgnoredAny>,
}

/// The one thing that must be known before the rest can be read.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "a table")]
struct Peek {
    system: PeekSystem,
}

#[derive(Default, Deserialize)]
#[serde(default, expecting = "a table, such as { kind = \"cluster\" }")]
struct PeekSystem {
    kind: SystemKind,
}

/// A scenario as it is written, which may leave the policies to its world.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table", bound = "W: Listed")]
struct Written<W: Listed> {
    #[serde(deserialize_with = "seed")]
    seed: u64,
    replications: u32,
    policies: Option<Vec<String>>,
    system: W::System,
    workload: W::Workload,
}

impl<W: Listed> Default for Written<W> {
    fn default() -> Self {
        let Fields { system, workload } = Fields::<W>::default();
        Self { seed: 1, replications: 1, policies: None, system, workload }
    }
}

impl<W: Listed> From<Written<W>> for Scenario {
    fn from(written: Written<W>) -> Self {
        let Written { seed, replications, policies, system, workload } = written;
        let policies = policies.unwrap_or_else(|| W::SYSTEM.usual_policies());
        Self { seed, replications, policies, spec: W::spec(Fields { system, workload }) }
    }
}

struct FromText<'a>(&'a str);

impl WithWorld for FromText<'_> {
    type Value = Result<Scenario, toml::de::Error>;

    fn with<W: Listed>(self) -> Self::Value {
        toml::from_str::<Written<W>>(self.0).map(Scenario::from)
    }
}

struct FromTable(Table);

impl WithWorld for FromTable {
    type Value = Result<Scenario, toml::de::Error>;

    fn with<W: Listed>(self) -> Self::Value {
        self.0.try_into::<Written<W>>().map(Scenario::from)
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_table(None, Table::deserialize(deserializer)?).map_err(|error| D::Error::custom(plain_words(error.message())))
    }
}

struct DefaultOf<'a>(&'a str);

impl WithFields for DefaultOf<'_> {
    type Value = Option<f64>;

    fn with<W: Listed>(self, Fields { system, workload }: &Fields<W>) -> Option<f64> {
        W::default_of(system, workload, self.0)
    }
}

struct Moot<'a>(&'a str);

impl WithFields for Moot<'_> {
    type Value = Option<&'static str>;

    fn with<W: Listed>(self, Fields { system, workload }: &Fields<W>) -> Option<&'static str> {
        W::moot(system, workload, self.0)
    }
}

/// Writes a scenario, without what says nothing.
struct Write<'a, S> {
    scenario: &'a Scenario,
    serializer: S,
}

impl<S: Serializer> WithFields for Write<'_, S> {
    type Value = Result<S::Ok, S::Error>;

    fn with<W: Listed>(self, fields: &Fields<W>) -> Self::Value {
        let Scenario { seed, replications, policies, .. } = self.scenario;
        let default = Fields::<W>::default();
        let mut out = self.serializer.serialize_struct("Scenario", 5)?;
        out.serialize_field("seed", seed)?;
        out.serialize_field("replications", replications)?;
        out.serialize_field("policies", policies)?;
        if W::SYSTEM != SystemKind::default() || fields.system != default.system {
            out.serialize_field("system", &fields.system)?;
        }
        if fields.workload != default.workload {
            out.serialize_field("workload", &fields.workload)?;
        }
        out.end()
    }
}

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.spec.with(Write { scenario: self, serializer })
    }
}

/// Reads a seed.
///
/// # Errors
/// What is no whole number from 0 to [`Scenario::MOST_SEED`].
pub(in crate::experiment) fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let seed = u64::deserialize(deserializer)?;
    let allowed = "a whole number from 0 to 9223372036854775807";
    if seed <= Scenario::MOST_SEED { Ok(seed) } else { Err(D::Error::invalid_value(Unexpected::Unsigned(seed), &allowed)) }
}

/// Splits a list of policies at its commas; a comma inside brackets belongs to the policy.
pub fn split_policies(list: &str) -> Vec<String> {
    let mut depth = 0;
    list.split(|c| {
        depth += match c {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        c == ',' && depth <= 0
    })
    .map(|key| key.trim().to_owned())
    .filter(|key| !key.is_empty())
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::server::Plan;
    use schedscope::workload::{Errors, Sizes, Weights};
    use schedscope::world::JobsSpec;

    fn of_server(scenario: &Scenario) -> JobsSpec {
        scenario.of::<Plan>().unwrap().workload.clone()
    }

    #[test]
    fn toml_round_trip() {
        let text = r#"
            seed = 7
            policies = ["ps", "fspe+ps"]
            [system]
            kind = "server"
            servers = 4
            [workload]
            kind = "synthetic"
            count = 100
            sizes = { pareto = { alpha = 2.0 } }
            errors = { uniform = [0.5, 2.0] }
            weights = { classes = 5, beta = 1.0 }
        "#;
        let scenario = Scenario::from_toml(text).unwrap();
        assert_eq!(of_server(&scenario).sizes, Some(Sizes::Pareto { alpha: 2.0 }));
        assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
        for (words, sizes) in
            [("\"deterministic\"", Sizes::Deterministic), ("{ hyperexponential = { scv = 10.0 } }", Sizes::Hyperexponential { scv: 10.0 })]
        {
            assert_eq!(of_server(&Scenario::from_toml(&format!("[workload]\nsizes = {words}")).unwrap()).sizes, Some(sizes));
        }
        let named = Scenario::from_toml("[workload]\nerrors = \"none\"\nweights = \"none\"").unwrap();
        let named = of_server(&named);
        assert_eq!((named.errors, named.weights), (Some(Errors::None), Some(Weights::None)));
    }

    #[test]
    fn unknown_keys_are_errors() {
        let message = Scenario::from_toml("[workload]\nshpae = 1").unwrap_err().to_string();
        assert!(message.contains("line 2") && message.contains("shpae") && message.contains("shape"), "{message}");
    }

    #[test]
    fn commas_in_brackets() {
        assert_eq!(split_policies("ps, hfsp[preemption=kill,t=3],,fifo"), ["ps", "hfsp[preemption=kill,t=3]", "fifo"]);
    }

    #[test]
    fn fields_are_set_and_taken_out_by_name() {
        let mut scenario = Scenario::default();
        scenario.set("workload.sigma", Some(2.0.into())).unwrap();
        scenario.set("workload.errors", Some("{ uniform = [0.5, 2.0] }".parse().unwrap())).unwrap();
        scenario.set("workload.errors.uniform.1", Some(3.0.into())).unwrap();
        assert_eq!(of_server(&scenario).errors, Some(Errors::Uniform([0.5, 3.0])));
        assert_eq!(scenario.get("workload.errors.uniform.1"), Some(Value::Float(3.0)));
        scenario.set("workload.sigma", None).unwrap();
        scenario.set("workload.errors", None).unwrap();
        assert_eq!(scenario, Scenario::default());
        let why = |scenario: &mut Scenario, name: &str, value: &str| scenario.set(name, Some(value.into())).unwrap_err().to_string();
        assert_eq!(
            why(&mut scenario, "system.machines", "3"),
            "number of machines (system.machines) has no meaning here: it belongs to the cluster; say --system cluster (in a file: \
             system.kind = \"cluster\"); this scenario is of the server"
        );
        assert_eq!(
            why(&mut scenario, "workload.sigma", "much"),
            "estimation error (workload.sigma) is \"much\": invalid type: string \"much\", expected a number"
        );
        assert!(why(&mut scenario, "workload.shpae", "1").contains("did you mean `shape`?"));
    }

    #[test]
    fn a_file_is_answered_in_plain_words() {
        for (text, words) in [
            ("workload = \"prod\"", "expected a table: { field = … }"),
            ("[workload]\nrate = 5", "expected a word, or a table: { word = … }"),
            ("[workload]\nload = { x = 1 }", "found a table, expected a number"),
            ("[[workload]]\ncount = 10", "found a list, expected a table: { field = … }"),
            ("name = 'x'", "unknown field `name`, expected one of `seed`, `replications`, `policies`, `system`, `workload`"),
            (
                "machines = 5",
                "`machines` has no meaning here: it is system.machines, and it belongs to the cluster; say --system cluster (in a file: \
                 system.kind = \"cluster\"); this scenario is of the server",
            ),
        ] {
            let message = Scenario::from_toml(text).unwrap_err().to_string();
            assert!(message.ends_with(words), "{message}");
        }
    }

    #[test]
    fn a_file_of_another_world_says_where_its_fields_belong() {
        let why = Scenario::from_toml("[system]\nservers = 3\nmachines = 2").unwrap_err().to_string();
        assert!(
            why.contains("line 3") && why.contains("`machines` has no meaning here: it belongs to the cluster; say --system cluster"),
            "{why}"
        );
        let cluster = Scenario::from_toml_in(Some(SystemKind::Cluster), "[system]\nkind = \"server\"\nmachines = 2").unwrap();
        assert_eq!((cluster.kind(), cluster.get("system.machines")), (SystemKind::Cluster, Some(Value::Integer(2))));
        assert!(cluster.clone().in_world(SystemKind::Server).is_err());
        assert!(Scenario::from_toml("[system]\nkind = \"moon\"").unwrap_err().to_string().contains("unknown word `moon`"));
    }

    #[test]
    fn every_field_of_every_world_is_documented() {
        for world in SystemKind::ALL {
            for part in Part::all(*world) {
                assert!(!part.about.is_empty(), "{} of the {world}", part.path());
            }
        }
        let count = |world| Part::all(world).iter().find(|part| part.name == "count").unwrap().clone();
        let default = count(SystemKind::Cluster).default;
        assert_eq!(count(SystemKind::Server).form, Form::Whole);
        assert_eq!(default.as_deref(), Some("100; 155 for production-busy and production-idle"));
        assert_eq!(Part::worlds("workload.jobs.maps"), [SystemKind::Cluster]);
    }
}
