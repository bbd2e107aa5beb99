//! A rank that a program gives as a function.

use super::{Curve, Exact};
use crate::formula::{Shape, Ties};
use crate::server::{Config, Observer, Outcome, engine};
use crate::workload::{Job, Workload};
use crate::world::SpecError;

/// A function of the age of which no more is known.
struct Function<F>(F);

impl<F: Fn(f64) -> f64> Curve for Function<F> {
    fn rank(&self, age: f64) -> f64 {
        (self.0)(age)
    }

    fn kinks(&self, _: f64, _: &mut dyn FnMut(f64)) {}
}

/// Runs `workload` on one server under the policy that serves the job of least rank at every instant. `rank_of` gives, for each job as
/// it arrives, its rank as a function of its age (attained service); of equal ranks the first to arrive comes first, and jobs whose
/// equal ranks rise together share the server.
///
/// A rank is a continuous function of the age; it may be ±∞. Where it rises and falls is found by looking at it 32 times in each window of
/// ages, each window as long as all before it, and by searching between; a turn that is narrower is not seen. A rank that jumps from level
/// to level belongs into a [formula](crate::formula), of which every jump and kink is known: as a function it may be taken to oscillate.
///
/// # Errors
/// If a rank is NaN, or turns more than 5000 times for one job.
pub fn simulate_rank<R: Fn(f64) -> f64>(
    workload: &Workload,
    rank_of: impl Fn(&Job) -> R,
    observer: &mut impl Observer,
) -> Result<Outcome, SpecError> {
    let curve_of = |_: u32, job: &Job| Function(rank_of(job));
    let scheduler = Exact::new(workload.len(), Shape::General, Ties::Fcfs, curve_of);
    let outcome = engine::run(&Config::default(), workload, scheduler, observer);
    outcome.map_err(|fault| SpecError::Scheduler { why: fault.told(workload) })
}

#[cfg(test)]
mod tests {
    use super::simulate_rank;
    use crate::server::{Config, Policy, Silent, simulate};
    use crate::workload::{Job, Synthetic, Workload};

    /// The largest relative difference of sojourn times.
    fn apart<R: Fn(f64) -> f64>(formula: &str, rank_of: impl Fn(&Job) -> R) -> f64 {
        let workload = Synthetic { count: 2000, sigma: 1.0, ..Synthetic::default() }.generate(3, 0).unwrap();
        let policy: Policy = format!("rank[{formula}]").parse().unwrap();
        let expected = simulate(&Config::default(), &workload, &policy, &mut Silent).unwrap().sojourn;
        let found = simulate_rank(&workload, rank_of, &mut Silent).unwrap().sojourn;
        expected.iter().zip(&found).map(|(a, b)| (a - b).abs() / a).fold(0.0, f64::max)
    }

    #[test]
    fn a_function_is_followed_like_the_formula_that_says_the_same() {
        assert!(
            apart("est - age", |job| {
                let estimate = job.estimate;
                move |age| estimate - age
            }) < 1e-9
        );
        assert!(apart("age", |_| |age| age) < 1e-9);
        assert!(
            apart("est", |job| {
                let estimate = job.estimate;
                move |_| estimate
            }) < 1e-9
        );
        assert!(
            apart("max(est, age)", |job| {
                let estimate = job.estimate;
                move |age| estimate.max(age)
            }) < 1e-6
        );
        assert!(apart("-age", |_| |age: f64| -age) < 1e-9);
    }

    #[test]
    fn a_rank_that_is_none_ends_the_run() {
        let workload = Workload::new([Job::new(0.0, 1.0).id(5)]).unwrap();
        let error = simulate_rank(&workload, |_| |_| f64::NAN, &mut Silent).unwrap_err();
        assert_eq!(error.to_string(), "the scheduler stops at t = 0, with job 5 (est 1, age 0): its rank is NaN");
    }
}
