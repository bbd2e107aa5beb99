//! Policies and scenario above the pictures.

use crate::chips::{Chip, Chips, Group, Settings};
use crate::parameters::menu;
use crate::pick::{complaint, number};
use crate::workbar::{File, Start, Workbar};
use schedscope_chart::Mode;
use schedscope_core::pictures::looks;
use schedscope_engine::datacenter::Policy;
use schedscope_engine::registry::Row;
use schedscope_engine::workload::TraceLike;
use schedscope_page::datacenter::{Change, Datacenter, Size};
use schedscope_page::field::Field;
use schedscope_page::file::Reads;
use schedscope_page::parameters::{parameters, with};
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use schedscope_page::workbench::Edit;
use yew::prelude::*;

/// All policies, of which two stand side by side.
pub fn policies(datacenter: &Datacenter, mode: Mode, change: &Callback<Change>) -> Html {
    let scenario = &datacenter.bench.scenario;
    let looks = scenario.choices().map(|choices| looks(&choices)).unwrap_or_default();
    let chip = |row: &Row| {
        let position = scenario.policies.iter().position(|written| written.split('[').next() == Some(row.key));
        let chip = Chip {
            look: position.and_then(|position| looks.get(position).copied()),
            chosen: position.is_some(),
            barred: position.filter(|_| scenario.policies.len() == 1).map(|_| "it is the only one; choose another first".into()),
            settings: position.and_then(|position| settings(position, &scenario.policies[position], row.name, change)),
            ..Chip::of(row)
        };
        (row.family, chip)
    };
    let groups = Group::all(Policy::registry().rows().map(chip));
    let ontoggle = change.reform(|key: AttrValue| Change::Toggle(key.to_string()));
    html! {
        <>
            <Chips name="datacenter" {groups} {mode} {ontoggle} />
            { complaint(&datacenter.bench, "policies") }
        </>
    }
}

/// The menu of parameters of a policy at a position, if it has any.
fn settings(position: usize, written: &str, name: &str, change: &Callback<Change>) -> Option<Settings> {
    let own = written.to_owned();
    let onset = change.reform(move |(name, value): (&'static str, String)| {
        Change::Edit(Edit::Policy(position, with(Policy::registry(), &own, name, &value)))
    });
    let shown = written.split_once('[').map_or("", |(_, rest)| rest.trim_end_matches(']')).to_owned();
    menu(&format!("datacenter-{position}"), name, shown, parameters(Policy::registry(), written), &onset)
}

/// Each trace with what is special about it.
const TRACES: [(&str, TraceLike, &str); 5] = [
    ("google", TraceLike::Google, "most jobs have one task"),
    ("yahoo", TraceLike::Yahoo, "few long jobs, 98 % of the work"),
    ("cloudera", TraceLike::Cloudera, "hundreds of tasks a job"),
    ("facebook", TraceLike::Facebook, "nearly all jobs tiny"),
    ("motivation", TraceLike::Motivation, "5 % of the jobs are huge"),
];

/// The scenario in one row.
pub fn bar(datacenter: &Datacenter, traces: &Traces, dispatch: &Callback<Action>) -> Html {
    let change = dispatch.reform(Action::Datacenter);
    let bench = &datacenter.bench;
    let file =
        File::of(&bench.scenario, traces, Reads::Jobs, bench.inquiry.blames("workload.path"), change.reform(|_| Change::Unload), dispatch);
    let [first @ .., sigma, seed] = Datacenter::FIELDS;
    let numbers: Vec<Html> = first.into_iter().map(|field| control(datacenter, field, &change)).collect();
    let wrong = [sigma, seed].into_iter().any(|field| datacenter.bench.complaint(field).is_some());
    let more = html! {
        <>
            { size(datacenter, &change) }
            { for [sigma, seed].into_iter().map(|field| control(datacenter, field, &change)) }
            <button type="button" class="quiet" id="reset" onclick={change.reform(|_| Change::Reset)}>{ "Reset to the defaults" }</button>
        </>
    };
    let start = source(datacenter, &change);
    html! { <Workbar name="datacenter" {start} {numbers} {more} {wrong} {file} /> }
}

/// The traces that jobs may be as in.
fn source(datacenter: &Datacenter, change: &Callback<Change>) -> Html {
    let now = datacenter.like();
    let chosen = TRACES.iter().position(|(_, like, _)| now == Some(*like));
    let set = change.reform(|name: String| {
        Change::Source(TRACES.iter().find(|(known, ..)| *known == name).map_or(TraceLike::Google, |(_, like, _)| *like))
    });
    let start = Start {
        id: "trace-like",
        hint: match chosen {
            Some(chosen) => format!("Jobs as in the trace of {}: {}.", TRACES[chosen].0, TRACES[chosen].2),
            None => "Jobs of your file. Choose a trace to draw jobs as they are in it.".to_owned(),
        },
        options: TRACES.iter().map(|(name, _, _)| (*name, *name)).collect(),
        chosen,
        own: "your file".to_owned(),
        onset: set,
    };
    html! { <>{ start.view() }{ complaint(&datacenter.bench, "workload.like") }</> }
}

fn size(datacenter: &Datacenter, change: &Callback<Change>) -> Html {
    let size = datacenter.size();
    let sized = |value: &'static str, wanted: Size, words: &'static str| {
        html! {
            <label class="policy">
                <input type="radio" name="size" {value} checked={size == Some(wanted)} onchange={change.reform(move |_: Event| Change::Size(wanted))} />
                <span>{ words }</span>
            </label>
        }
    };
    html! {
        <fieldset class="examples">
            <legend class="section">{ "Datacenter" }</legend>
            { sized("small", Size::Small, "small enough to read: 24 workers") }
            { sized("full", Size::Full, "as in the literature: thousands of workers") }
        </fieldset>
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
            let counts = [50, 80, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000, 10_000, 25_000];
            ((about.symbol, about.hint, counts.map(f64::from).to_vec()), "all")
        }
        _ => ((about.symbol, about.hint, field.stops()), ""),
    };
    number(&datacenter.bench, field, about, placeholder, &change.reform(Change::Edit))
}
