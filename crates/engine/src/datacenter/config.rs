use crate::sim::{NotAllowed, written};

/// A datacenter of equal workers with one slot and one queue each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Number of workers.
    pub workers: u32,
    /// Cores of each worker: the tasks that it can run at once. Policies with a queue for each slot take every core for a
    /// worker of its own (section 2.4.1).
    pub cores: u32,
    /// Seconds that a message takes.
    pub delay: f64,
    /// The same of a probe, with its rejection if there is one; absent: as any message.
    pub probe_delay: Option<f64>,
    /// The same of a task or a place in a queue that a scheduler gives to a worker.
    pub placement_delay: Option<f64>,
    /// The same of a worker's request for a task, and of the answer.
    pub request_delay: Option<f64>,
    /// Seconds that the central scheduler, where there is one, takes to place a task. Decisions wait for each other.
    pub decision_cost: f64,
    /// Seconds that the scheduler of a job takes for each probe, or each task that it places itself; all leave together.
    pub probe_cost: f64,
    /// Fraction of the workers, those with the lowest numbers, that are kept for short tasks where a policy has partitions.
    pub short_partition: f64,
    /// Jobs whose tasks are believed to take longer than this on average, in seconds, are scheduled as long.
    pub cutoff: f64,
    /// Whether a wrong estimate may put a job into the wrong class.
    pub errors_reclassify: bool,
    /// Seconds between two looks at how many workers are busy.
    pub sampling: f64,
    /// Seed of probes and thefts.
    pub seed: u64,
}

impl Default for Config {
    /// 4000 workers, messages of half a millisecond, and the cutoff and partition of the Yahoo trace (sections 2.4.1, 3.5).
    fn default() -> Self {
        Self {
            workers: 4000,
            cores: 1,
            delay: 0.0005,
            probe_delay: None,
            placement_delay: None,
            request_delay: None,
            decision_cost: 0.0,
            probe_cost: 0.0,
            short_partition: 0.02,
            cutoff: 90.5811,
            errors_reclassify: false,
            sampling: 100.0,
            seed: 1,
        }
    }
}

impl Config {
    /// Most workers, and most cores of all workers.
    pub const MOST_WORKERS: u32 = 1_000_000;

    /// Largest cutoff, in seconds.
    pub const MOST_CUTOFF: f64 = 1e12;

    /// Most cores of a worker.
    pub const MOST_CORES: u32 = 1024;

    /// Checks every field.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        let check = NotAllowed::check;
        let Self { workers, cores, short_partition, cutoff, sampling, .. } = *self;
        check("system.workers", workers.to_string(), (1..=Self::MOST_WORKERS).contains(&workers), "a whole number from 1 to 1000000")?;
        let few = (1..=Self::MOST_CORES).contains(&cores) && u64::from(workers) * u64::from(cores) <= u64::from(Self::MOST_WORKERS);
        check("system.cores", cores.to_string(), few, "a whole number from 1 to 1024, no more than a million in all workers")?;
        for (field, seconds) in [
            ("system.delay", self.delay),
            ("system.probe_delay", self.probe_delay()),
            ("system.placement_delay", self.placement_delay()),
            ("system.request_delay", self.request_delay()),
            ("system.decision_cost", self.decision_cost),
            ("system.probe_cost", self.probe_cost),
        ] {
            check(field, written(seconds), (0.0..=1000.0).contains(&seconds), "seconds, 0 to 1000")?;
        }
        let inside = short_partition > 0.0 && short_partition < 1.0;
        check("system.short_partition", written(short_partition), inside, "a fraction above 0 and below 1")?;
        check("system.cutoff", written(cutoff), (0.0..=Self::MOST_CUTOFF).contains(&cutoff), "seconds, 0 to 1e12")?;
        check("system.sampling", written(sampling), (0.001..=1e9).contains(&sampling), "seconds, 0.001 to 1e9")
    }

    /// Seconds that a probe takes.
    pub fn probe_delay(&self) -> f64 {
        self.probe_delay.unwrap_or(self.delay)
    }

    /// Seconds that a task or a place takes to its worker.
    pub fn placement_delay(&self) -> f64 {
        self.placement_delay.unwrap_or(self.delay)
    }

    /// Seconds that a request takes, and its answer.
    pub fn request_delay(&self) -> f64 {
        self.request_delay.unwrap_or(self.delay)
    }

    /// Cores of all workers.
    pub fn slots(&self) -> u32 {
        self.workers * self.cores
    }

    /// The same with each core as a worker of its own.
    pub(super) fn spread(&self) -> Self {
        Self { workers: self.slots(), cores: 1, ..*self }
    }

    /// The first core that may run long tasks where there are partitions: there is one at least, and one before it.
    pub fn general(&self) -> u32 {
        let workers = self.slots();
        let short = libm::floor(self.short_partition * f64::from(workers) + 1e-9) as u32;
        short.clamp(1.min(workers - 1), workers - 1)
    }
}
