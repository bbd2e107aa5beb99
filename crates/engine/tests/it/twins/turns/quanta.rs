//! Policies with a quantum: round robin, multi-level feedback queue, lottery, stride.

use super::{TINY, Turns, play};
use schedscope::workload::Job;

/// Round robin: the first in line is served for a quantum, then stands at the end of the line. Whoever arrives stands at the end.
/// A job that is alone is served on, quantum by quantum; an arrival waits for the end of the quantum under way.
pub fn round_robin(jobs: &[Job], quantum: f64, switch: f64) -> Vec<f64> {
    mlfq(jobs, Feedback { levels: 1, quantum, factor: 1.0, boost: None, preempted: Place::First, allotment: Allotment::Kept }, switch)
}

/// Where a job stands in its queue after one of a higher level has taken the server from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    First,
    Last,
}

/// What becomes of the quantum of a job that loses the server before its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Allotment {
    /// It goes on where it was (OSTEP, rule 4 as amended: nobody can game the scheduler).
    Kept,
    /// It starts anew.
    Reset,
}

/// Arpaci-Dusseau, Operating Systems: Three Easy Pieces, chapter 8: jobs enter at the top; the first of the highest queue is
/// served; who has used up the quantum of its level, in one turn or many, goes to the end of the next lower queue, at the
/// bottom to the end of the same.
#[derive(Clone, Copy, Debug)]
pub struct Feedback {
    pub levels: usize,
    /// Of the top level.
    pub quantum: f64,
    /// Quantum of each level ÷ that of the one above.
    pub factor: f64,
    /// Every so often, from the first arrival on, all jobs move to the top with a fresh quantum: those of higher levels stand before
    /// those of lower ones, so that the job that is served goes on.
    pub boost: Option<f64>,
    pub preempted: Place,
    pub allotment: Allotment,
}

pub fn mlfq(jobs: &[Job], rules: Feedback, switch: f64) -> Vec<f64> {
    let first = jobs.first().map_or(0.0, |job| job.arrival);
    let queues = vec![vec![]; rules.levels];
    play(jobs, switch, &mut Mlfq { rules, queues, used: vec![0.0; jobs.len()], served: None, first, boosts: 1 })
}

struct Mlfq {
    rules: Feedback,
    /// From the top; the job that is served is the first of its queue.
    queues: Vec<Vec<usize>>,
    used: Vec<f64>,
    served: Option<(usize, usize)>,
    first: f64,
    boosts: u32,
}

impl Turns for Mlfq {
    fn arrives(&mut self, job: usize, _: f64) {
        self.queues[0].push(job);
    }

    fn completes(&mut self, job: usize) {
        self.queues.iter_mut().for_each(|queue| queue.retain(|&other| other != job));
        self.served = None;
    }

    fn chosen(&mut self, _: f64, _: &[f64]) -> Option<usize> {
        let level = self.queues.iter().position(|queue| !queue.is_empty())?;
        let job = self.queues[level][0];
        if let Some((old, of)) = self.served
            && old != job
        {
            if self.rules.allotment == Allotment::Reset {
                self.used[old] = 0.0;
            }
            if self.rules.preempted == Place::Last {
                self.queues[of].retain(|&job| job != old);
                self.queues[of].push(old);
            }
        }
        self.served = Some((job, level));
        Some(job)
    }

    fn quantum_left(&self) -> f64 {
        self.served.map_or(f64::INFINITY, |(job, level)| self.rules.quantum * libm::pow(self.rules.factor, level as f64) - self.used[job])
    }

    fn serves(&mut self, service: f64) {
        if let Some((job, _)) = self.served {
            self.used[job] += service;
        }
    }

    fn quantum_ends(&mut self) {
        if let Some((job, level)) = self.served.take() {
            self.used[job] = 0.0;
            self.queues[level].remove(0);
            self.queues[(level + 1).min(self.rules.levels - 1)].push(job);
        }
    }

    fn next_boost(&self) -> f64 {
        self.rules.boost.map_or(f64::INFINITY, |period| self.first + period * f64::from(self.boosts))
    }

    fn boosts(&mut self) {
        self.boosts += 1;
        let all = self.queues.iter_mut().flat_map(std::mem::take).collect();
        self.queues[0] = all;
        self.used.fill(0.0);
        self.served = self.served.map(|(job, _)| (job, 0));
    }
}

/// Lottery (Waldspurger and Weihl 1994): as a quantum ends or a job completes, one of the jobs present is drawn, with chances in
/// proportion to weights: in order of (arrival, id), the first at which the sum of weights exceeds draw × total. An
/// arrival waits for the next drawing. A job that is alone is drawn as well.
pub fn lottery(jobs: &[Job], quantum: f64, switch: f64, draw: &mut dyn FnMut() -> f64) -> Vec<f64> {
    let weights = jobs.iter().map(|job| job.weight).collect();
    play(jobs, switch, &mut Lottery { weights, quantum, present: vec![], winner: None, used: 0.0, draw })
}

