use super::{Axis, Style};

/// Values below each other on one axis, each with its interval. What they are compared with is marked, or else the least.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimates {
    /// Across.
    pub x: Axis,
    /// The least value that is possible, if it is known.
    pub bound: Option<f64>,
    /// What they are compared with, if with one value.
    pub equal: Option<f64>,
    /// From top to bottom.
    pub rows: Vec<Estimate>,
}

/// A value in a row of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Of what.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// The value.
    pub value: f64,
    /// The value as it is written beside it.
    pub words: String,
    /// Ends of its 95 % confidence interval, if known.
    pub range: Option<(f64, f64)>,
    /// What theory says it is, if it does.
    pub theory: Option<f64>,
}
