//! The five configurations of section 3.1: table 3.1 and figures 3.3 to 3.6.

use super::{Estimate, Finding, Ratio, Row, above, at_least, at_most, below, check, reading, relation};
use crate::cdn_runs::{CONFIGURATIONS, Load, Setting, Week, day, hour, weeks};
use crate::judgement::{self, Check, Verdict, between};
use schedscope_engine::cdn::Figures;

/// Ids of the claims.
pub const CLAIMS: [&str; 5] = ["M41", "M42", "V-F3.4", "V-F3.5", "V-F3.6"];

const SOURCE: &str = "ViPeeR D4.5, section 3.1.3 and table 3.1";
/// Sessions that the CDN server can serve at once.
const CDN_CAPACITY: u32 = 5000;
/// Of a dServer, and how many there are.
const CAPACITY: u32 = 500;
const DSERVERS: u32 = 13;
/// Days of viewers from Monday to Thursday, and those of the weekend.
const WEEKDAYS: [usize; 4] = [1, 2, 3, 4];
const SATURDAY: usize = 6;
const WEEKEND: [usize; 3] = [0, SATURDAY, 7];

/// Weeks under all configurations, by replication.
struct Weeks(Vec<Vec<Week>>);

impl Weeks {
    fn new(setting: Setting, replications: u32) -> Self {
        Self(weeks(&CONFIGURATIONS, setting, replications, |_| {}))
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

fn wait(figures: &Figures) -> f64 {
    figures.mean_wait.unwrap_or(f64::NAN)
}

fn origin_cost(figures: &Figures) -> f64 {
    figures.origin_cost.unwrap_or(f64::NAN)
}

fn cost(figures: &Figures) -> f64 {
    figures.cost.unwrap_or(f64::NAN)
}

const CHOICES: &str =
    "distances (great circles), popularity (Zipf 0.8, churn 5 % a day) and 1.76 copies of a video are this project's choice";

/// What is changed in a row, and how.
const CHANGES: [(&str, &str, Setting); 4] = [
    ("zipf 0.4", "popularity by Zipf's law with exponent 0.4", Setting { zipf: Some(0.4), ..NONE }),
    ("zipf 1.2", "popularity by Zipf's law with exponent 1.2", Setting { zipf: Some(1.2), ..NONE }),
    ("filled", "3.77 copies of a video, as storage holds", Setting { replicas: Some(3.77), ..NONE }),
    ("peak", "the k-PCFLP takes capacity as part of the most sessions at a time", Setting { peak: true, ..NONE }),
];

const NONE: Setting = Setting { zipf: None, replicas: None, optimal_replicas: None, peak: false, count: None };

/// Of exponents up to 1.6 and up to three copies placed optimally, those whose numbers are closest to the source's, all at once.
const FITTED: Setting = Setting { zipf: Some(1.4), optimal_replicas: Some(2.05), ..NONE };

/// Claims M41 and M42, and those of figures 3.4 to 3.6.
pub fn configurations(replications: u32) -> Vec<Finding> {
    let usual = Weeks::new(NONE, replications);
    let mut findings = vec![shares(&usual), waits(&usual), costs(&usual), costs_of_the_cdn(&usual), redirection(&usual)];
    findings.push(all_numbers(&Weeks::new(FITTED, replications)));
    let changed = CHANGES.map(|(label, what, setting)| (label, what, Weeks::new(setting, replications)));
    findings.extend(changed.iter().map(|(label, what, weeks)| all_orders(label, what, weeks)));
    findings.push(only_the_cdn_queues(&usual));
    findings.extend([days(&usual), rush_hour(&usual), night(&usual), weekend(&usual)]);
    findings.extend([rand_opt_queue("", "", &usual), rand_opt_in_all(&usual), opt_opt_queue("", "", &usual)]);
    for ((rand_opt, opt_opt), (_, what, weeks)) in QUEUES.iter().zip(&changed) {
        findings.extend(rand_opt.map(|label| rand_opt_queue(label, &format!(", {what}"), weeks)));
        findings.push(opt_opt_queue(opt_opt, &format!(", {what}"), weeks));
    }
    findings
}

/// The configurations as the source calls them.
const NAMES: [&str; 5] = ["Centralized", "Rand-Rand", "Opt-Rand", "Rand-Opt", "Opt-Opt"];

/// Labels of the rows of figure 3.6 for each of [`CHANGES`]: of Rand-Opt, if it concerns that, and of Opt-Opt.
const QUEUES: [(Option<&str>, &str); 4] = [
    (Some("Rand-Opt, zipf 0.4"), "Opt-Opt, zipf 0.4"),
    (Some("Rand-Opt, zipf 1.2"), "Opt-Opt, zipf 1.2"),
    (Some("Rand-Opt, filled"), "Opt-Opt, filled"),
    (None, "Opt-Opt, peak"),
];

const ORDER: &str = "Centralized, Rand-Rand, Opt-Rand, Rand-Opt, Opt-Opt";

fn share_steps(weeks: &Weeks) -> [Estimate; 4] {
    [1, 2, 3, 4].map(|i| {
        let [before, after] = [i - 1, i].map(|i| weeks.of(CONFIGURATIONS[i], |figures| 100.0 * figures.dcdn_share));
        Estimate::of(before.iter().zip(&after).map(|(before, after)| after - before))
    })
}

fn each_below(name: &str, ratios: [Ratio; 4]) -> impl Iterator<Item = Check> {
    ratios.into_iter().map(move |ratio| check(name, ratio, relation(below(1.0))))
}

fn said<const N: usize>(words: [String; N]) -> String {
    words.join(", ")
}

fn shares(weeks: &Weeks) -> Finding {
    let steps = share_steps(weeks);
    Row {
        id: "M41",
        source: SOURCE,
        claim: format!("dServers serve more and more requests under {ORDER}"),
        theirs: "0, 13.5, 16.1, 39.2, 76.9 %",
        ours: format!("{} %; steps {}", weeks.each(|figures| 100.0 * figures.dcdn_share), said(steps.map(Estimate::words))),
        checks: steps.map(|step| check("each step", step, relation(above(0.0)))).into(),
        note: &format!(
            "{CHOICES}; 1.76 copies follow from 13.5 %, so that Rand-Rand's number agrees by construction, and Opt-Rand's nearly, as no video \
             has more than two copies"
        ),
        ..Row::default()
    }
    .into()
}

fn waits(weeks: &Weeks) -> Finding {
    let steps = weeks.steps(wait);
    Row {
        id: "M41",
        source: SOURCE,
        claim: format!("postponed requests wait less and less under {ORDER}"),
        theirs: "4639, 1716, 1705, 1220, 886 s",
        ours: format!("{} s; each ÷ the one before {}", weeks.each(wait), said(steps.map(Ratio::words))),
        checks: each_below("each ÷ the one before", steps).collect(),
        note: CHOICES,
        ..Row::default()
    }
    .into()
}

fn costs(weeks: &Weeks) -> Finding {
    let steps = weeks.steps(cost);
    Row {
        id: "M41",
        source: "ViPeeR D4.5, figure 3.3",
        claim: format!("transfers cost less and less under {ORDER}"),
        theirs: "÷ centralized: 1, about 0.85, slightly less, about 0.5, 0.3",
        ours: format!("{}; each ÷ the one before {}", weeks.each(cost), said(steps.map(Ratio::words))),
        checks: each_below("each ÷ the one before", steps).collect(),
        note: CHOICES,
        ..Row::default()
    }
    .into()
}

/// Costs where a transfer from a dServer to a user costs nothing: the other reading of what the source counts.
fn costs_of_the_cdn(weeks: &Weeks) -> Finding {
    let steps = weeks.steps(origin_cost);
    Row {
        id: "M41",
        label: "from the CDN server alone",
        source: "ViPeeR D4.5, figure 3.3",
        claim: format!("transfers from the CDN server, which alone cost anything, cost less and less under {ORDER}"),
        theirs: "÷ centralized: 1, about 0.85, slightly less, about 0.5, 0.3",
        ours: format!("{}; each ÷ the one before {}", weeks.each(origin_cost), said(steps.map(Ratio::words))),
        checks: each_below("each ÷ the one before", steps).collect(),
        note: "section 3.1.1 has the distance of user and server, and about 0.85 is what is left to the CDN server",
        ..Row::default()
    }
    .into()
}

/// The source's numbers by configuration, but for those of Centralized that are so by definition: per cent that dServers serve, mean
/// wait in seconds, cost ÷ centralized.
const NUMBERS: [(&str, Option<f64>, f64, Option<f64>); 5] = [
    ("Centralized", None, 4639.0, None),
    ("Rand-Rand", Some(13.5), 1716.0, Some(0.85)),
    ("Opt-Rand", Some(16.1), 1705.0, Some(0.84)),
    ("Rand-Opt", Some(39.2), 1220.0, Some(0.5)),
    ("Opt-Opt", Some(76.9), 886.0, Some(0.3)),
];

/// All numbers of table 3.1 and figure 3.3 under one choice of what the source leaves open, each ÷ the source's.
fn all_numbers(weeks: &Weeks) -> Finding {
    let (mut checks, mut residuals, mut apart) = (vec![], vec![], vec![]);
    for (key, (name, share, seconds, price)) in CONFIGURATIONS.iter().zip(NUMBERS) {
        let of = |number: fn(&Figures) -> f64| Estimate::of(weeks.of(key, number));
        let shares = share.map(|theirs| ("share", of(|figures| 100.0 * figures.dcdn_share), theirs, judgement::share(theirs)));
        let prices = price.map(|theirs| ("cost", of(origin_cost), theirs, judgement::quotient(theirs)));
        let waits = ("wait", of(wait), seconds, judgement::duration(seconds));
        for (what, ours, theirs, tolerance) in shares.into_iter().chain([waits]).chain(prices) {
            let residual = ours.mean / theirs;
            apart.push(residual.max(1.0 / residual));
            residuals.push(format!("{what} of {name} {residual:.2}"));
            checks.push(check(format!("{what} of {name}"), ours, tolerance));
        }
    }
    let mean = apart.iter().sum::<f64>() / apart.len() as f64;
    Row {
        id: "M41",
        label: "one configuration",
        source: "ViPeeR D4.5, table 3.1 and figure 3.3",
        claim: "all shares, waits and costs at once, with popularity by Zipf's law with exponent 1.4, 1.76 copies of a video at random and 2.05 \
                where they are placed optimally, and transfers from the CDN server alone that cost"
            .to_owned(),
        theirs: "13.5, 16.1, 39.2, 76.9 %; 4639, 1716, 1705, 1220, 886 s; about 0.85, slightly less, about 0.5, 0.3",
        ours: format!("ours ÷ the source's: {}; a factor of {mean:.2} apart on average", residuals.join(", ")),
        checks,
        note: "fitted: the exponent up to 1.6 and the copies up to 3 that bring all these closest; slightly less is read as 0.84",
        ..Row::default()
    }
    .into()
}

/// What placement saves ÷ what redirection saves, from Rand-Rand on and up to Opt-Opt.
fn placement_over_redirection(weeks: &Weeks, number: impl Fn(&Figures) -> f64) -> [Ratio; 2] {
    let of = |key| weeks.of(key, &number);
    let [neither, placed, redirected, both] = ["rand-rand", "opt-rand", "rand-opt", "opt-opt"].map(of);
    let gain = |from: &[f64], to: &[f64]| from.iter().zip(to).map(|(from, to)| to - from).collect::<Vec<_>>();
    [
        Ratio::between(&gain(&redirected, &neither), &gain(&placed, &neither)),
        Ratio::between(&gain(&both, &placed), &gain(&both, &redirected)),
    ]
}

fn redirection(weeks: &Weeks) -> Finding {
    let cost = placement_over_redirection(weeks, cost);
    Row {
        id: "M41",
        source: "ViPeeR D4.5, section 3.1.3",
        claim: "redirection matters more than placement for the cost".to_owned(),
        theirs: "the major influence; about 0.35 against a limited gain, 0.55 against 0.2",
        ours: format!("what placement saves ÷ what redirection saves: first {}, after the other {}", cost[0].words(), cost[1].words()),
        checks: cost.map(|ratio| check("each", ratio, relation(below(1.0)))).into(),
        note: CHOICES,
        ..Row::default()
    }
    .into()
}

/// All orders of M41 where something is changed. Where nobody waits, there is no order of waits.
fn all_orders(label: &'static str, what: &str, weeks: &Weeks) -> Finding {
    let named = |what: &str, i: usize| format!("{what} of {} and {}", NAMES[i], NAMES[i + 1]);
    let shares = share_steps(weeks).into_iter().enumerate();
    let mut checks: Vec<Check> = shares.map(|(i, step)| check(named("shares", i), step, relation(above(0.0)))).collect();
    let anybody = |i: usize| weeks.of(CONFIGURATIONS[i + 1], wait).into_iter().any(f64::is_finite);
    let waits = weeks.steps(wait).into_iter().enumerate().filter(|(i, _)| anybody(*i));
    checks.extend(waits.map(|(i, ratio)| check(named("waits", i), ratio, relation(below(1.0)))));
    let costs = weeks.steps(cost).into_iter().enumerate();
    checks.extend(costs.map(|(i, ratio)| check(named("costs", i), ratio, relation(below(1.0)))));
    let gains = placement_over_redirection(weeks, cost);
    checks.extend(gains.map(|ratio| check("placement ÷ redirection", ratio, relation(below(1.0)))));
    let others: Vec<&str> = checks.iter().filter(|check| check.verdict() != Verdict::Reproduced).map(Check::name).collect();
    let others = if others.is_empty() { "all in order".to_owned() } else { format!("not in order: {}", others.join(", ")) };
    Row {
        id: "M41",
        label,
        source: SOURCE,
        claim: format!("the orders of shares, waits and costs, {what}"),
        theirs: "0, 13.5, 16.1, 39.2, 76.9 %; 4639, 1716, 1705, 1220, 886 s; 1, about 0.85, slightly less, about 0.5, 0.3",
        ours: format!("{} %; {} s; {}; {others}", weeks.each(|figures| 100.0 * figures.dcdn_share), weeks.each(wait), weeks.each(cost)),
        checks,
        ..Row::default()
    }
    .into()
}

fn only_the_cdn_queues(weeks: &Weeks) -> Finding {
    let all = || weeks.0.iter().flatten();
    let percent = |holds: &dyn Fn(&Week) -> bool| Estimate {
        mean: 100.0 * all().filter(|week| holds(week)).count() as f64 / all().count() as f64,
        half: 0.0,
    };
    let sums = percent(&|week| (week.figures.dcdn_share + week.figures.cdn_share - 1.0).abs() < 1e-12);
    let within = percent(&|week| week.loads.iter().all(|[dcdn, cdn, _]| *dcdn <= CAPACITY * DSERVERS && *cdn <= CDN_CAPACITY));
    let queues = percent(&|week| week.loads.iter().all(|[_, cdn, queue]| *queue == 0 || *cdn == CDN_CAPACITY));
    Row {
        id: "M42",
        source: "ViPeeR D4.5, section 3.1.1",
        claim:
            "shares of dServers and of the CDN server sum to 1; no more sessions than capacity; a queue only where the CDN server is full"
                .to_owned(),
        theirs: "always",
        ours: format!("in {}, {}, {} % of the weeks, looked at every ten minutes", sums.words(), within.words(), queues.words()),
        checks: [sums, within, queues].map(|percent| check("each", percent, relation(at_least(100.0)))).into(),
        by_construction: true,
        ..Row::default()
    }
    .into()
}

/// The hour of the day at which a load is at its most, or at its least, on a day of viewers, within some hours.
fn extreme(loads: &[Load], on: usize, from: f64, to: f64, least: bool) -> f64 {
    let hour_of = |place: usize| hour(place) % 24.0;
    let inside = loads.iter().enumerate().filter(|(place, _)| day(*place) == on && (from..to).contains(&hour_of(*place)));
    let total = |load: &Load| i64::from(load[0] + load[1]) * if least { -1 } else { 1 };
    inside.max_by_key(|(_, load)| total(load)).map_or(f64::NAN, |(place, _)| hour_of(place))
}

fn days(weeks: &Weeks) -> Finding {
    let opt_opt: Vec<&Week> = weeks.0.iter().map(|weeks| &weeks[Weeks::place("opt-opt")]).collect();
    // On a Wednesday; after midnight it is still the viewers' Wednesday.
    let at = |from, to, least| Estimate::of(opt_opt.iter().map(|week| extreme(&week.loads, 3, from, to, least)));
    let (noon, night, dawn) = (at(8.0, 18.0, false), at(18.0, 24.0, false), at(0.0, 8.0, true));
    let peak = |on: usize| move |week: &&Week| f64::from(most(&week.loads, 0, &[on]) + most(&week.loads, 1, &[on]));
    let step = |on: usize| Ratio::of(opt_opt.iter().map(|week| peak(on)(week) / peak(on - 1)(week)));
    let mut checks = vec![
        check("about 14:00", noon, reading(between(13.0, 15.5))),
        check("about 23:00", night, reading(between(22.0, 24.0))),
        check("about 4:00", dawn, reading(between(3.0, 6.0))),
    ];
    checks.extend([1, 2, 3, 4].map(|on| check("falls to Thursday", step(on), relation(below(1.0)))));
    checks.extend([5, 6].map(|on| check("rises to Saturday", step(on), relation(above(1.0)))));
    Row {
        id: "V-F3.4",
        source: "ViPeeR D4.5, figure 3.4",
        claim: "two peaks a day, and least work before dawn; peaks fall from Sunday to Thursday and rise on Friday and Saturday".to_owned(),
        theirs: "about 14:00 and 23:00, about 4:00",
        ours: format!("on a Wednesday at {}, {} and {} h", noon.words(), night.words(), dawn.words()),
        checks,
        note: "the profile of the week was made so",
        by_construction: true,
        ..Row::default()
    }
    .into()
}

const ALL_DAYS: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

fn rush_hour(weeks: &Weeks) -> Finding {
    let peak = |key| weeks.most(key, 0, &ALL_DAYS);
    let [rand_rand, opt_rand, rand_opt, opt_opt] = ["rand-rand", "opt-rand", "rand-opt", "opt-opt"].map(peak);
    let (ahead, far) = (Ratio::between(&rand_opt, &opt_opt), Ratio::between(&rand_opt, &opt_rand));
    Row {
        id: "V-F3.4",
        source: "ViPeeR D4.5, figure 3.4",
        claim: "most sessions on dServers: Opt-Opt has more than Rand-Opt, random redirection far fewer".to_owned(),
        theirs: "Opt-Opt close to 5000 (almost all of 6500), about 25 % above Rand-Opt; 10 % of capacity under random redirection",
        ours: format!(
            "{}; Opt-Opt ÷ Rand-Opt {}, Opt-Rand ÷ Rand-Opt {}",
            said(
                [("Rand-Rand", &rand_rand), ("Opt-Rand", &opt_rand), ("Rand-Opt", &rand_opt), ("Opt-Opt", &opt_opt)]
                    .map(|(name, peaks)| format!("{name} {}", Estimate::of(peaks.iter().copied()).words()))
            ),
            ahead.words(),
            far.words()
        ),
        checks: vec![check("Opt-Opt ÷ Rand-Opt", ahead, relation(above(1.0))), check("Opt-Rand ÷ Rand-Opt", far, reading(at_most(0.5)))],
        note: CHOICES,
        ..Row::default()
    }
    .into()
}

fn night(weeks: &Weeks) -> Finding {
    let most = |key| Estimate::of(weeks.most(key, 1, &WEEKDAYS).into_iter().map(|peak| 100.0 * peak / f64::from(CDN_CAPACITY)));
    let least_night = weeks.0.iter().map(|weeks| {
        let loads = &weeks[Weeks::place("centralized")].loads;
        WEEKDAYS.iter().map(|on| 100.0 * f64::from(self::most(loads, 1, &[*on])) / f64::from(CDN_CAPACITY)).fold(f64::INFINITY, f64::min)
    });
    let (central, opt_opt) = (Estimate::of(least_night), most("opt-opt"));
    Row {
        id: "V-F3.5",
        source: "ViPeeR D4.5, figure 3.5",
        claim: "nights from Monday to Thursday: the CDN server is full each night if centralized, and never under Opt-Opt".to_owned(),
        theirs: "100 %, around 70 %",
        ours: format!(
            "most sessions ÷ capacity: centralized, the least night, {} %; Opt-Opt, the busiest, {} %",
            central.words(),
            opt_opt.words()
        ),
        checks: vec![check("centralized", central, relation(at_least(100.0))), check("Opt-Opt", opt_opt, relation(below(100.0)))],
        note: CHOICES,
        ..Row::default()
    }
    .into()
}

fn weekend(weeks: &Weeks) -> Finding {
    let keys = ["centralized", "rand-rand", "opt-rand", "rand-opt", "opt-opt"];
    let peaks = keys.map(|key| Estimate::of(weeks.most(key, 1, &WEEKEND).into_iter().map(|peak| 100.0 * peak / f64::from(CDN_CAPACITY))));
    Row {
        id: "V-F3.5",
        source: "ViPeeR D4.5, figure 3.5",
        claim: "weekend: the CDN server is full at its busiest in all configurations".to_owned(),
        theirs: "reaches the capacity in all; Opt-Opt reduces it by about 10 %",
        ours: format!("most sessions ÷ capacity, {ORDER}: {} %", said(peaks.map(Estimate::words))),
        checks: peaks.map(|peak| check("each", peak, relation(at_least(100.0)))).into(),
        note: &format!("the two sentences of the source do not go together, and the first is judged; {CHOICES}"),
        ..Row::default()
    }
    .into()
}

const POSTPONED: &str = "read as requests in the queue at a time, since figure 3.6 is a curve over the week";

fn rand_opt_queue(label: &'static str, changed: &str, weeks: &Weeks) -> Finding {
    let [weekdays, weekend] = [&WEEKDAYS[..], &WEEKEND].map(|days| Estimate::of(weeks.most("rand-opt", 2, days)));
    let all = Estimate::of(weeks.of("rand-opt", |figures| figures.postponed));
    Row {
        id: "V-F3.6",
        label,
        source: "ViPeeR D4.5, figure 3.6",
        claim: format!("Rand-Opt: nobody waits from Monday to Thursday, more than 1000 at the weekend{changed}"),
        theirs: "clears up all delayed requests during weekdays; at weekends still exceeds 1,000",
        ours: format!("most at a time {} and {}; {} requests wait in a week", weekdays.words(), weekend.words(), all.words()),
        checks: vec![check("weekdays", weekdays, relation(below(1.0))), check("weekend", weekend, relation(above(1000.0)))],
        ablations: if label.is_empty() {
            &["Rand-Opt, in all", "Rand-Opt, zipf 0.4", "Rand-Opt, zipf 1.2", "Rand-Opt, filled"]
        } else {
            &[]
        },
        note: POSTPONED,
        ..Row::default()
    }
    .into()
}

/// The same, read as all that wait in a week.
fn rand_opt_in_all(weeks: &Weeks) -> Finding {
    let weekdays = Estimate::of(weeks.most("rand-opt", 2, &WEEKDAYS));
    let all = Estimate::of(weeks.of("rand-opt", |figures| figures.postponed));
    Row {
        id: "V-F3.6",
        label: "Rand-Opt, in all",
        source: "ViPeeR D4.5, figure 3.6",
        claim: "Rand-Opt: nobody waits from Monday to Thursday, more than 1000 in the whole week".to_owned(),
        theirs: "clears up all delayed requests during weekdays; at weekends still exceeds 1,000",
        ours: format!("{} at a time from Monday to Thursday; {} in the week", weekdays.words(), all.words()),
        checks: vec![check("weekdays", weekdays, relation(below(1.0))), check("week", all, relation(above(1000.0)))],
        ..Row::default()
    }
    .into()
}

fn opt_opt_queue(label: &'static str, changed: &str, weeks: &Weeks) -> Finding {
    let [weekdays, saturday] = [&WEEKDAYS[..], &[SATURDAY]].map(|days| Estimate::of(weeks.most("opt-opt", 2, days)));
    let all = Estimate::of(weeks.of("opt-opt", |figures| figures.postponed));
    Row {
        id: "V-F3.6",
        label,
        source: "ViPeeR D4.5, figure 3.6",
        claim: format!("Opt-Opt: nobody waits from Monday to Thursday, fewer than 100 on Saturday night{changed}"),
        theirs: "almost none all the week, except on Saturday night, fewer than 100",
        ours: format!("most at a time {} and {}; {} requests wait in a week", weekdays.words(), saturday.words(), all.words()),
        checks: vec![check("weekdays", weekdays, relation(below(1.0))), check("Saturday", saturday, relation(below(100.0)))],
        ablations: if label.is_empty() { &["Opt-Opt, zipf 0.4", "Opt-Opt, zipf 1.2", "Opt-Opt, filled", "Opt-Opt, peak"] } else { &[] },
        note: POSTPONED,
        ..Row::default()
    }
    .into()
}
