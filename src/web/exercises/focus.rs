//! Where the focus goes when what had it is no longer there: who has no mouse goes on where the news is.

use crate::web::sight::reveal;
use gloo::utils::document;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`Focus`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// The place in the set of the exercise that is open; none in the gallery.
    pub open: Option<usize>,
    /// Whether its answer may be seen.
    pub answered: bool,
    /// How many hints are shown.
    pub hints: usize,
    /// Whether something is said of an answer.
    pub judged: bool,
}

/// Shows nothing. A hint, a verdict and a code that have appeared are brought into sight. After another exercise was opened the focus is on its title, after the answer on what is said of it, and back in the
/// gallery on the exercise that was left.
#[component]
pub fn Focus(props: &Props) -> Html {
    let before = use_mut_ref(|| None::<Props>);
    use_effect_with(props.clone(), move |now| {
        let Some(before) = before.replace(Some(now.clone())) else { return };
        let target = match (before.open, now.open) {
            (Some(left), None) => format!(".pick-exercise[data-number=\"{}\"]", left + 1),
            (None, None) => return,
            (from, to) if from == to && now.answered => "#exercise-verdict".to_owned(),
            _ => "#exercise-title".to_owned(),
        };
        if let Some(target) = document().query_selector(&target).ok().flatten().and_then(|target| target.dyn_into::<HtmlElement>().ok())
            && lost()
        {
            // What has a tab index, or is a button, takes the focus.
            let _ = target.focus();
        }
        if before.open == now.open {
            if now.answered && !before.answered {
                reveal("#exercise-verdict", ".proof");
            } else if now.judged && !before.judged {
                reveal("#exercise-verdict", "#exercise-verdict");
            } else if now.hints > before.hints {
                reveal(".shown-hint:last-child", ".shown-hint:last-child");
            }
        }
    });
    html! {}
}

/// Whether nothing has the focus, or something that can no longer be used.
fn lost() -> bool {
    document().active_element().is_none_or(|active| active.tag_name() == "BODY" || active.matches(":disabled").unwrap_or(false))
}
