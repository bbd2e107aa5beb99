//! Chapter 4: Kairos on its testbed (section 4.5), and its way to break ties.

use super::lab::{Lab, Setting};
use super::{Answer, Finding, Interval, Ratio, Row, Run, Runs, Which, all, list, words};

const KAIROS: &str = "kairos[q=4,w=50]";

const MODEL: &str = "of the testbed only makespans of jobs alone are known; as if tasks did nothing but compute, its jobs load it fully, \
                     tasks that take turns gain nothing by overlapping, and Big-C's preemption is free";

pub fn completion(lab: &Lab) -> Vec<Finding> {
    let mut findings = vec![];
    for (setting, policy, more) in [
        (lab.testbed(), KAIROS, ""),
        (lab.testbed().heavier(1.2), KAIROS, ""),
        (lab.testbed().heavier(1.2), "kairos[q=16,w=50]", ", 16 tasks may wait at a worker instead of 4"),
        (lab.testbed().heavier(0.7), KAIROS, ""),
    ] {
        let [kairos, big_c, fifo] = lab.run(setting, [policy, "big-c", "yarn-fifo"]);
        let seconds = |p: f64| [&kairos, &big_c, &fifo].map(|runs| runs.quantile(Which::All, p));
        let shown = |p: f64| seconds(p).map(|estimate| estimate.words()).join(", ");
        let ratio = |other: &Runs, p: f64| kairos.ratio(other, Which::All, p);
        let (to_fifo, to_big_c) = (ratio(&fifo, 0.5), ratio(&big_c, 0.5));
        findings.push(
            Row {
                id: "K6",
                source: "Delgado, section 4.5.3",
                claim: format!("{}{more}: p50 and p99 of all jobs under Kairos, Big-C, YARN FIFO, in seconds", setting.words()),
                theirs: "p50 217, 341, 808: ÷ FIFO at most 0.6, ÷ Big-C at most 0.9; p99 1452, 3368, 2061",
                ours: format!("p50 {}: {}, {}; p99 {}", shown(0.5), to_fifo.words(), to_big_c.words(), shown(0.99)),
                holds: (
                    Answer::all([
                        to_fifo.at_most(0.6),
                        to_big_c.at_most(0.9),
                        ratio(&fifo, 0.99).below(1.0),
                        fifo.ratio(&big_c, Which::All, 0.99).below(1.0),
                    ]),
                    to_fifo.below(1.0).min(to_big_c.below(1.0)),
                ),
                why: MODEL,
            }
            .into(),
        );
    }
    findings
}

/// Categories 1 and 2 have tasks of up to this many seconds on average.
const SMALL: f64 = 110.0;

pub fn slowdown(lab: &Lab) -> Vec<Finding> {
    let setting = lab.testbed();
    let runs = lab.run(setting, [KAIROS, "big-c", "yarn-fifo"]);
    let largest = |run: &Run| run.slowdowns().into_iter().fold(0.0, f64::max);
    let max = runs.each_ref().map(|runs| runs.estimate(largest));
    let less = [&runs[1], &runs[2]].map(|other| runs[0].against(other, largest, largest).below(1.0));
    // How often the job that suffers most is one of the smallest.
    let smallest = runs.each_ref().map(|runs| {
        runs.estimate(|run| {
            let slowdowns = run.slowdowns();
            let worst = (0..slowdowns.len()).max_by(|a, b| slowdowns[*a].total_cmp(&slowdowns[*b]));
            100.0 * f64::from(u8::from(worst.is_some_and(|worst| run.jobs.mean[worst] <= SMALL)))
        })
    });
    let shown = |of: &[super::Estimate; 3]| of.map(|estimate| estimate.words()).join(", ");
    vec![
        Row {
            id: "K7",
            source: "Delgado, section 4.5.3",
            claim: format!("{}: largest slowdown under Kairos, Big-C, YARN FIFO", setting.words()),
            theirs: "Kairos lowest; FIFO 5.14, Big-C 18.23 among the shortest jobs",
            ours: shown(&max),
            holds: (Answer::all(less), less[1]),
            why: MODEL,
        }
        .into(),
        Row {
            id: "K7",
            source: "Delgado, section 4.5.3",
            claim: format!("{}: runs in which the largest slowdown is that of a job of categories 1 and 2", setting.words()),
            theirs: "FIFO and Big-C: the shortest jobs",
            ours: format!("Kairos, Big-C, YARN FIFO: {} %", smallest.map(|estimate| format!("{:.0}", estimate.mean)).join(" %, ")),
            holds: (smallest[1].above(50.0).min(smallest[2].above(50.0)), smallest[2].above(50.0)),
            why: "in our Big-C short jobs never wait for long ones, so it is a long job that suffers most",
        }
        .into(),
    ]
}

