use super::{Axis, Style};
use schedscope::metrics::Ecdf;

/// Curves over one coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Across.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// The curves.
    pub lines: Vec<Line>,
    /// Values to compare with.
    pub levels: Vec<Level>,
    /// Whether it is shown where both coordinates are equal.
    pub diagonal: bool,
    /// The value across that is looked at, such as the instant on an axis of time.
    pub now: Option<f64>,
    /// A value across that can be moved, and what it is.
    pub mark: Option<(f64, String)>,
    /// Where the curves have their names.
    pub names: Names,
    /// Where there is room, the curves of 1 − y are shown below, over this axis: the tails of distributions.
    pub complement: Option<Axis>,
}

/// Where curves have their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// At the ends of curves where they fit, else in a legend above.
    Ends,
    /// In a legend beside the panel where it fits, else above.
    Beside,
    /// Near the highest point of each curve.
    Peaks,
    /// Beside each curve, wherever it runs alone; a curve that never does has none.
    Along,
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is called; empty for what belongs to another curve.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// From point to point.
    pub form: Form,
    /// Its points, x ascending; a value that is not finite interrupts it.
    pub points: Vec<(f64, f64)>,
    /// Lowest and highest value at each point, such as the ends of a confidence interval; empty where none is known.
    pub band: Vec<(f64, f64)>,
}

/// How a curve goes from point to point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Straight.
    Straight,
    /// It keeps its value until the next point.
    Steps,
    /// In steps that rise from zero at the first point: a distribution function.
    Distribution,
    /// Not at all: a ring at each point, for what is known at some points only, such as values of theory.
    Rings,
    /// Not at all: a dot at each point.
    Dots,
    /// Not at all: a mark at each point, for what the reader has chosen.
    Chosen,
}

/// A value that others are compared with: a level line.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The value.
    pub value: f64,
    /// What it is.
    pub name: String,
}

impl Lines {
    /// Curves without a level to compare them with.
    pub fn new(x: Axis, y: Axis, lines: Vec<Line>) -> Self {
        Self { x, y, lines, levels: vec![], diagonal: false, now: None, mark: None, names: Names::Ends, complement: None }
    }

    /// The same with a level line.
    #[must_use]
    pub fn level(mut self, value: f64, name: impl Into<String>) -> Self {
        self.levels.push(Level { value, name: name.into() });
        self
    }
}

impl Line {
    /// A curve from point to point.
    pub fn new(name: impl Into<String>, style: impl Into<Style>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), style: style.into(), form: Form::Straight, points, band: vec![] }
    }

    /// A curve of means with the ends of their confidence intervals.
    pub fn with_band(name: impl Into<String>, style: impl Into<Style>, points: impl IntoIterator<Item = (f64, f64, (f64, f64))>) -> Self {
        let (points, band) = points.into_iter().map(|(x, y, ends)| ((x, y), ends)).unzip();
        Self { band, ..Self::new(name, style, points) }
    }

    /// An empirical distribution function.
    pub fn ecdf(name: impl Into<String>, style: impl Into<Style>, ecdf: &Ecdf) -> Self {
        Self { form: Form::Distribution, ..Self::new(name, style, ecdf.steps.clone()) }
    }

    /// The same in another form.
    #[must_use]
    pub fn formed(self, form: Form) -> Self {
        Self { form, ..self }
    }
}
