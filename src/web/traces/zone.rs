//! Where a file of jobs is dropped or chosen.

use crate::web::files::{UNREAD, remembered, take};
use crate::web::parts::{self, Missing};
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use schedscope_state::file::Reads;
use schedscope_state::state::Action;
use schedscope_state::traces::Change;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, Element, HtmlInputElement};
use yew::prelude::*;

/// Takes files that are dropped anywhere on the page.
#[hook]
pub fn use_drop(reads: Reads, dispatch: Callback<Action>) {
    use_effect_with(reads, move |reads| {
        let reads = *reads;
        let listen = |name: &'static str, hear: Box<dyn Fn(&DragEvent)>| {
            EventListener::new_with_options(&window(), name, EventListenerOptions::enable_prevent_default(), move |event| {
                if let Some(event) = event.dyn_ref::<DragEvent>() {
                    event.prevent_default();
                    hear(event);
                }
            })
        };
        let over = |over: bool| {
            if let Some(root) = document().document_element() {
                // An element takes any attribute, and has any taken away.
                let _ = if over { root.set_attribute("data-drag", "") } else { root.remove_attribute("data-drag") };
            }
        };
        let listeners = [
            listen("dragover", Box::new(move |_| over(true))),
            listen("dragleave", Box::new(move |event| over(event.related_target().is_some()))),
            listen(
                "drop",
                Box::new(move |event| {
                    over(false);
                    if let Some(file) = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0)) {
                        take(file, reads, dispatch.clone());
                    }
                }),
            ),
        ];
        move || drop(listeners)
    });
}

/// Takes a table that is pasted anywhere on the page but into a field, while it is `wanted`.
#[hook]
pub fn use_paste(wanted: bool, tell: Callback<Change>) {
    use_effect_with(wanted, move |wanted| {
        let listener = wanted.then(|| {
            EventListener::new(&document(), "paste", move |event| {
                let typed = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                let in_field = typed.is_some_and(|element| element.matches("input, textarea, select").unwrap_or(false));
                let data = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
                let text = data.filter(|_| !in_field).and_then(|data| data.get_data("text").ok());
                let Some(text) = text else { return };
                let tell = tell.clone();
                spawn_local(async move {
                    match parts::table((PASTED.to_owned(), text, None)).await {
                        Ok(Some(sheet)) => tell.emit(Change::Table(Some(Rc::new(remembered(sheet))))),
                        Ok(None) => {}
                        Err(Missing) => tell.emit(Change::Refused(UNREAD.to_owned())),
                    }
                });
            })
        });
        move || drop(listener)
    });
}

/// What the file of a pasted table is called.
pub const PASTED: &str = "pasted.csv";

/// Where a file is dropped or chosen.
pub struct FileZone<'a> {
    /// What a file is read for.
    pub reads: Reads,
    /// Name of the file that is asked for.
    pub name: Option<String>,
    /// Whether it is here.
    pub present: bool,
    /// What is wrong with it.
    pub complaint: Option<&'a str>,
    /// Puts the file away.
    pub onunload: Callback<MouseEvent>,
    /// Whether to lead to where it is told what is in a file.
    pub leads: bool,
    /// Hears which file was chosen.
    pub dispatch: &'a Callback<Action>,
}

impl FileZone<'_> {
    /// Says what can be dropped, and offers to choose.
    pub fn view(self) -> Html {
        let (dispatch, reads) = (self.dispatch.clone(), self.reads);
        let (what, accept) = match reads {
            Reads::Jobs => (
                "Drop a trace (SWIM .tsv, .swf, .tr, Hadoop .jhist, WfCommons .json) or jobs (.csv) anywhere on this page.",
                ".tsv,.csv,.txt,.swf,.tr,.jhist,.json",
            ),
            Reads::Tasks => (
                "Drop a graph of tasks anywhere on this page: edges (.csv: from,to,size), Graphviz (.dot), the manifest.json of a dbt project, a workflow of WfCommons (.json), or a scenario (.toml).",
                ".csv,.dot,.gv,.json,.toml",
            ),
        };
        let chosen = Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                if let Some(file) = input.files().and_then(|files| files.get(0)) {
                    take(file, reads, dispatch.clone());
                }
                // The same file may be chosen again, when it has changed.
                input.set_value("");
            }
        });
        html! {
            <div class={if self.complaint.is_some() { "file invalid" } else { "file" }}>
                if let Some(name) = &self.name {
                    <p class="file-name">
                        <strong id="file-name">{ name }</strong>
                        <button type="button" class="quiet" id="file-remove" onclick={self.onunload}>{ "Remove" }</button>
                    </p>
                }
                <p>
                    { match (&self.name, self.present) {
                        (None, _) => what,
                        (Some(_), true) => "It is read in your browser and sent nowhere.",
                        (Some(_), false) => "This link needs that file: drop it here or choose it.",
                    } }
                </p>
                <input
                    id="file" class="visually-hidden" type="file" {accept} onchange={chosen}
                    aria-invalid={self.complaint.is_some().then_some("true")} aria-describedby="file-message"
                />
                if self.leads {
                    <p class="small"><a id="to-traces" href="#traces">{ if self.present { "What is in it, and other uses" } else { "What can be read, a sample, a real trace" } }</a></p>
                }
                <label for="file" class="quiet">{ if self.name.is_some() { "Choose another file" } else { "Choose a file" } }</label>
                if let Some(complaint) = &self.complaint {
                    <p class="complaint" id="file-message" role="alert">{ complaint }</p>
                }
            </div>
        }
    }
}
