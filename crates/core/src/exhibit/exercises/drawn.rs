//! Exercises that are drawn from a run: the questions of the quiz in *Watch*.

use super::{Asked, Exercise, Moment, Situation};
use crate::exhibit::Exhibit;
use schedscope::server::{EventKind, Timeline, job_name, why};
use schedscope::sim::{brief, listed};

impl Exercise {
    /// The first question after an instant about what these policies do with the jobs, when `asked` have been asked before: about each
    /// policy in turn, and each third when a job leaves. None if nothing is left to ask.
    pub fn after(exhibit: &Exhibit, timelines: &[&Timeline], time: f64, asked: usize) -> Option<Self> {
        let turns = (0..timelines.len()).map(|turn| timelines[(asked + turn) % timelines.len()]);
        turns.into_iter().find_map(|timeline| Self::about(exhibit, timeline, time, asked % 3 == 2))
    }

    fn about(exhibit: &Exhibit, timeline: &Timeline, time: f64, leaving: bool) -> Option<Self> {
        /// Part of the time axis by which a guessed instant may be off.
        const TOLERANCE: f64 = 0.04;
        let end = timeline.completions.iter().copied().fold(0.0, f64::max);
        let happens = |at: f64| timeline.events.iter().any(|event| event.time == at && event.kind != EventKind::VirtualCompletion);
        let later = timeline.snapshots.iter().filter(|snapshot| snapshot.time > time && happens(snapshot.time));
        later.into_iter().find_map(|snapshot| {
            let (at, under) = (snapshot.time, &timeline.policy);
            let here: Vec<usize> = present(timeline, at).collect();
            let youngest = *here.last().filter(|_| here.len() > 1)?;
            let asked = if leaving {
                let job = timeline.jobs[youngest].id;
                Asked::Instant { moment: Moment::Leaves, job, under: under.clone(), within: TOLERANCE * end }
            } else {
                Asked::Served { under: under.clone() }
            };
            let what = match &asked {
                Asked::Instant { within, .. } => {
                    format!(
                        "When does {} leave under {}? ± {} counts as right.",
                        job_name(timeline, youngest),
                        under.name(),
                        brief(*within)
                    )
                }
                _ => format!("Which jobs are served now under {}?", under.name()),
            };
            let text = format!("t = {}: {}. {what}", brief(at), listed(happened(timeline, at)));
            let why = format!("At t = {} {}", brief(at), why(timeline, at));
            let scene = Situation::Jobs(exhibit.clone());
            Some(Self { title: String::new(), text, scene, at, hides_future: true, hides_others: true, asked, hints: vec![], why })
        })
    }

    /// The numbers of the jobs that are there when play stops, in order of arrival.
    pub fn candidates(&self, timeline: &Timeline) -> Vec<u64> {
        present(timeline, self.at).map(|job| timeline.jobs[job].id).collect()
    }
}

/// Positions of the jobs that are in the system at this instant.
fn present(timeline: &Timeline, time: f64) -> impl Iterator<Item = usize> {
    timeline.at(time).filter(|curve| curve.remaining > 0.0).map(|curve| curve.job as usize)
}

/// What happens at an instant, in words.
fn happened(timeline: &Timeline, time: f64) -> impl Iterator<Item = String> {
    timeline.events.iter().filter(move |event| event.time == time).filter_map(|event| {
        let verb = match event.kind {
            EventKind::Arrival => "arrives",
            EventKind::Completion => "leaves",
            EventKind::Late => "turns late",
            EventKind::VirtualCompletion | EventKind::Preemption => return None,
        };
        Some(format!("{} {verb}", job_name(timeline, event.job as usize)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhibit::example;
    use crate::exhibit::exercises::{Given, Truth};

    fn opening() -> (Exhibit, Vec<Timeline>) {
        let exhibit = Exhibit::of_example(example("under-estimated").unwrap());
        let recorded = exhibit.record();
        (exhibit, recorded)
    }

    #[test]
    fn asks_in_turn_and_comes_to_an_end() {
        let (exhibit, recorded) = opening();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let (mut time, mut questions) = (-1.0, vec![]);
        while let Some(question) = Exercise::after(&exhibit, &timelines, time, questions.len()) {
            assert!(question.at > time && question.hides_others && question.hides_future);
            time = question.at;
            questions.push(question);
        }
        assert!(questions.len() >= 3, "{questions:?}");
        assert_eq!([0, 1].map(|i| questions[i].under().unwrap()), [&timelines[0].policy, &timelines[1].policy]);
        assert_eq!(questions[0].text, "t = 4: J2 arrives. Which jobs are served now under SRPTE?");
        assert!(questions[2].text.contains("leave under SRPTE? ± 2.28 counts as right."), "{}", questions[2].text);
    }

    #[test]
    fn they_are_judged_as_every_exercise_is() {
        let (exhibit, recorded) = opening();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let first = Exercise::after(&exhibit, &timelines, 0.0, 0).unwrap();
        let truth = Truth::of(&first).unwrap();
        assert_eq!((truth.clone(), first.candidates(timelines[0])), (Truth::Served(vec![1]), vec![1, 2]));
        let said = |ids: &[u64]| truth.judge(&first, &Given::Served(ids.to_vec()));
        assert!(said(&[1]).right && said(&[1]).words == "From t = 4 on J1 is served under SRPTE.");
        assert_eq!([&[2][..], &[1, 2]].map(|ids| said(ids).words), ["Others are served.", "Not all of these are served."]);
        assert!(first.why.starts_with("At t = 4 J1 runs: its estimated remaining size is −3, so it is late"));
        let third = Exercise::after(&exhibit, &timelines, 0.0, 2).unwrap();
        let truth = Truth::of(&third).unwrap();
        let Asked::Instant { within, .. } = third.asked else { panic!("{third:?}") };
        assert_eq!(truth, Truth::Instant(45.0));
        let right = |guess: f64| truth.judge(&third, &Given::Number(guess)).right;
        assert!(right(45.0 + 0.99 * within) && !right(45.0 + 1.01 * within) && !right(f64::NAN));
    }

    #[test]
    fn a_question_can_be_handed_out_as_a_link() {
        let (exhibit, recorded) = opening();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let question = Exercise { title: "Who is served?".to_owned(), ..Exercise::after(&exhibit, &timelines, 0.0, 0).unwrap() };
        let read = Exercise::from_query(&question.to_query()).unwrap();
        assert_eq!((read.asked.clone(), read.at, read.text), (question.asked, question.at, question.text));
        let idle = "title=a&text=b&jobs=3:1,9:1&policies=ps&at=1&served.under=ps";
        let error = Exercise::from_query(idle).unwrap_err().to_string();
        assert_eq!(error, "at is 1, when no job is served under ps; allowed: an instant at which jobs are served");
    }

    #[test]
    fn nothing_to_ask_of_one_job() {
        let exhibit = Exhibit::from_query("jobs=0:1", &[]).unwrap();
        assert_eq!(Exercise::after(&exhibit, &exhibit.record().iter().collect::<Vec<_>>(), -1.0, 0), None);
        assert_eq!(Exercise::after(&exhibit, &[], -1.0, 0), None);
    }
}
