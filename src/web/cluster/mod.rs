//! *Cluster*: machines and slots. What two policies do with the same jobs, side by side on one time axis.

mod choice;
mod figures;
mod form;
mod key;
mod sentence;
mod state;
mod table;
mod view;

pub use state::{Change, Cluster, Scene, Shown, Source};
pub use view::view;
