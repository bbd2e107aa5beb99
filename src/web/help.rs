//! The map of the keyboard.

use crate::page::state::Action;
use crate::web::markup::{markup, shown};
use gloo::utils::document;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

const ID: &str = "help";

/// Keys and what they do: everywhere, then in *Watch*, then where the focus is.
const KEYS: [(&str, &[(&str, &str)]); 5] = [
    (
        "Everywhere",
        &[
            ("?", "this map"),
            ("S", "stage: large type, nothing but the picture; Esc leaves it"),
            ("T", "theme: as the system, light, dark"),
        ],
    ),
    (
        "Watch",
        &[
            ("Space", "play and pause"),
            ("← →", "to the event before, to the next"),
            ("Home End", "to the beginning, to the end"),
            ("+ −", "faster, slower"),
            ("L", "loop"),
            ("E", "change the jobs by hand"),
            ("Q", "quiz"),
            ("Ctrl+Z", "undo; with Shift: redo"),
        ],
    ),
    ("Learn", &[("← →", "to the page before, to the next")]),
    (
        "With the focus on a picture",
        &[
            ("← →", "a cursor with the numbers; with Shift in larger steps"),
            ("Home End", "to the beginning, to the end"),
            ("Esc", "put it away"),
        ],
    ),
    (
        "With the focus on a job’s bar",
        &[
            ("← →", "move it; with Shift in larger steps"),
            ("↑ ↓", "to the next of its ends"),
            ("+", "add a job"),
            ("Delete", "remove the job"),
        ],
    ),
];

/// Shows the map.
pub fn open() {
    let dialog = document().get_element_by_id(ID).and_then(|dialog| dialog.dyn_into::<HtmlDialogElement>().ok());
    if let Some(dialog) = dialog.filter(|dialog| !dialog.open()) {
        // A dialog in the document can be shown.
        let _ = dialog.show_modal();
    }
}

/// The map, closed.
pub fn map(letters: bool, dispatch: &Callback<Action>) -> Html {
    let groups = shown(markup! {
        @for (title, keys) in KEYS {
            section { h3 { (title) } dl { @for (key, does) in keys { dt { kbd { (key) } } dd { (does) } } } }
        }
    });
    html! {
        <dialog id={ID} aria-labelledby="help-title">
            <form method="dialog">
                <h2 id="help-title">{ "Keyboard" }</h2>
                <div class="keymap">{ groups }</div>
                <label class="check">
                    <input type="checkbox" id="letters" checked={letters} onchange={dispatch.reform(move |_: Event| Action::Letters(!letters))} />
                    { "Keys of one character work (switch them off if you speak to your machine)" }
                </label>
                <button class="primary" id="help-close">{ "Close" }</button>
            </form>
        </dialog>
    }
}
