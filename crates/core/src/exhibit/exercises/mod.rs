//! Exercises: a few jobs or a load, what is hidden, and what is asked. Their answers are computed, never written down.

mod answer;
mod challenge;
mod code;
mod drawn;
mod error;
mod fields;
mod help;
mod read;
mod usual;

pub use answer::{Given, Truth, Verdict};
pub use challenge::{Challenge, Score};
pub use code::Effort;
pub use error::ExerciseError;

use super::Exhibit;
use crate::experiment::Scenario;
use schedscope::server::Policy;
use schedscope::workload::{Ids, Job};

/// A set of exercises, as a file holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// What it is called.
    pub title: String,
    /// The exercises, in their order.
    pub exercises: Vec<Exercise>,
}

/// One exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// Its heading.
    pub title: String,
    /// The task. Words between `**` are stressed, words between backticks are code.
    pub text: String,
    /// What it is about.
    pub scene: Situation,
    /// The instant at which play stops; what comes later is hidden until the exercise is answered.
    pub at: f64,
    /// Whether what comes after that instant is hidden.
    pub hides_future: bool,
    /// Whether the other policies of the scene are hidden.
    pub hides_others: bool,
    /// What is asked.
    pub asked: Asked,
    /// Hints, to be shown one after the other; at most [`MOST_HINTS`](Self::MOST_HINTS).
    pub hints: Vec<String>,
    /// Why the answer is what it is; shown with it.
    pub why: String,
}

/// What an exercise is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Situation {
    /// A few jobs under a few policies.
    Jobs(Exhibit),
    /// Many jobs, of which only the figures are of interest.
    Load(Box<Scenario>),
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// When does something happen to a job?
    Instant {
        /// What.
        moment: Moment,
        /// The number of the job, from 1.
        job: u64,
        /// The policy.
        under: Policy,
        /// How far an answer may be off, in units of time.
        within: f64,
    },
    /// In which order do the jobs leave?
    Order {
        /// The policy.
        under: Policy,
    },
    /// Which jobs are served at the instant at which play stops?
    Served {
        /// The policy.
        under: Policy,
    },
    /// What is the mean sojourn time?
    Mean {
        /// The policy.
        under: Policy,
        /// How far an answer may be off, in units of time.
        within: f64,
    },
    /// Change the jobs until something holds.
    Goal(Goal),
    /// Which policy is best for a load?
    Choose {
        /// Title of the column of results in which less is better.
        by: &'static str,
        /// A policy whose value is above the least by at most this fraction of it is as good.
        within: f64,
    },
    /// Write a policy as a formula.
    Formula(Challenge),
}

/// What can happen to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// It is complete.
    Leaves,
    /// It turns late: as much as was estimated has been done, and it is not complete.
    TurnsLate,
    /// It is served for the first time.
    Starts,
}

/// What is to be reached, and what may be changed for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What is to hold.
    pub aim: Aim,
    /// Least and most number of jobs.
    pub jobs: (usize, usize),
    /// Least and greatest arrival time, if these may be changed.
    pub arrivals: Option<(f64, f64)>,
    /// Least and greatest size, if these may be changed.
    pub sizes: Option<(f64, f64)>,
    /// Least and greatest estimate, if these may be changed.
    pub guesses: Option<(f64, f64)>,
}

/// What is to hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// The mean sojourn time of one policy is at least so many times that of another.
    Worse {
        /// The policy with the greater mean.
        policy: Policy,
        /// The other.
        than: Policy,
        /// How many times.
        times: f64,
    },
    /// The mean sojourn time of a policy is at most this.
    AtMost {
        /// The policy.
        policy: Policy,
        /// The mean, in units of time.
        mean: f64,
    },
}

impl Exercise {
    /// The most hints.
    pub const MOST_HINTS: usize = 3;

    /// The jobs and policies, if it is about a few jobs.
    pub fn exhibit(&self) -> Option<&Exhibit> {
        match &self.scene {
            Situation::Jobs(exhibit) => Some(exhibit),
            Situation::Load(_) => None,
        }
    }

    /// What the job with this id is called.
    fn title_of(&self, id: u64) -> String {
        self.exhibit().map_or_else(|| Ids::default().title(id), |exhibit| exhibit.title(id))
    }

