//! **Kairos** (Delgado's thesis, chapter 4): no estimates, no classes.
//!
//! Each worker runs the task that has attained least service, in quanta, and keeps a few more; a task that comes runs at
//! once. The central scheduler only balances: now and then it gives waiting tasks to the workers that hold fewest, and
//! among those to the ones whose tasks have attained the most equal service. Without quanta and without tasks that wait
//! at workers this is the central FIFO of YARN.

#[cfg(test)]
mod tests;
mod workers;

use super::central::{Board, Desk, Queue, Turn};
use super::{Config, Observer, Outcome};
use crate::registry::{Parameter, within};
use crate::sim::{EventQueue, Random, stream};
use rand::RngExt;
use std::collections::BTreeSet;

/// Which of the workers with equally many tasks gets the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The one with the least variance of attained service.
    Variance,
    /// The one with the least attained service in all.
    Sum,
    /// Any.
    Random,
}

/// What keeps a task from being put off for ever (section 4.3.2). A guarded task runs for two quanta in peace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    Off,
    /// A task that has been interrupted more than three times is not replaced at the end of its quantum, as in the code of the authors'
    /// prototype.
    Interrupted,
    /// A task that has not run for three quanta is the next to run, and is not interrupted, as in the text.
    Waited,
}

/// Parameters of Kairos.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Tasks that may wait at a worker, beside those that run.
    pub waiting: u32,
    /// The quantum, in seconds; infinite: no task is ever interrupted by another that waits.
    pub quantum: f64,
    /// Seconds between two rounds of the central scheduler; zero: at once.
    pub round: f64,
    /// How ties are decided.
    pub tie: Tie,
    /// What keeps tasks from being put off for ever.
    pub guard: Guard,
    /// Whether a worker gets one task at most in each round, as in the authors' code.
    pub once: bool,
    /// Whose task is the next of those that wait centrally.
    pub turn: Turn,
    /// The part of its speed that an interrupted task keeps, 0 to 1. Attained service is time on a core: what a task does while
    /// it is interrupted is not counted, as in the authors' code.
    pub leak: f64,
    /// Cores of a worker's hardware, of which the scheduler gives out no more than the worker has. Interrupted tasks go on with
    /// those that are left. If tasks would do more than all of these can, each is slowed by the same factor: with 0, or no more
    /// than the cores that the scheduler knows, whatever an interrupted task does is taken from the others.
    pub hardware: u32,
}

impl Parameters {
    /// What can be written in brackets.
    pub fn in_brackets() -> Vec<Parameter<Self>> {
        let parameters = [
            Parameter::whole("q", 0..=1000, "most tasks waiting at a worker", |its: &mut Self, count| its.waiting = count),
            Parameter::seconds("w", 0.001..=1e12, "quantum", |its, seconds| its.quantum = seconds),
            Parameter::new("round", "0 (at once) or seconds, 0.001 to 1e6", "time between central rounds", |its: &mut Self, text| {
                its.round = within(text, &(0.0..=0.0)).or_else(|| within(text, &(0.001..=1e6)))?;
                Some(())
            }),
            Parameter::word(
                "tie",
                &[("var", |its| its.tie = Tie::Variance), ("sum", |its| its.tie = Tie::Sum), ("random", |its| its.tie = Tie::Random)],
                "what decides between workers with equally many tasks",
            ),
            Parameter::word(
                "guard",
                &[
                    ("interrupted", |its| its.guard = Guard::Interrupted),
                    ("waited", |its| its.guard = Guard::Waited),
                    ("off", |its| its.guard = Guard::Off),
                ],
                "what prevents starvation: three quanta of waiting, or three interruptions as in the prototype",
            ),
            Parameter::switch("once", "whether a worker gets one task per round", |its, on| its.once = on),
            Parameter::word(
                "next",
                &[("task", |its| its.turn = Turn::Tasks), ("job", |its| its.turn = Turn::Jobs), ("turn", |its| its.turn = Turn::Rounds)],
                "which task leaves the queue: the longest waiting, one of the earliest job, or one of each job in turn",
            ),
            Parameter::number("leak", 0.0..=1.0, "part of its speed that an interrupted task keeps", |its, part| its.leak = part),
            Parameter::whole(
                "hardware",
                0..=1024,
                "cores that tasks at a worker share if interrupted ones go on; 0, or fewer than it has: those it has",
                |its, cores| its.hardware = cores,
            ),
        ];
        parameters.into_iter().map(|parameter| parameter.of("kairos and yarn-fifo", |_| true)).collect()
    }
}

