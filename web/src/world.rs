//! The fields and policies of a world as controls, made from what it says of itself.

use crate::chips::{Chips, of_world};
use crate::controls::{Number, tip, value_of};
use crate::pick::Select;
use crate::workbar::{File, Workbar};
use schedscope_chart::Mode;
use schedscope_core::experiment::sweep::axis_number;
use schedscope_core::experiment::{Form, Part, Section};
use schedscope_page::file::Reads;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use schedscope_page::view::View;
use schedscope_page::world::{Change, Kept, OF_ALL, World};
use yew::prelude::*;

/// Most numbers that stand in the bar.
const FIRST: usize = 4;

/// What a view says of the fields in its bar.
pub struct Fields<'a> {
    /// What there is to start from.
    pub start: Html,
    /// The fields that stand in the bar, by their dotted names; without any, the first numbers of the world.
    pub first: &'a [&'a str],
    /// Whether a field has no meaning now and is left out.
    pub hidden: &'a dyn Fn(&str) -> bool,
    /// Values that the slider of a field in the bar offers; none for no slider.
    pub stops: &'a dyn Fn(&str) -> Vec<f64>,
}

impl Default for Fields<'_> {
    fn default() -> Self {
        Self { start: Html::default(), first: &[], hidden: &|_| false, stops: &|_| vec![] }
    }
}

/// A file of jobs, where the world reads one.
pub fn jobs_file<T: Kept>(world: &World<T>, traces: &Traces, change: &Callback<Change>, dispatch: &Callback<Action>) -> Option<File> {
    let unload = change.reform(|_| Change::Type(FILE.to_owned(), String::new()));
    let reads = Part::all(world.kind()).iter().any(|part| part.path() == FILE);
    reads.then(|| File::of(&world.scenario, traces, Reads::Jobs, world.complaint(FILE), unload, dispatch))
}

/// The short bar: what to start from, a file, the first numbers of the world, and the rest behind a button. `name` begins identifiers.
pub fn bar<T: Kept>(world: &World<T>, name: &'static str, fields: &Fields<'_>, file: Option<File>, change: &Callback<Change>) -> Html {
    let parts = Part::all(world.kind()).iter().filter(|part| part.path() != FILE && !(fields.hidden)(&part.path()));
    let common = |part: &&Part| !part.rare && matches!(part.form, Form::Whole | Form::Number);
    let numbers: Vec<&'static Part> = if fields.first.is_empty() {
        parts.clone().filter(common).take(FIRST).collect()
    } else {
        fields.first.iter().filter_map(|name| parts.clone().find(|part| part.path() == *name)).collect()
    };
    let hidden = |part: &&Part| !numbers.iter().any(|shown| std::ptr::eq(*shown, *part));
    let rest = |section: Section| parts.clone().filter(hidden).filter(move |part| part.section == section);
    let wrong = parts.clone().filter(hidden).any(|part| world.complaint(&part.path()).is_some());
    let of_all = OF_ALL.map(|(field, label, hint)| number(world, field, label.into(), (hint, "1", vec![]), change));
    let more = html! {
        <>
            <h2>{ "Workload" }</h2>
            { for rest(Section::Workload).map(|part| control(world, part, None, change)) }
            <h2>{ "System" }</h2>
            { for rest(Section::System).map(|part| control(world, part, None, change)) }
            <h2>{ "Measurement" }</h2>
            { for of_all }
            { written(world, change) }
            <p class="small"><a href={format!("#sweep?{}", world.scenario.to_query())}>{ format!("Sweep a field of {}", View::of(world.kind()).title()) }</a></p>
            <button type="button" class="quiet" id="reset" onclick={change.reform(|_| Change::Reset)}>{ "Reset" }</button>
        </>
    };
    let numbers: Vec<Html> = numbers.iter().map(|part| control(world, part, Some((fields.stops)(&part.path())), change)).collect();
    html! { <Workbar {name} start={fields.start.clone()} {numbers} {more} {wrong} {file} /> }
}

/// The field that names a file.
pub const FILE: &str = "workload.path";

/// What a field is called, with a capital.
fn label(part: &Part) -> AttrValue {
    let name = part.title.clone().unwrap_or_else(|| part.name.replace('_', " "));
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default().into()
}

/// The control of a field, by what its values look like. In the bar, where `stops` are given, its default is said in brief.
fn control<T: Kept>(world: &World<T>, part: &'static Part, stops: Option<Vec<f64>>, change: &Callback<Change>) -> Html {
    let field = part.path();
    let default = part.default.as_deref().unwrap_or("none");
    let default = if stops.is_some() { default.split([',', ';']).next().unwrap_or(default) } else { default };
    match &part.form {
        Form::Word(words) => choice(world, part, words.iter().map(String::as_str), default, change),
        Form::Switch => choice(world, part, ["true", "false"].into_iter(), default, change),
        Form::Whole | Form::Number | Form::Text | Form::Value | Form::List(_) => {
            number(world, &field, label(part), (&part.about, default, stops.unwrap_or_default()), change)
        }
    }
}

/// Where a value is typed.
fn number<T: Kept>(
    world: &World<T>,
    field: &str,
    label: AttrValue,
    (hint, placeholder, stops): (&'static str, &'static str, Vec<f64>),
    change: &Callback<Change>,
) -> Html {
    let given = world.scenario.get(field).as_ref().and_then(axis_number);
    let value = given.or_else(|| world.scenario.default_of(field)).filter(|_| world.complaint(field).is_none());
    let (typed, left) = (field.to_owned(), field.to_owned());
    Number {
        name: field.to_owned(),
        label,
        symbol: "",
        hint,
        text: world.text(field),
        value,
        usual: given.is_none(),
        stops,
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
fn choice<T: Kept>(
    world: &World<T>,
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

/// What is wrong with a field.
pub fn complaint<T: Kept>(world: &World<T>, field: &str) -> Html {
    html! { if let Some(message) = world.complaint(field) { <p class="complaint" role="alert">{ message.to_owned() }</p> } }
}

/// All policies as chips.
pub fn policies<T: Kept>(world: &World<T>, mode: Mode, change: &Callback<Change>) -> Html {
    let groups = of_world(world.kind(), &world.scenario.policies);
    let ontoggle = change.reform(|key: AttrValue| Change::Toggle(key.to_string()));
    html! {
        <>
            <Chips name="world" {groups} {mode} {ontoggle} />
            { complaint(world, "policies") }
        </>
    }
}

/// Policies that are written with parameters.
fn written<T: Kept>(world: &World<T>, change: &Callback<Change>) -> Html {
    let onchange = change.reform(|event: Event| Change::Write(value_of(&event)));
    let hint = "Policies with parameters, in the form key[name=value,name=value], separated by commas.";
    html! {
        <div class="field">
            <div class="field-head">
                <label for="policies">{ "Policies with parameters" }</label>
                { tip("Policies with parameters", hint) }
                <input id="policies" class="parameters" type="text" autocomplete="off" spellcheck="false" value={world.written()} {onchange} />
            </div>
        </div>
    }
}
