use super::Axis;

/// Values over a grid of two coordinates, coloured by how many times they are above or below one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Across. Cells are equally wide whatever their coordinates.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// What a cell's value is.
    pub value: String,
    /// Coordinates of the columns, ascending.
    pub columns: Vec<f64>,
    /// Coordinates of the rows, ascending, the first at the bottom.
    pub rows: Vec<f64>,
    /// The values, row by row; not a number where there is none.
    pub cells: Vec<Vec<f64>>,
    /// Lowest and highest value of each cell, such as the ends of a confidence interval; empty where none is known.
    pub ranges: Vec<Vec<(f64, f64)>>,
    /// Values are compared with this one, where a contour is drawn.
    pub contour: f64,
    /// Colours are deepest this many times above and below it.
    pub extreme: f64,
    /// Where values below the contour's mean that runs were too short to be compared: which cells those are, row by row. They are
    /// hatched then, and no others.
    pub short: Option<Vec<Vec<bool>>>,
    /// The cell that is looked at, by column and row.
    pub lit: Option<[usize; 2]>,
}

impl Heat {
    /// The ends of a cell's interval, if they are known.
    pub fn range(&self, row: usize, column: usize) -> Option<(f64, f64)> {
        let range = *self.ranges.get(row)?.get(column)?;
        (range.0.is_finite() && range.1.is_finite()).then_some(range)
    }

    /// Whether the runs of a cell are too short to be compared.
    pub fn is_short(&self, row: usize, column: usize) -> bool {
        self.short.as_ref().and_then(|short| short.get(row)?.get(column)).is_some_and(|short| *short)
    }

    /// Whether a cell may as well lie on the other side of the contour: its interval holds that value.
    pub fn unsure(&self, row: usize, column: usize) -> bool {
        self.range(row, column).is_some_and(|(low, high)| low <= self.contour && self.contour <= high)
    }
}
