//! Has the workers simulate the values at which it may turn.

use crate::web::pool::{Task, alone, use_asked};
use schedscope_core::experiment::Scenario;
use schedscope_state::compare::{Turn, Turned};
use schedscope_state::file::File;
use schedscope_state::protocol::{Fault, Reply, Wanted};
use schedscope_state::queue::Class;
use yew::prelude::*;

/// Milliseconds after an answer for which the scenario must rest: while a slider moves, the processors are the next answer's.
pub const SETTLED: u32 = 400;

/// Keeps the workers at the values that are wanted while the view is `active`.
#[hook]
pub fn use_turner(turn: &Turn, file: Option<File>, active: bool, tell: Callback<Turned>) {
    let run = turn.run;
    let asked: Vec<(f64, Scenario)> = turn.wanted.iter().filter_map(|value| Some((*value, turn.scenario(*value)?))).collect();
    let round = (active && !asked.is_empty()).then_some((run, turn.points.len() + turn.wanted.len()));
    use_asked(round, if turn.points.is_empty() { SETTLED } else { 0 }, move |owner| {
        let lane = |(number, (_, scenario)): (usize, &(f64, Scenario))| {
            alone(Task { number: number as u32, scenario: scenario.to_query().into(), wanted: Wanted::Cell, file: file.clone() })
        };
        let lanes = asked.iter().enumerate().map(lane).collect();
        owner.ask(Class::Behind, lanes, move |task, reply| {
            let result = match reply {
                Reply::Cell(cell) => Ok(cell),
                Reply::Invalid(fault) => Err(fault),
                Reply::Panicked(message) => Err(Fault { field: None, message }),
                _ => return,
            };
            tell.emit(Turned::Told(run, asked[task as usize].0, result));
        });
    });
}
