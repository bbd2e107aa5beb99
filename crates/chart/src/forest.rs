//! Ratios in rows: a stem from what others are divided by, a bar for the paired 95 % interval, a marker at the value, a ring for what
//! theory expects, a pale marker for what was before; beside it columns of numbers.

use super::legend;
use super::panel::{BOUND, Panel};
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::Scale;
use super::{ChartError, axes, marker};
use schedscope_core::plot::{Forest, Stem};

/// Size of names and numbers, and of intervals.
const SIZE: f64 = 13.0;
const SMALLER: f64 = 11.0;
/// Length of the piece of line before a name.
const SAMPLE: f64 = 24.0;
/// Room above for titles, and below for ticks and title.
const ABOVE: f64 = 18.0;
const BELOW: f64 = 36.0;
/// Width from which all columns are shown.
const WIDE: f64 = 560.0;
/// The least room of the axis.
const LEAST: f64 = 90.0;
/// Ratios that are marked above.
const RATIOS: [f64; 15] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 20.0, 50.0, 100.0, 200.0, 1000.0];

/// Where rows are: from top to bottom, titles of groups are as high as rows.
struct Ladder {
    top: f64,
    height: f64,
}

impl Ladder {
    fn new(top: f64, bottom: f64, forest: &Forest, scale: f64) -> Self {
        let rows = forest.groups.iter().map(|(_, stems)| stems.len() + 1).sum::<usize>().max(1);
        Self { top, height: ((bottom - top) / rows as f64).min(34.0 * scale) }
    }

    fn middle(&self, row: usize) -> f64 {
        self.top + self.height * (row as f64 + 0.5)
    }
}

/// Group and row in it at a height of a picture of this height, if there is one.
pub fn stem_at(forest: &Forest, y: f64, height: f64, scale: f64) -> Option<(usize, usize)> {
    let ladder = Ladder::new(ABOVE * scale, height - BELOW * scale, forest, scale);
    let row = (y >= ladder.top).then(|| ((y - ladder.top) / ladder.height) as usize)?;
    let mut first = 0;
    for (group, (_, stems)) in forest.groups.iter().enumerate() {
        if (first + 1..=first + stems.len()).contains(&row) {
            return Some((group, row - first - 1));
        }
        first += stems.len() + 1;
    }
    None
}

