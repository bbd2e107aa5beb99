//! The distributed CDN: table 3.1 and figures 3.3 to 3.12 of `ViPeeR` D4.5.

use super::{Effort, Figure, bar, point};
use crate::cdn_runs::{CONFIGURATIONS, EVERY, PERIODS, Setting, Test, Week, periods, weeks};
use crate::estimate::{Estimate, Interval};
use schedscope::cdn::{Figures, Policy, Ways};
use schedscope::metrics::mean;
use schedscope_core::plot::{Axis, Bar, Bars, Dash, Hue, Line, Lines, Look, Names, Panel, Picture, Plot, Series, Style, look_of};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "V3.T1",
        "ViPeeR D4.5, table 3.1",
        "Requests that dServers serve, and how long postponed ones wait on average, in the source and here.",
        table,
    )
    .noting(CHOICES)
    .supporting(&["M41", "M42"]),
    Figure::new("V3.3", "ViPeeR D4.5, figure 3.3", "Cost of the transfers ÷ that of the centralized CDN, in the source and here.", costs)
        .noting(COSTS)
        .supporting(&["M41"]),
    Figure::new("V3.4", "ViPeeR D4.5, figure 3.4", "Sessions on all dServers over the week.", |effort| {
        over_the_week(effort, "Workload on dServers", "sessions on dServers", 0, &CONFIGURATIONS[1..], Some((6500.0, "capacity")))
    })
    .noting(CHOICES)
    .supporting(&["V-F3.4"]),
    Figure::new("V3.5", "ViPeeR D4.5, figure 3.5", "Sessions on the CDN server over the week.", |effort| {
        over_the_week(effort, "Workload on the CDN server", "sessions on the CDN server", 1, &CONFIGURATIONS, Some((5000.0, "capacity")))
    })
    .noting(CHOICES)
    .supporting(&["V-F3.5"]),
    Figure::new(
        "V3.6",
        "ViPeeR D4.5, figure 3.6",
        "Requests that wait at the CDN server, over the week: in all configurations, and in those with optimal redirection alone.",
        queues,
    )
    .noting(CHOICES)
    .supporting(&["V-F3.6"]),
    Figure::new(
        "V3.7",
        "ViPeeR D4.5, figure 3.7",
        "Cost of optimal placement ÷ that from the PoP, by the part of the requests that is predicted rightly: the others have a wrong video, or a \
         wrong user.",
        predictions,
    )
    .noting(A_DAY)
    .supporting(&["V-F3.7"]),
    Figure::new("V3.8", "ViPeeR D4.5, figure 3.8", "Cost of push strategies ÷ that from the PoP, by the length of the test.", |effort| {
        over_periods(effort, "Push strategies", COST, &[RANDOM, PROPORTIONAL, REALISTIC, PERFECT])
    })
    .noting(TESTS)
    .supporting(&["V-F3.8"]),
    Figure::new(
        "V3.9",
        "ViPeeR D4.5, figure 3.9",
        "Cost of optimal placement and of LRU ÷ that from the PoP, by the length of the test.",
        |effort| over_periods(effort, "Push against caching", COST, &[LRU, REALISTIC, PERFECT]),
    )
    .noting(TESTS)
    .supporting(&["V-F3.9"]),
    Figure::new("V3.10", "ViPeeR D4.5, figure 3.10", "Sessions over internal links, counted at each link, by the length of the test.", |effort| {
        over_periods(effort, "Internal links", INTERNAL, &[LRU, PERFECT])
    })
    .noting(TESTS)
    .supporting(&["V-F3.10"]),
    Figure::new("V3.11", "ViPeeR D4.5, figure 3.11", "Sessions over links of low priority, by the length of the test.", |effort| {
        over_ways(effort, Ways::Shortest, "Links of low priority", LOW_PRIORITY, &[NAIVE, PERFECT])
    })
    .noting(
        "transfers go the shortest way, whatever it costs, and LRU asks the nearest dServer of the group first: else neither would use these \
         links; the rest is as in the other tests",
    )
    .supporting(&["V-F3.11"]),
    Figure::new("V3.12", "ViPeeR D4.5, figure 3.12", "Part of their capacity that dServers use, by the length of the test.", |effort| {
        over_periods(effort, "Bandwidth of dServers", BANDWIDTH, &[LRU, PERFECT])
    })
    .noting(TESTS)
    .supporting(&["V-F3.12"]),
];

