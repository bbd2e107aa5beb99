//! Where the time of jobs goes, job by job in the order of arrival: running from the base line on, then in a queue, hatched, then at the
//! scheduler. The first policy stands above its base line, the second hangs below.

use crate::ChartError;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::Scale;
use schedscope::datacenter::JobLine;
use schedscope_core::pictures::datacenter::{DatacenterRuns, Selected};
use schedscope_core::plot::Hue;
use std::ops::Range;

/// Least width of a column, at scale 1; of more jobs, several share one.
const LEAST: f64 = 3.0;

/// Where columns lie.
struct Columns {
    inner: Frame,
    /// Positions of the jobs of the class, by arrival.
    jobs: Vec<u32>,
    /// Jobs of a column.
    group: usize,
    width: f64,
}

impl Columns {
    fn new(frame: Frame, scale: f64, runs: &DatacenterRuns, long: bool) -> Self {
        let inner = Frame {
            left: frame.left + 66.0 * scale,
            top: frame.top + 8.0 * scale,
            right: frame.right - 2.0 * scale,
            bottom: frame.bottom - 24.0 * scale,
        };
        let jobs = runs.runs.first().map(|run| &run.timeline.jobs[..]).unwrap_or_default();
        let jobs: Vec<u32> = (0..).zip(jobs).filter(|(_, job)| job.long == long).map(|(position, _)| position).collect();
        let fit = ((inner.width() / (LEAST * scale)) as usize).max(1);
        let group = jobs.len().div_ceil(fit).max(1);
        let width = inner.width() / jobs.len().div_ceil(group).max(1) as f64;
        Self { inner, jobs, group, width }
    }

    fn count(&self) -> usize {
        self.jobs.len().div_ceil(self.group)
    }

    fn of(&self, column: usize) -> &[u32] {
        &self.jobs[column * self.group..((column + 1) * self.group).min(self.jobs.len())]
    }

    fn span(&self, column: usize) -> Range<f64> {
        let left = self.inner.left + column as f64 * self.width;
        left..left + self.width
    }
}

/// Mean seconds of some jobs: running, in a queue, at the scheduler.
fn means(jobs: &[JobLine], of: &[u32]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for job in of {
        let job = &jobs[*job as usize];
        let parts = [job.running, job.queueing, (job.sojourn() - job.running - job.queueing).max(0.0)];
        sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part / of.len() as f64);
    }
    sums
}

/// The job at a point of a picture that is so wide and high, in pixels at scale 1.
pub fn spent_at((x, _): (f64, f64), (width, height): (f64, f64), scale: f64, runs: &DatacenterRuns, long: bool) -> Option<u32> {
    let columns = Columns::new(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale, runs, long);
    let column = ((x - columns.inner.left) / columns.width).floor();
    if column < 0.0 { None } else { columns.jobs.get(column as usize * columns.group).copied() }
}

/// Draws where the time of the jobs of a class goes.
///
/// # Errors
/// If the surface refuses.
pub fn time_spent(pen: &Pen<'_>, runs: &DatacenterRuns, long: bool, lit: Option<Selected>) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.clear()?;
    let columns = Columns::new(pen.frame(), pen.scale, runs, long);
    if columns.jobs.is_empty() {
        return pen.say(pen.frame(), if long { "no long jobs" } else { "no short jobs" });
    }
    let of = |run: usize, column: usize| means(&runs.runs[run].timeline.jobs, columns.of(column));
    let all = (0..runs.runs.len()).flat_map(|run| (0..columns.count()).map(move |column| (run, column)));
    let most = all.map(|(run, column)| of(run, column).iter().sum::<f64>()).fold(1e-9, f64::max);
    let inner = columns.inner;
    let band = inner.height() / runs.runs.len() as f64;
    let lit = match lit {
        Some(Selected::Job(job)) => (0..columns.count()).find(|column| columns.of(*column).contains(&job)),
        _ => None,
    };
    if let Some(column) = lit {
        let Range { start, end } = columns.span(column);
        let frame = Frame { left: start - pen.px(2.0), right: end + pen.px(2.0), ..inner };
        pen.rect(frame, theme.ground.mix(theme.line(Hue::Blue), 0.14))?;
    }
    for (which, run) in runs.runs.iter().enumerate() {
        let (top, down) = (inner.top + which as f64 * band, which == 1);
        // The second hangs from the base line of the first.
        let (base, sign) = if down { (top, 1.0) } else { (top + band, -1.0) };
        let unit = (band - pen.px(4.0)) / most;
        for tick in Scale::linear(0.0, most).ticks(3).iter().filter(|tick| tick.value > 0.0) {
            let y = base + sign * tick.value * unit;
            pen.level(inner.left, inner.right, y, theme.grid, 1.0)?;
            pen.label(&tick.label, (inner.left - pen.px(6.0), y), Side::End)?;
        }
        let name = (pen.frame().left + pen.px(9.0), top + band / 2.0);
        if pen.width(&run.name, SMALL) <= band {
            pen.upwards(&run.name, name, SMALL, theme.text(run.look.hue))?;
        }
        for column in 0..columns.count() {
            let Range { start, end } = columns.span(column);
            let air = if columns.width >= pen.px(5.0) { pen.px(1.0).round().max(1.0) } else { 0.0 };
            let mut from = base;
            let mut whole =
                Frame { left: (start + air).round(), right: (end - air).round().max((start + air).round() + 1.0), top: base, bottom: base };
            for (part, seconds) in of(which, column).into_iter().enumerate() {
                let to = from + sign * seconds * unit;
                let frame = Frame { top: from.min(to).round(), bottom: from.max(to).round(), ..whole };
                match part {
                    0 => pen.rect(frame, theme.long)?,
                    1 => {
                        pen.rect(frame, theme.ground.mix(theme.late, 0.12))?;
                        pen.hatch(frame, theme.ground.mix(theme.late, 0.7))?;
                    }
                    _ => pen.rect(frame, theme.axis)?,
                }
                from = to;
            }
            if lit == Some(column) {
                (whole.top, whole.bottom) = (base.min(from), base.max(from));
                outline(pen, whole)?;
            }
        }
        pen.level(inner.left, inner.right, base, theme.axis, 1.0)?;
    }
    let class = if long { "long" } else { "short" };
    let shared = if columns.group > 1 { format!(", {} a column (means)", columns.group) } else { String::new() };
    let words = format!("{} {class} jobs, by arrival{shared}; seconds from submission to completion", columns.jobs.len());
    let brief = format!("{} {class} jobs, by arrival; seconds", columns.jobs.len());
    let fits = if pen.width(&words, SMALL - 0.5) <= inner.width() { words } else { brief };
    pen.text(&fits, (f64::midpoint(inner.left, inner.right), inner.bottom + pen.px(13.0)), SMALL - 0.5, Side::Middle, theme.muted)
}

fn outline(pen: &Pen<'_>, frame: Frame) -> Result<(), ChartError> {
    for y in [frame.top, frame.bottom] {
        pen.level(frame.left - pen.px(1.0), frame.right + pen.px(1.0), y, pen.theme.ink, 2.0)?;
    }
    [frame.left, frame.right].into_iter().try_for_each(|x| pen.upright(x, frame.top, frame.bottom, pen.theme.ink, 2.0))
}
