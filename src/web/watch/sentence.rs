//! What happens now, in one plain sentence, from the engine's state.

use crate::server::Timeline;

/// Shares that differ by less are equal.
const EQUAL: f64 = 1e-6;

struct Present {
    name: String,
    share: f64,
    late: bool,
}

/// The sentence for `time`.
pub fn sentence(timeline: &Timeline, time: f64) -> String {
    let present: Vec<Present> = timeline
        .at(time)
        .filter(|curve| curve.remaining > 0.0)
        .map(|curve| Present { name: name(timeline, curve.job as usize), share: curve.share, late: curve.late })
        .collect();
    let (served, waiting): (Vec<_>, Vec<_>) = present.iter().partition(|job| job.share > EQUAL);
    if served.is_empty() {
        return if timeline.completions.iter().all(|completion| *completion <= time) {
            "All jobs are done.".to_owned()
        } else {
            "Nobody is here yet.".to_owned()
        };
    }
    let who = list(served.iter().map(|job| job.name.as_str()));
    let others = list(waiting.iter().map(|job| job.name.as_str()));
    let wait = if waiting.len() == 1 { "waits" } else { "wait" };
    match (&served[..], waiting.is_empty()) {
        ([one], true) if one.late => format!("{who} is late, and has the server to itself."),
        ([_], true) => format!("{who} has the server to itself."),
        ([one], false) if one.late => format!("{who} is late and blocks: {others} {wait}."),
        ([_], false) => format!("{who} is served; {others} {wait}{}.", late_ones(&waiting)),
        (several, alone) => {
            let equal = several.iter().all(|job| (job.share - several[0].share).abs() < EQUAL);
            let how = if equal {
                format!("{who} share the server equally{}", late_ones(several))
            } else {
                list(several.iter().map(|job| format!("{} gets {:.0} %", job.name, 100.0 * job.share)))
            };
            if alone { format!("{how}.") } else { format!("{how}; {others} {wait}.") }
        }
    }
}

/// Says which of these are late, if any are.
fn late_ones(jobs: &[&Present]) -> String {
    let late: Vec<&str> = jobs.iter().filter(|job| job.late).map(|job| job.name.as_str()).collect();
    match late.len() {
        0 => String::new(),
        2 if jobs.len() == 2 => ", both late".to_owned(),
        all if all == jobs.len() && all > 1 => ", all late".to_owned(),
        1 if jobs.len() == 1 => ", though late".to_owned(),
        1 => format!(" ({} is late)", late[0]),
        _ => format!(" ({} are late)", list(late.iter())),
    }
}

/// How a job is called.
pub fn name(timeline: &Timeline, job: usize) -> String {
    timeline.jobs.get(job).map(|job| format!("J{}", job.id)).unwrap_or_default()
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: impl Iterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<_> = words.collect();
    let mut text = String::new();
    for (i, word) in words.iter().enumerate() {
        text.push_str(match i {
            0 => "",
            i if i + 1 == words.len() => " and ",
            _ => ", ",
        });
        text.push_str(word.as_ref());
    }
    text
}
