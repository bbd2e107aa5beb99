//! Asks the workers for the runs that a world shows.

use crate::pool::{REST, use_inquiry};
use schedscope_core::experiment::SystemKind;
use schedscope_page::inquiry::Told;
use schedscope_page::stage::Asked;
use schedscope_page::state::{Action, State};
use schedscope_page::view::View;
use yew::prelude::*;

/// Asks about every world that is played, once it is shown: about what is shown, and where that is one run of several, about all of them.
pub fn asks(state: &State, dispatch: &Callback<Action>) -> Html {
    let of = |kind: SystemKind| {
        let stage = state.stage(kind)?;
        let active = state.view == View::Watch(kind);
        let ask = |behind: bool| {
            let (asked, heard) = stage.asks(&state.traces, behind)?;
            let tell = dispatch.reform(move |told| Action::Watch(kind, heard(told)));
            Some(html! { <Ask {asked} {active} {tell} /> })
        };
        Some(html! { <>{ ask(false) }{ ask(true) }</> })
    };
    SystemKind::ALL.iter().filter_map(|kind| of(*kind)).collect()
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
