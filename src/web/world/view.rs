//! The view: what came out, the scenario in a short bar, the policies, and whatever figures the world has.

use super::form::{Fields, bar, jobs_file, policies};
use super::results::results;
use crate::chart::Mode;
use crate::page::inquiry::Phase;
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::page::world::{World, sentence};
use crate::web::layout::{Layout, headline};
use crate::web::status::{done, status, warnings};
use yew::prelude::*;

/// The view.
pub fn view(world: &World, traces: &Traces, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (kind, inquiry) = (world.kind(), &world.inquiry);
    let change = dispatch.reform(move |change| Action::World(kind, change));
    let report = inquiry.answer.as_ref().map(|(_, report)| report);
    let said = report.map(|report| done(report, [])).unwrap_or_default();
    let status = status("world-status", inquiry, said, world.first_fault());
    let answer = html! {
        <>
            <div class="warnings">{ warnings(report.map(AsRef::as_ref)) }</div>
            if let Some(report) = report {
                { results(report, world.shown, mode, &change) }
            } else {
                <div class="gallery"><div class="picture-space">{ if inquiry.phase == Phase::Failed { "No results." } else { "Simulating …" } }</div></div>
                <div class="table-space" />
            }
        </>
    };
    let sentence = report.and_then(|report| sentence(report)).unwrap_or_default();
    Layout {
        name: "world",
        headline: headline("headline", &sentence, kind.about().into(), status, None),
        bar: bar(world, "world", &Fields::default(), jobs_file(world, traces, &change, dispatch), &change),
        policies: policies(world, mode, &change),
        answer,
        stale: inquiry.stale(),
        busy: inquiry.phase == Phase::Running,
        transport: Html::default(),
    }
    .view()
}