pub fn ties(lab: &Lab) -> Vec<Finding> {
    let row = |setting: Setting, policies: [&str; 3], theirs: &'static str, why: &'static str| -> Finding {
        let [var, sum, random] = lab.run(setting, policies);
        let of = |p: f64, which: Which| [var.ratio(&sum, which, p), var.ratio(&random, which, p)];
        let ([p30s, p30r], [p99s, p99r]) = (of(0.3, Which::All), of(0.99, Which::Short));
        let holds = if setting == lab.testbed() {
            // All four, or any of them.
            let better = [p30s, p30r, p99s, p99r].map(|ratio| ratio.below(1.0));
            (Answer::all(better), Answer::any(better))
        } else {
            (p99s.at_most(1.0).min(p99r.inside(0.9, 1.1)), p99s.below(1.0))
        };
        Row {
            id: "K8",
            source: "Delgado, section 4.5.3",
            claim: format!("{}: ties by variance ÷ by sum, and ÷ at random", setting.words()),
            theirs,
            ours: format!("p30 of all {}, {}; short p99 {}, {}", p30s.words(), p30r.words(), p99s.words(), p99r.words()),
            holds,
            why,
        }
        .into()
    };
    vec![
        row(
            lab.testbed(),
            [KAIROS, "kairos[q=4,w=50,tie=sum]", "kairos[q=4,w=50,tie=random]"],
            "better at all percentiles; worst job 1452 s against 1651 and 1633 s",
            "all three are the same within a few percent: tasks of a stage take equally long here, and who of several workers with as \
             many tasks gets the next hardly matters",
        ),
        row(
            lab.tenth(),
            ["kairos", "kairos[tie=sum]", "kairos[tie=random]"],
            "not simulated; at most sum, and within 10 % of random",
            "with one core variance tells workers with two tasks apart, no others",
        ),
    ]
}

