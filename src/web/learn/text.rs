//! Fetches the texts.

use crate::web::files::fetched;
use schedscope_state::learn::{Change, Learn};
use schedscope_state::state::{Action, State};
use schedscope_state::view::View;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Where they are, beside the page.
const FILE: &str = "learn.html";

/// Has the texts fetched, once.
pub fn behind(state: &State, dispatch: &Callback<Action>) -> Html {
    let wanted = state.only::<Learn>().is_some_and(|learn| learn.pages.is_empty() && !learn.missing);
    html! { <Behind {wanted} tell={dispatch.reform(|change: Change| Action::Room(View::Learn, change.into()))} /> }
}

/// Properties of [`Behind`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    /// Whether they are still to be fetched.
    wanted: bool,
    /// Hears them.
    tell: Callback<Change>,
}

/// Nothing to see.
#[component]
fn Behind(props: &Props) -> Html {
    let tell = props.tell.clone();
    use_effect_with(props.wanted, move |wanted| {
        if *wanted {
            spawn_local(async move { tell.emit(Change::Text(fetched(FILE).await)) });
        }
    });
    Html::default()
}
