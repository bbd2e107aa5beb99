//! How flows on links are watched.

use super::presets::{COMPARED, PRESETS};
use super::{Replay, words};
use crate::file::Reads;
use crate::offered::Offered;
use crate::stage::{About, Motion, Played, Stage};
use schedscope::network::{Layout, Plan, Source};
use schedscope::world::World as _;
use schedscope_core::experiment::{Recording, Report, Scenario};
use schedscope_core::pictures::network::Selected;

/// Flows on links.
#[derive(Clone, Copy, Debug)]
pub struct Network;

/// The class of flows whose distribution is to be shown; absent: all.
#[derive(Clone, Copy, Debug)]
pub struct Class(pub Option<u8>);

/// The topology of a scenario.
fn layout(scenario: &Scenario) -> Layout {
    let of = |system: &schedscope::network::System| {
        system.topology.unwrap_or(if system.links.is_empty() { Layout::FatTree } else { Layout::Custom })
    };
    scenario.of::<Plan>().map_or(Layout::FatTree, |fields| of(&fields.system))
}

impl Stage for Network {
    type World = Plan;
    type Replay = Replay;
    type Selected = Selected;
    /// The class of flows whose distribution is shown; absent: all.
    type Own = Option<u8>;
    type Gesture = Class;

    const ABOUT: About = About {
        name: "network",
        title: "Network",
        line: "Flows on links",
        counts: Plan::COUNTS,
        time: "a time of at least 0",
        presets: &PRESETS,
        compared: &COMPARED,
        measure: "mean_slowdown",
        offered: Offered::BY_FAMILY,
        reads: Reads::Jobs,
        most: usize::MAX,
        panels: 2,
        in_order: true,
        finds: Some("Next flow that has to wait"),
        plays: true,
    };

    fn shown(report: Report, recordings: Vec<Recording>) -> Replay {
        Replay::new(report, recordings)
    }

    fn report(shown: &Replay) -> &Report {
        &shown.report
    }

    fn instants(played: &Played<Self>, shown: &Replay) -> Vec<f64> {
        shown.times(&played.sides())
    }

    fn telling(played: &Played<Self>, shown: &Replay) -> Option<Selected> {
        shown.telling(&played.sides()).map(Selected::Flow)
    }

    fn begin(played: &Played<Self>, shown: &Replay) -> Motion {
        let (sides, flow) = (played.sides(), flow(played));
        if played.moves() {
            // A run of few flows is seen from the beginning, of others where the flow comes that is selected.
            Motion::From(if shown.runs.in_rows() { 0.0 } else { shown.release(&sides, flow) })
        } else {
            Motion::At(if shown.is_exact() { shown.midst(&sides, flow) } else { shown.runs.end / 2.0 })
        }
    }

    fn next(played: &Played<Self>, shown: &Replay, by: i64) -> Option<(Selected, Option<Motion>)> {
        let links = shown.runs.runs.first().map_or(0, |run| run.timeline.links.len());
        let within = |at: u32, count: usize| (i64::from(at) + by).clamp(0, count.max(1) as i64 - 1) as u32;
        let next = match played.selected {
            Some(Selected::Link(link)) => Selected::Link(within(link, links)),
            _ if !shown.is_exact() => Selected::Link(0),
            Some(Selected::Flow(flow)) => Selected::Flow(within(flow, shown.runs.flows())),
            None => Selected::Flow(0),
        };
        // A flow is seen when it is on its way.
        let motion = if let Selected::Flow(flow) = next { Some(Motion::Rest(shown.release(&played.sides(), flow))) } else { None };
        Some((next, motion))
    }

    /// The next flow that comes to stand still; after the last, the first.
    fn find(played: &Played<Self>, shown: &Replay) -> Option<(Selected, Motion)> {
        let waits = shown.waits(&played.sides());
        let now = (played.clock.playhead, flow(played));
        let after = waits.iter().find(|(time, flow)| *time > now.0 || (*time == now.0 && *flow > now.1));
        let (time, flow) = after.or(waits.first())?;
        Some((Selected::Flow(*flow), Motion::Rest(*time)))
    }

    fn has(shown: &Replay, selected: Selected) -> bool {
        shown.has(selected)
    }

    fn name(_: &Replay, selected: Selected) -> Option<String> {
        let (what, place) = match selected {
            Selected::Flow(flow) => ("flow", flow),
            Selected::Link(link) => ("link", link),
        };
        Some(format!("{what}:{}", place + 1))
    }

    fn named(shown: &Replay, name: &str) -> Option<Selected> {
        read(name).filter(|selected| shown.has(*selected))
    }

    fn may_name(name: &str) -> Result<(), &'static str> {
        read(name).map(|_| ()).ok_or("flow:NUMBER or link:NUMBER, from 1")
    }

    /// The first and the last that is not the ideal, against which others are held already.
    fn side_by_side(keys: &[&str]) -> Vec<usize> {
        let last = keys.iter().rposition(|key| *key != "ideal").filter(|place| *place > 0).unwrap_or(keys.len().saturating_sub(1));
        if last == 0 { vec![0] } else { vec![0, last] }
    }

    fn headline(played: &Played<Self>) -> [String; 2] {
        played.shown().map(|shown| words::headline(shown, &played.sides())).unwrap_or_default()
    }

    fn gesture(played: &mut Played<Self>, Class(class): Class) {
        played.own = class;
    }

    fn asked(played: &mut Played<Self>, _: &Scenario, field: Option<&str>) {
        if field.is_none() {
            played.own = None;
        }
    }

    fn bar(scenario: &Scenario) -> Vec<&'static str> {
        let of_layout = match layout(scenario) {
            Layout::FatTree => "system.k",
            Layout::LeafSpine => "system.leaves",
            Layout::Bcube => "system.n",
            Layout::Jellyfish => "system.switches",
            Layout::Link | Layout::TwoClass | Layout::Custom => "system.cutoff",
        };
        let source = scenario.of::<Plan>().map_or(Source::Synthetic, |fields| fields.workload.kind());
        if matches!(source, Source::Synthetic | Source::Repository) {
            vec!["system.topology", "workload.load", "workload.count", of_layout]
        } else {
            vec!["system.topology", "system.cutoff"]
        }
    }
}

/// The flow that is selected; of a link, the first.
fn flow(played: &Played<Network>) -> u32 {
    if let Some(Selected::Flow(flow)) = played.selected { flow } else { 0 }
}

/// A flow or link as links call it.
fn read(name: &str) -> Option<Selected> {
    let (what, number) = name.split_once(':')?;
    let place = number.parse::<u32>().ok()?.checked_sub(1)?;
    match what {
        "flow" => Some(Selected::Flow(place)),
        "link" => Some(Selected::Link(place)),
        _ => None,
    }
}
