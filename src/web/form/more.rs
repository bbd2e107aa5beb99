//! The rest of a form: every field that does not stand in the bar, to be found by its words.

use crate::web::controls::value_of;
use yew::prelude::*;

/// A field with what it can be found by.
#[derive(Clone, PartialEq)]
pub struct Entry {
    /// What it is called and what it does.
    pub words: String,
    /// Its control.
    pub control: Html,
}

/// Properties of [`More`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Fields that belong together, under a title.
    pub sections: Vec<(&'static str, Vec<Entry>)>,
    /// What stands below them.
    pub children: Html,
}

/// The fields below where they are searched.
#[component]
pub fn More(props: &Props) -> Html {
    let sought = use_state_eq(String::new);
    let oninput = {
        let sought = sought.setter();
        Callback::from(move |event: InputEvent| sought.set(value_of(&event)))
    };
    let wanted = sought.trim().to_lowercase();
    let found = |entries: &[Entry]| -> Vec<Html> {
        let meant = entries.iter().filter(|entry| entry.words.to_lowercase().contains(&wanted));
        meant.map(|entry| entry.control.clone()).collect()
    };
    let sections: Vec<(&'static str, Vec<Html>)> =
        props.sections.iter().map(|(title, entries)| (*title, found(entries))).filter(|(_, found)| !found.is_empty()).collect();
    html! {
        <>
            <input
                type="search" class="field-search" placeholder="Find a field" aria-label="Find a field" autocomplete="off" spellcheck="false"
                value={(*sought).clone()} {oninput}
            />
            // In an element of its own: fields that go must not take the focus from the search.
            <div class="fields">
                { for sections.iter().map(|(title, found)| html! { <div key={*title}><h2>{ *title }</h2>{ for found.iter().cloned() }</div> }) }
                if sections.is_empty() {
                    <p class="muted small" role="status">{ "No setting has that name." }</p>
                }
            </div>
            { props.children.clone() }
        </>
    }
}
