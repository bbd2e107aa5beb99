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
    let whole = pen.frame();
    let air = pen.px(12.0).min(whole.width() / 8.0).min(whole.height() / 8.0);
    let mut frame =
        Frame { left: whole.left + air, top: whole.top + air, right: whole.right - air, bottom: whole.bottom - air.min(pen.px(6.0)) };
    let size = [16.0, 14.0].into_iter().find(|size| pen.width(&picture.title, *size) <= frame.width()).unwrap_or(12.0);
    if !picture.title.is_empty() && frame.height() >= pen.px(120.0) {
        pen.text(&picture.title, (frame.left, frame.top + pen.px(8.0)), size, Side::Start, theme.ink)?;
        frame.top += pen.px(30.0);
    }
    let columns = picture.columns.clamp(1, picture.panels.len().max(1));
    // On narrow ground panels stand below each other.
    let columns = if frame.width() < pen.px(230.0) * columns as f64 { 1 } else { columns };
    let rows = picture.panels.len().div_ceil(columns).max(1);
    let gap = pen.px(16.0);
    let width = (frame.width() - gap * (columns - 1) as f64) / columns as f64;
    let ends = match &picture.panels[..] {
        [Panel { plot: Plot::Lines(lines), .. }] => lines::ends(&pen, lines, width),
        _ => None,
    };
    if ends.is_none() {
        frame.top += head(&pen, frame, picture)?;
    }
    let height = (frame.height() - gap / 2.0 * (rows - 1) as f64) / rows as f64;
    for (i, panel) in picture.panels.iter().enumerate() {
        let (row, column) = ((i / columns) as f64, (i % columns) as f64);
        let (left, mut top) = (frame.left + column * (width + gap), frame.top + row * (height + gap / 2.0));
        let bottom = top + height;
        if !panel.title.is_empty() {
            pen.text(&panel.title, (left + pen.px(4.0), top + pen.px(8.0)), 13.0, Side::Start, theme.ink)?;
            top += pen.px(19.0);
        }
        let outer = Frame { left, top, right: left + width, bottom };
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
    if let Some(heat) = heat.filter(|_| frame.height() > pen.px(180.0)) {
        heat::key(pen, Frame { top: frame.top + used, ..frame }, heat)?;
        used += pen.px(heat::KEY + 6.0);
    }
    Ok(used)
}
