//! Sorting by a computed key. Every kind of sort that the page holds weighs five kilobytes, so most are brought into one
//! form.

use std::cmp::Ordering;

/// The order of pairs of a key and a number: by key, then by number.
pub fn in_order(a: &(f64, u32), b: &(f64, u32)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}

/// Sorts such pairs.
pub fn sort(keyed: &mut [(f64, u32)]) {
    keyed.sort_unstable_by(in_order);
}

/// Which small numbers occur, in ascending order.
pub fn distinct(numbers: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut seen = [false; 1 << u8::BITS];
    numbers.into_iter().for_each(|number| seen[usize::from(number)] = true);
    (0..=u8::MAX).filter(|number| seen[usize::from(*number)]).collect()
}

/// Positions in ascending order of these keys; equal ones stay in the order in which they are.
///
/// ```
/// assert_eq!(schedscope_engine::sim::ranked([0.5, -1.0, 0.5]), [1, 0, 2]);
/// ```
pub fn ranked(keys: impl IntoIterator<Item = f64>) -> Vec<usize> {
    let mut keyed: Vec<(f64, u32)> = keys.into_iter().zip(0..).collect();
    sort(&mut keyed);
    keyed.into_iter().map(|(_, position)| position as usize).collect()
}
