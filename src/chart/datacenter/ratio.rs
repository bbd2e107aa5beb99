//! One policy against another: its completion time ÷ the other's, at three percentiles of short and of long jobs.

use super::activity_look;
use crate::chart::layout::{Layout, say};
use crate::chart::panel::Panel;
use crate::chart::pen::{Frame, Pen, SMALL, Side};
use crate::chart::ticks::Scale;
use crate::chart::{ChartError, Theme, marker};
use crate::experiment::{Figures, PolicyReport, Report};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::datacenter::Activity;

/// A percentile: its name and its value.
type Percentile = (&'static str, fn(&Figures) -> f64);

/// The percentiles that are compared.
const PERCENTILES: [Percentile; 3] =
    [("p50", |figures| figures.median_sojourn), ("p90", |figures| figures.p90_sojourn), ("p99", |figures| figures.p99_sojourn)];

/// Room behind the last ratio, as a part of that of one: there the reference line has its name.
const END: f64 = 0.8;

/// A ratio: its class, its percentile, its value.
type Ratio = (Activity, &'static str, f64);

fn ratios(row: &PolicyReport, to: &PolicyReport) -> Vec<Ratio> {
    let of = |class: u8, row: &PolicyReport| row.classes.iter().position(|of| of.class == class);
    let mut ratios = vec![];
    for (class, activity) in [(0, Activity::Short), (1, Activity::Long)] {
        let (Some(a), Some(b)) = (of(class, row), of(class, to)) else { continue };
        for (name, value) in PERCENTILES {
            let ratio = value(&row.classes[a].figures) / value(&to.classes[b].figures);
            ratios.extend((ratio.is_finite() && ratio > 0.0).then_some((activity, name, ratio)));
        }
    }
    ratios
}

/// Draws the ratios of the second policy of a report to the first.
///
/// # Errors
/// If the backend fails.
pub fn percentile_ratios<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    report: &Report,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let [first, second, ..] = &report.policies[..] else { return say(&pen, "it takes two policies") };
    let ratios = ratios(second, first);
    if ratios.is_empty() {
        return say(&pen, "no jobs to compare");
    }
    let layout = Layout::new(&pen);
    let (least, most) = ratios.iter().fold((1.0_f64, 1.0_f64), |(least, most), (.., ratio)| (least.min(*ratio), most.max(*ratio)));
    let frame = Frame { top: layout.inner.top + pen.px(4.0), ..layout.inner };
    // Room for the numbers beyond the ends.
    let air = libm::pow((most / least).max(1.5), 0.16).max(1.15);
    let panel = Panel {
        frame,
        x: Scale::linear(0.0, ratios.len() as f64 + if layout.roomy { END } else { 0.0 }),
        y: Scale::logarithmic(least / air, most * air),
    };
    let up = layout.up(&pen, panel.y);
    panel.grid(&pen, &[], &up)?;
    if layout.roomy {
        panel.beside(&pen, &up, ["ratio, log scale", "ratio, log"], layout.whole.left)?;
    }
    let level = panel.up(1.0);
    pen.level(frame.left, frame.right, level, theme.ink, 1.5)?;
    for (position, (activity, name, ratio)) in ratios.iter().enumerate() {
        let look = activity_look(*activity);
        let (x, y) = panel.point(position as f64 + 0.5, *ratio);
        pen.upright(x, y.min(level), y.max(level), theme.line(look.hue), 3.0)?;
        marker::draw(&pen, (x, y), look)?;
        let beyond = if *ratio < 1.0 { y + pen.px(13.0) } else { y - pen.px(13.0) };
        pen.text(&number(*ratio), (x, beyond), SMALL, Side::Middle, theme.text(look.hue))?;
        if layout.roomy {
            pen.text(name, (x, frame.bottom + pen.px(11.0)), SMALL, Side::Middle, theme.muted)?;
        }
    }
    if !layout.roomy {
        return Ok(());
    }
    let mut from = 0;
    for (activity, word) in [(Activity::Short, "short jobs"), (Activity::Long, "long jobs")] {
        let count = ratios.iter().filter(|(of, ..)| *of == activity).count();
        let middle = panel.across(from as f64 + count as f64 / 2.0);
        if count > 0 {
            pen.text(word, (middle, frame.bottom + pen.px(27.0)), SMALL, Side::Middle, theme.text(activity_look(activity).hue))?;
        }
        from += count;
        if count > 0 && from < ratios.len() {
            pen.upright(panel.across(from as f64), frame.top, frame.bottom, theme.axis, 1.0)?;
        }
    }
    pen.text("equal", (frame.right, level - pen.px(8.0)), SMALL - 1.0, Side::End, theme.muted)
}

/// Two or three significant digits.
fn number(ratio: f64) -> String {
    match ratio {
        r if r < 0.1 => format!("{r:.3}"),
        r if r < 10.0 => format!("{r:.2}"),
        r => format!("{r:.0}"),
    }
}
