//! The cluster world once more, slow and plain: a state machine in which everything is computed from scratch at every
//! event. It is written from the sources alone (T = Pastorelli's thesis, M = mPlane D3.3, V = VIPEER D4.5) and the
//! rules that complete them, and serves as the reference the engine is compared with.
//!
//! One run reads like this. [`run`] jumps from instant to instant. At each, tasks complete, jobs arrive and machines
//! come and go, samples reach Δ, and then machines report. A report confirms what was ordered before, gives away free
//! slots one by one, and asks who has to leave.

#![expect(clippy::doc_markdown, reason = "S_i, S_f and p_k are the sources' symbols")]
#![expect(clippy::struct_excessive_bools, reason = "a plain list of what is true of a phase")]

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

// ---------------------------------------------------------------------------------------------------------------
// What is given

/// A machine leaves or joins at a time. A machine that leaves twice or joins twice stays as it is.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    pub time: f64,
    pub machine: usize,
    pub joins: bool,
}

/// A job: durations are nominal, in seconds.
#[derive(Clone, Debug)]
pub struct Job {
    pub arrival: f64,
    pub weight: f64,
    /// The same name: the same recurring job. An empty name recurs never.
    pub name: String,
    /// Factor of the size that the estimator `noisy` sees.
    pub error: f64,
    /// Memory of a map, of a reduce.
    pub memory: [f64; 2],
    pub maps: Vec<f64>,
    /// Shuffle and work of each reduce.
    pub reduces: Vec<(f64, f64)>,
}

/// The cluster, its jobs (sorted by arrival) and the policy.
#[derive(Clone, Debug)]
pub struct Instance {
    pub machines: usize,
    /// Map slots and reduce slots of each machine.
    pub slots: [u32; 2],
    pub rack_factor: f64,
    pub remote_factor: f64,
    /// Of job, map, machine: 0 node-local, 1 rack-local, 2 remote.
    pub locality: Vec<Vec<Vec<u8>>>,
    /// 0: there are no racks.
    pub racks: u32,
    pub heartbeat: f64,
    pub prompt: bool,
    pub slowstart: f64,
    pub changes: Vec<Change>,
    pub jobs: Vec<Job>,
    pub policy: Policy,
}

/// Passes before a rack-local map is accepted (D1), and further ones before a remote one is (D2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delays {
    pub node: u32,
    pub rack: u32,
}

impl Delays {
    /// As many passes as there are machines, and as many again where there are racks (section C).
    pub fn standard(machines: u32, racks: u32) -> Self {
        Self { node: machines, rack: if racks > 0 { machines } else { 0 } }
    }
}

#[derive(Clone, Debug)]
pub enum Policy {
    Fifo { delays: Delays },
    Fair { delays: Delays },
    Hfsp(Hfsp),
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum $name { $($variant),* }
        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }
    };
}
words! { Estimator { Training = "training", Oracle = "oracle", Noisy = "noisy", Continuous = "continuous", History = "history" } }
words! {
    /// Size without any history: s₀ for the phase (T), or n·ξ·s₀ (M, V).
    First { Phase = "phase", Task = "task" }
}
words! { DeltaOf { Both = "both", Reduces = "reduces" } }
words! { Granularity { Slots = "slots", Fluid = "fluid" } }
words! { Order { Remaining = "remaining", Finish = "finish" } }
words! { TrainingOrder { Initial = "initial", Priority = "priority", Fewest = "fewest" } }
words! { History { Jobs = "jobs", Tasks = "tasks", Recent = "recent" } }
words! { Enter { Submission = "submission", Slowstart = "slowstart" } }
words! { Update { Replace = "replace", Total = "total", Deduct = "deduct" } }
words! { Preemption { Wait = "wait", Kill = "kill", Suspend = "suspend", Adaptive = "adaptive" } }
words! { Victim { Youngest = "youngest", Closest = "closest", SmallestMemory = "smallest-memory", LargestJob = "largest-job" } }
words! { Resume { Home = "home", Anywhere = "anywhere" } }

/// How many slots samples may hold at a time, of each phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    Count(u32),
    /// Per cent of the slots that are up.
    Percent(u32),
}

/// HFSP with all its options.
#[derive(Clone, Debug)]
pub struct Hfsp {
    pub estimator: Estimator,
    pub samples: u32,
    pub xi: f64,
    pub s0: f64,
    pub first: First,
    pub delta: f64,
    pub delta_of: DeltaOf,
    pub tiny: bool,
    pub shuffle: bool,
    pub granularity: Granularity,
    pub order: Order,
    pub training: Limit,
    pub training_order: TrainingOrder,
    pub history: History,
    pub recent: u32,
    pub enter: Enter,
    pub update: Update,
    pub speed: f64,
    pub preemption: Preemption,
    pub victim: Victim,
    pub cleanup: f64,
    pub page_out: f64,
    pub page_in: f64,
    /// Default: twice the slots of the phase on a machine.
    pub high: Option<u32>,
    /// Default: the slots of the phase on a machine.
    pub low: Option<u32>,
    pub kill_below: f64,
    pub wait_above: f64,
    pub resume: Resume,
    pub resume_delay: u32,
    pub node_delay: u32,
    pub rack_delay: u32,
}

impl Hfsp {
    /// As the thesis describes it (T chapter 4).
    pub fn thesis(machines: u32) -> Self {
        Self {
            estimator: Estimator::Training,
            samples: 5,
            xi: 1.0,
            s0: 60.0,
            first: First::Phase,
            delta: 60.0,
            delta_of: DeltaOf::Both,
            tiny: true,
            shuffle: false,
            granularity: Granularity::Slots,
            order: Order::Remaining,
            training: Limit::Count(10),
            training_order: TrainingOrder::Initial,
            history: History::Jobs,
            recent: 20,
            enter: Enter::Submission,
            update: Update::Replace,
            speed: 1.0,
            preemption: Preemption::Wait,
            victim: Victim::Youngest,
            cleanup: 0.0,
            page_out: 0.0,
            page_in: 0.0,
            high: None,
            low: None,
            kill_below: 0.1,
            wait_above: 0.9,
            resume: Resume::Anywhere,
            resume_delay: machines,
            node_delay: machines,
            rack_delay: 0,
        }
    }

    /// As mPlane D3.3 describes it (M 3.1.2).
    pub fn mplane(machines: u32) -> Self {
        Self {
            first: First::Task,
            delta: 10.0,
            delta_of: DeltaOf::Reduces,
            tiny: false,
            shuffle: true,
            training: Limit::Percent(100),
            training_order: TrainingOrder::Priority,
            history: History::Tasks,
            enter: Enter::Slowstart,
            update: Update::Total,
            ..Self::thesis(machines)
        }
    }

    /// As VIPEER D4.5 describes it (V 2.2).
    pub fn viper(machines: u32) -> Self {
        Self {
            first: First::Task,
            delta_of: DeltaOf::Reduces,
            tiny: false,
            order: Order::Finish,
            training: Limit::Percent(100),
            training_order: TrainingOrder::Fewest,
            history: History::Recent,
            enter: Enter::Slowstart,
            preemption: Preemption::Suspend,
            victim: Victim::LargestJob,
            resume: Resume::Home,
            ..Self::thesis(machines)
        }
    }
}

