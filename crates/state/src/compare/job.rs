//! The job that is looked at: which one it is, what becomes of it under each policy, and how it is opened in *Watch*.

use super::refinement::Findings;
use crate::format;
use crate::protocol::Fault;
use crate::story::Story;
use crate::watch::Biography;
use schedscope::server::{Policy, Timeline};
use schedscope::workload::Job;
use schedscope_core::exhibit::Exhibit;
use schedscope_core::experiment::{Report, Scenario};
use schedscope_core::pictures::{Quantity, Units, names_of};
use std::rc::Rc;

/// The job that is looked at, if one is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looked {
    /// What is known of it.
    pub looked: Option<Rc<Stories>>,
    /// Number of the last job that was looked at.
    last: u32,
}

/// What becomes of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct Stories {
    /// Number of the look: answers about older ones are ignored.
    pub number: u32,
    /// Its place among the jobs that are kept one by one.
    pub sample: usize,
    /// What was asked when it was chosen.
    pub scenario: Scenario,
    /// Why it is this one, in a sentence.
    pub why: String,
    /// What becomes of it, by policy, as far as it is known.
    pub stories: Vec<Option<Story>>,
    /// Why it is not known.
    pub fault: Option<Fault>,
    /// Number of the question that it belongs to.
    generation: u32,
}

/// How a job was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sought {
    /// It is at this place among those that are kept one by one.
    Sample(usize),
    /// Under the policy at this position it comes nearest to a value.
    Nearest(usize, Quantity, f64),
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum OfJob {
    /// This one is looked at.
    Look(Sought),
    /// None is.
    Leave,
    /// What becomes of the job of this number under the policy at a position.
    Told(u32, usize, Result<Box<Story>, Fault>),
}

impl Looked {
    /// Leaves a job of an older question.
    pub fn follow(&mut self, generation: u32) {
        self.looked = self.looked.take().filter(|stories| stories.generation == generation);
    }

    /// None is looked at.
    pub fn leave(&mut self) {
        self.looked = None;
    }

    /// Looks at a job of the first draw of what is shown.
    pub fn look(&mut self, sought: Sought, findings: &Findings) {
        let Some((sample, why)) = found(sought, findings) else { return };
        self.last += 1;
        let report = &findings.report;
        self.looked = Some(Rc::new(Stories {
            number: self.last,
            sample,
            scenario: report.scenario.clone(),
            why,
            stories: vec![None; report.policies.len()],
            fault: None,
            generation: findings.generation,
        }));
    }

    /// Takes note of what becomes of it.
    pub fn told(&mut self, number: u32, policy: usize, story: Result<Box<Story>, Fault>) {
        let Some(stories) = self.looked.as_mut().filter(|stories| stories.number == number) else { return };
        let stories = Rc::make_mut(stories);
        match story {
            Ok(story) => {
                if let Some(place) = stories.stories.get_mut(policy) {
                    *place = Some(*story);
                }
            }
            Err(fault) => stories.fault = Some(fault),
        }
    }
}

/// The job that is sought, and why it is this one.
fn found(sought: Sought, findings: &Findings) -> Option<(usize, String)> {
    let report = &findings.report;
    let draw = if report.scenario.replications > 1 { " of the first draw" } else { "" };
    match sought {
        Sought::Sample(sample) => {
            findings.closeups.first()?.sojourn.get(sample)?;
            Some((sample, format!("The job{draw} that you chose.")))
        }
        Sought::Nearest(policy, quantity, wanted) => {
            let closeup = findings.closeups.get(policy)?;
            let value = |(sojourn, size): (&f64, &f64)| if quantity == Quantity::Sojourn { *sojourn } else { sojourn / size };
            let values = closeup.sojourn.iter().zip(&closeup.sizes).map(value).enumerate();
            let apart = |value: f64| (libm::log(value) - libm::log(wanted)).abs();
            let (sample, _) = values.min_by(|(_, a), (_, b)| apart(*a).total_cmp(&apart(*b)))?;
            let (what, written) = match quantity {
                Quantity::Sojourn => ("sojourn time", Units::of(report).timed(&format::short(wanted))),
                Quantity::Slowdown => ("slowdown", format::short(wanted)),
            };
            let name = names_of(report).into_iter().nth(policy)?;
            Some((sample, format!("The job{draw} whose {what} under {name} is nearest to {written}, where you clicked.")))
        }
    }
}

/// Places of the jobs that two policies, by position, treat most differently, at most so many; first the one with the largest ratio
/// of sojourn times.
pub fn differing(findings: &Findings, [a, b]: [usize; 2], most: usize) -> Vec<usize> {
    let (Some(a), Some(b)) = (findings.closeups.get(a), findings.closeups.get(b)) else { return vec![] };
    let apart = |job: usize| libm::log(a.sojourn[job] / b.sojourn[job]).abs();
    let mut jobs: Vec<usize> = (0..a.sojourn.len().min(b.sojourn.len())).filter(|job| apart(*job).is_finite()).collect();
    jobs.sort_by(|one, other| apart(*other).total_cmp(&apart(*one)));
    jobs.truncate(most);
    jobs
}

