//! Which policies stand side by side, and where their numbers are set.

use super::controls::value_of;
use super::policies::swatch;
use schedscope_chart::Mode;
use schedscope_core::plot::Look;
use yew::prelude::*;

/// A selection of words.
pub struct Select<'a> {
    /// Identifier.
    pub id: String,
    /// What is selected, for screen readers.
    pub label: String,
    /// What the choice means.
    pub hint: &'static str,
    /// Value and words of each option.
    pub options: Vec<(&'static str, &'a str)>,
    /// Position of the one that is chosen.
    pub chosen: usize,
    /// Hears the value of another.
    pub onset: Callback<String>,
}

impl Select<'_> {
    /// Shows it. What is chosen is said twice: by an attribute when the options are made, and by a property that holds
    /// whatever the user did meanwhile. The property is set before options come and go, so only the last may.
    pub fn view(self) -> Html {
        let Self { id, label, hint, options, chosen, onset } = self;
        let option = |(i, (value, words)): (usize, &(&'static str, &str))| html! { <option key={*value} value={*value} selected={i == chosen}>{ words }</option> };
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
