//! The pictures and numbers of the view as files.

use crate::web::export::{Format, menu};
use crate::web::surface;
use schedscope_chart::{self as chart, ChartError, Mode, Pen};
use schedscope_state::datacenter::{Pane, Replay};
use schedscope_state::stage::Panes as _;
use std::rc::Rc;
use yew::prelude::*;

/// Width and height of a panel in a file, at scale 1.
const PANEL: (u32, u32) = (560, 540);

/// The menu: the panels side by side as they are now, where the time of each job went, or the whole report.
pub fn export(shown: &Rc<Replay>, panels: Vec<Pane>, mode: Mode) -> Html {
    let shown = shown.clone();
    let make = Callback::from(move |format| {
        let size = (PANEL.0 * panels.len().max(1) as u32, PANEL.1);
        let draw = |pen: &Pen<'_>| all(pen, &shown, &panels);
        match format {
            Format::Svg => surface::said(surface::svg(size, mode, draw)),
            Format::Png => surface::said(surface::png(size, mode, draw)),
            Format::Csv => Some(shown.jobs_csv()),
            Format::Json => serde_json::to_string_pretty(&shown.report).ok(),
        }
    });
    menu("datacenter-export", "datacenter", &make)
}

fn all(pen: &Pen<'_>, shown: &Replay, panels: &[Pane]) -> Result<(), ChartError> {
    for (part, (pane, run)) in pen.split(1, panels.len().max(1)).iter().zip(panels.iter().zip(&shown.runs.runs)) {
        let below = chart::headed(part, &run.name, run.look)?;
        shown.draw(*pane, &below)?;
    }
    Ok(())
}
