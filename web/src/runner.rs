//! Asks the workers whenever there is a new question.

use super::pool::{Pool, Task, Tasks};
use gloo::timers::callback::Timeout;
use schedscope_page::inquiry::{Phase, Progress, Question, Told};
use schedscope_page::protocol::Request;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds for which a control must rest before the simulation starts.
const REST: u32 = 120;

/// Runs the current question, once `active`, and cancels the one before.
#[hook]
pub fn use_runner(progress: Progress, question: Question, active: bool, tell: Callback<Told>) {
    let rest = if progress.answered { REST } else { 0 };
    use_rested_runner(progress, question, active, rest, tell);
}

/// The same after so many milliseconds in which nothing has changed.
#[hook]
pub fn use_rested_runner(progress: Progress, question: Question, active: bool, rest: u32, tell: Callback<Told>) {
    let pool = use_mut_ref(|| None::<Pool>);
    let Progress { generation, phase, .. } = progress;
    {
        let pool = pool.clone();
        // A new question ends the work on the old one at once, and so does an error.
        use_effect_with((generation, phase == Phase::Failed), move |_| {
            if let Some(pool) = &*pool.borrow() {
                pool.cancel();
            }
        });
    }
    use_effect_with((generation, active && phase == Phase::Waiting), move |(generation, active)| {
        let generation = *generation;
        let timer = active.then(|| {
            Timeout::new(rest, move || {
                let mut pool = pool.borrow_mut();
                if pool.is_none() {
                    let tell = tell.clone();
                    *pool = Pool::new(Rc::new(move |event| tell.emit(Told::Heard(event)))).ok();
                }
                tell.emit(match &*pool {
                    Some(pool) => {
                        pool.add(generation, lanes(generation, &question));
                        Told::Started(generation)
                    }
                    None => Told::Unavailable,
                });
            })
        });
        move || drop(timer)
    });
}

/// A task for each policy of a question. A scenario without policies is still looked at, so that its error is shown.
fn lanes(generation: u32, question: &Question) -> Vec<Tasks> {
    let Question { scenario, file, wanted } = question;
    let tasks = scenario.policies.len().max(1) as u32;
    let scenario = scenario.to_query();
    let request = |task| Request { generation, task, scenario: scenario.clone(), wanted: *wanted };
    (0..tasks).map(|task| -> Tasks { Box::new(std::iter::once(Task { request: request(task), file: file.clone() })) }).collect()
}
