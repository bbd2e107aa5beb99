//! Asks the workers whenever there is a new question.

use super::state::{Change, Compare, Phase};
use crate::web::pool::Pool;
use crate::web::state::Action;
use gloo::timers::callback::Timeout;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds for which a control must rest before the simulation starts.
const REST: u32 = 120;

/// Runs the current question, once `active`, and cancels the one before.
#[hook]
pub fn use_runner(compare: &Compare, active: bool, dispatch: Callback<Action>) {
    let pool = use_mut_ref(|| None::<Pool>);
    let question = compare.question();
    let file = compare.file.clone();
    let (generation, phase) = (compare.generation, compare.phase);
    let rest = if compare.answer.is_none() { 0 } else { REST };
    {
        let pool = pool.clone();
        // A new question ends the work on the old one at once, and so does an error.
        use_effect_with((generation, phase == Phase::Failed), move |_| {
            if let Some(pool) = &*pool.borrow() {
                pool.cancel();
            }
        });
    }
    use_effect_with((generation, active && phase == Phase::Waiting), move |(generation, wanted)| {
        let generation = *generation;
        let timer = wanted.then(|| {
            Timeout::new(rest, move || {
                let mut pool = pool.borrow_mut();
                if pool.is_none() {
                    let dispatch = dispatch.clone();
                    *pool = Pool::new(Rc::new(move |event| dispatch.emit(Action::Compare(Change::Heard(event))))).ok();
                }
                dispatch.emit(Action::Compare(match &*pool {
                    Some(pool) => {
                        // A scenario without policies is still looked at, so that its error is shown.
                        let tasks = question.policies.len().max(1) as u32;
                        pool.start(generation, &question.to_query(), file.as_ref(), tasks);
                        Change::Started(generation)
                    }
                    None => Change::Unavailable,
                }));
            })
        });
        move || drop(timer)
    });
}
