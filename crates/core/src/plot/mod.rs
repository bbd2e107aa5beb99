//! What a picture shows, as plain data that belongs to no world. A [`Picture`] has panels, and each shows lines,
//! bars, a heat map, boxes, estimates with their intervals, ratios, small multiples or spans of time; `chart` draws it, [`Picture::rows`] lists what it holds.

mod axis;
mod bars;
mod estimates;
mod forest;
mod heat;
mod lines;
mod looks;
mod multiples;
mod rows;
mod spans;
mod style;

pub use axis::{Axis, Spacing};
pub use bars::{Bar, Bars, Boxes, Groups, Quartiles, Series};
pub use estimates::{Estimate, Estimates};
pub use forest::{Forest, Stem};
pub use heat::Heat;
pub use lines::{Form, Level, Line, Lines, Names};
pub use looks::{Dash, Hue, Look, look_of};
pub use multiples::Multiples;
pub use rows::DataRow;
pub use spans::{Lane, Span, Spans};
pub use style::{Colour, Style};

/// Panels side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What it is about, in a few words.
    pub title: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// Panels in a row.
    pub columns: usize,
}

/// A part of a picture with axes of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What tells it from the others; may be empty.
    pub title: String,
    /// What is said beside the title, where there is room; may be empty.
    pub note: String,
    /// The look of what it is about, if that has one; it stands before the title.
    pub look: Option<Look>,
    /// What it shows.
    pub plot: Plot,
}

/// What a panel shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Curves.
    Lines(Lines),
    /// Groups of bars.
    Bars(Bars),
    /// Values over two coordinates.
    Heat(Heat),
    /// Groups of boxes with whiskers.
    Boxes(Boxes),
    /// Spans of time on lanes.
    Spans(Spans),
    /// Values in rows, with their intervals.
    Estimates(Estimates),
    /// Values in groups of rows, as ratios to one of them.
    Forest(Forest),
    /// Curves in panels of their own.
    Multiples(Multiples),
    /// Nothing, and why.
    Note(String),
}

impl Picture {
    /// All panels in one row.
    pub fn row(title: impl Into<String>, panels: Vec<Panel>) -> Self {
        Self { title: title.into(), columns: panels.len().max(1), panels }
    }

    /// One panel without a title of its own.
    pub fn single(title: impl Into<String>, plot: impl Into<Plot>) -> Self {
        Self::row(title, vec![Panel::new("", plot)])
    }

    /// Nothing but why there is nothing to show.
    pub fn note(words: impl Into<String>) -> Self {
        Self::single("", Plot::Note(words.into()))
    }

    /// Width and height in pixels at which texts have their natural size.
    pub fn size(&self) -> (u32, u32) {
        let columns = self.columns.clamp(1, self.panels.len().max(1));
        let rows = self.panels.len().div_ceil(columns).max(1);
        let lanes = |panel: &Panel| if let Plot::Spans(spans) = &panel.plot { Some(spans.lanes.len()) } else { None };
        let width = [680, 860, 1080][columns.min(3) - 1];
        let height = match self.panels.iter().map(lanes).collect::<Option<Vec<_>>>() {
            Some(lanes) => rows * (80 + 30 * lanes.into_iter().max().unwrap_or(1)),
            None => rows * [390, 350, 330][columns.min(3) - 1],
        };
        (width, (height + 60) as u32)
    }
}

impl Panel {
    /// A panel with a title.
    pub fn new(title: impl Into<String>, plot: impl Into<Plot>) -> Self {
        Self { title: title.into(), note: String::new(), look: None, plot: plot.into() }
    }
}

macro_rules! plots {
    ($($kind:ident),*) => {
        $(impl From<$kind> for Plot {
            fn from(plot: $kind) -> Self {
                Self::$kind(plot)
            }
        })*
    };
}

plots!(Lines, Bars, Heat, Boxes, Spans, Estimates, Forest, Multiples);
