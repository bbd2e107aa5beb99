use super::{CellResult, Sweep, SweepRow, axis_number, axis_text};
use crate::experiment::Column;
use schedscope::csv::{self, Csv};
use schedscope::sim::number;
use schedscope::world::ColumnKind;
use serde::{Deserialize, Serialize};
use toml::Value;

/// Reads what [`ResultTable`] has written as comma-separated values: all cells of a sweep; nothing if the text is of another one.
pub fn read_results(sweep: &Sweep, text: &str) -> Option<Vec<CellResult>> {
    let lines = csv::lines(text)?;
    let (titles, lines) = lines.split_first()?;
    let columns = Column::all(sweep.scenario.kind());
    let own = titles.len().checked_sub(columns.len())?;
    let classed = titles[..own].last().is_some_and(|title| title == "class");
    let before: Vec<&str> = sweep.names().chain(["policy"]).chain(classed.then_some("class")).collect();
    if !titles.iter().map(String::as_str).eq(before.iter().copied().chain(columns.iter().map(|column| column.title.as_str()))) {
        return None;
    }
    let axes = sweep.names().count();
    let mut results: Vec<CellResult> = (0..sweep.cells()).map(|cell| CellResult { cell, rows: vec![] }).collect();
    let mut cell = 0;
    for line in lines {
        let here = |cell: u64| sweep.point(cell).iter().map(|value| axis_text(value)).eq(line[..axes].iter().cloned());
        if line.len() != titles.len() {
            return None;
        }
        cell = (cell..sweep.cells()).find(|cell| here(*cell))?;
        let value = |(column, text): (&Column, &String)| match (column.kind, text.as_str()) {
            (_, "") => Some(None),
            (ColumnKind::Truth, text) => Some(Some(f64::from(u8::from(text.parse::<bool>().ok()?)))),
            (_, text) => Some(Some(number(text)?)),
        };
        let values = columns.iter().zip(&line[own..]).map(value).collect::<Option<_>>()?;
        let class = classed.then(|| line[axes + 1].clone());
        results[cell as usize].rows.push(SweepRow { policy: line[axes].clone(), class, values });
    }
    results.iter().all(|result| result.belongs(sweep)).then_some(results)
}

/// All results in grid order, by column: what varies, `policy`, in worlds with classes `class`, and the figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultTable {
    /// Titles and values.
    pub columns: Vec<(String, Values)>,
    /// Number of rows.
    pub rows: usize,
}

/// The values of a column; those that do not exist are absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Values {
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Numbers.
    Real(Vec<Option<f64>>),
    /// True or false.
    Truth(Vec<Option<bool>>),
    /// Words.
    Text(Vec<Option<String>>),
}

impl Values {
    /// A value as text; nothing where there is none.
    pub fn text(&self, row: usize) -> Option<String> {
        match self {
            Self::Whole(values) => values[row].map(|x| x.to_string()),
            Self::Real(values) => values[row].map(|x| x.to_string()),
            Self::Truth(values) => values[row].map(|x| x.to_string()),
            Self::Text(values) => values[row].clone(),
        }
    }
}

impl ResultTable {
    /// Lays out results, which are in grid order.
    pub fn new<'a>(sweep: &Sweep, results: impl Iterator<Item = &'a CellResult> + Clone) -> Self {
        let rows = || results.clone().flat_map(|result| result.rows.iter().map(|row| (result.cell, row)));
        let mut columns = vec![];
        for (i, name) in sweep.names().enumerate() {
            let of_axis: Vec<&Value> = sweep.dimensions.iter().flat_map(|dimension| column(dimension, name)).collect();
            let values = rows().map(|(cell, _)| sweep.point(cell)[i]);
            columns.push((name.to_owned(), axis(&of_axis, values)));
        }
        columns.push(("policy".to_owned(), Values::Text(rows().map(|(_, row)| Some(row.policy.clone())).collect())));
        if rows().any(|(_, row)| row.class.is_some()) {
            columns.push(("class".to_owned(), Values::Text(rows().map(|(_, row)| row.class.clone()).collect())));
        }
        for (i, column) in Column::all(sweep.scenario.kind()).iter().enumerate() {
            let values = rows().map(|(_, row)| row.values[i]);
            let values = match column.kind {
                ColumnKind::Whole => Values::Whole(values.map(|x| x.map(|x| x as i64)).collect()),
                ColumnKind::Real => Values::Real(values.collect()),
                ColumnKind::Truth => Values::Truth(values.map(|x| x.map(|x| x != 0.0)).collect()),
            };
            columns.push((column.title.clone(), values));
        }
        Self { columns, rows: rows().count() }
    }

    /// As comma-separated values; empty where a value does not exist.
    pub fn csv(&self) -> String {
        let mut csv = Csv::new(self.columns.iter().map(|(title, _)| title));
        for row in 0..self.rows {
            csv.line(self.columns.iter().map(|(_, values)| cell(values.text(row).unwrap_or_default())));
        }
        csv.text()
    }
}

/// All values that a dimension has for a name.
fn column<'a>(dimension: &'a super::Dimension, name: &str) -> Vec<&'a Value> {
    let place = dimension.names.iter().position(|own| own == name);
    place.map_or(vec![], |place| dimension.points.iter().map(|point| &point[place]).collect())
}

/// A column of an axis: numbers if all its values are, else words.
fn axis<'a>(all: &[&Value], values: impl Iterator<Item = &'a Value>) -> Values {
    let all = |is: fn(&Value) -> bool| all.iter().all(|value| is(value));
    if all(Value::is_integer) {
        Values::Whole(values.map(Value::as_integer).collect())
    } else if all(|value| axis_number(value).is_some()) {
        Values::Real(values.map(axis_number).collect())
    } else if all(|value| value.is_bool()) {
        Values::Truth(values.map(Value::as_bool).collect())
    } else {
        Values::Text(values.map(|value| Some(axis_text(value))).collect())
    }
}

/// A text that no spreadsheet takes for a formula: what begins like one gets an apostrophe before it. Numbers stay.
fn cell(text: String) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    if formula { format!("'{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+cmd", "-cmd", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(cell(text.to_owned()), format!("'{text}"));
        }
        for text in ["", "-1.5", "+3", "-1e-9", "-inf", "jobs.csv", "a=b", "{ bias = 2.0 }"] {
            assert_eq!(cell(text.to_owned()), text);
        }
    }
}
