//! Chapter 4: Kairos on its testbed (section 4.5), and its way to break ties.

use super::lab::{Lab, Setting};
use super::{Finding, Ratio, Row, Run, Runs, Which, list, words};
use crate::judgement::{
    Check, above, at_least, at_most, below, between, check, duration, quotient, reading, relation, slightly_more, window,
};

/// The prototype, whose guard is that of its code.
const KAIROS: &str = "kairos[q=4,w=50,guard=interrupted]";

/// How fast interrupted tasks go on, with cores of the eight of the testbed's processors that the scheduler does not give out: not at
/// all, a tenth as in the authors' configuration, so that four of them do the work of one more core and of two, and as if they were
/// not interrupted, which is the default of their code.
const LEAKS: [f64; 5] = [0.0, 0.1, 0.25, 0.5, 1.0];

/// Labels of the rows in which they do.
const LEAKING: &[&str] = &["leak=0.1", "leak=0.25", "leak=0.5", "leak=1"];

/// The same of claim K11's rows of slowdown.
const SLOWER: &[&str] = &["slowdown, leak=0.1", "slowdown, leak=0.25", "slowdown, leak=0.5", "slowdown, leak=1"];

/// The label of a row.
fn label(leak: f64) -> &'static str {
    LEAKS.iter().position(|known| *known == leak).and_then(|i| i.checked_sub(1)).map_or("", |i| LEAKING[i])
}

/// Kairos with these parameters whose interrupted tasks go on so fast.
fn leaking(parameters: &str, leak: f64) -> String {
    let kairos = format!("kairos[{parameters},guard=interrupted");
    if leak > 0.0 { format!("{kairos},leak={leak},hardware=8]") } else { format!("{kairos}]") }
}

/// What is said of a row.
fn what(leak: f64) -> String {
    if leak > 0.0 { format!(", interrupted tasks go on at {leak} of their speed, on cores that are not given out") } else { String::new() }
}

/// The rows to which that of Kairos as it is described refers.
fn leaks(leak: f64) -> &'static [&'static str] {
    if leak > 0.0 { &[] } else { LEAKING }
}

/// The same where every interrupted task goes on at full speed is left out: then nothing that Kairos decides matters.
fn slower_leaks(leak: f64) -> &'static [&'static str] {
    if leak > 0.0 { &[] } else { &LEAKING[..SLOW - 1] }
}

/// How many of the speeds are less than a running task's.
const SLOW: usize = 4;

const FIFO: &str = "The source's numbers for FIFO contradict each other: jobs of category 1 take 85 s alone and at most 5.14 times as long, so \
                    they wait at most 352 s; those of category 3 stand in the same queue and take 239 s alone, hence about 591 s at most, \
                    so that half of all jobs cannot take 808 s or more";

