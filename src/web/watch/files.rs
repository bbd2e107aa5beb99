//! What is on the screen, as files.

use crate::web::export::Format;
use crate::web::surface;
use schedscope::csv::Csv;
use schedscope::server::Timeline;
use schedscope_chart::{self as chart, Mode};
use schedscope_state::watch::Watch;
use serde::Serialize;
use std::rc::Rc;

/// Size of a picture for each policy.
const SIZE: (u32, u32) = (640, 460);

/// The same as `schedscope run --timeline` writes, without the series.
#[derive(Serialize)]
struct Timelines<'a> {
    schema: u32,
    policies: Vec<Watched<'a>>,
}

#[derive(Serialize)]
struct Watched<'a> {
    policy: &'static str,
    timeline: &'a Timeline,
}

/// The file of this format.
pub fn file(watch: &Watch, mode: Mode, format: Format) -> Option<String> {
    let timelines: Vec<&Timeline> = watch.timelines.iter().map(Rc::as_ref).collect();
    let columns = timelines.len().clamp(1, 2) as u32;
    let size = (SIZE.0 * columns, SIZE.1 * (timelines.len() as u32).div_ceil(columns));
    let frame = chart::TimelineFrame { playhead: watch.clock.playhead, ..watch.frame.clone() };
    match format {
        Format::Csv => {
            let mut csv = Csv::new(Timeline::TITLES);
            timelines.iter().for_each(|timeline| timeline.write(&mut csv));
            Some(csv.text())
        }
        Format::Json => {
            let policies = timelines.iter().map(|timeline| Watched { policy: timeline.policy.row().key, timeline });
            serde_json::to_string(&Timelines { schema: 1, policies: policies.collect() }).ok()
        }
        Format::Svg => surface::said(surface::svg(size, mode, |pen| chart::board(pen, &timelines, &frame))),
        Format::Png => surface::said(surface::png(size, mode, |pen| chart::board(pen, &timelines, &frame))),
    }
}
