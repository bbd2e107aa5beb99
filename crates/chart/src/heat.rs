//! Values over two coordinates: a coloured cell each, its number in it, and the contour where they equal what they are
//! compared with. Colour says at a glance what the numbers say without it. Cells that are surely above are hatched; the number of a cell
//! whose interval holds what it is compared with stands in brackets.

use super::axes::{self, BOTTOM, LEFT};
use super::bars::short;
use super::dash::Point;
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::{Label, Scale, Tick};
use super::{ChartError, Rgb};
use schedscope_core::plot::{Axis, Heat, Hue};

/// Height of the key that says what colours mean.
pub const KEY: f64 = 30.0;

/// Least height of a row that has its own label.
const ROW: f64 = 16.0;

/// Size of the numbers in cells.
const NUMBER: f64 = 10.5;

/// What hatches mean where the runs of some cells are too short.
const TOO_SHORT: &str = "runs too short to compare";

/// Radius of the dot of a cell.
const DOT: f64 = 2.5;

/// Where the cells are within a frame, at this many pixels per unit.
pub fn cells(outer: Frame, scale: f64) -> Frame {
    Frame {
        left: outer.left + LEFT * scale,
        top: outer.top + 6.0 * scale,
        right: outer.right - 10.0 * scale,
        bottom: outer.bottom - BOTTOM * scale,
    }
}

/// Draws into a frame.
pub fn draw(pen: &Pen<'_>, outer: Frame, heat: &Heat) -> Result<(), ChartError> {
    let frame = cells(outer, pen.scale);
    let (columns, rows) = (heat.columns.len().max(1) as f64, heat.rows.len().max(1) as f64);
    let panel = Panel { frame, x: Scale::linear(0.0, columns), y: Scale::linear(0.0, rows) };
    let (across, _) = axes::most(pen, frame);
    let up = (frame.height() / pen.px(ROW)) as usize;
    let (across, up) = (cell_ticks(&heat.x, &heat.columns, across), cell_ticks(&heat.y, &heat.rows, up));
    axes::draw(pen, &panel, outer, (&heat.x, &across), (&heat.y, &up))?;
    for (row, cells) in heat.cells.iter().enumerate() {
        for (column, value) in cells.iter().enumerate().filter(|(_, value)| !value.is_nan()) {
            let cell = Frame {
                left: panel.across(column as f64),
                top: panel.up(row as f64 + 1.0),
                right: panel.across(column as f64 + 1.0),
                bottom: panel.up(row as f64),
            };
            let of_short = heat.is_short(row, column);
            let colour = if of_short { grey(pen) } else { colour(pen, heat, *value) };
            pen.rect(cell, colour)?;
            let unsure = heat.unsure(row, column);
            let (words, size) = (if unsure { format!("({})", short(*value)) } else { short(*value) }, NUMBER);
            let above = || heat.range(row, column).map_or(*value, |(low, _)| low) > heat.contour;
            if of_short || heat.short.is_none() && above() {
                // Which cells these are is seen without colour, too.
                pen.hatch(cell, colour.mix(pen.theme.ink, 0.16))?;
            }
            let ink = if colour.contrast(pen.theme.ink) > colour.contrast(pen.theme.ground) { pen.theme.ink } else { pen.theme.ground };
            if pen.width(&words, size) <= cell.width() * 1.05 && cell.height() >= pen.px(size) {
                let middle = (f64::midpoint(cell.left, cell.right), f64::midpoint(cell.top, cell.bottom));
                if unsure || of_short {
                    pen.text(&words, middle, size, Side::Middle, ink)?;
                } else {
                    pen.bold(&words, middle, size, Side::Middle, ink)?;
                }
            } else if unsure {
                // Where there is no room for a number, a dot stands for its brackets.
                let inwards = pen.px(2.0 * DOT).min(cell.width() / 2.0).min(cell.height() / 2.0);
                pen.dot((cell.right - inwards, cell.top + inwards), DOT, ink)?;
            }
        }
    }
    let (ink, half) = (pen.theme.ink, pen.px(1.25));
    for [from, to] in contour(heat).into_iter().map(|edge| edge.map(|(x, y)| panel.point(x, y))) {
        if from.0 == to.0 {
            pen.upright(from.0, to.1 - half, from.1 + half, ink, 2.5)?;
        } else {
            pen.level(from.0 - half, to.0 + half, from.1, ink, 2.5)?;
        }
    }
    if let Some([column, row]) = heat.lit.map(|at| at.map(|place| place as f64)) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)].map(|(x, y)| panel.point(column + x, row + y));
        pen.path(&corners, pen.theme.ground, 5.0)?;
        pen.path(&corners, pen.theme.line(Hue::Blue), 2.5)?;
    }
    Ok(())
}

