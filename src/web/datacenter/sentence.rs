//! What is seen of a policy, in one plain sentence: now, and on the whole.

use crate::experiment::Figures;
use crate::page::datacenter::Shown;
use crate::page::format;
use schedscope_engine::datacenter::{Activity, Timeline};

/// What the workers do at some time.
pub fn now(timeline: &Timeline, time: f64) -> String {
    let activities = timeline.at(time);
    let count = |activity: Activity| activities.iter().filter(|other| **other == activity).count() as u64;
    let (short, long, waiting) = (count(Activity::Short), count(Activity::Long), count(Activity::Waiting));
    let mut words = vec![match (short, long) {
        (0, 0) => "No task runs".to_owned(),
        _ => format!("{} short and {} long tasks run", format::whole(short), format::whole(long)),
    }];
    if waiting > 0 {
        words
            .push(format!(", {} for a task", if waiting == 1 { "one worker waits".to_owned() } else { format!("{waiting} workers wait") }));
    }
    let (queued, blocked) = timeline.waiting(time).into_iter().fold((0, 0), |(a, b), (c, d)| (a + u64::from(c), b + u64::from(d)));
    if queued > 0 {
        words.push(format!("; {} in queues", format::counted(queued, "entry waits", "entries wait")));
    }
    if blocked > 0 {
        words.push(format!(", {} short behind a long one", format::whole(blocked)));
    }
    words.concat() + "."
}

/// Relative difference below which figures count as equal.
const EQUAL: f64 = 0.02;

/// The result of the policy at this position, compared with the first.
pub fn verdict(shown: &Shown, which: usize) -> Option<String> {
    let figures = |row: usize, class: u8| shown.report.policies.get(row)?.class(class);
    let (name, than) = (&shown.runs.runs.get(which)?.name, &shown.runs.runs.first()?.name);
    let both = |class: u8| figures(which, class).zip(figures(0, class));
    let halves = |kind: &str, (mine, theirs): (&Figures, &Figures)| {
        let (mine_s, theirs_s) = (seconds(mine.median_sojourn), seconds(theirs.median_sojourn));
        match compare(mine, theirs, |figures| figures.median_sojourn) {
            0 => format!("Half of the {kind} jobs take at most {mine_s} s under {name}, the same as under {than}"),
            _ => format!("Half of the {kind} jobs take at most {mine_s} s under {name}, and {theirs_s} s under {than}"),
        }
    };
    let Some(short) = both(0) else { return Some(halves("long", both(1)?) + ".") };
    let long = both(1).map_or_else(String::new, |(mine, theirs)| {
        let (mine_s, theirs_s) = (seconds(mine.p90_sojourn), seconds(theirs.p90_sojourn));
        match compare(mine, theirs, |figures| figures.p90_sojourn) {
            0 => format!("; 90 % of the long jobs take at most {mine_s} s under both"),
            1 => format!("; long jobs pay for it: 90 % of them take at most {mine_s} s, compared with {theirs_s} s"),
            _ => format!("; 90 % of the long jobs take at most {mine_s} s, compared with {theirs_s} s"),
        }
    });
    Some(halves("short", short) + &long + ".")
}

/// Whether the first figure is larger (1), smaller (−1), or the same.
fn compare(mine: &Figures, theirs: &Figures, figure: fn(&Figures) -> f64) -> i8 {
    let ratio = figure(mine) / figure(theirs);
    i8::from(ratio > 1.0 + EQUAL) - i8::from(ratio < 1.0 - EQUAL)
}

fn seconds(x: f64) -> String {
    if x >= 100.0 { format::whole(x.round() as u64) } else { format::short(x) }
}