struct Lottery<'a> {
    weights: Vec<f64>,
    quantum: f64,
    present: Vec<usize>,
    winner: Option<usize>,
    used: f64,
    draw: &'a mut dyn FnMut() -> f64,
}

impl Turns for Lottery<'_> {
    fn arrives(&mut self, job: usize, _: f64) {
        self.present.push(job);
    }

    fn completes(&mut self, job: usize) {
        self.present.retain(|&other| other != job);
        self.quantum_ends();
    }

    fn chosen(&mut self, _: f64, _: &[f64]) -> Option<usize> {
        if self.winner.is_none() && !self.present.is_empty() {
            let total: f64 = self.present.iter().map(|&job| self.weights[job]).sum();
            let draw = (self.draw)() * total;
            let mut sum = 0.0;
            self.winner = self.present.iter().copied().find(|&job| {
                sum += self.weights[job];
                sum > draw
            });
        }
        self.winner
    }

    fn quantum_left(&self) -> f64 {
        self.quantum - self.used
    }

    fn serves(&mut self, service: f64) {
        self.used += service;
    }

    fn quantum_ends(&mut self) {
        (self.winner, self.used) = (None, 0.0);
    }
}

/// Mean completion times under the lottery without a cost of switching, by all sequences of winners.
pub fn lottery_means(jobs: &[Job], quantum: f64) -> Vec<f64> {
    let mut means = vec![0.0; jobs.len()];
    draw_on(jobs, quantum, f64::NEG_INFINITY, &vec![0.0; jobs.len()], 1.0, &mut means);
    means
}

fn draw_on(jobs: &[Job], quantum: f64, now: f64, ages: &[f64], chance: f64, means: &mut [f64]) {
    let left = |i: usize| jobs[i].size - ages[i];
    let open: Vec<usize> = (0..jobs.len()).filter(|&i| left(i) > TINY).collect();
    let present: Vec<usize> = open.iter().copied().filter(|&i| jobs[i].arrival <= now + TINY).collect();
    let total: f64 = present.iter().map(|&i| jobs[i].weight).sum();
    for &i in &present {
        let (service, chance) = (quantum.min(left(i)), chance * jobs[i].weight / total);
        let mut ages = ages.to_vec();
        ages[i] += service;
        if left(i) <= service + TINY {
            means[i] += chance * (now + service);
        }
        draw_on(jobs, quantum, now + service, &ages, chance, means);
    }
    if let Some(&next) = open.first().filter(|_| present.is_empty()) {
        draw_on(jobs, quantum, jobs[next].arrival, ages, chance, means);
    }
}

/// Stride (Waldspurger and Weihl 1995): the job of least pass is served for a quantum, ties in order of (arrival, id), and its
/// pass grows by 1 ÷ weight as the quantum ends. A newcomer gets the least pass of those present (that of the job being
/// served without the quantum under way), 0 if there is none. An arrival waits for the end of the quantum.
pub fn stride(jobs: &[Job], quantum: f64, switch: f64) -> Vec<f64> {
    let strides: Vec<f64> = jobs.iter().map(|job| 1.0 / job.weight).collect();
    play(jobs, switch, &mut Stride { passes: vec![0.0; strides.len()], strides, quantum, present: vec![], served: None, used: 0.0 })
}

struct Stride {
    strides: Vec<f64>,
    passes: Vec<f64>,
    quantum: f64,
    present: Vec<usize>,
    served: Option<usize>,
    used: f64,
}

impl Stride {
    /// The first of those with the least pass; thirds that differ by rounding are equal.
    fn least(&self) -> Option<usize> {
        let least = self.present.iter().map(|&job| self.passes[job]).fold(f64::INFINITY, f64::min);
        self.present.iter().copied().find(|&job| self.passes[job] <= least + 1e-9)
    }
}

impl Turns for Stride {
    fn arrives(&mut self, job: usize, _: f64) {
        self.passes[job] = self.least().map_or(0.0, |least| self.passes[least]);
        self.present.push(job);
    }

    fn completes(&mut self, job: usize) {
        self.present.retain(|&other| other != job);
        (self.served, self.used) = (None, 0.0);
    }

    fn chosen(&mut self, _: f64, _: &[f64]) -> Option<usize> {
        self.served = self.served.or_else(|| self.least());
        self.served
    }

    fn quantum_left(&self) -> f64 {
        self.quantum - self.used
    }

    fn serves(&mut self, service: f64) {
        self.used += service;
    }

    fn quantum_ends(&mut self) {
        if let Some(job) = self.served.take() {
            self.passes[job] += self.strides[job];
        }
        self.used = 0.0;
    }
}
