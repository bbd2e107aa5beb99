//! Has the file looked through by a worker, and large tables made files of jobs.

use super::zone::use_paste;
use crate::web::pool::{Task, alone, use_asked};
use schedscope_state::file::File;
use schedscope_state::protocol::{Fault, Reply, Wanted};
use schedscope_state::queue::Class;
use schedscope_state::state::{Action, State};
use schedscope_state::traces::{Change, Large};
use schedscope_state::view::View;
use std::rc::Rc;
use yew::prelude::*;

/// Has the file looked through while that is wanted, and takes tables that are pasted while *Traces* is shown.
pub fn behind(state: &State, dispatch: &Callback<Action>) -> Html {
    let wanted = state.traces.file.clone().filter(|_| state.looks_through() && state.traces.survey.is_none());
    let file = wanted.map(|file| (file, state.traces.generation));
    let large = state.traces.large().map(|large| (large, state.traces.generation));
    html! { <Behind {file} {large} pastes={state.view == View::Traces} {dispatch} /> }
}

/// Properties of [`Behind`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    /// The file that is to be looked through, and its number.
    file: Option<(File, u32)>,
    /// The table that is to be made a file, and its number.
    large: Option<(Large, u32)>,
    /// Whether tables are taken that are pasted.
    pastes: bool,
    /// Hears what is found, and the file.
    dispatch: Callback<Action>,
}

/// Nothing to see.
#[component]
fn Behind(props: &Props) -> Html {
    let tell = props.dispatch.reform(Action::Traces);
    use_surveyor(props.file.clone(), tell.clone());
    use_maker(props.large.clone(), props.dispatch.clone());
    use_paste(props.pastes, tell);
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
                Reply::Progress { completed, total } => {
                    tell.emit(Change::Read(generation, completed as f64 / total.max(1) as f64));
                    return;
                }
                Reply::Surveyed(survey) => Ok(Rc::from(survey)),
                Reply::Invalid(fault) => Err(fault),
                Reply::Panicked(message) => Err(Fault { field: None, message: format!("the file could not be examined: {message}") }),
                _ => return,
            };
            tell.emit(Change::Surveyed(generation, survey));
        });
    });
}

/// Makes a file of jobs of a table.
#[hook]
fn use_maker(large: Option<(Large, u32)>, dispatch: Callback<Action>) {
    use_asked(large.clone(), 0, move |owner| {
        let Some((Large { columns, name, file }, generation)) = large else { return };
        let lane = alone(Task { number: 0, scenario: columns.clone().into(), wanted: Wanted::Table, file: Some(file) });
        let tell = dispatch.reform(Action::Traces);
        owner.ask(Class::Now, vec![lane], move |_, reply| match reply {
            Reply::Progress { completed, total } => tell.emit(Change::Read(generation, completed as f64 / total.max(1) as f64)),
            Reply::Made { number, left_out } => {
                dispatch.emit(Action::File(File { name: name.clone(), number, columns: Some(columns.clone()) }));
                left_out.into_iter().for_each(|said| tell.emit(Change::LeftOut(said)));
            }
            Reply::Invalid(fault) => tell.emit(Change::Refused(fault.message)),
            Reply::Panicked(message) => tell.emit(Change::Refused(format!("The table could not be read: {message}"))),
            _ => {}
        });
    });
}
