//! Whole pictures of panels: a title, one legend for all panels that share it, the panels below.

use super::legend::{self, Entry};
use super::pen::{Frame, Pen, Side};
use super::{ChartError, Theme, bars, heat, lines, spans};
use crate::plot::{Panel, Picture, Plot};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// Draws a picture.
///
/// # Errors
/// If the backend fails.
pub fn picture<DB: DrawingBackend>(root: &DrawingArea<DB, Shift>, theme: &Theme, scale: f64, picture: &Picture) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let mut frame = within(pen.frame(), scale);
    let size = [16.0, 14.0].into_iter().find(|size| pen.width(&picture.title, *size) <= frame.width()).unwrap_or(12.0);
    if !picture.title.is_empty() && frame.height() >= pen.px(120.0) {
        pen.text(&picture.title, (frame.left, frame.top + pen.px(8.0)), size, Side::Start, theme.ink)?;
        frame.top += pen.px(30.0);
    }
    let ends = match &picture.panels[..] {
        [Panel { plot: Plot::Lines(lines), .. }] => lines::ends(&pen, lines, frame.width()),
        _ => None,
    };
    if ends.is_none() {
        frame.top += head(&pen, frame, picture)?;
    }
    for (panel, mut outer) in picture.panels.iter().zip(places(frame, scale, picture)) {
        if !panel.title.is_empty() {
            pen.text(&panel.title, (outer.left + pen.px(4.0), outer.top + pen.px(8.0)), 13.0, Side::Start, theme.ink)?;
            outer.top += pen.px(TITLE);
        }
        match &panel.plot {
            Plot::Lines(lines) => lines::draw(&pen, outer, lines, ends)?,
            Plot::Bars(bars) => bars::draw(&pen, outer, bars)?,
            Plot::Boxes(boxes) => bars::boxes(&pen, outer, boxes)?,
            Plot::Heat(heat) => heat::draw(&pen, outer, heat)?,
            Plot::Spans(spans) => spans::draw(&pen, outer, spans)?,
        }
    }
    Ok(())
}

/// Height of a panel's title.
const TITLE: f64 = 19.0;
/// Room below a key of colours.
const KEY_GAP: f64 = 6.0;
/// Height from which there is room for a key of colours.
const ROOMY: f64 = 180.0;

/// What is left of a picture within its margins.
fn within(whole: Frame, scale: f64) -> Frame {
    let air = (12.0 * scale).min(whole.width() / 8.0).min(whole.height() / 8.0);
    Frame { left: whole.left + air, top: whole.top + air, right: whole.right - air, bottom: whole.bottom - air.min(6.0 * scale) }
}

/// Where panels and their titles are within a frame.
fn places(frame: Frame, scale: f64, picture: &Picture) -> impl Iterator<Item = Frame> {
    let columns = picture.columns.clamp(1, picture.panels.len().max(1));
    // On narrow ground panels stand below each other.
    let columns = if frame.width() < 230.0 * scale * columns as f64 { 1 } else { columns };
    let rows = picture.panels.len().div_ceil(columns).max(1);
    let gap = 16.0 * scale;
    let width = (frame.width() - gap * (columns - 1) as f64) / columns as f64;
    let height = (frame.height() - gap / 2.0 * (rows - 1) as f64) / rows as f64;
    (0..picture.panels.len()).map(move |i| {
        let (row, column) = ((i / columns) as f64, (i % columns) as f64);
        let (left, top) = (frame.left + column * (width + gap), frame.top + row * (height + gap / 2.0));
        Frame { left, top, right: left + width, bottom: top + height }
    })
}

/// Where the cells of each heat map are in a picture of nothing else, which has this size and no title of its own: left, top,
/// width and height.
pub fn heat_maps((width, height): (f64, f64), scale: f64, picture: &Picture) -> Vec<[f64; 4]> {
    let mut frame = within(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale);
    if frame.height() > ROOMY * scale {
        frame.top += (heat::KEY + KEY_GAP) * scale;
    }
    let cells = |outer: Frame| heat::cells(Frame { top: outer.top + TITLE * scale, ..outer }, scale);
    places(frame, scale, picture).map(cells).map(|cells| [cells.left, cells.top, cells.width(), cells.height()]).collect()
}

/// Draws legend and key of colours, as far as there is something to tell, and says how high they are.
fn head<DB: DrawingBackend>(pen: &Pen<'_, DB>, frame: Frame, picture: &Picture) -> Result<f64, ChartError> {
    let mut entries: Vec<Entry<'_>> = vec![];
    for panel in &picture.panels {
        let of_panel = match &panel.plot {
            Plot::Lines(lines) => lines::entries(lines),
            Plot::Bars(of) => bars::entries(&of.series),
            Plot::Boxes(of) => bars::entries(&of.series),
            Plot::Heat(_) | Plot::Spans(_) => vec![],
        };
        for entry in of_panel {
            if !entries.iter().any(|known| known.name == entry.name) {
                entries.push(entry);
            }
        }
    }
    let mut used = 0.0;
    if entries.len() > 1 {
        let (a_row, height) = legend::rows(pen, &entries, frame.width());
        if height <= frame.height() * 0.35 {
            legend::draw(pen, &entries, frame, a_row)?;
            used = height + pen.px(10.0);
        }
    }
    let heat = picture.panels.iter().find_map(|panel| if let Plot::Heat(heat) = &panel.plot { Some(heat) } else { None });
    if let Some(heat) = heat.filter(|_| frame.height() > pen.px(ROOMY)) {
        heat::key(pen, Frame { top: frame.top + used, ..frame }, heat)?;
        used += pen.px(heat::KEY + KEY_GAP);
    }
    Ok(used)
}
