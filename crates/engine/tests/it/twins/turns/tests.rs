//! The plain forms on examples that can be followed by hand, and against the plain forms of formulas.

use super::draw::{Given, Policy, completions, draw};
use super::orders::{self, Aging};
use super::quanta::{self, Allotment, Feedback, Place};
use crate::twins::formula::brute::{self, Rules};
use crate::twins::formula::draw::{furthest, latest};
use crate::twins::formula::{Formula, Preempt, Ties};
use schedscope::workload::Job;

/// Jobs as (size, arrival), rightly estimated.
fn jobs(jobs: &[(f64, f64)]) -> Vec<Job> {
    (0..).zip(jobs).map(|(id, &(size, arrival))| Job { id, arrival, size, estimate: size, weight: 1.0 }).collect()
}

fn weighted(jobs: &[(f64, f64, f64)]) -> Vec<Job> {
    (0..).zip(jobs).map(|(id, &(size, arrival, weight))| Job { id, arrival, size, estimate: size, weight }).collect()
}

const LEVELS: Feedback =
    Feedback { levels: 3, quantum: 1.0, factor: 2.0, boost: None, preempted: Place::First, allotment: Allotment::Kept };

#[test]
fn round_robin() {
    // 1: 0-2, 2: 2-4, 1: 4-6 (3 arrives at 4 before 2 returns: 1, 3, 2 …).
    let three = jobs(&[(5.0, 0.0), (3.0, 1.0), (1.0, 4.0)]);
    assert_eq!(quanta::round_robin(&three, 2.0, 0.0), [9.0, 8.0, 7.0]);
    // An arrival at the end of a quantum stands before the one that is sent away.
    assert_eq!(quanta::round_robin(&jobs(&[(4.0, 0.0), (2.0, 2.0)]), 2.0, 0.0), [6.0, 4.0]);
    // Alone it goes on; whoever arrives within a quantum waits for its end.
    assert_eq!(quanta::round_robin(&jobs(&[(5.0, 0.0), (1.0, 2.5)]), 2.0, 0.0), [6.0, 5.0]);
}

#[test]
fn a_switch_costs() {
    // 0-2, switch, 2.5-4.5, switch, 5-7; the first alone goes on without a switch until 8.
    assert_eq!(quanta::round_robin(&jobs(&[(5.0, 0.0), (2.0, 0.0)]), 2.0, 0.5), [8.0, 4.5]);
    // An idle server gets its first job for nothing, also if it is idle for an instant only.
    assert_eq!(orders::fifo(&jobs(&[(1.0, 0.0), (1.0, 1.0), (1.0, 3.0), (1.0, 3.0)]), 0.5), [1.0, 2.0, 4.0, 5.5]);
    // 0-1, a switch until 1.5, from which the third profits, which came at 1.25: done at 2.5; and so on.
    assert_eq!(orders::srpte(&jobs(&[(9.0, 0.0), (3.0, 1.0), (1.0, 1.25)]), 0.5), [14.5, 6.0, 2.5]);
    assert_eq!(orders::shortest(&jobs(&[(1.0, 0.0), (3.0, 0.5), (1.0, 1.25)]), false, 0.5), [1.0, 6.0, 2.5]);
}

#[test]
fn queues_of_many_levels() {
    // 1: top 0-1, middle 1-1.5; 2 (at 1.5): top until 2.5; 1: the 1.5 left of its middle quantum until 4; 2: middle until 6; then the
    // bottom: 1 until 6.5, 2 until 7.5.
    let two = jobs(&[(3.5, 0.0), (4.0, 1.5)]);
    assert_eq!(quanta::mlfq(&two, LEVELS, 0.0), [6.5, 7.5]);
    // With a fresh quantum on its return, 1 completes in the middle.
    assert_eq!(quanta::mlfq(&two, Feedback { allotment: Allotment::Reset, ..LEVELS }, 0.0), [4.5, 7.5]);
    let three = jobs(&[(3.0, 0.0), (2.5, 0.0), (1.0, 3.0)]);
    // 0-1 and 1-2 in the top, 1 from 2 to 3 in the middle; 3 from 3 to 4; then 1 goes on, or 2 goes first.
    assert_eq!(quanta::mlfq(&three, LEVELS, 0.0), [5.0, 6.5, 4.0]);
    assert_eq!(quanta::mlfq(&three, Feedback { preempted: Place::Last, ..LEVELS }, 0.0), [6.5, 5.5, 4.0]);
    // Boosted at 3, with 1 at its second turn in the middle: top quanta 1: 3-4, 2: 4-5, then the middle.
    let boosted = Feedback { boost: Some(3.0), ..LEVELS };
    assert_eq!(quanta::mlfq(&jobs(&[(3.5, 0.0), (2.5, 0.0)]), boosted, 0.0), [5.5, 6.0]);
    // The phase is that of the first arrival.
    assert_eq!(quanta::mlfq(&jobs(&[(3.5, 7.0), (2.5, 7.0)]), boosted, 0.0), [12.5, 13.0]);
}

