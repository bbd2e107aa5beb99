//! The dummy scheduler on one machine beside its plain twin: when each job is complete.

use crate::twins::dummy::{self as plain, Given, Preemption};
use schedscope::cluster::{Config, Silent, simulate};
use schedscope::workload::{TaskJob, TaskWorkload};

/// Runs an instance on both sides; says where they part. One machine that reports at once, nothing paged, no reduces.
fn compare(seed: u64, ours: impl Fn(&Given) -> Vec<f64>) -> Result<(), String> {
    let given = plain::draw(seed);
    let (ours, twin) = (ours(&given), plain::completions(&given));
    let same = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * b.max(1.0);
    if ours.len() == twin.len() && ours.iter().zip(&twin).all(same) {
        return Ok(());
    }
    Err(format!("seed {seed}: {given:?}\nours {ours:?}\ntwin {twin:?}"))
}

/// The comparison sees what is wrong: no priorities, other primitives, a slot that is cleaned for longer.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut Given); 5] = [
        |_| {},
        |given| given.jobs.iter_mut().for_each(|job| job.weight = 1.0),
        |given| given.preemption = Preemption::Wait,
        |given| given.preemption = Preemption::Kill,
        |given| given.cleanup += 0.25,
    ];
    let wrongs = wrong.map(|wrong| {
        let ours = |given: &Given| {
            let mut given = given.clone();
            wrong(&mut given);
            plain::completions(&given)
        };
        (0..500).filter(|&seed| compare(seed, ours).is_err()).count()
    });
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 50), "{wrongs:?}");
}

fn engine(given: &Given) -> Vec<f64> {
    let slots = [u32::try_from(given.slots).unwrap(), 1];
    let config = Config { machines: 1, slots, replication: 1, heartbeat: 0.0, ..Config::default() };
    let jobs = (1..).zip(&given.jobs).map(|(id, job)| TaskJob { weight: job.weight, ..TaskJob::new(id, job.arrival, &job.maps, &[]) });
    let preemption = match given.preemption {
        Preemption::Wait => "wait",
        Preemption::Kill => "kill",
        Preemption::Suspend => "suspend",
    };
    let policy = format!("dummy[preemption={preemption},cleanup={},paging=off]", given.cleanup).parse().unwrap();
    let outcome = simulate(&config, &TaskWorkload::new(jobs.collect()).unwrap(), &policy, &mut Silent).unwrap();
    outcome.jobs.iter().map(|job| job.submission + job.sojourn).collect()
}

/// `SCHEDSCOPE_INSTANCES` sets how many, such as 100000.
#[test]
fn engine_and_twin_agree() {
    super::none_parts(|seed| compare(seed, engine));
}
