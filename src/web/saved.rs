//! The list of saved scenarios: each with a small picture, a name and a link.

use super::controls::value_of;
use super::environment::{store, use_elsewhere};
use super::export::save_text;
use super::shelf;
use super::sight::show_at;
use gloo::timers::future::TimeoutFuture;
use gloo::utils::document;
use js_sys::{Date, Math};
use schedscope_state::clock::Beat;
use schedscope_state::saved::{Change, Edit, Saved, SavedScenario, file, found, read};
use schedscope_state::scenes::{Offer, Slider};
use schedscope_state::state::{Action, State};
use schedscope_state::{format, scenes};
use std::rc::Rc;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlDialogElement, HtmlElement, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

const ID: &str = "saved";
/// Under which name the browser keeps them.
const KEPT: &str = "scenarios";
/// Under which key it says to other windows that they have changed: the browser tells of keys, not of its databases.
const TOLD: &str = "schedscope.scenarios";
/// Milliseconds after which what was changed is drawn.
const DRAWN: u32 = 60;
/// Pixels of a small picture.
const SMALL: (f64, f64) = (240.0, 150.0);

/// Properties of [`List`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    saved: Saved,
    offer: Option<Offer>,
    dispatch: Callback<Action>,
}

/// The list, with what is shown as a scene.
pub fn list(state: &State, dispatch: &Callback<Action>) -> Html {
    let offer = state.saved.open.then(|| state.offer());
    html! { <List saved={state.saved.clone()} {offer} dispatch={dispatch.clone()} /> }
}

/// Looks them up when the list is shown and when another window has changed them, and keeps what is changed here.
#[component]
fn List(props: &Props) -> Html {
    let Props { saved, offer, dispatch } = props;
    let tell = dispatch.reform(Action::Saved);
    use_kept(saved.due.clone(), tell.clone());
    use_elsewhere(TOLD, {
        let tell = tell.clone();
        move || look_up(tell.clone())
    });
    use_effect_with(saved.open, move |open| {
        if *open {
            look_up(tell);
        }
        if let Some(dialog) = dialog().filter(|dialog| *open && !dialog.open()) {
            show_at(&dialog, "#saved-title");
        }
    });
    shown(saved, offer.as_ref(), dispatch)
}

/// The scenarios in what the browser keeps.
fn scenarios(kept: Option<JsValue>) -> Vec<SavedScenario> {
    kept.and_then(|kept| kept.as_string()).map(|text| found(&text)).unwrap_or_default()
}

fn look_up(tell: Callback<Change>) {
    spawn_local(async move { tell.emit(Change::Found(scenarios(shelf::get(KEPT).await))) });
}

/// Keeps what is due: the changes, made to what the browser keeps by now, so that nothing is lost that another window has saved.
#[hook]
fn use_kept(due: Rc<[Edit]>, tell: Callback<Change>) {
    let busy = use_mut_ref(|| false);
    use_effect_with(due, move |due| {
        if due.is_empty() || busy.replace(true) {
            return;
        }
        let due = due.clone();
        spawn_local(async move {
            let mut scenes = vec![];
            let changed = |kept: Option<JsValue>| {
                scenes = scenarios(kept);
                for edit in &*due {
                    edit.apply(&mut scenes);
                }
                file(&scenes).into()
            };
            let done = shelf::change(KEPT, changed).await;
            busy.replace(false);
            if done.is_ok() {
                // Another word than the last, or nobody would be told.
                store(TOLD, &format!("{} {}", Date::now(), Math::random()));
                tell.emit(Change::Kept(due.len(), scenes));
            } else {
                tell.emit(Change::Refused);
            }
        });
    });
}

fn dialog() -> Option<HtmlDialogElement> {
    document().get_element_by_id(ID)?.dyn_into().ok()
}

/// A bookmark.
const MARK: &str = "M4 2h8v12l-4-3.5L4 14z";

/// The button that shows the list.
pub fn button(dispatch: &Callback<Action>) -> Html {
    let onclick = dispatch.reform(|_: MouseEvent| Action::Saved(Change::Open(true)));
    html! { <button type="button" id="saved-open" class="quiet" title="Save what is shown, and present what is saved" aria-label="Saved" {onclick}>
        <svg class="symbol-icon" viewBox="0 0 16 16" aria-hidden="true"><path d={MARK} fill="none" stroke="currentColor" stroke-width="1.5" /></svg>
        <span>{ "Saved" }</span>
    </button> }
}

