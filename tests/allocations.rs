//! A simulation allocates what it needs at the beginning, not as it goes along.

use schedscope::server::{Config, Policy, Silent, simulate};
use schedscope::workload::Synthetic;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Allocations and reallocations inside `simulate`.
fn allocations(policy: Policy, count: u32, servers: u32) -> usize {
    let workload = Synthetic { count, shape: 0.5, load: 0.95, ..Synthetic::default() }.generate(1, 0);
    let region = Region::new(ALLOCATOR);
    let outcome = simulate(&Config { servers }, &workload, policy, &mut Silent).unwrap();
    let change = region.change();
    assert_eq!(outcome.sojourn.len(), count as usize);
    change.allocations + change.reallocations
}

// One test, so that nothing else allocates meanwhile.
#[test]
fn do_not_grow_with_the_number_of_events() {
    for &policy in Policy::ALL {
        let (few, many) = (allocations(policy, 100, 1), allocations(policy, 60_000, 1));
        println!("{policy}: {few} allocations for 100 jobs, {many} for 60 000");
        assert_eq!(few, many, "{policy}");
        // Beyond 65 536 jobs a structure may double, should so many be present at once.
        assert!(allocations(policy, 300_000, 1) <= many + 4, "{policy}");
    }
    for policy in [Policy::Fifo, Policy::Ps, Policy::Las, Policy::Srpt] {
        assert_eq!(allocations(policy, 100, 8), allocations(policy, 60_000, 8), "{policy} on 8 servers");
    }
}
