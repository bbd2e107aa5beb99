//! The view: what came out, the graph and the orders as they are played, and below them the numbers, reloads and the search.

use super::bar::{bar, policies};
use super::export::export;
use super::figures::{graph, key, steps, strips, tabs};
use super::search::search;
use super::side::side;
use super::table::table;
use crate::canvas::Picture;
use crate::export::Format;
use crate::figure::{self, Figure};
use crate::layout::{Layout, headline, picture_head};
use crate::playback::{stillness, transport};
use crate::status::{status, warnings};
use schedscope_chart::Mode;
use schedscope_core::pictures::ordering::reloads;
use schedscope_page::format;
use schedscope_page::inquiry::Phase;
use schedscope_page::order::{Order, Scene, Shown, words};
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use std::rc::Rc;
use yew::prelude::*;

/// What the clock's time is.
const HINT: &str = "Steps that are done. The buttons beside Play lead to the next step and the one before.";

/// The view. `still` tells whether the system asks for less motion.
pub fn view(order: &Order, traces: &Traces, mode: Mode, still: bool, dispatch: &Callback<Action>) -> Html {
    let inquiry = &order.world.inquiry;
    let change = dispatch.reform(Action::Order);
    let shown = order.shown();
    let status = status("order-status", inquiry, whence(order), order.world.first_fault());
    let [sentence, below] = shown.map(|shown| words::headline(shown)).unwrap_or_default();
    let answer = html! {
        <>
            { warnings(shown.map(|shown| &shown.report)) }
            <div class="played">
                <div class="runs-column">
                    { picture_head("Tasks and who reads what", tabs(order, mode, &change), Html::default()) }
                    { graph(order, mode, &change) }
                    { key(mode) }
                    { picture_head("Orders, and what they keep in cache", hint(), shown.map(|shown| export(order, shown, mode)).unwrap_or_default()) }
                    { strips(order, mode, &change) }
                    { stillness(still, &order.clock) }
                </div>
                { side(order, &change) }
            </div>
            <div class="rest">
                if let Some(shown) = shown {
                    { steps(shown) }
                    { table(order, shown, mode) }
                    if !shown.runs.runs.is_empty() {
                        { search(order, shown, mode, &change) }
                        <div class="charts">{ cache(order, shown).view(mode) }</div>
                    }
                } else {
                    <div class="table-space" />
                }
            </div>
        </>
    };
    Layout {
        name: "order",
        headline: headline("headline", &sentence, below.into(), status, None),
        bar: bar(order, traces, &change, dispatch),
        policies: policies(order, mode, &change),
        answer,
        stale: inquiry.stale() && order.moved.is_none() && order.made.is_none(),
        busy: inquiry.phase == Phase::Running,
        transport: transport(&order.clock, &dispatch.reform(Action::Clock), HINT),
    }
    .view()
}

fn hint() -> Html {
    html! { <span class="muted small">{ "Drag a task to another step: the changed order is your own." }</span> }
}

/// Reloads against the size of the cache.
fn cache(order: &Order, shown: &Rc<Shown>) -> Figure {
    let picture = reloads(&shown.runs);
    let (table, file) = (picture.clone(), picture);
    let of = if order.world.scenario.replications > 1 { "of the first graph; " } else { "" };
    let report = shown.clone();
    Figure {
        id: "order-reloads",
        title: "Reloads against the size of the cache",
        hint: format!("{of}solid: least recently used; dashed: optimal eviction, which knows the order").into(),
        picture: Picture::Order(shown.clone(), Scene::Reloads),
        summary: "How many outputs are loaded again by each order, against how many the cache holds. The table below has the numbers."
            .into(),
        table: Callback::from(move |()| figure::table(&table)),
        file: Callback::from(move |format| match format {
            Format::Csv => Some(figure::csv(&file)),
            _ => serde_json::to_string_pretty(&report.report).ok(),
        }),
        controls: Html::default(),
    }
}

/// Where the numbers come from.
fn whence(order: &Order) -> String {
    let Some(shown) = order.shown() else { return String::new() };
    let scenario = &shown.report.scenario;
    let first = shown.runs.runs.first().map(|run| &run.recording);
    let tasks = first.map_or(shown.report.workload.jobs, |first| first.names.len() as u64);
    let mut parts = vec![format::counted(tasks, "task", "tasks")];
    parts.extend(first.map(|first| format::counted(first.edges.len() as u64, "edge", "edges")));
    parts.push(format!("seed {}", scenario.seed));
    if scenario.replications > 1 {
        parts.push(format!("{} graphs", scenario.replications));
    }
    parts.join(" · ")
}
