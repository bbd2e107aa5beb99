//! What becomes of one job under a policy: how long it waits, behind whom, and how it is served.

use schedscope::server::{EventKind, Timeline, job_name};
use schedscope::sim::{brief, listed};
use serde::{Deserialize, Serialize};

/// The course of one job under one policy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Biography {
    /// When it comes.
    pub arrival: f64,
    /// When it is served for the first time.
    pub start: f64,
    /// When it leaves.
    pub completion: f64,
    /// When it turns late, if it does.
    pub late: Option<f64>,
    /// Work that it needs.
    pub size: f64,
    /// For how long it is not served.
    pub waited: f64,
    /// Of that, how much each other job held the server, by position, the longest first; with shares, each its part.
    pub behind: Vec<(u32, f64)>,
    /// For how long it is served alone.
    pub alone: f64,
    /// For how long it shares the server.
    pub shared: f64,
}

impl Biography {
    /// Of the job at this position.
    pub fn of(timeline: &Timeline, job: usize) -> Option<Self> {
        let (of, completion) = (timeline.jobs.get(job)?, *timeline.completions.get(job)?);
        let mut life = Self { arrival: of.arrival, completion, size: of.size, start: completion, ..Self::default() };
        let turns = |event: &&schedscope::server::Event| event.kind == EventKind::Late && event.job as usize == job;
        life.late = timeline.events.iter().find(turns).map(|event| event.time);
        for pair in timeline.snapshots.windows(2) {
            let (now, lasts) = (&pair[0], pair[1].time - pair[0].time);
            let Some(curve) = now.jobs.iter().find(|curve| curve.job as usize == job && curve.remaining > 0.0) else { continue };
            if curve.share > 0.0 {
                life.start = life.start.min(now.time);
                *if curve.share > 1.0 - 1e-9 { &mut life.alone } else { &mut life.shared } += lasts;
                continue;
            }
            life.waited += lasts;
            for other in now.jobs.iter().filter(|other| other.remaining > 0.0 && other.share > 0.0) {
                match life.behind.iter_mut().find(|(known, _)| *known == other.job) {
                    Some((_, held)) => *held += other.share * lasts,
                    None => life.behind.push((other.job, other.share * lasts)),
                }
            }
        }
        life.behind.sort_by(|a, b| b.1.total_cmp(&a.1));
        Some(life)
    }

    /// Time from arrival to completion.
    pub fn sojourn(&self) -> f64 {
        self.completion - self.arrival
    }

    /// Its milestones: `12 comes → 40 starts → 42 leaves`.
    pub fn milestones(&self) -> String {
        let mut all = vec![(self.arrival, "comes"), (self.start, "starts"), (self.completion, "leaves")];
        all.extend(self.late.map(|late| (late, "late")));
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut words: Vec<(f64, String)> = vec![];
        for (time, word) in all {
            match words.last_mut().filter(|last| last.0 == time) {
                Some(last) => last.1 = format!("{}, {word}", last.1),
                None => words.push((time, word.to_owned())),
            }
        }
        words.iter().map(|(time, word)| format!("{} {word}", brief(*time))).collect::<Vec<_>>().join(" → ")
    }

    /// In a sentence or two, with the names of the timeline.
    pub fn told(&self, timeline: &Timeline) -> String {
        self.telling(|job| job_name(timeline, job as usize), brief)
    }

    /// The same; `name` is what the job at a position is called, and `brief` writes a time.
    pub fn telling(&self, name: impl Fn(u32) -> String, brief: fn(f64) -> String) -> String {
        let waited = match &self.behind[..] {
            _ if self.waited <= 0.0 => "Never waited.".to_owned(),
            [] => format!("Waited {}.", brief(self.waited)),
            [(one, _)] => format!("Waited {}, all behind {}.", brief(self.waited), name(*one)),
            [first, second] => {
                let part = |(job, held): &(u32, f64)| format!("{} behind {}", brief(*held), name(*job));
                format!("Waited {}: {}.", brief(self.waited), listed([part(first), part(second)]))
            }
            [(first, held), others @ ..] => {
                format!(
                    "Waited {}, of which {} behind {} and the rest behind {} others.",
                    brief(self.waited),
                    brief(*held),
                    name(*first),
                    others.len()
                )
            }
        };
        let served = match (self.alone > 0.0, self.shared > 0.0) {
            (true, true) => format!("Ran alone for {} and shared for {}.", brief(self.alone), brief(self.shared)),
            (false, _) => format!("Shared the server for {}.", brief(self.shared)),
            (true, false) => format!("Ran alone for {}.", brief(self.alone)),
        };
        format!("{waited} {served}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::exhibit::Exhibit;
    use schedscope_core::exhibit::example;

    fn lives(policy: usize, job: usize) -> (Biography, String) {
        let recorded = Exhibit::of_example(example("under-estimated").unwrap()).record();
        let life = Biography::of(&recorded[policy], job).unwrap();
        (life.clone(), life.told(&recorded[policy]))
    }

    #[test]
    fn a_job_that_waits_behind_one() {
        let (life, told) = lives(0, 3);
        assert_eq!((life.waited, life.alone, life.shared, life.sojourn()), (28.0, 2.0, 0.0, 30.0));
        assert_eq!(told, "Waited 28, all behind J1. Ran alone for 2.");
        assert_eq!(life.milestones(), "12 comes → 40 starts → 42 leaves");
    }

    #[test]
    fn a_job_that_waits_behind_several_and_shares() {
        let (life, told) = lives(1, 3);
        assert_eq!((life.waited, life.shared, life.late), (4.0, 6.0, Some(16.0)));
        assert!((life.behind.iter().map(|(_, held)| held).sum::<f64>() - life.waited).abs() < 1e-9);
        assert_eq!(told, "Waited 4: 3.5 behind J1 and 0.5 behind J2. Shared the server for 6.");
        assert_eq!(life.milestones(), "12 comes → 16 starts, late → 22 leaves");
    }

    #[test]
    fn a_job_that_never_waits() {
        let (life, told) = lives(0, 0);
        assert_eq!((life.waited, life.late, told.as_str()), (0.0, Some(1.0), "Never waited. Ran alone for 40."));
        assert_eq!(Biography::of(&Exhibit::of_example(example("aging").unwrap()).record()[0], 99), None);
    }

    #[test]
    fn waits_and_service_are_the_sojourn() {
        for key in ["aging", "four-jobs", "starvation", "over-estimation"] {
            for timeline in Exhibit::of_example(example(key).unwrap()).record() {
                for job in 0..timeline.jobs.len() {
                    let life = Biography::of(&timeline, job).unwrap();
                    let sum = life.waited + life.alone + life.shared;
                    assert!((sum - life.sojourn()).abs() < 1e-9, "{key} {}: {life:?}", timeline.policy);
                }
            }
        }
    }
}
