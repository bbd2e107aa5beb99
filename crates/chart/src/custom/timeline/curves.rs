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

/// Pixels from one corner of a bent line up or down to the next.
const CORNERS: f64 = 4.0;

/// The square root with the sign of what it is of.
pub fn root(value: f64) -> f64 {
    libm::copysign(libm::sqrt(value.abs()), value)
}

/// A curve in roots. Straight lines bend, so they get corners in between, so many roots apart: close together where they are steep.
fn rooted(trace: &[(f64, f64)], step: f64) -> Vec<(f64, f64)> {
    /// Most pieces of a straight line.
    const MOST: f64 = 256.0;
    let mut line: Vec<(f64, f64)> = trace.first().map(|first| (first.0, root(first.1))).into_iter().collect();
    for pair in trace.windows(2) {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        let (low, high) = (root(a), root(b));
        let pieces = ((high - low).abs() / step).ceil().clamp(1.0, MOST) as u32;
        for piece in 1..pieces {
            let height = low + (high - low) * f64::from(piece) / f64::from(pieces);
            line.push((from + (to - from) * ((height * height.abs() - a) / (b - a)), height));
        }
        line.push((to, high));
    }
    line
}

/// Roots in so many pixels of an axis.
fn roots(panel: &Panel, pixels: f64) -> f64 {
    (panel.y.to - panel.y.from) * pixels / panel.frame.height().max(1.0)
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
        let step = roots(&panel, pen.px(CORNERS));
        let (real, believed) = traces(self.timeline, snapshots, self.frame.curves == Curves::Attained);
        let part = |trace: &Trace| {
            let until = cut(&trace.corners, self.window.1, false);
            clipped(&rooted(&cut(&until, self.window.0, true), step), &panel)
        };
        for trace in &believed {
            pen.dashed(&part(trace), &BELIEVED, self.stroke(pen.theme, trace.job, self.colour(pen.theme, trace.job)), 1.5)?;
        }
        for trace in &real {
            // Here no areas tell what is past from what is to come.
            let width = if self.ahead { 1.75 } else { 2.5 };
            pen.path(&part(trace), self.stroke(pen.theme, trace.job, self.colour(pen.theme, trace.job)), width)?;
        }
        let mut placer = Placer::new(Frame { top: panel.frame.top - pen.px(2.0), right: panel.frame.right + pen.px(36.0), ..panel.frame });
        if self.layout.roomy {
            for trace in real.iter().chain(&believed) {
                placer.avoid(&clipped(&rooted(&trace.corners, step), &panel), pen.px(7.0));
            }
        }
        self.marks(pen, &panel, &mut placer)?;
        if self.layout.roomy {
            self.names(pen, &panel, &mut placer)?;
        }
        Ok(())
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use crate::{Mode, Theme, TimelineContents, svg};
    use schedscope::server::EventKind;
    use schedscope_core::exhibit::{Exhibit, example};

    /// The height of a line at a place.
    fn height(line: &[(f64, f64)], x: f64) -> f64 {
        let ends = line.windows(2).find(|pair| (pair[0].0..=pair[1].0).contains(&x)).unwrap();
        ends[0].1 + (ends[1].1 - ends[0].1) * (x - ends[0].0) / (ends[1].0 - ends[0].0)
    }

    #[test]
    fn a_straight_line_bends_as_its_axis_does() {
        // A job of size 40 that is served alone, and what is believed to be left of one that was guessed to be 4.
        let (rises, falls) = (rooted(&[(0.0, 0.0), (40.0, 40.0)], 0.1), rooted(&[(0.0, 4.0), (24.0, -20.0)], 0.1));
        for time in [0.2, 1.0, 2.0, 7.5, 23.9] {
            let value = |line: &[(f64, f64)]| height(line, time) * height(line, time).abs();
            assert!((value(&rises) - time).abs() < 0.01, "{time}: {}", value(&rises));
            assert!((value(&falls) - (4.0 - time)).abs() < 0.01, "{time}: {}", value(&falls));
        }
        assert_eq!(rooted(&[(0.0, 9.0), (5.0, 9.0), (6.0, 9.0)], 0.1), [(0.0, 3.0), (5.0, 3.0), (6.0, 3.0)], "what is level stays so");
        assert!(rooted(&[(0.0, 0.0), (1.0, 1e300)], 1e-9).len() <= 257, "and the work is bounded");
    }

    #[test]
    fn what_is_marked_is_marked_on_its_curve() {
        let run = &Exhibit::of_example(example("under-estimated").unwrap()).record()[0];
        for curves in [Curves::Remaining, Curves::Attained] {
            let frame = TimelineFrame { curves, ..TimelineFrame::around([run]) };
            let draw = |pen: &Pen<'_>| {
                let view = View::new(pen, TimelineContents::alone(run), &frame);
                let panel = view.rooted();
                let (real, _) = traces(run, &view.snapshots(), curves == Curves::Attained);
                let line = |job: usize| {
                    let trace = real.iter().find(|trace| trace.job == job).unwrap();
                    clipped(&rooted(&trace.corners, roots(&panel, pen.px(CORNERS))), &panel)
                };
                // J1 turns late at 1: 1 is attained of 40.
                let late: Vec<_> = view.marked().filter(|(event, _)| event.kind == EventKind::Late).collect();
                let (event, left) = late[0];
                let known = if curves == Curves::Attained { 1.0 } else { 39.0 };
                assert!(event.time == 1.0 && (left * left - known).abs() < 1e-9, "{curves:?}: {event:?} at {left}");
                for (event, left) in late {
                    let (x, y) = panel.point(event.time, left);
                    let on = height(&line(event.job as usize), x);
                    assert!((on - y).abs() < pen.px(0.5), "{curves:?} at {}: {y}, the curve is at {on}", event.time);
                }
                Ok(())
            };
            svg((620, 400), Theme::of(Mode::Light), draw).unwrap();
        }
    }
}