/// Draws what colours mean into a frame of height [`KEY`].
pub fn key(pen: &Pen<'_>, frame: Frame, heat: &Heat) -> Result<(), ChartError> {
    const STEPS: usize = 60;
    let (top, bottom) = (frame.top + pen.px(2.0), frame.top + pen.px(12.0));
    let left = frame.left + pen.width(&heat.value, SMALL) + pen.px(14.0);
    let words = |value: f64| if value >= 1.0 { format!("{value:.0}") } else { format!("{value}") };
    // What the line means is said where there is room.
    let meaning = format!("between less and more than {}", words(heat.contour));
    let (room, needed) = (frame.right - left, pen.width(&meaning, SMALL) + pen.px(60.0));
    let told = room >= needed + pen.px(110.0);
    let width = if told { pen.px(260.0).min(room - needed) } else { room.max(pen.px(60.0)) };
    pen.text(&heat.value, (frame.left, f64::midpoint(top, bottom)), SMALL, Side::Start, pen.theme.ink)?;
    for step in 0..STEPS {
        let at = |i: usize| left + width * i as f64 / STEPS as f64;
        let part = (step as f64 + 0.5) / STEPS as f64 * 2.0 - 1.0;
        let value = heat.contour * libm::pow(heat.extreme, part);
        pen.rect(Frame { left: at(step), top, right: at(step + 1), bottom }, colour(pen, heat, value))?;
    }
    let middle = left + width / 2.0;
    pen.upright(middle, top - pen.px(2.0), bottom + pen.px(2.0), pen.theme.ink, 2.5)?;
    let below = bottom + pen.px(9.0);
    pen.text(&format!("≤ {}", words(heat.contour / heat.extreme)), (left, below), SMALL, Side::Start, pen.theme.muted)?;
    pen.text(&words(heat.contour), (middle, below), SMALL, Side::Middle, pen.theme.muted)?;
    pen.text(&format!("≥ {}", words(heat.contour * heat.extreme)), (left + width, below), SMALL, Side::End, pen.theme.muted)?;
    if !told {
        return Ok(());
    }
    let line = left + width + pen.px(22.0);
    if (0..heat.rows.len()).any(|row| (0..heat.columns.len()).any(|column| heat.unsure(row, column))) {
        pen.text("( )", (line + pen.px(14.0), below), SMALL, Side::Middle, pen.theme.ink)?;
        pen.text("too close to call (95 %)", (line + pen.px(35.0), below), SMALL, Side::Start, pen.theme.ink)?;
    }
    let (middle, start) = (f64::midpoint(top, bottom), line + pen.px(35.0));
    pen.level(line, line + pen.px(28.0), middle, pen.theme.ink, 2.5)?;
    pen.text(&meaning, (start, middle), SMALL, Side::Start, pen.theme.ink)?;
    let sample = start + pen.width(&meaning, SMALL) + pen.px(22.0);
    let (hatched, colour) = match &heat.short {
        None => (format!("clearly above {} (95 %)", words(heat.contour)), colour(pen, heat, heat.contour * libm::sqrt(heat.extreme))),
        Some(_) => (TOO_SHORT.to_owned(), grey(pen)),
    };
    let after = sample + pen.px(35.0);
    let is_there = heat.short.as_ref().is_none_or(|short| short.iter().flatten().any(|short| *short));
    if is_there && after + pen.width(&hatched, SMALL) <= frame.right {
        let cell = Frame { left: sample, top, right: sample + pen.px(28.0), bottom };
        pen.rect(cell, colour)?;
        pen.hatch(cell, colour.mix(pen.theme.ink, 0.16))?;
        pen.text(&hatched, (after, middle), SMALL, Side::Start, pen.theme.ink)?;
    }
    Ok(())
}

