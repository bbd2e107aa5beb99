use super::{Beliefs, Cluster, Config, Observer, Outcome, Policy, Step, TaskId, Transfer, Usage, simulate};
use crate::workload::{Chains, Ids, Phase, TaskJob, TaskWorkload};
use crate::world::SpecError;
use serde::{Deserialize, Serialize};

/// A stretch of time in which a task holds a slot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// Position of the job.
    pub job: u32,
    /// Which phase.
    pub phase: Phase,
    /// Position of the task.
    pub task: u32,
    /// The machine.
    pub machine: u32,
    /// The slot of that phase on the machine, from 0.
    pub slot: u32,
    /// When it gets the slot, in seconds.
    pub from: f64,
    /// When it gives it up.
    pub to: f64,
    /// Whether it is a sample.
    pub training: bool,
    /// Whether it goes on where it was paused.
    pub resumed: bool,
    /// Whether it is a second attempt, started while the first ran or was paused.
    pub copy: bool,
    /// How it ends.
    pub end: Ending,
}

/// How a task gives up its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// It is complete.
    Completed,
    /// It is paused.
    Suspended,
    /// It was killed.
    Killed,
    /// Its machine has left.
    Lost,
    /// It failed.
    Failed,
    /// Another attempt of the task was complete first.
    Overtaken,
}

impl Ending {
    /// Whether what was done is lost.
    pub const fn is_loss(self) -> bool {
        matches!(self, Self::Killed | Self::Lost | Self::Failed | Self::Overtaken)
    }
}

/// Virtual remaining sizes at an instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Believed {
    /// The instant, in seconds.
    pub time: f64,
    /// Job, phase (0 map, 1 reduce), seconds of work.
    pub sizes: Vec<(u32, u8, f64)>,
}

/// A stretch of time in which a phase is virtually complete but not complete.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lateness {
    /// Position of the job.
    pub job: u32,
    /// Which phase: 0 map, 1 reduce.
    pub phase: u8,
    /// From when on, in seconds.
    pub from: f64,
    /// Until when.
    pub to: f64,
}

/// An exact record of a run of the cluster: which job held which slot when, the number of jobs, and the virtual sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// The policy, as it was written.
    pub policy: String,
    /// Number of machines.
    pub machines: u32,
    /// Slots of each phase on each machine.
    pub slots: [u32; 2],
    /// Id, arrival, completion and size class of each job, in the order of submission.
    pub jobs: Vec<JobLine>,
    /// What the jobs are called.
    pub ids: Ids,
    /// Jobs that wait for others: position of the one, of the other.
    pub after: Vec<(u32, u32)>,
    /// Stretches of time, by their end.
    pub bars: Vec<Bar>,
    /// Number of jobs in the system after each instant at which it changes: time, jobs.
    pub load: Vec<(f64, u32)>,
    /// Virtual sizes after each instant at which they were brought up to date, if the policy has any.
    pub believed: Vec<Believed>,
    /// Number of phases that are virtually complete but not complete, after each instant at which it is found to have
    /// changed: time, phases. Empty if the policy has no virtual sizes.
    pub late: Vec<(f64, u32)>,
    /// Stretches of time in which a phase is so.
    pub lateness: Vec<Lateness>,
    /// Gigabytes of RAM of each machine; absent where nothing is paged, as are the next two.
    pub ram: Option<f64>,
    /// Gigabytes of swap space of each machine.
    pub swap: Option<f64>,
    /// Gigabytes that the operating system keeps.
    pub os_memory: Option<f64>,
    /// What is in the memory of a machine after each instant at which that changes.
    pub memory: Vec<Usage>,
    /// Pages written and read back, in the order in which that was asked for.
    pub transfers: Vec<Transfer>,
}

/// A job of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobLine {
    /// Its number.
    pub id: u64,
    /// When it is submitted, in seconds.
    pub arrival: f64,
    /// When it is complete.
    pub completion: f64,
    /// Its size class.
    pub bin: Option<u8>,
    /// Tasks of each phase.
    pub tasks: [u32; 2],
    /// Gigabytes of memory of a task of each phase.
    pub memory: [f64; 2],
    /// Whether it is a production job.
    pub production: bool,
    /// Position of the first job of its chain, if it waits for others or others for it.
    pub chain: Option<u32>,
}

impl Timeline {
    /// Most tasks of a run that is recorded.
    pub const MOST_TASKS: usize = 50_000;

