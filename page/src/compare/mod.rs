//! *Compare*: many jobs, in numbers.

mod headline;
mod job;
mod kinds;
mod presets;
mod refinement;
mod rows;
mod shown;
mod state;
mod turn;

pub use headline::{Earlier, Headline, headline};
pub use job::{Looked, OfJob, Sought, Stories, differing};
pub use kinds::{Aspect, Kind};
pub use presets::{KEEPS, OPENED, PRESETS};
pub use refinement::{Findings, Look, Phase, Question, Refinement, Told};
pub use rows::{alike, drawn, even, grouped};
pub use shown::{Focus, Link, OF_COMPARE, Shown};
pub use state::{Change, Compare, Pinned};
pub use turn::{Crossing, Turn, Turned};
