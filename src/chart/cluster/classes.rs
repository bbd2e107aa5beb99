//! The distribution of sojourn times under one policy, one line a size class.

use super::{class_look, class_name, say};
use crate::chart::curves::{self, Curve};
use crate::chart::legend;
use crate::chart::pen::Pen;
use crate::chart::{ChartError, Theme};
use crate::experiment::{PolicyReport, Report};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// Draws the distributions of the policy at this position of a report, on the scale that holds all policies.
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
    let x = curves::span(report.policies.iter().map(|row| &row.all.sojourn_ecdf));
    let (Some(row), Some(x)) = (report.policies.get(which), x) else { return say(&pen, "no jobs to show") };
    curves::draw(&pen, &of_classes(row), x, ["sojourn time (s), log scale", "sojourn (s), log"])
}

/// The curve of each class; where there are none, of all jobs.
fn of_classes(row: &PolicyReport) -> Vec<Curve<'_>> {
    let entry = |class: u8| legend::Entry::line(class_name(class), class_look(class));
    if row.classes.is_empty() {
        return vec![(entry(0), &row.all.sojourn_ecdf)];
    }
    row.classes.iter().map(|class| (entry(class.class), &class.figures.sojourn_ecdf)).collect()
}
