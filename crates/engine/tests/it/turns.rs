//! Policies of courses on operating systems: the examples of the textbooks.

use schedscope::server::{Config, Policy, Silent, Timeline, simulate};
use schedscope::workload::{Job, Workload};

/// (arrival, size, weight) of each job; estimates are sizes.
type Jobs<'a> = &'a [(f64, f64, f64)];

fn workload(jobs: Jobs) -> Workload {
    let job = |(id, &(arrival, size, weight)): (usize, &_)| Job { id: id as u64 + 1, arrival, size, estimate: size, weight };
    Workload::new(jobs.iter().enumerate().map(job)).unwrap()
}

fn at_once(sizes: &[f64]) -> Vec<(f64, f64, f64)> {
    sizes.iter().map(|size| (0.0, *size, 1.0)).collect()
}

fn sojourns(jobs: Jobs, policy: &str, switch_cost: f64) -> Vec<f64> {
    let config = Config { switch_cost, ..Config::default() };
    simulate(&config, &workload(jobs), &policy.parse().unwrap(), &mut Silent).unwrap().sojourn
}

fn waits(jobs: Jobs, policy: &str) -> Vec<f64> {
    sojourns(jobs, policy, 0.0).iter().zip(jobs).map(|(sojourn, job)| sojourn - job.1).collect()
}

fn completions(jobs: Jobs, policy: &str) -> Vec<f64> {
    sojourns(jobs, policy, 0.0).iter().zip(jobs).map(|(sojourn, job)| sojourn + job.0).collect()
}

/// Who is served in each of the first units of time.
fn order(jobs: Jobs, policy: &str, units: u32) -> String {
    let timeline = Timeline::record(&Config::default(), &workload(jobs), &policy.parse().unwrap()).unwrap();
    let served = |unit: u32| {
        timeline.at(f64::from(unit) + 0.5).find(|curve| curve.share > 0.0).map_or('-', |curve| char::from(b'A' + curve.job as u8))
    };
    (0..units).map(served).collect()
}

/// Silberschatz, Galvin & Gagne, Operating System Concepts, 10th edition, section 5.3: waiting times.
#[test]
fn silberschatz() {
    assert_eq!(waits(&at_once(&[24.0, 3.0, 3.0]), "fifo"), [0.0, 24.0, 27.0]);
    assert_eq!(waits(&at_once(&[3.0, 3.0, 24.0]), "fifo"), [0.0, 3.0, 6.0]);
    assert_eq!(waits(&at_once(&[6.0, 8.0, 7.0, 3.0]), "sjf"), [3.0, 16.0, 9.0, 0.0]);
    assert_eq!(waits(&[(0.0, 8.0, 1.0), (1.0, 4.0, 1.0), (2.0, 9.0, 1.0), (3.0, 5.0, 1.0)], "srpt"), [9.0, 0.0, 15.0, 2.0]);
    assert_eq!(waits(&at_once(&[24.0, 3.0, 3.0]), "rr[quantum=4]"), [6.0, 4.0, 7.0]);
    // Priorities 3, 1, 4, 5, 2, of which 1 is the highest: mean 8.2.
    let jobs = [(10.0, 3.0), (1.0, 1.0), (2.0, 4.0), (1.0, 5.0), (5.0, 2.0)].map(|(size, priority)| (0.0, size, 6.0 - priority));
    assert_eq!(waits(&jobs, "priority"), [6.0, 0.0, 16.0, 18.0, 1.0]);
    assert_eq!(waits(&jobs, "priority[preempt=off]"), [6.0, 0.0, 16.0, 18.0, 1.0]);
}

/// Arpaci-Dusseau & Arpaci-Dusseau, Operating Systems: Three Easy Pieces, chapters 7 to 9.
#[test]
fn three_easy_pieces() {
    let mean = |times: Vec<f64>| times.iter().sum::<f64>() / times.len() as f64;
    assert_eq!(mean(sojourns(&at_once(&[100.0, 10.0, 10.0]), "fifo", 0.0)), 110.0);
    assert_eq!(mean(sojourns(&at_once(&[100.0, 10.0, 10.0]), "sjf", 0.0)), 50.0);
    let later = [(0.0, 100.0, 1.0), (10.0, 10.0, 1.0), (10.0, 10.0, 1.0)];
    assert!((mean(sojourns(&later, "sjf", 0.0)) - 310.0 / 3.0).abs() < 1e-12);
    assert_eq!(mean(sojourns(&later, "srpt", 0.0)), 50.0);
    assert_eq!(completions(&at_once(&[5.0, 5.0, 5.0]), "rr"), [13.0, 14.0, 15.0]);
    assert_eq!(order(&at_once(&[5.0, 5.0, 5.0]), "rr", 15), "ABCABCABCABCABC");
    // A long job, and a short one of 20 at 100 that is done within two allotments of 10.
    let jobs = [(0.0, 180.0, 1.0), (100.0, 20.0, 1.0)];
    assert_eq!(completions(&jobs, "mlfq[levels=3,quantum=10,factor=1,boost=off]"), [200.0, 120.0]);
    // Tickets 100, 50 and 250: in eight quanta C has five, A two, B one.
    let jobs = [(0.0, 9.0, 100.0), (0.0, 9.0, 50.0), (0.0, 9.0, 250.0)];
    assert_eq!(order(&jobs, "stride", 8), "ABCCCACC");
}

