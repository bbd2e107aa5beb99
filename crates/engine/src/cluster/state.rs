//! What the scheduler sees: machines, phases, tasks.

use super::engine::Paging;
use super::{Config, Submissions, memory};
use crate::sim::stream;
use crate::workload::{Chains, Phase, TaskJob};
use rand::RngExt;
use std::cell::Cell;

/// A task of a phase of a job, all by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId {
    /// Number of the job, by the order of submission: its position in the workload, unless jobs wait for others.
    pub job: u32,
    /// Which phase.
    pub phase: u8,
    /// Position of the task in the phase.
    pub task: u32,
}

impl TaskId {
    /// A task.
    pub fn new(job: u32, phase: Phase, task: u32) -> Self {
        Self { job, phase: phase.index() as u8, task }
    }

    /// Its phase.
    pub fn phase(self) -> Phase {
        Phase::ALL[self.phase as usize]
    }
}

/// Where a task is in its life (mPlane D3.3, section 3.1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has no slot.
    Waiting,
    /// It runs.
    Running,
    /// It runs; the order to suspend it has been sent and takes effect with the next heartbeat of its machine.
    MustSuspend,
    /// It is paused on its machine and holds no slot.
    Suspended,
    /// It holds a slot; the order to go on has been sent and takes effect with the next heartbeat of its machine.
    MustResume,
    /// It is complete.
    Done,
}

impl Status {
    /// Whether a task holds a slot.
    pub const fn holds(self) -> bool {
        matches!(self, Self::Running | Self::MustSuspend | Self::MustResume)
    }

    /// Whether a task works, or waits with its slot for the last map.
    pub const fn works(self) -> bool {
        matches!(self, Self::Running)
    }
}

/// How far a map is from its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Locality {
    /// On the same machine.
    Node,
    /// In the same rack.
    Rack,
    /// In another rack.
    Remote,
}

/// A task's state. Work is counted in nominal seconds: shuffle and work on a machine that holds the input and is not slow.
#[derive(Clone, Copy, Debug)]
pub struct TaskState {
    /// Where it is in its life.
    pub status: Status,
    /// The machine it runs on or is paused on.
    pub machine: u32,
    /// Raised whenever what was announced for it is no longer true.
    pub version: u32,
    /// When it got its present slot.
    pub since: f64,
    /// When it was first given a slot in its present attempt.
    pub started: f64,
    /// Instant to which `done` refers.
    pub(super) seen: f64,
    /// Nominal seconds done at `seen`.
    pub(super) done: f64,
    /// Seconds that a nominal second takes.
    pub(super) factor: f64,
    /// How often it has been started.
    pub(super) attempts: u32,
    /// Nominal seconds at which its present attempt fails; infinite if it does not.
    pub(super) fails: f64,
    /// How many of its attempts have failed.
    pub(super) failures: u8,
    /// Whether a second attempt runs.
    pub(super) copied: bool,
    /// When the order to suspend or to resume it was sent.
    pub(super) ordered: f64,
    /// Seconds in which its memory is then written out or read back.
    pub(super) paging: f64,
    /// Number of the last order to suspend or resume it, or of its last pause, in order of time.
    pub(super) turn: u64,
}

/// A task that has not begun.
const IDLE: TaskState = TaskState {
    status: Status::Waiting,
    machine: 0,
    version: 0,
    since: 0.0,
    started: 0.0,
    seen: 0.0,
    done: 0.0,
    factor: 1.0,
    attempts: 0,
    fails: f64::INFINITY,
    failures: 0,
    copied: false,
    ordered: 0.0,
    paging: 0.0,
    turn: 0,
};