#[test]
fn lottery_and_stride() {
    let two = weighted(&[(1.0, 0.0, 1.0), (1.0, 0.0, 3.0)]);
    assert_eq!(quanta::lottery_means(&two, 1.0), [1.75, 1.25]);
    let draws = [0.2, 0.3, 0.9, 0.1];
    let mut next = draws.iter().copied().cycle();
    // The first wins a half, the second two halves and is done, the first is alone.
    assert_eq!(quanta::lottery(&two, 0.5, 0.0, &mut || next.next().unwrap()), [2.0, 1.5]);
    // Passes: 1, 1/3, 2/3, 1 (the first goes first), 2 …
    assert_eq!(quanta::stride(&weighted(&[(3.0, 0.0, 1.0), (5.0, 0.0, 3.0)]), 1.0, 0.0), [8.0, 7.0]);
}

#[test]
fn lottery_means_are_means() {
    let jobs = weighted(&[(1.5, 0.0, 1.0), (2.0, 0.5, 3.0), (1.0, 1.0, 2.0)]);
    let means = quanta::lottery_means(&jobs, 0.5);
    let mut random = crate::twins::random::Random(1);
    let runs = 20_000;
    let mut sums = vec![(0.0, 0.0); 3];
    for _ in 0..runs {
        let mut draw = || random.below(1 << 30) as f64 / f64::from(1 << 30);
        for (sum, done) in sums.iter_mut().zip(quanta::lottery(&jobs, 0.5, 0.0, &mut draw)) {
            *sum = (sum.0 + done, sum.1 + done * done);
        }
    }
    for (mean, (sum, squares)) in means.iter().zip(sums) {
        let of = sum / f64::from(runs);
        let error = ((squares / f64::from(runs) - of * of) / f64::from(runs)).sqrt();
        assert!((of - mean).abs() < 4.0 * error, "{of} ± {error}, expected {mean}");
    }
}

#[test]
fn orders() {
    // At 4 the ratios are 1 + 3/3 and 1 + 2/1.
    assert_eq!(orders::hrrn(&jobs(&[(4.0, 0.0), (3.0, 1.0), (1.0, 2.0)]), 0.0), [4.0, 8.0, 5.0]);
    // Deadlines 8, 5, 8.
    assert_eq!(orders::edf(&jobs(&[(4.0, 0.0), (2.0, 1.0), (3.0, 2.0)]), 2.0, 0.0), [6.0, 3.0, 9.0]);
    let classes = weighted(&[(4.0, 0.0, 1.0), (2.0, 1.0, 2.0), (1.0, 2.0, 4.0)]);
    let run = |rate, aging, preemptive| orders::static_priority(&classes, rate, aging, preemptive, 0.0);
    assert_eq!(run(0.0, Aging::Sojourn, true), [7.0, 4.0, 3.0]);
    assert_eq!(run(0.0, Aging::Wait, false), [4.0, 7.0, 5.0]);
    assert_eq!(run(3.0, Aging::Wait, false), [4.0, 6.0, 7.0]);
    assert_eq!(run(3.0, Aging::Sojourn, true), [4.0, 6.0, 7.0]);
    // The third, small, passes the second, once: the fourth does not.
    assert_eq!(orders::nudge(&jobs(&[(4.0, 0.0), (3.0, 1.0), (0.5, 2.0), (0.5, 3.0)]), 1.0, 0.0), [4.0, 7.5, 4.5, 8.0]);
    // b(2) = 0.145…, b(.5) = 0.932…
    assert_eq!(orders::boost(&jobs(&[(2.0, 0.0), (2.0, 1.0), (0.5, 1.5), (0.5, 1.9)]), 1.0, 0.0), [2.0, 4.5, 2.5, 5.0]);
}

