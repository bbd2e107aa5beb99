use super::faster::simulate_at;
use super::{Config, Instant, Observer, Outcome, Policy, Silent};
use crate::sim::{NotAllowed, written};
use crate::workload::check::POSITIVE;
use crate::workload::{Ids, Job, Workload};
use crate::world::SpecError;
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A run of many jobs in still pictures, at equal steps of time: how many jobs are present, and what is left of each.
///
/// The steps follow from the jobs and the number of servers alone, so those of all policies are of the same instants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stills {
    /// The jobs in order of (arrival, id); all else names them by their position here.
    pub jobs: Vec<Job>,
    /// What the jobs are called.
    pub ids: Ids,
    /// Sojourn time of each job.
    pub sojourn: Vec<f64>,
    /// The jobs in the order in which they leave.
    pub leaving: Vec<u32>,
    /// When the first still is taken: as the first job arrives.
    pub start: f64,
    /// From one still to the next.
    pub step: f64,
    /// The stills, in order of time.
    pub stills: Vec<Still>,
}

/// The system at one instant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Still {
    /// Jobs that are present.
    pub present: u32,
    /// Those of them that are served.
    pub served: u32,
    /// Work left of all of them together.
    pub left: f64,
    /// Those that are served and then those that wait, each in the order in which they will leave: at most
    /// [`MOST_SHOWN`](Stills::MOST_SHOWN) in all.
    pub jobs: Vec<Left>,
}

/// What is left of a job.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Left {
    /// Its position in [`Stills::jobs`].
    pub job: u32,
    /// Work left, to seven digits.
    pub left: f32,
    /// Whether it is served.
    pub served: bool,
    /// Whether it is late: it has had more service than its estimate, or the policy's notion of it, and is not complete.
    pub late: bool,
}

impl Still {
    /// So many jobs that wait are many.
    pub const MANY: u32 = 15;

    /// The late job that is served while many wait, if one is.
    pub fn blocker(&self) -> Option<Left> {
        let late = || self.jobs.iter().find(|left| left.served && left.late).copied();
        (self.present - self.served >= Self::MANY).then(late).flatten()
    }
}

impl Stills {
    /// Runs of more jobs than this are not taken in stills.
    pub const MOST_JOBS: usize = 20_000;

    /// Most jobs of a still of which it is kept what is left.
    pub const MOST_SHOWN: usize = 1000;

    /// Steps from the first arrival to the end of the run, where the server never idles while jobs wait.
    pub const STEPS: usize = 1000;

    /// Runs `policy` twice on servers that together have this `speed`: to know when each job leaves, and to take the stills; `progress` hears
    /// how many jobs are complete in the second.
    ///
    /// # Errors
    /// If `speed` is not from 1e-100 to 1e100, if `policy` is not defined on the system of `config`, or if a formula stops it.
    pub fn take(
        speed: f64,
        config: &Config,
        workload: &Workload,
        policy: &Policy,
        progress: &mut dyn FnMut(usize),
    ) -> Result<(Self, Outcome), SpecError> {
        NotAllowed::check("speed", written(speed), POSITIVE.holds(speed), POSITIVE.allowed)?;
        let jobs = workload.jobs();
        let outcome = simulate_at(speed, config, workload, policy, &mut Silent)?;
        let sojourn = outcome.sojourn.clone();
        let leaves = |job: u32| jobs[job as usize].arrival + sojourn[job as usize];
        let mut leaving: Vec<u32> = (0..jobs.len() as u32).collect();
        leaving.sort_by(|a, b| leaves(*a).total_cmp(&leaves(*b)));
        let mut rank = vec![0; jobs.len()];
        for (place, job) in leaving.iter().enumerate() {
            rank[*job as usize] = place as u32;
        }
        let start = jobs.first().map_or(0.0, |job| job.arrival);
        // A little more, so that at the last still all is done, whatever is rounded.
        let step = (in_order(jobs, config.servers, speed) - start) * (1.0 + 1e-9) / Self::STEPS as f64;
        let mut photographer = Photographer { rank, start, step, stills: vec![], present: vec![], progress };
        simulate_at(speed, config, workload, policy, &mut photographer)?;
        let stills = photographer.stills;
        Ok((Self { jobs: jobs.to_vec(), ids: workload.ids().clone(), sojourn, leaving, start, step, stills }, outcome))
    }

