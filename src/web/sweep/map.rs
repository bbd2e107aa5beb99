//! A map whose cells can be pointed at, by hand or by keyboard: what is known of one.

use crate::web::canvas::text_scale;
use crate::web::keys::use_latest;
use schedscope_chart::heat_maps;
use schedscope_core::plot::{self, Heat, Plot};
use schedscope_state::format;
use schedscope_state::sweep::{Change, Findings, Pointed};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Identifier of the canvas.
const CANVAS: &str = "sweep";

/// A panel, and column and row in it.
type Cell = (usize, [usize; 2]);

/// The map of a panel.
fn heat(picture: &plot::Picture, panel: usize) -> Option<&Heat> {
    if let Plot::Heat(heat) = &picture.panels.get(panel)?.plot { Some(heat) } else { None }
}

/// What is known of the cell that is pointed at.
pub fn reading(findings: &Findings, picture: &plot::Picture, pointed: Option<Pointed>) -> Html {
    let said = pointed.and_then(|Pointed { panel, at: [column, row], .. }| {
        let heat = heat(picture, panel)?;
        let replications = findings.cell_at(column, row).and_then(|cell| findings.replications(cell)).unwrap_or_default();
        let value = heat.cells[row][column];
        let of = match heat.range(row, column) {
            _ if value.is_nan() => "not simulated yet".to_owned(),
            Some((low, high)) => {
                let side = if heat.unsure(row, column) { ", too close to call" } else { "" };
                format!("{}, 95 % interval {} to {}{side}", format::short(value), format::short(low), format::short(high))
            }
            None => format!("{}, without an interval", format::short(value)),
        };
        let short = if heat.is_short(row, column) { "; runs too short to compare: a mean is below the bound" } else { "" };
        let (name, x, y) = (&picture.panels[panel].title, &heat.x.title, &heat.y.title);
        Some(format!("{name} at {x} {}, {y} {}: {of}{short}; n = {replications} replications", heat.columns[column], heat.rows[row]))
    });
    let said = said.unwrap_or_else(|| {
        "Point at a cell to see its interval; a click, or the arrow keys, shows it below, Enter opens it in Compare.".to_owned()
    });
    html! { <p id="sweep-reading" class="small" role="status">{ said }</p> }
}

/// The cells of each map within a canvas: left, top, width and height.
fn maps(canvas: &HtmlElement, picture: &plot::Picture) -> Vec<[f64; 4]> {
    heat_maps((f64::from(canvas.client_width()), f64::from(canvas.client_height())), text_scale(), picture)
}

/// The cell under a point of the canvas.
fn under(canvas: &HtmlElement, picture: &plot::Picture, (x, y): (f64, f64)) -> Option<Pointed> {
    let cell = maps(canvas, picture).into_iter().enumerate().find_map(|(panel, [left, top, width, height])| {
        let heat = heat(picture, panel)?;
        let (across, up) = ((x - left) / width, 1.0 - (y - top) / height);
        let inside = (0.0..1.0).contains(&across) && (0.0..1.0).contains(&up);
        inside.then_some((panel, [(across * heat.columns.len() as f64) as usize, (up * heat.rows.len() as f64) as usize]))
    });
    place(canvas, picture, cell?)
}

/// A cell and where it is.
fn place(canvas: &HtmlElement, picture: &plot::Picture, (panel, at): Cell) -> Option<Pointed> {
    let (heat, [left, top, width, height]) = (heat(picture, panel)?, *maps(canvas, picture).get(panel)?);
    let (width, height) = (width / heat.columns.len() as f64, height / heat.rows.len() as f64);
    let left = f64::from(canvas.offset_left()) + left + width * at[0] as f64;
    let top = f64::from(canvas.offset_top()) + top + height * (heat.rows.len() - 1 - at[1]) as f64;
    Some(Pointed { panel, at, place: [left, top, width, height] })
}

