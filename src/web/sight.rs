//! Brings what is new into sight: a question, a verdict, a hint, a dialog.

use gloo::utils::{document, window};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlDialogElement, HtmlElement};
use yew::prelude::*;

/// Opens a dialog with the focus on its title. Browsers refuse `autofocus` to a page within a page, so that a dialog that is always there
/// does not ask for it.
pub fn show_at(dialog: &HtmlDialogElement, title: &str) {
    // A dialog in the document can be shown.
    let _ = dialog.show_modal();
    if let Some(title) = found(title).and_then(|title| title.dyn_into::<HtmlElement>().ok()) {
        // A title has a tab index.
        let _ = title.focus();
    }
}

/// Scrolls as little as is needed to have everything from one element to another in sight, above what is fixed at the lower edge; or the
/// beginning, where it is longer than the window.
pub fn reveal(from: &str, to: &str) {
    /// Pixels around it.
    const AIR: f64 = 8.0;
    let (Some(first), Some(last)) = (found(from), found(to)) else { return };
    let height = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
    let fixed = [".answer-bar", ".transport"].into_iter().filter_map(found).map(|bar| bar.get_bounding_client_rect());
    let covered = fixed.filter(|bar| bar.height() > 0.0 && (bar.bottom() - height).abs() < 2.0).map(|bar| bar.top());
    let lower = covered.fold(height, f64::min) - AIR;
    let (top, bottom) = (first.get_bounding_client_rect().top() - AIR, last.get_bounding_client_rect().bottom());
    let below = (bottom - lower).max(0.0).min(top);
    let by = if top < 0.0 { top } else { below };
    if by != 0.0 {
        window().scroll_by_with_x_and_y(0.0, by);
    }
}

fn found(css: &str) -> Option<Element> {
    document().query_selector(css).ok().flatten()
}

/// Properties of [`Sight`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Where it begins.
    pub from: &'static str,
    /// Where it ends.
    pub to: &'static str,
    /// What it is; nothing is brought into sight while it is empty.
    pub what: String,
}

/// Shows nothing; brings a part of the page into sight whenever something else is in it.
#[component]
pub fn Sight(props: &Props) -> Html {
    use_effect_with(props.clone(), |props| {
        if !props.what.is_empty() {
            reveal(props.from, props.to);
        }
    });
    html! {}
}
