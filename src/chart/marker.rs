//! Shapes on lines: the third way, next to colour and dash, to tell policies apart, and the one that survives where lines
//! run on each other. Related policies, which share a hue, share the shape.

use super::dash::Point;
use super::pen::Pen;
use super::{ChartError, Rgb};
use crate::registry::Hue;
use plotters::prelude::DrawingBackend;

/// Pixels along a line from one marker to the next.
const EVERY: f64 = 170.0;
const RADIUS: f64 = 4.0;

/// Draws the shape of a hue.
pub fn draw<DB: DrawingBackend>(pen: &Pen<'_, DB>, (x, y): Point, hue: Hue, colour: Rgb) -> Result<(), ChartError> {
    let r = pen.px(RADIUS);
    let polygon = |corners: &[Point]| pen.polygon(&corners.iter().map(|(dx, dy)| (x + dx * r, y + dy * r)).collect::<Vec<_>>(), colour);
    match hue {
        Hue::Black => pen.dot((x, y), RADIUS, colour),
        Hue::Blue => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Hue::Sky => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        Hue::Green => polygon(&[(0.0, -1.2), (1.2, 0.9), (-1.2, 0.9)]),
        Hue::Vermilion => polygon(&[(0.0, 1.2), (1.2, -0.9), (-1.2, -0.9)]),
        Hue::Purple => pen.cross((x, y), RADIUS, colour, 2.0),
        Hue::Orange => pen.ring((x, y), RADIUS, colour, 2.0),
        Hue::Yellow => polygon(&[(-1.3, -0.6), (1.3, -0.6), (1.3, 0.6), (-1.3, 0.6)]),
    }
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
    use super::places;

    #[test]
    fn markers_are_apart() {
        let line = [(0.0, 0.0), (100.0, 0.0), (100.0, 400.0)];
        assert_eq!(places(&line, 0, 2, 1.0), [(42.5, 0.0), (100.0, 112.5), (100.0, 282.5)]);
        let heights: Vec<f64> = places(&line, 1, 2, 1.0).iter().map(|(_, y)| y.round()).collect();
        assert_eq!(heights, [28.0, 198.0, 368.0]);
        assert!(places(&[], 0, 0, 1.0).is_empty() && places(&[(f64::NAN, 0.0), (1.0, 0.0)], 0, 1, 1.0).is_empty());
    }
}
