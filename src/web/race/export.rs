//! The pictures and numbers of the view as files.

use crate::web::export::{Format, menu};
use crate::web::surface;
use schedscope_chart::{self as chart, ChartError, Mode, Pen};
use schedscope_state::race::{Pane, Replay};
use schedscope_state::stage::Panes as _;
use std::rc::Rc;
use yew::prelude::*;

/// Width and height of a lane in a file, with its name, at scale 1.
const LANE: (u32, u32) = (760, 143);

/// The menu: the lanes as they are now, what became of each job, or the whole report.
pub fn export(shown: &Rc<Replay>, still: usize, lit: Option<u32>, mode: Mode) -> Html {
    let shown = shown.clone();
    let make = Callback::from(move |format| {
        let size = (LANE.0, LANE.1 * shown.runs.len().max(1) as u32);
        let draw = |pen: &Pen<'_>| all(pen, &shown, still, lit);
        match format {
            Format::Svg => surface::said(surface::svg(size, mode, draw)),
            Format::Png => surface::said(surface::png(size, mode, draw)),
            Format::Csv => Some(shown.jobs_csv()),
            Format::Json => serde_json::to_string_pretty(&shown.report).ok(),
        }
    });
    menu("race-export", "race", &make)
}

fn all(pen: &Pen<'_>, shown: &Replay, still: usize, lit: Option<u32>) -> Result<(), ChartError> {
    for (i, (part, run)) in pen.split(shown.runs.len().max(1), 1).iter().zip(&shown.runs).enumerate() {
        let below = chart::headed(part, &run.name, run.look)?;
        shown.draw(Pane::Lane(i, still, lit), &below)?;
    }
    Ok(())
}
