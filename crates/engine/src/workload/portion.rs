//! Which jobs of a file are used, where not all are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where in a file the jobs are that are used, if there are more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Which {
    /// At its beginning.
    #[default]
    First,
    /// Where so many arrive in the shortest time, of several such places at the first.
    Busiest,
}

/// So many jobs of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portion {
    /// How many, at most.
    pub count: usize,
    /// Where they are.
    pub part: Which,
}

/// Where a portion lies in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// Position of its first job, from 1: in the order of the file, of the busiest in the order of arrival.
    pub first: u64,
    /// How many jobs the file has that can be used.
    pub of: u64,
    /// Where that is.
    pub part: Which,
}

impl Portion {
    /// The first `count` jobs.
    pub const fn first(count: usize) -> Self {
        Self { count, part: Which::First }
    }

    /// Leaves these jobs, in the order of their file, and says where they lie; nothing where all are left. The busiest come in order of
    /// arrival, and the first of them arrives at 0.
    pub fn cut<T>(self, jobs: &mut Vec<T>, arrival: impl Fn(&mut T) -> &mut f64) -> Option<Cut> {
        let (Self { count, part }, of) = (self, jobs.len());
        if count >= of || count == 0 {
            return None;
        }
        let mut first = 0;
        if part == Which::Busiest {
            let mut timed: Vec<(f64, T)> = jobs.drain(..).map(|mut job| (*arrival(&mut job), job)).collect();
            timed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let span = |first: usize| timed[first + count - 1].0 - timed[first].0;
            first = (0..=of - count).min_by(|a, b| span(*a).total_cmp(&span(*b))).unwrap_or(0);
            let begin = timed[first].0;
            jobs.extend(timed.into_iter().skip(first).map(|(time, mut job)| {
                *arrival(&mut job) = time - begin;
                job
            }));
        }
        jobs.truncate(count);
        Some(Cut { first: first as u64 + 1, of: of as u64, part })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(count: usize, part: Which) -> (Vec<f64>, Option<(u64, u64)>) {
        let mut arrivals = vec![0.0, 10.0, 13.0, 12.0, 20.0, 22.0, 23.0];
        let cut = Portion { count, part }.cut(&mut arrivals, |arrival| arrival);
        (arrivals, cut.map(|cut| (cut.first, cut.of)))
    }

    #[test]
    fn a_portion_is_the_first_or_the_busiest() {
        assert_eq!(cut(2, Which::First), (vec![0.0, 10.0], Some((1, 7))));
        assert_eq!(cut(2, Which::Busiest), (vec![0.0, 1.0], Some((3, 7))), "12 and 13, before 22 and 23");
        assert_eq!(cut(3, Which::Busiest), (vec![0.0, 2.0, 3.0], Some((2, 7))));
    }

    #[test]
    fn whole_files_are_left_as_they_are() {
        assert_eq!(cut(7, Which::Busiest), (vec![0.0, 10.0, 13.0, 12.0, 20.0, 22.0, 23.0], None));
        assert_eq!(cut(usize::MAX, Which::First).1, None);
    }
}
