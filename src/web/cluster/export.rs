//! The runs that are shown, as a file.

use crate::web::canvas::Picture;
use crate::web::export::{Format, menu};
use crate::web::surface;
use gloo::utils::document;
use schedscope::cluster::{Bar, Ending};
use schedscope::csv::Csv;
use schedscope_chart::Mode;
use schedscope_state::cluster::{Cluster, Pane, Replay};
use schedscope_state::stage::Played;
use std::fmt::Display;
use std::rc::Rc;
use yew::prelude::*;

/// The menu.
pub fn export(cluster: &Played<Cluster>, shown: &Rc<Replay>, mode: Mode) -> Html {
    let picture = Picture::pane(shown, Pane::Runs(cluster.glance(shown, 0)));
    let (shown, report) = (shown.clone(), cluster.bench.behind.spread().map(|spread| spread.report.clone()));
    let make = Callback::from(move |format| match format {
        Format::Svg => surface::said(surface::svg(size(&shown), mode, |pen| picture.draw(pen))),
        Format::Png => surface::said(surface::png(size(&shown), mode, |pen| picture.draw(pen))),
        Format::Csv => Some(csv(&shown)),
        Format::Json => serde_json::to_string_pretty(report.as_ref().unwrap_or(&shown.report)).ok(),
    });
    menu("cluster-export", "cluster", &make)
}

/// The size at which all runs are on the page, below each other.
fn size(shown: &Replay) -> (u32, u32) {
    let canvas = document().query_selector("canvas[data-picture='run-0']").ok().flatten();
    let (width, height) = canvas.map_or((900, 300), |canvas| (canvas.client_width().max(1) as u32, canvas.client_height().max(1) as u32));
    (width, (height + 20) * shown.runs.runs.len().max(1) as u32)
}

/// Every stretch of time in which a task holds a slot.
fn csv(shown: &Replay) -> String {
    let mut csv = Csv::new(["policy", "job", "phase", "task", "machine", "slot", "from", "to", "sample", "resumed", "copy", "end"]);
    for run in &shown.runs.runs {
        let timeline = &run.timeline;
        for bar in &timeline.bars {
            let (id, phase) = (timeline.jobs.get(bar.job as usize).map_or(0, |job| job.id), ["map", "reduce"][bar.phase.index()]);
            let end = match bar.end {
                Ending::Completed => "completed",
                Ending::Suspended => "suspended",
                Ending::Killed => "killed",
                Ending::Lost => "lost",
                Ending::Failed => "failed",
                Ending::Overtaken => "overtaken",
            };
            let Bar { task, machine, slot, from, to, training, resumed, copy, .. } = bar;
            let cells: [&dyn Display; 12] = [&timeline.policy, &id, &phase, task, machine, slot, from, to, training, resumed, copy, &end];
            csv.line(cells);
        }
    }
    csv.text()
}
