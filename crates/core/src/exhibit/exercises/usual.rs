//! What an exercise says of itself where nobody has written it: a heading, the task and the reason, from its jobs and what is asked.

use super::{Asked, Exercise, ExerciseError, Moment, Situation};
use crate::exhibit::Exhibit;
use schedscope::server::{EventKind, Timeline, why};
use schedscope::sim::brief;
use schedscope::workload::Job;

impl Exercise {
    /// A question about what a policy does with a few jobs, whose words follow from them. Play stops at the instant `at`.
    ///
    /// # Errors
    /// If it has no answer, or if the picture shows it.
    pub fn asking(exhibit: Exhibit, at: f64, asked: Asked) -> Result<Self, ExerciseError> {
        let nothing = String::new;
        let scene = Situation::Jobs(exhibit);
        let hides = true;
        let mut exercise = Self {
            title: nothing(),
            text: nothing(),
            scene,
            at,
            hides_future: hides,
            hides_others: hides,
            asked,
            hints: vec![],
            why: nothing(),
        };
        exercise.check()?;
        exercise.title = exercise.usual_title().unwrap_or_default();
        exercise.text = exercise.usual_text().unwrap_or_default();
        exercise.why = exercise.usual_why().unwrap_or_default();
        Ok(exercise)
    }

    /// The first instant from `time` on at which who is served under a policy can be asked: something happens, and several jobs are there.
    pub fn turn(timeline: &Timeline, time: f64) -> Option<f64> {
        let happens = |at: f64| timeline.events.iter().any(|event| event.time == at && event.kind != EventKind::VirtualCompletion);
        let several = |at: f64| timeline.at(at).filter(|curve| curve.remaining > 0.0).count() > 1;
        timeline.snapshots.iter().map(|snapshot| snapshot.time).find(|at| *at >= time && happens(*at) && several(*at))
    }

    /// Its heading, if that follows from what is asked.
    pub(super) fn usual_title(&self) -> Option<String> {
        match &self.asked {
            Asked::Instant { moment, job, .. } => Some(moment.question(&self.title_of(*job))),
            Asked::Order { .. } => Some("In which order do they leave?".to_owned()),
            Asked::Served { .. } => Some("Who is served next?".to_owned()),
            Asked::Mean { .. } => Some("What is the mean sojourn time?".to_owned()),
            Asked::Goal(_) | Asked::Choose { .. } | Asked::Formula(_) => None,
        }
    }

    /// The task, if that follows from the jobs and what is asked.
    pub(super) fn usual_text(&self) -> Option<String> {
        let (title, under) = (self.usual_title()?, self.under()?.name());
        let question = match &self.asked {
            Asked::Served { .. } => format!("Who is served from t = {} on under {under}?", brief(self.at)),
            _ => format!("{} under {under}?", title.trim_end_matches('?')),
        };
        // Of who is served, what comes later says nothing.
        let known = |job: &&Job| !matches!(self.asked, Asked::Served { .. }) || job.arrival <= self.at;
        let jobs: Vec<&Job> = self.exhibit()?.jobs.iter().filter(known).collect();
        let introduced: Vec<String> = jobs.iter().map(|job| self.introduced(job)).collect();
        let tie = if matches!(self.asked, Asked::Mean { .. }) { "" } else { usual_tie(&jobs) };
        Some(format!("{}. {tie}**{question}**", introduced.join("; ")))
    }

    /// A job in a list.
    fn introduced(&self, job: &Job) -> String {
        let Job { id, arrival, size, estimate, weight } = *job;
        let guess = if estimate == size { String::new() } else { format!(", guess {}", brief(estimate)) };
        let weight = if weight == 1.0 { String::new() } else { format!(", weight {}", brief(weight)) };
        format!("{} at {}: size {}{guess}{weight}", self.title_of(id), brief(arrival), brief(size))
    }

    /// Why the policy serves whom it serves, where play stops, or when the job comes that is asked about.
    pub(super) fn usual_why(&self) -> Option<String> {
        let (under, exhibit) = (self.under()?, self.exhibit()?);
        let timeline = Exhibit { policies: vec![under.clone()], ..exhibit.clone() }.record().pop()?;
        let from = match &self.asked {
            Asked::Instant { job, .. } => {
                exhibit.jobs.iter().find(|known| known.id == *job).map_or(self.at, |job| job.arrival.max(self.at))
            }
            _ => self.at,
        };
        let at = Self::turn(&timeline, from).unwrap_or(from);
        Some(format!("At t = {} {}", brief(at), why(&timeline, at)))
    }
}

