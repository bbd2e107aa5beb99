//! The placements of section 3.2: figures 3.7 to 3.12.

use super::{Change, Estimate, Finding, Ratio, Row, above, at_most, below, check, labels, quotient, reading, relation};
use crate::cdn_runs::{PERIODS, Test, periods};
use crate::judgement::alike;
use schedscope::cdn::{Figures, Ways};

/// Ids of the claims.
pub const CLAIMS: [&str; 6] = ["V-F3.7", "V-F3.8", "V-F3.9", "V-F3.10", "V-F3.11", "V-F3.12"];

const RANDOM: &str = "rand-opt[copies=fill]";
const PROPORTIONAL: &str = "proportional[demand=past]";
const PERFECT: &str = "perf-opt";
const REALISTIC: &str = "real-opt";
const LRU: &str = "lru";
const NAIVE: &str = "lru[redirection=nearest]";
/// Labels of the rows in which something is changed of the test of links of low priority.
const CHEAPEST_FIRST: &str = "cheapest first";
const CHEAPEST_WAYS: &str = "cheapest ways";
const WRONG_VIDEOS: &str = "perf-opt[accuracy=0,wrong=videos]";
const WRONG_USERS: &str = "perf-opt[accuracy=0,wrong=users]";

const CHOICES: &str = "three days of warm-up and up to four of test, 5000 videos and 500 sessions a dServer, distances, popularity (Zipf 0.8, \
                       churn 5 % a day) are this project's choice; a local search stands for the genetic algorithm";

const USUAL: Test = Test { days: PERIODS[0], storage: None, videos: None, churn: None, zipf: None, count: None, ways: Ways::Cheapest };

/// Where there are fewer videos, dServers store the usual part of them.
const CHANGES: [Change<Test>; 8] = [
    Change::of_the_usual(
        "storage 700",
        "with 700 videos a dServer, fewer than it is asked for in a day",
        Test { storage: Some(700), ..USUAL },
    ),
    Change::of_the_usual("storage 50", "with 50 videos a dServer", Test { storage: Some(50), ..USUAL }),
    Change::of_the_usual(
        "churn 0.6",
        "with 60 % of the videos that change places in popularity every day",
        Test { churn: Some(0.6), ..USUAL },
    ),
    Change::of_the_usual("zipf 1.1", "with popularity by Zipf's law with exponent 1.1", Test { zipf: Some(1.1), ..USUAL }),
    Change::of_the_usual("300 videos", "with 300 videos, of which a dServer stores 87", of_fewer(300, 87)),
    Change::of_the_usual(FEWER, "with 1000 videos, of which a dServer stores 290", of_fewer(1000, 290)),
    Change {
        of: FEWER,
        label: FEWER_AND_CHURN,
        what: "with 1000 videos, of which a dServer stores 290, and 60 % that change places in popularity every day",
        then: Test { churn: Some(0.6), ..of_fewer(1000, 290) },
    },
    Change {
        of: FEWER_AND_CHURN,
        label: "150 of 1000 videos and churn 0.6",
        what: "with 1000 videos, of which a dServer stores 150, and 60 % that change places in popularity every day",
        then: Test { churn: Some(0.6), ..of_fewer(1000, 150) },
    },
];

const FEWER: &str = "1000 videos";
const FEWER_AND_CHURN: &str = "1000 videos and churn 0.6";

const fn of_fewer(videos: u32, storage: u64) -> Test {
    Test { videos: Some(videos), storage: Some(storage), ..USUAL }
}

/// A test under some placements, by replication.
struct Periods(&'static [&'static str], Vec<Vec<Figures>>);

impl Periods {
    fn new(keys: &'static [&'static str], test: Test, replications: u32) -> Self {
        Self(keys, periods(keys, test, replications, |_| {}))
    }

    fn of(&self, key: &str, number: fn(&Figures) -> f64) -> Vec<f64> {
        let place = self.0.iter().position(|known| *known == key).expect("it was run");
        self.1.iter().map(|figures| number(&figures[place])).collect()
    }

    /// One policy ÷ another, pair by pair.
    fn ratio(&self, key: &str, to: &str, number: fn(&Figures) -> f64) -> Ratio {
        Ratio::between(&self.of(to, number), &self.of(key, number))
    }

    fn words(&self, key: &str, number: fn(&Figures) -> f64) -> String {
        Estimate::of(self.of(key, number)).words()
    }
}

