//! Filled areas that can be told apart without colour: each dash pattern of a line has a texture.

use super::ChartError;
use super::pen::{Frame, Pen};
use schedscope_core::plot::{Colour, Dash, Style};

/// Pixels from one stripe to the next.
const STRIPE: f64 = 6.0;

/// Fills a frame as a style asks for.
pub fn fill(pen: &Pen<'_>, frame: Frame, style: Style) -> Result<(), ChartError> {
    let (colour, ground) = (pen.theme.colour(style.colour), pen.theme.ground);
    let hair = pen.px(1.5).round().max(1.0);
    let inner = Frame {
        left: frame.left + hair,
        top: (frame.top + hair).min(frame.bottom),
        right: frame.right - hair,
        bottom: frame.bottom - hair,
    };
    pen.rect(frame, colour)?;
    match style.dash {
        Dash::Solid => Ok(()),
        Dash::Dotted => pen.rect(inner, ground),
        Dash::LongDash => pen.rect(inner, colour.mix(ground, 0.6)),
        Dash::DashDot => {
            let mut top = inner.bottom - pen.px(STRIPE / 2.0);
            while top > inner.top {
                let band = Frame { top, bottom: (top + pen.px(STRIPE / 2.0)).min(inner.bottom), ..inner };
                pen.rect(band, ground)?;
                top -= pen.px(STRIPE);
            }
            Ok(())
        }
        Dash::Dashed => {
            pen.rect(inner, ground)?;
            stripes(pen, inner, style.colour)
        }
    }
}

/// Slanted stripes within a frame.
pub fn stripes(pen: &Pen<'_>, frame: Frame, colour: Colour) -> Result<(), ChartError> {
    /// More than a large picture has room for.
    const MOST: usize = 500;
    let (width, height) = (frame.width(), frame.height());
    let mut start = -height;
    let mut count = 0;
    while start < width && count < MOST {
        // From the lower edge at `start`, upwards at 45 degrees.
        let (from, to) = (start.max(0.0), (start + height).min(width));
        let ends = [(frame.left + from, frame.bottom - (from - start)), (frame.left + to, frame.bottom - (to - start))];
        pen.path(&ends, pen.theme.colour(colour), 1.5)?;
        start += pen.px(STRIPE);
        count += 1;
    }
    Ok(())
}