pub fn completion(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    let others: &[&str] =
        &["load × 1.2", "load × 1.2, q=16", "load × 0.7", "leak=0.1", "leak=0.25", "leak=0.5", "leak=1", "leak=0.5, no other cores"];
    let leaking = LEAKS.map(|leak| (leaking("q=4,w=50", leak), what(leak)));
    let rest =
        leaking[1..].iter().zip(LEAKING).map(|((policy, more), label)| (lab.testbed(), &policy[..], &more[..], *label, &[] as &[&str]));
    for (setting, policy, more, label, ablations) in [
        (lab.testbed(), KAIROS, "", "", others),
        (lab.testbed().heavier(1.2), KAIROS, "", others[0], &[]),
        (lab.testbed().heavier(1.2), "kairos[q=16,w=50,guard=interrupted]", ", 16 tasks may wait at a worker instead of 4", others[1], &[]),
        (lab.testbed().heavier(0.7), KAIROS, "", others[2], &[]),
        (
            lab.testbed(),
            "kairos[q=4,w=50,guard=interrupted,leak=0.5]",
            ", interrupted tasks take half of their speed from the others",
            others[7],
            &[],
        ),
    ]
    .into_iter()
    .chain(rest)
    {
        let [kairos, big_c, fifo] = lab.run(setting, [policy, "big-c", "yarn-fifo"]);
        let seconds = |p: f64| [&kairos, &big_c, &fifo].map(|runs| runs.quantile(Which::All, p));
        let shown = |p: f64| seconds(p).map(|estimate| estimate.words()).join(", ");
        let ratio = |ours: &Runs, other: &Runs, p: f64| ours.ratio(other, Which::All, p);
        let (to_fifo, to_big_c) = (ratio(&kairos, &fifo, 0.5), ratio(&kairos, &big_c, 0.5));
        let (last_to_fifo, last_to_big_c) = (ratio(&kairos, &fifo, 0.99), ratio(&kairos, &big_c, 0.99));
        let (middle, last) = (ratio(&big_c, &fifo, 0.5), ratio(&fifo, &big_c, 0.99));
        let gains = [
            ("p50 ÷ FIFO", to_fifo, 217.0 / 808.0),
            ("p50 ÷ Big-C", to_big_c, 217.0 / 341.0),
            ("p99 ÷ FIFO", last_to_fifo, 1452.0 / 2061.0),
            ("p99 ÷ Big-C", last_to_big_c, 1452.0 / 3368.0),
            ("p50 Big-C ÷ FIFO", middle, 341.0 / 808.0),
            ("p99 FIFO ÷ Big-C", last, 2061.0 / 3368.0),
        ]
        .map(|(name, ratio, theirs)| check(name, ratio, quotient(theirs)).toward(below(1.0)));
        // The side of each number is that of its policy against another, as in the gains.
        let seconds_of = |p: f64, name: &str, theirs: [f64; 3], against: [(&'static str, Ratio); 3]| -> Vec<Check> {
            let each = seconds(p).into_iter().zip(theirs).zip(against);
            each.map(|((seconds, theirs), (other, ratio))| {
                check(format!("{name}, seconds"), seconds, duration(theirs)).compared(other, ratio, below(1.0))
            })
            .collect()
        };
        let medians = [("Kairos ÷ Big-C", to_big_c), ("Big-C ÷ FIFO", middle), ("Big-C ÷ FIFO", middle)];
        let tails = [("Kairos ÷ FIFO", last_to_fifo), ("FIFO ÷ Big-C", last), ("FIFO ÷ Big-C", last)];
        findings.push(
            Row {
                id: "K6",
                label,
                source: "Delgado, section 4.5.3",
                claim: format!("{}{more}: p50 and p99 of all jobs under Kairos, Big-C, YARN FIFO, in seconds", setting.words()),
                theirs: "p50 217 (once 241), 341, 808: 0.27 and 0.64 of the others; p99 1452, 3368, 2061: 0.43 and 0.70",
                ours: format!(
                    "p50 {}: ÷ FIFO {}, ÷ Big-C {}; p99 {}: ÷ FIFO {}, ÷ Big-C {}",
                    shown(0.5),
                    to_fifo.words(),
                    to_big_c.words(),
                    shown(0.99),
                    last_to_fifo.words(),
                    last_to_big_c.words()
                ),
                checks: gains
                    .into_iter()
                    .chain(seconds_of(0.5, "p50", [217.0, 341.0, 808.0], medians))
                    .chain(seconds_of(0.99, "p99", [1452.0, 3368.0, 2061.0], tails))
                    .collect(),
                ablations,
                note: if label.is_empty() { FIFO } else { "" },
                ..Row::default()
            }
            .into(),
        );
    }
    findings
}

/// Categories 1 and 2 have tasks of up to this many seconds on average.
const SMALL: f64 = 110.0;

pub fn slowdown(lab: &Lab) -> Vec<Finding> {
    LEAKS.into_iter().flat_map(|leak| largest_slowdown(lab, leak)).collect()
}

fn largest_slowdown(lab: &Lab, leak: f64) -> Vec<Finding> {
    let setting = lab.testbed();
    let runs = lab.run(setting, [&leaking("q=4,w=50", leak)[..], "big-c", "yarn-fifo"]);
    let largest = |run: &Run| run.slowdowns().into_iter().fold(0.0, f64::max);
    let max = runs.each_ref().map(|runs| runs.estimate(largest));
    let less = [&runs[1], &runs[2]].map(|other| runs[0].against(other, largest, largest));
    // How often the job that suffers most is one of the smallest.
    let smallest = runs.each_ref().map(|runs| {
        runs.estimate(|run| {
            let slowdowns = run.slowdowns();
            let worst = (0..slowdowns.len()).max_by(|a, b| slowdowns[*a].total_cmp(&slowdowns[*b]));
            100.0 * f64::from(u8::from(worst.is_some_and(|worst| run.jobs.mean[worst] <= SMALL)))
        })
    });
    let shown = |of: &[super::Estimate; 3]| of.map(|estimate| estimate.words()).join(", ");
    let mut findings = vec![
        Row {
            id: "K7",
            label: label(leak),
            source: "Delgado, section 4.5.3",
            claim: format!("{}{}: largest slowdown under Kairos, Big-C, YARN FIFO", setting.words(), what(leak)),
            theirs: "lower under Kairos",
            ours: format!("{}; Kairos ÷ Big-C, ÷ YARN FIFO {}", shown(&max), list(&less)),
            checks: less.map(|ratio| check("÷ Big-C, ÷ FIFO", ratio, relation(below(1.0)))).into(),
            note: FIFO,
            ablations: leaks(leak),
            ..Row::default()
        }
        .into(),
    ];
    // Neither Big-C nor FIFO knows of it.
    if leak == 0.0 {
        findings.push(
            Row {
                id: "K7",
                source: "Delgado, section 4.5.3",
                claim: format!("{}: largest slowdown under YARN FIFO, Big-C", setting.words()),
                theirs: "5.14, 18.23 are some of the largest",
                ours: format!("{}, {}", max[2].words(), max[1].words()),
                checks: vec![check("YARN FIFO", max[2], relation(at_least(5.14))), check("Big-C", max[1], relation(at_least(18.23)))],
                note: FIFO,
                ..Row::default()
            }
            .into(),
        );
        findings.push(
            Row {
                id: "K7",
                source: "Delgado, section 4.5.3",
                claim: format!("{}: runs in which the largest slowdown is that of a job of categories 1 and 2", setting.words()),
                theirs: "of FIFO and Big-C some of the largest occur for the shortest jobs (read as those of categories 1 and 2, in most runs)",
                ours: format!("Kairos, Big-C, YARN FIFO: {} %", smallest.map(|estimate| format!("{:.0}", estimate.mean)).join(" %, ")),
                checks: smallest[1..].iter().map(|share| check("Big-C, FIFO", *share, reading(above(50.0)))).collect(),
                ..Row::default()
            }
            .into(),
        );
    }
    findings
}

pub fn ties(lab: &Lab) -> Vec<Finding> {
    let row = |setting: Setting, kairos: &str, leak: f64, theirs: &'static str| -> Finding {
        let policies = ["", ",tie=sum", ",tie=random"].map(|tie| leaking(&format!("{kairos}{tie}"), leak));
        let [var, sum, random] = lab.run(setting, policies.each_ref().map(String::as_str));
        let of = |p: f64, which: Which| [var.ratio(&sum, which, p), var.ratio(&random, which, p)];
        let ([p30s, p30r], [p99s, p99r]) = (of(0.3, Which::All), of(0.99, Which::Short));
        let last = |run: &Run| run.completion.iter().copied().fold(0.0, f64::max);
        let worst = [&sum, &random].map(|other| var.against(other, last, last));
        let checks: Vec<Check> = if setting == lab.testbed() {
            let each = [p30s, p30r, p99s, p99r].map(|ratio| check("each", ratio, relation(below(1.0))));
            let gains = [("worst job ÷ sum", worst[0], 1452.0 / 1651.0), ("worst job ÷ random", worst[1], 1452.0 / 1633.0)];
            let seconds = [(&var, 1452.0, worst[0]), (&sum, 1651.0, worst[0]), (&random, 1633.0, worst[1])];
            let gains = gains.map(|(name, ratio, theirs)| check(name, ratio, quotient(theirs)).toward(below(1.0)));
            let seconds = seconds.map(|(runs, theirs, gain)| {
                check("worst job, seconds", runs.estimate(last), duration(theirs)).compared("÷ the other", gain, below(1.0))
            });
            each.into_iter().chain(gains).chain(seconds).collect()
        } else {
            vec![check("p99 ÷ sum", p99s, window(at_most(1.0))), check("p99 ÷ random", p99r, window(between(0.9, 1.1)))]
        };
        Row {
            id: "K8",
            label: label(leak),
            source: "Delgado, section 4.5.3",
            claim: format!("{}{}: ties by variance ÷ by sum, and ÷ at random", setting.words(), what(leak)),
            theirs,
            ours: format!(
                "p30 of all {}, {}; short p99 {}, {}; worst job {}: {}",
                p30s.words(),
                p30r.words(),
                p99s.words(),
                p99r.words(),
                [&var, &sum, &random].map(|runs| runs.estimate(last).words()).join(", "),
                list(&worst)
            ),
            checks,
            ablations: if setting == lab.testbed() { slower_leaks(leak) } else { &[] },
            ..Row::default()
        }
        .into()
    };
    let better = "better at all percentiles; worst job 1452 s against 1651 and 1633 s";
    let testbed = LEAKS[..SLOW].iter().map(|leak| row(lab.testbed(), "q=4,w=50", *leak, better));
    testbed.chain([row(lab.tenth(), "q=2", 0.0, "nothing of it (window: at most sum, and within 10 % of random)")]).collect()
}

