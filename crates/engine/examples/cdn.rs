//! What a week of requests costs: seconds to draw, to place and to serve, by policy, and how that grows.

use schedscope::cdn::{Outcome, Plan, Policy, Silent, place, simulate};
use schedscope::world::{Ask, World};
use std::time::Instant;

/// Lengths of the workload.
const DAYS: [f64; 4] = [1.75, 3.5, 7.0, 14.0];

fn main() {
    for days in DAYS {
        let workload = format!("{{\"days\":{days},\"warmup\":{}}}", (days * 7000.0) as u32);
        let workload = serde_json::from_str(&workload).expect("fields of the CDN");
        let system = serde_json::from_str("{\"kind\":\"cdn\"}").expect("fields of the CDN");
        let policies: Vec<Policy> = Policy::registry().rows().map(|row| row.key.parse().expect("a key")).collect();
        let ask = Ask { seed: 1, replications: 1, policies, system: &system, workload: &workload };
        let plan = Plan::prepare(ask, &mut |_| unreachable!("nothing is read")).expect("a valid scenario");
        let begun = Instant::now();
        let requests = plan.requests(0);
        let (count, under_way) = (requests.all.len(), requests.under_way);
        println!("{days} days, {count} requests, {under_way:.0} sessions under way, drawn in {:.3} s", begun.elapsed().as_secs_f64());
        for (position, policy) in plan.policies.iter().enumerate() {
            let begun = Instant::now();
            drop(place(&plan.network, &requests, policy.kind(), 1));
            let placed = begun.elapsed().as_secs_f64();
            let outcome: Outcome = simulate(&plan.network, &requests, policy.kind(), 1, &mut Silent);
            let all = begun.elapsed().as_secs_f64() - placed;
            let told = plan.tell(&requests, &outcome).own;
            let figures = Plan::report(&plan.pool(position, vec![told], count)).cdn;
            let serving = (all - placed).max(0.0);
            println!(
                "  {policy:14} placed in {placed:.3} s, served in {serving:.3} s ({:.0} ns a request); dCDN {:.3}, local {:.3}, \
                 postponed {:.0}, wait {:.0} s, cost {:.3}, peaks {:.0} {:.0} {:.0}",
                serving / count as f64 * 1e9,
                figures.dcdn_share,
                figures.local_share,
                figures.postponed,
                figures.mean_wait.unwrap_or(0.0),
                figures.cost.unwrap_or(0.0),
                figures.dcdn_peak,
                figures.cdn_peak,
                figures.queue_peak,
            );
        }
    }
}
