//! Runs of flows on links, as mPlane D3.3 measures them in section 3.3.5: flow completion times ÷ what each flow takes alone.

use super::replicated::replicated;
use schedscope::metrics::mean;
use schedscope::network::{Jobs, Layout, Plan, Policy, Routing, Silent, System, Workload, simulate};
use schedscope::world::{Ask, World};

/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;

/// What became of the flows of a replication under one discipline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Mean flow completion time.
    pub time: f64,
    /// Mean of the completion time of each flow ÷ what it takes alone.
    pub all: f64,
    /// The same of short flows.
    pub short: f64,
    /// The same of the others.
    pub long: f64,
    /// Size that was carried in a unit of time, from the first arrival to the last completion.
    pub throughput: f64,
    /// Mean time from the arrival of a workflow to its last completion ÷ that of the workflow alone; not a number if flows do not wait
    /// for each other.
    pub workflows: f64,
}

/// One link.
pub fn link() -> System {
    System { topology: Some(Layout::Link), ..System::default() }
}

/// A fat tree of 16 hosts, whose switches have four ports.
pub fn fat_tree(routing: Routing) -> System {
    System { topology: Some(Layout::FatTree), routing: Some(routing), ..System::default() }
}

/// Runs disciplines on the same flows: by replication, one of each.
pub fn runs(system: &System, workload: &Workload, keys: &[&str], replications: u32, done: impl Fn(u64) + Sync) -> Vec<Vec<Run>> {
    let policies: Vec<Policy> = keys.iter().map(|key| key.parse().expect("a policy of the registry")).collect();
    let ask = Ask { seed: SEED, replications, policies: policies.clone(), system, workload };
    let plan = Plan::prepare(ask, &mut |_| unreachable!("flows are drawn")).expect("a valid scenario");
    let run = |jobs: &Jobs, _, policy: usize| {
        let flows = &jobs.flows;
        let outcome = simulate(plan.network(), flows, &policies[policy], &mut Silent);
        let over_ideal = |wanted: &dyn Fn(bool) -> bool| {
            let its = (0..flows.len()).filter(|flow| wanted(flows.all()[*flow].class.is_short()));
            mean(&its.map(|flow| outcome.sojourn[flow] / flows.ideal(flow)).collect::<Vec<_>>())
        };
        let took = |(members, alone): (&[u32], f64)| {
            let end = members.iter().map(|flow| outcome.completion[*flow as usize]).fold(0.0, f64::max);
            (end - flows.all()[members[0] as usize].arrival, alone)
        };
        let (took, alone): (Vec<f64>, Vec<f64>) = flows.workflows().into_iter().map(took).unzip();
        let begin = flows.all().first().map_or(0.0, |flow| flow.arrival);
        let end = outcome.completion.iter().copied().fold(begin, f64::max);
        done(flows.len() as u64);
        Run {
            time: mean(&outcome.sojourn),
            all: over_ideal(&|_| true),
            short: over_ideal(&|short| short),
            long: over_ideal(&|short| !short),
            throughput: flows.all().iter().map(|flow| flow.size).sum::<f64>() / (end - begin),
            workflows: took.iter().sum::<f64>() / alone.iter().sum::<f64>(),
        }
    };
    replicated(replications, policies.len(), |replication| plan.draw(replication), run)
}
