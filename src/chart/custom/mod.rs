//! Pictures that no data of [`plot`](crate::plot) describes, so that they draw for themselves: recorded runs of the three worlds as
//! they are played.

mod gantt;
mod timeline;
mod workers;

pub use gantt::gantt;
pub use timeline::{Curves, TimelineFrame, board, timeline};
pub use workers::{Place, headed, job_at, lit_at, time_spent, worker_at, worker_grid, worker_queue, worker_rows};
