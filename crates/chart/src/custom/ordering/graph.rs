//! The graph of tasks in layers, coloured by what has become of them after a step.

use super::{OrderGlance, TaskState};
use crate::dash::Point;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Rgb};
use schedscope::sim::brief;
use schedscope_core::pictures::ordering::{Layers, OrderRuns, Spot};

/// Where tasks are, in pixels.
struct Layout {
    frame: Frame,
    /// Width and height of a task.
    size: (f64, f64),
}

impl Layout {
    fn new(frame: Frame, scale: f64, layers: &Layers) -> Self {
        let air = 4.0 * scale;
        let frame = frame.within(air);
        let across = frame.width() / f64::from(layers.layers);
        let down = frame.height() / f64::from(layers.lanes);
        Self { frame, size: ((0.62 * across).clamp(8.0 * scale, 132.0 * scale), (0.66 * down).clamp(6.0 * scale, 40.0 * scale)) }
    }

    fn point(&self, (x, y): Spot) -> Point {
        (self.frame.left + x * self.frame.width(), self.frame.top + y * self.frame.height())
    }

    fn task(&self, spot: Spot) -> Frame {
        let ((x, y), (width, height)) = (self.point(spot), self.size);
        let (left, top) = ((x - width / 2.0).round(), (y - height / 2.0).round());
        Frame { left, top, right: left + width.round(), bottom: top + height.round() }
    }
}

/// The task at a point of a picture that is so wide and high, in pixels.
pub fn task_in_graph(point: Point, (width, height): (f64, f64), scale: f64, runs: &OrderRuns) -> Option<u32> {
    /// Pixels beside a task that are still its own.
    const NEAR: f64 = 6.0;
    let layers = runs.layers.as_ref()?;
    let layout = Layout::new(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale, layers);
    let apart = |task: &u32| layout.task(layers.tasks[*task as usize]).apart(point);
    let nearest = (0..layers.tasks.len() as u32).min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
    (apart(&nearest) <= NEAR * NEAR).then_some(nearest)
}

/// Draws the graph.
///
/// # Errors
/// If the surface refuses.
pub fn order_graph(pen: &Pen<'_>, runs: &OrderRuns, glance: OrderGlance) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.clear()?;
    let Some(run) = runs.runs.get(glance.which) else { return pen.say(pen.frame(), "no order to show") };
    let Some(layers) = &runs.layers else {
        return pen.say(pen.frame(), "Too many tasks, or edges over too many layers, to be drawn as a graph.");
    };
    let layout = Layout::new(pen.frame(), pen.scale, layers);
    let states: Vec<TaskState> = (0..runs.tasks() as u32).map(|task| TaskState::of(run, task, glance.step)).collect();
    let edge = |way: &[Spot], (from, to): (u32, u32)| {
        let read = states[to as usize] == TaskState::Now;
        let lit = glance.lit.is_some_and(|lit| lit == from || lit == to);
        let kept = matches!(states[from as usize], TaskState::Kept | TaskState::Now) && run.positions[to as usize] > glance.step;
        let (colour, width) = match () {
            () if read => (theme.accent, 2.0),
            () if lit => (theme.ink, 1.6),
            () if kept => (theme.long, 1.4),
            () => (theme.pale.mix(theme.ground, 0.25), 1.0),
        };
        arrow(pen, &layout, way, colour, width)
    };
    let rank = |(from, to): (u32, u32)| (states[to as usize] == TaskState::Now, glance.lit.is_some_and(|lit| lit == from || lit == to));
    let mut order: Vec<usize> = (0..layers.ways.len()).collect();
    order.sort_by_key(|at| rank(run.recording.edges[*at]));
    order.iter().try_for_each(|at| edge(&layers.ways[*at], run.recording.edges[*at]))?;
    let sized = run.recording.sizes.iter().any(|size| *size != 1.0);
    for (task, state) in (0..).zip(&states) {
        let frame = layout.task(layers.tasks[task as usize]);
        let (lit, bars) = (glance.lit == Some(task), glance.bar == Some(task));
        node(pen, frame, *state, lit, bars)?;
        let [_, _, ink] = if lit { [theme.lit, theme.lit_ink, Rgb(0x1b, 0x1f, 0x24)] } else { state.colours(theme) };
        let (name, size) = (&run.recording.names[task as usize], run.recording.sizes[task as usize]);
        let (x, y) = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        let room = frame.width() - pen.px(6.0);
        let two = sized && frame.height() >= pen.px(30.0);
        let text = if frame.height() >= pen.px(17.0) { SMALL + 1.0 } else { SMALL - 2.0 };
        if frame.height() >= pen.px(10.0) && room > pen.px(8.0) {
            let up = if two { pen.px(7.0) } else { 0.0 };
            pen.bold(&pen.shortened(name, text, room), (x, y - up), text, Side::Middle, ink)?;
        }
        if two {
            pen.text(
                &pen.shortened(&format!("size {}", brief(size)), SMALL - 1.0, room),
                (x, y + pen.px(8.0)),
                SMALL - 1.0,
                Side::Middle,
                ink,
            )?;
        }
    }
    Ok(())
}