/// The same policies as formulas, by quanta.
#[test]
fn formulas_say_the_same() {
    let always = (Preempt::Always, 1.0 / 1024.0);
    let once = (Preempt::Completion, 1.0);
    let mut compared = 0;
    for seed in 0..1500 {
        let given = Given { switch: 0.0, ..draw(seed) };
        let (formula, (preempt, quantum)) = match given.policy {
            Policy::Fifo => ("arrival".into(), always),
            Policy::Srpt => ("rem".into(), always),
            Policy::Shortest { preemptive: true } => ("est".into(), always),
            Policy::Shortest { preemptive: false } => ("est".into(), once),
            Policy::Srpte => ("estrem".into(), always),
            Policy::Smith { remaining: true } => ("estrem/weight".into(), always),
            Policy::Smith { remaining: false } => ("est/weight".into(), always),
            Policy::Hrrn => ("if(est>0,-(1+wait/est),-inf)".into(), once),
            Policy::Edf { slack } => (format!("arrival+{slack}*est"), always),
            Policy::Priority { rate, aging: Aging::Wait, .. } => (format!("-(weight+{rate}*wait)"), once),
            Policy::Priority { rate, preemptive, .. } => (format!("-(weight+{rate}*sojourn)"), if preemptive { always } else { once }),
            Policy::Boost { gamma } => (format!("arrival - log(1/(1-exp(-{gamma}*est)))/{gamma}"), once),
            Policy::Srptb => ("max(est-age,min(age-est,est))".into(), always),
            Policy::Hedged => ("max(est,age)".into(), always),
            Policy::WeightedLas => ("age/weight".into(), always),
            Policy::RoundRobin { .. } | Policy::Mlfq { .. } | Policy::Stride { .. } | Policy::Nudge { .. } => continue,
        };
        let read = Formula::read(&formula).unwrap();
        let brute = brute::completions(&given.jobs, &read, Rules { preempt, ties: Ties::Fcfs, quantum }).unwrap();
        let twin = completions(&given);
        let within = if preempt == Preempt::Always { 4.0 * quantum * given.jobs.len() as f64 } else { 1e-9 };
        assert!(furthest(&twin, &brute) <= within, "seed {seed}, {formula}: {twin:?}, by quanta {brute:?}\n{given:?}");
        compared += 1;
    }
    assert!(compared > 600);
}

#[test]
fn the_server_works_or_switches() {
    for seed in 0..2000 {
        let given = draw(seed);
        let free = Given { switch: 0.0, ..given.clone() };
        let end = given.jobs.iter().fold(0.0_f64, |end, job| end.max(job.arrival) + job.size);
        assert!((latest(&completions(&free)) - end.max(1.0)).abs() < 1e-8, "{free:?}");
        let done = completions(&given);
        assert!(given.jobs.iter().zip(&done).all(|(job, done)| done - job.arrival >= job.size - 1e-8), "{given:?}");
        assert!(latest(&done) >= latest(&completions(&free)) - 1e-8, "{given:?}");
    }
}

/// A quantum beyond every size makes round robin FIFO; a quantum that is small makes it processor sharing.
#[test]
fn round_robin_between_fifo_and_sharing() {
    let one = Formula::read("1").unwrap();
    for seed in 0..200 {
        let jobs = super::draw::jobs(&mut crate::twins::random::Random(seed));
        assert_eq!(quanta::round_robin(&jobs, 100.0, 0.25), orders::fifo(&jobs, 0.25));
        let shared = crate::twins::formula::shares::completions(&jobs, &one, 0.5).unwrap();
        assert!(furthest(&shared, &quanta::round_robin(&jobs, 1e-4, 0.0)) < 2e-3);
    }
}
