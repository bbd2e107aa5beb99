//! Pictures in files: SVG as plotters writes it, PNG drawn larger and averaged down, so that every edge is smooth.

use super::ink::{Ink, Letters, Pixel, Side};
use super::pen::Pen;
use super::{ChartError, DETAIL, Mode, Rgb, Theme, picture};
use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::prelude::{Color as _, DrawingBackend, RGBColor};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, FontTransform, ShapeStyle, TextStyle, register_font};
use plotters_backend::{BackendColor, BackendCoord};
use schedscope_core::plot::Picture;
use std::cell::RefCell;
use std::sync::OnceLock;

/// Draws into an SVG document.
///
/// # Errors
/// If the size cannot be drawn, or the closure's.
pub fn svg(
    (width, height): (u32, u32),
    theme: &Theme,
    draw: impl FnOnce(&Pen<'_>) -> Result<(), ChartError>,
) -> Result<String, ChartError> {
    check(width, height)?;
    let mut text = String::new();
    let (fine_width, fine_height) = (width * DETAIL, height * DETAIL);
    let ink = RefCell::new(SVGBackend::with_string(&mut text, (fine_width, fine_height)));
    draw(&Pen::new(&ink, theme, f64::from(DETAIL)))?;
    ink.into_inner().present().map_err(failed)?;
    let fine = format!("width=\"{fine_width}\" height=\"{fine_height}\"");
    Ok(text.replacen(&fine, &format!("width=\"{width}\" height=\"{height}\""), 1))
}

/// A picture of this size as a file: SVG, in the light theme.
///
/// # Errors
/// See [`svg`].
pub fn picture_svg(size: (u32, u32), what: &Picture) -> Result<String, ChartError> {
    svg(size, Theme::of(Mode::Light), |pen| picture(pen, what))
}

/// A picture of this size as a file: PNG, in the light theme.
///
/// # Errors
/// See [`png()`].
pub fn picture_png(size: (u32, u32), what: &Picture) -> Result<Vec<u8>, ChartError> {
    png(size, Theme::of(Mode::Light), |pen| picture(pen, what))
}

/// Pixels of a PNG for each pixel of its nominal size: sharp on today's screens and in print.
const DENSITY: u32 = 2;
/// Pixels drawn for each pixel written, each way.
const SAMPLES: u32 = 2;

/// Draws into a PNG file of twice the nominal size.
///
/// # Errors
/// If the size cannot be drawn, the file cannot be encoded, or the closure's.
pub fn png(
    (width, height): (u32, u32),
    theme: &Theme,
    draw: impl FnOnce(&Pen<'_>) -> Result<(), ChartError>,
) -> Result<Vec<u8>, ChartError> {
    check(width, height)?;
    let (across, down) = (width * DENSITY, height * DENSITY);
    let fine = (across * SAMPLES, down * SAMPLES);
    let mut buffer = vec![255; fine.0 as usize * fine.1 as usize * 3];
    let ink = RefCell::new(Bitmap::new(&mut buffer, fine)?);
    draw(&Pen::new(&ink, theme, f64::from(DENSITY * SAMPLES)))?;
    drop(ink);
    let pixels = average(&buffer, across as usize, down as usize);
    encode(&pixels, across, down)
}

fn check(width: u32, height: u32) -> Result<(), ChartError> {
    let allowed = 1..=ChartError::MOST;
    if allowed.contains(&width) && allowed.contains(&height) { Ok(()) } else { Err(ChartError::Size { width, height }) }
}

fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::Backend(error.to_string())
}

/// The mean of each square of samples.
fn average(fine: &[u8], across: usize, down: usize) -> Vec<u8> {
    let samples = SAMPLES as usize;
    let mut pixels = Vec::with_capacity(across * down * 3);
    for y in 0..down {
        for x in 0..across {
            for channel in 0..3 {
                let sample = |i: usize| {
                    let (row, column) = (y * samples + i / samples, x * samples + i % samples);
                    u32::from(fine[(row * across * samples + column) * 3 + channel])
                };
                let sum: u32 = (0..samples * samples).map(sample).sum();
                pixels.push((sum / (SAMPLES * SAMPLES)) as u8);
            }
        }
    }
    pixels
}

fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, ChartError> {
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

const FAMILY: FontFamily<'static> = FontFamily::SansSerif;
/// The factor by which plotters' SVG shrinks the size that it is given.
const SHRINK: f64 = 1.24;

/// A line so wide, or what is filled.
fn stroke(Rgb(r, g, b): Rgb, width: u32) -> ShapeStyle {
    RGBColor(r, g, b).stroke_width(width)
}

fn colour(Rgb(r, g, b): Rgb, cover: f64) -> BackendColor {
    RGBColor(r, g, b).mix(cover).to_backend_color()
}

/// Strokes go to plotters as they are.
impl Ink for SVGBackend<'_> {
    fn size(&self) -> (u32, u32) {
        self.get_size()
    }

    fn path(&mut self, points: &[Pixel], colour: Rgb, width: u32) -> Result<(), ChartError> {
        self.draw_path(points.iter().copied(), &stroke(colour, width)).map_err(failed)
    }

    fn rect(&mut self, from: Pixel, to: Pixel, colour: Rgb) -> Result<(), ChartError> {
        self.draw_rect(from, to, &stroke(colour, 1), true).map_err(failed)
    }

    fn polygon(&mut self, points: &[Pixel], rgb: Rgb, cover: f64) -> Result<(), ChartError> {
        self.fill_polygon(points.iter().copied(), &colour(rgb, cover)).map_err(failed)
    }

    fn disc(&mut self, centre: Pixel, radius: u32, colour: Rgb) -> Result<(), ChartError> {
        self.draw_circle(centre, radius, &stroke(colour, 1), true).map_err(failed)
    }

    fn circle(&mut self, centre: Pixel, radius: u32, colour: Rgb, width: u32) -> Result<(), ChartError> {
        self.draw_circle(centre, radius, &stroke(colour, width), false).map_err(failed)
    }

    fn text(&mut self, text: &str, at: Pixel, letters: Letters) -> Result<(), ChartError> {
        let style = if letters.bold { FontStyle::Bold } else { FontStyle::Normal };
        let turn = if letters.upwards { FontTransform::Rotate270 } else { FontTransform::None };
        let across = match letters.side {
            Side::Start => HPos::Left,
            Side::Middle => HPos::Center,
            Side::End => HPos::Right,
        };
        let font = FontDesc::new(FAMILY, letters.size * SHRINK, style).transform(turn);
        let style = TextStyle { font, color: colour(letters.colour, 1.0), pos: Pos::new(across, VPos::Center) };
        self.draw_text(text, &style, at).map_err(failed)
    }
}

/// Ascent and descent of the font in ems: plotters takes their sum for its size.
const EXTENT: f64 = 1.149;
/// Height of its capitals in ems.
const CAPITAL: f64 = 0.7;

fn font() -> Result<(), ChartError> {
    static READY: OnceLock<bool> = OnceLock::new();
    let ready = READY.get_or_init(|| register_font(FAMILY.as_str(), FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT).is_ok());
    if *ready { Ok(()) } else { Err(ChartError::Backend("the font cannot be read".to_owned())) }
}

/// Plotters' bitmap with two remedies: texts lie where they should and have some weight, and a thick line is made of one
/// piece a segment, with round joints, so that it survives sharp turns.
pub struct Bitmap<'a>(BitMapBackend<'a>);

