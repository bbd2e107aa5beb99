//! The numbers of a report, one row a policy, the best of each column marked.

use super::markup::{Markup, markup, shown};
use super::policies::stroke;
use schedscope_chart::Mode;
use schedscope_core::experiment::{PolicyReport, Report};
use schedscope_core::pictures::Quantity;
use schedscope_core::plot::Look;
use schedscope_state::stage::least;
use yew::prelude::*;

/// What a column says of a policy.
pub type Value = Box<dyn Fn(&PolicyReport) -> Option<f64>>;

/// A column of the table.
pub struct Column {
    /// Its name in the command line's report.
    pub name: String,
    /// Its head.
    pub title: String,
    /// What it is.
    pub hint: &'static str,
    /// What it says of a policy.
    pub value: Value,
    /// How that is written.
    pub show: fn(f64) -> String,
    /// Whether the least value is the best.
    pub ranked: bool,
}

/// The table. `subjects` are the names and looks of the report's policies.
pub fn table<'a>(
    id: &'static str,
    report: &Report,
    subjects: impl Iterator<Item = (&'a str, Look)>,
    columns: &[Column],
    mode: Mode,
) -> Html {
    let bests: Vec<Option<f64>> = columns.iter().map(|column| least(&report.policies, &column.value).filter(|_| column.ranked)).collect();
    let cells = |row: &PolicyReport| {
        let cells = columns.iter().zip(&bests).map(|(column, best)| {
            let value = (column.value)(row);
            cell(&column.name, value, value.is_some() && value == *best, column.show)
        });
        cells.collect::<Vec<_>>()
    };
    shown(markup! {
        div.scroll role="region" aria-label="Results by policy" tabindex="0" {
            table.by-policy id=(id) {
                thead {
                    tr {
                        th scope="col" { "Policy" }
                        @for column in columns {
                            th scope="col" title=(column.hint) { span.hinted { (column.title) } }
                        }
                    }
                }
                tbody {
                    @for (row, (name, look)) in report.policies.iter().zip(subjects) {
                        tr data-policy=(row.policy.written()) {
                            th scope="row" title=(row.policy.row().line) { (stroke(look, mode)) span { (name) } }
                            @for cell in cells(row) { (cell) }
                        }
                    }
                }
            }
        }
    })
}

/// Fractions of the jobs whose values a distribution's table has.
pub const FRACTIONS: [f64; 9] = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999];

/// What these fractions of the jobs, or of those of a class, take at most under each policy.
pub fn quantiles(report: &Report, quantity: Quantity, class: Option<u8>) -> Vec<(String, Vec<f64>)> {
    let values = |p: f64| report.policies.iter().map(|row| quantity.at(row, class, p)).collect();
    FRACTIONS.iter().map(|p| (format!("{:.4} %", 100.0 * p).replace(".0000", "").replace("00 %", " %"), values(*p))).collect()
}

/// What a column says of a policy, and whether that is the best.
pub fn cell(column: &str, value: Option<f64>, best: bool, show: fn(f64) -> String) -> Markup {
    markup! {
        td.best[best] data-column=(column) data-value=[value] title=[best.then_some("The least of this column")] {
            (value.map_or_else(|| "–".to_owned(), show))
        }
    }
}
