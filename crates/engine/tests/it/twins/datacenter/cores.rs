//! A central queue.

use super::{Agenda, BigC, Chance, Event, Guard, Instance, Kairos, Policy, Run, Step, Tie};

/// A task at a worker, running or suspended. It never changes the worker (T 4.3.1).
#[derive(Clone, Debug)]
struct Resident {
    job: usize,
    task: usize,
    /// Seconds left to run and service before the present run.
    left: f64,
    attained: f64,
    run: Option<Stretch>,
    /// When it was suspended last, or came and found no core that it might have: the time, and the number of the event, so that nobody
    /// ties.
    waits_since: f64,
    suspended: usize,
    /// `[C]` How often it has been preempted since its guard last acted.
    preempted: usize,
}

/// The present run of a task: on which core, since when, and which run it is.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    core: usize,
    since: f64,
    stamp: usize,
    /// Whether it is guarded for its first quanta.
    guarded: bool,
}

/// A worker with cores. `under_way` counts tasks that have been assigned and have not arrived (Kairos).
struct Node {
    residents: Vec<Resident>,
    under_way: usize,
    /// Heartbeats with a free core since a suspended task last went on, and whether one is announced (Big-C).
    beats: usize,
    awaits_beat: bool,
}

pub(super) struct CoreWorld<'a, C> {
    instance: &'a Instance,
    chance: &'a mut C,
    agenda: Agenda<'a>,
    nodes: Vec<Node>,
    /// Tasks that nobody has been given, in the order of submission (T 4.3.3).
    queue: Vec<(usize, usize)>,
    unfinished: Vec<usize>,
    rounds: usize,
    stamps: usize,
}

impl<'a, C: Chance> CoreWorld<'a, C> {
    pub(super) fn new(instance: &'a Instance, chance: &'a mut C) -> Self {
        let nodes = (0..instance.workers).map(|_| Node { residents: vec![], under_way: 0, beats: 0, awaits_beat: false }).collect();
        let unfinished = instance.jobs.iter().map(|j| j.tasks.len()).collect();
        Self { instance, chance, agenda: Agenda::new(instance), nodes, queue: vec![], unfinished, rounds: 0, stamps: 0 }
    }

    pub(super) fn run(mut self) -> Run {
        if let Policy::Kairos(Kairos { round, .. }) = self.instance.policy
            && round > 0.0
        {
            self.agenda.post(0.0, Event::Round);
        }
        while let Some(event) = self.agenda.next() {
            let mut worker = None;
            match event {
                Event::Arrive { job } => self.queue.extend((0..self.instance.jobs[job].tasks.len()).map(|task| (job, task))),
                Event::Task { worker, job, task } => self.task(worker, job, task),
                Event::End { core, stamp } => {
                    worker = Some(core / self.instance.cores);
                    self.end(core / self.instance.cores, stamp);
                }
                Event::Beat { worker: beating } => {
                    worker = Some(beating);
                    self.nodes[beating].awaits_beat = false;
                    self.nodes[beating].beats += usize::from(self.awaited(beating).is_some());
                }
                Event::Timer { core, stamp } => self.timer(core / self.instance.cores, stamp),
                Event::Round => self.round(),
                _ => unreachable!(),
            }
            match self.instance.policy {
                // R: Big-C decides at every event.
                Policy::BigC(b) => self.big_c(b, worker),
                Policy::Kairos(k) if k.round == 0.0 => self.ask_for_round(),
                _ => {}
            }
        }
        self.agenda.run
    }
    /// A round at once, when all else of this instant has happened.
    fn ask_for_round(&mut self) {
        let planned = self.agenda.coming.iter().any(|(_, _, _, e)| matches!(e, Event::Round));
        let Policy::Kairos(k) = self.instance.policy else { return };
        let room = self.nodes.iter().any(|n| n.residents.len() + n.under_way < self.instance.cores + k.q);
        if !planned && room && !self.queue.is_empty() {
            self.agenda.post(self.agenda.now, Event::Round);
        }
    }
    fn round(&mut self) {
        let Policy::Kairos(k) = self.instance.policy else { unreachable!() };
        self.rounds += 1;
        if k.round > 0.0 {
            self.agenda.post(self.rounds as f64 * k.round, Event::Round);
        }
        self.kairos_round(k);
    }

