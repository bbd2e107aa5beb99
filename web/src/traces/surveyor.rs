//! Has the file looked through by a worker.

use crate::pool::{Task, alone, use_asked};
use schedscope_page::protocol::{Fault, Reply, Wanted};
use schedscope_page::queue::Class;
use schedscope_page::traces::{Change, Traces};
use std::rc::Rc;
use yew::prelude::*;

/// Examines the file for as long as that is `wanted`.
#[hook]
pub fn use_surveyor(traces: &Traces, wanted: bool, tell: Callback<Change>) {
    let file = traces.file.clone().filter(|_| wanted && traces.survey.is_none());
    let generation = traces.generation;
    use_asked(file.is_some().then_some(generation), 0, move |owner| {
        let scenario = file.as_ref().map_or_else(String::new, |file| file.name.clone()).into();
        let lane = alone(Task { number: 0, scenario, wanted: Wanted::Survey, file });
        owner.ask(Class::Now, vec![lane], move |_, reply| {
            let survey = match reply {
                Reply::Surveyed(survey) => Ok(Rc::from(survey)),
                Reply::Invalid(fault) => Err(fault),
                Reply::Panicked(message) => Err(Fault { field: None, message: format!("the file could not be examined: {message}") }),
                _ => return,
            };
            tell.emit(Change::Surveyed(generation, survey));
        });
    });
}
