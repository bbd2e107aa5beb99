//! The view: what came out over all replications, the first of these played, and below it who served.

use super::export::export;
use super::figures::Figures;
use super::form::{bar, policies};
use super::results::results;
use super::side::side;
use crate::layout::{Layout, headline, picture_head};
use crate::playback::{stillness, told_transport};
use crate::status::{status, warnings};
use schedscope_chart::Mode;
use schedscope_page::cdn::{Cdn, PRESETS};
use schedscope_page::format;
use schedscope_page::inquiry::Phase;
use schedscope_page::preset::Preset;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use yew::prelude::*;

/// What the clock's time is.
const HINT: &str = "Drawn requests begin on a Sunday at noon. The buttons beside Play step by the interval in which the run was recorded.";

/// The presets that are the source's week, whose outcomes stand beside those of the source.
const SOURCED: usize = 2;

/// The view. `still` tells whether the system asks for less motion.
pub fn view(cdn: &Cdn, traces: &Traces, mode: Mode, still: bool, dispatch: &Callback<Action>) -> Html {
    let (inquiry, clock) = (&cdn.world.inquiry, &cdn.clock);
    let answer = cdn.shown();
    let change = dispatch.reform(Action::Cdn);
    let figures = Figures::new(cdn, mode, change.clone());
    let status = status("cdn-status", inquiry, whence(cdn), cdn.world.first_fault());
    let sourced = Preset::of(&PRESETS[..SOURCED], &cdn.world.scenario).is_some();
    let files = answer.map(|shown| export(shown, figures.stands(), mode));
    let below = html! {
        <>
            <div class="warnings">{ warnings(answer.map(|shown| &shown.report)) }</div>
            <div class="floor">
                <div class="plan">
                    { picture_head("Who serves whom", Html::default(), files.unwrap_or_default()) }
                    { figures.panels() }
                    { stillness(still, clock) }
                    { figures.key() }
                </div>
                { side(cdn, answer.map(|shown| &**shown), figures.time()) }
            </div>
            { figures.servers() }
            { figures.lines() }
            if let Some(shown) = answer {
                { results(shown, sourced, mode) }
            } else {
                <div class="table-space" />
            }
        </>
    };
    let told = answer.map(|shown| shown.runs.told(clock.playhead)).unwrap_or_default();
    let [sentence, second] = cdn.headline();
    Layout {
        name: "cdn",
        headline: headline("headline", &sentence, crate::layout::bracketed(&second), status, None),
        bar: bar(cdn, traces, dispatch),
        policies: policies(cdn, mode, &change),
        answer: below,
        stale: inquiry.stale(),
        busy: inquiry.phase == Phase::Running,
        transport: told_transport(clock, &dispatch.reform(Action::Clock), HINT, &[told.clone(), told]),
    }
    .view()
}

/// Where the numbers come from.
fn whence(cdn: &Cdn) -> String {
    let Some(shown) = cdn.shown() else { return String::new() };
    let report = &shown.report;
    let runs = match report.scenario.replications {
        1 => "one run".to_owned(),
        runs => format!("{runs} replications, the first played"),
    };
    let requests = format::counted(report.workload.jobs, "request", "requests");
    let load = report.workload.load.map(|load| format!("load {} % of all servers", (100.0 * load).round()));
    [Some(requests), load, Some(format!("seed {}", report.scenario.seed)), Some(runs)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
