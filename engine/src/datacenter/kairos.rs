//! **Kairos** (Delgado's thesis, chapter 4): no estimates, no classes.
//!
//! Each worker runs the task that has attained least service, in quanta, and keeps a few more; a task that comes runs at
//! once. The central scheduler only balances: now and then it gives waiting tasks to the workers that hold fewest, and
//! among those to the ones whose tasks have attained the most equal service. Without quanta and without tasks that wait
//! at workers this is the central FIFO of YARN.

use super::central::{Board, Queue, Turn};
use super::{Config, Observer, Outcome};
use crate::registry::{Parameter, within};
use crate::sim::{EventQueue, Random, stream};
use rand::RngExt;
use std::collections::BTreeSet;
use std::ops::Range;

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
    /// A task that has been interrupted more than three times is not replaced at the end of its quantum, as in the
    /// authors' code.
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
                "what prevents starvation of tasks",
            ),
            Parameter::switch("once", "whether a worker gets one task per round", |its, on| its.once = on),
            Parameter::word(
                "next",
                &[("task", |its| its.turn = Turn::Tasks), ("job", |its| its.turn = Turn::Jobs), ("turn", |its| its.turn = Turn::Rounds)],
                "which task leaves the central queue: the one that has waited longest, one of the earliest job, one of each job in turn",
            ),
            Parameter::number("leak", 0.0..=1.0, "part of its speed that an interrupted task keeps", |its, part| its.leak = part),
            Parameter::whole(
                "hardware",
                0..=1024,
                "cores that all tasks at a worker share if interrupted ones go on; 0, or fewer than the worker has: those it has",
                |its, cores| its.hardware = cores,
            ),
        ];
        parameters.into_iter().map(|parameter| parameter.of("kairos and yarn-fifo", |_| true)).collect()
    }
}

