//! The orders as files.

use crate::web::canvas::Picture;
use crate::web::export::{Format, menu, save_text};
use crate::web::surface;
use schedscope_chart::Mode;
use schedscope_state::order::{Order, Pane, Replay};
use schedscope_state::stage::Played;
use std::rc::Rc;
use yew::prelude::*;

/// Width of a picture of all orders in a file, and height of each, at scale 1.
const SIZE: (u32, u32) = (960, 220);

/// The menu: all orders below each other as they are now, their steps, or the whole report.
pub fn export(order: &Played<Order>, shown: &Rc<Replay>, mode: Mode) -> Html {
    let picture = Picture::pane(shown, Pane::Strips(order.glance(0)));
    let shown = shown.clone();
    let make = Callback::from(move |format| {
        let size = (SIZE.0, SIZE.1 * shown.runs.runs.len().max(1) as u32);
        match format {
            Format::Svg => surface::said(surface::svg(size, mode, |pen| picture.draw(pen))),
            Format::Png => surface::said(surface::png(size, mode, |pen| picture.draw(pen))),
            Format::Csv => Some(shown.csv()),
            Format::Json => serde_json::to_string_pretty(&shown.report).ok(),
        }
    });
    menu("order-export", "order", &make)
}

/// A button that saves an order as a text, a task a line.
pub fn text(which: usize, shown: &Rc<Replay>) -> Html {
    let shown = shown.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Some(text) = shown.text(which) {
            save_text("order.txt", "text/plain", &text);
        }
    });
    html! { <button type="button" class="link small" title="The tasks in this order, one a line" {onclick}>{ "Save as text" }</button> }
}
