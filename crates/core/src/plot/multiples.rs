use super::{Axis, Line};

/// Curves beside each other, each in a panel of its own, on the same axes: small multiples.
#[derive(Clone, Debug, PartialEq)]
pub struct Multiples {
    /// Across, in each panel.
    pub x: Axis,
    /// Upwards, the same in all.
    pub y: Axis,
    /// The curves, in steps.
    pub lines: Vec<Line>,
    /// What is written beside the name of each.
    pub words: Vec<String>,
    /// Position of the curve that is shown thin in all panels, to compare with.
    pub reference: Option<usize>,
}
