//! The menu of a chip: the parameters of its policy, each with what it does and what it may be.

use super::controls::{check_box, value_of};
use schedscope_state::parameters::Parameter;
use yew::prelude::*;

/// Words of a parameter that is on or off.
const ON: &str = "on";
const OFF: &str = "off";

/// The menu of a chip.
#[derive(Clone, PartialEq)]
pub struct Settings {
    /// What is set, short: it stands on the chip.
    pub shown: AttrValue,
    /// What can be set, for screen readers.
    pub label: AttrValue,
    /// The controls.
    pub content: Html,
}

/// The menu of a policy called `name`, if it has parameters. `shown` stands on the chip; `onset` hears which parameter is to be what,
/// empty for its default. Identifiers begin with `id`.
pub fn menu(
    id: &str,
    name: &str,
    shown: impl Into<AttrValue>,
    parameters: Vec<Parameter>,
    onset: &Callback<(&'static str, String)>,
) -> Option<Settings> {
    if parameters.is_empty() {
        return None;
    }
    let row = |Parameter { name, about, allowed, words, value }: Parameter| {
        let id = format!("{id}-{name}");
        let set = onset.reform(move |event: Event| (name, value_of(&event)));
        let switched = onset.reform(move |on: bool| (name, if on { ON } else { OFF }.to_owned()));
        let now = words.iter().position(|word| *word == value).unwrap_or_default();
        let (about_id, wide) = (format!("{id}-about"), words.is_empty());
        html! {
            <div class="parameter" key={name}>
                <label for={id.clone()}>{ name }</label>
                if wide {
                    <input {id} class="parameters" type="text" autocomplete="off" spellcheck="false" {value} placeholder="default" aria-describedby={about_id.clone()} onchange={set} />
                } else if words.len() == 2 && words.contains(&ON) && words.contains(&OFF) {
                    { check_box(id, words[now] == ON, switched) }
                } else {
                    <select {id} aria-describedby={about_id.clone()} onchange={set} ~selectedIndex={now as u32}>
                        { for words.iter().enumerate().map(|(i, word)| html! { <option key={*word} value={*word} selected={i == now}>{ *word }</option> }) }
                    </select>
                }
                <p class="muted small" id={about_id}>{ about }if wide { { format!(" ({allowed})") } }</p>
            </div>
        }
    };
    let content = html! { <>{ for parameters.into_iter().map(row) }</> };
    Some(Settings { shown: shown.into(), label: format!("Parameters of {name}").into(), content })
}
