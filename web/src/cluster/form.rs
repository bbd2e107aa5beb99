//! The scenario's controls: workload, cluster, policies.

use crate::chips::{Chip, Chips, Group, Settings};
use crate::parameters::menu;
use crate::pick::{complaint, number};
use crate::workbar::{File, Start, Workbar};
use schedscope_chart::Mode;
use schedscope_core::pictures::looks;
use schedscope_engine::cluster::Policy;
use schedscope_engine::registry::Row;
use schedscope_engine::workload::Mix;
use schedscope_page::cluster::choice::PREEMPTION;
use schedscope_page::cluster::{Change, Cluster, MOST, PRESETS, Source, choice};
use schedscope_page::field::Field;
use schedscope_page::file::Reads;
use schedscope_page::parameters::{key, parameters, with};
use schedscope_page::preset::Preset;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use schedscope_page::workbench::Edit;
use yew::prelude::*;

/// The numbers that stand in the bar.
const FIRST: [Field; 3] = [Field::Count, Field::Machines, Field::Load];

/// The short bar: where to start from, how many jobs and machines, and the rest behind a button.
pub fn bar(cluster: &Cluster, traces: &Traces, dispatch: &Callback<Action>) -> Html {
    let fields = cluster.fields();
    let numbers: Vec<Html> = FIRST.iter().filter(|field| fields.contains(field)).map(|field| control(cluster, *field, dispatch)).collect();
    let rest: Vec<Field> = fields.into_iter().filter(|field| !FIRST.contains(field)).collect();
    let wrong =
        rest.iter().any(|field| cluster.bench.complaint(*field).is_some()) || cluster.bench.inquiry.blames("workload.mix").is_some();
    let more = html! {
        <>
            { source(cluster, dispatch) }
            { for rest.into_iter().map(|field| control(cluster, field, dispatch)) }
            <button type="button" class="quiet" id="reset" onclick={dispatch.reform(|_| Action::Cluster(Change::Reset))}>{ "Reset to the defaults" }</button>
        </>
    };
    let bench = &cluster.bench;
    let unload = dispatch.reform(|_| Action::Cluster(Change::Unload));
    let file = File::of(&bench.scenario, traces, Reads::Jobs, bench.inquiry.blames("workload.path"), unload, dispatch);
    html! { <Workbar name="cluster" start={start(cluster, dispatch)} {numbers} {more} {wrong} {file} /> }
}

/// Questions to start from.
fn start(cluster: &Cluster, dispatch: &Callback<Action>) -> Html {
    const ALL: &str = "A preset changes everything but the seed.";
    let chosen = Preset::of(&PRESETS, &cluster.bench.scenario);
    let position = |name: String| PRESETS.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    Start {
        id: "cluster-preset",
        hint: chosen.map_or_else(|| ALL.to_owned(), |i| format!("{} {ALL}", PRESETS[i].hint)),
        options: PRESETS.iter().map(|preset| (preset.name, preset.name)).collect(),
        chosen,
        own: "your own".to_owned(),
        onset: dispatch.reform(move |name| Action::Cluster(Change::Preset(position(name)))),
    }
    .view()
}

/// Each mix with what is special about it.
const MIXES: [(&str, Mix, &str); 8] = [
    ("prod", Mix::Prod, "mostly large jobs, overloaded"),
    ("test", Mix::Test, "small and large jobs"),
    ("dev", Mix::Dev, "mostly tiny jobs"),
    ("large", Mix::Large, "like prod, on 36 machines"),
    ("small", Mix::Small, "like dev, on 36 machines"),
    ("production-busy", Mix::ProductionBusy, "production jobs and others at a busy time, on 100 machines"),
    ("production-idle", Mix::ProductionIdle, "the same at an idle time"),
    ("facebook", Mix::Facebook, "like Facebook's jobs, on 600 machines"),
];

