//! Names with a sample of their line, outside of the curves.

use super::dash::pattern;
use super::pen::{Frame, Pen, Side};
use super::{ChartError, marker, texture};
use schedscope_core::plot::Style;

/// A name and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry<'a> {
    pub name: &'a str,
    pub style: Style,
    pub sample: Sample,
}

/// What stands before a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A piece of a line, with its marker if it has one.
    Line,
    /// A ring.
    Ring,
    /// A dot.
    Dot,
    /// A piece of a bar.
    Fill,
}

const SIZE: f64 = 13.0;
const ROW: f64 = 19.0;
const SAMPLE: f64 = 46.0;
const GAP: f64 = 7.0;

/// Thickness of a line: enough to show its colour.
pub const WIDTH: f64 = 2.0;
/// Radius of a ring that stands for a point.
pub const RING: f64 = 6.5;
/// Radius of a dot that stands for a point.
pub const DOT: f64 = 2.5;

/// Room that the entries need in one column: width and height.
pub fn column(pen: &Pen<'_>, entries: &[Entry<'_>]) -> (f64, f64) {
    let widest = entries.iter().map(|entry| pen.width(entry.name, SIZE)).fold(0.0, f64::max);
    (widest + pen.px(SAMPLE + GAP), pen.px(ROW) * entries.len() as f64)
}

/// Rows of equally wide cells in a given width: cells a row and height of all.
pub fn rows(pen: &Pen<'_>, entries: &[Entry<'_>], width: f64) -> (usize, f64) {
    let cell = column(pen, entries).0 + pen.px(14.0);
    let most = ((width / cell) as usize).max(1);
    let rows = entries.len().div_ceil(most).max(1);
    // As even as can be: eight entries in two rows are four and four.
    (entries.len().div_ceil(rows).max(1), pen.px(ROW) * rows as f64)
}

/// Draws a piece of a line from left to right, with its marker in the middle if it has one.
pub fn line(pen: &Pen<'_>, (left, right): (f64, f64), y: f64, style: Style) -> Result<(), ChartError> {
    pen.dashed(&[(left, y), (right, y)], pattern(style.dash), pen.theme.colour(style.colour), WIDTH)?;
    marker::draw(pen, (f64::midpoint(left, right), y), style)
}

/// Draws the entries into a frame, this many per row.
pub fn draw(pen: &Pen<'_>, entries: &[Entry<'_>], frame: Frame, a_row: usize) -> Result<(), ChartError> {
    let cell = column(pen, entries).0 + pen.px(14.0);
    for (i, Entry { name, style, sample }) in entries.iter().enumerate() {
        let left = frame.left + cell * (i % a_row) as f64;
        let y = frame.top + pen.px(ROW) * ((i / a_row) as f64 + 0.5);
        let (middle, colour) = ((left + pen.px(SAMPLE / 2.0), y), pen.theme.colour(style.colour));
        match sample {
            Sample::Line => line(pen, (left, left + pen.px(SAMPLE)), y, *style)?,
            Sample::Ring => pen.circle(middle, RING, colour, WIDTH - 0.5)?,
            Sample::Dot => pen.dot(middle, DOT, colour)?,
            Sample::Fill => {
                let (right, half) = (left + pen.px(SAMPLE), pen.px(ROW * 0.32));
                texture::fill(pen, Frame { left: left + pen.px(SAMPLE * 0.35), top: y - half, right, bottom: y + half }, *style)?;
            }
        }
        pen.text(name, (left + pen.px(SAMPLE + GAP), y), SIZE, Side::Start, pen.theme.text_colour(style.colour))?;
    }
    Ok(())
}
