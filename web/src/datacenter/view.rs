//! The view: what came out over all runs, one of these played, and below it where time went.

use super::bar::{bar, policies};
use super::export::export;
use super::figures::{Figures, results};
use super::side::side;
use super::spent::spent;
use crate::layout::{Layout, picture_head};
use crate::playback::{stillness, transport};
use crate::spread::spread;
use crate::status::{done, status, warnings};
use schedscope_chart::Mode;
use schedscope_page::datacenter::{Change, Datacenter, Shown};
use schedscope_page::format;
use schedscope_page::inquiry::Phase;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use yew::prelude::*;

/// What the clock's time is.
const HINT: &str = "Seconds since the first submission. The buttons beside Play step to the next instant at which a task starts or ends, or a probe comes.";

/// The view. `still` tells whether the system asks for less motion.
pub fn view(datacenter: &Datacenter, traces: &Traces, mode: Mode, still: bool, dispatch: &Callback<Action>) -> Html {
    let (inquiry, clock) = (&datacenter.bench.inquiry, &datacenter.clock);
    let answer = inquiry.answer.as_ref().map(|(_, shown)| shown);
    let change = dispatch.reform(Action::Datacenter);
    let figures = Figures::new(datacenter, mode, change.clone());
    let status = status("datacenter-status", inquiry, whence(datacenter), datacenter.bench.drafts.first_fault());
    let next = html! {
        if answer.is_some_and(|shown| shown.has_rows()) {
            <button
                type="button" class="link" id="next-stuck" onclick={change.reform(|_: MouseEvent| Change::Stuck)}
                disabled={!answer.is_some_and(|shown| shown.has_stuck())}
            >{ "Next short task stuck behind a long one" }</button>
        }
    };
    let export = answer.map(|shown| export(shown, figures.scenes(), mode));
    let below = html! {
        <>
            { warnings(answer.map(|shown| &shown.report)) }
            <div class="floor">
                <div class="plan">
                    { picture_head("Workers and their queues", next, export.unwrap_or_default()) }
                    { figures.panels() }
                    { figures.key() }
                    { stillness(still, clock) }
                    { figures.queues() }
                </div>
                { side(datacenter, answer.map(|shown| &**shown), mode) }
            </div>
            if let Some(shown) = answer {
                { spent(datacenter, shown, mode, &change) }
                { results(datacenter, shown, mode) }
            } else {
                <div class="table-space" />
            }
            { figures.busy() }
        </>
    };
    Layout {
        name: "datacenter",
        headline: spread(&datacenter.bench.behind, &datacenter.headline(), status, mode, &change.reform(Change::Run)),
        bar: bar(datacenter, traces, dispatch),
        policies: policies(datacenter, mode, &change),
        answer: below,
        stale: inquiry.stale(),
        busy: inquiry.phase == Phase::Running,
        transport: transport(clock, &dispatch.reform(Action::Clock), HINT),
    }
    .view()
}

/// Where the numbers come from.
fn whence(datacenter: &Datacenter) -> String {
    let Some((_, shown)) = &datacenter.bench.inquiry.answer else { return String::new() };
    done(&shown.report, [tasks(shown), format::counted(u64::from(shown.workers()), "worker", "workers")])
}

fn tasks(shown: &Shown) -> String {
    let tasks = shown.runs.runs.first().map_or(0, |run| run.timeline.jobs.iter().map(|job| u64::from(job.tasks)).sum());
    format::counted(tasks, "task", "tasks")
}
