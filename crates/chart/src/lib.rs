//! A [`Picture`](schedscope_core::plot::Picture) is drawn with a [`Pen`] upon any [`Ink`]: the page's canvas and the command line's
//! SVG and PNG are drawn by the same code.
//!
//! * [`picture`]: whatever is plain data: lines with bands, bars, boxes, heat maps, estimates, spans. It knows no world.
//! * [`card()`]: a picture with a sentence above it and where it is from below.
//! * `custom/`: those that draw for themselves: [`timeline`], what one policy does with a few jobs, for *Watch* (in [layers](Layer), of which only the last is drawn in each frame), and [`board`],
//!   several of these; [`cluster_run`], jobs and slots of a cluster; [`worker_rows`], [`worker_grid`], [`worker_queue`] and
//!   [`time_spent`] of a datacenter; [`order_graph`], [`order_strip`] and [`order_search`] of tasks in an order; [`network`]
//!   and [`flow_rows`] of flows on links; [`race_lane`] and [`race_history`] of many jobs of a server; [`cdn_map`], [`cdn_loads`] and [`cdn_served`] of a distributed CDN.
//! * [`Theme`]: the colours, for pictures and for the page around them.
//!
//! All lengths are pixels times a `scale`: 1 on paper, the device-pixel ratio on a canvas. Plotters writes the files. Layout is done
//! here, because the charts of plotters measure text through the document, which a picture drawn in each animation frame cannot afford, and its dashes do
//! not survive a step function of two thousand points.

mod axes;
mod bars;
mod card;
mod custom;
mod dash;
mod estimates;
mod forest;
mod heat;
mod ink;
mod labels;
mod legend;
mod lines;
mod marker;
mod multiples;
mod panel;
mod pen;
mod picture;
mod spans;
mod texture;
mod theme;
mod ticks;

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(all(test, not(target_family = "wasm")))]
mod tests;

pub use card::{Card, card};
pub use custom::{
    Curves, Glance, Lane, Layer, Layout, MOST_BANDS, OrderGlance, Place, RaceLane, RaceLine, Spotlight, Stand, TaskState, TimelineContents,
    TimelineFrame, VirtualContents, VirtualFrame, VirtualLayout, believed, board, cdn_at, cdn_loads, cdn_map, cdn_served, cdn_week,
    cluster_playhead, cluster_run, cluster_runs, flow_playhead, flow_playhead_at, flow_row_at, flow_rows, flow_rows_still, headed, job_at,
    lit_at, network, network_at, order_graph, order_search, order_strip, order_strips, playhead_at, race_history, race_job_at, race_lane,
    spent_at, step_at, steps_across, task_in_graph, time_at, time_spent, timeline, timeline_layer, timeline_now, timeline_titles,
    virtual_board, virtual_time, virtual_time_layer, virtual_time_now, virtual_titles, worker_at, worker_grid, worker_messages,
    worker_queue, worker_queues, worker_rows,
};
pub use forest::stem_at;
pub use ink::{Ink, Letters, Pixel, Side};
pub use lines::Spot;
pub use marker::corners;
#[cfg(not(target_family = "wasm"))]
pub use native::{picture_png, picture_svg, png, svg};
pub use pen::Pen;
pub use picture::{heat_maps, picture, spot, value_across};
pub use theme::{Guess, Mode, Rgb, Served, Theme};
pub use ticks::compact;

/// Units of an SVG's own coordinates for each pixel of its size: plotters writes whole numbers, and lines need finer ones.
pub const DETAIL: u32 = 4;

/// What can go wrong: never the data, only what is drawn upon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChartError {
    /// The surface refused.
    #[error("drawing failed: {0}")]
    Backend(String),
    /// The picture has no pixels or too many.
    #[error("a picture of {width} × {height} pixels cannot be drawn; allowed: 1 to {most} each way", most = ChartError::MOST)]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
}

impl ChartError {
    /// Most pixels that a picture may have each way.
    pub const MOST: u32 = 4096;
}
