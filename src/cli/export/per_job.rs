use crate::experiment::{Drawn, Kept, Run};
use schedscope_engine::registry::Choice;
use std::io::{self, Write};

/// A job of any world as a row shows it.
#[derive(serde::Serialize)]
struct Row {
    id: u64,
    arrival: f64,
    size: f64,
    estimate: f64,
    weight: f64,
    completion: f64,
    sojourn: f64,
    slowdown: f64,
}

const COLUMNS: [&str; 8] = ["id", "arrival", "size", "estimate", "weight", "completion", "sojourn", "slowdown"];

/// Of the cluster: tasks, size class, times a task lost its slot to another job, seconds of work lost with that, and
/// estimated ÷ true size of each phase where the policy estimates.
const CLUSTER: [&str; 6] = ["tasks", "bin", "preemptions", "work_lost", "map_estimate", "reduce_estimate"];

/// Writes one line a job: by policy as given, then by replication, then by job as given. `runs` holds, for each
/// replication, its jobs and the outcome of each policy. The cluster and the
/// datacenter add columns of their own; `reporting` is the mean task duration above which a job of the latter is long.
pub fn write_per_job(policies: &[Choice], runs: &[Kept], reporting: f64, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).flexible(true).from_writer(out);
    let replicated = runs.len() > 1;
    let mut titles = vec!["policy"];
    titles.extend(replicated.then_some("replication"));
    titles.extend(COLUMNS);
    if runs.iter().any(|(drawn, _)| matches!(drawn, Drawn::Cluster(..))) {
        titles.extend(CLUSTER);
    }
    if runs.iter().any(|(drawn, _)| matches!(drawn, Drawn::Datacenter(..))) {
        titles.extend(["class", "tasks"]);
    }
    csv.write_record(titles)?;
    for (p, policy) in policies.iter().enumerate() {
        for (replication, (drawn, outcomes)) in (1..).zip(runs) {
            let head: Vec<String> = std::iter::once(policy.to_string()).chain(replicated.then(|| replication.to_string())).collect();
            match (drawn, &outcomes[p]) {
                (Drawn::Server(workload), Run::Server(outcome)) => {
                    for position in workload.given_order() {
                        let job = workload.jobs()[position];
                        let sojourn = outcome.sojourn[position];
                        let row = Row {
                            id: job.id,
                            arrival: job.arrival,
                            size: job.size,
                            estimate: job.estimate,
                            weight: job.weight,
                            completion: job.arrival + sojourn,
                            sojourn,
                            slowdown: sojourn / job.size,
                        };
                        csv.serialize((&head, row))?;
                    }
                }
                (Drawn::Cluster(workload, alone, _), Run::Cluster(outcome)) => {
                    for position in workload.given_order() {
                        let job = &workload.jobs()[position];
                        let of = &outcome.jobs[position];
                        let sojourn = of.sojourn;
                        let size = schedscope_engine::workload::Phase::ALL.map(|phase| job.size(phase)).iter().sum::<f64>();
                        let row = Row {
                            id: job.id,
                            arrival: job.arrival,
                            size,
                            estimate: size * job.error,
                            weight: job.weight,
                            completion: job.arrival + sojourn,
                            sojourn,
                            slowdown: sojourn / alone[position],
                        };
                        csv.serialize((&head, row, job.len(), job.bin, of.preemptions, of.work_lost, of.estimates))?;
                    }
                }
                (Drawn::Datacenter(workload, alone, _), Run::Datacenter(outcome)) => {
                    for ((job, sojourn), alone) in workload.jobs().iter().zip(&outcome.completion).zip(alone) {
                        let size = workload.durations(job).iter().sum::<f64>();
                        let row = Row {
                            id: job.id,
                            arrival: job.arrival,
                            size,
                            estimate: job.estimate * f64::from(job.tasks()),
                            weight: 1.0,
                            completion: job.arrival + sojourn,
                            sojourn: *sojourn,
                            slowdown: sojourn / alone,
                        };
                        let class = if job.mean > reporting { "long" } else { "short" };
                        csv.serialize((&head, row, class, job.tasks()))?;
                    }
                }
                _ => unreachable!("a study draws and runs in one world"),
            }
        }
    }
    csv.flush()
}
