//! Chapter 3: Eagle.

use super::lab::{Lab, Setting};
use super::{Answer, Finding, Interval, Ratio, Row, Runs, Which, all, list, ratios, words};
use crate::literature::datacenter_runs::head_of_line;
use std::sync::Arc;

const ALL: [f64; 3] = [0.5, 0.9, 0.99];
const GIANTS: &str = "the workload is like the trace, not the trace: giant jobs of single draws move the percentiles";

pub fn blocking(lab: &Lab) -> Vec<Finding> {
    let setting = lab.yahoo();
    let [eagle, early] = lab.run(setting, ["eagle", "eagle[sss=early]"]);
    let behind = eagle.estimate(|run| run.counters.probes_behind_long as f64);
    let raced = early.estimate(|run| 100.0 * run.counters.probes_behind_long as f64 / run.counters.probes as f64);
    vec![
        Row {
            id: "E1",
            source: "Delgado, section 3.3",
            claim: format!("{}: probes queued behind a long task under Eagle", setting.words()),
            theirs: "0",
            ours: format!("{}", behind.mean),
            holds: ((behind.mean == 0.0).into(), Answer::No),
            why: "",
        }
        .into(),
        Row {
            id: "E1",
            source: "the authors' simulator",
            claim: format!("{}: the same if workers are asked at submission and queue the probe later", setting.words()),
            theirs: "below 0.1 % of all probes",
            ours: format!("{} %", raced.mean),
            holds: (raced.below(0.1), Answer::No),
            why: "",
        }
        .into(),
    ]
}

/// All sizes of the thesis' clusters, and the small one.
fn sizes(lab: &Lab) -> Vec<Setting> {
    let mut settings = [4000, 5000, 6000, 8000].map(|workers| lab.yahoo_of(workers)).to_vec();
    if !lab.is_quick() {
        settings.push(lab.tenth());
    }
    settings.extend([lab.google(), lab.google().of(20_000)]);
    settings
}

pub fn short_jobs(lab: &Lab) -> Vec<Finding> {
    let one = |setting: Setting| {
        let [hawk, eagle] = lab.run(setting, ["hawk", "eagle"]);
        let short = ratios(&eagle, &hawk, Which::Short, ALL);
        let high = setting == lab.yahoo() || setting == lab.tenth() || setting == lab.google();
        let limits = if high { [0.45, 0.45, 1.0] } else { [1.0; 3] };
        Row {
            id: "E2",
            source: "Delgado, section 3.6.1",
            claim: format!("{}: short jobs under Eagle ÷ Hawk", setting.words()),
            theirs: if high { "0.1 to 0.33 at the highest load; p50 and p90 at most 0.45" } else { "below 1 at all percentiles" },
            ours: words(&short, &ALL),
            holds: (Answer::all(short.iter().zip(limits).map(|(ratio, most)| ratio.below(most))), all(short, |ratio| ratio.below(1.0))),
            why: GIANTS,
        }
        .into()
    };
    sizes(lab).into_iter().map(one).collect()
}

pub fn long_jobs(lab: &Lab) -> Vec<Finding> {
    let one = |setting: Setting| {
        let [hawk, eagle] = lab.run(setting, ["hawk", "eagle"]);
        let long = ratios(&eagle, &hawk, Which::Long, ALL);
        Row {
            id: "E3",
            source: "Delgado, section 3.6.1",
            claim: format!("{}: long jobs under Eagle ÷ Hawk are not hurt", setting.words()),
            theirs: "0.8 to 1.05",
            ours: words(&long, &ALL),
            holds: (all(long, |ratio| ratio.inside(0.8, 1.05)), all(long, |ratio| ratio.inside(0.7, 1.1))),
            why: "",
        }
        .into()
    };
    sizes(lab).into_iter().map(one).collect()
}

