//! What becomes of one job among many: it is followed while its policy runs.

use super::format;
use super::watch::Biography;
use schedscope::server::{Instant, JobState, Observer, Plan, Policy, sampled};
use schedscope::workload::{Job, Workload};
use schedscope_core::exhibit::Exhibit;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One job of the first draw under a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// The job.
    pub job: Job,
    /// What it is called.
    pub title: String,
    /// Time from arrival to completion: exact, also of a job far smaller than the time at which it comes.
    pub sojourn: f64,
    /// How it waits and is served; other jobs are positions in the workload.
    pub life: Biography,
    /// The jobs that it waits for longest, in the order of [`Biography::behind`], each with what it is called.
    pub ahead: Vec<(String, Job)>,
    /// How many jobs there are from when the server was last idle before it arrives to when it is idle again: the same under every
    /// policy. None on several servers, or at another speed than 1.
    pub busy: Option<u32>,
    /// These jobs, unless they are more than *Watch* shows.
    pub period: Vec<Job>,
    /// The largest of those that come before this one leaves, if they are more.
    pub largest: Vec<Job>,
}

impl Story {
    /// Of the job at this place among the [`sampled`] ones; none if there are not so many, or if the policy cannot go on.
    pub fn of(plan: &Plan, workload: &Workload, policy: &Policy, sample: usize) -> Option<Self> {
        let position = sampled(workload.len(), plan.warmup).nth(sample)?;
        let job = workload.jobs()[position];
        let mut follower = Follower::new(position, job, plan.speed / f64::from(plan.config.servers));
        let outcome = plan.outcome(workload, policy, &mut follower).ok()?;
        let life = follower.life(job.arrival + outcome.sojourn[position]);
        let title = |job: &Job| workload.ids().title(job.id);
        let ahead = life.behind.iter().take(Exhibit::MOST_JOBS - 1).map(|(other, _)| workload.jobs()[*other as usize]);
        let ahead = ahead.map(|other| (title(&other), other)).collect();
        let period = (plan.config.servers == 1 && plan.speed == 1.0).then(|| busy_period(workload.jobs(), position));
        let busy = period.map(|period| period.len() as u32);
        let mut period = period.unwrap_or_default().to_vec();
        let mut largest = vec![];
        if period.len() > Exhibit::MOST_JOBS {
            largest = std::mem::take(&mut period);
            largest.retain(|other| other.arrival < life.completion);
            largest.sort_by(|a, b| b.size.total_cmp(&a.size));
            largest.truncate(Exhibit::MOST_JOBS);
        }
        Some(Self { job, title: title(&job), sojourn: outcome.sojourn[position], life, ahead, busy, period, largest })
    }

    /// Its waits and its service in a sentence or two.
    pub fn told(&self) -> String {
        let place = |job: u32| self.life.behind.iter().position(|(other, _)| *other == job);
        let named = |(title, job): &(String, Job)| {
            let guess = if job.estimate == job.size { String::new() } else { format!(", guessed {}", format::short(job.estimate)) };
            format!("{title} (size {}{guess})", format::short(job.size))
        };
        self.life.telling(|job| place(job).and_then(|place| self.ahead.get(place)).map(named).unwrap_or_default(), format::short)
    }
}

/// The jobs from when one server was last idle before this one arrives to when it is idle again. A server that is never idle while
/// there is work is busy at the same times whatever its policy.
fn busy_period(jobs: &[Job], position: usize) -> &[Job] {
    let (mut first, mut end) = (0, f64::NEG_INFINITY);
    for (i, job) in jobs.iter().enumerate() {
        if job.arrival >= end {
            if i > position {
                return &jobs[first..i];
            }
            (first, end) = (i, job.arrival);
        }
        end += job.size;
    }
    &jobs[first..]
}

/// When an instant was, the share of the job, and who else was served at which.
type Before = (f64, f64, Vec<(u32, f64)>);

/// Follows one job.
struct Follower {
    position: usize,
    /// The share of a job that has a server to itself.
    whole: f64,
    life: Biography,
    /// How long each other job held the server while this one was not served; of several that did, each its part.
    held: BTreeMap<u32, f64>,
    /// The instant before, if the job was there.
    before: Option<Before>,
}

impl Follower {
    fn new(position: usize, job: Job, whole: f64) -> Self {
        let life = Biography { arrival: job.arrival, size: job.size, start: f64::INFINITY, ..Biography::default() };
        Self { position, whole, life, held: BTreeMap::new(), before: None }
    }

