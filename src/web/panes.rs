//! What there is to see below a run: its numbers first, pictures a click away.

use yew::prelude::*;

/// What can be shown.
#[derive(Clone, PartialEq)]
pub struct Pane {
    /// Its identifier among the others.
    pub key: &'static str,
    /// What stands on its button.
    pub title: &'static str,
    /// The pictures, or the table.
    pub view: Html,
}

/// Properties of [`Panes`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// What they are of; identifiers begin so.
    pub name: &'static str,
    /// All of them; the first is shown until another is chosen.
    pub panes: Vec<Pane>,
}

/// What is shown, below the buttons of all.
#[component]
pub fn Panes(props: &Props) -> Html {
    let chosen = use_state_eq(|| None);
    let shown = props.panes.iter().find(|pane| *chosen == Some(pane.key)).or(props.panes.first());
    let tab = |pane: &Pane| {
        let (key, here) = (pane.key, shown.is_some_and(|shown| shown.key == pane.key));
        let onclick = {
            let chosen = chosen.setter();
            Callback::from(move |_: MouseEvent| chosen.set(Some(key)))
        };
        html! { <button type="button" class="quiet small" {key} id={format!("{}-{key}", props.name)} aria-pressed={here.to_string()} {onclick}>{ pane.title }</button> }
    };
    html! {
        <div class="panes">
            <div class="tabs" role="group" aria-label="Below the run">{ for props.panes.iter().map(tab) }</div>
            if let Some(shown) = shown {
                <div class="pane" key={shown.key}>{ shown.view.clone() }</div>
            }
        </div>
    }
}
