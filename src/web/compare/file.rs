//! Where a file of jobs is dropped or chosen.

use super::state::Change;
use crate::web::state::Action;
use gloo::events::EventListenerOptions;
use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`FileZone`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Name of the file that the scenario asks for.
    pub name: Option<AttrValue>,
    /// Whether it is here.
    pub present: bool,
    /// What is wrong with it.
    pub complaint: Option<AttrValue>,
    /// Changes the state.
    pub dispatch: Callback<Action>,
}

/// The drop zone, which is the whole page: who drops beside it means it, too.
#[component]
pub fn FileZone(props: &Props) -> Html {
    let over = use_state_eq(|| false);
    let load = props.dispatch.reform(|file: File| Action::Compare(Change::Load(file)));
    {
        let (load, over) = (load.clone(), over.setter());
        use_effect_with((), move |()| {
            let listen = |name: &'static str, hear: Box<dyn Fn(&DragEvent)>| {
                gloo::events::EventListener::new_with_options(
                    &window(),
                    name,
                    EventListenerOptions::enable_prevent_default(),
                    move |event| {
                        if let Some(event) = event.dyn_ref::<DragEvent>() {
                            event.prevent_default();
                            hear(event);
                        }
                    },
                )
            };
            let (hovers, leaves) = (over.clone(), over.clone());
            let listeners = [
                listen("dragover", Box::new(move |_| hovers.set(true))),
                listen(
                    "dragleave",
                    Box::new(move |event| {
                        if event.related_target().is_none() {
                            leaves.set(false);
                        }
                    }),
                ),
                listen(
                    "drop",
                    Box::new(move |event| {
                        over.set(false);
                        if let Some(file) = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0)) {
                            load.emit(file);
                        }
                    }),
                ),
            ];
            move || drop(listeners)
        });
    }
    let chosen = Callback::from(move |event: Event| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                load.emit(file);
            }
            // The same file may be chosen again, when it has changed.
            input.set_value("");
        }
    });
    let unload = props.dispatch.reform(|_: MouseEvent| Action::Compare(Change::Unload));
    html! {
        <div class={classes!("file", over.then_some("over"), props.complaint.is_some().then_some("invalid"))}>
            if let Some(name) = &props.name {
                <p class="file-name">
                    <strong id="file-name">{ name }</strong>
                    <button type="button" class="quiet" id="file-remove" onclick={unload}>{ "Remove" }</button>
                </p>
            }
            <p>
                { match (&props.name, props.present) {
                    (None, _) => "Drop a trace (.tsv, SWIM; .swf) or jobs (.csv) on this page.",
                    (Some(_), true) => "Read in your browser; it goes nowhere else.",
                    (Some(_), false) => "This link was made with that file: drop it here or choose it.",
                } }
            </p>
            <input
                id="file" class="visually-hidden" type="file" accept=".tsv,.csv,.swf,.tr" onchange={chosen}
                aria-invalid={props.complaint.is_some().then_some("true")} aria-describedby="file-message"
            />
            <label for="file" class="quiet">{ if props.name.is_some() { "Choose another file" } else { "Choose a file" } }</label>
            if let Some(complaint) = &props.complaint {
                <p class="complaint" id="file-message" role="alert">{ complaint }</p>
            }
        </div>
    }
}
