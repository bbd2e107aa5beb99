//! Mean sojourn times, one row a policy on a common logarithmic axis: a marker at the mean, a bar for its 95 % interval, a
//! ring for what theory expects. The least is marked.

use super::dash::pattern;
use super::legend::{RING, WIDTH};
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::Scale;
use super::{ChartError, Theme, marker};
use crate::experiment::{PolicyReport, Report};
use crate::plot::look_of;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// Size of names and values.
const SIZE: f64 = 13.0;
/// Length of the piece of line before a name.
const SAMPLE: f64 = 30.0;
/// Room below for ticks and title.
const BELOW: f64 = 36.0;

/// Draws the means of a report; `write` writes a mean.
///
/// # Errors
/// If the backend fails.
pub fn means<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    report: &Report,
    write: &dyn Fn(f64) -> String,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let whole = pen.frame();
    let rows = &report.policies;
    let Some(x) = span(rows) else { return Ok(()) };
    let widest = |texts: &mut dyn Iterator<Item = String>| texts.map(|text| pen.width(&text, SIZE)).fold(0.0, f64::max);
    let names = widest(&mut rows.iter().map(|row| row.policy.row().name.to_owned())) + pen.px(SAMPLE + 10.0);
    let values = widest(&mut rows.iter().map(|row| write(row.all.mean_sojourn))) + pen.px(10.0);
    let right = whole.right - if whole.width() > pen.px(300.0) { values } else { pen.px(6.0) };
    let frame = Frame { left: (whole.left + names).min(right - pen.px(40.0)), right, bottom: whole.bottom - pen.px(BELOW), ..whole };
    let panel = Panel { frame, x, y: Scale::linear(0.0, rows.len() as f64) };
    let height = frame.height() / rows.len().max(1) as f64;
    let least = rows.iter().map(mean).filter(|x| x.is_finite()).fold(f64::INFINITY, f64::min);
    let ticks = x.ticks(((frame.width() / pen.px(56.0)) as usize).clamp(2, 5));
    panel.grid(&pen, &ticks, &[])?;
    for (i, row) in rows.iter().enumerate() {
        let y = frame.top + height * (i as f64 + 0.5);
        if mean(row) == least {
            let air = (height / 2.0).min(pen.px(13.0));
            pen.rect(Frame { left: whole.left, right: whole.right, top: y - air, bottom: y + air }, theme.ground.mix(theme.ink, 0.07))?;
        }
    }
    if least.is_finite() {
        let at = panel.across(least);
        pen.dashed(&[(at, frame.top), (at, frame.bottom)], &[4.0, 3.0], theme.muted, 1.0)?;
    }
    for (i, row) in rows.iter().enumerate() {
        let y = frame.top + height * (i as f64 + 0.5);
        one(&pen, &panel, whole, y, row)?;
        if right < whole.right - pen.px(10.0) {
            pen.text(&write(mean(row)), (whole.right - pen.px(2.0), y), SIZE, Side::End, theme.ink)?;
        }
    }
    let intervals = rows.iter().any(|row| row.all.mean_sojourn_ci95.is_some());
    let theory = rows.iter().any(|row| row.theory_mean_sojourn.is_some());
    let key = match (intervals, theory) {
        (true, true) => "; bar: 95 % interval, ring: theory",
        (true, false) => "; bar: 95 % interval",
        (false, true) => "; ring: theory",
        (false, false) => "",
    };
    let titles = ["mean sojourn time, log scale", "mean, log scale"].map(|title| format!("{title}{key}"));
    let title = titles.iter().find(|title| pen.width(title, SMALL) <= whole.width()).map_or("mean, log", String::as_str);
    panel.below(&pen, &ticks, "", whole.bottom)?;
    pen.text(title, (f64::midpoint(whole.left, whole.right), whole.bottom - pen.px(7.0)), SMALL, Side::Middle, theme.muted)
}

fn mean(row: &PolicyReport) -> f64 {
    row.all.mean_sojourn
}

/// Name, interval, theory and mean of one policy.
fn one<DB: DrawingBackend>(pen: &Pen<'_, DB>, panel: &Panel, whole: Frame, y: f64, row: &PolicyReport) -> Result<(), ChartError> {
    let (name, look) = (row.policy.row().name, look_of(&row.policy));
    let colour = pen.theme.line(look.hue);
    pen.dashed(&[(whole.left + pen.px(2.0), y), (whole.left + pen.px(SAMPLE), y)], pattern(look.dash), colour, WIDTH)?;
    pen.text(name, (whole.left + pen.px(SAMPLE + 6.0), y), SIZE, Side::Start, pen.theme.text(look.hue))?;
    let mean = mean(row);
    if !mean.is_finite() {
        return Ok(());
    }
    let at = panel.across(mean);
    if let Some(half) = row.all.mean_sojourn_ci95.filter(|half| half.is_finite()) {
        let ends = [mean - half, mean + half].map(|end| panel.across(end.max(panel.x.from)));
        pen.level(ends[0], ends[1], y, colour.mix(pen.theme.ground, 0.5), 6.0)?;
        for end in ends {
            pen.upright(end, y - pen.px(6.0), y + pen.px(6.0), colour, 1.5)?;
        }
    }
    if let Some(expected) = row.theory_mean_sojourn {
        pen.ring((panel.across(expected), y), RING + 2.5, pen.theme.ink, 1.5)?;
    }
    marker::draw(pen, (at, y), look)
}

/// All means with their intervals and what theory expects.
fn span(rows: &[PolicyReport]) -> Option<Scale> {
    let ends = |row: &PolicyReport| {
        let half = row.all.mean_sojourn_ci95.unwrap_or(0.0);
        // A wide interval would press everything else into a corner.
        [(mean(row) - half).max(mean(row) / 3.0), (mean(row) + half).min(mean(row) * 3.0)]
    };
    let all = rows.iter().flat_map(ends).chain(rows.iter().filter_map(|row| row.theory_mean_sojourn)).filter(|x| x.is_finite() && *x > 0.0);
    let (least, most) = all.fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
    let air = libm::pow((most / least).clamp(1.5, 1e300), 0.06);
    (most > 0.0).then(|| Scale::logarithmic(least / air, most * air))
}
