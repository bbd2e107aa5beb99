//! How A* searches: the sets that it has opened, one expansion after the other.

use crate::web::canvas::{Canvas, Picture};
use crate::web::controls::value_of;
use crate::web::kept::Disclosure;
use crate::web::markup::{sheet, shown as markup_shown};
use schedscope::ordering::{Recording, why_expanded};
use schedscope::sim::{brief, listed};
use schedscope_chart::Mode;
use schedscope_state::order::{Gesture, Order, Pane, Replay};
use schedscope_state::stage::{Change, Played};
use std::rc::Rc;
use yew::prelude::*;

/// Expansions of a long search that a list shows at a time.
const LISTED: usize = 12;

/// The search of the first A* that is compared; without one, how to have it.
pub fn search(order: &Played<Order>, shown: &Rc<Replay>, mode: Mode, change: &Callback<Change<Order>>) -> Html {
    let Some((which, search)) = shown.searches.iter().enumerate().find_map(|(which, search)| Some((which, search.as_ref()?))) else {
        let add = change.reform(|_: MouseEvent| Change::Toggle("a_star".to_owned()));
        return html! {
            <section class="search" aria-label="How A* searches">
                <h2>{ "How A* searches" }</h2>
                <p class="muted small">{ "A* looks at sets of executed tasks. " }<button type="button" class="link" id="add-a-star" onclick={add}>{ "Add A* to step through its search" }</button></p>
            </section>
        };
    };
    let Some(run) = shown.runs.runs.get(which) else { return Html::default() };
    let all = search.count as u32;
    let now = order.own.expansions.min(all);
    let to = |id: &'static str, words: &'static str, sign: &'static str, to: Option<u32>| {
        let onclick = change.reform(move |_: MouseEvent| Change::Own(Gesture::Expand(to.unwrap_or(now))));
        html! { <button type="button" class="quiet icon" {id} aria-label={words} title={words} disabled={to.is_none()} {onclick}>{ sign }</button> }
    };
    let slide = change.reform(|event: InputEvent| Change::Own(Gesture::Expand(value_of(&event).parse().unwrap_or(0))));
    let said = if now >= all {
        finished(&run.recording, all)
    } else {
        why_expanded(&run.recording, search.first + now as usize + 1).unwrap_or_default()
    };
    let label = format!("Sets that A* has opened after {now} of {all} expansions. The list below has them all.");
    let list = {
        let shown = shown.clone();
        Callback::from(move |()| shown.runs.runs.get(which).map(|run| expansions(&run.recording, 0, usize::MAX)).unwrap_or_default())
    };
    html! {
        <section class="search" aria-label="How A* searches" style={format!("--sets: {}; --columns: {}", search.rows, search.columns)}>
            <div class="search-head">
                <h2>{ "How A* searches" }</h2>
                <div class="search-steps" role="group" aria-label="Expansions">
                    { to("search-back", "One expansion less", "←", now.checked_sub(1)) }
                    <input id="expansions" type="range" min="0" max={all.to_string()} value={now.to_string()} oninput={slide} aria-label="Expansions that are shown" aria-valuetext={format!("{now} of {all}")} />
                    { to("search-forward", "Next expansion", "→", Some(now + 1).filter(|next| *next <= all)) }
                    <output class="small" for="expansions" id="search-now">{ format!("{now} of {all} sets expanded") }</output>
                </div>
            </div>
            <p class="small search-why" role="status">{ said }</p>
            if search.is_small() {
                <p class="muted small">{ "Each box is a set of executed tasks, named by the tasks that can be next; below it g + h = f: the cost so far, what is to come at least, and their sum. Yellow is next: of the open sets one with the least f." }</p>
                <div class="scroll search-picture" tabindex="0" role="region" aria-label="Candidate graph">
                    <Canvas name="search" {mode} picture={Picture::pane(shown, Pane::Search(which, now))} {label} />
                </div>
            } else {
                { expansions(&run.recording, search.first + (now as usize).saturating_sub(LISTED / 2), LISTED) }
                <p class="muted small">{ "The search has come across too many sets to be drawn; of these, the list has those around the one that is next." }</p>
            }
            <Disclosure id="search-list" class="numbers" label="Expansions" view={list} summary={html! { <summary class="small">{ "All expansions, as a table" }</summary> }} />
        </section>
    }
}

/// What a search that is over has found.
fn finished(recording: &Recording, all: u32) -> String {
    let cost = brief(recording.costs.under(recording.objective));
    if recording.proven {
        let more = if recording.more_expansions { "more than " } else { "" };
        format!("After {more}{all} expansions every task is executed, for {cost}; no open set promises less, so that no order costs less.")
    } else {
        format!(
            "After {all} expansions the search was given up; the order is the heuristic's, which costs {cost}. No order costs less than {}.",
            brief(recording.bound)
        )
    }
}

/// Some expansions as a table.
fn expansions(recording: &Recording, from: usize, most: usize) -> Html {
    let name = |task: u32| recording.names[task as usize].clone();
    let row = |(number, at): (usize, &schedscope::ordering::Expansion)| {
        let way = at.from.map_or_else(|| "start".to_owned(), |(from, task)| format!("{} after expansion {}", name(task), from + 1));
        let next = listed(at.ready.iter().copied().map(name));
        (number.to_string(), vec![way, at.done.to_string(), next, brief(at.cost), brief(at.bound), brief(at.cost + at.bound)])
    };
    let rows: Vec<_> = (1..).zip(&recording.expansions).skip(from).take(most).map(row).collect();
    markup_shown(sheet(["Expansion", "executed", "tasks done", "can be next", "g", "h", "f"], &rows))
}
