use super::{CellResult, Sweep, axis_number, axis_text};
use crate::experiment::Column;
use schedscope_engine::world::ColumnKind;
use toml::Value;

/// All results in grid order, by column: what varies, `policy`, in worlds with classes `class`, and the figures.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultTable {
    /// Titles and values.
    pub columns: Vec<(String, Values)>,
    /// Number of rows.
    pub rows: usize,
}

/// The values of a column; those that do not exist are absent.
#[derive(Clone, Debug, PartialEq)]
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
