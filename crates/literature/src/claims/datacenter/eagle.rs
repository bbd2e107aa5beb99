//! Chapter 3: Eagle.

use super::lab::{Lab, Setting};
use super::{Estimate, Finding, Ratio, Row, Runs, Which, list, ratios, words};
use crate::datacenter_runs::head_of_line;
use crate::judgement::{Check, above, at_most, below, between, check, quotient, reading, relation, share, window};
use std::sync::Arc;

const ALL: [f64; 3] = [0.5, 0.9, 0.99];
/// The row without giant jobs, which single draws have and others have not.
const GIANTS: &[&str] = &["without giants"];

pub fn blocking(lab: &Lab) -> Vec<Finding> {
    let setting = lab.yahoo();
    let [eagle, early] = lab.run(setting, ["eagle", "eagle[sss=early]"]);
    let behind = eagle.estimate(|run| run.counters.probes_behind_long as f64);
    let raced = early.estimate(|run| 100.0 * run.counters.probes_behind_long as f64 / run.counters.probes as f64);
    vec![
        Row {
            id: "E1",
            source: "Delgado, section 3.6.1, table 3.2",
            claim: format!("{}: probes queued behind a long task under Eagle", setting.words()),
            theirs: "0",
            ours: format!("{}", behind.mean),
            checks: vec![check("", Estimate { half: 0.0, ..behind }, relation(at_most(0.0)))],
            by_construction: true,
            note: "Workers with a long task reject the probe at the instant at which it arrives",
            ..Row::default()
        }
        .into(),
        Row {
            id: "E1",
            source: "the authors' simulator",
            claim: format!("{}: the same if workers are asked at submission and queue the probe later", setting.words()),
            theirs: "nothing of it (window: below 0.1 % of all probes)",
            ours: format!("{} %", raced.words()),
            checks: vec![check("", raced, window(below(0.1)))],
            ..Row::default()
        }
        .into(),
    ]
}

/// Probes moved under Eagle ÷ stolen under Hawk on Google's trace: 16.98 and 15.70 millions.
const MOVED: f64 = 16.98 / 15.70;

pub fn counters(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    let percent = |of: Ratio| Ratio { mean: 100.0 * of.mean, low: 100.0 * of.low, high: 100.0 * of.high };
    for (setting, theirs, [behind, away, more, late], ablations) in [
        (lab.yahoo(), "84 %, 92 %, 1.075, 3.5 % (18 000 of 520 000, by two probes a task)", [84.0, 92.0, 1.075, 3.5], &[] as &[&str]),
        (lab.google(), "67 %, 91 %, 1.08, 5 %", [67.0, 91.0, MOVED, 5.0], &["no least probes"]),
    ] {
        let [hawk, eagle] = lab.run(setting, ["hawk", "eagle"]);
        let [blocked, stolen, moved] = head_of_line(&hawk, &eagle);
        let [blocked, stolen] = [blocked, stolen].map(percent);
        let waited = hawk.estimate(|run| 100.0 * run.counters.tasks_behind_long as f64 / run.counters.short_tasks as f64);
        findings.push(
            Row {
                id: "E4",
                source: "Delgado, table 3.2",
                claim: format!(
                    "{}: blocked ÷ all probes and stolen ÷ blocked under Hawk, probes moved under Eagle ÷ stolen under Hawk, short \
                     tasks that run after waiting behind a long one under Hawk",
                    setting.words()
                ),
                theirs,
                ours: format!("{} %, {} %, {}, {} %", blocked.words(), stolen.words(), moved.words(), waited.words()),
                checks: vec![
                    check("blocked", blocked, share(behind)),
                    check("stolen", stolen, share(away)),
                    check("moved", moved, quotient(more)).toward(above(1.0)),
                    check("waited", waited, share(late)),
                ],
                ablations,
                ..Row::default()
            }
            .into(),
        );
    }
    let setting = lab.google();
    let [hawk, few] = lab.run(setting, ["hawk", "eagle-no-minprobes"]);
    let [.., moved] = head_of_line(&hawk, &few);
    findings.push(
        Row {
            id: "E4",
            label: "no least probes",
            source: "Delgado, table 3.2",
            claim: format!("{}: probes moved under Eagle without twenty probes at least ÷ stolen under Hawk", setting.words()),
            theirs: "1.08",
            ours: moved.words(),
            checks: vec![check("moved", moved, quotient(MOVED)).toward(above(1.0))],
            ..Row::default()
        }
        .into(),
    );
    findings
}

