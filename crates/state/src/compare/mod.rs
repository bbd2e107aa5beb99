//! *Compare*: many jobs of any world, in numbers.

mod headline;
mod job;
mod presets;
mod refinement;
mod room;
mod rows;
mod shown;
mod state;
mod turn;
mod what_if;
mod whence;
mod yours;

pub use headline::{Earlier, Headline, headline};
pub use job::{Looked, OfJob, Sought, Stories, differing};
pub use presets::{keeps, opened, presets, usual_measure};
pub use refinement::{Findings, Look, Phase, Question, Refinement, Told};
pub use room::rooms;
pub use rows::{alike, best, drawn, even, grouped, order, value};
pub use shown::{Focus, Link, OF_COMPARE, PictureKind};
pub use state::{Change, Compare, prominent};
pub use turn::{Crossing, Growing, Turn, Turned};
pub use what_if::{Own, WhatIf};
pub use yours::Twice;
