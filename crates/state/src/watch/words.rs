//! The sentences of the view.

use crate::format;
use schedscope::registry::Family;
use schedscope::server::Timeline;
use schedscope::sim::listed;
use schedscope_core::exhibit::{Exhibit, mean_sojourn};
use std::rc::Rc;

/// What an example is about: guesses, if one of its policies goes by them.
pub fn opening(exhibit: &Exhibit) -> &'static str {
    if exhibit.policies.iter().any(|policy| policy.choice().family() == Family::Estimated) {
        "Job schedulers guess how long jobs take. This is what happens when they guess wrong."
    } else {
        "Job schedulers choose who is served first. This is what their choice costs those who wait."
    }
}

/// What is shown where the jobs are the reader's own.
pub fn own(exhibit: &Exhibit) -> String {
    let jobs = format::counted(exhibit.jobs.len() as u64, "job", "jobs");
    let policies = listed(exhibit.policies.iter().map(|policy| policy.name()));
    format!("Your own {jobs} under {policies}.")
}

/// Position of the policy with the least mean sojourn time, if there is one: of equals none is better.
pub fn best(timelines: &[Rc<Timeline>]) -> Option<usize> {
    let means: Vec<f64> = timelines.iter().map(|timeline| mean_sojourn(timeline)).collect();
    let (least, mean) = means.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1))?;
    let behind = |(other, of): (usize, &f64)| other == least || *of > mean * (1.0 + 1e-9);
    (means.len() > 1 && means.iter().enumerate().all(behind)).then_some(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::workload::Job;

    #[test]
    fn of_equal_policies_none_is_the_best() {
        let job = |id: u64, size: f64, estimate: f64| Job { id, arrival: 0.0, size, estimate, weight: 1.0 };
        let under = |jobs: Vec<Job>| {
            Exhibit::of(jobs, vec!["fifo".parse().unwrap(), "srpt".parse().unwrap()]).record().into_iter().map(Rc::new).collect::<Vec<_>>()
        };
        assert_eq!(best(&under(vec![job(1, 8.0, 8.0), job(2, 1.0, 1.0)])), Some(1));
        assert_eq!(best(&under(vec![job(1, 1.0, 1.0), job(2, 8.0, 8.0)])), None, "FIFO serves the smaller first, too");
    }

    #[test]
    fn where_nobody_guesses_guesses_are_not_spoken_of() {
        let of = |policies: [&str; 2]| opening(&Exhibit::of(vec![], policies.map(|policy| policy.parse().unwrap()).to_vec()));
        assert!(of(["fifo", "srpte"]).contains("guess") && !of(["fifo", "srpt"]).contains("guess"));
    }

    #[test]
    fn own_jobs_are_not_said_to_be_guessed_wrong() {
        let jobs = vec![Job { id: 1, arrival: 0.0, size: 2.0, estimate: 2.0, weight: 1.0 }];
        assert_eq!(own(&Exhibit::of(jobs, vec!["fifo".parse().unwrap(), "srpt".parse().unwrap()])), "Your own 1 job under FIFO and SRPT.");
    }
}
