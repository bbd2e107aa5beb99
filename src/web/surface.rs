//! What pictures are drawn upon: a canvas, or the text of an SVG file.

use gloo::utils::document;
use schedscope_chart::{ChartError, DETAIL, Ink, Letters, Mode, Pen, Pixel, Rgb, Side, Theme};
use std::cell::RefCell;
use std::fmt::Write as _;
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A surface. Lines of one style that follow on each other, such as the dashes of a line, become one path; it is drawn when
/// something else comes, and at last when the surface goes.
struct Surface {
    ground: Ground,
    size: (u32, u32),
    /// The path that has not been drawn.
    path: Vec<(Step, Pixel)>,
    /// Its colour and width.
    stroke: (Rgb, u32),
    /// The font of the canvas, as far as it was chosen here: choosing one takes longer than writing with it.
    font: (bool, f64),
    /// The colour with which it fills and how much that covers, likewise.
    fill: Option<(Rgb, f64)>,
}

/// Draws on a canvas.
///
/// # Errors
/// The closure's, or if the browser has no canvas to draw upon.
pub fn canvas(
    canvas: &HtmlCanvasElement,
    (mode, scale): (Mode, f64),
    draw: impl FnOnce(&Pen<'_>) -> Result<(), ChartError>,
) -> Result<(), ChartError> {
    let context = canvas.get_context("2d").ok().flatten().and_then(|context| context.dyn_into().ok());
    let context = context.ok_or_else(|| ChartError::Backend("this browser has no canvas".to_owned()))?;
    Surface::upon(Ground::Canvas(context), (canvas.width(), canvas.height()), (mode, scale), draw).0
}

/// The address of a picture's data in PNG, of twice this size in pixels.
///
/// # Errors
/// The closure's, or if the browser makes no pictures.
pub fn png((width, height): (u32, u32), mode: Mode, draw: impl FnOnce(&Pen<'_>) -> Result<(), ChartError>) -> Result<String, ChartError> {
    /// Pixels of the picture for each pixel of its size.
    const SHARP: u32 = 2;
    let refused = || ChartError::Backend("this browser makes no pictures".to_owned());
    let paper =
        document().create_element("canvas").ok().and_then(|paper| paper.dyn_into::<HtmlCanvasElement>().ok()).ok_or_else(refused)?;
    paper.set_width(width * SHARP);
    paper.set_height(height * SHARP);
    canvas(&paper, (mode, f64::from(SHARP)), draw)?;
    paper.to_data_url().map_err(|_| refused())
}

/// An SVG document of this size in pixels.
///
/// # Errors
/// The closure's.
pub fn svg((width, height): (u32, u32), mode: Mode, draw: impl FnOnce(&Pen<'_>) -> Result<(), ChartError>) -> Result<String, ChartError> {
    let (across, down) = (width * DETAIL, height * DETAIL);
    let (drawn, ground) = Surface::upon(Ground::Svg(String::new()), (across, down), (mode, f64::from(DETAIL)), draw);
    drawn?;
    let text = if let Ground::Svg(text) = ground { text } else { String::new() };
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {across} {down}\">\n{text}</svg>\n"
    ))
}

/// A text that stands in a picture, and the left, top, right and bottom of its place, about.
pub type Written = (String, [f64; 4]);

/// What the closure draws at a scale is measured and not seen: what stands in it, with what the closure returns. The picture is of this
/// size in pixels.
pub fn measured<T>(size: (u32, u32), scale: f64, draw: impl FnOnce(&Pen<'_>) -> T) -> (T, Vec<Written>) {
    let (outcome, ground) = Surface::upon(Ground::Measured(vec![]), size, (Mode::Light, scale), draw);
    (outcome, if let Ground::Measured(texts) = ground { texts } else { vec![] })
}

/// What was made; if nothing was, the console says why.
pub fn said<T>(outcome: Result<T, ChartError>) -> Option<T> {
    outcome.map_err(|error| gloo::console::warn!(error.to_string())).ok()
}

enum Ground {
    Canvas(CanvasRenderingContext2d),
    Svg(String),
    /// Nothing is drawn; what is written is noted.
    Measured(Vec<Written>),
}

/// How a path goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Move,
    Line,
}

/// The page's own face.
const FAMILY: &str = "system-ui, sans-serif";

impl Surface {
    /// Draws upon a ground of this size.
    fn upon<T>(ground: Ground, size: (u32, u32), (mode, scale): (Mode, f64), draw: impl FnOnce(&Pen<'_>) -> T) -> (T, Ground) {
        let surface = RefCell::new(Self { ground, size, path: vec![], stroke: (Rgb(0, 0, 0), 0), font: (false, 0.0), fill: None });
        let outcome = draw(&Pen::new(&surface, Theme::of(mode), scale));
        let mut surface = surface.into_inner();
        surface.flush();
        (outcome, surface.ground)
    }

    /// Draws the lines that wait.
    fn flush(&mut self) {
        let path = std::mem::take(&mut self.path);
        if path.is_empty() {
            return;
        }
        let (colour, width) = (css(self.stroke.0), self.stroke.1);
        match &mut self.ground {
            Ground::Canvas(context) => {
                context.set_stroke_style_str(&colour);
                context.set_line_width(f64::from(width));
                trace(context, &path);
                context.stroke();
            }
            Ground::Svg(text) => {
                let way = way(&path);
                put(text, format_args!("<path d=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"));
            }
            Ground::Measured(_) => {}
        }
    }
}

/// Chooses a colour to fill with, and how much it covers, if these are others than `now`.
fn fill(context: &CanvasRenderingContext2d, now: &mut Option<(Rgb, f64)>, colour: Rgb, cover: f64) {
    if *now != Some((colour, cover)) {
        context.set_fill_style_str(&covering(colour, cover));
        *now = Some((colour, cover));
    }
}

fn css(Rgb(r, g, b): Rgb) -> String {
    format!("rgb({r},{g},{b})")
}

/// A colour that covers so much of what is below it.
fn covering(colour: Rgb, cover: f64) -> String {
    let Rgb(r, g, b) = colour;
    if cover < 1.0 { format!("rgba({r},{g},{b},{cover})") } else { css(colour) }
}

/// The points of one path.
fn steps(points: &[Pixel]) -> impl Iterator<Item = (Step, Pixel)> {
    points.iter().enumerate().map(|(i, point)| (if i == 0 { Step::Move } else { Step::Line }, *point))
}

fn trace(context: &CanvasRenderingContext2d, path: &[(Step, Pixel)]) {
    context.begin_path();
    for (step, (x, y)) in path {
        match step {
            Step::Move => context.move_to(f64::from(*x), f64::from(*y)),
            Step::Line => context.line_to(f64::from(*x), f64::from(*y)),
        }
    }
}

/// A path as SVG has it.
fn way(path: &[(Step, Pixel)]) -> String {
    let mut way = String::new();
    for (step, (x, y)) in path {
        // Writing to a string cannot fail.
        let _ = write!(way, "{}{x} {y}", if *step == Step::Move { 'M' } else { 'L' });
    }
    way
}

fn put(text: &mut String, element: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{element}");
}

/// Text as it may stand in an SVG file.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Ink for Surface {
    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn path(&mut self, points: &[Pixel], colour: Rgb, width: u32) -> Result<(), ChartError> {
        if (colour, width) != self.stroke {
            self.flush();
            self.stroke = (colour, width);
        }
        self.path.extend(steps(points));
        Ok(())
    }

    fn rect(&mut self, (x, y): Pixel, to: Pixel, colour: Rgb) -> Result<(), ChartError> {
        self.flush();
        let (width, height) = (to.0 - x, to.1 - y);
        match &mut self.ground {
            Ground::Canvas(context) => {
                fill(context, &mut self.fill, colour, 1.0);
                context.fill_rect(f64::from(x), f64::from(y), f64::from(width), f64::from(height));
            }
            Ground::Svg(text) => {
                put(text, format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", css(colour)));
            }
            Ground::Measured(_) => {}
        }
        Ok(())
    }

    fn polygon(&mut self, points: &[Pixel], colour: Rgb, cover: f64) -> Result<(), ChartError> {
        self.flush();
        let path: Vec<(Step, Pixel)> = steps(points).collect();
        match &mut self.ground {
            Ground::Canvas(context) => {
                fill(context, &mut self.fill, colour, cover);
                trace(context, &path);
                context.fill();
            }
            Ground::Svg(text) => put(text, format_args!("<path d=\"{}Z\" fill=\"{}\"/>", way(&path), covering(colour, cover))),
            Ground::Measured(_) => {}
        }
        Ok(())
    }

    fn disc(&mut self, (x, y): Pixel, radius: u32, colour: Rgb) -> Result<(), ChartError> {
        self.flush();
        match &mut self.ground {
            Ground::Canvas(context) => {
                ring(context, (x, y), radius);
                fill(context, &mut self.fill, colour, 1.0);
                context.fill();
            }
            Ground::Svg(text) => put(
                text,
                format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\" stroke=\"none\" stroke-width=\"1\"/>", css(colour)),
            ),
            Ground::Measured(_) => {}
        }
        Ok(())
    }

    fn circle(&mut self, (x, y): Pixel, radius: u32, colour: Rgb, width: u32) -> Result<(), ChartError> {
        self.flush();
        let colour = css(colour);
        match &mut self.ground {
            Ground::Canvas(context) => {
                ring(context, (x, y), radius);
                context.set_stroke_style_str(&colour);
                context.set_line_width(f64::from(width));
                context.stroke();
            }
            Ground::Svg(text) => put(
                text,
                format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"),
            ),
            Ground::Measured(_) => {}
        }
        Ok(())
    }

    fn text(&mut self, words: &str, (x, y): Pixel, letters: Letters) -> Result<(), ChartError> {
        self.flush();
        let Letters { size, bold, colour, side, upwards } = letters;
        let (weight, turn) = (if bold { "bold" } else { "normal" }, if upwards { 270.0 } else { 0.0 });
        let anchor = match side {
            Side::Start => "start",
            Side::Middle => "middle",
            Side::End => "end",
        };
        match &mut self.ground {
            Ground::Canvas(context) => {
                if self.font != (bold, size) {
                    context.set_font(&format!("{weight} {size}px {FAMILY}"));
                    self.font = (bold, size);
                }
                context.set_text_align(if side == Side::Middle { "center" } else { anchor });
                context.set_text_baseline("middle");
                fill(context, &mut self.fill, colour, 1.0);
                // Finite numbers are all that these refuse.
                if upwards {
                    context.save();
                    let _ = context.translate(f64::from(x), f64::from(y));
                    let _ = context.rotate(f64::to_radians(turn));
                    let _ = context.fill_text(words, 0.0, 0.0);
                    context.restore();
                } else {
                    let _ = context.fill_text(words, f64::from(x), f64::from(y));
                }
            }
            Ground::Svg(text) => {
                // Not every program that shows SVG knows other baselines than that of the letters.
                let drop = 0.35 * size;
                put(
                    text,
                    format_args!(
                        "<text transform=\"translate({x} {y}) rotate({turn})\" y=\"{drop:.1}\" text-anchor=\"{anchor}\" font-family=\"{FAMILY}\" font-weight=\"{weight}\" font-size=\"{size}\" fill=\"{}\">{}</text>",
                        css(colour),
                        escaped(words)
                    ),
                );
            }
            Ground::Measured(texts) => {
                let (width, half) = (0.6 * size * words.chars().count() as f64, 0.6 * size);
                let left = f64::from(x)
                    - match side {
                        Side::Start => 0.0,
                        Side::Middle => width / 2.0,
                        Side::End => width,
                    };
                texts.push((words.to_owned(), [left, f64::from(y) - half, left + width, f64::from(y) + half]));
            }
        }
        Ok(())
    }
}

/// The path of a circle.
fn ring(context: &CanvasRenderingContext2d, (x, y): Pixel, radius: u32) {
    context.begin_path();
    // A radius is never negative.
    let _ = context.arc(f64::from(x), f64::from(y), f64::from(radius), 0.0, std::f64::consts::TAU);
}
