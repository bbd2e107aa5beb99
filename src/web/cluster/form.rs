//! The scenario's controls: workload, cluster, policies.

use crate::chart::Mode;
use crate::experiment::Fields;
use crate::page::cluster::{Change, Cluster, PRESETS, Preset, Source, choice};
use crate::page::field::Field;
use crate::page::format;
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::page::workbench::Edit;
use crate::pictures::looks;
use crate::plot::Look;
use crate::web::pick::{Select, complaint, number, pick};
use crate::web::traces::FileZone;
use schedscope_engine::cluster::Policy;
use schedscope_engine::workload::Mix;
use yew::prelude::*;

/// The controls.
pub fn form(cluster: &Cluster, traces: &Traces, mode: Mode, dispatch: &Callback<Action>) -> Html {
    html! {
        <section class="controls" aria-label="Scenario">
            <details open={!crate::web::environment::is_narrow()}>
                <summary><span class="summary-title">{ "Scenario" }</span><span class="summary-line">{ summary(cluster) }</span></summary>
                { start(cluster, dispatch) }
                { policies(cluster, mode, dispatch) }
                { source(cluster, traces, dispatch) }
                { for cluster.fields().into_iter().map(|field| control(cluster, field, dispatch)) }
                <button type="button" class="quiet" id="reset" onclick={dispatch.reform(|_| Action::Cluster(Change::Reset))}>{ "Reset to the defaults" }</button>
            </details>
        </section>
    }
}

/// Questions to start from.
fn start(cluster: &Cluster, dispatch: &Callback<Action>) -> Html {
    let chosen = Preset::of(&cluster.bench.scenario);
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
        <div class="pick preset">
            <div class="field">
                <div class="field-head"><label for="cluster-preset">{ "Start from" }</label></div>
                { select.view() }
            </div>
            <p class="muted small hint">{ chosen.map_or("Everything below can be changed; results update at once.", |i| PRESETS[i].hint) }</p>
        </div>
    }
}

/// The scenario in one line.
fn summary(cluster: &Cluster) -> String {
    let scenario = &cluster.bench.scenario;
    let counted = |field: Field, one: &str, many: &str| field.get(scenario).map(|count| format::counted(count as u64, one, many));
    let Fields { workload, .. } = cluster.bench.fields();
    let mix = workload.mix.and_then(|mix| Mix::ALL.iter().find(|(_, other)| *other == mix)).map(|(name, _)| (*name).to_owned());
    let source = mix.or(workload.path);
    let policies = Some(scenario.policies.join(" against "));
    let parts = [policies, source, counted(Field::Count, "job", "jobs"), counted(Field::Machines, "machine", "machines")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
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

fn source(cluster: &Cluster, traces: &Traces, dispatch: &Callback<Action>) -> Html {
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
    let zone = FileZone {
        name: path.map(str::to_owned),
        present: traces.named(path).is_some(),
        complaint: cluster.bench.inquiry.blames("workload.path"),
        onunload: dispatch.reform(|_| Action::Cluster(Change::Unload)),
        dispatch,
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
            { zone.view() }
        </>
    }
}

fn control(cluster: &Cluster, field: Field, dispatch: &Callback<Action>) -> Html {
    let about = field.about();
    let about = match field {
        Field::Count => ("n", "Number of jobs. Up to 20 jobs have a colour each; beyond that, each size class has one.", counts()),
        Field::Load => {
            let hint = "Arriving work ÷ capacity of the slots, while jobs arrive. Empty: the workload's own. Above 1 jobs pile up until the last has arrived.";
            (about.symbol, hint, (4..=60).map(|k| f64::from(k) / 20.0).collect())
        }
        _ => (about.symbol, about.hint, field.stops()),
    };
    number(&cluster.bench, field, about, "its own", &dispatch.reform(|edit| Action::Cluster(Change::Edit(edit))))
}

fn counts() -> Vec<f64> {
    let steps = (5..=50).step_by(5).chain((60..=200).step_by(10));
    steps.map(f64::from).collect()
}

fn policies(cluster: &Cluster, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let looks = cluster.bench.scenario.choices().map(|choices| looks(&choices)).unwrap_or_default();
    let written = cluster.bench.scenario.policies.iter().enumerate();
    html! {
        <>
            <h2>{ "Policies" }<span class="muted small">{ " side by side" }</span></h2>
            { for written.map(|(position, written)| policy(position, written, looks.get(position).copied(), mode, dispatch)) }
            { complaint(&cluster.bench, "policies") }
        </>
    }
}

/// Which policy stands at a position, and how it takes slots away.
fn policy(position: usize, written: &str, look: Option<Look>, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let key = choice::key(written);
    let rows: Vec<_> = Policy::registry().rows().collect();
    let known = rows.iter().position(|row| row.key == key);
    let mut options: Vec<_> = rows.iter().map(|row| (row.key, row.name)).collect();
    if known.is_none() {
        options.push(("", "unknown"));
    }
    let primitives = choice::primitives(key);
    let primitive = primitives.iter().position(|name| *name == choice::primitive(written)).unwrap_or_default();
    let primitives = if primitives.is_empty() { vec![("", "none")] } else { primitives.iter().map(|name| (*name, *name)).collect() };
    let number = position + 1;
    let select = Select {
        id: format!("policy-{position}"),
        label: format!("Policy {number}"),
        hint: known.map_or("", |row| rows[row].line),
        chosen: known.unwrap_or(rows.len()),
        options,
        onset: dispatch.reform(move |key| Action::Cluster(Change::Edit(Edit::Policy(position, key)))),
    };
    let preemption = Select {
        id: format!("preemption-{position}"),
        label: format!("Policy {number}: preemption"),
        hint: "How slots are taken away from running jobs",
        options: primitives,
        chosen: primitive,
        onset: dispatch.reform(move |primitive| Action::Cluster(Change::Primitive(position, primitive))),
    };
    let below = html! {
        <div class="field-head" key={key.to_owned()}>
            <span class="muted small" aria-hidden="true">{ "preemption" }</span>
            { preemption.view() }
        </div>
    };
    pick(position, look.map(|look| (look, mode)), select.view(), below)
}
