//! How the links are divided among streams.
//!
//! * [`Tiers`]: streams of one tier share what earlier tiers leave, max-min fairly.
//! * [`SlowStart`]: the same in one tier, but a stream comes to its share in steps.
//! * [`Greedy`]: one stream after the other takes what is left of its path: in order of age, or least remaining size first.
//! * [`Attained`]: the streams that have attained the least go first; those that have attained the same share.

mod attained;
mod fair;
mod greedy;
mod lists;
mod slow_start;
mod tiers;

pub(super) use attained::Attained;
pub(super) use greedy::{Greedy, Rank};
pub(super) use slow_start::SlowStart;
pub(super) use tiers::{Tier, Tiers};

use super::streams::{NEVER, Streams};
use crate::sim::Sum;

/// What keeps a stream from going faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// The link that has no room left.
    pub link: u32,
    /// A stream that goes before it there, if one does.
    pub behind: Option<u32>,
}

/// Counts how often streams are looked at until all rates fit together, which is a few times each: who is looked at comes before those
/// who are looked at because of it.
#[derive(Debug)]
struct Patience(usize);

impl Patience {
    /// For so many streams.
    const fn new(streams: usize) -> Self {
        Self(1000 + 64 * streams)
    }

    /// A stream is looked at.
    ///
    /// # Panics
    /// If rates do not settle, so that no result is given that is wrong.
    fn look(&mut self) {
        self.0 = self.0.checked_sub(1).expect("the rates of streams settle");
    }
}

/// A way to divide the links. Between two calls of anything else all rates are constant.
pub(super) trait Rates<'a> {
    /// A stream enters; the flow is `short` or not.
    fn enter(&mut self, streams: &mut Streams<'a>, slot: u32, short: bool);
    /// A stream leaves.
    fn leave(&mut self, streams: &mut Streams<'a>, slot: u32);
    /// When something changes though no stream enters or leaves.
    fn next(&self) -> Sum {
        NEVER
    }
    /// Handles what changes now: until this time, which differs from now by rounding alone.
    fn act(&mut self, _: &mut Streams<'a>, _until: Sum) {}
    /// Brings all rates up to date.
    fn settle(&mut self, streams: &mut Streams<'a>);
    /// What keeps a stream from going faster.
    fn held(&self, streams: &Streams<'a>, slot: u32) -> Option<Held>;
}
