use super::Sharing;
use crate::sim::{Falling, Forest, TIE};
use crate::workload::Job;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// The jobs with the least attained service first; those that tie share equally.
///
/// Jobs of equal attained service form a [`Group`] whose remaining sizes fall together. A job that joins with less
/// attained service goes before all others; a group that catches up with the next is melded with it. On m servers the
/// least attained m jobs are served, so up to m groups at once, each job on at most one server, and the last of these
/// groups may have to share what is left.
#[derive(Debug)]
pub struct LeastAttained {
    servers: usize,
    forest: Forest,
    /// Groups that are served, the least attained first.
    front: Vec<Group>,
    /// Groups that wait, the least attained on top.
    waiting: BinaryHeap<Reverse<Group>>,
    served: usize,
    len: usize,
}

/// Jobs of equal attained service; groups are ordered by it.
#[derive(Debug)]
struct Group {
    attained: f64,
    jobs: Falling,
}

impl Ord for Group {
    fn cmp(&self, other: &Self) -> Ordering {
        self.attained.total_cmp(&other.attained)
    }
}

impl PartialOrd for Group {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Group {}

impl LeastAttained {
    pub fn new(jobs: usize, servers: u32) -> Self {
        let servers = servers as usize;
        Self {
            servers,
            forest: Forest::with_capacity(super::room(jobs)),
            front: Vec::with_capacity(servers.min(jobs) + 2),
            waiting: BinaryHeap::with_capacity(super::room(jobs)),
            served: 0,
            len: 0,
        }
    }

    /// Groups with the share of the server that each of their jobs has.
    fn shares(&self, speed: f64) -> impl Iterator<Item = (&Group, f64)> {
        let mut free = self.servers;
        let one = speed / self.servers as f64;
        self.front.iter().map(move |group| {
            let jobs = group.jobs.len();
            let share = if jobs <= free { one } else { one * free as f64 / jobs as f64 };
            free = free.saturating_sub(jobs);
            (group, share)
        })
    }

    fn next_waiting(&self) -> Option<f64> {
        self.waiting.peek().map(|Reverse(group)| group.attained)
    }

    /// Whether attained services `a ≤ b` are a tie.
    fn level(a: f64, b: f64) -> bool {
        b - a <= TIE * b
    }

    /// Restores the invariant: neighbouring groups differ, and just those are in front that have a server.
    fn settle(&mut self) {
        let mut i = 1;
        while i < self.front.len() {
            if Self::level(self.front[i - 1].attained, self.front[i].attained) {
                let group = self.front.remove(i);
                self.forest.meld(&mut self.front[i - 1].jobs, group.jobs);
            } else {
                i += 1;
            }
        }
        let mut served = 0;
        let mut keep = 0;
        while keep < self.front.len() && served < self.servers {
            served += self.front[keep].jobs.len();
            keep += 1;
        }
        self.waiting.extend(self.front.drain(keep..).map(Reverse));
        while let Some(attained) = self.next_waiting() {
            let ties = self.front.last().is_some_and(|last| Self::level(last.attained, attained));
            if !ties && served >= self.servers {
                break;
            }
            if let Some(Reverse(group)) = self.waiting.pop() {
                served += group.jobs.len();
                match self.front.last_mut().filter(|_| ties) {
                    Some(last) => self.forest.meld(&mut last.jobs, group.jobs),
                    None => self.front.push(group),
                }
            }
        }
        self.served = served;
    }
}

impl Sharing for LeastAttained {
    fn insert(&mut self, index: u32, job: &Job, remaining: f64, attained: f64) {
        self.len += 1;
        let mut jobs = Falling::new();
        self.forest.insert(&mut jobs, index, remaining, job.size);
        let group = Group { attained, jobs };
        match self.front.iter().position(|other| group <= *other) {
            Some(position) => self.front.insert(position, group),
            None => self.waiting.push(Reverse(group)),
        }
        self.settle();
    }

    fn completion(&self, speed: f64) -> f64 {
        self.shares(speed)
            .filter_map(|(group, share)| self.forest.top(&group.jobs).map(|top| top.key.max(0.0) / share))
            .fold(f64::INFINITY, f64::min)
    }

    fn event(&self, speed: f64) -> f64 {
        // Groups on full servers rise together; only the last may be slower than the one before, or reach one that waits.
        let mut ahead: Option<(f64, f64)> = None;
        let mut soonest = f64::INFINITY;
        for (group, share) in self.shares(speed) {
            if let Some((attained, faster)) = ahead.filter(|(_, faster)| *faster > share) {
                soonest = soonest.min((group.attained - attained) / (faster - share));
            }
            ahead = Some((group.attained, share));
        }
        if let (Some((attained, share)), Some(waiting)) = (ahead, self.next_waiting()) {
            soonest = soonest.min((waiting - attained).max(0.0) / share);
        }
        soonest
    }

    fn advance(&mut self, dt: f64, speed: f64) {
        let mut free = self.servers;
        let one = speed / self.servers as f64;
        for group in &mut self.front {
            let jobs = group.jobs.len();
            let share = if jobs <= free { one } else { one * free as f64 / jobs as f64 };
            free = free.saturating_sub(jobs);
            self.forest.fall(&group.jobs, dt * share);
            group.attained += dt * share;
        }
    }

    fn complete(&mut self) -> Option<u32> {
        for i in 0..self.front.len() {
            if let Some(top) = self.forest.top(&self.front[i].jobs).filter(|top| top.is_due()) {
                self.forest.pop(&mut self.front[i].jobs);
                if self.front[i].jobs.is_empty() {
                    self.front.remove(i);
                }
                self.len -= 1;
                self.settle();
                return Some(top.item);
            }
        }
        None
    }

    fn act(&mut self) {
        self.settle();
    }

    fn len(&self) -> usize {
        self.len
    }

    fn served(&self) -> usize {
        self.served
    }

    fn for_each(&self, speed: f64, visit: &mut dyn FnMut(u32, f64, f64)) {
        for (group, share) in self.shares(speed) {
            self.forest.for_each(&group.jobs, |index, remaining| visit(index, remaining, share));
        }
        for Reverse(group) in &self.waiting {
            self.forest.for_each(&group.jobs, |index, remaining| visit(index, remaining, 0.0));
        }
    }
}
