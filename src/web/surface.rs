//! What pictures are drawn upon: a canvas, or an SVG document. One type, so that the code that draws is there once.

use crate::chart::{ChartError, DETAIL};
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, IntoDrawingArea};
use plotters_backend::text_anchor::Pos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind, FontFamily, FontStyle, FontTransform,
};
use plotters_canvas::CanvasBackend;
use web_sys::HtmlCanvasElement;

/// A canvas or a document.
pub enum Surface<'a> {
    /// A canvas of the page.
    Canvas(CanvasBackend),
    /// An SVG document that is being written.
    Svg(SVGBackend<'a>),
}

/// The area of a canvas.
///
/// # Errors
/// If the browser has no canvas to draw upon.
pub fn canvas(canvas: HtmlCanvasElement) -> Result<DrawingArea<Surface<'static>, Shift>, ChartError> {
    let backend = CanvasBackend::with_canvas_object(canvas).ok_or_else(|| ChartError::Backend("this browser has no canvas".to_owned()))?;
    Ok(Surface::Canvas(backend).into_drawing_area())
}

/// An SVG document of this size in pixels. The closure is given the area and the scale of texts and strokes.
///
/// # Errors
/// The closure's.
pub fn svg(
    (width, height): (u32, u32),
    draw: impl FnOnce(&DrawingArea<Surface<'_>, Shift>, f64) -> Result<(), ChartError>,
) -> Result<String, ChartError> {
    let mut text = String::new();
    let fine = (width * DETAIL, height * DETAIL);
    let area = Surface::Svg(SVGBackend::with_string(&mut text, fine)).into_drawing_area();
    draw(&area, f64::from(DETAIL))?;
    area.present().map_err(|error| ChartError::Backend(error.to_string()))?;
    drop(area);
    Ok(text.replacen(&format!("width=\"{}\" height=\"{}\"", fine.0, fine.1), &format!("width=\"{width}\" height=\"{height}\""), 1))
}

/// What went wrong, in words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SurfaceError(String);

type Outcome = Result<(), DrawingErrorKind<SurfaceError>>;

fn told<E: std::error::Error + Send + Sync>(outcome: Result<(), DrawingErrorKind<E>>) -> Outcome {
    outcome.map_err(|error| DrawingErrorKind::DrawingError(SurfaceError(error.to_string())))
}

/// The writer of SVG takes the size of a text for its height.
const HEIGHT: f64 = 1.24;

struct Tall<'a, S>(&'a S);

impl<S: BackendTextStyle> BackendTextStyle for Tall<'_, S> {
    type FontError = S::FontError;

    fn color(&self) -> BackendColor {
        self.0.color()
    }

    fn size(&self) -> f64 {
        self.0.size() * HEIGHT
    }

    fn transform(&self) -> FontTransform {
        self.0.transform()
    }

    fn style(&self) -> FontStyle {
        self.0.style()
    }

    fn anchor(&self) -> Pos {
        self.0.anchor()
    }

    fn family(&self) -> FontFamily<'_> {
        self.0.family()
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        self.0.layout_box(text)
    }

    fn draw<E, D: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        at: BackendCoord,
        draw: D,
    ) -> Result<Result<(), E>, Self::FontError> {
        self.0.draw(text, at, draw)
    }
}

macro_rules! both {
    ($self:ident, $backend:ident => $call:expr) => {
        match $self {
            Self::Canvas($backend) => told($call),
            Self::Svg($backend) => told($call),
        }
    };
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = SurfaceError;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Canvas(canvas) => canvas.get_size(),
            Self::Svg(document) => document.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> Outcome {
        both!(self, backend => backend.ensure_prepared())
    }

    fn present(&mut self) -> Outcome {
        both!(self, backend => backend.present())
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Outcome {
        both!(self, backend => backend.draw_pixel(point, colour))
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Outcome {
        both!(self, backend => backend.draw_rect(from, to, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        both!(self, backend => backend.draw_path(path, style))
    }

    fn draw_circle<S: BackendStyle>(&mut self, centre: BackendCoord, radius: u32, style: &S, fill: bool) -> Outcome {
        both!(self, backend => backend.draw_circle(centre, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        both!(self, backend => backend.fill_polygon(path, style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Outcome {
        match self {
            Self::Canvas(canvas) => told(canvas.draw_text(text, style, at)),
            Self::Svg(document) => told(document.draw_text(text, &Tall(style), at)),
        }
    }
}
