//! **Kairos** (Delgado's thesis, chapter 4): no estimates, no classes.
//!
//! Each worker runs the task that has attained least service, in quanta, and keeps a few more; a task that comes runs at
//! once. The central scheduler only balances: now and then it gives waiting tasks to the workers that hold fewest, and
//! among those to the ones whose tasks have attained the most equal service. Without quanta and without tasks that wait
//! at workers this is the central FIFO of YARN.

use super::outcome::Sampler;
use super::timeline::Recorder;
use super::{Config, Outcome};
use crate::sim::{EventQueue, Random, sort, stream};
use crate::workload::BatchWorkload;
use rand::RngExt;
use std::collections::{BTreeSet, VecDeque};

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

/// Parameters of Kairos.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Tasks that may wait at a worker, beside the one that runs.
    pub waiting: u32,
    /// The quantum, in seconds; infinite: no task is ever interrupted by another that waits.
    pub quantum: f64,
    /// Seconds between two rounds of the central scheduler; zero: at once.
    pub round: f64,
    /// How ties are decided.
    pub tie: Tie,
}

/// As in the simulations of the thesis on the Yahoo trace (section 4.6.2).
pub const KAIROS: Parameters = Parameters { waiting: 2, quantum: 100.0, round: 1.0, tie: Tie::Variance };

/// YARN's FIFO (section 4.5): no queues at workers, no preemption.
pub const YARN_FIFO: Parameters = Parameters { waiting: 0, quantum: f64::INFINITY, round: 0.0, tie: Tie::Variance };

/// How often a task may be interrupted before it has two quanta in peace (section 4.3.3, as the authors' code has it).
const PATIENCE: u8 = 3;

/// A task at a worker.
#[derive(Clone, Copy, Debug)]
struct Resident {
    job: u32,
    attained: f64,
    left: f64,
    interrupted: u8,
}

#[derive(Debug, Default)]
struct Node {
    running: Option<Resident>,
    /// Since when it runs.
    since: f64,
    /// Whether what is announced for it is its end.
    ends: bool,
    idle: Vec<Resident>,
    /// Raised whenever the end that was announced is no longer true.
    version: u32,
    /// Tasks it holds or that are on their way to it.
    count: u32,
}

impl Node {
    /// Attained service of each task it holds.
    fn attained(&self, now: f64) -> impl Iterator<Item = f64> + '_ {
        let running = self.running.iter().map(move |task| task.attained + (now - self.since));
        running.chain(self.idle.iter().map(|task| task.attained))
    }
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A worker's task ends or its quantum does, unless the version has changed.
    Quantum(u32, u32),
    /// A job arrives.
    Arrive,
    /// The central scheduler has a round.
    Round,
    /// A task of a job reaches a worker.
    Task(u32, u32, f64),
}

pub(super) struct Engine<'a> {
    config: &'a Config,
    workload: &'a BatchWorkload,
    parameters: Parameters,
    now: f64,
    nodes: Vec<Node>,
    /// Workers by the number of tasks they hold, as far as more fit.
    by_count: Vec<BTreeSet<u32>>,
    /// Jobs with tasks that wait centrally, and how many have been given away.
    queue: VecDeque<(u32, u32)>,
    events: EventQueue<Event>,
    done: Vec<u32>,
    arrived: usize,
    completed: usize,
    busy: u32,
    round_announced: bool,
    sampler: Sampler,
    random: Random,
    pub(super) outcome: Outcome,
    /// Who watches, if anybody does.
    pub(super) recorder: Option<Recorder>,
}

/// Purpose of the stream that decides ties at random.
const TIES: u8 = 34;