/// As in the simulations of the thesis on the Yahoo trace (section 4.6.2).
pub const KAIROS: Parameters = Parameters {
    waiting: 2,
    quantum: 100.0,
    round: 1.0,
    tie: Tie::Variance,
    guard: Guard::Interrupted,
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
    /// Whether it may not be interrupted.
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
                self.events.push(self.now + self.config.delay, rank::TASKS, Event::Task { worker, job, duration });
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

    // Workers.

    /// The cores of a worker.
    fn cores(&self, worker: u32) -> Range<usize> {
        let (first, count) = ((worker * self.config.cores) as usize, self.config.cores as usize);
        first..first + count
    }

    /// Attained service of each task that a worker holds.
    fn attained(&self, worker: u32) -> impl Iterator<Item = f64> + '_ {
        let running = self.cores[self.cores(worker)].iter().filter_map(|core| core.attained(self.now));
        running.chain(self.nodes[worker as usize].idle.iter().map(|task| task.attained))
    }

    /// A new task runs at once: on a free core, or instead of the task that has attained most, the first among equals.
    fn receive(&mut self, worker: u32, job: u32, duration: f64) {
        let now = self.now;
        let new = Resident { job, duration, attained: 0.0, left: duration, came: now, paused: now, interrupted: 0 };
        let cores = self.cores(worker);
        if let Some(free) = cores.clone().find(|core| self.cores[*core].task.is_none()) {
            return self.start(free as u32, new, 1.0);
        }
        let service = |core: &usize| self.cores[*core].attained(now).unwrap_or(0.0);
        let interruptible = cores.filter(|core| !self.cores[*core].guarded);
        let Some(core) = interruptible.reduce(|best, core| if service(&core) > service(&best) { core } else { best }) else {
            return self.set_aside(worker, new);
        };
        if let Some(victim) = self.pause(core as u32) {
            self.board.outcome.counters.preemptions += 1;
            self.set_aside(worker, victim.interrupted(now));
        }
        self.start(core as u32, new, 1.0);
    }

    /// A task waits at its worker. If it is the first, the others run in quanta from now on, counted from when they began.
    fn set_aside(&mut self, worker: u32, task: Resident) {
        self.nodes[worker as usize].idle.push(task);
        let Parameters { quantum, guard, .. } = self.parameters;
        if self.nodes[worker as usize].idle.len() > 1 || quantum.is_infinite() {
            return;
        }
        for core in self.cores(worker) {
            let at = &mut self.cores[core];
            if at.task.is_some() && at.window.is_infinite() {
                let passed = (self.now - at.since) / quantum;
                let first = at.first_quanta(passed, guard);
                at.window = libm::ceil(passed).max(first) * quantum;
                self.announce(core as u32);
            }
        }
    }

    /// Takes the running task from its core.
    fn pause(&mut self, core: u32) -> Option<Resident> {
        let now = self.now;
        let Node { speed, settled, .. } = self.nodes[(core / self.config.cores) as usize];
        let at = &mut self.cores[core as usize];
        if at.window.is_infinite() {
            at.first_quanta((now - at.since) / self.parameters.quantum, self.parameters.guard);
        }
        let mut task = at.task.take()?;
        task.attained += now - at.since;
        task.left -= speed * (now - at.since.max(settled));
        at.version += 1;
        at.guarded = false;
        self.board.sampler.end(core);
        Some(task)
    }

    /// Runs a task for at most this many quanta.
    fn start(&mut self, core: u32, task: Resident, quanta: f64) {
        let waits = !self.nodes[(core / self.config.cores) as usize].idle.is_empty();
        let at = &mut self.cores[core as usize];
        debug_assert!(at.task.is_none(), "a core runs one task at a time");
        at.since = self.now;
        at.quanta = quanta;
        at.task = Some(task);
        // Alone it needs no quanta: a task that comes interrupts it anyway.
        at.window = if waits { quanta * self.parameters.quantum } else { f64::INFINITY };
        at.guarded = quanta > 1.0 && self.parameters.guard == Guard::Waited;
        self.board.sampler.begin(core);
        self.announce(core);
    }

    /// Announces the end of a core's task, or of its quantum if that comes first.
    fn announce(&mut self, core: u32) {
        let Some(rest) = self.rest(core) else { return };
        let at = &mut self.cores[core as usize];
        at.version += 1;
        let rank = if rest <= at.window { rank::ENDS } else { rank::QUANTA };
        let time = at.since + rest.min(at.window).max(0.0);
        self.events.push_at(time.max(self.now), rank, u64::from(core), Event::Quantum(core, at.version));
    }

    /// How long the task of a core runs from when it began there to its end, at the speed that it has now.
    fn rest(&self, core: u32) -> Option<f64> {
        let Node { speed, settled, .. } = self.nodes[(core / self.config.cores) as usize];
        let Core { task, since, .. } = self.cores[core as usize];
        task.map(|task| (since.max(settled) - since) + task.left / speed)
    }

    // Interrupted tasks that go on.

    /// Takes what the tasks of a worker have done until now from what they have left.
    fn settle(&mut self, worker: u32) {
        let leak = self.parameters.leak;
        if leak == 0.0 {
            return;
        }
        let (now, cores) = (self.now, self.cores(worker));
        let Node { idle, speed, settled, .. } = &mut self.nodes[worker as usize];
        for core in &mut self.cores[cores] {
            if let Some(task) = &mut core.task {
                task.left -= *speed * (now - core.since.max(*settled));
            }
        }
        for task in idle {
            task.left -= leak * *speed * (now - *settled);
        }
        *settled = now;
    }

    /// Divides a worker that is settled among its tasks, and announces what ends next.
    fn share(&mut self, worker: u32) {
        let Parameters { leak, hardware, .. } = self.parameters;
        if leak == 0.0 {
            return;
        }
        let cores = self.cores(worker);
        let running = self.cores[cores.clone()].iter().filter(|core| core.task.is_some()).count();
        let at = &mut self.nodes[worker as usize];
        let asked = running as f64 + leak * at.idle.len() as f64;
        let speed = (f64::from(hardware.max(self.config.cores)) / asked).min(1.0);
        let changed = speed != at.speed;
        at.speed = speed;
        at.version += 1;
        let least = at.idle.iter().map(|task| task.left).min_by(f64::total_cmp);
        if let Some(least) = least {
            let time = self.now + least.max(0.0) / (leak * speed);
            self.events.push(time, rank::ENDS, Event::Aside(worker, at.version));
        }
        if changed {
            cores.for_each(|core| self.announce(core as u32));
        }
    }

    /// The interrupted task of a worker that has least left ends.
    fn end_aside(&mut self, worker: u32) {
        let idle = &mut self.nodes[worker as usize].idle;
        if let Some(least) = (0..idle.len()).min_by(|a, b| idle[*a].left.total_cmp(&idle[*b].left)) {
            let task = idle.remove(least);
            self.finish(worker, task);
        }
    }

    /// Which waiting task runs next at a worker, and for how many quanta: the one with the least attained service, the first
    /// among equals, unless another has waited too long.
    fn next(&self, worker: u32) -> Option<(usize, f64)> {
        let idle = &self.nodes[worker as usize].idle;
        let patience = f64::from(PATIENCE) * self.parameters.quantum;
        let starved = |task: &Resident| self.parameters.guard == Guard::Waited && self.now - task.paused >= patience;
        let longest = (0..idle.len()).filter(|i| starved(&idle[*i])).min_by(|a, b| idle[*a].paused.total_cmp(&idle[*b].paused));
        let least = (0..idle.len()).min_by(|a, b| idle[*a].attained.total_cmp(&idle[*b].attained));
        longest.map(|longest| (longest, PEACE)).or(least.map(|least| (least, 1.0)))
    }

    /// The task of a core ends, or its quantum does.
    fn quantum(&mut self, core: u32) {
        let worker = core / self.config.cores;
        let ends = self.rest(core).is_some_and(|rest| rest <= self.cores[core as usize].window);
        let Some(task) = self.pause(core) else { return };
        let next = self.next(worker);
        if ends {
            self.finish(worker, task);
            if let Some((next, quanta)) = next {
                let next = self.nodes[worker as usize].idle.remove(next);
                self.start(core, next, quanta);
            }
            return;
        }
        let guarded = self.parameters.guard == Guard::Interrupted && task.interrupted > PATIENCE;
        if guarded {
            return self.start(core, Resident { interrupted: 0, ..task }, PEACE);
        }
        let idle = &mut self.nodes[worker as usize].idle;
        match next.filter(|(next, quanta)| *quanta > 1.0 || idle[*next].attained <= task.attained) {
            Some((next, quanta)) => {
                let next = idle.remove(next);
                idle.push(task.interrupted(self.now));
                self.board.outcome.counters.preemptions += 1;
                self.start(core, next, quanta);
            }
            None => self.start(core, task, 1.0),
        }
    }

    fn finish(&mut self, worker: u32, task: Resident) {
        self.change_count(worker, -1);
        let Resident { job, came, duration, .. } = task;
        if let Some(tasks) = self.board.complete(job, came, duration, self.now) {
            self.queue.push(job, tasks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datacenter::Silent;
    use crate::workload::BatchWorkload;

    /// A task that has not reached its worker.
    const ON_ITS_WAY: f64 = -1.0;

    /// The order in which two workers that hold tasks with so much attained service get the next task.
    fn order(tie: Tie, attained: [&[f64]; 2]) -> Vec<u32> {
        let config = Config { workers: 2, ..Config::default() };
        let mut workload = BatchWorkload::default();
        workload.push(0, 0.0, &[1.0; 8]);
        let mut observer = Silent;
        let mut engine = Engine::new(Board::new(&config, &workload, &mut observer), &config, Parameters { tie, ..KAIROS });
        for (worker, attained) in (0..).zip(attained) {
            for attained in attained {
                if *attained != ON_ITS_WAY {
                    engine.nodes[worker as usize].idle.push(Resident { attained: *attained, ..TASK });
                }
                engine.change_count(worker, 1);
            }
        }
        engine.queue.push(0, 0..8);
        engine.chosen(attained[0].len())
    }

    #[test]
    fn u16_the_worker_whose_tasks_are_most_alike_comes_first() {
        assert_eq!(order(Tie::Variance, [&[0.0, 10.0], &[5.0, 5.0]]), [1, 0]);
        assert_eq!(order(Tie::Variance, [&[5.0, 5.0], &[0.0, 10.0]]), [0, 1]);
        // Sums of ten each: the first of two equals.
        assert_eq!(order(Tie::Sum, [&[5.0, 5.0], &[0.0, 10.0]]), [0, 1]);
        assert_eq!(order(Tie::Sum, [&[6.0, 6.0], &[0.0, 10.0]]), [1, 0]);
        // Nor have none at all, all of whose tasks are on their way; and their sum is that of one that has just begun.
        assert_eq!(order(Tie::Variance, [&[9.0, ON_ITS_WAY], &[ON_ITS_WAY; 2]]), [0, 1]);
        assert_eq!(order(Tie::Sum, [&[0.0, ON_ITS_WAY], &[ON_ITS_WAY; 2]]), [0, 1]);
        // One task has no variance, whatever it has attained.
        assert_eq!(order(Tie::Variance, [&[9.0], &[1.0]]), [0, 1]);
        assert_eq!(order(Tie::Sum, [&[9.0], &[1.0]]), [1, 0]);
    }

    const TASK: Resident = Resident { job: 0, duration: 100.0, attained: 0.0, left: 100.0, came: 0.0, paused: 0.0, interrupted: 0 };

    /// Completion times of jobs of one task each, submitted so, on one worker with one core.
    fn completions(parameters: Parameters, jobs: &[(f64, f64)]) -> Vec<f64> {
        let config = Config { workers: 1, delay: 0.0, ..Config::default() };
        let mut workload = BatchWorkload::default();
        (0..).zip(jobs).for_each(|(id, (arrival, duration))| workload.push(id, *arrival, &[*duration]));
        Engine::new(Board::new(&config, &workload, &mut Silent), &config, parameters).run().completion
    }

    #[test]
    fn cores_that_are_free_at_one_instant_take_their_turns_by_number() {
        let config = Config { workers: 1, cores: 2, ..Config::default() };
        let workload = BatchWorkload::default();
        let mut observer = Silent;
        let mut engine = Engine::new(Board::new(&config, &workload, &mut observer), &config, KAIROS);
        engine.start(1, TASK, 1.0);
        engine.start(0, TASK, 1.0);
        assert!(matches!(engine.events.pop(), Some((_, Event::Quantum(0, _)))));
    }

    #[test]
    fn who_is_there_at_a_round_takes_part_in_it() {
        let parameters = Parameters { waiting: 0, round: 2.0, ..KAIROS };
        assert_eq!(completions(parameters, &[(4.0, 1.0)]), [1.0]);
        assert_eq!(completions(parameters, &[(3.0, 1.0)]), [2.0]);
        // The round at 4 is over when its task is.
        assert_eq!(completions(parameters, &[(4.0, 2.0), (4.0, 1.0)]), [2.0, 3.0]);
    }

    #[test]
    fn of_tasks_that_are_equally_young_the_first_to_be_interrupted_goes_on() {
        let parameters = Parameters { waiting: 3, round: 0.0, ..KAIROS };
        assert_eq!(completions(parameters, &[(0.0, 10.0); 4]), [20.0, 30.0, 40.0, 10.0]);
    }

    #[test]
    fn quanta_are_counted_from_the_start_even_while_nobody_waits() {
        // A task begins alone, and another waits from some time on: when the quantum ends in which that is, and what is left of
        // its claim to be guarded.
        let config = Config { workers: 1, cores: 2, ..Config::default() };
        let workload = BatchWorkload::default();
        let window = |interrupted: u8, quanta: f64, now: f64| {
            let mut observer = Silent;
            let parameters = Parameters { quantum: 10.0, ..KAIROS };
            let mut engine = Engine::new(Board::new(&config, &workload, &mut observer), &config, parameters);
            engine.start(0, Resident { interrupted, ..TASK }, quanta);
            engine.now = now;
            engine.set_aside(0, TASK);
            (engine.cores[0].window, engine.cores[0].task.unwrap().interrupted)
        };
        assert_eq!([0.0, 5.0, 10.0, 15.0, 35.0].map(|now| window(3, 1.0, now).0), [10.0, 10.0, 10.0, 20.0, 40.0]);
        // The end of the first was ignored, and the second is twice as long.
        assert_eq!([5.0, 10.0, 15.0, 30.0, 35.0].map(|now| window(4, 1.0, now)), [(10.0, 4), (10.0, 4), (30.0, 0), (30.0, 0), (40.0, 0)]);
        assert_eq!([5.0, 15.0, 25.0].map(|now| window(0, PEACE, now).0), [20.0, 20.0, 30.0]);
        // The same if it is interrupted then.
        let left = [10.0, 15.0].map(|now| {
            let mut observer = Silent;
            let parameters = Parameters { quantum: 10.0, ..KAIROS };
            let mut engine = Engine::new(Board::new(&config, &workload, &mut observer), &config, parameters);
            engine.start(0, Resident { interrupted: 4, ..TASK }, 1.0);
            engine.now = now;
            engine.pause(0).unwrap().interrupted
        });
        assert_eq!(left, [4, 0]);
    }
}
