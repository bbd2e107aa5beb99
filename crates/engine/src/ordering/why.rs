//! What a recording says about a step, in words.

use super::{Decision, Recording};
use crate::sim::{brief, listed};

/// Why a task was taken in a step, numbered from 1, and what came of it.
pub fn why(recording: &Recording, step: usize) -> Option<String> {
    let at = recording.steps.get(step.checked_sub(1)?)?;
    let name = |task: u32| recording.names[task as usize].clone();
    let reason = recording.decisions.get(step - 1).map_or_else(|| found(recording), |decision| chosen(recording, decision));
    let mut sentences = vec![format!("Step {step} executes {}: {reason}.", name(at.task))];
    let inputs: Vec<u32> = recording.inputs(at.task).collect();
    let reloaded = &at.cache.reloaded;
    let there: Vec<u32> = inputs.iter().copied().filter(|input| !reloaded.contains(input)).collect();
    let be = |tasks: &[u32]| if tasks.len() == 1 { "is" } else { "are" };
    if !there.is_empty() {
        sentences.push(format!("What it reads of {} is in the cache.", listed(there.iter().copied().map(name))));
    }
    if !reloaded.is_empty() {
        let why = if recording.capacity < 1.0 { "does not fit into the cache" } else { "had been dropped" };
        sentences.push(format!("The output of {} {why} and is loaded again.", listed(reloaded.iter().copied().map(name))));
    }
    let before = step.checked_sub(2).map_or(&[][..], |before| &recording.steps[before].live);
    let freed: Vec<u32> = before.iter().copied().filter(|task| !at.live.contains(task)).collect();
    if !freed.is_empty() {
        sentences.push(format!("{} {} needed no more.", listed(freed.iter().copied().map(name)), be(&freed)));
    }
    let positions = recording.positions();
    if let Some(last) = recording.readers(at.task).max_by_key(|reader| positions[*reader as usize]) {
        let until = positions[last as usize];
        sentences.push(format!("Its own output is needed until step {until}, by {}.", name(last)));
    }
    Some(sentences.join(" "))
}

/// Why a task was taken where an algorithm chose task by task.
fn chosen(recording: &Recording, decision: &Decision) -> String {
    let name = |task: u32| recording.names[task as usize].clone();
    let Some(cost) = decision.cost.filter(|_| decision.candidates > 0) else {
        return match decision.candidates {
            0 if recording.policy == "beam" => "it is next in the cheapest way that was kept".to_owned(),
            0 => "nothing else has all it reads".to_owned(),
            others => format!("drawn from the {} tasks that have all they read", others + 1),
        };
    };
    let dearer = decision.others.iter().filter_map(|(task, other)| Some((*task, (*other)?))).filter(|(_, other)| *other > cost);
    let dearer: Vec<String> = dearer.map(|(task, other)| format!("{} with {}", brief(other), name(task))).collect();
    let what = if recording.policy == "heuristic" { "completed deepest first, the order costs" } else { "the order so far costs" };
    let than = if dearer.is_empty() { String::new() } else { format!(", and {}", listed(dearer)) };
    let ties = match decision.tied {
        0 | 1 => String::new(),
        2 => ", as with one other".to_owned(),
        tied => format!(", as with {} others", tied - 1),
    };
    format!("{what} {}{ties}{than}", brief(cost))
}

/// Why a task was taken where the whole order was found at once.
fn found(recording: &Recording) -> String {
    if recording.policy == "given" {
        return "it is next in the order that is given".to_owned();
    }
    let cost = brief(recording.costs.under(recording.objective));
    if recording.proven {
        format!("part of an order that costs {cost}, and none costs less")
    } else {
        format!("part of an order that costs {cost}")
    }
}

/// Why a set was expanded; expansions are numbered from 1.
pub fn why_expanded(recording: &Recording, expansion: usize) -> Option<String> {
    let at = recording.expansions.get(expansion.checked_sub(1)?)?;
    let name = |task: u32| recording.names[task as usize].clone();
    let way = at.from.map_or_else(
        || "nothing is executed".to_owned(),
        |(from, task)| format!("{} is executed after expansion {}", name(task), from + 1),
    );
    let next = listed(at.ready.iter().copied().map(name));
    Some(format!(
        "Expansion {expansion}: {way}. The order so far costs {}, at least {} more is to come, and no open set promises less than {}. Next can \
         be {next}.",
        brief(at.cost),
        brief(at.bound),
        brief(at.cost + at.bound),
    ))
}