    /// Service so far, the present run included.
    fn attained(&self, r: &Resident) -> f64 {
        r.attained + r.run.map_or(0.0, |run| (self.agenda.now - run.since).max(0.0))
    }
    /// The worker's cores on which nothing runs, by number.
    fn free(&self, worker: usize) -> Vec<usize> {
        let residents = &self.nodes[worker].residents;
        let busy = |core: usize| residents.iter().any(|r| r.run.is_some_and(|run| run.core == core));
        (worker * self.instance.cores..(worker + 1) * self.instance.cores).filter(|&core| !busy(core)).collect()
    }
    /// Places of the tasks that run, by core, and of those that are suspended, the first suspended first.
    fn running(&self, worker: usize) -> Vec<usize> {
        let residents = &self.nodes[worker].residents;
        let mut places: Vec<usize> = (0..residents.len()).filter(|&p| residents[p].run.is_some()).collect();
        places.sort_by_key(|&p| residents[p].run.map(|run| run.core));
        places
    }
    fn suspended(&self, worker: usize) -> Vec<usize> {
        let residents = &self.nodes[worker].residents;
        let mut places: Vec<usize> = (0..residents.len()).filter(|&p| residents[p].run.is_none()).collect();
        places.sort_by_key(|&p| residents[p].suspended);
        places
    }
    fn arrived(job: usize, task: usize, left: f64) -> Resident {
        Resident { job, task, left, attained: 0.0, run: None, waits_since: 0.0, suspended: 0, preempted: 0 }
    }

    /// The task runs on the core from a time on.
    fn start(&mut self, core: usize, place: usize, since: f64, step: Step) {
        self.stamps += 1;
        let (worker, stamp) = (core / self.instance.cores, self.stamps);
        let r = &mut self.nodes[worker].residents[place];
        r.run = Some(Stretch { core, since, stamp, guarded: false });
        let (job, task, left) = (r.job, r.task, r.left);
        self.agenda.log(since, step, job, task, core);
        self.agenda.post(since + left, Event::End { core, stamp });
        self.quantum(core, stamp, 1.0);
    }
    /// The timer of the task's core is set to a multiple of W (T 4.3.2).
    fn quantum(&mut self, core: usize, stamp: usize, times: f64) {
        if let Policy::Kairos(k) = self.instance.policy
            && k.w.is_finite()
        {
            self.agenda.post(self.agenda.now + times * k.w, Event::Timer { core, stamp });
        }
    }
    /// The task is preempted; what it has attained is kept (T 4.3.2). The core that it leaves.
    fn suspend(&mut self, worker: usize, place: usize) -> usize {
        let attained = self.attained(&self.nodes[worker].residents[place]);
        self.stamps += 1;
        let r = &mut self.nodes[worker].residents[place];
        let run = r.run.take().expect("it runs");
        r.left -= attained - r.attained;
        (r.attained, r.suspended, r.waits_since) = (attained, self.stamps, self.agenda.now);
        r.preempted += 1;
        let (job, task) = (r.job, r.task);
        self.agenda.run.counters.preemptions += 1;
        self.agenda.log(self.agenda.now, Step::Suspend, job, task, run.core);
        run.core
    }
    /// The suspended task with the least service; of several, the one suspended first (R).
    fn youngest_suspended(&self, worker: usize) -> Option<usize> {
        let residents = &self.nodes[worker].residents;
        self.suspended(worker).into_iter().min_by(|&a, &b| residents[a].attained.total_cmp(&residents[b].attained))
    }

    /// A task arrives and runs at once. If no core is free, it preempts the oldest that runs; of several, that on the first core (T,
    /// Algorithm 2, line 2; R). Where all that run are guarded it waits (T 4.3.2).
    fn task(&mut self, worker: usize, job: usize, task: usize) {
        let core = self.free(worker).first().copied().or_else(|| {
            let residents = &self.nodes[worker].residents;
            let oldest = self.running(worker).into_iter().rev().filter(|&p| residents[p].run.is_some_and(|run| !run.guarded));
            let oldest = oldest.max_by(|&a, &b| self.attained(&residents[a]).total_cmp(&self.attained(&residents[b])));
            oldest.map(|oldest| self.suspend(worker, oldest))
        });
        self.stamps += 1;
        let node = &mut self.nodes[worker];
        node.under_way -= 1;
        let new = Self::arrived(job, task, self.instance.jobs[job].tasks[task]);
        node.residents.push(Resident { waits_since: self.agenda.now, suspended: self.stamps, ..new });
        let place = node.residents.len() - 1;
        if let Some(core) = core {
            self.start(core, place, self.agenda.now, Step::Start);
        }
    }