/// Stallings, Operating Systems, chapter 9, table 9.5: when five processes finish.
#[test]
fn stallings() {
    let jobs = [(0.0, 3.0, 1.0), (2.0, 6.0, 1.0), (4.0, 4.0, 1.0), (6.0, 5.0, 1.0), (8.0, 2.0, 1.0)];
    let expected = [
        ("fifo", [3.0, 9.0, 13.0, 18.0, 20.0]),
        ("rr", [4.0, 18.0, 17.0, 20.0, 15.0]),
        ("rr[quantum=4]", [3.0, 17.0, 11.0, 20.0, 19.0]),
        ("sjf", [3.0, 9.0, 15.0, 20.0, 11.0]),
        ("srpt", [3.0, 15.0, 8.0, 20.0, 10.0]),
        ("hrrn", [3.0, 9.0, 13.0, 20.0, 15.0]),
    ];
    for (policy, expected) in expected {
        assert_eq!(completions(&jobs, policy), expected, "{policy}");
    }
}

/// Tanenbaum & Bos, Modern Operating Systems, section 2.4.2.
#[test]
fn tanenbaum() {
    assert_eq!(sojourns(&at_once(&[8.0, 4.0, 4.0, 4.0]), "fifo", 0.0), [8.0, 12.0, 16.0, 20.0]);
    assert_eq!(sojourns(&at_once(&[8.0, 4.0, 4.0, 4.0]), "sjf", 0.0), [20.0, 4.0, 8.0, 12.0]);
    let jobs = [(0.0, 2.0, 1.0), (0.0, 4.0, 1.0), (3.0, 1.0, 1.0), (3.0, 1.0, 1.0), (3.0, 1.0, 1.0)];
    assert_eq!(sojourns(&jobs, "sjf", 0.0), [2.0, 6.0, 4.0, 5.0, 6.0]);
}

#[test]
fn aging_is_between_priority_and_fifo() {
    let jobs = [(0.0, 4.0, 1.0), (1.0, 2.0, 3.0), (2.0, 2.0, 4.0)];
    assert_eq!(completions(&jobs, "priority"), [8.0, 5.0, 4.0]);
    // At t = 2 the second has 3 + 1 and the third 4: a tie, and the second came first.
    assert_eq!(completions(&jobs, "priority[aging=1]"), [8.0, 3.0, 5.0]);
    assert_eq!(completions(&jobs, "priority[aging=9]"), completions(&jobs, "fifo"));
    assert_eq!(completions(&jobs, "priority[preempt=off]"), [4.0, 8.0, 6.0]);
}

#[test]
fn a_boost_keeps_its_phase_and_saves_the_long() {
    // The first job is at the lowest level from t = 3 on, and small ones come all the time.
    let mut jobs = vec![(0.0, 5.0, 1.0)];
    jobs.extend((3..40).map(|i| (f64::from(i), 1.0, 1.0)));
    assert_eq!(completions(&jobs, "mlfq[levels=2,boost=off]")[0], 42.0);
    // Raised at 10 and at 20, it has a unit at the highest level each time, behind those that are there already.
    assert_eq!(completions(&jobs, "mlfq[levels=2,boost=10]")[0], 23.0);
    // Idle time does not move the phase: at 30.5 the first is raised, half a unit before the third comes.
    let jobs = [(0.5, 1.0, 1.0), (27.0, 6.0, 1.0), (31.0, 1.0, 1.0)];
    assert_eq!(completions(&jobs, "mlfq[levels=2,boost=10]"), [1.5, 34.0, 32.5]);
    assert_eq!(completions(&jobs, "mlfq[levels=2,boost=off]"), [1.5, 34.0, 32.0]);
}

/// Where the clock does not tell one boost from the next, jobs go down for good, and the run ends.
#[test]
fn boosts_end_when_the_clock_cannot_tell_them_apart() {
    for late in [1e15, 1e17, 1e100] {
        let sojourns = sojourns(&[(3.0, 2.0, 1.0), (late, 4.0, 1.0), (late, 1.0, 1.0)], "mlfq[boost=0.5]", 0.0);
        assert_eq!(sojourns, [2.0, 5.0, 2.0]);
    }
}

#[test]
fn an_estimate_of_zero_has_the_highest_ratio() {
    let job = |id, arrival, size, estimate| Job { id, arrival, size, estimate, weight: 1.0 };
    let workload = Workload::new(vec![job(1, 0.0, 4.0, 4.0), job(2, 1.0, 1.0, 1.0), job(3, 2.0, 1.0, 0.0), job(4, 3.0, 1.0, 0.0)]).unwrap();
    let policy: Policy = "hrrn".parse().unwrap();
    assert_eq!(simulate(&Config::default(), &workload, &policy, &mut Silent).unwrap().sojourn, [4.0, 6.0, 3.0, 3.0]);
}

