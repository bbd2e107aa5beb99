//! Values in rows on one axis: a marker at the value, a bar for its 95 % interval, a ring for what theory expects. What they are compared
//! with is marked, or else the least.

use super::dash::pattern;
use super::legend::{RING, WIDTH};
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::Scale;
use super::{ChartError, axes, marker};
use schedscope_core::plot::{Estimate, Estimates};

/// Size of names and values.
const SIZE: f64 = 13.0;
/// Length of the piece of line before a name.
const SAMPLE: f64 = 30.0;
/// Room below for ticks and title.
const BELOW: f64 = 36.0;

/// Draws into a frame.
pub fn draw(pen: &Pen<'_>, outer: Frame, Estimates { x: axis, bound, equal, rows }: &Estimates) -> Result<(), ChartError> {
    let theme = pen.theme;
    let widest = |words: fn(&Estimate) -> &str| rows.iter().map(|row| pen.width(words(row), SIZE)).fold(0.0, f64::max);
    let (names, values) = (widest(|row| &row.name) + pen.px(SAMPLE + 10.0), widest(|row| &row.words) + pen.px(10.0));
    let written = outer.width() > pen.px(300.0);
    let right = outer.right - if written { values } else { pen.px(6.0) };
    let frame = Frame { left: (outer.left + names).min(right - pen.px(40.0)), right, bottom: outer.bottom - pen.px(BELOW), ..outer };
    let x = axes::scale(axis, rows.iter().map(|row| row.value));
    let panel = Panel { frame, x, y: Scale::linear(0.0, rows.len() as f64) };
    let height = frame.height() / rows.len().max(1) as f64;
    let middle = |i: usize| frame.top + height * (i as f64 + 0.5);
    let least = rows.iter().map(|row| row.value).filter(|x| x.is_finite()).fold(f64::INFINITY, f64::min);
    let ticks = axes::ticks(axis, &x, ((frame.width() / pen.px(56.0)) as usize).clamp(2, 5));
    panel.grid(pen, &ticks, &[])?;
    for (i, _) in rows.iter().enumerate().filter(|(_, row)| equal.is_none() && row.value == least) {
        let air = (height / 2.0).min(pen.px(13.0));
        let row = Frame { left: outer.left, right: outer.right, top: middle(i) - air, bottom: middle(i) + air };
        pen.rect(row, theme.ground.mix(theme.ink, 0.07))?;
    }
    let marked = equal.map_or((least, &[4.0, 3.0], theme.muted), |equal| (equal, &[2.0, 3.0], theme.ink));
    if marked.0.is_finite() {
        let (value, dashes, colour) = marked;
        let at = panel.across(value);
        pen.dashed(&[(at, frame.top), (at, frame.bottom)], dashes, colour, 1.0)?;
    }
    let bounded = bound.map_or(Ok(None), |bound| panel.bound(pen, bound, panel.frame.top))?.is_some();
    for (i, row) in rows.iter().enumerate() {
        one(pen, &panel, outer, middle(i), row)?;
        if written {
            pen.text(&row.words, (outer.right - pen.px(2.0), middle(i)), SIZE, Side::End, theme.ink)?;
        }
    }
    let bounded = if bounded { "; purple line: bound" } else { "" };
    let key = match (rows.iter().any(|row| row.range.is_some()), rows.iter().any(|row| row.theory.is_some())) {
        (true, true) => "; bar: 95 % interval, ring: theory",
        (true, false) => "; bar: 95 % interval",
        (false, true) => "; ring: theory",
        (false, false) => "",
    };
    let [full, brief] = axes::titles(axis);
    let titles = [format!("{full}{key}{bounded}"), format!("{brief}{key}{bounded}"), brief];
    panel.below(pen, &ticks, "", outer.bottom)?;
    let at = (f64::midpoint(outer.left, outer.right), outer.bottom - pen.px(7.0));
    pen.text(axes::fitting(pen, &titles, outer.width()), at, SMALL, Side::Middle, theme.muted)
}

/// Name, interval, theory and value of one row.
fn one(pen: &Pen<'_>, panel: &Panel, outer: Frame, y: f64, row: &Estimate) -> Result<(), ChartError> {
    let Estimate { name, style, value, range, theory, .. } = row;
    let colour = pen.theme.colour(style.colour);
    pen.dashed(&[(outer.left + pen.px(2.0), y), (outer.left + pen.px(SAMPLE), y)], pattern(style.dash), colour, WIDTH)?;
    pen.text(name, (outer.left + pen.px(SAMPLE + 6.0), y), SIZE, Side::Start, pen.theme.text_colour(style.colour))?;
    if !value.is_finite() {
        return Ok(());
    }
    if let Some((low, high)) = range {
        let ends = [low, high].map(|end| panel.across(end.max(panel.x.from)));
        pen.level(ends[0], ends[1], y, colour.mix(pen.theme.ground, 0.5), 6.0)?;
        for end in ends {
            pen.upright(end, y - pen.px(6.0), y + pen.px(6.0), colour, 1.5)?;
        }
    }
    if let Some(expected) = theory {
        pen.ring((panel.across(*expected), y), RING + 2.5, pen.theme.ink, 1.5)?;
    }
    marker::draw(pen, (panel.across(*value), y), *style)
}
