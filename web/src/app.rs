//! The frame of the page: header, tabs, theme, link; below it one of the views.

use super::embed;
use super::environment::{kept_exercises, preferences, use_preferences, use_setting};
use super::export::use_closing_menus;
use super::files::{restored, use_kept, use_mapped};
use super::header::header;
use super::help;
use super::kept::later;
use super::keys::use_keys;
use super::playback::use_frames;
use super::played::{asks, view_of};
use super::{compare, exercises, learn, saved, scenes, sweep, traces};
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use schedscope_page as page;
use schedscope_page::key::Key;
use schedscope_page::keys::{beat_of, of_learn, of_scenes};
use schedscope_page::route::{self, Route};
use schedscope_page::state::{Action, Setting, State};
use schedscope_page::view::View;
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
    /// What the address asks for, with the file that was kept. A figure in another page needs it only if it is about a file.
    pub async fn of_address() -> Self {
        let mut opened = State::open(&fragment(), preferences());
        if let Some(kept) = kept_exercises() {
            opened.change(Action::Exercises(page::exercises::Change::Remember(kept)));
        }
        if (opened.setting != Setting::Embedded || opened.file_asked().is_some())
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
    traces::use_surveyor(&state.traces, state.looks_through(), dispatch.reform(Action::Traces));
    traces::use_drop(state.reads(), dispatch.clone());
    traces::use_paste(state.view == View::Traces, dispatch.reform(Action::Traces));
    saved::use_saved(&state.saved, dispatch.reform(Action::Saved));
    use_mapped(&state.traces, dispatch.clone());
    use_kept(&state.traces, state.setting, dispatch.reform(Action::Traces));
    exercises::use_workers(&state.exercises, state.view == View::Exercises, dispatch.reform(Action::Exercises));
    learn::use_text(state.view == View::Learn, embedded || !state.learn.pages.is_empty(), dispatch.reform(Action::Learn));
    use_title(&page::title::title(&state));
    use_address(&state.address(), &dispatch);
    use_closing_menus();
    html! {
        <>
            if let Some(scenes) = &state.scenes {
                { scenes::top(scenes) }
            } else if embedded {
                <header class="visually-hidden"><h1>{ "schedscope" }</h1></header>
            } else {
                { header(&state, Callback::from(|_: MouseEvent| skip()), &dispatch) }
            }
            if let Some(notice) = state.notice() {
                <p class="notice small" id="notice" role="status">{ notice }</p>
            }
            { later({ let (state, dispatch) = (state.clone(), dispatch.clone()); move || view(&state, &dispatch) }) }
            { asks(&state, &dispatch) }
            { compare::asks(&state, &dispatch) }
            { sweep::asks(&state, &dispatch) }
            { scenes::bar(&state, &dispatch) }
            if on_stage {
                <button
                    type="button" id="leave-stage" class="quiet" title="Leave the presentation (Esc)" aria-label="Leave the presentation"
                    onclick={dispatch.reform(|_| Action::Stage(false))}
                >{ "×" }</button>
            }
            { later({ let dispatch = dispatch.clone(); move || help::map(letters, &dispatch) }) }
            { embed::dialog(&state, &dispatch) }
            { scenes::dialog(&state, &dispatch) }
            { later({ let (state, dispatch) = (state.clone(), dispatch.clone()); move || saved_list(&state, &dispatch) }) }
        </>
    }
}

/// The list of saved scenarios, in which what is shown has the first part of its title.
fn saved_list(state: &State, dispatch: &Callback<Action>) -> Html {
    let title = page::title::title(state);
    let name = title.strip_suffix(" · schedscope").unwrap_or(&title);
    saved::list(&state.saved, name, &state.address(), dispatch)
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
    let scenes = state.scenes.is_some();
    let played = use_mut_ref(|| None);
    *played.borrow_mut() = if let View::Watch(kind) = view { state.shared(kind) } else { None };
    let dispatch = dispatch.clone();
    use_keys((view, stage, theme, clock, scenes), state.letters, move |key: &Key| {
        let action = match (key.name.as_str(), key.control) {
            ("?", false) => {
                help::open();
                return true;
            }
            ("s", false) => Some(Action::Stage(!stage)),
            ("Escape", _) if stage => Some(Action::Stage(false)),
            ("t", false) => Some(Action::Theme(theme.next())),
            _ => None,
        };
        let action = action.or(match (key.name.as_str(), view) {
            ("Escape", View::Compare(world)) => Some(Action::Compare(world, page::compare::Change::Unlight)),
            _ => None,
        });
        let of_tour = || of_learn(key).filter(|_| view == View::Learn).map(Action::Learn);
        let of_world = || {
            let played = played.borrow();
            let played = played.as_ref()?;
            played.key(key).map(|message| Action::Watch(played.kind(), message))
        };
        let of_clock = || clock.and_then(|(playing, speed, looping)| beat_of(key, playing, speed, looping)).map(Action::Clock);
        let of_scenes = || of_scenes(key).filter(|_| scenes).map(Action::Scenes);
        let own = || of_world().or_else(of_tour);
        action.or_else(of_scenes).or_else(own).or_else(of_clock).map(|action| dispatch.emit(action)).is_some()
    });
}

/// Follows links, and keeps the address up to date: at once where the place changes, so that the next link leads away from it, else when
/// the state rests.
#[hook]
fn use_address(address: &str, dispatch: &Callback<Action>) {
    // The fragment that the page has last read or written. Another one in the address is a link that is about to be heard of.
    let known = use_mut_ref(fragment);
    let (dispatch, heard) = (dispatch.clone(), known.clone());
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "hashchange", move |_| {
            heard.replace(fragment());
            // A view without a query is shown as it was left.
            if fragment().contains('?') {
                dispatch.emit(Action::Expect(route::expected(&fragment())));
            }
            dispatch.emit(Action::Navigate(Route::read(&fragment())));
        });
        move || drop(listener)
    });
    use_effect_with(address.to_owned(), move |address| {
        let (from, to) = (Route::read(&known.borrow()).place(), Route::read(address).place());
        let (address, leaves) = (address.clone(), from.is_some() && from != to);
        let write = move || {
            if fragment() == *known.borrow()
                && *known.borrow() != address
                && let Ok(history) = window().history()
            {
                // A browser that refuses keeps the old address; the page works all the same.
                let _ = if leaves {
                    history.push_state_with_url(&JsValue::NULL, "", Some(&address))
                } else {
                    history.replace_state_with_url(&JsValue::NULL, "", Some(&address))
                };
                known.replace(fragment());
            }
        };
        let timer = if leaves {
            write();
            None
        } else {
            Some(Timeout::new(ADDRESS, write))
        };
        move || drop(timer)
    });
}

fn view(state: &State, dispatch: &Callback<Action>) -> Html {
    let mode = state.mode();
    if let Some(name) = &state.missing {
        return missing(name);
    }
    match state.view {
        View::Watch(kind) => view_of(kind).map(|view| view(state, dispatch)).unwrap_or_default(),
        View::Compare(world) => compare::view(state.compare(world), &state.traces, mode, dispatch),
        View::Sweep(world) => sweep::view(
            state.sweep(world),
            &state.compare(world).scenario,
            &state.traces,
            mode,
            &dispatch.reform(move |change| Action::Sweep(world, change)),
            dispatch,
        ),
        View::Traces => traces::view(&state.traces, mode, dispatch),
        View::Exercises => exercises::view(&state.exercises, mode, dispatch),
        View::Learn => learn::view(&state.learn, &dispatch.reform(Action::Learn)),
    }
}