/// As in the simulations of the thesis (section 4.6.2), with the guard of its text (4.3.2).
///
/// Its quanta are 100 "time units" for Yahoo's jobs and 10 000 for Google's, and it does not say what a unit is. Read as seconds, 10 000
/// would be longer than nine in ten of Google's long tasks, which would then never be interrupted. Here the quantum is 100 s for both;
/// `w` is another.
pub const KAIROS: Parameters = Parameters {
    waiting: 2,
    quantum: 100.0,
    round: 1.0,
    tie: Tie::Variance,
    guard: Guard::Waited,
    once: false,
    turn: Turn::Tasks,
    leak: 0.0,
    hardware: 0,
};

/// YARN's FIFO (section 4.5): no queues at workers, no preemption.
pub const YARN_FIFO: Parameters = Parameters { waiting: 0, quantum: f64::INFINITY, round: 0.0, turn: Turn::Jobs, ..KAIROS };

/// How often a task may be interrupted, or for how many quanta it may wait, before it is guarded (section 4.6.2).
const PATIENCE: u8 = 3;

/// Quanta that a guarded task has in peace, as in the authors' code.
const PEACE: f64 = 2.0;

/// A task at a worker.
#[derive(Clone, Copy, Debug)]
struct Resident {
    job: u32,
    duration: f64,
    attained: f64,
    /// Seconds of work that it had left when its worker was last settled, or when it last began to run.
    left: f64,
    /// When it came.
    came: f64,
    /// Since when it does not run.
    paused: f64,
    interrupted: u8,
}

impl Resident {
    /// After it has lost its core to another.
    fn interrupted(self, now: f64) -> Self {
        Self { interrupted: self.interrupted.saturating_add(1), paused: now, ..self }
    }
}

/// A core of a worker.
#[derive(Clone, Debug, Default)]
struct Core {
    task: Option<Resident>,
    /// Since when it runs.
    since: f64,
    /// How long it runs before another task may; infinite while no task waits.
    window: f64,
    /// Quanta that its task has in one, when it begins.
    quanta: f64,
    /// Whether its task may not be interrupted in its first quanta here.
    guarded: bool,
    /// Raised whenever the end that was announced is no longer true.
    version: u32,
}

impl Core {
    /// Quanta that its task has in one, if it has been running for so many. Alone, too, it would have had its quanta: if it was to
    /// be guarded, that was at the end of the first.
    fn first_quanta(&mut self, passed: f64, guard: Guard) -> f64 {
        match &mut self.task {
            Some(task) if guard == Guard::Interrupted && task.interrupted > PATIENCE && passed > self.quanta => {
                task.interrupted = 0;
                self.quanta + PEACE
            }
            _ => self.quanta,
        }
    }

    /// Whether its task may not be interrupted now.
    fn is_guarded(&self, now: f64, quantum: f64) -> bool {
        self.guarded && now - self.since <= PEACE * quantum
    }

    /// Attained service of its task.
    fn attained(&self, now: f64) -> Option<f64> {
        self.task.map(|task| task.attained + (now - self.since))
    }
}

#[derive(Clone, Debug)]
struct Node {
    /// Tasks that have been interrupted, in the order in which they were.
    idle: Vec<Resident>,
    /// Tasks it holds or that are on their way to it.
    count: u32,
    /// The last round in which it got a task.
    round: u64,
    /// How fast tasks run; 1 unless interrupted ones take from the others.
    speed: f64,
    /// Until when the work of its tasks is settled, where interrupted ones go on.
    settled: f64,
    /// Raised whenever the end of an interrupted task that was announced is no longer true.
    version: u32,
}

