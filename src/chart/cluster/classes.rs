//! The distribution of sojourn times under one policy, one line a size class.

use super::{Layout, class_look, class_name, say};
use crate::chart::dash::pattern;
use crate::chart::ecdf::stairs;
use crate::chart::panel::Panel;
use crate::chart::pen::{Frame, Pen, SMALL};
use crate::chart::ticks::{Label, Scale, Tick};
use crate::chart::{ChartError, Theme, legend, marker};
use crate::experiment::{PolicyReport, Report};
use crate::metrics::Ecdf;
use crate::registry::Dash;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// Draws the distributions of the policy at this position of a report.
///
/// # Errors
/// If the backend fails.
pub fn class_ecdfs<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    report: &Report,
    which: usize,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let (Some(row), Some(x)) = (report.policies.get(which), span(report)) else { return say(&pen, "no jobs to show") };
    let curves = curves(row);
    let layout = Layout::new(&pen);
    let entries: Vec<legend::Entry<'_>> =
        curves.iter().map(|(class, _)| legend::Entry::line(class_name(*class), class_look(*class))).collect();
    let (a_row, height) = legend::rows(&pen, &entries, layout.inner.width());
    let named = layout.roomy && height <= layout.inner.height() * 0.35;
    let head = if named { height + pen.px(6.0) } else { 0.0 };
    if named {
        legend::draw(&pen, &entries, layout.inner, a_row)?;
    }
    let panel = Panel { frame: Frame { top: layout.inner.top + head, ..layout.inner }, x, y: Scale::linear(0.0, 1.0) };
    let across = layout.across(&pen, x);
    let up = [(0.0, "0"), (0.5, "0.5"), (1.0, "1")].map(|(value, label)| Tick { value, label: Label::Plain(label.to_owned()) });
    panel.grid(&pen, &across, &up)?;
    if layout.roomy {
        panel.beside(&pen, &up, ["fraction of jobs", "jobs"], layout.whole.left)?;
    }
    let title = ["sojourn time (s), log scale", "sojourn (s), log"];
    let title = title.into_iter().find(|title| pen.width(title, SMALL) <= panel.frame.width()).unwrap_or(title[1]);
    panel.below(&pen, &across, title, layout.until())?;
    for broken in [false, true] {
        for (i, (class, ecdf)) in curves.iter().enumerate() {
            let look = class_look(*class);
            if (look.dash != Dash::Solid) != broken {
                continue;
            }
            let line = stairs(&panel, ecdf, &|p| p, pen.px(0.4));
            pen.dashed(&line, pattern(look.dash), theme.line(look.hue), if layout.roomy { legend::WIDTH } else { 1.0 })?;
            for place in marker::places(&line, i, curves.len(), pen.scale).into_iter().filter(|_| layout.roomy) {
                marker::draw(&pen, place, look.hue, theme.line(look.hue))?;
            }
        }
    }
    Ok(())
}

/// The curve of each class; where there are none, of all jobs.
fn curves(row: &PolicyReport) -> Vec<(u8, &Ecdf)> {
    if row.classes.is_empty() {
        return vec![(0, &row.all.sojourn_ecdf)];
    }
    row.classes.iter().map(|class| (class.class, &class.figures.sojourn_ecdf)).collect()
}

/// The scale that holds all policies.
fn span(report: &Report) -> Option<Scale> {
    let values = || report.policies.iter().flat_map(|row| &row.all.sojourn_ecdf.steps).map(|(x, _)| *x);
    let usable = || values().filter(|x| x.is_finite() && *x > 0.0);
    let (least, most) = (usable().fold(f64::INFINITY, f64::min), usable().fold(0.0, f64::max));
    (most > 0.0).then(|| Scale::logarithmic(least / 1.15, most * 1.1))
}
