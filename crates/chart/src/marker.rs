//! Shapes on lines: the third way, next to colour and dash, to tell policies apart, and the one that survives where lines
//! run on each other. Related policies, which share a hue, share the outline; what their dash is shows within it.

use super::dash::Point;
use super::pen::{Frame, Pen};
use super::{ChartError, Rgb};
use schedscope_core::plot::{Colour, Dash, Hue, Style};
use std::f64::consts::FRAC_1_SQRT_2;

/// Pixels along a line from one marker to the next.
const EVERY: f64 = 170.0;
const RADIUS: f64 = 4.0;
/// Half of how wide a cut is.
const CUT: f64 = 1.0;
#[rustfmt::skip]
const PLUS: [Point; 12] = [
    (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4), (0.4, 1.2), (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
];

/// Outlines of the first jobs or classes of jobs.
const JOBS: [Hue; 8] = [Hue::Blue, Hue::Orange, Hue::Green, Hue::Purple, Hue::Sky, Hue::Black, Hue::Yellow, Hue::Vermilion];

/// Draws the marker of a style, if it has one: whole for an unbroken line, hollow or cut for a broken one.
pub fn draw(pen: &Pen<'_>, at: Point, style: Style) -> Result<(), ChartError> {
    if !style.marked {
        return Ok(());
    }
    let ground = pen.theme.ground;
    let outline = match style.colour {
        Colour::Hue(hue) | Colour::Pale(hue) => hue,
        Colour::Job(index) => JOBS[index % JOBS.len()],
    };
    shape(pen, at, outline, 1.0, pen.theme.colour(style.colour))?;
    // The halves of a cut stay apart on a line that runs through them.
    let cut = |across: f64, up: f64| {
        let (x, y, dx, dy) = (at.0, at.1, pen.px(across), pen.px(up));
        pen.rect(Frame { left: x - dx, top: y - dy, right: x + dx, bottom: y + dy }, ground)
    };
    match style.dash {
        Dash::Solid => Ok(()),
        Dash::Dashed => shape(pen, at, outline, 0.5, ground),
        Dash::LongDash => cut(1.5 * RADIUS, CUT),
        Dash::DashDot => cut(CUT, 1.5 * RADIUS),
        Dash::Dotted => cut(1.5 * RADIUS, CUT).and_then(|()| cut(CUT, 1.5 * RADIUS)),
    }
}

/// Corners of the marker of a hue, in radii from its middle; none for a dot.
pub fn corners(hue: Hue) -> Vec<Point> {
    match hue {
        Hue::Black => vec![],
        Hue::Blue => vec![(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        Hue::Sky => vec![(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        Hue::Green => vec![(0.0, -1.2), (1.2, 0.9), (-1.2, 0.9)],
        Hue::Vermilion => vec![(0.0, 1.2), (1.2, -0.9), (-1.2, -0.9)],
        Hue::Purple => PLUS.map(|(x, y)| ((x - y) * FRAC_1_SQRT_2, (x + y) * FRAC_1_SQRT_2)).to_vec(),
        Hue::Orange => PLUS.to_vec(),
        Hue::Yellow => vec![(-1.3, -0.6), (1.3, -0.6), (1.3, 0.6), (-1.3, 0.6)],
    }
}

/// Draws the outline of a hue, filled, scaled by this factor.
fn shape(pen: &Pen<'_>, (x, y): Point, hue: Hue, size: f64, colour: Rgb) -> Result<(), ChartError> {
    let corners = corners(hue);
    if corners.is_empty() {
        return pen.dot((x, y), RADIUS * size, colour);
    }
    let r = pen.px(RADIUS) * size;
    pen.polygon(&corners.iter().map(|(dx, dy)| (x + dx * r, y + dy * r)).collect::<Vec<_>>(), colour)
}

/// Where markers go on the `index`-th of `count` lines: at equal distances, no two lines at the same.
pub fn places(line: &[Point], index: usize, count: usize, scale: f64) -> Vec<Point> {
    /// More than a large picture has room for.
    const MOST: usize = 100;
    let every = EVERY * scale;
    let mut left = every * (index as f64 + 0.5) / count.max(1) as f64;
    let mut places = vec![];
    for ends in line.windows(2) {
        let (dx, dy) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
        let length = libm::hypot(dx, dy);
        while left <= length && length > 0.0 && places.len() < MOST {
            let share = left / length;
            places.push((ends[0].0 + dx * share, ends[0].1 + dy * share));
            left += every;
        }
        left -= length;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::{draw, places};
    use crate::Theme;
    use crate::native::svg;
    use schedscope::server::Policy;

    #[test]
    fn no_two_policies_share_a_marker() {
        let theme = Theme::of(crate::Mode::Light);
        let drawn = |policy: &Policy| {
            let look = schedscope_core::plot::look_of(&policy.choice());
            let text = svg((40, 40), theme, |pen| draw(pen, (20.0, 20.0), look.into())).unwrap();
            // In black and white.
            text.replace(&theme.css(look.hue).to_ascii_uppercase(), "black")
        };
        let (all, policies): (Vec<String>, Vec<Policy>) = Policy::all().map(|policy| (drawn(&policy), policy)).unzip();
        for (i, text) in all.iter().enumerate() {
            assert!(text.contains("black") && !all[..i].contains(text), "{}", policies[i]);
        }
    }

    #[test]
    fn markers_are_apart() {
        let line = [(0.0, 0.0), (100.0, 0.0), (100.0, 400.0)];
        assert_eq!(places(&line, 0, 2, 1.0), [(42.5, 0.0), (100.0, 112.5), (100.0, 282.5)]);
        let heights: Vec<f64> = places(&line, 1, 2, 1.0).iter().map(|(_, y)| y.round()).collect();
        assert_eq!(heights, [28.0, 198.0, 368.0]);
        assert!(places(&[], 0, 0, 1.0).is_empty() && places(&[(f64::NAN, 0.0), (1.0, 0.0)], 0, 1, 1.0).is_empty());
    }
}
