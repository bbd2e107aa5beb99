//! The view: the scenario's controls beside what came out of it.

use super::counters::counters;
use super::figures::{Figures, results, verdicts};
use super::form::form;
use crate::chart::Mode;
use crate::page::datacenter::Datacenter;
use crate::page::format;
use crate::page::inquiry::Phase;
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::web::playback::{stillness, transport};
use crate::web::status::{done, status, warnings};
use yew::prelude::*;

/// What the clock's time is.
const HINT: &str = "Seconds since the first submission. The buttons beside Play step to the next instant at which a task starts or ends.";

/// The view. `still` tells whether the system asks for less motion.
pub fn view(datacenter: &Datacenter, traces: &Traces, mode: Mode, still: bool, dispatch: &Callback<Action>) -> Html {
    let (inquiry, clock) = (&datacenter.bench.inquiry, &datacenter.clock);
    let answer = inquiry.answer.as_ref().map(|(_, shown)| shown);
    let figures = Figures::new(datacenter, mode, dispatch.reform(Action::Datacenter));
    html! {
        <main class="view datacenter">
            { form(datacenter, traces, mode, dispatch) }
            <section class="results-column" aria-label="Results">
                { status("datacenter-status", inquiry, whence(datacenter), datacenter.bench.drafts.first_fault()) }
                <div class={classes!("answer", inquiry.stale().then_some("stale"))} aria-busy={(inquiry.phase == Phase::Running).to_string()}>
                    { warnings(answer.map(|shown| &shown.report)) }
                    { verdicts(answer) }
                    { figures.grids() }
                    { figures.key() }
                    { transport(clock, &dispatch.reform(Action::Clock), HINT) }
                    { stillness(still, clock) }
                    { figures.queues() }
                    if let Some(shown) = answer {
                        { results(shown, mode) }
                    } else {
                        <div class="table-space" />
                    }
                    { figures.busy() }
                    if let Some(shown) = answer {
                        { counters(shown, mode) }
                    }
                </div>
            </section>
        </main>
    }
}

/// Where the numbers come from.
fn whence(datacenter: &Datacenter) -> String {
    let Some((_, shown)) = &datacenter.bench.inquiry.answer else { return String::new() };
    let tasks = shown.runs.runs.first().map_or(0, |run| run.timeline.jobs.iter().map(|job| u64::from(job.tasks)).sum());
    done(&shown.report, [format::counted(tasks, "task", "tasks"), format::counted(u64::from(shown.workers()), "worker", "workers")])
}
