//! Where everything is: the same in all panels, for the eye that reads across and for the hand that takes hold.

use super::{Curves, TimelineFrame};
use crate::pen::Frame;

/// A job's lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// Id of the job.
    pub id: u64,
    /// What its full height stands for: the larger of size and estimate.
    pub full: f64,
}

/// Where the parts of a timeline are, in pixels from the top left.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Where the time axis begins.
    pub left: f64,
    /// Where it ends.
    pub right: f64,
    /// Middle of what is said above the jobs, if there is room for it.
    pub bracket: Option<f64>,
    /// All from the jobs down to the number in the system.
    pub(super) pictures: Frame,
    /// The jobs.
    pub(super) jobs: Frame,
    /// Each lane, from top to bottom.
    pub(super) lanes: Vec<Frame>,
    /// Who is served.
    pub(super) strip: Option<Frame>,
    /// The number in the system.
    pub(super) system: Option<Frame>,
    /// The time axis.
    pub(super) foot: f64,
    /// Middle of the lane of decisions.
    pub decisions: Option<f64>,
    /// Whether there is room for words.
    pub(super) roomy: bool,
}

/// Least height of a lane.
const LEAST: f64 = 13.0;
/// As many of the lowest lanes as the highest one is worth at most, where there is little room.
const HIGHEST: f64 = 4.0;
/// How much larger the lane is that is looked at.
const LARGER: f64 = 2.6;
/// Room below that lane for who held the server.
pub const BEHIND: f64 = 15.0;

impl Layout {
    /// In a picture of this size, all of its lengths times `scale`. Where there is little room, the lane of decisions goes first, then
    /// who is served, then the number in the system; the jobs stay, and a large one stays larger than the others.
    pub fn of(width: f64, height: f64, scale: f64, frame: &TimelineFrame) -> Self {
        let px = |length: f64| length * scale;
        let many = frame.crowded();
        let roomy = width >= px(150.0) && height >= px(110.0);
        let (left, right) = if roomy { (px(38.0), width - px(40.0)) } else { (px(3.0), width - px(3.0)) };
        let lanes = frame.lanes.len().max(1) as f64;
        let least = (lanes - 1.0 + highest(frame)) * px(if roomy { LEAST } else { 2.0 });
        // Heights of strip, system and decisions with what is above each.
        let (strip, system) = if many { (px(20.0), px(64.0)) } else { (px(42.0), px(88.0)) };
        let (above_strip, above_system, above_decisions) = (px(12.0), px(16.0), px(36.0));
        let head = match (roomy, many) {
            (false, _) => px(2.0),
            (true, true) => px(22.0),
            (true, false) => px(30.0),
        };
        let axis = if roomy { px(20.0) } else { px(2.0) };
        let room = height - head - axis - least;
        let gap = match frame.lanes.len() {
            _ if !roomy => px(1.0),
            0..=8 if frame.selected.is_some() => px(14.0),
            0..=8 if room >= system + above_system + (lanes - 1.0) * px(10.0) => px(10.0),
            _ => px(5.0),
        };
        let mut room = room - (lanes - 1.0) * gap;
        let mut takes = |length: f64| {
            let fits = roomy && room >= length;
            room -= if fits { length } else { 0.0 };
            fits
        };
        let has_system = takes(system + above_system);
        let has_strip = takes(strip + above_strip);
        let has_decisions = !many && takes(above_decisions - px(14.0));
        let foot = height - axis - if has_decisions { above_decisions - px(14.0) } else { 0.0 };
        let bottom = foot - if has_system { system + above_system } else { 0.0 } - if has_strip { strip + above_strip } else { 0.0 };
        let jobs = Frame { left, right, top: head.min(bottom), bottom };
        let strip_top = bottom + above_strip;
        Self {
            left,
            right: right.max(left),
            bracket: (roomy && !many).then_some(px(9.0)),
            pictures: Frame { left, right, top: jobs.top, bottom: foot },
            jobs,
            lanes: stacked(jobs, gap, px(LEAST), px(BEHIND), frame),
            strip: has_strip.then_some(Frame { left, right, top: strip_top, bottom: strip_top + strip }),
            system: has_system.then_some(Frame { left, right, top: foot - system, bottom: foot }),
            foot,
            decisions: has_decisions.then_some(foot + px(30.0)),
            roomy,
        }
    }