/// A test of one day and one of the longest, as usual or with something changed.
struct Tests {
    day: Periods,
    last: Periods,
    change: Option<&'static Change<Test>>,
}

impl Tests {
    fn new(keys: &'static [&'static str], change: Option<&'static Change<Test>>, replications: u32) -> Self {
        let test = change.map_or(USUAL, |change| change.then);
        let last = Test { days: PERIODS[3], ..test };
        Self { day: Periods::new(keys, test, replications), last: Periods::new(LONG, last, replications), change }
    }

    /// A finding of such a row, and what it is about, if its id has several of them.
    fn finding(&self, about: &str, row: Row) -> Finding {
        let ablations = labels(&CHANGES, self.change.map_or("", |change| change.label), about);
        let finding = Finding { ablations, ..row.into() };
        match self.change {
            Some(change) => change.made(about, finding),
            None => finding,
        }
    }
}

fn cost(figures: &Figures) -> f64 {
    figures.cost.unwrap_or(f64::NAN)
}

const LONG: &[&str] = &[PERFECT, REALISTIC, LRU];
const DAY: &[&str] = &[PERFECT, REALISTIC, LRU, WRONG_VIDEOS, WRONG_USERS, NAIVE, PROPORTIONAL, RANDOM];

/// Claims of figures 3.7 to 3.12.
pub fn placements(replications: u32) -> Vec<Finding> {
    let usual = Tests::new(DAY, None, replications);
    let mut findings = vec![strategies(&usual.day)];
    findings.extend(rows(&usual));
    findings.push(realistic_against_lru(&usual.day));
    let straight = Periods::new(&[PERFECT, NAIVE, LRU], Test { ways: Ways::Shortest, ..USUAL }, replications);
    findings.extend([low_priority(&straight), cheapest_first(&straight), cheapest_ways(&usual.day)]);
    for change in &CHANGES {
        let tests = Tests::new(&DAY[..5], Some(change), replications);
        findings.extend(rows(&tests));
    }
    findings
}

/// The rows in which something may be changed.
fn rows(tests: &Tests) -> [Finding; 7] {
    [wrong_videos, wrong_users, realistic_for_longer, others_for_longer, against_lru, internal, bandwidth].map(|row| row(tests))
}

fn wrong_videos(tests: &Tests) -> Finding {
    let videos = tests.day.ratio(WRONG_VIDEOS, PERFECT, cost);
    let row = Row {
        id: "V-F3.7",
        source: "ViPeeR D4.5, section 3.2.1.2 and figure 3.7",
        claim: "a day; predicting wrong videos costs much more".to_owned(),
        theirs: "doubles the overall cost",
        ours: format!("cost with accuracy 0 ÷ with accuracy 1: {}", videos.words()),
        checks: vec![check("", videos, quotient(2.0)).toward(above(1.0))],
        note: CHOICES,
        ..Row::default()
    };
    tests.finding("videos", row)
}

fn wrong_users(tests: &Tests) -> Finding {
    let users = tests.day.ratio(WRONG_USERS, PERFECT, cost);
    let row = Row {
        id: "V-F3.7",
        source: "ViPeeR D4.5, section 3.2.1.2 and figure 3.7",
        claim: "a day; predicting wrong users hardly costs more".to_owned(),
        theirs: "only marginal increment of cost (read as 1.1 at most)",
        ours: format!("cost with accuracy 0 ÷ with accuracy 1: {}", users.words()),
        checks: vec![check("", users, reading(at_most(1.1)))],
        note: CHOICES,
        ..Row::default()
    };
    tests.finding("users", row)
}

