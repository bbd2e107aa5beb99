//! A run of a cluster as it is played: a lane for each job, below them the slots, on one axis of time. Where there are too many jobs or
//! slots for that, the slots alone.

mod lanes;
mod slots;

use crate::ChartError;
use crate::axes;
use crate::panel::Panel;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::Scale;
use schedscope_core::pictures::cluster::ClusterRuns;
use schedscope_core::plot::Axis;

/// What is looked at of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glance {
    /// Position of the policy.
    pub which: usize,
    /// The playhead, in seconds.
    pub playhead: f64,
    /// Number of the job that is lit.
    pub lit: Option<u64>,
    /// Begin of the axis of time, in seconds.
    pub from: f64,
    /// Its end.
    pub until: f64,
    /// Which page of lanes, from 0.
    pub page: usize,
}

/// Where things are in the picture.
struct Layout {
    /// Each lane, from top to bottom, with the number of its job; none where the slots alone are shown.
    lanes: Vec<(u64, Frame)>,
    /// Map slots and reduce slots.
    slots: [Frame; 2],
    /// All of it.
    whole: Frame,
    /// Whether the axis of time is below: the last picture of several has it.
    axis: bool,
}

impl Layout {
    /// Of a picture in this frame at this scale.
    fn new(frame: Frame, scale: f64, runs: &ClusterRuns, glance: Glance) -> Self {
        let px = |length: f64| length * scale;
        let rows = runs
            .runs
            .get(glance.which)
            .map_or([1.0; 2], |run| run.timeline.slots.map(|slots| f64::from(slots.max(1)) * f64::from(run.timeline.machines.max(1))));
        let axis = glance.which + 1 == runs.runs.len();
        let narrow = frame.width() < px(560.0);
        let (left, right) = if narrow { (36.0, 52.0) } else { (96.0, 84.0) };
        let inner = Frame {
            left: frame.left + px(left),
            top: frame.top + px(2.0),
            right: frame.right - px(right),
            bottom: frame.bottom - px(if axis { 22.0 } else { 4.0 }),
        };
        let gap = px(5.0);
        let ids = if runs.in_lanes() { runs.page(glance.page) } else { vec![] };
        // The slots take what they need, but no more than a third beside lanes.
        let below = if ids.is_empty() { inner.height() } else { ((rows[0] + rows[1]) * px(6.0) + gap).min(inner.height() / 3.0) };
        let top = inner.bottom - below;
        let split = top + (below - gap).max(0.0) * rows[0] / (rows[0] + rows[1]);
        let slots = [Frame { top, bottom: split, ..inner }, Frame { top: (split + gap).min(inner.bottom), ..inner }];
        // The lit lane is as high as two others nearly.
        let weight = |id: u64| if glance.lit == Some(id) { 1.75 } else { 1.0 };
        // A last page with fewer lanes than others has lanes of the same height.
        let missing = runs.lanes().saturating_sub(ids.len()) as f64;
        let weights: f64 = ids.iter().map(|id| weight(*id)).sum::<f64>() + missing;
        let mut y = inner.top;
        let lane = |id: u64| {
            let from = y;
            y += (top - px(8.0) - inner.top) * weight(id) / weights;
            (id, Frame { top: from.round(), bottom: y.round(), ..inner })
        };
        Self { lanes: ids.into_iter().map(lane).collect(), slots, whole: frame, axis }
    }
}

/// Number of the job at a point of a picture that is so wide and high, in pixels at scale 1.
pub fn job_at((x, y): (f64, f64), (width, height): (f64, f64), runs: &ClusterRuns, glance: Glance) -> Option<u64> {
    let layout = Layout::new(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, 1.0, runs, glance);
    if let Some((id, _)) = layout.lanes.iter().find(|(_, frame)| (frame.top..frame.bottom).contains(&y)) {
        return Some(*id);
    }
    let timeline = &runs.runs.get(glance.which)?.timeline;
    let (phase, frame) = layout.slots.iter().enumerate().find(|(_, frame)| (frame.top..frame.bottom).contains(&y))?;
    let slots = timeline.slots[phase].max(1);
    let row = ((y - frame.top) / frame.height() * f64::from(slots * timeline.machines)) as u32;
    let shown = glance.until - glance.from;
    let time = glance.from + (x - frame.left) / frame.width() * shown;
    // A task of a few pixels can be hit as well.
    let reach = 2.0 / frame.width() * shown;
    let here = |bar: &&schedscope::cluster::Bar| bar.phase.index() == phase && bar.machine * slots + bar.slot.min(slots - 1) == row;
    let distance = |from: f64, to: f64| (from - time).max(time - to).max(0.0);
    let bars = timeline.bars.iter().filter(here).map(|bar| (distance(bar.from, bar.to), bar.job));
    let (_, job) = bars.filter(|(distance, _)| *distance <= reach).min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(timeline.jobs.get(job as usize)?.id)
}