impl<'a> Bitmap<'a> {
    fn new(buffer: &'a mut [u8], size: (u32, u32)) -> Result<Self, ChartError> {
        font()?;
        Ok(Self(BitMapBackend::with_buffer_and_format(buffer, size).map_err(failed)?))
    }
}

impl Ink for Bitmap<'_> {
    fn size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn path(&mut self, points: &[Pixel], rgb: Rgb, width: u32) -> Result<(), ChartError> {
        let (thick, colour) = (f64::from(width), colour(rgb, 1.0));
        for (i, ends) in points.windows(2).enumerate() {
            self.segment(ends[0], ends[1], thick, colour)?;
            if i > 0 && width > 2 {
                self.joint(ends[0], thick / 2.0, colour)?;
            }
        }
        Ok(())
    }

    fn rect(&mut self, from: Pixel, to: Pixel, rgb: Rgb) -> Result<(), ChartError> {
        // A rectangle of plotters includes its last pixel.
        self.0.draw_rect(from, (to.0 - 1, to.1 - 1), &colour(rgb, 1.0), true).map_err(failed)
    }

    fn polygon(&mut self, points: &[Pixel], rgb: Rgb, cover: f64) -> Result<(), ChartError> {
        self.0.fill_polygon(points.iter().copied(), &colour(rgb, cover)).map_err(failed)
    }

    fn disc(&mut self, centre: Pixel, radius: u32, rgb: Rgb) -> Result<(), ChartError> {
        self.0.draw_circle(centre, radius, &colour(rgb, 1.0), true).map_err(failed)
    }

    fn circle(&mut self, centre: Pixel, radius: u32, rgb: Rgb, width: u32) -> Result<(), ChartError> {
        // That of plotters is thin whatever its style says: rings of points.
        let half = f64::from(width) / 2.0;
        let (inner, outer) = (f64::from(radius) - half, f64::from(radius) + half);
        let reach = outer.ceil() as i32;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let distance = libm::hypot(f64::from(dx), f64::from(dy));
                if (inner..=outer).contains(&distance) {
                    self.point((centre.0 + dx, centre.1 + dy), colour(rgb, 1.0))?;
                }
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str, at: Pixel, letters: Letters) -> Result<(), ChartError> {
        let em = letters.size;
        let size = em * EXTENT;
        let font = FontDesc::new(FAMILY, size, FontStyle::Normal);
        let width = font.layout_box(text).map_or(0, |(_, (width, _))| width);
        let left = match letters.side {
            Side::Start => 0,
            Side::Middle => -width / 2,
            Side::End => -width,
        };
        // Plotters puts the baseline half a size below the point.
        let top = (em * CAPITAL / 2.0 - size / 2.0).round() as i32;
        let mut drawn = Ok(());
        // Twice, a little apart: the face is a light one.
        let weight = (em / 40.0).ceil() as i32;
        for shift in 0..=weight {
            let result = font.draw(text, (left + shift, top), |x, y, cover| -> Result<(), ()> {
                let (x, y) = if letters.upwards { (y, -x) } else { (x, y) };
                if drawn.is_ok() && cover > 0.02 {
                    drawn = self.point((at.0 + x, at.1 + y), colour(letters.colour, f64::from(cover)));
                }
                Ok(())
            });
            result.map_err(failed)?.ok();
        }
        drawn
    }
}

