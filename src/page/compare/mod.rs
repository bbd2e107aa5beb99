//! *Compare*: many jobs, in numbers.

mod kinds;
mod presets;
mod refinement;
mod shown;
mod state;
mod verdict;

pub use kinds::{Aspect, Kind};
pub use presets::{KEEPS, OPENED, PRESETS, Preset};
pub use refinement::{Findings, Look, Phase, Question, Refinement, Told};
pub use shown::{Focus, Link, OF_COMPARE, Shown};
pub use state::{Change, Compare};
pub use verdict::verdict;
