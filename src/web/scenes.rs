//! Scenes on the stage: the title above, play, one slider and the next scene below, and a window for who presents.

use super::controls::value_of;
use super::files::chosen_text;
use super::markup::markup;
use super::playback::short_transport;
use gloo::events::EventListener;
use gloo::utils::window;
use schedscope_state::ask;
use schedscope_state::format;
use schedscope_state::key::Key;
use schedscope_state::keys::of_scenes;
use schedscope_state::scenes::{Change, Scene, Scenes};
use schedscope_state::state::{Action, State};
use std::cell::RefCell;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlDialogElement, HtmlElement, KeyboardEvent, Window};
use yew::prelude::*;

/// The button with which scenes are written or changed.
pub fn write(dispatch: &Callback<Action>) -> Html {
    let onclick = dispatch.reform(|_: MouseEvent| Action::Scenes(Change::Write));
    html! { <button type="button" class="quiet to-scenes" title="Write or change the scenes as a text" {onclick}>{ "Scenes…" }</button> }
}

/// What is above the picture.
pub fn top(scenes: &Scenes) -> Html {
    let all = scenes.scenes.len();
    let title = scenes.now().map(|scene| scene.title.clone()).unwrap_or_default();
    let said = format!("scene {} of {all}", scenes.at + 1);
    html! {
        <header class="scene-top">
            <span class="scene-dots" aria-hidden="true">{ for (0..all).map(|place| html! { <span class={classes!("scene-dot", (place < scenes.at).then_some("past"), (place == scenes.at).then_some("here"))} /> }) }</span>
            <h1 id="scene-title">{ title }</h1>
            <span class="muted small" id="scene-place" role="status">{ if scenes.title.is_empty() { said } else { format!("{} · {said}", scenes.title) } }</span>
        </header>
    }
}

/// What is below it.
pub fn bar(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(scenes) = &state.scenes else { return html! {} };
    let turn = |by: isize| dispatch.reform(move |_: MouseEvent| Action::Scenes(Change::Turn(by)));
    let next = scenes.next().map(|scene| scene.title.clone());
    html! {
        <footer class="scene-bar">
            if let Some(clock) = state.clock() {
                { short_transport(clock, &dispatch.reform(Action::Clock)) }
            }
            { slider(state, dispatch) }
            <span class="scene-turn">
                if state.can_ask() {
                    <button type="button" id="scene-ask" class="quiet" title="A question about this instant, for the phones of a class (A)" onclick={dispatch.reform(|_: MouseEvent| Action::Ask(Some(ask::Change::Copied(None))))}>{ "Ask…" }</button>
                }
                { write(dispatch) }
                <Presenter scenes={scenes.clone()} dispatch={dispatch.clone()} />
                <button type="button" id="scene-back" class="quiet icon" aria-label="Previous scene" title="Previous scene (←)" disabled={scenes.at == 0} onclick={turn(-1)}>{ "←" }</button>
                if let Some(next) = next.clone() {
                    <span class="scene-next"><span class="muted">{ "next " }</span><strong>{ next }</strong></span>
                }
                <button type="button" id="scene-next" class="quiet icon" aria-label="Next scene" title="Next scene (→)" disabled={next.is_none()} onclick={turn(1)}>{ "→" }</button>
            </span>
        </footer>
    }
}

/// The slider that stays on the stage.
fn slider(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some((name, value, stops)) = state.slider() else { return html! {} };
    let nearest = (0..stops.len()).min_by(|a, b| (stops[*a] - value).abs().total_cmp(&(stops[*b] - value).abs())).unwrap_or(0);
    let last = stops.len().saturating_sub(1);
    let shown = format::plain(value);
    let dispatch = dispatch.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(stop) = value_of(&event).parse::<usize>().ok().and_then(|place| stops.get(place)) {
            dispatch.emit(Action::Slide(*stop));
        }
    });
    // Once it is let go the arrow keys change the scene again; who has come to it by keyboard keeps them.
    let release = |event: PointerEvent| {
        if let Some(slider) = event.target_dyn_into::<HtmlElement>() {
            // What has the focus can lose it.
            let _ = slider.blur();
        }
    };
    let part = format!("--part: {:.1}%", 100.0 * nearest as f64 / last.max(1) as f64);
    html! {
        <label class="scene-slider">
            <span>{ name.clone() }</span><strong id="scene-value">{ shown.clone() }</strong>
            <input type="range" id="scene-slider" min="0" max={last.to_string()} step="1" value={nearest.to_string()} {oninput} onpointerup={release} onpointercancel={release} style={part} aria-label={name} aria-valuetext={shown} />
        </label>
    }
}

/// Properties of [`Presenter`].
#[derive(Clone, PartialEq, Properties)]
struct PresenterProps {
    scenes: Scenes,
    dispatch: Callback<Action>,
}

thread_local! {
    /// The window for who presents, and what listens to its keys.
    static WINDOW: RefCell<Option<(Window, EventListener)>> = const { RefCell::new(None) };
}

