//! The few strokes that all pictures are made of, in pixels.

use super::dash::{self, Point};
pub use super::ink::Side;
use super::ink::{Ink, Letters, Pixel};
use super::ticks::Label;
use super::{ChartError, Rgb, Theme};
use std::cell::RefCell;

/// Size of ticks and labels.
pub const SMALL: f64 = 12.0;

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

    /// What is left of it within an edge of this width.
    #[must_use]
    pub fn within(&self, edge: f64) -> Self {
        Self { left: self.left + edge, top: self.top + edge, right: self.right - edge, bottom: self.bottom - edge }
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

/// Draws upon a surface, or a part of it, in a theme.
pub struct Pen<'a> {
    ink: &'a RefCell<dyn Ink + 'a>,
    part: Part,
    /// The colours.
    pub theme: &'a Theme,
    /// Pixels of a length of 1.
    pub scale: f64,
}

/// A part of a surface: its first pixel, and the one after its last.
#[derive(Clone, Copy)]
struct Part {
    from: Pixel,
    to: Pixel,
}

/// A pixel that can be added to any other without overflow.
fn pixel(x: f64) -> i32 {
    x.round().clamp(-30_000.0, 30_000.0) as i32
}

fn at((x, y): Point) -> Pixel {
    (pixel(x), pixel(y))
}

impl<'a> Pen<'a> {
    /// A pen for a surface. A scale that is no size becomes 1.
    pub fn new(ink: &'a RefCell<dyn Ink + 'a>, theme: &'a Theme, scale: f64) -> Self {
        let scale = if scale.is_finite() && scale > 0.0 { scale.clamp(0.1, 16.0) } else { 1.0 };
        let (width, height) = ink.borrow().size();
        Self { ink, part: Part { from: (0, 0), to: (width as i32, height as i32) }, theme, scale }
    }

    /// The same pen for a part of what it draws upon.
    fn of(&self, from: Pixel, to: Pixel) -> Self {
        Self { part: Part { from, to }, ..*self }
    }

    /// Pens for equal parts, row by row.
    pub fn split(&self, rows: usize, columns: usize) -> Vec<Self> {
        let Part { from, to } = self.part;
        let edge = |from: i32, to: i32, count: usize, at: usize| {
            let length = (to - from).max(0) as usize;
            from + (at * (length / count) + at.min(length % count)) as i32
        };
        let corner = |row, column| (edge(from.0, to.0, columns, column), edge(from.1, to.1, rows, row));
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        cells.map(|(row, column)| self.of(corner(row, column), corner(row + 1, column + 1))).collect()
    }

    /// Pens for the upper part, which is so high at scale 1, and for what is below it.
    pub fn split_down(&self, height: f64) -> (Self, Self) {
        let Part { from, to } = self.part;
        let y = from.1 + pixel(self.px(height));
        (self.of(from, (to.0, y)), self.of((from.0, y), to))
    }

    /// Pens for the left part, which is so wide at scale 1, and for what is right of it.
    pub(crate) fn split_across(&self, width: f64) -> (Self, Self) {
        let Part { from, to } = self.part;
        let x = from.0 + pixel(self.px(width));
        (self.of(from, (x, to.1)), self.of((x, from.1), to))
    }

    /// A pen for a frame within what this one draws upon.
    pub(crate) fn within(&self, frame: Frame) -> Self {
        let (left, top) = self.part.from;
        let corner = |x: f64, y: f64| (left + pixel(x), top + pixel(y));
        self.of(corner(frame.left, frame.top), corner(frame.right, frame.bottom))
    }

    /// The whole of what it draws upon.
    pub(crate) fn frame(&self) -> Frame {
        let Part { from, to } = self.part;
        Frame { left: 0.0, top: 0.0, right: f64::from(to.0 - from.0).max(0.0), bottom: f64::from(to.1 - from.1).max(0.0) }
    }

    /// A pixel of its part as one of the surface; what lies outside is put on the edge.
    fn place(&self, (x, y): Pixel) -> Pixel {
        let Part { from, to } = self.part;
        ((x + from.0).min(to.0).max(from.0), (y + from.1).min(to.1).max(from.1))
    }

    fn places(&self, pixels: impl IntoIterator<Item = Pixel>) -> Vec<Pixel> {
        pixels.into_iter().map(|pixel| self.place(pixel)).collect()
    }

    fn breadth(&self, width: f64) -> u32 {
        self.px(width).round().max(1.0) as u32
    }

    /// So many pixels at scale 1.
    pub(crate) fn px(&self, length: f64) -> f64 {
        length * self.scale
    }

    /// Covers all of it with the ground.
    pub(crate) fn clear(&self) -> Result<(), ChartError> {
        self.rect(self.frame(), self.theme.ground)
    }

    /// A level line, aligned to pixels.
    pub(crate) fn level(&self, from: f64, to: f64, y: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        let width = self.px(width).round().max(1.0);
        let top = (y - width / 2.0).round();
        self.rect(Frame { left: from, top, right: to, bottom: top + width }, colour)
    }

    /// An upright line, aligned to pixels.
    pub(crate) fn upright(&self, x: f64, from: f64, to: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        let width = self.px(width).round().max(1.0);
        let left = (x - width / 2.0).round();
        self.rect(Frame { left, top: from, right: left + width, bottom: to }, colour)
    }

