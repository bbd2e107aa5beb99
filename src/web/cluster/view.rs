//! The pictures and the words of the view: one run played, and below it the rest.

use super::export::export;
use super::side::side;
use super::table::table;
use crate::web::kept::kept;
use crate::web::layout::picture_head;
use crate::web::panes::Panes;
use crate::web::playback::stillness;
use crate::web::played::{Figures, Pictured};
use crate::web::status::{done, warnings};
use schedscope_state::cluster::{Cluster, Gesture, Replay, Window};
use schedscope_state::format;
use schedscope_state::stage::{Change, Played};
use std::rc::Rc;
use yew::prelude::*;

impl Pictured for Cluster {
    const HINT: &'static str = "Simulated seconds. The buttons beside Play step to the next instant at which a slot changes hands.";

    fn whence(shown: &Replay) -> String {
        let of_world = shown.runs.runs.first().into_iter().flat_map(|run| {
            let tasks: u64 = run.timeline.jobs.iter().flat_map(|job| job.tasks).map(u64::from).sum();
            let [maps, reduces] = run.timeline.slots;
            let machines = format::counted(u64::from(run.timeline.machines), "machine", "machines");
            [format::counted(tasks, "task", "tasks"), format!("{machines} with {maps} + {reduces} slots")]
        });
        done(&shown.report, of_world)
    }

    fn answer(figures: &Figures<'_, Self>) -> Html {
        let (cluster, shown, mode) = (figures.played, figures.shown, figures.mode);
        let controls = html! { <>{ window(cluster, &figures.change) }{ pages(cluster, &figures.change) }</> };
        let export = shown.map(|shown| export(cluster, shown, mode));
        html! {
            <>
                <div class="played">
                    <div class="runs-column">
                        { picture_head("Jobs and slots", controls, export.unwrap_or_default()) }
                        { figures.runs() }
                        { stillness(figures.still, &cluster.clock) }
                    </div>
                    { side(cluster, shown.map(AsRef::as_ref), mode, &figures.change) }
                </div>
                { warnings(shown.map(|shown| &shown.report)) }
                { rest(figures) }
            </>
        }
    }
}

/// What does not depend on where time stands.
fn rest(figures: &Figures<'_, Cluster>) -> Html {
    let (cluster, mode, still, change) = (figures.played.clone(), figures.mode, figures.still, figures.change.clone());
    let shown = figures.shown.map(Rc::as_ptr);
    kept((Rc::as_ptr(&cluster.bench), shown, cluster.own.machine, mode), move || {
        let figures = Figures::new(&cluster, mode, still, change.clone());
        html! {
            <div class="rest">
                if let Some(shown) = figures.shown {
                    <Panes name="cluster-pane" panes={figures.panes(table(&cluster, shown, mode))} />
                } else {
                    <div key="space" class="table-space" />
                }
            </div>
        }
    })
}

/// Which part of the time is shown.
fn window(cluster: &Played<Cluster>, change: &Callback<Change<Cluster>>) -> Html {
    let Some(shown) = cluster.shown() else { return Html::default() };
    let choose = |id: &'static str, window: Window, words: String| {
        let onclick = change.reform(move |_: MouseEvent| Change::Own(Gesture::Window(window)));
        html! { <button type="button" class="quiet small" {id} aria-pressed={(cluster.own.window == window).to_string()} {onclick}>{ words }</button> }
    };
    let zoom = |id: &'static str, factor: f64, label: &'static str, sign: &'static str, barred: bool| {
        let onclick = change.reform(move |_: MouseEvent| Change::Own(Gesture::Zoom(factor)));
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
                if matches!(cluster.own.window, Window::Part { .. }) {
                    { format!("{from:.0} – {to:.0} s") }
                } else {
                    { "Drag over a picture to zoom" }
                }
            </span>
        </div>
    }
}

/// Turns to another page of lanes.
fn pages(cluster: &Played<Cluster>, change: &Callback<Change<Cluster>>) -> Html {
    let Some(shown) = cluster.shown().filter(|shown| shown.runs.in_lanes() && shown.runs.pages() > 1) else {
        return Html::default();
    };
    let (page, pages, lanes, jobs) = (cluster.page(shown), shown.runs.pages(), shown.runs.lanes(), shown.runs.ids().len());
    let turn = |id: &'static str, to: Option<usize>, label: &'static str, sign: &'static str| {
        let onclick = change.reform(move |_: MouseEvent| Change::Own(Gesture::Page(to.unwrap_or(page))));
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
