//! Chapter 2: Hawk.

use super::lab::{Lab, Setting};
use super::{Estimate, Finding, Ratio, Row, Run, Runs, Which, below_one, each, list, plainly, ratios, steps, words};
use crate::judgement::{Check, Region, Tolerance, above, at_least, at_most, below, between, check, reading, relation, window};

/// The row without giant jobs, which single draws have and others have not.
const GIANTS: &[&str] = &["without giants"];

/// The settings of high load, with the thresholds of p50 and p90 for short jobs.
fn high_loads(lab: &Lab) -> Vec<(Setting, [f64; 2])> {
    let mut settings = vec![(lab.tenth(), [0.4, 0.4]), (lab.google(), [0.4, 0.65])];
    if !lab.is_quick() {
        settings.insert(0, (lab.yahoo(), [0.4, 0.4]));
    }
    settings
}

pub fn motivation(lab: &Lab) -> Vec<Finding> {
    let setting = lab.motivation();
    let [sparrow, eagle] = lab.run(setting, ["sparrow", "eagle"]);
    let [roomy] = lab.run(setting.with_partition(0.05), ["eagle"]);
    let (median, max) = (sparrow.busy_while_arriving(0.5), sparrow.busy_while_arriving(1.0));
    let blocked = sparrow.share(Which::Short, |time| time > 15_000.0);
    let [prompt, prompt_eagle, prompt_roomy] = [&sparrow, &eagle, &roomy].map(|runs| runs.share(Which::Short, |time| time <= 200.0));
    let source = "Delgado, section 2.2.3";
    let part = |run: &Run| {
        100.0 * run.completion.iter().zip(&run.jobs.mean).filter(|(time, mean)| **mean <= 100.0 && **time <= 200.0).count() as f64
    };
    let slower = sparrow.beyond(&eagle, part);
    let eagle_row = |label: &'static str, more: &str, prompt: Estimate, runs: &Runs, ablations: &'static [&'static str]| -> Finding {
        Row {
            id: "H1",
            label,
            source,
            claim: format!("{}, Eagle: short jobs that take at most 200 s{more}", setting.words()),
            theirs: "achievable for most; at least 95 %",
            ours: format!("{} %", prompt.words()),
            checks: vec![check("", prompt, window(at_least(95.0))).compared("− Sparrow", runs.beyond(&sparrow, part), above(0.0))],
            ablations,
            ..Row::default()
        }
        .into()
    };
    vec![
        Row {
            id: "H1",
            source,
            claim: format!("{}, Sparrow: utilisation while jobs arrive, median and highest", setting.words()),
            theirs: "86 %, 97.8 %",
            ours: format!("{} %, {} %", median.words(), max.words()),
            checks: vec![
                check("median", median, window(between(75.0, 92.0))).toward(below(100.0)),
                check("highest", max, window(between(93.0, 99.9))).toward(below(100.0)),
            ],
            ..Row::default()
        }
        .into(),
        Row {
            id: "H1",
            source,
            claim: format!("{}, Sparrow: short jobs, of 100 s, that take more than 15 000 s, and at most 200 s", setting.words()),
            theirs: "a large fraction, at least 20 %; at most 25 %",
            ours: format!("{} %, {} %", blocked.words(), prompt.words()),
            checks: vec![
                check("above 15 000 s", blocked, window(at_least(20.0))).toward(above(0.0)),
                check("at most 200 s", prompt, window(at_most(25.0))).compared("− Eagle", slower, below(0.0)),
            ],
            ..Row::default()
        }
        .into(),
        eagle_row("", "", prompt_eagle, &eagle, &["partition of 5 %"]),
        eagle_row("partition of 5 %", ", with 5 % of the workers kept for them", prompt_roomy, &roomy, &[]),
    ]
}

