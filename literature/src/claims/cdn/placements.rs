//! The placements of section 3.2: figures 3.7 to 3.12.

use super::{Estimate, Finding, Ratio, Row, above, at_most, below, check, reading, relation};
use crate::cdn_runs::{PERIODS, Test, periods};
use crate::judgement::{alike, between};
use schedscope_engine::cdn::{Figures, Ways};

/// Ids of the claims.
pub const CLAIMS: [&str; 6] = ["V-F3.7", "V-F3.8", "V-F3.9", "V-F3.10", "V-F3.11", "V-F3.12"];

const RANDOM: &str = "rand-opt[copies=fill]";
const PROPORTIONAL: &str = "proportional[demand=past]";
const PERFECT: &str = "perf-opt";
const REALISTIC: &str = "real-opt";
const LRU: &str = "lru";
const NAIVE: &str = "lru[redirection=nearest]";
const WRONG_VIDEOS: &str = "perf-opt[accuracy=0,wrong=videos]";
const WRONG_USERS: &str = "perf-opt[accuracy=0,wrong=users]";

const CHOICES: &str = "three days of warm-up and up to four of test, 5000 videos and 500 sessions a dServer, distances, popularity (Zipf 0.8, \
                       churn 5 % a day) are this project's choice; a local search stands for the genetic algorithm";

/// Labels of the rows in which something is changed of the test of links of low priority.
const LOW_ABLATIONS: &[&str] = &[SCARCELY, "cheapest first", "cheapest ways"];

/// Videos that a dServer stores where that is changed: all together hold fewer than there are.
const SCARCE: u32 = 1000;
/// The row in which it is.
const SCARCELY: &str = "1000 videos";

/// A test under some placements, by replication.
struct Periods(&'static [&'static str], Vec<Vec<Figures>>);

impl Periods {
    fn new(keys: &'static [&'static str], days: u32, storage: Option<u32>, replications: u32) -> Self {
        Self(keys, periods(keys, Test { days, storage, count: None, ways: Ways::Cheapest }, replications, |_| {}))
    }

    /// A day in which transfers go the shortest way.
    fn straight(keys: &'static [&'static str], storage: Option<u32>, replications: u32) -> Self {
        Self(keys, periods(keys, Test { days: PERIODS[0], storage, count: None, ways: Ways::Shortest }, replications, |_| {}))
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

/// A test of one day and one of the longest, and one of a day in which transfers go the shortest way.
struct Tests {
    day: Periods,
    last: Periods,
    straight: Periods,
    /// Label of rows about it.
    label: &'static str,
    /// Labels of the rows in which something is changed of it.
    ablations: &'static [&'static str],
    /// What is changed.
    changed: &'static str,
}

impl Tests {
    /// Of one of its rows, what all have in common.
    fn row(&self, id: &'static str, source: &'static str, claim: &str) -> Row<'static> {
        let Self { label, ablations, changed, .. } = *self;
        Row { id, label, source, claim: format!("{claim}{changed}"), ablations, note: CHOICES, ..Row::default() }
    }
}

fn cost(figures: &Figures) -> f64 {
    figures.cost.unwrap_or(f64::NAN)
}

/// Claims of figures 3.7 to 3.12.
pub fn placements(replications: u32) -> Vec<Finding> {
    const LONG: &[&str] = &[PERFECT, REALISTIC, LRU];
    const DAY: &[&str] = &[PERFECT, REALISTIC, LRU, WRONG_VIDEOS, WRONG_USERS, NAIVE, PROPORTIONAL, RANDOM];
    const STRAIGHT: &[&str] = &[PERFECT, NAIVE, LRU];
    let [first, longest] = [PERIODS[0], PERIODS[3]];
    let day = Periods::new(DAY, first, None, replications);
    let (last, straight) = (Periods::new(LONG, longest, None, replications), Periods::straight(STRAIGHT, None, replications));
    let usual = Tests { day, last, straight, label: "", ablations: &[SCARCELY], changed: "" };
    let day = Periods::new(&DAY[..6], first, Some(SCARCE), replications);
    let last = Periods::new(LONG, longest, Some(SCARCE), replications);
    let straight = Periods::straight(STRAIGHT, Some(SCARCE), replications);
    let changed = ", with 1000 videos a dServer, of all fewer than there are";
    let scarce = Tests { day, last, straight, label: SCARCELY, ablations: &[], changed };
    let mut findings = vec![strategies(&usual.day)];
    for tests in [&usual, &scarce] {
        let rows = [mistakes, duration, against_lru, internal, low_priority, bandwidth];
        findings.extend(rows.map(|row| row(tests)));
        if tests.label.is_empty() {
            findings.extend([cheapest_first(tests), cheapest_ways(tests)]);
        }
    }
    findings.push(realistic_against_lru(&usual.day));
    findings
}

