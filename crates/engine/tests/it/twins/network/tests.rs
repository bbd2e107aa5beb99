use super::*;
use crate::twins::server;
use schedscope::workload::{Job, Workload};

fn on(links: &[usize]) -> Vec<Hop> {
    links.iter().map(|&link| Hop { link, fraction: 1.0, access: true }).collect()
}

fn flow(id: u64, arrival: f64, size: f64, links: &[usize]) -> Flow {
    Flow { id, arrival, size, short: size < 4.0, after: vec![], path: on(links), replica: None }
}

fn completions(capacities: &[f64], flows: &[Flow], discipline: &Discipline, replicate: bool) -> Vec<f64> {
    let instance = Instance { capacities: capacities.to_vec(), flows: flows.to_vec() };
    instance.run(discipline, replicate).0.iter().map(|outcome| outcome.completion).collect()
}

fn near(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-9 * b.abs().max(1.0))
}

fn assert_near(a: &[f64], b: &[f64]) {
    assert!(near(a, b), "{a:?}, expected {b:?}");
}

/// Rates of streams on paths, all at once.
fn fair(capacities: &[f64], paths: &[Vec<Hop>]) -> Vec<f64> {
    let flows = paths.iter().map(|path| Flow { path: path.clone(), ..flow(0, 0.0, 1.0, &[]) }).collect();
    let instance = Instance { capacities: capacities.to_vec(), flows };
    let mut streams: Vec<Stream> = (0..paths.len()).flat_map(|i| instance.streams(i, 0.0, false)).collect();
    Discipline::Fair.set_rates(&mut streams, capacities);
    streams.iter().map(|stream| stream.rate).collect()
}

const MICE: [Discipline; 5] = [Discipline::Fifo, Discipline::Fair, Discipline::Pfabric, Discipline::Ideal, Discipline::Las];

#[test]
fn an_elephant_and_mice() {
    let flows = [flow(0, 0.0, 100.0, &[0]), flow(1, 10.0, 1.0, &[0]), flow(2, 50.0, 1.0, &[0])];
    let instance = Instance { capacities: vec![1.0], flows: flows.to_vec() };
    for discipline in MICE {
        let slowdowns: Vec<f64> = instance.run(&discipline, false).0.iter().map(|outcome| outcome.slowdown).collect();
        let expected = match discipline {
            Discipline::Fifo => [1.0, 91.0, 52.0],
            Discipline::Fair => [1.02, 2.0, 2.0],
            _ => [1.02, 1.0, 1.0],
        };
        assert_near(&slowdowns, &expected);
    }
}

#[test]
fn a_chain_beside_a_bulk_transfer() {
    let after = |mut flow: Flow, before: usize| {
        flow.after = vec![before];
        flow
    };
    let chain = [flow(1, 10.0, 1.0, &[0]), after(flow(2, 10.0, 20.0, &[0]), 1), after(flow(3, 10.0, 1.0, &[0]), 2)];
    let flows = [vec![flow(0, 0.0, 100.0, &[0])], chain.to_vec()].concat();
    let instance = Instance { capacities: vec![1.0], flows };
    for (discipline, expected, latency) in [
        (Discipline::Fifo, [100.0, 101.0, 121.0, 122.0], 112.0),
        (Discipline::Fair, [122.0, 12.0, 52.0, 54.0], 44.0),
        (Discipline::Pfabric, [122.0, 11.0, 31.0, 32.0], 22.0),
        (Discipline::Ideal, [122.0, 11.0, 31.0, 32.0], 22.0),
    ] {
        let (outcomes, latencies) = instance.run(&discipline, false);
        assert_near(&outcomes.iter().map(|outcome| outcome.completion).collect::<Vec<_>>(), &expected);
        assert_eq!(latencies, [(1, latency)], "{discipline:?}");
        assert_near(&outcomes.iter().map(|outcome| outcome.release).collect::<Vec<_>>(), &[0.0, 10.0, expected[1], expected[2]]);
    }
}

