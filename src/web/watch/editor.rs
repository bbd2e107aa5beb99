//! The jobs as a table of fields, for a hand that would rather type than drag.

use crate::web::controls::value_of;
use gloo::timers::callback::Timeout;
use schedscope::workload::Job;
use schedscope_chart::{Mode, Theme};
use schedscope_core::exhibit::Exhibit;
use schedscope_state::format;
use schedscope_state::state::Action;
use schedscope_state::watch::{Change, Draft, Edit, Handle, Watch};
use yew::prelude::*;

/// Properties of [`Settle`].
#[derive(Clone, PartialEq, Properties)]
struct SettleProps {
    draft: Option<Draft>,
    dispatch: Callback<Action>,
}

/// Shows nothing, and has the policies serve the jobs anew once the browser has handed over all that was typed: of several digits at once
/// only the last counts, and who types slowly sees each as soon as who drags a handle.
#[component]
fn Settle(props: &SettleProps) -> Html {
    let dispatch = props.dispatch.clone();
    use_effect_with(props.draft.clone(), move |draft| {
        let typed = draft.as_ref().is_some_and(|draft| draft.fault.is_none());
        let timer = typed.then(|| Timeout::new(0, move || dispatch.emit(Action::from(Change::Settle))));
        move || drop(timer)
    });
    html! {}
}

/// The table.
pub fn fields(watch: &Watch, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let jobs = &watch.exhibit.jobs;
    let handles = &Handle::ALL[..if watch.weighs() { 4 } else { 3 }];
    let head = |handle: &Handle| html! { <th scope="col"><abbr title={handle.hint()}>{ handle.name() }</abbr></th> };
    let act = |edit: Edit| dispatch.reform(move |_: MouseEvent| Action::from(Change::Edit(edit)));
    let row = |(place, job): (usize, &Job)| {
        let colour = format!("background: {}", Theme::of(mode).of_many(job, jobs.len()).css());
        let remove = act(Edit::Remove(place));
        let name = watch.exhibit.title(job.id);
        html! {
            <tr key={job.id}>
                <th scope="row"><span class="dot" style={colour} />{ watch.exhibit.title(job.id) }</th>
                { for handles.iter().map(|handle| html! { <td>{ field(watch, place, *handle, job, dispatch) }</td> }) }
                <td><button type="button" class="remove" aria-label={format!("Remove {name}")} title={format!("Remove {name}")} disabled={jobs.len() == 1} onclick={remove}>{ "×" }</button></td>
            </tr>
        }
    };
    let fault = watch.draft.as_ref().and_then(|draft| draft.fault.clone());
    let drawn = Edit::Draw(jobs.len().max(6) as u32, watch.seed);
    let (undo, redo) = watch.history.offers();
    let change = |change: Change| dispatch.reform(move |_: MouseEvent| Action::from(change.clone()));
    let full = jobs.len() >= Exhibit::MOST_JOBS;
    html! {
        <div class="fields">
            <Settle draft={watch.draft.clone()} dispatch={dispatch.clone()} />
            <div class="field-head">
                <h2>{ "Jobs" }</h2>
                <span class="term muted small" tabindex="0">
                    { "what the columns mean" }<span class="bubble">{ for handles.iter().map(|handle| format!("{}, {} ", handle.name(), handle.hint())) }</span>
                </span>
            </div>
            <p class="muted small">{ "Drag ● for size and arrival, ◇ for the estimate, on the lanes; or type here." }</p>
            <table id="fields-table">
                <caption class="visually-hidden">{ "The jobs: change them here, or drag them" }</caption>
                <thead><tr><th scope="col">{ "Job" }</th>{ for handles.iter().map(head) }<th><span class="visually-hidden">{ "Remove" }</span></th></tr></thead>
                <tbody>{ for jobs.iter().enumerate().map(row) }</tbody>
            </table>
            if let Some(fault) = fault {
                <p class="complaint" id="fields-message" role="alert">{ fault }</p>
            }
            if watch.alike {
                <p class="warning small" id="alike" role="status">{ "In forty draws the means of these policies never differed by a tenth." }</p>
            }
            <div class="edits">
                <button type="button" id="add-job" class="quiet" disabled={full} title={if full { "Twenty at most" } else { "Add a job" }} onclick={act(Edit::Add)}>{ "Add" }</button>
                <button type="button" id="random-jobs" class="quiet" title={format!("Draw random jobs with a heavy tail and wrong estimates (from seed {} on)", watch.seed)} onclick={act(drawn)}>{ "Random" }</button>
                <button type="button" id="undo" class="quiet" disabled={!undo} title="Undo (Ctrl+Z)" onclick={change(Change::Undo)}>{ "Undo" }</button>
                <button type="button" id="redo" class="quiet" disabled={!redo} title="Redo (Ctrl+Shift+Z)" onclick={change(Change::Redo)}>{ "Redo" }</button>
            </div>
        </div>
    }
}

fn field(watch: &Watch, place: usize, handle: Handle, job: &Job, dispatch: &Callback<Action>) -> Html {
    let draft = watch.draft.as_ref().filter(|draft| (draft.job, draft.handle) == (place, handle));
    let text = draft.map_or_else(|| format::plain(handle.of(job)), |draft| draft.text.clone());
    let wrong = draft.is_some_and(|draft| draft.fault.is_some());
    let apart = handle == Handle::Estimate && job.estimate != job.size;
    let oninput = dispatch.reform(move |event: InputEvent| Action::from(Change::Type(place, handle, value_of(&event))));
    let left = dispatch.reform(|_: FocusEvent| Action::from(Change::Left));
    html! {
        <input
            type="text" inputmode="decimal" autocomplete="off" spellcheck="false" name={format!("J{}.{}", job.id, handle.name())} value={text}
            class={classes!(apart.then_some("wrong"))} aria-label={format!("{} {}", watch.exhibit.title(job.id), handle.name())} title={handle.hint()} {oninput} onblur={left}
            aria-invalid={wrong.then_some("true")} aria-describedby={wrong.then_some("fields-message")}
        />
    }
}
