//! The workers in rows as a picture with a layer: messages on their way move in every frame, the rows below them only when something happens
//! there, or when a bar is shorter by what can be seen.

use crate::web::canvas::Draws;
use crate::web::layers::{Layered, Layers};
use schedscope_chart::{self as chart, ChartError, Layer, Mode, Pen, Place};
use schedscope_state::datacenter::Replay;
use std::rc::Rc;
use web_sys::HtmlCanvasElement;

/// The workers of one run.
pub struct Rows {
    pub shown: Rc<Replay>,
    /// When the messages are seen.
    pub place: Place,
    /// When the rows are, in seconds since the first submission.
    pub settled: f64,
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shown, &other.shown) && (self.place, self.settled) == (other.place, other.settled)
    }
}

impl Draws for Rows {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        chart::worker_rows(pen, &self.shown.runs, self.place)
    }

    fn paint(&self, canvas: &HtmlCanvasElement, layers: &mut Layers, how: (Mode, f64)) -> Result<(), ChartError> {
        layers.draw(canvas, self, how)
    }
}

impl Layered for Rows {
    /// All of it has happened.
    const LAYERS: &'static [Layer] = &[Layer::Past];
    const REACH: Option<f64> = None;

    fn still(&self) -> Self {
        Self { shown: self.shown.clone(), place: Place { time: self.settled, moving: false, ..self.place }, settled: self.settled }
    }

    fn layer(&self, pen: &Pen<'_>, _: Layer) -> Result<(), ChartError> {
        chart::worker_queues(pen, &self.shown.runs, self.place)
    }

    fn cut(&self, (width, _): (f64, f64), _: f64) -> f64 {
        width
    }

    fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        chart::worker_messages(pen, &self.shown.runs, self.place)
    }
}
