//! The columns of the table of results.

use crate::web::table::{self, Column};
use schedscope_chart::Mode;
use schedscope_core::experiment::{Figures, PolicyReport, Report};
use schedscope_core::pictures::datacenter::{DatacenterRun, DatacenterRuns};
use schedscope_state::format;
use yew::prelude::*;

fn of_class(class: u8, name: &str, title: &str, hint: &'static str, value: fn(&Figures) -> f64) -> Column {
    Column {
        name: format!("{name}_{}", if class == 0 { "short" } else { "long" }),
        title: title.to_owned(),
        hint,
        value: Box::new(move |row: &PolicyReport| row.class(class).map(value)),
        show: |x| format::digits(x, 4),
        ranked: true,
    }
}

/// The table.
pub fn table(report: &Report, runs: &DatacenterRuns, mode: Mode) -> Html {
    let mut columns = vec![
        of_class(0, "p50", "Short p50 (s)", "Half of the short jobs take at most this long, from submission to completion", |f| {
            f.median_sojourn
        }),
        of_class(0, "p90", "Short p90 (s)", "90 % of the short jobs take at most this long", |f| f.p90_sojourn),
        of_class(0, "p99", "Short p99 (s)", "99 % of the short jobs take at most this long", |f| f.p99_sojourn),
        of_class(1, "p50", "Long p50 (s)", "Half of the long jobs take at most this long", |f| f.median_sojourn),
        of_class(1, "p90", "Long p90 (s)", "90 % of the long jobs take at most this long", |f| f.p90_sojourn),
        of_class(1, "p99", "Long p99 (s)", "99 % of the long jobs take at most this long", |f| f.p99_sojourn),
    ];
    columns.push(Column {
        name: "mean_sojourn".to_owned(),
        title: "Mean (s)".to_owned(),
        hint: "Mean completion time (sojourn time) of all jobs",
        value: Box::new(PolicyReport::mean_sojourn),
        show: |x| format::digits(x, 4),
        ranked: true,
    });
    columns.push(Column {
        name: "median_slowdown".to_owned(),
        title: "Median slowdown".to_owned(),
        hint: "Half of the jobs take at most this many times as long as alone in the datacenter",
        value: Box::new(|row| row.figures().map(|figures| figures.median_slowdown)),
        show: format::short,
        ranked: true,
    });
    let subjects = runs.runs.iter().map(|run: &DatacenterRun| (run.name.as_str(), run.look));
    table::table("datacenter-table", report, subjects, &columns, mode)
}
