//! Curves over one coordinate, with bands around them, names at their ends where they fit, and level lines to compare with.

use super::axes::{self, BOTTOM, LEFT};
use super::dash::{Point, pattern};
use super::legend::{DOT, Entry, RING, Sample, WIDTH};
use super::panel::Panel;
use super::pen::{Frame, Pen, Side};
use super::{ChartError, marker};
use crate::plot::{Dash, Form, Line, Lines};
use plotters::prelude::DrawingBackend;

/// Curves of so few points have a marker at each.
const FEW: usize = 16;
/// How much a band hides of what is below it.
const COVER: f64 = 0.16;
/// Size of names at the ends of curves.
const NAME: f64 = 12.5;
/// Pixels from one such name to the next.
const APART: f64 = 15.0;

/// Names and samples of the curves.
pub fn entries<'a>(lines: &'a Lines) -> Vec<Entry<'a>> {
    let sample = |line: &Line| match line.form {
        Form::Straight | Form::Steps => Sample::Line,
        Form::Rings => Sample::Ring,
        Form::Dots => Sample::Dot,
    };
    // One entry says what rings are, whichever lines they belong to.
    let name = |line: &'a Line| if line.form == Form::Rings { "theory" } else { line.name.as_str() };
    lines.lines.iter().map(|line| Entry { name: name(line), look: line.look, sample: sample(line) }).collect()
}

/// Room that names at the ends of the curves need; none if they belong into a legend.
pub fn ends<DB: DrawingBackend>(pen: &Pen<'_, DB>, lines: &Lines, width: f64) -> Option<f64> {
    let straight = lines.lines.iter().all(|line| line.form == Form::Straight);
    let room = lines.lines.iter().map(|line| pen.width(&line.name, NAME)).fold(0.0, f64::max) + pen.px(16.0);
    (straight && lines.lines.len() > 1 && room < width * 0.3).then_some(room)
}

/// Draws into a frame; `named` is the room for names at the ends of the curves.
pub fn draw<DB: DrawingBackend>(pen: &Pen<'_, DB>, outer: Frame, lines: &Lines, named: Option<f64>) -> Result<(), ChartError> {
    let right = outer.right - named.unwrap_or(pen.px(10.0));
    let frame = Frame { left: outer.left + pen.px(LEFT), top: outer.top + pen.px(6.0), right, bottom: outer.bottom - pen.px(BOTTOM) };
    let all = || lines.lines.iter().flat_map(|line| &line.points);
    let ends = || lines.lines.iter().flat_map(|line| &line.band).flat_map(|(low, high)| [*low, *high]);
    let x = axes::scale(&lines.x, all().map(|(x, _)| *x));
    let y = axes::scale(&lines.y, all().map(|(_, y)| *y).chain(ends()).chain(lines.levels.iter().map(|level| level.value)));
    let panel = Panel { frame, x, y };
    let (most_across, most_up) = axes::most(pen, frame);
    let (across, up) = (axes::ticks(&lines.x, &x, most_across), axes::ticks(&lines.y, &y, most_up));
    axes::draw(pen, &panel, outer, (&lines.x, &across), (&lines.y, &up))?;
    for line in &lines.lines {
        band(pen, &panel, line)?;
    }
    let drawn: Vec<Vec<Point>> = lines.lines.iter().flat_map(|line| pieces(&panel, line, pen.px(1.0))).collect();
    axes::level(pen, &panel, &lines.levels, &drawn)?;
    if lines.diagonal {
        let (from, to) = (x.from.max(y.from), x.to.min(y.to));
        pen.dashed(&[panel.point(from, from), panel.point(to, to)], &[4.0, 3.0], pen.theme.ink, 1.2)?;
    }
    curves(pen, &panel, lines)?;
    if named.is_some() { names(pen, &panel, outer, lines) } else { Ok(()) }
}