/// The button that opens a window with the title of the scene and of the next one, and what keeps that window up to date.
#[component]
fn Presenter(props: &PresenterProps) -> Html {
    let PresenterProps { scenes, dispatch } = props;
    use_effect_with(scenes.clone(), tell);
    let onclick = {
        let (scenes, dispatch) = (scenes.clone(), dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let opened = window().open_with_url_and_target_and_features("", "schedscope-presenter", "width=960,height=720").ok().flatten();
            if let Some(opened) = opened {
                let dispatch = dispatch.clone();
                // A clicker sends its keys to whichever window has the focus.
                let listener = EventListener::new(&opened, "keydown", move |event| {
                    let change = event
                        .dyn_ref::<KeyboardEvent>()
                        .and_then(|event| of_scenes(&Key { name: event.key(), control: false, shift: false }));
                    if let Some(change) = change {
                        dispatch.emit(Action::Scenes(change));
                    }
                });
                WINDOW.with_borrow_mut(|window| *window = Some((opened, listener)));
                tell(&scenes);
            }
        })
    };
    html! { <button type="button" id="presenter" class="quiet" title="A window for you: this scene and the next" {onclick}>{ "Presenter" }</button> }
}

/// Says in the window for who presents what is shown and what is next, with a picture of it.
fn tell(scenes: &Scenes) {
    let title = |scene: Option<&Scene>| scene.map_or_else(|| "The end".to_owned(), |scene| scene.title.clone());
    let page = markup! {
        main style="display: grid; grid-template-rows: auto auto auto minmax(0, 1fr); box-sizing: border-box; height: 100vh; padding: 1.5rem; font-family: system-ui, sans-serif; line-height: 1.3" {
            p style="margin: 0; color: gray" { (scenes.at + 1) " of " (scenes.scenes.len()) }
            h1 id="presenter-now" style="margin: 0; font-size: 1.75rem" { (title(scenes.now())) }
            p style="margin: 1rem 0 0.5rem; font-size: 1.25rem" { span style="color: gray" { "next " } strong id="presenter-next" { (title(scenes.next())) } }
            @if let Some(next) = scenes.next() {
                iframe id="presenter-picture" title="The next scene" src=(alone(&next.link)) tabindex="-1" style="width: 100%; height: 100%; border: 1px solid silver; pointer-events: none" {}
            }
        }
    };
    WINDOW.with_borrow(|window| {
        if let Some(document) =
            window.as_ref().filter(|(window, _)| !window.closed().unwrap_or(true)).and_then(|(window, _)| window.document())
        {
            document.set_title("schedscope: presenter");
            if let Some(body) = document.body() {
                // The body of an empty page has an attribute for its style.
                let _ = body.set_attribute("style", "margin: 0");
                body.set_inner_html(&page.into_string());
            }
        }
    });
}

/// The address of the picture of a link.
fn alone(link: &str) -> String {
    let location = window().location();
    let page = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
    format!("{page}#embed/{link}")
}

/// The dialog in which scenes are written, while it is open.
pub fn dialog(state: &State, dispatch: &Callback<Action>) -> Html {
    let draft = &state.scenes_draft;
    if !draft.open {
        return html! {};
    }
    html! { <Dialog text={draft.text.clone()} fault={draft.fault.clone()} dispatch={dispatch.clone()} /> }
}

/// Properties of [`Dialog`].
#[derive(Clone, PartialEq, Properties)]
struct DialogProps {
    text: String,
    fault: Option<String>,
    dispatch: Callback<Action>,
}

#[component]
fn Dialog(props: &DialogProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                // A dialog in the document can be shown.
                let _ = dialog.show_modal();
            }
        });
    }
    let change = props.dispatch.reform(Action::Scenes);
    let typed = change.reform(|event: InputEvent| Change::Draft(value_of(&event)));
    let chosen = chosen_text(&change.reform(Change::Draft));
    html! {
        <dialog id="scenes" ref={node} aria-labelledby="scenes-title" onclose={change.reform(|_: Event| Change::Close)}>
            <form method="dialog">
                <h2 id="scenes-title" tabindex="-1" autofocus=true>{ "Scenes" }</h2>
                <p class="muted small">{ "Write one line for each scene: a title and a link of this page, with | between them. A third part adds a slider below the picture: “J1 estimate 1 40” goes through estimates of J1 from 1 to 40 in Watch (size and arrival work, too); “workload.sigma” sets the estimation error in Compare (also workload.load, workload.shape, system.servers)." }</p>
                <label class="visually-hidden" for="scenes-text">{ "Scenes, a line each" }</label>
                <textarea id="scenes-text" rows="8" spellcheck="false" value={props.text.clone()} oninput={typed} aria-invalid={props.fault.is_some().then_some("true")} aria-describedby="scenes-fault" />
                <p class="complaint" id="scenes-fault" role="alert">{ props.fault.clone() }</p>
                <div class="embed-row">
                    <button type="button" id="scenes-show" class="primary" onclick={change.reform(|_: MouseEvent| Change::Open)}>{ "Show" }</button>
                    <input type="file" id="scenes-file" class="visually-hidden" accept=".txt,.toml,text/plain" onchange={chosen} />
                    <label for="scenes-file" class="quiet button">{ "Open a file" }</label>
                    <button type="button" id="scenes-lecture" class="quiet" title="Ten scenes about guesses, each with a slider" onclick={change.reform(|_: MouseEvent| Change::Draft(Scenes::LECTURE.to_owned()))}>{ "A ready lecture" }</button>
                    <button class="quiet" title="The text is kept">{ "Close" }</button>
                </div>
            </form>
        </dialog>
    }
}
