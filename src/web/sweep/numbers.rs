//! The numbers behind the picture: as a table, as files, and in a few sentences.

use crate::web::markup::{self, markup};
use schedscope::csv::Csv;
use schedscope_core::experiment::sweep::{CellResult, ResultTable, Values, axis_text};
use schedscope_core::pictures::SweepQuantity;
use schedscope_state::format;
use schedscope_state::sweep::{Ahead, Findings};
use yew::prelude::*;

/// One row a cell, one column a policy, each with its interval.
pub fn table(findings: &Findings, shown: &SweepQuantity) -> Html {
    let names = findings.names();
    let cell = |result: &CellResult, policy: usize| {
        let get = |column: &str| findings.value(result, policy, column);
        let value = get(shown.column);
        let interval = value.and_then(|value| shown.interval(value, &get));
        markup! {
            td data-value=[value] {
                (value.map_or_else(|| "–".to_owned(), format::short))
                @if let Some((low, high)) = interval { span.muted { " (" (format::short(low)) " to " (format::short(high)) ")" } }
                @if findings.is_short(result, shown) { span.muted { ", runs too short" } }
            }
        }
    };
    let replications = findings.sweep.scenario.replications;
    markup::shown(markup! {
        table id="sweep-table" {
            caption.small.muted { "In brackets: 95 % intervals over " (replications) " replications" }
            thead {
                tr {
                    @for name in findings.sweep.names() { th scope="col" { (name) } }
                    @for name in &names { th scope="col" { (name) } }
                }
            }
            tbody {
                @for result in findings.known() {
                    tr data-cell=(result.cell) {
                        @for value in findings.sweep.point(result.cell) { th scope="row" { (axis_text(value)) } }
                        @for policy in 0..names.len() { (cell(result, policy)) }
                    }
                }
            }
        }
    })
}

/// The rows of a table as texts; nothing where there is no value.
fn rows(table: &ResultTable) -> impl Iterator<Item = Vec<Option<String>>> {
    (0..table.rows).map(|row| table.columns.iter().map(|(_, values)| values.text(row)).collect())
}

/// The command line's `results.csv`, of the cells that are there.
pub fn csv(findings: &Findings) -> String {
    let table = ResultTable::new(&findings.sweep, findings.known());
    let mut csv = Csv::new(table.columns.iter().map(|(title, _)| title));
    rows(&table).for_each(|row| csv.line(row.into_iter().map(Option::unwrap_or_default)));
    csv.text()
}

/// The same as a list of objects.
pub fn json(findings: &Findings) -> String {
    let table = ResultTable::new(&findings.sweep, findings.known());
    let value = |((title, values), text): (&(String, Values), Option<String>)| match (values, text) {
        (_, None) => format!("\"{title}\": null"),
        (Values::Text(_), Some(text)) => format!("\"{title}\": \"{text}\""),
        (_, Some(text)) => format!("\"{title}\": {text}"),
    };
    let object = |row: Vec<Option<String>>| format!("  {{ {} }}", table.columns.iter().zip(row).map(value).collect::<Vec<_>>().join(", "));
    format!("[\n{}\n]\n", rows(&table).map(object).collect::<Vec<_>>().join(",\n"))
}

/// For each policy the least and the most, and where.
pub fn sentences(findings: &Findings, shown: &SweepQuantity) -> Vec<String> {
    let yardstick = findings.yardstick(shown);
    let place = |cell: u64| {
        let pairs = findings.sweep.names().zip(findings.sweep.point(cell));
        pairs
            .map(|(name, value)| format!("{} {}", name.rsplit('.').next().unwrap_or(name), axis_text(value)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let sentence = |(policy, name): (usize, String)| {
        let compared = findings.seen().filter(|result| !findings.is_short(result, shown));
        let values: Vec<(u64, f64)> =
            compared.filter_map(|result| Some((result.cell, findings.value(result, policy, shown.column)?))).collect();
        let least = values.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let most = values.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        // Many cells are many tests: how often a value is below 1 is one thing, how often its interval is, too, another.
        let Ahead { cells, below, beyond } = findings.ahead(policy, shown);
        let count = yardstick
            .filter(|_| below > 0)
            .map(|_| format!("; below 1 in {below} of {cells} cells, clearly in {beyond}"))
            .unwrap_or_default();
        if least.1 == most.1 && values.len() as u64 == findings.sweep.cells() {
            return Some(format!("{name}: {} everywhere{count}.", format::short(least.1)));
        }
        if values.len() == 1 {
            return Some(format!("{name}: {} (at {}){count}.", format::short(least.1), place(least.0)));
        }
        Some(format!(
            "{name}: {} (at {}) to {} (at {}){count}.",
            format::short(least.1),
            place(least.0),
            format::short(most.1),
            place(most.0)
        ))
    };
    findings.names().into_iter().enumerate().filter(|(policy, _)| Some(*policy) != yardstick).filter_map(sentence).collect()
}
