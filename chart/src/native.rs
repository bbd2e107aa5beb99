//! Pictures in files: SVG as plotters writes it, PNG drawn larger and averaged down, so that every edge is smooth.

use super::pen::SHRINK;
use super::{ChartError, DETAIL, Mode, Theme, pen, picture};
use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, IntoDrawingArea};
use plotters::style::{FontDesc, FontStyle, FontTransform, register_font};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};
use schedscope_core::plot::Picture;
use std::sync::OnceLock;

/// Draws into an SVG document. The closure is given the area and the scale of texts and strokes.
///
/// # Errors
/// If the size cannot be drawn, or the closure's.
pub fn svg(
    width: u32,
    height: u32,
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>, f64) -> Result<(), ChartError>,
) -> Result<String, ChartError> {
    check(width, height)?;
    let mut text = String::new();
    let (fine_width, fine_height) = (width * DETAIL, height * DETAIL);
    let root = SVGBackend::with_string(&mut text, (fine_width, fine_height)).into_drawing_area();
    draw(&root, f64::from(DETAIL))?;
    root.present().map_err(failed)?;
    drop(root);
    let fine = format!("width=\"{fine_width}\" height=\"{fine_height}\"");
    Ok(text.replacen(&fine, &format!("width=\"{width}\" height=\"{height}\""), 1))
}

/// A picture of this size as a file: SVG, in the light theme.
///
/// # Errors
/// See [`svg`].
pub fn picture_svg((width, height): (u32, u32), what: &Picture) -> Result<String, ChartError> {
    svg(width, height, |root, scale| picture(root, Theme::of(Mode::Light), scale, what))
}

/// A picture of this size as a file: PNG, in the light theme.
///
/// # Errors
/// See [`png()`].
pub fn picture_png((width, height): (u32, u32), what: &Picture) -> Result<Vec<u8>, ChartError> {
    png(width, height, |root, scale| picture(root, Theme::of(Mode::Light), scale, what))
}

/// Pixels of a PNG for each pixel of its nominal size: sharp on today's screens and in print.
const DENSITY: u32 = 2;
/// Pixels drawn for each pixel written, each way.
const SAMPLES: u32 = 2;

