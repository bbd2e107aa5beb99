//! How a distributed CDN is watched.

use super::presets::{COMPARED, PRESETS};
use super::{Replay, words};
use crate::file::Reads;
use crate::offered::Offered;
use crate::stage::{About, Motion, Played, Stage};
use schedscope::cdn::Plan;
use schedscope::world::{FileFormat, SpecError, World as _};
use schedscope_core::experiment::{Recording, Report};
use schedscope_core::pictures::cdn::Selected;

/// A distributed CDN.
#[derive(Clone, Copy, Debug)]
pub struct Cdn;

/// Nothing but what every world does.
#[derive(Clone, Copy, Debug)]
pub enum Gesture {}

/// How links call the CDN server.
const CDN: &str = "CDN server";

/// Policies that are a placement with a redirection.
const CONFIGURATIONS: [&str; 5] = ["centralized", "rand-rand", "rand-opt", "opt-rand", "opt-opt"];

impl Stage for Cdn {
    type World = Plan;
    type Replay = Replay;
    type Selected = Selected;
    type Own = ();
    type Gesture = Gesture;

    const ABOUT: About = About {
        name: "cdn",
        title: "CDN",
        line: "A distributed CDN: where videos are stored, who serves them",
        counts: Plan::COUNTS,
        time: "a time of at least 0, in seconds",
        presets: &PRESETS,
        compared: &COMPARED,
        measure: "cost",
        offered: Offered {
            groups: &["Placement and redirection", "Strategies of placement"],
            group: |row, _| usize::from(!CONFIGURATIONS.contains(&row.key)),
            // Best placements are found by search: the page would carry the exact solver for everyone.
            unoffered: &["solver"],
            ways: None,
        },
        reads: Reads::Jobs,
        most: usize::MAX,
        panels: 2,
        in_order: true,
        finds: None,
        plays: false,
    };

    fn shown(report: Report, recordings: Vec<Recording>) -> Replay {
        Replay::new(report, recordings)
    }

    fn report(shown: &Replay) -> &Report {
        &shown.report
    }

    fn instants(_: &Played<Self>, shown: &Replay) -> Vec<f64> {
        shown.runs.times()
    }

    fn begin(played: &Played<Self>, shown: &Replay) -> Motion {
        Motion::At(shown.runs.busiest(played.sides().last().copied().unwrap_or(0)))
    }

    /// In the order in which rows stand.
    fn next(played: &Played<Self>, shown: &Replay, by: i64) -> Option<(Selected, Option<Motion>)> {
        let all: Vec<Selected> =
            shown.runs.clusters.iter().flatten().map(|region| Selected::Region(*region)).chain([Selected::Cdn]).collect();
        let at = played.selected.and_then(|selected| all.iter().position(|other| *other == selected));
        let last = all.len() as i64 - 1;
        let next = match at {
            Some(at) => (at as i64 + by).clamp(0, last),
            None if by > 0 => 0,
            None => last,
        };
        all.get(next as usize).map(|next| (*next, None))
    }

    fn has(shown: &Replay, selected: Selected) -> bool {
        let regions = shown.runs.network().map_or(0, |network| network.regions.len());
        !matches!(selected, Selected::Region(region) if usize::from(region) >= regions)
    }

    fn name(shown: &Replay, selected: Selected) -> Option<String> {
        match selected {
            Selected::Region(region) => shown.runs.network()?.regions.get(usize::from(region)).map(|region| region.name.clone()),
            Selected::Cdn => Some(CDN.to_owned()),
        }
    }

    fn named(shown: &Replay, name: &str) -> Option<Selected> {
        let region = shown.runs.network().and_then(|network| network.position(name)).map(|region| Selected::Region(region as u8));
        region.or((name == CDN).then_some(Selected::Cdn))
    }

    /// The first that has dServers and the last.
    fn side_by_side(keys: &[&str]) -> Vec<usize> {
        match keys.len() {
            0 => vec![],
            1 => vec![0],
            2 => vec![0, 1],
            count => vec![usize::from(keys[0] == "centralized"), count - 1],
        }
    }

    fn headline(played: &Played<Self>) -> [String; 2] {
        played.shown().map(|shown| words::headline(&shown.report)).unwrap_or_default()
    }

    fn gesture(_: &mut Played<Self>, gesture: Gesture) {
        match gesture {}
    }

    fn format(name: &str) -> Result<Option<FileFormat>, SpecError> {
        Ok(FileFormat::of(name).ok())
    }
}
