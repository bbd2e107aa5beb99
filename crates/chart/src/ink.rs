//! What pictures are drawn upon.

use super::{ChartError, Rgb};

/// A place in whole pixels, from the left and from the top.
pub type Pixel = (i32, i32);

/// Where a text lies relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The text begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letters {
    /// Their size in pixels.
    pub size: f64,
    /// Whether they are bold.
    pub bold: bool,
    /// Their colour.
    pub colour: Rgb,
    /// Where the text lies relative to its point, on which its height is centred.
    pub side: Side,
    /// Whether the text runs upwards.
    pub upwards: bool,
}

/// A canvas or a file: every stroke of a picture is one of these. Each fails if the surface refuses.
#[allow(clippy::missing_errors_doc, reason = "said of all of them above")]
pub trait Ink {
    /// Pixels across and down.
    fn size(&self) -> (u32, u32);

    /// A polyline that is so wide.
    fn path(&mut self, points: &[Pixel], colour: Rgb, width: u32) -> Result<(), ChartError>;

    /// A filled rectangle, without the pixels at its right and lower end.
    fn rect(&mut self, from: Pixel, to: Pixel, colour: Rgb) -> Result<(), ChartError>;

    /// A filled polygon that hides so much of what is below it, 0 … 1.
    fn polygon(&mut self, points: &[Pixel], colour: Rgb, cover: f64) -> Result<(), ChartError>;

    /// A filled circle.
    fn disc(&mut self, centre: Pixel, radius: u32, colour: Rgb) -> Result<(), ChartError>;

    /// The outline of a circle, so wide.
    fn circle(&mut self, centre: Pixel, radius: u32, colour: Rgb, width: u32) -> Result<(), ChartError>;

    /// A text.
    fn text(&mut self, text: &str, at: Pixel, letters: Letters) -> Result<(), ChartError>;
}
