//! The parameter of a cluster policy that says how it takes slots away: its preemption.

use crate::parameters::{key, value};
use schedscope::cluster::Policy;

/// The parameter that says how slots are taken away.
pub const PREEMPTION: &str = "preemption";

/// Ways of the policy with this key to take slots away, its default first; none if there is nothing to choose.
pub fn primitives(key: &str) -> Vec<&'static str> {
    Policy::registry().words(key, PREEMPTION)
}

/// Whether the policy with this key has a virtual cluster: that is, whether one may choose how it is divided.
pub fn has_virtual_cluster(key: &str) -> bool {
    !Policy::registry().words(key, "virtual").is_empty()
}

/// Whether what the policy suspends takes room in memory.
pub fn pages(written: &str) -> bool {
    written.parse::<Policy>().is_ok_and(|policy| policy.kind().pages())
}

/// How it takes slots away.
pub fn primitive(written: &str) -> &str {
    value(written, PREEMPTION).or_else(|| primitives(key(written)).first().copied()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::with;
    use schedscope_core::experiment::{Scenario, SystemKind};

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
                let written = with(Policy::registry(), row.key, PREEMPTION, primitive);
                let asked = Scenario { policies: vec![written.clone()], ..Scenario::new(SystemKind::Cluster) };
                assert!(asked.choices().is_ok(), "{written}");
            }
        }
    }
}
