//! Asks the workers for the runs that a world shows.

use crate::pool::{REST, use_inquiry};
use schedscope_core::experiment::Listed as _;
use schedscope_page::inquiry::Told;
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

/// Nothing to see: asks one question.
#[component]
fn Ask(props: &Props) -> Html {
    let Props { asked: Asked { progress, question, ready }, active, tell } = props;
    use_inquiry(*progress, question.clone(), *active && *ready, REST, tell.clone());
    Html::default()
}
