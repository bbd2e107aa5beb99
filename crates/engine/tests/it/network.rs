//! The network: worked examples, one link against the server, and what holds of every run.

use rand::RngExt;
use schedscope::network::{
    Capacities, Class, Distances, Flow, Flows, Instant, Link, Network, Observer, Outcome, Passing, Paths, Policy, Silent, Timeline,
    Topology, simulate, why, why_flow, why_link,
};
use schedscope::server;
use schedscope::sim::stream;
use schedscope::workload::{Ids, Job, Synthetic, Workload};

const EQUAL: Capacities = Capacities { host: 1.0, fabric: 1.0, core: 1.0, short: 0.25 };

fn policies() -> Vec<Policy> {
    Policy::registry().rows().map(|row| row.key.parse().unwrap()).collect()
}

fn run(network: &Network, flows: &Flows, policy: &str) -> Outcome {
    simulate(network, flows, &policy.parse().unwrap(), &mut Silent)
}

fn one_link() -> Network {
    Network::new(vec!["h0".to_owned(), "h1".to_owned()], 2, vec![Link { from: 0, to: 1, capacity: 1.0 }]).unwrap()
}

/// Flows on shortest paths: source, destination, arrival, size, and the numbers of those for which each waits, from 0.
fn flows(network: &Network, given: &[(u32, u32, f64, f64, &[u64])]) -> Flows {
    let distances = Distances::new(network);
    let mut paths = Paths::default();
    let flow = |(id, &(source, destination, arrival, size, _)): (u64, &(u32, u32, f64, f64, &[u64]))| {
        let path = distances.walk(network, &mut paths, (source, destination), |_| 0);
        let class = if size <= 1.0 { Class::Short } else { Class::Long };
        Flow { id, arrival, size, source, destination, class, path, other: None }
    };
    let list = (0..).zip(given).map(flow).collect();
    let after = given.iter().map(|given| given.4.to_vec()).collect();
    Flows::new(network, list, paths, after, Ids::default()).unwrap()
}

/// The jobs of a server as flows on a link.
fn as_flows(network: &Network, workload: &Workload) -> Flows {
    let given: Vec<(u32, u32, f64, f64, &[u64])> = workload.jobs().iter().map(|job| (0, 1, job.arrival, job.size, &[][..])).collect();
    flows(network, &given)
}

/// Random flows, of which one in four is split over all paths if `split`, and some have a replica.
fn random(network: &Network, count: u64, load: f64, split: bool, seed: u64) -> Flows {
    let distances = Distances::new(network);
    let mut random = stream(seed, 0, 0);
    let mut paths = Paths::default();
    let mut list = vec![];
    let mut arrival = 0.0;
    for id in 0..count {
        let source = random.random_range(0..network.hosts());
        let destination = (source + random.random_range(1..network.hosts())) % network.hosts();
        let path = if split {
            distances.split(network, &mut paths, (source, destination))
        } else {
            distances.walk(network, &mut paths, (source, destination), |links| random.random_range(0..links))
        };
        let other = (!split).then(|| distances.walk(network, &mut paths, (source, destination), |links| links - 1));
        // Few different sizes and times, so that many are equal.
        let size = f64::from(random.random_range(1..=4_u32).pow(2));
        arrival += f64::from(random.random_range(0..4_u32)) * 5.0 / (load * network.sending());
        let class = if size <= 1.0 { Class::Short } else { Class::Long };
        list.push(Flow { id, arrival, size, source, destination, class, path, other });
    }
    Flows::new(network, list, paths, vec![], Ids::default()).unwrap()
}

fn networks() -> Vec<Network> {
    let uneven = Capacities { host: 1.0, fabric: 1.5, core: 0.5, short: 0.25 };
    vec![
        Topology::FatTree { k: 4 }.build(&EQUAL, &mut stream(1, 0, 0)).unwrap(),
        Topology::FatTree { k: 4 }.build(&uneven, &mut stream(1, 0, 0)).unwrap(),
        Topology::Bcube { n: 3, levels: 1 }.build(&EQUAL, &mut stream(1, 0, 0)).unwrap(),
        Topology::Jellyfish { switches: 8, ports: 5, degree: 3 }.build(&uneven, &mut stream(1, 0, 0)).unwrap(),
    ]
}