/// Windows of 1 in round trips of 1, then 2, 4, … on a link that carries 4, or windows of half as much.
#[test]
fn a_slow_start() {
    let run = |window: f64, flows: &[Flow]| completions(&[4.0], flows, &Discipline::Tcp { window, round: 1.0 }, false);
    // 1, 2, 4 and three quarters of 4; then the last round trip.
    assert_near(&run(1.0, &[flow(0, 0.0, 10.0, &[0])]), &[4.75]);
    // The second has 1, then its half of the link.
    assert_near(&run(1.0, &[flow(0, 0.0, 100.0, &[0]), flow(1, 10.0, 3.0, &[0])]), &[28.0, 13.0]);
    // The first has found its share when the second leaves, at 4 …
    assert_near(&run(1.0, &[flow(0, 0.0, 100.0, &[0]), flow(1, 0.0, 7.0, &[0])]), &[28.25, 5.0]);
    // … or has not, at 2.5, and keeps its window until 3.
    assert_near(&run(0.5, &[flow(0, 0.0, 10.0, &[0]), flow(1, 0.0, 2.5, &[0])]), &[5.625, 3.5]);
}

/// A flow over two links, each of which it shares with another.
#[test]
fn rates_by_hand() {
    assert_eq!(fair(&[1.0, 1.0], &[on(&[0, 1]), on(&[0]), on(&[1])]), [0.5, 0.5, 0.5]);
    assert_eq!(fair(&[1.0, 2.0], &[on(&[0, 1]), on(&[0]), on(&[1])]), [0.5, 0.5, 1.5]);
    assert_near(
        &fair(&[1.0, 3.0], &[on(&[0, 1]), on(&[0]), on(&[0]), on(&[1]), on(&[1])]),
        &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 4.0 / 3.0, 4.0 / 3.0],
    );
    let half = |link: usize| Hop { link, fraction: 0.5, access: false };
    assert_near(&fair(&[1.0, 1.0, 1.0], &[vec![on(&[0])[0], half(1), half(2)], on(&[1])]), &[2.0 / 3.0, 2.0 / 3.0]);
}

/// Of all rates in twelfths that the links carry, the max-min fair ones have the largest least rate, then the largest second …
#[test]
fn rates_by_trying_all() {
    fn all(open: usize) -> Vec<Vec<usize>> {
        if open == 0 {
            return vec![vec![]];
        }
        all(open - 1).into_iter().flat_map(|rates| (0..=24).map(move |rate| [rates.clone(), vec![rate]].concat())).collect()
    }
    let networks: [(&[f64], &[&[usize]]); 5] = [
        (&[1.0, 1.0], &[&[0, 1], &[0], &[1]]),
        (&[1.0, 2.0], &[&[0, 1], &[0], &[1]]),
        (&[2.0, 1.0], &[&[0], &[0], &[0, 1], &[1]]),
        (&[1.0, 2.0, 1.0], &[&[0, 1], &[1, 2], &[2], &[1]]),
        (&[1.0, 1.0, 2.0], &[&[0, 1, 2], &[0], &[1], &[2]]),
    ];
    for (capacities, paths) in networks {
        let carried = |rates: &Vec<usize>| {
            let load = |link: usize| (0..paths.len()).filter(|&i| paths[i].contains(&link)).map(|i| rates[i]).sum::<usize>();
            (0..capacities.len()).all(|link| load(link) as f64 <= 12.0 * capacities[link])
        };
        let in_order = |rates: &Vec<usize>| {
            let mut rates = rates.clone();
            rates.sort_unstable();
            rates
        };
        let best = all(paths.len()).into_iter().filter(carried).max_by_key(in_order).expect("rates of zero");
        let expected: Vec<f64> = best.iter().map(|&twelfths| twelfths as f64 / 12.0).collect();
        assert_near(&fair(capacities, &paths.iter().map(|path| on(path)).collect::<Vec<_>>()), &expected);
    }
}

