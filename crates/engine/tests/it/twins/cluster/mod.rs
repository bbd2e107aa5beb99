//! The cluster world once more, slow and plain: a state machine in which everything is computed from scratch at every
//! event. It is written from the sources alone (T = Pastorelli's thesis, M = mPlane D3.3, V = VIPEER D4.5) and the
//! rules that complete them, and serves as the reference the engine is compared with.
//!
//! One run reads like this. [`run`] jumps from instant to instant. At each, tasks complete, jobs arrive and machines
//! come and go, samples reach Δ, and then machines report. A report confirms what was ordered before, gives away free
//! slots one by one, and asks who has to leave.
//!
//! This file is the state and time; what is given, reports, who gets a slot, estimates, the virtual cluster, preemption and
//! random instances are in a file each.

#![expect(clippy::doc_markdown, reason = "S_i, S_f and p_k are the sources' symbols")]
#![expect(clippy::struct_excessive_bools, reason = "a plain list of what is true of a phase")]

mod choice;
mod draw;
mod given;
mod preemption;
mod reports;
#[cfg(test)]
mod tests;
mod training;
mod virtual_cluster;

pub use draw::draw;
pub use given::{
    Decision, Delays, DeltaOf, Enter, Estimator, First, Granularity, Hfsp, History, Instance, Job, Limit, MachineChange, Order, Policy,
    Preemption, Recall, Resume, Run, Step, TrainingOrder, Update, Victim,
};

use std::cmp::Ordering;

/// Tolerance of all comparisons of times, sizes and keys (section A: "relative tolerance of 1e-9").
const TOLERANCE: f64 = 1e-9;
/// Map phase and reduce phase, as indices.
const MAP: usize = 0;
const REDUCE: usize = 1;
/// No small instance takes longer, in simulated seconds.
const FOREVER: f64 = 1e6;

/// Equal up to the tolerance. Below one the tolerance is absolute.
pub fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()).max(1.0)
}

/// Smaller by more than the tolerance.
pub fn less(a: f64, b: f64) -> bool {
    a < b && !same(a, b)
}

/// Compares with the tolerance.
fn compare(a: f64, b: f64) -> Ordering {
    if same(a, b) { Ordering::Equal } else { a.total_cmp(&b) }
}

