//! Small multiples: a curve a panel, its name above it, filled down to the axis, all on the same axes.

use super::dash::Point;
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::{ChartError, axes};
use schedscope_core::plot::{Line, Multiples};

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
pub fn draw(pen: &Pen<'_>, outer: Frame, multiples: &Multiples) -> Result<(), ChartError> {
    let Multiples { x, y, lines, words, reference } = multiples;
    let inner = inside(outer, pen.scale);
    let frames = frames(inner, pen.scale, lines.len());
    let all = || lines.iter().flat_map(|line| &line.points);
    for (i, line) in lines.iter().enumerate() {
        let frame = frames[i];
        let Frame { left, top, .. } = frame;
        let panel = Panel { frame, x: axes::scale(x, all().map(|(x, _)| *x)), y: axes::scale(y, all().map(|(_, y)| *y)) };
        let up = axes::ticks(y, &panel.y, axes::most(pen, frame).1);
        panel.grid(pen, &[], &up)?;
        if left <= inner.left {
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
        if let Some(words) =
            words.get(i).filter(|words| pen.width(words, SMALL) + pen.width(&line.name, NAME) + pen.px(6.0) < frame.width())
        {
            pen.text(words, (frame.right, top - pen.px(12.0)), SMALL, Side::End, pen.theme.ink)?;
        }
        if frame.bottom >= inner.bottom - 1.0 {
            ends(pen, &panel, outer.bottom)?;
        }
    }
    let [full, brief] = axes::titles(x);
    let (title, over) = (format!("{full}; upwards: {}", y.title), format!("{brief}; upwards: {}", axes::titles(y)[1]));
    let at = (f64::midpoint(inner.left, inner.right), outer.bottom - pen.px(6.0));
    pen.text(axes::fitting(pen, &[title, over, brief], outer.width()), at, SMALL, Side::Middle, pen.theme.muted)
}

/// What ticks and titles leave.
fn inside(outer: Frame, scale: f64) -> Frame {
    Frame { left: outer.left + LEFT * scale, bottom: outer.bottom - BELOW * scale, ..outer }
}

/// Where so many panels are.
fn frames(inner: Frame, scale: f64, count: usize) -> Vec<Frame> {
    let gap = GAP * scale;
    let columns = (((inner.width() + gap) / (LEAST * scale + gap)) as usize).clamp(1, count.max(1));
    let rows = count.div_ceil(columns).max(1);
    // As even as can be.
    let columns = count.div_ceil(rows).max(1);
    let (width, height) = ((inner.width() - gap * (columns - 1) as f64) / columns as f64, inner.height() / rows as f64);
    let frame = |i: usize| {
        let (left, top) = (inner.left + (width + gap) * (i % columns) as f64, inner.top + height * (i / columns) as f64);
        Frame { left, right: left + width, top: top + ABOVE * scale, bottom: top + height }
    };
    (0..count).map(frame).collect()
}

/// The panel at a place in a frame, with what stands above it.
pub fn at(outer: Frame, scale: f64, count: usize, (x, y): Point) -> Option<usize> {
    let whole = |frame: &Frame| Frame { top: frame.top - ABOVE * scale, ..*frame };
    frames(inside(outer, scale), scale, count).iter().position(|frame| whole(frame).apart((x, y)) <= 0.0)
}

/// First and last value of the axis below a panel.
fn ends(pen: &Pen<'_>, panel: &Panel, until: f64) -> Result<(), ChartError> {
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