pub fn queue(lab: &Lab) -> Vec<Finding> {
    let setting = lab.testbed();
    let [two, four, eight, big_c] = lab.run(setting, ["kairos[q=2,w=50]", KAIROS, "kairos[q=8,w=50]", "big-c"]);
    let against = |runs: &Runs, p: f64| runs.ratio(&four, Which::All, p);
    let p50 = [against(&two, 0.5), against(&eight, 0.5)];
    let p20 = two.ratio(&eight, Which::All, 0.2);
    let p99 = [against(&two, 0.99), against(&eight, 0.99)];
    let to_big_c = [&two, &four, &eight].map(|runs| runs.ratio(&big_c, Which::All, 0.5));
    let below = all(to_big_c, |ratio| ratio.at_most(1.0));
    let near = all(p50, |ratio| ratio.inside(0.75, 1.25));
    let mut findings: Vec<Finding> = vec![
        Row {
            id: "K9",
            source: "Delgado, section 4.5.3",
            claim: format!("{}: Q = 2 and 8 ÷ Q = 4 at p50, p99; Q = 2 ÷ 8 at p20; Q = 2, 4, 8 ÷ Big-C at p50", setting.words()),
            theirs: "p50 within 25 %; Q = 8 has the worse tail, Q = 2 the worse p20; all below Big-C",
            ours: format!("p50 {}; p99 {}; p20 {}; Big-C {}", list(&p50), list(&p99), p20.words(), list(&to_big_c)),
            holds: (Answer::all([near, below, p99[1].at_least(1.0), p20.at_least(1.0)]), near.min(p20.above(1.0))),
            why: MODEL,
        }
        .into(),
    ];
    let setting = lab.tenth();
    let runs = lab.run(setting, ["kairos[q=1]", "kairos", "kairos[q=4]", "kairos[q=8]"]);
    let p99 = runs.each_ref().map(|run| run.ratio(&runs[2], Which::Short, 0.99));
    findings.push(
        Row {
            id: "K9",
            source: "Delgado, section 4.3.3",
            claim: format!("{}: short p99 with Q = 1, 2, 4, 8 ÷ Q = 4", setting.words()),
            theirs: "a small Q holds short tasks back centrally; from 4 on no matter",
            ours: list(&p99),
            holds: (p99[0].above(1.0).min(p99[3].inside(0.9, 1.1)), p99[0].above(1.0)),
            why: "a giant job fills any Q: the more may wait at workers, the less short jobs wait behind it",
        }
        .into(),
    );
    findings
}

pub fn quantum(lab: &Lab) -> Vec<Finding> {
    let setting = lab.testbed();
    let [short, usual, long] = lab.run(setting, ["kairos[q=4,w=10]", KAIROS, "kairos[q=4,w=100]"]);
    let (p20, p99) = (short.ratio(&long, Which::All, 0.2), short.ratio(&long, Which::All, 0.99));
    let to_usual = [&short, &long].map(|runs| runs.ratio(&usual, Which::All, 0.5));
    let row = Row {
        id: "K10",
        source: "Delgado, section 4.5.3",
        claim: format!("{}: W = 10 ÷ W = 100 at p20 and p99; W = 10 and 100 ÷ W = 50 at p50", setting.words()),
        theirs: "at most 1 at p20, at least 1 at p99",
        ours: format!("p20 {}, p99 {}; p50 {}", p20.words(), p99.words(), list(&to_usual)),
        holds: (p20.at_most(1.0).min(p99.at_least(1.0)), p99.above(1.0)),
        why: "the shortest tasks take 42 s: quanta of 10 s interrupt them, too",
    };
    vec![row.into()]
}

pub fn uniform(lab: &Lab) -> Vec<Finding> {
    let (setting, heavy) = (lab.uniform(), lab.testbed());
    let [kairos, big_c] = lab.run(setting, [KAIROS, "big-c[share=0.7]"]);
    let [tailed] = lab.run(heavy, [KAIROS]);
    let p50: Ratio = kairos.ratio(&big_c, Which::All, 0.5);
    let mean_slowdown = |run: &Run| schedscope_engine::metrics::mean(&run.slowdowns());
    let higher = kairos.against(&tailed, mean_slowdown, mean_slowdown).above(1.0);
    vec![
        Row {
            id: "K11",
            source: "Delgado, section 4.5.3",
            claim: format!("{}: all jobs under Kairos ÷ Big-C", setting.words()),
            theirs: "better; at most 1 at p50",
            ours: words(&[p50, kairos.ratio(&big_c, Which::All, 0.9)], &[0.5, 0.9]),
            holds: (p50.at_most(1.0), Answer::No),
            why: MODEL,
        }
        .into(),
        Row {
            id: "K11",
            source: "Delgado, section 4.5.3",
            claim: format!("{}: mean slowdown under Kairos, and with large jobs", setting.words()),
            theirs: "higher than with large jobs",
            ours: format!("{}, {}", kairos.estimate(mean_slowdown).words(), tailed.estimate(mean_slowdown).words()),
            holds: (higher, Answer::No),
            why: "the mean with large jobs is that of the draws in which these come close together and fill every queue",
        }
        .into(),
    ]
}
