//! The pictures and the words of the view: one run played, and below it where time went.

use super::export::export;
use super::figures::{completions, results};
use super::side::side;
use super::spent::spent;
use crate::web::layout::picture_head;
use crate::web::panes::{Pane, Panes};
use crate::web::playback::stillness;
use crate::web::played::{Figures, Pictured};
use crate::web::status::{done, warnings};
use schedscope_state::datacenter::{Datacenter, Replay};
use schedscope_state::format;
use schedscope_state::stage::{Change, Stage as _};
use std::rc::Rc;
use yew::prelude::*;

impl Pictured for Datacenter {
    const HINT: &'static str = "Seconds since the first submission. The buttons beside Play step to the next instant at which a task starts or ends, or a probe comes.";

    fn whence(shown: &Replay) -> String {
        done(&shown.report, [tasks(shown), format::counted(u64::from(shown.workers()), "worker", "workers")])
    }

    fn answer(figures: &Figures<'_, Self>) -> Html {
        let (datacenter, shown, mode) = (figures.played, figures.shown, figures.mode);
        let next = html! {
            if let (true, Some(finds)) = (shown.is_none_or(|shown| shown.has_rows()), Self::ABOUT.finds) {
                <button
                    type="button" class="link" id="next" onclick={figures.change.reform(|_: MouseEvent| Change::Find)}
                    disabled={!shown.is_some_and(|shown| shown.has_stuck())}
                >{ finds }</button>
            }
        };
        let export = shown.map(|shown| export(shown, figures.panes(), mode));
        html! {
            <>
                <div class="floor">
                    <div class="plan">
                        { picture_head("Workers and their queues", next, export.unwrap_or_default()) }
                        { figures.panels() }
                        { figures.key() }
                        { stillness(figures.still, &datacenter.clock) }
                        { figures.queues() }
                    </div>
                    { side(datacenter, shown.map(|shown| &**shown), mode) }
                </div>
                { warnings(shown.map(|shown| &shown.report)) }
                if let Some(shown) = shown {
                    <Panes name="datacenter-pane" panes={panes(figures, shown)} />
                } else {
                    <div key="space" class="table-space" />
                }
            </>
        }
    }
}

/// What else there is to see.
fn panes(figures: &Figures<'_, Datacenter>, shown: &Rc<Replay>) -> Vec<Pane> {
    let (datacenter, mode) = (figures.played, figures.mode);
    vec![
        Pane { key: "numbers", title: "Numbers", view: results(datacenter, shown, mode) },
        Pane { key: "spent", title: "Where the time went", view: spent(datacenter, shown, mode, &figures.change) },
        Pane { key: "completion", title: "Short and long jobs", view: completions(datacenter, shown, mode) },
        Pane { key: "busy", title: "Busy workers", view: figures.busy() },
    ]
}

fn tasks(shown: &Replay) -> String {
    let tasks = shown.runs.runs.first().map_or(0, |run| run.timeline.jobs.iter().map(|job| u64::from(job.tasks)).sum());
    format::counted(tasks, "task", "tasks")
}
