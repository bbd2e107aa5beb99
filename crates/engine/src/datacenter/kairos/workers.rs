//! What a worker does with its tasks: quanta, cores, and who goes on.

use super::{Core, Engine, Event, Guard, Node, PATIENCE, PEACE, Parameters, Resident, rank};
use crate::datacenter::Observer;
use std::ops::Range;

impl<O: Observer> Engine<'_, O> {
    /// The cores of a worker.
    pub(super) fn cores(&self, worker: u32) -> Range<usize> {
        let (first, count) = ((worker * self.config.cores) as usize, self.config.cores as usize);
        first..first + count
    }

    /// Attained service of each task that a worker holds.
    pub(super) fn attained(&self, worker: u32) -> impl Iterator<Item = f64> + '_ {
        let running = self.cores[self.cores(worker)].iter().filter_map(|core| core.attained(self.now));
        running.chain(self.nodes[worker as usize].idle.iter().map(|task| task.attained))
    }

    /// A new task runs at once: on a free core, or instead of the task that has attained most, the first among equals.
    pub(super) fn receive(&mut self, worker: u32, job: u32, duration: f64) {
        let now = self.now;
        let new = Resident { job, duration, attained: 0.0, left: duration, came: now, paused: now, interrupted: 0 };
        let cores = self.cores(worker);
        if let Some(free) = cores.clone().find(|core| self.cores[*core].task.is_none()) {
            return self.start(free as u32, new, 1.0);
        }
        let service = |core: &usize| self.cores[*core].attained(now).unwrap_or(0.0);
        let interruptible = cores.filter(|core| !self.cores[*core].is_guarded(now, self.parameters.quantum));
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
    pub(super) fn set_aside(&mut self, worker: u32, task: Resident) {
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
    pub(super) fn pause(&mut self, core: u32) -> Option<Resident> {
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
    pub(super) fn start(&mut self, core: u32, task: Resident, quanta: f64) {
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
    pub(super) fn settle(&mut self, worker: u32) {
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
    pub(super) fn share(&mut self, worker: u32) {
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
    pub(super) fn end_aside(&mut self, worker: u32) {
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
    pub(super) fn quantum(&mut self, core: u32) {
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