/// Draws into a frame.
pub fn draw(pen: &Pen<'_>, outer: Frame, forest: &Forest) -> Result<(), ChartError> {
    let theme = pen.theme;
    let stems = || forest.groups.iter().flat_map(|(_, stems)| stems);
    let wide = outer.width() >= pen.px(WIDE);
    let mut columns: Vec<usize> =
        if wide { (0..forest.columns.len()).collect() } else { forest.columns.len().min(2).checked_sub(1).into_iter().collect() };
    let room = |column: usize| {
        let cells = stems().filter_map(|stem| stem.cells.get(column));
        let width = |(read, interval): &(String, String)| {
            let (read, interval) = (pen.width(read, SIZE), pen.width(interval, SMALLER));
            if wide { read + interval + pen.px(7.0) } else { read.max(interval) }
        };
        // Where there is one column its title may reach over the axis: names need the room.
        let title = if wide { pen.width(&forest.columns[column], SMALL) } else { 0.0 };
        cells.map(width).fold(title, f64::max) + pen.px(if wide { 18.0 } else { 8.0 })
    };
    let named = |stem: &Stem| pen.width(&stem.name, SIZE) + noted(pen, stem);
    let names = stems().map(named).fold(0.0, f64::max) + pen.px(SAMPLE + 14.0);
    // The last column, which a table has as well, gives way to names.
    if columns.len() > 2 && names + pen.px(LEAST) + columns.iter().map(|column| room(*column)).sum::<f64>() > outer.width() {
        columns.pop();
    }
    let rooms: Vec<f64> = columns.iter().map(|column| room(*column)).collect();
    let right = (outer.right - rooms.iter().sum::<f64>()).max(outer.left + pen.px(2.0 * SAMPLE + LEAST));
    // Where there is little room, names are cut before the axis is.
    let names = names.min(right - pen.px(LEAST) - outer.left).max(pen.px(2.0 * SAMPLE));
    let ladder = Ladder::new(outer.top + pen.px(ABOVE), outer.bottom - pen.px(BELOW), forest, pen.scale);
    let rows = forest.groups.iter().map(|(_, stems)| stems.len() + 1).sum::<usize>();
    let frame =
        Frame { left: outer.left + names, right: right - pen.px(14.0), top: ladder.top, bottom: ladder.top + ladder.height * rows as f64 };
    let x = axes::scale(&forest.x, stems().map(|stem| stem.value));
    let panel = Panel { frame, x, y: Scale::linear(0.0, 1.0) };
    let reference = forest.reference.1;
    let titles = columns.first().zip(rooms.first()).map(|(column, room)| {
        let others = rooms.iter().sum::<f64>() - room;
        outer.right - others - pen.width(&forest.columns[*column], SMALL) - pen.px(8.0)
    });
    heading(pen, &panel, outer, (&forest.reference.0, reference), titles.unwrap_or(outer.right))?;
    if let Some((bound, group)) = forest.bound {
        let row = forest.groups.iter().take(group).map(|(_, stems)| stems.len() + 1).sum();
        if let Some(at) = panel.bound(pen, bound, ladder.middle(row) - ladder.height / 2.0)? {
            pen.text("bound", (at + pen.px(4.0), ladder.middle(row)), SMALL, Side::Start, theme.text(BOUND))?;
        }
    }
    let mut edge = outer.right;
    for (column, room) in columns.iter().zip(&rooms).rev() {
        pen.text(&forest.columns[*column], (edge - pen.px(2.0), outer.top + pen.px(8.0)), SMALL, Side::End, theme.muted)?;
        edge -= room;
    }
    let mut row = 0;
    for (group, stems) in &forest.groups {
        let y = ladder.middle(row);
        pen.text(group, (outer.left, y + ladder.height * 0.12), 12.0, Side::Start, theme.muted)?;
        pen.level(outer.left, outer.right, ladder.top + ladder.height * (row + 1) as f64 - pen.px(1.0), theme.grid, 1.0)?;
        for (i, stem) in stems.iter().enumerate() {
            let y = ladder.middle(row + 1 + i);
            if stem.lit {
                let band = Frame {
                    left: outer.left - pen.px(4.0),
                    right: outer.right,
                    top: y - ladder.height / 2.0,
                    bottom: y + ladder.height / 2.0,
                };
                pen.rect(band, theme.ground.mix(theme.line(schedscope_core::plot::Hue::Blue), 0.12))?;
            }
            one(pen, &panel, outer.left, y, reference, stem)?;
            let mut edge = outer.right;
            for (column, room) in columns.iter().zip(&rooms).rev() {
                if let Some(cell) = stem.cells.get(*column) {
                    numbers(pen, (edge - pen.px(2.0), y), cell, wide, stem)?;
                }
                edge -= room;
            }
        }
        row += stems.len() + 1;
    }
    let ticks = axes::ticks(&forest.x, &panel.x, ((frame.width() / pen.px(56.0)) as usize).clamp(2, 6));
    panel.below(pen, &ticks, "", outer.bottom)?;
    let [full, brief] = axes::titles(&forest.x);
    let widest = 2.0 * (f64::midpoint(frame.left, frame.right) - outer.left).max(pen.px(60.0));
    let at = (f64::midpoint(frame.left, frame.right), frame.bottom + pen.px(29.0));
    pen.text(axes::fitting(pen, &[full, brief], widest), at, SMALL, Side::Middle, theme.muted)
}

