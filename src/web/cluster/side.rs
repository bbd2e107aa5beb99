//! What is said beside the pictures: of the job that is lit, of what each policy has just done and why, and how the pictures are read.

use super::key::key;
use crate::chart::Mode;
use crate::page::cluster::{Change, Cluster, Shown};
use crate::page::format;
use crate::page::state::Action;
use crate::pictures::cluster::{ClusterRun, class_word};
use schedscope_engine::cluster::why;
use yew::prelude::*;

/// The column.
pub fn side(cluster: &Cluster, shown: Option<&Shown>, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let Some(shown) = shown else { return html! { <aside class="side" aria-label="What happens" /> } };
    let time = cluster.clock.playhead;
    let spoken = if cluster.clock.playing { "off" } else { "polite" };
    html! {
        <aside class="side" aria-label="What happens">
            { lit(cluster, shown, dispatch) }
            <section class="why-now" aria-label="Why now">
                <h3>{ "Why now" }<span class="muted small">{ format!(" t = {:.0} s", time) }</span></h3>
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
fn lit(cluster: &Cluster, shown: &Shown, dispatch: &Callback<Action>) -> Html {
    let lit = cluster.lit(shown);
    let step = |by: i32, id: &'static str, words: &'static str, sign: &'static str| {
        let onclick = dispatch.reform(move |_: MouseEvent| Action::Cluster(Change::Move(by)));
        html! { <button type="button" class="quiet icon" {id} aria-label={words} title={words} {onclick}>{ sign }</button> }
    };
    let rows = lit
        .iter()
        .flat_map(|id| shown.runs.runs.iter().enumerate().filter_map(|(which, run)| Some((run, shown.runs.position(which, *id)?))));
    let row = |(run, position): (&ClusterRun, usize)| {
        let job = run.timeline.jobs[position];
        let bars = || run.timeline.bars.iter().filter(|bar| bar.job as usize == position);
        let first = bars().map(|bar| bar.from).fold(f64::INFINITY, f64::min) - job.arrival;
        let sojourn = job.completion - job.arrival;
        let held = bars().map(|bar| bar.to - bar.from).sum::<f64>() / sojourn;
        html! {
            <tr>
                <th scope="row">{ &run.name }</th>
                <td>{ format!("{first:.0} s") }</td><td>{ format!("{held:.1}") }</td><td><b>{ format!("{sojourn:.0} s") }</b></td>
            </tr>
        }
    };
    html! {
        <section class="lit" aria-label="The job that is lit">
            <h3>
                if let Some(id) = lit {
                    <mark id="lit">{ format!("J{id}") }</mark><span>{ " lit in all" }</span>
                } else {
                    <span>{ "No job is lit" }</span>
                }
                { step(-1, "lit-before", "Previous job (↑)", "↑") }{ step(1, "lit-after", "Next job (↓)", "↓") }
            </h3>
            <p class="about" aria-live="polite">{ lit.map_or_else(|| "Click a job, a task or a name.".to_owned(), |id| about(shown, id)) }</p>
            <table>
                <thead><tr><td />
                    <th scope="col" title="Seconds from its arrival to its first slot">{ "first slot" }</th>
                    <th scope="col" title="Mean number of slots that it holds while it is in the system">{ "slots held" }</th>
                    <th scope="col" title="From arrival to completion">{ "sojourn" }</th>
                </tr></thead>
                <tbody>{ for rows.map(row) }</tbody>
            </table>
        </section>
    }
}

/// What a job is.
fn about(shown: &Shown, id: u64) -> String {
    let Some(run) = shown.runs.runs.first() else { return String::new() };
    let Some(job) = shown.runs.position(0, id).map(|position| run.timeline.jobs[position]) else { return String::new() };
    let size = match job.bin.map_or("", class_word) {
        "" => String::new(),
        word => word[..1].to_uppercase() + &word[1..] + ": ",
    };
    let [maps, reduces] = [("map", "maps"), ("reduce", "reduces")].map(|words| words);
    let counts = format!(
        "{}, {}",
        format::counted(u64::from(job.tasks[0]), maps.0, maps.1),
        format::counted(u64::from(job.tasks[1]), reduces.0, reduces.1)
    );
    let production = if job.production { " A production job." } else { "" };
    let chain = job.chain.map_or_else(String::new, |leader| {
        run.timeline.jobs.get(leader as usize).map_or_else(String::new, |leader| format!(" In the chain of J{}.", leader.id))
    });
    format!("{size}{counts}. Arrives at {:.0} s.{production}{chain}", job.arrival)
}
