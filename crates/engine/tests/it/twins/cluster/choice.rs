//! Who gets a free slot (sections B, C and D).

use super::{Choice, Delays, Hfsp, Policy, REDUCE, Resume, State, Step, Task, World, compare, sorted};

impl World<'_> {
    pub(super) fn hfsp(&self) -> Option<&Hfsp> {
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
    pub(super) fn active(&self, phase: usize) -> Vec<usize> {
        let is_active =
            |job: &usize| self.jobs[*job][phase].entered && self.may_have_slots(*job, phase) && !self.phase_is_complete(*job, phase);
        (0..self.arrived).filter(is_active).collect()
    }

    /// The waiting task that the phase would start on the machine: of best locality there, then of lowest id, unless
    /// delay scheduling says to wait (T 4.4.4).
    pub(super) fn would_start(&self, job: usize, phase: usize, machine: usize) -> Option<usize> {
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

    pub(super) fn choose(&mut self, machine: usize, phase: usize) -> Option<Choice> {
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
    pub(super) fn suspended_first(&self, job: usize, phase: usize, machine: Option<usize>) -> Option<usize> {
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