    /// The scenario, if it is about a load.
    pub fn load(&self) -> Option<&Scenario> {
        match &self.scene {
            Situation::Load(scenario) => Some(scenario),
            Situation::Jobs(_) => None,
        }
    }

    /// What is asked, if it is a formula.
    pub fn challenge(&self) -> Option<&Challenge> {
        match &self.asked {
            Asked::Formula(challenge) => Some(challenge),
            _ => None,
        }
    }

    /// The policy that is asked about, if it is one.
    pub fn under(&self) -> Option<&Policy> {
        match &self.asked {
            Asked::Instant { under, .. } | Asked::Order { under } | Asked::Served { under } | Asked::Mean { under, .. } => Some(under),
            Asked::Goal(_) | Asked::Choose { .. } | Asked::Formula(_) => None,
        }
    }
}

impl Goal {
    /// What is wrong with these jobs, if they are not within its bounds, or change what stays as it is given.
    pub fn refuses(&self, given: &[Job], jobs: &[Job]) -> Option<String> {
        let (least, most) = self.jobs;
        if !(least..=most).contains(&jobs.len()) {
            return Some(format!("there are {} jobs; allowed: {}", jobs.len(), range(least as f64, most as f64)));
        }
        // Jobs that come and go are numbered anew, so that only their bounds can be looked at.
        let counted = least == most;
        jobs.iter().enumerate().find_map(|(place, job)| {
            let old = given.get(place).filter(|_| counted);
            // An estimate that is right follows its size.
            let guesses = self.guesses.or(self.sizes.filter(|_| job.estimate == job.size));
            let parts = [
                ("arrival", self.arrivals, old.map(|old| old.arrival), job.arrival),
                ("size", self.sizes, old.map(|old| old.size), job.size),
                ("estimate", guesses, old.map(|old| old.estimate), job.estimate),
            ];
            parts.into_iter().find_map(|(name, bounds, old, value)| match (bounds, old, value) {
                (Some((least, most)), _, value) if !(least..=most).contains(&value) => {
                    Some(format!("{name} of J{} is {value}; allowed: {}", job.id, range(least, most)))
                }
                (None, Some(old), value) if old != value => Some(format!("{name} of J{} stays {old}, and is {value}", job.id)),
                _ => None,
            })
        })
    }
}

/// A range in words.
fn range(least: f64, most: f64) -> String {
    if least == most { format!("{least}") } else { format!("{least} to {most}") }
}

impl Aim {
    /// The value that counts, from the mean sojourn time of each policy.
    pub fn value(&self, mean: impl Fn(&Policy) -> f64) -> f64 {
        match self {
            Self::Worse { policy, than, .. } => mean(policy) / mean(than),
            Self::AtMost { policy, .. } => mean(policy),
        }
    }

    /// What it is to be.
    pub fn target(&self) -> f64 {
        match self {
            Self::Worse { times, .. } => *times,
            Self::AtMost { mean, .. } => *mean,
        }
    }

    /// Whether a value is as wanted.
    pub fn holds(&self, value: f64) -> bool {
        /// What rounding may take away.
        const NEAR: f64 = 1e-9;
        match self {
            Self::Worse { times, .. } => value >= times * (1.0 - NEAR),
            Self::AtMost { mean, .. } => value <= mean * (1.0 + NEAR),
        }
    }
}

macro_rules! sets {
    ($($name:literal,)*) => {
        /// Names of the sets that ship, with their files' text.
        pub const SETS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../../../assets/exercises/", $name, ".toml"))),)*];
    };
}

sets! {
    "guesses",
    "formulas",
}

/// Names of the sets that ship, each with its title, which is on the first line of its file.
pub fn titles() -> impl Iterator<Item = (&'static str, &'static str)> {
    SETS.iter().map(|(name, text)| (*name, text.split('"').nth(1).unwrap_or_default()))
}

impl Set {
    /// The set of this name that ships.
    ///
    /// # Panics
    /// Never: every one of them is read by a test.
    pub fn shipped(name: &str) -> Option<Self> {
        let (_, text) = SETS.iter().find(|(known, _)| *known == name)?;
        Some(Self::from_toml(text).expect("sets that ship are valid"))
    }
}

#[cfg(test)]
mod tests;