fn mistakes(tests: &Tests) -> Finding {
    let [videos, users] = [WRONG_VIDEOS, WRONG_USERS].map(|wrong| tests.day.ratio(wrong, PERFECT, cost));
    let claim = "a day; predicting wrong videos costs much more, wrong users hardly more";
    Row {
        theirs: "videos double the cost; users only marginally more",
        ours: format!("cost with accuracy 0 ÷ with accuracy 1: videos {}, users {}", videos.words(), users.words()),
        checks: vec![check("videos", videos, relation(above(1.0))), check("users", users, reading(at_most(1.1)))],
        ..tests.row("V-F3.7", "ViPeeR D4.5, section 3.2.1.2 and figure 3.7", claim)
    }
    .into()
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

fn duration(tests: &Tests) -> Finding {
    let of = |key| Ratio::between(&tests.day.of(key, cost), &tests.last.of(key, cost));
    let [perfect, realistic, lru] = [PERFECT, REALISTIC, LRU].map(of);
    let claim = "with a longer test Real-Opt gets worse; Perf-Opt and LRU do not";
    Row {
        theirs: "almost twice; not affected",
        ours: format!(
            "cost of {} days ÷ of one: Real-Opt {}, Perf-Opt {}, LRU {}",
            PERIODS[3],
            realistic.words(),
            perfect.words(),
            lru.words()
        ),
        checks: vec![
            check("Real-Opt", realistic, relation(above(1.0))),
            check("Perf-Opt, LRU", perfect, alike(1.0)),
            check("Perf-Opt, LRU", lru, alike(1.0)),
        ],
        ..tests.row("V-F3.8", "ViPeeR D4.5, sections 3.2.1.3 and 3.2.1.4", claim)
    }
    .into()
}

fn against_lru(tests: &Tests) -> Finding {
    let Tests { day, .. } = tests;
    let ratio = day.ratio(LRU, PERFECT, cost);
    Row {
        theirs: "1.8 times",
        ours: format!("LRU {}, Perf-Opt {}; ratio {}", day.words(LRU, cost), day.words(PERFECT, cost), ratio.words()),
        checks: vec![check("", ratio, relation(above(1.0)))],
        ..tests.row("V-F3.9", "ViPeeR D4.5, section 3.2.1.4 and figure 3.9", "a day; LRU costs more than Perf-Opt")
    }
    .into()
}

fn realistic_against_lru(day: &Periods) -> Finding {
    let ratio = day.ratio(LRU, REALISTIC, cost);
    Row {
        id: "V-F3.9",
        source: "ViPeeR D4.5, section 3.2.1.4 and figure 3.9",
        claim: "a day; LRU costs more than the push strategies, Real-Opt with them".to_owned(),
        theirs: "push strategies are much better than caching, 1.8 times",
        ours: format!("LRU {}, Real-Opt {}; ratio {}", day.words(LRU, cost), day.words(REALISTIC, cost), ratio.words()),
        checks: vec![check("", ratio, relation(above(1.0)))],
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
    Row {
        theirs: "less; no numbers",
        ours: format!("sessions over internal links: LRU {lru}, Perf-Opt {perfect}; ratio {}", ratio.words()),
        checks: vec![check("", ratio, relation(below(1.0)))],
        ..tests.row("V-F3.10", "ViPeeR D4.5, figure 3.10", "a day; LRU uses internal links less than Perf-Opt")
    }
    .into()
}

/// Of the sessions over internal links, those over links of low priority.
fn low(figures: &Figures) -> f64 {
    100.0 * figures.low_priority_sessions / figures.internal_sessions
}

/// How much larger that part is under a kind of LRU than under Perf-Opt.
fn low_of<'a>(tests: &'a Tests, periods: &Periods, lru: &str) -> Row<'a> {
    let more = Estimate::of(periods.of(lru, low).iter().zip(periods.of(PERFECT, low)).map(|(lru, perfect)| lru - perfect));
    let claim = "a day; of the sessions over internal links, LRU has a larger part on links of low priority than Perf-Opt";
    Row {
        theirs: "LRU uses them as regular links, Perf-Opt in low priority; no numbers",
        ours: format!("LRU {} %, Perf-Opt {} %; difference {}", periods.words(lru, low), periods.words(PERFECT, low), more.words()),
        checks: vec![check("difference", more, relation(above(0.0)))],
        ..tests.row("V-F3.11", "ViPeeR D4.5, figure 3.11", claim)
    }
}

fn low_priority(tests: &Tests) -> Finding {
    let note = "transfers go the shortest way, whatever it costs, and LRU asks the nearest dServer of its group first: the source does not say so, \
                but under the cheapest ways nobody would use these links";
    let ablations = if tests.label.is_empty() { LOW_ABLATIONS } else { &[] };
    Row { note, ablations, ..low_of(tests, &tests.straight, NAIVE) }.into()
}

fn cheapest_first(tests: &Tests) -> Finding {
    let row = low_of(tests, &tests.straight, LRU);
    let claim = format!("{}, where LRU asks the cheapest dServer of its group first", row.claim);
    Row { label: LOW_ABLATIONS[1], claim, ablations: &[], ..row }.into()
}

fn cheapest_ways(tests: &Tests) -> Finding {
    let row = low_of(tests, &tests.day, NAIVE);
    let claim = format!("{}, where transfers go the cheapest way", row.claim);
    Row { label: LOW_ABLATIONS[2], claim, ablations: &[], ..row }.into()
}

fn bandwidth(tests: &Tests) -> Finding {
    let Tests { day, .. } = tests;
    let number: fn(&Figures) -> f64 = |figures| 100.0 * figures.dcdn_utilisation.unwrap_or(f64::NAN);
    let ratio = day.ratio(LRU, PERFECT, number);
    Row {
        theirs: "similar; no numbers",
        ours: format!(
            "part of their capacity: LRU {} %, Perf-Opt {} %; ratio {}",
            day.words(LRU, number),
            day.words(PERFECT, number),
            ratio.words()
        ),
        checks: vec![check("", ratio, reading(between(0.9, 1.1)))],
        ..tests.row("V-F3.12", "ViPeeR D4.5, figure 3.12", "a day; dServers are used as much under LRU as under Perf-Opt")
    }
    .into()
}