fn source(cluster: &Cluster, dispatch: &Callback<Action>) -> Html {
    let (now, path) = (cluster.source(), cluster.bench.scenario.file());
    let item = |name: &'static str, source: Source, hint: &'static str| {
        let choose = dispatch.reform(move |_: Event| Action::Cluster(Change::Source(source)));
        html! {
            <label class="policy">
                <input type="radio" name="workload" value={name} checked={now == Some(source)} onchange={choose} />
                <span>{ name }<span class="muted small">{ format!(" · {hint}") }</span></span>
            </label>
        }
    };
    html! {
        <>
            <fieldset class="examples">
                <legend class="section">{ "Workload" }</legend>
                { for MIXES.iter().map(|(name, mix, hint)| item(name, Source::Mix(*mix), hint)) }
                { item("synthetic", Source::Synthetic, "jobs as in Compare") }
            </fieldset>
            if now.is_none() && path.is_none() {
                <p class="muted small">{ "The jobs of this link are in use." }</p>
            }
            { complaint(&cluster.bench, "workload.mix") }
        </>
    }
}

fn control(cluster: &Cluster, field: Field, dispatch: &Callback<Action>) -> Html {
    let about = field.about();
    let about = match field {
        Field::Count => ("n", "Number of jobs. Each has a lane; of more than 12, the lanes are on several pages.", counts()),
        Field::Load => {
            let hint = "Arriving work ÷ capacity of the slots, while jobs arrive. Empty: the workload's own. Above 1 jobs pile up until the last has arrived.";
            (about.symbol, hint, (4..=60).map(|k| f64::from(k) / 20.0).collect())
        }
        _ => (about.symbol, about.hint, field.stops()),
    };
    number(&cluster.bench, field, about, "own", &dispatch.reform(|edit| Action::Cluster(Change::Edit(edit))))
}

fn counts() -> Vec<f64> {
    let steps = (2..=12).chain((15..=50).step_by(5)).chain((60..=200).step_by(10));
    steps.map(f64::from).collect()
}

/// The policies as chips: those that are compared, and those that can be added.
pub fn policies(cluster: &Cluster, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let bench = &cluster.bench;
    let written = &bench.scenario.policies;
    let looks = bench.scenario.choices().map(|choices| looks(&choices)).unwrap_or_default();
    let alone = (written.len() == 1).then(|| AttrValue::from("one policy stays"));
    let chosen = written.iter().enumerate().filter_map(|(position, written)| {
        let row = row(written)?;
        let key = AttrValue::from(written.clone());
        let (look, settings) = (looks.get(position).copied(), settings(position, written, row.name, dispatch));
        Some((row.family, Chip { key, barred: alone.clone(), chosen: true, look, settings, ..Chip::of(row) }))
    });
    let full = (written.len() == MOST).then(|| AttrValue::from(format!("up to {MOST} are shown; drop one first")));
    // A policy that can take slots away in several ways can be added once more in another way.
    let other = |row: &'static Row| {
        let mut ways = choice::primitives(row.key);
        if ways.is_empty() {
            ways.push("");
        }
        let taken = |way: &&str| written.iter().any(|written| key(written) == row.key && choice::primitive(written) == *way);
        let way = ways.iter().find(|way| !taken(way))?;
        let again = written.iter().any(|written| key(written) == row.key);
        let asked = if way.is_empty() { row.key.to_owned() } else { with(Policy::registry(), row.key, PREEMPTION, way) };
        let note = if again { AttrValue::from(*way) } else { AttrValue::default() };
        Some((row.family, Chip { key: asked.into(), barred: full.clone(), note, ..Chip::of(row) }))
    };
    let groups = Group::all(chosen.chain(Policy::registry().rows().filter_map(other)));
    let ontoggle = dispatch.reform(|written: AttrValue| Action::Cluster(Change::Toggle(written.to_string())));
    html! {
        <>
            <Chips name="cluster" {groups} {mode} {ontoggle} />
            { complaint(bench, "policies") }
        </>
    }
}

/// What a policy is, as it is written.
fn row(written: &str) -> Option<&'static Row> {
    Policy::registry().rows().find(|row| row.key == key(written))
}

/// The parameters of the policy at a position.
fn settings(position: usize, written: &str, name: &str, dispatch: &Callback<Action>) -> Option<Settings> {
    let own = written.to_owned();
    let onset = dispatch.reform(move |(name, value): (&'static str, String)| {
        Action::Cluster(Change::Edit(Edit::Policy(position, with(Policy::registry(), &own, name, &value))))
    });
    menu(&format!("cluster-{position}"), name, choice::primitive(written).to_owned(), parameters(Policy::registry(), written), &onset)
}
