//! Which policies stand side by side, and where their numbers are set.

use super::controls::{Number, value_of};
use super::policies::swatch;
use schedscope_chart::Mode;
use schedscope_core::experiment::Listed;
use schedscope_core::plot::Look;
use schedscope_page::field::Field;
use schedscope_page::workbench::{Edit, Workbench};
use yew::prelude::*;

/// A selection of words.
pub struct Select {
    /// Identifier.
    pub id: String,
    /// What is selected, for screen readers.
    pub label: String,
    /// What the choice means.
    pub hint: &'static str,
    /// Value and words of each option.
    pub options: Vec<(&'static str, &'static str)>,
    /// Position of the one that is chosen.
    pub chosen: usize,
    /// Hears the value of another.
    pub onset: Callback<String>,
}

impl Select {
    /// Shows it. What is chosen is said twice: by an attribute when the options are made, and by a property that holds
    /// whatever the user did meanwhile. The property is set before options come and go, so only the last may.
    pub fn view(self) -> Html {
        let Self { id, label, hint, options, chosen, onset } = self;
        let option = |(i, (value, words)): (usize, &(&'static str, &'static str))| html! { <option key={*value} value={*value} selected={i == chosen}>{ words }</option> };
        html! {
            <select
                {id} aria-label={label} title={hint} disabled={options.len() < 2} onchange={onset.reform(|event: Event| value_of(&event))}
                ~selectedIndex={chosen as u32}
            >
                { for options.iter().enumerate().map(option) }
            </select>
        }
    }
}

/// The policy at a position: its swatch, its selection, and below it what else can be chosen.
pub fn pick(position: usize, shown: Option<(Look, Mode)>, select: Html, below: Html) -> Html {
    html! {
        <div class="field pick" key={position}>
            <div class="field-head">
                { shown.map(|(look, mode)| swatch(look, mode)) }
                { select }
            </div>
            { below }
        </div>
    }
}

/// What is wrong with a field that has no place for it.
pub fn complaint<W: Listed, T>(bench: &Workbench<W, T>, field: &str) -> Html {
    match bench.inquiry.blames(field) {
        Some(message) => html! { <p class="complaint" role="alert">{ message }</p> },
        None => html! {},
    }
}

/// The control of a number; `about` are its symbol, its hint and its stops.
pub fn number<W: Listed, T>(
    bench: &Workbench<W, T>,
    field: Field,
    (symbol, hint, stops): (&'static str, &'static str, Vec<f64>),
    placeholder: &'static str,
    onedit: &Callback<Edit>,
) -> Html {
    let about = field.about();
    let value = field.get(&bench.scenario).filter(|_| bench.drafts.fault(field).is_none());
    Number {
        name: about.name.to_owned(),
        label: about.label.into(),
        symbol,
        hint,
        text: bench.drafts.text(field, &bench.scenario),
        value,
        usual: value.is_some() && value == field.default(&bench.scenario),
        stops,
        placeholder,
        complaint: bench.complaint(field),
        useless: None,
        onset: onedit.reform(move |text| Edit::Number(field, text)),
        onleave: onedit.reform(move |()| Edit::Left(field)),
        below: Html::default(),
    }
    .view()
}
