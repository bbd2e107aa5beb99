//! The view: what came out over all runs, one of these played, and below it the rest.

use super::export::export;
use super::figures::Figures;
use super::form::{bar, policies};
use super::side::side;
use super::table::table;
use crate::layout::{Layout, picture_head};
use crate::playback::{stillness, transport};
use crate::spread::spread;
use crate::status::{done, status, warnings};
use schedscope_chart::Mode;
use schedscope_page::cluster::{Change, Cluster, Window};
use schedscope_page::format;
use schedscope_page::inquiry::Phase;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use yew::prelude::*;

/// What the clock's time is.
const HINT: &str = "Simulated seconds. The buttons beside Play step to the next instant at which a slot changes hands.";

/// The view.
pub fn view(cluster: &Cluster, traces: &Traces, mode: Mode, still: bool, dispatch: &Callback<Action>) -> Html {
    let (inquiry, behind) = (&cluster.bench.inquiry, &cluster.bench.behind);
    let shown = inquiry.answer.as_ref().map(|(_, shown)| shown);
    let figures = Figures::new(cluster, mode, dispatch);
    let status = status("cluster-status", inquiry, whence(cluster), cluster.bench.drafts.first_fault());
    let controls = html! { <>{ window(cluster, dispatch) }{ pages(cluster, dispatch) }</> };
    let export = shown.map(|shown| export(cluster, shown, mode));
    let answer = html! {
        <>
            { warnings(shown.map(|shown| &shown.report)) }
            <div class="played">
                <div class="runs-column">
                    { picture_head("Jobs and slots", controls, export.unwrap_or_default()) }
                    { figures.runs() }
                    { stillness(still, &cluster.clock) }
                </div>
                { side(cluster, shown.map(AsRef::as_ref), mode, dispatch) }
            </div>
            <div class="rest">
                if let Some(shown) = shown {
                    { table(cluster, shown, mode) }
                } else {
                    <div class="table-space" />
                }
                { figures.memory(dispatch) }
                { figures.load() }
                { figures.late() }
                { figures.details() }
            </div>
        </>
    };
    Layout {
        name: "cluster",
        headline: spread(behind, &cluster.headline(), status, mode, &dispatch.reform(|run| Action::Cluster(Change::Run(run)))),
        bar: bar(cluster, traces, dispatch),
        policies: policies(cluster, mode, dispatch),
        answer,
        stale: inquiry.stale(),
        busy: inquiry.phase == Phase::Running,
        transport: transport(&cluster.clock, &dispatch.reform(Action::Clock), HINT),
    }
    .view()
}

/// Which part of the time is shown.
fn window(cluster: &Cluster, dispatch: &Callback<Action>) -> Html {
    let Some((_, shown)) = &cluster.bench.inquiry.answer else { return Html::default() };
    let choose = |id: &'static str, window: Window, words: String| {
        let onclick = dispatch.reform(move |_: MouseEvent| Action::Cluster(Change::Window(window)));
        html! { <button type="button" class="quiet small" {id} aria-pressed={(cluster.window == window).to_string()} {onclick}>{ words }</button> }
    };
    let zoom = |id: &'static str, factor: f64, label: &'static str, sign: &'static str, barred: bool| {
        let onclick = dispatch.reform(move |_: MouseEvent| Action::Cluster(Change::Zoom(factor)));
        html! { <button type="button" class="quiet small" {id} aria-label={label} title={label} disabled={barred} {onclick}>{ sign }</button> }
    };
    let (from, to) = cluster.span(shown);
    let all = from <= 0.0 && to >= shown.runs.end;
    html! {
        <div class="window" role="group" aria-label="Time that is shown">
            if let Some(story) = shown.story() {
                { choose("window-story", Window::Story, format!("First {story:.0} s")) }
            }
            { choose("window-whole", if shown.story().is_some() { Window::Whole } else { Window::Story }, format!("All {:.0} s", shown.runs.end)) }
            { zoom("zoom-in", 0.5, "Half as much time, around now", "+", false) }
            { zoom("zoom-out", 2.0, "Twice as much time", "−", all) }
            <span class="muted small" id="window-now" aria-live="polite">
                if matches!(cluster.window, Window::Part { .. }) {
                    { format!("{from:.0} – {to:.0} s") }
                } else {
                    { "Drag over a picture to zoom" }
                }
            </span>
        </div>
    }
}

/// Turns to another page of lanes.
fn pages(cluster: &Cluster, dispatch: &Callback<Action>) -> Html {
    let Some((_, shown)) = cluster.bench.inquiry.answer.as_ref().filter(|(_, shown)| shown.runs.in_lanes() && shown.runs.pages() > 1)
    else {
        return Html::default();
    };
    let (page, pages, lanes, jobs) = (cluster.page(shown), shown.runs.pages(), shown.runs.lanes(), shown.runs.ids().len());
    let turn = |id: &'static str, to: Option<usize>, label: &'static str, sign: &'static str| {
        let onclick = dispatch.reform(move |_: MouseEvent| Action::Cluster(Change::Page(to.unwrap_or(page))));
        html! { <button type="button" class="quiet small" {id} aria-label={label} title={label} disabled={to.is_none()} {onclick}>{ sign }</button> }
    };
    html! {
        <div class="window" role="group" aria-label="Jobs that are shown">
            { turn("lanes-before", page.checked_sub(1), "Jobs before", "←") }
            <span class="small" id="lanes-now" aria-live="polite">{ format!("Jobs {} – {} of {jobs}", page * lanes + 1, ((page + 1) * lanes).min(jobs)) }</span>
            { turn("lanes-after", Some(page + 1).filter(|next| *next < pages), "Jobs after", "→") }
        </div>
    }
}

/// Where the numbers come from.
fn whence(cluster: &Cluster) -> String {
    let Some((_, shown)) = &cluster.bench.inquiry.answer else { return String::new() };
    let of_world = shown.runs.runs.first().into_iter().flat_map(|run| {
        let tasks: u64 = run.timeline.jobs.iter().flat_map(|job| job.tasks).map(u64::from).sum();
        let [maps, reduces] = run.timeline.slots;
        let machines = format::counted(u64::from(run.timeline.machines), "machine", "machines");
        [format::counted(tasks, "task", "tasks"), format!("{machines} with {maps} + {reduces} slots")]
    });
    done(&shown.report, of_world)
}
