//! What a machine's report leads to (section A).

use super::{Choice, Cleaning, MAP, Phase, Preemption, REDUCE, State, Step, Task, World, less};

impl World<'_> {
    /// A machine reports: confirmations, then for maps and for reduces free slots and evictions. Says whether
    /// anything was started, evicted or confirmed.
    pub(super) fn report(&mut self, machine: usize) -> bool {
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
    pub(super) fn slots_up(&self, phase: usize) -> usize {
        self.up.iter().filter(|&&up| up).count() * self.given.slots[phase] as usize
    }

    /// Slots of the machine that are neither held nor being cleaned.
    pub(super) fn free(&self, machine: usize, phase: usize) -> usize {
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

    pub(super) fn start(&mut self, job: usize, phase: usize, task: usize, machine: usize, training: bool) {
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
            let processed = self.processed(job, phase, task);
            let it = &mut self.jobs[job][phase].tasks[task];
            it.before = processed;
            it.state = State::Leaving;
            it.ordered = ordered;
            it.ordered_at = self.now;
        }
        self.may_suspend(machine, phase);
        true
    }

    /// Thresholds with hysteresis (V 2.2.3): a machine stops when its suspended tasks, with those ordered to be,
    /// reach the high mark, and starts again when they are at most the low mark.
    pub(super) fn may_suspend(&mut self, machine: usize, phase: usize) -> bool {
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
