//! The page in a browser: one wasm module that is the page itself and, in a worker, the engine room behind it.
//!
//! What the page is without a browser is in [`schedscope_state`].
//!
//! * [`app`], [`header`], [`help`], [`embed`], [`framed`], [`scenes`], [`keys`], [`saved`]: the frame of the page; [`watch`], [`race`], [`compare`], [`cluster`], [`datacenter`], [`order`], [`network`], [`cdn`], [`sweep`], [`traces`], [`exercises`] and [`learn`]: its views.
//! * [`canvas`], [`asked`], [`surface`], [`figure`], [`kept`], [`markup`], [`export`], [`copy`], [`controls`], [`policies`], [`chips`], [`parameters`], [`workbar`], [`handles`], [`panes`], [`pick`], [`playback`], [`table`], [`spread`], [`status`], [`sight`], [`played`], [`form`], [`layout`], [`watched`], [`lab`]: what the views are made of.
//! * [`parts`]: where the module is split, and how its parts are fetched.
//! * [`message`], [`pool`], [`worker`]: simulations run in workers, are cancelled and report progress.
//! * [`environment`], [`files`], [`shelf`]: what the browser knows about its user, files that were handed over, and what it keeps of them; [`panics`]: what a user sees of a fault in the program.

pub mod app;
mod ask;
pub mod asked;
pub mod canvas;
pub mod cdn;
mod chips;
pub mod cluster;
pub mod compare;
pub mod controls;
mod copy;
pub mod datacenter;
pub mod embed;
pub mod environment;
pub mod exercises;
pub mod export;
pub mod figure;
pub mod files;
pub mod form;
mod framed;
pub mod handles;
mod header;
pub mod help;
pub mod kept;
pub mod keys;
mod lab;
pub mod layers;
mod layout;
mod learn;
pub mod markup;
pub mod message;
pub mod network;
mod offline;
pub mod order;
pub mod panes;
pub mod panics;
pub mod parameters;
pub mod parts;
pub mod pick;
pub mod playback;
pub mod played;
pub mod policies;
pub mod pool;
pub mod race;
pub mod saved;
pub mod scenes;
pub mod shelf;
pub mod sight;
pub mod spread;
pub mod status;
pub mod surface;
pub mod sweep;
pub mod table;
pub mod traces;
pub mod watch;
pub mod watched;
pub mod watching;
pub mod what_if;
pub mod workbar;
pub mod worker;

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast as _;

/// Whether this instance of the module runs in a worker.
pub fn in_worker() -> bool {
    js_sys::global().has_type::<web_sys::DedicatedWorkerGlobalScope>()
}

/// Starts a worker, once its part of the program is here.
pub fn run_worker() {
    wasm_bindgen_futures::spawn_local(parts::serve());
}

/// Starts the page in the document's body, in place of what `index.html` shows while it loads. The state and what shows it are made in
/// tasks of their own: the browser has just been busy with the module.
pub fn run_page() {
    let render = |props| {
        if let Some(loading) = gloo::utils::document().get_element_by_id("loading") {
            loading.remove();
        }
        yew::Renderer::<app::App>::with_props(props).render();
    };
    let open = move || {
        wasm_bindgen_futures::spawn_local(async move {
            let props = app::Props::of_address().await;
            Timeout::new(0, move || render(props)).forget();
        });
    };
    Timeout::new(0, open).forget();
}
