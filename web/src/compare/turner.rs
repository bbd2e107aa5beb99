//! Has the workers simulate the values at which it may turn.

use crate::pool::{Pool, Task, Tasks};
use gloo::timers::callback::Timeout;
use schedscope_core::experiment::Scenario;
use schedscope_page::compare::{Turn, Turned};
use schedscope_page::file::File;
use schedscope_page::protocol::{Event, Fault, Reply, Request, Wanted};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds after an answer for which the scenario must rest: while a slider moves, the processors are the next answer's.
const SETTLED: u32 = 400;

/// Keeps the workers at the values that are wanted while the view is `active`; an outdated run is ended.
#[hook]
pub fn use_turner(turn: &Turn, file: Option<File>, active: bool, tell: Callback<Turned>) {
    let turner = use_mut_ref(Turner::default);
    let round = (turn.run, turn.points.len() + turn.wanted.len());
    let asked: Vec<(f64, Scenario)> = turn.wanted.iter().filter_map(|value| Some((*value, turn.scenario(*value)?))).collect();
    let idle = asked.is_empty() || !active;
    let first = turn.points.is_empty();
    use_effect_with((round, idle), move |((run, _), idle)| {
        {
            let mut turner = turner.borrow_mut();
            if turner.run != *run || *idle {
                // What runs is ended with its workers, those that are idle stay.
                turner.pool.iter().for_each(Pool::cancel);
            }
            turner.run = *run;
        }
        let ask = move || turner.borrow_mut().ask(asked, file, tell);
        let timer = (!idle).then(|| Timeout::new(if first { SETTLED } else { 0 }, ask));
        move || drop(timer)
    });
}

/// Values by the number of their task, and who hears of them.
type Asked = (Vec<f64>, Option<Callback<Turned>>);

/// The workers, and what they are at.
#[derive(Default)]
struct Turner {
    pool: Option<Pool>,
    run: u32,
    /// What they are asked.
    asked: Rc<RefCell<Asked>>,
}

impl Turner {
    fn ask(&mut self, asked: Vec<(f64, Scenario)>, file: Option<File>, tell: Callback<Turned>) {
        self.asked.replace((asked.iter().map(|(value, _)| *value).collect(), Some(tell)));
        if self.pool.is_none() {
            let asked = self.asked.clone();
            self.pool = Pool::new(Rc::new(move |event| hear(&asked, event))).ok();
        }
        let task = |(task, (_, scenario)): (usize, &(f64, Scenario))| -> Tasks {
            let request = Request { generation: self.run, task: task as u32, scenario: scenario.to_query(), wanted: Wanted::Cell };
            Box::new(std::iter::once(Task { request, file: file.clone() }))
        };
        if let Some(pool) = &self.pool {
            pool.cancel();
            pool.add(self.run, asked.iter().enumerate().map(task).collect());
        }
    }
}

fn hear(asked: &RefCell<Asked>, event: Event) {
    let result = match event.reply {
        Reply::Cell(cell) => Ok(cell),
        Reply::Invalid(fault) => Err(fault),
        Reply::Panicked(message) => Err(Fault { field: None, message }),
        _ => return,
    };
    let (value, tell) = {
        let asked = asked.borrow();
        (asked.0.get(event.task as usize).copied(), asked.1.clone())
    };
    if let (Some(value), Some(tell)) = (value, tell) {
        tell.emit(Turned::Told(event.generation, value, result));
    }
}