    /// Most snapshots of virtual sizes that a picture needs: more than it has columns.
    const SNAPSHOTS: f64 = 2000.0;

    /// Runs a workload and records it.
    ///
    /// # Errors
    /// If `config` is out of range, or the run would not end.
    pub fn record(config: &Config, workload: &TaskWorkload, policy: &Policy) -> Result<(Self, Outcome), SpecError> {
        let mut recorder = Recorder {
            open: vec![],
            taken: vec![[vec![], vec![]]; config.machines as usize],
            bars: vec![],
            load: vec![],
            believed: vec![],
            late: vec![],
            lateness: vec![],
            overdue: vec![],
            memory: vec![],
            latest: vec![None; config.machines as usize],
            transfers: vec![],
            sizes: 0,
            every: 1,
            instants: 0,
        };
        let outcome = simulate(config, workload, policy, &mut recorder)?;
        let (all, outcomes) = (workload.jobs(), &outcome.jobs);
        let order = if outcome.order.is_empty() { (0..all.len() as u32).collect() } else { outcome.order.clone() };
        let line = |(job, outcome): (&TaskJob, &super::JobOutcome)| JobLine {
            id: job.id,
            arrival: outcome.submission,
            completion: outcome.submission + outcome.sojourn,
            chain: None,
            bin: job.bin,
            tasks: [0, 1].map(|phase| job.tasks[phase].len() as u32),
            memory: job.memory,
            production: config.is_production(job.pool),
        };
        let paged = |x: f64| policy.kind().pages().then_some(x);
        let jobs = order.iter().map(|position| line((&all[*position as usize], &outcomes[*position as usize]))).collect();
        let mut timeline = Self {
            policy: policy.written().to_owned(),
            machines: config.machines,
            slots: config.slots,
            jobs,
            ids: workload.ids().clone(),
            after: vec![],
            bars: recorder.bars,
            load: recorder.load,
            believed: recorder.believed,
            late: recorder.late,
            lateness: recorder.lateness,
            ram: paged(config.memory.ram),
            swap: paged(config.memory.swap),
            os_memory: paged(config.memory.os),
            memory: recorder.memory,
            transfers: recorder.transfers,
        };
        if let Some(chains) = workload.chains() {
            timeline.link(chains, &order);
        }
        Ok((timeline, outcome))
    }

    /// Takes down who waited for whom; jobs have these positions in the workload.
    fn link(&mut self, chains: &Chains, order: &[u32]) {
        let mut numbers = vec![0; order.len()];
        (0..).zip(order).for_each(|(number, position)| numbers[*position as usize] = number);
        for (number, position) in (0..).zip(order) {
            self.after.extend(chains.next(*position).iter().map(|next| (numbers[*next as usize], number)));
            let members = chains.members(*position);
            if members.len() > 1 {
                self.jobs[number as usize].chain = members.iter().map(|member| numbers[*member as usize]).min();
            }
        }
        self.after.sort_unstable();
    }

    /// Leaves out what no picture can show: virtual sizes of reduces, and snapshots that follow each other too closely.
    pub(super) fn thin(&mut self) {
        let (step, mut next, mut known) = (self.end() / Self::SNAPSHOTS, 0.0, vec![false; self.jobs.len()]);
        self.believed.retain_mut(|snapshot| {
            snapshot.sizes.retain(|(_, phase, _)| *phase == 0);
            let new = snapshot.sizes.iter().fold(false, |new, (job, ..)| !std::mem::replace(&mut known[*job as usize], true) || new);
            let kept = new || snapshot.time >= next;
            if kept {
                next = snapshot.time + step;
            }
            kept
        });
    }

    /// The last completion, in seconds.
    pub fn end(&self) -> f64 {
        self.jobs.iter().map(|job| job.completion).fold(0.0, f64::max)
    }
}

/// Most virtual sizes that are kept: where there are more, half of the instants are forgotten.
const MOST_SIZES: usize = 2_000_000;

