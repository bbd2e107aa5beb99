//! The scenario above the pictures, made from what its world says of its fields.

use super::Pictured;
use super::more::{Entry, More};
use crate::controls::{Number, tip, value_of};
use crate::pick::Select;
use crate::workbar::{File, Start, Workbar};
use schedscope_core::experiment::sweep::axis_number;
use schedscope_core::experiment::{Form, Part, Section};
use schedscope_page::preset::Preset;
use schedscope_page::stage::{Bench, Change, Edit, OF_ALL, Played};
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
    let parts = Part::all(bench.kind()).iter().filter(|part| part.path() != FILE && !S::hidden(&bench.scenario, &part.path()));
    let common = |part: &&Part| !part.rare && matches!(part.form, Form::Whole | Form::Number);
    let first = S::bar(&bench.scenario);
    let numbers: Vec<&'static Part> = if first.is_empty() {
        parts.clone().filter(common).take(FIRST).collect()
    } else {
        first.iter().filter_map(|name| parts.clone().find(|part| part.path() == *name)).collect()
    };
    let other = |part: &&Part| !numbers.iter().any(|shown| std::ptr::eq(*shown, *part));
    let rest = |section: Section| parts.clone().filter(other).filter(move |part| part.section == section);
    let wrong = parts.clone().filter(other).any(|part| bench.complaint(&part.path()).is_some());
    let entry = |part: &'static Part| Entry {
        words: format!("{} {} {}", label(part), part.path(), part.about),
        control: control(bench, part, None, &onedit),
    };
    let of_all = OF_ALL.map(|(field, label, hint)| Entry {
        words: format!("{label} {hint}"),
        control: number(bench, field, label.into(), (hint, "1", vec![]), &onedit),
    });
    let policies = Entry { words: "policies with parameters".to_owned(), control: written(bench, &onedit) };
    let sections: Vec<(&'static str, Vec<Entry>)> = vec![
        ("Workload", rest(Section::Workload).map(entry).collect()),
        ("System", rest(Section::System).map(entry).collect()),
        ("Measurement", of_all.into_iter().chain([policies]).collect()),
    ];
    let more = html! {
        <More {sections}>
            <p class="small"><a href={format!("#sweep?{}", bench.scenario.to_query())}>{ format!("Sweep a field of {}", about.title) }</a></p>
            <button type="button" class="quiet" id="reset" onclick={change.reform(|_| Change::Reset)}>{ "Reset" }</button>
        </More>
    };
    let numbers: Vec<Html> = numbers.iter().map(|part| control(bench, part, Some(S::stops(&part.path())), &onedit)).collect();
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

/// What a field is called, with a capital.
fn label(part: &Part) -> AttrValue {
    let name = part.title.clone().unwrap_or_else(|| part.name.replace('_', " "));
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default().into()
}

/// The control of a field, by what its values look like. In the bar, where `stops` are given, its default is said in brief.
fn control<T>(bench: &Bench<T>, part: &'static Part, stops: Option<Vec<f64>>, onedit: &Callback<Edit>) -> Html {
    let field = part.path();
    let default = part.default.as_deref().unwrap_or("none");
    let brief = default.split([',', ';']).next().unwrap_or(default);
    let default = match (&stops, &part.form) {
        (None, _) => default,
        (Some(_), Form::Whole | Form::Number) if brief.contains(' ') => "own",
        (Some(_), _) => brief,
    };
    match &part.form {
        Form::Word(words) => choice(bench, part, words.iter().map(String::as_str), default, onedit),
        Form::Switch => choice(bench, part, ["true", "false"].into_iter(), default, onedit),
        Form::Value | Form::Choice(_) | Form::List(_) => structure(bench, part, default, onedit),
        Form::Whole | Form::Number | Form::Text => {
            number(bench, &field, label(part), (&part.about, default, stops.unwrap_or_default()), onedit)
        }
    }
}

/// Where a value is typed.
fn number<T>(
    bench: &Bench<T>,
    field: &str,
    label: AttrValue,
    (hint, placeholder, stops): (&'static str, &'static str, Vec<f64>),
    onedit: &Callback<Edit>,
) -> Html {
    let given = bench.scenario.get(field).as_ref().and_then(axis_number);
    let value = given.or_else(|| bench.scenario.default_of(field)).filter(|_| bench.complaint(field).is_none());
    let (typed, left) = (field.to_owned(), field.to_owned());
    Number {
        name: field.to_owned(),
        label,
        symbol: "",
        hint,
        text: bench.text(field),
        value,
        usual: given.is_none(),
        stops,
        placeholder,
        complaint: bench.complaint(field).map(str::to_owned),
        useless: None,
        onset: onedit.reform(move |text| Edit::Type(typed.clone(), text)),
        onleave: onedit.reform(move |()| Edit::Left(left.clone())),
        below: Html::default(),
    }
    .view()
}

/// Where a table or a list of tables is written.
fn structure<T>(bench: &Bench<T>, part: &'static Part, default: &'static str, onedit: &Callback<Edit>) -> Html {
    let (field, label) = (part.path(), label(part));
    let (id, text, wrong) = (format!("field-{field}"), AttrValue::from(bench.text(&field)), bench.complaint(&field).is_some());
    let rows = if text.is_empty() { "1" } else { "4" };
    let (typed, left) = (field.clone(), field.clone());
    let oninput = onedit.reform(move |event: InputEvent| Edit::Type(typed.clone(), value_of(&event)));
    let onchange = onedit.reform(move |_: Event| Edit::Left(left.clone()));
    html! {
        <div class="field" key={field.clone()}>
            <div class="field-head"><label for={id.clone()}>{ label.clone() }</label>{ tip(&label, part.about.as_str()) }</div>
            <textarea
                {id} name={field.clone()} {rows} autocomplete="off" spellcheck="false" value={text}
                placeholder={default} {oninput} {onchange} aria-invalid={wrong.then_some("true")}
            />
            { complaint(bench, &field) }
        </div>
    }
}

/// Where a word is chosen; nothing is the default.
fn choice<T>(
    bench: &Bench<T>,
    part: &'static Part,
    words: impl Iterator<Item = &'static str>,
    default: &'static str,
    onedit: &Callback<Edit>,
) -> Html {
    let (field, label) = (part.path(), label(part));
    let text = bench.text(&field);
    let options: Vec<(&'static str, &'static str)> = std::iter::once(("", default)).chain(words.map(|word| (word, word))).collect();
    let chosen = options.iter().position(|(word, _)| *word == text).unwrap_or_default();
    let set = field.clone();
    let onset = onedit.reform(move |word| Edit::Type(set.clone(), word));
    let select = Select { id: format!("field-{field}"), label: label.to_string(), hint: &part.about, options, chosen, onset };
    html! {
        <div class="field" key={field.clone()}>
            <div class="field-head">
                <label for={format!("field-{field}")}>{ label.clone() }</label>
                { tip(&label, part.about.as_str()) }
                { select.view() }
            </div>
            { complaint(bench, &field) }
        </div>
    }
}

/// What is wrong with a field.
pub fn complaint<T>(bench: &Bench<T>, field: &str) -> Html {
    html! { if let Some(message) = bench.complaint(field) { <p class="complaint" role="alert">{ message.to_owned() }</p> } }
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
