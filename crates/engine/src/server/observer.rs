/// One job at one instant, as the policy sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JobState {
    /// Position in [`Workload::jobs`](crate::workload::Workload::jobs).
    pub job: u32,
    /// Work left to do; 0 for a job that is complete but still in the virtual queue.
    pub remaining: f64,
    /// What the policy believes is left: estimate − attained service (SRPTE), or the remaining size in the virtual queue
    /// (FSP and its kin). Absent under policies that have no such notion.
    pub virtual_remaining: Option<f64>,
    /// Speed at which the virtual remaining size falls from now on.
    pub virtual_rate: f64,
    /// Share of the server (speed of service) from now on.
    pub share: f64,
    /// Whether its (virtual) remaining estimate has reached zero and it has not completed.
    pub late: bool,
}

/// The system just after everything that happens at one instant has happened.
pub trait Instant {
    /// Simulated time.
    fn time(&self) -> f64;
    /// Number of jobs that have arrived so far.
    fn arrived(&self) -> usize;
    /// Number of jobs in the system.
    fn present(&self) -> usize;
    /// Number of late jobs.
    fn late(&self) -> usize;
    /// Total remaining size of the jobs present.
    fn backlog(&self) -> f64;
    /// How long nothing will happen from now on, so that all shares stay as they are; infinite after the last completion.
    fn quiet(&self) -> f64;
    /// Visits every job that is present, in reality or in the virtual queue. O(n).
    fn for_each(&self, visit: &mut dyn FnMut(JobState));
}

impl Instant for &dyn Instant {
    fn time(&self) -> f64 {
        (**self).time()
    }

    fn arrived(&self) -> usize {
        (**self).arrived()
    }

    fn present(&self) -> usize {
        (**self).present()
    }

    fn late(&self) -> usize {
        (**self).late()
    }

    fn backlog(&self) -> f64 {
        (**self).backlog()
    }

    fn quiet(&self) -> f64 {
        (**self).quiet()
    }

    fn for_each(&self, visit: &mut dyn FnMut(JobState)) {
        (**self).for_each(visit);
    }
}

/// An observer of a simulation. Every policy is compiled twice, for observers that watch and for those that do not; a run
/// of the second kind pays nothing for watching.
pub trait Observer {
    /// Whether [`instant`](Self::instant) is to be called at all.
    const WATCHES: bool = true;

    /// Called after each instant at which something happened.
    fn instant(&mut self, instant: &impl Instant);

    /// Called now and then, with the number of jobs completed, so that a long run can show its progress.
    fn progress(&mut self, completed: usize) {
        let _ = completed;
    }
}

/// Sees nothing and costs nothing.
pub struct Silent;

impl Observer for Silent {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl Instant) {}
}

/// Two observers of one run.
impl<A: Observer, B: Observer> Observer for (A, B) {
    const WATCHES: bool = A::WATCHES || B::WATCHES;

    fn instant(&mut self, instant: &impl Instant) {
        self.0.instant(instant);
        self.1.instant(instant);
    }

    fn progress(&mut self, completed: usize) {
        self.0.progress(completed);
        self.1.progress(completed);
    }
}

impl<O: Observer> Observer for &mut O {
    const WATCHES: bool = O::WATCHES;

    fn instant(&mut self, instant: &impl Instant) {
        (**self).instant(instant);
    }

    fn progress(&mut self, completed: usize) {
        (**self).progress(completed);
    }
}

/// An [`Observer`] of a type that is not known where it is told something.
pub(super) trait AnyObserver {
    fn watches(&self) -> bool;
    fn see(&mut self, instant: &dyn Instant);
    fn hear(&mut self, completed: usize);
}

impl<O: Observer> AnyObserver for O {
    fn watches(&self) -> bool {
        O::WATCHES
    }

    fn see(&mut self, instant: &dyn Instant) {
        self.instant(&instant);
    }

    fn hear(&mut self, completed: usize) {
        self.progress(completed);
    }
}

/// Of its observer only whether it watches is known: the two types for which policies are compiled.
pub(super) struct Watching<'a, const WATCHES: bool>(pub &'a mut dyn AnyObserver);

impl<const WATCHES: bool> Observer for Watching<'_, WATCHES> {
    const WATCHES: bool = WATCHES;

    fn instant(&mut self, instant: &impl Instant) {
        self.0.see(instant);
    }

    fn progress(&mut self, completed: usize) {
        self.0.hear(completed);
    }
}
