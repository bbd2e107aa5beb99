//! The frame of the page: header, tabs, theme, link; below it one of the views.

use super::environment::{preferences, use_preferences, use_setting};
use super::export::use_closing_menus;
use super::files::{restored, use_kept, use_mapped};
use super::header::header;
use super::help;
use super::kept::later;
use super::keys::use_keys;
use super::parts::{self, use_parts};
use super::playback::use_frames;
use super::traces::use_drop;
use super::{scenes, watch};
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use schedscope_core::experiment::SystemKind;
use schedscope_state as page;
use schedscope_state::format;
use schedscope_state::history::History;
use schedscope_state::key::Key;
use schedscope_state::keys::{beat_of, of_scenes};
use schedscope_state::part::Part;
use schedscope_state::rooms;
use schedscope_state::route::{self, Route};
use schedscope_state::state::{Action, Setting, State};
use schedscope_state::view::View;
use std::ops::Deref;
use std::rc::Rc;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::HtmlElement;
use yew::prelude::*;

/// Milliseconds for which the state must rest before it is written into the address; browsers punish more than a few
/// writes a second.
const ADDRESS: u32 = 250;

fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Properties of [`App`].
#[derive(Clone, Properties)]
pub struct Props {
    /// The state in which the page opens.
    pub opened: Rc<State>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.opened, &other.opened)
    }
}

impl Props {
    /// What the address asks for, with the file that was kept. A figure in another page needs it only if it is about a file, or may be.
    pub async fn of_address() -> Self {
        let mut opened = State::open(&fragment(), preferences(), rooms::first);
        let about_file = opened.file_asked().is_some() || Part::of(opened.view).is_some();
        if (opened.setting != Setting::Embedded || about_file)
            && let Some((file, since)) = restored().await
        {
            opened.change(Action::Kept(file, since));
        }
        Self { opened: Rc::new(opened) }
    }
}

/// The state in the hands of yew.
#[derive(Clone)]
struct Reduced(State);

impl Deref for Reduced {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl Reducible for Reduced {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        state.0.change(action);
        Rc::new(state)
    }
}

/// The page.
#[component]
pub fn App(props: &Props) -> Html {
    let state = use_reducer(|| Reduced(State::clone(&props.opened)));
    let dispatch = use_memo((), |()| state.dispatcher().to_callback());
    let dispatch = (*dispatch).clone();
    use_setting(&state);
    use_preferences(dispatch.clone());
    let (letters, on_stage, embedded) = (state.letters, state.setting == Setting::Stage, state.setting == Setting::Embedded);
    use_clock(&state, &dispatch);
    use_parts(&state, &dispatch);
    use_drop(state.reads(), dispatch.clone());
    use_mapped(&state.traces, dispatch.clone());
    use_kept(&state.traces, state.setting, dispatch.reform(Action::Traces));
    use_title(&page::title::title(&state));
    use_address(state.address(), state.place(), &dispatch);
    use_closing_menus();
    html! {
        <>
            if let Some(scenes) = &state.scenes {
                { scenes::top(scenes) }
            } else if embedded {
                <header class="visually-hidden"><h1>{ "schedscope" }</h1></header>
            } else {
                if on_stage {
                    // The header is not shown there.
                    <header class="visually-hidden"><h1>{ page::title::title(&state) }</h1></header>
                }
                { header(&state, Callback::from(|_: MouseEvent| skip()), &dispatch) }
            }
            if let Some(notice) = state.notice() {
                <p class="notice small" id="notice" role="status">
                    { notice }
                    if let Some(jobs) = state.more_of_file() {
                        { " " }
                        <button
                            type="button" class="link" id="compare-all"
                            onclick={dispatch.reform(|_: MouseEvent| Action::UseFile(View::Compare(SystemKind::Server)))}
                        >{ format!("Compare policies on all {} jobs →", format::whole(jobs)) }</button>
                    }
                </p>
            }
            { later({ let (state, dispatch) = (state.clone(), dispatch.clone()); move || view(&state, &dispatch) }) }
            { parts::beside(&state, &dispatch) }
            if on_stage {
                <button
                    type="button" id="leave-stage" class="quiet" title="Leave the presentation (Esc)" aria-label="Leave the presentation"
                    onclick={dispatch.reform(|_| Action::Stage(false))}
                >{ "×" }</button>
            }
            { later({ let dispatch = dispatch.clone(); move || help::map(letters, &dispatch) }) }
        </>
    }
}

/// Gives the page its name in the browser.
#[hook]
fn use_title(title: &str) {
    use_effect_with(title.to_owned(), |title| document().set_title(title));
}

/// Moves the focus to the view, past what stands above it.
fn skip() {
    let main = document().query_selector("main").ok().flatten().and_then(|main| main.dyn_into::<HtmlElement>().ok());
    if let Some(main) = main {
        main.set_tab_index(-1);
        // An element with a tab index takes the focus.
        let _ = main.focus();
    }
}

