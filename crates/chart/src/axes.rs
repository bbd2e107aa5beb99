//! A panel's axes as its plot describes them: scales, ticks, titles, and how much room they take.

use super::ChartError;
use super::dash::Point;
use super::labels::Placer;
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::{Label, Scale, Tick};
use schedscope_core::plot::{Axis, Level, Spacing};

/// Room left of a panel for ticks and title.
pub const LEFT: f64 = 62.0;
/// Room below a panel for ticks and title.
pub const BOTTOM: f64 = 38.0;

/// Whether a frame has room for axes and names.
pub fn roomy(pen: &Pen<'_>, outer: Frame) -> bool {
    outer.width() >= pen.px(170.0) && outer.height() >= pen.px(110.0)
}

/// What axes leave of a frame; nearly all where there is no room for them. `right` is what else is to be left free.
pub fn inner(pen: &Pen<'_>, outer: Frame, right: Option<f64>) -> Frame {
    let (left, top, usual, bottom) = if roomy(pen, outer) { (LEFT, 6.0, 10.0, BOTTOM) } else { (3.0, 2.0, 3.0, 2.0) };
    Frame {
        left: outer.left + pen.px(left),
        top: outer.top + pen.px(top),
        right: outer.right - right.unwrap_or(pen.px(usual)),
        bottom: outer.bottom - pen.px(bottom),
    }
}

/// The scale of an axis over these values, with a little air around them where no range is asked for.
pub fn scale(axis: &Axis, values: impl Iterator<Item = f64>) -> Scale {
    let logarithmic = axis.spacing == Spacing::Logarithmic;
    let usable = values.filter(|x| x.is_finite() && (!logarithmic || *x > 0.0));
    let (low, high) = usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    match (axis.range, axis.spacing) {
        (Some((from, to)), Spacing::Linear) => Scale::linear(from, to),
        (Some((from, to)), Spacing::Logarithmic) => Scale::logarithmic(from, to),
        (None, Spacing::Logarithmic) => {
            let air = libm::pow((high / low).clamp(1.1, 1e300), 0.03);
            Scale::logarithmic(low / air, high * air)
        }
        (None, Spacing::Linear) => {
            let air = (high - low) * 0.04;
            // What begins at nothing is shown from nothing on.
            Scale::linear(if low >= 0.0 && low < 0.5 * high { 0.0 } else { low - air }, high + air)
        }
    }
}

/// The ticks of an axis, at most this many labelled.
pub fn ticks(axis: &Axis, scale: &Scale, most: usize) -> Vec<Tick> {
    if axis.marks.is_empty() {
        let ticks = scale.ticks(most).into_iter();
        return ticks.filter(|tick| !axis.whole || tick.value.fract() == 0.0).collect();
    }
    let every = axis.marks.len().div_ceil(most.max(2)).max(1);
    let label = |(i, value): (usize, &f64)| {
        let written = if axis.shifted { value - 1.0 } else { *value };
        let words = || axis.words.get(i).cloned().unwrap_or_else(|| written.to_string().replace('-', "−"));
        let label = if i % every == 0 { Label::Plain(words()) } else { Label::Bare };
        Tick { value: *value, label }
    };
    let inside = |tick: &Tick| (-1e-9..=1.0 + 1e-9).contains(&scale.place(tick.value));
    axis.marks.iter().enumerate().map(label).filter(inside).collect()
}

/// The title of an axis in full and in brief.
pub fn titles(axis: &Axis) -> [String; 2] {
    let shortened = || axis.title.split([',', '(']).next().unwrap_or_default().trim().to_owned();
    let brief = axis.brief.clone().unwrap_or_else(shortened);
    match axis.spacing {
        Spacing::Linear => [axis.title.clone(), brief],
        Spacing::Logarithmic if brief.is_empty() => [axis.title.clone(), brief],
        Spacing::Logarithmic => [format!("{}, log scale", axis.title), format!("{brief}, log")],
    }
}

/// The first of the titles that fits.
pub fn fitting<'a, S: AsRef<str>>(pen: &Pen<'_>, titles: &'a [S], room: f64) -> &'a str {
    titles.iter().map(AsRef::as_ref).find(|title| pen.width(title, SMALL) <= room).or(titles.last().map(AsRef::as_ref)).unwrap_or_default()
}

/// Draws grid and axes of a panel whose own frame lies within `outer`.
pub fn draw(
    pen: &Pen<'_>,
    panel: &Panel,
    outer: Frame,
    (x, across): (&Axis, &[Tick]),
    (y, up): (&Axis, &[Tick]),
) -> Result<(), ChartError> {
    draw_beside(pen, panel, outer, across, (y, up))?;
    panel.below(pen, across, fitting(pen, &titles(x), panel.frame.width() + pen.px(30.0)), outer.bottom)
}

/// Draws the grid of a panel and the axis beside it: its other axis is that of the panel below.
pub fn draw_beside(pen: &Pen<'_>, panel: &Panel, outer: Frame, across: &[Tick], (y, up): (&Axis, &[Tick])) -> Result<(), ChartError> {
    panel.grid(pen, across, up)?;
    panel.beside(pen, up, fitting(pen, &titles(y), panel.frame.height() + pen.px(24.0)), outer.left)
}

/// Draws levels to compare with, and what they are.
pub fn level<'a>(
    pen: &Pen<'_>,
    panel: &Panel,
    levels: impl IntoIterator<Item = &'a Level>,
    curves: impl Iterator<Item = &'a Vec<Point>>,
) -> Result<(), ChartError> {
    let Frame { left, right, .. } = panel.frame;
    let mut placer = Placer::new(panel.frame);
    curves.for_each(|curve| placer.avoid(curve, pen.px(5.0)));
    for level in levels {
        let height = panel.up(level.value);
        pen.dashed(&[(left, height), (right, height)], &[4.0, 3.0], pen.theme.ink, 1.2)?;
        let (width, high, air) = (pen.width(&level.name, SMALL), pen.px(SMALL + 2.0), pen.px(3.0));
        let room = (right - left - width - 2.0 * air).max(0.0);
        let places = (0..=6).flat_map(|part| {
            let start = left + air + room * f64::from(part) / 6.0;
            [height - air - high, height + air].map(|top| Frame { left: start, top, right: start + width, bottom: top + high })
        });
        if let Some(place) = placer.place(places) {
            pen.text(&level.name, (place.left, f64::midpoint(place.top, place.bottom)), SMALL, Side::Start, pen.theme.ink)?;
        }
    }
    Ok(())
}

/// How many labelled ticks have room.
pub fn most(pen: &Pen<'_>, frame: Frame) -> (usize, usize) {
    let fit = |length: f64, each: f64| ((length / pen.px(each)) as usize).clamp(2, 6);
    (fit(frame.width(), 44.0), fit(frame.height(), 30.0))
}