pub fn short_jobs(lab: &Lab) -> Vec<Finding> {
    let one = |(setting, most): (Setting, [f64; 2])| {
        let [sparrow, hawk] = lab.run(setting, ["sparrow", "hawk"]);
        let ratios = ratios(&hawk, &sparrow, Which::Short, [0.5, 0.9]);
        Row {
            id: "H2",
            source: "Delgado, section 2.4.2",
            claim: format!("{}: short jobs under Hawk ÷ Sparrow", setting.words()),
            theirs: "best 0.2 at p50, 0.1 at p90; at most 0.4 (Google: 0.65 at p90)",
            ours: words(&ratios, &[0.5, 0.9]),
            checks: [("p50", ratios[0], most[0]), ("p90", ratios[1], most[1])]
                .map(|(name, ratio, most)| check(name, ratio, window(at_most(most))).toward(below(1.0)))
                .into(),
            ..Row::default()
        }
        .into()
    };
    high_loads(lab).into_iter().map(one).collect()
}

pub fn long_jobs(lab: &Lab) -> Vec<Finding> {
    let one = |setting: Setting, label: &'static str, ablations: &'static [&'static str]| -> Finding {
        let [sparrow, hawk] = lab.run(setting, ["sparrow", "hawk"]);
        let ratios = ratios(&hawk, &sparrow, Which::Long, [0.5, 0.9]);
        Row {
            id: "H3",
            label,
            source: "Delgado, section 2.4.2",
            claim: format!("{}: long jobs under Hawk ÷ Sparrow are not hurt", setting.words()),
            theirs: "best 0.65 at p50, 0.90 at p90; at most 1",
            ours: words(&ratios, &[0.5, 0.9]),
            checks: each(ratios, [0.5, 0.9], plainly, window(at_most(1.0))),
            ablations,
            ..Row::default()
        }
        .into()
    };
    let mut findings: Vec<Finding> =
        high_loads(lab).into_iter().map(|(setting, _)| one(setting, "", if setting == lab.google() { &[] } else { GIANTS })).collect();
    findings.push(one(lab.tenth().mild(), "without giants", &[]));
    findings
}

pub fn low_load(lab: &Lab) -> Vec<Finding> {
    let settings = [400, 800, 1200, 2000].map(|workers| lab.tenth().of(workers));
    let runs = settings.map(|setting| lab.run(setting, ["sparrow", "hawk"]));
    let of = |which: Which, p: f64| runs.each_ref().map(|[sparrow, hawk]| hawk.quotients(sparrow, which, p));
    let (short50, short99, long) = (of(Which::Short, 0.5), of(Which::Short, 0.99), [of(Which::Long, 0.5), of(Which::Long, 0.9)]);
    let rises: Vec<Check> = steps(&short50).map(|step| check("p50, each ÷ the one before", step, window(at_least(0.98)))).collect();
    let from_800 = long.each_ref().map(|sizes| Ratio::between(&sizes[1], &sizes[3]));
    let towards = Ratio::between(&short99[0], &short99[3]);
    let more = ["sparrow[ratio=4]", "hawk"];
    let patient = settings.map(|setting| lab.run(setting, more));
    let of_patient = |which: Which, p: f64| patient.each_ref().map(|[sparrow, hawk]| hawk.ratio(sparrow, which, p));
    let (patient_99, patient_long) = (of_patient(Which::Short, 0.99), [of_patient(Which::Long, 0.5), of_patient(Which::Long, 0.9)]);
    let ([p50, p99], long) = ([short50, short99].map(|sizes| sizes.map(Ratio::of)), long.map(|sizes| sizes.map(Ratio::of)));
    let claim = "Yahoo, jobs of a tenth of the tasks, 400, 800, 1200, 2000 workers (load 0.88, 0.44, 0.29, 0.18)";
    vec![
        Row {
            id: "H4",
            source: "Delgado, section 2.4.2",
            claim: format!("{claim}: short jobs under Hawk ÷ Sparrow at p50"),
            theirs: "does not fall with workers; at least 0.85 from 800 workers on",
            ours: list(&p50),
            checks: rises
                .into_iter()
                .chain(p50[1..].iter().map(|ratio| check("p50 from 800 workers on", *ratio, window(at_least(0.85)))))
                .collect(),
            ..Row::default()
        }
        .into(),
        towards_one(claim, "", &long, Some(from_800), &["long, four probes"]),
        towards_one(claim, "long, four probes", &patient_long, None, &[]),
        worst_short(claim, "", &p99, Some(towards), &["short, four probes"]),
        worst_short(claim, "short, four probes", &patient_99, None, &[]),
    ]
}