#[test]
fn an_elephant_and_two_mice() {
    let network = one_link();
    let given: [(u32, u32, f64, f64, &[u64]); 3] = [(0, 1, 0.0, 100.0, &[]), (0, 1, 10.0, 1.0, &[]), (0, 1, 50.0, 1.0, &[])];
    let flows = flows(&network, &given);
    for (policy, expected) in [
        ("fifo", [1.0, 91.0, 52.0]),
        ("fair", [1.02, 2.0, 2.0]),
        ("tcp", [1.02, 2.0, 2.0]),
        ("repflow", [1.02, 2.0, 2.0]),
        ("fq-codel[quantum=1]", [1.02, 1.0, 1.0]),
        ("priority", [1.02, 1.0, 1.0]),
        ("pias[first=1]", [1.02, 1.0, 1.0]),
        ("las", [1.02, 1.0, 1.0]),
        ("pfabric", [1.02, 1.0, 1.0]),
        ("ideal", [1.02, 1.0, 1.0]),
    ] {
        let outcome = run(&network, &flows, policy);
        let slowdown: Vec<f64> = (0..3).map(|i| outcome.sojourn[i] / flows.ideal(i)).collect();
        assert!(slowdown.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12), "{policy}: {slowdown:?}");
    }
}

#[test]
fn a_chain_beside_a_bulk_transfer() {
    let network = one_link();
    let given: [(u32, u32, f64, f64, &[u64]); 4] =
        [(0, 1, 0.0, 100.0, &[]), (0, 1, 10.0, 1.0, &[]), (0, 1, 10.0, 20.0, &[1]), (0, 1, 10.0, 1.0, &[2])];
    let flows = flows(&network, &given);
    for (policy, expected) in
        [("fifo", [101.0, 121.0, 122.0]), ("fair", [12.0, 52.0, 54.0]), ("pfabric", [11.0, 31.0, 32.0]), ("ideal", [11.0, 31.0, 32.0])]
    {
        let outcome = run(&network, &flows, policy);
        assert_eq!(outcome.completion[1..], expected, "{policy}");
    }
    let outcome = run(&network, &flows, "fair");
    assert_eq!((&outcome.release[1..], &outcome.sojourn[1..]), (&[10.0, 12.0, 52.0][..], &[2.0, 40.0, 2.0][..]));
}

#[test]
fn a_flow_that_has_come_level_with_one_that_is_let_go_at_that_instant_passes_it() {
    let link = |from, to| Link { from, to, capacity: 1.0 };
    let names = ["h0", "h1", "h2", "s0"].map(str::to_owned).to_vec();
    let network = Network::new(names, 3, (0..3).flat_map(|host| [link(host, 3), link(3, host)]).collect()).unwrap();
    for k in 1..=60 {
        // The second waits for the first to leave its source; until then the third goes, and comes down to the size of the second.
        let first = f64::from(k) / 30.0;
        let second = 1.3 * first;
        let third = first + second;
        let flows = flows(&network, &[(0, 1, 0.0, first, &[]), (0, 2, 0.0, second, &[]), (1, 2, 0.0, third, &[])]);
        for policy in ["pfabric", "ideal"] {
            let found = run(&network, &flows, policy).completion;
            let expected = [first, third + second, third];
            assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12), "{policy}, {k}: {found:?}");
        }
    }
}

/// A link that carries 4, windows of 1 or of half as much, round trips of 1.
#[test]
fn tcp_starts_slowly() {
    let network = Network::new(vec!["h0".to_owned(), "h1".to_owned()], 2, vec![Link { from: 0, to: 1, capacity: 4.0 }]).unwrap();
    for (window, given, expected) in [
        // 1, 2, 4 and three quarters of 4; then the last round trip.
        ("tcp[window=4]", &[(0.0, 10.0)][..], &[4.75][..]),
        // The second has 1, then its half of the link.
        ("tcp[window=4]", &[(0.0, 100.0), (10.0, 3.0)], &[28.0, 13.0]),
        // The first has met its share when the second leaves, at 4 …
        ("tcp[window=4]", &[(0.0, 100.0), (0.0, 7.0)], &[28.25, 5.0]),
        // … or has not, at 2.5, and keeps its window until 3.
        ("tcp[window=2]", &[(0.0, 10.0), (0.0, 2.5)], &[5.625, 3.5]),
        // A window that is larger than what the link carries in a round trip is none.
        ("tcp[window=16]", &[(0.0, 10.0)], &[3.5]),
    ] {
        let given: Vec<_> = given.iter().map(|&(arrival, size)| (0, 1, arrival, size, &[][..])).collect();
        let flows = flows(&network, &given).with_round_trips(1.0, 0.25).unwrap();
        assert_eq!(run(&network, &flows, window).completion, expected, "{window}, {given:?}");
    }
}

