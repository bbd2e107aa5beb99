//! The scenario above the pictures, made from what its world says of its fields.

use super::Pictured;
use crate::web::form::{self, FILE, Sheet, meant};
use crate::web::workbar::{File, Start, Workbar};
use schedscope_core::experiment::{Part, Scenario};
use schedscope_state::meaning::meaning;
use schedscope_state::preset::Preset;
use schedscope_state::stage::{Bench, Change};
use schedscope_state::state::Action;
use yew::prelude::*;

/// The short bar: what to start from, a file, which may be `present`, the first numbers of the world, and the rest behind a button.
pub fn bar<S: Pictured>(bench: &Bench<S::Replay>, present: bool, change: &Callback<Change<S>>, dispatch: &Callback<Action>) -> Html {
    let about = &S::ABOUT;
    let complaint = |field: &str| bench.complaint(field).map(str::to_owned);
    let below = |part: &'static Part| meant(bench.number(&part.path()).and_then(|value| meaning(bench.kind(), &part.path(), value)));
    let first: Vec<String> = S::bar(&bench.scenario).into_iter().map(str::to_owned).collect();
    let (onedit, query) = (change.reform(Change::Edit), bench.scenario.to_query());
    let rest = html! {
        <>
            <p class="small"><a href={format!("#sweep?{query}")}>{ format!("Sweep a field of {}", about.title) }</a></p>
            <button type="button" class="quiet" id="reset" onclick={change.reform(|_| Change::Reset)}>{ "Reset" }</button>
        </>
    };
    let sheet = Sheet {
        edited: &bench.edited,
        complaint: &complaint,
        first: Some(&*first).filter(|first| !first.is_empty()),
        below: &below,
        varies: &|_| false,
        onedit: &onedit,
        rest,
    };
    let (numbers, more, wrong) = sheet.view();
    let file = File::of(&bench.scenario, present, about.reads, bench.complaint(FILE), change.reform(|_| Change::Unload), dispatch);
    html! { <Workbar name={about.name} start={S::source(bench, change)} {numbers} {more} {wrong} {file} beside={S::beside(bench, change)} /> }
}

/// Questions to start from.
pub(super) fn start<S: Pictured>(scenario: &Scenario, change: &Callback<Change<S>>) -> Html {
    const ALL: &str = "A preset changes everything but the seed.";
    let presets = S::ABOUT.presets;
    let chosen = Preset::of(presets, scenario);
    let position = move |name: String| presets.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    Start {
        id: format!("{}-preset", S::ABOUT.name).into(),
        hint: chosen.map_or_else(|| ALL.to_owned(), |i| format!("{} {ALL}", presets[i].hint)),
        options: presets.iter().map(|preset| (preset.name, preset.name)).collect(),
        chosen,
        own: if scenario.file().is_some() { "your file" } else { "your own" }.to_owned(),
        onset: change.reform(move |name| Change::Preset(position(name))),
    }
    .view()
}

/// What is wrong with a field.
pub fn complaint<T>(bench: &Bench<T>, field: &str) -> Html {
    form::complaint(bench.complaint(field).map(str::to_owned))
}