pub fn queue(lab: &Lab) -> Vec<Finding> {
    let mut findings: Vec<Finding> = LEAKS.map(|leak| queue_on_testbed(lab, leak)).into();
    for (setting, label, ablations) in [(lab.tenth(), "", &["without giants"] as &[&str]), (lab.tenth().mild(), "without giants", &[])] {
        let runs = lab.run(setting, ["kairos[q=1]", "kairos", "kairos[q=4]", "kairos[q=8]"]);
        let p99 = runs.each_ref().map(|run| run.ratio(&runs[2], Which::Short, 0.99));
        findings.push(
            Row {
                id: "K9",
                label,
                source: "Delgado, section 4.3.3",
                claim: format!("{}: short p99 with Q = 1, 2, 4, 8 ÷ Q = 4", setting.words()),
                theirs: "a small Q may hold short tasks back centrally; a large one lets more run at once, and unbalances",
                ours: list(&p99),
                checks: p99[..2].iter().map(|ratio| check("Q = 1, 2", *ratio, relation(at_least(1.0)))).collect(),
                ablations,
                ..Row::default()
            }
            .into(),
        );
    }
    findings
}

fn queue_on_testbed(lab: &Lab, leak: f64) -> Finding {
    let setting = lab.testbed();
    let [q2, q4, q8] = ["q=2,w=50", "q=4,w=50", "q=8,w=50"].map(|parameters| leaking(parameters, leak));
    let [two, four, eight, big_c] = lab.run(setting, [&q2, &q4, &q8, "big-c"]);
    let against = |runs: &Runs, p: f64| runs.ratio(&four, Which::All, p);
    let p50 = [against(&two, 0.5), against(&eight, 0.5)];
    let p20 = two.ratio(&eight, Which::All, 0.2);
    let p99 = [against(&two, 0.99), against(&eight, 0.99)];
    let all = [&two, &four, &eight];
    let to_big_c = all.map(|runs| runs.ratio(&big_c, Which::All, 0.5));
    let at_each = all.into_iter().flat_map(|runs| [0.2, 0.5, 0.9, 0.99].map(|p| runs.ratio(&big_c, Which::All, p)));
    Row {
        id: "K9",
        label: label(leak),
        source: "Delgado, section 4.5.3",
        claim: format!(
            "{}{}: Q = 2 and 8 ÷ Q = 4 at p50, p99; Q = 2 ÷ 8 at p20; Q = 2, 4, 8 ÷ Big-C at p20 to p99, shown at p50",
            setting.words(),
            what(leak)
        ),
        theirs: "slightly worse than Q = 4 (read as 1 to 1.1 at p50); Q = 8 has the worse tail, Q = 2 the worse p20; all below Big-C at each \
                 percentile",
        ours: format!("p50 {}; p99 {}; p20 {}; Big-C {}", list(&p50), list(&p99), p20.words(), list(&to_big_c)),
        checks: p50
            .map(|ratio| check("p50 ÷ that of Q = 4", ratio, slightly_more()).toward(above(1.0)))
            .into_iter()
            .chain([
                check("p99 of Q = 8, p20 of Q = 2 ÷ 8", p99[1], relation(above(1.0))),
                check("p99 of Q = 8, p20 of Q = 2 ÷ 8", p20, relation(above(1.0))),
            ])
            .chain(at_each.map(|ratio| check("p20, p50, p90, p99 of each ÷ Big-C", ratio, relation(below(1.0)))))
            .collect(),
        ablations: leaks(leak),
        ..Row::default()
    }
    .into()
}

