//! What forms say of fields that several worlds have, to a reader who is new to them.

/// `workload.count`
pub const COUNT: &str = "Number of jobs in each replication. Of a file: how many of its jobs to use.";

/// `workload.part`
pub const PART: &str = "Which jobs of a file are used, if not all: the first, or the busiest, which arrive in the shortest time. Time is counted from the first of the busiest.";

/// `workload.shape`
pub const SHAPE: &str = "Weibull shape of job sizes, whose mean is 1. 0.25: a few jobs hold most of the work, as on real clusters. 1: exponential. Above: all jobs nearly alike.";

/// `workload.sizes`
pub const SIZES: &str = "How the sizes of jobs are distributed. The mean is 1 whatever the distribution, so that only its shape counts.";

/// `workload.timeshape`
pub const TIMESHAPE: &str = "Weibull shape of the times between arrivals. Below 1: bursts. 1: at random (Poisson). Above: regular.";

/// `workload.rate`
pub const RATE: &str = "Whether jobs come faster at some times than at others. The load is the same in all.";

/// `workload.sigma`
pub const SIGMA: &str = "Sigma: the spread of estimation errors. 0: every estimate is exact. Half of the estimates are off by more than a factor of exp(0.67 σ): 1.4 at σ = 0.5, 2 at 1, 4 at 2, 15 at 4.";

/// `workload.errors`
pub const ERRORS: &str = "How estimates come from sizes. Log-normal: too large and too small by the same factor is equally likely.";

/// `workload.stretch`
pub const STRETCH: &str = "Rescale the arrivals of each replication so that its load is exact.";

/// `workload.warmup`
pub const WARMUP: &str = "Jobs at the beginning that are served but not counted, since they find an empty system.";
