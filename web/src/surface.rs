//! What pictures are drawn upon: a canvas, or the text of an SVG file. One type for both, so that the code of every picture
//! is in the page once.

use gloo::utils::document;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform};
use schedscope_chart::{ChartError, DETAIL};
use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A surface to draw a picture on.
pub type Area = DrawingArea<Surface, Shift>;

/// A surface. Lines of one style that follow on each other, such as the dashes of a line, become one path; it is drawn when
/// something else comes, and at last when the surface goes.
pub struct Surface {
    ink: Ink,
    size: (u32, u32),
    /// The path that has not been drawn.
    path: Vec<(Step, BackendCoord)>,
    /// Its colour and width.
    stroke: (String, u32),
}

/// The area of a canvas.
///
/// # Errors
/// If the browser has no canvas to draw upon.
pub fn canvas(canvas: HtmlCanvasElement) -> Result<Area, ChartError> {
    let context = canvas.get_context("2d").ok().flatten().and_then(|context| context.dyn_into().ok());
    let context = context.ok_or_else(|| ChartError::Backend("this browser has no canvas".to_owned()))?;
    Ok(Surface::new(Ink::Canvas(context), (canvas.width(), canvas.height())).into_drawing_area())
}

/// The address of a picture's data in PNG, of twice this size in pixels. The closure is given the area and the scale of texts and
/// strokes.
///
/// # Errors
/// The closure's, or if the browser makes no pictures.
pub fn png((width, height): (u32, u32), draw: impl FnOnce(&Area, f64) -> Result<(), ChartError>) -> Result<String, ChartError> {
    /// Pixels of the picture for each pixel of its size.
    const SHARP: u32 = 2;
    let refused = || ChartError::Backend("this browser makes no pictures".to_owned());
    let paper =
        document().create_element("canvas").ok().and_then(|paper| paper.dyn_into::<HtmlCanvasElement>().ok()).ok_or_else(refused)?;
    paper.set_width(width * SHARP);
    paper.set_height(height * SHARP);
    draw(&canvas(paper.clone())?, f64::from(SHARP))?;
    paper.to_data_url().map_err(|_| refused())
}

/// An SVG document of this size in pixels. The closure is given the area and the scale of texts and strokes.
///
/// # Errors
/// The closure's.
pub fn svg((width, height): (u32, u32), draw: impl FnOnce(&Area, f64) -> Result<(), ChartError>) -> Result<String, ChartError> {
    let text = Rc::new(RefCell::new(String::new()));
    let (across, down) = (width * DETAIL, height * DETAIL);
    draw(&Surface::new(Ink::Svg(text.clone()), (across, down)).into_drawing_area(), f64::from(DETAIL))?;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {across} {down}\">\n{}</svg>\n",
        text.borrow()
    ))
}

/// A text that stands in a picture, and the left, top, right and bottom of its place, about.
pub type Written = (String, [f64; 4]);

/// What the closure draws is measured and not seen: what stands in it, with what the closure returns. It is given an area of this size
/// in pixels.
pub fn measured<T>((width, height): (u32, u32), draw: impl FnOnce(&Area) -> T) -> (T, Vec<Written>) {
    let texts = Rc::new(RefCell::new(vec![]));
    let outcome = draw(&Surface::new(Ink::Measured(texts.clone()), (width, height)).into_drawing_area());
    (outcome, texts.take())
}

/// What was made; if nothing was, the console says why.
pub fn said<T>(outcome: Result<T, ChartError>) -> Option<T> {
    outcome.map_err(|error| gloo::console::warn!(error.to_string())).ok()
}

impl Drop for Surface {
    fn drop(&mut self) {
        self.flush();
    }
}

enum Ink {
    Canvas(CanvasRenderingContext2d),
    Svg(Rc<RefCell<String>>),
    /// Nothing is drawn; what is written is noted.
    Measured(Rc<RefCell<Vec<Written>>>),
}

/// How a path goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Move,
    Line,
}

impl Surface {
    fn new(ink: Ink, size: (u32, u32)) -> Self {
        Self { ink, size, path: vec![], stroke: Default::default() }
    }

    /// Draws the lines that wait.
    fn flush(&mut self) {
        let path = std::mem::take(&mut self.path);
        if path.is_empty() {
            return;
        }
        let (colour, width) = &self.stroke;
        match &self.ink {
            Ink::Canvas(context) => {
                context.set_stroke_style_str(colour);
                context.set_line_width(f64::from(*width));
                trace(context, &path);
                context.stroke();
            }
            Ink::Svg(text) => {
                let way = way(&path);
                put(text, format_args!("<path d=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"));
            }
            Ink::Measured(_) => {}
        }
    }
}

fn css(colour: BackendColor) -> String {
    let (r, g, b) = colour.rgb;
    if colour.alpha < 1.0 { format!("rgba({r},{g},{b},{})", colour.alpha) } else { format!("rgb({r},{g},{b})") }
}

fn trace(context: &CanvasRenderingContext2d, path: &[(Step, BackendCoord)]) {
    context.begin_path();
    for (step, (x, y)) in path {
        match step {
            Step::Move => context.move_to(f64::from(*x), f64::from(*y)),
            Step::Line => context.line_to(f64::from(*x), f64::from(*y)),
        }
    }
}

