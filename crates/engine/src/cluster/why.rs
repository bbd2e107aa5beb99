//! What the scheduler has just done and what decided it: sentences from what a [`Timeline`] has recorded.

use super::scheduler::{Gain, Loss};
use super::{Bar, Ending, Policy, Timeline, Transfer};
use crate::sim::{brief, listed};
use crate::workload::Phase;
use std::collections::BTreeMap;

/// Most decisions that are reported for one instant.
const TOLD: usize = 3;

/// What happened last at or before `time`, why as far as the scheduler's own state tells it, and how busy the cluster is.
///
/// For a job that gets slots it says what the policy decides by: under FIFO since when the job has been there, under Fair how
/// many slots it holds already, under HFSP what is left of it in the virtual cluster. Completions alone are no decision.
pub fn why(timeline: &Timeline, time: f64) -> String {
    let decision = |bar: &Bar| [Some(bar.from), (bar.end != Ending::Completed).then_some(bar.to)];
    let submissions = timeline.after.iter().map(|(job, _)| timeline.jobs[*job as usize].arrival);
    let decisions = timeline.bars.iter().flat_map(decision).flatten().chain(submissions);
    let past = decisions.chain(timeline.transfers.iter().map(|transfer| transfer.from)).filter(|instant| *instant <= time);
    let Some(instant) = past.max_by(f64::total_cmp) else {
        return "No job has had a slot yet.".to_owned();
    };
    let moment = Moment { timeline, instant };
    let mut told: Vec<String> = moment.submissions();
    told.extend(moment.losses());
    told.extend(moment.gains());
    told.extend(moment.transfers());
    if told.len() > TOLD {
        let others = told.split_off(TOLD).len();
        told.push(format!("{others} more decisions"));
    }
    let full = full(timeline, time).map_or_else(String::new, |sentence| format!("{sentence} "));
    format!("At {} s {}. {full}{}", brief(instant), told.join("; "), busy(timeline, time))
}

/// Machines that suspend no task more, since RAM and swap have no room for it.
fn full(timeline: &Timeline, time: f64) -> Option<String> {
    let room = timeline.swap?;
    let mut last: BTreeMap<(u32, usize, u32), &Bar> = BTreeMap::new();
    for bar in timeline.bars.iter().filter(|bar| bar.from <= time) {
        let known = last.entry((bar.job, bar.phase.index(), bar.task)).or_insert(bar);
        if known.from < bar.from {
            *known = bar;
        }
    }
    // What suspended tasks of each machine hold, and the smallest task that runs there.
    let mut machines: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for bar in last.values() {
        let memory = timeline.jobs.get(bar.job as usize)?.memory[bar.phase.index()];
        let (held, least) = machines.entry(bar.machine).or_insert((0.0, f64::INFINITY));
        if bar.to > time {
            *least = least.min(memory);
        } else if bar.end == Ending::Suspended {
            *held += memory;
        }
    }
    let full = machines.iter().filter(|(_, (held, least))| *held > 0.0 && least.is_finite() && held + least > room + 1e-9);
    let full: Vec<(u32, f64)> = full.map(|(machine, (held, _))| (*machine, *held)).collect();
    let (machine, held) = *full.first()?;
    let others = if full.len() > 1 { format!(", as do {} others", full.len() - 1) } else { String::new() };
    let (held, room) = (brief(held), brief(room));
    Some(format!(
        "Machine {machine} suspends no more{others}: its suspended tasks have {held} of the {room} GB for which there is swap space."
    ))
}

/// How a job is called.
fn job_name(timeline: &Timeline, position: u32) -> String {
    timeline.jobs.get(position as usize).map(|job| timeline.ids.title(job.id)).unwrap_or_default()
}

/// An instant at which slots change hands.
struct Moment<'a> {
    timeline: &'a Timeline,
    instant: f64,
}

