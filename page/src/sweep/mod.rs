//! *Sweep*: one scenario over one axis of values or two.

mod axis;
mod headline;
mod presets;
mod room;
mod setup;
mod state;

pub use axis::{Axis, Offer, Spacing, Wrong};
pub use presets::{Preset, preset, preset_of, presets};
pub use room::rooms;
pub use setup::Setup;
pub use state::{Change, Findings, Pace, Phase, Pointed, Sweep, Told};
