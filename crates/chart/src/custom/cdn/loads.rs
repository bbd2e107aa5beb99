//! The load of each server over time as a row of colours, regions that help each other beside each other, the CDN server and its
//! queue below.

use super::Stand;
use crate::ChartError;
use crate::dash::Point;
use crate::pen::{Frame, Pen, SMALL, Side};
use schedscope_core::pictures::cdn::{CdnRun, CdnRuns, Selected};

/// Room for names at the left, for times below, and between groups, at scale 1.
const LEFT: f64 = 92.0;
const BOTTOM: f64 = 22.0;
const GAP: f64 = 4.0;
/// Height of the queue's row, in rows.
const QUEUE: f64 = 2.2;
/// Colours that are told apart.
const SHADES: f64 = 40.0;

/// Where rows lie.
struct Grid {
    inner: Frame,
    /// Top of each row and what it is: regions as they stand together, then the CDN server.
    rows: Vec<(f64, Selected)>,
    height: f64,
    queue: Frame,
}

impl Grid {
    fn new(frame: Frame, scale: f64, runs: &CdnRuns) -> Self {
        let inner = Frame {
            left: frame.left + LEFT * scale,
            top: frame.top + 2.0 * scale,
            right: frame.right - 6.0 * scale,
            bottom: frame.bottom - BOTTOM * scale,
        };
        let gap = GAP * scale;
        let count: usize = runs.clusters.iter().map(Vec::len).sum();
        let gaps = runs.clusters.len() as f64 + 2.0;
        let height = ((inner.height() - gap * gaps) / (count as f64 + 1.0 + QUEUE)).max(1.0);
        let (mut top, mut rows) = (inner.top, vec![]);
        for members in &runs.clusters {
            for member in members {
                rows.push((top, Selected::Region(*member)));
                top += height;
            }
            top += gap;
        }
        top += gap;
        rows.push((top, Selected::Cdn));
        top += height + gap;
        Self { inner, rows, height, queue: Frame { top, bottom: top + QUEUE * height, ..inner } }
    }

    fn of(&self, top: f64) -> Frame {
        Frame { top: top.round(), bottom: (top + self.height).round(), ..self.inner }
    }
}

/// What is at a point of such a picture, which is so wide and high in pixels with texts of this scale: a server, and a time in seconds
/// since the first request.
pub fn cdn_week((x, y): (f64, f64), (width, height): (f64, f64), scale: f64, runs: &CdnRuns) -> (Option<Selected>, Option<f64>) {
    let rows = Grid::new(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale, runs);
    let row = rows.rows.iter().find(|(top, _)| (*top..*top + rows.height).contains(&y)).map(|(_, lit)| *lit);
    let row = row.or_else(|| (y >= rows.queue.top && y < rows.queue.bottom).then_some(Selected::Cdn));
    let part = (x - rows.inner.left) / rows.inner.width().max(1.0);
    (row, (0.0..=1.0).contains(&part).then_some(part * runs.span))
}

