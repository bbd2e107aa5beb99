//! The header of the page: which world, what is done in it, what there is to learn and to teach, and what belongs to every view. On a
//! narrow screen all but world and verbs is behind one button.

use super::copy::Copy;
use super::export::{close, close_others, on_escape};
use super::offline::KeepOffline;
use super::parts::nears;
use super::{help, saved};
use gloo::events::EventListener;
use gloo::utils::{document, window};
use schedscope_core::experiment::SystemKind;
use schedscope_state as page;
use schedscope_state::route::command;
use schedscope_state::state::{Action, State};
use schedscope_state::theme::ThemeChoice;
use schedscope_state::view::{Verb, View, called};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// The header.
pub fn header(state: &State, skip: Callback<MouseEvent>, dispatch: &Callback<Action>) -> Html {
    let here = Some(state.view).filter(|_| state.missing.is_none());
    let near = nears(state, dispatch);
    html! {
        <header class="top">
            <button type="button" class="skip" id="skip" onclick={skip}>{ "Skip to the content" }</button>
            <div class="bar">
                <h1>{ "schedscope" }</h1>
                { worlds(state.world, here, &near) }
                <nav aria-label="Views">
                    { for Verb::ALL.map(|verb| tab(verb.of(state.world), verb.title().to_owned(), verb.line(), here, &near)) }
                </nav>
                <Doors>
                    { tab(View::Learn, View::Learn.title(), View::Learn.line(), here, &near) }
                    { teach(here, &near, dispatch) }
                    <span class="doors-gap" />
                    { saved::button(dispatch) }
                    { copy_link(state.address()) }
                    { here.map(|here| copy_command(here, &state.address())) }
                    <button type="button" id="keys" class="quiet icon" title="Keyboard shortcuts (?)" aria-label="Keyboard shortcuts" onclick={Callback::from(|_: MouseEvent| help::open())}>{ "?" }</button>
                    <button
                        type="button" id="stage" class="quiet icon" title="Presentation: large type, pictures only (S)" aria-label="Presentation"
                        onclick={dispatch.reform(|_| Action::Stage(true))}
                    ><svg class="symbol-icon" viewBox="0 0 16 16" aria-hidden="true"><path d={STAGE} fill="none" stroke="currentColor" stroke-width="1.5" /></svg></button>
                    { theme(state, dispatch) }
                </Doors>
            </div>
        </header>
    }
}

/// A tab of this name.
fn tab(view: View, title: String, line: &'static str, here: Option<View>, near: &Callback<View>) -> Html {
    let id = view.place().map_or_else(|| view.name(), |(verb, _)| verb.title().to_lowercase());
    // What is done in a world may have several views.
    let current = here == Some(view) || view.place().is_some() && here.and_then(View::place) == view.place();
    html! { <a class="tab" id={format!("tab-{id}")} href={format!("#{}", view.name())} title={line} aria-current={current.then_some("page")} onpointerenter={near.reform(move |_: PointerEvent| view)} onfocus={near.reform(move |_: FocusEvent| view)}>{ title }</a> }
}

/// The choice of world: each with its line, leading to the same that is done now.
fn worlds(world: SystemKind, here: Option<View>, near: &Callback<View>) -> Html {
    let verb = here.and_then(View::place).map_or(Verb::Watch, |(verb, _)| verb);
    let item = |kind: &SystemKind| {
        let (title, line) = called(*kind);
        let view = verb.of(*kind);
        html! {
            <li key={kind.key()}>
                <a id={format!("world-{}", kind.key())} href={format!("#{}", view.name())} onpointerenter={near.reform(move |_: PointerEvent| view)} onfocus={near.reform(move |_: FocusEvent| view)} aria-current={(*kind == world).then_some("true")} onclick={|event: MouseEvent| close(&event)}>
                    <strong>{ title }</strong><span class="muted small">{ line }</span>
                </a>
            </li>
        }
    };
    html! {
        <details class="menu worlds" id="worlds">
            <summary class="quiet button" title="What is simulated: choose another world" aria-label={format!("World: {}", called(world).0)}>
                <span>{ called(world).0 }</span><span aria-hidden="true">{ "\u{a0}▾" }</span>
            </summary>
            <ul>{ for SystemKind::ALL.iter().map(item) }</ul>
        </details>
    }
}

