//! The view: policies, a short bar, what came out over all runs, one of these played, and below it the rest.

use super::export::export;
use super::figures::Figures;
use super::form::{bar, policies};
use super::side::side;
use super::table::table;
use crate::chart::Mode;
use crate::page::cluster::{Change, Cluster};
use crate::page::format;
use crate::page::inquiry::Phase;
use crate::page::spread::{Unit, replications};
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::web::playback::{stillness, transport};
use crate::web::spread::{Run, spread};
use crate::web::status::{done, status, warnings};
use yew::prelude::*;

/// What the clock's time is.
const HINT: &str = "Simulated seconds. The buttons beside Play step to the next instant at which a slot changes hands.";

/// The view.
pub fn view(cluster: &Cluster, traces: &Traces, mode: Mode, still: bool, dispatch: &Callback<Action>) -> Html {
    let inquiry = &cluster.bench.inquiry;
    let shown = inquiry.answer.as_ref().map(|(_, shown)| shown);
    let figures = Figures::new(cluster, mode, dispatch);
    html! {
        <main class="view cluster">
            { policies(cluster, mode, dispatch) }
            { bar(cluster, traces, dispatch) }
            <section class="results-column" aria-label="Results">
                { status("cluster-status", inquiry, whence(cluster), cluster.bench.drafts.first_fault()) }
                { result(cluster, mode, dispatch) }
                <div class={classes!("answer", inquiry.stale().then_some("stale"))} aria-busy={(inquiry.phase == Phase::Running).to_string()}>
                    { warnings(shown.map(|shown| &shown.report)) }
                    <div class="played">
                        <div class="runs-column">
                            { figures.runs() }
                            { transport(&cluster.clock, &dispatch.reform(Action::Clock), HINT) }
                            <div class="beside-transport">
                                { window(cluster, dispatch) }
                                { shown.map(|shown| export(cluster, shown, mode)) }
                            </div>
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
                </div>
            </section>
        </main>
    }
}

/// The headline over all runs.
fn result(cluster: &Cluster, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let bench = &cluster.bench;
    let shown = bench.inquiry.answer.as_ref().map(|(_, shown)| shown);
    let names: Vec<String> = shown.iter().flat_map(|shown| &shown.runs.runs).map(|run| run.name.clone()).collect();
    let ratios: Vec<f64> =
        shown.iter().flat_map(|shown| (1..names.len()).filter_map(|which| shown.report.versus(which, 0).ratio)).collect();
    let run = Run { names: &names, ratios: &ratios, unit: Unit::All, total: replications(&bench.scenario) };
    spread(&bench.behind, &run, mode, &dispatch.reform(|run| Action::Cluster(Change::Run(run))))
}

/// Where the last job goes on long after the others: whether all of it is shown.
fn window(cluster: &Cluster, dispatch: &Callback<Action>) -> Html {
    let Some((_, shown)) = &cluster.bench.inquiry.answer else { return Html::default() };
    let Some(story) = shown.story() else { return Html::default() };
    let choose = |whole: bool| dispatch.reform(move |_: MouseEvent| Action::Cluster(Change::Whole(whole)));
    html! {
        <div class="window" role="group" aria-label="Time that is shown">
            <button type="button" class="quiet small" id="window-story" aria-pressed={(!cluster.whole).to_string()} onclick={choose(false)}>
                { format!("First {story:.0} s") }
            </button>
            <button type="button" class="quiet small" id="window-whole" aria-pressed={cluster.whole.to_string()} onclick={choose(true)}>
                { format!("All {:.0} s", shown.runs.end) }
            </button>
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