/// Rates are max-min fair exactly if every stream has a full link on which nobody is faster.
#[test]
fn every_stream_has_its_bottleneck() {
    for seed in 0..500 {
        let Instance { capacities, flows } = draw(seed, true);
        let paths: Vec<Vec<Hop>> = flows.into_iter().map(|flow| flow.path).collect();
        let rates = fair(&capacities, &paths);
        let load = |link: usize| -> f64 {
            let of = |i: usize| paths[i].iter().filter(|hop| hop.link == link).map(|hop| hop.fraction * rates[i]).sum::<f64>();
            (0..paths.len()).map(of).sum()
        };
        let fastest_on = |link: usize| {
            let on_it = (0..paths.len()).filter(|&i| paths[i].iter().any(|hop| hop.link == link));
            on_it.map(|i| rates[i]).fold(0.0, f64::max)
        };
        assert!((0..capacities.len()).all(|link| load(link) <= capacities[link] + 1e-9), "{seed}");
        for (path, rate) in paths.iter().zip(&rates) {
            let holds = |hop: &Hop| load(hop.link) >= capacities[hop.link] - 1e-9 && fastest_on(hop.link) <= rate + 1e-9;
            assert!(path.iter().any(holds), "{seed}: {path:?} at {rate}");
        }
    }
}

/// r keeps p from its link; q, behind p on the other, comes down to it at 1 and passes.
#[test]
fn a_longer_flow_passes_a_blocked_one() {
    let flows = [flow(0, 0.0, 4.0, &[0, 1]), flow(1, 0.0, 5.0, &[1]), flow(2, 0.0, 3.0, &[0])];
    assert_near(&completions(&[1.0, 1.0], &flows, &Discipline::Pfabric, false), &[9.0, 5.0, 3.0]);
    assert_near(&completions(&[1.0, 1.0], &flows, &Discipline::Fifo, false), &[4.0, 9.0, 7.0]);
    assert_near(&completions(&[1.0, 1.0], &flows, &Discipline::Las, false), &[8.0, 9.0, 6.0]);
    assert_near(&completions(&[1.0, 1.0], &flows, &Discipline::Fair, false), &[8.0, 9.0, 6.0]);
}

/// Of flows that share no link the longer may stand in front; a new one in between goes behind the shorter all the same.
#[test]
fn a_new_flow_among_strangers() {
    let flows = [flow(0, 0.0, 9.0, &[0]), flow(1, 0.0, 9.5, &[1]), flow(2, 2.0, 4.0, &[0, 1])];
    assert_near(&completions(&[1.0, 4.0], &flows, &Discipline::Pfabric, false), &[13.0, 2.375, 6.375]);
}

#[test]
fn the_ideal_fabric_has_no_middle() {
    let middle = |mut flow: Flow| {
        flow.path[1].access = false;
        flow
    };
    let flows = [middle(flow(0, 0.0, 2.0, &[0, 2])), middle(flow(1, 0.0, 2.0, &[1, 2]))];
    assert_near(&completions(&[1.0, 1.0, 1.0], &flows, &Discipline::Ideal, false), &[2.0, 2.0]);
    assert_near(&completions(&[1.0, 1.0, 1.0], &flows, &Discipline::Pfabric, false), &[2.0, 4.0]);
    assert_near(&completions(&[1.0, 1.0, 0.5], &flows, &Discipline::Ideal, false), &[4.0, 4.0]);
}

#[test]
fn classes_by_kind_and_by_attained_service() {
    let flows = [flow(0, 0.0, 4.0, &[0]), flow(1, 1.0, 1.0, &[0])];
    assert_near(&completions(&[1.0], &flows, &Discipline::Priority, false), &[5.0, 2.0]);
    let flows = [flow(0, 0.0, 2.0, &[0]), flow(1, 0.0, 2.0, &[0]), flow(2, 3.0, 1.0, &[0])];
    assert_near(&completions(&[1.0], &flows, &Discipline::Thresholds(vec![1.0]), false), &[5.0, 5.0, 4.0]);
    assert_eq!(pias(1.0, 3.0, 4), Discipline::Thresholds(vec![1.0, 3.0, 9.0]));
    // The first is beyond both thresholds at 4; the second is at 6, and from then on they share.
    let flows = [flow(0, 0.0, 5.0, &[0]), flow(1, 4.0, 4.0, &[0])];
    assert_near(&completions(&[1.0], &flows, &pias(1.0, 2.0, 3), false), &[8.0, 9.0]);
}

