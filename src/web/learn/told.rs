//! What sentences say, and the values that are set in them, where they stand in the text.

use gloo::utils::document;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`Told`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Which page is open.
    pub page: usize,
    /// What sentences say, by what it is of.
    pub told: Vec<(String, String)>,
    /// Values that are set, by their names.
    pub values: Vec<(String, String)>,
}

/// Nothing to see: writes both into the text. What is being typed stays as it is.
#[component]
pub fn Told(props: &Props) -> Html {
    use_effect_with(props.clone(), |props| {
        for (what, says) in &props.told {
            each(&format!("[data-told=\"{what}\"]"), |place| place.set_text_content(Some(says)));
        }
        let typed = document().active_element();
        for (name, value) in &props.values {
            each(&format!("[data-knob=\"{name}\"]"), |knob| {
                if typed.as_ref() != Some(&knob)
                    && let Ok(knob) = knob.dyn_into::<HtmlInputElement>()
                {
                    knob.set_value(value);
                }
            });
        }
    });
    Html::default()
}

/// Does something with each element of the text.
fn each(css: &str, does: impl Fn(Element)) {
    let Ok(all) = document().query_selector_all(css) else { return };
    (0..all.length()).filter_map(|place| all.item(place)?.dyn_into::<Element>().ok()).for_each(does);
}
