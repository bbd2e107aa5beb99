use schedscope::world::JobsSpec;

/// How long a figure may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A few seconds: enough to see its shape.
    Quick,
    /// Enough to trust it.
    Usual,
    /// As many repetitions as its source.
    Full,
}

/// How much to simulate for a figure, and a callback for progress.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// How long it may take.
    pub level: Level,
    /// Replications, whatever the figure would choose.
    pub replications: Option<u32>,
    /// Most jobs in a replication.
    pub count: Option<u32>,
    /// Hears how many more jobs are complete, from any thread.
    pub done: &'a (dyn Fn(u64) + Sync),
}

impl Effort<'_> {
    /// What belongs to the level.
    pub(super) fn pick<T: Copy>(&self, [quick, usual, full]: [T; 3]) -> T {
        match self.level {
            Level::Quick => quick,
            Level::Usual => usual,
            Level::Full => full,
        }
    }

    /// Replications at each level, unless something else is asked for.
    pub(super) fn replications(&self, levels: [u32; 3]) -> u32 {
        self.replications.unwrap_or_else(|| self.pick(levels))
    }

    /// Replications of the server world: where sizes are heavy-tailed, few jobs decide each mean.
    pub(super) fn of_shape(&self, shape: f64) -> u32 {
        self.replications(if shape < 0.5 { [60, 400, 2000] } else { [20, 60, 200] })
    }

    /// So many jobs, unless fewer are asked for.
    pub(super) fn jobs(&self, count: u32) -> u32 {
        self.count.unwrap_or(count).min(count)
    }

    /// The workload of a figure with no more jobs than are asked for.
    pub(super) fn limit(&self, workload: JobsSpec) -> JobsSpec {
        JobsSpec { count: workload.count.map(|count| self.jobs(count)).or(self.count), ..workload }
    }
}
