use schedscope::datacenter::{Stint, Timeline, Wait};

/// A short task that waits in a queue behind a long one until it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stuck {
    /// Position of its job.
    pub job: u32,
    /// The worker.
    pub worker: u32,
    /// When it comes there, in seconds.
    pub from: f64,
    /// When it is served.
    pub to: f64,
}

/// Of each job the task that is stuck longest, by the instant at which it comes; none in a large run.
pub fn stuck(timeline: &Timeline) -> Vec<Stuck> {
    let mut longest: Vec<Option<Stuck>> = vec![None; timeline.jobs.len()];
    for wait in timeline.waits.iter().filter(|wait| is_served(timeline, wait) && timeline.behind_long(wait)) {
        let Wait { worker, job, from, to } = *wait;
        let its = &mut longest[job as usize];
        if its.is_none_or(|before| before.to - before.from < to - from) {
            *its = Some(Stuck { job, worker, from, to });
        }
    }
    let mut all: Vec<Stuck> = longest.into_iter().flatten().collect();
    all.sort_by(|a, b| a.from.total_cmp(&b.from));
    all
}

/// Whether a task of the job runs where it has waited, at once or when the scheduler has sent it.
fn is_served(timeline: &Timeline, wait: &Wait) -> bool {
    let runs = |from: f64| timeline.begins(wait.worker, from).filter(|stint: &&Stint| stint.job == wait.job);
    runs(wait.to).any(|stint| stint.running || runs(stint.to).any(|next| next.running))
}