    /// A polyline.
    pub(crate) fn path(&self, points: &[Point], colour: Rgb, width: f64) -> Result<(), ChartError> {
        let mut pixels: Vec<Pixel> = points.iter().copied().map(at).collect();
        pixels.dedup();
        if pixels.len() < 2 {
            return Ok(());
        }
        self.ink.borrow_mut().path(&self.places(pixels), colour, self.breadth(width))
    }

    /// A polyline in a pattern of [`dash::pattern`].
    pub(crate) fn dashed(&self, points: &[Point], pattern: &[f64], colour: Rgb, width: f64) -> Result<(), ChartError> {
        if pattern.is_empty() {
            return self.path(points, colour, width);
        }
        dash::walk(points, pattern, self.scale).iter().try_for_each(|piece| self.path(piece, colour, width))
    }

    /// A filled rectangle.
    pub(crate) fn rect(&self, frame: Frame, colour: Rgb) -> Result<(), ChartError> {
        let corners = [at((frame.left, frame.top)), at((frame.right, frame.bottom))];
        if corners[0].0 >= corners[1].0 || corners[0].1 >= corners[1].1 {
            return Ok(());
        }
        let [from, to] = corners.map(|corner| self.place(corner));
        self.ink.borrow_mut().rect(from, to, colour)
    }

    /// A filled polygon.
    pub(crate) fn polygon(&self, points: &[Point], colour: Rgb) -> Result<(), ChartError> {
        self.veil(points, colour, 1.0)
    }

    /// A filled polygon that lets through what is below it; `cover` is how much of that it hides, 0 … 1.
    pub(crate) fn veil(&self, points: &[Point], colour: Rgb, cover: f64) -> Result<(), ChartError> {
        self.ink.borrow_mut().polygon(&self.places(points.iter().copied().map(at)), colour, cover)
    }

    /// A dot.
    pub(crate) fn dot(&self, centre: Point, radius: f64, colour: Rgb) -> Result<(), ChartError> {
        self.ink.borrow_mut().disc(self.place(at(centre)), self.breadth(radius), colour)
    }

    /// A ring on the ground.
    pub(crate) fn ring(&self, centre: Point, radius: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        self.dot(centre, radius, self.theme.ground)?;
        self.circle(centre, radius, colour, width)
    }

    /// A circle that hides nothing within.
    pub(crate) fn circle(&self, centre: Point, radius: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        self.ink.borrow_mut().circle(self.place(at(centre)), self.breadth(radius), colour, self.breadth(width))
    }

    /// Slanted lines over a frame.
    pub(crate) fn hatch(&self, frame: Frame, colour: Rgb) -> Result<(), ChartError> {
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
    pub(crate) fn cross(&self, (x, y): Point, radius: f64, colour: Rgb, width: f64) -> Result<(), ChartError> {
        let r = self.px(radius);
        self.path(&[(x - r, y - r), (x + r, y + r)], colour, width)?;
        self.path(&[(x - r, y + r), (x + r, y - r)], colour, width)
    }

    /// A text whose height is centred on its point.
    pub(crate) fn text(&self, text: &str, point: Point, size: f64, side: Side, colour: Rgb) -> Result<(), ChartError> {
        self.write(text, point, Letters { size, bold: false, colour, side, upwards: false })
    }

    /// The same in bold letters.
    pub(crate) fn bold(&self, text: &str, point: Point, size: f64, side: Side, colour: Rgb) -> Result<(), ChartError> {
        self.write(text, point, Letters { size, bold: true, colour, side, upwards: false })
    }

    /// Says in the middle of a frame why nothing else is there.
    pub(crate) fn say(&self, frame: Frame, words: &str) -> Result<(), ChartError> {
        let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        self.text(words, middle, SMALL + 1.0, Side::Middle, self.theme.muted)
    }

    /// A text that runs upwards, centred on its point.
    pub(crate) fn upwards(&self, text: &str, point: Point, size: f64, colour: Rgb) -> Result<(), ChartError> {
        self.write(text, point, Letters { size, bold: false, colour, side: Side::Middle, upwards: true })
    }

    /// Writes letters, of a size at scale 1. A text may begin or end beyond the edge.
    fn write(&self, text: &str, point: Point, letters: Letters) -> Result<(), ChartError> {
        let ((x, y), (left, top)) = (at(point), self.part.from);
        self.ink.borrow_mut().text(text, (x + left, y + top), Letters { size: self.px(letters.size), ..letters })
    }

    /// The label of a tick.
    pub(crate) fn label(&self, label: &Label, (x, y): Point, side: Side) -> Result<(), ChartError> {
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
    pub(crate) fn shortened(&self, text: &str, size: f64, room: f64) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let lengths = (1..text.chars().count()).rev();
        let mut shorter = lengths.map(|length| text.chars().take(length).chain(['…']).collect::<String>());
        shorter.find(|short| self.width(short, size) <= room).unwrap_or_default()
    }

    /// A text in lines no wider than `room`, broken between words.
    pub(crate) fn wrapped(&self, text: &str, size: f64, room: f64) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split(' ') {
            let line = lines.last_mut().map(|line| format!("{line} {word}").trim_start().to_owned()).unwrap_or_default();
            if self.width(&line, size) > room && !lines.last().is_none_or(String::is_empty) {
                lines.push(word.to_owned());
            } else if let Some(last) = lines.last_mut() {
                *last = line;
            }
        }
        lines
    }

    /// How wide a text will be, about: rather too much, for no surface says.
    pub(crate) fn width(&self, text: &str, size: f64) -> f64 {
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