/// A phase of a job.
#[derive(Clone, Debug, Default)]
pub struct PhaseState {
    /// Whether its tasks may have slots.
    pub open: bool,
    /// Tasks without a slot that are not paused.
    pub waiting: u32,
    /// Tasks that hold a slot.
    pub running: u32,
    /// Of these, those that are to be suspended.
    pub leaving: u32,
    /// Paused tasks.
    pub suspended: u32,
    /// Complete tasks.
    pub done: u32,
    /// How often its tasks have been paused.
    pub pauses: u32,
    pub(super) tasks: Vec<TaskState>,
    /// No waiting task has a lower number.
    lowest: Cell<u32>,
    /// Which tasks have their input where, if that is not everywhere.
    near: Option<Near>,
}

/// Where the input of each task of a phase is.
#[derive(Clone, Debug, Default)]
struct Near {
    /// Machines that hold a copy, `replication` for each task.
    copies: Vec<u32>,
    node: Places,
    rack: Places,
}

/// For each place (machine or rack), the tasks whose input it holds, ascending, and how many of them, from the first, do
/// not wait. Tasks that stop waiting are passed over when the list is read; one that waits again turns back its places.
#[derive(Clone, Debug, Default)]
struct Places {
    /// Where the tasks of each place begin in `tasks`; one more at the end.
    begins: Vec<u32>,
    tasks: Vec<u32>,
    passed: Vec<Cell<u32>>,
}

impl Places {
    /// From the place of each copy; a place may come several times for a task.
    fn fill(&mut self, places: u32, copies: &[u32], replication: usize, place: impl Fn(u32) -> u32) {
        let places = places as usize;
        let place = &place;
        let unique = |task: usize| {
            let mine = &copies[task * replication..(task + 1) * replication];
            (0..replication).filter(move |i| mine[..*i].iter().all(|other| place(*other) != place(mine[*i]))).map(move |i| mine[i])
        };
        let count = copies.len() / replication;
        let Self { begins, tasks, passed } = self;
        begins.clear();
        begins.resize(places + 1, 0);
        (0..count).flat_map(unique).for_each(|copy| begins[place(copy) as usize + 1] += 1);
        for i in 1..begins.len() {
            begins[i] += begins[i - 1];
        }
        tasks.clear();
        tasks.resize(begins[places] as usize, 0);
        // Where the next task of each place goes is in the end where those of the next place begin.
        for task in 0..count {
            for copy in unique(task) {
                let next = &mut begins[place(copy) as usize];
                tasks[*next as usize] = task as u32;
                *next += 1;
            }
        }
        begins.copy_within(..places, 1);
        begins[0] = 0;
        passed.clear();
        passed.resize(places, Cell::new(0));
    }

    /// The waiting task with the lowest number at a place.
    fn first(&self, place: u32, waits: impl Fn(u32) -> bool) -> Option<u32> {
        let place = place as usize;
        let mine = &self.tasks[self.begins[place] as usize..self.begins[place + 1] as usize];
        let from = self.passed[place].get();
        let skipped = mine[from as usize..].iter().take_while(|task| !waits(**task)).count() as u32;
        self.passed[place].set(from + skipped);
        mine.get((from + skipped) as usize).copied()
    }

    /// A task at a place waits again.
    fn turn_back(&self, place: u32) {
        self.passed[place as usize].set(0);
    }
}

impl PhaseState {
    /// The waiting task with the lowest number.
    fn first(&self, waits: impl Fn(u32) -> bool) -> Option<u32> {
        let count = self.tasks.len() as u32;
        let first = (self.lowest.get()..count).find(|task| waits(*task));
        self.lowest.set(first.unwrap_or(count));
        first
    }
}

impl Near {
    /// Machines that hold a copy of the input of a task.
    fn of(&self, task: u32, replication: u32) -> &[u32] {
        &self.copies[(task * replication) as usize..((task + 1) * replication) as usize]
    }
}

/// A machine.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// Whether it is there.
    pub up: bool,
    /// Seconds that a nominal second of a task takes on it.
    pub factor: f64,
    /// Free slots of each phase.
    pub free: [u32; 2],
    /// Tasks that hold a slot of each phase.
    pub running: [Vec<TaskId>; 2],
    /// Tasks of each phase that are paused here, first the one that was paused first.
    pub paused: [Vec<TaskId>; 2],
}