/// What a lecturer comes for.
fn teach(here: Option<View>, near: &Callback<View>, dispatch: &Callback<Action>) -> Html {
    let button = |id: &'static str, words: &'static str, line: &'static str, action: fn() -> Action| {
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |event: MouseEvent| {
            close(&event);
            dispatch.emit(action());
        });
        html! { <li><button type="button" {id} {onclick}><strong>{ words }</strong><span class="muted small">{ line }</span></button></li> }
    };
    let exercises = here == Some(View::Exercises);
    html! {
        <details class="menu teach" id="teach">
            <summary class={classes!("tab", exercises.then_some("here"))}>{ "Teach\u{a0}▾" }</summary>
            <ul>
                <li>
                    <a id="tab-exercises" href="#exercises" onpointerenter={near.reform(|_: PointerEvent| View::Exercises)} onfocus={near.reform(|_: FocusEvent| View::Exercises)} aria-current={exercises.then_some("page")} onclick={|event: MouseEvent| close(&event)}>
                        <strong>{ "Exercises" }</strong><span class="muted small">{ "Tasks to be solved, and the codes that students hand in" }</span>
                    </a>
                </li>
                { button("to-scenes", "Scenes…", "A talk: links in an order, for the stage", || Action::Scenes(page::scenes::Change::Write)) }
                { button("to-embed", "Embed…", "This figure in slides or notes", || Action::Embed(Some(page::embed::Change::Copied(None)))) }
                <KeepOffline />
            </ul>
        </details>
    }
}

/// Properties of [`Doors`].
#[derive(PartialEq, Properties)]
struct Behind {
    /// What is behind the button.
    children: Html,
}

/// What stands in a row on a wide screen, and on a narrow one behind a button, until something in it is chosen.
#[component]
fn Doors(props: &Behind) -> Html {
    let open = use_state_eq(|| false);
    use_closing(*open, {
        let open = open.setter();
        move || open.set(false)
    });
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let chosen = {
        let open = open.setter();
        Callback::from(move |event: MouseEvent| {
            let within = |target: Element| target.closest("a, button").ok().flatten();
            if event.target_dyn_into::<Element>().and_then(within).is_some() {
                open.set(false);
            }
        })
    };
    html! {
        <>
            <button type="button" id="doors" class="quiet icon" aria-expanded={open.to_string()} aria-label="More" title="Learn, teach, save, present" onclick={toggle}>{ "☰" }</button>
            <div class={classes!("doors", open.then_some("open"))} onclick={chosen}>{ props.children.clone() }</div>
        </>
    }
}

/// Closes what is behind that button on a click elsewhere and on Escape, as menus do; a menu within closes first.
#[hook]
fn use_closing(open: bool, close: impl Fn() + 'static) {
    use_effect_with(open, move |open| {
        let listeners = open.then(|| {
            close_others(None);
            let close = Rc::new(close);
            let closes = close.clone();
            let pointed = EventListener::new(&document(), "pointerdown", move |event| {
                let within = |target: Element| target.closest("#doors, .doors").ok().flatten();
                if event.target().and_then(|target| target.dyn_into().ok()).and_then(within).is_none() {
                    closes();
                }
            });
            let keyed = on_escape(move || {
                close();
                if let Some(button) = document().get_element_by_id("doors").and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
                    // A button takes the focus.
                    let _ = button.focus();
                }
                true
            });
            (pointed, keyed)
        });
        move || drop(listeners)
    });
}

fn theme(state: &State, dispatch: &Callback<Action>) -> Html {
    let (theme, said) = match state.theme {
        ThemeChoice::Auto => ("◐", "Theme: system"),
        ThemeChoice::Light => ("☀", "Theme: light"),
        ThemeChoice::Dark => ("☾", "Theme: dark"),
    };
    let next = state.theme.next();
    html! {
        <button
            type="button" id="theme" class="quiet icon" title={format!("{said} (T)")} aria-label={format!("{said}. Change")}
            onclick={dispatch.reform(move |_| Action::Theme(next))}
        >{ theme }</button>
    }
}

/// A screen on its stand.
const STAGE: &str = "M1.5 2.5h13v8h-13zM8 10.5v3M5 13.5h6";

/// Two links of a chain.
const LINK: &str = "M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5L7.5 13A3 3 0 0 1 3 8.5L4.5 7";

/// The prompt of a command line.
const PROMPT: &str = "M2.5 4l4 4-4 4M8 12.5h6";

/// Puts a link that holds the whole state on the clipboard.
fn copy_link(address: String) -> Html {
    let text = Callback::from(move |()| {
        let page = window().location().href().unwrap_or_default();
        page.split('#').next().unwrap_or_default().to_owned() + &address
    });
    html! {
        <Copy
            id="copy-link" words="Copy link" refused="Copy failed; use the address bar" title="Copy a link to exactly this view"
            outline={LINK} {text}
        />
    }
}

/// Puts the command that repeats what is shown on the clipboard; nothing where there is none.
fn copy_command(view: View, address: &str) -> Html {
    let Some(command) = command(view, address) else { return Html::default() };
    let (title, refused) = (format!("Copy the command that repeats this: {command}"), format!("Copy failed; the command is {command}"));
    let text = Callback::from(move |()| command.clone());
    html! { <Copy id="copy-command" words="Copy command" {refused} {title} outline={PROMPT} {text} /> }
}
