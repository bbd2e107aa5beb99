//! What is said beside the pictures: of the job that is lit, of what each policy has just done and why, and how the pictures are read.

use super::key::key;
use super::run::gets;
use schedscope::cluster::why;
use schedscope_chart::Mode;
use schedscope_state::cluster::{Cluster, Replay, words};
use schedscope_state::stage::{Change, Played};
use yew::prelude::*;

/// The column.
pub fn side(cluster: &Played<Cluster>, shown: Option<&Replay>, mode: Mode, change: &Callback<Change<Cluster>>) -> Html {
    let Some(shown) = shown else { return html! { <aside class="side" aria-label="What happens" /> } };
    let time = cluster.clock.told();
    let spoken = if cluster.clock.playing { "off" } else { "polite" };
    html! {
        <aside class="side" aria-label="What happens">
            { lit(cluster, shown, change) }
            <section class="why-now" aria-label="Why now">
                <h3>{ "Why now" }<span class="muted small">{ format!(" t = {} s", cluster.clock.written()) }</span></h3>
                <div aria-live={spoken} tabindex="0" role="group" aria-label="Why now">
                    { for shown.runs.runs.iter().map(|run| html! { <p><b>{ &run.name }</b>{ ": " }{ why(&run.timeline, time) }</p> }) }
                </div>
            </section>
            <section aria-label="Reading it">
                <h3>{ "Reading it" }</h3>
                { key(shown, mode) }
            </section>
        </aside>
    }
}

/// The job that is lit, under each policy.
fn lit(cluster: &Played<Cluster>, shown: &Replay, change: &Callback<Change<Cluster>>) -> Html {
    let lit = cluster.selected;
    let step = |by: i64, id: &'static str, words: &'static str, sign: &'static str| {
        let onclick = change.reform(move |_: MouseEvent| Change::Step(by));
        html! { <button type="button" class="quiet icon" {id} aria-label={words} title={words} {onclick}>{ sign }</button> }
    };
    html! {
        <section class="lit" aria-label="The highlighted job">
            <h3>
                if let Some(id) = lit {
                    <mark id="lit">{ format!("J{id}") }</mark><span>{ " lit in all" }</span>
                } else {
                    <span>{ "No job is highlighted" }</span>
                }
                { step(-1, "lit-before", "Previous job (↑)", "↑") }{ step(1, "lit-after", "Next job (↓)", "↓") }
            </h3>
            <p class="about" aria-live="polite">{ lit.map_or_else(|| "Click a job, a task or a name.".to_owned(), |id| words::about(shown, id)) }</p>
            { lit.map(|id| gets(shown, id)) }
        </section>
    }
}
