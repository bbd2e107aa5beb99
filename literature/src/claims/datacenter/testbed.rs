//! Chapter 4: Kairos on its testbed (section 4.5), and its way to break ties.

use super::lab::{Lab, Setting};
use super::{Finding, Ratio, Row, Run, Runs, Which, list, words};
use crate::judgement::{above, at_least, at_most, below, between, check, reading, relation, window};

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
        let ratio = |other: &Runs, p: f64| kairos.ratio(other, Which::All, p);
        let (to_fifo, to_big_c) = (ratio(&fifo, 0.5), ratio(&big_c, 0.5));
        findings.push(
            Row {
                id: "K6",
                label,
                source: "Delgado, section 4.5.3",
                claim: format!("{}{more}: p50 and p99 of all jobs under Kairos, Big-C, YARN FIFO, in seconds", setting.words()),
                theirs: "p50 217, 341, 808: ÷ FIFO at most 0.6, ÷ Big-C at most 0.9; p99 1452, 3368, 2061",
                ours: format!("p50 {}: {}, {}; p99 {}", shown(0.5), to_fifo.words(), to_big_c.words(), shown(0.99)),
                checks: vec![
                    check("p50 ÷ FIFO", to_fifo, window(at_most(0.6))).toward(below(1.0)),
                    check("p50 ÷ Big-C", to_big_c, window(at_most(0.9))).toward(below(1.0)),
                    check("p50 Big-C ÷ FIFO, p99 ÷ FIFO, p99 FIFO ÷ Big-C", big_c.ratio(&fifo, Which::All, 0.5), relation(below(1.0))),
                    check("p50 Big-C ÷ FIFO, p99 ÷ FIFO, p99 FIFO ÷ Big-C", ratio(&fifo, 0.99), relation(below(1.0))),
                    check("p50 Big-C ÷ FIFO, p99 ÷ FIFO, p99 FIFO ÷ Big-C", fifo.ratio(&big_c, Which::All, 0.99), relation(below(1.0))),
                ],
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
            theirs: "Kairos lowest; FIFO 5.14, Big-C 18.23 among the shortest jobs",
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
                claim: format!("{}: runs in which the largest slowdown is that of a job of categories 1 and 2", setting.words()),
                theirs: "FIFO and Big-C: the shortest jobs",
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
        let checks = if setting == lab.testbed() {
            [p30s, p30r, p99s, p99r].map(|ratio| check("each", ratio, relation(below(1.0)))).into()
        } else {
            vec![check("p99 ÷ sum", p99s, window(at_most(1.0))), check("p99 ÷ random", p99r, window(between(0.9, 1.1)))]
        };
        Row {
            id: "K8",
            label: label(leak),
            source: "Delgado, section 4.5.3",
            claim: format!("{}{}: ties by variance ÷ by sum, and ÷ at random", setting.words(), what(leak)),
            theirs,
            ours: format!("p30 of all {}, {}; short p99 {}, {}", p30s.words(), p30r.words(), p99s.words(), p99r.words()),
            checks,
            ablations: if setting == lab.testbed() { slower_leaks(leak) } else { &[] },
            ..Row::default()
        }
        .into()
    };
    let better = "better at all percentiles; worst job 1452 s against 1651 and 1633 s";
    let testbed = LEAKS[..SLOW].iter().map(|leak| row(lab.testbed(), "q=4,w=50", *leak, better));
    testbed.chain([row(lab.tenth(), "q=2", 0.0, "not simulated; at most sum, and within 10 % of random")]).collect()
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
                theirs: "a small Q holds short tasks back centrally; from 4 on no matter",
                ours: list(&p99),
                checks: vec![check("Q = 1", p99[0], relation(above(1.0))), check("Q = 8", p99[3], window(between(0.9, 1.1)))],
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
    let to_big_c = [&two, &four, &eight].map(|runs| runs.ratio(&big_c, Which::All, 0.5));
    Row {
        id: "K9",
        label: label(leak),
        source: "Delgado, section 4.5.3",
        claim: format!("{}{}: Q = 2 and 8 ÷ Q = 4 at p50, p99; Q = 2 ÷ 8 at p20; Q = 2, 4, 8 ÷ Big-C at p50", setting.words(), what(leak)),
        theirs: "p50 within 25 %; Q = 8 has the worse tail, Q = 2 the worse p20; all below Big-C",
        ours: format!("p50 {}; p99 {}; p20 {}; Big-C {}", list(&p50), list(&p99), p20.words(), list(&to_big_c)),
        checks: p50
            .map(|ratio| check("p50 ÷ that of Q = 4", ratio, window(between(0.75, 1.25))))
            .into_iter()
            .chain([
                check("p99 of Q = 8, p20 of Q = 2 ÷ 8", p99[1], relation(at_least(1.0))),
                check("p99 of Q = 8, p20 of Q = 2 ÷ 8", p20, relation(at_least(1.0))),
            ])
            .chain(to_big_c.map(|ratio| check("each ÷ Big-C", ratio, relation(at_most(1.0)))))
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
    let [short, usual, long] = lab.run(setting, policies.each_ref().map(String::as_str));
    let (p20, p99) = (short.ratio(&long, Which::All, 0.2), short.ratio(&long, Which::All, 0.99));
    let to_usual = [&short, &long].map(|runs| runs.ratio(&usual, Which::All, 0.5));
    Row {
        id: "K10",
        label: label(leak),
        source: "Delgado, section 4.5.3",
        claim: format!("{}{}: W = 10 ÷ W = 100 at p20 and p99; W = 10 and 100 ÷ W = 50 at p50", setting.words(), what(leak)),
        theirs: "at most 1 at p20, at least 1 at p99",
        ours: format!("p20 {}, p99 {}; p50 {}", p20.words(), p99.words(), list(&to_usual)),
        checks: vec![check("p20", p20, relation(at_most(1.0))), check("p99", p99, relation(at_least(1.0)))],
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
    let mean_slowdown = |run: &Run| schedscope_engine::metrics::mean(&run.slowdowns());
    let higher = kairos.against(&tailed, mean_slowdown, mean_slowdown);
    let completion = Row {
        id: "K11",
        label: label(leak),
        source: "Delgado, section 4.5.3",
        claim: format!("{}{}: all jobs under Kairos ÷ Big-C", setting.words(), what(leak)),
        theirs: "better; at most 1 at p50",
        ours: words(&[p50, kairos.ratio(&big_c, Which::All, 0.9)], &[0.5, 0.9]),
        checks: vec![check("p50", p50, window(at_most(1.0)))],
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
        theirs: "higher than with large jobs",
        ours: format!("{}, {}; ratio {}", kairos.estimate(mean_slowdown).words(), tailed.estimate(mean_slowdown).words(), higher.words()),
        checks: vec![check("ratio", higher, relation(above(1.0)))],
        ablations,
        ..Row::default()
    };
    [completion.into(), slowdown.into()]
}
