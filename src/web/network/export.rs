//! The pictures and numbers of the view as files.

use crate::web::export::{Format, menu};
use crate::web::surface;
use schedscope_chart::{self as chart, ChartError, Mode, Pen, Spotlight};
use schedscope_state::network::{Pane, Replay};
use schedscope_state::stage::Panes as _;
use std::rc::Rc;
use yew::prelude::*;

/// Width and height of a policy's pictures in a file, at scale 1, and how high the upper one is.
const PANEL: (u32, u32) = (600, 560);
const UPPER: f64 = 340.0;

/// The menu: the pictures side by side as they are now, the flows of the run, or the whole report.
pub fn export(shown: &Rc<Replay>, sides: Vec<usize>, spotlights: Vec<Spotlight>, mode: Mode) -> Html {
    let shown = shown.clone();
    let make = Callback::from(move |format| {
        let size = (PANEL.0 * sides.len().max(1) as u32, PANEL.1);
        let draw = |pen: &Pen<'_>| all(pen, &shown, &sides, &spotlights);
        match format {
            Format::Svg => surface::said(surface::svg(size, mode, draw)),
            Format::Png => surface::said(surface::png(size, mode, draw)),
            Format::Csv => Some(shown.flows_csv()),
            Format::Json => serde_json::to_string_pretty(&shown.report).ok(),
        }
    });
    menu("network-export", "network", &make)
}

fn all(pen: &Pen<'_>, shown: &Replay, sides: &[usize], spotlights: &[Spotlight]) -> Result<(), ChartError> {
    for ((part, side), spotlight) in pen.split(1, sides.len().max(1)).iter().zip(sides).zip(spotlights) {
        let Some(run) = shown.runs.runs.get(*side) else { continue };
        let below = chart::headed(part, &run.name, run.look)?;
        let (upper, lower) = below.split_down(UPPER);
        let panes =
            [Pane::Network(*spotlight), if shown.runs.in_rows() { Pane::Rows(*spotlight) } else { Pane::Count(*side, spotlight.time) }];
        for (pen, pane) in [upper, lower].iter().zip(panes) {
            shown.draw(pane, pen)?;
        }
    }
    Ok(())
}