/// All curves: the unbroken ones first, so that a broken one shows where it runs on another.
fn curves<DB: DrawingBackend>(pen: &Pen<'_, DB>, panel: &Panel, lines: &Lines) -> Result<(), ChartError> {
    let count = lines.lines.len();
    for broken in [false, true] {
        for (i, line) in lines.lines.iter().enumerate().filter(|(_, line)| (line.look.dash != Dash::Solid) == broken) {
            let colour = pen.theme.line(line.look.hue);
            let inside = |(x, y): &&(f64, f64)| within(panel, *x, *y);
            let places = || line.points.iter().filter(inside).map(|(x, y)| panel.point(*x, *y));
            match line.form {
                Form::Rings => places().try_for_each(|place| pen.circle(place, RING, colour, WIDTH - 0.5))?,
                Form::Dots => places().try_for_each(|place| pen.dot(place, DOT, colour))?,
                Form::Straight | Form::Steps => {
                    let pieces = pieces(panel, line, pen.px(0.4));
                    for piece in &pieces {
                        pen.dashed(piece, pattern(line.look.dash), colour, WIDTH)?;
                    }
                    if line.form == Form::Straight && line.points.len() <= FEW {
                        places().try_for_each(|place| marker::draw(pen, place, line.look))?;
                    } else {
                        for place in spots(panel, &pieces, i, count) {
                            marker::draw(pen, place, line.look)?;
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

/// Where a curve of many points has its markers: at even places across, no two curves at the same.
fn spots(panel: &Panel, pieces: &[Vec<Point>], index: usize, count: usize) -> Vec<Point> {
    /// Markers of a curve that spans the panel.
    const MARKERS: usize = 4;
    let wanted = (0..MARKERS).map(|k| {
        let part = (k as f64 + (index as f64 + 0.5) / count.max(1) as f64) / MARKERS as f64;
        panel.frame.left + part * panel.frame.width()
    });
    let on = |x: f64| {
        pieces.iter().flat_map(|piece| piece.windows(2)).find(|ends| (ends[0].0..=ends[1].0).contains(&x)).map(|ends| {
            let part = if ends[1].0 > ends[0].0 { (x - ends[0].0) / (ends[1].0 - ends[0].0) } else { 0.0 };
            (x, ends[0].1 + part * (ends[1].1 - ends[0].1))
        })
    };
    wanted.filter_map(on).collect()
}

/// Whether a point lies in the panel.
fn within(panel: &Panel, x: f64, y: f64) -> bool {
    let inside = |part: f64| (-1e-9..=1.0 + 1e-9).contains(&part);
    x.is_finite() && y.is_finite() && inside(panel.x.place(x)) && inside(panel.y.place(y))
}

fn band<DB: DrawingBackend>(pen: &Pen<'_, DB>, panel: &Panel, line: &Line) -> Result<(), ChartError> {
    let known = line.points.iter().zip(&line.band).filter(|((x, y), (low, high))| [x, y, low, high].iter().all(|v| v.is_finite()));
    let place = |x: f64, y: f64| (panel.x.place(x), panel.y.place(y));
    let (upper, mut lower): (Vec<Point>, Vec<Point>) = known.map(|((x, _), (low, high))| (place(*x, *high), place(*x, *low))).unzip();
    if upper.len() < 2 {
        return Ok(());
    }
    lower.reverse();
    let visible: Vec<Point> = crop([upper, lower].concat()).into_iter().map(|point| pixel(panel, point)).collect();
    if visible.len() < 3 { Ok(()) } else { pen.veil(&visible, pen.theme.line(line.look.hue), COVER) }
}

/// A point of the unit square in pixels.
fn pixel(panel: &Panel, (u, v): Point) -> Point {
    (panel.frame.left + u * panel.frame.width(), panel.frame.bottom - v * panel.frame.height())
}

/// The part of a polygon that lies in the unit square (Sutherland & Hodgman).
fn crop(mut polygon: Vec<Point>) -> Vec<Point> {
    let sides: [fn(Point) -> f64; 4] = [|p| p.0, |p| 1.0 - p.0, |p| p.1, |p| 1.0 - p.1];
    for inside in sides {
        let whole = std::mem::take(&mut polygon);
        for (i, &to) in whole.iter().enumerate() {
            let from = whole[(i + whole.len() - 1) % whole.len()];
            let (before, after) = (inside(from), inside(to));
            if (before < 0.0) != (after < 0.0) {
                let part = before / (before - after);
                polygon.push((from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1)));
            }
            if after >= 0.0 {
                polygon.push(to);
            }
        }
    }
    polygon
}

/// The visible pieces of a curve in pixels, thinned to corners `least` apart.
fn pieces(panel: &Panel, line: &Line, least: f64) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = vec![];
    let place = |(x, y): (f64, f64)| (x.is_finite() && y.is_finite()).then(|| (panel.x.place(x), panel.y.place(y)));
    let pixel = |point| pixel(panel, point);
    let mut before: Option<Point> = None;
    let mut joined = false;
    let mut add = |from: Point, to: Point, joined: &mut bool| {
        let Some((start, end)) = clip(from, to) else {
            *joined = false;
            return;
        };
        if !*joined || start != from {
            pieces.push(vec![pixel(start)]);
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(pixel(end));
        }
        *joined = end == to;
    };
    for point in line.points.iter().map(|point| place(*point)) {
        if let (Some(from), Some(to)) = (before, point) {
            if line.form == Form::Steps {
                add(from, (to.0, from.1), &mut joined);
                add((to.0, from.1), to, &mut joined);
            } else {
                add(from, to, &mut joined);
            }
        } else {
            joined = false;
        }
        before = point;
    }
    pieces.into_iter().map(|piece| thin(piece, least)).collect()
}

/// The part of a segment that lies in the unit square (Liang & Barsky).
fn clip(from: Point, to: Point) -> Option<(Point, Point)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (step, room) in [(-dx, from.0), (dx, 1.0 - from.0), (-dy, from.1), (dy, 1.0 - from.1)] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enter = enter.max(room / step);
        } else {
            leave = leave.min(room / step);
        }
    }
    let at = |t: f64| {
        if t == 0.0 {
            from
        } else if t == 1.0 {
            to
        } else {
            (from.0 + t * dx, from.1 + t * dy)
        }
    };
    (enter <= leave).then(|| (at(enter), at(leave)))
}

/// Leaves out corners that lie within `least` of the one before, but never the last.
fn thin(piece: Vec<Point>, least: f64) -> Vec<Point> {
    let last = piece.len().saturating_sub(1);
    let mut thinned: Vec<Point> = vec![];
    for (i, point) in piece.into_iter().enumerate() {
        let near = thinned.last().is_some_and(|before| (point.0 - before.0).abs() < least && (point.1 - before.1).abs() < least);
        if !near || i == last {
            thinned.push(point);
        }
    }
    thinned
}

/// Names right of the last visible points, moved apart where these lie close to each other.
fn names<DB: DrawingBackend>(pen: &Pen<'_, DB>, panel: &Panel, outer: Frame, lines: &Lines) -> Result<(), ChartError> {
    let end = |line: &Line| Some(*pieces(panel, line, 0.0).last()?.last()?);
    let mut ends: Vec<(Point, &Line)> = lines.lines.iter().filter_map(|line| Some((end(line)?, line))).collect();
    ends.sort_by(|(a, _), (b, _)| a.1.total_cmp(&b.1));
    let heights = spread(&ends.iter().map(|(at, _)| at.1).collect::<Vec<_>>(), pen.px(APART), (outer.top, panel.frame.bottom));
    for ((at, line), height) in ends.iter().zip(heights) {
        let left = panel.frame.right + pen.px(14.0);
        if (height - at.1).abs() > pen.px(4.0) || at.0 < panel.frame.right - pen.px(4.0) {
            pen.path(&[(at.0 + pen.px(5.0), at.1), (left - pen.px(3.0), height)], pen.theme.axis, 1.0)?;
        }
        pen.text(&line.name, (left, height), NAME, Side::Start, pen.theme.text(line.look.hue))?;
    }
    Ok(())
}

/// Heights near the wanted ones, which ascend, at least `apart` from each other and, where there is room, within limits.
fn spread(wanted: &[f64], apart: f64, (from, to): (f64, f64)) -> Vec<f64> {
    let mut heights = wanted.to_vec();
    // From top to bottom they push each other down, then from bottom to top up again, each time half of what is missing.
    for _ in 0..200 {
        for i in 1..heights.len() {
            let missing = apart - (heights[i] - heights[i - 1]);
            if missing > 0.0 {
                heights[i - 1] -= missing / 2.0;
                heights[i] += missing / 2.0;
            }
        }
        if let Some(first) = heights.first_mut() {
            *first = first.max(from);
        }
        if let Some(last) = heights.last_mut() {
            *last = last.min(to);
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_cut_at_the_edge() {
        assert_eq!(clip((0.0, 0.5), (1.0, 0.5)), Some(((0.0, 0.5), (1.0, 0.5))));
        assert_eq!(clip((0.5, 0.5), (0.5, 2.5)), Some(((0.5, 0.5), (0.5, 1.0))));
        assert_eq!(clip((-1.0, 0.0), (1.0, 1.0)), Some(((0.0, 0.5), (1.0, 1.0))));
        assert_eq!(clip((-1.0, 2.0), (2.0, 2.0)), None);
        assert_eq!(clip((2.0, 0.0), (2.0, 1.0)), None);
    }

    #[test]
    fn polygons_are_cut_at_the_edge() {
        let triangle = crop(vec![(0.0, 0.0), (1.0, 0.0), (1.0, 2.0)]);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)];
        assert!(triangle.len() == 4 && corners.iter().all(|corner| triangle.contains(corner)), "{triangle:?}");
        assert!(crop(vec![(2.0, 0.0), (3.0, 0.0), (3.0, 1.0)]).is_empty() && crop(vec![]).is_empty());
    }

    #[test]
    fn names_are_moved_apart() {
        let heights = spread(&[10.0, 12.0, 13.0, 80.0], 15.0, (0.0, 100.0));
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 14.5), "{heights:?}");
        assert!(heights[0] >= 0.0 && heights[3] <= 100.0);
        assert!(spread(&[], 15.0, (0.0, 100.0)).is_empty());
    }
}
