//! A scheduler that is not ours, looked at while it works.

use crate::cluster::scheduler::{Assignment, Eviction, Scheduler};
use crate::cluster::{Cluster, Status, TaskId};
use crate::workload::Phase;

/// Offers in a row that nobody takes, and slots in a row that are taken away while no time passes, which cannot come from anything but
/// a mistake.
const DECLINED: u32 = 10_000_000;
const EVICTED: u32 = 1_000_000;

/// Passes on what a scheduler says as long as it can be done.
pub struct Guarded<'a> {
    scheduler: &'a mut dyn Scheduler,
    declined: u32,
    /// Slots taken away at an instant, and which that is.
    evicted: u32,
    instant: f64,
    fault: Option<String>,
}

impl<'a> Guarded<'a> {
    pub fn new(scheduler: &'a mut dyn Scheduler) -> Self {
        Self { scheduler, declined: 0, evicted: 0, instant: f64::NEG_INFINITY, fault: None }
    }

    fn fail(&mut self, what: String) {
        self.fault.get_or_insert(what);
    }
}

/// The state of a task, if it is one of a job that is present.
fn status(cluster: &Cluster, id: TaskId) -> Option<Status> {
    let present = cluster.knows(id.job) && usize::from(id.phase) < Phase::ALL.len();
    let tasks = || &cluster.phase(id.job, id.phase()).tasks;
    (present && (id.task as usize) < tasks().len()).then(|| tasks()[id.task as usize].status)
}

fn called(id: TaskId) -> String {
    format!("task {} of phase {} of job {}", id.task, id.phase, id.job)
}

impl Scheduler for Guarded<'_> {
    fn arrive(&mut self, cluster: &Cluster, job: u32) {
        self.scheduler.arrive(cluster, job);
    }

    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.declined = 0;
        self.scheduler.open(cluster, job, phase);
    }

    fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.declined = 0;
        self.scheduler.changed(cluster, task);
    }

    fn complete(&mut self, cluster: &Cluster, task: TaskId, seconds: f64) {
        self.declined = 0;
        self.scheduler.complete(cluster, task, seconds);
    }

    fn leave(&mut self, cluster: &Cluster, job: u32) {
        self.scheduler.leave(cluster, job);
    }

    fn resize(&mut self, cluster: &Cluster) {
        self.scheduler.resize(cluster);
    }

    fn wake(&self, cluster: &Cluster) -> f64 {
        let time = self.scheduler.wake(cluster);
        // An alarm for the past is one for now, and none at no time.
        if time.is_nan() { f64::INFINITY } else { time.max(cluster.now) }
    }

    fn woken(&mut self, cluster: &Cluster) {
        self.declined += 1;
        if self.declined >= DECLINED {
            self.fail("it has been woken ten million times, and no task has got or lost a slot".to_owned());
        }
        self.scheduler.woken(cluster);
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        if self.fault.is_some() {
            return None;
        }
        let Some(assignment) = self.scheduler.assign(cluster, machine, phase) else {
            self.declined += 1;
            if self.declined >= DECLINED {
                self.fail("it has not taken any of ten million offers, and no task has got or lost a slot".to_owned());
            }
            return None;
        };
        let Assignment { task, page_in, .. } = assignment;
        let open = || cluster.phase(task.job, phase).open;
        let free = matches!(status(cluster, task), Some(Status::Waiting | Status::Suspended));
        if !free || task.phase() != phase || !open() {
            self.fail(format!("it gives a slot of phase {} to {}, which does not wait for one", phase.index(), called(task)));
            return None;
        }
        if !(0.0..=1e12).contains(&page_in) {
            self.fail(format!("page_in of {} is {page_in}; allowed: seconds, 0 to 1e12", called(task)));
            return None;
        }
        Some(assignment)
    }

    fn hurry(&mut self, hurry: bool) {
        self.scheduler.hurry(hurry);
    }

    fn preempts(&self) -> bool {
        self.scheduler.preempts()
    }

    fn evict(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Eviction> {
        if self.fault.is_some() {
            return None;
        }
        let eviction = self.scheduler.evict(cluster, machine, phase)?;
        let task = eviction.task;
        if status(cluster, task) != Some(Status::Running) || task.phase() != phase || cluster.task(task).machine != machine {
            self.fail(format!(
                "it takes a slot of phase {} on machine {machine} from {}, which does not run there",
                phase.index(),
                called(task)
            ));
            return None;
        }
        let (which, seconds) = eviction.how.cost();
        if !(0.0..=1e12).contains(&seconds) {
            self.fail(format!("{which} of {} is {seconds}; allowed: seconds, 0 to 1e12", called(task)));
            return None;
        }
        self.evicted = if self.instant == cluster.now { self.evicted + 1 } else { 0 };
        self.instant = cluster.now;
        if self.evicted >= EVICTED {
            self.fail("it has taken a million slots from tasks at one instant".to_owned());
            return None;
        }
        Some(eviction)
    }

    fn estimate(&self, cluster: &Cluster, job: u32, phase: Phase) -> Option<f64> {
        self.scheduler.estimate(cluster, job, phase)
    }

    fn turned_late(&self, job: u32, phase: Phase) -> Option<bool> {
        self.scheduler.turned_late(job, phase)
    }

    fn fault(&self) -> Option<&str> {
        self.fault.as_deref().or_else(|| self.scheduler.fault())
    }

    fn sizes(&mut self, cluster: &Cluster, visit: &mut dyn FnMut(u32, Phase, f64, bool)) {
        self.scheduler.sizes(cluster, visit);
    }
}
