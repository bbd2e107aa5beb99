//! A picture that plays in layers: what does not depend on where time stands is drawn once and copied in each frame.

use super::surface;
use gloo::utils::document;
use schedscope_chart::{ChartError, Layer, Mode, Pen};
use std::any::Any;
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A picture in layers, at an instant. What is equal looks the same.
pub trait Layered: PartialEq + 'static {
    /// Its layers, from the lowest to the highest.
    const LAYERS: &'static [Layer];
    /// How far from where the past ends [`now`](Self::now) draws, in pixels at scale 1, if it draws only there: the rest stays from one frame
    /// to the next.
    const REACH: Option<f64>;

    /// The same wherever time stands: what the layers show.
    #[must_use]
    fn still(&self) -> Self;

    /// Draws a layer of what is [`still`](Self::still).
    ///
    /// # Errors
    /// If the surface refuses.
    fn layer(&self, pen: &Pen<'_>, layer: Layer) -> Result<(), ChartError>;

    /// Where the past ends in a picture so wide and high, in pixels from the left.
    fn cut(&self, size: (f64, f64), scale: f64) -> f64;

    /// Draws what depends on where time stands, above past and future.
    ///
    /// # Errors
    /// If the surface refuses.
    fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError>;
}

/// What layers show, and how.
#[derive(PartialEq)]
struct Key<P> {
    still: P,
    mode: Mode,
    scale: f64,
    size: (u32, u32),
}

/// The layers of one picture, from the lowest to the highest.
#[derive(Default)]
pub struct Layers {
    /// Of the type of the picture.
    key: Option<Box<dyn Any>>,
    /// Where the past ends in what stands on the canvas, if these layers do.
    at: Option<f64>,
    sheets: Vec<HtmlCanvasElement>,
}

fn refused() -> ChartError {
    ChartError::Backend("this browser has no canvas".to_owned())
}

fn pen_of(canvas: &HtmlCanvasElement) -> Result<CanvasRenderingContext2d, ChartError> {
    canvas.get_context("2d").ok().flatten().and_then(|context| context.dyn_into().ok()).ok_or_else(refused)
}

fn sheet((width, height): (u32, u32)) -> Option<HtmlCanvasElement> {
    let sheet = document().create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
    sheet.set_width(width);
    sheet.set_height(height);
    Some(sheet)
}

impl Layers {
    /// Draws a picture on a canvas.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn draw<P: Layered>(&mut self, canvas: &HtmlCanvasElement, picture: &P, (mode, scale): (Mode, f64)) -> Result<(), ChartError> {
        let size = (canvas.width(), canvas.height());
        let key = Key { still: picture.still(), mode, scale, size };
        if self.key.as_ref().and_then(|known| known.downcast_ref()) != Some(&key) {
            let fits = |sheet: &HtmlCanvasElement| (sheet.width(), sheet.height()) == size;
            if self.sheets.len() != P::LAYERS.len() || !self.sheets.iter().all(fits) {
                self.sheets = P::LAYERS.iter().map(|_| sheet(size)).collect::<Option<_>>().ok_or_else(refused)?;
            }
            for (sheet, layer) in self.sheets.iter().zip(P::LAYERS) {
                pen_of(sheet)?.clear_rect(0.0, 0.0, f64::from(size.0), f64::from(size.1));
                surface::canvas(sheet, (mode, scale), |pen| key.still.layer(pen, *layer))?;
            }
            self.key = Some(Box::new(key));
            self.at = None;
        }
        let context = pen_of(canvas)?;
        let (width, height) = (f64::from(size.0), f64::from(size.1));
        let at = picture.cut((width, height), scale).clamp(0.0, width).round();
        let (from, to) = match (P::REACH, self.at.replace(at)) {
            (Some(reach), Some(before)) => {
                let reach = (reach * scale).ceil();
                ((at.min(before) - reach).max(0.0), (at.max(before) + reach).min(width))
            }
            _ => (0.0, width),
        };
        let mut over = vec![];
        for (sheet, layer) in self.sheets.iter().zip(P::LAYERS) {
            match layer {
                Layer::Past => copy(&context, sheet, from, at - from, height)?,
                Layer::Future => copy(&context, sheet, at, to - at, height)?,
                Layer::Over => over.push(sheet),
            }
        }
        surface::canvas(canvas, (mode, scale), |pen| picture.now(pen))?;
        over.into_iter().try_for_each(|sheet| copy(&context, sheet, from, to - from, height))
    }
}

/// Copies a column of a sheet.
fn copy(context: &CanvasRenderingContext2d, sheet: &HtmlCanvasElement, left: f64, width: f64, height: f64) -> Result<(), ChartError> {
    if width < 1.0 {
        return Ok(());
    }
    let copied = context.draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
        sheet, left, 0.0, width, height, left, 0.0, width, height,
    );
    copied.map_err(|_| refused())
}
