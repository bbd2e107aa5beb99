//! Chapter 4: Kairos in the simulations of section 4.6.

use super::lab::{Lab, Setting};
use super::{Finding, Row, Run, Which, list, ratios, words};
use crate::estimate::Ratio;
use crate::judgement::{alike, at_most, below, best, check, quotient, reading, window};

/// Workers for Yahoo's jobs.
const YAHOO: [u32; 4] = [4000, 5000, 6000, 8000];
/// Workers for Google's.
const GOOGLE: [u32; 2] = [15_000, 20_000];

/// The settings of the thesis' figures: Yahoo's sizes, the small cluster, Google's.
fn settings(lab: &Lab) -> Vec<Setting> {
    let mut settings = YAHOO.map(|workers| lab.yahoo_of(workers)).to_vec();
    if !lab.is_quick() {
        settings.insert(0, lab.tenth());
    }
    settings.extend(GOOGLE.map(|workers| lab.google().of(workers)));
    settings
}

/// The part of all places at workers that the tasks of the largest job take in the samples of Yahoo's trace that are public,
/// which have 3035 and 3616 of 12 000.
const PUBLISHED: f64 = 0.3;

pub fn utilisation(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    for setting in settings(lab) {
        let [eagle, kairos] = lab.run(setting, ["eagle", "kairos"]);
        let shown = |of: fn(&Run) -> f64| format!("{} %, {} %", kairos.estimate(of).words(), eagle.estimate(of).words());
        for (label, ablations, what, of) in [
            ("", ARRIVING, "", Run::utilisation as fn(&Run) -> f64),
            (ARRIVING[0], &[], " while jobs arrive", Run::utilisation_while_arriving),
        ] {
            let (difference, ratio) = (kairos.beyond(&eagle, of), kairos.against(&eagle, of, of));
            findings.push(
                Row {
                    id: "K1",
                    label,
                    source: "Delgado, section 4.6.3",
                    claim: format!("{}: mean utilisation under Kairos and Eagle{what}", setting.words()),
                    theirs: "the same",
                    ours: format!("{}; difference {}, ratio {}", shown(of), difference.words(), ratio.words()),
                    checks: vec![check("Kairos ÷ Eagle", ratio, alike(1.0))],
                    ablations,
                    by_construction: !label.is_empty(),
                    note: if label.is_empty() {
                        ""
                    } else {
                        "The same work arrives: they differ only by what is left of it when the last job comes"
                    },
                }
                .into(),
            );
        }
    }
    findings
}

/// The rows of utilisation before the last job has come.
const ARRIVING: &[&str] = &["while jobs arrive"];

pub fn short_jobs(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    let mut row = |setting: Setting, waiting: u32, policy: &str, more: &str, label: &'static str, ablations: &'static [&'static str]| {
        let (theirs, tolerance) = if setting == lab.tenth() && !lab.is_quick() {
            ("better (of jobs with all their tasks)", window(below(1.0)))
        } else {
            ("significantly better at high loads (read as at most 0.9), with no number of one size", reading(at_most(0.9)))
        };
        let [eagle, kairos] = lab.run(setting, ["eagle", policy]);
        let short = ratios(&kairos, &eagle, Which::Short, [0.5, 0.9, 0.99]);
        let middle = |p: f64| {
            let mut each = kairos.quotients(&eagle, Which::Short, p);
            each.sort_by(f64::total_cmp);
            each[each.len() / 2]
        };
        let queue = kairos.estimate(|run| run.counters.central_peak as f64);
        let largest = kairos.estimate(|run| f64::from(run.jobs.largest) / setting.places(waiting));
        findings.push(
            Row {
                id: "K4",
                label,
                source: "Delgado, section 4.6.3",
                claim: format!("{}{more}: short jobs under Kairos ÷ Eagle", setting.words()),
                theirs,
                ours: format!(
                    "{}; middle draw p90 {:.2}, p99 {:.2}; tasks of the largest job ÷ places at workers {}; up to {} tasks wait centrally",
                    words(&short, &[0.5, 0.9, 0.99]),
                    middle(0.9),
                    middle(0.99),
                    largest.words(),
                    queue.words()
                ),
                checks: [("p90", short[1]), ("p99", short[2])].map(|(name, ratio)| check(name, ratio, tolerance).toward(below(1.0))).into(),
                ablations,
                ..Row::default()
            }
            .into(),
        );
    };
    let ablations: &[&str] = &["q=4", "q=8", "jobs in turn", "without giants", "largest job fits", "samples"];
    row(lab.tenth(), 2, "kairos", "", "", ablations);
    row(lab.yahoo(), 2, "kairos", "", "", ablations);
    row(lab.yahoo().fitting(PUBLISHED, 2), 2, "kairos", "", "largest job fits", &[]);
    row(lab.yahoo_sample().fitting(PUBLISHED, 2), 2, "kairos", ", samples of 3000 jobs", "samples", &[]);
    row(lab.yahoo(), 4, "kairos[q=4]", ", four tasks may wait at a worker instead of two", "q=4", &[]);
    row(lab.yahoo(), 8, "kairos[q=8]", ", eight tasks may wait at a worker instead of two", "q=8", &[]);
    row(lab.yahoo(), 2, "kairos[next=turn]", ", the central scheduler takes a task of each job in turn", "jobs in turn", &[]);
    row(lab.yahoo().mild(), 2, "kairos", "", "without giants", &[]);
    row(lab.yahoo_of(5000), 2, "kairos", "", "", ablations);
    row(lab.google(), 2, "kairos", "", "", &["Google, rate varies", "Google, quanta of 10 000 s"]);
    row(lab.google().varying(), 2, "kairos", "", "Google, rate varies", &[]);
    row(lab.google(), 2, "kairos[w=10000]", ", quanta of 10 000 s instead of 100", "Google, quanta of 10 000 s", &[]);
    findings.push(best_of_sizes(lab, "Yahoo", YAHOO.map(|workers| lab.yahoo_of(workers)), 0.15));
    findings.push(best_of_sizes(lab, "Google", GOOGLE.map(|workers| lab.google().of(workers)), 0.45));
    findings
}

/// What the source says of the best of its sizes.
fn best_of_sizes<const N: usize>(lab: &Lab, name: &str, settings: [Setting; N], theirs: f64) -> Finding {
    let p99: Vec<Ratio> = settings
        .into_iter()
        .map(|setting| {
            let [eagle, kairos] = lab.run(setting, ["eagle", "kairos"]);
            kairos.ratio(&eagle, Which::Short, 0.99)
        })
        .collect();
    Row {
        id: "K4",
        source: "Delgado, sections 4.1 and 4.6.3",
        claim: format!("{name}, the best of {} sizes: short p99 under Kairos ÷ Eagle", p99.len()),
        theirs: &format!("{theirs}: up to {:.0} % better", 100.0 * (1.0 - theirs)),
        ours: list(&p99),
        checks: best(p99).map(|best| check("best", best, quotient(theirs)).toward(below(1.0))).into_iter().collect(),
        ..Row::default()
    }
    .into()
}
