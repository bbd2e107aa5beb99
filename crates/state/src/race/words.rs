//! What the race says of an instant.

use super::{Race, Replay, Run};
use crate::format;
use crate::stage::Played;
use schedscope::sim::listed;
use schedscope_core::pictures::Quantity;

/// Whether all policies have the same work left at any instant: one server, which is never idle while jobs wait.
pub fn alike(played: &Played<Race>) -> bool {
    let system = played.fields().system;
    system.servers.unwrap_or(1) == 1 && system.switch_cost.unwrap_or(0.0) == 0.0
}

/// What happens, in a sentence and one below it. While time passes it changes only when a late job begins or ends to hold back many.
pub fn headline(played: &Played<Race>) -> [String; 2] {
    let Some(shown) = played.shown() else { return Default::default() };
    let (still, moves) = (played.told(), played.clock.playing);
    let alike = alike(played);
    let begins = if alike { "Same jobs, same work left" } else { "Same jobs" };
    let sentence = if still + 1 >= shown.stills() && shown.runs.iter().all(|run| run.present(still) == 0) {
        ended(shown, still)
    } else if let Some((run, waiting)) = blocked(shown, still) {
        let job = title(run, still).unwrap_or_default();
        if moves {
            format!("{begins}. Under {} many jobs wait behind one late job, {job}.", run.name)
        } else {
            let others = fewest(shown, still).filter(|fewest| fewest.name != run.name);
            let others = others.map(|fewest| format!("; {} has {} in all", fewest.name, format::whole(fewest.present(still).into())));
            format!(
                "{begins}. Under {} {} jobs wait behind one late job, {job}{}.",
                run.name,
                format::whole(waiting.into()),
                others.unwrap_or_default()
            )
        }
    } else if moves {
        format!("{begins}; what differs is how many jobs are still here.")
    } else {
        let here = |run: &Run| format!("{} under {}", format::whole(run.present(still).into()), run.name);
        format!("{begins}: here are {}.", listed(shown.runs.iter().map(here)))
    };
    [sentence, below(shown, still, alike, moves)]
}

/// How it ends.
fn ended(shown: &Replay, still: usize) -> String {
    let mean = |run: &Run| Some(format!("{} {}", run.name, format::short(run.mean(still, Quantity::Sojourn)?)));
    let gone = shown.runs.iter().map(|run| run.left(still)).min().unwrap_or(0);
    let means = shown.runs.iter().filter_map(mean).collect::<Vec<_>>().join(", ");
    format!("All {} have left. Mean sojourn time: {means}.", format::counted(gone as u64, "job", "jobs"))
}

/// What a disc is.
fn below(shown: &Replay, still: usize, alike: bool, moves: bool) -> String {
    let left = |run: &Run| run.still(still).map_or(0.0, |still| still.left);
    let left = match shown.runs.first() {
        Some(run) if alike && !moves => format!("; all together: {} units in every lane", format::short(left(run))),
        Some(_) if alike => "; all together they are as large in every lane".to_owned(),
        Some(_) if !moves => {
            let all = shown.runs.iter().map(|run| format::short(left(run))).collect::<Vec<_>>();
            format!("; all together: {} units", listed(all))
        }
        _ => String::new(),
    };
    format!("A disc is a job, its area the work left of it{left}. They leave from left to right.")
}

/// The policy under which most wait behind a late job, and how many.
fn blocked(shown: &Replay, still: usize) -> Option<(&Run, u32)> {
    let waiting = |run: &Run| run.blocker(still).and(run.still(still)).map(|still| still.present - still.served);
    shown.runs.iter().filter_map(|run| Some((run, waiting(run)?))).max_by_key(|(_, waiting)| *waiting)
}

/// The policy under which the fewest are present.
fn fewest(shown: &Replay, still: usize) -> Option<&Run> {
    shown.runs.iter().min_by_key(|run| run.present(still))
}

/// What the late job is called that holds back many.
fn title(run: &Run, still: usize) -> Option<String> {
    let left = run.blocker(still)?;
    Some(run.stills.ids.title(run.stills.jobs[left.job as usize].id))
}

/// What is said beside the name of a policy while a late job holds back many under it.
pub fn late(run: &Run, still: usize) -> Option<String> {
    let left = run.blocker(still)?;
    let job = &run.stills.jobs[left.job as usize];
    let (guess, had) = (format::short(job.estimate), format::short(job.size - f64::from(left.left)));
    Some(format!("{} is late: guessed {guess}, has had {had}, and is still served first", run.stills.ids.title(job.id)))
}

/// How many have left, or since when none has.
pub fn left(run: &Run, still: usize) -> String {
    match run.last(still).filter(|_| run.blocker(still).is_some()) {
        Some(last) => format!("none left since t = {}", format::readable(format::rounded(last, 5))),
        None => format!("{} have left", format::whole(run.left(still) as u64)),
    }
}

/// The lane of a policy in words.
pub fn lane(run: &Run, still: usize) -> String {
    let (present, served) = run.still(still).map_or((0, 0), |still| (still.present, still.served));
    let here = format::counted(present.into(), "job is here", "jobs are here");
    let late = late(run, still).map(|late| format!("; {late}")).unwrap_or_default();
    format!("{}: {here}, {} served{late}", run.name, format::whole(served.into()))
}
