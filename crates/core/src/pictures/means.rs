//! Mean sojourn times, one row a policy, with their intervals and what theory expects.

use super::{looks, names};
use crate::experiment::{Column, PolicyReport, Report};
use crate::plot::{Axis, Estimate, Estimates, Look, Picture};
use schedscope::registry::Choice;

/// The means of a report; `write` writes a mean.
pub fn means(report: &Report, write: &dyn Fn(f64) -> String) -> Picture {
    let theory = Column::find(report.scenario.kind(), "theory_mean_sojourn");
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let row = |((row, name), look): ((&PolicyReport, String), Look)| {
        let figures = row.figures()?;
        let mean = figures.mean_sojourn;
        Some(Estimate {
            name,
            style: look.into(),
            value: mean,
            words: write(mean),
            range: figures.mean_sojourn_ci95.filter(|half| half.is_finite()).map(|half| (mean - half, mean + half)),
            theory: theory.and_then(|theory| theory.of_policy(row)),
        })
    };
    let rows: Vec<Estimate> = report.policies.iter().zip(names(&policies)).zip(looks(&policies)).filter_map(row).collect();
    let axis = Axis::logarithmic("mean sojourn time").briefly("mean");
    match span(&rows, bound(report)) {
        Some((from, to)) => Picture::single("", Estimates { x: axis.within(from, to), bound: bound(report), equal: None, rows }),
        None => Picture::note("no jobs to show"),
    }
}

/// The least mean sojourn time that any policy without sight of sizes can have, where it is known.
pub fn bound(report: &Report) -> Option<f64> {
    let column = Column::find(report.scenario.kind(), "bound_mean_sojourn")?;
    report.policies.iter().find_map(|row| column.of_policy(row))
}

/// All means with their intervals, what theory expects and the bound; none without means.
fn span(rows: &[Estimate], bound: Option<f64>) -> Option<(f64, f64)> {
    let ends = |row: &Estimate| {
        let (low, high) = row.range.unwrap_or((row.value, row.value));
        // A wide interval would press everything else into a corner.
        [low.max(row.value / 3.0), high.min(row.value * 3.0)]
    };
    let all = rows.iter().flat_map(ends).chain(rows.iter().filter_map(|row| row.theory)).chain(bound).filter(|x| x.is_finite() && *x > 0.0);
    let (least, most) = all.fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
    let air = libm::pow((most / least).clamp(1.5, 1e300), 0.06);
    (most > 0.0).then(|| (least / air, most * air))
}
