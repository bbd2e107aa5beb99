//! When to look at results that are not complete: often at first, when they change most.

use std::ops::Range;

/// Numbers of replications after which to look, ascending: each half as many again as the one before, the last all there
/// are.
///
/// ```
/// assert_eq!(schedscope_core::experiment::rounds(30), [1, 2, 3, 4, 6, 9, 13, 19, 28, 30]);
/// ```
pub fn rounds(replications: u32) -> Vec<u32> {
    let more = |last: &u32| (*last < replications).then(|| last.saturating_add((last / 2).max(1)).min(replications));
    std::iter::successors((replications > 0).then_some(1), more).collect()
}

/// The replications of all rounds in parts of about this many jobs, no part in two rounds. Each comes with the round that it
/// completes, if it does.
pub fn parts(rounds: &[u32], jobs: u32, about: u32) -> Vec<(Range<u32>, Option<usize>)> {
    let most = (about / jobs.max(1)).max(1);
    let mut parts = vec![];
    let mut from = 0;
    for (round, end) in rounds.iter().enumerate() {
        while from < *end {
            let to = from.saturating_add(most).min(*end);
            parts.push((from..to, (to == *end).then_some(round)));
            from = to;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_end_with_all() {
        assert_eq!((rounds(0), rounds(1), rounds(4)), (vec![], vec![1], vec![1, 2, 3, 4]));
        for replications in [17, 1000, u32::MAX] {
            let rounds = rounds(replications);
            assert!(rounds.is_sorted() && rounds.last() == Some(&replications) && rounds.len() < 60);
        }
    }

    #[test]
    fn parts_cover_everything_once() {
        let rounds = rounds(30);
        for (jobs, about, most) in [(10_000, 20_000, 2), (1_000_000, 20_000, 1), (1, 20_000, 30), (0, 5, 5)] {
            let parts = parts(&rounds, jobs, about);
            let covered: Vec<u32> = parts.iter().flat_map(|(part, _)| part.clone()).collect();
            assert_eq!(covered, (0..30).collect::<Vec<u32>>());
            assert!(parts.iter().all(|(part, _)| (1..=most).contains(&part.len())), "{jobs}");
            let ends: Vec<u32> = parts.iter().filter(|(_, round)| round.is_some()).map(|(part, _)| part.end).collect();
            assert_eq!(ends, rounds);
        }
    }
}
