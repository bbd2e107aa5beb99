//! The view: at the left who is present, at the right what became of those who have left, and below both the whole run.

use super::curves::curves;
use super::export::export;
use super::lanes::{key, lanes};
use crate::web::canvas::Canvas;
use crate::web::layout::picture_head;
use crate::web::playback::stillness;
use crate::web::played::{Figures, Pictured};
use crate::web::status::{done, warnings};
use schedscope_core::experiment::Scenario;
use schedscope_state::format;
use schedscope_state::race::{Pane, Race, Replay, drawn_anew};
use schedscope_state::spread::replications;
use schedscope_state::stage::{Bench, Change, Stage as _};
use yew::prelude::*;

impl Pictured for Race {
    const HINT: &'static str = "Simulated time, in the unit of sizes. The buttons beside Play go on by a thousandth of the run, or a hundredth where your system is set to reduced motion. The curves are the numbers of jobs in the system, on an axis of logarithms.";

    fn whence(shown: &Replay) -> String {
        done(&shown.report, [])
    }

    fn answer(figures: &Figures<'_, Self>) -> Html {
        let (race, shown) = (figures.played, figures.shown);
        let next = html! {
            <>
                if let Some(finds) = Self::ABOUT.finds {
                    <button
                        type="button" class="link" id="next" title="To where a late job begins to hold back 15 others or more (N)"
                        onclick={figures.change.reform(|_: MouseEvent| Change::Find)} disabled={!shown.is_some_and(|shown| shown.blocks())}
                    >{ finds }</button>
                }
                if let Some(query) = shown.and_then(|shown| shown.in_lanes()) {
                    <a id="in-lanes" href={format!("#watch?{query}")}>{ "So few: a lane for each job →" }</a>
                }
            </>
        };
        let export = shown.map(|shown| export(shown, race.still(), race.lit_now(), figures.mode));
        html! {
            <>
                <div class="race-board">
                    <div class="race-here">
                        { picture_head("Who is here now", next, export.unwrap_or_default()) }
                        { lanes(figures) }
                        { key(figures.mode) }
                        { stillness(figures.still, &race.clock) }
                    </div>
                    { curves(figures) }
                </div>
                { warnings(shown.map(|shown| &shown.report)) }
            </>
        }
    }

    fn history(figures: &Figures<'_, Self>) -> Option<(Html, [String; 2])> {
        let (race, shown) = (figures.played, figures.shown?);
        let told = race.told();
        let time = format::readable(format::rounded(shown.time(told), 5));
        let arrived = format::whole(shown.arrived(told) as u64);
        let all = format::whole(shown.report.workload.jobs);
        let label = "Jobs in the system over the whole run, a curve for each policy, on an axis of logarithms";
        let picture = html! { <Canvas name="history" mode={figures.mode} picture={Figures::<Self>::picture(shown, Pane::History(race.still()))} {label} /> };
        Some((picture, [format!("t = {time}"), format!("t = {time}, {arrived} of {all} jobs have come")]))
    }

    /// Jobs of an example, jobs that are drawn, or, by the button beside them, those of a file.
    fn source(bench: &Bench<Replay>, change: &Callback<Change<Self>>) -> Html {
        let drawn = bench.scenario.file().is_none();
        html! {
            <div class="segments sources" role="group" aria-label="Where the jobs come from">
                <a class="segment" id="source-example" href="#watch" title="A few jobs that show one thing, a lane for each"><span>{ "Example" }</span></a>
                <button
                    type="button" class="segment" id="source-drawn" aria-pressed={drawn.to_string()} title="Jobs that are drawn at random"
                    onclick={change.reform(|_: MouseEvent| Change::Unload)} disabled={drawn}
                ><span>{ "Random jobs" }</span></button>
            </div>
        }
    }

    fn beside(bench: &Bench<Replay>, change: &Callback<Change<Self>>) -> Html {
        let scenario = &bench.scenario;
        let (seed, anew) = (scenario.seed, drawn_anew(scenario));
        let many = Scenario { replications: replications(scenario), ..scenario.clone() }.to_query();
        html! {
            <>
                <button type="button" class="quiet button" id="die" title="Another draw: the same settings with other random numbers" onclick={change.reform(move |_: MouseEvent| anew.clone())}>
                    <svg class="symbol-icon" viewBox="0 0 17 17" aria-hidden="true">
                        <rect x="1" y="1" width="15" height="15" rx="3" fill="none" stroke="currentColor" stroke-width="1.5" />
                        <circle cx="5" cy="5" r="1.5" fill="currentColor" /><circle cx="12" cy="12" r="1.5" fill="currentColor" /><circle cx="8.5" cy="8.5" r="1.5" fill="currentColor" />
                    </svg>
                    { format!("draw\u{a0}{seed}") }
                </button>
                <a class="quiet button" id="many-draws" href={format!("#compare?{many}")} title="The same scenario in Compare: means and intervals over many draws">{ "Many\u{a0}draws\u{a0}→" }</a>
            </>
        }
    }
}