/// The box of a task.
fn node(pen: &Pen<'_>, frame: Frame, state: TaskState, lit: bool, bars: bool) -> Result<(), ChartError> {
    let theme = pen.theme;
    let [fill, edge, _] = if lit { [theme.lit, theme.lit_ink, theme.lit_ink] } else { state.colours(theme) };
    let line = pen.px(if matches!(state, TaskState::Ready | TaskState::Now) || lit || bars { 2.0 } else { 1.0 }).round().max(1.0);
    let grown = |by: f64| Frame { left: frame.left - by, top: frame.top - by, right: frame.right + by, bottom: frame.bottom + by };
    if lit && state == TaskState::Now {
        pen.rect(grown(pen.px(4.0)), theme.accent)?;
    }
    pen.rect(grown(line), if bars { theme.late } else { edge })?;
    pen.rect(frame, fill)?;
    if state == TaskState::Waiting && !lit && !bars {
        // A broken outline.
        let Frame { left, top, right, bottom } = frame;
        for side in
            [[(left, top), (right, top)], [(left, bottom), (right, bottom)], [(left, top), (left, bottom)], [(right, top), (right, bottom)]]
        {
            pen.dashed(&side, &[3.0, 3.0], theme.ground, 2.0)?;
        }
    }
    Ok(())
}

/// An edge with its head at the reader.
fn arrow(pen: &Pen<'_>, layout: &Layout, way: &[Spot], colour: Rgb, width: f64) -> Result<(), ChartError> {
    let mut points: Vec<Point> = way.iter().map(|spot| layout.point(*spot)).collect();
    let half = layout.size.0 / 2.0;
    let head = pen.px(6.0);
    if let Some(first) = points.first_mut() {
        first.0 += half;
    }
    let Some(tip) = points.last_mut() else { return Ok(()) };
    tip.0 -= half + pen.px(2.0);
    let (x, y) = *tip;
    tip.0 -= head;
    // Smooth: an edge leaves and arrives level.
    let smooth: Vec<Point> = points.windows(2).flat_map(|pair| bend(pair[0], pair[1])).collect();
    pen.path(&smooth, colour, width)?;
    pen.polygon(&[(x, y), (x - head, y - pen.px(3.5)), (x - head, y + pen.px(3.5))], colour)
}

/// Points of a curve that begins and ends level.
fn bend((x0, y0): Point, (x1, y1): Point) -> Vec<Point> {
    const PIECES: i32 = 12;
    let point = |piece: i32| {
        let t = f64::from(piece) / f64::from(PIECES);
        (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t * t * (3.0 - 2.0 * t))
    };
    if (y0 - y1).abs() < 0.5 { vec![(x0, y0), (x1, y1)] } else { (0..=PIECES).map(point).collect() }
}
