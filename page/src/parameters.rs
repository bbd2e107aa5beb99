//! The parameters of a policy as it is written, `key[name=value,name=value]`, one by one.

use schedscope::registry::{Asked, Kind, Registry, split_parameters};
use schedscope_core::experiment::{Listed, SystemKind, WithWorld, registry};

/// A parameter that a policy has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What it may be, with its unit.
    pub allowed: &'static str,
    /// The words that it may be, its default first; none if it need not be a word.
    pub words: Vec<&'static str>,
    /// What is written; empty for its default.
    pub value: String,
}

/// The key of what is written, and its parameters.
fn parts(written: &str) -> (&str, Vec<(&str, &str)>) {
    let (key, rest) = written.split_once('[').unwrap_or((written, ""));
    let pair = |part| str::split_once(part, '=').map(|(name, value)| (name.trim(), value.trim()));
    (key.trim(), split_parameters(rest.trim_end_matches(']')).filter_map(pair).collect())
}

/// The key of what is written.
pub fn key(written: &str) -> &str {
    parts(written).0
}

/// What is written of a parameter; of one that is there twice the last.
pub fn value<'a>(written: &'a str, name: &str) -> Option<&'a str> {
    parts(written).1.into_iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// All parameters of the policy, in the order of its registry, but for words that say nothing beside its other parameters.
pub fn parameters<K: Kind>(registry: &'static Registry<K>, written: &str) -> Vec<Parameter> {
    let Some(preset) = registry.presets().iter().find(|preset| preset.row.key == key(written)) else { return vec![] };
    let of = |its: &'static schedscope::registry::Parameter<K>| Parameter {
        name: its.name(),
        about: its.about(),
        allowed: its.allowed(),
        words: if its.reads().is_empty() { registry.words(preset.row.key, its.name()) } else { vec![] },
        value: value(written, its.name()).unwrap_or_default().to_owned(),
    };
    let is_heard = |written: &str| written.parse::<Asked<K>>().is_ok();
    let mut all: Vec<Parameter> = registry.parameters_of(preset).map(of).collect();
    if is_heard(written) {
        all.retain(|its| its.words.len() < 2 || its.words[1..].iter().any(|word| is_heard(&with(registry, written, its.name, word))));
    }
    all
}

/// The same policy with another value of a parameter; nothing, or a word that is its default, is not written.
pub fn with<K: Kind>(registry: &Registry<K>, written: &str, name: &str, value: &str) -> String {
    let (key, mut kept) = parts(written);
    kept.retain(|(known, _)| *known != name);
    let value = value.trim();
    if !value.is_empty() && registry.words(key, name).first() != Some(&value) {
        kept.push((name, value));
    }
    let list: Vec<String> = kept.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    if list.is_empty() { key.to_owned() } else { format!("{key}[{}]", list.join(",")) }
}

/// All parameters of a policy of a world.
pub fn of_world(world: SystemKind, written: &str) -> Vec<Parameter> {
    world.with(All(written))
}

/// A policy of a world with another value of a parameter.
pub fn changed(world: SystemKind, written: &str, name: &str, value: &str) -> String {
    world.with(With(written, name, value))
}

/// The words that a parameter of a policy may be, its default first.
pub fn words(world: SystemKind, key: &str, name: &str) -> Vec<&'static str> {
    world.with(Words(key, name))
}

struct All<'a>(&'a str);

impl WithWorld for All<'_> {
    type Value = Vec<Parameter>;

    fn with<W: Listed>(self) -> Self::Value {
        parameters(registry::<W>(), self.0)
    }
}

struct With<'a>(&'a str, &'a str, &'a str);

impl WithWorld for With<'_> {
    type Value = String;

    fn with<W: Listed>(self) -> String {
        with(registry::<W>(), self.0, self.1, self.2)
    }
}

struct Words<'a>(&'a str, &'a str);

impl WithWorld for Words<'_> {
    type Value = Vec<&'static str>;

    fn with<W: Listed>(self) -> Self::Value {
        registry::<W>().words(self.0, self.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::{cluster, datacenter};

    #[test]
    fn every_parameter_of_every_policy_can_be_set_and_unset() {
        fn check<K: Kind>(registry: &'static Registry<K>) -> usize {
            let mut words = 0;
            for row in registry.rows() {
                for Parameter { name, words: known, value, about, allowed } in parameters(registry, row.key) {
                    assert!(value.is_empty() && !about.is_empty() && !allowed.is_empty(), "{} {name}", row.key);
                    for word in &known {
                        let written = with(registry, row.key, name, word);
                        assert!(written.parse::<Asked<K>>().is_ok(), "{written}");
                        assert_eq!(written == row.key, *word == known[0], "{written}: the default is not written down");
                        assert_eq!(with(registry, &written, name, ""), row.key);
                        words += 1;
                    }
                }
            }
            words
        }
        assert!(check(cluster::Policy::registry()) > 20);
        assert!(check(datacenter::Policy::registry()) > 0);
    }

    #[test]
    fn what_may_be_a_formula_is_written() {
        let of = |written: &str| {
            let all = parameters(datacenter::Policy::registry(), written).into_iter();
            all.filter(|parameter| parameter.words.is_empty() && parameter.allowed.contains("formula of")).collect::<Vec<_>>()
        };
        let names: Vec<&str> = of("sparrow").iter().map(|parameter| parameter.name).collect();
        assert_eq!(names, ["choice", "order"]);
        let registry = datacenter::Policy::registry();
        let written = with(registry, "sparrow[ratio=3]", "order", " if(est<wait,0,est) ");
        assert_eq!((written.as_str(), of(&written)[1].value.as_str()), ("sparrow[ratio=3,order=if(est<wait,0,est)]", "if(est<wait,0,est)"));
        let scans = |written: &str| parameters(registry, written).iter().any(|parameter| parameter.name == "scan");
        assert!(scans(&written) && !scans("sparrow[ratio=3]"), "which entries are scanned is asked where they have an order");
        assert_eq!(with(registry, &written, "order", "fifo"), "sparrow[ratio=3]");
    }

    #[test]
    fn the_rest_in_the_brackets_stays() {
        assert_eq!(
            with(cluster::Policy::registry(), "hfsp[t=3, preemption = kill,x=2]", "preemption", "suspend"),
            "hfsp[t=3,x=2,preemption=suspend]"
        );
        assert_eq!(value("hfsp[preemption=kill,preemption=wait]", "preemption"), Some("wait"));
        assert_eq!((key("hfsp[t=3]"), value("hfsp[t=3]", "x")), ("hfsp", None));
        let of = parameters(cluster::Policy::registry(), "hfsp[preemption=kill]")
            .into_iter()
            .find(|parameter| parameter.name == "preemption")
            .unwrap();
        assert_eq!((of.value.as_str(), of.words[0]), ("kill", "wait"));
    }
}