/// What four probes a task instead of Sparrow's two change.
fn probes(label: &str) -> &'static str {
    if label.is_empty() { "Sparrow" } else { "Sparrow with four probes a task" }
}

fn towards_one(
    claim: &str,
    label: &'static str,
    long: &[[Ratio; 4]; 2],
    rise: Option<[Ratio; 2]>,
    ablations: &'static [&'static str],
) -> Finding {
    let from_1200 = long.iter().flat_map(|ratios| &ratios[2..]);
    // Short of the window: that they rise at all from 800 workers on.
    let stated = |(i, ratio): (usize, &Ratio)| {
        let check = check("each from 1200 workers on", *ratio, window(between(0.88, 1.05)));
        match rise {
            Some(rise) => check.compared("2000 ÷ 800 workers", rise[i / 2], above(1.0)),
            None => check,
        }
    };
    Row {
        id: "H4",
        label,
        source: "Delgado, section 2.4.2",
        claim: format!("{claim}: long jobs under Hawk ÷ {} at p50, and at p90", probes(label)),
        theirs: "towards 1; at least 0.88 from 1200 workers on",
        ours: format!("p50 {}; p90 {}", list(&long[0]), list(&long[1])),
        checks: from_1200.enumerate().map(stated).collect(),
        ablations,
        ..Row::default()
    }
    .into()
}