    /// When a still is taken.
    pub fn time(&self, still: usize) -> f64 {
        self.start + self.step * still as f64
    }

    /// When the job at this position leaves.
    pub fn completion(&self, job: u32) -> f64 {
        self.jobs[job as usize].arrival + self.sojourn[job as usize]
    }
}

/// When the last job completes if all are served in the order of their arrival, by so many servers that together have this speed.
fn in_order(jobs: &[Job], servers: u32, speed: f64) -> f64 {
    let count = (servers as usize).min(jobs.len()).max(1);
    let mut free = BinaryHeap::from(vec![Reverse(At(0.0)); count]);
    let mut end: f64 = 0.0;
    for job in jobs {
        let from = free.pop().map_or(0.0, |Reverse(At(time))| time).max(job.arrival);
        let done = from + job.size * f64::from(servers) / speed;
        end = end.max(done);
        free.push(Reverse(At(done)));
    }
    end
}

/// A time that is ordered.
#[derive(Clone, Copy, PartialEq)]
struct At(f64);

impl Eq for At {}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for At {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Takes stills as an [`Observer`].
struct Photographer<'a> {
    /// Place of each job in the order in which they leave.
    rank: Vec<u32>,
    start: f64,
    step: f64,
    stills: Vec<Still>,
    /// Those who are present, to be used again.
    present: Vec<Left>,
    progress: &'a mut dyn FnMut(usize),
}

impl Photographer<'_> {
    /// The system so much after an instant, since which nothing has happened.
    fn still(&mut self, instant: &impl Instant, after: f64) -> Still {
        let Self { rank, present, .. } = self;
        present.clear();
        let (mut served, mut all) = (0, 0.0);
        instant.for_each(&mut |state| {
            // What is complete may still be in the virtual queue.
            if state.remaining > 0.0 {
                let left = (state.remaining - state.share * after).max(0.0);
                served += u32::from(state.share > 0.0);
                all += left;
                present.push(Left { job: state.job, left: left as f32, served: state.share > 0.0, late: state.late });
            }
        });
        let count = present.len() as u32;
        let order = |left: &Left| (!left.served, rank[left.job as usize]);
        if present.len() > Stills::MOST_SHOWN {
            present.select_nth_unstable_by_key(Stills::MOST_SHOWN, order);
            present.truncate(Stills::MOST_SHOWN);
        }
        present.sort_unstable_by_key(order);
        Still { present: count, served, left: all, jobs: present.clone() }
    }
}