/// Insertion sort. The library's sort demands a total order, which a comparison with a tolerance is not quite.
fn sorted(mut list: Vec<usize>, order: impl Fn(usize, usize) -> Ordering) -> Vec<usize> {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && order(list[at], list[at - 1]) == Ordering::Less {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
    list
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Waiting,
    Running,
    /// Ordered to be suspended: stopped, but holds the slot until its machine confirms (M 3.1.3 `MUST_SUSPEND`).
    Leaving,
    Suspended,
    /// Ordered to be resumed: holds the slot, does nothing yet (M 3.1.3 `MUST_RESUME`).
    Returning,
    Done,
}

#[derive(Clone, Debug)]
struct Task {
    /// Nominal seconds; a map has no shuffle.
    shuffle: f64,
    work: f64,
    /// 1, the rack's or the remote factor; fixed at the start from scratch.
    factor: f64,
    state: State,
    machine: usize,
    /// When it was started from scratch: its youth.
    launched: f64,
    /// When its slot was given to it, at a start or a resumption.
    given: f64,
    /// Processed before `from`, in seconds; from then on it goes on.
    before: f64,
    from: f64,
    /// Place in the order of announcements of its completion, of its order to leave or return, of its suspension.
    announced: u64,
    ordered: u64,
    ordered_at: f64,
    suspended: u64,
    /// One of the tasks that training measures, and what it measured: s̃_k.
    sample: bool,
    measured: Option<f64>,
}

impl Task {
    fn new(shuffle: f64, work: f64) -> Self {
        Self {
            shuffle,
            work,
            factor: 1.0,
            state: State::Waiting,
            machine: 0,
            launched: 0.0,
            given: 0.0,
            before: 0.0,
            from: 0.0,
            announced: 0,
            ordered: 0,
            ordered_at: 0.0,
            suspended: 0,
            sample: false,
            measured: None,
        }
    }

    /// Seconds of processing from scratch to the end, where it runs.
    fn duration(&self) -> f64 {
        (self.shuffle + self.work) * self.factor
    }

    fn holds_slot(&self) -> bool {
        matches!(self.state, State::Running | State::Leaving | State::Returning)
    }

    fn is_here(&self, machine: usize) -> bool {
        self.machine == machine && (self.holds_slot() || self.state == State::Suspended)
    }
}

/// A map phase or a reduce phase: for HFSP a job of its own (T 4.1).
#[derive(Clone, Debug)]
struct Phase {
    tasks: Vec<Task>,
    entered: bool,
    /// Size 0 for ever (T 4.2.1).
    tiny: bool,
    /// S_i is not yet replaced by S_f.
    training: bool,
    /// S_i.
    initial: f64,
    /// What the past said of the seconds of a task when the phase entered.
    predicted: Option<f64>,
    /// The virtual size, and what aging has taken off so far.
    size: f64,
    aged: f64,
    /// Since when the virtual size is 0.
    zero_since: Option<f64>,
    /// Passes of delay scheduling; of resume locality.
    passes: u32,
    resume_passes: u32,
    late: bool,
}

impl Phase {
    fn new(tasks: Vec<Task>) -> Self {
        Self {
            tasks,
            entered: false,
            tiny: false,
            training: false,
            initial: 0.0,
            predicted: None,
            size: 0.0,
            aged: 0.0,
            zero_since: None,
            passes: 0,
            resume_passes: 0,
            late: false,
        }
    }

    fn count(&self, property: impl Fn(&Task) -> bool) -> usize {
        self.tasks.iter().filter(|task| property(task)).count()
    }

    fn waiting(&self) -> usize {
        self.count(|task| task.state == State::Waiting)
    }

    fn remaining(&self) -> usize {
        self.count(|task| task.state != State::Done)
    }

    fn samples_with_slot(&self) -> usize {
        self.count(|task| task.sample && task.holds_slot())
    }
}

/// What the scheduler does with a slot.
enum Choice {
    Start { job: usize, task: usize, training: bool },
    Resume { job: usize, task: usize },
}

/// A slot that is being cleaned or paged out.
#[derive(Clone, Copy, Debug)]
struct Cleaning {
    until: f64,
    announced: u64,
}

/// What is due at an instant: a task that is complete, or a slot that is clean.
enum Due {
    Task { job: usize, phase: usize, task: usize },
    Slot { machine: usize, phase: usize, place: usize },
}

struct World<'a> {
    given: &'a Instance,
    now: f64,
    /// Number of announcements so far.
    announcements: u64,
    jobs: Vec<[Phase; 2]>,
    arrived: usize,
    changed: usize,
    up: Vec<bool>,
    cleaning: Vec<[Vec<Cleaning>; 2]>,
    /// The machine has too many suspended tasks of the phase.
    enough_suspended: Vec<[bool; 2]>,
    /// A slot of the machine became free at this instant.
    freed: Vec<bool>,
    /// Periodic reports of the machine so far.
    beats: Vec<u64>,
    /// Delays count as passed in this round.
    hurry: bool,
    /// Complete tasks in order of completion: job, phase, duration.
    history: Vec<(usize, usize, f64)>,
    completions: Vec<Option<f64>>,
    /// Jobs in order of completion.
    complete_jobs: Vec<usize>,
    decisions: Vec<Decision>,
}

/// Simulates the instance to the completion of its last job.
pub fn run(given: &Instance) -> Run {
    let mut world = World::new(given);
    while world.complete_jobs.len() < given.jobs.len() {
        world.instant();
    }
    Run {
        decisions: world.decisions,
        completions: world.completions.into_iter().flatten().collect(),
        late: world.jobs.iter().map(|phases| [phases[MAP].late, phases[REDUCE].late]).collect(),
    }
}

impl<'a> World<'a> {
    fn new(given: &'a Instance) -> Self {
        let jobs = given.jobs.iter().map(|job| {
            let maps = job.maps.iter().map(|&work| Task::new(0.0, work)).collect();
            let reduces = job.reduces.iter().map(|&(shuffle, work)| Task::new(shuffle, work)).collect();
            [Phase::new(maps), Phase::new(reduces)]
        });
        Self {
            given,
            now: 0.0,
            announcements: 0,
            jobs: jobs.collect(),
            arrived: 0,
            changed: 0,
            up: vec![true; given.machines],
            cleaning: vec![[vec![], vec![]]; given.machines],
            enough_suspended: vec![[false; 2]; given.machines],
            freed: vec![false; given.machines],
            beats: vec![0; given.machines],
            hurry: false,
            history: vec![],
            completions: vec![None; given.jobs.len()],
            complete_jobs: vec![],
            decisions: vec![],
        }
    }
}

