//! One bar above the pictures: which jobs, under which policies, drawn how; the quiz, and files.

use super::files::file;
use crate::chart::{Curves, Mode};
use crate::exhibit::{EXAMPLES, Exhibit, example};
use crate::page::state::Action;
use crate::page::watch::{Change, Watch};
use crate::plot::look_of;
use crate::web::chips::{Chip, Chips, FAMILIES, Group, title};
use crate::web::controls::value_of;
use crate::web::export::menu;
use crate::web::kept::kept;
use schedscope_engine::registry::Family;
use schedscope_engine::server::Policy;
use std::rc::Rc;
use std::sync::LazyLock;
use yew::prelude::*;

/// Keys and titles of the examples.
static TITLES: LazyLock<Vec<(&str, String)>> =
    LazyLock::new(|| EXAMPLES.iter().filter_map(|(key, _)| Some((*key, example(key)?.title))).collect());

/// The bar.
pub fn bar(watch: &Rc<Watch>, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (shared, to) = (watch.clone(), dispatch.clone());
    let chosen = kept((mode, Rc::as_ptr(&watch.exhibit)), move || what(&shared, mode, &to));
    html! {
        <div class="tools">
            { chosen }
            { how(watch, mode, dispatch) }
        </div>
    }
}

/// Which jobs under which policies.
fn what(watch: &Watch, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let chosen = watch.exhibit.example;
    let own = format!("Your own jobs: {}", watch.exhibit.jobs.len());
    let choose = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let value = value_of(&event);
            if let Some((key, _)) = EXAMPLES.iter().find(|(key, _)| *key == value) {
                dispatch.emit(Action::Watch(Change::Example(key)));
            }
        })
    };
    html! {
        <>
            <select id="example" aria-label="Example" onchange={choose} key={chosen.unwrap_or("own")}>
                { for TITLES.iter().map(|(key, title)| html! { <option value={*key} selected={Some(*key) == chosen}>{ title }</option> }) }
                if chosen.is_none() {
                    <option value="own" selected=true>{ own }</option>
                }
            </select>
            <div class="under">{ policies(&watch.exhibit.policies, mode, dispatch) }</div>
        </>
    }
}

/// The policies side by side as chips, and behind a button the others.
fn policies(chosen: &[Policy], mode: Mode, dispatch: &Callback<Action>) -> Html {
    let chip = |policy: &Policy| {
        let (row, there) = (policy.row(), chosen.contains(policy));
        let barred = match (there, chosen.len()) {
            (true, 1) => Some("one policy stays".into()),
            (false, Exhibit::MOST_POLICIES..) => {
                Some(format!("up to {} stand side by side; drop one first", Exhibit::MOST_POLICIES).into())
            }
            _ => None,
        };
        Chip {
            key: row.key.into(),
            name: row.name.into(),
            note: AttrValue::default(),
            hint: row.line.into(),
            look: Some(look_of(&policy.choice())),
            chosen: there,
            barred,
            settings: None,
        }
    };
    let group = |family: Family| Group {
        title: title(family).into(),
        chips: Policy::ALL.iter().filter(|policy| policy.row().family == family).map(chip).collect(),
    };
    let dispatch = dispatch.clone();
    let ontoggle = Callback::from(move |key: AttrValue| {
        if let Ok(policy) = key.parse() {
            dispatch.emit(Action::Watch(Change::Toggle(policy)));
        }
    });
    html! { <Chips name="watch" brief=true groups={FAMILIES.map(group).to_vec()} {mode} {ontoggle} /> }
}

/// How jobs are drawn, the quiz, and files.
fn how(shared: &Rc<Watch>, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (curves, quizzed, shown) = (shared.frame.curves, shared.quiz.is_some(), shared.clone());
    let make = Callback::from(move |format| file(&shown, mode, format));
    let choice = |(which, key, name, hint): (Curves, &'static str, &'static str, &'static str)| {
        html! {
            <label class="segment" title={hint}>
                <input type="radio" name="curves" value={key} checked={which == curves} onchange={dispatch.reform(move |_: Event| Action::Watch(Change::Curves(which)))} />
                <span>{ name }</span>
            </label>
        }
    };
    let choices = [
        (Curves::Lanes, "lanes", "Lanes", "A lane for each job: what is left of it, and broken what the policy believes is left"),
        (Curves::Remaining, "remaining", "One axis √", "What is left of all jobs on one axis, on which lengths go with the square root"),
        (Curves::Attained, "attained", "Attained", "The service that each job has received, on such an axis"),
    ];
    html! {
        <div class="how">
            <div class="segments" role="radiogroup" aria-label="How jobs are drawn">{ for choices.map(choice) }</div>
            <button
                type="button" id="quiz" class="quiet" aria-pressed={quizzed.to_string()} title="Hide what comes next and guess it (Q)"
                onclick={dispatch.reform(move |_: MouseEvent| Action::Watch(Change::Quiz(!quizzed)))}
            >{ "Quiz" }</button>
            { menu("export", "watch", &make) }
        </div>
    }
}