impl Bitmap<'_> {
    /// A pixel, if it is one of the picture's.
    fn point(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Result<(), ChartError> {
        let (width, height) = self.size();
        if x < 0 || y < 0 || x.cast_unsigned() >= width || y.cast_unsigned() >= height {
            Ok(())
        } else {
            self.0.draw_pixel((x, y), colour).map_err(failed)
        }
    }

    /// A straight piece of a line: all pixels whose middle is within half its width.
    fn segment(&mut self, from: BackendCoord, to: BackendCoord, width: f64, colour: BackendColor) -> Result<(), ChartError> {
        let half = width / 2.0;
        let (size_x, size_y) = self.size();
        let (ax, ay, bx, by) = (f64::from(from.0), f64::from(from.1), f64::from(to.0), f64::from(to.1));
        let (dx, dy) = (bx - ax, by - ay);
        let length = libm::hypot(dx, dy).max(1e-9);
        let rows = ((ay.min(by) - half).floor().max(0.0) as i32, (ay.max(by) + half).ceil().min(f64::from(size_y) - 1.0) as i32);
        for y in rows.0..=rows.1 {
            // The part of this row that the piece can reach.
            let (near, far) = if dy.abs() < 1e-9 {
                (ax.min(bx), ax.max(bx))
            } else {
                let slack = half * length / dy.abs();
                let at = |y: f64| ax + dx * ((y - ay) / dy).clamp(-1.0, 2.0);
                let middle = at(f64::from(y));
                ((middle - slack).max(ax.min(bx) - half), (middle + slack).min(ax.max(bx) + half))
            };
            let columns = (near.floor().max(0.0) as i32, far.ceil().min(f64::from(size_x) - 1.0) as i32);
            for x in columns.0..=columns.1 {
                let (px, py) = (f64::from(x) - ax, f64::from(y) - ay);
                let along = (px * dx + py * dy) / length;
                let off = (px * dy - py * dx) / length;
                if (-0.5..=length + 0.5).contains(&along) && off > -half && off <= half {
                    self.0.draw_pixel((x, y), colour).map_err(failed)?;
                }
            }
        }
        Ok(())
    }

    /// Rounds a corner of a line.
    fn joint(&mut self, (x, y): BackendCoord, radius: f64, colour: BackendColor) -> Result<(), ChartError> {
        let reach = radius.ceil() as i32;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                if libm::hypot(f64::from(dx), f64::from(dy)) <= radius - 0.2 {
                    self.point((x + dx, y + dy), colour)?;
                }
            }
        }
        Ok(())
    }
}
