//! Chapter 4: Kairos in the simulations of section 4.6.

use super::lab::{Lab, Setting};
use super::{Answer, Finding, Interval, Row, Run, Which, all, list, ratios, words};

/// Kairos with the quantum that the thesis has for Google's jobs.
const GOOGLE: &str = "kairos[w=10000]";

/// The settings of the thesis' figures with their Kairos: Yahoo's sizes, the small cluster, Google's.
fn settings(lab: &Lab) -> Vec<(Setting, &'static str)> {
    let mut settings = [4000, 5000, 6000, 8000].map(|workers| (lab.yahoo_of(workers), "kairos")).to_vec();
    if !lab.is_quick() {
        settings.insert(0, (lab.tenth(), "kairos"));
    }
    settings.extend([15_000, 20_000].map(|workers| (lab.google().of(workers), GOOGLE)));
    settings
}

pub fn utilisation(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    for (setting, policy) in settings(lab) {
        let [eagle, kairos] = lab.run(setting, ["eagle", policy]);
        let shown = |of: fn(&Run) -> f64| format!("{} %, {} %", kairos.estimate(of).words(), eagle.estimate(of).words());
        let equal = |of: fn(&Run) -> f64| kairos.beyond(&eagle, of).inside(-2.0, 2.0);
        findings.push(
            Row {
                id: "K1",
                source: "Delgado, section 4.6.3",
                claim: format!("{}: mean utilisation under Kairos and Eagle; the same while jobs arrive", setting.words()),
                theirs: "equal: within 2 points",
                ours: format!("{}; {}", shown(Run::utilisation), shown(Run::utilisation_while_arriving)),
                holds: (equal(Run::utilisation), equal(Run::utilisation_while_arriving)),
                why: "the drain decides: while jobs arrive both are the same. Then Kairos, which has put off the longest tasks, takes longer \
                      to end the last of them, and the same work is divided by more time",
            }
            .into(),
        );
    }
    findings
}

pub fn long_jobs(lab: &Lab) -> Vec<Finding> {
    let one = |(setting, policy): (Setting, &'static str)| {
        let [eagle, kairos] = lab.run(setting, ["eagle", policy]);
        let long = ratios(&kairos, &eagle, Which::Long, [0.5, 0.9]);
        Row {
            id: "K2",
            source: "Delgado, section 4.6.3",
            claim: format!("{}: long jobs under Kairos ÷ Eagle", setting.words()),
            theirs: "at most 1 at p50 and p90",
            ours: words(&long, &[0.5, 0.9]),
            holds: (all(long, |ratio| ratio.at_most(1.0)), Answer::any(long.map(|ratio| ratio.below(1.0)))),
            why: "with quanta of 10 000 s few tasks take turns: the task that came last runs, and all others wait; with shorter quanta (K4) it is \
                  less, but Google's long jobs are more alike than Yahoo's, and taking turns lets none of them complete early",
        }
        .into()
    };
    settings(lab).into_iter().filter(|(setting, _)| *setting != lab.yahoo_of(8000)).map(one).collect()
}

pub fn longest_jobs(lab: &Lab) -> Vec<Finding> {
    let one = |(setting, policy): (Setting, &'static str)| {
        let [eagle, kairos] = lab.run(setting, ["eagle", policy]);
        let p99 = kairos.ratio(&eagle, Which::Long, 0.99);
        Row {
            id: "K3",
            source: "Delgado, section 4.6.3",
            claim: format!("{}: long p99 under Kairos ÷ Eagle", setting.words()),
            theirs: "1.14 to 1.50 (Yahoo), 1.11 to 1.33 (Google); 1 to 1.7",
            ours: p99.words(),
            holds: (p99.within(1.0, 1.7).min(p99.above(1.0)), p99.above(1.0)),
            why: "the longest hundredth are twenty jobs: whether they are put off depends on the giant jobs of a draw",
        }
        .into()
    };
    settings(lab).into_iter().filter(|(setting, _)| *setting != lab.yahoo_of(8000)).map(one).collect()
}

