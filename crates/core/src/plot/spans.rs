use super::Axis;

/// Spans of time on lanes: which task occupies a slot from when to when.
#[derive(Clone, Debug, PartialEq)]
pub struct Spans {
    /// Across.
    pub x: Axis,
    /// From top to bottom.
    pub lanes: Vec<Lane>,
}

/// A row of spans.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// What it is called.
    pub name: String,
    /// Its spans, ascending.
    pub spans: Vec<Span>,
}

/// A stretch of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// When it begins.
    pub from: f64,
    /// When it ends.
    pub to: f64,
    /// What is written into it.
    pub name: String,
    /// Its colour: that of the job at this position.
    pub job: usize,
    /// Which part of the lane's height it takes, from 0 at its foot to 1: less than all of it where it shares the lane.
    pub part: (f64, f64),
    /// Whether what was done in it is lost.
    pub lost: bool,
}
