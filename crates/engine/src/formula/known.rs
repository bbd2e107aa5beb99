//! Policies that a formula expresses.

use super::canonical::Canonical;
use super::{Preempt, RankRule, ShareRule};

/// A policy, and how it is written as a formula.
pub(super) struct Known {
    /// What it is called.
    pub(super) name: &'static str,
    /// Its key in the registry of the server, first; others by which it is known. None if there is no such policy there.
    pub(super) keys: &'static [&'static str],
    /// Its rule. Constants may have any value.
    pub(super) rule: &'static str,
    /// Whether the rule is that of its share.
    pub(super) share: bool,
}

const fn rank(name: &'static str, keys: &'static [&'static str], rule: &'static str) -> Known {
    Known { name, keys, rule, share: false }
}

const fn share(name: &'static str, keys: &'static [&'static str], rule: &'static str) -> Known {
    Known { name, keys, rule, share: true }
}

const KNOWN: [Known; 26] = [
    rank("FIFO", &["fifo", "fcfs"], "arrival"),
    rank("FIFO", &["fifo"], "arrival; preempt=completion"),
    rank("FIFO", &["fifo"], "arrival; preempt=arrival"),
    rank("LIFO, preemptive", &[], "-arrival"),
    rank("LIFO, not preemptive", &[], "-arrival; preempt=completion"),
    rank("SRPT", &["srpt"], "rem"),
    rank("SRPTE", &["srpte"], "estrem"),
    rank("PSJF", &["psjf"], "size"),
    rank("PSJFE", &["psjfe"], "est"),
    rank("SJF", &["sjf"], "size; preempt=completion"),
    rank("SJFE", &["sjfe"], "est; preempt=completion"),
    rank("LAS", &["las", "fb"], "age"),
    rank("MLFQ of three levels, FCFS in each", &[], "if(age<c,0,if(age<d,1,2)); let c=1, d=4"),
    rank("MLFQ of two levels, FCFS in each", &[], "if(age<c,0,1); let c=1"),
    rank("LAS above a grace", &[], "if(age<c,0,age); let c=1"),
    rank("SRPT-B, SRPT with bounce", &["srpt-b", "srptb"], "max(estrem,min(age-est,est))"),
    rank("PSJFE, then LAS", &["psjfe+las"], "max(est,age)"),
    rank("Smith's rule on estimates; the cµ rule if sizes are exponential; PSJFE at equal weights", &["wpsjfe"], "est/weight"),
    rank("Smith's rule on remaining estimates; SRPTE at equal weights", &["wsrpte"], "estrem/weight"),
    rank("weighted LAS", &[], "age/weight"),
    rank("HRRN on estimates", &["hrrn"], "-(1+wait/est); preempt=completion"),
    rank("EDF with a slack proportional to the estimate", &["edf"], "arrival+d*est; let d=2"),
    rank("Gittins", &["gittins"], "gittins(est,age)"),
    rank("SERPT", &["serpt"], "mrl(est,age)"),
    share("PS", &["ps"], "c; let c=1"),
    share("GPS", &["gps", "dps"], "weight"),
];

/// The policy of a name, if a formula expresses it.
pub(super) fn named(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.keys.contains(&name))
}

/// The policy that a rank makes.
pub(super) fn of_rank(rule: &RankRule) -> Option<&'static Known> {
    let own = Canonical::of(&rule.formula.tree, &rule.formula.constants);
    KNOWN.iter().filter(|known| !known.share).find(|known| {
        RankRule::parse(known.rule)
            .is_ok_and(|other| (other.preempt, other.ties) == (rule.preempt, rule.ties) && own.is(&Canonical::pattern(&other.formula.tree)))
    })
}

/// The policy that a share makes.
pub(super) fn of_share(rule: &ShareRule) -> Option<&'static Known> {
    let own = Canonical::of(&rule.formula.tree, &rule.formula.constants);
    KNOWN
        .iter()
        .filter(|known| known.share)
        .find(|known| ShareRule::parse(known.rule).is_ok_and(|other| own.is(&Canonical::pattern(&other.formula.tree))))
}

/// The policies that serve jobs of equal rank.
pub(super) fn of_equal_ranks(rule: &RankRule) -> Option<&'static Known> {
    match (rule.ties, rule.preempt) {
        (super::Ties::Shared, Preempt::Always) => named("ps"),
        _ => named("fifo"),
    }
}
