//! The numbers of a report, one row a policy, the best of each column marked.

use crate::chart::Mode;
use crate::experiment::{PolicyReport, Report};
use crate::page::format;
use crate::plot::look_of;
use crate::web::kept::kept;
use crate::web::markup::{markup, shown};
use crate::web::policies::stroke;
use crate::web::table::cell;
use std::rc::Rc;
use yew::prelude::*;

/// A column of the table.
struct Column {
    /// Its name in the command line's CSV.
    name: &'static str,
    title: &'static str,
    hint: &'static str,
    value: fn(&PolicyReport) -> Option<f64>,
    show: fn(f64) -> String,
    /// Whether the least value is the best.
    ranked: bool,
}

const MEAN: Column = Column {
    name: "mean_sojourn",
    title: "MST",
    hint: "Mean sojourn time: how long a job takes from arrival to completion, on average",
    value: |row| Some(row.all.mean_sojourn),
    show: |x| format::digits(x, 4),
    ranked: true,
};

const INTERVAL: Column = Column {
    name: "mean_sojourn_ci95",
    title: "±\u{a0}95\u{a0}%",
    hint: "Half-width of the 95 % confidence interval over replications",
    value: |row| row.all.mean_sojourn_ci95,
    show: format::short,
    ranked: false,
};

const OTHERS: [Column; 7] = [
    Column {
        name: "ratio_srpt",
        title: "÷\u{a0}SRPT",
        hint: "MST ÷ that of SRPT on the same jobs: 1 is the best mean there is with exact sizes",
        value: |row| row.all.ratio_srpt,
        show: format::short,
        ranked: false,
    },
    Column {
        name: "ratio_ps",
        title: "÷\u{a0}PS",
        hint: "MST ÷ that of PS on the same jobs: below 1, knowing sizes pays",
        value: |row| row.all.ratio_ps,
        show: format::short,
        ranked: false,
    },
    Column {
        name: "median_sojourn",
        title: "Median sojourn",
        hint: "Half of the jobs take at most this long",
        value: |row| Some(row.all.median_sojourn),
        show: format::short,
        ranked: true,
    },
    Column {
        name: "p99_sojourn",
        title: "p99 sojourn",
        hint: "99 of 100 jobs take at most this long",
        value: |row| Some(row.all.p99_sojourn),
        show: format::short,
        ranked: true,
    },
    Column {
        name: "median_slowdown",
        title: "Median slowdown",
        hint: "Half of the jobs take at most this many times as long as alone",
        value: |row| Some(row.all.median_slowdown),
        show: format::short,
        ranked: true,
    },
    Column {
        name: "p99_slowdown",
        title: "p99 slowdown",
        hint: "99 of 100 jobs take at most this many times as long as alone",
        value: |row| Some(row.all.p99_slowdown),
        show: format::short,
        ranked: true,
    },
    Column {
        name: "share_slowdown_above_100",
        title: "Slowdown > 100",
        hint: "Share of jobs that take more than a hundred times as long as alone",
        value: |row| Some(row.all.share_slowdown_above_100),
        show: format::percent,
        ranked: true,
    },
];

/// The numbers of a report as CSV, under the command line's names.
pub fn csv(report: &Report) -> String {
    let columns = || [&MEAN, &INTERVAL].into_iter().chain(&OTHERS);
    let titles: Vec<&str> = columns().map(|column| column.name).collect();
    let number = |x: Option<f64>| x.filter(|x| x.is_finite()).map(|x| x.to_string()).unwrap_or_default();
    let row = |row: &PolicyReport| {
        let cells: Vec<String> = columns().map(|column| number((column.value)(row))).collect();
        format!("{},{},{},{},{}\n", row.policy, row.all.jobs, row.all.replications, cells.join(","), number(row.theory_mean_sojourn))
    };
    let rows: String = report.policies.iter().map(row).collect();
    format!("policy,jobs,replications,{},theory_mean_sojourn\n{rows}", titles.join(","))
}

/// The table.
pub fn table(report: &Rc<Report>, mode: Mode) -> Html {
    let report = report.clone();
    kept((Rc::as_ptr(&report), mode), move || rows(&report, mode))
}

fn rows(report: &Report, mode: Mode) -> Html {
    let interval = (report.scenario.replications > 1).then_some(&INTERVAL);
    let columns: Vec<&Column> = std::iter::once(&MEAN).chain(interval).chain(&OTHERS).collect();
    let best = |column: &Column| {
        let values = || report.policies.iter().filter_map(column.value);
        let least = values().filter(|_| column.ranked).min_by(f64::total_cmp)?;
        // What most policies reach distinguishes none.
        (2 * values().filter(|value| *value == least).count() <= report.policies.len()).then_some(least)
    };
    let columns: Vec<(&Column, Option<f64>)> = columns.into_iter().map(|column| (column, best(column))).collect();
    let known = report.policies.iter().any(|row| row.theory_mean_sojourn.is_some());
    shown(markup! {
        div.table-space role="region" aria-label="Results by policy" tabindex="0" {
            table id="results-table" {
                thead {
                    tr {
                        th scope="col" { "Policy" }
                        @for (column, _) in &columns {
                            th scope="col" title=(column.hint) { span.hinted { (column.title) } }
                        }
                        @if known {
                            th scope="col" title="Mean sojourn time of an endless run, where a formula is known" { span.hinted { "MST in theory" } }
                        }
                    }
                }
                tbody {
                    @for row in &report.policies {
                        @let about = row.policy.row();
                        tr data-policy=(about.key) {
                            th scope="row" title=(about.line) { (stroke(look_of(&row.policy), mode)) span { (about.name) } }
                            @for (column, best) in &columns {
                                @let value = (column.value)(row);
                                (cell(column.name, value, value.is_some() && value == *best, column.show))
                            }
                            @if known {
                                td data-column="theory" { (row.theory_mean_sojourn.map_or_else(|| "–".to_owned(), |mean| format::digits(mean, 4))) }
                            }
                        }
                    }
                }
            }
        }
    })
}
