//! What is on the screen, as a file.

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo::file::{Blob, ObjectUrl};
use gloo::utils::document;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlAnchorElement, HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Numbers as comma-separated values.
    Csv,
    /// Everything as JSON.
    Json,
    /// The picture as SVG.
    Svg,
    /// The picture as PNG.
    Png,
}

impl Format {
    const ALL: [Self; 4] = [Self::Csv, Self::Json, Self::Svg, Self::Png];

    /// Extension, medium and what it holds.
    const fn about(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Csv => ("csv", "text/csv", "CSV, the numbers"),
            Self::Json => ("json", "application/json", "JSON, everything"),
            Self::Svg => ("svg", "image/svg+xml", "SVG, the picture"),
            Self::Png => ("png", "image/png", "PNG, the picture"),
        }
    }
}

/// A menu of formats for files of this name, itself with an identifier. What makes a file gives none where that is not possible; a
/// picture in PNG is the address of its data.
pub fn menu(id: impl Into<AttrValue>, name: &str, make: &Callback<Format, Option<String>>) -> Html {
    let id: AttrValue = id.into();
    let item = |format: Format| {
        let (extension, _, words) = format.about();
        let (name, make) = (format!("{name}.{extension}"), make.clone());
        let onclick = Callback::from(move |event: MouseEvent| {
            if let Some(file) = make.emit(format) {
                save(&name, format, &file);
            }
            close(&event);
        });
        html! { <li><button type="button" data-format={extension} {onclick}>{ words }</button></li> }
    };
    html! {
        <details class="menu" {id}>
            <summary class="quiet button">{ "Export" }</summary>
            <ul>{ for Format::ALL.map(item) }</ul>
        </details>
    }
}

/// Closes the menu that an event comes from.
pub fn close(event: &Event) {
    if let Some(menu) = menu_of(event) {
        // A menu can be closed.
        let _ = menu.remove_attribute("open");
    }
}

fn menu_of(event: &Event) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest("details.menu").ok()?
}

/// The menus that are open, in the order of the document.
fn open_menus() -> Vec<Element> {
    let open = document().query_selector_all("details.menu[open]").ok();
    open.map_or_else(Vec::new, |open| (0..open.length()).filter_map(|place| open.item(place)?.dyn_into().ok()).collect())
}

/// Closes the menus that are open, but for those around an element.
pub fn close_others(element: Option<&Element>) {
    for menu in open_menus() {
        if !menu.contains(element.map(AsRef::as_ref)) {
            // A menu can be closed.
            let _ = menu.remove_attribute("open");
        }
    }
}

/// Closes the menu that is open, that with the focus if there are several, and gives the focus to what opens it. Says whether there was one.
fn close_one() -> bool {
    let focus = document().active_element();
    // On the stage none is shown.
    let mut open: Vec<Element> = open_menus().into_iter().filter(|menu| menu.get_bounding_client_rect().width() > 0.0).collect();
    let place = open.iter().rposition(|menu| menu.contains(focus.as_deref())).or(open.len().checked_sub(1));
    let Some(menu) = place.map(|place| open.swap_remove(place)) else { return false };
    let _ = menu.remove_attribute("open");
    let summary = menu.query_selector("summary").ok().flatten().and_then(|summary| summary.dyn_into::<HtmlElement>().ok());
    // What opens a menu takes the focus.
    let _ = summary.map(|summary| summary.focus());
    true
}

/// Listens for Escape before what is below a menu does. In a dialog the key closes that; `act` says whether it has done something: then the
/// key is no one else's.
pub fn on_escape(act: impl Fn() -> bool + 'static) -> EventListener {
    let first = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
    EventListener::new_with_options(&document(), "keydown", first, move |event| {
        let escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
        let dialog = document().query_selector("dialog[open]").ok().flatten();
        if escape && dialog.is_none() && !event.default_prevented() && act() {
            event.prevent_default();
        }
    })
}

/// Has one menu open at a time: another one that is opened, a click elsewhere and Escape close it. One that opens is kept within the window.
#[hook]
pub fn use_closing_menus() {
    let target = |event: &Event| event.target().and_then(|target| target.dyn_into::<Element>().ok());
    use_effect_with((), move |()| {
        let pointed = EventListener::new(&document(), "pointerdown", move |event| close_others(target(event).as_ref()));
        let keyed = on_escape(close_one);
        // What is told of an element alone is heard on its way there.
        let opened = EventListener::new_with_options(&document(), "toggle", EventListenerOptions::run_in_capture_phase(), move |event| {
            let menu = target(event).filter(|menu| menu.matches("details.menu[open]").unwrap_or(false));
            let Some(menu) = menu else { return };
            // By keyboard; what the page itself opens closes nothing that is in use.
            if menu.contains(document().active_element().as_deref()) {
                close_others(Some(&menu));
            }
            if let Some(list) = menu.last_element_child() {
                keep_within(&list);
            }
        });
        move || drop((pointed, keyed, opened))
    });
}

/// Moves what has opened to the left as far as it would leave the window at the right.
fn keep_within(list: &Element) {
    /// Pixels between it and the edge.
    const MARGIN: f64 = 8.0;
    let Some(list) = list.dyn_ref::<HtmlElement>() else { return };
    let style = list.style();
    // A property that every browser knows, or ignores.
    let _ = style.remove_property("translate");
    let place = list.get_bounding_client_rect();
    let width = document().document_element().map_or(0, |root| root.client_width());
    let beyond = (place.right() + MARGIN - f64::from(width)).min(place.left() - MARGIN).max(0.0);
    if beyond > 0.0 {
        let _ = style.set_property("translate", &format!("-{beyond:.0}px"));
    }
}

/// Hands a file to the browser, which saves it as it saves all.
fn save(name: &str, format: Format, contents: &str) {
    if format == Format::Png {
        download(name, contents);
    } else {
        save_text(name, format.about().1, contents);
    }
}

/// The same with a text of this medium.
pub fn save_text(name: &str, medium: &str, contents: &str) {
    let blob = ObjectUrl::from(Blob::new_with_options(contents, Some(medium)));
    download(name, &blob);
    // The browser reads it at its leisure.
    gloo::timers::callback::Timeout::new(60_000, move || drop(blob)).forget();
}

/// The same with what is at an address, such as the data of a picture.
pub fn download(name: &str, address: &str) {
    let Some(link) = document().create_element("a").ok().and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) else { return };
    link.set_href(address);
    link.set_download(name);
    link.click();
}
