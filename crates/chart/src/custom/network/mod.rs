//! A network as flows cross it: its links, coloured by use, and flows as bands on their paths; below it a row a flow.

mod fabric;
mod pipes;
mod rows;

use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Rgb, Theme};
use schedscope::network::{FlowLine, Stretch};
use schedscope_core::pictures::network::{NetworkRun, NetworkRuns, Now, Selected, Shape};

pub use rows::{flow_playhead, flow_playhead_at, flow_row_at, flow_rows, flow_rows_still};

/// Which run, when, and what is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spotlight {
    /// Position of the run.
    pub run: usize,
    /// When.
    pub time: f64,
    /// The flow or link that is lit.
    pub lit: Option<Selected>,
}

/// Most flows that are drawn; of more only the use of links is seen.
pub const MOST_BANDS: usize = 40;

/// Height of the key below the picture, at scale 1.
const KEY: f64 = 24.0;

/// What is drawn of a run at an instant.
struct Scene<'a> {
    run: &'a NetworkRun,
    now: Now,
    lit: Option<Selected>,
    /// Positions, among the streams, of those that are drawn as bands.
    bands: Vec<usize>,
    /// Pixels by which the marks of a band move while a unit of size is sent, at scale 1.
    unit: f64,
}

impl<'a> Scene<'a> {
    fn new(runs: &'a NetworkRuns, spotlight: Spotlight) -> Option<Self> {
        /// Pixels by which marks move at full rate during a whole run: about sixty a second at the usual speed.
        const PASSED: f64 = 1200.0;
        let run = runs.runs.get(spotlight.run)?;
        let now = run.now(spotlight.time);
        let mut bands: Vec<usize> = (0..now.streams.len()).filter(|i| now.streams[*i].0.rate > 0.0).collect();
        let lit = |i: &usize| spotlight.lit == Some(Selected::Flow(now.streams[*i].0.flow));
        bands.sort_by(|a, b| lit(b).cmp(&lit(a)).then(now.streams[*b].0.rate.total_cmp(&now.streams[*a].0.rate)).then(a.cmp(b)));
        bands.truncate(MOST_BANDS);
        bands.sort_unstable();
        let fastest = run.timeline.links.iter().map(|(.., capacity)| *capacity).fold(0.0, f64::max);
        Some(Self { run, now, lit: spotlight.lit, bands, unit: PASSED / (fastest * runs.end).max(f64::MIN_POSITIVE) })
    }

    fn flow(&self, flow: u32) -> &'a FlowLine {
        &self.run.timeline.flows[flow as usize]
    }

    fn is_lit(&self, flow: u32) -> bool {
        self.lit == Some(Selected::Flow(flow))
    }

    /// The links of a stream, with the fraction of it that crosses each.
    fn path(&self, stretch: &Stretch) -> &'a [(u32, f64)] {
        let flow = self.flow(stretch.flow);
        if stretch.replica == 1 { &flow.other } else { &flow.path }
    }

    /// The colour of a flow: by its class, and paler where another one is lit.
    fn colour(&self, theme: &Theme, stretch: &Stretch) -> Rgb {
        let own = if self.flow(stretch.flow).class.is_short() { theme.short } else { theme.long };
        let seen = match self.lit {
            Some(Selected::Flow(lit)) if lit == stretch.flow => return theme.lit,
            Some(Selected::Link(link)) => self.path(stretch).iter().any(|(other, _)| *other == link),
            // Where the lit flow is not on its way, the others are as ever.
            Some(Selected::Flow(lit)) if self.now.streams.iter().all(|(other, _)| other.flow != lit) => true,
            Some(Selected::Flow(lit)) => self.now.streams.iter().any(|(other, _)| other.flow == lit && other.behind == Some(stretch.flow)),
            None => true,
        };
        if seen { own } else { own.mix(theme.ground, 0.55) }
    }

    /// The links of the flow that is lit, with those of its replica; or the link that is lit.
    fn lit_links(&self) -> Vec<u32> {
        match self.lit {
            Some(Selected::Link(link)) => vec![link],
            Some(Selected::Flow(flow)) if self.run.is_exact() && (flow as usize) < self.run.timeline.flows.len() => {
                let flow = self.flow(flow);
                // Of a replica only while it is on its way.
                let replica = self.now.streams.iter().any(|(stretch, _)| stretch.replica == 1 && self.is_lit(stretch.flow));
                let other = if replica { &flow.other[..] } else { &[] };
                flow.path.iter().chain(other).map(|(link, _)| *link).collect()
            }
            _ => vec![],
        }
    }

    /// How far the marks of a stream have moved, at scale 1.
    fn moved(&self, (stretch, left): &(Stretch, f64)) -> f64 {
        (self.flow(stretch.flow).size - left) * self.unit
    }

    /// Flows that stand still, with the link that each waits for.
    fn waiting(&self) -> impl Iterator<Item = &(Stretch, f64)> {
        let still = |stretch: &Stretch| self.now.streams.iter().all(|(other, _)| other.flow != stretch.flow || other.rate == 0.0);
        self.now.streams.iter().filter(move |(stretch, _)| stretch.replica == 0 && still(stretch))
    }
}

