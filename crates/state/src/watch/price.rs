//! What a wrong guess costs: the means as they are, and as they would be if every guess were exact.

use schedscope::workload::Job;
use schedscope_core::exhibit::{Exhibit, mean_sojourn};

/// Draws for which two policies are asked to differ.
const DRAWS: u64 = 40;
/// By how much their means differ then: the larger is this many times the smaller.
const APART: f64 = 1.1;

/// The same jobs, with the guesses of those that are named exact.
pub fn corrected(exhibit: &Exhibit, exact: impl Fn(&Job) -> bool) -> Exhibit {
    let job = |job: &Job| if exact(job) { Job { estimate: job.size, ..*job } } else { *job };
    Exhibit { jobs: exhibit.jobs.iter().map(job).collect(), ..exhibit.clone() }
}

/// Mean of each policy if every guess were exact.
pub fn exact_means(exhibit: &Exhibit) -> Vec<f64> {
    corrected(exhibit, |_| true).record().iter().map(mean_sojourn).collect()
}

/// The seed, this one or one after it, with which so many random jobs tell the policies apart by a tenth in the mean, and whether
/// there is one.
pub fn telling_seed(exhibit: &Exhibit, count: u32, seed: u64) -> (u64, bool) {
    let tells = |seed: &u64| {
        let drawn = Exhibit::of(Exhibit::random_jobs(count, *seed), exhibit.policies.clone());
        let means: Vec<f64> = drawn.record().iter().map(mean_sojourn).collect();
        let (least, most) = means.iter().fold((f64::INFINITY, 0.0), |(least, most), mean| (mean.min(least), mean.max(most)));
        most >= APART * least
    };
    (seed..seed.saturating_add(DRAWS)).find(tells).map_or((seed, false), |found| (found, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::exhibit::example;

    #[test]
    fn with_exact_guesses_both_policies_of_the_opening_example_are_alike() {
        let exhibit = Exhibit::of_example(example("under-estimated").unwrap());
        let means: Vec<f64> = exhibit.record().iter().map(mean_sojourn).collect();
        assert!((means[0] - 35.333).abs() < 1e-3 && (means[1] - 20.667).abs() < 1e-3, "{means:?}");
        let exact = exact_means(&exhibit);
        assert!((exact[0] - 12.667).abs() < 1e-3 && exact[0] == exact[1], "{exact:?}");
        let one = corrected(&exhibit, |job| job.id == 1);
        assert_eq!((one.jobs[0].estimate, one.jobs[1].estimate), (40.0, exhibit.jobs[1].estimate));
    }

    #[test]
    fn drawn_jobs_tell_policies_apart_or_say_that_they_do_not() {
        let under = |policies: &str| Exhibit::from_query(&format!("policies={policies}"), &[]).unwrap();
        for seed in 1..12 {
            let exhibit = under("srpte,fspe%2Bps");
            let (found, tells) = telling_seed(&exhibit, 6, seed);
            let jobs = Exhibit::random_jobs(6, found);
            let means: Vec<f64> = Exhibit { jobs, ..exhibit }.record().iter().map(mean_sojourn).collect();
            assert!(tells && found >= seed && means[0].max(means[1]) >= 1.1 * means[0].min(means[1]), "{seed}: {means:?}");
        }
        assert_eq!(telling_seed(&under("ps"), 6, 3), (3, false), "one policy differs from none");
        assert!(!telling_seed(&under("fspe%2Bps,psbs"), 6, 3).1, "the same with equal weights");
    }
}
