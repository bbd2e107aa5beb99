//! The table that courses on operating systems ask for: how long each job took, waited, and waited for its first service.

use super::Timeline;
use crate::sim::TIE;
use crate::workload::Job;
use serde::{Deserialize, Serialize};

/// What service a job got, in the terms of the textbooks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Service {
    /// Completion − arrival: the sojourn time.
    pub turnaround: f64,
    /// Turnaround − size: time in which the job would have run, were it alone.
    pub waiting: f64,
    /// First service − arrival.
    pub response: f64,
}

impl Service {
    /// Tables of more jobs than this are not for reading.
    pub const MOST: usize = 50;

    /// The mean over jobs; nothing if there are none.
    pub fn mean(jobs: &[Self]) -> Option<Self> {
        let mean = |of: fn(&Self) -> f64| jobs.iter().map(of).sum::<f64>() / jobs.len() as f64;
        (!jobs.is_empty()).then(|| Self {
            turnaround: mean(|job| job.turnaround),
            waiting: mean(|job| job.waiting),
            response: mean(|job| job.response),
        })
    }
}

impl Timeline {
    /// What service each job got, in the order of [`Timeline::jobs`].
    pub fn service(&self) -> Vec<Service> {
        let mut first = vec![None; self.jobs.len()];
        for snapshot in &self.snapshots {
            for curve in snapshot.jobs.iter().filter(|curve| curve.share > 0.0) {
                first[curve.job as usize].get_or_insert(snapshot.time);
            }
        }
        let service = |((job, completion), first): ((&Job, &f64), Option<f64>)| {
            let turnaround = completion - job.arrival;
            let response = first.map_or(0.0, |first| (first - job.arrival).max(0.0));
            // What rounding leaves of nothing is nothing.
            let waiting = turnaround - job.size;
            Service { turnaround, waiting: if waiting <= TIE * turnaround { 0.0 } else { waiting }, response }
        };
        self.jobs.iter().zip(&self.completions).zip(first).map(service).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Service;
    use crate::server::{Config, Timeline};
    use crate::workload::{Job, Workload};

    fn service(jobs: &[(f64, f64)], policy: &str, config: &Config) -> Vec<Service> {
        let job = |(id, &(arrival, size)): (usize, &_)| Job { id: id as u64, arrival, size, estimate: size, weight: 1.0 };
        let workload = Workload::new(jobs.iter().enumerate().map(job)).unwrap();
        Timeline::record(config, &workload, &policy.parse().unwrap()).unwrap().service()
    }

    fn responses(jobs: &[Service]) -> Vec<f64> {
        jobs.iter().map(|job| job.response).collect()
    }

    #[test]
    fn round_robin_responds_early_and_turns_around_late() {
        // OSTEP, chapter 7: three jobs of 5, mean response 5 one after the other and 1 in turn.
        let jobs = [(0.0, 5.0); 3];
        let of = |policy: &str| service(&jobs, policy, &Config::default());
        let mean = |policy: &str| Service::mean(&of(policy)).unwrap();
        assert_eq!(mean("sjf"), Service { turnaround: 10.0, waiting: 5.0, response: 5.0 });
        assert_eq!(mean("rr"), Service { turnaround: 14.0, waiting: 9.0, response: 1.0 });
        assert_eq!(of("rr")[1], Service { turnaround: 14.0, waiting: 9.0, response: 1.0 });
        assert_eq!(responses(&of("ps")), [0.0; 3]);
        assert_eq!(Service::mean(&[]), None);
    }

    #[test]
    fn a_switch_delays_the_first_service() {
        let config = Config { switch_cost: 0.5, ..Config::default() };
        assert_eq!(responses(&service(&[(0.0, 2.0), (1.0, 1.0)], "srpt", &config)), [0.0, 1.5]);
    }
}