const CHOICES: &str = "distances, the popularity of videos, numbers of copies and the profile of the week are our choice, as the source's trace is \
                       not public; orders can be compared, numbers cannot";
const COSTS: &str = "the source has no number for Opt-Rand but slightly less than Rand-Rand; distances, the popularity of videos and numbers of copies are \
                     our choice";
const A_DAY: &str = "three days of warm-up and one of test; distances and popularity are our choice";
const TESTS: &str = "three days of warm-up, and tests of one to four; distances, popularity and storage are our choice, and the source's lengths are \
                     lost";

const NAMES: [&str; 5] = ["Centralized", "Rand-Rand", "Opt-Rand", "Rand-Opt", "Opt-Opt"];

fn all_weeks(effort: &Effort<'_>, keys: &[&str]) -> Vec<Vec<Week>> {
    weeks(keys, Setting { count: effort.count, ..Setting::default() }, effort.replications([4, 20, 100]), effort.done)
}

/// A number of each configuration, as the source has it and as it is here.
fn beside(theirs: [Option<f64>; 5], weeks: &[Vec<Week>], y: &str, number: impl Fn(&Figures) -> Option<f64>) -> Bars {
    let source = Series {
        name: "source".to_owned(),
        look: Look { hue: Hue::Black, dash: Dash::Solid },
        values: theirs.map(|value| value.map(|value| Bar { value, range: None })).into(),
    };
    let here = |place: usize| {
        let estimate = Estimate::of(weeks.iter().filter_map(|weeks| number(&weeks[place].figures)));
        estimate.middle().is_finite().then(|| bar(estimate))
    };
    let ours = Series {
        name: "here".to_owned(),
        look: Look { hue: Hue::Orange, dash: Dash::Solid },
        values: (0..CONFIGURATIONS.len()).map(here).collect(),
    };
    let names = NAMES.map(str::to_owned).into();
    Bars { x_title: "configuration".to_owned(), y: Axis::linear(y), names, series: vec![source, ours], level: None }
}

fn table(effort: &Effort<'_>) -> Picture {
    let weeks = all_weeks(effort, &CONFIGURATIONS);
    let shares = [0.0, 13.5, 16.1, 39.2, 76.9].map(Some);
    let waits = [4639.0, 1716.0, 1705.0, 1220.0, 886.0].map(Some);
    let panels = vec![
        Panel::new("(a) access to the dCDN", beside(shares, &weeks, "served by dServers (%)", |figures| Some(100.0 * figures.dcdn_share))),
        Panel::new("(b) average delay", beside(waits, &weeks, "wait of postponed requests (s)", |figures| figures.mean_wait)),
    ];
    Picture { title: "Access and waiting time".to_owned(), panels, columns: 1 }
}

fn costs(effort: &Effort<'_>) -> Picture {
    let weeks = all_weeks(effort, &CONFIGURATIONS);
    let theirs = [Some(1.0), Some(0.85), None, Some(0.5), Some(0.3)];
    Picture::single("Operation cost", beside(theirs, &weeks, "cost ÷ centralized", |figures| figures.cost))
}

fn queues(effort: &Effort<'_>) -> Picture {
    let panel = |title: &str, keys| {
        let picture = over_the_week(effort, "", "requests in the queue", 2, keys, None);
        picture.panels.into_iter().map(move |panel| Panel { title: title.to_owned(), ..panel }).collect::<Vec<_>>()
    };
    let mut panels = panel("(a) all configurations", &CONFIGURATIONS);
    panels.extend(panel("(b) optimal redirection", &CONFIGURATIONS[3..]));
    for panel in &mut panels {
        if let Plot::Lines(lines) = &mut panel.plot {
            lines.names = Names::Beside;
        }
    }
    Picture { title: "Delayed requests".to_owned(), panels, columns: 1 }
}

/// Loads of a week from which one point of a curve is made.
const TOGETHER: usize = 3;

