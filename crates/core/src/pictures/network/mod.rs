//! Flows on links: recorded runs as they are played, and what flows take by class.

mod results;
mod schematic;

pub use results::{fct_distribution, fct_means, fct_tails, runs};
pub use schematic::{Schematic, Shape};

use super::identity::{looks, names};
use crate::plot::{Axis, Dash, Form, Hue, Line, Lines, Look, Picture, Style};
use schedscope::network::{Layout, Stretch, Timeline};
use schedscope::registry::Choice;

/// What a reader looks at in all pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// The flow at this position.
    Flow(u32),
    /// The link of this number.
    Link(u32),
}

/// A recorded run and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkRun {
    /// What happened.
    pub timeline: Timeline,
    /// The policy's name: as short as tells it from the others.
    pub name: String,
    /// How its lines are drawn.
    pub look: Look,
    /// By flow, the positions of its stretches in order of time, and of those of its replica.
    stretches: Vec<[Vec<u32>; 2]>,
}

/// A run at an instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Now {
    /// The streams on their way, with what is left of each, in order of flows.
    pub streams: Vec<(Stretch, f64)>,
    /// Fraction of its capacity that each link uses.
    pub used: Vec<f64>,
    /// Flows on their way: all, the short ones of them, and those that stand still.
    pub flows: [u32; 3],
}

/// Runs of one workload under several policies.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkRuns {
    /// The runs.
    pub runs: Vec<NetworkRun>,
    /// Where nodes are drawn.
    pub schematic: Schematic,
    /// When the last flow is complete under any of them.
    pub end: f64,
}

/// Most flows that have a row each.
const ROWS: usize = 40;

impl NetworkRun {
    fn new(timeline: Timeline, name: String, look: Look) -> Self {
        let mut stretches = vec![[vec![], vec![]]; timeline.flows.len()];
        for (position, stretch) in (0..).zip(&timeline.stretches) {
            stretches[stretch.flow as usize][usize::from(stretch.replica)].push(position);
        }
        Self { timeline, name, look, stretches }
    }

    /// Whether rates of flows were recorded.
    pub fn is_exact(&self) -> bool {
        !self.timeline.flows.is_empty()
    }

    /// The stretches of a flow, in order of time.
    pub fn of_flow(&self, flow: u32) -> impl Iterator<Item = &Stretch> {
        let its = self.stretches.get(flow as usize).map_or(&[][..], |its| &its[0]);
        its.iter().map(|position| &self.timeline.stretches[*position as usize])
    }

    /// What a stream does at a time.
    fn stream(&self, flow: usize, replica: usize, time: f64) -> Option<(Stretch, f64)> {
        let all = &self.timeline.stretches;
        let its = &self.stretches[flow][replica];
        let after = its.partition_point(|position| all[*position as usize].from <= time);
        let stretch = all[*its.get(after.checked_sub(1)?)? as usize];
        (time < stretch.to).then(|| (stretch, (stretch.left - stretch.rate * (time - stretch.from)).max(0.0)))
    }

    /// The run at an instant. Of one without rates of flows, what its links use on average around that.
    pub fn now(&self, time: f64) -> Now {
        let timeline = &self.timeline;
        if !self.is_exact() {
            let Some(frame) = timeline.frames.get(timeline.frames.partition_point(|frame| frame.to <= time)) else {
                return Now { used: vec![0.0; timeline.links.len()], ..Now::default() };
            };
            let used = frame.used.iter().map(|used| f64::from(*used)).collect();
            return Now { streams: vec![], used, flows: [frame.flows, frame.short, 0] };
        }
        let mut now = Now { used: vec![0.0; timeline.links.len()], ..Now::default() };
        for (position, flow) in timeline.flows.iter().enumerate().filter(|(_, flow)| flow.release <= time && time < flow.completion) {
            let its: Vec<(Stretch, f64)> = (0..2).filter_map(|replica| self.stream(position, replica, time)).collect();
            now.flows[0] += 1;
            now.flows[1] += u32::from(flow.class.is_short());
            now.flows[2] += u32::from(its.iter().all(|(stretch, _)| stretch.rate == 0.0));
            for (stretch, _) in &its {
                let path = if stretch.replica == 1 { &flow.other } else { &flow.path };
                for (link, share) in path {
                    now.used[*link as usize] += stretch.rate * share / timeline.links[*link as usize].2;
                }
            }
            now.streams.extend(its);
        }
        now
    }
}