/// Draws the network of a run.
///
/// # Errors
/// If the surface refuses.
pub fn network(pen: &Pen<'_>, runs: &NetworkRuns, spotlight: Spotlight) -> Result<(), ChartError> {
    pen.clear()?;
    let Some(scene) = Scene::new(runs, spotlight) else { return pen.say(pen.frame(), "no run to show") };
    let frame = pen.frame();
    let above = Frame { bottom: frame.bottom - pen.px(KEY), ..frame };
    match runs.schematic.shape {
        Shape::Pipes => pipes::draw(pen, above, &scene)?,
        Shape::Tiers | Shape::Circle => fabric::draw(pen, above, &runs.schematic, &scene)?,
    }
    key(pen, Frame { top: above.bottom, ..frame }, scene.run.is_exact())
}

/// What is at a point of such a picture that is so wide and high, in pixels; texts are so much larger than usual.
pub fn network_at(
    point: (f64, f64),
    (width, height): (f64, f64),
    scale: f64,
    runs: &NetworkRuns,
    spotlight: Spotlight,
) -> Option<Selected> {
    let scene = Scene::new(runs, spotlight)?;
    let frame = Frame { left: 0.0, top: 0.0, right: width, bottom: height - KEY * scale };
    match runs.schematic.shape {
        Shape::Pipes => pipes::at(point, frame, scale, &scene),
        Shape::Tiers | Shape::Circle => fabric::at(point, frame, scale, &runs.schematic, &scene),
    }
}

/// What colours mean.
fn key(pen: &Pen<'_>, frame: Frame, flows: bool) -> Result<(), ChartError> {
    const STEPS: usize = 40;
    let (theme, size) = (pen.theme, SMALL - 1.0);
    let y = frame.bottom - pen.px(9.0);
    let mut x = frame.left + pen.px(6.0);
    pen.text("link use 0", (x, y), size, Side::Start, theme.muted)?;
    x += pen.width("link use 0", size) + pen.px(4.0);
    let wide = pen.px(if frame.width() >= pen.px(420.0) { 120.0 } else { 64.0 });
    for step in 0..STEPS {
        let at = |i: usize| x + wide * i as f64 / STEPS as f64;
        let bar = Frame { left: at(step), top: y - pen.px(5.0), right: at(step + 1), bottom: y + pen.px(5.0) };
        pen.rect(bar, theme.of_use((step as f64 + 0.5) / STEPS as f64))?;
    }
    x += wide + pen.px(4.0);
    pen.text("100 %", (x, y), size, Side::Start, theme.muted)?;
    x += pen.width("100 %", size) + pen.px(18.0);
    for (short, words) in [(true, "short flow"), (false, "long")] {
        if !flows || x + pen.px(26.0) + pen.width(words, size) > frame.right {
            break;
        }
        let sample = Frame { left: x, top: y - pen.px(4.0), right: x + pen.px(20.0), bottom: y + pen.px(4.0) };
        pen.rect(sample, theme.long)?;
        if short {
            let hair = pen.px(1.0).round().max(1.0);
            pen.rect(sample.within(hair), theme.short)?;
        }
        x += pen.px(26.0);
        pen.text(words, (x, y), size, Side::Start, theme.muted)?;
        x += pen.width(words, size) + pen.px(14.0);
    }
    Ok(())
}
