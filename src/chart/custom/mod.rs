//! Pictures that no data of [`plot`](crate::plot) describes, so that they draw for themselves: recorded runs of the three worlds as
//! they are played.

mod gantt;
mod timeline;
mod workers;

pub use gantt::gantt;
pub use timeline::{Curves, Lane, Layer, Layout, Shown, TimelineFrame, board, timeline, timeline_layer, timeline_now, timeline_titles};
pub use workers::{Place, worker_at, worker_grid, worker_queue};
