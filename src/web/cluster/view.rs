//! The view: the scenario's controls beside what came out of it.

use super::figures::Figures;
use super::form::form;
use super::state::Cluster;
use super::table::table;
use crate::chart::Mode;
use crate::web::format;
use crate::web::inquiry::Phase;
use crate::web::playback::transport;
use crate::web::state::Action;
use crate::web::status::status;
use crate::web::traces::Traces;
use yew::prelude::*;

/// What the clock's time is.
const HINT: &str = "Seconds. A step leads to the next instant at which a slot changes hands.";

/// The view.
pub fn view(cluster: &Cluster, traces: &Traces, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let inquiry = &cluster.bench.inquiry;
    let figures = Figures::new(cluster, mode);
    html! {
        <main class="view cluster">
            { form(cluster, traces, mode, dispatch) }
            <section class="results-column" aria-label="Results">
                { status("cluster-status", inquiry, whence(cluster), cluster.bench.drafts.first_fault()) }
                <div class={classes!("answer", inquiry.stale().then_some("stale"))} aria-busy={(inquiry.phase == Phase::Running).to_string()}>
                    { warnings(cluster) }
                    { figures.slots() }
                    { transport(&cluster.clock, &dispatch.reform(Action::Clock), HINT) }
                    { figures.load() }
                    if let Some((_, shown)) = &inquiry.answer {
                        { table(shown, mode) }
                    } else {
                        <div class="table-space" />
                    }
                    { figures.details() }
                </div>
            </section>
        </main>
    }
}

/// Where the numbers come from.
fn whence(cluster: &Cluster) -> String {
    let Some((_, shown)) = &cluster.bench.inquiry.answer else { return "Done".to_owned() };
    let workload = &shown.report.workload;
    let mut parts = vec![format::counted(workload.jobs, "job", "jobs")];
    if let Some(run) = shown.runs.runs.first() {
        let tasks: u64 = run.timeline.jobs.iter().flat_map(|job| job.tasks).map(u64::from).sum();
        let [maps, reduces] = run.timeline.slots;
        let machines = format::counted(u64::from(run.timeline.machines), "machine", "machines");
        parts.push(format::counted(tasks, "task", "tasks"));
        parts.push(format!("{machines} with {maps} + {reduces} slots"));
    }
    if let Some(load) = workload.load {
        parts.push(format!("load {}", format::short(load)));
    }
    parts.push(format!("seed {}", shown.report.scenario.seed));
    if shown.report.scenario.replications > 1 {
        parts.push(format!("{} replications (pictures: the first)", shown.report.scenario.replications));
    }
    format!("Done: {}", parts.join(" · "))
}

fn warnings(cluster: &Cluster) -> Html {
    let warnings = cluster.bench.inquiry.answer.iter().flat_map(|(_, shown)| &shown.report.warnings);
    html! { <>{ for warnings.map(|warning| html! { <p class="warning small">{ warning }</p> }) }</> }
}
