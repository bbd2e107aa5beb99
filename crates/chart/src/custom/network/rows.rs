//! A row a flow: how much of it is left over time, when it stands still, and when it would be complete if it were alone.

use super::{Scene, Spotlight};
use crate::axes;
use crate::dash::Point;
use crate::panel::Panel;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::Scale;
use crate::{ChartError, Rgb, Theme};
use schedscope::network::FlowLine;
use schedscope_core::pictures::network::{NetworkRuns, Selected};
use schedscope_core::plot::Axis;

/// Room left of the rows, right of them, and below, at scale 1.
const ASIDE: (f64, f64, f64) = (40.0, 46.0, 34.0);

/// Where rows lie, and the height of one.
fn field(frame: Frame, scale: f64, flows: usize) -> (Frame, f64) {
    let (left, right, below) = ASIDE;
    let field = Frame {
        left: frame.left + left * scale,
        top: frame.top + 2.0 * scale,
        right: frame.right - right * scale,
        bottom: frame.bottom - below * scale,
    };
    (field, field.height() / flows.max(1) as f64)
}

/// The flow at a point of such a picture that is so wide and high, in pixels; texts are so much larger than usual.
pub fn flow_row_at((_, y): (f64, f64), (width, height): (f64, f64), scale: f64, runs: &NetworkRuns) -> Option<Selected> {
    let (field, pitch) = field(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale, runs.flows());
    let row = ((y - field.top) / pitch).floor();
    (row >= 0.0 && (row as usize) < runs.flows()).then_some(Selected::Flow(row as u32))
}

/// Where time stands in such a picture that is so wide and high, in pixels from the left.
pub fn flow_playhead_at((width, height): (f64, f64), scale: f64, runs: &NetworkRuns, time: f64) -> f64 {
    let (field, _) = field(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale, runs.flows());
    panel(field, runs).across(time)
}

/// The rows of a run, on one axis of time.
fn panel(frame: Frame, runs: &NetworkRuns) -> Panel {
    let time = Axis::linear("time").within(0.0, runs.end);
    Panel { frame, x: axes::scale(&time, std::iter::empty()), y: Scale::linear(0.0, 1.0) }
}

/// Draws the rows of a run.
///
/// # Errors
/// If the surface refuses.
pub fn flow_rows(pen: &Pen<'_>, runs: &NetworkRuns, spotlight: Spotlight) -> Result<(), ChartError> {
    flow_rows_still(pen, runs, spotlight)?;
    flow_playhead(pen, runs, spotlight.time)
}

/// Draws where time stands, above the rows.
///
/// # Errors
/// If the surface refuses.
pub fn flow_playhead(pen: &Pen<'_>, runs: &NetworkRuns, time: f64) -> Result<(), ChartError> {
    if runs.flows() == 0 {
        return Ok(());
    }
    let (field, _) = field(pen.frame(), pen.scale, runs.flows());
    pen.upright(panel(field, runs).across(time), field.top, field.bottom, pen.theme.accent, 2.0)
}

/// Draws the rows without where time stands.
///
/// # Errors
/// If the surface refuses.
pub fn flow_rows_still(pen: &Pen<'_>, runs: &NetworkRuns, spotlight: Spotlight) -> Result<(), ChartError> {
    pen.clear()?;
    let Some(scene) = Scene::new(runs, spotlight).filter(|_| runs.flows() > 0) else { return pen.say(pen.frame(), "no flows to show") };
    let (field, pitch) = field(pen.frame(), pen.scale, runs.flows());
    let panel = panel(field, runs);
    let across = axes::ticks(&Axis::linear("time").within(0.0, runs.end), &panel.x, axes::most(pen, field).0);
    panel.grid(pen, &across, &[])?;
    for (position, flow) in (0..).zip(&scene.run.timeline.flows) {
        let top = field.top + pitch * f64::from(position);
        let row = Frame { top, bottom: top + pitch, ..field };
        self::row(pen, &panel, &scene, row, (position, flow), spotlight.time)?;
    }
    panel.below(pen, &across, "time", pen.frame().bottom)
}

fn row(
    pen: &Pen<'_>,
    panel: &Panel,
    scene: &Scene<'_>,
    row: Frame,
    (position, flow): (u32, &FlowLine),
    now: f64,
) -> Result<(), ChartError> {
    let theme: &Theme = pen.theme;
    let lit = scene.is_lit(position);
    if lit {
        pen.rect(Frame { left: 0.0, right: pen.frame().right, ..row }, theme.ground.mix(theme.lit, 0.3))?;
    }
    let size = (row.height() / pen.scale * 0.8).min(SMALL - 1.0);
    let middle = f64::midpoint(row.top, row.bottom);
    if size >= 6.5 {
        let name = pen.shortened(&flow.name, size, row.left - pen.px(8.0));
        pen.text(&name, (row.left - pen.px(6.0), middle), size, Side::End, if lit { theme.ink } else { theme.muted })?;
    }
    let inset = (row.height() * 0.12).min(pen.px(2.0));
    let (top, foot) = (row.top + inset, row.bottom - inset);
    if flow.arrival < flow.release {
        pen.dashed(&[(panel.across(flow.arrival), middle), (panel.across(flow.release), middle)], &[2.0, 3.0], theme.muted, 1.0)?;
    }
    let colour = if flow.class.is_short() { theme.short } else { theme.long };
    let pale = |colour: Rgb, part: f64| colour.mix(theme.ground, part);
    let (begin, end) = (panel.across(flow.release), panel.across(flow.completion).max(panel.across(flow.release) + pen.px(2.0)));
    pen.rect(Frame { left: begin, top, right: end, bottom: foot }, pale(colour, 0.82))?;
    // What is left, before now and after.
    let high = |left: f64| foot - (foot - top) * (left / flow.size).clamp(0.0, 1.0);
    let wedge = |until: f64| -> Vec<Point> {
        let mut points: Vec<Point> = vec![(begin, foot)];
        for stretch in scene.run.of_flow(position).take_while(|stretch| stretch.from < until) {
            let to = stretch.to.min(until);
            points.push((panel.across(stretch.from), high(stretch.left)));
            points.push((panel.across(to).max(panel.across(stretch.from)), high(stretch.left - stretch.rate * (to - stretch.from))));
        }
        let last = points.last().map_or(begin, |(x, _)| *x);
        points.push((last, foot));
        points
    };
    pen.polygon(&wedge(f64::INFINITY), pale(colour, 0.55))?;
    if now > flow.release {
        pen.polygon(&wedge(now), if lit { theme.lit } else { colour })?;
    }
    if flow.class.is_short() || lit {
        let edge = if lit { theme.ink } else { theme.long };
        pen.level(begin, end, foot, edge, 1.0)?;
    }
    for stretch in scene.run.of_flow(position).filter(|stretch| stretch.rate == 0.0) {
        let late = if stretch.from <= now { theme.late } else { pale(theme.late, 0.5) };
        pen.level(panel.across(stretch.from), panel.across(stretch.to), foot, late, 2.0)?;
    }
    // When it would be complete alone.
    pen.upright(panel.across(flow.release + flow.ideal), top, foot, theme.ink, 1.0)?;
    let words = format!("{}×", schedscope::sim::brief((flow.completion - flow.release) / flow.ideal));
    let place = end + pen.px(4.0);
    if size >= 6.5 && now >= flow.completion && place + pen.width(&words, size) <= pen.frame().right {
        pen.text(&words, (place, middle), size, Side::Start, if lit { theme.ink } else { theme.muted })?;
    }
    Ok(())
}