/// What several tasks of one phase have in common.
#[derive(Clone, Copy, PartialEq)]
struct Kind {
    job: u32,
    phase: Phase,
    training: bool,
    resumed: bool,
    copy: bool,
    end: Ending,
}

impl Moment<'_> {
    fn name(&self, job: u32) -> String {
        job_name(self.timeline, job)
    }

    /// Who is submitted, since those are complete that it waits for.
    fn submissions(&self) -> Vec<String> {
        let Timeline { jobs, after, .. } = self.timeline;
        let text = |chunk: &[(u32, u32)]| {
            let (job, others) = (chunk[0].0, chunk.iter().map(|(_, other)| *other));
            if jobs[job as usize].arrival != self.instant {
                return None;
            }
            let last = others.clone().map(|other| jobs[other as usize].completion).fold(0.0, f64::max);
            if last < self.instant {
                return Some(format!("{} was submitted", self.name(job)));
            }
            let are = if chunk.len() == 1 { "is" } else { "are" };
            let names = listed(others.map(|other| self.name(other)));
            Some(format!("{} was submitted: {names}, which it waits for, {are} complete", self.name(job)))
        };
        after.chunk_by(|a, b| a.0 == b.0).filter_map(text).collect()
    }

    /// Who loses slots, and to whom.
    fn losses(&self) -> Vec<String> {
        let lost = self.timeline.bars.iter().filter(|bar| bar.to == self.instant && bar.end != Ending::Completed);
        let kind = |bar: &Bar| Kind { training: false, resumed: false, copy: false, ..Kind::of(bar) };
        let text = |(kind, bars): (Kind, Vec<&Bar>)| {
            let name = self.name(kind.job);
            let slots = slots(bars.len(), kind.phase);
            match kind.end {
                Ending::Lost => return format!("{name} loses {slots} with a machine that leaves, and the work done there"),
                Ending::Failed => return format!("{name} loses {slots}: the attempt has failed, and the task starts again"),
                Ending::Overtaken => return format!("{name} gives up {slots}: another attempt of the task was first"),
                Ending::Killed | Ending::Suspended | Ending::Completed => {}
            }
            let mut takers: Vec<u32> = bars.iter().filter_map(|bar| self.taker(bar)).collect();
            takers.sort_unstable();
            takers.dedup();
            let takers = listed(takers.into_iter().map(|job| self.name(job)));
            let to = if takers.is_empty() { String::new() } else { format!(" to {takers}") };
            let how = if kind.end == Ending::Killed { "its work there is lost (kill)" } else { "it goes on later (suspend)" };
            let grounds = self.grounds(kind, &bars).map(|grounds| format!(" ({grounds})")).unwrap_or_default();
            format!("{name} loses {slots}{to}{grounds}: {how}")
        };
        grouped(lost, kind).into_iter().map(text).collect()
    }

    /// Who gets slots, and what decides it.
    fn gains(&self) -> Vec<String> {
        let kind = |bar: &Bar| Kind { end: Ending::Completed, ..Kind::of(bar) };
        let text = |(kind, bars): (Kind, Vec<&Bar>)| {
            let name = self.name(kind.job);
            let slots = slots(bars.len(), kind.phase);
            if kind.copy {
                let tasks = if bars.len() == 1 { "a task that lags or is paused" } else { "tasks that lag or are paused" };
                format!("{name} gets {slots} that nobody waits for: a second attempt of {tasks}")
            } else if kind.training {
                let tasks = if bars.len() == 1 { "a sample" } else { "samples" };
                format!("{name} gets {slots} for {tasks}: its size is still to be learnt")
            } else {
                let what = if kind.resumed { format!("goes on in {slots}") } else { format!("gets {slots}") };
                format!("{name} {what}{}", self.reason(kind).unwrap_or_default())
            }
        };
        grouped(self.timeline.bars.iter().filter(|bar| bar.from == self.instant), kind).into_iter().map(text).collect()
    }

    /// What disks begin to move.
    fn transfers(&self) -> Vec<String> {
        let begins = self.timeline.transfers.iter().filter(|transfer| transfer.from == self.instant);
        let text = |Transfer { machine, job, phase, from, to, gigabytes, out, .. }: &Transfer| {
            let task = format!("the suspended {} of {}", phase_name(*phase), self.name(*job));
            let (size, seconds) = (brief(*gigabytes), brief(to - from));
            if *out {
                format!("machine {machine} writes {size} GB of {task} to its disk for {seconds} s, to make room")
            } else {
                format!("{task} has {size} GB out; its machine reads it back for {seconds} s")
            }
        };
        begins.map(text).collect()
    }

    /// What the policy goes by when it kills.
    fn grounds(&self, kind: Kind, killed: &[&Bar]) -> Option<String> {
        let Timeline { policy, jobs, bars, .. } = self.timeline;
        let policy: Policy = policy.parse().ok().filter(|_| kind.end == Ending::Killed)?;
        let held = |bar: &&Bar| bar.phase == kind.phase && bar.from < self.instant;
        let production = |job: u32| jobs.get(job as usize).is_some_and(|line| line.production);
        let others = bars.iter().filter(held).filter(|bar| bar.to > self.instant && bar.job != kind.job);
        policy.kind().grounds(&Loss {
            time: self.instant,
            started: killed.iter().map(|bar| bar.from).fold(f64::INFINITY, f64::min),
            held: bars.iter().filter(held).filter(|bar| bar.to >= self.instant && bar.job == kind.job).count(),
            others: others
                .filter(|bar| production(bar.job) == production(kind.job))
                .map(|bar| (bar.from, if bar.end == Ending::Killed { bar.to } else { f64::INFINITY }))
                .collect(),
        })
    }

    /// What the policy goes by.
    fn reason(&self, kind: Kind) -> Option<String> {
        let Timeline { policy, jobs, bars, believed, .. } = self.timeline;
        let policy: Policy = policy.parse().ok()?;
        let holds = |bar: &&Bar| bar.job == kind.job && bar.phase == kind.phase && bar.from < self.instant && bar.to > self.instant;
        let last = believed.partition_point(|believed| believed.time <= self.instant);
        let believed = last.checked_sub(1).map_or(&[][..], |last| &believed[last].sizes);
        let sizes = || believed.iter().filter(|(_, phase, _)| usize::from(*phase) == kind.phase.index());
        let reason = policy.kind().reason(&Gain {
            arrival: jobs.get(kind.job as usize)?.arrival,
            held: bars.iter().filter(holds).count(),
            size: sizes().find(|(job, ..)| *job == kind.job).map(|(.., size)| *size),
            sizes: sizes().map(|(.., size)| *size).collect(),
        })?;
        Some(format!(" ({reason})"))
    }

    /// Who next has the slot of a task that has lost it.
    fn taker(&self, lost: &Bar) -> Option<u32> {
        let place = |bar: &Bar| (bar.machine, bar.phase, bar.slot);
        let next = self.timeline.bars.iter().filter(|bar| place(bar) == place(lost) && bar.from >= lost.to && bar.to > lost.to);
        let next = next.min_by(|a, b| a.from.total_cmp(&b.from))?;
        (next.job != lost.job).then_some(next.job)
    }
}

