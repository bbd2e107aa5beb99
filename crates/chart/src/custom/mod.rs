//! Pictures that no data of [`plot`](schedscope_core::plot) describes, so that they draw for themselves: recorded runs as they are played.

mod cdn;
mod cluster;
mod network;
mod ordering;
mod race;
mod timeline;
mod workers;

pub use cdn::{Stand, cdn_at, cdn_loads, cdn_map, cdn_served, cdn_week};
pub use cluster::{Glance, cluster_playhead, cluster_run, cluster_runs, job_at, playhead_at, time_at};
pub use network::{MOST_BANDS, Spotlight, flow_playhead, flow_playhead_at, flow_row_at, flow_rows, flow_rows_still, network, network_at};
pub use ordering::{OrderGlance, TaskState, order_graph, order_search, order_strip, order_strips, step_at, steps_across, task_in_graph};
pub use race::{RaceLane, RaceLine, believed, race_history, race_job_at, race_lane};
pub use timeline::{
    Curves, Lane, Layer, Layout, TimelineContents, TimelineFrame, VirtualContents, VirtualFrame, VirtualLayout, board, timeline,
    timeline_layer, timeline_now, timeline_titles, virtual_board, virtual_time, virtual_time_layer, virtual_time_now, virtual_titles,
};
pub use workers::{
    Place, headed, lit_at, spent_at, time_spent, worker_at, worker_grid, worker_messages, worker_queue, worker_queues, worker_rows,
};
