//! The view: the scenario's controls beside its results.

use super::form::form;
use super::results::results;
use crate::chart::Mode;
use crate::page::inquiry::Phase;
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::page::world::World;
use crate::web::status::{done, status, warnings};
use yew::prelude::*;

/// The view.
pub fn view(world: &World, traces: &Traces, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (kind, inquiry) = (world.kind(), &world.inquiry);
    let change = dispatch.reform(move |change| Action::World(kind, change));
    let report = inquiry.answer.as_ref().map(|(_, report)| report);
    let said = report.map(|report| done(report, [])).unwrap_or_default();
    html! {
        <main class="view compare world">
            { form(world, traces, mode, &change, dispatch) }
            <section class="results-column" aria-label="Results">
                { status("world-status", inquiry, said, world.first_fault()) }
                <div class={classes!("answer", inquiry.stale().then_some("stale"))} aria-busy={(inquiry.phase == Phase::Running).to_string()}>
                    <div class="warnings">{ warnings(report.map(AsRef::as_ref)) }</div>
                    if let Some(report) = report {
                        { results(report, world.shown, mode, &change) }
                    } else {
                        <div class="gallery"><div class="picture-space">{ if inquiry.phase == Phase::Failed { "No results." } else { "Simulating …" } }</div></div>
                        <div class="table-space" />
                    }
                </div>
            </section>
        </main>
    }
}