pub fn counters(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    for (setting, theirs, bands) in [
        (lab.yahoo(), "0.84, 0.92, 1.08, 3.5 %", [(0.74, 0.94), (0.75, 1.0), (0.95, 1.25), (1.0, 8.0)]),
        (lab.google(), "0.67, 0.91, 1.08, 5 %", [(0.52, 0.82), (0.75, 1.0), (0.95, 1.25), (3.0, 15.0)]),
    ] {
        let [hawk, eagle] = lab.run(setting, ["hawk", "eagle"]);
        let [blocked, stolen, moved] = head_of_line(&hawk, &eagle);
        let waited = hawk.estimate(|run| 100.0 * run.counters.tasks_behind_long as f64 / run.counters.short_tasks as f64);
        let measured = [blocked.mean, stolen.mean, moved.mean, waited.mean];
        let hits = measured.iter().zip(bands).filter(|(x, (low, high))| (*low..=*high).contains(*x)).count();
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
                ours: format!("{}, {}, {}, {} %", blocked.words(), stolen.words(), moved.words(), waited.words()),
                holds: ((hits == 4).into(), (hits >= 3).into()),
                why: "Eagle's twenty probes for small jobs are blocked, too: the more small jobs, the more it moves",
            }
            .into(),
        );
    }
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
    let wide = google.with_partition(0.2);
    let ablations = [yahoo, google, wide].map(|setting| Ablation::new(lab, setting, "eagle-no-sss[scan=past-long]"));
    let [y, g, w] = ablations.each_ref().map(Ablation::ratios);
    let (from_yahoo, by_width) = (ablations[1].against(&ablations[0], 0.99), ablations[2].against(&ablations[1], 0.99));
    let row = |claim: String, theirs: &'static str, ratios: &[Ratio; 3], holds: (Answer, Answer), why: &'static str| -> Finding {
        Row { id: "E5", source: "Delgado, section 3.6.3", claim, theirs, ours: words(ratios, &ALL), holds, why }.into()
    };
    let what = "short jobs under Eagle ÷ Eagle without SSS";
    vec![
        row(
            format!("{}: {what}", yahoo.words()),
            "below 1, at most 0.65 at p99",
            &y,
            (all(y, |ratio| ratio.below(1.0)).min(y[2].at_most(0.65)), y[2].below(1.0)),
            GIANTS,
        ),
        row(
            format!("{}: {what}", google.words()),
            "below 1 at p50 and p90, above 1 at p99; a lesser effect than on Yahoo's",
            &g,
            {
                let most = g[0].below(1.0).min(g[1].below(1.0));
                (Answer::all([most, g[2].above(1.0), from_yahoo.above(1.0)]), most)
            },
            "the short partition is not as loaded as the thesis': of our Google-like work less is in short jobs",
        ),
        row(
            format!("{}, a fifth of the workers kept for short tasks: {what}", wide.words()),
            "below 1 at p99, too",
            &w,
            (w[2].below(1.0), by_width.below(1.0)),
            "",
        ),
    ]
}

pub fn without_sticking(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    for (name, settings) in [
        ("Yahoo, 4000 and 8000 workers", [lab.yahoo(), lab.yahoo_of(8000)]),
        ("Google, 15 000 and 23 000 workers", [lab.google(), lab.google().of(23_000)]),
    ] {
        let ablations = settings.map(|setting| Ablation::new(lab, setting, "eagle-no-sbp-srpt"));
        let [high, low] = ablations.each_ref().map(Ablation::ratios);
        findings.push(
            Row {
                id: "E6",
                source: "Delgado, section 3.6.3",
                claim: format!("{name}: short jobs under Eagle ÷ Eagle without sticky probes and SRPT"),
                theirs: "p90 at most 0.6 at high load, at least 0.8 at low load",
                ours: format!("{}; {}", words(&high, &ALL), words(&low, &ALL)),
                holds: (
                    high[1].at_most(0.6).min(low[1].at_least(0.8)),
                    high[1].below(1.0).min(ablations[1].against(&ablations[0], 0.9).above(1.0)),
                ),
                why: GIANTS,
            }
            .into(),
        );
    }
    findings
}

pub fn without_least_probes(lab: &Lab) -> Vec<Finding> {
    let (google, yahoo) = (lab.google(), lab.yahoo());
    let [g, y] = [google, yahoo].map(|setting| Ablation::new(lab, setting, "eagle-no-minprobes").ratios());
    let row = |setting: Setting, theirs: &'static str, ratios: &[Ratio; 3], holds: (Answer, Answer), why: &'static str| -> Finding {
        let claim = format!("{}: short jobs under Eagle ÷ Eagle without twenty probes at least", setting.words());
        Row { id: "E7", source: "Delgado, section 3.6.3", claim, theirs, ours: words(ratios, &ALL), holds, why }.into()
    };
    vec![
        row(
            google,
            "0.6 to 0.7; at most 0.9 at p50 and p90",
            &g,
            (all([g[0], g[1]], |ratio| ratio.at_most(0.9)), all([g[0], g[1]], |ratio| ratio.below(1.0))),
            "jobs of one task gain, at the price of others whose tasks they pass",
        ),
        row(yahoo, "0.9 to 1; 0.8 to 1.02", &y, (all(y, |ratio| ratio.within(0.8, 1.02)), all(y, |ratio| ratio.inside(0.6, 1.1))), GIANTS),
    ]
}