fn worst_short(claim: &str, label: &'static str, p99: &[Ratio; 4], rise: Option<Ratio>, ablations: &'static [&'static str]) -> Finding {
    let last = check("on 2000 workers", p99[3], reading(between(0.85, 1.15)));
    Row {
        id: "H4",
        label,
        source: "Delgado, section 2.4.2",
        claim: format!("{claim}: short jobs under Hawk ÷ {} at p99", probes(label)),
        theirs: "towards 1 (any scheduler is likely to do well)",
        ours: list(p99),
        checks: vec![match rise {
            Some(rise) => last.compared("2000 ÷ 400 workers", rise, above(1.0)),
            None => last,
        }],
        ablations,
        ..Row::default()
    }
    .into()
}

pub fn job_by_job(lab: &Lab) -> Vec<Finding> {
    let setting = lab.google();
    let [sparrow, hawk] = lab.run(setting, ["sparrow", "hawk"]);
    [
        (Which::Short, "short", "better 68 %, by more than half 59 %, better or equal 86 %", 75.0, true),
        (Which::Long, "long", "better 51 %, better or equal 72 %", 60.0, false),
    ]
    .map(|(which, class, theirs, least, halved)| {
        let percent = |of: fn(schedscope_engine::datacenter::Paired) -> f64| hawk.paired(&sparrow, which, move |pair| 100.0 * of(pair));
        let (better, half, equal) = (percent(|pair| pair.better), percent(|pair| pair.halved), percent(|pair| pair.better_or_equal));
        let half = if halved { format!("by more than half {} %, ", half.words()) } else { String::new() };
        let ratio = hawk.paired(&sparrow, which, |pair| pair.mean_ratio);
        Row {
            id: "H5",
            source: "Delgado, section 2.4.2",
            claim: format!("{}: {class} jobs under Hawk against Sparrow, job by job", setting.words()),
            theirs,
            ours: format!("better {} %, {half}better or equal {} %; mean ÷ mean {}", better.words(), equal.words(), ratio.words()),
            checks: vec![
                check("better or equal", equal, window(at_least(least))).toward(above(50.0)),
                check("mean ÷ mean", ratio, relation(below(1.0))),
            ],
            ..Row::default()
        }
        .into()
    })
    .into()
}

pub fn ablations(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    for (setting, large) in [(lab.yahoo(), true), (lab.google(), false)] {
        let [hawk, stealing, partition, central] = lab.run(setting, ["hawk", "hawk-no-stealing", "hawk-no-partition", "hawk-no-central"]);
        let factor = if large { 3.0 } else { 1.5 };
        let of = |runs: &Runs| (runs.ratio(&hawk, Which::Short, 0.9), runs.ratio(&hawk, Which::Long, 0.5));
        let ablations: &[&str] = if large { &["Yahoo without giants"] } else { &[] };
        let mut row = |name: &str, theirs: &str, runs: &Runs, stated: [Tolerance; 2], sides: [Region; 2]| {
            let (short, long) = of(runs);
            findings.push(
                Row {
                    id: "H6",
                    source: "Delgado, section 2.4.4",
                    claim: format!("{}: Hawk without {name} ÷ Hawk", setting.words()),
                    theirs,
                    ours: format!("short p90 {}, long p50 {}", short.words(), long.words()),
                    checks: vec![
                        check("short p90", short, stated[0]).toward(sides[0]),
                        check("long p50", long, stated[1]).toward(sides[1]),
                    ],
                    ablations: if name == CENTRAL { ablations } else { &[] },
                    ..Row::default()
                }
                .into(),
            );
        };
        let much = if large { "short p90 at least 3" } else { "short p90 at least 1.5" };
        row(
            "stealing",
            &format!("{much}, long at least 1"),
            &stealing,
            [window(at_least(factor)), window(at_least(0.99))],
            [above(1.0), at_least(0.99)],
        );
        let (some, least) = if large { ("short p90 at least 3", at_least(3.0)) } else { ("short p90 above 1.1", above(1.1)) };
        row(
            "partition",
            &format!("{some}, long at most 1.02"),
            &partition,
            [window(least), window(at_most(1.02))],
            [above(1.0), at_most(1.02)],
        );
        let central_stated = [window(at_most(1.0)), window(above(1.1))];
        row(CENTRAL, "long p50 above 1.1, short at most 1", &central, central_stated, [at_most(1.0), above(1.0)]);
    }
    let setting = lab.yahoo().mild();
    let [hawk, central] = lab.run(setting, ["hawk", "hawk-no-central"]);
    let (short, long) = (central.ratio(&hawk, Which::Short, 0.9), central.ratio(&hawk, Which::Long, 0.5));
    findings.push(
        Row {
            id: "H6",
            label: "Yahoo without giants",
            source: "Delgado, section 2.4.4",
            claim: format!("{}: Hawk without {CENTRAL} ÷ Hawk", setting.words()),
            theirs: "long p50 above 1.1, short at most 1",
            ours: format!("short p90 {}, long p50 {}", short.words(), long.words()),
            checks: vec![check("short p90", short, window(at_most(1.0))), check("long p50", long, window(above(1.1))).toward(above(1.0))],
            ..Row::default()
        }
        .into(),
    );
    findings
}

const CENTRAL: &str = "central placement";

pub fn contributions(lab: &Lab) -> Vec<Finding> {
    let one = |setting: Setting| {
        let [hawk, stealing, partition, central] = lab.run(setting, ["hawk", "hawk-no-stealing", "hawk-no-partition", "hawk-no-central"]);
        let against = [&partition, &central].map(|other| stealing.ratio(other, Which::Short, 0.9));
        let [stealing, partition, central] = [stealing, partition, central].map(|runs| runs.ratio(&hawk, Which::Short, 0.9));
        Row {
            id: "H7",
            source: "Delgado, section 2.4.4",
            claim: format!("{}: short p90 of Hawk without stealing, partition, central placement ÷ Hawk", setting.words()),
            theirs: "stealing contributes most",
            ours: format!("{}; without stealing ÷ each of the others {}", list(&[stealing, partition, central]), list(&against)),
            checks: ["stealing ÷ partition", "stealing ÷ central placement"]
                .into_iter()
                .zip(against)
                .map(|(name, ratio)| check(name, ratio, relation(above(1.0))))
                .collect(),
            ..Row::default()
        }
        .into()
    };
    [lab.google(), lab.yahoo()].map(one).into()
}

pub fn cap(lab: &Lab) -> Vec<Finding> {
    let setting = lab.yahoo();
    let runs = lab.run(setting, ["hawk[cap=1]", "hawk[cap=2]", "hawk[cap=5]", "hawk", "hawk[cap=50]"]);
    let p90 = runs.each_ref().map(|caps| caps.ratio(&runs[0], Which::Short, 0.9));
    let falls =
        runs.windows(2).map(|pair| check("each ÷ the one before", pair[1].ratio(&pair[0], Which::Short, 0.9), window(at_most(1.05))));
    let row = Row {
        id: "H8",
        source: "Delgado, section 2.4.9",
        claim: format!("{}: short p90 with 1, 2, 5, 10, 50 victims ÷ that with one", setting.words()),
        theirs: "falls; at most 0.8 with ten",
        ours: list(&p90),
        checks: falls.chain([check("ten ÷ one", p90[3], window(at_most(0.8))).toward(below(1.0))]).collect(),
        ..Row::default()
    };
    vec![row.into()]
}

pub fn centralized(lab: &Lab) -> Vec<Finding> {
    let mut findings: Vec<Finding> = [
        (lab.yahoo(), "", &[] as &[&str]),
        (lab.google_filled(), "", &["12 000 workers"]),
        (lab.google_filled().of(12_000), "12 000 workers", &[]),
    ]
    .map(|(setting, label, ablations)| {
        let [hawk, central] = lab.run(setting, ["hawk", "central-lwl"]);
        let short = ratios(&hawk, &central, Which::Short, [0.5, 0.9]);
        let long = hawk.ratio(&central, Which::Long, 0.5);
        Row {
            id: "H9",
            label,
            source: "Delgado, section 2.4.5",
            claim: format!("{}: Hawk ÷ central LWL", setting.words()),
            theirs: "short jobs clearly better, at most 0.5; long jobs slightly worse, 0.97 to 1.2",
            ours: format!(
                "short {}, long p50 {}; {} % of the workers busy under Hawk while jobs arrive",
                words(&short, &[0.5, 0.9]),
                long.words(),
                hawk.estimate(Run::utilisation_while_arriving).words()
            ),
            checks: each(short, [0.5, 0.9], below_one, window(at_most(0.5)))
                .into_iter()
                .chain([check("long p50", long, window(between(0.97, 1.2)))])
                .collect(),
            ablations,
            ..Row::default()
        }
        .into()
    })
    .into();
    let sizes = [400, 600, 800].map(|workers| lab.tenth().of(workers));
    let runs = sizes.map(|setting| lab.run(setting, ["hawk", "central-lwl"]));
    let p50 = runs.each_ref().map(|[hawk, central]| hawk.quotients(central, Which::Short, 0.5));
    let (rises, rise) =
        (steps(&p50).map(|step| check("each ÷ the one before", step, window(at_least(0.98)))), Ratio::between(&p50[0], &p50[2]));
    findings.push(
        Row {
            id: "H9",
            source: "Delgado, section 2.4.5",
            claim: "Yahoo, jobs of a tenth of the tasks, 400, 600, 800 workers: short p50 under Hawk ÷ central LWL".to_owned(),
            theirs: "rises: central LWL catches up as load falls",
            ours: format!("{}; last ÷ first {}", list(&p50.each_ref().map(|each| Ratio::of(each.iter().copied()))), rise.words()),
            checks: rises.chain([check("last ÷ first", rise, relation(above(1.0)))]).collect(),
            ..Row::default()
        }
        .into(),
    );
    findings
}

pub fn split(lab: &Lab) -> Vec<Finding> {
    let sizes = [15_000, 17_000, 20_000].map(|workers| lab.google().of(workers));
    let runs = sizes.map(|setting| lab.run(setting, ["hawk", "split"]));
    let of = |which: Which, p: f64| runs.each_ref().map(|[hawk, split]| hawk.ratio(split, which, p));
    let (p50, p90, long) = (of(Which::Short, 0.5), of(Which::Short, 0.9), of(Which::Long, 0.5));
    let on_yahoo = |setting: Setting, label: &'static str, more: &str, ablations: &'static [&'static str]| -> Finding {
        let [hawk, split] = lab.run(setting, ["hawk", "split"]);
        let short = ratios(&hawk, &split, Which::Short, [0.5, 0.9]);
        Row {
            id: "H10",
            label,
            source: "Delgado, section 2.4.6",
            claim: format!("{}{more}: short jobs under Hawk ÷ split cluster", setting.words()),
            theirs: "below 1 (the thesis shows Google alone)",
            ours: words(&short, &[0.5, 0.9]),
            checks: each(short, [0.5, 0.9], plainly, relation(below(1.0))),
            ablations,
            ..Row::default()
        }
        .into()
    };
    vec![
        Row {
            id: "H10",
            source: "Delgado, section 2.4.6",
            claim: "Google, 15 000, 17 000, 20 000 workers: Hawk ÷ split cluster".to_owned(),
            theirs: "short jobs significantly better at intermediate sizes, below 0.8 on 17 000 workers, less so on fewer and on more; long \
                     jobs slightly worse, 0.95 to 1.35",
            ours: format!("short p50 {}; short p90 {}; long p50 {}", list(&p50), list(&p90), list(&long)),
            checks: [p50[1], p90[1]]
                .map(|ratio| check("short p50, p90 on 17 000", ratio, window(below(0.8))).toward(below(1.0)))
                .into_iter()
                .chain([p50[0], p50[2], p90[0], p90[2]].map(|ratio| check("short p50, p90 on 15 000 and 20 000", ratio, relation(below(1.0)))))
                .chain(long.map(|ratio| check("long p50 on each", ratio, window(between(0.95, 1.35)))))
                .collect(),
            ..Row::default()
        }
        .into(),
        on_yahoo(lab.yahoo(), "", "", &["Yahoo, partition of 1 %"]),
        on_yahoo(lab.yahoo().with_partition(0.01), "Yahoo, partition of 1 %", ", 1 % of the workers kept for short tasks", &[]),
    ]
}

pub fn cutoffs(lab: &Lab) -> Vec<Finding> {
    let setting = lab.google();
    let [sparrow, a, b, c, d, e] =
        lab.run(setting, ["sparrow", "hawk[cutoff=750]", "hawk[cutoff=1000]", "hawk", "hawk[cutoff=1500]", "hawk[cutoff=2000]"]);
    let cutoffs = [(750.0, a), (1000.0, b), (1129.532, c), (1500.0, d), (2000.0, e)];
    let short = cutoffs.each_ref().map(|(cutoff, hawk)| hawk.quotients(&sparrow, Which::UpTo(*cutoff), 0.9));
    let long = cutoffs.each_ref().map(|(cutoff, hawk)| hawk.ratio(&sparrow, Which::Above(*cutoff), 0.9));
    let least: Vec<Check> = short[1..]
        .iter()
        .map(|other| check("each ÷ the smallest cutoff", Ratio::between(&short[0], other), relation(at_least(1.0))))
        .collect();
    let short = short.map(Ratio::of);
    let row = Row {
        id: "H11",
        source: "Delgado, section 2.4.7",
        claim: format!("{}: short p90 under Hawk ÷ Sparrow with a cutoff of 750, 1000, 1130, 1500, 2000 s; long p90", setting.words()),
        theirs: "short below 0.7 for all, least for the smallest cutoff",
        ours: format!("{}; long {}", list(&short), list(&long)),
        checks: short.into_iter().map(|ratio| check("short p90", ratio, window(below(0.7))).toward(below(1.0))).chain(least).collect(),
        ..Row::default()
    };
    vec![row.into()]
}

pub fn misestimation(lab: &Lab) -> Vec<Finding> {
    let setting = lab.google();
    let [sparrow, exact, a, b, c, d, e] = lab.run(
        setting,
        [
            "sparrow",
            "hawk",
            "hawk[error=uniform(0.9,1.1),reclassify=on]",
            "hawk[error=uniform(0.7,1.3),reclassify=on]",
            "hawk[error=uniform(0.5,1.5),reclassify=on]",
            "hawk[error=uniform(0.3,1.7),reclassify=on]",
            "hawk[error=uniform(0.1,1.9),reclassify=on]",
        ],
    );
    let wrong = [a, b, c, d, e];
    let of = |which: Which, p: f64| wrong.each_ref().map(|hawk| hawk.ratio(&exact, which, p));
    let (p50, p90, short) = (of(Which::Long, 0.5), of(Which::Long, 0.9), of(Which::Short, 0.9));
    let claim = format!("{}: estimates wrong by up to 10, 30, 50, 70, 90 %, ÷ exact ones", setting.words());
    let to_sparrow = wrong.each_ref().map(|hawk| hawk.ratio(&sparrow, Which::Long, 0.9));
    let falls = wrong[4].ratio(&wrong[0], Which::Long, 0.9);
    let [kept] = lab.run(setting, ["hawk[error=uniform(0.1,1.9),reclassify=off]"]);
    let short_row = |label: &'static str, claim: String, short: &[Ratio], ablations: &'static [&'static str]| -> Finding {
        Row {
            id: "H12",
            label,
            source: "Delgado, section 2.4.8",
            claim: format!("{claim}: short p90 under Hawk"),
            theirs: "changes minutely: less than 10 % apart",
            ours: list(short),
            checks: short.iter().map(|ratio| check("each", *ratio, window(between(0.9, 1.1)))).collect(),
            ablations,
            ..Row::default()
        }
        .into()
    };
    let long_row = |label: &'static str, what: &str, long: &[Ratio], falls: Ratio, ablations: &'static [&'static str]| -> Finding {
        Row {
            id: "H12",
            label,
            source: "Delgado, section 2.4.8",
            claim: format!("{}: long p90 under Hawk with estimates wrong by up to {what} ÷ Sparrow", setting.words()),
            theirs: "falls as errors grow, and stays below 1",
            ours: format!("{}; last ÷ first {}", list(long), falls.words()),
            checks: std::iter::once(check("last ÷ first", falls, relation(below(1.0))))
                .chain(long.iter().map(|ratio| check("each ÷ Sparrow", *ratio, relation(below(1.0)))))
                .collect(),
            ablations,
            ..Row::default()
        }
        .into()
    };
    let kept_words = "90 %, jobs keeping their class";
    vec![
        Row {
            id: "H12",
            source: "Delgado, section 2.4.8",
            claim: format!("{claim}: long p50, long p90 under Hawk"),
            theirs: "robust: less than 15 % apart",
            ours: format!("p50 {}; p90 {}", list(&p50), list(&p90)),
            checks: p50.into_iter().chain(p90).map(|ratio| check("each", ratio, window(between(0.85, 1.15)))).collect(),
            ..Row::default()
        }
        .into(),
        short_row("", claim, &short, &["short jobs, classes kept"]),
        short_row(
            "short jobs, classes kept",
            format!("{}: estimates wrong by up to {kept_words}, ÷ exact ones", setting.words()),
            &[kept.ratio(&exact, Which::Short, 0.9)],
            &[],
        ),
        long_row("", "10, 30, 50, 70, 90 %", &to_sparrow, falls, &["long jobs, classes kept"]),
        long_row(
            "long jobs, classes kept",
            &format!("10 %, and {kept_words},"),
            &[to_sparrow[0], kept.ratio(&sparrow, Which::Long, 0.9)],
            kept.ratio(&wrong[0], Which::Long, 0.9),
            &[],
        ),
    ]
}
