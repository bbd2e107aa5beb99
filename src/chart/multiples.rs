//! Small multiples: a curve a panel, its name above it, filled down to the axis, all on the same axes.

use super::dash::Point;
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::{ChartError, axes};
use crate::plot::{Line, Multiples};
use plotters::prelude::DrawingBackend;

/// Size of names.
const NAME: f64 = 12.5;
/// Room left for ticks, above for names, and below for ticks and title.
const LEFT: f64 = 38.0;
const ABOVE: f64 = 22.0;
const BELOW: f64 = 36.0;
/// Room between panels, and the least width of one.
const GAP: f64 = 9.0;
const LEAST: f64 = 74.0;
/// How much of its colour the ground below a curve has.
const COVER: f64 = 0.2;

/// Draws into a frame.
pub fn draw<DB: DrawingBackend>(pen: &Pen<'_, DB>, outer: Frame, multiples: &Multiples) -> Result<(), ChartError> {
    let Multiples { x, y, lines, words, reference } = multiples;
    let inner = Frame { left: outer.left + pen.px(LEFT), bottom: outer.bottom - pen.px(BELOW), ..outer };
    let columns = (((inner.width() + pen.px(GAP)) / pen.px(LEAST + GAP)) as usize).clamp(1, lines.len().max(1));
    let rows = lines.len().div_ceil(columns).max(1);
    // As even as can be.
    let columns = lines.len().div_ceil(rows).max(1);
    let width = (inner.width() - pen.px(GAP) * (columns - 1) as f64) / columns as f64;
    let height = inner.height() / rows as f64;
    let all = || lines.iter().flat_map(|line| &line.points);
    for (i, line) in lines.iter().enumerate() {
        let (row, column) = (i / columns, i % columns);
        let left = inner.left + (width + pen.px(GAP)) * column as f64;
        let top = inner.top + height * row as f64 + pen.px(ABOVE);
        let frame = Frame { left, right: left + width, top, bottom: inner.top + height * (row + 1) as f64 };
        let panel = Panel { frame, x: axes::scale(x, all().map(|(x, _)| *x)), y: axes::scale(y, all().map(|(_, y)| *y)) };
        let up = axes::ticks(y, &panel.y, axes::most(pen, frame).1);
        panel.grid(pen, &[], &up)?;
        if column == 0 {
            panel.beside(pen, &up, "", outer.left)?;
        }
        let colour = pen.theme.colour(line.style.colour);
        let path = steps(&panel, line);
        if let (Some(first), Some(last)) = (path.first(), path.last()) {
            let mut ground = path.clone();
            ground.extend([(last.0, frame.bottom), (first.0, frame.bottom)]);
            pen.veil(&ground, colour, COVER)?;
        }
        if let Some(other) = reference.filter(|other| *other != i).and_then(|other| lines.get(other)) {
            pen.path(&steps(&panel, other), pen.theme.muted, 0.8)?;
        }
        pen.path(&path, colour, 1.4)?;
        pen.level(frame.left, frame.right, frame.bottom, pen.theme.axis, 1.0)?;
        pen.text(&line.name, (left, top - pen.px(12.0)), NAME, Side::Start, pen.theme.text_colour(line.style.colour))?;
        if let Some(words) = words.get(i).filter(|words| pen.width(words, SMALL) + pen.width(&line.name, NAME) + pen.px(6.0) < width) {
            pen.text(words, (frame.right, top - pen.px(12.0)), SMALL, Side::End, pen.theme.ink)?;
        }
        if row + 1 == rows {
            ends(pen, &panel, outer.bottom)?;
        }
    }
    let [full, brief] = axes::titles(x);
    let (title, over) = (format!("{full}; upwards: {}", y.title), format!("{brief}; upwards: {}", axes::titles(y)[1]));
    let at = (f64::midpoint(inner.left, inner.right), outer.bottom - pen.px(6.0));
    pen.text(axes::fitting(pen, &[title, over, brief], outer.width()), at, SMALL, Side::Middle, pen.theme.muted)
}

/// First and last value of the axis below a panel.
fn ends<DB: DrawingBackend>(pen: &Pen<'_, DB>, panel: &Panel, until: f64) -> Result<(), ChartError> {
    let Frame { left, right, bottom, .. } = panel.frame;
    let y = bottom + pen.px(10.0);
    if until < y {
        return Ok(());
    }
    let write = |x: f64| if x >= 10_000.0 { format!("{:.1}k", x / 1000.0) } else { format!("{x:.0}") };
    pen.text(&write(panel.x.from), (left, y), 10.5, Side::Start, pen.theme.muted)?;
    pen.text(&write(panel.x.to), (right, y), 10.5, Side::End, pen.theme.muted)
}

/// A curve in steps, in pixels.
fn steps(panel: &Panel, line: &Line) -> Vec<Point> {
    let mut path: Vec<Point> = vec![];
    for (x, y) in line.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
        let (x, y) = panel.point(*x, *y);
        if let Some(last) = path.last() {
            path.push((x, last.1));
        }
        path.push((x, y));
    }
    path
}