/// Short jobs under Eagle ÷ those under Eagle without a part.
struct Ablation {
    eagle: Arc<Runs>,
    other: Arc<Runs>,
}

impl Ablation {
    fn new(lab: &Lab, setting: Setting, without: &str) -> Self {
        let [eagle, other] = lab.run(setting, ["eagle", without]);
        Self { eagle, other }
    }

    fn ratios(&self) -> [Ratio; 3] {
        ratios(&self.eagle, &self.other, Which::Short, ALL)
    }

    /// How the ratio at a percentile differs from that in another setting.
    fn against(&self, other: &Self, p: f64) -> Ratio {
        let [before, after] = [other, self].map(|ablation| ablation.eagle.quotients(&ablation.other, Which::Short, p));
        Ratio::between(&before, &after)
    }
}

pub fn without_sharing(lab: &Lab) -> Vec<Finding> {
    let (yahoo, google) = (lab.yahoo(), lab.google());
    let (wide, narrow) = (google.with_partition(0.2), google.with_partition(0.1));
    let varying = google.varying();
    let ablations = [yahoo, google, wide, narrow, varying].map(|setting| Ablation::new(lab, setting, "eagle-no-sss[scan=past-long]"));
    let [y, g, w, n, v] = ablations.each_ref().map(Ablation::ratios);
    let lesser = |ablation: &Ablation| check("p99 ÷ Yahoo's", ablation.against(&ablations[0], 0.99), relation(above(1.0)));
    let overloaded = |[p50, p90, p99]: [Ratio; 3], ablation: &Ablation| -> Vec<Check> {
        vec![
            check("p50", p50, relation(below(1.0))),
            check("p90", p90, relation(below(1.0))),
            check("p99", p99, relation(above(1.0))),
            lesser(ablation),
        ]
    };
    let what = "short jobs under Eagle ÷ Eagle without SSS";
    let row = |label: &'static str, claim: String, theirs: &'static str, ratios: &[Ratio; 3], checks: Vec<Check>| -> Row<'static> {
        Row { id: "E5", label, source: "Delgado, section 3.6.3", claim, theirs, ours: words(ratios, &ALL), checks, ..Row::default() }
    };
    let theirs = "below 1 at p50 and p90, above 1 at p99; a lesser effect than on Yahoo's";
    vec![
        row(
            "",
            format!("{}: {what}", yahoo.words()),
            "below 1, a greater effect than on Google's",
            &y,
            ["p50", "p90", "p99"].into_iter().zip(y).map(|(name, ratio)| check(name, ratio, relation(below(1.0)))).collect(),
        )
        .into(),
        Row {
            ablations: &["rate varies", "partition of 10 %"],
            ..row("", format!("{}: {what}", google.words()), theirs, &g, overloaded(g, &ablations[1]))
        }
        .into(),
        row("rate varies", format!("{}: {what}", varying.words()), theirs, &v, overloaded(v, &ablations[4])).into(),
        row(
            "partition of 10 %",
            format!("{}, a tenth of the workers kept for short tasks: {what}", narrow.words()),
            theirs,
            &n,
            overloaded(n, &ablations[3]),
        )
        .into(),
        row(
            "",
            format!("{}, a fifth of the workers kept for short tasks: {what}", wide.words()),
            "below 1 at p99, too",
            &w,
            vec![check("p99", w[2], relation(below(1.0)))],
        )
        .into(),
    ]
}