    /// The suspended task that has not run for three quanta, the longest of several, where that is what the guard looks at.
    fn starved(&self, worker: usize) -> Option<usize> {
        let Policy::Kairos(Kairos { guard: Guard::Waited, w, .. }) = self.instance.policy else { return None };
        let residents = &self.nodes[worker].residents;
        let starved = self.suspended(worker).into_iter().filter(|&p| self.agenda.now - residents[p].waits_since >= 3.0 * w);
        starved.min_by(|&a, &b| residents[a].waits_since.total_cmp(&residents[b].waits_since))
    }
    /// A suspended task has the core: in peace for two quanta if it has starved.
    fn resume(&mut self, worker: usize, core: usize, place: usize) {
        let starved = self.starved(worker) == Some(place);
        self.start(core, place, self.agenda.now, Step::Resume);
        if starved && let Some(run) = &mut self.nodes[worker].residents[place].run {
            run.guarded = true;
        }
    }

    /// A task ends. In Kairos the youngest suspended one has the core (T, Algorithm 2, line 19).
    fn end(&mut self, worker: usize, stamp: usize) {
        let Some(place) = self.place_of(worker, stamp) else { return };
        let r = self.nodes[worker].residents.remove(place);
        let core = r.run.expect("it runs").core;
        self.agenda.log(self.agenda.now, Step::End, r.job, r.task, core);
        self.unfinished[r.job] -= 1;
        self.agenda.finished(r.job, self.unfinished[r.job]);
        if let (Policy::Kairos(_), Some(next)) = (&self.instance.policy, self.starved(worker).or(self.youngest_suspended(worker))) {
            self.resume(worker, core, next);
        }
    }
    /// Where the run of this stamp is; nowhere if it is over.
    fn place_of(&self, worker: usize, stamp: usize) -> Option<usize> {
        self.nodes[worker].residents.iter().position(|r| r.run.is_some_and(|run| run.stamp == stamp))
    }

    /// A quantum is over: the youngest suspended task has the core unless it is older (T, Algorithm 2, line 30).
    fn timer(&mut self, worker: usize, stamp: usize) {
        let Some(place) = self.place_of(worker, stamp) else { return };
        let Policy::Kairos(k) = self.instance.policy else { unreachable!() };
        let run = self.nodes[worker].residents[place].run.as_mut().expect("it runs");
        let core = run.core;
        if run.guarded && self.agenda.now < run.since + 1.5 * k.w {
            return self.quantum(core, stamp, 1.0);
        }
        run.guarded = false;
        if k.guard == Guard::Interrupted && self.nodes[worker].residents[place].preempted > 3 {
            // [C] The guard against starvation (T 4.3.2: a multiple of W).
            self.nodes[worker].residents[place].preempted = 0;
            return self.quantum(core, stamp, 2.0);
        }
        let attained = self.attained(&self.nodes[worker].residents[place]);
        let starved = self.starved(worker);
        match starved.or(self.youngest_suspended(worker)) {
            Some(next) if starved.is_some() || self.nodes[worker].residents[next].attained <= attained => {
                self.suspend(worker, place);
                self.resume(worker, core, next);
            }
            _ => self.quantum(core, stamp, 1.0),
        }
    }

    /// Algorithm 3 of T: workers with the fewest tasks first, one task each, up to N + Q; ties by variance of attained service, then by
    /// number. What workers tell is true at this instant; tasks under way count.
    fn kairos_round(&mut self, k: Kairos) {
        let told: Vec<f64> = (0..self.nodes.len()).map(|n| self.told(n, k.tie)).collect();
        let mut count: Vec<usize> = self.nodes.iter().map(|n| n.residents.len() + n.under_way).collect();
        let mut served = vec![false; count.len()];
        for i in 0..self.instance.cores + k.q {
            if self.queue.is_empty() {
                return;
            }
            let mut equal: Vec<usize> = (0..self.nodes.len()).filter(|&n| count[n] == i && !(k.once && served[n])).collect();
            match k.tie {
                Tie::Random => equal = self.chance.shuffle(equal),
                _ => equal.sort_by(|&a, &b| told[a].total_cmp(&told[b])),
            }
            for worker in equal {
                if self.queue.is_empty() {
                    return;
                }
                let (job, task) = self.queue.remove(0);
                if k.turns {
                    let (same, others): (Vec<_>, Vec<_>) =
                        std::mem::take(&mut self.queue).into_iter().partition(|&(other, _)| other == job);
                    self.queue = [others, same].concat();
                }
                self.agenda.run.counters.placements += 1;
                (count[worker], served[worker]) = (count[worker] + 1, true);
                self.nodes[worker].under_way += 1;
                self.agenda.post(self.agenda.now + self.instance.delay, Event::Task { worker, job, task });
            }
        }
    }
    /// Variance, or sum, of the service that the worker's tasks have attained: first those that run.
    fn told(&self, worker: usize, tie: Tie) -> f64 {
        let places = [self.running(worker), self.suspended(worker)].concat();
        let ages: Vec<f64> = places.into_iter().map(|p| self.attained(&self.nodes[worker].residents[p])).collect();
        let sum = ages.iter().fold(0.0, |sum, age| sum + age);
        let mean = sum / ages.len().max(1) as f64;
        let squares = ages.iter().fold(0.0, |sum, age| sum + (age - mean) * (age - mean));
        if tie == Tie::Sum { sum } else { squares / ages.len().max(1) as f64 }
    }

