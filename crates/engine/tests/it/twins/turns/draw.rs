//! Random jobs and policies that take turns.

use super::orders::{self, Aging};
use super::quanta::{self, Allotment, Feedback, Place};
use crate::twins::random::Random;
use schedscope::workload::Job;

/// A policy and its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    RoundRobin { quantum: f64 },
    Mlfq { levels: usize, quantum: f64, factor: f64, boost: Option<f64> },
    Stride { quantum: f64 },
    Fifo,
    Srpt,
    Shortest { preemptive: bool },
    Srpte,
    Smith { remaining: bool },
    Hrrn,
    Edf { slack: f64 },
    Priority { rate: f64, aging: Aging, preemptive: bool },
    Boost { gamma: f64 },
    Nudge { threshold: f64 },
    Srptb,
    Hedged,
    WeightedLas,
}

/// What is open in the sources, as the engine documents it.
pub const PREEMPTED: Place = Place::First;
pub const ALLOTMENT: Allotment = Allotment::Kept;

#[derive(Clone, Debug)]
pub struct Given {
    pub policy: Policy,
    /// 0 for policies under which jobs share the server.
    pub switch: f64,
    /// In order of (arrival, id).
    pub jobs: Vec<Job>,
}

pub fn completions(given: &Given) -> Vec<f64> {
    let Given { policy, switch, ref jobs } = *given;
    match policy {
        Policy::RoundRobin { quantum } => quanta::round_robin(jobs, quantum, switch),
        Policy::Mlfq { levels, quantum, factor, boost } => {
            quanta::mlfq(jobs, Feedback { levels, quantum, factor, boost, preempted: PREEMPTED, allotment: ALLOTMENT }, switch)
        }
        Policy::Stride { quantum } => quanta::stride(jobs, quantum, switch),
        Policy::Fifo => orders::fifo(jobs, switch),
        Policy::Srpt => orders::srpt(jobs, switch),
        Policy::Shortest { preemptive } => orders::shortest(jobs, preemptive, switch),
        Policy::Srpte => orders::srpte(jobs, switch),
        Policy::Smith { remaining } => orders::smith(jobs, remaining, switch),
        Policy::Hrrn => orders::hrrn(jobs, switch),
        Policy::Edf { slack } => orders::edf(jobs, slack, switch),
        Policy::Priority { rate, aging, preemptive } => orders::static_priority(jobs, rate, aging, preemptive, switch),
        Policy::Boost { gamma } => orders::boost(jobs, gamma, switch),
        Policy::Nudge { threshold } => orders::nudge(jobs, threshold, switch),
        Policy::Srptb => orders::srptb(jobs),
        Policy::Hedged => orders::hedged(jobs),
        Policy::WeightedLas => orders::weighted_las(jobs),
    }
}

impl Policy {
    pub fn shares(self) -> bool {
        matches!(self, Self::Srptb | Self::Hedged | Self::WeightedLas)
    }
}

/// Three to eight jobs. In quarters, so that arrivals, completions and ends of quanta coincide; or, one time in three, in fractions
/// among which nothing coincides but what starts together, which leaves the conventions out.
pub fn jobs(random: &mut Random) -> Vec<Job> {
    let coincide = !random.one_in(3);
    let mut time = |low, high| {
        if coincide { random.whole(low, high) as f64 / 4.0 } else { random.whole(low * 1_000_000, high * 1_000_000) as f64 / 4_000_003.0 }
    };
    let times: Vec<(f64, f64, f64)> = (0..8).map(|_| (time(0, 32), time(1, 16), time(0, 16))).collect();
    let count = random.whole(3, 8) as usize;
    let job = |(id, (arrival, size, other))| {
        let estimate = if random.one_in(3) { size } else { other };
        Job { id, arrival, size, estimate, weight: random.whole(1, 4) as f64 }
    };
    let mut jobs: Vec<Job> = (0..).zip(times).take(count).map(job).collect();
    jobs.sort_by(|a, b| a.arrival.total_cmp(&b.arrival).then(a.id.cmp(&b.id)));
    jobs
}

pub fn draw(seed: u64) -> Given {
    let mut random = Random(seed ^ 0x7042_4E50);
    let quantum = random.pick(&[0.25, 0.5, 1.0, 1.5, 2.0]);
    let number = random.pick(&[0.0, 0.25, 0.5, 1.0, 2.0]);
    let policy = match random.below(20) {
        0..=2 => Policy::RoundRobin { quantum },
        3..=6 => {
            let boost = random.one_in(2).then(|| random.pick(&[3.0, 4.25, 10.0]));
            Policy::Mlfq { levels: 1 + random.below(5), quantum, factor: random.pick(&[1.0, 1.5, 2.0, 2.0]), boost }
        }
        7 => Policy::Stride { quantum },
        8 if random.one_in(2) => Policy::Fifo,
        8 => Policy::Srpt,
        9 => Policy::Shortest { preemptive: random.one_in(2) },
        10 => Policy::Srpte,
        11 => Policy::Smith { remaining: random.one_in(2) },
        12 => Policy::Hrrn,
        13 => Policy::Edf { slack: number },
        14 => match random.below(3) {
            0 => Policy::Priority { rate: number, aging: Aging::Wait, preemptive: false },
            which => Policy::Priority { rate: number, aging: Aging::Sojourn, preemptive: which == 1 },
        },
        15 => Policy::Boost { gamma: 0.1 + number },
        16 => Policy::Nudge { threshold: 1.0 + number },
        17 => Policy::Srptb,
        18 => Policy::Hedged,
        _ => Policy::WeightedLas,
    };
    let switch = if policy.shares() { 0.0 } else { random.pick(&[0.0, 0.0, 0.25, 0.5]) };
    Given { policy, switch, jobs: jobs(&mut random) }
}