/// The cluster at an instant.
#[derive(Debug)]
pub struct Cluster<'a> {
    /// The system.
    pub config: &'a Config,
    /// The jobs, by number.
    pub jobs: Submissions<'a>,
    /// The time, in seconds.
    pub now: f64,
    /// The machines.
    pub machines: Vec<Machine>,
    /// Slots of each phase on the machines that are there.
    pub slots: [u32; 2],
    /// Slots of each phase that are held by tasks and their copies.
    pub used: [u32; 2],
    /// Of these, those whose tasks are to be suspended.
    pub leaving: [u32; 2],
    /// Of these, those whose tasks are to be resumed.
    pub resuming: [u32; 2],
    /// Tasks of open phases that wait, of each phase.
    pub waiting: [u32; 2],
    /// Tasks that are paused, of each phase.
    pub suspended: [u32; 2],
    /// Memory of the machines, where it matters.
    pub(super) paging: Option<Paging>,
    /// Where in `phases` each job is, if it is present.
    places: Vec<Option<u32>>,
    phases: Vec<[PhaseState; 2]>,
    /// Places that jobs have left, to be used again.
    left: Vec<u32>,
}

impl<'a> Cluster<'a> {
    #[cfg(test)]
    pub(super) fn new(config: &'a Config, jobs: &'a [TaskJob]) -> Self {
        Self::of(config, jobs, None)
    }

    /// Before any job has been submitted.
    pub(super) fn of(config: &'a Config, jobs: &'a [TaskJob], chains: Option<&'a Chains>) -> Self {
        let mut machines = vec![Machine { up: true, factor: 1.0, free: config.slots, ..Machine::default() }; config.machines as usize];
        for slow in config.hazards.slow_machines(config.machines, config.seed) {
            machines[slow as usize].factor = config.hazards.slow_factor;
        }
        Self {
            config,
            jobs: Submissions::new(jobs, chains),
            now: 0.0,
            machines,
            slots: Phase::ALL.map(|phase| config.total(phase)),
            used: [0; 2],
            leaving: [0; 2],
            resuming: [0; 2],
            waiting: [0; 2],
            suspended: [0; 2],
            paging: None,
            places: vec![None; jobs.len()],
            phases: vec![],
            left: vec![],
        }
    }

    /// Whether a job has arrived and is not complete.
    pub(super) fn is_present(&self, job: u32) -> bool {
        self.places[job as usize].is_some()
    }

    /// The same where it is not known whether there is such a job.
    pub(super) fn knows(&self, job: u32) -> bool {
        self.places.get(job as usize).is_some_and(Option::is_some)
    }

    fn place(&self, job: u32) -> usize {
        self.places[job as usize].expect("the job is present") as usize
    }

    /// A phase of a job that has arrived.
    ///
    /// # Panics
    /// If it has not, or has completed.
    pub fn phase(&self, job: u32, phase: Phase) -> &PhaseState {
        &self.phases[self.place(job)][phase.index()]
    }

    pub(super) fn phase_mut(&mut self, job: u32, phase: Phase) -> &mut PhaseState {
        let place = self.place(job);
        &mut self.phases[place][phase.index()]
    }

    /// The state of a task of a job that is present.
    pub fn task(&self, id: TaskId) -> &TaskState {
        &self.phase(id.job, id.phase()).tasks[id.task as usize]
    }

    pub(super) fn task_mut(&mut self, id: TaskId) -> &mut TaskState {
        &mut self.phase_mut(id.job, id.phase()).tasks[id.task as usize]
    }

