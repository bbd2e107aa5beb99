//! The few strokes that all pictures are made of, in pixels, on any backend.

use super::dash::{self, Point};
use super::ticks::Label;
use super::{ChartError, Rgb, Theme};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle};
use plotters::prelude::{DrawingArea, DrawingBackend, RGBColor, ShapeStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, FontTransform, TextStyle};

type Pixel = (i32, i32);

/// The page's own face; a file cannot know what the system has.
pub const FAMILY: FontFamily<'static> =
    if cfg!(target_family = "wasm") { FontFamily::Name("system-ui, sans-serif") } else { FontFamily::SansSerif };

/// The factor by which a native backend shrinks the size it is given.
pub const SHRINK: f64 = if cfg!(target_family = "wasm") { 1.0 } else { 1.24 };

/// Size of ticks and labels.
pub const SMALL: f64 = 12.0;

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

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Frame {
    pub fn width(&self) -> f64 {
        (self.right - self.left).max(0.0)
    }

    pub fn height(&self) -> f64 {
        (self.bottom - self.top).max(0.0)
    }

    /// Whether the two have a point in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// The square of the distance to a point; zero within.
    pub fn apart(&self, (x, y): Point) -> f64 {
        let (across, down) = ((self.left - x).max(x - self.right).max(0.0), (self.top - y).max(y - self.bottom).max(0.0));
        across * across + down * down
    }

    /// Whether the other lies within.
    pub fn holds(&self, other: &Self) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }
}

/// Draws on an area in a theme.
pub struct Pen<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
    pub theme: &'a Theme,
    pub scale: f64,
}

/// A pixel that every backend can add to another without overflow.
fn pixel(x: f64) -> i32 {
    x.round().clamp(-30_000.0, 30_000.0) as i32
}

fn at((x, y): Point) -> Pixel {
    (pixel(x), pixel(y))
}

fn failed<E: std::error::Error + Send + Sync>(error: &DrawingAreaErrorKind<E>) -> ChartError {
    ChartError::Backend(error.to_string())
}

impl<'a, DB: DrawingBackend> Pen<'a, DB> {
    /// A pen for an area. A scale that is no size becomes 1.
    pub fn new(area: &'a DrawingArea<DB, Shift>, theme: &'a Theme, scale: f64) -> Self {
        let scale = if scale.is_finite() && scale > 0.0 { scale.clamp(0.1, 16.0) } else { 1.0 };
        Self { area, theme, scale }
    }

    /// The whole area.
    pub fn frame(&self) -> Frame {
        let (x, y) = self.area.get_pixel_range();
        Frame { left: 0.0, top: 0.0, right: f64::from(x.end - x.start).max(0.0), bottom: f64::from(y.end - y.start).max(0.0) }
    }

    /// So many pixels at scale 1.
    pub fn px(&self, length: f64) -> f64 {
        length * self.scale
    }

    fn stroke(&self, colour: Rgb, width: f64) -> ShapeStyle {
        RGBColor::from(colour).stroke_width(self.px(width).round().max(1.0) as u32)
    }

    fn draw<E>(&self, element: &E) -> Result<(), ChartError>
    where
        for<'b> &'b E: PointCollection<'b, Pixel>,
        E: Drawable<DB>,
    {
        self.area.draw(element).map_err(|error| failed(&error))
    }

    /// Covers the area with the ground.
    pub fn clear(&self) -> Result<(), ChartError> {
        self.rect(self.frame(), self.theme.ground)
    }

    /// A level line, aligned to pixels.
    pub fn level(&self, from: f64, to: f64, y: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        let width = self.px(width).round().max(1.0);
        let top = (y - width / 2.0).round();
        self.rect(Frame { left: from, top, right: to, bottom: top + width }, colour)
    }

    /// An upright line, aligned to pixels.
    pub fn upright(&self, x: f64, from: f64, to: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        let width = self.px(width).round().max(1.0);
        let left = (x - width / 2.0).round();
        self.rect(Frame { left, top: from, right: left + width, bottom: to }, colour)
    }

    /// A polyline.
    pub fn path(&self, points: &[Point], colour: Rgb, width: f64) -> Result<(), ChartError> {
        let mut pixels: Vec<Pixel> = points.iter().copied().map(at).collect();
        pixels.dedup();
        if pixels.len() < 2 {
            return Ok(());
        }
        self.draw(&PathElement::new(pixels, self.stroke(colour, width)))
    }

    /// A polyline in a pattern of [`dash::pattern`].
    pub fn dashed(&self, points: &[Point], pattern: &[f64], colour: Rgb, width: f64) -> Result<(), ChartError> {
        if pattern.is_empty() {
            return self.path(points, colour, width);
        }
        dash::walk(points, pattern, self.scale).iter().try_for_each(|piece| self.path(piece, colour, width))
    }

    /// A filled rectangle.
    pub fn rect(&self, frame: Frame, colour: Rgb) -> Result<(), ChartError> {
        let corners = [at((frame.left, frame.top)), at((frame.right, frame.bottom))];
        if corners[0].0 >= corners[1].0 || corners[0].1 >= corners[1].1 {
            return Ok(());
        }
        self.draw(&Rectangle::new(corners, RGBColor::from(colour).filled()))
    }

    /// A filled polygon.
    pub fn polygon(&self, points: &[Point], colour: Rgb) -> Result<(), ChartError> {
        self.draw(&Polygon::new(points.iter().copied().map(at).collect::<Vec<_>>(), RGBColor::from(colour).filled()))
    }

