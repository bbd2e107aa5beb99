use super::{Known, Rank, Ranked, Ranking, Started};
use crate::server::JobState;
use crate::server::scheduler::{Next, Scheduler};
use crate::sim::TIE;
use crate::workload::Job;

/// A shortest-first rule on m servers: the m jobs that rank first run, each on one server.
///
/// All running jobs shrink at the same speed, so their order stays; they are few, and kept in a sorted list:
/// O(m + log n) an event.
#[derive(Debug)]
pub struct ShortestOfMany {
    ranking: Ranking,
    servers: usize,
    /// The first comes first.
    running: Vec<Started>,
}

impl ShortestOfMany {
    pub fn new(rank: Rank, known: Known, jobs: usize, servers: u32) -> Self {
        let servers = servers as usize;
        Self { ranking: Ranking::new(rank, known, jobs), servers, running: Vec::with_capacity(servers.min(jobs) + 1) }
    }

    fn share(&self) -> f64 {
        1.0 / self.servers as f64
    }

    fn run(&mut self, job: Started) {
        let place = self.running.partition_point(|other| self.ranking.before(other, &job));
        self.running.insert(place, job);
    }

    /// Whether the running job has used up its estimate.
    fn is_late(&self, job: &Started) -> bool {
        self.ranking.shrinks() && job.key <= TIE * job.scale
    }
}

impl Scheduler for ShortestOfMany {
    fn arrive(&mut self, index: u32, job: &Job) {
        let new = self.ranking.enter(index, job);
        if self.running.len() < self.servers {
            self.run(new);
        } else if let Some(place) = self.running.iter().rposition(|running| self.ranking.interrupts(&new, running)) {
            self.ranking.interrupt(self.running.remove(place));
            self.run(new);
        } else {
            self.ranking.wait(&new);
        }
    }

    fn next(&self) -> Next {
        let least = self.running.iter().map(|job| job.remaining.max(0.0)).fold(f64::INFINITY, f64::min);
        Next { completion: least / self.share(), ..Next::NEVER }
    }

    fn advance(&mut self, dt: f64) {
        let done = dt * self.share();
        let falls = if self.ranking.shrinks() { done } else { 0.0 };
        for job in &mut self.running {
            job.remaining -= done;
            job.key -= falls;
        }
    }

    fn complete(&mut self) -> Option<u32> {
        let place = self.running.iter().position(|job| job.remaining <= TIE * job.size)?;
        let complete = self.running.remove(place);
        if let Some(next) = self.ranking.next() {
            self.run(next);
        }
        Some(complete.index)
    }

    fn act(&mut self, _: &[Job]) {}

    fn late(&self) -> usize {
        self.running.iter().filter(|job| self.is_late(job)).count()
    }

    fn for_each(&self, _: &[Job], visit: &mut dyn FnMut(JobState)) {
        let mut show = |ranked: Ranked, share: f64, late: bool| {
            let Ranked { index, remaining, virtual_remaining, virtual_rate } = ranked;
            visit(JobState { job: index, remaining, virtual_remaining, virtual_rate, share, late });
        };
        for job in &self.running {
            show(self.ranking.show(job, self.share()), self.share(), self.is_late(job));
        }
        self.ranking.for_each(&mut |ranked| show(ranked, 0.0, false));
    }
}