    /// What has been seen, of a job that is complete at this time.
    fn life(self, completion: f64) -> Biography {
        let mut behind: Vec<(u32, f64)> = self.held.into_iter().collect();
        behind.sort_by(|a, b| b.1.total_cmp(&a.1));
        Biography { completion, start: self.life.start.min(completion), behind, ..self.life }
    }
}

impl Observer for Follower {
    fn instant(&mut self, instant: &impl Instant) {
        let time = instant.time();
        if let Some((since, share, others)) = self.before.take() {
            let lasts = time - since;
            if share > 0.0 {
                *if share > self.whole * (1.0 - 1e-9) { &mut self.life.alone } else { &mut self.life.shared } += lasts;
            } else {
                self.life.waited += lasts;
                let all: f64 = others.iter().map(|(_, share)| share).sum();
                others.into_iter().for_each(|(other, share)| *self.held.entry(other).or_default() += lasts * share / all);
            }
        }
        if instant.arrived() <= self.position {
            return;
        }
        let (mut own, mut others) = (None, vec![]);
        instant.for_each(&mut |state: JobState| match state {
            JobState { remaining, .. } if remaining <= 0.0 => {}
            JobState { job, .. } if job as usize == self.position => own = Some(state),
            JobState { job, share, .. } if share > 0.0 => others.push((job, share)),
            _ => {}
        });
        if let Some(JobState { share, late, .. }) = own {
            if share > 0.0 {
                self.life.start = self.life.start.min(time);
            }
            if late && self.life.late.is_none() {
                self.life.late = Some(time);
            }
            self.before = Some((time, share, others));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::server::Timeline;
    use schedscope_core::experiment::{Plan as Worlds, Scenario, Study};

    fn plan(query: &str) -> Plan {
        let study = Study::new(Scenario::from_query(query).unwrap(), |_| unreachable!("no file")).unwrap();
        let Worlds::Server(plan) = study.plan() else { unreachable!() };
        (**plan).clone()
    }

    #[test]
    fn a_job_that_is_followed_lives_as_in_the_recording_of_all() {
        let plan = plan("policies=fifo,ps,las,srpte,fspe%2Bps&workload.count=60&workload.sigma=1&workload.warmup=3");
        let workload = plan.workload(0);
        for policy in &plan.policies {
            let timeline = Timeline::record(&plan.config, &workload, policy).unwrap();
            for sample in 0..57 {
                let story = Story::of(&plan, &workload, policy, sample).unwrap();
                let (life, known) = (&story.life, Biography::of(&timeline, sample + 3).unwrap());
                let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * (1.0 + b.abs());
                assert_eq!((life.arrival, life.late), (known.arrival, known.late), "{policy} {sample}");
                for (own, other) in [
                    (life.start, known.start),
                    (life.completion, known.completion),
                    (life.waited, known.waited),
                    (life.alone, known.alone),
                    (life.shared, known.shared),
                ] {
                    assert!(near(own, other), "{policy} {sample}: {life:?} {known:?}");
                }
                assert_eq!(life.behind.len(), known.behind.len(), "{policy} {sample}");
                assert!(near(life.behind.iter().map(|(_, held)| held).sum(), known.waited), "{policy} {sample}");
                assert_eq!(story.ahead.len(), life.behind.len().min(Exhibit::MOST_JOBS - 1));
            }
            assert!(Story::of(&plan, &workload, policy, 57).is_none());
        }
    }

    #[test]
    fn the_jobs_of_a_busy_period_alone_have_the_same_course() {
        let plan = plan("policies=srpte&workload.count=400&workload.shape=0.5&workload.load=0.7&workload.sigma=1");
        let workload = plan.workload(0);
        let mut seen = 0;
        for sample in 0..400 {
            let story = Story::of(&plan, &workload, &"srpte".parse().unwrap(), sample).unwrap();
            assert!(story.busy.is_some_and(|busy| busy as usize == story.period.len() || story.period.is_empty()));
            let Some(place) = story.period.iter().position(|job| job.id == story.job.id) else { continue };
            let alone = Timeline::record(&plan.config, &Workload::new(story.period.clone()).unwrap(), &"srpte".parse().unwrap()).unwrap();
            let life = Biography::of(&alone, place).unwrap();
            assert!((life.completion - story.life.completion).abs() < 1e-6, "{sample}: {life:?} {:?}", story.life);
            seen += 1;
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn on_several_servers_nobody_speaks_of_one_that_is_busy() {
        let plan = plan("policies=fifo&workload.count=50&system.servers=2");
        let story = Story::of(&plan, &plan.workload(0), &"fifo".parse().unwrap(), 10).unwrap();
        assert_eq!((story.busy, story.period.len()), (None, 0));
    }
}
