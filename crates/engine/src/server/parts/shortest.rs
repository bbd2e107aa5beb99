use super::{Head, Known, Order, Rank, Ranked, Ranking, Started};
use crate::sim::TIE;
use crate::workload::Job;

/// The job of which the least is left (SRPT) or whose original size is least (PSJF, SJF) goes first.
#[derive(Debug)]
pub struct ShortestFirst {
    ranking: Ranking,
    head: Option<Started>,
}

impl ShortestFirst {
    pub fn new(rank: Rank, known: Known, jobs: usize) -> Self {
        Self { ranking: Ranking::new(rank, known, jobs), head: None }
    }
}

impl Order for ShortestFirst {
    fn insert(&mut self, index: u32, job: &Job) {
        let new = self.ranking.enter(index, job);
        match self.head {
            None => self.head = Some(new),
            Some(head) if self.ranking.interrupts(&new, &head) => {
                self.ranking.interrupt(head);
                self.head = Some(new);
            }
            Some(_) => self.ranking.wait(&new),
        }
    }

    fn head(&self) -> Option<Head> {
        self.head.map(|Started { index, remaining, size, .. }| Head { index, remaining, size })
    }

    fn event(&self, speed: f64) -> (f64, f64) {
        match &self.head {
            Some(head) if self.ranking.shrinks() => {
                let tolerance = TIE * head.scale;
                if head.key <= tolerance {
                    (0.0, 0.0)
                } else if speed > 0.0 {
                    (head.key / speed, tolerance / speed)
                } else {
                    (f64::INFINITY, 0.0)
                }
            }
            _ => (f64::INFINITY, 0.0),
        }
    }

    fn advance(&mut self, dt: f64, speed: f64) {
        if let Some(head) = &mut self.head {
            head.remaining -= dt * speed;
            if self.ranking.shrinks() {
                head.key -= dt * speed;
            }
        }
    }

    fn remove_head(&mut self) {
        self.head = self.ranking.next();
    }

    fn act(&mut self) -> Option<(u32, f64)> {
        let late = self.head?;
        self.head = self.ranking.next();
        Some((late.index, late.remaining))
    }

    fn for_each(&self, speed: f64, visit: &mut dyn FnMut(Ranked)) {
        if let Some(head) = &self.head {
            visit(self.ranking.show(head, speed));
        }
        self.ranking.for_each(visit);
    }

    fn of_late(&self, job: &Job, remaining: f64, share: f64) -> (f64, f64) {
        (self.ranking.left(job, remaining), share)
    }
}