impl Observer for Photographer<'_> {
    fn instant(&mut self, instant: &impl Instant) {
        let (from, quiet) = (instant.time(), instant.quiet());
        // A policy that takes longer than others is followed for as long again; at the last still all is done.
        let most = if quiet.is_finite() { 2 * Stills::STEPS } else { Stills::STEPS.max(self.stills.len()) };
        while self.stills.len() <= most {
            let after = self.start + self.step * self.stills.len() as f64 - from;
            if after >= quiet || after < -self.step {
                break;
            }
            let still = self.still(instant, after.max(0.0));
            self.stills.push(still);
        }
    }

    fn progress(&mut self, completed: usize) {
        (self.progress)(completed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Synthetic;

    fn drawn(count: u32, load: f64) -> Workload {
        Synthetic { count, load, ..Synthetic::default() }.generate(26, 0).unwrap()
    }

    fn stills(config: Config, workload: &Workload, policy: &str) -> Stills {
        Stills::take(1.0, &config, workload, &policy.parse().unwrap(), &mut |_| ()).unwrap().0
    }

    const POLICIES: [&str; 8] = ["fifo", "ps", "las", "srpte+ps", "srpt", "srpte", "fspe+ps", "psbs"];

    #[test]
    fn all_policies_have_the_same_work_left_in_pieces_of_their_own() {
        let workload = drawn(600, 0.9);
        let all = POLICIES.map(|policy| stills(Config::default(), &workload, policy));
        let most = all[0].stills.iter().map(|still| still.left).fold(0.0, f64::max);
        for (of, policy) in all.iter().zip(POLICIES) {
            assert_eq!((of.stills.len(), of.start, of.step), (Stills::STEPS + 1, all[0].start, all[0].step), "{policy}");
            for (k, (still, first)) in of.stills.iter().zip(&all[0].stills).enumerate() {
                assert!((still.left - first.left).abs() <= 1e-9 * most, "{policy} at {k}: {} and {}", still.left, first.left);
                let sum: f64 = still.jobs.iter().map(|left| f64::from(left.left)).sum();
                assert!((sum - still.left).abs() <= 1e-5 * most, "{policy} at {k}");
            }
        }
        assert!(all.iter().any(|of| of.stills.iter().zip(&all[0].stills).any(|(a, b)| a.present != b.present)));
    }

    #[test]
    fn who_is_present_has_come_and_not_left() {
        let workload = drawn(400, 0.95);
        for policy in POLICIES {
            let of = stills(Config::default(), &workload, policy);
            let near = 1e-9 * of.time(Stills::STEPS);
            for (k, still) in of.stills.iter().enumerate() {
                let time = of.time(k);
                let here = |job: &u32| of.jobs[*job as usize].arrival <= time && of.completion(*job) > time + near;
                let edge = |job: &u32| (of.completion(*job) - time).abs() <= near;
                let all = || 0..of.jobs.len() as u32;
                let (surely, perhaps) = (all().filter(|job| here(job)).count(), all().filter(|job| edge(job)).count());
                assert!((surely..=surely + perhaps).contains(&(still.present as usize)), "{policy} at {k}");
                assert!(still.jobs.iter().all(|left| here(&left.job) || edge(&left.job)), "{policy} at {k}");
                assert!(still.jobs.iter().all(|left| f64::from(left.left) <= of.jobs[left.job as usize].size * (1.0 + 1e-6)));
                let waiting = still.jobs.iter().skip(still.served as usize);
                assert!(waiting.clone().all(|left| !left.served), "{policy} at {k}: those who are served come first");
                assert!(waiting.map(|left| of.completion(left.job)).is_sorted(), "{policy} at {k}");
            }
            assert_eq!(of.stills.last().unwrap().present, 0, "{policy}");
        }
    }

    #[test]
    fn an_example_by_hand() {
        // J1 of size 2 comes at 0, J2 of size 1 at 1: under FIFO it waits until 2, under PS both have half of the server from 1 to 3.
        let workload = Workload::new([Job::new(0.0, 2.0), Job::new(1.0, 1.0)]).unwrap();
        let at = |policy: &str, time: f64| {
            let of = stills(Config::default(), &workload, policy);
            let still = of.stills[(time / of.step).round() as usize].clone();
            let left = |left: &Left| (left.job, (f64::from(left.left) * 100.0).round() / 100.0, left.served);
            (still.present, still.served, still.jobs.iter().map(left).collect::<Vec<_>>())
        };
        assert_eq!(at("fifo", 1.5), (2, 1, vec![(0, 0.5, true), (1, 1.0, false)]));
        assert_eq!(at("fifo", 2.4), (1, 1, vec![(1, 0.6, true)]));
        assert_eq!(at("ps", 2.0), (2, 2, vec![(0, 0.5, true), (1, 0.5, true)]));
    }

    #[test]
    fn several_servers_end_later_and_are_followed_to_the_end() {
        let workload = drawn(300, 0.7);
        for policy in ["fifo", "ps", "srpte"] {
            let of = stills(Config { servers: 4, ..Config::default() }, &workload, policy);
            assert!(of.stills.iter().all(|still| still.served <= 4 || policy == "ps"), "{policy}");
            assert_eq!(of.stills.last().unwrap().present, 0, "{policy}");
        }
    }

    #[test]
    fn of_a_crowd_only_those_who_leave_first_are_kept() {
        let workload = drawn(3000, 4.0);
        let of = stills(Config::default(), &workload, "fifo");
        let fullest = of.stills.iter().max_by_key(|still| still.present).unwrap();
        assert!(fullest.present as usize > Stills::MOST_SHOWN && fullest.jobs.len() == Stills::MOST_SHOWN);
        let jobs: Vec<u32> = fullest.jobs.iter().map(|left| left.job).collect();
        assert!(jobs.windows(2).all(|pair| pair[1] == pair[0] + 1), "under FIFO they leave as they came");
    }
}