impl NetworkRuns {
    /// Puts recorded runs side by side, in the order of their policies. Times of runs that begin long after 0, such as those of a trace,
    /// are counted from the first arrival.
    pub fn new(timelines: Vec<Timeline>, policies: &[Choice], layout: Option<Layout>) -> Self {
        let begin = timelines.first().and_then(|timeline| timeline.frames.first()).map_or(0.0, |frame| frame.from);
        let end = timelines.iter().map(Timeline::end).fold(0.0, f64::max);
        let begin = if begin > end - begin { begin } else { 0.0 };
        let schematic = timelines.first().map(|timeline| Schematic::new(layout, timeline));
        let run = |((timeline, name), look): ((Timeline, String), Look)| NetworkRun::new(since(timeline, begin), name, look);
        Self {
            runs: timelines.into_iter().zip(names(policies)).zip(looks(policies)).map(run).collect(),
            schematic: schematic.unwrap_or(Schematic { shape: Shape::Circle, places: vec![], tiers: vec![], gap: 1.0 }),
            end: end - begin,
        }
    }

    /// Number of flows of which rates were recorded.
    pub fn flows(&self) -> usize {
        self.runs.first().map_or(0, |run| run.timeline.flows.len())
    }

    /// Whether there is room for a row a flow.
    pub fn in_rows(&self) -> bool {
        (1..=ROWS).contains(&self.flows())
    }
}

/// A timeline whose times are counted from one of them.
fn since(mut timeline: Timeline, begin: f64) -> Timeline {
    if begin > 0.0 {
        for flow in &mut timeline.flows {
            [&mut flow.arrival, &mut flow.release, &mut flow.completion].into_iter().for_each(|time| *time -= begin);
        }
        timeline.stretches.iter_mut().for_each(|stretch| (stretch.from, stretch.to) = (stretch.from - begin, stretch.to - begin));
        timeline.frames.iter_mut().for_each(|frame| (frame.from, frame.to) = (frame.from - begin, frame.to - begin));
    }
    timeline
}

/// Flows on their way over time under the policy at this position: all, and the short ones. The playhead is when we are.
pub fn flows_over_time(runs: &NetworkRuns, which: usize, playhead: f64) -> Picture {
    const ALL: Look = Look { hue: Hue::Black, dash: Dash::Solid };
    const SHORT: Look = Look { hue: Hue::Black, dash: Dash::Dashed };
    let Some(run) = runs.runs.get(which) else { return Picture::note("no run to show") };
    let counted = |run: &NetworkRun, short: bool| -> Vec<(f64, f64)> {
        if !run.is_exact() {
            let count = |frame: &schedscope::network::Frame| f64::from(if short { frame.short } else { frame.flows });
            return run.timeline.frames.iter().map(|frame| (frame.to, count(frame))).collect();
        }
        let flows = run.timeline.flows.iter().filter(|flow| !short || flow.class.is_short());
        let mut changes: Vec<(f64, f64)> = flows.flat_map(|flow| [(flow.release, 1.0), (flow.completion, -1.0)]).collect();
        changes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut count = 0.0;
        let counted = changes.into_iter().map(|(time, by)| {
            count += by;
            (time, count)
        });
        std::iter::once((0.0, 0.0)).chain(counted).collect()
    };
    let most = runs.runs.iter().flat_map(|run| counted(run, false)).map(|(_, count)| count).fold(1.0, f64::max);
    let lines = [("all", ALL, false), ("short", SHORT, true)];
    let bare = |look: Look| Style { marked: false, ..Style::from(look) };
    let lines = lines.map(|(name, look, short)| Line::new(name, bare(look), counted(run, short)).formed(Form::Steps));
    let x = Axis::linear("time").within(0.0, runs.end * 1.01);
    let y = Axis { whole: true, ..Axis::linear("flows on their way").briefly("flows").within(0.0, most * 1.05) };
    Picture::single("", Lines { now: Some(playhead), ..Lines::new(x, y, lines.into()) })
}
