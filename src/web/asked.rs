//! A value that is asked about in a distribution, to be typed or dragged, and the share of the jobs that has more under each policy.

use super::canvas::{Drag, Picked};
use super::controls::value_of;
use schedscope::sim::number;
use schedscope_core::pictures::Quantity;
use schedscope_state::{asked, format};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The share of the jobs under one policy.
pub struct Answer {
    /// What is written to ask for the policy.
    pub written: String,
    /// Its name, as it is drawn.
    pub name: Html,
    /// The share, where it is known.
    pub share: Option<f64>,
}

/// The field, and beside it the answers.
pub fn asks(quantity: Quantity, value: f64, answers: impl Iterator<Item = Answer>, onask: &Callback<f64>) -> Html {
    let (key, before, after) = match quantity {
        Quantity::Slowdown => ("slowdown", "slowed more than", "×"),
        Quantity::Sojourn => ("sojourn", "here for more than", ""),
    };
    let typed = {
        let onask = onask.clone();
        Callback::from(move |event: Event| match number(&value_of(&event)).filter(|typed| typed.is_finite() && *typed > 0.0) {
            Some(typed) => onask.emit(typed),
            // What cannot be asked about gives way to what is.
            None => event.target_unchecked_into::<HtmlInputElement>().set_value(&format::plain(value)),
        })
    };
    let answer = |Answer { written, name, share }: Answer| {
        html! {
            <li key={written.clone()} data-policy={written.clone()} data-value={share.map(format::plain)}>
                <span>{ name }</span><output>{ asked::share(share) }</output>
            </li>
        }
    };
    html! {
        <div class="asked">
            <label title="Which share of the jobs has more? The line in the picture can be dragged">
                { before }{ " " }
                <input id={format!("asked-{key}")} type="text" inputmode="decimal" autocomplete="off" value={format::plain(value)} onchange={typed} />
                { after }
            </label>
            <ul>{ for answers.map(answer) }</ul>
        </div>
    }
}

/// The line in a picture follows the pointer that has taken hold of it, where `takes` says so; `value` is that at a place across.
pub fn line(takes: Callback<Picked, bool>, value: impl Fn(Picked) -> Option<f64> + 'static, onask: &Callback<f64>) -> Drag {
    let onask = onask.clone();
    let moves = Callback::from(move |picked: Picked| {
        if let Some(value) = value(picked) {
            onask.emit(format::rounded(value, 2));
        }
    });
    Drag { takes, moves }
}
