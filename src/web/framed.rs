//! A figure in another page: it does what that page asks, and tells it what it shows. It hears no other window.

use gloo::events::EventListener;
use gloo::utils::window;
use js_sys::Object;
use schedscope_state::framed::{Told, asked};
use schedscope_state::state::{Action, State};
use wasm_bindgen::JsCast as _;
use web_sys::{MessageEvent, Window};
use yew::prelude::*;

/// Properties of [`Talk`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    told: Option<Told>,
    dispatch: Callback<Action>,
}

/// Talks with the page around this one.
pub fn talk(state: &State, dispatch: &Callback<Action>) -> Html {
    html! { <Talk told={Told::of(state)} dispatch={dispatch.clone()} /> }
}

/// The page around this one, if there is one.
fn around() -> Option<Window> {
    let page = window().parent().ok().flatten()?;
    (!Object::is(&page, &window())).then_some(page)
}

#[component]
fn Talk(props: &Props) -> Html {
    let Props { told, dispatch } = props;
    {
        let dispatch = dispatch.clone();
        use_effect_with((), move |()| {
            let listener = EventListener::new(&window(), "message", move |event| {
                let Some(message) = event.dyn_ref::<MessageEvent>() else { return };
                let of_page = around().zip(message.source()).is_some_and(|(page, source)| Object::is(&page, &source));
                if let Some(action) = message.data().as_string().filter(|_| of_page).and_then(|text| asked(&text)) {
                    dispatch.emit(action);
                }
            });
            move || drop(listener)
        });
    }
    use_effect_with(told.clone(), |told| {
        if let Some((page, told)) = around().zip(told.as_ref()) {
            // Whichever page it is: there is no secret in a figure. One that has gone hears nothing.
            let _ = page.post_message(&told.message().into(), "*");
        }
    });
    html! {}
}