/// What is said where no view is.
fn missing(name: &str) -> Html {
    let item = |view: View| html! { <li><a href={format!("#{}", view.name())}>{ view.title() }</a></li> };
    html! {
        <main class="view missing">
            <h2>{ format!("There is no view “{name}”") }</h2>
            <p>{ "The link may be cut off, or of a newer version of this page. These are the views:" }</p>
            <ul>{ for View::all().map(item) }</ul>
        </main>
    }
}

/// Lets the clock of the view run while it plays, and hears keys.
#[hook]
fn use_clock(state: &State, dispatch: &Callback<Action>) {
    let clock = state.clock().map(|clock| (clock.playing, clock.speed, clock.looping));
    use_frames(clock.is_some_and(|(playing, ..)| playing), &dispatch.reform(Action::Clock));
    let (view, stage, theme) = (state.view, state.setting == Setting::Stage, state.theme);
    let (scenes, can_ask, shown) = (state.scenes.is_some(), state.can_ask(), state.shared(view));
    let dispatch = dispatch.clone();
    use_keys(state.letters, move |key: &Key| {
        let action = match (key.name.as_str(), key.control) {
            ("?", false) => {
                help::open();
                return true;
            }
            ("s", false) => Some(Action::Stage(!stage)),
            ("Escape", _) if stage => Some(Action::Stage(false)),
            ("t", false) => Some(Action::Theme(theme.next())),
            ("a", false) if can_ask => Some(Action::Ask(Some(page::ask::Change::Copied(None)))),
            _ => None,
        };
        let of_view = || shown.as_ref()?.key(key).map(|message| Action::Room(view, message));
        let of_clock = || clock.and_then(|(playing, speed, looping)| beat_of(key, playing, speed, looping)).map(Action::Clock);
        let of_scenes = || of_scenes(key).filter(|_| scenes).map(Action::Scenes);
        action.or_else(of_scenes).or_else(of_view).or_else(of_clock).map(|action| dispatch.emit(action)).is_some()
    });
}

/// Follows links, and keeps the address up to date: at once where the place changes, so that going back leads to the place before, else when
/// the state rests. Where a link leads is noted while it is rendered, not in an effect: effects of a state that is replaced at once do not run.
#[hook]
fn use_address(address: String, place: Option<String>, dispatch: &Callback<Action>) {
    let history = use_mut_ref(|| History::opened(fragment()));
    let (dispatch, hears) = (dispatch.clone(), history.clone());
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "hashchange", move |_| {
            hears.borrow_mut().heard(fragment());
            // A view without a query is shown as it was left.
            if fragment().contains('?') {
                dispatch.emit(Action::Expect(route::expected(&fragment())));
            }
            dispatch.emit(Action::Navigate(Route::read(&fragment())));
        });
        move || drop(listener)
    });
    let shown = history.borrow_mut().shown(address, place);
    use_effect_with(shown, move |shown| {
        let entry = shown.clone();
        let write = move || {
            if history.borrow().may_write(&entry, &fragment())
                && let Ok(browser) = window().history()
            {
                // A browser that refuses keeps the old address; the page works all the same.
                let _ = if entry.leaves {
                    browser.push_state_with_url(&JsValue::NULL, "", Some(&entry.address))
                } else {
                    browser.replace_state_with_url(&JsValue::NULL, "", Some(&entry.address))
                };
                history.borrow_mut().wrote(&entry, fragment());
            }
        };
        let timer = if shown.leaves {
            write();
            None
        } else {
            (!shown.waits()).then(|| Timeout::new(ADDRESS, write))
        };
        move || drop(timer)
    });
}

fn view(state: &State, dispatch: &Callback<Action>) -> Html {
    if let Some(name) = &state.missing {
        return missing(name);
    }
    match Part::of(state.view) {
        None => watch::view(state, dispatch),
        Some(part) => parts::view(part, state, dispatch).unwrap_or_else(|| waiting(part, state, dispatch)),
    }
}

/// What is said while the part of the view is fetched, or could not be.
fn waiting(part: Part, state: &State, dispatch: &Callback<Action>) -> Html {
    let title = state.view.title();
    if !state.lacks() {
        return html! { <main class="view waiting"><p class="verdict" role="status">{ format!("Loading {title} …") }</p></main> };
    }
    html! {
        <main class="view waiting">
            <p class="complaint" role="alert">{ format!("{title} could not be loaded. Check the connection and try again; if this page was updated since you opened it, reload it.") }</p>
            <p class="use">
                <button type="button" class="primary" id="try-again" onclick={dispatch.reform(move |_: MouseEvent| Action::Failed(part, false))}>{ "Try again" }</button>
                <button type="button" class="quiet" id="reload" onclick={|_: MouseEvent| drop(window().location().reload())}>{ "Reload" }</button>
            </p>
        </main>
    }
}