impl<'a> Engine<'a> {
    pub(super) fn new(config: &'a Config, workload: &'a BatchWorkload, parameters: Parameters) -> Self {
        let mut by_count = vec![BTreeSet::new(); 1 + parameters.waiting as usize];
        by_count[0].extend(0..config.workers);
        Self {
            config,
            workload,
            parameters,
            now: 0.0,
            nodes: (0..config.workers).map(|_| Node::default()).collect(),
            by_count,
            queue: VecDeque::new(),
            events: EventQueue::with_capacity(2 * config.workers as usize),
            done: vec![0; workload.jobs().len()],
            arrived: 0,
            completed: 0,
            busy: 0,
            round_announced: false,
            sampler: Sampler::new(workload.jobs().first().map_or(0.0, |job| job.arrival), config.sampling),
            random: stream(config.seed, 0, TIES),
            outcome: Outcome { completion: vec![0.0; workload.jobs().len()], ..Outcome::default() },
            recorder: None,
        }
    }

    /// A worker has changed.
    fn show(&mut self, worker: u32) {
        if self.recorder.is_some() {
            self.record(worker);
        }
    }

    #[cold]
    fn record(&mut self, worker: u32) {
        if let Some(recorder) = &mut self.recorder {
            let node = &self.nodes[worker as usize];
            recorder.look(self.now, worker, node.running.map(|task| (task.job, true)), node.idle.iter().map(|task| task.job));
        }
    }

    pub(super) fn run(&mut self, mut progress: impl FnMut(usize)) {
        if let Some(first) = self.workload.jobs().first() {
            self.events.push(first.arrival, 1, Event::Arrive);
        }
        let mut told = 0;
        while self.completed < self.done.len() {
            let Some((time, event)) = self.events.pop() else { break };
            self.sampler.pass(time, f64::from(self.busy) / f64::from(self.config.workers));
            self.now = time;
            self.outcome.events += 1;
            match event {
                Event::Quantum(worker, version) if self.nodes[worker as usize].version == version => {
                    self.quantum(worker);
                    self.show(worker);
                }
                Event::Quantum(..) => {}
                Event::Arrive => self.arrive(),
                Event::Round => {
                    self.round_announced = false;
                    self.round();
                }
                Event::Task(worker, job, duration) => self.receive(worker, job, duration),
            }
            self.announce_round();
            if self.completed >= told + 256 {
                told = self.completed;
                progress(told);
            }
        }
        self.outcome.utilisation = self.sampler.take();
        progress(self.completed);
    }

    fn arrive(&mut self) {
        self.queue.push_back((self.arrived as u32, 0));
        self.arrived += 1;
        if let Some(next) = self.workload.jobs().get(self.arrived) {
            self.events.push(next.arrival, 1, Event::Arrive);
        }
    }

    // The central scheduler.

    /// Rounds are held at multiples of their period while something waits and somebody has room.
    fn announce_round(&mut self) {
        let room = self.by_count.iter().any(|workers| !workers.is_empty());
        if self.queue.is_empty() || self.round_announced || !room {
            return;
        }
        let period = self.parameters.round;
        let time = if period > 0.0 { (libm::floor(self.now / period) + 1.0) * period } else { self.now };
        self.events.push(time, 3, Event::Round);
        self.round_announced = true;
    }

    fn round(&mut self) {
        for count in 0..self.by_count.len() {
            if self.queue.is_empty() {
                return;
            }
            for worker in self.chosen(count) {
                let Some((job, given)) = self.queue.front_mut() else { return };
                let about = &self.workload.jobs()[*job as usize];
                let duration = self.workload.durations(about)[*given as usize];
                let job = *job;
                *given += 1;
                if *given == about.tasks() {
                    self.queue.pop_front();
                }
                self.change_count(worker, 1);
                self.outcome.counters.messages += 1;
                self.events.push(self.now + self.config.delay, 2, Event::Task(worker, job, duration));
            }
        }
    }

