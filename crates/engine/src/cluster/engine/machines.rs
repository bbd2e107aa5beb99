//! Machines leave and join.

use super::Engine;
use crate::cluster::{Observer, Step, TaskId};

impl<O: Observer> Engine<'_, O> {
    pub(super) fn change(&mut self, i: u32) {
        let change = self.cluster.config.changes[i as usize];
        let machine = change.machine as usize;
        if self.cluster.machines[machine].up == change.joins {
            return;
        }
        if change.joins {
            self.cluster.machines[machine].up = true;
            self.cluster.machines[machine].free = self.cluster.config.slots;
        } else {
            self.epochs[machine] += 1;
            self.lose_copies(change.machine);
            let at = &self.cluster.machines[machine];
            let tasks: Vec<TaskId> = at.running.iter().chain(&at.paused).flatten().copied().collect();
            for task in tasks {
                self.outcome.counters.lost += 1;
                self.requeue(task, Step::Lost);
            }
            self.lose_disk(machine);
            self.cluster.machines[machine].up = false;
            self.cluster.machines[machine].free = [0; 2];
        }
        for phase in 0..2 {
            let slots = self.cluster.config.slots[phase];
            let total = &mut self.cluster.slots[phase];
            *total = if change.joins { *total + slots } else { *total - slots };
        }
        self.scheduler.resize(&self.cluster);
        self.arm_all();
    }
}
