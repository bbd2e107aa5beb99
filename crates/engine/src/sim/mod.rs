//! Floor 0: simulated time, heaps whose keys fall together, sorted sets, tournament trees, random streams, words for sentences, the
//! error of a value out of range. Knows no scheduling word.
//!
//! # What happens first
//!
//! Events at the same instant are handled in one order everywhere: **completions, then arrivals by id, then the
//! policy's own events**. Ties between keys are decided by (key, arrival, id).
//!
//! # What "the same" means
//!
//! Ties that hold in mathematics (thirds, sevenths) do not survive in `f64`, and size-based policies are discontinuous
//! exactly there. A key that has been computed is therefore trusted to [`TIE`] relative to the number it started from:
//! a remaining size relative to the job's own size, a virtual remaining size relative to its own estimate, never relative
//! to the clock. One thing alone is: a completion that rounding has put a few units in the last place before an arrival
//! happens with it ([`ROUNDING`]). Scaling a workload by a power of two scales its outcome to the bit.

mod allowed;
mod clock;
mod falling;
mod key;
mod number;
mod orchard;
mod queue;
mod random;
mod sum;
mod total;
mod tournament;
mod words;

pub use allowed::NotAllowed;
pub use clock::Clock;
pub use falling::{Falling, Forest, Top};
pub use key::Key;
pub use number::{number, written};
pub use orchard::{ANY, Orchard, Sorted};
pub use queue::EventQueue;
pub use random::{Random, stream};
pub use sum::Sum;
pub use total::Total;
pub use tournament::Tournament;
pub use words::{brief, listed};

/// Relative precision to which a computed key is trusted. Two keys closer than this, relative to what they were when
/// they entered the system, are a tie; a job with less than this fraction of its size left is complete.
pub const TIE: f64 = 1e-11;

/// Relative precision of a reading of the clock. A completion that comes before an arrival by no more than this comes
/// with it: else a job could start in between that would not have been chosen.
pub const ROUNDING: f64 = 8.0 * f64::EPSILON;
