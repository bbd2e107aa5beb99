//! A policy of the cluster world as two selections: which one, and how it takes slots away. What else is written in its
//! brackets stays.

use schedscope_engine::cluster::Policy;
use schedscope_engine::registry::split_parameters;

const NAME: &str = "preemption";

/// Ways of the policy with this key to take slots away, its default first; none if there is nothing to choose.
pub fn primitives(key: &str) -> Vec<&'static str> {
    Policy::registry().words(key, NAME)
}

/// Whether the policy with this key has a virtual cluster: that is, whether one may choose how it is divided.
pub fn has_virtual_cluster(key: &str) -> bool {
    !Policy::registry().words(key, "virtual").is_empty()
}

/// Whether what the policy suspends takes room in memory.
pub fn pages(written: &str) -> bool {
    written.parse::<Policy>().is_ok_and(|policy| policy.kind().pages())
}

/// The key of what is written, and its parameters.
fn parts(written: &str) -> (&str, Vec<&str>) {
    let (key, rest) = written.split_once('[').unwrap_or((written, ""));
    (key, split_parameters(rest.trim_end_matches(']')).collect())
}

fn value(part: &str) -> Option<&str> {
    part.split_once('=').filter(|(name, _)| name.trim() == NAME).map(|(_, value)| value.trim())
}

/// The key of what is written.
pub fn key(written: &str) -> &str {
    parts(written).0
}

/// How it takes slots away.
pub fn primitive(written: &str) -> &str {
    let (key, parameters) = parts(written);
    parameters.into_iter().rev().find_map(value).or_else(|| primitives(key).first().copied()).unwrap_or_default()
}

/// The same with another way to take slots away.
pub fn with_primitive(written: &str, primitive: &str) -> String {
    let (key, parameters) = parts(written);
    let mut kept: Vec<String> = parameters.into_iter().filter(|part| value(part).is_none()).map(str::to_owned).collect();
    if primitives(key).first() != Some(&primitive) {
        kept.push(format!("{NAME}={primitive}"));
    }
    if kept.is_empty() { key.to_owned() } else { format!("{key}[{}]", kept.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Scenario, SystemKind};

    #[test]
    fn a_policy_is_a_key_and_a_way_to_take_slots_away() {
        for (written, known) in [
            ("fifo", ("fifo", "")),
            ("fair", ("fair", "none")),
            ("fair[preemption=kill]", ("fair", "kill")),
            ("hfsp", ("hfsp", "wait")),
            ("hfsp[t=3, preemption = kill]", ("hfsp", "kill")),
            ("hfsp[preemption=kill,preemption=wait]", ("hfsp", "wait")),
        ] {
            assert_eq!((key(written), primitive(written)), known, "{written}");
        }
    }

    #[test]
    fn another_way_leaves_the_rest_in_its_brackets() {
        assert_eq!(with_primitive("hfsp", "kill"), "hfsp[preemption=kill]");
        assert_eq!(with_primitive("hfsp[preemption=kill]", "wait"), "hfsp", "the default is not written down");
        assert_eq!(with_primitive("hfsp[t=3,preemption=kill,x=2]", "suspend"), "hfsp[t=3,x=2,preemption=suspend]");
    }

    #[test]
    fn policies_that_age_jobs_have_a_virtual_cluster() {
        let keys = Policy::registry().rows().map(|row| row.key).filter(|key| has_virtual_cluster(key));
        assert_eq!(keys.collect::<Vec<_>>(), ["hfsp", "hfsp-mplane", "hfsp-viper"]);
    }

    #[test]
    fn policies_page_where_they_suspend() {
        let known = ["hfsp-viper", "hfsp-viper[preemption=kill]", "hfsp[preemption=suspend]", "dummy", "dummy[paging=off]", "nonsense"];
        assert_eq!(known.map(pages), [true, false, false, true, false, false]);
    }

    #[test]
    fn every_way_that_is_offered_is_one_that_the_policy_has() {
        for row in Policy::registry().rows() {
            for primitive in primitives(row.key) {
                let written = with_primitive(row.key, primitive);
                let asked = Scenario { policies: vec![written.clone()], ..Scenario::new(SystemKind::Cluster) };
                assert!(asked.choices().is_ok(), "{written}");
            }
        }
    }
}
