//! The scenario's controls: workload, cluster, policies.

use crate::chart::Mode;
use crate::page::cluster::choice::PREEMPTION;
use crate::page::cluster::{Change, Cluster, MOST, PRESETS, Source, choice};
use crate::page::field::Field;
use crate::page::parameters::{key, parameters, with};
use crate::page::preset::Preset;
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::page::workbench::Edit;
use crate::pictures::looks;
use crate::web::chips::{Chip, Chips, Group, Settings};
use crate::web::parameters::menu;
use crate::web::pick::{Select, complaint, number};
use crate::web::traces::FileZone;
use crate::web::workbar::Workbar;
use schedscope_engine::cluster::Policy;
use schedscope_engine::registry::Row;
use schedscope_engine::workload::Mix;
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
    let path = cluster.bench.scenario.file();
    let zone = FileZone {
        name: path.map(str::to_owned),
        present: traces.named(path).is_some(),
        complaint: cluster.bench.inquiry.blames("workload.path"),
        onunload: dispatch.reform(|_| Action::Cluster(Change::Unload)),
        dispatch,
    };
    html! { <Workbar name="cluster" start={start(cluster, dispatch)} {numbers} {more} {wrong} file={zone.view()} file_name={path.map(|path| AttrValue::from(path.to_owned()))} /> }
}

/// Questions to start from.
fn start(cluster: &Cluster, dispatch: &Callback<Action>) -> Html {
    let chosen = Preset::of(&PRESETS, &cluster.bench.scenario);
    let mut options: Vec<_> = PRESETS.iter().map(|preset| (preset.name, preset.name)).collect();
    if chosen.is_none() {
        options.push(("", "your own"));
    }
    let position = |name: String| PRESETS.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    let select = Select {
        id: "cluster-preset".to_owned(),
        label: "Start from".to_owned(),
        hint: "A preset changes everything but the seed",
        options,
        chosen: chosen.unwrap_or(PRESETS.len()),
        onset: dispatch.reform(move |name| Action::Cluster(Change::Preset(position(name)))),
    };
    html! {
        <div class="field">
            <div class="field-head"><label for="cluster-preset">{ "Start from" }</label></div>
            { select.view() }
            <p class="muted small hint" title={chosen.map(|i| PRESETS[i].hint)}>{ chosen.map_or("", |i| PRESETS[i].hint) }</p>
        </div>
    }
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

/// The policies as chips: those that are compared, in their order, and those that can be added.
pub fn policies(cluster: &Cluster, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let bench = &cluster.bench;
    let written = &bench.scenario.policies;
    let looks = bench.scenario.choices().map(|choices| looks(&choices)).unwrap_or_default();
    let alone = (written.len() == 1).then(|| AttrValue::from("one policy stays"));
    let chosen = written.iter().enumerate().map(|(position, written)| Chip {
        barred: alone.clone(),
        chosen: true,
        look: looks.get(position).copied(),
        settings: settings(position, written, dispatch),
        ..chip(written, &written_name(key(written)))
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
        Some(Chip { barred: full.clone(), note, ..chip(&asked, row.name) })
    };
    let groups = vec![
        Group { title: "Compared".into(), chips: chosen.collect() },
        Group { title: "Add".into(), chips: Policy::registry().rows().filter_map(other).collect() },
    ];
    let ontoggle = dispatch.reform(|written: AttrValue| Action::Cluster(Change::Toggle(written.to_string())));
    html! {
        <>
            <Chips name="cluster" {groups} {mode} {ontoggle} />
            { complaint(bench, "policies") }
        </>
    }
}

/// A policy that can be chosen.
fn chip(written: &str, name: &str) -> Chip {
    let row = Policy::registry().rows().find(|row| row.key == key(written));
    Chip {
        key: written.to_owned().into(),
        name: name.to_owned().into(),
        note: AttrValue::default(),
        hint: row.map_or("", |row| row.line).into(),
        look: None,
        chosen: false,
        barred: None,
        settings: None,
    }
}

fn written_name(key: &str) -> String {
    Policy::registry().rows().find(|row| row.key == key).map_or_else(|| key.to_owned(), |row| row.name.to_owned())
}

/// The parameters of the policy at a position.
fn settings(position: usize, written: &str, dispatch: &Callback<Action>) -> Option<Settings> {
    let own = written.to_owned();
    let onset = dispatch.reform(move |(name, value): (&'static str, String)| {
        Action::Cluster(Change::Edit(Edit::Policy(position, with(Policy::registry(), &own, name, &value))))
    });
    let name = written_name(key(written));
    menu(&format!("cluster-{position}"), &name, choice::primitive(written).to_owned(), parameters(Policy::registry(), written), &onset)
}