pub fn short_jobs(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    let mut row = |setting: Setting, policy: &str, more: &str, theirs: &str, most: f64| {
        let [eagle, kairos] = lab.run(setting, ["eagle", policy]);
        let short = ratios(&kairos, &eagle, Which::Short, [0.5, 0.9, 0.99]);
        let middle = |p: f64| {
            let mut each = kairos.quotients(&eagle, Which::Short, p);
            each.sort_by(f64::total_cmp);
            each[each.len() / 2]
        };
        let queue = kairos.estimate(|run| run.counters.central_peak as f64);
        findings.push(
            Row {
                id: "K4",
                source: "Delgado, section 4.6.3",
                claim: format!("{}{more}: short jobs under Kairos ÷ Eagle", setting.words()),
                theirs,
                ours: format!(
                    "{}; middle draw p90 {:.2}, p99 {:.2}; up to {} tasks wait centrally",
                    words(&short, &[0.5, 0.9, 0.99]),
                    middle(0.9),
                    middle(0.99),
                    queue.words()
                ),
                holds: (all([short[1], short[2]], |ratio| ratio.at_most(most)), short[2].below(1.0)),
                why: if setting == lab.google() {
                    "the quantum decides part of it: in which unit the thesis' 10 000 are is not said. Short jobs here are large enough to \
                     meet each other at workers, where taking turns delays all of them"
                } else {
                    "giant jobs decide: the central queue is first come, first served, so while tasks of one wait there, all short jobs \
                     behind them do. The more tasks may wait at workers, the rarer that is, and without giant jobs it comes out"
                },
            }
            .into(),
        );
    };
    let best = "down to 0.15 at p99; at most 0.5 at p90 and p99";
    row(lab.tenth(), "kairos", "", best, 0.5);
    for (policy, more) in [
        ("kairos", ""),
        ("kairos[q=4]", ", four tasks may wait at a worker instead of two"),
        ("kairos[q=8]", ", eight tasks may wait at a worker instead of two"),
        ("kairos[next=turn]", ", the central scheduler takes a task of each job in turn"),
    ] {
        row(lab.yahoo(), policy, more, best, 0.5);
    }
    row(lab.yahoo().mild(), "kairos", "", best, 0.5);
    row(lab.yahoo_of(5000), "kairos", "", best, 0.5);
    for (policy, more) in [(GOOGLE, ""), ("kairos[w=1000]", ", quanta of 1000 s instead of 10 000"), ("kairos", ", quanta of 100 s")] {
        row(lab.google(), policy, more, "down to 0.45 at p99", 0.9);
    }
    findings
}

pub fn low_load(lab: &Lab) -> Vec<Finding> {
    let one = |setting: Setting| {
        let [eagle, kairos] = lab.run(setting, ["eagle", "kairos"]);
        let short = ratios(&kairos, &eagle, Which::Short, [0.5, 0.9, 0.99]);
        let [instant] = lab.run(setting, ["kairos[round=0]"]);
        let instant = ratios(&instant, &eagle, Which::Short, [0.5, 0.9, 0.99]);
        Row {
            id: "K5",
            source: "Delgado, section 4.6.3",
            claim: format!("{}: short jobs under Kairos ÷ Eagle; with a central scheduler that acts at once", setting.words()),
            theirs: "converge: 0.9 to 1.1",
            ours: format!("{}; {}", words(&short, &[0.5, 0.9, 0.99]), list(&instant)),
            holds: (all(short, |ratio| ratio.inside(0.9, 1.1)), all(short, |ratio| ratio.inside(0.5, 1.2))),
            why: "what Kairos is behind is the second between two rounds",
        }
        .into()
    };
    [lab.tenth().of(800), lab.tenth().of(1200), lab.yahoo_of(8000)].map(one).into()
}
