//! The short bar of a view: where to start from, a file, the few numbers that matter most, and behind a button the rest of the form.

use super::controls::{label, value_of};
use super::traces::FileZone;
use schedscope_core::experiment::Scenario;
use schedscope_state::file::Reads;
use schedscope_state::state::Action;
use yew::prelude::*;

/// What there is to start from.
pub struct Start<'a> {
    /// Identifier of the selection.
    pub id: AttrValue,
    /// What the choice means: of the one that is chosen, and of all.
    pub hint: String,
    /// Value and words of each.
    pub options: Vec<(&'a str, &'a str)>,
    /// Position of the one that is chosen, if it is one of these.
    pub chosen: Option<usize>,
    /// What it is called if it is none of them.
    pub own: String,
    /// Hears the value of another.
    pub onset: Callback<String>,
}

impl Start<'_> {
    /// The selection with its label and its hint.
    pub fn view(self) -> Html {
        let Self { id, hint, options, chosen, own, onset } = self;
        let option = |(i, (value, words)): (usize, &(&str, &str))| html! { <option key={(*value).to_owned()} value={(*value).to_owned()} selected={chosen == Some(i)}>{ *words }</option> };
        html! {
            <div class="field start">
                <div class="field-head">
                    { label(&id, "Start from", hint) }
                </div>
                // The label goes where there is little room.
                <select {id} aria-label="Start from" onchange={onset.reform(|event: Event| value_of(&event))} ~selectedIndex={chosen.unwrap_or(options.len()) as u32}>
                    { for options.iter().enumerate().map(option) }
                    if chosen.is_none() {
                        <option key="" value="" selected=true>{ own }</option>
                    }
                </select>
            </div>
        }
    }
}

/// The file of a scenario.
#[derive(Clone, PartialEq)]
pub struct File {
    /// Its name, if one is in use.
    pub name: Option<AttrValue>,
    /// Whether something is wrong with it: what it is is shown at once.
    pub wrong: bool,
    /// Where it is dropped or chosen.
    pub zone: Html,
}

impl File {
    /// That of a scenario, which may be `present`, and of which this is wrong.
    pub fn of(
        scenario: &Scenario,
        present: bool,
        reads: Reads,
        complaint: Option<&str>,
        onunload: Callback<MouseEvent>,
        dispatch: &Callback<Action>,
    ) -> Self {
        let name = scenario.file();
        let zone = FileZone { reads, name: name.map(str::to_owned), present, complaint, onunload, leads: reads == Reads::Jobs, dispatch };
        Self { name: name.map(|name| AttrValue::from(name.to_owned())), wrong: complaint.is_some(), zone: zone.view() }
    }
}

/// Properties of [`Workbar`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Prefix of the identifiers, one a view.
    pub name: AttrValue,
    /// A selection of what to start from.
    #[prop_or_default]
    pub start: Html,
    /// The numbers that matter most, three or four: sliders with a field, what they mean below. Where there is room for one only, it is
    /// the one that was touched last.
    pub numbers: Vec<Html>,
    /// The rest of the form.
    pub more: Html,
    /// Whether something in the rest is wrong.
    #[prop_or_default]
    pub wrong: bool,
    /// The file of the scenario.
    #[prop_or_default]
    pub file: Option<File>,
    /// Other buttons.
    #[prop_or_default]
    pub beside: Html,
}

/// The bar. On a narrow screen it is at the bottom: one number, and a button that shows all.
#[component]
pub fn Workbar(props: &Props) -> Html {
    let (last, all) = (use_state_eq(|| 0_usize), use_state_eq(|| false));
    let toggle = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(!*all))
    };
    let number = |(i, number): (usize, &Html)| {
        let last = last.clone();
        let shown = *last == i;
        let touched = Callback::from(move |_: FocusEvent| last.set(i));
        html! { <div class={classes!("workbar-number", shown.then_some("last"))} key={i} onfocusin={touched}>{ number.clone() }</div> }
    };
    let file = |File { name, wrong, zone }: &File| {
        let words = name.clone().unwrap_or_else(|| "Use a file…".into());
        html! {
            <details class="menu sheet workbar-file" id={format!("{}-file", props.name)} open={*wrong}>
                <summary class="quiet button" title={words.clone()}><span class="file-label">{ words }</span></summary>
                <div>{ zone.clone() }</div>
            </details>
        }
    };
    html! {
        <section class={classes!("workbar", all.then_some("all"))} aria-label="Scenario" id={format!("{}-bar", props.name)}>
            <div class="workbar-start">{ props.start.clone() }</div>
            { for props.file.as_ref().map(file) }
            { for props.numbers.iter().enumerate().map(number) }
            <div class="workbar-rest">
                <details class={classes!("menu", "sheet", props.wrong.then_some("wrong"))} id={format!("{}-more", props.name)}>
                    <summary class="quiet button">{ "More\u{a0}▾" }</summary>
                    <div>{ props.more.clone() }</div>
                </details>
                { props.beside.clone() }
            </div>
            <button type="button" class="quiet workbar-all" aria-expanded={all.to_string()} onclick={toggle}>{ if *all { "Less\u{a0}▾" } else { "All\u{a0}▴" } }</button>
        </section>
    }
}