/// Draws the load of all servers.
///
/// # Errors
/// If the surface refuses.
pub fn cdn_loads(pen: &Pen<'_>, runs: &CdnRuns, stand: Stand) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.clear()?;
    let Some(run) = runs.runs.get(stand.run) else { return pen.say(pen.frame(), "no run to show") };
    let rows = Grid::new(pen.frame(), pen.scale, runs);
    let network = &run.timeline.network;
    let size = (rows.height / pen.scale - 1.0).clamp(7.0, 11.5);
    for (top, what) in &rows.rows {
        let frame = rows.of(*top);
        let (server, name) = match what {
            Selected::Region(region) => (usize::from(*region), network.regions[usize::from(*region)].name.as_str()),
            Selected::Cdn => (network.regions.len(), "CDN server"),
        };
        row(pen, runs, run, server, frame)?;
        let lit = stand.lit == Some(*what);
        let name = pen.shortened(name, size, pen.px(LEFT - 10.0));
        let place = (frame.left - pen.px(6.0), f64::midpoint(frame.top, frame.bottom));
        if lit {
            pen.bold(&name, place, size, Side::End, theme.ink)?;
        } else {
            pen.text(&name, place, size, Side::End, theme.muted)?;
        }
        if lit {
            for y in [frame.top, frame.bottom] {
                pen.level(frame.left - pen.px(1.0), frame.right + pen.px(1.0), y, theme.ink, 1.5)?;
            }
        }
    }
    queue(pen, runs, run, rows.queue)?;
    let across = |time: f64| rows.inner.left + rows.inner.width() * (time / runs.span.max(1e-9)).clamp(0.0, 1.0);
    let foot = rows.queue.bottom;
    for (time, words) in runs.marks() {
        let x = across(time);
        pen.dashed(&[(x, rows.inner.top), (x, foot)], &[2.0, 3.0], theme.muted, 1.0)?;
        let half = pen.width(&words, SMALL) / 2.0;
        if x - half >= rows.inner.left - pen.px(8.0) && x + half <= pen.frame().right {
            pen.text(&words, (x, foot + pen.px(11.0)), SMALL - 0.5, Side::Middle, theme.muted)?;
        }
    }
    let counted = run.timeline.counted - run.timeline.begin;
    if counted > 0.0 {
        let right = across(counted);
        let corners = [(rows.inner.left, rows.inner.top), (right, rows.inner.top), (right, foot), (rows.inner.left, foot)];
        pen.veil(&corners, theme.ground, 0.6)?;
        pen.text(
            &pen.shortened("warm-up", SMALL, right - rows.inner.left),
            (f64::midpoint(rows.inner.left, right), rows.inner.top + pen.px(9.0)),
            SMALL,
            Side::Middle,
            theme.ink,
        )?;
    }
    let now = across(stand.time);
    pen.upright(now, rows.inner.top, foot, theme.ground, 4.0)?;
    pen.upright(now, rows.inner.top, foot, theme.ink, 2.0)
}

/// A row of colours; neighbours that are alike are drawn at once.
fn row(pen: &Pen<'_>, runs: &CdnRuns, run: &CdnRun, server: usize, frame: Frame) -> Result<(), ChartError> {
    let columns = frame.width().round().max(1.0) as u32;
    let shade = |column: u32| {
        let time = runs.span * (f64::from(column) + 0.5) / f64::from(columns);
        run.at(time).map_or(0.0, |sample| (run.load(sample, server).clamp(0.0, 1.0) * SHADES).round())
    };
    let mut from = 0;
    while from < columns {
        let its = shade(from);
        let to = (from + 1..columns).find(|column| shade(*column) != its).unwrap_or(columns);
        let part = Frame { left: frame.left.round() + f64::from(from), right: frame.left.round() + f64::from(to), ..frame };
        pen.rect(part, pen.theme.load(its / SHADES))?;
        from = to;
    }
    Ok(())
}

/// How many wait, as an area.
fn queue(pen: &Pen<'_>, runs: &CdnRuns, run: &CdnRun, frame: Frame) -> Result<(), ChartError> {
    let most = f64::from(runs.longest.max(1));
    let mut points: Vec<Point> = vec![(frame.left, frame.bottom)];
    for (i, sample) in (1..).zip(&run.timeline.samples) {
        let x = frame.left + frame.width() * (f64::from(i) * run.timeline.every / runs.span.max(1e-9)).min(1.0);
        points.push((x, frame.bottom - frame.height() * f64::from(sample.queue) / most));
    }
    points.push((points.last().map_or(frame.left, |last| last.0), frame.bottom));
    pen.polygon(&points, pen.theme.ground.mix(pen.theme.late, 0.75))?;
    pen.level(frame.left, frame.right, frame.bottom, pen.theme.axis, 1.0)?;
    let words = if runs.longest > 0 { format!("queue ≤ {}", runs.longest) } else { "no queue".to_owned() };
    pen.text(&words, (frame.left - pen.px(6.0), f64::midpoint(frame.top, frame.bottom)), SMALL - 0.5, Side::End, pen.theme.muted)
}
