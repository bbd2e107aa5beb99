//! What the browser knows about its user, and what it keeps for the page.

use crate::web::state::{Action, ThemeChoice};
use gloo::events::EventListener;
use gloo::utils::{document, window};
use yew::prelude::*;

const DARK: &str = "(prefers-color-scheme: dark)";
const STILL: &str = "(prefers-reduced-motion: reduce)";
const THEME: &str = "schedscope.theme";

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

/// Each choice with the word that is kept for it.
const THEMES: [(ThemeChoice, &str); 3] = [(ThemeChoice::Auto, "auto"), (ThemeChoice::Light, "light"), (ThemeChoice::Dark, "dark")];

/// The theme that was chosen on an earlier visit.
pub fn stored_theme() -> ThemeChoice {
    let stored = window().local_storage().ok().flatten().and_then(|storage| storage.get_item(THEME).ok().flatten());
    THEMES.iter().find(|(_, word)| Some(*word) == stored.as_deref()).map(|(choice, _)| *choice).unwrap_or_default()
}

/// Shows the page in a theme and remembers the choice, where the browser lets it.
#[hook]
pub fn use_theme(choice: ThemeChoice, dark: bool) {
    use_effect_with((choice, dark), |(choice, dark)| {
        if let Some(root) = document().document_element() {
            // An element takes any attribute.
            let _ = root.set_attribute("data-theme", if *dark { "dark" } else { "light" });
        }
        if let Ok(Some(storage)) = window().local_storage() {
            let word = THEMES.iter().find(|(other, _)| other == choice).map_or("auto", |(_, word)| word);
            let _ = storage.set_item(THEME, word);
        }
    });
}

/// Whether the window is a phone's.
pub fn is_narrow() -> bool {
    matches("(max-width: 767px)")
}
