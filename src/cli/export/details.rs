use super::table::{new_table, percent, significant};
use comfy_table::{CellAlignment, Table};
use schedscope::world::{ColumnKind, Unit};
use schedscope_core::experiment::{Column, Report};
use std::io::{self, Write};

/// Writes every figure, for people: a column a policy; then what the world says of its policies together.
pub fn write_details(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let policies: Vec<String> = report.policies.iter().map(|row| row.policy.to_string()).collect();
    let titles: Vec<&str> = std::iter::once("figure").chain(policies.iter().map(String::as_str)).collect();
    let mut figures = new_table(&titles);
    for column in Column::all(report.scenario.kind()) {
        let values: Vec<Option<f64>> = report.policies.iter().map(|row| column.of_policy(row)).collect();
        let counted = column.kind == ColumnKind::Whole;
        if values.iter().any(|value| value.is_some_and(|value| !counted || value != 0.0)) {
            let cells = values.into_iter().map(|value| value.map_or_else(|| "–".to_owned(), |value| words(column, value)));
            figures.add_row(std::iter::once(column.title.clone()).chain(cells));
        }
    }
    show(figures, out)?;
    let Some(first) = report.policies.first() else { return Ok(()) };
    for mut rows in report.together.tables(first.policy.written()).into_iter().map(Vec::into_iter) {
        let titles = rows.next().unwrap_or_default();
        let mut table = new_table(&titles.iter().map(String::as_str).collect::<Vec<_>>());
        rows.for_each(|row| {
            table.add_row(row);
        });
        show(table, out)?;
    }
    writeln!(out, "\nCounts are totals over all replications. docs/schema.md explains each figure.")
}

/// A value with its unit.
fn words(column: &Column, value: f64) -> String {
    match (column.kind, column.unit) {
        (ColumnKind::Truth | ColumnKind::Whole, _) => column.write(value),
        (ColumnKind::Real, Unit::Fraction) => percent(value),
        (ColumnKind::Real, Unit::Seconds) => format!("{} s", significant(value, 4)),
        (ColumnKind::Real, _) => significant(value, 4),
    }
}

/// All columns but the first to the right.
fn show(mut table: Table, out: &mut dyn Write) -> io::Result<()> {
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    writeln!(out, "\n{}", table.trim_fmt())
}
