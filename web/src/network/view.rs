//! The view: what came out, the first replication played under two policies, and below it what flows take under all.

use super::bar::bar;
use super::export::export;
use super::figures::Figures;
use super::numbers::numbers;
use super::results::results;
use super::side::side;
use crate::layout::{Layout, bracketed, headline, picture_head};
use crate::playback::{stillness, transport};
use crate::status::{status, warnings};
use crate::world::policies;
use schedscope_chart::Mode;
use schedscope_page::format;
use schedscope_page::inquiry::Phase;
use schedscope_page::network::{Change, Network, Shown};
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use yew::prelude::*;

/// What the clock's time is.
const HINT: &str =
    "Time in units of size ÷ capacity. The buttons beside Play step to the next instant at which a flow comes, goes, or changes its rate.";

/// The view. `still` tells whether the system asks for less motion.
pub fn view(network: &Network, traces: &Traces, mode: Mode, still: bool, dispatch: &Callback<Action>) -> Html {
    let (inquiry, clock) = (&network.world.inquiry, &network.clock);
    let answer = network.shown();
    let change = dispatch.reform(Action::Network);
    let figures = Figures::new(network, answer.as_ref(), mode, change.clone());
    let [sentence, below] = network.headline();
    let said = answer.as_ref().map(|shown| whence(shown)).unwrap_or_default();
    let status = status("network-status", inquiry, said, network.world.first_fault());
    let exact = answer.as_ref().is_some_and(|shown| shown.is_exact());
    let next = html! {
        if exact {
            <button type="button" class="link" id="next-wait" onclick={change.reform(|_: MouseEvent| Change::Wait)}>{ "Next flow that has to wait" }</button>
        }
    };
    let files = answer.as_ref().map(|shown| export(shown, figures.sides(), figures.spotlights(), mode));
    let answered = html! {
        <>
            <div class="warnings">{ warnings(answer.as_ref().map(|shown| &shown.report)) }</div>
            <div class="floor">
                <div class="plan">
                    { picture_head("Flows on links", next, files.unwrap_or_default()) }
                    { figures.panels() }
                    { stillness(still, clock) }
                    { numbers(network, answer.as_ref(), mode) }
                </div>
                { side(network, answer.as_deref(), mode) }
            </div>
            if let Some(shown) = &answer {
                { results(network, shown, mode, &change) }
            } else {
                <div class="table-space" />
            }
        </>
    };
    Layout {
        name: "network",
        headline: headline("headline", &sentence, bracketed(&below), status, None),
        bar: bar(network, traces, dispatch),
        policies: policies(&network.world, mode, &dispatch.reform(|change| Action::Network(Change::World(change)))),
        answer: answered,
        stale: inquiry.stale(),
        busy: inquiry.phase == Phase::Running,
        transport: transport(clock, &dispatch.reform(Action::Clock), HINT),
    }
    .view()
}

/// Where the numbers come from.
fn whence(shown: &Shown) -> String {
    let report = &shown.report;
    let mut parts = vec![format::counted(report.workload.jobs, "flow", "flows")];
    if let Some(run) = shown.runs.runs.first() {
        parts.push(format::counted(u64::from(run.timeline.hosts), "host", "hosts"));
        parts.push(format::counted(run.timeline.links.len() as u64, "link", "links"));
    }
    parts.extend(report.workload.load.map(|load| format!("load {}", format::short(load))));
    parts.push(format!("seed {}", report.scenario.seed));
    if report.scenario.replications > 1 {
        parts.push(format!("{} replications", report.scenario.replications));
    }
    parts.join(" · ")
}