pub fn omniscient(lab: &Lab) -> Vec<Finding> {
    let mut settings = vec![(lab.google(), (0.85, 1.2)), (lab.tenth(), (0.7, 1.5))];
    if !lab.is_quick() {
        settings.push((lab.yahoo(), (0.85, 1.2)));
    }
    let one = |(setting, (low, high)): (Setting, (f64, f64))| {
        let [bare, omniscient] = lab.run(setting, ["eagle-no-sbp-srpt", "omniscient-lwl"]);
        let near = ratios(&bare, &omniscient, Which::Short, ALL);
        Row {
            id: "E8",
            source: "Delgado, section 3.6.4",
            claim: format!("{}: short jobs under Eagle without sticky probes and SRPT ÷ omniscient LWL", setting.words()),
            theirs: "very close: 0.85 to 1.2 (0.7 to 1.5 in the small cluster)",
            ours: words(&near, &ALL),
            holds: (all(near, |ratio| ratio.inside(low, high)), all(near, |ratio| ratio.inside(0.5, 2.0))),
            why: "probes do not see where the queues are short: omniscient LWL finds the free workers that probes miss, most of all for \
                  jobs of few tasks",
        }
        .into()
    };
    settings.into_iter().map(one).collect()
}

pub fn distributed(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    let mut settings = vec![(lab.tenth(), "dlwl-srpt"), (lab.google(), "dlwl-srpt[heartbeat=3]")];
    if !lab.is_quick() {
        settings.insert(0, (lab.yahoo(), "dlwl-srpt"));
    }
    for (setting, policy) in settings {
        let [eagle, other] = lab.run(setting, ["eagle", policy]);
        let (short, long) = (ratios(&eagle, &other, Which::Short, ALL), ratios(&eagle, &other, Which::Long, ALL));
        let limits = [1.02, 1.15, 1.05];
        findings.push(
            Row {
                id: "E9",
                source: "Delgado, section 3.6.2",
                claim: format!("{}: short jobs under Eagle ÷ DLWL+SRPT", setting.words()),
                theirs: "below 1; at most 1.02, 1.15, 1.05",
                ours: words(&short, &ALL),
                holds: (Answer::all(short.iter().zip(limits).map(|(ratio, most)| ratio.at_most(most))), short[0].below(1.0)),
                why: GIANTS,
            }
            .into(),
        );
        findings.push(
            Row {
                id: "E9",
                source: "Delgado, section 3.6.2",
                claim: format!("{}: long jobs under Eagle ÷ DLWL+SRPT", setting.words()),
                theirs: "below 1 in the vast majority of cases",
                ours: words(&long, &ALL),
                holds: (all(long, |ratio| ratio.below(1.0)), all([long[0], long[1]], |ratio| ratio.below(1.0))),
                why: "least remaining work first serves the small among long jobs first, which Eagle serves as they come: that outweighs \
                      the short tasks that pass them, in the authors' simulator too",
            }
            .into(),
        );
    }
    findings
}

pub fn heartbeats(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    for (setting, name, policies, theirs) in [
        (
            lab.google(),
            "3, 5, 7 s",
            ["dlwl-srpt[heartbeat=3]", "dlwl-srpt[heartbeat=5]", "dlwl-srpt"],
            "p90 1.048, 1.068; p99 1.022, 1.042; grows, by less than 15 %",
        ),
        (lab.yahoo(), "7, 14, 28 s", ["dlwl-srpt", "dlwl-srpt[heartbeat=14]", "dlwl-srpt[heartbeat=28]"], "grows, by less than 15 %"),
    ] {
        let [a, b, c] = lab.run(setting, policies);
        let of = |p: f64| [b.ratio(&a, Which::Short, p), c.ratio(&a, Which::Short, p)];
        let (p90, p99) = (of(0.9), of(0.99));
        let (next90, next99) = (c.ratio(&b, Which::Short, 0.9), c.ratio(&b, Which::Short, 0.99));
        let grows = all([p90[0], next90, p99[0], next99], |ratio| ratio.at_least(0.97));
        let little = all([p90[1], p99[1]], |ratio| ratio.at_most(1.15));
        findings.push(
            Row {
                id: "E10",
                source: "Delgado, section 3.6.2",
                claim: format!("{}: short jobs under DLWL+SRPT with heartbeats of {name} ÷ those with the first", setting.words()),
                theirs,
                ours: format!("p90 {}; p99 {}", list(&p90), list(&p99)),
                holds: (grows.min(little), all([p90[1], p99[1]], |ratio| ratio.above(1.0))),
                why: "an effect of the same order; how large it is depends on how many jobs come between two heartbeats",
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
    let less_robust = Ratio::between(&eagles[0], &others[0]);
    let [eagle, distributed] = [eagles, others].map(|quotients| quotients.map(Ratio::of));
    let row = Row {
        id: "E11",
        source: "Delgado, section 3.6.5",
        claim: format!(
            "{}: short p99 with estimates wrong by a factor of 0.3–1, 0.9–1, 1–1.3, 1–1.9 ÷ exact ones, Eagle; DLWL+SRPT",
            setting.words()
        ),
        theirs: "Eagle robust, at most 1.25; DLWL+SRPT as robust against over-estimation, less so against under-estimation",
        ours: format!("{}; {}", list(&eagle), list(&distributed)),
        holds: {
            let robust = all(eagle, |ratio| ratio.at_most(1.25));
            (robust.min(less_robust.above(1.0)), robust)
        },
        why: "",
    };
    vec![row.into()]
}
