//! The rows of flows as a picture with layers where it plays.

use crate::web::canvas::Draws;
use crate::web::layers::{Layered, Layers};
use schedscope_chart::{self as chart, ChartError, Layer, Mode, Pen, Spotlight};
use schedscope_state::network::Replay;
use std::rc::Rc;
use web_sys::HtmlCanvasElement;

/// The flows of one run.
pub struct Rows {
    pub shown: Rc<Replay>,
    pub spotlight: Spotlight,
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shown, &other.shown) && self.spotlight == other.spotlight
    }
}

impl Draws for Rows {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        chart::flow_rows(pen, &self.shown.runs, self.spotlight)
    }

    fn paint(&self, canvas: &HtmlCanvasElement, layers: &mut Layers, how: (Mode, f64)) -> Result<(), ChartError> {
        layers.draw(canvas, self, how)
    }
}

impl Layered for Rows {
    const LAYERS: &'static [Layer] = &[Layer::Past, Layer::Future];
    const REACH: Option<f64> = Some(3.0);

    fn still(&self) -> Self {
        Self { shown: self.shown.clone(), spotlight: Spotlight { time: 0.0, ..self.spotlight } }
    }

    fn layer(&self, pen: &Pen<'_>, layer: Layer) -> Result<(), ChartError> {
        let time = if layer == Layer::Past { f64::INFINITY } else { f64::NEG_INFINITY };
        chart::flow_rows_still(pen, &self.shown.runs, Spotlight { time, ..self.spotlight })
    }

    fn cut(&self, size: (f64, f64), scale: f64) -> f64 {
        let (time, runs) = (self.spotlight.time, &self.shown.runs);
        // Words stand beyond the end of time.
        if time >= runs.end { size.0 } else { chart::flow_playhead_at(size, scale, runs, time) }
    }

    fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        chart::flow_playhead(pen, &self.shown.runs, self.spotlight.time)
    }
}
