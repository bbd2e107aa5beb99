//! The pictures and the words of the view: one run played under two policies, and below it what flows take under all.

use super::export::export;
use super::numbers::numbers;
use super::results::panes;
use super::side::side;
use crate::web::layout::picture_head;
use crate::web::panes::Panes;
use crate::web::playback::stillness;
use crate::web::played::{Figures, Pictured};
use crate::web::status::warnings;
use schedscope_state::format;
use schedscope_state::network::{Network, Replay};
use schedscope_state::stage::{Change, Stage as _};
use yew::prelude::*;

impl Pictured for Network {
    const HINT: &'static str = "Time in units of size ÷ capacity. The buttons beside Play step to the next instant at which a flow comes, goes, or changes its rate.";

    fn whence(shown: &Replay) -> String {
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

    fn answer(figures: &Figures<'_, Self>) -> Html {
        let (network, shown, mode) = (figures.played, figures.shown, figures.mode);
        let next = html! {
            if let (true, Some(finds)) = (shown.is_none_or(|shown| shown.is_exact()), Self::ABOUT.finds) {
                <button type="button" class="link" id="next" disabled={shown.is_none()} onclick={figures.change.reform(|_: MouseEvent| Change::Find)}>{ finds }</button>
            }
        };
        let files = shown.map(|shown| export(shown, network.sides(), figures.spotlights(), mode));
        html! {
            <>
                <div class="floor">
                    <div class="plan">
                        { picture_head("Flows on links", next, files.unwrap_or_default()) }
                        { figures.panels() }
                        { stillness(figures.still, &network.clock) }
                        { numbers(network, shown, mode) }
                    </div>
                    { side(network, shown.map(|shown| &**shown), mode) }
                </div>
                { warnings(shown.map(|shown| &shown.report)) }
                if let Some(shown) = shown {
                    <Panes name="network-pane" panes={panes(network, shown, mode, &figures.change)} />
                } else {
                    <div key="space" class="table-space" />
                }
            </>
        }
    }
}
