//! What the browser knows about its user, and what it keeps for the page.

use crate::web::state::{Action, Setting, ThemeChoice};
use gloo::events::EventListener;
use gloo::storage::{LocalStorage, Storage as _};
use gloo::utils::{document, window};
use yew::prelude::*;

const DARK: &str = "(prefers-color-scheme: dark)";
const STILL: &str = "(prefers-reduced-motion: reduce)";
const THEME: &str = "schedscope.theme";
const LETTERS: &str = "schedscope.letters";

/// Whether the system prefers dark pages.
pub fn prefers_dark() -> bool {
    matches(DARK)
}

/// Whether the system asks for less motion.
pub fn prefers_stillness() -> bool {
    matches(STILL)
}

fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Tells the page whenever the system's preferences change.
#[hook]
pub fn use_preferences(dispatch: Callback<Action>) {
    use_effect_with((), move |()| {
        let listen = |query: &'static str, action: fn(bool) -> Action| {
            let list = window().match_media(query).ok().flatten()?;
            let dispatch = dispatch.clone();
            Some(EventListener::new(&list, "change", move |_| dispatch.emit(action(matches(query)))))
        };
        let listeners = [listen(DARK, Action::SystemDark), listen(STILL, Action::Still)];
        move || drop(listeners)
    });
}

/// The theme that was chosen on an earlier visit.
pub fn stored_theme() -> ThemeChoice {
    LocalStorage::get(THEME).unwrap_or_default()
}

/// Whether keys of one character do something, as chosen on an earlier visit.
pub fn stored_letters() -> bool {
    LocalStorage::get(LETTERS).unwrap_or(true)
}

/// Remembers whether keys of one character do something, where the browser lets it.
pub fn store_letters(letters: bool) {
    let _ = LocalStorage::set(LETTERS, letters);
}

/// Tells the style sheet where the page is shown.
#[hook]
pub fn use_setting(setting: Setting) {
    use_effect_with(setting, |setting| {
        if let Some(root) = document().document_element() {
            let name = match setting {
                Setting::Desk => "desk",
                Setting::Stage => "stage",
                Setting::Embedded => "embedded",
            };
            // An element takes any attribute.
            let _ = root.set_attribute("data-setting", name);
        }
    });
}

/// Shows the page in a theme and remembers the choice, where the browser lets it.
#[hook]
pub fn use_theme(choice: ThemeChoice, dark: bool) {
    use_effect_with((choice, dark), |(choice, dark)| {
        if let Some(root) = document().document_element() {
            // An element takes any attribute.
            let _ = root.set_attribute("data-theme", if *dark { "dark" } else { "light" });
        }
        let _ = LocalStorage::set(THEME, choice);
    });
}

/// Whether the window is a phone's.
pub fn is_narrow() -> bool {
    matches("(max-width: 767px)")
}
