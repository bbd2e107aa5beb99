//! One bar above the pictures: which jobs, under which policies, drawn how; the quiz, a question for a class, and files.

use crate::web::chips::{Chip, Chips, Group, of_formulas};
use crate::web::export::{Format, menu};
use crate::web::kept::kept;
use crate::web::lab::Formulas;
use crate::web::traces::FileZone;
use crate::web::workbar::Start;
use schedscope::server::Policy;
use schedscope::workload::Job;
use schedscope_chart::{Curves, Mode};
use schedscope_core::exhibit::{EXAMPLES, Exhibit, example};
use schedscope_core::experiment::SystemKind;
use schedscope_core::plot::look_of;
use schedscope_state::ask::Change as Question;
use schedscope_state::file::Reads;
use schedscope_state::offered::{Offered, family};
use schedscope_state::state::Action;
use schedscope_state::watch::{Change, Watch};
use std::rc::Rc;
use yew::prelude::*;

/// The bar. `make` makes a file of what is shown.
pub fn bar(watch: &Rc<Watch>, mode: Mode, make: &Callback<Format, Option<String>>, dispatch: &Callback<Action>) -> Html {
    let (shared, to) = (watch.clone(), dispatch.clone());
    let chosen = kept((mode, Rc::as_ptr(&watch.exhibit), watch.lab.clone()), move || what(&shared, mode, &to));
    html! {
        <div class="tools">
            { chosen }
            { how(watch, make, dispatch) }
        </div>
    }
}

/// Which jobs under which policies.
fn what(watch: &Watch, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let chosen = watch.exhibit.example;
    let place = EXAMPLES.iter().position(|example| Some(example.key) == chosen);
    let to = dispatch.clone();
    let choose = Callback::from(move |value: String| {
        if let Some(example) = example(&value) {
            to.emit(Action::from(Change::Example(example.key)));
        }
    });
    let start = Start {
        id: "example".into(),
        hint: "Examples of a few jobs, each with the policies that show its point. Try it yourself changes the jobs.".to_owned(),
        options: EXAMPLES.iter().map(|example| (example.key, example.title)).collect(),
        chosen: place,
        own: format!("Your own jobs: {}", watch.exhibit.jobs.len()),
        onset: choose,
    };
    html! { <>{ start.view() }{ policies(watch, mode, dispatch) }</> }
}

/// The policies side by side as chips, and behind a button the others.
fn policies(watch: &Watch, mode: Mode, to: &Callback<Action>) -> Html {
    let chosen = &watch.exhibit.policies;
    let looks = watch.looks();
    let chip = |policy: &Policy| {
        let (row, place) = (policy.row(), chosen.iter().position(|chosen| chosen == policy));
        let there = place.is_some();
        let barred = match (there, chosen.len()) {
            (true, 1) => Some("one policy stays".into()),
            (false, Exhibit::MOST_POLICIES..) => {
                Some(format!("up to {} stand side by side; drop one first", Exhibit::MOST_POLICIES).into())
            }
            _ => None,
        };
        (
            family(row.family),
            Chip {
                look: Some(place.map_or_else(|| look_of(&policy.choice()), |place| looks[place])),
                chosen: there,
                barred,
                ..Chip::of(SystemKind::Server, row)
            },
        )
    };
    let written: Vec<String> = chosen.iter().map(|policy| policy.written().to_owned()).collect();
    let groups = Group::all(&Offered::BY_FAMILY, Policy::all().map(|policy| chip(&policy)).chain(of_formulas(&written)));
    let dispatch = to.clone();
    let ontoggle = Callback::from(move |key: AttrValue| {
        if let Ok(policy) = key.parse() {
            dispatch.emit(Action::from(Change::Toggle(policy)));
        }
    });
    let jobs: Rc<[(String, Job)]> = watch.exhibit.jobs.iter().map(|job| (watch.exhibit.title(job.id), *job)).collect();
    let onchange = to.reform(|change| Action::from(Change::Lab(change)));
    html! { <Chips name="watch" {groups} {mode} {ontoggle}><Formulas name="watch" lab={watch.lab.clone()} {jobs} {written} {mode} {onchange} /></Chips> }
}

/// How jobs are drawn, the quiz, and files.
fn how(watch: &Watch, make: &Callback<Format, Option<String>>, dispatch: &Callback<Action>) -> Html {
    let (curves, virtually, quizzed) = (watch.frame.curves, watch.shows_virtual(), watch.quiz.is_some());
    let choice = |(which, key, name, hint): (Curves, &'static str, &'static str, &'static str)| {
        html! {
            <label class="segment" title={hint}>
                <input type="radio" name="curves" value={key} checked={which == curves && !virtually} onchange={dispatch.reform(move |_: Event| Action::from(Change::Curves(which)))} />
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
            <div class="segments sources" role="group" aria-label="Where the jobs come from">
                <button type="button" class="segment" id="source-example" aria-pressed="true" disabled=true><span>{ "Example" }</span></button>
                <a
                    class="segment" id="source-drawn" href="#race"
                    title="Many jobs, drawn at random: sliders for sizes, errors, load and servers, and every job a disc that shrinks"
                ><span>{ "Random jobs" }</span></a>
            </div>
            { of_file(dispatch) }
            <div class="segments" role="radiogroup" aria-label="How jobs are drawn">
                { for choices.map(choice) }
                if watch.offers_virtual() {
                    <label class="segment" title="What is left of each job in the virtual system in which all share, beside what is really left, and the virtual clock">
                        <input type="radio" name="curves" value="virtual" checked={virtually} onchange={dispatch.reform(|_: Event| Action::from(Change::Virtual))} />
                        <span>{ "Virtual time" }</span>
                    </label>
                }
            </div>
            <button
                type="button" id="quiz" class="quiet" aria-pressed={quizzed.to_string()} title="Hide what comes next and guess it (Q)"
                onclick={dispatch.reform(move |_: MouseEvent| Action::from(Change::Quiz(!quizzed)))}
            >{ "Quiz" }</button>
            <button
                type="button" id="to-ask" class="quiet" title="A question about this instant, for the phones of a class (A)"
                onclick={dispatch.reform(|_: MouseEvent| Action::Ask(Some(Question::Copied(None))))}
            >{ "Ask the class…" }</button>
            { menu("export", "watch", make) }
        </div>
    }
}

/// Where a file is chosen of which jobs are watched.
fn of_file(dispatch: &Callback<Action>) -> Html {
    let zone =
        FileZone { reads: Reads::Jobs, name: None, present: false, complaint: None, onunload: Callback::noop(), leads: true, dispatch };
    html! {
        <details class="menu sheet workbar-file" id="watch-file">
            <summary class="quiet button" title="Watch jobs of a file">{ "Use a file…" }</summary>
            <div>{ zone.view() }</div>
        </details>
    }
}