/// Blue below the contour's value, orange above, and so deep as the ratio is large.
fn colour(pen: &Pen<'_>, heat: &Heat, value: f64) -> Rgb {
    let ratio = libm::log(value / heat.contour) / libm::log(heat.extreme);
    let depth = if ratio.is_nan() { 0.0 } else { ratio.clamp(-1.0, 1.0) };
    let deepest = pen.theme.line(if depth < 0.0 { Hue::Blue } else { Hue::Orange });
    pen.theme.ground.mix(deepest, depth.abs() * 0.9)
}

/// The colour of cells that cannot be compared.
fn grey(pen: &Pen<'_>) -> Rgb {
    pen.theme.ground.mix(pen.theme.muted, 0.14)
}

/// Ticks in the middle of cells: at the marks of the axis, or at every cell.
fn cell_ticks(axis: &Axis, coordinates: &[f64], most: usize) -> Vec<Tick> {
    let marks = if axis.marks.is_empty() { coordinates } else { &axis.marks };
    let every = marks.len().div_ceil(most.max(2)).max(1);
    let place = |mark: f64| coordinates.iter().position(|x| (x - mark).abs() <= 1e-9 * mark.abs());
    let tick = |(_, mark): (usize, &f64)| {
        Some(Tick { value: place(*mark)? as f64 + 0.5, label: Label::Plain(mark.to_string().replace('-', "−")) })
    };
    marks.iter().enumerate().filter(|(i, _)| i % every == 0).filter_map(tick).collect()
}

/// The edges, in cells, between cells below the contour's value and cells that are not. Those that cannot be compared are neither.
fn contour(heat: &Heat) -> Vec<[Point; 2]> {
    let below = |column: usize, row: usize| {
        let value = *heat.cells.get(row)?.get(column)?;
        (!value.is_nan() && !heat.is_short(row, column)).then_some(value < heat.contour)
    };
    let differ = |a: Option<bool>, b: Option<bool>| a.is_some_and(|a| b.is_some_and(|b| a != b));
    let mut edges = vec![];
    for row in 0..heat.rows.len() {
        for column in 0..heat.columns.len() {
            let (x, y) = (column as f64, row as f64);
            if differ(below(column, row), below(column + 1, row)) {
                edges.push([(x + 1.0, y), (x + 1.0, y + 1.0)]);
            }
            if differ(below(column, row), below(column, row + 1)) {
                edges.push([(x, y + 1.0), (x + 1.0, y + 1.0)]);
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heat(cells: Vec<Vec<f64>>) -> Heat {
        let count = |n: usize| (0..n).map(|i| i as f64).collect::<Vec<_>>();
        let (columns, rows) = (count(cells[0].len()), count(cells.len()));
        let axis = || Axis::linear("");
        let (value, ranges, short) = (String::new(), vec![], None);
        Heat { x: axis(), y: axis(), value, columns, rows, cells, ranges, contour: 1.0, extreme: 10.0, short, lit: None }
    }

    #[test]
    fn the_contour_runs_between_cells() {
        assert_eq!(contour(&heat(vec![vec![0.1, 10.0], vec![0.9, 1.0]])), [[(1.0, 0.0), (1.0, 1.0)], [(1.0, 1.0), (1.0, 2.0)]]);
        assert_eq!(contour(&heat(vec![vec![0.1], vec![1.0]])), [[(0.0, 1.0), (1.0, 1.0)]]);
    }

    #[test]
    fn no_contour_where_all_is_above_or_unknown() {
        assert!(contour(&heat(vec![vec![2.0, 3.0], vec![4.0, 5.0]])).is_empty());
        assert!(contour(&heat(vec![vec![f64::NAN, 3.0], vec![f64::NAN, 0.5]])).len() == 1);
        let short = Some(vec![vec![true, false]]);
        assert!(contour(&Heat { short, ..heat(vec![vec![0.3, 3.0]]) }).is_empty(), "a run that is too short is on no side");
    }
}