/// A flow that is alone has n round trips before its window reaches what the path carries, in which it sends window · (2ⁿ − 1).
#[test]
fn a_tcp_flow_alone_takes_what_its_windows_say() {
    let mut random = stream(11, 0, 0);
    for _ in 0..500 {
        let capacity = random.random_range(0.5..8.0);
        let network = Network::new(vec!["h0".to_owned(), "h1".to_owned()], 2, vec![Link { from: 0, to: 1, capacity }]).unwrap();
        let (packet, round): (f64, f64) = (random.random_range(0.001..0.1), random.random_range(0.01..2.0));
        let size: f64 = random.random_range(0.01..50.0);
        let window = 10.0 * packet;
        let n = [capacity * round / window, size / window + 1.0].map(|ratio: f64| ratio.log2());
        // All but the last of the round trips that carry the flow are full.
        let n = n[0].ceil().min(n[1].ceil() - 1.0).max(0.0);
        let rate = capacity.min(window * n.exp2() / round);
        let expected = n * round + (size - window * (n.exp2() - 1.0)) / rate + round;
        let flows = flows(&network, &[(0, 1, 0.0, size, &[])]).with_round_trips(round, packet).unwrap();
        let found = run(&network, &flows, "tcp").completion[0];
        assert!((found / expected - 1.0).abs() < 1e-12, "{size}, {capacity}, {packet}, {round}: {found} {expected}");
    }
}

#[test]
fn tcp_without_round_trips_is_fair_sharing_to_the_last_bit() {
    for (i, network) in networks().iter().enumerate() {
        for (split, load) in [(false, 0.6), (true, 0.9), (false, 1.5)] {
            let flows = random(network, 400, load, split, i as u64).with_round_trips(0.0, 0.01).unwrap();
            for (tcp, fair) in [("tcp", "fair"), ("tcp[window=1]", "fair"), ("tcp[replicate=on]", "repflow")] {
                let [found, expected] = [tcp, fair].map(|policy| run(network, &flows, policy));
                assert!(found == expected, "{tcp}");
            }
        }
    }
}

#[test]
fn one_link_is_one_server() {
    let network = one_link();
    for (shape, load, seed) in [(0.25, 0.8, 1), (0.25, 1.2, 2), (1.0, 0.9, 3), (2.0, 0.5, 4), (0.125, 0.9, 5)] {
        let workload = Synthetic { count: 3000, shape, load, sigma: 0.0, ..Synthetic::default() }.generate(seed, 0).unwrap();
        let flows = as_flows(&network, &workload);
        for (ours, theirs) in [("fifo", "fifo"), ("fair", "ps"), ("pfabric", "srpt"), ("ideal", "srpt"), ("las", "las")] {
            let outcome = run(&network, &flows, ours);
            let server = server::simulate(&server::Config::default(), &workload, &theirs.parse().unwrap(), &mut server::Silent).unwrap();
            for (i, (job, expected)) in workload.jobs().iter().zip(&server.sojourn).enumerate() {
                let found = outcome.sojourn[i];
                assert!((found / expected - 1.0).abs() < 1e-9, "{ours}, shape {shape}, load {load}: {job:?} {found} {expected}");
            }
        }
    }
}

#[test]
fn equal_jobs_on_one_link_are_those_of_one_server() {
    let network = one_link();
    let mut random = stream(7, 0, 0);
    for _ in 0..200 {
        let job = |id: u64| {
            let [arrival, size] = [random.random_range(0..12_u32), random.random_range(1..=4_u32)].map(f64::from);
            Job { id, arrival, size, estimate: size, weight: 1.0 }
        };
        let workload = Workload::new((0..12).map(job)).unwrap();
        let flows = as_flows(&network, &workload);
        for (ours, theirs) in [("fifo", "fifo"), ("fair", "ps"), ("pfabric", "srpt"), ("las", "las")] {
            let outcome = run(&network, &flows, ours);
            let server = server::simulate(&server::Config::default(), &workload, &theirs.parse().unwrap(), &mut server::Silent).unwrap();
            let far = outcome.sojourn.iter().zip(&server.sojourn).position(|(found, expected)| (found / expected - 1.0).abs() > 1e-9);
            assert_eq!(far, None, "{ours}: {:?} {:?} {:?}", workload.jobs(), outcome.sojourn, server.sojourn);
        }
    }
}

