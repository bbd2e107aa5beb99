use schedscope_core::experiment::Study;
use std::io::{self, Write};

/// Runs everything again and writes, as it ends, one line a stretch in which a task held a slot: by policy as given, then by replication,
/// then by end.
pub fn write_per_task(study: &Study, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).flexible(true).from_writer(out);
    let replications = study.scenario().replications;
    let replicated = replications > 1;
    let mut titles = vec!["policy"];
    titles.extend(replicated.then_some("replication"));
    titles.extend(study.scenario().kind().task_titles());
    csv.write_record(titles)?;
    for (p, policy) in study.choices().iter().enumerate() {
        for replication in 0..replications {
            let head: Vec<String> = std::iter::once(policy.to_string()).chain(replicated.then(|| (replication + 1).to_string())).collect();
            let mut written = Ok(());
            let each = &mut |row| {
                if written.is_ok() {
                    written = csv.serialize((&head, row));
                }
            };
            study.plan().tell_tasks(&study.draw(replication), p, each);
            written?;
        }
    }
    csv.flush()
}
