//! Servers that are together faster or slower than 1, the speed for which policies and engine are made.

use super::{Config, Instant, JobState, Observer, Outcome, Policy, simulate};
use crate::workload::Workload;
use crate::world::SpecError;

/// Runs `workload` under `policy` on servers that together have this `speed`. With it the clock of the engine shows the work that the
/// servers can have done: all times are `speed` times as long there. Parameters of policies and the cost of a switch are work, too.
///
/// # Errors
/// As [`simulate`]; it tells times of that clock.
pub(super) fn simulate_at(
    speed: f64,
    config: &Config,
    workload: &Workload,
    policy: &Policy,
    observer: &mut impl Observer,
) -> Result<Outcome, SpecError> {
    if speed == 1.0 {
        return simulate(config, workload, policy, observer);
    }
    let mut outcome = simulate(config, &workload.stretched(speed), policy, &mut AtSpeed { speed, observer })?;
    // What a job takes alone, rounded as its size is.
    let least = f64::from(config.servers) / speed;
    for (sojourn, job) in outcome.sojourn.iter_mut().zip(workload.jobs()) {
        *sojourn = (*sojourn / speed).max(job.size * least);
    }
    Ok(outcome)
}

/// Tells an observer what happens in its own time.
struct AtSpeed<'a, O> {
    speed: f64,
    observer: &'a mut O,
}

impl<O: Observer> Observer for AtSpeed<'_, O> {
    const WATCHES: bool = O::WATCHES;

    fn instant(&mut self, instant: &impl Instant) {
        self.observer.instant(&Timed { speed: self.speed, instant });
    }

    fn progress(&mut self, completed: usize) {
        self.observer.progress(completed);
    }
}

/// An instant with its time and its rates in the time of the observer.
struct Timed<'a, I> {
    speed: f64,
    instant: &'a I,
}

impl<I: Instant> Instant for Timed<'_, I> {
    fn time(&self) -> f64 {
        self.instant.time() / self.speed
    }

    fn arrived(&self) -> usize {
        self.instant.arrived()
    }

    fn present(&self) -> usize {
        self.instant.present()
    }

    fn late(&self) -> usize {
        self.instant.late()
    }

    fn backlog(&self) -> f64 {
        self.instant.backlog()
    }

    fn quiet(&self) -> f64 {
        self.instant.quiet() / self.speed
    }

    fn for_each(&self, visit: &mut dyn FnMut(JobState)) {
        let speed = self.speed;
        self.instant.for_each(&mut |state| {
            visit(JobState { virtual_rate: state.virtual_rate * speed, share: state.share * speed, ..state });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::simulate_at;
    use crate::server::{Config, Silent, Timeline};
    use crate::workload::{Job, Synthetic, Workload};

    fn sojourns(speed: f64, servers: u32, workload: &Workload, policy: &str) -> Vec<f64> {
        let config = Config { servers, ..Config::default() };
        simulate_at(speed, &config, workload, &policy.parse().unwrap(), &mut Silent).unwrap().sojourn
    }

    #[test]
    fn servers_that_are_each_as_fast_as_one_serve_that_many_jobs_at_once() {
        let workload = Workload::new([(0.0, 2.0), (0.0, 3.0), (1.0, 4.0)].map(|(arrival, size)| Job::new(arrival, size))).unwrap();
        for policy in ["fifo", "ps", "srpt", "las"] {
            assert_eq!(sojourns(3.0, 3, &workload, policy), [2.0, 3.0, 4.0], "{policy}: nobody waits");
        }
        assert_eq!(sojourns(2.0, 2, &workload, "fifo"), [2.0, 3.0, 5.0], "the third waits for the first");
        assert_eq!(sojourns(1.0, 2, &workload, "fifo"), [4.0, 6.0, 11.0], "of a total speed of 1");
    }

    #[test]
    fn half_the_speed_is_twice_the_size() {
        let jobs = Synthetic { count: 500, load: 0.4, sigma: 1.0, ..Synthetic::default() }.generate(3, 0).unwrap();
        let twice = |job: &Job| Job { size: 2.0 * job.size, estimate: 2.0 * job.estimate, ..*job };
        let larger = Workload::new(jobs.jobs().iter().map(twice)).unwrap();
        for policy in ["fifo", "ps", "srpte", "fspe+ps", "psbs"] {
            let (slow, large) = (sojourns(0.5, 1, &jobs, policy), sojourns(1.0, 1, &larger, policy));
            assert!(slow.iter().zip(&large).all(|(a, b)| (a / b - 1.0).abs() < 1e-9), "{policy}");
        }
    }

    #[test]
    fn what_is_recorded_is_in_the_time_of_the_jobs() {
        let workload = Workload::new([(0.0, 2.0), (1.0, 4.0)].map(|(arrival, size)| Job::new(arrival, size))).unwrap();
        let (config, policy) = (Config { servers: 2, ..Config::default() }, "ps".parse().unwrap());
        let run = |recorder: &mut _| simulate_at(2.0, &config, &workload, &policy, recorder);
        let timeline = Timeline::of_run(&workload, &policy, run).unwrap();
        assert_eq!((&timeline.completions[..], timeline.end()), (&[2.0, 5.0][..], 5.0));
        let curve = timeline.at(1.5).next().unwrap();
        assert_eq!((curve.remaining, curve.attained, curve.share), (0.5, 1.5, 1.0));
    }
}
