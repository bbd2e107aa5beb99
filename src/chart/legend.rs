//! Names with a sample of their line, outside of the curves.

use super::ChartError;
use super::dash::pattern;
use super::layout::Layout;
use super::marker;
use super::pen::{Frame, Pen, Side};
use crate::registry::Look;
use plotters::prelude::DrawingBackend;

/// A name and how its line is drawn.
pub type Entry = (&'static str, Look);

const SIZE: f64 = 13.0;
const ROW: f64 = 19.0;
const SAMPLE: f64 = 46.0;
const GAP: f64 = 7.0;

/// Thickness of a line: enough to show its colour.
pub const WIDTH: f64 = 2.0;

/// Room that the entries need in one column: width and height.
pub fn column<DB: DrawingBackend>(pen: &Pen<'_, DB>, entries: &[Entry]) -> (f64, f64) {
    let widest = entries.iter().map(|(name, _)| pen.width(name, SIZE)).fold(0.0, f64::max);
    (widest + pen.px(SAMPLE + GAP), pen.px(ROW) * entries.len() as f64)
}

/// Rows of equally wide cells in a given width: cells a row and height of all.
pub fn rows<DB: DrawingBackend>(pen: &Pen<'_, DB>, entries: &[Entry], width: f64) -> (usize, f64) {
    let cell = column(pen, entries).0 + pen.px(14.0);
    let most = ((width / cell) as usize).max(1);
    let rows = entries.len().div_ceil(most).max(1);
    // As even as can be: eight entries in two rows are four and four.
    (entries.len().div_ceil(rows).max(1), pen.px(ROW) * rows as f64)
}

/// Draws the entries into a frame, so many a row.
pub fn draw<DB: DrawingBackend>(pen: &Pen<'_, DB>, entries: &[Entry], frame: Frame, a_row: usize) -> Result<(), ChartError> {
    let cell = column(pen, entries).0 + pen.px(14.0);
    for (i, (name, look)) in entries.iter().enumerate() {
        let left = frame.left + cell * (i % a_row) as f64;
        let y = frame.top + pen.px(ROW) * ((i / a_row) as f64 + 0.5);
        let line = [(left, y), (left + pen.px(SAMPLE), y)];
        pen.dashed(&line, pattern(look.dash), pen.theme.line(look.hue), WIDTH)?;
        marker::draw(pen, (left + pen.px(SAMPLE / 2.0), y), look.hue, pen.theme.line(look.hue))?;
        pen.text(name, (left + pen.px(SAMPLE + GAP), y), SIZE, Side::Start, pen.theme.text(look.hue))?;
    }
    Ok(())
}

/// Draws the entries at the top of a picture if they take no more than a third of it; tells how high they are.
pub fn above<DB: DrawingBackend>(pen: &Pen<'_, DB>, layout: &Layout, entries: &[Entry]) -> Result<f64, ChartError> {
    let (a_row, height) = rows(pen, entries, layout.inner.width());
    if !layout.roomy || height > layout.inner.height() * 0.35 {
        return Ok(0.0);
    }
    draw(pen, entries, layout.inner, a_row)?;
    Ok(height + pen.px(6.0))
}
