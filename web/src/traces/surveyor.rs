//! Has the file looked through by a worker.

use crate::pool::{Pool, Task, Tasks};
use schedscope_page::protocol::{Event, Fault, Reply, Request, Wanted};
use schedscope_page::traces::{Change, Traces};
use std::rc::Rc;
use yew::prelude::*;

/// Examines the file once that is `wanted`, and ends the work on the previous one.
#[hook]
pub fn use_surveyor(traces: &Traces, wanted: bool, tell: Callback<Change>) {
    let pool = use_mut_ref(|| None::<Pool>);
    let file = traces.file.clone().filter(|_| wanted && traces.survey.is_none());
    use_effect_with((traces.generation, file.is_some()), move |(generation, _)| {
        let Some(file) = file else { return };
        let generation = *generation;
        let fault = |message: &str| Fault { field: None, message: message.to_owned() };
        // The one before is of no more use.
        *pool.borrow_mut() = None;
        let hear = {
            let tell = tell.clone();
            move |event: Event| {
                let survey = match event.reply {
                    Reply::Surveyed(survey) => Ok(Rc::from(survey)),
                    Reply::Invalid(fault) => Err(fault),
                    Reply::Panicked(message) => Err(fault(&format!("the file could not be examined: {message}"))),
                    _ => return,
                };
                tell.emit(Change::Surveyed(event.generation, survey));
            }
        };
        match Pool::new(Rc::new(hear)) {
            Ok(new) => {
                let request = Request { generation, task: 0, scenario: file.name.clone(), wanted: Wanted::Survey };
                let lane: Tasks = Box::new(std::iter::once(Task { request, file: Some(file) }));
                new.add(generation, vec![lane]);
                *pool.borrow_mut() = Some(new);
            }
            Err(_) => tell.emit(Change::Surveyed(generation, Err(fault("this browser cannot start a worker")))),
        }
    });
}