/// Checks rates at every instant.
struct Check<'a> {
    network: &'a Network,
    flows: &'a Flows,
    /// Whether rates are to be max-min fair among all.
    fair: bool,
    instants: usize,
}

impl Observer for Check<'_> {
    fn instant(&mut self, instant: &impl Instant) {
        self.instants += 1;
        let mut passing: Vec<Passing> = vec![];
        instant.each(&mut |stream| passing.push(stream));
        let path = |stream: &Passing| {
            let flow = &self.flows.all()[stream.flow as usize];
            self.flows.paths().hops(if stream.replica == 1 { flow.other.unwrap() } else { flow.path })
        };
        let (mut used, mut fastest) = (vec![0.0; self.network.links().len()], vec![0.0_f64; self.network.links().len()]);
        for stream in &passing {
            for hop in path(stream) {
                used[hop.link as usize] += stream.rate * hop.share;
                fastest[hop.link as usize] = fastest[hop.link as usize].max(stream.rate);
            }
        }
        let room = |link: u32| self.network.capacity(link) - used[link as usize];
        for (link, used) in (0..).zip(&used) {
            assert!(room(link) > -1e-9, "link {link} carries {used} at {}", instant.time());
        }
        for stream in &passing {
            // Nobody could go faster without somebody going slower.
            let full = |hop: &&schedscope::network::Hop| room(hop.link) < 1e-9;
            let mut bottlenecks = path(stream).iter().filter(full);
            assert!(bottlenecks.clone().count() > 0, "{stream:?} could go faster at {}", instant.time());
            let fair = bottlenecks.any(|hop| fastest[hop.link as usize] <= stream.rate * (1.0 + 1e-9) + 1e-12);
            assert!(fair || !self.fair, "{stream:?} is slower than others on all its bottlenecks at {}", instant.time());
        }
    }
}

#[test]
fn no_link_carries_more_than_it_can_and_fair_rates_are_max_min() {
    for (i, network) in networks().iter().enumerate() {
        for (split, load) in [(false, 0.6), (true, 0.6), (false, 1.5)] {
            let flows = random(network, 300, load, split, i as u64);
            for policy in policies().iter().filter(|policy| policy.row().key != "ideal") {
                let fair = ["fair", "tcp", "repflow"].contains(&policy.row().key);
                let mut check = Check { network, flows: &flows, fair, instants: 0 };
                let outcome = simulate(network, &flows, policy, &mut check);
                assert!(check.instants > 300, "{policy}");
                let quick = (0..flows.len()).find(|i| outcome.sojourn[*i] < flows.ideal(*i) * (1.0 - 1e-12));
                assert_eq!(quick, None, "{policy}");
            }
        }
    }
}

#[test]
fn links_carry_what_flows_send() {
    for network in networks() {
        let flows = random(&network, 300, 0.7, false, 9);
        let mut expected = vec![0.0; network.links().len()];
        for (i, flow) in flows.all().iter().enumerate() {
            flows.hops(i).iter().for_each(|hop| expected[hop.link as usize] += flow.size * hop.share);
        }
        for policy in policies().iter().filter(|policy| policy.row().key != "repflow") {
            let outcome = simulate(&network, &flows, policy, &mut Silent);
            let far = outcome.carried.iter().zip(&expected).position(|(found, expected)| (found - expected).abs() > 1e-6);
            assert_eq!(far, None, "{policy}");
        }
    }
}

