//! Maps and loads side by side as they are now, and their numbers, as files.

use crate::canvas::{Picture, paint};
use crate::export::{Format, menu};
use crate::surface::{self, Area};
use schedscope_chart::{self as chart, ChartError, Mode, Stand, Theme};
use schedscope_page::cdn::{Cdn, Scene, Shown};
use std::rc::Rc;
use yew::prelude::*;

/// Width of a panel in a file, and heights of its map and of its loads, at scale 1.
const PANEL: (u32, u32, u32) = (560, 520, 300);

/// The menu: the panels of these runs, the loads of all servers, or the whole report.
pub fn export(shown: &Rc<Shown>, stands: Vec<Stand>, mode: Mode) -> Html {
    let shown = shown.clone();
    let make = Callback::from(move |format| {
        let (width, map, loads) = PANEL;
        let size = (width * stands.len().max(1) as u32, map + loads);
        let draw = |area: &Area, scale: f64| all(area, &shown, &stands, mode, scale);
        match format {
            Format::Svg => surface::said(surface::svg(size, draw)),
            Format::Png => surface::said(surface::png(size, draw)),
            Format::Csv => Some(shown.loads_csv()),
            Format::Json => serde_json::to_string_pretty(&shown.report).ok(),
        }
    });
    menu("cdn-export", "cdn", &make)
}

fn all(area: &Area, shown: &Rc<Shown>, stands: &[Stand], mode: Mode, scale: f64) -> Result<(), ChartError> {
    for (part, stand) in area.split_evenly((1, stands.len().max(1))).iter().zip(stands) {
        let Some(run) = shown.runs.runs.get(stand.run) else { continue };
        let below = chart::headed(part, Theme::of(mode), scale, &run.name, run.look)?;
        let (map, loads) = below.split_vertically((f64::from(PANEL.1) * scale).round() as i32);
        paint(&map, &Picture::drawn::<Cdn>(shown, Scene::Map(*stand)), mode, scale)?;
        paint(&loads, &Picture::drawn::<Cdn>(shown, Scene::Loads(*stand)), mode, scale)?;
    }
    Ok(())
}