impl Policy {
    /// HFSP as the program writes it, with all parameters; only marks left at their default are left out.
    pub fn text(hfsp: &Hfsp) -> String {
        let switch = |on: bool| if on { "on" } else { "off" }.to_string();
        let training = match hfsp.training {
            Limit::Count(count) => count.to_string(),
            Limit::Percent(percent) => format!("{percent}%"),
        };
        let mut parts = vec![
            ("estimator", hfsp.estimator.word().to_string()),
            ("t", hfsp.samples.to_string()),
            ("xi", hfsp.xi.to_string()),
            ("s0", hfsp.s0.to_string()),
            ("first", hfsp.first.word().to_string()),
            ("delta", hfsp.delta.to_string()),
            ("delta-of", hfsp.delta_of.word().to_string()),
            ("tiny", switch(hfsp.tiny)),
            ("shuffle", switch(hfsp.shuffle)),
            ("virtual", hfsp.granularity.word().to_string()),
            ("order", hfsp.order.word().to_string()),
            ("training", training),
            ("training-order", hfsp.training_order.word().to_string()),
            ("history", hfsp.history.word().to_string()),
            ("recent", hfsp.recent.to_string()),
            ("enter", hfsp.enter.word().to_string()),
            ("update", hfsp.update.word().to_string()),
            ("speed", hfsp.speed.to_string()),
            ("preemption", hfsp.preemption.word().to_string()),
            ("victim", hfsp.victim.word().to_string()),
            ("cleanup", hfsp.cleanup.to_string()),
            ("page-out", hfsp.page_out.to_string()),
            ("page-in", hfsp.page_in.to_string()),
        ];
        parts.extend(hfsp.high.map(|mark| ("high", mark.to_string())));
        parts.extend(hfsp.low.map(|mark| ("low", mark.to_string())));
        parts.extend([
            ("kill-below", hfsp.kill_below.to_string()),
            ("wait-above", hfsp.wait_above.to_string()),
            ("resume", hfsp.resume.word().to_string()),
            ("resume-delay", hfsp.resume_delay.to_string()),
            ("delay", hfsp.node_delay.to_string()),
            ("rack-delay", hfsp.rack_delay.to_string()),
        ]);
        let list: Vec<String> = parts.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("hfsp[{}]", list.join(","))
    }
}

// ---------------------------------------------------------------------------------------------------------------
// What comes out

/// What happened to a task, when it took effect: a resumption when the slot is given, a suspension when confirmed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Started {
        training: bool,
    },
    Resumed,
    Suspended,
    Killed,
    /// Its machine left.
    Lost,
    Completed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    pub time: f64,
    pub job: usize,
    pub phase: usize,
    pub task: usize,
    pub machine: usize,
    pub step: Step,
}

#[derive(Clone, Debug)]
pub struct Run {
    pub decisions: Vec<Decision>,
    /// Completion time of each job.
    pub completions: Vec<f64>,
    /// Of each job, which phases were late when they completed.
    pub late: Vec<[bool; 2]>,
}

// ---------------------------------------------------------------------------------------------------------------
// State

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Waiting,
    Running,
    /// Ordered to be suspended: runs on until its machine confirms (M 3.1.3 `MUST_SUSPEND`).
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

