//! What is said of orders: what came out, what the area of the bars is, what a move has come to.

use super::Replay;
use crate::format;
use schedscope::ordering::{Objective, Plan, Recording, Summary};
use schedscope::sim::{brief, listed};
use schedscope_core::pictures::names_of;

/// What an objective is called.
pub fn name(objective: Objective) -> String {
    objective.key().to_uppercase()
}

/// What the area of the bars is.
pub const fn area(objective: Objective) -> &'static str {
    match objective {
        Objective::Tmb => {
            "The area of the bars is the score: outputs that a task still to come will read, added up over the steps (TMB, total maximum bandwidth)."
        }
        Objective::Wtmb => {
            "The area of the bars is the score: the sizes of outputs that a task still to come will read, added up over the steps (WTMB)."
        }
        Objective::Dla => {
            "The area of the bars is the score: reads that are still to come of outputs that are there, added up over the steps (DLA, directed linear arrangement)."
        }
        Objective::Dbw => {
            "The score is the length of the longest span, in red: the most steps that an output waits for its last reader (DBW, directed bandwidth)."
        }
    }
}

/// What a cost comes to, in words.
fn kept(objective: Objective, cost: f64) -> String {
    let cost = brief(cost);
    match objective {
        Objective::Tmb => format!("{cost} outputs kept, added up over its steps"),
        Objective::Wtmb => format!("outputs of size {cost} kept, added up over its steps"),
        Objective::Dla => format!("{cost} reads kept waiting, added up over its steps"),
        Objective::Dbw => format!("no output waits more than {cost} steps for its last reader"),
    }
}

/// An algorithm and its figures.
struct AlgorithmRow<'a> {
    name: String,
    own: &'a Summary,
    /// Its cost under the objective of the scenario.
    cost: f64,
}

fn rows(shown: &Replay) -> Vec<AlgorithmRow<'_>> {
    let objective = shown.runs.objective;
    shown
        .report
        .policies
        .iter()
        .zip(names_of(&shown.report))
        .filter_map(|(row, name)| {
            let own = &row.own::<Plan>()?.ordering;
            Some(AlgorithmRow { name, own, cost: own.costs.under(objective) })
        })
        .collect()
}

/// What came out, in a sentence and one below it.
pub fn headline(shown: &Replay) -> [String; 2] {
    let (rows, objective) = (rows(shown), shown.runs.objective);
    let below = area(objective).to_owned();
    let Some(first) = rows.first() else { return [String::new(), below] };
    let sentence = if first.own.replications > 1 { of_many(&rows, objective) } else { of_one(&rows, objective) };
    [sentence, below]
}

/// Of one graph, for which costs are what they are.
fn of_one(rows: &[AlgorithmRow<'_>], objective: Objective) -> String {
    let proven = |row: &&AlgorithmRow<'_>| row.own.share_proven == Some(1.0) && row.own.objective == objective;
    let best = rows.iter().min_by(|a, b| a.cost.total_cmp(&b.cost).then(proven(b).cmp(&proven(a))));
    let Some(best) = best else { return String::new() };
    let exact = rows.iter().any(|row| proven(&row) && row.cost <= best.cost);
    let which = if exact { "order there is" } else { "of these orders" };
    let said = format!("{} finds the best {which}: {}", best.name, kept(objective, best.cost));
    let dearer = |row: &&AlgorithmRow<'_>| row.cost > best.cost;
    let others = rows.iter().filter(dearer).map(|row| {
        let more = if best.cost > 0.0 { format!(", {:.0}\u{a0}%\u{a0}more", 100.0 * (row.cost / best.cost - 1.0)) } else { String::new() };
        format!("{}: {}{more}", row.name, brief(row.cost))
    });
    let others: Vec<String> = others.collect();
    let same: Vec<String> = rows.iter().filter(|row| row.cost == best.cost && row.name != best.name).map(|row| row.name.clone()).collect();
    let rest = match (&others[..], &same[..]) {
        ([], []) => String::new(),
        ([], _) => format!("; {} the same", listed(same)),
        _ => format!("; {}", others.join("; ")),
    };
    let bound = rows.iter().filter(|row| row.own.objective == objective).map(|row| row.own.bound).fold(0.0, f64::max);
    let bound = if exact || bound == 0.0 { String::new() } else { format!(" No order costs less than {}.", brief(bound)) };
    format!("{said}{rest}.{bound}")
}

/// Of several graphs: ratios to the optimum on the same graph, or means, with their intervals.
fn of_many(rows: &[AlgorithmRow<'_>], objective: Objective) -> String {
    let graphs = format::counted(rows.iter().map(|row| u64::from(row.own.replications)).max().unwrap_or(0), "graph", "graphs");
    let with = |value: f64, half: f64| {
        let (value, interval) = format::interval(value, value - half, value + half);
        format!("{value} {interval}")
    };
    let ratios = rows.iter().filter(|row| row.own.share_proven.is_none() && row.own.objective == objective);
    let ratios: Vec<String> =
        ratios.filter_map(|row| Some(format!("{} {}", row.name, with(row.own.ratio_optimum?, row.own.ratio_optimum_ci95?)))).collect();
    if !ratios.is_empty() {
        return format!("Over {graphs}, cost as a multiple of the least there is: {}.", ratios.join(", "));
    }
    let means = rows.iter().map(|row| match row.own.cost_ci95.filter(|_| row.own.objective == objective) {
        Some(half) => format!("{} {}", row.name, with(row.cost, half)),
        None => format!("{} {}", row.name, brief(row.cost)),
    });
    format!("Over {graphs}, mean {}: {}.", name(objective), means.collect::<Vec<_>>().join(", "))
}

/// Two costs and what is between them: `TMB 41 → 38, −3`.
pub fn delta(objective: Objective, [before, after]: [f64; 2]) -> String {
    let change = after - before;
    let sign = if change > 0.0 { "+" } else { "" };
    let change = if change == 0.0 { "no change".to_owned() } else { format!("{sign}{}", brief(change)) };
    format!("{} {} → {}, {change}", name(objective), brief(before), brief(after))
}

/// What a task is: its size, what it reads and who reads it.
pub fn about(recording: &Recording, task: u32) -> String {
    let named = |tasks: Vec<u32>| listed(tasks.into_iter().map(|task| recording.names[task as usize].clone()));
    let (inputs, readers): (Vec<u32>, Vec<u32>) = (recording.inputs(task).collect(), recording.readers(task).collect());
    let reads = if inputs.is_empty() { "Reads nothing that is made here".to_owned() } else { format!("Reads {}", named(inputs)) };
    let read = if readers.is_empty() { "nobody reads its output".to_owned() } else { format!("is read by {}", named(readers)) };
    format!("Output of size {}. {reads}; {read}.", brief(recording.sizes[task as usize]))
}

/// What a task is in an order: when it is executed, and how long its output is needed.
pub fn place(recording: &Recording, task: u32) -> (u32, Option<u32>) {
    let positions = recording.positions();
    let last = recording.readers(task).map(|reader| positions[reader as usize]).max();
    (positions[task as usize], last)
}
