//! The distribution of completion times of the jobs of one class, one line a policy.

use super::DatacenterRuns;
use crate::chart::curves::{self, Curve};
use crate::chart::layout::say;
use crate::chart::legend;
use crate::chart::pen::Pen;
use crate::chart::{ChartError, Theme};
use crate::experiment::Report;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// Draws the distributions of a class.
///
/// # Errors
/// If the backend fails.
pub fn completion_times<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    report: &Report,
    runs: &DatacenterRuns,
    class: u8,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let lines: Vec<Curve<'_>> = report
        .policies
        .iter()
        .zip(&runs.runs)
        .filter_map(|(row, run)| {
            let of = row.classes.iter().find(|of| of.class == class)?;
            Some((legend::Entry::line(row.policy.row().name, run.look), &of.figures.sojourn_ecdf))
        })
        .collect();
    match curves::span(lines.iter().map(|(_, ecdf)| *ecdf)) {
        Some(x) => curves::draw(&pen, &lines, x, ["completion time (s), log scale", "completion (s), log"]),
        None => say(&pen, "no jobs of this class"),
    }
}