impl Stories {
    /// Whether something is still to be found out.
    pub fn waits(&self) -> bool {
        self.fault.is_none() && self.stories.iter().any(Option::is_none)
    }

    /// The first that is known: all tell of the same job.
    pub fn any(&self) -> Option<&Story> {
        self.stories.iter().flatten().next()
    }

    /// The job in *Watch*, with its id there: all jobs of its busy period, or else it, those that it waits for longest under two policies of
    /// a report, given by their positions, and the largest of the others. Nothing on several servers, or while that is not known.
    pub fn exhibit(&self, report: &Report, pair: Option<[usize; 2]>) -> Option<(Exhibit, u64)> {
        let own = self.any().filter(|story| story.busy.is_some())?;
        let chosen = self.chosen(pair);
        let policies: Vec<Policy> = chosen.iter().filter_map(|i| report.policies.get(*i)?.policy.row().key.parse().ok()).collect();
        let mut jobs = own.period.clone();
        if jobs.is_empty() {
            let lives: Vec<&Story> = chosen.iter().map(|i| self.stories.get(*i)?.as_ref()).collect::<Option<_>>()?;
            let ahead = lives.iter().flat_map(|story| story.ahead.iter().take(AHEAD).map(|(_, job)| *job));
            let largest = lives.iter().flat_map(|story| story.largest.iter().copied());
            for job in std::iter::once(own.job).chain(ahead).chain(largest) {
                if jobs.len() < Exhibit::MOST_JOBS && jobs.iter().all(|known| known.id != job.id) {
                    jobs.push(job);
                }
            }
            jobs.sort_by(|a, b| a.arrival.total_cmp(&b.arrival).then(a.id.cmp(&b.id)));
        }
        let (first, place) = (jobs.first()?.arrival, jobs.iter().position(|job| job.id == own.job.id)?);
        let tidy = |value: f64| format::rounded(value, DIGITS);
        let shown = |(id, job): (u64, &Job)| Job {
            id,
            arrival: tidy(job.arrival - first),
            size: tidy(job.size),
            estimate: tidy(job.estimate),
            weight: tidy(job.weight),
        };
        let jobs = (1..).zip(&jobs).map(shown).collect();
        Some((Exhibit::of(jobs, policies), place as u64 + 1))
    }

    /// Positions of the policies that *Watch* shows it under.
    fn chosen(&self, pair: Option<[usize; 2]>) -> Vec<usize> {
        pair.map_or_else(|| (0..self.stories.len()).take(1).collect(), |pair| pair.to_vec())
    }

    /// What *Watch* shows, and how far it is as here.
    pub fn company(&self, report: &Report, pair: Option<[usize; 2]>) -> Option<String> {
        let (exhibit, id) = self.exhibit(report, pair)?;
        let own = self.any()?;
        Some(match own.period.len() {
            0 => {
                let units = Units::of(report);
                let part = |(i, timeline): (usize, Timeline)| {
                    let story = self.stories.get(i)?.as_ref()?;
                    let alone = Biography::of(&timeline, id as usize - 1)?.sojourn();
                    let [alone, all] = [alone, story.sojourn].map(|time| units.timed(&format::short(time)));
                    Some(format!("{alone} under {} instead of {all}", timeline.policy.name()))
                };
                let parts: Vec<String> = self.chosen(pair).into_iter().zip(exhibit.record()).filter_map(part).collect();
                format!(
                    "Watch has room for {} of the {} jobs of its busy period: those that it waits for, and the largest. With these alone it takes {}.",
                    exhibit.jobs.len(),
                    format::whole(u64::from(own.busy?)),
                    parts.join(", and ")
                )
            }
            1 => "It finds the server idle, and nobody comes before it leaves.".to_owned(),
            jobs => format!("Watch shows all {jobs} jobs of its busy period: from when the server was last idle until it is idle again."),
        })
    }
}