/// The list, closed.
fn shown(saved: &Saved, offer: Option<&Offer>, dispatch: &Callback<Action>) -> Html {
    let tell = &dispatch.reform(Action::Saved);
    let scenes = saved.scenes.clone().unwrap_or_default();
    let save = {
        let (tell, dispatch, offer) = (tell.clone(), dispatch.clone(), offer.cloned());
        move |event: SubmitEvent| {
            event.prevent_default();
            let Some(Offer { title, address, time, sliders, .. }) = offer.clone() else { return };
            let named = document().get_element_by_id("saved-name").and_then(|field| field.dyn_into::<HtmlInputElement>().ok());
            let slider = document().get_element_by_id("saved-slider").and_then(|choice| choice.dyn_into::<HtmlSelectElement>().ok());
            let slider = slider.and_then(|choice| sliders.get(choice.value().parse::<usize>().ok()?).copied());
            let name = named.as_ref().map(|field| field.value().trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or(title);
            if let Some(field) = named {
                field.set_value("");
            }
            if let Some(time) = time {
                dispatch.emit(Action::Clock(Beat::Seek(time)));
            }
            let (tell, slider) = (tell.clone(), slider.map(Slider::write).unwrap_or_default());
            spawn_local(async move {
                // The picture is of the instant that is saved, as soon as it is drawn.
                TimeoutFuture::new(DRAWN).await;
                tell.emit(Change::Save(SavedScenario { name, address, picture: picture().unwrap_or_default(), slider }));
            });
        }
    };
    let item = |(place, scene): (usize, &SavedScenario)| {
        let rename = tell.reform(move |event: Event| Change::Rename(place, value_of(&event)));
        // Its name may change while it has the focus, and its link may be there under other names.
        let before = scenes[..place].iter().filter(|other| other.address == scene.address).count();
        html! {
            <li key={format!("{before} {}", scene.address)}>
                <button
                    type="button" class="tick quiet" aria-pressed={saved.number(scene).is_some().to_string()} aria-label={format!("Present {}", scene.name)}
                    onclick={tell.reform(move |_: MouseEvent| Change::Tick(place))}
                >{ saved.number(scene).map_or_else(String::new, |number| number.to_string()) }</button>
                <a href={scene.address.clone()} onclick={|_: MouseEvent| close()}>
                    if scene.picture.is_empty() {
                        <span class="no-picture" />
                    } else {
                        <img src={scene.picture.clone()} alt="" width="120" height="75" />
                    }
                    <span class="visually-hidden">{ format!("Open {}", scene.name) }</span>
                </a>
                <input type="text" value={scene.name.clone()} aria-label="Name" onchange={rename} />
                <button type="button" class="quiet" aria-label={format!("Delete {}", scene.name)} onclick={tell.reform(move |_: MouseEvent| Change::Delete(place))}>{ "Delete" }</button>
            </li>
        }
    };
    let scenes_ticked = saved.scenes().scenes.len();
    let present = dispatch.reform(|_: MouseEvent| {
        close();
        Action::Present
    });
    let write = dispatch.reform(|_: MouseEvent| {
        close();
        Action::Scenes(scenes::Change::Write)
    });
    let export = {
        let file = saved.clone();
        move |_: MouseEvent| save_text("schedscope-scenarios.json", "application/json", &file.file())
    };
    let import = {
        let tell = tell.clone();
        move |event: Event| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                let tell = tell.clone();
                spawn_local(async move {
                    let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
                    tell.emit(Change::Take(read(&text.unwrap_or_default())));
                });
            }
            input.set_value("");
        }
    };
    html! {
        <dialog id={ID} aria-labelledby="saved-title" onclose={tell.reform(|_: Event| Change::Open(false))}>
            <div class="saved">
                <h2 id="saved-title" tabindex="-1">{ "Saved scenarios" }</h2>
                <form class="save-this" onsubmit={save}>
                    <input type="text" id="saved-name" aria-label="Name of what is shown" placeholder={offer.map(|offer| offer.title.clone())} maxlength="120" />
                    if let Some(offer) = offer.filter(|offer| !offer.sliders.is_empty()) {
                        <label class="small muted" for="saved-slider">{ "Slider on the stage" }</label>
                        <select id="saved-slider" key={offer.address.clone()}>
                            <option value="" selected={!offer.slides}>{ "none" }</option>
                            { for offer.sliders.iter().enumerate().map(|(i, slider)| html! { <option value={i.to_string()} selected={offer.slides && i == 0}>{ slider.said() }</option> }) }
                        </select>
                    }
                    <button type="submit" class="primary" id="saved-save">{ "Save what is shown" }</button>
                </form>
                if let Some(fault) = &saved.fault {
                    <p class="complaint" role="alert">{ fault }</p>
                }
                <p class="muted small" id="saved-said" role="status">{ saved.said.clone() }</p>
                if scenes.is_empty() {
                    <p class="muted">{ "None yet. They are kept in this browser; export them as a file to take them elsewhere." }</p>
                } else {
                    <p class="muted small" id="saved-how">{ "Tick scenarios in the order in which you want to present them." }</p>
                    <ul>{ for scenes.iter().enumerate().map(item) }</ul>
                }
                <p class="use">
                    <button type="button" class="primary" id="saved-present" disabled={scenes_ticked == 0} onclick={present}>
                        { if scenes_ticked == 0 { "Present".to_owned() } else { format!("Present {}", format::counted(scenes_ticked as u64, "scene", "scenes")) } }
                    </button>
                    <button type="button" class="quiet" id="write-scenes" title="Write or change the scenes as a text" onclick={write}>{ "Scenes…" }</button>
                </p>
                <p class="use">
                    <button type="button" class="quiet" id="saved-export" disabled={scenes.is_empty()} onclick={export}>{ "Export all as a file" }</button>
                    <input id="saved-import" class="visually-hidden" type="file" accept=".json" onchange={import} />
                    <label for="saved-import" class="quiet button">{ "Import a file" }</label>
                    <button type="button" class="quiet" id="saved-close" onclick={|_: MouseEvent| close()}>{ "Close" }</button>
                </p>
            </div>
        </dialog>
    }
}

