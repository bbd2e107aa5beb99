//! The scenario's controls: policies, workload, datacenter.

use crate::chart::Mode;
use crate::page::datacenter::{Change, Datacenter, Size};
use crate::page::field::Field;
use crate::page::format;
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::page::workbench::Edit;
use crate::pictures::looks;
use crate::plot::Look;
use crate::web::controls::{tip, value_of};
use crate::web::pick::{Select, complaint, number, pick};
use crate::web::traces::FileZone;
use schedscope_engine::datacenter::Policy;
use schedscope_engine::workload::TraceLike;
use yew::prelude::*;

/// The controls.
pub fn form(datacenter: &Datacenter, traces: &Traces, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let change = dispatch.reform(Action::Datacenter);
    html! {
        <section class="controls" aria-label="Scenario">
            <details open={!crate::web::environment::is_narrow()}>
                <summary><span class="summary-title">{ "Scenario" }</span><span class="summary-line">{ summary(datacenter) }</span></summary>
                { policies(datacenter, mode, &change) }
                { source(datacenter, traces, &change, dispatch) }
                { for Datacenter::FIELDS.into_iter().map(|field| control(datacenter, field, &change)) }
                <button type="button" class="quiet" id="reset" onclick={change.reform(|_| Change::Reset)}>{ "Reset to the defaults" }</button>
            </details>
        </section>
    }
}

