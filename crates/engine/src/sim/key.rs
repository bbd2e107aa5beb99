use std::cmp::Ordering;

/// A float that can be a key of a heap: ordered by [`f64::total_cmp`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key(pub f64);

impl Eq for Key {}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
