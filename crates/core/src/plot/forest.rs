use super::{Axis, Style};

/// Values below each other in groups on one axis, as ratios to one of them, with what else is known of each in columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// Across, in the unit of the values.
    pub x: Axis,
    /// What others are divided by: its name and value.
    pub reference: (String, f64),
    /// The least value that is possible, if it is known, and the first group for which it is that: those above know more.
    pub bound: Option<(f64, usize)>,
    /// Titles of the columns; where there is room for one only, it is the last of the first two.
    pub columns: Vec<String>,
    /// Rows that belong together, with what they have in common.
    pub groups: Vec<(String, Vec<Stem>)>,
}

/// A row of a [`Forest`].
#[derive(Clone, Debug, PartialEq)]
pub struct Stem {
    /// Of what.
    pub name: String,
    /// What is the same, in few words; may be empty.
    pub note: String,
    /// How it is drawn.
    pub style: Style,
    /// The value.
    pub value: f64,
    /// The reference × the ends of the interval of the ratio, if known.
    pub range: Option<(f64, f64)>,
    /// What theory says the value is, if it does.
    pub theory: Option<f64>,
    /// What the value was before.
    pub before: Option<f64>,
    /// What stands in the columns: first what is read, then its interval.
    pub cells: Vec<(String, String)>,
    /// Whether it is the best of its group, or cannot be told from it.
    pub best: bool,
    /// Whether it is the one that is looked at.
    pub lit: bool,
}
