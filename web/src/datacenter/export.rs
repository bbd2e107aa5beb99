//! The pictures and numbers of the view as files.

use crate::canvas::{Picture, paint};
use crate::export::{Format, menu};
use crate::surface::{self, Area};
use schedscope_chart::{self as chart, ChartError, Mode, Theme};
use schedscope_page::datacenter::{Datacenter, Scene, Shown};
use std::rc::Rc;
use yew::prelude::*;

/// Width and height of a panel in a file, at scale 1.
const PANEL: (u32, u32) = (560, 540);

/// The menu: the panels side by side as they are now, where the time of each job went, or the whole report.
pub fn export(shown: &Rc<Shown>, panels: Vec<Scene>, mode: Mode) -> Html {
    let shown = shown.clone();
    let make = Callback::from(move |format| {
        let size = (PANEL.0 * panels.len().max(1) as u32, PANEL.1);
        let draw = |area: &Area, scale: f64| all(area, &shown, &panels, mode, scale);
        match format {
            Format::Svg => surface::said(surface::svg(size, draw)),
            Format::Png => surface::said(surface::png(size, draw)),
            Format::Csv => Some(shown.jobs_csv()),
            Format::Json => serde_json::to_string_pretty(&shown.report).ok(),
        }
    });
    menu("datacenter-export", "datacenter", &make)
}

fn all(area: &Area, shown: &Rc<Shown>, panels: &[Scene], mode: Mode, scale: f64) -> Result<(), ChartError> {
    for (part, (scene, run)) in area.split_evenly((1, panels.len().max(1))).iter().zip(panels.iter().zip(&shown.runs.runs)) {
        let below = chart::headed(part, Theme::of(mode), scale, &run.name, run.look)?;
        paint(&below, &Picture::drawn::<Datacenter>(shown, *scene), mode, scale)?;
    }
    Ok(())
}
