//! *Sweep*: one scenario over one axis of values or two.

mod axis;
mod found;
mod headline;
mod presets;
mod room;
mod setup;
mod state;

pub use axis::{Axis, Offer, Spacing, Wrong};
pub use found::{Asked, Errand, Findings, Heard, has_theory};
pub use headline::Ahead;
pub use presets::{Preset, file_of, preset, preset_of, presets, shipped};
pub use room::rooms;
pub use setup::{Setup, swept};
pub use state::{Around, Change, Pace, Phase, Pointed, Sweep, Told};
