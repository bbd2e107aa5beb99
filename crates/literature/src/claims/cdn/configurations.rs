//! The five configurations of section 3.1.

mod table;
mod week;

use super::{Change, Estimate, Finding, Ratio, labels};
use crate::cdn_runs::{CONFIGURATIONS, Load, Setting, Week, day, weeks};
use schedscope::cdn::Figures;

/// Ids of the claims.
pub const CLAIMS: [&str; 5] = ["M41", "M42", "V-F3.4", "V-F3.5", "V-F3.6"];

/// Weeks under all configurations, by replication.
struct Weeks(Vec<Vec<Week>>);

impl Weeks {
    /// Under these policies, each a configuration in the usual order.
    fn new(policies: &[&str; 5], setting: Setting, replications: u32) -> Self {
        Self(weeks(policies, setting, replications, |_| {}))
    }

    fn place(key: &str) -> usize {
        CONFIGURATIONS.iter().position(|known| *known == key).expect("a configuration")
    }

    /// One number of a configuration, replication by replication.
    fn of(&self, key: &str, number: impl Fn(&Figures) -> f64) -> Vec<f64> {
        self.0.iter().map(|weeks| number(&weeks[Self::place(key)].figures)).collect()
    }

    /// The most of a load on some days, replication by replication.
    fn most(&self, key: &str, which: usize, days: &[usize]) -> Vec<f64> {
        self.0.iter().map(|weeks| f64::from(most(&weeks[Self::place(key)].loads, which, days))).collect()
    }

    /// Each configuration's mean.
    fn each(&self, number: impl Fn(&Figures) -> f64) -> String {
        let words = |values: Vec<f64>| {
            if values.iter().any(|value| value.is_finite()) { Estimate::of(values).words() } else { "none".to_owned() }
        };
        CONFIGURATIONS.map(|key| words(self.of(key, &number))).join(", ")
    }

    /// Each configuration ÷ the one before it.
    fn steps(&self, number: impl Fn(&Figures) -> f64) -> [Ratio; 4] {
        [1, 2, 3, 4].map(|i| Ratio::between(&self.of(CONFIGURATIONS[i - 1], &number), &self.of(CONFIGURATIONS[i], &number)))
    }
}

fn most(loads: &[Load], which: usize, days: &[usize]) -> u32 {
    loads.iter().enumerate().filter(|(place, _)| days.contains(&day(*place))).map(|(_, load)| load[which]).max().unwrap_or(0)
}

const CHOICES: &str =
    "distances (great circles), popularity (Zipf 0.8, churn 5 % a day) and 1.76 copies of a video are this project's choice";

const ORDER: &str = "Centralized, Rand-Rand, Opt-Rand, Rand-Opt, Opt-Opt";

/// A place among 5000 sessions of 90 minutes is free every 1.08 s.
const CONTRADICTION: &str = "the CDN server frees a place every 1.08 s, so that with fewer than 100 in its queue nobody waits for much more than \
                             108 s: under Opt-Opt figure 3.6 and the 886 s of table 3.1 contradict each other";

const NONE: Setting = Setting { zipf: None, churn: None, replicas: None, optimal_replicas: None, all_cooperate: false, count: None };

/// The configurations, where an optimal placement goes by the most sessions at a time.
const AT_THE_PEAK: [&str; 5] = ["centralized", "rand-rand", "opt-rand[sessions=peak]", "rand-opt", "opt-opt[sessions=peak]"];

const CHANGES: [Change<([&str; 5], Setting)>; 7] = [
    Change::of_the_usual("zipf 0.4", "popularity by Zipf's law with exponent 0.4", (CONFIGURATIONS, Setting { zipf: Some(0.4), ..NONE })),
    Change::of_the_usual("zipf 1.2", "popularity by Zipf's law with exponent 1.2", (CONFIGURATIONS, Setting { zipf: Some(1.2), ..NONE })),
    Change::of_the_usual("no churn", "popularity that stays as it is", (CONFIGURATIONS, Setting { churn: Some(0.0), ..NONE })),
    Change::of_the_usual(
        "2.1 copies",
        "2.1 copies of a video that is placed optimally",
        (CONFIGURATIONS, Setting { optimal_replicas: Some(2.1), ..NONE }),
    ),
    Change::of_the_usual("filled", "3.77 copies of a video, as storage holds", (CONFIGURATIONS, Setting { replicas: Some(3.77), ..NONE })),
    Change::of_the_usual("peak", "the k-PCFLP takes capacity as part of the most sessions at a time", (AT_THE_PEAK, NONE)),
    Change::of_the_usual(
        "all cooperate",
        "all dServers in one cooperation group",
        (CONFIGURATIONS, Setting { all_cooperate: true, ..NONE }),
    ),
];

/// A row in which something may be changed.
struct Changing {
    /// What it is about, if its id has several of them.
    about: &'static str,
    /// Labels of rows that read the source differently.
    read: &'static [&'static str],
    measure: fn(&Weeks) -> Finding,
}

impl Changing {
    const fn of(about: &'static str, measure: fn(&Weeks) -> Finding) -> Self {
        Self { about, read: &[], measure }
    }

    fn usual(&self, weeks: &Weeks) -> Finding {
        let read = self.read.iter().map(|label| (*label).to_owned());
        Finding { ablations: read.chain(labels(&CHANGES, "", self.about)).collect(), ..(self.measure)(weeks) }
    }
}

const CHANGING: [Changing; 7] = [
    Changing::of("shares", table::shares),
    Changing::of("waits", table::waits),
    Changing { read: &[table::FROM_THE_CDN], ..Changing::of("costs", table::costs) },
    Changing::of("", week::rush_hour),
    Changing::of("", week::night),
    Changing { read: &[week::IN_ALL], ..Changing::of("Rand-Opt", week::rand_opt_queue) },
    Changing::of("Opt-Opt", week::opt_opt_queue),
];

/// Of exponents up to 1.6 and up to three copies placed optimally, those whose numbers are closest to the source's, all at once.
const FITTED: Setting = Setting { zipf: Some(1.4), optimal_replicas: Some(2.05), ..NONE };

/// Claims M41 and M42, and those of figures 3.4 to 3.6.
pub fn configurations(replications: u32) -> Vec<Finding> {
    let usual = Weeks::new(&CONFIGURATIONS, NONE, replications);
    let [shares, waits, costs, rush_hour, night, rand_opt, opt_opt] = CHANGING.map(|row| row.usual(&usual));
    let mut findings = vec![
        shares,
        waits,
        costs,
        table::costs_from_the_cdn(&usual),
        table::redirection(&usual),
        table::all_numbers(&Weeks::new(&CONFIGURATIONS, FITTED, replications)),
        week::only_the_cdn_queues(&usual),
        week::days(&usual),
        rush_hour,
        night,
        week::weekend(&usual),
        rand_opt,
        week::rand_opt_in_all(&usual),
        opt_opt,
    ];
    for change in &CHANGES {
        let (policies, setting) = &change.then;
        let weeks = Weeks::new(policies, *setting, replications);
        findings.extend(CHANGING.map(|row| change.made(row.about, (row.measure)(&weeks))));
    }
    findings
}