    /// The paused task of a phase that was paused first, on whatever machine, but none of which a copy runs.
    pub fn first_paused(&self, job: u32, phase: Phase) -> Option<TaskId> {
        let state = self.phase(job, phase);
        if state.suspended == 0 {
            return None;
        }
        let paused = (0..).zip(&state.tasks).filter(|(_, task)| task.status == Status::Suspended && !task.copied);
        paused.min_by_key(|(_, task)| task.turn).map(|(task, _)| TaskId::new(job, phase, task))
    }

    /// The memory of a task.
    pub(super) fn bytes_of(&self, id: TaskId) -> u64 {
        memory::bytes(self.jobs[id.job as usize].memory[id.phase as usize])
    }

    /// Whether the machine of a task that runs has room for it among its suspended tasks: in RAM and swap there must be, besides
    /// these, room for the system and a task in each slot (thesis, section 6.1.1). Where nothing is paged there always is.
    pub fn may_suspend(&self, id: TaskId) -> bool {
        let Some(paging) = &self.paging else { return true };
        let machine = self.task(id).machine;
        let mut more = self.bytes_of(id);
        if self.leaving != [0; 2] {
            let leaving = self.machines[machine as usize].running.iter().flatten();
            let leaving = leaving.filter(|other| **other != id && self.task(**other).status == Status::MustSuspend);
            more += leaving.map(|other| self.bytes_of(*other)).sum::<u64>();
        }
        paging.fits(machine, more)
    }

    /// How often tasks of a job have been paused, or are about to be.
    pub fn pauses(&self, job: u32) -> u32 {
        Phase::ALL.map(|phase| self.phase(job, phase)).iter().map(|phase| phase.pauses + phase.leaving).sum()
    }

    /// Whether all maps of a job are complete.
    pub fn maps_done(&self, job: u32) -> bool {
        let maps = self.phase(job, Phase::Map);
        maps.done as usize == maps.tasks.len()
    }