    /// The workers with so many tasks, in the order in which they get another; no more than tasks wait, where that is known.
    fn chosen(&mut self, count: usize) -> Vec<u32> {
        let workers: Vec<u32> = self.by_count[count].iter().copied().collect();
        let now = self.now;
        let key = |worker: &u32| {
            let attained: Vec<f64> = self.nodes[*worker as usize].attained(now).collect();
            let sum: f64 = attained.iter().sum();
            match self.parameters.tie {
                Tie::Sum => sum,
                _ => {
                    let mean = sum / attained.len().max(1) as f64;
                    attained.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / attained.len().max(1) as f64
                }
            }
        };
        // A worker's only task has no variance.
        let alike = count == 0 || count == 1 && self.parameters.tie == Tie::Variance;
        let mut keyed: Vec<(f64, u32)> = if self.parameters.tie == Tie::Random {
            workers.iter().map(|worker| (self.random.random(), *worker)).collect()
        } else if alike {
            return workers;
        } else {
            workers.iter().map(|worker| (key(worker), *worker)).collect()
        };
        sort(&mut keyed);
        keyed.into_iter().map(|(_, worker)| worker).collect()
    }

    fn change_count(&mut self, worker: u32, by: i32) {
        let count = &mut self.nodes[worker as usize].count;
        if let Some(workers) = self.by_count.get_mut(*count as usize) {
            workers.remove(&worker);
        }
        *count = count.saturating_add_signed(by);
        if let Some(workers) = self.by_count.get_mut(*count as usize) {
            workers.insert(worker);
        }
    }

    // Workers.

    fn receive(&mut self, worker: u32, job: u32, duration: f64) {
        let new = Resident { job, attained: 0.0, left: duration, interrupted: 0 };
        if let Some(victim) = self.pause(worker) {
            self.nodes[worker as usize].idle.push(Resident { interrupted: victim.interrupted.saturating_add(1), ..victim });
        }
        self.start(worker, new, 1.0);
        self.show(worker);
    }

    /// Takes the running task from its slot.
    fn pause(&mut self, worker: u32) -> Option<Resident> {
        let now = self.now;
        let node = &mut self.nodes[worker as usize];
        let mut task = node.running.take()?;
        let served = now - node.since;
        task.attained += served;
        task.left -= served;
        node.version += 1;
        self.busy -= 1;
        Some(task)
    }

    /// Runs a task for so many quanta at most.
    fn start(&mut self, worker: u32, task: Resident, quanta: f64) {
        let node = &mut self.nodes[worker as usize];
        node.since = self.now;
        node.version += 1;
        node.running = Some(task);
        // Alone it needs no quanta: whoever comes interrupts it anyway.
        let window = if node.idle.is_empty() { f64::INFINITY } else { quanta * self.parameters.quantum };
        node.ends = task.left <= window;
        self.busy += 1;
        self.events.push(self.now + task.left.min(window).max(0.0), 0, Event::Quantum(worker, node.version));
    }

    /// The task with the least attained service of those that wait at a worker.
    fn least(&self, worker: u32) -> Option<usize> {
        let idle = &self.nodes[worker as usize].idle;
        (0..idle.len()).min_by(|a, b| idle[*a].attained.total_cmp(&idle[*b].attained))
    }

    fn quantum(&mut self, worker: u32) {
        let Some(task) = self.pause(worker) else { return };
        let next = self.least(worker);
        if self.nodes[worker as usize].ends {
            self.finish(worker, task);
            if let Some(next) = next {
                let next = self.nodes[worker as usize].idle.swap_remove(next);
                self.start(worker, next, 1.0);
            }
            return;
        }
        if task.interrupted > PATIENCE {
            self.start(worker, Resident { interrupted: 0, ..task }, 2.0);
        } else if let Some(next) = next.filter(|next| self.nodes[worker as usize].idle[*next].attained <= task.attained) {
            let idle = &mut self.nodes[worker as usize].idle;
            let next = idle.swap_remove(next);
            idle.push(Resident { interrupted: task.interrupted + 1, ..task });
            self.start(worker, next, 1.0);
        } else {
            self.start(worker, task, 1.0);
        }
    }

    fn finish(&mut self, worker: u32, task: Resident) {
        self.change_count(worker, -1);
        self.outcome.tasks += 1;
        self.outcome.work += task.attained;
        let job = task.job as usize;
        self.done[job] += 1;
        let about = &self.workload.jobs()[job];
        if self.done[job] == about.tasks() {
            self.outcome.completion[job] = self.now - about.arrival;
            self.completed += 1;
        }
    }
}
