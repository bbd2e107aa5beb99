// Made of assets/schema/report-2.json by `cargo xtask types`.

export type Interval = {
  low: number;
  high: number;
} & Interval1;
export type Interval1 = {
  low: number;
  high: number;
} | null;
export type Utilisation = {
  /**
   * median over time
   */
  median: number;
  /**
   * mean
   */
  mean: number;
  /**
   * maximum
   */
  max: number;
} & Utilisation1;
export type Utilisation1 = {
  /**
   * median over time
   */
  median: number;
  /**
   * mean
   */
  mean: number;
  /**
   * maximum
   */
  max: number;
} | null;

/**
 * What `schedscope run --format json` writes. Within a version fields may be added; none changes its meaning or goes away.
 */
export interface Report {
  /**
   * version of this form; raised when a field changes its meaning
   */
  schema: 2;
  /**
   * the scenario, with the keys of a scenario file; absent keys have their defaults
   */
  scenario: {
    seed: number;
    replications: number;
    policies: string[];
    system?: {};
    workload?: {};
  };
  /**
   * the workload
   */
  workload: {
    /**
     * jobs in each replication, warm-up included
     */
    jobs: number;
    /**
     * rows of a file that were left out
     */
    skipped: number;
    /**
     * what of a file was not read
     */
    left_out?: {
      /**
       * rows that are no jobs, by reason
       */
      rows: {
        /**
         * the reason, as it follows "3 rows"
         */
        why: string;
        /**
         * number of rows
         */
        count: number;
        /**
         * lines of the first of them, from 1
         */
        lines: number[];
      }[];
      /**
       * titles of columns that are not read
       */
      columns: string[];
    };
    /**
     * bytes per second at which a trace in bytes is served
     */
    speed: number | null;
    /**
     * whether a table of jobs says that its times and sizes are in seconds
     */
    seconds: boolean;
    /**
     * load: asked for where jobs are drawn, realised where they are given
     */
    load: number | null;
    /**
     * where the jobs lie in their file, if that has more
     */
    cut: {
      /**
       * position of the first of them
       */
      first: number;
      /**
       * jobs of the file that can be used
       */
      of: number;
      /**
       * whether they are the first or the busiest
       */
      part: "first" | "busiest";
    } | null;
  };
  /**
   * warnings about the reliability of the numbers
   */
  warnings: string[];
  /**
   * one per policy, in the order of the scenario
   */
  policies: Policy[];
  /**
   * datacenter: every policy against every other, job by job
   */
  pairs?: Pair[];
}
export interface Policy {
  /**
   * jobs counted, over all replications
   */
  jobs?: number;
  /**
   * replications that have such jobs
   */
  replications?: number;
  /**
   * mean over replications of the mean sojourn time (MST)
   */
  mean_sojourn?: number;
  /**
   * half-width of its 95 % interval (Student's t); null for one replication
   */
  mean_sojourn_ci95?: number | null;
  /**
   * median sojourn time of all jobs of all replications
   */
  median_sojourn?: number | null;
  /**
   * 90th percentile of sojourn time, likewise
   */
  p90_sojourn?: number | null;
  /**
   * 95th percentile
   */
  p95_sojourn?: number | null;
  /**
   * 99th percentile
   */
  p99_sojourn?: number | null;
  median_sojourn_interval?: Interval;
  p90_sojourn_interval?: Interval;
  p95_sojourn_interval?: Interval;
  p99_sojourn_interval?: Interval;
  /**
   * server: MST ÷ that of SRPT on the same jobs; null if it was not run
   */
  ratio_srpt?: number | null;
  ratio_srpt_interval?: Interval;
  /**
   * server: MST ÷ that of PS on the same jobs; null if it was not run
   */
  ratio_ps?: number | null;
  ratio_ps_interval?: Interval;
  /**
   * cluster and network: MST ÷ that of Fair, whatever its parameters, on the same jobs; null if it was not run
   */
  ratio_fair?: number | null;
  ratio_fair_interval?: Interval;
  /**
   * network: MST ÷ that of ideal on the same flows; null if it was not run
   */
  ratio_ideal?: number | null;
  ratio_ideal_interval?: Interval;
  /**
   * cdn: MST ÷ that of centralized on the same requests; null if it was not run
   */
  ratio_centralized?: number | null;
  ratio_centralized_interval?: Interval;
  /**
   * MST ÷ that of the first policy on the same jobs
   */
  ratio_first?: number;
  ratio_first_interval?: Interval;
  /**
   * MST − that of the first policy on the same jobs
   */
  difference_first?: number;
  /**
   * half-width of its 95 % interval (Student's t on paired replications); null for one
   */
  difference_first_ci95?: number | null;
  /**
   * median slowdown (sojourn ÷ size; in cluster and datacenter ÷ time alone)
   */
  median_slowdown?: number | null;
  /**
   * 95th percentile of slowdown
   */
  p95_slowdown?: number | null;
  /**
   * 99th percentile of slowdown
   */
  p99_slowdown?: number | null;
  /**
   * fraction of slowdowns above 100
   */
  share_slowdown_above_100?: number;
  /**
   * square of the longest sojourn time ÷ the sum of all squares; null for fewer than 1000 jobs
   */
  largest_job_share?: number | null;
  /**
   * square of the largest deviation of a replication's MST ÷ the sum of all; null for fewer than 20 replications
   */
  largest_replication_share?: number | null;
  /**
   * whether the tail makes the mean untrustworthy: largest_job_share above 0.1 or largest_replication_share above 0.5
   */
  mean_misleads?: boolean;
  sojourn_ecdf?: Ecdf;
  slowdown_ecdf?: Ecdf;
  /**
   * the policy as it was written
   */
  policy: string;
  /**
   * server: limit of the MST for many jobs by queueing theory, where it is known
   */
  theory_mean_sojourn?: number | null;
  /**
   * server: why that limit is not computed, where it takes too much
   */
  theory_not_computed?: string | null;
  /**
   * server: the same under Gittins' rule, below which no policy gets that sees arrivals, estimates and attained service
   */
  bound_mean_sojourn?: number | null;
  /**
   * server: MST ÷ that bound
   */
  ratio_bound?: number | null;
  /**
   * the same by class of jobs, in worlds with classes
   */
  classes?: Class[];
  /**
   * figures of the cluster world
   */
  cluster?: {
    /**
     * jobs in the system, averaged over time
     */
    mean_load: number;
    /**
     * half-width of its 95 % interval; null for one replication
     */
    mean_load_ci95: number | null;
    /**
     * mean_load of each replication
     */
    loads: number[];
    /**
     * most jobs in the system
     */
    peak_load: number;
    /**
     * fraction of the slots in use: maps, reduces
     *
     * @minItems 2
     * @maxItems 2
     */
    utilisation: [number, number];
    /**
     * fraction of maps that ran on a machine with their input
     */
    locality: number;
    /**
     * mean seconds of the map and of the reduce phase
     *
     * @minItems 2
     * @maxItems 2
     */
    phases: [number, number];
    /**
     * how often a task lost its slot to another job, per job
     */
    preemptions: number;
    /**
     * gigabytes of suspended tasks that were written to disk, per job
     */
    swapped: number;
    /**
     * seconds that tasks held a slot and waited for memory to be written out or read back, per job
     */
    paging: number;
    /**
     * fraction of all work that was lost
     */
    work_lost: number;
    /**
     * attempts of tasks that failed, per job
     */
    failures: number;
    /**
     * second attempts of tasks that lagged behind or were paused, per job
     */
    copies: number;
    /**
     * fraction of these that were complete before the first attempt; null where there are none
     */
    copies_won: number | null;
    /**
     * mean over jobs of time alone in the cluster ÷ sojourn time (ANP), the mean over replications as for the next four
     */
    anp: number;
    /**
     * system normalized performance: geometric mean of ANP
     */
    snp: number;
    /**
     * mean of 1 ÷ ANP
     */
    l1: number;
    /**
     * root mean square of 1 ÷ ANP
     */
    l2: number;
    /**
     * coefficient of variation of ANP
     */
    unfairness: number;
    /**
     * fraction of the phases that are not tiny that were complete in the virtual cluster before they were complete; null for a policy without one
     */
    turned_late: number | null;
    /**
     * mean seconds from the first arrival of a chain of jobs that wait for each other to its last completion; null where none waits for another
     */
    chain_sojourn: number | null;
    /**
     * estimated ÷ true size of phases: maps, reduces
     *
     * @minItems 2
     * @maxItems 2
     */
    estimates: [Ecdf, Ecdf];
  };
  /**
   * figures of the datacenter world
   */
  datacenter?: {
    utilisation: Utilisation;
    utilisation_short: Utilisation;
    utilisation_general: Utilisation;
    short_tasks: Times;
    long_tasks: Times;
    /**
     * fraction of probes that no worker rejected
     */
    accepted_at_first: number | null;
    /**
     * rounds of probes per job that sends any
     */
    rounds: number | null;
    /**
     * seconds that a task waits for a decision of the central scheduler; null where there is none
     */
    decision_wait: number | null;
    /**
     * totals over all replications; short and long are as jobs were scheduled
     */
    counters: {
      /**
       * probes sent; a probe that is forwarded counts once
       */
      probes: number;
      /**
       * rounds of probes sent, and jobs that sent any
       */
      rounds: number;
      /**
       * tasks that the central scheduler has placed
       */
      decisions: number;
      /**
       * seconds that they waited for its decision, in all
       */
      deciding: number;
      /**
       * jobs that sent probes
       */
      probed_jobs: number;
      /**
       * short entries that were queued at workers which may run long tasks
       */
      queued_in_general: number;
      /**
       * short entries that were queued where a long task was queued or ran
       */
      probes_behind_long: number;
      /**
       * short tasks that ran
       */
      short_tasks: number;
      /**
       * short tasks that ran on workers which may run long tasks
       */
      short_tasks_in_general: number;
      /**
       * short tasks that ran after they were queued behind a long one
       */
      tasks_behind_long: number;
      /**
       * short jobs with such a task
       */
      jobs_behind_long: number;
      /**
       * empty replies: probes that found no task left
       */
      useless: number;
      /**
       * attempts to steal: workers asked by an idle one
       */
      steal_contacts: number;
      /**
       * attempts that were successful
       */
      steals: number;
      /**
       * entries that were stolen
       */
      stolen: number;
      /**
       * of these, those stolen by short-partition workers
       */
      stolen_to_short: number;
      /**
       * probes rejected because of a long task and forwarded
       */
      rejected: number;
      /**
       * of these, those rejected again, which went to the short partition
       */
      fallbacks: number;
      /**
       * tasks that were pulled by a probe which had pulled one before
       */
      sticky: number;
      /**
       * of these, those on workers that may run long tasks
       */
      sticky_in_general: number;
      /**
       * tasks that were interrupted
       */
      preemptions: number;
      /**
       * longest queue at the central scheduler, in tasks
       */
      central_peak: number;
      /**
       * messages by kind
       */
      messages: {
        /**
         * probes to workers, forwarded or not
         */
        probes: number;
        /**
         * rejections of probes
         */
        rejections: number;
        /**
         * answers of workers to probes that ask what they hold
         */
        answers: number;
        /**
         * tasks or queue entries that a scheduler sends to workers
         */
        placements: number;
        /**
         * requests of workers for a task, and the answers
         */
        requests: number;
        /**
         * requests to steal
         */
        thefts: number;
        /**
         * periodic reports of workers
         */
        heartbeats: number;
        /**
         * notices to workers with a probe of a job that one of its tasks has been assigned
         */
        updates: number;
      };
    };
    /**
     * messages of all kinds
     */
    messages: number;
  };
  /**
   * figures of the ordering world
   */
  ordering?: {
    /**
     * what the algorithm makes small
     */
    objective: "tmb" | "wtmb" | "dbw" | "dla";
    /**
     * independent repetitions; all else are means over them
     */
    replications: number;
    /**
     * what the algorithm makes small
     */
    cost: number;
    /**
     * half-width of its 95 % interval (Student's t); null for one replication
     */
    cost_ci95: number | null;
    /**
     * cost ÷ that of an exact algorithm for the same objective; null if none was run or all were given up
     */
    ratio_optimum: number | null;
    /**
     * half-width of its 95 % interval (Student's t); null for one replication
     */
    ratio_optimum_ci95: number | null;
    /**
     * fraction of replications in which the two are equal
     */
    share_optimal: number | null;
    /**
     * what every order costs at least, as far as the algorithms that were run have shown it
     */
    bound: number;
    /**
     * how much more than the least it costs at most: cost ÷ bound − 1; null where a bound of 0 says nothing
     */
    gap: number | null;
    costs: {
      /**
       * total maximum bandwidth of the order
       */
      tmb: number;
      /**
       * the same weighted by sizes
       */
      wtmb: number;
      /**
       * directed bandwidth
       */
      dbw: number;
      /**
       * directed linear arrangement
       */
      dla: number;
      /**
       * most outputs that are needed at once
       */
      peak: number;
      /**
       * the same in units of size
       */
      peak_size: number;
    };
    /**
     * outputs that were read and were no longer in the cache
     */
    reloads: number;
    /**
     * their sizes together
     */
    reloaded_size: number;
    /**
     * what the algorithm looked at
     */
    states: number;
    /**
     * fraction of replications in which its order is proven to cost least; null if it proves nothing
     */
    share_proven: number | null;
  };
  /**
   * figures of the cdn world
   */
  cdn?: {
    /**
     * fraction of the requests that dServers served
     */
    dcdn_share: number;
    dcdn_share_interval: Interval;
    /**
     * fraction that the CDN server served
     */
    cdn_share: number;
    /**
     * fraction that the dServer of the user's region served
     */
    local_share: number;
    local_share_interval: Interval;
    /**
     * fraction of all bytes that dServers served; absent where no video has a size of its own
     */
    byte_share?: number;
    byte_share_interval?: Interval;
    /**
     * requests that waited in the queue of the CDN server, mean over replications
     */
    postponed: number;
    postponed_interval: Interval;
    /**
     * seconds that these waited on average; null if there were none
     */
    mean_wait: number | null;
    mean_wait_interval: Interval;
    /**
     * seconds that one of them waited at most; null if there were none
     */
    longest_wait: number | null;
    /**
     * what the transfers cost ÷ what they would cost from the CDN server; null if no request is counted
     */
    cost: number | null;
    cost_interval: Interval;
    /**
     * the same if only transfers from the CDN server cost anything; null if nothing costs
     */
    origin_cost: number | null;
    /**
     * hours of video that the CDN server sent
     */
    origin_traffic: number;
    /**
     * fraction of their capacity that dServers used while requests came; null if all came at once
     */
    dcdn_utilisation: number | null;
    /**
     * the same of the CDN server
     */
    cdn_utilisation: number | null;
    /**
     * most sessions on all dServers at a time, mean over replications
     */
    dcdn_peak: number;
    /**
     * most sessions on the CDN server at a time
     */
    cdn_peak: number;
    /**
     * most requests in its queue at a time
     */
    queue_peak: number;
    /**
     * sessions over external links, mean over replications
     */
    external_sessions: number;
    /**
     * sessions over internal links, counted at each link
     */
    internal_sessions: number;
    /**
     * of these, those over links of low priority
     */
    low_priority_sessions: number;
    /**
     * copies of videos on dServers at the beginning
     */
    copies: number;
  };
  /**
   * figures of the network world
   */
  network?: {
    /**
     * fraction of a link's capacity that is used, mean over links and time
     */
    link_use_mean: number;
    /**
     * the same of the busiest link
     */
    link_use_max: number;
    /**
     * mean flow completion time ÷ ideal; null if no flow is counted
     */
    mean_slowdown: number | null;
    /**
     * the same of short flows; null if there are none
     */
    mean_slowdown_short: number | null;
    /**
     * the same of long flows; null if there are none
     */
    mean_slowdown_long: number | null;
    /**
     * sum of the completion times ÷ sum of the ideals; null if no flow is counted
     */
    total_slowdown: number | null;
    /**
     * mean flow completion time, in milliseconds; null if no flow is counted
     */
    mean_fct_ms: number | null;
    /**
     * workflows: flows that wait for each other
     */
    workflows: number;
    /**
     * mean time from the arrival of a workflow to its last completion; null if there are none
     */
    workflow_latency_mean: number | null;
    /**
     * its 99th percentile; null if there are none
     */
    workflow_latency_p99: number | null;
    /**
     * mean of that time ÷ that of the workflow alone; null if there are none
     */
    workflow_slowdown_mean: number | null;
    /**
     * replicas of short flows that were sent
     */
    replicas: number;
  };
}
export interface Ecdf {
  count: number;
  /**
   * points [x, p]: a fraction p of the values is at most x; thinned
   */
  steps: [number, number][];
}
export interface Class {
  /**
   * its number, or short and long
   */
  class: string;
}
export interface Times {
  /**
   * number of tasks
   */
  tasks: number;
  /**
   * seconds from submission until a worker has the task, or the probe that pulls it
   */
  scheduling: number;
  /**
   * seconds at a worker while not running
   */
  queueing: number;
  /**
   * seconds running
   */
  execution: number;
}
export interface Pair {
  /**
   * a policy
   */
  policy: string;
  /**
   * the policy it is compared with
   */
  than: string;
  /**
   * class of jobs
   */
  class: "short" | "long";
  /**
   * number of jobs
   */
  jobs: number;
  /**
   * fraction that completes earlier, by more than 1 %
   */
  better: number;
  /**
   * fraction that completes earlier or at about the same time
   */
  better_or_equal: number;
  /**
   * fraction that takes less than half the time
   */
  halved: number;
  /**
   * mean completion time ÷ that under the other policy
   */
  mean_ratio: number;
}
