//! The list of keyboard shortcuts.

use crate::web::markup::{markup, shown};
use crate::web::sight::show_at;
use gloo::utils::document;
use schedscope_state::state::Action;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

const ID: &str = "help";

/// Keys and what they do: everywhere, then in *Watch*, in scenes and in *Learn*, then where the focus is.
const KEYS: [(&str, &[(&str, &str)]); 12] = [
    (
        "Everywhere",
        &[("?", "this list"), ("S", "presentation: large type, pictures only; Esc leaves it"), ("T", "theme: system, light, dark")],
    ),
    (
        "Watch",
        &[
            ("Space", "play and pause"),
            ("← →", "previous event, next event"),
            ("Home End", "jump to the beginning, to the end"),
            ("+ −", "faster, slower"),
            ("L", "loop"),
            ("E", "edit the jobs"),
            ("Q", "quiz"),
            ("A", "ask the class"),
            ("↑ ↓", "while a job is looked at: the lane above, below; Esc leaves it"),
            ("Ctrl+Z", "undo; with Shift: redo"),
        ],
    ),
    (
        "Random jobs",
        &[("↑ ↓", "highlight the job that came before, after; Esc ends it"), ("N", "to where a late job begins to hold back many")],
    ),
    ("Cluster", &[("↑ ↓", "highlight the job before, after")]),
    (
        "Datacenter",
        &[("↑ ↓", "highlight the job or worker before, after"), ("N", "to the next short task that is stuck behind a long one")],
    ),
    (
        "Order",
        &[
            ("↑ ↓", "highlight the task before, after"),
            ("Shift+← Shift+→", "move the highlighted task to the step before, after"),
            ("Esc", "light none"),
        ],
    ),
    ("CDN", &[("↑ ↓", "highlight the region before, after, and the CDN server"), ("Esc", "highlight nothing")]),
    ("Network", &[("↑ ↓", "highlight the flow or link before, after; Esc ends it"), ("N", "to the next flow that has to wait")]),
    ("Scenes (begin them in Saved)", &[("← →", "previous scene, next scene; also Page Up, Page Down, as a clicker sends them")]),
    ("Learn", &[("← →", "previous page, next page")]),
    (
        "When a picture has the focus",
        &[
            ("← →", "move a cursor that shows values; with Shift in larger steps"),
            ("↑ ↓", "in Watch: look at the job of the lane above, below"),
            ("Home End", "jump to the beginning, to the end"),
            ("Esc", "hide the cursor"),
        ],
    ),
    (
        "When a handle of a job has the focus",
        &[
            ("↑ ↓", "larger, smaller; with Shift in larger steps"),
            ("← →", "of the dot: the job arrives earlier, later"),
            ("+", "add a job"),
            ("Delete", "remove the job"),
        ],
    ),
];

/// Shows the list.
pub fn open() {
    let dialog = document().get_element_by_id(ID).and_then(|dialog| dialog.dyn_into::<HtmlDialogElement>().ok());
    if let Some(dialog) = dialog.filter(|dialog| !dialog.open()) {
        show_at(&dialog, "#help-title");
    }
}

/// The list, closed.
pub fn map(letters: bool, dispatch: &Callback<Action>) -> Html {
    let groups = shown(markup! {
        @for (title, keys) in KEYS {
            section { h3 { (title) } dl { @for (key, does) in keys { dt { kbd { (key) } } dd { (does) } } } }
        }
    });
    html! {
        <dialog id={ID} aria-labelledby="help-title">
            <form method="dialog">
                <h2 id="help-title" tabindex="-1">{ "Keyboard" }</h2>
                <div class="keymap">{ groups }</div>
                <label class="check">
                    <input type="checkbox" id="letters" checked={letters} onchange={dispatch.reform(move |_: Event| Action::Letters(!letters))} />
                    { "Single-key shortcuts (turn them off if you use speech input)" }
                </label>
                <button class="primary" id="help-close">{ "Close" }</button>
            </form>
        </dialog>
    }
}