fn strategies(day: &Periods) -> Finding {
    let ratios = [PROPORTIONAL, RANDOM].map(|policy| day.ratio(policy, PERFECT, cost));
    let realistic = [PROPORTIONAL, RANDOM].map(|policy| day.ratio(REALISTIC, policy, cost));
    Row {
        id: "V-F3.8",
        source: "ViPeeR D4.5, section 3.2.1.3 and figure 3.8",
        claim: "a day; optimal placement costs less than proportional and random placement".to_owned(),
        theirs: "both worse than the optimal placements; no numbers",
        ours: format!(
            "cost ÷ that from the PoP: random {}, proportional {}, Real-Opt {}, Perf-Opt {}; proportional ÷ Perf-Opt {}, random ÷ Perf-Opt {}; \
             Real-Opt ÷ proportional {}, ÷ random {}",
            day.words(RANDOM, cost),
            day.words(PROPORTIONAL, cost),
            day.words(REALISTIC, cost),
            day.words(PERFECT, cost),
            ratios[0].words(),
            ratios[1].words(),
            realistic[0].words(),
            realistic[1].words()
        ),
        checks: ratios
            .map(|ratio| check("each ÷ Perf-Opt", ratio, relation(above(1.0))))
            .into_iter()
            .chain(realistic.map(|ratio| check("Real-Opt ÷ each", ratio, relation(below(1.0)))))
            .collect(),
        note: &format!("{CHOICES}; random placement takes any video, the source's only those of the warm-up"),
        ..Row::default()
    }
    .into()
}

/// Cost of the longest test ÷ of a day.
fn for_longer(tests: &Tests, key: &str) -> Ratio {
    Ratio::between(&tests.day.of(key, cost), &tests.last.of(key, cost))
}

const LONGER: &str = "cost of four days ÷ of one";

fn realistic_for_longer(tests: &Tests) -> Finding {
    let ratio = for_longer(tests, REALISTIC);
    let row = Row {
        id: "V-F3.8",
        source: "ViPeeR D4.5, section 3.2.1.3",
        claim: "with a longer test Real-Opt gets worse".to_owned(),
        theirs: "almost twice less efficient",
        ours: format!("{LONGER}: {}", ratio.words()),
        checks: vec![check("", ratio, quotient(2.0)).toward(above(1.0))],
        note: CHOICES,
        ..Row::default()
    };
    tests.finding("Real-Opt", row)
}

fn others_for_longer(tests: &Tests) -> Finding {
    let ratios = [PERFECT, LRU].map(|key| for_longer(tests, key));
    let row = Row {
        id: "V-F3.8",
        source: "ViPeeR D4.5, section 3.2.1.4",
        claim: "with a longer test Perf-Opt and LRU do not get worse".to_owned(),
        theirs: "not affected",
        ours: format!("{LONGER}: Perf-Opt {}, LRU {}", ratios[0].words(), ratios[1].words()),
        checks: ratios.map(|ratio| check("each", ratio, alike(1.0))).into(),
        note: CHOICES,
        ..Row::default()
    };
    tests.finding("Perf-Opt and LRU", row)
}

fn against_lru(tests: &Tests) -> Finding {
    let Tests { day, .. } = tests;
    let ratio = day.ratio(LRU, PERFECT, cost);
    let row = Row {
        id: "V-F3.9",
        source: "ViPeeR D4.5, section 3.2.1.4 and figure 3.9",
        claim: "a day; LRU costs more than Perf-Opt".to_owned(),
        theirs: "1.8 times",
        ours: format!("LRU {}, Perf-Opt {}; ratio {}", day.words(LRU, cost), day.words(PERFECT, cost), ratio.words()),
        checks: vec![check("", ratio, quotient(1.8)).toward(above(1.0))],
        note: CHOICES,
        ..Row::default()
    };
    tests.finding("", row)
}