#[test]
fn nudges_happen_once() {
    // The large job 2 is overtaken by 3, but not by 4 as well; 5 finds 4 last, which is small.
    let jobs = [(0.0, 2.0, 1.0), (0.5, 3.0, 1.0), (1.0, 0.5, 1.0), (1.2, 0.5, 1.0), (1.4, 0.5, 1.0)];
    assert_eq!(completions(&jobs, "nudge"), [2.0, 5.5, 2.5, 6.0, 6.5]);
    // Nobody overtakes the job that runs, not even one that comes at the instant at which it starts.
    assert_eq!(completions(&[(0.0, 2.0, 1.0), (0.0, 0.5, 1.0)], "nudge"), [2.0, 2.5]);
    assert_eq!(completions(&jobs, "nudge[threshold=0]"), completions(&jobs, "fifo"));
}

#[test]
fn lotteries_share_by_tickets() {
    // Two long jobs with 3 tickets and 1: the first should have had 3/4 of the server when it is done.
    let jobs = [(0.0, 30_000.0, 3.0), (0.0, 30_000.0, 1.0)];
    let done = completions(&jobs, "lottery")[0];
    // Draws until 30 000 wins: mean 40 000, variance 30 000 · (1/4) ÷ (3/4)².
    assert!((done - 40_000.0).abs() < 4.0 * (30_000.0 * 0.25 / 0.5625_f64).sqrt(), "{done}");
    assert_ne!(done, completions(&jobs, "lottery[seed=2]")[0]);
    assert_eq!(done, completions(&jobs, "lottery[seed=1]")[0]);
}

#[test]
fn switches_cost_time() {
    let jobs = at_once(&[3.0, 3.0]);
    // A 0–1, B 1.5–2.5, A 3–4, B 4.5–5.5, A 6–7, B 7.5–8.5.
    assert_eq!(sojourns(&jobs, "rr", 0.5), [7.0, 8.5]);
    assert_eq!(sojourns(&jobs, "fifo", 0.5), [3.0, 6.5]);
    // Preempted at 1, and a switch there and back.
    assert_eq!(sojourns(&[(0.0, 4.0, 1.0), (1.0, 1.0, 1.0)], "srpt", 0.25), [5.5, 1.25]);
    // Two come together to an idle server: the one that is served first starts at once.
    for policy in ["sjf", "srpt", "hrrn", "priority", "edf"] {
        let jobs = [(1.0, 3.0, 1.0), (1.0, 2.0, 2.0)];
        let expected = if policy == "hrrn" { [3.0, 5.5] } else { [5.5, 2.0] };
        assert_eq!(sojourns(&jobs, policy, 0.5), expected, "{policy}");
    }
    // An idle server starts at once.
    assert_eq!(sojourns(&[(0.0, 1.0, 1.0), (1.0, 1.0, 1.0), (5.0, 1.0, 1.0)], "srpt", 0.25), [1.0, 1.0, 1.0]);
}

#[test]
fn who_shares_does_not_switch() {
    let config = Config { switch_cost: 0.1, ..Config::default() };
    let run = |config: &Config, policy: &str| simulate(config, &workload(&at_once(&[1.0])), &policy.parse().unwrap(), &mut Silent);
    let taken = "fifo srpt psjf sjf srpte psjfe sjfe rr mlfq lottery stride priority hrrn edf wpsjfe wsrpte nudge boost";
    for policy in Policy::all() {
        let known = taken.split(' ').any(|key| key == policy.row().key);
        assert_eq!(run(&config, policy.written()).is_ok(), known, "{policy}");
    }
    let said = |policy: &str| run(&config, policy).unwrap_err().to_string();
    let only = "switches have a cost only under policies that serve one job at a time";
    assert_eq!(said("ps"), format!("system.switch_cost is 0.1, but ps may serve several jobs at once: {only}"));
    assert_eq!(said("fsp"), format!("system.switch_cost is 0.1, but fsp goes by a virtual queue that never switches: {only}"));
    let many = Config { servers: 2, ..config };
    assert!(run(&many, "srpt").unwrap_err().to_string().contains("one server only"));
    for switch_cost in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(run(&Config { switch_cost, ..config }, "srpt").is_err());
    }
}

#[test]
fn turns_that_are_too_short_for_the_jobs_are_refused() {
    let told = |sizes: &[f64], policy: &str| {
        simulate(&Config::default(), &workload(&at_once(sizes)), &policy.parse().unwrap(), &mut Silent).map_err(|error| error.to_string())
    };
    for (policy, parameter) in [
        ("rr[quantum=0.001]", "quantum"),
        ("lottery[quantum=0.001]", "quantum"),
        ("stride", "quantum"),
        ("mlfq", "quantum"),
        ("mlfq[quantum=1e9,boost=0.5]", "boost"),
    ] {
        let allowed = format!("{parameter} of at least 66666.667, as there is work of 2000000000000");
        assert_eq!(told(&[1e12, 1e12], policy).unwrap_err(), format!("policies is {policy}; allowed: {allowed}"));
    }
    assert!(told(&[1e12, 1e12], "rr[quantum=66666.667]").is_ok());
}
