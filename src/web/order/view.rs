//! The pictures and the words of the view: the graph and the orders as they are played, and below them the numbers, reloads and the search.

use super::export::export;
use super::figures::{graph, key, steps, strips, tabs};
use super::search::search;
use super::side::side;
use super::table::table;
use crate::web::canvas::Picture;
use crate::web::export::Format;
use crate::web::figure::{self, Figure};
use crate::web::layout::picture_head;
use crate::web::panes::{Pane, Panes};
use crate::web::playback::stillness;
use crate::web::played::{Figures, Pictured, complaint};
use crate::web::status::warnings;
use schedscope_chart::Mode;
use schedscope_core::pictures::ordering::reloads;
use schedscope_state::format;
use schedscope_state::order::{self, Order, Replay};
use schedscope_state::stage::{Change, Played};
use std::rc::Rc;
use yew::prelude::*;

impl Pictured for Order {
    const HINT: &'static str = "Steps that are done. The buttons beside Play lead to the next step and the one before.";

    fn whence(shown: &Replay) -> String {
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

    fn answer(figures: &Figures<'_, Self>) -> Html {
        let (order, shown, mode, change) = (figures.played, figures.shown, figures.mode, &figures.change);
        let export = shown.map(|shown| export(order, shown, mode)).unwrap_or_default();
        html! {
            <>
                { complaint(&order.bench, "workload.order") }
                <div class="played">
                    <div class="runs-column">
                        { picture_head("Tasks and who reads what", tabs(order, mode, change), Html::default()) }
                        { graph(order, mode, change) }
                        { key(mode) }
                        { picture_head("Orders, and what they keep in cache", hint(), export) }
                        { strips(order, mode, change) }
                        { stillness(figures.still, &order.clock) }
                    </div>
                    { side(order, change) }
                </div>
                { warnings(shown.map(|shown| &shown.report)) }
                <div class="rest">
                    if let Some(shown) = shown {
                        { steps(shown) }
                        <Panes name="order-pane" panes={panes(order, shown, mode, change)} />
                    } else {
                        <div key="space" class="table-space" />
                    }
                </div>
            </>
        }
    }

    fn time(order: &Played<Self>) -> Option<String> {
        Some(format!("step {} of {}", order.step(), order.clock.end()))
    }
}

/// What else there is to see: numbers, how A* searches, and what a larger cache would save.
fn panes(order: &Played<Order>, shown: &Rc<Replay>, mode: Mode, change: &Callback<Change<Order>>) -> Vec<Pane> {
    let mut panes = vec![Pane { key: "numbers", title: "Numbers", view: table(order, shown, mode) }];
    if !shown.runs.runs.is_empty() {
        let reloads = html! { <div class="charts">{ cache(order, shown).view(mode) }</div> };
        panes.push(Pane { key: "search", title: "How A* searches", view: search(order, shown, mode, change) });
        panes.push(Pane { key: "reloads", title: "Reloads against the cache", view: reloads });
    }
    panes
}

fn hint() -> Html {
    html! { <span class="muted small">{ "Drag a task to another step: the changed order is your own." }</span> }
}

/// Reloads against the size of the cache.
fn cache(order: &Played<Order>, shown: &Rc<Replay>) -> Figure {
    let picture = reloads(&shown.runs);
    let (table, file) = (picture.clone(), picture);
    let of = if order.bench.scenario.replications > 1 { "of the first graph; " } else { "" };
    let report = shown.clone();
    Figure {
        id: "order-reloads",
        title: "Reloads against the size of the cache",
        hint: format!("{of}solid: least recently used; dashed: optimal eviction, which knows the order").into(),
        picture: Picture::pane(shown, order::Pane::Reloads),
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