/// The room that the note beside a name takes.
fn noted(pen: &Pen<'_>, stem: &Stem) -> f64 {
    if stem.note.is_empty() { 0.0 } else { pen.width(&stem.note, SMALLER) + pen.px(5.0) }
}

/// Ratios above the rows, as far as this `limit`, with lines through them.
fn heading(pen: &Pen<'_>, panel: &Panel, outer: Frame, (name, reference): (&str, f64), limit: f64) -> Result<(), ChartError> {
    let (theme, Frame { top, bottom, left, .. }) = (pen.theme, panel.frame);
    let mut first = f64::INFINITY;
    let mut marked: Vec<f64> = vec![];
    // Equality comes before all others.
    for ratio in std::iter::once(1.0).chain(RATIOS) {
        let (value, at) = (ratio * reference, panel.across(ratio * reference));
        if value < panel.x.from || value > panel.x.to || marked.iter().any(|other| (at - other).abs() < pen.px(38.0)) {
            continue;
        }
        marked.push(at);
        if ratio == 1.0 {
            pen.dashed(&[(at, top), (at, bottom)], &[2.0, 3.0], theme.ink, 1.0)?;
        } else {
            pen.upright(at, top, bottom, theme.grid, 1.0)?;
        }
        let words = format!("{ratio}×");
        let half = pen.width(&words, SMALL) / 2.0;
        if at + half < limit {
            first = first.min(at - half);
            pen.text(&words, (at, outer.top + pen.px(8.0)), SMALL, Side::Middle, theme.muted)?;
        }
    }
    let words = format!("÷ {name}");
    let end = first.min(left + pen.px(24.0)) - pen.px(8.0);
    if end - pen.width(&words, SMALL) > outer.left {
        pen.text(&words, (end, outer.top + pen.px(8.0)), SMALL, Side::End, theme.muted)?;
    }
    Ok(())
}

/// Name, stem, interval, theory and value of one row.
fn one(pen: &Pen<'_>, panel: &Panel, left: f64, y: f64, reference: f64, stem: &Stem) -> Result<(), ChartError> {
    let (theme, colour) = (pen.theme, pen.theme.colour(stem.style.colour));
    legend::line(pen, (left, left + pen.px(SAMPLE)), y, stem.style)?;
    let start = left + pen.px(SAMPLE + 7.0);
    let name = pen.shortened(&stem.name, SIZE, panel.frame.left - pen.px(6.0) - start - noted(pen, stem));
    pen.text(&name, (start, y), SIZE, Side::Start, theme.text_colour(stem.style.colour))?;
    if !stem.note.is_empty() {
        pen.text(&stem.note, (start + pen.width(&name, SIZE) + pen.px(5.0), y), SMALLER, Side::Start, theme.muted)?;
    }
    if !stem.value.is_finite() {
        return Ok(());
    }
    let inside = |x: f64| x.clamp(panel.x.from, panel.x.to);
    let (from, at) = (panel.across(inside(reference)), panel.across(inside(stem.value)));
    pen.level(from.min(at), from.max(at), y, colour.mix(theme.ground, 0.25), 3.0)?;
    // What is off the scale both then and now is told by its numbers alone.
    let off = |x: f64| x > panel.x.to;
    if let Some(before) = stem.before.filter(|before| before.is_finite() && !(off(*before) && off(stem.value))) {
        let was = panel.across(inside(before));
        marker::draw(pen, (was, y), stem.style.pale())?;
        if (was - at).abs() > pen.px(14.0) {
            let end = at - pen.px(9.0) * (at - was).signum();
            pen.path(&[(was, y), (end, y)], theme.muted, 1.0)?;
            head(pen, (end, y), (at - was).signum(), theme.muted)?;
        }
    }
    if let Some((low, high)) = stem.range.filter(|(low, _)| *low < panel.x.to) {
        let ends = [low, high].map(|end| panel.across(inside(end)));
        pen.level(ends[0], ends[1], y, colour.mix(theme.ground, 0.5), 8.0)?;
        for end in ends {
            pen.upright(end, y - pen.px(6.0), y + pen.px(6.0), colour, 1.5)?;
        }
    }
    if let Some(expected) = stem.theory.filter(|expected| *expected <= panel.x.to) {
        pen.ring((panel.across(inside(expected)), y), 8.5, theme.ink, 1.2)?;
    }
    if off(stem.value) {
        // It leaves the picture; its number stays.
        pen.path(&[(at, y), (at + pen.px(10.0), y)], colour, 1.6)?;
        head(pen, (at + pen.px(12.0), y), 1.0, colour)?;
        return marker::draw(pen, (at - pen.px(12.0), y), stem.style);
    }
    marker::draw(pen, (at, y), stem.style)
}

