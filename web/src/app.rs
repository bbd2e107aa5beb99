//! The frame of the page: header, tabs, theme, link; below it one of the views.

use super::embed;
use super::environment::{kept_exercises, preferences, use_preferences, use_setting};
use super::export::use_closing_menus;
use super::files::{restored, use_kept, use_mapped};
use super::help;
use super::kept::later;
use super::keys::use_keys;
use super::playback::use_frames;
use super::played::{asks, view_of};
use super::{compare, exercises, learn, saved, scenes, sweep, traces, watch};
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use schedscope_page as page;
use schedscope_page::key::Key;
use schedscope_page::keys::{beat_of, of_learn, of_scenes, of_watch};
use schedscope_page::route::{self, Route};
use schedscope_page::state::{Action, Setting, State};
use schedscope_page::theme::ThemeChoice;
use schedscope_page::view::View;
use std::ops::Deref;
use std::rc::Rc;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
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
    let told = dispatch.reform(|told| Action::Compare(page::compare::Change::Told(told)));
    let file = state.traces.named(state.compare.scenario.file());
    let here = state.view == View::Compare;
    compare::use_refiner(state.compare.refinement.phase, state.compare.question(file.clone()), here, told);
    let told = dispatch.reform(|turned| Action::Compare(page::compare::Change::Turn(turned)));
    let answered = state.compare.refinement.phase == page::compare::Phase::Done;
    let of_job = dispatch.reform(|told| Action::Compare(page::compare::Change::Job(told)));
    compare::use_stories(state.compare.job.looked.clone(), file.clone(), here, of_job);
    compare::use_turner(&state.compare.turn, file, here && answered, told);
    let told = dispatch.reform(|told| Action::Sweep(page::sweep::Change::Told(told)));
    sweep::use_sweeper(&state.sweep, state.traces.named(state.sweep.setup.base.file()), told);
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
    use_effect_with(state.view, |_| show_tab());
    html! {
        <>
            if let Some(scenes) = &state.scenes {
                { scenes::top(scenes) }
            } else if embedded {
                <header class="visually-hidden"><h1>{ "schedscope" }</h1></header>
            } else {
                { header(&state, &dispatch) }
            }
            if let Some(notice) = state.notice() {
                <p class="notice small" id="notice" role="status">{ notice }</p>
            }
            { later({ let (state, dispatch) = (state.clone(), dispatch.clone()); move || view(&state, &dispatch) }) }
            { asks(&state, &dispatch) }
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
    let (editing, quizzed, selected) = (state.watch.editing, state.watch.quiz.is_some(), state.watch.frame.selected.is_some());
    let scenes = state.scenes.is_some();
    let played = use_mut_ref(|| None);
    *played.borrow_mut() = if let View::World(kind) = view { state.shared(kind) } else { None };
    let dispatch = dispatch.clone();
    use_keys((view, stage, theme, clock, (editing, quizzed, selected), scenes), state.letters, move |key: &Key| {
        let action = match (key.name.as_str(), key.control) {
            ("?", false) => {
                help::open();
                return true;
            }
            ("s", false) => Some(Action::Stage(!stage)),
            ("Escape", _) if stage => Some(Action::Stage(false)),
            ("Escape", _) if view == View::Compare => Some(Action::Compare(page::compare::Change::Unlight)),
            ("t", false) => Some(Action::Theme(theme.next())),
            _ => None,
        };
        let of_watch = || of_watch(key, editing, quizzed, selected).filter(|_| view == View::Watch).map(Action::Watch);
        let of_tour = || of_learn(key).filter(|_| view == View::Learn).map(Action::Learn);
        let of_world = || {
            let played = played.borrow();
            let played = played.as_ref()?;
            played.key(key).map(|message| Action::World(played.kind(), message))
        };
        let of_clock = || clock.and_then(|(playing, speed, looping)| beat_of(key, playing, speed, looping)).map(Action::Clock);
        let of_scenes = || of_scenes(key).filter(|_| scenes).map(Action::Scenes);
        let own = || of_watch().or_else(of_world).or_else(of_tour);
        action.or_else(of_scenes).or_else(own).or_else(of_clock).map(|action| dispatch.emit(action)).is_some()
    });
}

/// Brings the tab of the view into sight, where there are more tabs than fit.
fn show_tab() {
    let tab = document().query_selector("nav [aria-current]").ok().flatten().and_then(|tab| tab.dyn_into::<HtmlElement>().ok());
    if let Some((tab, list)) = tab.and_then(|tab| tab.parent_element().map(|list| (tab, list))) {
        list.set_scroll_left(tab.offset_left() - (list.client_width() - tab.offset_width()) / 2);
    }
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
        View::Watch => watch::view(&state.watch, mode, state.still, dispatch),
        View::Compare => compare::view(&state.compare, &state.traces, mode, dispatch),
        View::Sweep => sweep::view(&state.sweep, &state.compare.scenario, mode, &dispatch.reform(Action::Sweep)),
        View::Traces => traces::view(&state.traces, mode, dispatch),
        View::Exercises => exercises::view(&state.exercises, mode, dispatch),
        View::Learn => learn::view(&state.learn, &dispatch.reform(Action::Learn)),
        View::World(kind) => view_of(kind).map(|view| view(state, dispatch)).unwrap_or_default(),
    }
}

