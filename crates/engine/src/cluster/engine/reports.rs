//! What machines report, when, and what that leads to.

use super::{Engine, Event};
use crate::cluster::{Config, Observer, Status};
use crate::workload::Phase;

impl<O: Observer> Engine<'_, O> {
    /// Serves the machines that report at this instant, each once, in order of their numbers.
    pub(super) fn hear(&mut self) {
        self.reporting = true;
        let mut reports = std::mem::take(&mut self.reports);
        reports.sort_unstable();
        for &machine in &reports {
            self.reports_now[machine as usize] = false;
            if self.cluster.machines[machine as usize].up {
                self.serve(machine);
            }
        }
        for machine in reports.drain(..) {
            self.arm_if_useful(machine);
        }
        self.reports = reports;
        if std::mem::take(&mut self.stirred) {
            self.arm_all();
        }
        self.reporting = false;
    }

    /// Offers everything once more to jobs that have waited for a better place. Where no time passes from one offer to the
    /// next, a round in which no job has taken a slot is as long as any wait.
    pub(super) fn hurry(&mut self) -> bool {
        self.scheduler.hurry(true);
        let acted = self.serve_all();
        self.scheduler.hurry(false);
        acted
    }

    /// Serves every machine once; says whether that led to anything.
    pub(super) fn serve_all(&mut self) -> bool {
        let mut acted = false;
        for machine in 0..self.cluster.config.machines {
            acted |= self.serve(machine);
        }
        acted
    }

    /// Whether a slot that is offered could be wanted.
    pub(super) fn needs_service(&self) -> bool {
        self.cluster.waiting.iter().chain(&self.cluster.suspended).any(|tasks| *tasks > 0)
    }

    /// A machine reports at this instant.
    pub(super) fn report(&mut self, machine: u32) {
        if !std::mem::replace(&mut self.reports_now[machine as usize], true) {
            self.reports.push(machine);
        }
    }

    /// Announces the next heartbeat by the clock: at this instant if machines have not reported yet, else later. They report
    /// one after the other, evenly over a period, from time zero.
    fn arm(&mut self, machine: u32) {
        let Config { heartbeat, machines, .. } = *self.cluster.config;
        if heartbeat > 0.0 && self.cluster.machines[machine as usize].up {
            let (now, reporting) = (self.cluster.now, self.reporting);
            let offset = heartbeat * (f64::from(machine) / f64::from(machines));
            let mut beats = (libm::floor((now - offset) / heartbeat) - 1.0).max(0.0);
            let is_past = |time: f64| time < now || reporting && time == now;
            while is_past(offset + beats * heartbeat) {
                beats += 1.0;
            }
            self.armed[machine as usize] = true;
            self.push(offset + beats * heartbeat, Event::Heartbeat(machine));
        }
    }

    pub(super) fn arm_if_useful(&mut self, machine: u32) {
        if self.armed[machine as usize] {
            return;
        }
        let at = &self.cluster.machines[machine as usize];
        let ordered = self.orders_are_out() && at.running.iter().flatten().any(|task| self.cluster.task(*task).status != Status::Running);
        let wanted = |phase: usize| at.free[phase] > 0 && (self.cluster.waiting[phase] > 0 || self.cluster.suspended[phase] > 0);
        if ordered || wanted(0) || wanted(1) || self.scheduler.preempts() && self.needs_service() {
            self.arm(machine);
        }
    }

    pub(super) fn arm_all(&mut self) {
        if self.cluster.config.heartbeat > 0.0 {
            for machine in 0..self.cluster.config.machines {
                self.arm_if_useful(machine);
            }
        }
    }

    /// Does what a report of this machine leads to; says whether anything.
    pub(super) fn serve(&mut self, machine: u32) -> bool {
        let mut acted = self.confirm(machine);
        for phase in Phase::ALL {
            acted |= self.fill(machine, phase);
            while self.scheduler.preempts()
                && let Some(eviction) = self.scheduler.evict(&self.cluster, machine, phase)
            {
                self.evict(machine, eviction);
                acted = true;
                self.fill(machine, phase);
            }
        }
        acted
    }

    /// Gives away the free slots of a machine.
    fn fill(&mut self, machine: u32, phase: Phase) -> bool {
        let mut acted = false;
        while self.cluster.machines[machine as usize].free[phase.index()] > 0
            && let Some(assignment) = self.scheduler.assign(&self.cluster, machine, phase)
        {
            self.start(machine, assignment);
            acted = true;
        }
        acted
    }

    /// Whether any task is ordered to be suspended or resumed.
    fn orders_are_out(&self) -> bool {
        (self.cluster.leaving, self.cluster.resuming) != ([0; 2], [0; 2])
    }

    /// Suspends and resumes the tasks whose orders were sent with earlier heartbeats, in the order in which they were sent.
    fn confirm(&mut self, machine: u32) -> bool {
        let mut acted = false;
        while self.orders_are_out() {
            let ordered = self.cluster.machines[machine as usize].running.iter().flatten().copied().filter(|task| {
                let task = self.cluster.task(*task);
                task.status != Status::Running && task.ordered < self.cluster.now
            });
            let Some(id) = ordered.min_by_key(|task| self.cluster.task(*task).turn) else { break };
            let paging = self.cluster.task(id).paging;
            if self.cluster.task(id).status == Status::MustSuspend {
                self.suspend(id, paging);
            } else {
                self.go_on(id, paging);
            }
            acted = true;
        }
        acted
    }

    pub(super) fn next_turn(&mut self) -> u64 {
        self.turns += 1;
        self.turns
    }
}
