//! Asks the workers whenever there is a new question.

use super::inquiry::{Inquiry, Phase, Told};
use super::pool::Pool;
use super::protocol::Wanted;
use crate::experiment::Scenario;
use gloo::timers::callback::Timeout;
use std::rc::Rc;
use web_sys::File;
use yew::prelude::*;

/// Milliseconds for which a control must rest before the simulation starts.
const REST: u32 = 120;

/// What is asked of the workers.
pub struct Question {
    /// The scenario.
    pub scenario: Scenario,
    /// Its file.
    pub file: Option<File>,
    /// What is to be known of each policy.
    pub wanted: Wanted,
}

/// Runs the current question, once `active`, and cancels the one before.
#[hook]
pub fn use_runner<T>(inquiry: &Inquiry<T>, question: Question, active: bool, tell: Callback<Told>) {
    let pool = use_mut_ref(|| None::<Pool>);
    let (generation, phase) = (inquiry.generation, inquiry.phase);
    let rest = if inquiry.answer.is_none() { 0 } else { REST };
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
                        pool.start(generation, &question);
                        Told::Started(generation)
                    }
                    None => Told::Unavailable,
                });
            })
        });
        move || drop(timer)
    });
}
