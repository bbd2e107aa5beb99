//! What schedulers and workers have just done and what decided it: sentences from what a [`Timeline`] has recorded.

use super::{Loot, Probe, Stint, Theft, Timeline};
use crate::sim::{brief, listed};

/// Most decisions that are reported for one instant.
const TOLD: usize = 3;

/// What happened last at or before `time`, and why, in a small run: which probes were rejected, which entries an idle worker
/// stole, which task gave way to which, and which tasks began after how long a wait. Absent in a large run, and before anything
/// happened. Completions alone are no decision.
pub fn why(timeline: &Timeline, time: f64) -> Option<String> {
    let begins = timeline.stints.iter().filter(|stint| stint.running).map(|stint| stint.from);
    let probed = timeline.probes.iter().map(|probe| probe.came);
    let stolen = timeline.thefts.iter().map(|theft| theft.time);
    let instant = begins.chain(probed).chain(stolen).filter(|instant| *instant <= time).max_by(f64::total_cmp)?;
    let moment = Moment { timeline, instant };
    let mut told = moment.probes();
    told.extend(moment.thefts());
    told.extend(moment.pauses());
    told.extend(moment.starts());
    if told.len() > TOLD {
        let others = told.split_off(TOLD).len();
        told.push(if others == 1 { "one more decision".to_owned() } else { format!("{others} more decisions") });
    }
    Some(format!("At {} s {}.", brief(instant - timeline.begin()), told.join("; ")))
}

/// An instant at which something is decided.
struct Moment<'a> {
    timeline: &'a Timeline,
    instant: f64,
}

impl<'a> Moment<'a> {
    fn name(&self, job: u32) -> String {
        format!("J{}", self.timeline.jobs[job as usize].id)
    }

    /// What becomes of probes: job by job, which are rejected, and which stand behind long tasks.
    fn probes(&self) -> Vec<String> {
        let now: Vec<&Probe> = self.timeline.probes.iter().filter(|probe| probe.came == self.instant).collect();
        let same = |a: &&Probe, b: &&Probe| (a.job, a.round) == (b.job, b.round);
        now.chunk_by(same).flat_map(|round| self.round(round)).collect()
    }

    /// The same of one round of a job's probes.
    fn round(&self, round: &[&Probe]) -> Vec<String> {
        let (name, of) = (self.name(round[0].job), round.len());
        let rejected = round.iter().filter(|probe| !probe.accepted).count();
        let rejections = match (rejected, of) {
            (0, _) => None,
            (1, 1) => Some(format!("a probe of {name} is rejected, since its worker holds a long task, and tries another")),
            _ => {
                let verbs = if rejected == 1 {
                    ("is", "its worker holds a long task", "tries another")
                } else {
                    ("are", "their workers hold long tasks", "try others")
                };
                Some(format!("{rejected} of {of} probes of {name} {} rejected, since {}, and {}", verbs.0, verbs.1, verbs.2))
            }
        };
        let behind = round.iter().filter(|probe| probe.accepted && self.is_behind_long(probe)).map(|probe| probe.worker);
        let behind: Vec<u32> = behind.collect();
        let blocked = match &behind[..] {
            [] => None,
            [first, rest @ ..] => {
                let queue = behind.len();
                let place = if rest.iter().all(|worker| worker == first) { format!(" of worker {first}") } else { "s".to_owned() };
                let which = match (queue, of) {
                    (1, 1) => format!("the probe of {name} stands"),
                    (2, 2) => format!("both probes of {name} stand"),
                    _ if queue == of => format!("all {of} probes of {name} stand"),
                    (1, _) => format!("1 of {of} probes of {name} stands"),
                    _ => format!("{queue} of {of} probes of {name} stand"),
                };
                Some(format!("{which} behind a long task, in the queue{place}"))
            }
        };
        if rejections.is_none() && blocked.is_none() {
            let sent = if round[0].round > 1 { ", sent on," } else { "" };
            let long = self.timeline.jobs[round[0].job as usize].long;
            return vec![match (of, long) {
                (1, true) => format!("a probe of {name} (long) comes to a worker"),
                (1, false) => format!("a probe of {name}{sent} comes to a worker without a long task"),
                (_, true) => format!("{of} probes of {name} (long) come to workers"),
                (_, false) => format!("{of} probes of {name}{sent} come to workers without long tasks"),
            }];
        }
        rejections.into_iter().chain(blocked).collect()
    }

