//! The timeline of *Watch* as a picture, with layers where it plays.

use super::canvas::Draws;
use super::layers::{Layered, Layers};
use super::watched::Watched;
use schedscope_chart::{self as chart, ChartError, Layer, Layout, Mode, Pen, TimelineFrame};
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
        layers.draw(canvas, self, how)
    }
}

impl Layered for Watching {
    const LAYERS: &'static [Layer] = &Layer::ALL;
    const REACH: Option<f64> = None;

    fn still(&self) -> Self {
        // What is hidden begins where time stands, so that these layers change with it.
        let playhead = if self.frame.hidden { self.frame.playhead } else { 0.0 };
        Self { watched: self.watched.clone(), frame: TimelineFrame { playhead, cursor: None, lit: None, ..self.frame.clone() } }
    }

    fn layer(&self, pen: &Pen<'_>, layer: Layer) -> Result<(), ChartError> {
        chart::timeline_layer(pen, (self.watched.shown(), &self.frame), layer)
    }

    fn cut(&self, (width, height): (f64, f64), scale: f64) -> f64 {
        let TimelineFrame { playhead, end, .. } = self.frame;
        // What has left no trace beyond the end of time is all past.
        if playhead >= end { width } else { Layout::of(width, height, scale, &self.frame).across(playhead, end) }
    }

    fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        chart::timeline_now(pen, self.watched.shown(), &self.frame)
    }
}
