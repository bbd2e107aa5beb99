//! Policies and scenario above the pictures.

use crate::chips::{Chip, Chips, Group, Settings};
use crate::parameters::menu;
use crate::workbar::Start;
use crate::world::{Fields, bar as of_world, jobs_file};
use schedscope_chart::Mode;
use schedscope_core::pictures::looks;
use schedscope_engine::cdn::Policy;
use schedscope_engine::registry::Row;
use schedscope_page::cdn::{Cdn, Change, PRESETS};
use schedscope_page::parameters::{parameters, with};
use schedscope_page::preset::Preset;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use yew::prelude::*;

/// Keys that are a placement and a redirection, each random or optimal, and none of both.
const CONFIGURATIONS: [&str; 5] = ["centralized", "rand-rand", "rand-opt", "opt-rand", "opt-opt"];

/// The short bar.
pub fn bar(cdn: &Cdn, traces: &Traces, dispatch: &Callback<Action>) -> Html {
    const ALL: &str = "A preset changes everything but the seed.";
    let chosen = Preset::of(&PRESETS, &cdn.world.scenario);
    let position = |name: String| PRESETS.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    let start = Start {
        id: "cdn-preset",
        hint: chosen.map_or_else(|| ALL.to_owned(), |i| format!("{} {ALL}", PRESETS[i].hint)),
        options: PRESETS.iter().map(|preset| (preset.name, preset.name)).collect(),
        chosen,
        own: if cdn.world.scenario.file().is_some() { "your file" } else { "your own" }.to_owned(),
        onset: dispatch.reform(move |name| Action::Cdn(Change::Preset(position(name)))),
    };
    let change = dispatch.reform(|change| Action::Cdn(Change::World(change)));
    let fields = Fields { start: start.view(), ..Fields::default() };
    of_world(&cdn.world, "cdn", &fields, jobs_file(&cdn.world, traces, &change, dispatch), &change)
}

/// All policies.
pub fn policies(cdn: &Cdn, mode: Mode, change: &Callback<Change>) -> Html {
    let scenario = &cdn.world.scenario;
    let looks = scenario.choices().map(|choices| looks(&choices)).unwrap_or_default();
    let chip = |row: &'static Row| {
        let position = scenario.policies.iter().position(|written| written.split('[').next() == Some(row.key));
        Chip {
            look: position.and_then(|position| looks.get(position).copied()),
            chosen: position.is_some(),
            barred: position.filter(|_| scenario.policies.len() == 1).map(|_| "it is the only one; choose another first".into()),
            settings: position.and_then(|position| settings(position, &scenario.policies[position], row.name, change)),
            ..Chip::of(row)
        }
    };
    let (configurations, others): (Vec<&'static Row>, Vec<&'static Row>) =
        Policy::registry().rows().partition(|row| CONFIGURATIONS.contains(&row.key));
    let groups = vec![
        Group::titled("Placement and redirection", configurations.into_iter().map(chip)),
        Group::titled("Strategies of placement", others.into_iter().map(chip)),
    ];
    let ontoggle = change.reform(|key: AttrValue| Change::Toggle(key.to_string()));
    let fault = cdn.world.complaint("policies").map(str::to_owned);
    html! {
        <>
            <Chips name="cdn" {groups} {mode} {ontoggle} />
            if let Some(message) = fault {
                <p class="complaint" role="alert">{ message }</p>
            }
        </>
    }
}

/// The menu of parameters of a policy at a position, if it has any.
fn settings(position: usize, written: &str, name: &str, change: &Callback<Change>) -> Option<Settings> {
    let own = written.to_owned();
    let onset =
        change.reform(move |(name, value): (&'static str, String)| Change::Policy(position, with(Policy::registry(), &own, name, &value)));
    let shown = written.split_once('[').map_or("", |(_, rest)| rest.trim_end_matches(']')).to_owned();
    // The page finds best placements by search: it would carry the exact solver for everyone.
    let offered = parameters(Policy::registry(), written).into_iter().filter(|parameter| parameter.name != "solver").collect();
    menu(&format!("cdn-{position}"), name, shown, offered, &onset)
}