    /// A filled polygon that lets through what is below it; `cover` is how much of that it hides, 0 … 1.
    pub fn veil(&self, points: &[Point], colour: Rgb, cover: f64) -> Result<(), ChartError> {
        let style = RGBColor::from(colour).mix(cover).filled();
        self.draw(&Polygon::new(points.iter().copied().map(at).collect::<Vec<_>>(), style))
    }

    /// A dot.
    pub fn dot(&self, centre: Point, radius: f64, colour: Rgb) -> Result<(), ChartError> {
        self.draw(&Circle::new(at(centre), self.px(radius).round().max(1.0) as u32, RGBColor::from(colour).filled()))
    }

    /// A ring on the ground.
    pub fn ring(&self, centre: Point, radius: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        self.dot(centre, radius, self.theme.ground)?;
        self.circle(centre, radius, colour, width)
    }

    /// A circle that hides nothing within.
    pub fn circle(&self, centre: Point, radius: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        self.draw(&Circle::new(at(centre), self.px(radius).round().max(1.0) as u32, self.stroke(colour, width)))
    }

    /// Slanted lines over a frame.
    pub fn hatch(&self, frame: Frame, colour: Rgb) -> Result<(), ChartError> {
        let every = self.px(9.0);
        let height = frame.height();
        // Lines of one grid, so that neighbouring frames and later pictures continue each other.
        let mut foot = ((frame.left - height) / every).floor() * every;
        while foot < frame.right {
            let (from, to) = (foot.max(frame.left), (foot + height).min(frame.right));
            if to > from {
                self.path(&[(from, frame.bottom - (from - foot)), (to, frame.bottom - (to - foot))], colour, 1.0)?;
            }
            foot += every;
        }
        Ok(())
    }

    /// A cross.
    pub fn cross(&self, (x, y): Point, radius: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        let r = self.px(radius);
        self.path(&[(x - r, y - r), (x + r, y + r)], colour, width)?;
        self.path(&[(x - r, y + r), (x + r, y - r)], colour, width)
    }

    /// A text whose height is centred on its point.
    pub fn text(&self, text: &str, point: Point, size: f64, side: Side, colour: Rgb) -> Result<(), ChartError> {
        self.write(text, point, (size, FontStyle::Normal), side, colour, FontTransform::None)
    }

    /// The same in bold letters.
    pub fn bold(&self, text: &str, point: Point, size: f64, side: Side, colour: Rgb) -> Result<(), ChartError> {
        self.write(text, point, (size, FontStyle::Bold), side, colour, FontTransform::None)
    }

    /// Says in the middle of a frame why nothing else is there.
    pub fn say(&self, frame: Frame, words: &str) -> Result<(), ChartError> {
        let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        self.text(words, middle, SMALL + 1.0, Side::Middle, self.theme.muted)
    }

    /// A text that runs upwards, centred on its point.
    pub fn upwards(&self, text: &str, point: Point, size: f64, colour: Rgb) -> Result<(), ChartError> {
        self.write(text, point, (size, FontStyle::Normal), Side::Middle, colour, FontTransform::Rotate270)
    }

    fn write(
        &self,
        text: &str,
        point: Point,
        (size, style): (f64, FontStyle),
        side: Side,
        colour: Rgb,
        turn: FontTransform,
    ) -> Result<(), ChartError> {
        let font = FontDesc::new(FAMILY, self.px(size) * SHRINK, style).transform(turn);
        let horizontal = match side {
            Side::Start => HPos::Left,
            Side::Middle => HPos::Center,
            Side::End => HPos::Right,
        };
        let style = TextStyle { font, color: RGBColor::from(colour).to_backend_color(), pos: Pos::new(horizontal, VPos::Center) };
        self.area.draw_text(text, &style, at(point)).map_err(|error| failed(&error))
    }

    /// The label of a tick.
    pub fn label(&self, label: &Label, (x, y): Point, side: Side) -> Result<(), ChartError> {
        let muted = self.theme.muted;
        match label {
            Label::Plain(text) => self.text(text, (x, y), SMALL, side, muted),
            Label::Power(exponent) => {
                let exponent = exponent.to_string().replace('-', "−");
                let (base, raised) = (self.width("10", SMALL), self.width(&exponent, SMALL * 0.75));
                let start = match side {
                    Side::Start => x,
                    Side::Middle => x - f64::midpoint(base, raised),
                    Side::End => x - base - raised,
                };
                // Both from where they meet, so that they never overlap whatever the font.
                self.text("10", (start + base, y), SMALL, Side::End, muted)?;
                self.text(&exponent, (start + base, y - self.px(4.0)), SMALL * 0.75, Side::Start, muted)
            }
            Label::Bare => Ok(()),
        }
    }

    /// As much of a text as has room.
    pub fn shortened(&self, text: &str, size: f64, room: f64) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let lengths = (1..text.chars().count()).rev();
        let mut shorter = lengths.map(|length| text.chars().take(length).chain(['…']).collect::<String>());
        shorter.find(|short| self.width(short, size) <= room).unwrap_or_default()
    }

    /// How wide a text will be, about: rather too much, for no backend says.
    pub fn width(&self, text: &str, size: f64) -> f64 {
        let em: f64 = text
            .chars()
            .map(|c| match c {
                'i' | 'j' | 'l' | '.' | ',' | '\'' | '|' | ':' | ';' | '·' => 0.29,
                ' ' | 'f' | 't' | 'r' | '(' | ')' => 0.42,
                'm' | 'w' | 'M' | 'W' => 0.88,
                'A'..='Z' | '−' | '+' | '÷' | '=' => 0.66,
                '0'..='9' => 0.62,
                _ => 0.58,
            })
            .sum();
        self.px(em * size)
    }
}