impl World<'_> {
    /// One instant: everything that happens at the next time at which anything does.
    fn instant(&mut self) {
        let next = self.next_time();
        assert!(next < FOREVER, "nothing ever completes: {:?}", self.given);
        self.age(next - self.now);
        self.now = next;
        self.freed.fill(false);
        while self.complete_next() {}
        self.change_machines();
        self.arrive();
        self.reach_delta();
        if self.given.heartbeat == 0.0 {
            self.report_until_quiet();
        } else {
            self.report_on_time();
        }
    }

    fn is_due(&self, time: f64) -> bool {
        time <= self.now || same(time, self.now)
    }

    /// The earliest of all times at which something is to happen.
    fn next_time(&self) -> f64 {
        let mut times: Vec<f64> = vec![];
        times.extend(self.given.jobs.get(self.arrived).map(|job| job.arrival));
        times.extend(self.given.changes.get(self.changed).map(|change| change.time));
        for (job, phase, task) in self.all_tasks() {
            times.extend(self.finish(job, phase, task));
            times.extend(self.delta_time(job, phase, task));
        }
        for slot in self.cleaning.iter().flatten().flatten() {
            times.push(slot.until);
        }
        if self.given.heartbeat > 0.0 {
            times.extend((0..self.given.machines).map(|machine| self.beat(machine)));
        }
        times.into_iter().fold(f64::INFINITY, f64::min).max(self.now)
    }

    fn all_tasks(&self) -> Vec<(usize, usize, usize)> {
        let mut list = vec![];
        for job in 0..self.jobs.len() {
            for phase in [MAP, REDUCE] {
                list.extend((0..self.jobs[job][phase].tasks.len()).map(|task| (job, phase, task)));
            }
        }
        list
    }

    fn announce(&mut self) -> u64 {
        self.announcements += 1;
        self.announcements
    }

    fn log(&mut self, job: usize, phase: usize, task: usize, step: Step) {
        let machine = self.jobs[job][phase].tasks[task].machine;
        self.decisions.push(Decision { time: self.now, job, phase, task, machine, step });
    }

    fn phase_is_complete(&self, job: usize, phase: usize) -> bool {
        self.jobs[job][phase].remaining() == 0
    }

    fn maps_are_done(&self, job: usize) -> bool {
        self.phase_is_complete(job, MAP)
    }

    /// Maps always; reduces once done maps ≥ slowstart × maps.
    fn may_have_slots(&self, job: usize, phase: usize) -> bool {
        let maps = &self.jobs[job][MAP];
        let done = (maps.tasks.len() - maps.remaining()) as f64;
        phase == MAP || !less(done, self.given.slowstart * maps.tasks.len() as f64)
    }

    /// A reduce that runs before the last map of its job is done stops at the end of its shuffle.
    fn is_held_up(&self, job: usize, phase: usize) -> bool {
        phase == REDUCE && !self.maps_are_done(job)
    }

    /// Seconds of the task that are processed by now.
    fn processed(&self, job: usize, phase: usize, task: usize) -> f64 {
        let it = &self.jobs[job][phase].tasks[task];
        match it.state {
            State::Waiting => 0.0,
            State::Suspended | State::Leaving | State::Returning => it.before,
            State::Done => it.duration(),
            State::Running => {
                let end = if self.is_held_up(job, phase) { it.shuffle } else { it.duration() };
                (it.before + (self.now - it.from).max(0.0)).min(end)
            }
        }
    }

    /// The fraction of the task's duration that is processed by now: p_k (T 4.2.3).
    fn progress(&self, job: usize, phase: usize, task: usize) -> f64 {
        self.processed(job, phase, task) / self.jobs[job][phase].tasks[task].duration()
    }

    /// When a task that goes on will be complete.
    fn finish(&self, job: usize, phase: usize, task: usize) -> Option<f64> {
        let it = &self.jobs[job][phase].tasks[task];
        let goes_on = it.state == State::Running && !self.is_held_up(job, phase);
        goes_on.then(|| it.from + (it.duration() - it.before))
    }

    /// First at an instant: completions of tasks and slots that are clean again, in the order of announcement.
    fn complete_next(&mut self) -> bool {
        let mut due: Vec<(u64, Due)> = vec![];
        for (job, phase, task) in self.all_tasks() {
            if self.finish(job, phase, task).is_some_and(|time| self.is_due(time)) {
                due.push((self.jobs[job][phase].tasks[task].announced, Due::Task { job, phase, task }));
            }
        }
        for machine in 0..self.given.machines {
            for phase in [MAP, REDUCE] {
                for (place, slot) in self.cleaning[machine][phase].iter().enumerate() {
                    if self.is_due(slot.until) {
                        due.push((slot.announced, Due::Slot { machine, phase, place }));
                    }
                }
            }
        }
        let first = due.into_iter().min_by_key(|(announced, _)| *announced);
        match first {
            Some((_, Due::Task { job, phase, task })) => self.complete(job, phase, task),
            Some((_, Due::Slot { machine, phase, place })) => {
                self.cleaning[machine][phase].remove(place);
                self.freed[machine] = true;
            }
            None => return false,
        }
        true
    }

    fn complete(&mut self, job: usize, phase: usize, task: usize) {
        if phase == MAP && self.jobs[job][MAP].remaining() == 1 {
            self.release_reduces(job);
        }
        self.log(job, phase, task, Step::Completed);
        let it = &mut self.jobs[job][phase].tasks[task];
        it.state = State::Done;
        let (machine, duration) = (it.machine, it.duration());
        self.freed[machine] = true;
        self.history.push((job, phase, duration));
        if self.hfsp().is_some() {
            self.observe_completion(job, phase, task);
        }
        if [MAP, REDUCE].iter().all(|&phase| self.phase_is_complete(job, phase)) {
            self.completions[job] = Some(self.now);
            self.complete_jobs.push(job);
        }
        if phase == MAP {
            self.enter_if_ready(job, REDUCE);
        }
    }

    /// The last map is done: reduces that wait at the end of their shuffle go on now.
    fn release_reduces(&mut self, job: usize) {
        for task in 0..self.jobs[job][REDUCE].tasks.len() {
            let processed = self.processed(job, REDUCE, task);
            let it = &mut self.jobs[job][REDUCE].tasks[task];
            if it.state == State::Running {
                it.before = processed;
                it.from = it.from.max(self.now);
                // Only now is it known when it will be complete.
                let announced = self.announce();
                self.jobs[job][REDUCE].tasks[task].announced = announced;
            }
        }
    }

    /// Second: machines leave and join (announced at the beginning of the run)…
    fn change_machines(&mut self) {
        while let Some(&change) = self.given.changes.get(self.changed).filter(|change| self.is_due(change.time)) {
            self.changed += 1;
            if self.up[change.machine] && !change.joins {
                self.leave(change.machine);
            }
            self.up[change.machine] = change.joins;
        }
    }

    /// Running and suspended tasks of the machine wait again, their work lost; slots being cleaned vanish.
    fn leave(&mut self, machine: usize) {
        for (job, phase, task) in self.all_tasks() {
            if self.jobs[job][phase].tasks[task].is_here(machine) {
                self.start_over(job, phase, task, Step::Lost);
            }
        }
        self.cleaning[machine] = [vec![], vec![]];
    }

    /// The task loses its work and waits again. It is a sample no more.
    fn start_over(&mut self, job: usize, phase: usize, task: usize, step: Step) {
        self.log(job, phase, task, step);
        let it = &mut self.jobs[job][phase].tasks[task];
        it.state = State::Waiting;
        it.sample = false;
        it.measured = None;
    }

    /// …and jobs arrive.
    fn arrive(&mut self) {
        while self.given.jobs.get(self.arrived).is_some_and(|job| self.is_due(job.arrival)) {
            let job = self.arrived;
            self.arrived += 1;
            if self.jobs[job].iter().all(|phase| phase.tasks.is_empty()) {
                self.completions[job] = Some(self.now);
                self.complete_jobs.push(job);
            }
            self.enter_if_ready(job, MAP);
            self.enter_if_ready(job, REDUCE);
        }
    }

    /// Third: samples reach Δ.
    fn reach_delta(&mut self) {
        for (job, phase, task) in self.all_tasks() {
            if self.delta_time(job, phase, task).is_some_and(|time| self.is_due(time)) {
                let delta = self.hfsp().expect("only HFSP has samples").delta;
                let it = &mut self.jobs[job][phase].tasks[task];
                let fraction_of_work = delta / (it.work * it.factor);
                it.measured = Some(delta / fraction_of_work);
                self.finish_training(job, phase);
            }
        }
    }

    /// Periodic report number k of machine i: at h·(i/m) + k·h.
    fn beat(&self, machine: usize) -> f64 {
        let heartbeat = self.given.heartbeat;
        heartbeat * (machine as f64 / self.given.machines as f64) + self.beats[machine] as f64 * heartbeat
    }

    /// Last, with a heartbeat: the machines whose time it is, and with `prompt` those with a slot just freed.
    fn report_on_time(&mut self) {
        for machine in 0..self.given.machines {
            let mut reports = self.given.prompt && self.freed[machine];
            while self.is_due(self.beat(machine)) {
                self.beats[machine] += 1;
                reports = true;
            }
            if reports && self.up[machine] {
                self.report(machine);
            }
        }
    }

    /// Last, without a heartbeat: all machines report until nothing happens, even when delays count as passed.
    fn report_until_quiet(&mut self) {
        loop {
            while self.round() {}
            self.hurry = true;
            let acted = self.round();
            self.hurry = false;
            if !acted {
                return;
            }
        }
    }

    fn round(&mut self) -> bool {
        let mut acted = false;
        for machine in 0..self.given.machines {
            if self.up[machine] {
                acted |= self.report(machine);
            }
        }
        acted
    }
}