fn realistic_against_lru(day: &Periods) -> Finding {
    let ratio = day.ratio(LRU, REALISTIC, cost);
    Row {
        id: "V-F3.9",
        source: "ViPeeR D4.5, section 3.2.1.4 and figure 3.9",
        claim: "a day; LRU costs more than the push strategies, Real-Opt with them".to_owned(),
        theirs: "push strategies are much better than caching, 1.8 times",
        ours: format!("LRU {}, Real-Opt {}; ratio {}", day.words(LRU, cost), day.words(REALISTIC, cost), ratio.words()),
        checks: vec![check("", ratio, quotient(1.8)).toward(above(1.0))],
        note: CHOICES,
        ..Row::default()
    }
    .into()
}

fn internal(tests: &Tests) -> Finding {
    let Tests { day, .. } = tests;
    let number: fn(&Figures) -> f64 = |figures| figures.internal_sessions;
    let ratio = day.ratio(LRU, PERFECT, number);
    let (lru, perfect) = (day.words(LRU, number), day.words(PERFECT, number));
    let row = Row {
        id: "V-F3.10",
        source: "ViPeeR D4.5, figure 3.10",
        claim: "a day; LRU uses internal links less than Perf-Opt".to_owned(),
        theirs: "less; no numbers",
        ours: format!("sessions over internal links: LRU {lru}, Perf-Opt {perfect}; ratio {}", ratio.words()),
        checks: vec![check("", ratio, relation(below(1.0)))],
        note: CHOICES,
        ..Row::default()
    };
    tests.finding("", row)
}

/// Of the sessions over internal links, those over links of low priority.
fn low(figures: &Figures) -> f64 {
    100.0 * figures.low_priority_sessions / figures.internal_sessions
}

/// How much larger that part is under a kind of LRU than under Perf-Opt.
fn low_of(periods: &Periods, lru: &str) -> Row<'static> {
    let more = Estimate::of(periods.of(lru, low).iter().zip(periods.of(PERFECT, low)).map(|(lru, perfect)| lru - perfect));
    Row {
        id: "V-F3.11",
        source: "ViPeeR D4.5, figure 3.11",
        claim: "a day; of the sessions over internal links, LRU has a larger part on links of low priority than Perf-Opt".to_owned(),
        theirs: "LRU uses them as regular links, Perf-Opt in low priority; no numbers",
        ours: format!("LRU {} %, Perf-Opt {} %; difference {}", periods.words(lru, low), periods.words(PERFECT, low), more.words()),
        checks: vec![check("difference", more, relation(above(0.0)))],
        ..Row::default()
    }
}

fn low_priority(straight: &Periods) -> Finding {
    let note = "transfers go the shortest way, whatever it costs, and LRU asks the nearest dServer of its group first: the source does not say so, \
                but under the cheapest ways nobody would use these links";
    Row { ablations: &[CHEAPEST_FIRST, CHEAPEST_WAYS], note, ..low_of(straight, NAIVE) }.into()
}

fn cheapest_first(straight: &Periods) -> Finding {
    let row = low_of(straight, LRU);
    Row { label: CHEAPEST_FIRST, claim: format!("{}, where LRU asks the cheapest dServer of its group first", row.claim), ..row }.into()
}

fn cheapest_ways(day: &Periods) -> Finding {
    let row = low_of(day, NAIVE);
    Row { label: CHEAPEST_WAYS, claim: format!("{}, where transfers go the cheapest way", row.claim), ..row }.into()
}

fn bandwidth(tests: &Tests) -> Finding {
    let Tests { day, .. } = tests;
    let number: fn(&Figures) -> f64 = |figures| 100.0 * figures.dcdn_utilisation.unwrap_or(f64::NAN);
    let ratio = day.ratio(LRU, PERFECT, number);
    let row = Row {
        id: "V-F3.12",
        source: "ViPeeR D4.5, figure 3.12",
        claim: "a day; dServers are used as much under LRU as under Perf-Opt".to_owned(),
        theirs: "similar; no numbers",
        ours: format!(
            "part of their capacity: LRU {} %, Perf-Opt {} %; ratio {}",
            day.words(LRU, number),
            day.words(PERFECT, number),
            ratio.words()
        ),
        checks: vec![check("", ratio, alike(1.0))],
        note: CHOICES,
        ..Row::default()
    };
    tests.finding("", row)
}
