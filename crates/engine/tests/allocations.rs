//! A simulation allocates what it needs at the beginning, or when more jobs are present than ever, not as it goes along; and a job takes
//! at least as much as its world says.

use schedscope::registry::Asked;
use schedscope::server::{self, Config, Plan, Policy, Silent, simulate};
use schedscope::workload::{Synthetic, TaskJob, TaskWorkload};
use schedscope::world::{Ask, JobsSpec, World};
use schedscope::{cdn, cluster, datacenter, network, ordering};
use serde_json::{Map, Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Allocations and reallocations inside `simulate`.
fn allocations(policy: &Policy, count: u32, servers: u32) -> usize {
    let workload = Synthetic { count, shape: 0.5, load: 0.95, ..Synthetic::default() }.generate(1, 0).unwrap();
    let region = Region::new(ALLOCATOR);
    let outcome = simulate(&Config { servers, ..Config::default() }, &workload, policy, &mut Silent).unwrap();
    let change = region.change();
    assert_eq!(outcome.sojourn.len(), count as usize);
    change.allocations + change.reallocations
}

/// A policy that has made the table of its ranks, if it has one, from the law of the jobs; itself if it does not suit that law.
fn fitted(policy: Policy) -> Policy {
    let workload = JobsSpec { shape: Some(0.5), load: Some(0.95), count: Some(100), ..JobsSpec::default() };
    let ask = Ask { seed: 1, replications: 1, policies: vec![policy.clone()], system: &server::System::default(), workload: &workload };
    let policy = Plan::prepare(ask, &mut |_| unreachable!("no file")).map_or(policy, |plan| plan.policies[0].clone());
    allocations(&policy, 100, 1);
    policy
}

/// Policies of the cluster that between them use every part.
const CLUSTER_POLICIES: [&str; 9] = [
    "fifo",
    "fair",
    "fair[preemption=kill,min-share-timeout=1,fair-share-timeout=1]",
    "hfsp",
    "hfsp-mplane",
    "hfsp-viper",
    "hfsp[preemption=kill]",
    "hfsp[preemption=adaptive,virtual=fluid]",
    "hfsp[estimator=history,preemption=suspend,order=finish]",
];

/// Ranks and shares that between them use every part.
const FORMULAS: [&str; 9] = [
    "rank[est-age]",
    "rank[age/weight]",
    "rank[age^2]",
    "rank[floor(age)-est]",
    "rank[abs(est-age)*exp(-age)]",
    "rank[0; ties=shared]",
    "rank[-wait/est; preempt=completion]",
    "share[weight]",
    "share[n*est]",
];

/// The same of the cluster: jobs of four shapes that come and go at a steady pace.
fn allocations_of_cluster(policy: &str, count: u32) -> usize {
    let config = cluster::Config { machines: 10, racks: 2, ..cluster::Config::default() };
    let policy: cluster::Policy = policy.parse().unwrap();
    let job = |id: u32| {
        let maps: Vec<f64> = (0..[3, 9, 20, 33][id as usize % 4]).map(|task| 10.0 + f64::from((id * 7 + task * 13) % 20)).collect();
        TaskJob::new(u64::from(id), 22.0 * f64::from(id), &maps, &[25.0, 35.0][..id as usize % 3])
    };
    let workload = TaskWorkload::new((0..count).map(job).collect()).unwrap();
    let region = Region::new(ALLOCATOR);
    let outcome = cluster::simulate(&config, &workload, &policy, &mut cluster::Silent).unwrap();
    let change = region.change();
    assert!(outcome.events > u64::from(20 * count) && outcome.counters.peak_load < 20, "{policy}: {outcome:?}");
    change.allocations + change.reallocations
}

/// How often the cluster's jobs are doubled, from 500 on.
const DOUBLINGS: usize = 5;

/// Some lists have a place for each job that has ever come: each of them grows once whenever jobs double, so that every doubling
/// adds about as many allocations. Of a number that grows with the jobs the last doubling would add sixteen times as many as the
/// first, and four times as many of one that grows with their square root.
const ROOT: usize = 4;

/// Each further job takes at least as much memory in a run as its world says, and not much more under the policy and with the workload
/// that take least, of the usual policies and the workloads that have a name. `counts` are two numbers of jobs.
fn takes_what_it_says<W: World>(counts: [u32; 2]) {
    let mut least = (f64::INFINITY, String::new());
    let named: Vec<_> = W::workloads().into_iter().map(|named| named.fields).collect();
    for fields in [vec![]].into_iter().chain(named) {
        for policy in W::USUAL.iter().map(|key| key.parse().expect("a policy")) {
            let [few, many] = counts.map(|count| held::<W>(&fields, &policy, count));
            let Some(each) = few.zip(many).map(|(few, many)| (many - few) as f64 / f64::from(counts[1] - counts[0])) else { continue };
            if each < least.0 {
                least = (each, format!("{policy} {fields:?}"));
            }
        }
    }
    println!("{}: {:.0} bytes a job, with {}", W::KIND, least.0, least.1);
    assert!((W::BYTES_A_JOB..1.6 * W::BYTES_A_JOB).contains(&least.0), "{} says {}", W::KIND, W::BYTES_A_JOB);
}

/// Most bytes that a run and its jobs hold at a time, where the policy suits the workload.
fn held<W: World>(fields: &[(&str, &str)], policy: &Asked<W::Policy>, count: u32) -> Option<usize> {
    let mut workload: Map<String, Value> = fields.iter().map(|(field, value)| ((*field).to_owned(), json!(value))).collect();
    workload.insert("count".to_owned(), json!(count));
    let workload = serde_json::from_value(Value::Object(workload)).expect("fields of a workload");
    let system = W::System::default();
    let ask = Ask { seed: 1, replications: 1, policies: vec![policy.clone()], system: &system, workload: &workload };
    let plan = W::prepare(ask, &mut |_| unreachable!("no file")).ok()?;
    let region = Region::new(ALLOCATOR);
    let mut most = 0;
    let mut look = |_| {
        let change = region.change();
        most = most.max(change.bytes_allocated.saturating_sub(change.bytes_deallocated));
    };
    let jobs = plan.draw(0);
    let outcome = plan.simulate(&jobs, 0, &mut look).ok()?;
    look(0);
    drop(outcome);
    Some(most)
}

// Without a harness, so that nothing else allocates meanwhile.
fn main() {
    takes_what_it_says::<server::Plan>([1000, 5000]);
    takes_what_it_says::<cluster::Plan>([500, 2000]);
    takes_what_it_says::<datacenter::Plan>([500, 2000]);
    takes_what_it_says::<network::Plan>([500, 2000]);
    takes_what_it_says::<cdn::Plan>([1000, 5000]);
    takes_what_it_says::<ordering::Plan>([20, 60]);
    for policy in CLUSTER_POLICIES {
        let counts: Vec<usize> = (0..=DOUBLINGS).map(|doubling| allocations_of_cluster(policy, 500 << doubling)).collect();
        println!("{policy}: {counts:?} allocations for 500 jobs and twice as many each time");
        let [first, last] = [1, DOUBLINGS].map(|doubling| counts[doubling] - counts[doubling - 1]);
        assert!(last < ROOT * first, "{policy}");
    }
    for policy in Policy::all() {
        let policy = &fitted(policy);
        let (few, many) = (allocations(policy, 100, 1), allocations(policy, 60_000, 1));
        println!("{policy}: {few} allocations for 100 jobs, {many} for 60 000");
        assert_eq!(few, many, "{policy}");
        // Beyond 65 536 jobs a structure may double, should so many be present at once.
        assert!(allocations(policy, 130_000, 1) <= many + 4, "{policy}");
    }
    for policy in FORMULAS {
        let formula = &policy.parse().unwrap();
        let (few, many) = (allocations(formula, 100, 1), allocations(formula, 20_000, 1));
        println!("{policy}: {few} allocations for 100 jobs, {many} for 20 000");
        assert_eq!(few, many, "{policy}");
    }
    for policy in ["fifo", "ps", "las", "srpt"] {
        let policy = &policy.parse().unwrap();
        assert_eq!(allocations(policy, 100, 8), allocations(policy, 60_000, 8), "{policy} on 8 servers");
    }
}
