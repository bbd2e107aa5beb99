//! The timeline of *Watch* as a picture, with layers where it plays.

use super::canvas::Draws;
use super::layers::Layers;
use super::watched::Watched;
use schedscope_chart::{self as chart, ChartError, Mode, Pen, TimelineFrame};
use web_sys::HtmlCanvasElement;

/// What one policy does with a few jobs.
#[derive(PartialEq)]
pub struct Watching {
    /// What is watched.
    pub watched: Watched,
    /// Where in it, and how it is shown.
    pub frame: TimelineFrame,
}

impl Draws for Watching {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        chart::timeline(pen, self.watched.shown(), &self.frame)
    }

    fn paint(&self, canvas: &HtmlCanvasElement, layers: &mut Layers, how: (Mode, f64)) -> Result<(), ChartError> {
        layers.draw(canvas, &self.watched, &self.frame, how)
    }
}
