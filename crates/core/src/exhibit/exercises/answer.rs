//! Answers: what is true, computed by the engine, and how a given answer compares with it.

use super::{Aim, Asked, Exercise, Goal, Moment, Score};
use crate::exhibit::{Exhibit, mean_sojourn};
use crate::experiment::{Column, Report, capital};
use schedscope::server::{EventKind, Policy};
use schedscope::sim::{brief, listed};
use schedscope::workload::Job;

/// What is true.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    /// It happens at this instant.
    Instant(f64),
    /// The jobs' numbers and when they leave, in that order.
    Order(Vec<(u64, f64)>),
    /// The mean sojourn time.
    Mean(f64),
    /// These jobs are served, by their numbers.
    Served(Vec<u64>),
    /// The value that counts, with the jobs as they are given.
    Goal(f64),
    /// The policies' keys with their values, the least first.
    Choice(Vec<(String, f64)>),
    /// The scores of policies, as they are written.
    Scores(Vec<(String, Score)>),
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A time, or a mean.
    Number(f64),
    /// The jobs' numbers in the order in which they leave.
    Order(Vec<u64>),
    /// The numbers of the jobs that are served, in any order.
    Served(Vec<u64>),
    /// The jobs with which a goal is to be reached.
    Jobs(Vec<Job>),
    /// The key of a policy.
    Policy(String),
    /// A policy that is written as a formula: `rank[…]` or `share[…]`.
    Formula(String),
}

/// What is said of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is right.
    pub right: bool,
    /// In words. Those of a wrong answer do not give the right one.
    pub words: String,
    /// What to look at after a wrong answer, which does not give the right one either; may be empty.
    pub help: String,
}

/// Times that differ by less are equal, relative to the larger.
pub(super) const EQUAL: f64 = 1e-9;

impl Truth {
    /// The answer to an exercise about a few jobs; none if what it asks for never happens, or if it is about a load.
    pub fn of(exercise: &Exercise) -> Option<Self> {
        let exhibit = exercise.exhibit()?;
        let run = |under: &Policy| Exhibit { policies: vec![under.clone()], ..exhibit.clone() }.record().pop();
        match &exercise.asked {
            Asked::Instant { moment, job, under, .. } => {
                let timeline = run(under)?;
                let place = timeline.jobs.iter().position(|known| known.id == *job)?;
                let at = match moment {
                    Moment::Leaves => timeline.completions[place],
                    Moment::TurnsLate => {
                        timeline.events.iter().find(|event| event.kind == EventKind::Late && event.job as usize == place)?.time
                    }
                    Moment::Starts => {
                        let served =
                            |jobs: &[schedscope::server::Curve]| jobs.iter().any(|curve| curve.job as usize == place && curve.share > 0.0);
                        timeline.snapshots.iter().find(|snapshot| served(&snapshot.jobs))?.time
                    }
                };
                Some(Self::Instant(at))
            }
            Asked::Order { under } => {
                let timeline = run(under)?;
                let mut order: Vec<(u64, f64)> = timeline.jobs.iter().map(|job| job.id).zip(timeline.completions.iter().copied()).collect();
                order.sort_by(|one, other| one.1.total_cmp(&other.1));
                Some(Self::Order(order))
            }
            Asked::Mean { under, .. } => Some(Self::Mean(mean_sojourn(&run(under)?))),
            Asked::Served { under } => {
                let timeline = run(under)?;
                let served = timeline.at(exercise.at).filter(|curve| curve.remaining > 0.0 && curve.share > 0.0);
                let served: Vec<u64> = served.map(|curve| timeline.jobs[curve.job as usize].id).collect();
                (!served.is_empty()).then_some(Self::Served(served))
            }
            Asked::Goal(goal) => Some(Self::Goal(goal.value(&exhibit.jobs))),
            Asked::Choose { .. } | Asked::Formula(_) => None,
        }
    }