    /// The instant at this place, if it is on the time axis or a little beyond.
    pub fn instant(&self, x: f64, end: f64) -> Option<f64> {
        let place = (x - self.left) / (self.right - self.left).max(1.0);
        let reach = 0.03;
        (-reach..=1.0 + reach).contains(&place).then(|| place.clamp(0.0, 1.0) * end)
    }

    /// Where an instant is.
    pub fn across(&self, time: f64, end: f64) -> f64 {
        self.left + (time / end.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// Which lane is at this height.
    pub fn lane_at(&self, y: f64) -> Option<usize> {
        self.lanes.iter().position(|lane| (lane.top - 3.0..=lane.bottom + 4.0).contains(&y))
    }

    /// Top and bottom of a lane.
    pub fn lane(&self, at: usize) -> Option<(f64, f64)> {
        self.lanes.get(at).map(|lane| (lane.top, lane.bottom))
    }
}

/// How much of the axis of sizes a lane is worth.
fn weight(lane: &Lane, frame: &TimelineFrame) -> f64 {
    let full = if lane.full.is_finite() && lane.full > 0.0 { lane.full.min(1e150) } else { 1e-9 };
    libm::sqrt(full) * if wide(lane, frame) { LARGER } else { 1.0 }
}

/// Whether a lane is the one that is looked at.
fn wide(lane: &Lane, frame: &TimelineFrame) -> bool {
    frame.selected == Some(lane.id) && frame.curves == Curves::Lanes
}

/// How many of the lowest lanes the highest one is worth where there is little room; of many all are alike.
fn highest(frame: &TimelineFrame) -> f64 {
    let weights = || frame.lanes.iter().map(|lane| weight(lane, frame));
    let (least, most) = weights().fold((f64::INFINITY, 0.0_f64), |(least, most), weight| (least.min(weight), most.max(weight)));
    if frame.crowded() || most == 0.0 { 1.0 } else { (most / least).min(HIGHEST) }
}

/// Lanes of heights that go with the square root of what they stand for, but none too thin to be read.
fn stacked(jobs: Frame, gap: f64, least: f64, behind: f64, frame: &TimelineFrame) -> Vec<Frame> {
    let lanes = &frame.lanes;
    let weight = |lane: &Lane| weight(lane, frame);
    let extra = if lanes.iter().any(|lane| wide(lane, frame)) { behind } else { 0.0 };
    let room = (jobs.height() - gap * lanes.len().saturating_sub(1) as f64 - extra).max(lanes.len() as f64);
    let least = least.min(room / (lanes.len().max(1) as f64 - 1.0 + highest(frame)));
    let mut thin = vec![false; lanes.len()];
    let unit = loop {
        let rest = room - least * thin.iter().filter(|thin| **thin).count() as f64;
        let weights: f64 = lanes.iter().zip(&thin).filter(|(_, thin)| !**thin).map(|(lane, _)| weight(lane)).sum();
        let unit = if weights > 0.0 { rest / weights } else { 0.0 };
        let more = lanes.iter().zip(&mut thin).filter(|(lane, thin)| !**thin && weight(lane) * unit < least);
        let mut found = false;
        more.for_each(|(_, thin)| (*thin, found) = (true, true));
        if !found {
            break unit;
        }
    };
    let mut top = jobs.top;
    let place = |(lane, thin): (&Lane, &bool)| {
        let bottom = top + if *thin { least } else { weight(lane) * unit };
        let place = Frame { top, bottom, ..jobs };
        top = bottom + gap + if wide(lane, frame) { extra } else { 0.0 };
        place
    };
    lanes.iter().zip(&thin).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(sizes: &[f64]) -> TimelineFrame {
        let lanes = (1..).zip(sizes).map(|(id, full)| Lane { id, full: *full }).collect();
        TimelineFrame { lanes, ..TimelineFrame::around([]) }
    }

    fn heights(layout: &Layout) -> Vec<f64> {
        layout.lanes.iter().map(Frame::height).collect()
    }

    #[test]
    fn heights_go_with_the_root_and_fill_the_room() {
        let layout = Layout::of(450.0, 560.0, 1.0, &frame(&[36.0, 4.0, 9.0]));
        let heights = heights(&layout);
        assert!((heights[0] - 3.0 * heights[1]).abs() < 1e-9 && (heights[0] - 2.0 * heights[2]).abs() < 1e-9, "{heights:?}");
        assert!((layout.lanes[2].bottom - layout.jobs.bottom).abs() < 1e-9);
    }

    #[test]
    fn no_lane_is_too_thin_to_be_read() {
        let mut sizes = vec![0.1; 20];
        sizes[3] = 1000.0;
        let layout = Layout::of(330.0, 620.0, 1.0, &frame(&sizes));
        assert!(heights(&layout).iter().all(|height| *height >= LEAST - 1e-9), "{:?}", heights(&layout));
        assert!(layout.lanes.windows(2).all(|pair| (pair[1].top - pair[0].bottom - 5.0).abs() < 1e-9));
    }

    #[test]
    fn a_giant_stays_a_giant_where_there_is_little_room() {
        // The jobs of the first example in an embedded figure of 480 by 360 pixels, and in one of two below each other.
        let opening = frame(&[40.0, 3.0, 5.0, 2.0, 4.0, 3.0]);
        for height in [190.0, 150.0, 120.0] {
            let layout = Layout::of(440.0, height, 1.0, &opening);
            let heights = heights(&layout);
            let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
            assert!(heights[0] >= 3.5 * least && least >= 4.9, "{height}: {heights:?}");
            assert!((layout.lanes[5].bottom - layout.jobs.bottom).abs() < 1e-9 && layout.strip.is_none(), "{height}");
        }
    }

    #[test]
    fn what_is_looked_at_is_larger_and_has_room_below() {
        let some = TimelineFrame { selected: Some(2), ..frame(&[4.0, 4.0, 4.0]) };
        let layout = Layout::of(450.0, 560.0, 1.0, &some);
        assert!((heights(&layout)[1] - LARGER * heights(&layout)[0]).abs() < 1e-9);
        assert!(layout.lanes[2].top - layout.lanes[1].bottom >= BEHIND);
    }

    #[test]
    fn with_little_room_the_jobs_stay() {
        let all = frame(&[4.0, 4.0, 4.0]);
        let parts = |height: f64| {
            let layout = Layout::of(300.0, height, 1.0, &all);
            (layout.decisions.is_some(), layout.strip.is_some(), layout.system.is_some(), layout.lanes.len())
        };
        assert_eq!(parts(500.0), (true, true, true, 3));
        assert_eq!(parts(275.0), (false, true, true, 3));
        assert_eq!(parts(220.0), (false, false, true, 3));
        assert_eq!(parts(60.0), (false, false, false, 3));
    }

    #[test]
    fn places_are_found_again() {
        let all = frame(&[4.0, 9.0]);
        let layout = Layout::of(450.0, 560.0, 1.0, &all);
        let (top, bottom) = layout.lane(1).unwrap();
        assert_eq!((layout.lane_at(f64::midpoint(top, bottom)), layout.lane_at(0.0)), (Some(1), None));
        assert_eq!(
            (layout.instant(layout.left, 50.0), layout.instant(layout.right, 50.0), layout.instant(-90.0, 50.0)),
            (Some(0.0), Some(50.0), None)
        );
    }
}
