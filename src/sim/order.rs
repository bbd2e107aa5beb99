//! Sorting by a computed key. Every kind of sort that the page holds weighs five kilobytes, so most are brought into one
//! form.

/// Sorts pairs of a key and a number by key, then by number.
pub fn sort(keyed: &mut [(f64, u32)]) {
    keyed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}

/// Positions in ascending order of these keys; equal ones stay in the order in which they are.
///
/// ```
/// assert_eq!(schedscope::sim::ranked([0.5, -1.0, 0.5]), [1, 0, 2]);
/// ```
pub fn ranked(keys: impl IntoIterator<Item = f64>) -> Vec<usize> {
    let mut keyed: Vec<(f64, u32)> = keys.into_iter().zip(0..).collect();
    sort(&mut keyed);
    keyed.into_iter().map(|(_, position)| position as usize).collect()
}
