//! A run of many jobs: in a lane for each policy the jobs that are present as discs, whose area is the work left of them; and how many
//! there are over the whole run, which is where the instant is chosen.

mod history;
mod lane;
mod pack;

pub use history::{RaceLine, race_history};
pub use lane::{RaceLane, believed, race_job_at, race_lane};
