//! What is said beside the pictures: of the task that is lit, and why each order executes what it does in this step.

use schedscope::ordering::why;
use schedscope_state::order::{Gesture, Order, words};
use schedscope_state::stage::{Change, Played};
use yew::prelude::*;

/// The column.
pub fn side(order: &Played<Order>, change: &Callback<Change<Order>>) -> Html {
    let Some(shown) = order.shown() else { return html! { <aside class="side" aria-label="What happens" /> } };
    let step = order.step();
    let spoken = if order.clock.playing { "off" } else { "polite" };
    let front = order.front.min(shown.runs.runs.len().saturating_sub(1));
    let turn = |by: i32, id: &'static str, words: &'static str, sign: &'static str| {
        let onclick = change.reform(move |_: MouseEvent| Change::Own(Gesture::Neighbour(front, by)));
        html! { <button type="button" class="quiet icon" {id} aria-label={words} title={words} {onclick}>{ sign }</button> }
    };
    let first = shown.runs.runs.first().map(|run| &run.recording);
    let lit = order.selected.filter(|task| first.is_some_and(|first| (*task as usize) < first.names.len()));
    let row = |run: &schedscope_core::pictures::ordering::OrderRun, task: u32| {
        let (at, until) = words::place(&run.recording, task);
        let kept = until.map_or_else(|| "–".to_owned(), |until| (until - at).to_string());
        html! { <tr><th scope="row">{ run.name.clone() }</th><td>{ at }</td><td>{ until.map_or_else(|| "–".to_owned(), |until| until.to_string()) }</td><td><b>{ kept }</b></td></tr> }
    };
    html! {
        <aside class="side" aria-label="What happens">
            <section class="lit" aria-label="The highlighted task">
                <h3>
                    if let (Some(task), Some(first)) = (lit, first) {
                        <mark id="lit">{ first.names[task as usize].clone() }</mark><span>{ " lit in all" }</span>
                    } else {
                        <span>{ "No task is highlighted" }</span>
                    }
                    { turn(-1, "lit-before", "Task before (↑)", "↑") }{ turn(1, "lit-after", "Task after (↓)", "↓") }
                </h3>
                if let (Some(task), Some(first)) = (lit, first) {
                    <p class="about" aria-live="polite">{ words::about(first, task) }</p>
                    <table>
                        <thead><tr><td /><th scope="col" title="Step that executes it">{ "step" }</th><th scope="col" title="Step of the last task that reads its output">{ "until" }</th><th scope="col" title="Steps over which its output is needed">{ "kept" }</th></tr></thead>
                        <tbody>{ for shown.runs.runs.iter().map(|run| row(run, task)) }</tbody>
                    </table>
                } else {
                    <p class="about" aria-live="polite">{ "Click a task. Drag it along its order, or hold Shift and press ← or →: the cost follows." }</p>
                }
            </section>
            <section class="why-now" aria-label="Why now">
                <h3>{ "Why now" }<span class="muted small">{ format!(" step {step} of {}", shown.runs.tasks()) }</span></h3>
                <div aria-live={spoken} tabindex="0" role="group" aria-label="Why now">
                    if step == 0 {
                        <p>{ "Nothing is executed yet." }</p>
                    }
                    { for shown.runs.runs.iter().filter_map(|run| Some(html! { <p><b>{ run.name.clone() }</b>{ ": " }{ why(&run.recording, step as usize)? }</p> })) }
                </div>
            </section>
        </aside>
    }
}
