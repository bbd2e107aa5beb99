//! The scenario's controls: where to start from, the file, a few numbers, and the algorithms.

use crate::chips::{Chip, Chips, Group, Settings};
use crate::parameters::menu;
use crate::workbar::{File, Start};
use crate::world::{FILE, Fields, bar as of_world, complaint};
use schedscope_chart::Mode;
use schedscope_core::pictures::looks;
use schedscope_engine::ordering::Policy;
use schedscope_engine::registry::Row;
use schedscope_page::file::Reads;
use schedscope_page::order::{Change, Order, PRESETS};
use schedscope_page::parameters::{key, parameters, with};
use schedscope_page::preset::Preset;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use yew::prelude::*;

/// The numbers that stand in the bar.
const FIRST: [&str; 3] = ["system.cache", "workload.count", "workload.fan_in"];

/// The short bar.
pub fn bar(order: &Order, traces: &Traces, change: &Callback<Change>, dispatch: &Callback<Action>) -> Html {
    const ALL: &str = "A preset changes everything but the seed.";
    let chosen = Preset::of(&PRESETS, &order.world.scenario);
    let position = |name: String| PRESETS.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    let start = Start {
        id: "order-preset",
        hint: chosen.map_or_else(|| ALL.to_owned(), |i| format!("{} {ALL}", PRESETS[i].hint)),
        options: PRESETS.iter().map(|preset| (preset.name, preset.name)).collect(),
        chosen,
        own: "your own".to_owned(),
        onset: change.reform(move |name| Change::Preset(position(name))),
    };
    let unload = change.reform(|_| Change::Unload);
    let file = File::of(&order.world.scenario, traces, Reads::Tasks, order.world.complaint(FILE), unload, dispatch);
    // A graph that is known has no numbers of its own.
    let drawn = |field: &&&str| !field.starts_with("workload.") || order.world.scenario.default_of(field).is_some();
    let first: Vec<&'static str> = FIRST.iter().filter(drawn).copied().collect();
    let fields = Fields { start: start.view(), first: &first, ..Fields::default() };
    of_world(&order.world, "order", &fields, Some(file), &change.reform(Change::World))
}

/// The algorithms as chips.
pub fn policies(order: &Order, mode: Mode, change: &Callback<Change>) -> Html {
    let scenario = &order.world.scenario;
    let written = &scenario.policies;
    let looks = scenario.choices().map(|choices| looks(&choices)).unwrap_or_default();
    let alone = (written.len() == 1).then(|| AttrValue::from("one algorithm stays"));
    let chosen = written.iter().enumerate().filter_map(|(position, written)| {
        let row = row(written)?;
        let (look, settings) = (looks.get(position).copied(), settings(position, written, row.name, change));
        Some(Chip { key: AttrValue::from(written.clone()), barred: alone.clone(), chosen: true, look, settings, ..Chip::of(row) })
    });
    let others = Policy::registry().rows().filter(|row| !written.iter().any(|written| written == row.key)).map(Chip::of);
    let groups = vec![Group::titled("Algorithms", chosen.chain(others))];
    let ontoggle = change.reform(|written: AttrValue| Change::Toggle(written.to_string()));
    html! {
        <>
            <Chips name="order" {groups} {mode} {ontoggle} />
            { complaint(&order.world, "policies") }
            { complaint(&order.world, "workload.order") }
        </>
    }
}

fn row(written: &str) -> Option<&'static Row> {
    Policy::registry().rows().find(|row| row.key == key(written))
}

/// The parameters of the algorithm at a position.
fn settings(position: usize, written: &str, name: &str, change: &Callback<Change>) -> Option<Settings> {
    let own = written.to_owned();
    let onset =
        change.reform(move |(name, value): (&'static str, String)| Change::Policy(position, with(Policy::registry(), &own, name, &value)));
    let shown = written.split_once('[').map_or("", |(_, rest)| rest.trim_end_matches(']')).to_owned();
    menu(&format!("order-{position}"), name, shown, parameters(Policy::registry(), written), &onset)
}