impl Default for Node {
    fn default() -> Self {
        Self { idle: vec![], count: 0, round: 0, speed: 1.0, settled: f64::NEG_INFINITY, version: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A core's task ends or its quantum does, unless the version has changed; at one instant by number of the core.
    Quantum(u32, u32),
    /// An interrupted task of a worker ends, unless the version has changed.
    Aside(u32, u32),
    /// A job arrives.
    Arrive,
    /// The central scheduler has a round.
    Round,
    /// A task of a job reaches a worker.
    Task { worker: u32, job: u32, duration: f64 },
}

/// What happens first at an instant.
mod rank {
    pub const ENDS: u8 = 0;
    pub const ARRIVALS: u8 = 1;
    pub const TASKS: u8 = 2;
    pub const ROUNDS: u8 = 3;
    pub const QUANTA: u8 = 4;
}

pub(super) struct Engine<'a, O> {
    config: &'a Config,
    parameters: Parameters,
    now: f64,
    board: Board<'a, O>,
    queue: Queue,
    desk: Desk,
    nodes: Vec<Node>,
    /// Cores of the first worker, then of the second, and so on.
    cores: Vec<Core>,
    /// Workers by the number of tasks they hold, as far as more fit.
    by_count: Vec<BTreeSet<u32>>,
    events: EventQueue<Event>,
    round_announced: bool,
    rounds: u64,
    /// When the last round was.
    held: f64,
    random: Random,
}

/// Purpose of the stream that decides ties at random.
const TIES: u8 = 34;

impl<'a, O: Observer> Engine<'a, O> {
    pub(super) fn new(board: Board<'a, O>, config: &'a Config, parameters: Parameters) -> Self {
        let mut by_count = vec![BTreeSet::new(); (config.cores + parameters.waiting) as usize];
        by_count[0].extend(0..config.workers);
        Self {
            config,
            parameters,
            now: 0.0,
            board,
            queue: Queue::new(parameters.turn),
            desk: Desk::new(config),
            nodes: vec![Node::default(); config.workers as usize],
            cores: vec![Core::default(); config.slots() as usize],
            by_count,
            events: EventQueue::with_capacity(2 * config.slots() as usize),
            round_announced: false,
            rounds: 0,
            held: f64::NEG_INFINITY,
            random: stream(config.seed, 0, TIES),
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        let begin = self.board.next().unwrap_or(0.0);
        self.announce_arrival();
        let mut told = 0;
        while !self.board.is_over() {
            let Some((time, event)) = self.events.pop() else { break };
            self.board.sampler.pass(time);
            self.now = time;
            self.board.outcome.events += 1;
            match event {
                Event::Quantum(core, version) if self.cores[core as usize].version == version => {
                    let worker = core / self.config.cores;
                    self.settle(worker);
                    self.quantum(core);
                    self.share(worker);
                    self.show(worker);
                }
                Event::Aside(worker, version) if self.nodes[worker as usize].version == version => {
                    self.settle(worker);
                    self.end_aside(worker);
                    self.share(worker);
                    self.show(worker);
                }
                Event::Quantum(..) | Event::Aside(..) => {}
                Event::Arrive => {
                    let (job, tasks) = self.board.arrive();
                    self.queue.push(job, tasks);
                    self.announce_arrival();
                }
                Event::Round => {
                    self.round_announced = false;
                    self.round();
                }
                Event::Task { worker, job, duration } => {
                    self.settle(worker);
                    self.receive(worker, job, duration);
                    self.share(worker);
                    self.show(worker);
                }
            }
            self.announce_round();
            if self.board.completed() >= told + 256 {
                told = self.board.completed();
                self.board.observer.progress(told);
            }
        }
        self.board.observer.progress(self.board.completed());
        let Board { mut outcome, mut sampler, .. } = self.board;
        sampler.tell(&mut outcome);
        outcome.counters.central_peak = self.queue.peak();
        if self.parameters.round > 0.0 {
            let reports = libm::floor((self.now - begin) / self.parameters.round) as u64;
            outcome.counters.messages.heartbeats = reports * u64::from(self.config.workers);
        }
        outcome
    }

    /// A worker has changed.
    fn show(&mut self, worker: u32) {
        if O::WATCHES {
            let cores = self.cores(worker);
            let running = self.cores[cores.clone()].iter().map(|core| core.task.map(|task| (task.job, core.since)));
            self.board.show(self.now, cores.start, running, self.nodes[worker as usize].idle.iter().map(|task| task.job));
        }
    }

    fn announce_arrival(&mut self) {
        if let Some(time) = self.board.next() {
            self.events.push(time, rank::ARRIVALS, Event::Arrive);
        }
    }

    // The central scheduler.

    /// Rounds are held at multiples of their period while a task waits and a worker has room, after all else at that instant.
    fn announce_round(&mut self) {
        let room = self.by_count.iter().any(|workers| !workers.is_empty());
        if self.queue.len() == 0 || self.round_announced || !room {
            return;
        }
        let period = self.parameters.round;
        let number = libm::ceil(self.now / period);
        let time = if period == 0.0 {
            self.now
        } else if number * period > self.held {
            number * period
        } else {
            (number + 1.0) * period
        };
        self.events.push(time.max(self.now), rank::ROUNDS, Event::Round);
        self.round_announced = true;
    }

    fn round(&mut self) {
        self.rounds += 1;
        self.held = self.now;
        for count in 0..self.by_count.len() {
            if self.queue.len() == 0 {
                return;
            }
            for worker in self.chosen(count) {
                let Some((job, task)) = self.queue.pop() else { return };
                let duration = self.board.duration(job, task);
                self.nodes[worker as usize].round = self.rounds;
                self.change_count(worker, 1);
                self.board.outcome.counters.messages.placements += 1;
                let decided = self.desk.decide(self.now, 1, &mut self.board.outcome.counters);
                self.events.push(decided + self.config.placement_delay(), rank::TASKS, Event::Task { worker, job, duration });
            }
        }
    }

    /// The workers with this many tasks, in the order in which they get another one; no more than tasks wait.
    fn chosen(&mut self, count: usize) -> Vec<u32> {
        let Parameters { tie, once, .. } = self.parameters;
        let (most, round) = (self.queue.len(), self.rounds);
        let fresh = |worker: &u32| !once || self.nodes[*worker as usize].round < round;
        let eligible = self.by_count[count].iter().copied().filter(fresh);
        // A worker's only task has no variance.
        let alike = count == 0 || count == 1 && tie == Tie::Variance;
        if alike && tie != Tie::Random {
            return eligible.take(most).collect();
        }
        let eligible: Vec<u32> = eligible.collect();
        let mut keyed: Vec<(f64, u32)> = eligible.into_iter().map(|worker| (self.key(worker), worker)).collect();
        let in_order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if most < keyed.len() {
            keyed.select_nth_unstable_by(most, in_order);
            keyed.truncate(most);
        }
        keyed.sort_unstable_by(in_order);
        keyed.into_iter().map(|(_, worker)| worker).collect()
    }

    /// What decides between workers with equally many tasks: the least.
    fn key(&mut self, worker: u32) -> f64 {
        // The library's sum of nothing is -0, which comes before 0.
        let add = |sum: f64, x: f64| sum + x;
        match self.parameters.tie {
            Tie::Random => self.random.random(),
            Tie::Sum => self.attained(worker).fold(0.0, add),
            Tie::Variance => {
                let number = self.attained(worker).count().max(1) as f64;
                let mean = self.attained(worker).fold(0.0, add) / number;
                self.attained(worker).map(|x| (x - mean) * (x - mean)).fold(0.0, add) / number
            }
        }
    }

    fn change_count(&mut self, worker: u32, by: i32) {
        let count = &mut self.nodes[worker as usize].count;
        if let Some(workers) = self.by_count.get_mut(*count as usize) {
            workers.remove(&worker);
        }
        *count = count.saturating_add_signed(by);
        debug_assert!(*count as usize <= self.by_count.len(), "a worker holds as many tasks as it may");
        if let Some(workers) = self.by_count.get_mut(*count as usize) {
            workers.insert(worker);
        }
    }
}