/// The time at a horizontal place of such a picture, in seconds: the nearest that is shown.
pub fn time_at(x: f64, (width, height): (f64, f64), runs: &ClusterRuns, glance: Glance) -> f64 {
    let [Frame { left, right, .. }, _] = Layout::new(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, 1.0, runs, glance).slots;
    glance.from + ((x - left) / (right - left).max(1.0)).clamp(0.0, 1.0) * (glance.until - glance.from)
}

/// How far across such a picture the playhead is, in whole pixels: what lies before it has happened.
pub fn playhead_at((width, height): (f64, f64), scale: f64, runs: &ClusterRuns, glance: Glance) -> f64 {
    let [frame, _] = Layout::new(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale, runs, glance).slots;
    Panel { frame, x: time(glance).1, y: Scale::linear(0.0, 1.0) }.across(glance.playhead).round()
}

/// The axis of time, and its scale.
fn time(glance: Glance) -> (Axis, Scale) {
    let time = Axis::linear("time (s)").within(glance.from, glance.until);
    let x = axes::scale(&time, std::iter::empty());
    (time, x)
}

/// Draws the playhead of a run, where the picture shows it.
///
/// # Errors
/// If the surface refuses.
pub fn cluster_playhead(pen: &Pen<'_>, runs: &ClusterRuns, glance: Glance) -> Result<(), ChartError> {
    if glance.playhead <= glance.from || glance.playhead > glance.until {
        return Ok(());
    }
    let Layout { lanes, slots: [maps, reduces], .. } = Layout::new(pen.frame(), pen.scale, runs, glance);
    let x = Panel { frame: maps, x: time(glance).1, y: Scale::linear(0.0, 1.0) }.across(glance.playhead);
    pen.upright(x, lanes.first().map_or(maps.top, |(_, frame)| frame.top), reduces.bottom, pen.theme.accent, 2.0)
}

/// Draws a run. With the playhead at ±∞ it is drawn as if everything, or nothing, had happened.
///
/// # Errors
/// If the surface refuses.
pub fn cluster_run(pen: &Pen<'_>, runs: &ClusterRuns, glance: Glance) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.clear()?;
    let Some(run) = runs.runs.get(glance.which) else { return pen.say(pen.frame(), "no run to show") };
    let layout = Layout::new(pen.frame(), pen.scale, runs, glance);
    let (time, x) = time(glance);
    let panels = [0, 1].map(|phase| {
        let rows = f64::from(run.timeline.slots[phase].max(1)) * f64::from(run.timeline.machines.max(1));
        Panel { frame: layout.slots[phase], x, y: Scale::linear(0.0, rows) }
    });
    let inner = panels[0].frame;
    let across = axes::ticks(&time, &x, axes::most(pen, inner).0);
    let top = layout.lanes.first().map_or(inner.top, |(_, frame)| frame.top);
    let foot = panels[1].frame.bottom;
    let field = Panel { frame: Frame { top, bottom: foot, ..inner }, x, y: Scale::linear(0.0, 1.0) };
    for panel in &panels {
        pen.rect(panel.frame, theme.ground.mix(theme.grid, 0.45))?;
    }
    field.grid(pen, &across, &[])?;
    lanes::draw(pen, runs, glance, &layout, &field)?;
    for (panel, name) in panels.iter().zip(["map", "reduce"]) {
        let count = panel.y.to as u64;
        let titles = [format!("{count} {name} {}", if count == 1 { "slot" } else { "slots" }), format!("{count} {name}"), name.to_owned()];
        let room = panel.frame.left - pen.px(10.0);
        if let Some(title) =
            titles.iter().find(|title| pen.width(title, SMALL - 1.0) <= room).filter(|_| panel.frame.height() >= pen.px(8.0))
        {
            let middle = f64::midpoint(panel.frame.top, panel.frame.bottom);
            pen.text(title, (panel.frame.left - pen.px(8.0), middle), SMALL - 1.0, Side::End, theme.muted)?;
        }
    }
    slots::draw(pen, runs, glance, &panels)?;
    cluster_playhead(pen, runs, glance)?;
    if layout.axis {
        field.below(pen, &across, "", layout.whole.bottom)?;
        pen.text("time (s)", (inner.right + pen.px(12.0), foot + pen.px(13.0)), SMALL, Side::Start, theme.muted)?;
    }
    Ok(())
}

/// Draws all runs of a comparison below each other, each with the name of its policy: for a file.
///
/// # Errors
/// If the surface refuses.
pub fn cluster_runs(pen: &Pen<'_>, runs: &ClusterRuns, glance: Glance) -> Result<(), ChartError> {
    pen.clear()?;
    for ((which, run), part) in runs.runs.iter().enumerate().zip(pen.split(runs.runs.len().max(1), 1)) {
        let (pen, below) = part.split_down(20.0);
        pen.text(&run.name, (pen.px(4.0), pen.px(11.0)), SMALL + 2.0, Side::Start, pen.theme.text(run.look.hue))?;
        cluster_run(&below, runs, Glance { which, ..glance })?;
    }
    Ok(())
}
