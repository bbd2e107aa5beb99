//! Keys that work wherever the focus is, unless something has it that needs them itself.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use schedscope_state::key::Key;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// A value for keys that go on from it: what a press puts here is seen by the next one, which may come before the page is drawn again.
#[hook]
pub fn use_latest<T: Copy + 'static>(drawn: T) -> Rc<Cell<T>> {
    let latest = use_memo((), |()| Cell::new(drawn));
    latest.set(drawn);
    latest
}

/// What needs a key itself.
fn owners(key: &Key) -> &'static str {
    const TEXT: &str = "input:not([type=range]):not([type=radio]):not([type=checkbox]), select, textarea, dialog";
    match key.name.as_str() {
        " " => "input:not([type=range]), button, select, textarea, summary, a, dialog",
        // A clicker sends these, whatever was touched before.
        "PageUp" | "PageDown" => "select, textarea, dialog",
        name if name.starts_with("Arrow") || matches!(name, "Home" | "End") => "input, select, textarea, [tabindex], dialog",
        "Escape" => "dialog",
        _ => TEXT,
    }
}

/// Listens to keys that neither the focused element nor an open menu uses; `act` says whether it has done something, and is that of what is shown. Single-key
/// shortcuts work only if `letters`: they interfere with speech input.
#[hook]
pub fn use_keys(letters: bool, act: impl Fn(&Key) -> bool + 'static) {
    let act: Rc<dyn Fn(&Key) -> bool> = Rc::new(act);
    let latest = use_mut_ref(|| (letters, act.clone()));
    latest.replace((letters, act));
    use_effect_with((), move |()| {
        let heard = move |event: &web_sys::Event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            let (letters, act) = latest.borrow().clone();
            let control = event.ctrl_key() || event.meta_key();
            let name = if control { event.key().to_ascii_lowercase() } else { event.key() };
            let key = Key { name, control, shift: event.shift_key() };
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let taken = event.default_prevented() || target.is_some_and(|target| matches!(target.closest(owners(&key)), Ok(Some(_))));
            let letter = !control && key.name.chars().count() == 1 && key.name != " ";
            if !taken && !event.alt_key() && (letters || !letter) && act(&key) {
                event.prevent_default();
            }
        };
        let listener = EventListener::new_with_options(&document(), "keydown", EventListenerOptions::enable_prevent_default(), heard);
        move || drop(listener)
    });
}