/// Jobs ahead of it under each policy that are shown before larger ones.
const AHEAD: usize = 5;
/// Digits that jobs keep in *Watch*.
const DIGITS: i32 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Change, Compare, Link, Look, Told};
    use crate::testing::{closeups, results};
    use schedscope_core::experiment::{Plan, Study, SystemKind};

    fn compare(query: &str) -> Compare {
        let mut compare = Compare::open(SystemKind::Server);
        compare.follow(Link::read(SystemKind::Server, query));
        let scenario = compare.asked();
        let mut results = results(&scenario);
        for (result, closeup) in results.iter_mut().zip(closeups(&scenario)) {
            result.closeup = Some(closeup);
        }
        let look = Look { generation: compare.refinement.generation, replications: scenario.replications, results, scenario };
        compare.change(Change::Told(Told::Look(Rc::new(look))));
        compare
    }

    fn looked(compare: &Compare) -> Option<Stories> {
        compare.job.looked.as_deref().cloned()
    }

    /// What the workers answer.
    fn answer(compare: &mut Compare) {
        let stories = looked(compare).unwrap();
        let study = Study::new(stories.scenario.clone(), |_| unreachable!("no file")).unwrap();
        let Plan::Server(plan) = study.plan() else { unreachable!() };
        for (i, policy) in plan.policies.iter().enumerate() {
            let story = Story::of(plan, &plan.workload(0), policy, stories.sample).unwrap();
            compare.change(Change::Job(OfJob::Told(stories.number, i, Ok(Box::new(story)))));
        }
    }

    const QUERY: &str = "policies=ps,srpte,fspe%2Bps&workload.count=300&workload.load=0.6&replications=2";

    #[test]
    fn a_value_leads_to_the_nearest_job_of_the_first_draw() {
        let mut compare = compare(QUERY);
        let findings = compare.refinement.findings.clone().unwrap();
        let sojourn = findings.closeups[1].sojourn[7];
        compare.change(Change::Job(OfJob::Look(Sought::Nearest(1, Quantity::Sojourn, sojourn * 1.000_001))));
        let stories = looked(&compare).unwrap();
        assert_eq!(stories.sample, 7);
        assert!(stories.why.starts_with("The job of the first draw whose sojourn time under SRPTE is nearest to "), "{}", stories.why);
        let slowdowns: Vec<f64> =
            findings.closeups[1].sojourn.iter().zip(&findings.closeups[1].sizes).map(|(sojourn, size)| sojourn / size).collect();
        let (slowest, slowdown) = slowdowns.into_iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap();
        compare.change(Change::Job(OfJob::Look(Sought::Nearest(1, Quantity::Slowdown, slowdown))));
        assert_eq!(looked(&compare).map(|stories| (stories.sample, stories.number)), Some((slowest, 2)));
        answer(&mut compare);
        let stories = looked(&compare).unwrap();
        assert_eq!(stories.stories[1].as_ref().unwrap().sojourn, findings.closeups[1].sojourn[slowest], "the same job");
    }

    #[test]
    fn a_job_is_left_by_escape_and_by_another_question() {
        let mut compare = compare(QUERY);
        compare.change(Change::Light("ps".to_owned()));
        compare.change(Change::Job(OfJob::Look(Sought::Sample(3))));
        compare.change(Change::Unlight);
        assert!(looked(&compare).is_none() && compare.focus.lit.is_some(), "one thing at a time");
        compare.change(Change::Job(OfJob::Look(Sought::Sample(3))));
        compare.change(Change::Preset(1));
        assert!(looked(&compare).is_none());
        compare.change(Change::Job(OfJob::Look(Sought::Sample(300))));
        assert!(looked(&compare).is_none(), "there is no such job");
    }

    #[test]
    fn what_is_said_of_an_older_job_is_ignored() {
        let mut compare = compare(QUERY);
        compare.change(Change::Job(OfJob::Look(Sought::Sample(3))));
        compare.change(Change::Job(OfJob::Look(Sought::Sample(4))));
        let fault = Fault { field: None, message: "oh".to_owned() };
        compare.change(Change::Job(OfJob::Told(1, 0, Err(fault.clone()))));
        assert_eq!(looked(&compare).unwrap().fault, None);
        compare.change(Change::Job(OfJob::Told(2, 0, Err(fault.clone()))));
        assert_eq!(looked(&compare).unwrap().fault, Some(fault));
    }

    #[test]
    fn watch_shows_a_whole_busy_period_or_those_waited_for_longest() {
        let mut compare = compare(QUERY);
        let report = compare.refinement.findings.clone().unwrap().report.clone();
        let (mut whole, mut parts) = (0, 0);
        for sample in 0..300 {
            compare.change(Change::Job(OfJob::Look(Sought::Sample(sample))));
            assert_eq!(looked(&compare).unwrap().exhibit(&report, Some([1, 2])), None, "not known yet");
            answer(&mut compare);
            let stories = looked(&compare).unwrap();
            let (exhibit, id) = stories.exhibit(&report, Some([1, 2])).unwrap();
            assert_eq!(exhibit.policies, ["srpte".parse().unwrap(), "fspe+ps".parse().unwrap()]);
            let own = exhibit.jobs[id as usize - 1];
            assert_eq!((own.id, own.size), (id, format::rounded(stories.any().unwrap().job.size, DIGITS)));
            assert!(exhibit.jobs.len() <= Exhibit::MOST_JOBS && exhibit.jobs[0].arrival == 0.0);
            let said = stories.company(&report, Some([1, 2])).unwrap();
            if stories.any().unwrap().period.is_empty() {
                parts += 1;
            } else {
                whole += 1;
            }
            assert_eq!(said.contains(" instead of "), stories.any().unwrap().period.is_empty());
        }
        assert!(whole > 20 && parts > 20, "{whole} {parts}");
    }

    #[test]
    fn jobs_that_differ_most_come_first() {
        let compare = compare(QUERY);
        let findings = compare.refinement.findings.clone().unwrap();
        let ratio = |job: usize| libm::log(findings.closeups[0].sojourn[job] / findings.closeups[1].sojourn[job]).abs();
        let jobs = differing(&findings, [0, 1], 5);
        assert!(jobs.len() == 5 && jobs.windows(2).all(|pair| ratio(pair[0]) >= ratio(pair[1])));
        assert!((0..300).all(|job| ratio(job) <= ratio(jobs[0])));
    }
}
