//! *Cluster*: machines and slots. What two policies do with the same jobs, side by side on one time axis.

mod figures;
mod form;
mod key;
mod sentence;
mod table;
mod view;

pub use view::view;
