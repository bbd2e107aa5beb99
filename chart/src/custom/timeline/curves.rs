//! All jobs on one axis, on which lengths go with the square root: sizes of 2 and 40 both read.

use super::traces::{Trace, clipped, cut, traces};
use super::{BELIEVED, Curves, TimelineFrame, View};
use crate::ChartError;
use crate::labels::Placer;
use crate::panel::Panel;
use crate::pen::{Frame, Pen, Side};
use crate::ticks::{Label, Scale};
use schedscope::server::job_name;
use schedscope::sim::brief;

/// The square root with the sign of what it is of.
pub fn root(value: f64) -> f64 {
    libm::copysign(libm::sqrt(value.abs()), value)
}

/// A curve in roots. Straight lines bend, so they get corners in between.
fn rooted(trace: &[(f64, f64)]) -> Vec<(f64, f64)> {
    /// Pieces of a straight line.
    const PIECES: u32 = 8;
    let mut line: Vec<(f64, f64)> = trace.first().map(|first| (first.0, root(first.1))).into_iter().collect();
    for pair in trace.windows(2) {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        let pieces = if a == b { 1 } else { PIECES };
        for piece in 1..=pieces {
            let part = f64::from(piece) / f64::from(pieces);
            line.push((from + (to - from) * part, root(a + (b - a) * part)));
        }
    }
    line
}

impl View<'_> {
    /// The axis, in roots.
    pub(super) fn rooted(&self) -> Panel {
        let usable = |x: f64, otherwise: f64| if x.is_finite() && x > 0.0 { x.min(1e150) } else { otherwise };
        let top = usable(self.frame.top, usable(TimelineFrame::around([self.timeline]).top, 1.0));
        let below = self.frame.curves == Curves::Remaining && self.frame.bottom < 0.0;
        let bottom = if below { self.frame.bottom.max(-top) } else { 0.0 };
        // Room for the dots at the top and the labels beside them.
        Panel { frame: self.layout.jobs, x: self.time, y: Scale::linear(root(bottom), root(top) * 1.08) }
    }

    /// Ticks of the axis.
    pub(super) fn scale(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let panel = self.rooted();
        let Frame { left, right, .. } = panel.frame;
        let mut last = f64::INFINITY;
        let decades = [1e-2, 1e-1, 1.0, 10.0, 100.0, 1e3, 1e4, 1e5];
        let steps = decades.into_iter().flat_map(|decade| [1.0, 2.0, 5.0].map(|step| step * decade));
        let values: Vec<f64> = [0.0].into_iter().chain(steps).filter(|value| root(*value) <= panel.y.to).collect();
        let spaced = values.into_iter().rev().filter(|value| {
            let y = panel.up(root(*value));
            let fits = *value == 0.0 || (last - y).abs() >= pen.px(22.0) && panel.up(0.0) - y >= pen.px(16.0);
            last = if fits { y } else { last };
            fits
        });
        for value in spaced.collect::<Vec<_>>() {
            let y = panel.up(root(value));
            pen.level(left, right, y, if value == 0.0 { pen.theme.axis } else { pen.theme.grid }, 1.0)?;
            if self.layout.roomy {
                pen.label(&Label::Plain(brief(value)), (left - pen.px(7.0), y), Side::End)?;
            }
        }
        Ok(())
    }

    /// Where a believed line is that has left the axis.
    pub(super) fn beyond(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let (panel, x) = (self.rooted(), self.x(self.playhead));
        let foot = panel.frame.bottom;
        let gone = |left: &f64| left.is_finite() && root(*left) < panel.y.from;
        let believed = self.timeline.at(self.playhead).filter(|curve| curve.remaining > 0.0);
        for curve in believed.filter(|curve| curve.virtual_remaining.is_some_and(|left| gone(&left))) {
            let colour = self.text_colour(pen.theme, curve.job as usize);
            pen.polygon(&[(x - pen.px(5.0), foot - pen.px(6.0)), (x + pen.px(5.0), foot - pen.px(6.0)), (x, foot + pen.px(1.0))], colour)?;
            let words = format!(
                "{} believed {} ↓",
                job_name(self.timeline, curve.job as usize),
                brief(curve.virtual_remaining.unwrap_or_default())
            );
            let side = if x - panel.frame.left > panel.frame.width() / 2.0 { Side::End } else { Side::Start };
            let at = if side == Side::End { x - pen.px(10.0) } else { x + pen.px(10.0) };
            Self::on_veil(pen, &words, (at, foot - pen.px(9.0)), side, (colour, pen.theme.ground))?;
        }
        Ok(())
    }

    /// Curves, what happens to them, and names.
    pub(super) fn curves(&self, pen: &Pen<'_>, snapshots: &[usize]) -> Result<(), ChartError> {
        let panel = self.rooted();
        let (real, believed) = traces(self.timeline, snapshots, self.frame.curves == Curves::Attained);
        let part = |trace: &Trace| {
            let until = cut(&trace.corners, self.window.1, false);
            clipped(&rooted(&cut(&until, self.window.0, true)), &panel)
        };
        for trace in &believed {
            pen.dashed(&part(trace), &BELIEVED, self.tone(pen.theme, trace.job, self.colour(pen.theme, trace.job), 1.0), 1.5)?;
        }
        for trace in &real {
            pen.path(&part(trace), self.tone(pen.theme, trace.job, self.colour(pen.theme, trace.job), 1.0), 2.5)?;
        }
        let mut placer = Placer::new(Frame { top: panel.frame.top - pen.px(2.0), right: panel.frame.right + pen.px(36.0), ..panel.frame });
        if self.layout.roomy {
            for trace in real.iter().chain(&believed) {
                placer.avoid(&clipped(&rooted(&trace.corners), &panel), pen.px(7.0));
            }
        }
        self.marks(pen, &panel, &mut placer)?;
        if self.layout.roomy {
            self.names(pen, &panel, &mut placer)?;
        }
        Ok(())
    }
}