    /// Whether a probe that has been accepted now waits behind a long task.
    fn is_behind_long(&self, probe: &Probe) -> bool {
        let mut its = self.timeline.waits_of(probe.worker).filter(|wait| (wait.job, wait.from) == (probe.job, self.instant));
        its.any(|wait| self.timeline.behind_long(wait))
    }

    /// Who steals what.
    fn thefts(&self) -> Vec<String> {
        let now = self.timeline.thefts.iter().filter(|theft| theft.time == self.instant);
        let said = |Theft { thief, victim, jobs, loot, .. }: &Theft| {
            let name = jobs.first().map(|job| self.name(*job)).unwrap_or_default();
            let entries = if jobs.len() == 1 { "an entry".to_owned() } else { format!("{} entries, the first", jobs.len()) };
            let place = if *loot == Loot::Group { "from behind a long task at" } else { "from anywhere in the queue of" };
            format!("worker {thief}, idle, steals {entries} of {name}, {place} worker {victim}")
        };
        now.map(said).collect()
    }

    /// Stints of running tasks that begin now.
    fn begins(&self) -> impl Iterator<Item = &'a Stint> {
        self.timeline.stints.iter().filter(|stint| stint.running && stint.from == self.instant)
    }

    /// Tasks that lose their worker to others and go back into its queue.
    fn pauses(&self) -> Vec<String> {
        let pause = |stint: &Stint| {
            let ended = self
                .timeline
                .stints
                .iter()
                .find(|other| other.running && other.worker == stint.worker && other.to == self.instant && other.job != stint.job)?;
            let waits = |job: u32| {
                let mut its = self.timeline.waits.iter().filter(|wait| wait.worker == stint.worker && wait.job == job);
                its.any(|wait| wait.from == self.instant)
            };
            waits(ended.job).then(|| format!("{} gives way to {} at worker {}", self.name(ended.job), self.name(stint.job), stint.worker))
        };
        self.begins().filter_map(pause).collect()
    }

    /// Whose tasks begin, and how long these have waited where they begin.
    fn starts(&self) -> Vec<String> {
        let mut jobs: Vec<(u32, u32, f64)> = vec![];
        for stint in self.begins() {
            let waited = self.waited(stint);
            match jobs.iter_mut().find(|(job, ..)| *job == stint.job) {
                Some((_, count, longest)) => (*count, *longest) = (*count + 1, longest.max(waited)),
                None => jobs.push((stint.job, 1, waited)),
            }
        }
        // Those who have waited alike, in one sentence.
        let at_once = jobs.iter().filter(|(_, _, waited)| *waited == 0.0).map(|(job, count, _)| self.tasks(*job, *count));
        let at_once = listed(at_once);
        let begin = (!at_once.is_empty()).then(|| format!("tasks begin without a queue: {at_once}"));
        let queued = jobs.iter().filter(|(_, _, waited)| *waited > 0.0);
        let verb = |count| if count == 1 { "begins" } else { "begin" };
        let queued = queued
            .map(|(job, count, waited)| format!("{} {} after {} s in a queue", self.tasks(*job, *count), verb(*count), brief(*waited)));
        begin.into_iter().chain(queued).collect()
    }

    fn tasks(&self, job: u32, count: u32) -> String {
        let long = if self.timeline.jobs[job as usize].long { " (long)" } else { "" };
        format!("{count} of {}{long}", self.name(job))
    }

    /// How long an entry waited in the queue from which a stint comes, in seconds.
    fn waited(&self, stint: &Stint) -> f64 {
        let asks = |other: &&Stint| !other.running && (other.job, other.to) == (stint.job, stint.from);
        let served = self.timeline.stints_of(stint.worker).find(asks).map_or(stint.from, |asking| asking.from);
        let waits = self.timeline.waits_of(stint.worker).filter(|wait| (wait.job, wait.to) == (stint.job, served));
        waits.map(|wait| wait.to - wait.from).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datacenter::{Config, Policy};
    use crate::workload::{BatchWorkload, TraceLike};

    fn record(policy: &str, config: &Config, workload: &BatchWorkload) -> Timeline {
        let policy: Policy = policy.parse().unwrap();
        Timeline::record(config, workload, &policy, |_| {}).unwrap().0
    }

    fn all(timeline: &Timeline) -> Vec<String> {
        let mut instants: Vec<f64> = timeline.stints.iter().map(|stint| stint.from).collect();
        instants.extend(timeline.probes.iter().map(|probe| probe.came));
        instants.extend(timeline.thefts.iter().map(|theft| theft.time));
        let told: Vec<String> = instants.iter().filter_map(|instant| why(timeline, *instant)).collect();
        assert!(told.iter().all(|sentence| !sentence.contains(" s .")), "something is said of every instant");
        told
    }

    #[test]
    fn each_way_out_of_a_queue_is_told() {
        let workload = TraceLike::Google.generate(60, 3, 0).unwrap().with_load(0.9, 40).unwrap();
        let config = Config { workers: 40, short_partition: 0.2, cutoff: 1129.532, ..Config::default() };
        let tells = |policy: &str, words: &str| all(&record(policy, &config, &workload)).iter().any(|sentence| sentence.contains(words));
        assert!(tells("eagle", "are rejected, since their workers hold long tasks"));
        assert!(tells("hawk", ", idle, steals ") && !tells("sparrow", "steals") && !tells("sparrow", "rejected"));
        assert!(tells("kairos", " gives way to ") && !tells("sparrow", "gives way"));
        assert!(tells("sparrow", " s in a queue") && tells("sparrow", " behind a long task, in the queue"));
        assert!(tells("eagle", ", sent on, come to workers without long tasks"));
    }

    #[test]
    fn what_is_told_is_what_is_counted() {
        let workload = TraceLike::Google.generate(60, 3, 0).unwrap().with_load(0.9, 40).unwrap();
        let config = Config { workers: 40, short_partition: 0.2, cutoff: 1129.532, ..Config::default() };
        for row in Policy::registry().rows() {
            let policy: Policy = row.key.parse().unwrap();
            let (timeline, outcome) = Timeline::record(&config, &workload, &policy, |_| {}).unwrap();
            let counters = &outcome.counters;
            assert_eq!(timeline.probes.len() as u64, counters.messages.probes, "{policy}");
            let rejected = timeline.probes.iter().filter(|probe| !probe.accepted).count();
            assert_eq!(rejected as u64, counters.messages.rejections, "{policy}");
            let stolen: usize = timeline.thefts.iter().map(|theft| theft.jobs.len()).sum();
            assert_eq!((timeline.thefts.len() as u64, stolen as u64), (counters.steals, counters.stolen), "{policy}");
        }
    }

    #[test]
    fn a_job_alone_begins_at_once() {
        let mut workload = BatchWorkload::default();
        workload.push(7, 5.0, &[2.0; 3]).unwrap();
        let timeline = record("central-lwl", &Config { workers: 4, ..Config::default() }, &workload);
        assert_eq!(why(&timeline, 5.2).as_deref(), Some("At 0 s tasks begin without a queue: 3 of J7."));
        assert_eq!(why(&timeline, 4.0), None);
    }
}
