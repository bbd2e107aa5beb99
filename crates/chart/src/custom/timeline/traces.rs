//! The curves of a timeline as polylines: thinned to the pixels there are, one trace a curve, cut at the playhead.

use crate::dash::Point;
use crate::panel::Panel;
use schedscope::server::Timeline;

/// A curve of one job, from corner to corner.
pub struct Trace {
    /// Position of the job.
    pub job: usize,
    /// Time and value.
    pub corners: Vec<(f64, f64)>,
    slope: f64,
}

/// Positions of the snapshots that make a difference: in each column of pixels the first and the last.
pub fn thinned(timeline: &Timeline, pixels_per_time: f64) -> Vec<usize> {
    let column = |i: usize| (timeline.snapshots[i].time * pixels_per_time) as i64;
    let count = timeline.snapshots.len();
    (0..count).filter(|&i| i == 0 || i + 1 == count || column(i - 1) != column(i) || column(i + 1) != column(i)).collect()
}

/// The curves of all jobs: what remains, or has been attained, and beside what remains what is believed to.
pub fn traces(timeline: &Timeline, snapshots: &[usize], attained: bool) -> (Vec<Trace>, Vec<Trace>) {
    let nothing = vec![None; timeline.jobs.len()];
    let (mut real, mut believed) = (Traces { all: vec![], open: nothing.clone() }, Traces { all: vec![], open: nothing });
    for &i in snapshots {
        let (Some(now), Some(next)) = (timeline.snapshots.get(i), timeline.snapshots.get(i + 1)) else { continue };
        let (from, to) = (now.time, next.time);
        for &curve in now.jobs.iter().filter(|curve| (curve.job as usize) < timeline.jobs.len()) {
            let after = curve.after(to - from);
            let job = curve.job as usize;
            if curve.remaining > 0.0 && attained {
                real.segment(job, (from, curve.attained), (to, after.attained), curve.share);
            } else if curve.remaining > 0.0 {
                real.segment(job, (from, curve.remaining), (to, after.remaining), curve.share);
            }
            if attained {
                continue;
            }
            if let (Some(here), Some(there)) = (curve.virtual_remaining, after.virtual_remaining) {
                // What is believed and true is drawn once.
                let same = |a: f64, b: f64| (a - b).abs() <= 1e-9 * timeline.jobs[job].size;
                if !(same(here, curve.remaining) && same(there, after.remaining)) {
                    believed.segment(job, (from, here), (to, there), curve.virtual_rate);
                }
            }
        }
    }
    (real.all, believed.all)
}

struct Traces {
    all: Vec<Trace>,
    /// The last trace of each job.
    open: Vec<Option<usize>>,
}

impl Traces {
    /// Adds a straight piece: to the job's last trace if it goes on there, without a corner if it goes straight on.
    fn segment(&mut self, job: usize, from: (f64, f64), to: (f64, f64), slope: f64) {
        if ![from.0, from.1, to.0, to.1].iter().all(|x| x.is_finite()) {
            return;
        }
        if let Some(trace) = self.open[job].map(|open| &mut self.all[open])
            && let Some(last) = trace.corners.last_mut()
            && last.0 == from.0
        {
            let level = (last.1 - from.1).abs() <= 1e-9 * (last.1.abs() + from.1.abs());
            if level && trace.slope == slope {
                *last = to;
                return;
            }
            if !level {
                trace.corners.push(from);
            }
            trace.corners.push(to);
            trace.slope = slope;
            return;
        }
        self.open[job] = Some(self.all.len());
        self.all.push(Trace { job, corners: vec![from, to], slope });
    }
}

/// The part of a curve before or after an instant.
pub fn cut(corners: &[(f64, f64)], at: f64, after: bool) -> Vec<(f64, f64)> {
    let inside = |time: f64| if after { time >= at } else { time <= at };
    let mut part = vec![];
    for (i, &corner) in corners.iter().enumerate() {
        if let Some(&before) = i.checked_sub(1).and_then(|i| corners.get(i))
            && before.0 < at
            && corner.0 > at
        {
            let share = (at - before.0) / (corner.0 - before.0);
            part.push((at, before.1 + share * (corner.1 - before.1)));
        }
        if inside(corner.0) {
            part.push(corner);
        }
    }
    part
}

/// A curve in pixels as far as it lies within the panel, which it leaves and enters once at most: it only falls, or rises from
/// zero to its size.
pub fn clipped(corners: &[(f64, f64)], panel: &Panel) -> Vec<Point> {
    let (low, high) = (panel.y.from, panel.y.to);
    let mut line = vec![];
    for (i, &(time, value)) in corners.iter().enumerate() {
        if let Some(&(before, last)) = i.checked_sub(1).and_then(|i| corners.get(i)) {
            for edge in [high, low] {
                if (last < edge) != (value < edge) && last != edge && value != edge {
                    let share = ((edge - last) / (value - last)).clamp(0.0, 1.0);
                    line.push(panel.point(before + share * (time - before), edge));
                }
            }
        }
        if (low..=high).contains(&value) {
            line.push(panel.point(time, value));
        }
    }
    line
}