/// A path as SVG has it.
fn way(path: &[(Step, BackendCoord)]) -> String {
    let mut way = String::new();
    for (step, (x, y)) in path {
        // Writing to a string cannot fail.
        let _ = write!(way, "{}{x} {y}", if *step == Step::Move { 'M' } else { 'L' });
    }
    way
}

fn put(text: &RefCell<String>, element: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text.borrow_mut(), "{element}");
}

/// Text as it may stand in an SVG file.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Surface {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let stroke = (css(style.color()), style.stroke_width());
        if stroke != self.stroke {
            self.flush();
            self.stroke = stroke;
        }
        let mut step = Step::Move;
        for point in path {
            self.path.push((step, point));
            step = Step::Line;
        }
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Drawn {
        let corners = [from, (to.0, from.1), to, (from.0, to.1)];
        if !fill {
            return self.draw_path(corners.into_iter().chain([from]), style);
        }
        self.flush();
        let ((x, y), (width, height)) = (from, (to.0 - from.0, to.1 - from.1));
        let colour = css(style.color());
        match &self.ink {
            Ink::Canvas(context) => {
                context.set_fill_style_str(&colour);
                context.fill_rect(f64::from(x), f64::from(y), f64::from(width), f64::from(height));
            }
            Ink::Svg(text) => {
                put(text, format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"));
            }
            Ink::Measured(_) => {}
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.flush();
        let mut step = Step::Move;
        let path: Vec<(Step, BackendCoord)> = path.into_iter().map(|point| (std::mem::replace(&mut step, Step::Line), point)).collect();
        let colour = css(style.color());
        match &self.ink {
            Ink::Canvas(context) => {
                context.set_fill_style_str(&colour);
                trace(context, &path);
                context.fill();
            }
            Ink::Svg(text) => put(text, format_args!("<path d=\"{}Z\" fill=\"{colour}\"/>", way(&path))),
            Ink::Measured(_) => {}
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        self.flush();
        let (colour, width) = (css(style.color()), style.stroke_width());
        match &self.ink {
            Ink::Canvas(context) => {
                context.begin_path();
                // A radius is never negative.
                let _ = context.arc(f64::from(x), f64::from(y), f64::from(radius), 0.0, std::f64::consts::TAU);
                if fill {
                    context.set_fill_style_str(&colour);
                    context.fill();
                } else {
                    context.set_stroke_style_str(&colour);
                    context.set_line_width(f64::from(width));
                    context.stroke();
                }
            }
            Ink::Svg(text) => {
                let (inside, outline) = if fill { (colour.as_str(), "none") } else { ("none", colour.as_str()) };
                put(
                    text,
                    format_args!(
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{inside}\" stroke=\"{outline}\" stroke-width=\"{width}\"/>"
                    ),
                );
            }
            Ink::Measured(_) => {}
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, words: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        self.flush();
        let colour = css(style.color());
        let turn = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => 90.0,
            FontTransform::Rotate180 => 180.0,
            FontTransform::Rotate270 => 270.0,
        };
        let anchor = style.anchor();
        match &self.ink {
            Ink::Canvas(context) => {
                context.save();
                // Finite numbers are all that these refuse.
                let _ = context.translate(f64::from(x), f64::from(y));
                if turn != 0.0 {
                    let _ = context.rotate(f64::to_radians(turn));
                }
                context.set_text_align(match anchor.h_pos {
                    HPos::Left => "start",
                    HPos::Center => "center",
                    HPos::Right => "end",
                });
                context.set_text_baseline(match anchor.v_pos {
                    VPos::Top => "top",
                    VPos::Center => "middle",
                    VPos::Bottom => "bottom",
                });
                context.set_fill_style_str(&colour);
                context.set_font(&format!("{} {}px {}", style.style().as_str(), style.size(), style.family().as_str()));
                let _ = context.fill_text(words, 0.0, 0.0);
                context.restore();
            }
            Ink::Svg(text) => {
                let align = match anchor.h_pos {
                    HPos::Left => "start",
                    HPos::Center => "middle",
                    HPos::Right => "end",
                };
                // Not every program that shows SVG knows other baselines than that of the letters.
                let drop = match anchor.v_pos {
                    VPos::Top => 0.8,
                    VPos::Center => 0.35,
                    VPos::Bottom => -0.2,
                } * style.size();
                put(
                    text,
                    format_args!(
                        "<text transform=\"translate({x} {y}) rotate({turn})\" y=\"{drop:.1}\" text-anchor=\"{align}\" font-family=\"{}\" font-weight=\"{}\" font-size=\"{}\" fill=\"{colour}\">{}</text>",
                        style.family().as_str(),
                        style.style().as_str(),
                        style.size(),
                        escaped(words)
                    ),
                );
            }
            Ink::Measured(texts) => {
                let (width, half) = (0.6 * style.size() * words.chars().count() as f64, 0.6 * style.size());
                let left = f64::from(x)
                    - match anchor.h_pos {
                        HPos::Left => 0.0,
                        HPos::Center => width / 2.0,
                        HPos::Right => width,
                    };
                texts.borrow_mut().push((words.to_owned(), [left, f64::from(y) - half, left + width, f64::from(y) + half]));
            }
        }
        Ok(())
    }
}
