//! Questions that a timeline answers: which jobs are served next, when does a job complete?

use schedscope_engine::server::{EventKind, Timeline, job_name, why};
use schedscope_engine::sim::{brief, listed};

/// A question about one policy at one instant. What comes after that instant is hidden until it is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Which of the timelines.
    pub timeline: usize,
    /// The instant.
    pub time: f64,
    /// What is asked, with the answer.
    pub asked: Asked,
}

/// What can be asked. Jobs are positions in [`Timeline::jobs`].
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Which jobs are served from now on?
    Served {
        /// The jobs that could be.
        present: Vec<u32>,
        /// The jobs that are.
        served: Vec<u32>,
    },
    /// When does a job complete?
    Completion {
        /// The job.
        job: u32,
        /// When it does.
        at: f64,
        /// How far an answer may be off.
        tolerance: f64,
    },
}

impl Question {
    /// The first question after an instant, when `asked` have been asked before: each timeline in turn, and each third question
    /// is about a completion. None if nothing is left to ask.
    pub fn after(timelines: &[&Timeline], time: f64, asked: usize) -> Option<Self> {
        let turns = (0..timelines.len()).map(|turn| (asked + turn) % timelines.len());
        turns.into_iter().find_map(|which| Self::about(timelines[which], which, time, asked % 3 == 2))
    }

    fn about(timeline: &Timeline, which: usize, time: f64, completion: bool) -> Option<Self> {
        /// Part of the time axis by which a guessed completion may be off.
        const TOLERANCE: f64 = 0.04;
        let end = timeline.completions.iter().copied().fold(0.0, f64::max);
        let happens = |at: f64| timeline.events.iter().any(|event| event.time == at && event.kind != EventKind::VirtualCompletion);
        let later = timeline.snapshots.iter().filter(|snapshot| snapshot.time > time && happens(snapshot.time));
        later.into_iter().find_map(|snapshot| {
            let here = || snapshot.jobs.iter().filter(|curve| curve.remaining > 0.0);
            let present: Vec<u32> = here().map(|curve| curve.job).collect();
            let youngest = *present.last().filter(|_| present.len() > 1)?;
            let asked = if completion {
                Asked::Completion { job: youngest, at: timeline.completions[youngest as usize], tolerance: TOLERANCE * end }
            } else {
                Asked::Served { present, served: here().filter(|curve| curve.share > 0.0).map(|curve| curve.job).collect() }
            };
            Some(Self { timeline: which, time: snapshot.time, asked })
        })
    }

    /// The question in words.
    pub fn text(&self, timeline: &Timeline) -> String {
        let happened = timeline.events.iter().filter(|event| event.time == self.time).filter_map(|event| {
            let verb = match event.kind {
                EventKind::Arrival => "arrives",
                EventKind::Completion => "completes",
                EventKind::Late => "turns late",
                EventKind::VirtualCompletion | EventKind::Preemption => return None,
            };
            Some(format!("{} {verb}", job_name(timeline, event.job as usize)))
        });
        let (time, policy) = (brief(self.time), timeline.policy.row().name);
        let happened = listed(happened);
        match &self.asked {
            Asked::Served { .. } => format!("t = {time}: {happened}. Which jobs are served now under {policy}?"),
            Asked::Completion { job, tolerance, .. } => {
                let name = job_name(timeline, *job as usize);
                format!("t = {time}: {happened}. When does {name} complete under {policy}? ± {} counts as right.", brief(*tolerance))
            }
        }
    }

    /// Whether these jobs, and no others, are served.
    pub fn is_served(&self, chosen: &[u32]) -> bool {
        matches!(&self.asked, Asked::Served { served, .. } if served.len() == chosen.len() && served.iter().all(|job| chosen.contains(job)))
    }

    /// Whether a guessed time is near enough.
    pub fn is_completion(&self, guess: f64) -> bool {
        matches!(self.asked, Asked::Completion { at, tolerance, .. } if (guess - at).abs() <= tolerance)
    }

    /// The answer, and why.
    pub fn answer(&self, timeline: &Timeline) -> String {
        let why = why(timeline, self.time);
        match &self.asked {
            Asked::Served { .. } => why,
            Asked::Completion { job, at, .. } => {
                let name = job_name(timeline, *job as usize);
                let sojourn = brief(at - timeline.jobs[*job as usize].arrival);
                format!("{name} completes at t = {}, {sojourn} after it arrived. At t = {} {why}", brief(*at), brief(self.time))
            }
        }
    }

    /// The instant at which the answer can be seen.
    pub fn shows(&self, timeline: &Timeline) -> f64 {
        match self.asked {
            Asked::Served { .. } => {
                let next = timeline.snapshots.partition_point(|snapshot| snapshot.time <= self.time);
                timeline.snapshots.get(next).map_or(self.time, |snapshot| snapshot.time)
            }
            Asked::Completion { at, .. } => at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhibit::Exhibit;

    fn recorded() -> Vec<Timeline> {
        Exhibit::of_example("under-estimated").unwrap().record()
    }

    #[test]
    fn asks_in_turn_and_comes_to_an_end() {
        let recorded = recorded();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let (mut time, mut questions) = (-1.0, vec![]);
        while let Some(question) = Question::after(&timelines, time, questions.len()) {
            assert!(question.time > time);
            time = question.shows(timelines[question.timeline]).max(question.time);
            questions.push(question);
        }
        assert!(questions.len() >= 3, "{questions:?}");
        assert_eq!((questions[0].timeline, questions[1].timeline), (0, 1));
        let texts: Vec<String> = questions.iter().map(|question| question.text(timelines[question.timeline])).collect();
        assert_eq!(texts[0], "t = 4: J2 arrives. Which jobs are served now under SRPTE?");
        assert!(texts[2].contains("complete under SRPTE? ± 2.28 counts as right."), "{texts:?}");
    }

    #[test]
    fn knows_the_answer() {
        let recorded = recorded();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let first = Question::after(&timelines, 0.0, 0).unwrap();
        assert!(first.is_served(&[0]) && !first.is_served(&[1]) && !first.is_served(&[0, 1]) && !first.is_served(&[]));
        assert!(first.answer(timelines[0]).starts_with("J1 runs: its estimated remaining size is −3, so it is late"));
        let third = Question::after(&timelines, 0.0, 2).unwrap();
        let Asked::Completion { job, at, tolerance } = third.asked else { panic!("{third:?}") };
        assert_eq!((job, at, third.shows(timelines[0])), (1, 45.0, 45.0));
        assert!(
            third.is_completion(45.0 + 0.99 * tolerance) && !third.is_completion(45.0 + 1.01 * tolerance) && !third.is_completion(f64::NAN)
        );
        assert!(third.answer(timelines[0]).starts_with("J2 completes at t = 45, 41 after it arrived. At t = 4 J1 runs"));
    }

    #[test]
    fn nothing_to_ask_of_one_job() {
        let exhibit = Exhibit::from_query("jobs=0:1", &[]).unwrap();
        assert_eq!(Question::after(&exhibit.record().iter().collect::<Vec<_>>(), -1.0, 0), None);
        assert_eq!(Question::after(&[], -1.0, 0), None);
    }
}
