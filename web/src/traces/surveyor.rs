//! Has the file looked through by a worker.

use super::zone::use_paste;
use crate::pool::{Task, alone, use_asked};
use schedscope_page::file::File;
use schedscope_page::protocol::{Fault, Reply, Wanted};
use schedscope_page::queue::Class;
use schedscope_page::state::{Action, State};
use schedscope_page::traces::Change;
use schedscope_page::view::View;
use std::rc::Rc;
use yew::prelude::*;

/// Has the file looked through while that is wanted, and takes tables that are pasted while *Traces* is shown.
pub fn behind(state: &State, dispatch: &Callback<Action>) -> Html {
    let wanted = state.traces.file.clone().filter(|_| state.looks_through() && state.traces.survey.is_none());
    let file = wanted.map(|file| (file, state.traces.generation));
    html! { <Behind {file} pastes={state.view == View::Traces} tell={dispatch.reform(Action::Traces)} /> }
}

/// Properties of [`Behind`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    /// The file that is to be looked through, and its number.
    file: Option<(File, u32)>,
    /// Whether tables are taken that are pasted.
    pastes: bool,
    /// Hears what is found.
    tell: Callback<Change>,
}

/// Nothing to see.
#[component]
fn Behind(props: &Props) -> Html {
    use_surveyor(props.file.clone(), props.tell.clone());
    use_paste(props.pastes, props.tell.clone());
    Html::default()
}

/// Examines a file.
#[hook]
fn use_surveyor(file: Option<(File, u32)>, tell: Callback<Change>) {
    use_asked(file.as_ref().map(|(_, generation)| *generation), 0, move |owner| {
        let Some((file, generation)) = file else { return };
        let lane = alone(Task { number: 0, scenario: file.name.clone().into(), wanted: Wanted::Survey, file: Some(file) });
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
