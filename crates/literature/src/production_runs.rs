//! Runs of the workload of Global Preemption's experiments under its two policies.

use super::estimate::Ratio;
use super::replicated::each;
use schedscope::cluster::{Config, Performance, Policy, Pool, Silent, alone, simulate};
use schedscope::metrics::mean;
use schedscope::workload::{LONG, Mix, Setting, TaskJob, TaskWorkload};

/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;

/// The places of the long job in the experiments, and after what part of the other jobs it comes.
pub const PLACES: [(u32, &str); 3] = [(1, "0 %"), (66, "50 %"), (92, "70 %")];

/// What a row changes about the jobs and the cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Variation {
    /// Nothing.
    Nothing,
    /// Jobs arrive so many times faster.
    Faster(f64),
    /// Durations of tasks within a job are log-normal with this sigma and the same mean.
    Wider(f64),
    /// Every machine has a copy of every block.
    Local,
    /// The production jobs are those with most work, as many as before.
    Largest,
    /// Each job has a reduce as long as its maps for every ten of these, and one at least.
    Reduces,
    /// The long job is no longer than others of its size.
    Short,
}

/// What became of one run.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Of the jobs that count.
    pub performance: Performance,
    /// Their mean response time, in seconds.
    pub response: f64,
    /// How often a task of the long job was killed, per task.
    pub kills: f64,
    /// The factors that make up the system normalized performance, one for each of [`CLASSES`].
    pub factors: [f64; 4],
}

/// Classes of jobs: each contributes the root that the geometric mean over all jobs takes of the product of its own.
pub const CLASSES: [&str; 4] = ["production jobs", "others of at most ten maps", "larger ones", "the long job"];

fn class(job: &TaskJob, is_long: bool) -> usize {
    match job {
        _ if is_long => 3,
        _ if job.pool == 1 => 0,
        _ if job.tasks[0].len() <= 10 => 1,
        _ => 2,
    }
}

/// Seconds of a map of the long job where it is not long: of the longest others of its size.
const SHORT: f64 = 100.0;

/// All replications with the long job in one place.
pub type Runs = Vec<Run>;

fn changed(change: Variation, workload: TaskWorkload, replication: u32) -> TaskWorkload {
    let mut jobs = workload.jobs().to_vec();
    let is_long = |job: &TaskJob| job.tasks[0].iter().any(|task| task.work == LONG);
    match change {
        Variation::Nothing | Variation::Local => {}
        Variation::Faster(factor) => jobs.iter_mut().for_each(|job| job.arrival /= factor),
        Variation::Wider(sigma) => return workload.with_spread(sigma, SEED, replication).expect("legal parameters"),
        Variation::Largest => {
            let count = jobs.iter().filter(|job| job.pool == 1).count();
            let work = |job: &TaskJob| job.tasks[0].iter().map(|task| task.work).sum::<f64>();
            let mut order: Vec<usize> = (0..jobs.len()).filter(|i| !is_long(&jobs[*i])).collect();
            order.sort_by(|a, b| work(&jobs[*b]).total_cmp(&work(&jobs[*a])).then(a.cmp(b)));
            jobs.iter_mut().for_each(|job| job.pool = 0);
            order[..count].iter().for_each(|i| jobs[*i].pool = 1);
        }
        Variation::Reduces => {
            for job in &mut jobs {
                let reduces = (job.tasks[0].len() / 10).max(1);
                job.tasks[1] = job.tasks[0][..reduces].to_vec();
            }
        }
        Variation::Short => {
            let long = jobs.iter_mut().filter(|job| is_long(job));
            long.flat_map(|job| &mut job.tasks[0]).for_each(|task| task.work = SHORT);
        }
    }
    TaskWorkload::new(jobs).expect("legal jobs")
}

/// Runs a policy on so many replications of so many jobs of a mix.
///
/// # Panics
/// If the policy is not valid: they are written in this crate.
pub fn run(mix: Mix, count: u32, place: u32, change: Variation, policy: &str, replications: u32) -> Runs {
    let Setting { machines, slots, slowstart, shares } = mix.setting();
    let pool = |(share, production): &(f64, bool)| Pool { share: Some(*share), production: *production, ..Pool::default() };
    let mut config = Config { machines, slots, slowstart, pools: shares.iter().map(pool).collect(), ..Config::default() };
    if change == Variation::Local {
        config.replication = machines;
    }
    let policy: Policy = policy.parse().expect("a policy of the registry");
    each(replications, |replication| {
        let workload = changed(change, mix.generate_with(place, count, SEED, replication).expect("legal parameters"), replication);
        let config = Config { seed: SEED + u64::from(replication), ..config.clone() };
        let outcome = simulate(&config, &workload, &policy, &mut Silent).expect("the mix's cluster is valid");
        let counted = (count - mix.uncounted(count)) as usize;
        let jobs: Vec<(&TaskJob, f64)> =
            workload.jobs().iter().zip(&outcome.jobs).map(|(job, of)| (job, of.sojourn)).take(counted).collect();
        let slowdowns: Vec<f64> = jobs.iter().map(|(job, sojourn)| sojourn / alone(&config, job)).collect();
        let long = place as usize - 1;
        let mut logs = [0.0; 4];
        for (i, ((job, _), slowdown)) in jobs.iter().zip(&slowdowns).enumerate() {
            logs[class(job, i == long)] -= libm::log(*slowdown) / counted as f64;
        }
        Run {
            performance: Performance::of(&slowdowns),
            response: mean(&jobs.iter().map(|(_, sojourn)| *sojourn).collect::<Vec<_>>()),
            kills: outcome.jobs.get(long).map_or(0.0, |of| f64::from(of.preemptions) / workload.jobs()[long].len() as f64),
            factors: logs.map(libm::exp),
        }
    })
}

/// A policy on a mix with the long job in each of its places.
pub fn everywhere(mix: Mix, change: Variation, policy: &str, replications: u32) -> [Runs; 3] {
    PLACES.map(|(place, _)| run(mix, mix.count(), place, change, policy, replications))
}

/// A number of one policy ÷ that of the other on the same jobs: of each replication the geometric mean over the places.
pub fn ratio(ours: &[Runs; 3], theirs: &[Runs; 3], of: impl Fn(&Run) -> f64) -> Ratio {
    Ratio::of(logs(ours, theirs, of).into_iter().map(libm::exp))
}

/// The logarithm of that, one a replication.
pub fn logs(ours: &[Runs; 3], theirs: &[Runs; 3], of: impl Fn(&Run) -> f64) -> Vec<f64> {
    let log = |place: usize, i: usize| libm::log(of(&ours[place][i]) / of(&theirs[place][i]));
    (0..ours[0].len()).map(|i| mean(&[0, 1, 2].map(|place| log(place, i)))).collect()
}
