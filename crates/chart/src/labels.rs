//! Where labels go: next to what they name, off the curves if possible, never over another label.

use super::dash::Point;
use super::pen::Frame;

/// Keeps account of what is taken.
pub struct Placer {
    within: Frame,
    taken: Vec<Frame>,
    curves: Vec<Point>,
}

impl Placer {
    /// Labels stay within this frame.
    pub fn new(within: Frame) -> Self {
        Self { within, taken: vec![], curves: vec![] }
    }

    /// Asks labels to stay off this polyline. The work is bounded: long lines are sampled coarsely, late ones not at all.
    pub fn avoid(&mut self, line: &[Point], every: f64) {
        /// Samples in all.
        const MOST: usize = 1500;
        for pair in line.windows(2) {
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            let steps = (libm::hypot(dx, dy) / every.max(1.0)).clamp(1.0, 200.0).ceil();
            let mut step = 0.0;
            while step < steps {
                if self.curves.len() >= MOST {
                    return;
                }
                self.curves.push((pair[0].0 + dx * step / steps, pair[0].1 + dy * step / steps));
                step += 1.0;
            }
        }
    }

    /// Takes a frame that is already drawn.
    pub fn take(&mut self, frame: Frame) {
        self.taken.push(frame);
    }

    /// The best of these frames, the first among equals; none if all are taken or outside.
    pub fn place(&mut self, candidates: impl IntoIterator<Item = Frame>) -> Option<Frame> {
        let curves = std::mem::take(&mut self.curves);
        let covered = |frame: &Frame| curves.iter().filter(|point| frame.apart(**point) <= 0.0).count();
        let best = self.place_by(candidates, covered);
        self.curves = curves;
        Some(best?.1)
    }

    /// The frame of the least rank, the first among equals, with its rank; none if all are taken or outside.
    pub fn place_by<K: Ord>(&mut self, candidates: impl IntoIterator<Item = Frame>, rank: impl Fn(&Frame) -> K) -> Option<(K, Frame)> {
        let free = |frame: &Frame| self.within.holds(frame) && !self.taken.iter().any(|taken| taken.meets(frame));
        let ranked = candidates.into_iter().filter(free).map(|frame| (rank(&frame), frame));
        let best = ranked.min_by(|(a, _), (b, _)| a.cmp(b))?;
        self.taken.push(best.1);
        Some(best)
    }
}

/// Frames of this size around a point: right above, right below, left above, left below, above, below.
pub fn around((x, y): Point, (width, height): (f64, f64), distance: f64) -> impl Iterator<Item = Frame> {
    let (near, far) = (distance * 0.7, distance);
    let lefts = [x + near, x + near, x - near - width, x - near - width, x - width / 2.0, x - width / 2.0];
    let tops = [y - near - height, y + near, y - near - height, y + near, y - far - height, y + far];
    let beside = [(x + far, y - height / 2.0), (x - far - width, y - height / 2.0)];
    lefts.into_iter().zip(tops).chain(beside).map(move |(left, top)| Frame { left, top, right: left + width, bottom: top + height })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_never_meet() {
        let within = Frame { left: 0.0, top: 0.0, right: 100.0, bottom: 60.0 };
        let mut placer = Placer::new(within);
        let placed: Vec<Frame> = (0..50).filter_map(|_| placer.place(around((50.0, 30.0), (20.0, 12.0), 6.0))).collect();
        assert!((2..=8).contains(&placed.len()));
        for (i, a) in placed.iter().enumerate() {
            assert!(within.holds(a) && placed[..i].iter().all(|b| !a.meets(b)));
        }
    }

    #[test]
    fn labels_stay_off_curves() {
        let mut placer = Placer::new(Frame { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 });
        placer.avoid(&[(0.0, 100.0), (50.0, 50.0), (100.0, 0.0)], 5.0);
        let frame = placer.place(around((50.0, 50.0), (20.0, 12.0), 6.0)).unwrap();
        assert!(frame.left > 50.0 && frame.top > 50.0, "{frame:?}");
    }
}
