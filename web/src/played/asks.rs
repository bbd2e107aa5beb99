//! Asks the workers for the runs that a world shows.

use crate::pool::{REST, use_inquiry};
use gloo::timers::callback::Timeout;
use schedscope_core::experiment::Listed as _;
use schedscope_page::inquiry::{Phase, Progress, Told};
use schedscope_page::room::Asked;
use schedscope_page::stage::Stage;
use schedscope_page::state::{Action, State};
use schedscope_page::view::View;
use yew::prelude::*;

/// Asks about a world: about what is shown, and where that is one run of several, about all of them.
pub fn asks<S: Stage>(state: &State, dispatch: &Callback<Action>) -> Html {
    let view = View::Watch(S::World::SYSTEM);
    let Some(room) = state.room(view) else { return Html::default() };
    let active = state.view == view;
    let ask = |behind: bool| {
        let (asked, heard) = room.asks(&state.traces, behind)?;
        let tell = dispatch.reform(move |told| Action::Room(view, heard(told)));
        Some(html! { <Ask {asked} {active} {tell} /> })
    };
    html! { <>{ ask(false) }{ ask(true) }</> }
}

/// Properties of [`Ask`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    /// What is asked.
    asked: Asked,
    /// Whether its world is shown.
    active: bool,
    /// Hears what the workers say.
    tell: Callback<Told>,
}

/// Says it when an answer is long in coming.
#[hook]
fn use_late(progress: Progress, active: bool, tell: &Callback<Told>) {
    /// Milliseconds.
    const LONG: u32 = 2000;
    let tell = tell.clone();
    use_effect_with((progress.generation, active && progress.phase == Phase::Running), move |(generation, running)| {
        let generation = *generation;
        let timer = running.then(|| Timeout::new(LONG, move || tell.emit(Told::Late(generation))));
        move || drop(timer)
    });
}

/// Nothing to see: asks one question.
#[component]
fn Ask(props: &Props) -> Html {
    let Props { asked: Asked { progress, question, ready }, active, tell } = props;
    use_late(*progress, *active && *ready, tell);
    use_inquiry(*progress, question.clone(), *active && *ready, REST, tell.clone());
    Html::default()
}