    /// Short tasks first, if need be on the core of a long one beyond the guaranteed share of long ones; then a suspended task where a core
    /// has become free; then new long ones. Free cores go by number (T 4.5.1, R).
    fn big_c(&mut self, b: BigC, worker: Option<usize>) {
        while let Some(place) = self.queue.iter().position(|&(job, _)| !self.instance.long(job)) {
            let free = self.first_free().map(|core| (core, self.agenda.now));
            let Some((core, since)) = free.or_else(|| self.preempt(b)) else { break };
            self.launch(place, core, since);
        }
        if let Some(worker) = worker
            && self.nodes[worker].beats >= b.resume_after
            && let Some((core, first)) = self.awaited(worker)
        {
            self.nodes[worker].beats = 0;
            self.start(core, first, self.agenda.now, Step::Resume);
        }
        while let (Some(place), Some(core)) = (self.queue.iter().position(|&(job, _)| self.instance.long(job)), self.first_free()) {
            self.launch(place, core, self.agenda.now);
        }
        if let Some(worker) = worker
            && self.awaited(worker).is_some()
            && !self.nodes[worker].awaits_beat
        {
            self.nodes[worker].awaits_beat = true;
            self.agenda.post(self.agenda.now.floor() + 1.0, Event::Beat { worker });
        }
    }
    fn first_free(&self) -> Option<usize> {
        (0..self.nodes.len()).find_map(|worker| self.free(worker).first().copied())
    }
    /// A free core of a worker and the first of its suspended tasks.
    fn awaited(&self, worker: usize) -> Option<(usize, usize)> {
        Some((*self.free(worker).first()?, *self.suspended(worker).first()?))
    }
    /// A task from a place of the queue has a core from a time on, and the message to it takes one delay.
    fn launch(&mut self, place: usize, core: usize, since: f64) {
        let (job, task) = self.queue.remove(place);
        let worker = core / self.instance.cores;
        self.agenda.run.counters.placements += 1;
        self.nodes[worker].residents.push(Self::arrived(job, task, self.instance.jobs[job].tasks[task]));
        self.start(core, self.nodes[worker].residents.len() - 1, since + self.instance.delay, Step::Start);
    }
    /// The most recently started long task beyond the guaranteed share is suspended. It loses its core in steps, in which it does half of
    /// what it would do, and is left alone if it would be complete by then (R). Its core, and when that is free.
    fn preempt(&mut self, b: BigC) -> Option<(usize, f64)> {
        let guaranteed = ((1.0 - b.share) * self.instance.slots() as f64 - 1e-9).ceil() as usize;
        let takes = (b.steps - 1) as f64;
        let mut long = vec![];
        for n in 0..self.nodes.len() {
            for p in self.running(n) {
                let r = &self.nodes[n].residents[p];
                if self.instance.long(r.job) {
                    long.push((r.run.map(|run| run.stamp), r.left - (self.attained(r) - r.attained) - takes / 2.0, n, p));
                }
            }
        }
        let beyond = long.len() > guaranteed;
        let victim = long.into_iter().filter(|l| beyond && (takes == 0.0 || l.1 > 0.0)).max_by_key(|l| l.0);
        let (_, left, worker, place) = victim?;
        let core = self.suspend(worker, place);
        self.nodes[worker].residents[place].left = left;
        Some((core, self.agenda.now + takes))
    }
}
