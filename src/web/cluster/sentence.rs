//! The result of a policy in one sentence.

use crate::experiment::PolicyReport;
use crate::page::cluster::Shown;
use crate::page::format;
use crate::pictures::cluster::ClusterRun;

/// Relative difference of means, and difference of completions in seconds, below which they count as equal.
const EQUAL: f64 = 1e-3;

/// The sentence for the policy at this position. It is compared with the best of the others.
pub fn sentence(shown: &Shown, which: usize) -> Option<String> {
    let (row, run) = (shown.report.policies.get(which)?, shown.runs.runs.get(which)?);
    let others = (0..shown.report.policies.len()).filter(|other| *other != which);
    let mean = |position: &usize| shown.report.policies[*position].mean_sojourn().unwrap_or(f64::INFINITY);
    let Some(other) = others.min_by(|a, b| mean(a).total_cmp(&mean(b))) else {
        return Some(format!("{} has at most {} in the system.", run.name, jobs(peak(run))));
    };
    let (than, its) = (&shown.report.policies[other], shown.runs.runs.get(other)?);
    let ratio = shown.report.versus(which, other).ratio?;
    Some(if ratio < 1.0 - EQUAL {
        let pairs = || run.timeline.jobs.iter().zip(&its.timeline.jobs).map(|(mine, theirs)| theirs.completion - mine.completion);
        let (sooner, later) = (pairs().filter(|gain| *gain > EQUAL).count(), pairs().filter(|gain| *gain < -EQUAL).count());
        let most = 2 * sooner > run.timeline.jobs.len();
        let others = if most || later == 0 { String::new() } else { format!(" and {later} later") };
        let load = match (peak(run), peak(its)) {
            (mine, theirs) if mine < theirs => format!("it never has more than {mine} in the system, {} up to {theirs}", its.name),
            (mine, theirs) if mine > theirs => format!("but it has up to {mine} in the system, {} up to {theirs}", its.name),
            (both, _) => format!("both have up to {both} in the system"),
        };
        let count = jobs(run.timeline.jobs.len() as u32);
        format!("{} finishes {sooner} of {count} sooner{others} than {}; {load}.", run.name, its.name)
    } else if ratio > 1.0 + EQUAL {
        let detail = widest(row, than).map(|(name, mine, theirs)| {
            format!("; the median of {name} jobs is {} s, compared with {} s", format::short(mine), format::short(theirs))
        });
        let (ratio, detail) = (format::short(ratio), detail.unwrap_or_default());
        format!("Under {} a job takes {ratio} times as long on average as under {}{detail}.", run.name, its.name)
    } else {
        format!("On average jobs take equally long under {} and {}.", run.name, its.name)
    })
}

fn jobs(count: u32) -> String {
    format::counted(u64::from(count), "job", "jobs")
}

fn peak(run: &ClusterRun) -> u32 {
    run.timeline.load.iter().map(|(_, jobs)| *jobs).max().unwrap_or(0)
}

/// The size class in which the first policy is slower than the second by the largest factor, with both medians.
fn widest(row: &PolicyReport, than: &PolicyReport) -> Option<(&'static str, f64, f64)> {
    let medians = row.classes().iter().zip(than.classes()).map(|(a, b)| (a.class, a.figures.median_sojourn, b.figures.median_sojourn));
    let (class, mine, theirs) = medians.max_by(|a, b| (a.1 / a.2).total_cmp(&(b.1 / b.2)))?;
    let name = match class {
        1 => "tiny",
        2 => "small",
        3 => "medium",
        4 => "large",
        _ => return None,
    };
    (mine > theirs).then_some((name, mine, theirs))
}