/// The scenario in one line.
fn summary(datacenter: &Datacenter) -> String {
    let scenario = &datacenter.bench.scenario;
    let counted = |field: Field, one: &str, many: &str| field.get(scenario).map(|count| format::counted(count as u64, one, many));
    let like =
        datacenter.like().and_then(|like| TraceLike::ALL.iter().find(|(_, other)| *other == like)).map(|(name, _)| (*name).to_owned());
    let source = like.or(scenario.file().map(str::to_owned));
    let parts = [
        Some(scenario.policies.join(" against ")),
        source,
        counted(Field::Count, "job", "jobs"),
        counted(Field::Workers, "worker", "workers"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Each trace with what is special about it.
const TRACES: [(&str, TraceLike, &str); 5] = [
    ("google", TraceLike::Google, "most jobs have one task"),
    ("yahoo", TraceLike::Yahoo, "few long jobs, 98 % of the work"),
    ("cloudera", TraceLike::Cloudera, "hundreds of tasks a job"),
    ("facebook", TraceLike::Facebook, "nearly all jobs tiny"),
    ("motivation", TraceLike::Motivation, "5 % of the jobs are huge"),
];

fn source(datacenter: &Datacenter, traces: &Traces, change: &Callback<Change>, dispatch: &Callback<Action>) -> Html {
    let (now, size, path) = (datacenter.like(), datacenter.size(), datacenter.bench.scenario.file());
    let item = |(name, like, hint): &(&'static str, TraceLike, &'static str)| {
        let like = *like;
        html! {
            <label class="policy">
                <input type="radio" name="workload" value={*name} checked={now == Some(like)} onchange={change.reform(move |_: Event| Change::Source(like))} />
                <span>{ name }<span class="muted small">{ format!(" · {hint}") }</span></span>
            </label>
        }
    };
    let sized = |value: &'static str, wanted: Size, words: &'static str| {
        html! {
            <label class="policy">
                <input type="radio" name="size" {value} checked={size == Some(wanted)} onchange={change.reform(move |_: Event| Change::Size(wanted))} />
                <span>{ words }</span>
            </label>
        }
    };
    let zone = FileZone {
        name: path.map(str::to_owned),
        present: traces.named(path).is_some(),
        complaint: datacenter.bench.inquiry.blames("workload.path"),
        onunload: change.reform(|_| Change::Unload),
        dispatch,
    };
    html! {
        <>
            <fieldset class="examples">
                <legend class="section">{ "Jobs as in the trace of" }</legend>
                { for TRACES.iter().map(item) }
            </fieldset>
            { complaint(&datacenter.bench, "workload.like") }
            { zone.view() }
            <fieldset class="examples">
                <legend class="section">{ "Datacenter" }</legend>
                { sized("small", Size::Small, "small enough to show every task") }
                { sized("full", Size::Full, "as in the literature: thousands of workers") }
            </fieldset>
        </>
    }
}

fn control(datacenter: &Datacenter, field: Field, change: &Callback<Change>) -> Html {
    let about = field.about();
    let (about, placeholder) = match field {
        Field::Load => {
            let hint = "Arriving work ÷ capacity of the workers, while jobs arrive. At 1 or more jobs pile up until the last has arrived.";
            ((about.symbol, hint, (4..=30).map(|k| f64::from(k) / 20.0).collect()), "its own")
        }
        Field::Sigma => {
            let hint = "Sigma: the spread of estimation errors. Empty or 0: every estimate is exact.";
            ((about.symbol, hint, field.stops()), "no errors")
        }
        Field::Count => {
            let counts = [50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000, 10_000, 25_000];
            ((about.symbol, about.hint, counts.map(f64::from).to_vec()), "all")
        }
        _ => ((about.symbol, about.hint, field.stops()), ""),
    };
    number(&datacenter.bench, field, about, placeholder, &change.reform(Change::Edit))
}

fn policies(datacenter: &Datacenter, mode: Mode, change: &Callback<Change>) -> Html {
    let scenario = &datacenter.bench.scenario;
    let looks = scenario.choices().map(|choices| looks(&choices)).unwrap_or_default();
    let written = scenario.policies.iter().enumerate();
    html! {
        <>
            <h2>{ "Policies" }<span class="muted small">{ " side by side" }</span></h2>
            { for written.map(|(position, written)| policy(position, written, looks.get(position).copied(), mode, change)) }
            { complaint(&datacenter.bench, "policies") }
        </>
    }
}

/// What can be written in brackets, in words.
fn known() -> String {
    let (mut words, mut last) = (String::new(), "");
    for parameter in Policy::registry().parameters() {
        let of = parameter.policies();
        let begin = match last {
            "" => format!("{of}: "),
            _ if last == of => ", ".to_owned(),
            _ => format!("; {of}: "),
        };
        words = format!("{words}{begin}{}={} ({})", parameter.name(), parameter.allowed(), parameter.about());
        last = of;
    }
    words
}

/// Which policy stands at a position, and its parameters as they are written in its brackets.
fn policy(position: usize, written: &str, look: Option<Look>, mode: Mode, change: &Callback<Change>) -> Html {
    let (key, parameters) = written.split_once('[').map_or((written, ""), |(key, rest)| (key, rest.trim_end_matches(']')));
    let rows: Vec<_> = Policy::registry().rows().collect();
    let options = rows.iter().map(|row| (row.key, row.name)).collect();
    let chosen = rows.iter().position(|row| row.key == key).unwrap_or_default();
    let number = position + 1;
    let set = change.reform(move |written| Change::Edit(Edit::Policy(position, written)));
    let (id, label) = (format!("policy-{position}"), format!("Policy {number}"));
    let select = Select { id, label, hint: rows[chosen].line, options, chosen, onset: set.clone() };
    let key = key.to_owned();
    let typed = set.reform(move |event: Event| {
        let parameters = value_of(&event);
        let parameters = parameters.trim().trim_start_matches('[').trim_end_matches(']');
        if parameters.is_empty() { key.clone() } else { format!("{key}[{parameters}]") }
    });
    let about = format!("Parameters of policy {number}");
    let below = html! {
        <div class="field-head">
            <label class="muted small" for={format!("parameters-{position}")}>{ "parameters" }</label>
            { tip(&about, format!("In the form name=value,name=value. {}", known())) }
            <input
                id={format!("parameters-{position}")} class="parameters" type="text" autocomplete="off" spellcheck="false" value={parameters.to_owned()}
                placeholder="defaults" aria-label={about} onchange={typed}
            />
        </div>
    };
    pick(position, look.map(|look| (look, mode)), select.view(), below)
}
