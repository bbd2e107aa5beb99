use super::*;
use crate::datacenter::Silent;
use crate::workload::BatchWorkload;

/// A task that has not reached its worker.
const ON_ITS_WAY: f64 = -1.0;

/// The order in which two workers that hold tasks with so much attained service get the next task.
fn order(tie: Tie, attained: [&[f64]; 2]) -> Vec<u32> {
    let config = Config { workers: 2, ..Config::default() };
    let mut workload = BatchWorkload::default();
    workload.push(0, 0.0, &[1.0; 8]).unwrap();
    let mut observer = Silent;
    let mut engine = Engine::new(Board::new(&config, &workload, &mut observer), &config, Parameters { tie, ..KAIROS });
    for (worker, attained) in (0..).zip(attained) {
        for attained in attained {
            if *attained != ON_ITS_WAY {
                engine.nodes[worker as usize].idle.push(Resident { attained: *attained, ..TASK });
            }
            engine.change_count(worker, 1);
        }
    }
    engine.queue.push(0, 0..8);
    engine.chosen(attained[0].len())
}

#[test]
fn u16_the_worker_whose_tasks_are_most_alike_comes_first() {
    assert_eq!(order(Tie::Variance, [&[0.0, 10.0], &[5.0, 5.0]]), [1, 0]);
    assert_eq!(order(Tie::Variance, [&[5.0, 5.0], &[0.0, 10.0]]), [0, 1]);
    // Sums of ten each: the first of two equals.
    assert_eq!(order(Tie::Sum, [&[5.0, 5.0], &[0.0, 10.0]]), [0, 1]);
    assert_eq!(order(Tie::Sum, [&[6.0, 6.0], &[0.0, 10.0]]), [1, 0]);
    // Nor have none at all, all of whose tasks are on their way; and their sum is that of one that has just begun.
    assert_eq!(order(Tie::Variance, [&[9.0, ON_ITS_WAY], &[ON_ITS_WAY; 2]]), [0, 1]);
    assert_eq!(order(Tie::Sum, [&[0.0, ON_ITS_WAY], &[ON_ITS_WAY; 2]]), [0, 1]);
    // One task has no variance, whatever it has attained.
    assert_eq!(order(Tie::Variance, [&[9.0], &[1.0]]), [0, 1]);
    assert_eq!(order(Tie::Sum, [&[9.0], &[1.0]]), [1, 0]);
}

const TASK: Resident = Resident { job: 0, duration: 100.0, attained: 0.0, left: 100.0, came: 0.0, paused: 0.0, interrupted: 0 };

/// Completion times of jobs of one task each, submitted so, on one worker with one core.
fn completions(parameters: Parameters, jobs: &[(f64, f64)]) -> Vec<f64> {
    let config = Config { workers: 1, delay: 0.0, ..Config::default() };
    let mut workload = BatchWorkload::default();
    (0..).zip(jobs).for_each(|(id, (arrival, duration))| workload.push(id, *arrival, &[*duration]).unwrap());
    Engine::new(Board::new(&config, &workload, &mut Silent), &config, parameters).run().sojourn
}

#[test]
fn cores_that_are_free_at_one_instant_take_their_turns_by_number() {
    let config = Config { workers: 1, cores: 2, ..Config::default() };
    let workload = BatchWorkload::default();
    let mut observer = Silent;
    let mut engine = Engine::new(Board::new(&config, &workload, &mut observer), &config, KAIROS);
    engine.start(1, TASK, 1.0);
    engine.start(0, TASK, 1.0);
    assert!(matches!(engine.events.pop(), Some((_, Event::Quantum(0, _)))));
}

#[test]
fn who_is_there_at_a_round_takes_part_in_it() {
    let parameters = Parameters { waiting: 0, round: 2.0, ..KAIROS };
    assert_eq!(completions(parameters, &[(4.0, 1.0)]), [1.0]);
    assert_eq!(completions(parameters, &[(3.0, 1.0)]), [2.0]);
    // The round at 4 is over when its task is.
    assert_eq!(completions(parameters, &[(4.0, 2.0), (4.0, 1.0)]), [2.0, 3.0]);
}

#[test]
fn of_tasks_that_are_equally_young_the_first_to_be_interrupted_goes_on() {
    let parameters = Parameters { waiting: 3, round: 0.0, ..KAIROS };
    assert_eq!(completions(parameters, &[(0.0, 10.0); 4]), [20.0, 30.0, 40.0, 10.0]);
}

#[test]
fn quanta_are_counted_from_the_start_even_while_nobody_waits() {
    // A task begins alone, and another waits from some time on: when the quantum ends in which that is, and what is left of
    // its claim to be guarded.
    let config = Config { workers: 1, cores: 2, ..Config::default() };
    let workload = BatchWorkload::default();
    let window = |interrupted: u8, quanta: f64, now: f64| {
        let mut observer = Silent;
        let parameters = Parameters { quantum: 10.0, guard: Guard::Interrupted, ..KAIROS };
        let mut engine = Engine::new(Board::new(&config, &workload, &mut observer), &config, parameters);
        engine.start(0, Resident { interrupted, ..TASK }, quanta);
        engine.now = now;
        engine.set_aside(0, TASK);
        (engine.cores[0].window, engine.cores[0].task.unwrap().interrupted)
    };
    assert_eq!([0.0, 5.0, 10.0, 15.0, 35.0].map(|now| window(3, 1.0, now).0), [10.0, 10.0, 10.0, 20.0, 40.0]);
    // The end of the first was ignored, and the second is twice as long.
    assert_eq!([5.0, 10.0, 15.0, 30.0, 35.0].map(|now| window(4, 1.0, now)), [(10.0, 4), (10.0, 4), (30.0, 0), (30.0, 0), (40.0, 0)]);
    assert_eq!([5.0, 15.0, 25.0].map(|now| window(0, PEACE, now).0), [20.0, 20.0, 30.0]);
    // The same if it is interrupted then.
    let left = [10.0, 15.0].map(|now| {
        let mut observer = Silent;
        let parameters = Parameters { quantum: 10.0, guard: Guard::Interrupted, ..KAIROS };
        let mut engine = Engine::new(Board::new(&config, &workload, &mut observer), &config, parameters);
        engine.start(0, Resident { interrupted: 4, ..TASK }, 1.0);
        engine.now = now;
        engine.pause(0).unwrap().interrupted
    });
    assert_eq!(left, [4, 0]);
}

#[test]
fn quanta_that_are_too_short_for_the_tasks_are_refused() {
    let config = Config { workers: 1, ..Config::default() };
    let mut workload = BatchWorkload::default();
    workload.push(1, 0.0, &[1e8, 1e8]).unwrap();
    let run = |policy: &str| crate::datacenter::simulate(&config, &workload, &policy.parse().unwrap(), &mut Silent);
    let told = run("kairos[w=0.001]").unwrap_err().to_string();
    assert_eq!(told, "policies is kairos[w=0.001]; allowed: w of at least 6.667, as there is work of 200000000");
    assert!(run("kairos[w=100]").is_ok() && run("yarn-fifo").is_ok());
}
