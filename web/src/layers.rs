//! A timeline in layers: what does not depend on where time stands is drawn once and copied in each frame.

use super::surface;
use super::watched::Watched;
use gloo::utils::document;
use schedscope_chart::{self as chart, ChartError, Layer, Layout, Mode, TimelineFrame};
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// What the layers show, and how.
#[derive(PartialEq)]
struct Key {
    watched: Watched,
    frame: TimelineFrame,
    mode: Mode,
    scale: f64,
    size: (u32, u32),
}

/// The layers of one picture, from the lowest to the highest.
#[derive(Default)]
pub struct Layers {
    key: Option<Key>,
    sheets: Vec<HtmlCanvasElement>,
}

fn refused() -> ChartError {
    ChartError::Backend("this browser has no canvas".to_owned())
}

fn sheet((width, height): (u32, u32)) -> Option<HtmlCanvasElement> {
    let sheet = document().create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
    sheet.set_width(width);
    sheet.set_height(height);
    Some(sheet)
}

impl Layers {
    /// Draws a timeline on a canvas.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn draw(
        &mut self,
        canvas: &HtmlCanvasElement,
        watched: &Watched,
        frame: &TimelineFrame,
        (mode, scale): (Mode, f64),
    ) -> Result<(), ChartError> {
        let size = (canvas.width(), canvas.height());
        // What is hidden begins where time stands, so that these layers change with it.
        let playhead = if frame.hidden { frame.playhead } else { 0.0 };
        let still = TimelineFrame { playhead, cursor: None, lit: None, ..frame.clone() };
        let key = Key { watched: watched.clone(), frame: still, mode, scale, size };
        if self.key.as_ref() != Some(&key) {
            self.sheets = Layer::ALL.iter().map(|_| sheet(size)).collect::<Option<_>>().ok_or_else(refused)?;
            for (sheet, layer) in self.sheets.iter().zip(Layer::ALL) {
                surface::canvas(sheet, (mode, scale), |pen| chart::timeline_layer(pen, (watched.shown(), &key.frame), layer))?;
            }
            self.key = Some(key);
        }
        let context = canvas.get_context("2d").ok().flatten().and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok());
        let context = context.ok_or_else(refused)?;
        let [past, future, over] = &self.sheets[..] else { return Err(refused()) };
        let (width, height) = (f64::from(size.0), f64::from(size.1));
        let layout = Layout::of(width, height, scale, frame);
        let at = layout.across(frame.playhead, frame.end).round().clamp(0.0, width);
        // What has left no trace beyond the end of time is all past.
        let at = if frame.playhead >= frame.end { width } else { at };
        copy(&context, past, 0.0, at, height)?;
        copy(&context, future, at, width - at, height)?;
        surface::canvas(canvas, (mode, scale), |pen| chart::timeline_now(pen, watched.shown(), frame))?;
        copy(&context, over, 0.0, width, height)
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