fn close() {
    if let Some(dialog) = dialog() {
        dialog.close();
    }
}

/// Square pixels of an element that are within the window.
fn within_window(element: &Element) -> u32 {
    let (place, root) = (element.get_bounding_client_rect(), document().document_element());
    let (width, height) = root.map_or((0, 0), |root| (root.client_width(), root.client_height()));
    let across = place.right().min(f64::from(width)) - place.left().max(0.0);
    let down = place.bottom().min(f64::from(height)) - place.top().max(0.0);
    (across.max(0.0) * down.max(0.0)) as u32
}

/// The picture of which most can be seen, in small, on its ground.
fn picture() -> Option<String> {
    let all = document().query_selector_all("main canvas").ok()?;
    let canvases = (0..all.length()).filter_map(|place| all.item(place)?.dyn_into::<HtmlCanvasElement>().ok());
    // Titles and legends have pictures of their own, and further below there may be a larger one.
    let canvas = canvases.rev().max_by_key(|canvas| (within_window(canvas), canvas.width() * canvas.height()))?;
    let small: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let (width, height) = SMALL;
    small.set_width(width as u32);
    small.set_height(height as u32);
    let context: CanvasRenderingContext2d = small.get_context("2d").ok()??.dyn_into().ok()?;
    let body: HtmlElement = document().body()?;
    let ground = gloo::utils::window().get_computed_style(&body).ok()??.get_property_value("background-color").ok()?;
    context.set_fill_style_str(&ground);
    context.fill_rect(0.0, 0.0, width, height);
    let (w, h) = (f64::from(canvas.width()), f64::from(canvas.height()));
    // It is filled, with the upper part of a picture that is taller.
    let scale = (width / w).max(height / h);
    context.draw_image_with_html_canvas_element_and_dw_and_dh(&canvas, 0.0, 0.0, w * scale, h * scale).ok()?;
    small.to_data_url().ok()
}
