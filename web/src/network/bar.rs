//! The scenario above the pictures.

use crate::workbar::Start;
use crate::world::{Fields, bar as of_world, jobs_file};
use schedscope_engine::network::{Layout, Plan, Source};
use schedscope_page::network::{Change, Network, PRESETS};
use schedscope_page::preset::Preset;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use yew::prelude::*;

/// Where to start from, the topology, and the numbers that matter most in it; the rest behind a button.
pub fn bar(network: &Network, traces: &Traces, dispatch: &Callback<Action>) -> Html {
    let scenario = &network.world.scenario;
    let (layout, drawn) = scenario.of::<Plan>().map_or((Layout::FatTree, true), |fields| {
        let layout = fields.system.topology.unwrap_or(if fields.system.links.is_empty() { Layout::FatTree } else { Layout::Custom });
        (layout, matches!(fields.workload.kind(), Source::Synthetic | Source::Repository))
    });
    let of_layout = match layout {
        Layout::FatTree => "system.k",
        Layout::Bcube => "system.n",
        Layout::Jellyfish => "system.switches",
        Layout::Link | Layout::TwoClass | Layout::Custom => "system.cutoff",
    };
    let first: &[&str] =
        if drawn { &["system.topology", "workload.load", "workload.count", of_layout] } else { &["system.topology", "system.cutoff"] };
    let hidden = |field: &str| {
        let elsewhere = Network::OF_LAYOUTS.iter().any(|(of, fields)| *of != layout && fields.contains(&field));
        elsewhere && scenario.get(field).is_none()
    };
    let fields = Fields { start: start(network, dispatch), first, hidden: &hidden, stops: &stops };
    let change = dispatch.reform(|change| Action::Network(Change::World(change)));
    of_world(&network.world, "network", &fields, jobs_file(&network.world, traces, &change, dispatch), &change)
}

/// Values that a slider offers.
fn stops(field: &str) -> Vec<f64> {
    match field {
        "workload.load" => (1..=19).map(|k| f64::from(k) / 20.0).collect(),
        "workload.count" => [20, 40, 100, 200, 300, 500, 1000, 2000, 5000, 10_000, 20_000].map(f64::from).to_vec(),
        "system.k" => [2.0, 4.0, 6.0, 8.0].to_vec(),
        "system.n" => (2..=8).map(f64::from).collect(),
        "system.switches" => (4..=40).map(f64::from).collect(),
        _ => vec![],
    }
}

/// Questions to start from.
fn start(network: &Network, dispatch: &Callback<Action>) -> Html {
    const ALL: &str = "A preset changes everything but the seed.";
    let chosen = Preset::of(&PRESETS, &network.world.scenario);
    let position = |name: String| PRESETS.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    Start {
        id: "network-preset",
        hint: chosen.map_or_else(|| ALL.to_owned(), |i| format!("{} {ALL}", PRESETS[i].hint)),
        options: PRESETS.iter().map(|preset| (preset.name, preset.name)).collect(),
        chosen,
        own: "your own".to_owned(),
        onset: dispatch.reform(move |name| Action::Network(Change::Preset(position(name)))),
    }
    .view()
}
