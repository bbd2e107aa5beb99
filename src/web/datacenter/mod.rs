//! *Datacenter*: workers with queues. What two policies do with the same jobs, side by side on one clock.

mod counters;
mod export;
mod figures;
mod rows;
mod side;
mod spent;
mod table;
mod view;

pub use schedscope_state::datacenter::Datacenter;