/// The cell this many columns and rows from another; beyond the edge of a map is the next map.
fn beside(picture: &plot::Picture, (panel, [column, row]): Cell, across: isize, up: isize) -> Option<Cell> {
    let row = row.saturating_add_signed(up).min(heat(picture, panel)?.rows.len() - 1);
    match column.checked_add_signed(across) {
        Some(column) if column < heat(picture, panel)?.columns.len() => Some((panel, [column, row])),
        Some(_) => Some((panel + 1, [0, row])),
        None => {
            let before = panel.checked_sub(1)?;
            Some((before, [heat(picture, before)?.columns.len() - 1, row]))
        }
    }
}

/// Properties of [`Map`].
#[derive(PartialEq, Properties)]
pub struct Props {
    /// The figure of the map.
    pub children: Html,
    /// What is drawn.
    pub picture: Rc<plot::Picture>,
    /// The cell that is pointed at.
    pub pointed: Option<Pointed>,
    /// The cell that is shown below, by column and row.
    pub chosen: Option<[usize; 2]>,
    /// Hears of another one.
    pub change: Callback<Change>,
    /// Hears column and row of the cell that is to be opened.
    pub open: Callback<[usize; 2]>,
}

/// The figure of a map, whose cells can be pointed at, and opened.
#[component]
pub fn Map(props: &Props) -> Html {
    let Props { children, picture, pointed, chosen, change, open } = props;
    let pointed = *pointed;
    let latest = use_latest(pointed);
    let point = {
        let (picture, change) = (picture.clone(), change.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(canvas) = event.target_dyn_into::<HtmlElement>().filter(|target| target.id() == CANVAS) else { return };
            let found = under(&canvas, &picture, (f64::from(event.offset_x()), f64::from(event.offset_y())));
            if found != pointed {
                change.emit(Change::Point(found));
            }
        })
    };
    let step = {
        let (picture, change, open, latest, chosen) = (picture.clone(), change.clone(), open.clone(), latest, *chosen);
        Callback::from(move |event: KeyboardEvent| {
            // Keys of what is within are not for the map.
            let map = event.target_dyn_into::<HtmlElement>().filter(|target| target.class_name() == "map");
            let canvas = map.and_then(|map| map.query_selector("canvas").ok()?);
            let Some(canvas) = canvas.and_then(|canvas| canvas.dyn_into::<HtmlElement>().ok()) else { return };
            let (across, up) = match event.key().as_str() {
                "ArrowRight" => (1, 0),
                "ArrowLeft" => (-1, 0),
                "ArrowUp" => (0, 1),
                "ArrowDown" => (0, -1),
                "Enter" => return latest.get().iter().for_each(|pointed| open.emit(pointed.at)),
                _ => return,
            };
            event.prevent_default();
            let next = match latest.get() {
                None => Some((0, chosen.unwrap_or_default())),
                Some(Pointed { panel, at, .. }) => beside(&picture, (panel, at), across, up),
            };
            if let Some(next) = next.and_then(|next| place(&canvas, &picture, next)) {
                latest.set(Some(next));
                change.emit(Change::Choose(next.at));
                change.emit(Change::Point(Some(next)));
            }
        })
    };
    let click = {
        let (picture, change) = (picture.clone(), change.clone());
        Callback::from(move |event: MouseEvent| {
            let canvas = event.target_dyn_into::<HtmlElement>().filter(|target| target.id() == CANVAS);
            let found = canvas.and_then(|canvas| under(&canvas, &picture, (f64::from(event.offset_x()), f64::from(event.offset_y()))));
            found.iter().for_each(|pointed| change.emit(Change::Choose(pointed.at)));
        })
    };
    let leave = change.reform(|_: PointerEvent| Change::Point(None));
    let blur = change.reform(|_: FocusEvent| Change::Point(None));
    html! {
        <div
            class="map" tabindex="0" role="group" aria-label="Heat map. Arrow keys move from cell to cell, Enter opens one in Compare"
            onpointermove={point.clone()} onpointerdown={point} onclick={click} onpointerleave={leave} onblur={blur} onkeydown={step}
        >
            { children.clone() }
            if let Some(Pointed { place: [left, top, width, height], .. }) = pointed {
                <div class="pointed" style={format!("left: {left}px; top: {top}px; width: {width}px; height: {height}px")} />
            }
        </div>
    }
}
