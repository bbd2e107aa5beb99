//! *Watch* of the server: a few jobs under several policies on one clock, which the reader can edit.

mod biography;
mod choice;
mod edit;
mod happens;
mod history;
mod presets;
mod price;
mod quiz;
mod stage;
mod state;
mod telling;
mod virtual_time;
pub mod words;

pub use biography::Biography;
pub use choice::{Choice, OF_WATCH};
pub use edit::{Edit, Handle, snap, step};
pub use happens::happens;
pub use history::History;
pub use quiz::Quiz;
pub use stage::{ABOUT, ENTRY};
pub use state::{Change, Draft, Pointed, Watch};
pub use virtual_time::{Fate, Standing, Stands, coming};