    /// Nominal seconds of a task in all.
    pub(super) fn duration(&self, id: TaskId) -> f64 {
        self.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize].duration()
    }

    /// Nominal seconds of a task that are done by now.
    pub fn progress(&self, id: TaskId) -> f64 {
        let task = self.task(id);
        let about = &self.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize];
        match task.status {
            Status::Waiting => 0.0,
            Status::Done => about.duration(),
            Status::MustSuspend | Status::Suspended | Status::MustResume => task.done,
            Status::Running => {
                let reach = if self.maps_done(id.job) || id.phase() == Phase::Map { about.duration() } else { about.shuffle };
                // A task that has just been resumed reads its pages first.
                (task.done + ((self.now - task.seen) / task.factor).max(0.0)).min(reach.max(task.done))
            }
        }
    }

    /// The fraction of a task that is done by now.
    pub fn fraction(&self, id: TaskId) -> f64 {
        self.progress(id) / self.duration(id)
    }

    /// How far a machine is from the input of a map; reduces are at home everywhere.
    pub fn locality(&self, id: TaskId, machine: u32) -> Locality {
        match &self.phase(id.job, id.phase()).near {
            Some(near) => {
                let copies = near.of(id.task, self.config.replication);
                let racks = self.config.racks;
                if copies.contains(&machine) {
                    Locality::Node
                } else if copies.iter().any(|copy| copy % racks == machine % racks) {
                    Locality::Rack
                } else {
                    Locality::Remote
                }
            }
            None => Locality::Node,
        }
    }

    /// The waiting task of a phase with the lowest number among those nearest to a machine, and how near that is.
    pub fn nearest(&self, job: u32, phase: Phase, machine: u32) -> Option<(TaskId, Locality)> {
        let state = self.phase(job, phase);
        if state.waiting == 0 {
            return None;
        }
        let waits = |task: u32| state.tasks[task as usize].status == Status::Waiting;
        let found = match &state.near {
            None => state.first(waits).map(|task| (task, Locality::Node)),
            Some(near) => {
                let local = near.node.first(machine, waits).map(|task| (task, Locality::Node));
                local
                    .or_else(|| near.rack.first(machine % self.config.racks, waits).map(|task| (task, Locality::Rack)))
                    .or_else(|| state.first(waits).map(|task| (task, Locality::Remote)))
            }
        };
        found.map(|(task, locality)| (TaskId::new(job, phase, task), locality))
    }

    /// Seconds that a nominal second takes at this distance.
    pub(super) fn factor(&self, locality: Locality) -> f64 {
        match locality {
            Locality::Node => 1.0,
            Locality::Rack => self.config.rack_factor,
            Locality::Remote => self.config.remote_factor,
        }
    }

    /// Sets up the phases of a job that arrives. Blocks lie where a stream of the job's own says.
    pub(super) fn enter(&mut self, job: u32) {
        let place = self.left.pop().unwrap_or_else(|| {
            self.phases.push(<[PhaseState; 2]>::default());
            self.phases.len() as u32 - 1
        });
        self.places[job as usize] = Some(place);
        for phase in Phase::ALL {
            let count = self.jobs[job as usize].tasks[phase.index()].len() as u32;
            let PhaseState { mut tasks, mut near, .. } = std::mem::take(self.phase_mut(job, phase));
            tasks.clear();
            tasks.resize(count as usize, IDLE);
            if phase == Phase::Map && self.config.replication < self.config.machines {
                self.put_blocks(job, count, near.get_or_insert_default());
            }
            *self.phase_mut(job, phase) = PhaseState { waiting: count, tasks, near, ..PhaseState::default() };
        }
    }

    fn put_blocks(&self, job: u32, count: u32, near: &mut Near) {
        let Config { machines, racks, replication, seed, .. } = *self.config;
        let mut random = stream(seed ^ self.jobs[job as usize].id.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0, PLACEMENT);
        let Near { copies, node, rack } = near;
        copies.clear();
        for _ in 0..count {
            let begin = copies.len();
            while copies.len() < begin + replication as usize {
                let machine = random.random_range(0..machines);
                if !copies[begin..].contains(&machine) {
                    copies.push(machine);
                }
            }
        }
        node.fill(machines, copies, replication as usize, |copy| copy);
        rack.fill(racks, copies, replication as usize, |copy| copy % racks);
    }

    /// A task stops waiting or waits again.
    pub(super) fn set_waiting(&mut self, id: TaskId, waits: bool) {
        let Config { racks, replication, .. } = *self.config;
        let place = self.place(id.job);
        let state = &mut self.phases[place][id.phase as usize];
        if waits {
            state.lowest.set(state.lowest.get().min(id.task));
            if let Some(near) = &state.near {
                for copy in near.of(id.task, replication) {
                    near.node.turn_back(*copy);
                    near.rack.turn_back(copy % racks);
                }
            }
        }
        let total = &mut self.waiting[id.phase as usize];
        if waits {
            state.waiting += 1;
            *total += u32::from(state.open);
        } else {
            state.waiting -= 1;
            *total -= u32::from(state.open);
        }
    }

    /// A task is to be suspended, or is so no longer.
    pub(super) fn set_leaving(&mut self, id: TaskId, leaves: bool) {
        let change = |count: &mut u32| *count = if leaves { *count + 1 } else { *count - 1 };
        change(&mut self.phase_mut(id.job, id.phase()).leaving);
        change(&mut self.leaving[id.phase as usize]);
    }

    /// Lets the tasks of a phase have slots.
    pub(super) fn open(&mut self, job: u32, phase: Phase) {
        let state = self.phase_mut(job, phase);
        state.open = true;
        let waiting = state.waiting;
        self.waiting[phase.index()] += waiting;
    }

    /// Forgets a job that is complete.
    pub(super) fn leave(&mut self, job: u32) {
        self.left.extend(self.places[job as usize].take());
    }
}

/// Purpose of the stream that places blocks.
const PLACEMENT: u8 = 8;
