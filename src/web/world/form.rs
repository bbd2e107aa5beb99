//! The scenario's controls, made from what the world says of its fields and policies.

use crate::chart::Mode;
use crate::experiment::{Form, Part, Section};
use crate::page::format;
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::page::view::View;
use crate::page::world::{Change, OF_ALL, World};
use crate::web::chips::{Chips, of_world};
use crate::web::controls::{Number, tip, value_of};
use crate::web::pick::Select;
use crate::web::traces::FileZone;
use yew::prelude::*;

/// The controls.
pub fn form(world: &World, traces: &Traces, mode: Mode, change: &Callback<Change>, dispatch: &Callback<Action>) -> Html {
    let parts = |section: Section, rare: bool| {
        let parts = Part::all(world.kind()).iter().filter(move |part| part.section == section && part.rare == rare);
        parts.map(|part| control(world, part, traces, change, dispatch)).collect::<Vec<_>>()
    };
    let rare: Vec<Html> = [Section::Workload, Section::System].into_iter().flat_map(|section| parts(section, true)).collect();
    let of_all = OF_ALL.map(|(field, label, hint)| number(world, field, label.into(), hint, "1", change));
    html! {
        <section class="controls" aria-label="Scenario">
            <details open={!crate::web::environment::is_narrow()}>
                <summary><span class="summary-title">{ "Scenario" }</span><span class="summary-line">{ summary(world) }</span></summary>
                <p class="muted small">{ world.kind().about() }</p>
                <h2>{ "Workload" }</h2>
                { for parts(Section::Workload, false) }
                <h2>{ "System" }</h2>
                { for parts(Section::System, false) }
                <h2>{ "Measurement" }</h2>
                { for of_all }
                if !rare.is_empty() {
                    <details class="more"><summary>{ "More" }</summary>{ for rare }</details>
                }
                { policies(world, mode, change) }
                <button type="button" class="quiet" id="reset" onclick={change.reform(|_| Change::Reset)}>{ "Reset" }</button>
            </details>
        </section>
    }
}

/// The scenario in one line.
fn summary(world: &World) -> String {
    let scenario = &world.scenario;
    let policies = format::counted(scenario.policies.len() as u64, "policy", "policies");
    let replications = format::counted(u64::from(scenario.replications), "replication", "replications");
    [scenario.file(), Some(&policies), Some(&replications)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// What a field is called, with a capital.
fn label(part: &Part) -> AttrValue {
    let name = part.title.clone().unwrap_or_else(|| part.name.replace('_', " "));
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default().into()
}

/// The control of a field, by what its values look like.
fn control(world: &World, part: &'static Part, traces: &Traces, change: &Callback<Change>, dispatch: &Callback<Action>) -> Html {
    let field = part.path();
    let default = part.default.as_deref().unwrap_or("none");
    if field == "workload.path" {
        let unload = field.clone();
        let zone = FileZone {
            name: world.scenario.file().map(str::to_owned),
            present: traces.named(world.scenario.file()).is_some(),
            complaint: world.complaint(&field),
            onunload: change.reform(move |_| Change::Type(unload.clone(), String::new())),
            dispatch,
        };
        return zone.view();
    }
    match &part.form {
        Form::Word(words) => choice(world, part, words.iter().map(String::as_str), default, change),
        Form::Switch => choice(world, part, ["true", "false"].into_iter(), default, change),
        Form::Whole | Form::Number | Form::Text | Form::Value | Form::List(_) => {
            number(world, &field, label(part), &part.about, default, change)
        }
    }
}

/// Where a value is typed.
fn number(world: &World, field: &str, label: AttrValue, hint: &'static str, placeholder: &'static str, change: &Callback<Change>) -> Html {
    let (typed, left) = (field.to_owned(), field.to_owned());
    Number {
        name: field.to_owned(),
        label,
        symbol: "",
        hint,
        text: world.text(field),
        value: None,
        usual: false,
        stops: vec![],
        placeholder,
        complaint: world.complaint(field).map(str::to_owned),
        useless: None,
        onset: change.reform(move |text| Change::Type(typed.clone(), text)),
        onleave: change.reform(move |()| Change::Left(left.clone())),
        below: Html::default(),
    }
    .view()
}

/// Where a word is chosen; nothing is the default.
fn choice(
    world: &World,
    part: &'static Part,
    words: impl Iterator<Item = &'static str>,
    default: &'static str,
    change: &Callback<Change>,
) -> Html {
    let (field, label) = (part.path(), label(part));
    let text = world.text(&field);
    let options: Vec<(&'static str, &'static str)> = std::iter::once(("", default)).chain(words.map(|word| (word, word))).collect();
    let chosen = options.iter().position(|(word, _)| *word == text).unwrap_or_default();
    let set = field.clone();
    let onset = change.reform(move |word| Change::Type(set.clone(), word));
    let select = Select { id: format!("field-{field}"), label: label.to_string(), hint: &part.about, options, chosen, onset };
    html! {
        <div class="field" key={field.clone()}>
            <div class="field-head">
                <label for={format!("field-{field}")}>{ label.clone() }</label>
                { tip(&label, part.about.as_str()) }
                { select.view() }
            </div>
            { complaint(world, &field) }
        </div>
    }
}

fn complaint(world: &World, field: &str) -> Html {
    html! { if let Some(message) = world.complaint(field) { <p class="complaint" role="alert">{ message.to_owned() }</p> } }
}

/// Policies by their keys, and those that are written with parameters.
fn policies(world: &World, mode: Mode, change: &Callback<Change>) -> Html {
    let chosen = &world.scenario.policies;
    let (groups, ontoggle) = (of_world(world.kind(), chosen), change.reform(|key: AttrValue| Change::Toggle(key.to_string())));
    let onchange = change.reform(|event: Event| Change::Write(value_of(&event)));
    let hint = "Policies with parameters, in the form key[name=value,name=value], separated by commas.";
    html! {
        <>
            <h2>{ "Policies" }</h2>
            { complaint(world, "policies") }
            <Chips name="world" {groups} {mode} {ontoggle} />
            <div class="field">
                <div class="field-head">
                    <label class="muted small" for="policies">{ "with parameters" }</label>
                    { tip("Policies with parameters", hint) }
                    <input id="policies" class="parameters" type="text" autocomplete="off" spellcheck="false" value={world.written()} {onchange} />
                </div>
            </div>
            <p class="small"><a href={format!("#sweep?{}", world.scenario.to_query())}>{ format!("Sweep a field of {}", View::World(world.kind()).title()) }</a></p>
        </>
    }
}
