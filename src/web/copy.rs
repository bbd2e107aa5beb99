//! A button that puts a text on the clipboard, and says for a moment that it has.

use gloo::timers::future::TimeoutFuture;
use gloo::utils::window;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

/// Milliseconds for which the button says what has become of the text.
const SAID: u32 = 2000;

/// A tick.
const CHECK: &str = "M3 8.5l3.5 3.5L13 4.5";

/// Properties of [`Copy`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Identifier.
    pub id: AttrValue,
    /// What it does, in words.
    pub words: AttrValue,
    /// What it says where the browser refuses.
    pub refused: AttrValue,
    /// More about it.
    pub title: AttrValue,
    /// The outline of its symbol.
    pub outline: AttrValue,
    /// Makes the text.
    pub text: Callback<(), String>,
}

/// The button.
#[component]
pub fn Copy(props: &Props) -> Html {
    let copied = use_state_eq(|| None);
    let onclick = {
        let (copied, text) = (copied.setter(), props.text.clone());
        Callback::from(move |_: MouseEvent| {
            let (copied, text) = (copied.clone(), text.emit(()));
            spawn_local(async move {
                copied.set(Some(JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_ok()));
                TimeoutFuture::new(SAID).await;
                copied.set(None);
            });
        })
    };
    let (words, outline) = match *copied {
        None => (props.words.clone(), props.outline.clone()),
        Some(true) => ("Copied".into(), CHECK.into()),
        Some(false) => (props.refused.clone(), props.outline.clone()),
    };
    html! {
        <button
            type="button" id={props.id.clone()} class="quiet copy" title={props.title.clone()}
            aria-label={words.clone()} aria-live="polite" {onclick}
        >
            <svg class="symbol-icon" viewBox="0 0 16 16" aria-hidden="true"><path d={outline} fill="none" stroke="currentColor" stroke-width="1.5" /></svg>
            <span>{ words }</span>
        </button>
    }
}
