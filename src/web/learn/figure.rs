//! The figure of a page: this page itself, embedded.

use gloo::utils::document;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlIFrameElement;
use yew::prelude::*;

/// Properties of [`Figure`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// What it shows at first, in words.
    pub words: AttrValue,
    /// The fragment of its address.
    pub fragment: Rc<str>,
}

/// Another address than this page's own, which a browser need not embed in itself.
fn address(fragment: &str) -> String {
    format!("?figure#embed/{fragment}")
}

/// The figure. When it is to show something else it follows a link, without being loaded anew and without a step in the history of the
/// browser.
#[component]
pub fn Figure(props: &Props) -> Html {
    let first = use_memo((), |()| address(&props.fragment));
    let shown = use_mut_ref(|| props.fragment.clone());
    use_effect_with(props.fragment.clone(), move |fragment| {
        if shown.replace(fragment.clone()) != *fragment {
            let frame = document().get_element_by_id("figure").and_then(|frame| frame.dyn_into::<HtmlIFrameElement>().ok());
            if let Some(window) = frame.and_then(|frame| frame.content_window()) {
                // The figure is of this page, so that it may be sent elsewhere.
                let _ = window.location().replace(&address(fragment));
            }
        }
    });
    html! { <iframe id="figure" title={format!("Live figure: {}", props.words)} src={(*first).clone()} /> }
}