// ---------------------------------------------------------------------------------------------------------------
// Time (section A)

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
            State::Suspended | State::Returning => it.before,
            State::Done => it.duration(),
            State::Running | State::Leaving => {
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
        let goes_on = matches!(it.state, State::Running | State::Leaving) && !self.is_held_up(job, phase);
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
            if matches!(it.state, State::Running | State::Leaving) {
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

// ---------------------------------------------------------------------------------------------------------------
// Reports (section A)

impl World<'_> {
    /// A machine reports: confirmations, then for maps and for reduces free slots and evictions. Says whether
    /// anything was started, evicted or confirmed.
    fn report(&mut self, machine: usize) -> bool {
        let mut acted = self.confirm(machine);
        for phase in [MAP, REDUCE] {
            acted |= self.give_away(machine, phase);
            while self.free(machine, phase) == 0 {
                let victims = self.victims(phase);
                let here = |&&(job, task): &&(usize, usize)| self.jobs[job][phase].tasks[task].machine == machine;
                let Some(&(job, task)) = victims.iter().find(here) else { break };
                if !self.evict(job, phase, task) {
                    break;
                }
                acted = true;
                self.give_away(machine, phase);
            }
        }
        acted
    }

    /// Suspensions and resumptions ordered at an earlier instant, in the order in which they were ordered.
    fn confirm(&mut self, machine: usize) -> bool {
        let mut ordered = self.all_tasks();
        ordered.retain(|&(job, phase, task)| {
            let it = &self.jobs[job][phase].tasks[task];
            let waits = matches!(it.state, State::Leaving | State::Returning);
            waits && it.machine == machine && less(it.ordered_at, self.now)
        });
        ordered.sort_by_key(|&(job, phase, task)| self.jobs[job][phase].tasks[task].ordered);
        for &(job, phase, task) in &ordered {
            match self.jobs[job][phase].tasks[task].state {
                State::Leaving => self.pause(job, phase, task),
                _ => self.go_on(job, phase, task),
            }
        }
        !ordered.is_empty()
    }

    /// Slots of a phase that are up.
    fn slots_up(&self, phase: usize) -> usize {
        self.up.iter().filter(|&&up| up).count() * self.given.slots[phase] as usize
    }

    /// Slots of the machine that are neither held nor being cleaned.
    fn free(&self, machine: usize, phase: usize) -> usize {
        let held = |job: &[Phase; 2]| job[phase].count(|task| task.holds_slot() && task.machine == machine);
        let held: usize = self.jobs.iter().map(held).sum();
        (self.given.slots[phase] as usize).checked_sub(held + self.cleaning[machine][phase].len()).expect("no slot is held twice")
    }

    /// Free slots of the machine go one at a time, until the scheduler names nobody.
    fn give_away(&mut self, machine: usize, phase: usize) -> bool {
        let mut acted = false;
        while self.free(machine, phase) > 0 {
            match self.choose(machine, phase) {
                Some(Choice::Start { job, task, training }) => self.start(job, phase, task, machine, training),
                Some(Choice::Resume { job, task }) => self.resume(job, phase, task),
                None => break,
            }
            acted = true;
        }
        acted
    }

    fn start(&mut self, job: usize, phase: usize, task: usize, machine: usize, training: bool) {
        let announced = self.announce();
        let locality = if phase == MAP { self.given.locality[job][task][machine] } else { 0 };
        let it = &mut self.jobs[job][phase].tasks[task];
        it.state = State::Running;
        it.machine = machine;
        it.factor = [1.0, self.given.rack_factor, self.given.remote_factor][locality as usize];
        it.launched = self.now;
        it.given = self.now;
        it.before = 0.0;
        it.from = self.now;
        it.announced = announced;
        it.sample = training;
        it.measured = None;
        if phase == MAP && locality == 0 {
            self.jobs[job][phase].passes = 0;
        }
        self.log(job, phase, task, Step::Started { training });
    }

    /// Gives the slot to a suspended task; it goes on at once, or when the machine has confirmed.
    fn resume(&mut self, job: usize, phase: usize, task: usize) {
        let ordered = self.announce();
        self.jobs[job][phase].resume_passes = 0;
        let it = &mut self.jobs[job][phase].tasks[task];
        it.state = State::Returning;
        it.given = self.now;
        it.ordered = ordered;
        it.ordered_at = self.now;
        self.log(job, phase, task, Step::Resumed);
        if self.given.heartbeat == 0.0 {
            self.go_on(job, phase, task);
        }
    }

    /// A resumption takes effect: the task goes on after its pages are in.
    fn go_on(&mut self, job: usize, phase: usize, task: usize) {
        let announced = self.announce();
        let from = self.now + self.hfsp().map_or(0.0, |hfsp| hfsp.page_in);
        let it = &mut self.jobs[job][phase].tasks[task];
        it.state = State::Running;
        it.from = from;
        it.announced = announced;
    }

    /// A suspension takes effect: the slot is free after page-out.
    fn pause(&mut self, job: usize, phase: usize, task: usize) {
        let suspended = self.announce();
        let processed = self.processed(job, phase, task);
        let it = &mut self.jobs[job][phase].tasks[task];
        it.state = State::Suspended;
        it.before = processed;
        it.suspended = suspended;
        let machine = it.machine;
        self.log(job, phase, task, Step::Suspended);
        self.clean(machine, phase, self.hfsp().map_or(0.0, |hfsp| hfsp.page_out));
    }

    fn clean(&mut self, machine: usize, phase: usize, seconds: f64) {
        if seconds > 0.0 {
            let announced = self.announce();
            self.cleaning[machine][phase].push(Cleaning { until: self.now + seconds, announced });
        }
    }

    /// Evicts a task by the policy's primitive. False: the machine has too many suspended tasks.
    fn evict(&mut self, job: usize, phase: usize, task: usize) -> bool {
        let hfsp = self.hfsp().expect("only HFSP evicts").clone();
        let machine = self.jobs[job][phase].tasks[task].machine;
        let kills = match hfsp.preemption {
            Preemption::Kill => true,
            Preemption::Adaptive => less(self.progress(job, phase, task), hfsp.kill_below),
            Preemption::Suspend | Preemption::Wait => false,
        };
        if kills {
            self.start_over(job, phase, task, Step::Killed);
            self.clean(machine, phase, hfsp.cleanup);
            return true;
        }
        if !self.may_suspend(machine, phase) {
            return false;
        }
        if self.given.heartbeat == 0.0 {
            self.pause(job, phase, task);
        } else {
            let ordered = self.announce();
            let it = &mut self.jobs[job][phase].tasks[task];
            it.state = State::Leaving;
            it.ordered = ordered;
            it.ordered_at = self.now;
        }
        self.may_suspend(machine, phase);
        true
    }

    /// Thresholds with hysteresis (V 2.2.3): a machine stops when its suspended tasks, with those ordered to be,
    /// reach the high mark, and starts again when they are at most the low mark.
    fn may_suspend(&mut self, machine: usize, phase: usize) -> bool {
        let hfsp = self.hfsp().expect("only HFSP suspends");
        let slots = self.given.slots[phase];
        let (high, low) = (hfsp.high.unwrap_or(2 * slots) as usize, hfsp.low.unwrap_or(slots) as usize);
        let suspended = |task: &Task| matches!(task.state, State::Suspended | State::Leaving) && task.machine == machine;
        let count: usize = self.jobs.iter().map(|job| job[phase].count(suspended)).sum();
        if count >= high {
            self.enough_suspended[machine][phase] = true;
        } else if count <= low {
            self.enough_suspended[machine][phase] = false;
        }
        !self.enough_suspended[machine][phase]
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Who gets a free slot (sections B, C and D)

impl World<'_> {
    fn hfsp(&self) -> Option<&Hfsp> {
        match &self.given.policy {
            Policy::Hfsp(hfsp) => Some(hfsp),
            Policy::Fifo { .. } | Policy::Fair { .. } => None,
        }
    }

    fn delays(&self) -> Delays {
        match &self.given.policy {
            Policy::Fifo { delays } | Policy::Fair { delays } => *delays,
            Policy::Hfsp(hfsp) => Delays { node: hfsp.node_delay, rack: hfsp.rack_delay },
        }
    }

    /// Jobs that have a task of the phase left and may have slots for it, by arrival.
    fn active(&self, phase: usize) -> Vec<usize> {
        let is_active =
            |job: &usize| self.jobs[*job][phase].entered && self.may_have_slots(*job, phase) && !self.phase_is_complete(*job, phase);
        (0..self.arrived).filter(is_active).collect()
    }

    /// The waiting task that the phase would start on the machine: of best locality there, then of lowest id, unless
    /// delay scheduling says to wait (T 4.4.4).
    fn would_start(&self, job: usize, phase: usize, machine: usize) -> Option<usize> {
        let it = &self.jobs[job][phase];
        let waiting = (0..it.tasks.len()).filter(|&task| it.tasks[task].state == State::Waiting);
        if phase == REDUCE {
            return waiting.min();
        }
        let locality = |task: usize| self.given.locality[job][task][machine];
        let task = waiting.min_by_key(|&task| (locality(task), task))?;
        let delays = self.delays();
        let passes_needed = match locality(task) {
            0 => 0,
            1 => delays.node,
            _ => delays.node + delays.rack,
        };
        (self.hurry || it.passes >= passes_needed).then_some(task)
    }

    /// Offers a slot to the phase. A refusal for locality is a pass, counted once per offer however often it is asked.
    fn accept(&mut self, job: usize, phase: usize, machine: usize, passed: &mut [bool]) -> Option<usize> {
        if passed[job] || self.jobs[job][phase].waiting() == 0 {
            return None;
        }
        let task = self.would_start(job, phase, machine);
        if task.is_none() {
            self.jobs[job][phase].passes += 1;
            passed[job] = true;
        }
        task
    }

    fn choose(&mut self, machine: usize, phase: usize) -> Option<Choice> {
        match &self.given.policy {
            Policy::Fifo { .. } => self.choose_in_order(self.active(phase), machine, phase),
            Policy::Fair { .. } => {
                let share = |job: usize| self.jobs[job][phase].count(Task::holds_slot) as f64 / self.given.jobs[job].weight;
                let order = sorted(self.active(phase), |a, b| compare(share(a), share(b)).then(a.cmp(&b)));
                self.choose_in_order(order, machine, phase)
            }
            Policy::Hfsp(_) => self.choose_hfsp(machine, phase),
        }
    }

    fn choose_in_order(&mut self, order: Vec<usize>, machine: usize, phase: usize) -> Option<Choice> {
        let mut passed = vec![false; self.jobs.len()];
        for job in order {
            if let Some(task) = self.accept(job, phase, machine, &mut passed) {
                return Some(Choice::Start { job, task, training: false });
            }
        }
        None
    }

    /// Algorithm 3 of T: a training task first, as long as training slots are left; otherwise by priority.
    fn choose_hfsp(&mut self, machine: usize, phase: usize) -> Option<Choice> {
        let mut passed = vec![false; self.jobs.len()];
        let trainees = self.trainees(phase);
        let in_use: usize = trainees.iter().map(|&job| self.jobs[job][phase].samples_with_slot()).sum();
        if in_use < self.training_limit(phase) {
            for job in trainees {
                if self.samples_wanted(job, phase) > 0
                    && let Some(task) = self.accept(job, phase, machine, &mut passed)
                {
                    return Some(Choice::Start { job, task, training: true });
                }
            }
        }
        for job in self.ranked(phase) {
            if let Some(task) = self.suspended_first(job, phase, Some(machine)) {
                return Some(Choice::Resume { job, task });
            }
            if let Some(task) = self.accept(job, phase, machine, &mut passed) {
                return Some(Choice::Start { job, task, training: false });
            }
            if let Some(task) = self.restarts_here(job, phase) {
                self.start_over(job, phase, task, Step::Killed);
                return Some(Choice::Start { job, task, training: false });
            }
        }
        None
    }

    /// The task of the phase that was suspended first, on one machine or on any.
    fn suspended_first(&self, job: usize, phase: usize, machine: Option<usize>) -> Option<usize> {
        let tasks = &self.jobs[job][phase].tasks;
        (0..tasks.len())
            .filter(|&task| tasks[task].state == State::Suspended)
            .filter(|&task| machine.is_none_or(|machine| tasks[task].machine == machine))
            .min_by_key(|&task| tasks[task].suspended)
    }

    /// Resume locality (T 6): a suspended task starts elsewhere from scratch, after `resume-delay` passes.
    fn restarts_here(&mut self, job: usize, phase: usize) -> Option<usize> {
        let hfsp = self.hfsp()?;
        let (anywhere, delay) = (hfsp.resume == Resume::Anywhere, hfsp.resume_delay);
        let task = self.suspended_first(job, phase, None).filter(|_| anywhere)?;
        if self.hurry || self.jobs[job][phase].resume_passes >= delay {
            return Some(task);
        }
        self.jobs[job][phase].resume_passes += 1;
        None
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Training and estimates (T 4.2, M 3.1.2.4, V 2.2.2)

impl World<'_> {
    /// Slots that samples may hold at a time.
    fn training_limit(&self, phase: usize) -> usize {
        match self.hfsp().expect("only HFSP trains").training {
            Limit::Count(count) => count as usize,
            // M 3.1.2.2: "sample tasks are running on less than t% of the slots".
            Limit::Percent(percent) => (self.slots_up(phase) * percent as usize).div_ceil(100),
        }
    }

    /// Samples that the phase still wants: up to min(t, n).
    fn samples_wanted(&self, job: usize, phase: usize) -> usize {
        let it = &self.jobs[job][phase];
        let all = it.tasks.len().min(self.hfsp().expect("only HFSP trains").samples as usize);
        if it.training { all.saturating_sub(it.count(|task| task.sample)) } else { 0 }
    }

    /// Phases in training, in training order.
    fn trainees(&self, phase: usize) -> Vec<usize> {
        let it = |job: usize| &self.jobs[job][phase];
        let list = match self.hfsp().expect("only HFSP trains").training_order {
            TrainingOrder::Initial => sorted(self.active(phase), |a, b| compare(it(a).initial, it(b).initial).then(a.cmp(&b))),
            TrainingOrder::Priority => self.ranked(phase),
            TrainingOrder::Fewest => sorted(self.active(phase), |a, b| it(a).remaining().cmp(&it(b).remaining()).then(a.cmp(&b))),
        };
        list.into_iter().filter(|&job| it(job).training).collect()
    }

    /// The phase enters the virtual cluster, if it has not and the time has come (T 4.4.1; M, V at slowstart).
    fn enter_if_ready(&mut self, job: usize, phase: usize) {
        let it = &self.jobs[job][phase];
        let at_submission = self.hfsp().is_none_or(|hfsp| hfsp.enter == Enter::Submission);
        if it.entered || it.tasks.is_empty() || !(at_submission || self.may_have_slots(job, phase)) {
            return;
        }
        self.jobs[job][phase].entered = true;
        let Some(hfsp) = self.hfsp().cloned() else { return };
        let tasks = self.jobs[job][phase].tasks.len();
        let initial = self.initial_size(&hfsp, phase, tasks);
        let (size, training) = match hfsp.estimator {
            Estimator::Oracle => (self.true_size(job, phase), false),
            Estimator::Noisy => (self.true_size(job, phase) * self.given.jobs[job].error, false),
            Estimator::Continuous => (initial, false),
            Estimator::Training | Estimator::History if hfsp.tiny && tasks < hfsp.samples as usize => {
                self.jobs[job][phase].tiny = true;
                (0.0, false)
            }
            Estimator::Training => (initial, true),
            Estimator::History => match self.previous_run(job, phase) {
                Some(size) => (size, false),
                None => (initial, true),
            },
        };
        self.jobs[job][phase].initial = initial;
        self.jobs[job][phase].training = training;
        self.set_size(job, phase, size);
    }

    fn set_size(&mut self, job: usize, phase: usize, size: f64) {
        let it = &mut self.jobs[job][phase];
        it.size = size;
        it.zero_since = if size > 0.0 { None } else { it.zero_since.or(Some(self.now)) };
    }

    /// Σ durations; the shuffle counts where `shuffle=on`.
    fn true_size(&self, job: usize, phase: usize) -> f64 {
        let shuffle = self.hfsp().is_some_and(|hfsp| hfsp.shuffle);
        self.jobs[job][phase].tasks.iter().map(|task| task.work + if shuffle { task.shuffle } else { 0.0 }).sum()
    }

    /// The size of the phase in the last complete job of the same name that had it.
    fn previous_run(&self, job: usize, phase: usize) -> Option<f64> {
        let name = &self.given.jobs[job].name;
        let is_previous =
            |&&other: &&usize| !name.is_empty() && self.given.jobs[other].name == *name && !self.jobs[other][phase].tasks.is_empty();
        let previous = self.complete_jobs.iter().rev().find(is_previous)?;
        Some(self.true_size(*previous, phase))
    }

    /// S_i = n·ξ·s̄ (T 4.2.2), or what stands for it before there is any history.
    fn initial_size(&self, hfsp: &Hfsp, phase: usize, tasks: usize) -> f64 {
        let complete = |job: usize| self.complete_jobs.contains(&job);
        let counts = |&&(job, kind, _): &&(usize, usize, f64)| kind == phase && (hfsp.history != History::Jobs || complete(job));
        let mut past: Vec<f64> = self.history.iter().filter(counts).map(|&(_, _, duration)| duration).collect();
        if hfsp.history == History::Recent {
            past.drain(..past.len().saturating_sub(hfsp.recent as usize));
        }
        let weight = tasks as f64 * hfsp.xi;
        match (past.is_empty(), hfsp.first) {
            (false, _) => weight * mean(&past),
            (true, First::Phase) => hfsp.s0,
            (true, First::Task) => weight * hfsp.s0,
        }
    }

    /// When a sample that is not known yet will have worked for Δ seconds, its shuffle apart.
    fn delta_time(&self, job: usize, phase: usize, task: usize) -> Option<f64> {
        let hfsp = self.hfsp()?;
        let it = &self.jobs[job][phase].tasks[task];
        let applies = phase == REDUCE || hfsp.delta_of == DeltaOf::Both;
        let clocked = self.jobs[job][phase].training && it.sample && it.measured.is_none();
        let goes_on = it.state == State::Running && !self.is_held_up(job, phase);
        let time = it.from + (it.shuffle + hfsp.delta - it.before);
        (applies && clocked && goes_on && less(it.shuffle + hfsp.delta, it.duration())).then_some(time)
    }

    /// What the estimator learns from a completion.
    fn observe_completion(&mut self, job: usize, phase: usize, task: usize) {
        if self.phase_is_complete(job, phase) {
            let it = &mut self.jobs[job][phase];
            it.late = !it.tiny && it.zero_since.is_some_and(|since| less(since, self.now));
        }
        if self.jobs[job][phase].training {
            let wanted = self.samples_wanted(job, phase) > 0;
            let it = &mut self.jobs[job][phase].tasks[task];
            it.sample |= wanted;
            if it.sample && it.measured.is_none() {
                it.measured = Some(it.work * it.factor);
            }
            self.finish_training(job, phase);
        }
        if self.hfsp().is_some_and(|hfsp| hfsp.estimator == Estimator::Continuous) {
            let it = &self.jobs[job][phase];
            let done: Vec<f64> = it.tasks.iter().filter(|task| task.state == State::Done).map(Task::duration).collect();
            let size = mean(&done) * it.remaining() as f64;
            self.set_size(job, phase, size);
        }
    }

    /// Sets the final size once all samples are known (T 4.2.3): S_f = s̃·[(n − t) + Σ (1 − p_k)].
    fn finish_training(&mut self, job: usize, phase: usize) {
        let hfsp = self.hfsp().expect("only HFSP trains").clone();
        let it = &self.jobs[job][phase];
        let samples: Vec<usize> = (0..it.tasks.len()).filter(|&task| it.tasks[task].sample).collect();
        let measured: Vec<f64> = samples.iter().filter_map(|&task| it.tasks[task].measured).collect();
        if !it.training || self.samples_wanted(job, phase) > 0 || measured.len() < samples.len() {
            return;
        }
        let mut per_task = mean(&measured);
        if hfsp.shuffle && phase == REDUCE {
            // M 3.1.2.4: the mean of the samples' shuffles, weighted by their inputs.
            let input: f64 = samples.iter().map(|&task| it.tasks[task].work).sum();
            per_task += samples.iter().map(|&task| it.tasks[task].work / input * it.tasks[task].shuffle).sum::<f64>();
        }
        let left_of_samples: f64 = samples.iter().map(|&task| 1.0 - self.progress(job, phase, task)).sum();
        let rest = per_task * ((it.tasks.len() - samples.len()) as f64 + left_of_samples);
        let total = per_task * it.tasks.len() as f64;
        let size = match hfsp.update {
            Update::Replace => rest,
            Update::Total => total - it.aged,
            Update::Deduct => rest - it.aged,
        };
        self.jobs[job][phase].training = false;
        self.set_size(job, phase, if less(0.0, size) { size } else { 0.0 });
    }
}

fn mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len() as f64
}

// ---------------------------------------------------------------------------------------------------------------
// The virtual cluster (T 4.3, M 3.1.2.3, V 2.2.1)

/// Whole virtual slots: round robin over phases in increasing number of tasks, then by arrival, one slot at a time.
/// Each entry is (number of tasks, demand); entries stand in order of arrival.
pub fn whole_slots(slots: usize, phases: &[(usize, usize)]) -> Vec<usize> {
    let order = sorted((0..phases.len()).collect(), |a, b| phases[a].0.cmp(&phases[b].0).then(a.cmp(&b)));
    let mut given = vec![0; phases.len()];
    let mut left = slots;
    while left > 0 && (0..phases.len()).any(|phase| given[phase] < phases[phase].1) {
        for &phase in &order {
            if left > 0 && given[phase] < phases[phase].1 {
                given[phase] += 1;
                left -= 1;
            }
        }
    }
    given
}

/// Shares of slots: water-filling with the same caps.
pub fn fluid_slots(slots: usize, phases: &[(usize, usize)]) -> Vec<f64> {
    let order = sorted((0..phases.len()).collect(), |a, b| phases[a].1.cmp(&phases[b].1).then(a.cmp(&b)));
    let mut given = vec![0.0; phases.len()];
    let mut left = slots as f64;
    for (place, &phase) in order.iter().enumerate() {
        given[phase] = (left / (order.len() - place) as f64).min(phases[phase].1 as f64);
        left -= given[phase];
    }
    given
}

impl World<'_> {
    /// How fast each job's virtual size falls, given all of them: slots held × weight × speed.
    fn speeds(&self, phase: usize, sizes: &[f64]) -> Vec<f64> {
        let hfsp = self.hfsp().expect("only HFSP has a virtual cluster");
        let fluid = hfsp.granularity == Granularity::Fluid;
        let is_member = |&job: &usize| self.jobs[job][phase].entered && sizes[job] > 0.0 && (fluid || !self.phase_is_complete(job, phase));
        let members: Vec<usize> = (0..sizes.len()).filter(is_member).collect();
        let shape = |&job: &usize| {
            let it = &self.jobs[job][phase];
            // A phase that is complete in reality is in a fluid cluster only, with demand one.
            (it.tasks.len(), it.remaining().max(1))
        };
        let shapes: Vec<(usize, usize)> = members.iter().map(shape).collect();
        let slots = self.slots_up(phase);
        let held: Vec<f64> =
            if fluid { fluid_slots(slots, &shapes) } else { whole_slots(slots, &shapes).into_iter().map(|held| held as f64).collect() };
        let mut speeds = vec![0.0; sizes.len()];
        for (&job, held) in members.iter().zip(held) {
            speeds[job] = held * self.given.jobs[job].weight * hfsp.speed;
        }
        speeds
    }

    /// Lets virtual sizes fall for some seconds, with nothing else happening. Returns what is left and, where a size
    /// came to 0, after how many seconds.
    fn flow(&self, phase: usize, seconds: f64) -> (Vec<f64>, Vec<Option<f64>>) {
        let mut sizes: Vec<f64> = self.jobs.iter().map(|job| job[phase].size).collect();
        let mut ends: Vec<Option<f64>> = vec![None; sizes.len()];
        let mut passed = 0.0;
        while passed < seconds {
            let speeds = self.speeds(phase, &sizes);
            let time_left = |job: usize| if speeds[job] > 0.0 { sizes[job] / speeds[job] } else { f64::INFINITY };
            let first_end = (0..sizes.len()).map(time_left).fold(f64::INFINITY, f64::min);
            let step = first_end.min(seconds - passed);
            if step == f64::INFINITY {
                break;
            }
            passed += step;
            for job in 0..sizes.len() {
                if speeds[job] > 0.0 {
                    let left = sizes[job] - speeds[job] * step;
                    let is_over = left <= TOLERANCE * sizes[job].max(1.0);
                    sizes[job] = if is_over { 0.0 } else { left };
                    ends[job] = is_over.then_some(passed);
                }
            }
        }
        (sizes, ends)
    }

    /// Ages all phases (T 4.3.2).
    fn age(&mut self, seconds: f64) {
        if self.hfsp().is_none() {
            return;
        }
        for phase in [MAP, REDUCE] {
            let (sizes, ends) = self.flow(phase, seconds);
            for job in 0..self.jobs.len() {
                let it = &mut self.jobs[job][phase];
                it.aged += it.size - sizes[job];
                it.size = sizes[job];
                if let Some(end) = ends[job] {
                    it.zero_since = Some(self.now + end);
                }
            }
        }
    }

    /// The key of each job: its virtual size (T, M), or its projected virtual finish if nothing else happens (V).
    fn keys(&self, phase: usize) -> Vec<f64> {
        match self.hfsp().expect("only HFSP ranks").order {
            Order::Remaining => self.jobs.iter().map(|job| job[phase].size).collect(),
            Order::Finish => {
                let (_, ends) = self.flow(phase, f64::INFINITY);
                let key = |(job, end): (&[Phase; 2], Option<f64>)| {
                    if job[phase].size == 0.0 { self.now } else { end.map_or(f64::INFINITY, |end| self.now + end) }
                };
                self.jobs.iter().zip(ends).map(key).collect()
            }
        }
    }

    /// Compares by (not tiny, key): what has to be strictly greater for a preemption.
    fn by_key(&self, phase: usize, keys: &[f64], a: usize, b: usize) -> Ordering {
        let tiny = |job: usize| self.jobs[job][phase].tiny;
        tiny(b).cmp(&tiny(a)).then(compare(keys[a], keys[b]))
    }

    /// Active phases in order of rank: (not tiny, key, arrival, id).
    fn ranked(&self, phase: usize) -> Vec<usize> {
        let keys = self.keys(phase);
        sorted(self.active(phase), |a, b| self.by_key(phase, &keys, a, b).then(a.cmp(&b)))
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Preemption (T 4.6, V 2.2.3)

impl World<'_> {
    /// The running tasks that have to make room now, on all machines, in the order in which they are chosen.
    fn victims(&self, phase: usize) -> Vec<(usize, usize)> {
        let Some(hfsp) = self.hfsp().filter(|hfsp| hfsp.preemption != Preemption::Wait) else { return vec![] };
        let trainees = self.trainees(phase);
        let ranked = self.ranked(phase);
        let keys = self.keys(phase);
        let it = |job: usize| &self.jobs[job][phase];

        // 1. Entitlements: samples first, then phases in order of rank.
        let mut left = self.slots_up(phase);
        let in_training: usize = trainees.iter().map(|&job| it(job).samples_with_slot()).sum();
        let mut left_for_samples = left.min(self.training_limit(phase)).saturating_sub(in_training);
        let mut as_samples = vec![0; self.jobs.len()];
        for &job in &trainees {
            let more = self.samples_wanted(job, phase).min(it(job).waiting()).min(left_for_samples);
            as_samples[job] = it(job).samples_with_slot() + more;
            left_for_samples -= more;
            left -= as_samples[job];
        }
        let mut in_all = as_samples.clone();
        for &job in &ranked {
            let more = (it(job).remaining() - as_samples[job]).min(left);
            in_all[job] += more;
            left -= more;
        }

        // 2. Slots on their way: free ones, those being cleaned, those whose task is ordered to be suspended.
        let leaving: usize = self.jobs.iter().map(|job| job[phase].count(|task| task.state == State::Leaving)).sum();
        let on_machine = |machine: usize| self.free(machine, phase) + self.cleaning[machine][phase].len();
        let up = (0..self.given.machines).filter(|&machine| self.up[machine]);
        let mut on_their_way = leaving + up.map(on_machine).sum::<usize>();

        // 3. Claims: of samples in training order, then of phases in order of rank, what was claimed as samples apart.
        let stays = |task: &Task| task.holds_slot() && task.state != State::Leaving;
        let mut held: Vec<usize> = self.jobs.iter().map(|job| job[phase].count(stays)).collect();
        let may_claim = |job: &usize| !self.is_held_up(*job, phase);
        let mut claims: Vec<(usize, bool)> = vec![];
        let sample_claims = |job: usize| as_samples[job].saturating_sub(it(job).samples_with_slot());
        for job in trainees.iter().copied().filter(may_claim) {
            claims.extend(vec![(job, true); sample_claims(job)]);
        }
        for job in ranked.iter().copied().filter(may_claim) {
            claims.extend(vec![(job, false); in_all[job].saturating_sub(held[job] + sample_claims(job))]);
        }

        let mut victims: Vec<(usize, usize)> = vec![];
        for (claimant, as_sample) in claims {
            if on_their_way > 0 {
                on_their_way -= 1;
                continue;
            }
            let mut candidates: Vec<(usize, usize)> = vec![];
            for &job in &ranked {
                // A trainee before the claimant would take the slot back as a sample of its own.
                let turn = |job: usize| trainees.iter().position(|&other| other == job);
                let turns_first =
                    self.samples_wanted(job, phase) > 0 && turn(job).is_some_and(|turn_of_it| Some(turn_of_it) < turn(claimant));
                let behind = if as_sample { !turns_first } else { self.by_key(phase, &keys, job, claimant) == Ordering::Greater };
                if job != claimant && behind && held[job] > in_all[job] {
                    let may_go = |&task: &usize| {
                        self.may_be_victim(hfsp, job, phase, task)
                            && !victims.contains(&(job, task))
                            && self.would_use(claimant, as_sample, phase, it(job).tasks[task].machine)
                    };
                    candidates.extend((0..it(job).tasks.len()).filter(may_go).map(|task| (job, task)));
                }
            }
            if let Some(victim) = self.pick(hfsp, phase, &ranked, candidates) {
                held[victim.0] -= 1;
                victims.push(victim);
            }
        }
        victims
    }

    /// Running since before this instant, no sample of a phase in training, not too far to be worth it.
    fn may_be_victim(&self, hfsp: &Hfsp, job: usize, phase: usize, task: usize) -> bool {
        let it = &self.jobs[job][phase].tasks[task];
        let trains = it.sample && self.jobs[job][phase].training;
        let too_far = hfsp.preemption == Preemption::Adaptive && less(hfsp.wait_above, self.progress(job, phase, task));
        it.state == State::Running && less(it.given, self.now) && !trains && !too_far
    }

    /// The phase would use a slot of the machine: it would start a task there, or, unless for a sample, has a suspended one there.
    fn would_use(&self, job: usize, as_sample: bool, phase: usize, machine: usize) -> bool {
        !as_sample && self.suspended_first(job, phase, Some(machine)).is_some() || self.would_start(job, phase, machine).is_some()
    }

    /// The victim among the candidates: of the last phase in rank the youngest ("launched last", T 4.6.1), or by one
    /// of the orders for suspension (T 6, V 2.2.3) and then the youngest.
    fn pick(&self, hfsp: &Hfsp, phase: usize, ranked: &[usize], candidates: Vec<(usize, usize)>) -> Option<(usize, usize)> {
        let task = |(job, task): (usize, usize)| &self.jobs[job][phase].tasks[task];
        let place = |job: usize| ranked.iter().position(|&other| other == job);
        let time_left = |(job, id): (usize, usize)| {
            let it = task((job, id));
            (it.duration() - self.processed(job, phase, id)) / it.factor
        };
        let memory = |job: usize| self.given.jobs[job].memory[phase];
        let victim = if hfsp.preemption == Preemption::Kill { Victim::LargestJob } else { hfsp.victim };
        let goes_first = |a: (usize, usize), b: (usize, usize)| {
            let by_choice = match victim {
                Victim::Youngest => Ordering::Equal,
                Victim::Closest => compare(time_left(a), time_left(b)),
                Victim::SmallestMemory => compare(memory(a.0), memory(b.0)),
                Victim::LargestJob => place(b.0).cmp(&place(a.0)),
            };
            by_choice.then(compare(task(b).launched, task(a).launched)).then(b.cmp(&a))
        };
        candidates.into_iter().reduce(|best, next| if goes_first(next, best).is_lt() { next } else { best })
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Random small instances

/// Vigna's SplitMix64: a small generator that needs nothing but its seed.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A whole number from `low` to `high`, both included.
    fn whole(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    fn one_in(&mut self, cases: u64) -> bool {
        self.whole(1, cases) == 1
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.whole(0, list.len() as u64 - 1) as usize].clone()
    }
}

/// A random small instance: few numbers, so that ties and simultaneous events are frequent.
pub fn draw(seed: u64) -> Instance {
    let mut draw = Draw(seed);
    let machines = draw.whole(1, 3) as usize;
    let racks = if machines > 1 && draw.one_in(2) { 2 } else { 0 };
    let kind = draw.whole(0, 3);
    let jobs = draw_jobs(&mut draw, kind);
    let mut of_job = |job: &Job| job.maps.iter().map(|_| draw_locality(&mut draw, machines, racks)).collect();
    let locality = jobs.iter().map(&mut of_job).collect();
    Instance {
        machines,
        slots: [draw.whole(1, 2) as u32, draw.whole(1, 2) as u32],
        rack_factor: draw.of(&[1.0, 1.5, 2.0]),
        remote_factor: draw.of(&[1.0, 2.0, 3.0]),
        locality,
        racks: racks as u32,
        // Machines report at times that have no rounding errors.
        heartbeat: draw.of(&[0.0, 0.0, if machines == 3 { 6.0 } else { 1.0 }, 3.0]),
        prompt: draw.one_in(2),
        slowstart: draw.of(&[0.0, 0.5, 0.8, 1.0]),
        changes: draw_changes(&mut draw, machines),
        jobs,
        policy: draw_policy(&mut draw, machines as u32, racks as u32),
    }
}

fn draw_jobs(draw: &mut Draw, kind: u64) -> Vec<Job> {
    let duration = |draw: &mut Draw| match kind {
        0 | 1 => draw.whole(1, 5) as f64,
        2 => draw.whole(1, 12) as f64 / 2.0,
        _ => draw.of(&[2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 29.0]),
    };
    let mut arrival = 0.0;
    let count = draw.whole(1, 6);
    (0..count)
        .map(|_| {
            arrival += draw.of(&[0.0, 0.0, 1.0, 2.0, 3.0, 5.0, 7.0, 0.5]);
            let maps = (0..draw.whole(0, 6)).map(|_| duration(draw)).collect();
            let reduces = (0..draw.whole(0, 3)).map(|_| (draw.of(&[0.0, 1.0, 2.0, 3.5]), duration(draw))).collect();
            Job {
                arrival,
                weight: draw.of(&[1.0, 1.0, 1.0, 2.0, 0.5, 3.0]),
                name: draw.of(&["", "a", "b"]).to_string(),
                error: draw.of(&[1.0, 0.5, 2.0, 0.1]),
                memory: [draw.whole(1, 3) as f64, draw.whole(1, 3) as f64],
                maps,
                reduces,
            }
        })
        .collect()
}

/// A map's data lies on one machine or two; machines alternate between the racks.
fn draw_locality(draw: &mut Draw, machines: usize, racks: usize) -> Vec<u8> {
    let copies: Vec<usize> = (0..draw.whole(1, 2)).map(|_| draw.whole(0, machines as u64 - 1) as usize).collect();
    (0..machines)
        .map(|machine| {
            if copies.contains(&machine) {
                0
            } else if racks > 0 && copies.iter().any(|copy| copy % racks == machine % racks) {
                1
            } else {
                2
            }
        })
        .collect()
}

/// Machines leave and join again, all of them in the end, now and then without effect.
fn draw_changes(draw: &mut Draw, machines: usize) -> Vec<Change> {
    let mut changes: Vec<Change> = vec![];
    if draw.one_in(3) {
        for machine in 0..machines {
            for _ in 0..draw.whole(0, 2) {
                let time = draw.whole(0, 20) as f64 / draw.of(&[1.0, 2.0]);
                changes.push(Change { time, machine, joins: false });
                let time = time + draw.whole(0, 6) as f64;
                changes.push(Change { time, machine, joins: true });
            }
        }
        changes.sort_by(|a, b| a.time.total_cmp(&b.time));
        let end = changes.last().map_or(0.0, |change| change.time);
        changes.extend((0..machines).map(|machine| Change { time: end, machine, joins: true }));
        // Each leaves and joins in turn.
        let mut up = vec![true; machines];
        changes.retain(|change| std::mem::replace(&mut up[change.machine], change.joins) != change.joins);
    }
    changes
}

fn draw_policy(draw: &mut Draw, machines: u32, racks: u32) -> Policy {
    let delays = if draw.one_in(3) {
        Delays::standard(machines, racks)
    } else {
        Delays { node: draw.whole(0, 4) as u32, rack: draw.whole(0, 2) as u32 }
    };
    match draw.whole(0, 19) {
        0 => Policy::Fifo { delays },
        1 => Policy::Fair { delays },
        2..=13 => {
            let mut hfsp = match draw.whole(0, 2) {
                0 => Hfsp::thesis(machines),
                1 => Hfsp::mplane(machines),
                _ => Hfsp::viper(machines),
            };
            if draw.one_in(2) {
                hfsp.preemption = draw.of(Preemption::ALL);
            }
            hfsp.samples = draw.whole(1, 5) as u32;
            Policy::Hfsp(draw_numbers(draw, hfsp, delays))
        }
        _ => {
            let hfsp = Hfsp {
                estimator: draw.of(Estimator::ALL),
                samples: draw.whole(1, 4) as u32,
                first: draw.of(First::ALL),
                delta_of: draw.of(DeltaOf::ALL),
                tiny: draw.one_in(2),
                shuffle: draw.one_in(2),
                granularity: draw.of(Granularity::ALL),
                order: draw.of(Order::ALL),
                training_order: draw.of(TrainingOrder::ALL),
                history: draw.of(History::ALL),
                recent: draw.of(&[1, 3, 20]),
                enter: draw.of(Enter::ALL),
                update: draw.of(Update::ALL),
                preemption: draw.of(Preemption::ALL),
                victim: draw.of(Victim::ALL),
                resume: draw.of(Resume::ALL),
                ..Hfsp::thesis(machines)
            };
            let mut hfsp = draw_numbers(draw, hfsp, delays);
            hfsp.training = draw.of(&[
                Limit::Count(0),
                Limit::Count(1),
                Limit::Count(2),
                Limit::Count(10),
                Limit::Percent(25),
                Limit::Percent(50),
                Limit::Percent(100),
            ]);
            Policy::Hfsp(hfsp)
        }
    }
}

/// The numbers of HFSP, small enough to matter in a small instance.
fn draw_numbers(draw: &mut Draw, hfsp: Hfsp, delays: Delays) -> Hfsp {
    let high = draw.one_in(2).then(|| draw.whole(1, 3) as u32);
    Hfsp {
        xi: draw.of(&[1.0, 1.0, 2.0]),
        s0: draw.of(&[1.0, 5.0, 10.0, 60.0]),
        delta: draw.of(&[1.0, 2.0, 4.0, 60.0]),
        speed: draw.of(&[1.0, 1.0, 0.5, 2.0]),
        cleanup: draw.of(&[0.0, 0.0, 1.0, 2.5]),
        page_out: draw.of(&[0.0, 0.0, 1.0, 2.5]),
        page_in: draw.of(&[0.0, 0.0, 1.0, 0.5]),
        high,
        low: high.map(|high| draw.whole(0, u64::from(high) - 1) as u32),
        kill_below: draw.of(&[0.1, 0.25, 0.5]),
        wait_above: draw.of(&[0.5, 0.75, 0.9]),
        resume_delay: draw.whole(0, 4) as u32,
        node_delay: delays.node,
        rack_delay: delays.rack,
        ..hfsp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One machine with these map slots; jobs of maps only, at time 0, all node-local.
    fn small(slots: u32, jobs: &[&[f64]], hfsp: Hfsp) -> Instance {
        let job = |maps: &&[f64]| Job {
            arrival: 0.0,
            weight: 1.0,
            name: String::new(),
            error: 1.0,
            memory: [1.0; 2],
            maps: maps.to_vec(),
            reduces: vec![],
        };
        Instance {
            machines: 1,
            slots: [slots, 1],
            rack_factor: 1.0,
            remote_factor: 1.0,
            locality: jobs.iter().map(|maps| vec![vec![0]; maps.len()]).collect(),
            racks: 0,
            heartbeat: 0.0,
            prompt: false,
            slowstart: 1.0,
            changes: vec![],
            jobs: jobs.iter().map(job).collect(),
            policy: Policy::Hfsp(hfsp),
        }
    }

    /// Virtual cluster of four slots: A (2 tasks, size 40) and B (8 tasks, 80) at 0, C (1 task, 5) at 10.
    #[test]
    fn virtual_finish() {
        let hfsp = Hfsp { estimator: Estimator::Oracle, order: Order::Finish, ..Hfsp::thesis(1) };
        let given = small(4, &[&[20.0; 2], &[10.0; 8], &[5.0]], hfsp);
        let mut world = World::new(&given);
        world.arrived = 3;
        world.enter_if_ready(0, MAP);
        world.enter_if_ready(1, MAP);
        world.age(10.0);
        world.now = 10.0;
        assert_eq!((world.jobs[0][MAP].size, world.jobs[1][MAP].size), (20.0, 60.0));
        world.enter_if_ready(2, MAP);
        assert_eq!(world.keys(MAP), [20.0, 31.25, 15.0]);
        assert_eq!(world.ranked(MAP), [2, 0, 1]);
    }

    /// S_i: n·ξ·s̄ = 20·1·15 = 300; ξ = 4: 1200. Without history s₀, or n·ξ·s₀.
    #[test]
    fn initial_size() {
        let given = small(1, &[&[15.0]], Hfsp::mplane(1));
        let mut world = World::new(&given);
        let mplane = Hfsp::mplane(1);
        assert_eq!(world.initial_size(&mplane, MAP, 20), 1200.0);
        assert_eq!(world.initial_size(&Hfsp::thesis(1), MAP, 20), 60.0);
        world.history = vec![(0, MAP, 10.0), (0, REDUCE, 1.0), (0, MAP, 20.0)];
        assert_eq!(world.initial_size(&mplane, MAP, 20), 300.0);
        assert_eq!(world.initial_size(&Hfsp { xi: 4.0, ..mplane.clone() }, MAP, 20), 1200.0);
        assert_eq!(world.initial_size(&Hfsp { history: History::Recent, recent: 1, ..mplane }, MAP, 20), 400.0);
        assert_eq!(world.initial_size(&Hfsp::thesis(1), MAP, 20), 60.0);
        world.complete_jobs = vec![0];
        assert_eq!(world.initial_size(&Hfsp::thesis(1), MAP, 20), 300.0);
    }

    /// Five samples of mean 12 of 20 maps: S_f = 180, S_total = 240.
    #[test]
    fn final_size() {
        for (update, size) in [(Update::Replace, 180.0), (Update::Total, 210.0), (Update::Deduct, 150.0)] {
            let given = small(1, &[&[12.0; 20]], Hfsp { update, ..Hfsp::thesis(1) });
            let mut world = World::new(&given);
            world.arrived = 1;
            world.enter_if_ready(0, MAP);
            world.age(30.0);
            for task in 0..5 {
                assert!(world.jobs[0][MAP].training);
                world.start(0, MAP, task, 0, true);
                world.complete(0, MAP, task);
            }
            assert_eq!(world.jobs[0][MAP].size, size);
        }
    }

    /// Shuffles of 10 and 20 s with inputs 1 : 3, eight reduces: (0.25·10 + 0.75·20)·8 = 140 beside the execution.
    #[test]
    fn shuffle_term() {
        let hfsp = Hfsp { samples: 2, shuffle: true, update: Update::Total, speed: 0.0, ..Hfsp::thesis(1) };
        let mut given = small(1, &[&[]], hfsp);
        given.jobs[0].reduces = vec![(10.0, 1.0), (20.0, 3.0)];
        given.jobs[0].reduces.extend([(5.0, 5.0); 6]);
        let mut world = World::new(&given);
        world.arrived = 1;
        world.enter_if_ready(0, REDUCE);
        for task in 0..2 {
            world.start(0, REDUCE, task, 0, true);
            world.complete(0, REDUCE, task);
        }
        assert!(same(world.jobs[0][REDUCE].size, 140.0 + 2.0 * 8.0));
    }

    /// Δ = 10 s and p = 0.04 after it: a reduce of 250 s.
    #[test]
    fn delta() {
        let hfsp = Hfsp { samples: 1, delta: 10.0, update: Update::Total, speed: 0.0, ..Hfsp::thesis(1) };
        let mut given = small(1, &[&[]], hfsp);
        given.jobs[0].reduces = vec![(5.0, 250.0), (5.0, 1.0)];
        let mut world = World::new(&given);
        world.instant();
        assert!(world.jobs[0][REDUCE].training);
        world.instant();
        assert_eq!(world.now, 15.0);
        assert!(same(world.jobs[0][REDUCE].size, 500.0));
    }

    /// High mark 4, low mark 2: stops at four suspended tasks, starts again at two.
    #[test]
    fn hysteresis() {
        let hfsp = Hfsp { high: Some(4), low: Some(2), ..Hfsp::viper(1) };
        let given = small(1, &[&[9.0; 6]], hfsp);
        let mut world = World::new(&given);
        for task in 0..4 {
            assert!(world.may_suspend(0, MAP));
            world.jobs[0][MAP].tasks[task].state = State::Suspended;
        }
        assert!(!world.may_suspend(0, MAP));
        world.jobs[0][MAP].tasks[0].state = State::Running;
        assert!(!world.may_suspend(0, MAP));
        world.jobs[0][MAP].tasks[1].state = State::Running;
        assert!(world.may_suspend(0, MAP));
        world.jobs[0][MAP].tasks[1].state = State::Suspended;
        assert!(world.may_suspend(0, MAP));
    }
}
