//! Flows on links beside their plain twin: full of ties on a lattice, chained off it.

use super::none_parts;
use crate::twins::network::{Discipline, Hop, Instance, Outcome, draw, pias};
use schedscope::network as ours;
use schedscope::workload::Ids;

/// What the engine says of an instance, and (first flow, latency) of each workflow.
fn run(instance: &Instance, (policy, discipline): (&str, &Discipline), replicate: bool) -> (Vec<Outcome>, Vec<(usize, f64)>) {
    let link = |capacity: &f64| ours::Link { from: 0, to: 1, capacity: *capacity };
    let network = ours::Network::new(vec!["a".to_owned(), "b".to_owned()], 2, instance.capacities.iter().map(link).collect()).unwrap();
    let mut paths = ours::Paths::default();
    let mut push =
        |hops: &Vec<Hop>| paths.push(hops.iter().map(|hop| ours::Hop { link: hop.link as u32, access: hop.access, share: hop.fraction }));
    let mut flow = |flow: &crate::twins::network::Flow| ours::Flow {
        id: flow.id,
        arrival: flow.arrival,
        size: flow.size,
        source: 0,
        destination: 1,
        class: if flow.short { ours::Class::Short } else { ours::Class::Long },
        path: push(&flow.path),
        other: flow.replica.as_ref().map(&mut push),
    };
    let list = instance.flows.iter().map(&mut flow).collect();
    let ids = |after: &Vec<usize>| after.iter().map(|&before| instance.flows[before].id).collect();
    let after = instance.flows.iter().map(|flow| ids(&flow.after)).collect();
    let flows = ours::Flows::new(&network, list, paths, after, Ids::default()).unwrap();
    let flows = match *discipline {
        Discipline::Tcp { window, round } => flows.with_round_trips(round, window / WINDOW).unwrap(),
        _ => flows,
    };
    let joint = if policy.contains('[') {
        policy.replace(']', &format!(",replicate={}]", on(replicate)))
    } else {
        format!("{policy}[replicate={}]", on(replicate))
    };
    let outcome = ours::simulate(&network, &flows, &joint.parse().unwrap(), &mut ours::Silent);
    let one = |i: usize| Outcome {
        release: outcome.release[i],
        completion: outcome.completion[i],
        slowdown: outcome.sojourn[i] / flows.ideal(i),
    };
    let latency = |(members, _): &(&[u32], f64)| {
        let last = members.iter().map(|flow| outcome.completion[*flow as usize]).fold(0.0, f64::max);
        let first = members[0] as usize;
        (first, last - flows.all()[first].arrival)
    };
    let latencies = flows.workflows().iter().map(latency).collect();
    ((0..flows.len()).map(one).collect(), latencies)
}

/// Packets of a window of `tcp`.
const WINDOW: f64 = 4.0;

const fn on(replicate: bool) -> &'static str {
    if replicate { "on" } else { "off" }
}

/// On the lattice `tcp` has a window and a round trip of powers of two, off it none.
fn disciplines(lattice: bool) -> Vec<(String, Discipline)> {
    let (window, round) = if lattice { (0.25, 1.0) } else { (0.3, 0.7) };
    let named = |name: &str, discipline| (name.to_owned(), discipline);
    vec![
        named("fifo", Discipline::Fifo),
        named("fair", Discipline::Fair),
        named("priority", Discipline::Priority),
        named("fq-codel[quantum=2]", Discipline::Thresholds(vec![2.0])),
        named("pias[first=1,growth=2,queues=4]", pias(1.0, 2.0, 4)),
        named("pfabric", Discipline::Pfabric),
        named("ideal", Discipline::Ideal),
        named("las", Discipline::Las),
        named("tcp[window=4]", Discipline::Tcp { window, round }),
    ]
}

#[test]
fn every_policy_has_a_twin() {
    let held = disciplines(true);
    for policy in ours::Policy::all() {
        // Replicas are compared under every discipline, and this is one of them with replicas.
        let key = if policy.row().key == "repflow" { "fair" } else { policy.row().key };
        assert!(held.iter().any(|(name, _)| name.split('[').next() == Some(key)), "{key} stands in no line of `disciplines`");
    }
}

/// Releases and completions to 1e-8 of the last one, slowdowns to 1e-6, latencies of workflows to 1e-8; the engine is given what `spoil`
/// makes of it.
fn compare(seed: u64, lattice: bool, spoil: impl Fn(&mut Instance)) -> Result<(), String> {
    let instance: Instance = draw(seed, lattice);
    let mut given = instance.clone();
    spoil(&mut given);
    for (name, discipline) in disciplines(lattice) {
        for replicate in [false, true] {
            let (expected, latencies) = instance.run(&discipline, replicate);
            let (found, found_latencies) = run(&given, (&name, &discipline), replicate);
            let last = expected.iter().map(|outcome| outcome.completion).fold(1.0, f64::max);
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-8 * last;
            let agree = found.len() == expected.len()
                && found.iter().zip(&expected).all(|(found, expected)| {
                    near(found.release, expected.release)
                        && near(found.completion, expected.completion)
                        && (found.slowdown - expected.slowdown).abs() <= 1e-6 * expected.slowdown
                })
                && found_latencies.len() == latencies.len()
                && found_latencies.iter().zip(&latencies).all(|(found, expected)| found.0 == expected.0 && near(found.1, expected.1));
            if !agree {
                return Err(format!("{name}, replicate {replicate}, seed {seed}: {found:#?}, expected {expected:#?} in {instance:#?}"));
            }
        }
    }
    Ok(())
}

/// The comparison sees what is wrong: one size, one capacity, one class, what a flow waits for, its replica.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut Instance); 6] = [
        |_| {},
        |given| given.flows[0].size *= 1.25,
        |given| given.capacities[0] *= 1.25,
        |given| given.flows[0].short = !given.flows[0].short,
        |given| given.flows.iter_mut().for_each(|flow| flow.after.clear()),
        |given| given.flows.iter_mut().for_each(|flow| flow.replica = None),
    ];
    let parts = |seed, wrong: fn(&mut Instance)| [true, false].into_iter().any(|lattice| compare(seed, lattice, wrong).is_err());
    let wrongs = wrong.map(|wrong| (0..200).filter(|&seed| parts(seed, wrong)).count());
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 0), "{wrongs:?}");
}

#[test]
fn on_a_lattice() {
    none_parts(|seed| compare(seed, true, |_| {}));
}

#[test]
fn off_the_lattice() {
    none_parts(|seed| compare(seed, false, |_| {}));
}