/// The head of an arrow that points right, or left where `way` is negative.
fn head(pen: &Pen<'_>, (x, y): (f64, f64), way: f64, colour: super::Rgb) -> Result<(), ChartError> {
    let (back, half) = (x - pen.px(5.0) * way, pen.px(3.0));
    pen.polygon(&[(x, y), (back, y - half), (back, y + half)], colour)
}

/// A number with its interval, beside or below it.
fn numbers(pen: &Pen<'_>, (right, y): (f64, f64), (read, interval): &(String, String), wide: bool, stem: &Stem) -> Result<(), ChartError> {
    let theme = pen.theme;
    let ink = if stem.best || stem.lit { theme.ink } else { theme.ink.mix(theme.muted, 0.35) };
    if interval.is_empty() {
        return pen.text(read, (right, y), SIZE, Side::End, ink);
    }
    if wide {
        pen.text(interval, (right, y), SMALLER, Side::End, theme.muted)?;
        return pen.text(read, (right - pen.width(interval, SMALLER) - pen.px(7.0), y), SIZE, Side::End, ink);
    }
    pen.text(read, (right, y - pen.px(6.0)), SIZE, Side::End, ink)?;
    pen.text(interval, (right, y + pen.px(7.0)), SMALLER, Side::End, theme.muted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture_svg;
    use schedscope_core::plot::{Axis, Dash, Hue, Look, Picture, Plot};

    fn stem(name: &str) -> Stem {
        Stem {
            name: name.to_owned(),
            note: String::new(),
            style: Look { hue: Hue::Blue, dash: Dash::Solid }.into(),
            value: 1.0,
            range: None,
            theory: None,
            before: None,
            cells: vec![],
            best: false,
            lit: false,
        }
    }

    fn forest(reference: &str, groups: Vec<(String, Vec<Stem>)>) -> Forest {
        Forest { x: Axis::logarithmic("mean"), reference: (reference.to_owned(), 1.0), bound: None, columns: vec![], groups }
    }

    #[test]
    fn what_is_divided_by_is_named_where_there_is_room() {
        let named = |reference: &str| {
            let forest = forest(reference, vec![("a".to_owned(), vec![stem("srpt")])]);
            picture_svg((400, 120), &Picture::single("", Plot::Forest(forest))).unwrap().contains(&format!("÷ {reference}"))
        };
        assert!(named("PS") && !named("a policy with a name that is longer than those of rows"));
    }

    #[test]
    fn rows_are_found_where_they_are_drawn_and_titles_are_none() {
        let groups = vec![("a".to_owned(), vec![stem("srpt")]), ("b".to_owned(), vec![stem("ps"), stem("las")])];
        let forest = forest("SRPT", groups);
        let height = ABOVE + BELOW + 5.0 * 30.0;
        let at = |row: f64| stem_at(&forest, ABOVE + 30.0 * (row + 0.5), height, 1.0);
        assert_eq!([at(0.0), at(1.0), at(2.0), at(3.0), at(4.0), at(5.0)], [None, Some((0, 0)), None, Some((1, 0)), Some((1, 1)), None]);
        assert_eq!(stem_at(&forest, 1.0, height, 1.0), None);
    }
}