/// Who goes first of jobs that are equal, or believed to be, if there are any.
fn usual_tie(jobs: &[&Job]) -> &'static str {
    let alike = |one: &Job, other: &Job| one.id != other.id && (one.estimate == other.estimate || one.size == other.size);
    let tie = jobs.iter().any(|one| jobs.iter().any(|other| alike(one, other)));
    if tie { "Ties go to the job that came first. " } else { "" }
}

impl Moment {
    /// When it happens to a job, as a question.
    fn question(self, job: &str) -> String {
        match self {
            Self::Leaves => format!("When does {job} leave?"),
            Self::TurnsLate => format!("When does {job} turn late?"),
            Self::Starts => format!("When is {job} served for the first time?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Set, Truth};
    use super::*;
    use crate::exhibit::EXAMPLES;

    fn exhibit() -> Exhibit {
        Exhibit::from_query("jobs=0:40:1,4:3,9:5,12:2&policies=srpte,rank[max(est,age)]", &[]).unwrap()
    }

    #[test]
    fn a_question_says_its_jobs_and_why() {
        let exhibit = exhibit();
        let [under, formula] = [0, 1].map(|place| exhibit.policies[place].clone());
        let leaves = Asked::Instant { moment: Moment::Leaves, job: 4, under: under.clone(), within: 0.5 };
        let question = Exercise::asking(exhibit.clone(), 14.0, leaves).unwrap();
        assert_eq!(question.title, "When does J4 leave?");
        assert_eq!(
            question.text,
            "J1 at 0: size 40, guess 1; J2 at 4: size 3; J3 at 9: size 5; J4 at 12: size 2. **When does J4 leave under SRPTE?**"
        );
        assert!(question.why.starts_with("At t = 40 J4 runs"), "{}", question.why);
        let timeline = exhibit.record().remove(0);
        let at = Exercise::turn(&timeline, 4.5).unwrap();
        let served = Exercise::asking(exhibit.clone(), at, Asked::Served { under }).unwrap();
        assert_eq!(
            served.text,
            "J1 at 0: size 40, guess 1; J2 at 4: size 3; J3 at 9: size 5. **Who is served from t = 9 on under SRPTE?**"
        );
        assert_eq!(Truth::of(&served), Some(Truth::Served(vec![1])));
        let equals = Exhibit::from_query("jobs=0:9,1:2,2:2&policies=srpt", &[]).unwrap();
        let under = equals.policies[0].clone();
        let order = Exercise::asking(equals, 0.0, Asked::Order { under }).unwrap();
        assert!(order.text.ends_with("J3 at 2: size 2. Ties go to the job that came first. **In which order do they leave under SRPT?**"));
        let mean = Exercise::asking(exhibit, 0.0, Asked::Mean { under: formula, within: 0.1 }).unwrap();
        assert!(mean.text.ends_with("**What is the mean sojourn time under max(est,age)?**"), "{}", mean.text);
    }

    /// What follows is left out of a file and a link, and comes back.
    #[test]
    fn words_that_follow_are_not_written() {
        for asked in [
            |under| Asked::Order { under },
            |under| Asked::Mean { under, within: 0.1 },
            |under| Asked::Instant { moment: Moment::Leaves, job: 2, under, within: 0.5 },
        ] {
            for under in exhibit().policies {
                let question = Exercise::asking(exhibit(), 0.0, asked(under)).unwrap();
                let set = Set { title: "S".to_owned(), exercises: vec![question] };
                let text = set.to_toml();
                assert!(!["text =", "why =", "size"].iter().any(|word| text.contains(word)), "{text}");
                assert_eq!(Set::from_toml(&text).unwrap(), set);
                assert_eq!(Exercise::from_query(&set.exercises[0].to_query()).unwrap(), set.exercises[0]);
            }
        }
        let error = Set::from_toml(
            "title = \"S\"\n[[exercise]]\njobs = \"0:3\"\npolicies = \"ps, srpt\"\ngoal = { mean = \"ps\", most = 2, sizes = [1, 9] }",
        );
        assert_eq!(error.unwrap_err().to_string(), "exercise 1: title is missing; allowed: a text");
    }

    #[test]
    fn of_every_example_something_can_be_asked() {
        for example in EXAMPLES {
            let exhibit = Exhibit::of_example(example);
            for timeline in exhibit.record() {
                let under = timeline.policy.clone();
                let at = Exercise::turn(&timeline, 0.0).unwrap();
                let order = Exercise::asking(exhibit.clone(), at, Asked::Order { under: under.clone() }).unwrap();
                let served = Exercise::asking(exhibit.clone(), at, Asked::Served { under }).unwrap();
                assert!(order.why.starts_with("At t = ") && served.why == order.why, "{}: {}", example.key, order.why);
            }
        }
    }
}