#[test]
fn a_recording_has_every_rate() {
    let network = one_link();
    let flows = flows(&network, &[(0, 1, 0.0, 100.0, &[]), (0, 1, 10.0, 1.0, &[]), (0, 1, 50.0, 1.0, &[])]);
    let (timeline, outcome) = Timeline::record(&network, &flows, &"fair".parse().unwrap(), &mut |_| {});
    assert_eq!(outcome, run(&network, &flows, "fair"), "recording changes nothing");
    let rates: Vec<_> = timeline.stretches.iter().map(|s| (s.flow, s.from, s.to, s.left, s.rate)).collect();
    let expected = [
        (0, 0.0, 10.0, 100.0, 1.0),
        (0, 10.0, 12.0, 90.0, 0.5),
        (1, 10.0, 12.0, 1.0, 0.5),
        (0, 12.0, 50.0, 89.0, 1.0),
        (0, 50.0, 52.0, 51.0, 0.5),
        (2, 50.0, 52.0, 1.0, 0.5),
        (0, 52.0, 102.0, 50.0, 1.0),
    ];
    assert_eq!(rates, expected);
    assert_eq!(timeline.at(11.0).map(|stretch| stretch.flow).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((timeline.at(102.0).count(), timeline.end()), (0, 102.0));
    let carried: f64 = timeline.frames.iter().map(|frame| f64::from(frame.used[0]) * (frame.to - frame.from)).sum();
    assert!((carried - 102.0).abs() < 1e-3, "{carried}");
}

#[test]
fn a_flow_is_recorded_whose_frames_are_finer_than_its_times() {
    let network = one_link();
    let flows = flows(&network, &[(0, 1, 1e12, 1e-3, &[])]);
    let (timeline, _) = Timeline::record(&network, &flows, &"fair".parse().unwrap(), &mut |_| {});
    assert!(timeline.end() > 1e12 && timeline.frames.iter().all(|frame| frame.from < frame.to));
}

#[test]
fn a_recording_is_of_what_was_sent() {
    for network in networks() {
        let flows = random(&network, 200, 0.9, false, 3);
        for policy in policies() {
            let (timeline, outcome) = Timeline::record(&network, &flows, &policy, &mut |_| {});
            assert_eq!(outcome, simulate(&network, &flows, &policy, &mut Silent), "{policy}");
            let mut sent = vec![[0.0; 2]; flows.len()];
            let mut last = vec![[0.0; 2]; flows.len()];
            for stretch in &timeline.stretches {
                let (flow, replica) = (stretch.flow as usize, usize::from(stretch.replica));
                let size = flows.all()[flow].size;
                assert!(stretch.from < stretch.to && stretch.from >= last[flow][replica], "{policy}: {stretch:?}");
                assert!((size - stretch.left - sent[flow][replica]).abs() < 1e-9 * size, "{policy}: {stretch:?}");
                sent[flow][replica] += stretch.rate * (stretch.to - stretch.from);
                last[flow][replica] = stretch.to;
            }
            let whole = |(flow, sent): (&Flow, &[f64; 2])| (sent[0].max(sent[1]) - flow.size).abs() < 1e-8 * flow.size;
            let wrong = flows.all().iter().zip(&sent).position(|pair| !whole(pair));
            assert_eq!(wrong, None, "{policy}");
        }
    }
}

/// What is said when the first mouse comes beside the elephant, or when it is under way.
#[test]
fn every_policy_says_why() {
    let network = one_link();
    let given: [(u32, u32, f64, f64, &[u64]); 4] =
        [(0, 1, 0.0, 100.0, &[]), (0, 1, 10.0, 1.0, &[]), (0, 1, 10.0, 20.0, &[1]), (0, 1, 50.0, 1.0, &[])];
    let flows = flows(&network, &given);
    for (policy, time, expected) in [
        (
            "fifo",
            10.0,
            "At 10: F1 begins, from h0 to h1; F1 waits behind F0 on link h0→h1, which came first; F0 has what is left of link h0→h1.",
        ),
        ("fair", 10.0, "At 10: F1 begins, from h0 to h1; F0 and F1 share what is left of link h0→h1."),
        (
            "fq-codel[quantum=2]",
            10.0,
            "At 10: F1 begins, from h0 to h1; F0 waits behind F1 on link h0→h1, which is new; F1 has what is left of link h0→h1.",
        ),
        ("tcp", 10.0, "At 10: F1 begins, from h0 to h1; F0 and F1 share what is left of link h0→h1."),
        ("repflow", 12.0, "At 12: F1 is complete; F2 begins, from h0 to h1, after F1; F0 and F2 share what is left of link h0→h1."),
        (
            "priority",
            10.0,
            "At 10: F1 begins, from h0 to h1; F0 waits behind F1 on link h0→h1, which is short; F1 has what is left of link h0→h1.",
        ),
        (
            "pias[first=2]",
            10.0,
            "At 10: F1 begins, from h0 to h1; F0 waits behind F1 on link h0→h1, which has attained less; F1 has what is left of link h0→h1.",
        ),
        (
            "las",
            10.0,
            "At 10: F1 begins, from h0 to h1; F0 waits behind F1 on link h0→h1, which has attained less; F1 has what is left of link h0→h1.",
        ),
        (
            "pfabric",
            10.0,
            "At 10: F1 begins, from h0 to h1; F0 waits behind F1 on link h0→h1, of which less is left; F1 has what is left of link h0→h1.",
        ),
        (
            "ideal",
            11.0,
            "At 11: F1 is complete; F2 begins, from h0 to h1, after F1; F0 waits behind F2 on link h0→h1, of which less is left; F2 has what is left of link h0→h1.",
        ),
    ] {
        let (timeline, _) = Timeline::record(&network, &flows, &policy.parse().unwrap(), &mut |_| {});
        assert_eq!(why(&timeline, time + 0.5).as_deref(), Some(expected), "{policy}");
        assert_eq!(why(&timeline, -1.0), None);
    }
}

/// The same flows, one by one, and the link.
#[test]
fn a_flow_and_a_link_say_what_they_do() {
    let network = one_link();
    let given: [(u32, u32, f64, f64, &[u64]); 4] =
        [(0, 1, 0.0, 100.0, &[]), (0, 1, 10.0, 1.0, &[]), (0, 1, 10.0, 20.0, &[1]), (0, 1, 50.0, 1.0, &[])];
    let flows = flows(&network, &given);
    let record = |policy: &str| Timeline::record(&network, &flows, &policy.parse().unwrap(), &mut |_| {}).0;
    let [fifo, fair, pfabric] = ["fifo", "fair", "pfabric"].map(record);
    for (timeline, flow, time, expected) in [
        (&fifo, 1, 10.5, "F1 waits behind F0 on link h0→h1, which came first."),
        (&fifo, 2, 10.5, "F2 is to follow F1."),
        (&fifo, 3, 10.5, "F3 comes at 50."),
        (&fifo, 0, 10.5, "F0 has all of link h0→h1."),
        (&fair, 1, 10.5, "F1 shares link h0→h1 with F0."),
        (&pfabric, 0, 10.5, "F0 waits behind F1 on link h0→h1, of which less is left."),
        (&pfabric, 1, 11.5, "F1 was complete at 11."),
        (&pfabric, 9, 0.0, ""),
    ] {
        assert_eq!(why_flow(timeline, flow, time), expected);
    }
    let links = [&fifo, &fair, &pfabric].map(|timeline| why_link(timeline, 0, 10.5));
    assert_eq!(links, ["F0 crosses h0→h1; F1 waits for it.", "F0 and F1 cross h0→h1.", "F1 crosses h0→h1; F0 waits for it."]);
    assert_eq!(why_link(&fifo, 0, 1e3), "Nothing crosses h0→h1.");
}

#[test]
fn a_tcp_flow_says_what_keeps_it_slow() {
    let network = one_link();
    let flows = flows(&network, &[(0, 1, 0.0, 10.0, &[])]).with_round_trips(2.0, 0.1).unwrap();
    let (timeline, _) = Timeline::record(&network, &flows, &"tcp".parse().unwrap(), &mut |_| {});
    let said = [1.0, 3.0].map(|time| why_flow(&timeline, 0, time));
    assert_eq!(said, ["F0 goes as fast as its window allows (slow start).", "F0 has all of link h0→h1."]);
}

/// Flows that are split over all paths of a fat tree fill no link inside it before those next to their hosts: which is to be the same as if
/// all links are looked at, as where the ones inside can carry slightly less.
#[test]
fn links_that_are_never_full_make_no_difference() {
    let tree = |inside: f64| {
        Topology::FatTree { k: 4 }.build(&Capacities { fabric: inside, core: inside, ..EQUAL }, &mut stream(1, 0, 0)).unwrap()
    };
    let [network, less] = [1.0, 1.0 - 1e-9].map(tree);
    let flows = random(&network, 300, 0.7, true, 5);
    // No two things happen at once.
    let mut draws = stream(6, 0, 0);
    let mut uneven =
        |flow: &Flow| Flow { size: flow.size * draws.random_range(0.5..1.5), arrival: flow.arrival + draws.random::<f64>(), ..*flow };
    let list = flows.all().iter().map(&mut uneven).collect();
    let flows = Flows::new(&network, list, flows.paths().clone(), vec![], Ids::default()).unwrap();
    for policy in policies() {
        let [found, expected] = [&network, &less].map(|network| simulate(network, &flows, &policy, &mut Silent));
        let far = (0..flows.len()).find(|i| (found.sojourn[*i] / expected.sojourn[*i] - 1.0).abs() > 1e-4);
        assert_eq!(far, None, "{policy}");
        assert!(found.carried.iter().zip(&expected.carried).all(|(found, expected)| (found - expected).abs() < 1e-6), "{policy}");
    }
}
