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
    /// Values are compared with this one, where a contour is drawn.
    pub contour: f64,
    /// Colours are deepest this many times above and below it.
    pub extreme: f64,
}