pub fn quantum(lab: &Lab) -> Vec<Finding> {
    LEAKS[..SLOW].iter().map(|leak| quantum_with(lab, *leak)).collect()
}

fn quantum_with(lab: &Lab, leak: f64) -> Finding {
    let setting = lab.testbed();
    let policies = ["q=4,w=10", "q=4,w=50", "q=4,w=100"].map(|parameters| leaking(parameters, leak));
    let [short, usual, long, big_c] = lab.run(setting, [&policies[0], &policies[1], &policies[2], "big-c"]);
    let to_big_c = [&short, &usual, &long].map(|runs| runs.ratio(&big_c, Which::All, 0.5));
    let (p20, p99) = (short.ratio(&long, Which::All, 0.2), short.ratio(&long, Which::All, 0.99));
    let to_usual = [&short, &long].map(|runs| runs.ratio(&usual, Which::All, 0.5));
    Row {
        id: "K10",
        label: label(leak),
        source: "Delgado, section 4.5.3",
        claim: format!(
            "{}{}: W = 10 ÷ W = 100 at p20 and p99; W = 10 and 100 ÷ W = 50 at p50; W = 10, 50, 100 ÷ Big-C at p50",
            setting.words(),
            what(leak)
        ),
        theirs: "below 1 at lower percentiles, above 1 at the very tail; all below Big-C",
        ours: format!("p20 {}, p99 {}; p50 {}; Big-C {}", p20.words(), p99.words(), list(&to_usual), list(&to_big_c)),
        checks: [check("p20", p20, relation(below(1.0))), check("p99", p99, relation(above(1.0)))]
            .into_iter()
            .chain(to_big_c.map(|ratio| check("each ÷ Big-C", ratio, relation(below(1.0)))))
            .collect(),
        ablations: slower_leaks(leak),
        ..Row::default()
    }
    .into()
}