    /// The answer to an exercise about a load, from what was measured. Of formulas that were not measured, it knows nothing.
    pub fn measured(exercise: &Exercise, report: &Report) -> Option<Self> {
        if let Asked::Formula(challenge) = &exercise.asked {
            return challenge.scores(report).map(Self::Scores);
        }
        let (Asked::Choose { by, .. }, Some(scenario)) = (&exercise.asked, exercise.load()) else { return None };
        let column = Column::find(scenario.kind(), by)?;
        let value = |(key, policy): (&String, _)| Some((key.clone(), column.of_policy(policy)?));
        let mut values = scenario.policies.iter().zip(&report.policies).map(value).collect::<Option<Vec<_>>>()?;
        values.sort_by(|one, other| one.1.total_cmp(&other.1));
        Some(Self::Choice(values))
    }

    /// The answer in a sentence.
    pub fn words(&self, exercise: &Exercise) -> String {
        match (self, &exercise.asked) {
            (Self::Instant(at), Asked::Instant { moment, job, under, .. }) => {
                let arrival = exercise
                    .exhibit()
                    .and_then(|exhibit| exhibit.jobs.iter().find(|known| known.id == *job))
                    .map_or(0.0, |job| job.arrival);
                let after = brief(at - arrival);
                format!(
                    "{} {} at t = {} under {}, {after} after it came.",
                    exercise.title_of(*job),
                    moment.verb(),
                    brief(*at),
                    under.name()
                )
            }
            (Self::Order(order), Asked::Order { under }) => {
                format!(
                    "Under {} they leave in this order: {}.",
                    under.name(),
                    listed(order.iter().map(|(id, at)| format!("{} (at {})", exercise.title_of(*id), brief(*at))))
                )
            }
            (Self::Mean(mean), Asked::Mean { under, .. }) => {
                format!("The mean sojourn time under {} is {}.", under.name(), brief(*mean))
            }
            (Self::Served(jobs), Asked::Served { under }) => {
                let is = if jobs.len() == 1 { "is" } else { "are" };
                let jobs = listed(jobs.iter().map(|id| exercise.title_of(*id)));
                format!("From t = {} on {jobs} {is} served under {}.", brief(exercise.at), under.name())
            }
            (Self::Goal(value), Asked::Goal(goal)) => format!("{}, to be {}.", goal.aim.said(*value), goal.aim.wanted()),
            (Self::Choice(values), Asked::Choose { by, .. }) => {
                let title = by.replace('_', " ");
                format!("{}: {}.", capital(&title), listed(values.iter().map(|(key, value)| format!("{key} {}", brief(*value)))))
            }
            (Self::Scores(scores), Asked::Formula(challenge)) => {
                let reference = challenge.referred().and_then(|key| self.score(&key)).zip(challenge.reference.as_ref());
                let reference = reference.map(|(score, rank)| format!("The rank {rank} scores {}. ", score.said())).unwrap_or_default();
                let others = scores.iter().filter(|(key, _)| !key.contains('['));
                let others = listed(others.map(|(key, score)| format!("{key} {}", score.said())));
                format!("{reference}To be below {}: {others}.", challenge.below)
            }
            _ => String::new(),
        }
    }

    /// The score of a policy that was measured.
    pub fn score(&self, written: &str) -> Option<Score> {
        let Self::Scores(scores) = self else { return None };
        scores.iter().find(|(known, _)| known == written).map(|(_, score)| *score)
    }

