//! Maps and loads side by side as they are now, and their numbers, as files.

use crate::web::export::{Format, menu};
use crate::web::surface;
use schedscope_chart::{self as chart, ChartError, Mode, Pen, Stand};
use schedscope_state::cdn::{Pane, Replay};
use schedscope_state::stage::Panes as _;
use std::rc::Rc;
use yew::prelude::*;

/// Width of a panel in a file, and heights of its map and of its loads, at scale 1.
const PANEL: (u32, u32, u32) = (560, 520, 300);

/// The menu: the panels of these runs, the loads of all servers, or the whole report.
pub fn export(shown: &Rc<Replay>, stands: Vec<Stand>, mode: Mode) -> Html {
    let shown = shown.clone();
    let make = Callback::from(move |format| {
        let (width, map, loads) = PANEL;
        let size = (width * stands.len().max(1) as u32, map + loads);
        let draw = |pen: &Pen<'_>| all(pen, &shown, &stands);
        match format {
            Format::Svg => surface::said(surface::svg(size, mode, draw)),
            Format::Png => surface::said(surface::png(size, mode, draw)),
            Format::Csv => Some(shown.loads_csv()),
            Format::Json => serde_json::to_string_pretty(&shown.report).ok(),
        }
    });
    menu("cdn-export", "cdn", &make)
}

fn all(pen: &Pen<'_>, shown: &Replay, stands: &[Stand]) -> Result<(), ChartError> {
    for (part, stand) in pen.split(1, stands.len().max(1)).iter().zip(stands) {
        let Some(run) = shown.runs.runs.get(stand.run) else { continue };
        let below = chart::headed(part, &run.name, run.look)?;
        let (map, loads) = below.split_down(f64::from(PANEL.1));
        shown.draw(Pane::Map(*stand), &map)?;
        shown.draw(Pane::Loads(*stand), &loads)?;
    }
    Ok(())
}
