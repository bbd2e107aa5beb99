//! Where the rows of workers lie, and what there is in them at an instant.

use super::Place;
use crate::pen::Frame;
use schedscope::datacenter::{Stint, Timeline};
use schedscope_core::pictures::datacenter::{DatacenterRun, Selected};

/// Room between the two kinds of workers, in rows.
pub const GAP: f64 = 0.9;

/// Part of the width of a row that the longest bar takes.
const BARS: f64 = 0.44;

/// Where everything lies.
pub struct Layout {
    pub frame: Frame,
    pub scale: f64,
    /// Where bars begin.
    pub start: f64,
    /// Pixels of a second that a task has left.
    pub unit: f64,
    pub full: f64,
    top: f64,
    /// Pixels from one row to the next.
    pub pitch: f64,
    general: u32,
    workers: u32,
}

impl Layout {
    /// Rows of the workers of a timeline in which bars are as long as they become at `full` seconds.
    pub fn new(frame: Frame, scale: f64, timeline: &Timeline, full: f64) -> Self {
        let (workers, general) = (timeline.workers, timeline.general);
        let aside = if frame.width() >= 460.0 * scale { 160.0 } else { 116.0 };
        let start = frame.left + aside * scale + 30.0 * scale;
        let head = 24.0 * scale;
        let rows = f64::from(workers) + if general > 0 { GAP } else { 0.0 };
        let pitch = ((frame.height() - head - 2.0 * scale) / rows).max(1.0);
        let unit = (frame.right - start).max(1.0) * BARS / full;
        Self { frame, scale, start, unit, full, top: frame.top + head, pitch, general, workers }
    }

    /// The middle of a worker's row. Those that may run long tasks stand apart from those that are kept.
    pub fn middle(&self, worker: u32) -> f64 {
        let gap = if self.general > 0 && worker >= self.general { GAP } else { 0.0 };
        self.top + (f64::from(worker) + 0.5 + gap) * self.pitch
    }

    /// Where arrows to a worker end: before its number.
    pub fn target(&self, worker: u32) -> (f64, f64) {
        (self.start - 27.0 * self.scale, self.middle(worker))
    }

    /// Side of a square.
    fn side(&self) -> f64 {
        (self.pitch * 0.62).clamp(2.0, 11.0 * self.scale).round()
    }

    /// From the left edge of a square to that of the next.
    pub fn step(&self) -> f64 {
        self.side() + (2.0 * self.scale).round()
    }

    pub fn bar(&self, worker: u32, left: f64) -> Frame {
        let (middle, half) = (self.middle(worker), (self.pitch * 0.38).max(1.0));
        let width = (left.min(self.full) * self.unit).max(5.0 * self.scale);
        Frame { left: self.start, top: (middle - half).round(), right: (self.start + width).round(), bottom: (middle + half).round() }
    }

    pub fn square(&self, worker: u32, begin: f64, position: usize) -> Frame {
        let (side, left) = (self.side(), begin + position as f64 * self.step());
        let top = (self.middle(worker) - side / 2.0).round();
        Frame { left, top, right: left + side, bottom: top + side }
    }

    /// Where the queue of a worker begins, whose bar ends there.
    pub fn queue(&self, bar: Option<Frame>) -> f64 {
        bar.map_or(self.start, |bar| bar.right) + 5.0 * self.scale
    }

    /// How many squares fit from there on, with room for the number of the others.
    pub fn fits(&self, begin: f64, count: usize) -> usize {
        let room = |air: f64| ((self.frame.right - air * self.scale - begin) / self.step()).max(0.0) as usize;
        if count <= room(0.0) { count } else { room(Self::number(count)) }
    }

    /// Pixels at scale 1 that a number like this takes, with its sign and some air.
    pub fn number(count: usize) -> f64 {
        const DIGIT: f64 = 7.0;
        const AIR: f64 = 5.0;
        AIR + DIGIT * f64::from(count.max(1).ilog10() + 2)
    }

    /// The worker in whose row a point lies.
    pub fn worker(&self, y: f64) -> Option<u32> {
        (0..self.workers).find(|worker| (y - self.middle(*worker)).abs() <= self.pitch / 2.0)
    }
}

/// A run at an instant.
pub struct Now<'a> {
    pub run: &'a DatacenterRun,
    pub layout: &'a Layout,
    /// In seconds, as the timeline counts.
    pub time: f64,
    pub place: Place,
}

impl<'a> Now<'a> {
    pub fn slot(&self, worker: u32) -> Option<&'a Stint> {
        self.run.timeline.slot(worker, self.time)
    }

    /// Seconds that a stint has left.
    pub fn left(&self, stint: &Stint) -> f64 {
        if stint.running { stint.to - self.time } else { 0.0 }
    }

    /// Whether a job is the one that is lit.
    pub fn is_lit(&self, job: u32) -> bool {
        self.place.lit == Some(Selected::Job(job))
    }

    /// Whether something of the lit job is at a worker, or it is lit itself.
    pub fn holds_lit(&self, worker: u32) -> bool {
        match self.place.lit {
            Some(Selected::Worker(lit)) => lit == worker,
            Some(Selected::Job(job)) => {
                self.slot(worker).is_some_and(|stint| stint.job == job)
                    || self.run.timeline.queue(worker, self.time).any(|other| other == job)
            }
            None => false,
        }
    }
}
