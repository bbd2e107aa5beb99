use crate::server::{Outcome, Policy};
use crate::workload::Workload;
use std::io::{self, Write};

/// Writes one line a job: by policy as given, then by replication, then by job as given. `runs` holds, for each
/// replication, its jobs and the outcome of each policy.
pub fn write_per_job(policies: &[Policy], runs: &[(Workload, Vec<Outcome>)], out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    let replicated = runs.len() > 1;
    let columns = ["policy", "replication", "id", "arrival", "size", "estimate", "weight", "completion", "sojourn", "slowdown"];
    csv.write_record(columns.iter().filter(|column| replicated || **column != "replication"))?;
    for (p, policy) in policies.iter().enumerate() {
        for (replication, (workload, outcomes)) in runs.iter().enumerate() {
            for position in workload.given_order() {
                let job = workload.jobs()[position];
                let sojourn = outcomes[p].sojourn[position];
                let row = (job.id, job.arrival, job.size, job.estimate, job.weight, job.arrival + sojourn, sojourn, sojourn / job.size);
                if replicated {
                    csv.serialize((policy.row().key, replication + 1, row))?;
                } else {
                    csv.serialize((policy.row().key, row))?;
                }
            }
        }
    }
    csv.flush()
}
