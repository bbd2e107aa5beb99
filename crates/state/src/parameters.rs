//! The parameters of a policy as it is written, `key[name=value,name=value]`, one by one.

use crate::stage::offered;
use schedscope::registry::{Asked, Choice, Kind, Registry, split_parameters};
use schedscope_core::experiment::{Listed, SystemKind, WithWorld, registry};
use schedscope_core::pictures::names;

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

/// What chips say of the parameters of these policies, behind the name of each: what tells it from the others, or else what is written, or
/// else its way, where the world has policies with several.
pub fn said(world: SystemKind, written: &[String]) -> Vec<String> {
    let choices: Vec<Option<Choice>> = written.iter().map(|written| world.choice(written).ok()).collect();
    let known: Vec<Choice> = choices.iter().flatten().cloned().collect();
    let mut called = names(&known).into_iter();
    let mut of = |choice: &Choice| {
        let behind = |name: String| name.strip_prefix(choice.row().name).map(|rest| rest.trim_start().to_owned()).unwrap_or_default();
        let [told, own] = [called.next().unwrap_or_default(), choice.name()].map(behind);
        let way = || {
            let way = offered(world).ways.and_then(|name| Some((name, *words(world, choice.row().key, name).first()?)));
            way.map(|way| behind(choice.name_with(&[way]))).unwrap_or_default()
        };
        [told, own].into_iter().find(|said| !said.is_empty()).unwrap_or_else(way)
    };
    choices.iter().map(|choice| choice.as_ref().map(&mut of).unwrap_or_default()).collect()
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
    use crate::compare::presets;
    use crate::stage::about;
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

    /// Names that nobody would say aloud, and those that stand twice in a view, are wrong wherever they are.
    fn check_names(choices: &[Choice], view: &str) {
        let all = names(choices);
        for (place, name) in all.iter().enumerate() {
            assert!(!name.contains(['=', '[', ']']), "{view}: {name}");
            assert!(!all[..place].contains(name), "{view}: {name} stands twice");
        }
        let written: Vec<String> = choices.iter().map(|choice| choice.written().to_owned()).collect();
        let world = SystemKind::ALL.iter().copied().find(|world| choices.iter().any(|choice| choice.world() == world.key()));
        let chips: Vec<String> = world.map(|world| said(world, &written)).unwrap_or_default();
        let chips: Vec<String> = choices.iter().zip(&chips).map(|(choice, said)| format!("{} {said}", choice.short_name())).collect();
        for (place, chip) in chips.iter().enumerate() {
            assert!(!chip.contains(['=', '[', ']']) && !chips[..place].contains(chip), "{view}: the chip {chip}");
        }
    }

    #[test]
    fn names_in_every_view_can_be_said_and_are_unique() {
        let mut views: Vec<(String, Vec<Choice>)> = vec![];
        for world in SystemKind::ALL.iter().copied() {
            let about = about(world).unwrap();
            for preset in about.presets.iter().chain(presets(world)) {
                views.push((format!("{world}: {}", preset.name), preset.scenario().choices().unwrap()));
            }
            for place in 0..crate::sweep::presets(world).len() {
                let setup = crate::sweep::preset(world, place);
                views.push((format!("{world}: sweep {place}"), setup.base.scenario.choices().unwrap()));
            }
        }
        for example in schedscope_core::exhibit::EXAMPLES {
            views.push((example.key.to_owned(), example.scenario().choices().unwrap()));
        }
        let learn = include_str!("../../../www/learn.html");
        for link in learn.split("policies=").skip(1).map(|rest| rest.split(['&', '"', ' ', '<']).next().unwrap()) {
            let list = link.replace("%3D", "=").replace("%2B", "+").replace("{trust}", "0.5");
            let world = SystemKind::ALL.iter().copied();
            let choices = |world: SystemKind| split_parameters(&list).map(|written| world.choice(written).ok()).collect::<Option<Vec<_>>>();
            let found = world.clone().find_map(|world| choices(world).filter(|choices| !choices.is_empty()));
            if let Some(choices) = found {
                views.push((format!("Learn: {list}"), choices));
            }
        }
        assert!(views.len() > 60, "{}", views.len());
        for (view, choices) in &views {
            check_names(choices, view);
        }
    }

    #[test]
    fn every_word_of_every_parameter_can_be_said_and_told_apart() {
        for world in SystemKind::ALL.iter().copied() {
            for row in world.rows() {
                for Parameter { name, words, .. } in of_world(world, row.key) {
                    let with = |word: &&'static str| world.choice(&format!("{}[{name}={word}]", row.key)).ok();
                    let choices: Vec<Choice> = words.iter().filter_map(with).collect();
                    check_names(&choices, &format!("{world}: {} {name}", row.key));
                    let plain = world.choice(row.key).unwrap();
                    for other in choices.into_iter().skip(1) {
                        check_names(&[plain.clone(), other], &format!("{world}: {} beside {name}", row.key));
                    }
                }
            }
        }
    }

    #[test]
    fn chips_say_what_tells_policies_apart() {
        let of = |world: SystemKind, written: &[&str]| said(world, &written.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        let cluster = SystemKind::Cluster;
        assert_eq!(of(cluster, &["fair", "hfsp", "gp"]), ["without preemption", "that waits", ""]);
        assert_eq!(of(cluster, &["fair", "hfsp[preemption=suspend]"])[1], "that suspends");
        assert_eq!(of(cluster, &["hfsp", "hfsp[preemption=suspend]"]), ["that waits", "that suspends"]);
        assert_eq!(
            of(cluster, &["hfsp[estimator=oracle]", "hfsp[estimator=oracle,chains=on]"]),
            ["that knows sizes, without chains", "that knows sizes, with chains"]
        );
        assert_eq!(of(SystemKind::Server, &["ps", "rank[est-age]"]), ["", ""]);
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