struct Recorder {
    /// Tasks that hold a slot.
    open: Vec<(TaskId, Bar)>,
    /// For each machine and phase, which slots are taken.
    taken: Vec<[Vec<bool>; 2]>,
    bars: Vec<Bar>,
    load: Vec<(f64, u32)>,
    believed: Vec<Believed>,
    late: Vec<(f64, u32)>,
    lateness: Vec<Lateness>,
    /// Phases that are late, as the stretch so far.
    overdue: Vec<Lateness>,
    memory: Vec<Usage>,
    /// Where in `memory` the last entry of each machine is.
    latest: Vec<Option<usize>>,
    transfers: Vec<Transfer>,
    /// Virtual sizes in `believed`.
    sizes: usize,
    /// They are kept at every `every`-th instant; `instants` have passed.
    every: u64,
    instants: u64,
}

impl Recorder {
    /// Takes down which phases are late from now on.
    fn mark(&mut self, now: f64, late: &[(u32, u8)]) {
        let ended = self.overdue.extract_if(.., |stretch| !late.contains(&(stretch.job, stretch.phase)));
        self.lateness.extend(ended.map(|stretch| Lateness { to: now, ..stretch }));
        for (job, phase) in late {
            if !self.overdue.iter().any(|stretch| (stretch.job, stretch.phase) == (*job, *phase)) {
                self.overdue.push(Lateness { job: *job, phase: *phase, from: now, to: now });
            }
        }
    }

    fn take(&mut self, machine: u32, phase: Phase) -> u32 {
        let slots = &mut self.taken[machine as usize][phase.index()];
        let slot = slots.iter().position(|taken| !taken).unwrap_or_else(|| {
            slots.push(false);
            slots.len() - 1
        });
        slots[slot] = true;
        slot as u32
    }
}

impl Observer for Recorder {
    const WATCHES: bool = true;

    fn step(&mut self, time: f64, id: TaskId, machine: u32, step: Step) {
        let end = match step {
            Step::Started { .. } | Step::Resumed | Step::Copied => {
                let slot = self.take(machine, id.phase());
                let (training, resumed) = (step == Step::Started { training: true }, step == Step::Resumed);
                let bar = Bar {
                    job: id.job,
                    phase: id.phase(),
                    task: id.task,
                    machine,
                    slot,
                    from: time,
                    to: time,
                    training,
                    resumed,
                    copy: step == Step::Copied,
                    end: Ending::Completed,
                };
                return self.open.push((id, bar));
            }
            Step::Completed => Ending::Completed,
            Step::Suspended => Ending::Suspended,
            Step::Killed => Ending::Killed,
            Step::Lost => Ending::Lost,
            Step::Failed => Ending::Failed,
            Step::Overtaken => Ending::Overtaken,
        };
        if let Some(position) = self.open.iter().position(|(other, bar)| (*other, bar.machine) == (id, machine)) {
            let (_, bar) = self.open.swap_remove(position);
            self.taken[machine as usize][bar.phase.index()][bar.slot as usize] = false;
            self.bars.push(Bar { to: time, end, ..bar });
        }
    }

    fn memory(&mut self, usage: Usage) {
        let latest = &mut self.latest[usage.machine as usize];
        match latest.map(|place| &mut self.memory[place]).filter(|last| last.time == usage.time) {
            Some(last) => *last = usage,
            None => {
                *latest = Some(self.memory.len());
                self.memory.push(usage);
            }
        }
    }

    fn transfer(&mut self, transfer: Transfer) {
        self.transfers.push(transfer);
    }

    fn instant(&mut self, cluster: &Cluster, present: usize, beliefs: impl FnOnce() -> Beliefs) {
        if self.load.last().is_none_or(|(_, jobs)| *jobs as usize != present) {
            self.load.push((cluster.now, present as u32));
        }
        // The last instant of all is that of the last completion.
        self.instants += 1;
        if !self.instants.is_multiple_of(self.every) && present > 0 {
            return;
        }
        let Beliefs { sizes, late } = beliefs();
        let phases = late.len() as u32;
        if self.late.last().map_or(!sizes.is_empty(), |(_, last)| *last != phases) {
            self.late.push((cluster.now, phases));
        }
        self.mark(cluster.now, &late);
        if !sizes.is_empty() || self.believed.last().is_some_and(|last| !last.sizes.is_empty()) {
            self.sizes += sizes.len();
            self.believed.push(Believed { time: cluster.now, sizes });
        }
        if self.sizes > MOST_SIZES {
            let mut kept = false;
            self.believed.retain(|_| {
                kept = !kept;
                kept
            });
            self.sizes = self.believed.iter().map(|believed| believed.sizes.len()).sum();
            self.every *= 2;
        }
    }
}
