//! Boost: γ-Boost.
//!
//! Jobs are served to their end, the least r − b(ŝ) first: the arrival r, moved forward by a boost that is the greater the
//! smaller the job is, b(ŝ) = ln(1 ÷ (1 − exp(−γŝ))) ÷ γ. Under FIFO P(T > t) falls as exp(−γt), where γ is the positive
//! root of γ = λ(E\[exp(γS)\] − 1), and no policy can fall faster; this one has the least constant before it, so the fewest
//! jobs of all take very long. Its boosts are exact only where estimates are; as γ tends to 0 it is SJFE, for large γ FIFO.
//!
//! The root is there if arrivals are Poisson and sizes have a light tail; it tends to 0 as the load tends to 1, and is taken
//! to be 0 from there on. `gamma` gives it; otherwise it is that of the law from which sizes are drawn, or of the sizes and
//! the mean arrival rate of given jobs.

use crate::registry::{Family, Parameter, Row, within};
use crate::server::exact::law;
use crate::server::parts::{ByKey, Turns, in_turn};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::theory::decay_rate;
use crate::workload::{Job, Workload};
use crate::world::Source;

pub const ROW: Row = Row {
    key: "boost",
    name: "Boost",
    full: "",
    family: Family::Estimated,
    preemptive: false,
    line: "earliest arrival first, moved forward the more the smaller the estimate is; never interrupted",
    source: "Yu & Scully 2024, arXiv 2404.08826",
};

pub const SERVERS: Servers = Servers::One("its boost is that of one server");

/// How fast the tail of sojourn times falls, if it is said.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Parameters {
    gamma: Option<f64>,
}

pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![Parameter::new(
        "gamma",
        "auto or a number from 1e-9 to 1e9",
        "rate γ at which the tail of sojourn times falls",
        |its: &mut Parameters, text| {
            its.gamma = if text == "auto" { None } else { Some(within(text, &(1e-9..=1e9))?) };
            Some(())
        },
    )]
}

/// The rate at which the tail of sojourn times falls if sizes and the mean gap between arrivals are those of these jobs.
fn empirical_rate(workload: &Workload) -> f64 {
    let jobs = workload.jobs();
    let mean = jobs.iter().map(|job| job.size).sum::<f64>() / jobs.len() as f64;
    let moment = |rate: f64| jobs.iter().map(|job| libm::expm1(rate * (job.size / mean))).sum::<f64>() / jobs.len() as f64;
    let rate = workload.load().and_then(|load| decay_rate(load, moment));
    rate.map_or(0.0, |rate| rate / mean)
}

/// What decides, least first.
fn key(gamma: f64, job: &Job) -> f64 {
    if gamma > 0.0 { job.arrival + libm::log(-libm::expm1(-gamma * job.estimate)) / gamma } else { job.estimate }
}

impl Parameters {
    /// Finds the rate in the law of the jobs unless it is said.
    ///
    /// # Errors
    /// Why there is none.
    pub fn fit(&mut self, source: &Source) -> Result<(), String> {
        let rate = match source {
            _ if self.gamma.is_some() => self.gamma,
            Source::Synthetic(queue, _) if queue.load >= 1.0 => Some(0.0),
            Source::Synthetic(queue, _) => law(queue).and_then(|law| decay_rate(queue.load, |rate| law.exponential_moment(rate))),
            Source::Fixed { workload, .. } => Some(empirical_rate(workload)),
        };
        let why = "sizes have a heavy tail, so that sojourn times have no rate γ of decay; allowed: sizes with a light tail (a shape of 1 \
                   or more, deterministic, hyperexponential, bounded-pareto), or a rate of one's own, as in boost[gamma=0.1]";
        self.gamma = Some(rate.ok_or(why)?);
        Ok(())
    }

    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        let jobs = workload.len();
        let gamma = self.gamma.unwrap_or_else(|| empirical_rate(workload));
        let key = |job: &Job| key(gamma, job);
        let rule = ByKey::new(false, jobs, &key);
        in_turn(config, workload, Turns::new(rule, jobs), observer)
    }
}

#[cfg(test)]
mod tests {
    use super::Parameters;
    use crate::workload::{Job, Pace, Sizes, Synthetic, Workload};
    use crate::world::Source;

    fn rate(queue: Synthetic) -> Result<f64, String> {
        let mut its = Parameters::default();
        its.fit(&Source::Synthetic(queue, Pace::default())).map(|()| its.gamma.unwrap())
    }

    #[test]
    fn the_rate_is_that_of_the_law() {
        let queue = Synthetic { shape: 1.0, load: 0.8, ..Synthetic::default() };
        assert!((rate(queue).unwrap() - 0.2).abs() < 1e-12);
        assert_eq!(rate(Synthetic { load: 1.2, ..queue }), Ok(0.0));
        for heavy in [Synthetic { shape: 0.25, ..queue }, Synthetic { sizes: Sizes::Pareto { alpha: 3.0 }, ..queue }] {
            assert!(rate(heavy).unwrap_err().starts_with("sizes have a heavy tail"));
        }
        let mut given = Parameters { gamma: Some(0.5) };
        given.fit(&Source::Synthetic(Synthetic { shape: 0.25, ..queue }, Pace::default())).unwrap();
        assert_eq!(given.gamma, Some(0.5));
    }

    #[test]
    fn given_jobs_have_a_rate_of_their_own() {
        let of = |arrivals: [f64; 4]| {
            let job = |(id, arrival): (u64, f64)| Job { id, arrival, size: 2.0, estimate: 2.0, weight: 1.0 };
            super::empirical_rate(&Workload::new((0..).zip(arrivals).map(job)).unwrap())
        };
        // Sizes are 2 and the load is 8/t, that of M/D/1 at which γ = 1 ÷ 2.
        let span = 8.0 * (libm::exp(1.0) - 1.0);
        assert!((of([0.0, 1.0, 2.0, span]) - 0.5).abs() < 1e-12);
        assert_eq!([of([0.0; 4]), of([0.0, 1.0, 2.0, 3.0])], [0.0; 2]);
    }
}