    /// What is to be said of an answer.
    pub fn judge(&self, exercise: &Exercise, given: &Given) -> Verdict {
        let right = || Verdict { right: true, words: self.words(exercise), help: String::new() };
        let refused = |words: String| Verdict { right: false, words, help: String::new() };
        let wrong = |words: String| Verdict { help: exercise.help(self, given), ..refused(words) };
        match (self, given, &exercise.asked) {
            (Self::Instant(at), Given::Number(guess), Asked::Instant { within, .. }) => {
                near(*guess, *at, *within, ("later", "earlier")).map_or_else(right, wrong)
            }
            (Self::Mean(mean), Given::Number(guess), Asked::Mean { within, .. }) => {
                near(*guess, *mean, *within, ("more", "less")).map_or_else(right, wrong)
            }
            (Self::Order(order), Given::Order(given), _) => {
                // A job that is named again is no answer.
                let given = given.iter().enumerate().filter(|(place, id)| !given[..*place].contains(id)).map(|(_, id)| id);
                let times: Vec<f64> = given.filter_map(|id| order.iter().find(|(known, _)| known == id)).map(|(_, at)| *at).collect();
                let same = |(one, (_, at)): (&f64, &(u64, f64))| (one - at).abs() <= EQUAL * at.max(1.0);
                let first = times.iter().zip(order).take_while(|pair| same(*pair)).count();
                match first {
                    all if all == order.len() && times.len() == order.len() => right(),
                    0 => wrong("Another job is the first to leave.".to_owned()),
                    1 => wrong("The first is right, the second is not.".to_owned()),
                    some => wrong(format!("The first {some} are right, the next is not.")),
                }
            }
            (Self::Served(served), Given::Served(given), _) => {
                let all = served.iter().all(|id| given.contains(id));
                match given.iter().all(|id| served.contains(id)) {
                    true if all => right(),
                    true => wrong("More jobs are served.".to_owned()),
                    false if all => wrong("Not all of these are served.".to_owned()),
                    false => wrong("Others are served.".to_owned()),
                }
            }
            (_, Given::Jobs(jobs), Asked::Goal(goal)) => {
                let given = exercise.exhibit().map_or(&[][..], |exhibit| &exhibit.jobs);
                if let Some(why) = goal.refuses(given, jobs) {
                    return refused(format!("{}.", capital(&why)));
                }
                let value = goal.value(jobs);
                let said = format!("{}, to be {}.", goal.aim.said(value), goal.aim.wanted());
                if goal.aim.holds(value) { Verdict { right: true, ..refused(said) } } else { wrong(said) }
            }
            (Self::Choice(values), Given::Policy(key), Asked::Choose { by, within }) => {
                let least = values.first().map_or(f64::NAN, |(_, value)| *value);
                match values.iter().find(|(known, _)| known == key) {
                    Some((_, value)) if *value <= least * (1.0 + within) => right(),
                    _ => wrong(format!("Another policy has a lower {}.", by.replace('_', " "))),
                }
            }
            (Self::Scores(_), Given::Formula(written), Asked::Formula(challenge)) => {
                let asked = match challenge.asked(written) {
                    Ok(asked) => asked,
                    Err(mistake) => return refused(format!("Column {}: {}.", mistake.column, mistake.what)),
                };
                let Some(score) = self.score(&asked) else { return refused("This formula was not measured.".to_owned()) };
                let words = format!("Your formula scores {}, to be below {}.", score.said(), challenge.below);
                Verdict { right: score.value < challenge.below, ..refused(words) }
            }
            _ => refused("This is no answer to what is asked.".to_owned()),
        }
    }
}

/// What is wrong with a guess, if it is too far from what is true.
fn near(guess: f64, truth: f64, within: f64, (more, less): (&str, &str)) -> Option<String> {
    let off = guess - truth;
    if off.abs() <= within + EQUAL * truth.abs().max(1.0) {
        return None;
    }
    Some(format!("It is {}.", if off < 0.0 { more } else { less }))
}

impl Moment {
    /// What the job does then.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Leaves => "leaves",
            Self::TurnsLate => "turns late",
            Self::Starts => "is served for the first time",
        }
    }
}

impl Goal {
    /// The value that counts, with these jobs.
    pub fn value(&self, jobs: &[Job]) -> f64 {
        self.aim.value(|policy| Exhibit::of(jobs.to_vec(), vec![policy.clone()]).record().first().map_or(f64::NAN, mean_sojourn))
    }
}

impl Aim {
    /// The value in words.
    pub fn said(&self, value: f64) -> String {
        match self {
            Self::Worse { policy, than, .. } => {
                format!("The mean sojourn time under {} is {value:.2} times that under {}", policy.name(), than.name())
            }
            Self::AtMost { policy, .. } => format!("The mean sojourn time under {} is {}", policy.name(), brief(value)),
        }
    }

    /// What it is to be, in words.
    pub fn wanted(&self) -> String {
        match self {
            Self::Worse { times, .. } => format!("at least {times} times"),
            Self::AtMost { mean, .. } => format!("at most {mean}"),
        }
    }
}
