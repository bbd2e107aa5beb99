//! The pictures and the words of the view: one run played, and below it who served.

use super::export::export;
use super::results::{numbers, served};
use super::side::side;
use crate::web::layout::picture_head;
use crate::web::panes::{Pane, Panes};
use crate::web::playback::stillness;
use crate::web::played::{Figures, Pictured};
use crate::web::status::warnings;
use schedscope_state::cdn::{Cdn, Replay};
use schedscope_state::format;
use schedscope_state::preset::Preset;
use schedscope_state::stage::{Played, Stage as _};
use std::rc::Rc;
use yew::prelude::*;

/// The presets that are the source's week, whose outcomes stand beside those of the source.
const SOURCED: usize = 2;

impl Pictured for Cdn {
    const HINT: &'static str =
        "Drawn requests begin on a Sunday at noon. The buttons beside Play step by the interval in which the run was recorded.";

    fn whence(shown: &Replay) -> String {
        let report = &shown.report;
        let runs = match report.scenario.replications {
            1 => "one run".to_owned(),
            runs => format!("{runs} replications, the first played"),
        };
        let requests = format::counted(report.workload.jobs, "request", "requests");
        let load = report.workload.load.map(|load| format!("load {} % of all servers", (100.0 * load).round()));
        [Some(requests), load, Some(format!("seed {}", report.scenario.seed)), Some(runs)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" · ")
    }

    fn answer(figures: &Figures<'_, Self>) -> Html {
        let (cdn, shown, mode) = (figures.played, figures.shown, figures.mode);
        let sourced = Preset::of(&Self::ABOUT.presets[..SOURCED], &cdn.bench.scenario).is_some();
        let files = shown.map(|shown| export(shown, figures.stands(), mode));
        html! {
            <>
                <div class="floor">
                    <div class="plan">
                        { picture_head("Who serves whom", Html::default(), files.unwrap_or_default()) }
                        { figures.panels() }
                        { stillness(figures.still, &cdn.clock) }
                        { figures.key() }
                    </div>
                    { side(cdn, shown.map(|shown| &**shown), figures.time()) }
                </div>
                { warnings(shown.map(|shown| &shown.report)) }
                { figures.servers() }
                if let Some(shown) = shown {
                    <Panes name="cdn-pane" panes={panes(figures, shown, sourced)} />
                } else {
                    <div key="space" class="table-space" />
                }
            </>
        }
    }

    fn time(played: &Played<Self>) -> Option<String> {
        Some(played.shown().map(|shown| shown.runs.told(played.clock.told())).unwrap_or_default())
    }
}

/// What else there is to see.
fn panes(figures: &Figures<'_, Cdn>, shown: &Rc<Replay>, sourced: bool) -> Vec<Pane> {
    vec![
        Pane { key: "numbers", title: "Numbers", view: numbers(shown, sourced, figures.mode) },
        Pane { key: "lines", title: "Queue, waits and cost", view: figures.lines() },
        Pane { key: "served", title: "Who serves the requests", view: served(shown, figures.mode) },
    ]
}