#[test]
fn least_attained_catches_up_and_parts() {
    let flows = [flow(0, 0.0, 4.0, &[0]), flow(1, 2.0, 3.0, &[0])];
    assert_near(&completions(&[1.0], &flows, &Discipline::Las, false), &[7.0, 6.0]);
    let flows = [flow(0, 0.0, 6.0, &[1]), flow(1, 0.0, 2.0, &[0, 1]), flow(2, 0.0, 2.0, &[0]), flow(3, 2.0, 1.0, &[1])];
    assert_near(&completions(&[1.0, 2.0], &flows, &Discipline::Las, false), &[4.5, 4.0, 4.0, 2.5]);
}

#[test]
fn the_first_of_two_copies_counts() {
    let mut short = flow(1, 1.0, 1.0, &[0]);
    short.replica = Some(on(&[1]));
    let flows = [flow(0, 0.0, 10.0, &[0]), short];
    assert_near(&completions(&[1.0, 1.0], &flows, &Discipline::Fair, false), &[11.0, 3.0]);
    assert_near(&completions(&[1.0, 1.0], &flows, &Discipline::Fair, true), &[10.5, 2.0]);
    let instance = Instance { capacities: vec![1.0, 4.0], flows: flows.to_vec() };
    assert_eq!(instance.run(&Discipline::Fair, false).0[1].slowdown, 8.0, "the replica's path would be the fastest");
}

#[test]
fn one_link_is_one_server() {
    for seed in 0..150 {
        let Instance { mut flows, .. } = draw(seed, true);
        flows.iter_mut().for_each(|flow| (flow.path, flow.replica) = (on(&[0]), None));
        let job = |flow: &Flow| Job { id: flow.id, arrival: flow.arrival, size: flow.size, estimate: flow.size, weight: 1.0 };
        let workload = Workload::new(flows.iter().map(job)).unwrap();
        let instance = Instance { capacities: vec![1.0], flows };
        for (discipline, key) in [
            (Discipline::Fifo, "fifo"),
            (Discipline::Fair, "ps"),
            (Discipline::Pfabric, "srpt"),
            (Discipline::Ideal, "srpt"),
            (Discipline::Las, "las"),
        ] {
            let sojourns: Vec<f64> = instance.run(&discipline, false).0.iter().map(|o| o.completion - o.release).collect();
            let expected = server::sojourns(&workload, key, 1);
            assert!(near(&sojourns, &expected), "{seed} {key}: {sojourns:?}, expected {expected:?}\n{instance:?}");
        }
    }
}

#[test]
fn nothing_is_faster_than_alone() {
    let disciplines = [&MICE[..], &[Discipline::Priority, Discipline::Thresholds(vec![2.0]), pias(1.0, 2.0, 3)]].concat();
    for seed in 0..400 {
        let instance = draw(seed, seed % 2 == 0);
        for (discipline, replicate) in disciplines.iter().flat_map(|discipline| [(discipline, false), (discipline, true)]) {
            let (outcomes, _) = instance.run(discipline, replicate);
            for (flow, outcome) in instance.flows.iter().zip(&outcomes) {
                let before = flow.after.iter().map(|&before| outcomes[before].completion).fold(flow.arrival, f64::max);
                assert!((outcome.release - before).abs() < 1e-9 && outcome.slowdown > 1.0 - 1e-9, "{seed} {discipline:?} {outcome:?}");
            }
        }
    }
}
