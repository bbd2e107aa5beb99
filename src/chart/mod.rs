//! Floor 4: a [`Report`](crate::experiment::Report) or a [`Timeline`](schedscope_engine::server::Timeline) becomes a picture, through
//! plotters, on any backend: the page's canvas and the command line's SVG and PNG are drawn by the same code.
//!
//! * [`ecdfs`]: distributions of sojourn time or slowdown, one line a policy; [`report_picture`]: both, side by side.
//! * [`means`]: mean sojourn times with their intervals.
//! * [`timeline`]: what one policy does with a few jobs, for *Watch*; [`board`]: several of these.
//! * [`gantt`], [`cluster_load`], [`believed_sizes`], [`class_ecdfs`]: what policies do in a cluster.
//! * [`worker_grid`], [`worker_queue`], [`busy_workers`], [`percentile_ratios`], [`completion_times`]: and in a datacenter.
//! * [`picture`]: a [`Picture`](crate::plot::Picture) of any world: lines with bands, bars, boxes, heat maps, spans.
//! * [`sweep_pictures`]: the pictures of a sweep; [`sweep_picture`]: the one of a chosen quantity.
//! * [`Theme`]: the colours, for pictures and for the page around them.
//!
//! All lengths are pixels times a `scale`: 1 on paper, the device-pixel ratio on a canvas. Layout is done here, not by
//! plotters: its charts measure text through the document, which a picture drawn in each animation frame cannot afford,
//! and its dashes do not survive a step function of two thousand points.

mod axes;
mod bars;
mod board;
mod cluster;
mod curves;
mod dash;
mod datacenter;
mod ecdf;
mod heat;
mod identity;
mod labels;
mod layout;
mod legend;
mod lines;
mod marker;
mod means;
mod panel;
mod pen;
mod picture;
mod spans;
mod sweep;
mod texture;
mod theme;
mod ticks;
mod timeline;

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(all(test, not(target_family = "wasm")))]
mod tests;

pub use board::board;
pub use cluster::{ClusterRun, ClusterRuns, believed_sizes, class_ecdfs, class_look, class_name, cluster_load, gantt};
pub use datacenter::{
    DatacenterRun, DatacenterRuns, Place, activity_look, busy_workers, completion_times, percentile_ratios, worker_at, worker_grid,
    worker_queue,
};
pub use ecdf::{Quantity, ecdfs, report_picture};
pub use identity::{looks, names};
pub use means::means;
#[cfg(not(target_family = "wasm"))]
pub use native::{Bitmap, picture_png, picture_svg, png, report_png, report_svg, svg};
pub use picture::{heat_maps, picture};
pub use sweep::{SWEEP_QUANTITIES, SweepQuantity, sweep_picture, sweep_pictures};
pub use theme::{Mode, Rgb, Theme};
pub use timeline::{Curves, TimelineFrame, timeline};

/// Units of an SVG's own coordinates for each pixel of its size: plotters writes whole numbers, and lines need finer ones.
pub const DETAIL: u32 = 4;

/// What can go wrong: never the data, only what is drawn upon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChartError {
    /// The backend failed.
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
