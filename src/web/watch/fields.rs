//! The jobs as a table of fields.

use crate::chart::{Mode, Theme};
use crate::exhibit::Exhibit;
use crate::page::format;
use crate::page::state::Action;
use crate::page::watch::{Change, Edit, Handle, Watch};
use crate::web::controls::{tip, value_of};
use schedscope_engine::workload::Job;
use yew::prelude::*;

/// The table.
pub fn fields(watch: &Watch, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let jobs = &watch.exhibit.jobs;
    let handles = &Handle::ALL[..if watch.weighs() { 4 } else { 3 }];
    let head = |handle: &Handle| html! { <th scope="col"><abbr title={handle.hint()}>{ handle.name() }</abbr></th> };
    let row = |(place, job): (usize, &Job)| {
        let colour = format!("background: {}", Theme::of(mode).css_job(place));
        html! {
            <tr key={job.id}>
                <th scope="row"><span class="dot" style={colour} />{ format!("J{}", job.id) }</th>
                { for handles.iter().map(|handle| html! { <td>{ field(watch, place, *handle, job, dispatch) }</td> }) }
            </tr>
        }
    };
    let fault = watch.draft.as_ref().and_then(|draft| draft.fault.clone());
    let act = |edit: Edit| dispatch.reform(move |_: MouseEvent| Action::Watch(Change::Edit(edit)));
    html! {
        <div class="fields">
            <table id="fields-table">
                <caption class="visually-hidden">{ "The jobs: change them here, or drag them" }</caption>
                <thead><tr><th scope="col">{ "Job" }</th>{ for handles.iter().map(head) }</tr></thead>
                <tbody>{ for jobs.iter().enumerate().map(row) }</tbody>
            </table>
            if let Some(fault) = fault {
                <p class="complaint" id="fields-message" role="alert">{ fault }</p>
            }
            <div class="field-head">
                <button type="button" class="quiet" disabled={jobs.len() >= Exhibit::MOST_JOBS} onclick={act(Edit::Add)}>{ "Add a job" }</button>
                { tip("Jobs", Handle::ALL[..3].iter().map(|handle| format!("{}, {}", handle.name(), handle.hint())).collect::<Vec<_>>().join(" ")) }
            </div>
        </div>
    }
}

fn field(watch: &Watch, place: usize, handle: Handle, job: &Job, dispatch: &Callback<Action>) -> Html {
    let draft = watch.draft.as_ref().filter(|draft| (draft.job, draft.handle) == (place, handle));
    let text = draft.map_or_else(|| format::plain(handle.of(job)), |draft| draft.text.clone());
    let wrong = draft.is_some_and(|draft| draft.fault.is_some());
    let apart = handle == Handle::Estimate && job.estimate != job.size;
    let oninput = dispatch.reform(move |event: InputEvent| Action::Watch(Change::Type(place, handle, value_of(&event))));
    let left = dispatch.reform(|_: FocusEvent| Action::Watch(Change::Left));
    html! {
        <input
            type="text" inputmode="decimal" autocomplete="off" spellcheck="false" name={format!("J{}.{}", job.id, handle.name())} value={text}
            class={classes!(apart.then_some("wrong"))} aria-label={format!("J{} {}", job.id, handle.name())} title={handle.hint()} {oninput} onblur={left}
            aria-invalid={wrong.then_some("true")} aria-describedby={wrong.then_some("fields-message")}
        />
    }
}