pub fn without_sticking(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    let google = lab.google();
    for (name, settings, label, ablations) in [
        ("Yahoo, 4000 and 8000 workers", [lab.yahoo(), lab.yahoo_of(8000)], "", GIANTS),
        (
            "Yahoo, 4000 and 8000 workers, without jobs of more than 1 % of all work",
            [lab.yahoo().mild(), lab.yahoo_of(8000).mild()],
            "without giants",
            &[],
        ),
        ("Google, 15 000 and 23 000 workers", [google, google.of(23_000)], "", &[]),
    ] {
        let runs = settings.map(|setting| Ablation::new(lab, setting, "eagle-no-sbp-srpt"));
        let [high, low] = runs.each_ref().map(Ablation::ratios);
        let nearer = check("p90, low ÷ high load", runs[1].against(&runs[0], 0.9), relation(above(1.0)));
        let (theirs, checks) = if settings[0] == google {
            let parts = ["eagle-no-sss[scan=past-long]", "eagle-no-minprobes"];
            let less = lab.run(google, parts).map(|other| other.ratio(&runs[0].other, Which::Short, 0.9));
            let most = less.map(|ratio| check("p90 ÷ that without SSS, ÷ without twenty probes", ratio, relation(below(1.0))));
            let significant = check("p90 at high load", high[1], reading(at_most(0.9))).toward(below(1.0));
            (
                "significantly better at high load (read as at most 0.9), the most of all features; less so at lower loads",
                [significant, nearer].into_iter().chain(most).collect(),
            )
        } else {
            ("better at high load, less so at lower ones", vec![check("p90 at high load", high[1], relation(below(1.0))), nearer])
        };
        findings.push(
            Row {
                id: "E6",
                label,
                source: "Delgado, section 3.6.3",
                claim: format!("{name}: short jobs under Eagle ÷ Eagle without sticky probes and SRPT"),
                theirs,
                ours: format!("{}; {}", words(&high, &ALL), words(&low, &ALL)),
                checks,
                ablations,
                ..Row::default()
            }
            .into(),
        );
    }
    findings
}

pub fn misestimation(lab: &Lab) -> Vec<Finding> {
    let setting = lab.google();
    let eagles = lab.run(
        setting,
        [
            "eagle",
            "eagle[error=uniform(0.3,1)]",
            "eagle[error=uniform(0.9,1)]",
            "eagle[error=uniform(1,1.3)]",
            "eagle[error=uniform(1,1.9)]",
        ],
    );
    let others = lab.run(
        setting,
        [
            "dlwl-srpt[heartbeat=3]",
            "dlwl-srpt[heartbeat=3,error=uniform(0.3,1)]",
            "dlwl-srpt[heartbeat=3,error=uniform(0.9,1)]",
            "dlwl-srpt[heartbeat=3,error=uniform(1,1.3)]",
            "dlwl-srpt[heartbeat=3,error=uniform(1,1.9)]",
        ],
    );
    let to_exact = |[exact, wrong @ ..]: &[Arc<Runs>; 5]| wrong.each_ref().map(|wrong| wrong.quotients(exact, Which::Short, 0.99));
    let (eagles, others) = (to_exact(&eagles), to_exact(&others));
    let less_robust = [0, 1, 2, 3].map(|i| Ratio::between(&eagles[i], &others[i]));
    let [eagle, distributed] = [eagles, others].map(|quotients| quotients.map(Ratio::of));
    let row = Row {
        id: "E11",
        source: "Delgado, section 3.6.5",
        claim: format!(
            "{}: short p99 with estimates wrong by a factor of 0.3–1, 0.9–1, 1–1.3, 1–1.9 ÷ exact ones, Eagle; DLWL+SRPT",
            setting.words()
        ),
        theirs: "similarly robust against over-estimation (read as 15 %), Eagle more robust against under-estimation",
        ours: format!("{}; {}; DLWL+SRPT ÷ Eagle {}", list(&eagle), list(&distributed), list(&less_robust)),
        checks: vec![
            check("0.3–1, DLWL+SRPT ÷ Eagle", less_robust[0], relation(above(1.0))),
            check("over-estimation, DLWL+SRPT ÷ Eagle", less_robust[2], reading(between(0.85, 1.15))),
            check("over-estimation, DLWL+SRPT ÷ Eagle", less_robust[3], reading(between(0.85, 1.15))),
        ],
        ..Row::default()
    };
    vec![row.into()]
}