fn header(state: &State, dispatch: &Callback<Action>) -> Html {
    let tab = |view: View| {
        let (here, name) = (state.view == view && state.missing.is_none(), view.name());
        html! { <a id={format!("tab-{name}")} href={format!("#{name}")} title={view.line()} aria-current={here.then_some("page")}>{ view.title() }</a> }
    };
    let (theme, said) = match state.theme {
        ThemeChoice::Auto => ("◐", "Theme: system"),
        ThemeChoice::Light => ("☀", "Theme: light"),
        ThemeChoice::Dark => ("☾", "Theme: dark"),
    };
    let next = state.theme.next();
    html! {
        <header class="top">
            <button type="button" class="skip" id="skip" onclick={|_: MouseEvent| skip()}>{ "Skip to the content" }</button>
            <div class="bar">
                <h1>{ "schedscope" }</h1>
                <nav aria-label="Views">
                    { for View::all().map(tab) }
                </nav>
                <button
                    type="button" id="to-embed" class="quiet" title="Put this figure into slides or notes" aria-label="Embed…"
                    onclick={dispatch.reform(|_| Action::Embed(Some(page::embed::Change::Copied(None))))}
                >
                    <svg class="symbol-icon" viewBox="0 0 16 16" aria-hidden="true"><path d={EMBED} fill="none" stroke="currentColor" stroke-width="1.5" /></svg>
                    <span>{ "Embed…" }</span>
                </button>
                { saved::button(&state.saved, dispatch) }
                { copy_link(state.address(), state.copied, dispatch) }
                <button type="button" id="keys" class="quiet icon" title="Keyboard shortcuts (?)" aria-label="Keyboard shortcuts" onclick={Callback::from(|_: MouseEvent| help::open())}>{ "?" }</button>
                <button
                    type="button" id="stage" class="quiet icon" title="Presentation: large type, pictures only (S)" aria-label="Presentation"
                    onclick={dispatch.reform(|_| Action::Stage(true))}
                ><svg class="symbol-icon" viewBox="0 0 16 16" aria-hidden="true"><path d={STAGE} fill="none" stroke="currentColor" stroke-width="1.5" /></svg></button>
                <button
                    type="button" id="theme" class="quiet icon" title={format!("{said} (T)")} aria-label={format!("{said}. Change")}
                    onclick={dispatch.reform(move |_| Action::Theme(next))}
                >{ theme }</button>
            </div>
        </header>
    }
}

/// A screen on its stand.
const STAGE: &str = "M1.5 2.5h13v8h-13zM8 10.5v3M5 13.5h6";

/// Two brackets and a stroke, as of code.
const EMBED: &str = "M4.5 4L1 8l3.5 4M11.5 4L15 8l-3.5 4M9.5 3l-3 10";

/// Two links of a chain, and a tick.
const LINK: &str = "M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5L7.5 13A3 3 0 0 1 3 8.5L4.5 7";
const CHECK: &str = "M3 8.5l3.5 3.5L13 4.5";

/// Copies a link that holds the whole state to the clipboard.
fn copy_link(address: String, copied: Option<bool>, dispatch: &Callback<Action>) -> Html {
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        let (dispatch, fragment) = (dispatch.clone(), address.clone());
        spawn_local(async move {
            let page = window().location().href().unwrap_or_default();
            let address = page.split('#').next().unwrap_or_default().to_owned() + &fragment;
            let copied = JsFuture::from(window().navigator().clipboard().write_text(&address)).await.is_ok();
            dispatch.emit(Action::Copied(Some(copied)));
            gloo::timers::future::TimeoutFuture::new(2000).await;
            dispatch.emit(Action::Copied(None));
        });
    });
    let (text, outline) = match copied {
        None => ("Copy link", LINK),
        Some(true) => ("Copied", CHECK),
        Some(false) => ("Copy failed; use the address bar", LINK),
    };
    html! {
        <button type="button" id="copy-link" class="quiet" {onclick} title="Copy a link to exactly this view" aria-label={text} aria-live="polite">
            <svg class="symbol-icon" viewBox="0 0 16 16" aria-hidden="true"><path d={outline} fill="none" stroke="currentColor" stroke-width="1.5" /></svg>
            <span>{ text }</span>
        </button>
    }
}
