//! How lines are drawn, and the one table of how each policy is.

use schedscope::registry::Choice;
use serde::Serialize;

/// One of the eight colours of Okabe & Ito, which stay apart for colour-blind readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Hue {
    Black,
    Orange,
    Sky,
    Green,
    Yellow,
    Blue,
    Vermilion,
    Purple,
}

/// How a line is broken, so that it can be told apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Dash {
    Solid,
    Dashed,
    Dotted,
    DashDot,
    LongDash,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Look {
    pub hue: Hue,
    pub dash: Dash,
}

/// How each policy is drawn, everywhere: its world, its key and its look. Related policies share a hue and differ in dash.
const POLICIES: [(&str, &str, Look); 88] = [
    ("server", "fifo", Look { hue: Hue::Black, dash: Dash::Solid }),
    ("server", "ps", Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("server", "gps", Look { hue: Hue::Blue, dash: Dash::Dashed }),
    ("server", "las", Look { hue: Hue::Green, dash: Dash::Solid }),
    ("server", "srpt", Look { hue: Hue::Vermilion, dash: Dash::Solid }),
    ("server", "psjf", Look { hue: Hue::Orange, dash: Dash::Solid }),
    ("server", "sjf", Look { hue: Hue::Orange, dash: Dash::DashDot }),
    ("server", "fsp", Look { hue: Hue::Purple, dash: Dash::Solid }),
    ("server", "srpte", Look { hue: Hue::Vermilion, dash: Dash::Dashed }),
    ("server", "psjfe", Look { hue: Hue::Orange, dash: Dash::Dashed }),
    ("server", "sjfe", Look { hue: Hue::Orange, dash: Dash::Dotted }),
    ("server", "fspe", Look { hue: Hue::Purple, dash: Dash::Dashed }),
    ("server", "fspe+ps", Look { hue: Hue::Sky, dash: Dash::Solid }),
    ("server", "fspe+las", Look { hue: Hue::Sky, dash: Dash::Dashed }),
    ("server", "fspe+ps-aggressive", Look { hue: Hue::Sky, dash: Dash::DashDot }),
    ("server", "srpte+ps", Look { hue: Hue::Vermilion, dash: Dash::DashDot }),
    ("server", "srpte+las", Look { hue: Hue::Vermilion, dash: Dash::Dotted }),
    ("server", "psbs", Look { hue: Hue::Sky, dash: Dash::LongDash }),
    ("server", "rr", Look { hue: Hue::Blue, dash: Dash::DashDot }),
    ("server", "mlfq", Look { hue: Hue::Green, dash: Dash::Dashed }),
    ("server", "lottery", Look { hue: Hue::Blue, dash: Dash::Dotted }),
    ("server", "stride", Look { hue: Hue::Blue, dash: Dash::LongDash }),
    ("server", "priority", Look { hue: Hue::Black, dash: Dash::Dashed }),
    ("server", "hrrn", Look { hue: Hue::Black, dash: Dash::DashDot }),
    ("server", "edf", Look { hue: Hue::Black, dash: Dash::Dotted }),
    ("server", "wpsjfe", Look { hue: Hue::Orange, dash: Dash::LongDash }),
    ("server", "wsrpte", Look { hue: Hue::Vermilion, dash: Dash::LongDash }),
    ("server", "srpt-b", Look { hue: Hue::Purple, dash: Dash::DashDot }),
    ("server", "psjfe+las", Look { hue: Hue::Green, dash: Dash::DashDot }),
    ("server", "nudge", Look { hue: Hue::Black, dash: Dash::LongDash }),
    ("server", "boost", Look { hue: Hue::Yellow, dash: Dash::Solid }),
    ("server", "gittins", Look { hue: Hue::Purple, dash: Dash::LongDash }),
    ("server", "gittins-blind", Look { hue: Hue::Green, dash: Dash::LongDash }),
    ("server", "serpt", Look { hue: Hue::Purple, dash: Dash::Dotted }),
    ("server", "rank", Look { hue: Hue::Sky, dash: Dash::Dotted }),
    ("server", "share", Look { hue: Hue::Green, dash: Dash::Dotted }),
    ("cluster", "fifo", Look { hue: Hue::Black, dash: Dash::Solid }),
    ("cluster", "fair", Look { hue: Hue::Blue, dash: Dash::Dashed }),
    ("cluster", "fair-kill", Look { hue: Hue::Orange, dash: Dash::Dashed }),
    ("cluster", "gp", Look { hue: Hue::Green, dash: Dash::Solid }),
    ("cluster", "hfsp", Look { hue: Hue::Purple, dash: Dash::Solid }),
    ("cluster", "hfsp-mplane", Look { hue: Hue::Purple, dash: Dash::Dashed }),
    ("cluster", "hfsp-viper", Look { hue: Hue::Purple, dash: Dash::DashDot }),
    ("cluster", "dummy", Look { hue: Hue::Vermilion, dash: Dash::DashDot }),
    ("datacenter", "sparrow", Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("datacenter", "central-lwl", Look { hue: Hue::Black, dash: Dash::Solid }),
    ("datacenter", "split", Look { hue: Hue::Black, dash: Dash::Dashed }),
    ("datacenter", "hawk", Look { hue: Hue::Orange, dash: Dash::Solid }),
    ("datacenter", "hawk-no-central", Look { hue: Hue::Orange, dash: Dash::Dashed }),
    ("datacenter", "hawk-no-partition", Look { hue: Hue::Orange, dash: Dash::Dotted }),
    ("datacenter", "hawk-no-stealing", Look { hue: Hue::Orange, dash: Dash::DashDot }),
    ("datacenter", "eagle", Look { hue: Hue::Sky, dash: Dash::Solid }),
    ("datacenter", "eagle-no-sss", Look { hue: Hue::Sky, dash: Dash::Dashed }),
    ("datacenter", "eagle-no-minprobes", Look { hue: Hue::Sky, dash: Dash::Dotted }),
    ("datacenter", "eagle-no-sbp-srpt", Look { hue: Hue::Sky, dash: Dash::DashDot }),
    ("datacenter", "ideal-eagle", Look { hue: Hue::Sky, dash: Dash::LongDash }),
    ("datacenter", "omniscient-lwl", Look { hue: Hue::Black, dash: Dash::Dotted }),
    ("datacenter", "dlwl-srpt", Look { hue: Hue::Vermilion, dash: Dash::Solid }),
    ("datacenter", "kairos", Look { hue: Hue::Green, dash: Dash::Solid }),
    ("datacenter", "yarn-fifo", Look { hue: Hue::Green, dash: Dash::Dashed }),
    ("datacenter", "big-c", Look { hue: Hue::Purple, dash: Dash::Solid }),
    ("ordering", "baseline", Look { hue: Hue::Black, dash: Dash::Solid }),
    ("ordering", "greedy", Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("ordering", "heuristic", Look { hue: Hue::Orange, dash: Dash::Solid }),
    ("ordering", "a_star", Look { hue: Hue::Vermilion, dash: Dash::Solid }),
    ("ordering", "dp", Look { hue: Hue::Vermilion, dash: Dash::Dashed }),
    ("ordering", "beam", Look { hue: Hue::Green, dash: Dash::Solid }),
    ("ordering", "given", Look { hue: Hue::Purple, dash: Dash::Solid }),
    ("network", "fifo", Look { hue: Hue::Black, dash: Dash::Solid }),
    ("network", "fair", Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("network", "tcp", Look { hue: Hue::Black, dash: Dash::Dashed }),
    ("network", "fq-codel", Look { hue: Hue::Blue, dash: Dash::Dashed }),
    ("network", "repflow", Look { hue: Hue::Sky, dash: Dash::Solid }),
    ("network", "priority", Look { hue: Hue::Orange, dash: Dash::Solid }),
    ("network", "pias", Look { hue: Hue::Green, dash: Dash::Dashed }),
    ("network", "las", Look { hue: Hue::Green, dash: Dash::Solid }),
    ("network", "pfabric", Look { hue: Hue::Vermilion, dash: Dash::Solid }),
    ("network", "ideal", Look { hue: Hue::Purple, dash: Dash::Dashed }),
    ("cdn", "centralized", Look { hue: Hue::Black, dash: Dash::Solid }),
    ("cdn", "rand-rand", Look { hue: Hue::Orange, dash: Dash::Solid }),
    ("cdn", "rand-opt", Look { hue: Hue::Orange, dash: Dash::Dashed }),
    ("cdn", "opt-rand", Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("cdn", "opt-opt", Look { hue: Hue::Blue, dash: Dash::Dashed }),
    ("cdn", "proportional", Look { hue: Hue::Green, dash: Dash::Solid }),
    ("cdn", "perf-opt", Look { hue: Hue::Purple, dash: Dash::Solid }),
    ("cdn", "real-opt", Look { hue: Hue::Purple, dash: Dash::Dashed }),
    ("cdn", "lru", Look { hue: Hue::Vermilion, dash: Dash::Solid }),
    ("cdn", "lfu", Look { hue: Hue::Vermilion, dash: Dash::Dashed }),
];

/// Hues of policies that are not in the table, by their place in their world; the next ones differ in dash.
const HUES: [Hue; 6] = [Hue::Blue, Hue::Orange, Hue::Green, Hue::Purple, Hue::Vermilion, Hue::Black];
const DASHES: [Dash; 5] = [Dash::Solid, Dash::Dashed, Dash::DashDot, Dash::LongDash, Dash::Dotted];

/// How a policy is drawn.
pub fn look_of(policy: &Choice) -> Look {
    let (world, key) = (policy.world(), policy.row().key);
    let line = POLICIES.iter().find(|line| (line.0, line.1) == (world, key));
    let place = policy.place();
    let other = Look { hue: HUES[place % HUES.len()], dash: DASHES[place / HUES.len() % DASHES.len()] };
    line.map_or(other, |line| line.2)
}

#[cfg(test)]
mod tests {
    use super::POLICIES;
    use schedscope::{cdn, cluster, datacenter, network, ordering, server};

    #[test]
    fn every_policy_has_a_look_of_its_own() {
        let choices = server::Policy::registry().choices().chain(cluster::Policy::registry().choices());
        let choices = choices.chain(datacenter::Policy::registry().choices()).chain(ordering::Policy::registry().choices());
        let choices = choices.chain(network::Policy::registry().choices()).chain(cdn::Policy::registry().choices());
        let policies: Vec<_> = choices.map(|policy| (policy.world(), policy.row().key)).collect();
        let lines: Vec<_> = POLICIES.iter().map(|(world, key, _)| (*world, *key)).collect();
        assert_eq!(lines, policies, "a policy has no line, or a line has no policy");
        for (i, (world, key, look)) in POLICIES.iter().enumerate() {
            let alike = POLICIES[..i].iter().find(|other| other.0 == *world && other.2 == *look);
            assert!(alike.is_none(), "{world}: {key} looks like {alike:?}");
        }
    }
}
