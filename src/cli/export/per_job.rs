use schedscope_core::experiment::{Kept, Study};
use std::io::{self, Write};

/// Writes one line a job: by policy as given, then by replication, then by job as given. `runs` holds, for each replication, its jobs
/// and the outcome of each policy.
pub fn write_per_job(study: &Study, runs: &[Kept], out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).flexible(true).from_writer(out);
    let replicated = runs.len() > 1;
    let mut titles = vec!["policy"];
    titles.extend(replicated.then_some("replication"));
    titles.extend(study.scenario().kind().job_titles());
    csv.write_record(titles)?;
    for (p, policy) in study.choices().iter().enumerate() {
        for (replication, (drawn, outcomes)) in (1..).zip(runs) {
            let head: Vec<String> = std::iter::once(policy.to_string()).chain(replicated.then(|| replication.to_string())).collect();
            for row in study.plan().job_rows(drawn, &outcomes[p]) {
                csv.serialize((&head, row))?;
            }
        }
    }
    csv.flush()
}
