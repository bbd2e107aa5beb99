//! *Datacenter*: workers with queues. What two policies do with the same jobs, side by side on one clock.

mod counters;
mod figures;
mod form;
mod sentence;
mod table;
mod view;

pub use view::view;
