//! What is said of a job: what it is, and what it gets under each policy.

use super::Replay;
use crate::format;
use schedscope_core::pictures::cluster::{ClusterRun, class_word};

/// What a job gets under a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Gets {
    /// The policy's name.
    pub policy: String,
    /// Seconds from its arrival to its first slot.
    pub first: f64,
    /// Mean number of slots that it holds while it is in the system.
    pub held: f64,
    /// Seconds from its arrival to its completion.
    pub sojourn: f64,
}

/// What a job gets under each policy.
pub fn gets(shown: &Replay, id: u64) -> Vec<Gets> {
    let runs = shown.runs.runs.iter().enumerate().filter_map(|(which, run)| Some((run, shown.runs.position(which, id)?)));
    let of = |(run, position): (&ClusterRun, usize)| {
        let job = run.timeline.jobs[position];
        let bars = || run.timeline.bars.iter().filter(|bar| bar.job as usize == position);
        let sojourn = job.completion - job.arrival;
        Gets {
            policy: run.name.clone(),
            first: bars().map(|bar| bar.from).fold(f64::INFINITY, f64::min) - job.arrival,
            held: bars().map(|bar| bar.to - bar.from).sum::<f64>() / sojourn,
            sojourn,
        }
    };
    runs.map(of).collect()
}

/// What a job is.
pub fn about(shown: &Replay, id: u64) -> String {
    let Some(run) = shown.runs.runs.first() else { return String::new() };
    let Some(job) = shown.runs.position(0, id).map(|position| run.timeline.jobs[position]) else { return String::new() };
    let size = match job.bin.map_or("", class_word) {
        "" => String::new(),
        word => word[..1].to_uppercase() + &word[1..] + ": ",
    };
    let [maps, reduces] = job.tasks.map(u64::from);
    let counts = format!("{}, {}", format::counted(maps, "map", "maps"), format::counted(reduces, "reduce", "reduces"));
    let production = if job.production { " A production job." } else { "" };
    let chain = job.chain.map_or_else(String::new, |leader| {
        run.timeline.jobs.get(leader as usize).map_or_else(String::new, |leader| format!(" In the chain of J{}.", leader.id))
    });
    format!("{size}{counts}. Arrives at {:.0} s.{production}{chain}", job.arrival)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::Cluster;
    use crate::inquiry::Told;
    use crate::stage::{Change, Played};
    use crate::testing::done;
    use schedscope_core::experiment::Scenario;

    #[test]
    fn a_job_is_told_what_it_gets() {
        // One slot: the second job waits for the first.
        let query = "policies=fifo&system.kind=cluster&system.machines=1&system.map_slots=1&system.heartbeat=0.0\
            &workload.jobs=[{ arrival = 0.0, maps = [10.0] }, { arrival = 4.0, maps = [6.0] }]";
        let mut cluster = Played::<Cluster>::open(false);
        cluster.follow(Ok(Scenario::from_query(query).unwrap()));
        let (generation, asked) = (cluster.bench.inquiry.generation, cluster.bench.scenario.clone());
        cluster.change(Change::Told(Told::Started(generation)));
        cluster.change(Change::Told(Told::Heard(done(generation, &asked, 0))));
        let (_, shown) = cluster.bench.inquiry.answer.clone().unwrap();
        let second = gets(&shown, 2);
        assert_eq!(second, [Gets { policy: "FIFO".to_owned(), first: 6.0, held: 0.5, sojourn: 12.0 }]);
        assert_eq!(about(&shown, 2), "1 map, 0 reduces. Arrives at 4 s.");
        assert!(gets(&shown, 9).is_empty() && about(&shown, 9).is_empty(), "there is no such job");
    }
}
