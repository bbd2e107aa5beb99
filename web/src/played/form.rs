//! The scenario above the pictures, made from what its world says of its fields.

use super::Pictured;
use super::more::{Entry, More};
use crate::controls::{tip, value_of};
use crate::form::{self, Fields, is_number, meant};
use crate::workbar::{File, Start, Workbar};
use schedscope_core::experiment::{Part, Section};
use schedscope_page::edited::hidden;
use schedscope_page::meaning::meaning;
use schedscope_page::preset::Preset;
use schedscope_page::stage::{Bench, Change, Edit, Played};
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use yew::prelude::*;

/// Most numbers that stand in the bar where the world does not say which.
const FIRST: usize = 4;

/// The field that names a file.
const FILE: &str = "workload.path";

/// The short bar: what to start from, a file, the first numbers of the world, and the rest behind a button.
pub fn bar<S: Pictured>(played: &Played<S>, traces: &Traces, change: &Callback<Change<S>>, dispatch: &Callback<Action>) -> Html {
    let (bench, about) = (&played.bench, &S::ABOUT);
    let onedit = change.reform(Change::Edit);
    let parts = Part::all(bench.kind()).iter().filter(|part| part.path() != FILE && hidden(&bench.scenario, &part.path()).is_none());
    let common = |part: &&Part| !part.rare && is_number(part);
    let first = S::bar(&bench.scenario);
    let numbers: Vec<&'static Part> = if first.is_empty() {
        parts.clone().filter(common).take(FIRST).collect()
    } else {
        first.iter().filter_map(|name| parts.clone().find(|part| part.path() == *name)).collect()
    };
    let other = |part: &&Part| !numbers.iter().any(|shown| std::ptr::eq(*shown, *part));
    let rest = |section: Section| parts.clone().filter(other).filter(move |part| part.section == section);
    let wrong = parts.clone().filter(other).any(|part| bench.complaint(&part.path()).is_some());
    let complaint = |field: &str| bench.complaint(field).map(str::to_owned);
    let in_words = |part: &Part| meant(bench.number(&part.path()).and_then(|value| meaning(bench.kind(), &part.path(), value)));
    let fields = Fields { edited: &bench.edited, complaint: &complaint, below: &in_words, elsewhere: &numbers, onedit: &onedit };
    let entry = |part: &'static Part| {
        let variants = part.variants().iter().map(|variant| variant.label.as_str()).collect::<Vec<_>>().join(" ");
        Entry { words: format!("{} {} {} {} {variants}", part.label, part.path(), part.about, part.hint()), control: fields.control(part) }
    };
    let policies = Entry { words: "policies with parameters".to_owned(), control: written(bench, &onedit) };
    let sections: Vec<(&'static str, Vec<Entry>)> = vec![
        ("Workload", rest(Section::Workload).map(entry).collect()),
        ("System", rest(Section::System).map(entry).collect()),
        ("Measurement", Part::top().iter().map(entry).chain([policies]).collect()),
    ];
    let more = html! {
        <More {sections}>
            <p class="small"><a href={format!("#sweep?{}", bench.scenario.to_query())}>{ format!("Sweep a field of {}", about.title) }</a></p>
            <button type="button" class="quiet" id="reset" onclick={change.reform(|_| Change::Reset)}>{ "Reset" }</button>
        </More>
    };
    let bar = Fields { below: &|_| Html::default(), ..fields };
    let numbers: Vec<Html> = numbers.iter().map(|part| bar.brief(part)).collect();
    let file = File::of(&bench.scenario, traces, about.reads, bench.complaint(FILE), change.reform(|_| Change::Unload), dispatch);
    html! { <Workbar name={about.name} start={start(played, change)} {numbers} {more} {wrong} {file} /> }
}

/// Questions to start from.
fn start<S: Pictured>(played: &Played<S>, change: &Callback<Change<S>>) -> Html {
    const ALL: &str = "A preset changes everything but the seed.";
    let presets = S::ABOUT.presets;
    let chosen = Preset::of(presets, &played.bench.scenario);
    let position = move |name: String| presets.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    Start {
        id: format!("{}-preset", S::ABOUT.name).into(),
        hint: chosen.map_or_else(|| ALL.to_owned(), |i| format!("{} {ALL}", presets[i].hint)),
        options: presets.iter().map(|preset| (preset.name, preset.name)).collect(),
        chosen,
        own: if played.bench.scenario.file().is_some() { "your file" } else { "your own" }.to_owned(),
        onset: change.reform(move |name| Change::Preset(position(name))),
    }
    .view()
}

/// What is wrong with a field.
pub fn complaint<T>(bench: &Bench<T>, field: &str) -> Html {
    form::complaint(bench.complaint(field).map(str::to_owned))
}

/// Policies that are written with parameters.
fn written<T>(bench: &Bench<T>, onedit: &Callback<Edit>) -> Html {
    let onchange = onedit.reform(|event: Event| Edit::Write(value_of(&event)));
    let hint = "Policies with parameters, in the form key[name=value,name=value], separated by commas.";
    html! {
        <div class="field">
            <div class="field-head">
                <label for="policies">{ "Policies with parameters" }</label>
                { tip("Policies with parameters", hint) }
                <input id="policies" class="parameters" type="text" autocomplete="off" spellcheck="false" value={bench.written()} {onchange} />
            </div>
        </div>
    }
}
