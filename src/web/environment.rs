//! What the browser knows about its user, and what it keeps for the page.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use js_sys::Date;
use schedscope_chart::Mode;
use schedscope_core::experiment::query_value;
use schedscope_state::exercises::joined;
use schedscope_state::file::Moment;
use schedscope_state::route::embeds;
use schedscope_state::state::{Action, Preferences, Setting, State};
use schedscope_state::theme::ThemeChoice;
use wasm_bindgen::JsCast as _;
use web_sys::StorageEvent;
use yew::prelude::*;

const DARK: &str = "(prefers-color-scheme: dark)";
const STILL: &str = "(prefers-reduced-motion: reduce)";
const NARROW: &str = "(max-width: 767px)";
const THEME: &str = "schedscope.theme";
const LETTERS: &str = "schedscope.letters";
const EXERCISES: &str = "schedscope.exercises";
const OFF: &str = "off";

/// What is known when the page opens.
pub fn preferences() -> Preferences {
    Preferences {
        theme: stored_theme(),
        system: system_mode(matches(DARK)),
        still: matches(STILL),
        narrow: is_narrow(),
        letters: stored_letters(),
    }
}

/// The theme of a system that prefers dark pages or not.
fn system_mode(dark: bool) -> Mode {
    if dark { Mode::Dark } else { Mode::Light }
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
        let listeners =
            [listen(DARK, |dark| Action::System(system_mode(dark))), listen(STILL, Action::Still), listen(NARROW, Action::Narrow)];
        // A theme that was chosen in the page around this one, or in another window.
        let elsewhere = elsewhere(THEME, move || dispatch.emit(Action::Theme(stored_theme())));
        move || drop((listeners, elsewhere))
    });
}

/// Each choice with the word that is kept for it.
const THEMES: [(ThemeChoice, &str); 3] = [(ThemeChoice::Auto, "auto"), (ThemeChoice::Light, "light"), (ThemeChoice::Dark, "dark")];

/// The word that is kept under a key.
pub fn stored(key: &str) -> Option<String> {
    window().local_storage().ok().flatten()?.get_item(key).ok().flatten()
}

/// A browser that keeps nothing is as good as a first visit.
pub fn store(key: &str, word: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(key, word);
    }
}

/// Keeps nothing under a key any more.
pub fn discard(key: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(key);
    }
}

/// Hears that another window has kept something else under a key, or nothing any more.
#[hook]
pub fn use_elsewhere(key: &'static str, hear: impl Fn() + 'static) {
    use_effect_with((), move |()| {
        let listener = elsewhere(key, hear);
        move || drop(listener)
    });
}

fn elsewhere(key: &'static str, hear: impl Fn() + 'static) -> EventListener {
    EventListener::new(&window(), "storage", move |event| {
        // Without a key all is gone.
        if event.dyn_ref::<StorageEvent>().is_some_and(|event| event.key().is_none_or(|told| told == key)) {
            hear();
        }
    })
}

/// Before the titles of a table, for whose columns something was chosen.
const COLUMNS: &str = "schedscope.columns.";

/// What was chosen for the columns of tables with these titles.
pub fn columns(titles: &str) -> Option<String> {
    stored(&format!("{COLUMNS}{titles}"))
}

/// Remembers it.
pub fn remember_columns(titles: &str, chosen: &str) {
    store(&format!("{COLUMNS}{titles}"), chosen);
}

/// A date as the clock on the user's wall shows it.
pub fn moment(date: &Date) -> Moment {
    let day = (date.get_time() / 60_000.0 - date.get_timezone_offset()) / 1440.0;
    Moment {
        day: libm::floor(day) as i32,
        date: (date.get_date(), date.get_month() + 1, date.get_full_year()),
        time: (date.get_hours(), date.get_minutes()),
    }
}

/// Now.
pub fn now() -> Moment {
    moment(&Date::new_0())
}

/// The theme that the address asks for, where a page that embeds this one wants it, or else that of an earlier visit.
fn stored_theme() -> ThemeChoice {
    let asked = window().location().search().ok().and_then(|query| query_value(query.trim_start_matches('?'), "theme"));
    let kept = asked.filter(|word| THEMES.iter().any(|(_, known)| known == word)).or_else(|| stored(THEME));
    THEMES.iter().find(|(_, word)| Some(*word) == kept.as_deref()).map(|(choice, _)| *choice).unwrap_or_default()
}

/// Whether single-key shortcuts are on, as chosen on an earlier visit.
fn stored_letters() -> bool {
    stored(LETTERS).is_none_or(|word| word != OFF)
}

/// What was solved on earlier visits, or in another window.
pub fn kept_exercises() -> Option<String> {
    stored(EXERCISES)
}

/// Keeps what was solved, beside what another window has solved.
pub fn keep_exercises(solved: &str) {
    let before = kept_exercises().unwrap_or_default();
    let joined = joined(solved, &before);
    if joined != before {
        store(EXERCISES, &joined);
    }
}

/// Hears what another window solves.
#[hook]
pub fn use_exercises_elsewhere(hear: Callback<String>) {
    use_elsewhere(EXERCISES, move || {
        if let Some(kept) = kept_exercises() {
            hear.emit(kept);
        }
    });
}

/// Shows the page in the setting and the theme of its state, and remembers what was chosen, where the browser lets it. The style sheet is
/// told while the page is made, not after: what is shown measures the size of its text as soon as it is there.
#[hook]
pub fn use_setting(state: &State) {
    use_memo((state.setting, state.theme, state.mode()), |(setting, theme, mode)| show(*setting, *theme, *mode));
    use_effect_with(state.letters, |letters| {
        if *letters != stored_letters() {
            store(LETTERS, if *letters { "on" } else { OFF });
        }
    });
}

fn show(setting: Setting, choice: ThemeChoice, mode: Mode) {
    let setting = match setting {
        Setting::Desk => "desk",
        Setting::Stage => "stage",
        Setting::Embedded => "embedded",
    };
    let theme = if mode == Mode::Dark { "dark" } else { "light" };
    if let Some(root) = document().document_element() {
        for (name, word) in [("data-setting", setting), ("data-theme", theme)] {
            // An element takes any attribute.
            let _ = root.set_attribute(name, word);
        }
    }
    // A figure in another page follows that page's choice; it must not bring back an older one.
    if setting != "embedded" {
        store(THEME, THEMES.iter().find(|(other, _)| *other == choice).map_or("auto", |(_, word)| word));
    }
}

/// Whether this page is a figure of another page.
pub fn is_figure() -> bool {
    embeds(&window().location().hash().unwrap_or_default())
}

/// How many frames the page around this one has.
pub fn frames() -> usize {
    window().parent().ok().flatten().map_or(1, |page| page.length() as usize).max(1)
}

/// Whether the window is a phone's.
pub fn is_narrow() -> bool {
    matches(NARROW)
}
