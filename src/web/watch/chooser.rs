//! What is looked at: which example, which policies, which jobs.

use super::fields::fields;
use crate::chart::Mode;
use crate::exhibit::{EXAMPLES, Exhibit, example};
use crate::page::format;
use crate::page::state::Action;
use crate::page::watch::{Change, Watch};
use crate::plot::look_of;
use crate::web::controls::value_of;
use crate::web::environment::is_narrow;
use crate::web::kept::{kept, later};
use crate::web::policies::swatch;
use schedscope_engine::registry::Family;
use schedscope_engine::server::Policy;
use std::rc::Rc;
use std::sync::LazyLock;
use yew::prelude::*;

/// Keys and titles of the examples.
static TITLES: LazyLock<Vec<(&str, String)>> =
    LazyLock::new(|| EXAMPLES.iter().filter_map(|(key, _)| Some((*key, example(key)?.title))).collect());

/// The panel.
pub fn chooser(watch: &Rc<Watch>, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (watch, dispatch) = (watch.clone(), dispatch.clone());
    later(move || {
        let (watch, dispatch) = (watch.clone(), dispatch.clone());
        kept((mode, Rc::as_ptr(&watch.exhibit), watch.draft.clone()), move || panel(&watch, mode, &dispatch))
    })
}

fn panel(watch: &Watch, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let choose = |key: &'static str| dispatch.reform(move |_: Event| Action::Watch(Change::Example(key)));
    let chosen = watch.exhibit.example;
    let title = chosen.map_or("Your own jobs", |_| watch.example.title.as_str());
    let names: Vec<&str> = watch.exhibit.policies.iter().map(|policy| policy.row().name).collect();
    let line = format!("{title} · {} · {}", format::counted(watch.exhibit.jobs.len() as u64, "job", "jobs"), names.join(", "));
    html! {
        <section class="controls" aria-label="Scenario">
            <details open={!is_narrow()}>
                <summary><span class="summary-title">{ "Scenario" }</span><span class="summary-line">{ line }</span></summary>
                <fieldset class="examples">
                    <legend>{ "Example" }</legend>
                    { for TITLES.iter().map(|(key, title)| html! {
                        <label class="policy">
                            <input type="radio" name="example" value={*key} checked={Some(*key) == chosen} onchange={choose(key)} />
                            <span>{ title }</span>
                        </label>
                    }) }
                    if chosen.is_none() {
                        <label class="policy">
                            <input type="radio" name="example" value="own" checked=true />
                            <span>{ "Your own jobs" }</span>
                        </label>
                    }
                </fieldset>
                { policies(&watch.exhibit.policies, mode, dispatch) }
                <h2>{ "Jobs" }<span class="muted small">{ " up to twenty" }</span></h2>
                { fields(watch, mode, dispatch) }
            </details>
        </section>
    }
}

/// The policies side by side, and a list of the others.
fn policies(chosen: &[Policy], mode: Mode, dispatch: &Callback<Action>) -> Html {
    let toggle = |policy: Policy| dispatch.reform(move |_: MouseEvent| Action::Watch(Change::Toggle(policy)));
    let item = |policy: &Policy| {
        let row = policy.row();
        html! {
            <li class="policy" key={row.key} title={format!("{}. {}", row.line, row.source)}>
                { swatch(look_of(&policy.choice()), mode) }<span>{ row.name }</span>
                <button type="button" class="remove" aria-label={format!("Remove {}", row.name)} disabled={chosen.len() == 1} onclick={toggle(*policy)}>{ "×" }</button>
            </li>
        }
    };
    let others = |family: Family| Policy::ALL.iter().filter(move |policy| policy.row().family == family && !chosen.contains(policy));
    let group = |(family, label): (Family, &'static str)| {
        let option = |policy: &Policy| html! { <option value={policy.row().key} title={policy.row().line}>{ policy.row().name }</option> };
        html! { <optgroup {label}>{ for others(family).map(option) }</optgroup> }
    };
    let groups =
        [(Family::Blind, "Blind: ignore sizes"), (Family::Exact, "Exact sizes: best case"), (Family::Estimated, "Estimates: can be wrong")];
    let full = chosen.len() >= Exhibit::MOST_POLICIES;
    let add = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            if let Ok(policy) = value_of(&event).parse() {
                dispatch.emit(Action::Watch(Change::Toggle(policy)));
            }
        })
    };
    html! {
        <>
            <h2 id="policies-title">{ "Policies" }<span class="muted small">{ " side by side, up to four" }</span></h2>
            <ul class="chosen" aria-labelledby="policies-title">{ for chosen.iter().map(item) }</ul>
            <div class="field">
                <select id="add-policy" aria-label="Add a policy" disabled={full} onchange={add} key={chosen.len()}>
                    <option value="" selected=true>{ if full { "Four at most: remove one" } else { "Add a policy …" } }</option>
                    { for groups.map(group) }
                </select>
            </div>
        </>
    }
}
