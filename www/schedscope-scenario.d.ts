// Made of assets/schema/scenario-1.json by `cargo xtask types`.

/**
 * A scenario file of any world, for editors that check TOML. Generated from the doc comments of the fields.
 */
export type Scenario =
  | {
      /**
       * Seed of all random numbers
       */
      seed?: number;
      /**
       * Number of independent repetitions
       */
      replications?: number;
      /**
       * Keys of the policies to compare, each with its parameters in brackets
       */
      policies?: string[];
      /**
       * The server system, as written. Its workload is [`JobsSpec`](crate::world::JobsSpec).
       */
      system?: {
        /**
         * Which world
         */
        kind?: "server";
        /**
         * Number of identical servers; their total speed is 1 whatever their number, unless the speed of one is given
         */
        servers?: number | null;
        /**
         * Speed of each server; with 1 each is as fast as a single one, and the load of the same jobs falls as there are more
         */
        server_speed?: number | null;
        /**
         * How long the server takes to turn from one job to another, in units of size; only under policies that serve one job at a time
         */
        switch_cost?: number | null;
        /**
         * Whether the mean that queueing theory predicts is shown beside the simulated one, which can take some seconds for a formula
         */
        theory?: boolean | null;
      };
      /**
       * Jobs that are drawn, read from a file or written out. The kind follows from the other fields if it is not given.
       */
      workload?: {
        /**
         * Source of the jobs: drawn at random (synthetic), read from a file, or listed in `jobs`
         */
        kind?: ("synthetic" | "file" | "jobs") | null;
        /**
         * Number of jobs; of a file, how many of its jobs to use
         */
        count?: number | null;
        /**
         * Which jobs of a file are used, if `count` says how many: the first, or the busiest, which arrive in the shortest time
         *
         * Time is then counted from the first of the busiest.
         */
        part?: ("first" | "busiest") | null;
        /**
         * Weibull shape of sizes; below 1 heavy-tailed, 1 exponential
         */
        shape?: number | null;
        /**
         * Distribution of sizes, if it is not Weibull: deterministic, { pareto = { alpha = 2.0 } }, { bounded-pareto = { alpha = 1.5,
         * ratio = 1e6 } } or { hyperexponential = { scv = 10.0 } }
         */
        sizes?:
          | (
              | "weibull"
              | {
                  pareto: {
                    /**
                     * Tail index, positive.
                     */
                    alpha: number;
                  };
                }
              | {
                  "bounded-pareto": {
                    /**
                     * Tail index, positive.
                     */
                    alpha: number;
                    /**
                     * Largest ÷ smallest size, above 1.
                     */
                    ratio: number;
                  };
                }
              | {
                  hyperexponential: {
                    /**
                     * Squared coefficient of variation, at least 1.
                     */
                    scv: number;
                  };
                }
              | "deterministic"
            )
          | null;
        /**
         * Weibull shape of inter-arrival times
         */
        timeshape?: number | null;
        /**
         * How the rate of arrivals varies: constant, { log-normal = { sigma = 0.8, period = 3000 } }, { diurnal = { swing = 0.5, period =
         * 86400 } } or { on-off = { on = 0.5, period = 3000 } }
         *
         * The first and the last job arrive when they would at a constant rate, so that the load does not change.
         */
        rate?:
          | (
              | "constant"
              | {
                  "log-normal": {
                    /**
                     * Spread of its logarithm.
                     */
                    sigma: number;
                    /**
                     * How long a rate lasts.
                     */
                    period: number;
                  };
                }
              | {
                  diurnal: {
                    /**
                     * How far it is above and below its mean, ÷ the mean.
                     */
                    swing: number;
                    /**
                     * A day and a night.
                     */
                    period: number;
                  };
                }
              | {
                  "on-off": {
                    /**
                     * Part of the time in which jobs arrive.
                     */
                    on: number;
                    /**
                     * Mean time from one beginning to the next.
                     */
                    period: number;
                  };
                }
            )
          | null;
        /**
         * File of gaps between arrivals, one number a line, in any unit; they take the place of those that are drawn
         *
         * Gaps are used in the order of the file, from a random one on, and scaled to give the load.
         */
        gaps?: string | null;
        /**
         * Spread of log-normal estimation errors
         */
        sigma?: number | null;
        /**
         * Kind of estimation errors: log-normal (median 1), unbiased (log-normal, mean 1), none, { bias = 2.0 } or { uniform = [0.5, 2.0] }
         */
        errors?:
          | (
              | "log-normal"
              | "unbiased"
              | {
                  /**
                   * @minItems 2
                   * @maxItems 2
                   */
                  uniform: [number, number];
                }
              | {
                  bias: number;
                }
              | "none"
            )
          | null;
        /**
         * Arrival rate ÷ service rate
         *
         * The load of a file may exceed 1. The first line of the results shows it.
         */
        load?: number | null;
        /**
         * Rescale arrivals so that the realised load is exact
         */
        stretch?: boolean | null;
        /**
         * Weights of jobs: none or { classes = 5, beta = 1.0 }
         */
        weights?:
          | (
              | "none"
              | {
                  /**
                   * Number of classes.
                   */
                  classes: number;
                  /**
                   * How steeply weights fall with the class.
                   */
                  beta: number;
                }
            )
          | null;
        /**
         * Warm-up: number of first jobs that are scheduled but not counted
         */
        warmup?: number | null;
        /**
         * File of jobs, or trace
         */
        path?: string | null;
        /**
         * Format of the file
         */
        format?: ("csv" | "swim" | "swf" | "tr" | "google" | "alibaba" | "hadoop" | "spark" | "wfcommons") | null;
        /**
         * What the columns of a table are, where titles do not say so, with a unit if need be: arrival=TIMESTAMP,size=GeneratedTokens:30/s
         *
         * Columns that are read: id, arrival, size, estimate, weight, after, and start and end in place of a size.
         */
        columns?: string | null;
        /**
         * The jobs themselves, at least one
         */
        jobs?: {
          /**
           * When it arrives
           */
          arrival: number;
          /**
           * The work it needs
           */
          size?: number | null;
          /**
           * Estimated size (default: its size)
           */
          estimate?: number | null;
          /**
           * Its weight (default: 1)
           */
          weight?: number | null;
        }[];
      };
    }
  | {
      /**
       * Seed of all random numbers
       */
      seed?: number;
      /**
       * Number of independent repetitions
       */
      replications?: number;
      /**
       * Keys of the policies to compare, each with its parameters in brackets
       */
      policies?: string[];
      /**
       * The cluster, as written.
       */
      system: {
        /**
         * Which world
         */
        kind: "cluster";
        /**
         * Number of machines
         *
         * The jobs of a mix or of a .csv, .tr or .swf file do not depend on it, so that fewer machines have a higher load. Synthetic
         * workloads and SWIM traces keep their load instead: on half the machines, synthetic jobs arrive at half the rate, and the
         * tasks of a SWIM trace take half as long. To simulate the same jobs on half the machines, double the --load.
         */
        machines?: number | null;
        /**
         * Map slots on each machine; they change the load as --machines does
         */
        map_slots?: number | null;
        /**
         * Reduce slots on each machine; they change the load as --machines does
         */
        reduce_slots?: number | null;
        /**
         * Number of racks
         */
        racks?: number | null;
        /**
         * Copies of each block of input (system.replication in files)
         */
        replication?: number | null;
        /**
         * Factor by which a map takes longer on another machine in the rack of its input
         */
        rack_factor?: number | null;
        /**
         * Factor by which a map takes longer in another rack
         */
        remote_factor?: number | null;
        /**
         * Seconds between heartbeats of a machine; 0: the scheduler is notified at once
         */
        heartbeat?: number | null;
        /**
         * Whether a machine reports a free slot at once, besides its heartbeats
         */
        prompt?: boolean | null;
        /**
         * Fraction of maps that must be complete before reduces may have slots
         */
        slowstart?: number | null;
        /**
         * Gigabytes of RAM of each machine
         *
         * Memory matters under a policy with paging=on, such as hfsp-viper or dummy: a suspended task keeps its memory until others need
         * the room; then it is written to disk, and read back before the task goes on.
         */
        ram?: number | null;
        /**
         * Gigabytes of swap space of each machine; running and suspended tasks together take no more than RAM and swap
         */
        swap?: number | null;
        /**
         * Megabytes that the disk of a machine reads or writes in a second, when it pages
         */
        disk?: number | null;
        /**
         * Gigabytes of RAM that the operating system and the framework keep
         */
        os_memory?: number | null;
        /**
         * Exponent β of page replacement: of a machine that lacks x GB, x (1 + x/RAM)^(β − 1) are paged out; 1 evicts what is lacking
         */
        replacement?: number | null;
        /**
         * Fraction of the machines that are slow; which ones is drawn
         */
        slow?: number | null;
        /**
         * Factor by which a task takes longer on a slow machine
         */
        slow_factor?: number | null;
        /**
         * Probability that an attempt of a task is a straggler: one that takes longer, wherever it runs
         */
        stragglers?: number | null;
        /**
         * Factor by which a straggler takes longer
         */
        straggler_factor?: number | null;
        /**
         * Probability that an attempt of a task fails, at a uniform fraction of its work; the task then starts again
         *
         * No attempt fails that starts after three failures of its task.
         */
        failures?: number | null;
        /**
         * Whether a task that lags behind the others of its phase, or is paused, is run a second time, on another machine; the first to end
         * counts
         *
         * Speculative execution, as in Hadoop: a task lags whose progress is 0.2 behind the mean and which has run for a minute; a
         * paused one may have a copy at once. A copy takes a slot that no task waits for.
         */
        speculation?: boolean | null;
        /**
         * Machines that leave and join
         */
        changes?: {
          /**
           * When, in seconds.
           */
          time: number;
          /**
           * Which machine, from 0.
           */
          machine: number;
          /**
           * Whether it joins (true) or leaves.
           */
          joins: boolean;
        }[];
        /**
         * Pools of jobs; of production-busy, production-idle and facebook a share of 0.2, and 0.8 for production
         */
        pools?: {
          /**
           * Map slots it is guaranteed.
           */
          min_map?: number;
          /**
           * Reduce slots it is guaranteed.
           */
          min_reduce?: number;
          /**
           * Fraction of the slots of each phase that it is guaranteed, instead of numbers of slots.
           */
          share?: number | null;
          /**
           * Whether its jobs are production jobs, for which fair-kill and gp kill tasks of others.
           */
          production?: boolean;
          /**
           * Its share beside other pools.
           */
          weight?: number;
        }[];
      };
      /**
       * The jobs of the cluster, as written. The kind follows from the other fields if it is not given.
       */
      workload?: {
        /**
         * Source of the jobs: drawn at random (synthetic), read from a file, listed in `jobs`, or a mix
         */
        kind?: ("synthetic" | "file" | "jobs" | "mix") | null;
        /**
         * Which mix of the sources' experiments: dev, test, prod, small, large, production-busy, production-idle or facebook
         */
        mix?: ("dev" | "test" | "prod" | "small" | "large" | "production-busy" | "production-idle" | "facebook") | null;
        /**
         * Fraction of the jobs of a mix that are runs of recurring jobs, submitted once in each period under one name
         *
         * If it is given, other jobs have no name. Periods are 10 to 40 times the mean time between arrivals of the mix. Read by
         * estimator=history of hfsp. In one production system 0.4 of the jobs recurred (thesis, section 7.1).
         */
        recurring?: number | null;
        /**
         * Factor by which the number of maps of a recurring job grows from one period to the next
         */
        growth?: number | null;
        /**
         * Number of jobs; of a file, how many of its jobs to use
         */
        count?: number | null;
        /**
         * Which jobs of a file are used, if `count` says how many: the first, or the busiest, which arrive in the shortest time
         *
         * Time is then counted from the first of the busiest.
         */
        part?: ("first" | "busiest") | null;
        /**
         * Weibull shape of sizes; below 1 heavy-tailed, 1 exponential
         */
        shape?: number | null;
        /**
         * Distribution of sizes, if it is not Weibull: deterministic, { pareto = { alpha = 2.0 } }, { bounded-pareto = { alpha = 1.5,
         * ratio = 1e6 } } or { hyperexponential = { scv = 10.0 } }
         */
        sizes?:
          | (
              | "weibull"
              | {
                  pareto: {
                    /**
                     * Tail index, positive.
                     */
                    alpha: number;
                  };
                }
              | {
                  "bounded-pareto": {
                    /**
                     * Tail index, positive.
                     */
                    alpha: number;
                    /**
                     * Largest ÷ smallest size, above 1.
                     */
                    ratio: number;
                  };
                }
              | {
                  hyperexponential: {
                    /**
                     * Squared coefficient of variation, at least 1.
                     */
                    scv: number;
                  };
                }
              | "deterministic"
            )
          | null;
        /**
         * Weibull shape of inter-arrival times
         */
        timeshape?: number | null;
        /**
         * How the rate of arrivals varies: constant, { log-normal = { sigma = 0.8, period = 3000 } }, { diurnal = { swing = 0.5, period =
         * 86400 } } or { on-off = { on = 0.5, period = 3000 } }
         *
         * The first and the last job arrive when they would at a constant rate, so that the load does not change.
         */
        rate?:
          | (
              | "constant"
              | {
                  "log-normal": {
                    /**
                     * Spread of its logarithm.
                     */
                    sigma: number;
                    /**
                     * How long a rate lasts.
                     */
                    period: number;
                  };
                }
              | {
                  diurnal: {
                    /**
                     * How far it is above and below its mean, ÷ the mean.
                     */
                    swing: number;
                    /**
                     * A day and a night.
                     */
                    period: number;
                  };
                }
              | {
                  "on-off": {
                    /**
                     * Part of the time in which jobs arrive.
                     */
                    on: number;
                    /**
                     * Mean time from one beginning to the next.
                     */
                    period: number;
                  };
                }
            )
          | null;
        /**
         * File of gaps between arrivals, one number a line, in any unit; they take the place of those that are drawn
         *
         * Gaps are used in the order of the file, from a random one on, and scaled to give the load.
         */
        gaps?: string | null;
        /**
         * Spread of log-normal estimation errors
         */
        sigma?: number | null;
        /**
         * Kind of estimation errors: log-normal (median 1), unbiased (log-normal, mean 1), none, { bias = 2.0 } or { uniform = [0.5, 2.0] }
         */
        errors?:
          | (
              | "log-normal"
              | "unbiased"
              | {
                  /**
                   * @minItems 2
                   * @maxItems 2
                   */
                  uniform: [number, number];
                }
              | {
                  bias: number;
                }
              | "none"
            )
          | null;
        /**
         * Arrival rate ÷ service rate
         *
         * The load of a mix or a file depends on the number of machines and may exceed 1: the mix prod has 1.8 by default. The first
         * line of the results shows it.
         */
        load?: number | null;
        /**
         * Mean number of jobs in a chain, of which each waits for the one before; 1: no chains
         *
         * Jobs of a mix or drawn at random that follow each other are linked; lengths are geometric. All jobs of a chain arrive with
         * its first, and gaps are stretched so that the load stays what it is.
         */
        chains?: number | null;
        /**
         * Rescale arrivals so that the realised load is exact
         */
        stretch?: boolean | null;
        /**
         * Weights of jobs: none or { classes = 5, beta = 1.0 }
         */
        weights?:
          | (
              | "none"
              | {
                  /**
                   * Number of classes.
                   */
                  classes: number;
                  /**
                   * How steeply weights fall with the class.
                   */
                  beta: number;
                }
            )
          | null;
        /**
         * Warm-up: number of first jobs that are scheduled but not counted
         */
        warmup?: number | null;
        /**
         * Cool-down: number of last jobs that are scheduled but not counted
         */
        cooldown?: number | null;
        /**
         * Place of the long job among the first 130 jobs of production-busy and production-idle, from 1
         */
        long_job?: number | null;
        /**
         * File of jobs, or trace
         */
        path?: string | null;
        /**
         * Format of the file
         */
        format?: ("csv" | "swim" | "swf" | "tr" | "google" | "alibaba" | "hadoop" | "spark" | "wfcommons") | null;
        /**
         * What the columns of a table are, where titles do not say so, with a unit if need be: arrival=TIMESTAMP,size=GeneratedTokens:30/s
         *
         * Columns that are read: id, arrival, size, estimate, weight, after, and start and end in place of a size; or
         * those of jobs with tasks, id, arrival, maps, reduces and so on.
         */
        columns?: string | null;
        /**
         * The jobs themselves, at least one
         */
        jobs?: {
          /**
           * When it arrives, in seconds
           */
          arrival: number;
          /**
           * Work of its single map, in seconds, if no tasks are given
           */
          size?: number | null;
          /**
           * Estimated size (default: its size)
           */
          estimate?: number | null;
          /**
           * Its weight (default: 1)
           */
          weight?: number | null;
          /**
           * Seconds of each map
           */
          maps?: number[];
          /**
           * Seconds of each reduce, without those of `shuffles`
           */
          reduces?: number[];
          /**
           * Seconds in which each reduce gathers its input before that (default: 0)
           */
          shuffles?: number[];
          /**
           * Memory of each map, in gigabytes (default: 1)
           *
           * Read by paging=on. A map of the sources' experiments has 1 GB and a reduce 2 GB.
           */
          map_memory?: number | null;
          /**
           * Memory of each reduce, in gigabytes (default: 2)
           */
          reduce_memory?: number | null;
          /**
           * Fraction of the memory of its tasks that is dirty: written to disk when it is paged out, not only dropped (default: 1)
           */
          dirty?: number | null;
          /**
           * Its pool, from 0
           */
          pool?: number | null;
          /**
           * Name; jobs of the same name are recurrences of one job
           */
          name?: string | null;
          /**
           * Names or numbers (from 1) of the jobs that must be complete before it is submitted
           */
          after?: (number | string)[];
        }[];
      };
    }
  | {
      /**
       * Seed of all random numbers
       */
      seed?: number;
      /**
       * Number of independent repetitions
       */
      replications?: number;
      /**
       * Keys of the policies to compare, each with its parameters in brackets
       */
      policies?: string[];
      /**
       * The datacenter, as written.
       */
      system: {
        /**
         * Which world
         */
        kind: "datacenter";
        /**
         * Number of workers
         */
        workers?: number | null;
        /**
         * Cores of each worker
         */
        cores?: number | null;
        /**
         * Fraction of workers reserved for short tasks (the short partition)
         */
        short_partition?: number | null;
        /**
         * Mean task duration in seconds above which policies treat a job as long
         */
        cutoff?: number | null;
        /**
         * Mean task duration in seconds above which the report counts a job as long; changes no schedule
         */
        reporting_cutoff?: number | null;
        /**
         * Seconds that a message takes
         */
        delay?: number | null;
        /**
         * Seconds that a probe takes, or its rejection
         */
        probe_delay?: number | null;
        /**
         * Seconds that a task takes from a scheduler to its worker
         */
        placement_delay?: number | null;
        /**
         * Seconds that a worker's request for a task takes, and again its answer
         */
        request_delay?: number | null;
        /**
         * Seconds that the central scheduler takes to place a task; decisions wait for each other
         *
         * It is that of all jobs in central-lwl, omniscient-lwl, kairos, yarn-fifo and big-c, and that of long jobs in hawk, eagle and split.
         */
        decision_cost?: number | null;
        /**
         * Seconds that the scheduler of a job takes for each probe, or each task that it places by reports
         */
        probe_cost?: number | null;
        /**
         * Whether a wrong estimate may class a short job as long, or a long one as short
         */
        errors_reclassify?: boolean | null;
      };
      /**
       * The jobs of the datacenter, as written. The kind follows from the other fields if it is not given.
       */
      workload?: {
        /**
         * Source of the jobs: modelled after a trace (synthetic), or read from a file
         */
        kind?: ("synthetic" | "file") | null;
        /**
         * Trace after which jobs are modelled: yahoo, google, cloudera, facebook, motivation, prototype, testbed or testbed-uniform
         */
        like?: ("yahoo" | "google" | "cloudera" | "facebook" | "motivation" | "prototype" | "testbed" | "testbed-uniform") | null;
        /**
         * Tasks per job ÷ those of the trace, for a smaller datacenter
         */
        scale?: number | null;
        /**
         * Whether the standard deviation of task durations in a job is twice their mean, as the thesis states; false: as in its trace
         */
        literal?: boolean | null;
        /**
         * Weibull shape of inter-arrival times
         */
        timeshape?: number | null;
        /**
         * How the rate of arrivals varies: constant, { log-normal = { sigma = 0.8, period = 3000 } }, { diurnal = { swing = 0.5, period =
         * 86400 } } or { on-off = { on = 0.5, period = 3000 } }
         *
         * The first and the last job arrive when they would at a constant rate, so that the load does not change.
         */
        rate?:
          | (
              | "constant"
              | {
                  "log-normal": {
                    /**
                     * Spread of its logarithm.
                     */
                    sigma: number;
                    /**
                     * How long a rate lasts.
                     */
                    period: number;
                  };
                }
              | {
                  diurnal: {
                    /**
                     * How far it is above and below its mean, ÷ the mean.
                     */
                    swing: number;
                    /**
                     * A day and a night.
                     */
                    period: number;
                  };
                }
              | {
                  "on-off": {
                    /**
                     * Part of the time in which jobs arrive.
                     */
                    on: number;
                    /**
                     * Mean time from one beginning to the next.
                     */
                    period: number;
                  };
                }
            )
          | null;
        /**
         * File of gaps between arrivals, one number a line, in any unit; they take the place of those that are drawn
         *
         * Gaps are used in the order of the file, from a random one on, and scaled to give the load.
         */
        gaps?: string | null;
        /**
         * Truncate times to whole seconds and separate equal submission times, as the authors' simulator does
         */
        truncate?: boolean | null;
        /**
         * Number of jobs; of a file, how many of its jobs to use
         */
        count?: number | null;
        /**
         * Which jobs of a file are used, if `count` says how many: the first, or the busiest, which arrive in the shortest time
         *
         * Time is then counted from the first of the busiest.
         */
        part?: ("first" | "busiest") | null;
        /**
         * Spread of log-normal estimation errors
         */
        sigma?: number | null;
        /**
         * Kind of estimation errors: log-normal (median 1), unbiased (log-normal, mean 1), none, { bias = 2.0 } or { uniform = [0.5, 2.0] }
         */
        errors?:
          | (
              | "log-normal"
              | "unbiased"
              | {
                  /**
                   * @minItems 2
                   * @maxItems 2
                   */
                  uniform: [number, number];
                }
              | {
                  bias: number;
                }
              | "none"
            )
          | null;
        /**
         * Arrival rate ÷ service rate
         *
         * The load of a trace depends on the number of workers and may exceed 1: by default cloudera has 1.00 and yahoo 0.925. The
         * first line of the results shows it.
         */
        load?: number | null;
        /**
         * Warm-up: number of first jobs that are scheduled but not counted
         */
        warmup?: number | null;
        /**
         * File of jobs, or trace
         */
        path?: string | null;
        /**
         * Format of the file
         */
        format?: ("csv" | "swim" | "swf" | "tr" | "google" | "alibaba" | "hadoop" | "spark" | "wfcommons") | null;
        /**
         * What the columns of a table are, where titles do not say so, with a unit if need be: arrival=TIMESTAMP,size=GeneratedTokens:30/s
         *
         * Columns that are read: id, arrival, size, estimate, weight, after, and start and end in place of a size; or
         * those of tasks, job, arrival, duration, estimate, stage.
         */
        columns?: string | null;
      };
    }
  | {
      /**
       * Seed of all random numbers
       */
      seed?: number;
      /**
       * Number of independent repetitions
       */
      replications?: number;
      /**
       * Keys of the policies to compare, each with its parameters in brackets
       */
      policies?: string[];
      /**
       * The machine that executes the tasks, as written.
       */
      system: {
        /**
         * Which world
         */
        kind: "ordering";
        /**
         * What algorithms make small: tmb, wtmb, dbw or dla
         *
         * Total maximum bandwidth (tmb) sums, over the tasks, how many positions later the last reader of a task's output comes; wtmb
         * weights this by the size of the output. Directed bandwidth (dbw) is the longest distance of a task and a reader, which baseline,
         * greedy and given alone can take, and directed linear arrangement (dla) the sum over all readers. The report gives all four.
         */
        objective?: ("tmb" | "wtmb" | "dbw" | "dla") | null;
        /**
         * Capacity of the cache through which orders are replayed; algorithms do not know it
         */
        cache?: number | null;
        /**
         * What the capacity of the cache counts: items, or sizes
         */
        cache_counts?: ("items" | "sizes") | null;
        /**
         * What the cache drops to make room: what was used least recently (lru), or what is read last (optimal)
         */
        eviction?: ("lru" | "optimal") | null;
      };
      /**
       * The tasks, as written. The kind follows from the other fields if it is not given.
       */
      workload?: {
        /**
         * Source of the tasks: a graph that is known or drawn (synthetic), read from a file, or listed in `tasks`
         */
        kind?: ("synthetic" | "file" | "tasks") | null;
        /**
         * Graph: a figure of the source (fig-3.11, fig-3.13), random, or layers of views above tables (layered)
         */
        graph?: ("fig-3.11" | "fig-3.13" | "random" | "layered") | null;
        /**
         * Number of tasks of a drawn graph
         */
        count?: number | null;
        /**
         * Probability that a task of a random graph reads a given earlier one
         */
        edge_probability?: number | null;
        /**
         * Number of layers of a layered graph, the base tables included
         */
        layers?: number | null;
        /**
         * Most tasks that a view of a layered graph reads; each number up to this is equally likely
         */
        fan_in?: number | null;
        /**
         * Spread of log-normal sizes of the outputs of a drawn graph; 0: all have size 1
         */
        size_spread?: number | null;
        /**
         * File of tasks
         */
        path?: string | null;
        /**
         * Format of the file: edges (csv), Graphviz (dot), manifest of dbt (dbt) or workflow (wfcommons)
         */
        graph_format?: ("csv" | "dot" | "dbt" | "wfcommons") | null;
        /**
         * File with the sizes of the outputs of a dbt project: its `catalog.json` (bytes of tables) or `run_results.json` (rows written)
         */
        table_sizes?: string | null;
        /**
         * An order of the tasks by their names, each once and after those whose outputs it reads: what the policy `given` executes
         *
         * Where the graph is drawn, tasks have the numbers from 0 as names, and one that has not yet all it reads waits for that.
         */
        order?: string[];
        /**
         * The tasks themselves, at least one
         */
        tasks?: {
          /**
           * Its name (default: its number, from 1)
           */
          name?: string | null;
          /**
           * Size of its output (default: 1)
           */
          size?: number | null;
          /**
           * Names of the tasks whose outputs it reads
           */
          after?: string[];
        }[];
      };
    }
  | {
      /**
       * Seed of all random numbers
       */
      seed?: number;
      /**
       * Number of independent repetitions
       */
      replications?: number;
      /**
       * Keys of the policies to compare, each with its parameters in brackets
       */
      policies?: string[];
      /**
       * The network, as written.
       */
      system: {
        /**
         * Which world
         */
        kind: "network";
        /**
         * Topology
         */
        topology?: ("link" | "two-class" | "fat-tree" | "leaf-spine" | "bcube" | "jellyfish" | "custom") | null;
        /**
         * Ports of a switch of a fat tree, an even number
         */
        k?: number | null;
        /**
         * Leaf switches of leaf–spine
         */
        leaves?: number | null;
        /**
         * Spine switches of leaf–spine
         */
        spines?: number | null;
        /**
         * Hosts of a leaf switch of leaf–spine
         */
        leaf_hosts?: number | null;
        /**
         * Ports of a switch of `BCube`
         */
        n?: number | null;
        /**
         * Levels of `BCube` above the first
         */
        levels?: number | null;
        /**
         * Switches of Jellyfish
         */
        switches?: number | null;
        /**
         * Ports of a switch of Jellyfish
         */
        ports?: number | null;
        /**
         * Ports of a switch of Jellyfish that lead to other switches; the others lead to hosts
         */
        degree?: number | null;
        /**
         * Capacity of links next to hosts, in units of size per unit of time
         */
        capacity?: number | null;
        /**
         * Capacity of links between switches; in a fat tree of those between edge and aggregation, in leaf–spine of those between leaves and
         * spines
         */
        fabric_capacity?: number | null;
        /**
         * Capacity of links between aggregation and core of a fat tree
         */
        core_capacity?: number | null;
        /**
         * Gbit/s of a link of capacity 1
         */
        rate?: number | null;
        /**
         * Base round-trip time in microseconds: each flow takes it once besides its transfer, and windows of `tcp` double in it
         */
        rtt?: number | null;
        /**
         * Fraction of a two-class link that is for short flows
         */
        short_share?: number | null;
        /**
         * How flows find their paths: always the same shortest one, one of them by a hash of the flow, split over all of them, one of the k
         * shortest by a hash, or one of the parallel paths of `BCube`
         */
        routing?: ("shortest" | "ecmp-hash" | "ecmp-split" | "k-shortest" | "parallel") | null;
        /**
         * Paths that k-shortest routing chooses among
         */
        paths?: number | null;
        /**
         * Size up to which a flow is short, where it is not said what it carries
         */
        cutoff?: number | null;
        /**
         * Cables of a network of your own, at least one; nodes with one cable are hosts, or all if there is none such
         */
        links?: {
          /**
           * A node
           */
          from: string;
          /**
           * Another node
           */
          to: string;
          /**
           * Its capacity in each direction (default: 1)
           */
          capacity?: number | null;
        }[];
      };
      /**
       * The flows, as written. The kind follows from the other fields if it is not given.
       */
      workload?: {
        /**
         * Source of the flows: drawn at random (synthetic), drawn as those of a repository, read from a file, or listed in `flows`
         */
        kind?: ("synthetic" | "repository" | "file" | "flows") | null;
        /**
         * Number of flows; of a file, how many of its first flows to use
         */
        count?: number | null;
        /**
         * Weibull shape of sizes; below 1 heavy-tailed, 1 exponential
         */
        shape?: number | null;
        /**
         * Distribution of sizes, if it is not Weibull: deterministic, { pareto = { alpha = 2.0 } }, { bounded-pareto = { alpha = 1.5,
         * ratio = 1e6 } } or { hyperexponential = { scv = 10.0 } }
         */
        sizes?:
          | (
              | "weibull"
              | {
                  pareto: {
                    /**
                     * Tail index, positive.
                     */
                    alpha: number;
                  };
                }
              | {
                  "bounded-pareto": {
                    /**
                     * Tail index, positive.
                     */
                    alpha: number;
                    /**
                     * Largest ÷ smallest size, above 1.
                     */
                    ratio: number;
                  };
                }
              | {
                  hyperexponential: {
                    /**
                     * Squared coefficient of variation, at least 1.
                     */
                    scv: number;
                  };
                }
              | "deterministic"
            )
          | null;
        /**
         * Sizes as they were measured in a data center: of web searches or of data mining
         */
        measured?: ("web-search" | "data-mining") | null;
        /**
         * Bytes of a flow of size 1
         */
        mean?: number | null;
        /**
         * Bytes of a packet: no drawn flow is smaller, and the windows of `tcp` are of packets; other policies on flows that are given read
         * none of it
         */
        packet?: number | null;
        /**
         * Weibull shape of inter-arrival times
         */
        timeshape?: number | null;
        /**
         * How the rate of arrivals varies: constant, { log-normal = { sigma = 0.8, period = 3000 } }, { diurnal = { swing = 0.5, period =
         * 86400 } } or { on-off = { on = 0.5, period = 3000 } }
         *
         * The first and the last job arrive when they would at a constant rate, so that the load does not change.
         */
        rate?:
          | (
              | "constant"
              | {
                  "log-normal": {
                    /**
                     * Spread of its logarithm.
                     */
                    sigma: number;
                    /**
                     * How long a rate lasts.
                     */
                    period: number;
                  };
                }
              | {
                  diurnal: {
                    /**
                     * How far it is above and below its mean, ÷ the mean.
                     */
                    swing: number;
                    /**
                     * A day and a night.
                     */
                    period: number;
                  };
                }
              | {
                  "on-off": {
                    /**
                     * Part of the time in which jobs arrive.
                     */
                    on: number;
                    /**
                     * Mean time from one beginning to the next.
                     */
                    period: number;
                  };
                }
            )
          | null;
        /**
         * File of gaps between arrivals, one number a line, in any unit; they take the place of those that are drawn
         *
         * Gaps are used in the order of the file, from a random one on, and scaled to give the load.
         */
        gaps?: string | null;
        /**
         * What flows offer ÷ capacity of all links by which hosts send
         *
         * Links inside the network may have more or less to carry, by topology and routing; a warning names the most loaded if it is
         * overloaded.
         */
        load?: number | null;
        /**
         * Between which hosts flows go: any two, a permutation, or several at once to one
         */
        pattern?: ("uniform" | "permutation" | "incast") | null;
        /**
         * Flows that arrive at once under incast
         */
        fan_in?: number | null;
        /**
         * Warm-up: number of first flows that are sent but not counted
         */
        warmup?: number | null;
        /**
         * File of flows: source, destination, size, arrival, class, after
         */
        path?: string | null;
        /**
         * What the columns of a table are, where titles do not say so, with a unit if need be: arrival=TIMESTAMP,size=GeneratedTokens:30/s
         *
         * Columns that are read: source, destination, size, arrival, class, after, id.
         */
        columns?: string | null;
        /**
         * The flows themselves, at least one
         */
        flows?: {
          /**
           * Host from which it comes (default: the first)
           */
          source?: string | null;
          /**
           * Host to which it goes (default: the second)
           */
          destination?: string | null;
          /**
           * When it is to begin
           */
          arrival: number;
          /**
           * How much it carries
           */
          size: number;
          /**
           * What it carries (default: short or long by its size)
           */
          class?: string | null;
          /**
           * Numbers, from 1, of the flows for which it waits
           */
          after?: number[];
        }[];
      };
    }
  | {
      /**
       * Seed of all random numbers
       */
      seed?: number;
      /**
       * Number of independent repetitions
       */
      replications?: number;
      /**
       * Keys of the policies to compare, each with its parameters in brackets
       */
      policies?: string[];
      /**
       * The distributed CDN, as written.
       */
      system: {
        /**
         * Which world
         */
        kind: "cdn";
        /**
         * Videos that a dServer can store; where videos have sizes, units of size
         */
        storage?: number | null;
        /**
         * Sessions that a dServer can serve at once
         */
        dserver_capacity?: number | null;
        /**
         * Sessions that the CDN server can serve at once; further requests wait in its queue
         */
        cdn_capacity?: number | null;
        /**
         * Copies of a video on average, where a placement makes as many of each
         */
        replicas?: number | null;
        /**
         * Copies of a video on average, at most, under optimal placements; the source says nothing of it
         */
        optimal_replicas?: number | null;
        /**
         * Cost of a transfer over an external link, for a kilometre and a video of size 1
         */
        external_cost?: number | null;
        /**
         * Cost of a transfer over an internal link, for a kilometre and a video of size 1
         */
        internal_cost?: number | null;
        /**
         * Cost of a transfer over an internal link of low priority, for a kilometre and a video of size 1
         */
        low_priority_cost?: number | null;
        /**
         * By which way over internal links transfers go: the cheapest, or the shortest, whatever it costs
         */
        ways?: ("cheapest" | "shortest") | null;
        /**
         * The regions, each with a dServer (default: thirteen regions of France)
         */
        regions?: {
          /**
           * What it is called
           */
          name: string;
          /**
           * Kilometres of the external link between its dServer and the PoP
           */
          distance: number;
          /**
           * Its share of the users, relative to the others (default: 1)
           */
          users?: number | null;
          /**
           * Videos that its dServer can store; where videos have sizes, units of size (default: system.storage)
           */
          storage?: number | null;
          /**
           * Sessions that its dServer can serve at once (default: `system.dserver_capacity`)
           */
          capacity?: number | null;
          /**
           * Names of the regions in its cooperation group (default: those that are closer than the PoP)
           */
          group?: string[] | null;
          /**
           * Where it is on the map, to the east (default: on a circle around the PoP)
           */
          x?: number | null;
          /**
           * Where it is on the map, to the north
           */
          y?: number | null;
        }[];
        /**
         * Internal links between dServers (default: those of the thirteen regions; none where regions are given)
         */
        links?: {
          /**
           * The region at one end
           */
          from: string;
          /**
           * The region at the other
           */
          to: string;
          /**
           * Its length in kilometres
           */
          distance: number;
          /**
           * Whether the operator prefers other links (default: false)
           */
          low_priority?: boolean | null;
        }[];
      };
      /**
       * The requests, as written. The kind follows from the other fields if it is not given.
       */
      workload?: {
        /**
         * Source of the requests: drawn at random (synthetic), read from a file, or listed in `requests`
         */
        kind?: ("synthetic" | "file" | "requests") | null;
        /**
         * Number of requests; of a file, how many of its first requests to use
         */
        count?: number | null;
        /**
         * Days of requests, from a Sunday at noon
         */
        days?: number | null;
        /**
         * Number of videos
         */
        videos?: number | null;
        /**
         * Exponent of Zipf's law, by which videos are popular; 0 makes all alike
         */
        zipf?: number | null;
        /**
         * Fraction of the videos that change places in popularity every day
         */
        churn?: number | null;
        /**
         * Fraction of the requests that go by an order of popularity of their region's own, drawn for each region
         */
        regional?: number | null;
        /**
         * Spread of log-normal sizes of videos, whose mean is one unit of storage; 0: each takes one
         */
        size_spread?: number | null;
        /**
         * Shortest session, in seconds
         */
        shortest_session?: number | null;
        /**
         * Longest session, in seconds; lengths are uniform
         */
        longest_session?: number | null;
        /**
         * Warm-up: number of first requests that are served but not counted; placements that learn from the past learn from them
         */
        warmup?: number | null;
        /**
         * File of requests: time,user,item,region, and session and size if they are known
         */
        path?: string | null;
        /**
         * Format of the file
         */
        format?: ("csv" | "swim" | "swf" | "tr" | "google" | "alibaba" | "hadoop" | "spark" | "wfcommons") | null;
        /**
         * What the columns of a table are, where titles do not say so, with a unit if need be: arrival=TIMESTAMP,size=GeneratedTokens:30/s
         *
         * Columns that are read: time, item, region, session, size.
         */
        columns?: string | null;
        /**
         * The requests themselves, at least one
         */
        requests?: {
          /**
           * When it comes, in seconds
           */
          arrival: number;
          /**
           * The region of its user
           */
          region: string;
          /**
           * The number of the video (default: 1)
           */
          video?: number | null;
          /**
           * Seconds of its session (default: drawn)
           */
          session?: number | null;
          /**
           * Size of the video in units of storage, said at any of its requests (default: 1)
           */
          size?: number | null;
        }[];
      };
    };