pub fn uniform(lab: &Lab) -> Vec<Finding> {
    let rows = LEAKS.map(|leak| uniform_with(lab, leak));
    let [first, second] = [0, 1].map(|i| rows.iter().map(move |row| row[i].clone()));
    first.chain(second).collect()
}

fn uniform_with(lab: &Lab, leak: f64) -> [Finding; 2] {
    let (setting, heavy) = (lab.uniform(), lab.testbed());
    let policy = leaking("q=4,w=50", leak);
    let [kairos, big_c] = lab.run(setting, [&policy, "big-c[share=0.7]"]);
    let [tailed] = lab.run(heavy, [&policy]);
    let p50: Ratio = kairos.ratio(&big_c, Which::All, 0.5);
    let mean_slowdown = |run: &Run| schedscope::metrics::mean(&run.slowdowns());
    let higher = kairos.against(&tailed, mean_slowdown, mean_slowdown);
    let (p90, lower) = (kairos.ratio(&big_c, Which::All, 0.9), kairos.against(&big_c, mean_slowdown, mean_slowdown));
    let completion = Row {
        id: "K11",
        label: label(leak),
        source: "Delgado, section 4.5.3",
        claim: format!("{}{}: all jobs under Kairos ÷ Big-C", setting.words(), what(leak)),
        theirs: "job runtimes and slowdown are better",
        ours: format!("{}, mean slowdown {}", words(&[p50, p90], &[0.5, 0.9]), lower.words()),
        checks: [p50, p90, lower].map(|ratio| check("p50, p90, mean slowdown", ratio, relation(below(1.0)))).into(),
        ablations: leaks(leak),
        ..Row::default()
    };
    let (label, ablations) = match LEAKS.iter().position(|known| *known == leak) {
        Some(i) if i > 0 => (SLOWER[i - 1], &[] as &[&str]),
        _ => ("", SLOWER),
    };
    let slowdown = Row {
        id: "K11",
        label,
        source: "Delgado, section 4.5.3",
        claim: format!("{}{}: mean slowdown under Kairos, and with large jobs", setting.words(), what(leak)),
        theirs: "slowdown deteriorates",
        ours: format!("{}, {}; ratio {}", kairos.estimate(mean_slowdown).words(), tailed.estimate(mean_slowdown).words(), higher.words()),
        checks: vec![check("ratio", higher, relation(above(1.0)))],
        ablations,
        ..Row::default()
    };
    [completion.into(), slowdown.into()]
}