/// Draws into a PNG file of twice the nominal size. The closure is given the area and the scale of texts and strokes.
///
/// # Errors
/// If the size cannot be drawn, the file cannot be encoded, or the closure's.
pub fn png(
    width: u32,
    height: u32,
    draw: impl FnOnce(&DrawingArea<Bitmap<'_>, Shift>, f64) -> Result<(), ChartError>,
) -> Result<Vec<u8>, ChartError> {
    check(width, height)?;
    let (across, down) = (width * DENSITY, height * DENSITY);
    let fine = (across * SAMPLES, down * SAMPLES);
    let mut buffer = vec![255; fine.0 as usize * fine.1 as usize * 3];
    {
        let root = Bitmap::new(&mut buffer, fine)?.into_drawing_area();
        draw(&root, f64::from(DENSITY * SAMPLES))?;
        root.present().map_err(failed)?;
    }
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

/// Ascent and descent of the font in ems: plotters takes their sum for its size.
const EXTENT: f64 = 1.149;
/// Height of its capitals in ems.
const CAPITAL: f64 = 0.7;

fn font() -> Result<(), ChartError> {
    static READY: OnceLock<bool> = OnceLock::new();
    let ready = READY.get_or_init(|| register_font(pen::FAMILY.as_str(), FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT).is_ok());
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

type Outcome<'a> = Result<(), DrawingErrorKind<<BitMapBackend<'a> as DrawingBackend>::ErrorType>>;

impl<'a> DrawingBackend for Bitmap<'a> {
    type ErrorType = <BitMapBackend<'a> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Outcome<'a> {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Outcome<'a> {
        self.0.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Outcome<'a> {
        self.0.draw_pixel(point, colour)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Outcome<'a> {
        // A rectangle of plotters includes its last pixel; one of SVG and canvas does not.
        let to = if fill { (to.0 - 1, to.1 - 1) } else { to };
        self.0.draw_rect(from, to, style, fill)
    }

    fn draw_circle<S: BackendStyle>(&mut self, centre: BackendCoord, radius: u32, style: &S, fill: bool) -> Outcome<'a> {
        if fill {
            return self.0.draw_circle(centre, radius, style, fill);
        }
        // Its outline is thin whatever the style says: rings of points.
        let half = f64::from(style.stroke_width().max(1)) / 2.0;
        let (inner, outer) = (f64::from(radius) - half, f64::from(radius) + half);
        let reach = outer.ceil() as i32;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let distance = libm::hypot(f64::from(dx), f64::from(dy));
                if (inner..=outer).contains(&distance) {
                    self.point((centre.0 + dx, centre.1 + dy), style.color())?;
                }
            }
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome<'a> {
        let path: Vec<BackendCoord> = path.into_iter().collect();
        let width = f64::from(style.stroke_width().max(1));
        let colour = style.color();
        for (i, ends) in path.windows(2).enumerate() {
            self.segment(ends[0], ends[1], width, colour)?;
            if i > 0 && width > 2.0 {
                self.disc(ends[0], width / 2.0, colour)?;
            }
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome<'a> {
        self.0.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Outcome<'a> {
        let em = style.size() / SHRINK;
        let size = em * EXTENT;
        let font = FontDesc::new(style.family(), size, FontStyle::Normal);
        let width = font.layout_box(text).map_or(0, |(_, (width, _))| width);
        let left = match style.anchor().h_pos {
            HPos::Left => 0,
            HPos::Center => -width / 2,
            HPos::Right => -width,
        };
        let baseline = match style.anchor().v_pos {
            VPos::Top => em * CAPITAL,
            VPos::Center => em * CAPITAL / 2.0,
            VPos::Bottom => 0.0,
        };
        // Plotters puts the baseline half a size below the point.
        let top = (baseline - size / 2.0).round() as i32;
        let turn = style.transform();
        let mut drawn = Ok(());
        // Twice, a little apart: the face is a light one.
        let weight = (em / 40.0).ceil() as i32;
        for shift in 0..=weight {
            let result = font.draw(text, (left + shift, top), |x, y, cover| -> Result<(), ()> {
                let (x, y) = turned(&turn, x, y);
                if drawn.is_ok() && cover > 0.02 {
                    let colour = BackendColor { alpha: style.color().alpha * f64::from(cover), ..style.color() };
                    drawn = self.point((at.0 + x, at.1 + y), colour);
                }
                Ok(())
            });
            result.map_err(|error| DrawingErrorKind::FontError(Box::new(error)))?.ok();
        }
        drawn
    }
}

fn turned(turn: &FontTransform, x: i32, y: i32) -> (i32, i32) {
    match turn {
        FontTransform::None => (x, y),
        FontTransform::Rotate90 => (-y, x),
        FontTransform::Rotate180 => (-x, -y),
        FontTransform::Rotate270 => (y, -x),
    }
}

impl<'a> Bitmap<'a> {
    /// A pixel, if it is one of the picture's.
    fn point(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Outcome<'a> {
        let (width, height) = self.get_size();
        if x < 0 || y < 0 || x.cast_unsigned() >= width || y.cast_unsigned() >= height { Ok(()) } else { self.0.draw_pixel((x, y), colour) }
    }

    /// A straight piece of a line: all pixels whose middle is within half its width.
    fn segment(&mut self, from: BackendCoord, to: BackendCoord, width: f64, colour: BackendColor) -> Outcome<'a> {
        let half = width / 2.0;
        let (size_x, size_y) = self.get_size();
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
                    self.0.draw_pixel((x, y), colour)?;
                }
            }
        }
        Ok(())
    }

    fn disc(&mut self, (x, y): BackendCoord, radius: f64, colour: BackendColor) -> Outcome<'a> {
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