fn over_the_week(effort: &Effort<'_>, title: &str, y: &str, which: usize, keys: &[&str], level: Option<(f64, &str)>) -> Picture {
    let weeks = all_weeks(effort, keys);
    let line = |(place, key): (usize, &&str)| {
        let policy: Policy = key.parse().expect("a policy of the registry");
        let at = |load: usize| {
            let all = weeks.iter().map(|weeks| f64::from(weeks[place].loads[load][which]));
            ((load + 1) as f64 * EVERY / 86_400.0, mean(&all.collect::<Vec<_>>()))
        };
        let loads = weeks.first().map_or(0, |weeks| weeks[place].loads.len());
        let style = Style { marked: false, ..look_of(&policy.choice()).into() };
        Line::new(policy.row().name, style, (TOGETHER - 1..loads).step_by(TOGETHER).map(at).collect())
    };
    let x = Axis::linear("days from Sunday noon").within(0.0, 7.0).marked(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let lines = Lines::new(x, Axis::linear(y), keys.iter().enumerate().map(line).collect());
    Picture::single(
        title,
        match level {
            Some((value, name)) => lines.level(value, name),
            None => lines,
        },
    )
}

/// What is shown of test periods: the title of its axis, and what it is.
type Measure = (&'static str, fn(&Figures) -> f64);

const COST: Measure = ("cost ÷ from the PoP", |figures| figures.cost.unwrap_or(f64::NAN));
const INTERNAL: Measure = ("sessions over internal links", |figures| figures.internal_sessions);
const LOW_PRIORITY: Measure = ("sessions over links of low priority", |figures| figures.low_priority_sessions);
const BANDWIDTH: Measure = ("used capacity of dServers (%)", |figures| 100.0 * figures.dcdn_utilisation.unwrap_or(f64::NAN));

/// A placement: what it is called here, and how it is written.
type Strategy = (&'static str, &'static str);

const RANDOM: Strategy = ("Random", "rand-opt[copies=fill]");
const PROPORTIONAL: Strategy = ("Proportional", "proportional[demand=past]");
const REALISTIC: Strategy = ("Real-Opt", "real-opt");
const PERFECT: Strategy = ("Perf-Opt", "perf-opt");
const LRU: Strategy = ("LRU", "lru");
const NAIVE: Strategy = ("LRU", "lru[redirection=nearest]");

fn tests(effort: &Effort<'_>, ways: Ways, keys: &[&str], days: u32) -> Vec<Vec<Figures>> {
    periods(keys, Test { days, count: effort.count, ways, ..Test::default() }, effort.replications([4, 20, 100]), effort.done)
}

fn over_periods(effort: &Effort<'_>, title: &str, measure: Measure, strategies: &[Strategy]) -> Picture {
    over_ways(effort, Ways::Cheapest, title, measure, strategies)
}

fn over_ways(effort: &Effort<'_>, ways: Ways, title: &str, (y, number): Measure, strategies: &[Strategy]) -> Picture {
    let keys: Vec<&str> = strategies.iter().map(|(_, key)| *key).collect();
    let measured: Vec<(u32, Vec<Vec<Figures>>)> = PERIODS.iter().map(|days| (*days, tests(effort, ways, &keys, *days))).collect();
    let line = |(place, (name, key)): (usize, &Strategy)| {
        let policy: Policy = key.parse().expect("a policy of the registry");
        let at = |(days, runs): &(u32, Vec<Vec<Figures>>)| {
            point(f64::from(*days), Estimate::of(runs.iter().map(|figures| number(&figures[place]))))
        };
        Line::with_band(*name, look_of(&policy.choice()), measured.iter().map(at))
    };
    let days: Vec<f64> = PERIODS.iter().map(|days| f64::from(*days)).collect();
    let x = Axis::linear("test period (days)").within(1.0, 4.0).marked(&days);
    Picture::single(title, Lines::new(x, Axis::linear(y), strategies.iter().enumerate().map(line).collect()))
}

fn predictions(effort: &Effort<'_>) -> Picture {
    let accuracies = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
    let line = |(name, wrong, look): (&str, &str, Look)| {
        let keys: Vec<String> = accuracies.iter().map(|accuracy| format!("perf-opt[accuracy={accuracy},wrong={wrong}]")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let runs = tests(effort, Ways::Cheapest, &keys, PERIODS[0]);
        let at =
            |(place, accuracy): (usize, &f64)| point(100.0 * accuracy, Estimate::of(runs.iter().map(|figures| COST.1(&figures[place]))));
        Line::with_band(name, look, accuracies.iter().enumerate().map(at))
    };
    let lines = [
        ("wrong videos", "videos", Look { hue: Hue::Vermilion, dash: Dash::Solid }),
        ("wrong users", "users", Look { hue: Hue::Blue, dash: Dash::Dashed }),
    ];
    let x = Axis::linear("requests that are predicted rightly (%)").within(0.0, 100.0);
    Picture::single("Predictions", Lines::new(x, Axis::linear(COST.0), lines.map(line).into()))
}