impl Kind {
    fn of(bar: &Bar) -> Self {
        Self { job: bar.job, phase: bar.phase, training: bar.training, resumed: bar.resumed, copy: bar.copy, end: bar.end }
    }
}

/// Bars of the same kind together, in order of the jobs' positions.
fn grouped<'a>(bars: impl Iterator<Item = &'a Bar>, kind: impl Fn(&Bar) -> Kind) -> Vec<(Kind, Vec<&'a Bar>)> {
    let place = |kind: &Kind| (kind.job, kind.phase.index());
    let mut groups: Vec<(Kind, Vec<&Bar>)> = vec![];
    for bar in bars {
        let kind = kind(bar);
        match groups.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, members)) => members.push(bar),
            None => {
                let behind = groups.partition_point(|(other, _)| place(other) <= place(&kind));
                groups.insert(behind, (kind, vec![bar]));
            }
        }
    }
    groups
}

fn slots(count: usize, phase: Phase) -> String {
    let phase = phase_name(phase);
    if count == 1 { format!("a {phase} slot") } else { format!("{count} {phase} slots") }
}

const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Map => "map",
        Phase::Reduce => "reduce",
    }
}

/// How many slots are busy, and how many jobs are there.
fn busy(timeline: &Timeline, time: f64) -> String {
    let running = |phase: Phase| timeline.bars.iter().filter(|bar| bar.phase == phase && bar.from <= time && time < bar.to).count();
    let of = |phase: Phase| format!("{} of {} {}", running(phase), timeline.slots[phase.index()] * timeline.machines, phase_name(phase));
    let jobs = timeline.jobs.iter().filter(|job| job.arrival <= time && time < job.completion).count();
    let jobs = if jobs == 1 { "one job is here".to_owned() } else { format!("{jobs} jobs are here") };
    format!("{} and {} slots are busy; {jobs}.", of(Phase::Map), of(Phase::Reduce))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::Config;
    use crate::workload::{Mix, TaskJob, TaskWorkload};

    /// Two machines with a map slot each, no reduces: a job of four long maps at 0, one of two short ones at 5.
    fn record(policy: &str) -> Timeline {
        let config = Config { machines: 2, slots: [1, 1], ..Config::default() };
        let jobs = TaskWorkload::new(vec![TaskJob::new(1, 0.0, &[40.0; 4], &[]), TaskJob::new(2, 5.0, &[10.0; 2], &[])]).unwrap();
        Timeline::record(&config, &jobs, &policy.parse().unwrap()).unwrap().0
    }

    /// What is said just after the first bar of this job begins.
    fn first(timeline: &Timeline, job: u32) -> String {
        let begin = timeline.bars.iter().filter(|bar| bar.job == job).map(|bar| bar.from).fold(f64::INFINITY, f64::min);
        why(timeline, begin)
    }

    #[test]
    fn says_what_each_policy_goes_by() {
        let fifo = record("fifo");
        assert!(first(&fifo, 1).contains("J2 gets") && first(&fifo, 1).contains("(here since 5 s)"), "{}", first(&fifo, 1));
        let fair = record("fair");
        assert!(first(&fair, 1).contains("J2 gets a map slot (it held none)"), "{}", first(&fair, 1));
        let hfsp = record("hfsp[estimator=oracle,training=0]");
        assert!(first(&hfsp, 1).contains("left in the virtual cluster, the least of 2)"), "{}", first(&hfsp, 1));
        assert_eq!(why(&fifo, -1.0), "No job has had a slot yet.");
        assert!(why(&fifo, 1e9).ends_with("0 of 2 map and 0 of 2 reduce slots are busy; 0 jobs are here."));
    }

    #[test]
    fn says_who_learns_and_who_is_preempted() {
        let of = |policy: &str| {
            let config = Config { machines: 20, slots: [2, 1], ..Config::default() };
            Timeline::record(&config, &Mix::Prod.generate(20, 1, 0).unwrap(), &policy.parse().unwrap()).unwrap().0
        };
        let all = |timeline: &Timeline| timeline.bars.iter().map(|bar| why(timeline, bar.to)).collect::<Vec<_>>().join("\n");
        assert!(all(&of("hfsp")).contains("its size is still to be learnt"));
        let killed = all(&of("hfsp[preemption=kill]"));
        assert!(killed.contains("its work there is lost (kill)") && killed.contains(" slot to J"), "{killed}");
        let suspended = all(&of("hfsp[preemption=suspend]"));
        assert!(suspended.contains("it goes on later (suspend)") && suspended.contains("goes on in "), "{suspended}");
    }
}
