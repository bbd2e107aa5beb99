//! The CDN world: the worked example, what holds of every run, and placements against brute force.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use schedscope::cdn::{
    Became, Decision, Figures, Flow, Link, Network, Observer, Outcome, Plan, Policy, Prices, Program, Region, Request, Requests, Sample,
    Shelf, Silent, Sizes, Solver, Ways, place, simulate, why,
};
use schedscope::world::{Ask, Entry, SpecError, World};
use std::collections::{BTreeMap, BTreeSet};

/// A plan of fields as they would be written, as JSON.
fn plan(system: &str, workload: &str, policies: &[&str]) -> Result<Plan, SpecError> {
    let (system, workload) = (serde_json::from_str(system).unwrap(), serde_json::from_str(workload).unwrap());
    let policies: Vec<Policy> = policies.iter().map(|key| key.parse().unwrap()).collect();
    Plan::prepare(Ask { seed: 1, replications: 1, policies, system: &system, workload: &workload }, &mut |_| unreachable!("no file"))
}

fn all() -> Vec<&'static str> {
    Policy::registry().rows().map(|row| row.key).collect()
}

/// Regions A and B in one group, with room for a session each and at the CDN server, and four requests from A for one video.
const EXAMPLE: [&str; 2] = [
    r#"{"kind":"cdn","dserver_capacity":1,"cdn_capacity":1,"storage":1,"replicas":2.0,
        "regions":[{"name":"A","distance":300.0},{"name":"B","distance":300.0}],
        "links":[{"from":"A","to":"B","distance":100.0}]}"#,
    r#"{"requests":[{"arrival":0.0,"region":"A","session":6000.0},{"arrival":600.0,"region":"A","session":6000.0},
        {"arrival":1200.0,"region":"A","session":6000.0},{"arrival":1800.0,"region":"A","session":6000.0}]}"#,
];

const A: u8 = 0;
const B: u8 = 1;
const CDN: u8 = Outcome::CDN;

/// Who serves the requests of the example, and how many minutes each waits, with these dServers drawn for random redirection.
fn example(policy: &str, picks: [u8; 4]) -> (Vec<u8>, Vec<f64>) {
    let plan = plan(EXAMPLE[0], EXAMPLE[1], &[policy]).unwrap();
    let mut requests = plan.requests(0);
    requests.all.iter_mut().zip(picks).for_each(|(request, pick)| request.pick = pick);
    let outcome = plan.outcome(&requests, 0, &mut Silent);
    (outcome.server, outcome.wait.iter().map(|wait| wait.unwrap_or(0.0) / 60.0).collect())
}

#[test]
fn the_worked_example() {
    // Small worlds, section 6.2: sessions of 100 minutes, requests at 0, 10, 20 and 30.
    assert_eq!(example("rand-opt", [A; 4]), (vec![A, B, CDN, CDN], vec![0.0, 0.0, 0.0, 90.0]));
    assert_eq!(example("opt-opt[solver=exact]", [A; 4]), (vec![A, B, CDN, CDN], vec![0.0, 0.0, 0.0, 90.0]));
    assert_eq!(example("centralized", [A; 4]), (vec![CDN; 4], vec![0.0, 90.0, 180.0, 270.0]));
    assert_eq!(example("rand-rand", [A, A, B, A]), (vec![A, CDN, B, CDN], vec![0.0, 0.0, 0.0, 80.0]));
}

#[test]
fn the_worked_example_in_figures_and_sentences() {
    let plan = plan(EXAMPLE[0], EXAMPLE[1], &["rand-opt", "centralized"]).unwrap();
    let requests = plan.draw(0);
    let figures = |policy: usize| {
        let told = plan.tell(&requests, &plan.simulate(&requests, policy, &mut |_| {}).unwrap());
        (Plan::report(&plan.pool(policy, vec![told.own], 4)).cdn, told.times.unwrap())
    };
    let (cdn, times) = figures(0);
    assert_eq!((cdn.dcdn_share, cdn.cdn_share, cdn.local_share, cdn.postponed), (0.5, 0.5, 0.25, 1.0));
    assert_eq!((cdn.mean_wait, cdn.longest_wait), (Some(5400.0), Some(5400.0)));
    // From A nothing, from B 100 km at 1, twice from the CDN server 300 km at 2; centralised four times.
    assert_eq!(cdn.cost, Some(1300.0 / 2400.0));
    // From the CDN server alone twice 600 of 2400, for 6000 seconds each.
    assert_eq!((cdn.origin_cost, cdn.origin_traffic), (Some(0.5), 12_000.0 / 3600.0));
    assert_eq!((cdn.external_sessions, cdn.internal_sessions, cdn.low_priority_sessions), (2.0, 1.0, 0.0));
    assert_eq!((cdn.dcdn_peak, cdn.cdn_peak, cdn.queue_peak), (2.0, 1.0, 1.0));
    assert_eq!((times.sojourn, times.slowdown), (vec![6000.0, 6000.0, 6000.0, 11_400.0], vec![1.0, 1.0, 1.0, 1.9]));
    let (cdn, _) = figures(1);
    assert_eq!((cdn.dcdn_share, cdn.cost, cdn.postponed, cdn.mean_wait), (0.0, Some(1.0), 3.0, Some(10_800.0)));

    let (timeline, _) = plan.record(&requests, 0, &mut |_| {}).unwrap();
    let minutes = |time: f64| format!("{} min", time / 60.0);
    let said: Vec<_> = [0.0, 600.0, 1300.0, 1900.0, 7200.0].iter().map(|time| why(&timeline, *time, &minutes).unwrap()).collect();
    assert_eq!(
        said,
        [
            "At 0 min J1 (A, video 1) comes: A has the video and room.",
            "At 10 min J2 (A, video 1) comes: A is full: 1 of 1 sessions; B has the video and room.",
            "At 20 min J3 (A, video 1) comes: A is full: 1 of 1 sessions; B is full: 1 of 1 sessions; so it goes to the CDN server.",
            "At 30 min J4 (A, video 1) comes: A is full: 1 of 1 sessions; B is full: 1 of 1 sessions; the CDN server is full: 1 of 1 \
             sessions; it is the first in its queue.",
            "At 120 min a session ends at the CDN server, and that of J4 (A, video 1) begins after 90 min in its queue.",
        ]
    );
    assert_eq!(why(&timeline, -1.0, &minutes), None);
    let sums = timeline.samples.iter().fold((0, 0, 0, 0), |sum, sample| {
        (sum.0 + sample.requests, sum.1 + sample.dcdn, sum.2 + sample.redirected, sum.3 + sample.postponed)
    });
    assert_eq!(sums, (4, 2, 1, 1));
    assert_eq!(timeline.at(3000.0).unwrap().sessions, [1, 1, 1]);
    assert_eq!((timeline.at(3000.0).unwrap().queue, timeline.at(8000.0).unwrap().queue), (1, 0));
    // A's users are served at A, at B and by the CDN server, until the first session ends.
    let flow = |server| Flow { server, region: 0, sessions: 1 };
    assert_eq!(timeline.at(3000.0).unwrap().flows, [flow(Some(0)), flow(Some(1)), flow(None)]);
    assert_eq!(timeline.at(8000.0).unwrap().flows, [flow(None)]);
    let waited = timeline.samples.iter().fold((0, 0.0), |sum, sample| (sum.0 + sample.begun, sum.1 + sample.waited));
    assert_eq!(waited, (1, 5400.0));
    assert_eq!(timeline.regions, [Became { requests: 4, local: 1, others: 1, postponed: 1 }, Became::default()]);
    let shelf = |known| Shelf { videos: 1, top: vec![(1, 4)], known };
    assert_eq!(timeline.shelves, [shelf(1.0), shelf(0.0)]);
}

/// A region of a small network.
fn region(name: &str, distance: f64, storage: u64, capacity: u32) -> Region {
    Region { name: name.to_owned(), at: [0.0; 2], distance, users: 1.0, storage, capacity, group: None }
}

/// A network of a few regions with links at random.
fn network(random: &mut ChaCha8Rng) -> Network {
    let count = random.random_range(1..6_usize);
    let mut whole = |most: u32| random.random_range(1..=most);
    let regions: Vec<Region> = (0..count).map(|i| region(&format!("R{i}"), f64::from(whole(9)), whole(4).into(), whole(3))).collect();
    let mut links = vec![];
    for a in 0..count {
        for b in 0..a {
            if whole(2) == 1 {
                links.push(Link { ends: [a, b], distance: f64::from(whole(9)), low_priority: whole(3) == 1 });
            }
        }
    }
    let prices = Prices { external: 2.0, internal: 1.0, low_priority: 1.5, ways: Ways::Cheapest };
    Network::new(regions, links, whole(4), 0.5 * f64::from(whole(4)), prices).unwrap()
}

/// Sizes of whole units, some larger than any storage, or one unit each.
fn sizes(random: &mut ChaCha8Rng, videos: usize) -> Sizes {
    let most = if random.random() { 5 } else { 1_u32 };
    Sizes::new((0..videos).map(|_| f64::from(random.random_range(1..=most))).collect()).unwrap()
}

/// Requests at whole seconds, so that many things happen at one instant.
fn requests(random: &mut ChaCha8Rng, regions: usize) -> Requests {
    let count = random.random_range(2..60_u32);
    let videos = random.random_range(1..8_u32);
    let mut request = |given: u32| Request {
        arrival: f64::from(random.random_range(0..40_u32)),
        session: f64::from(random.random_range(1..12_u32)),
        video: random.random_range(0..videos),
        given,
        region: random.random_range(0..regions as u8),
        pick: random.random_range(0..regions as u8),
    };
    let all = (0..count).map(&mut request).collect();
    Requests { sizes: sizes(random, videos as usize), ..Requests::new(all, videos, count as usize / 4, 0).unwrap() }
}

/// Checks every state that it sees.
struct Checked<'a> {
    network: &'a Network,
    last: f64,
}

impl Checked<'_> {
    fn look(&mut self, time: f64, sessions: &[u32], queue: u32) {
        assert!(time >= self.last);
        self.last = time;
        let capacity = self.network.regions.iter().map(|region| region.capacity).chain([self.network.cdn_capacity]);
        assert!(sessions.iter().zip(capacity).all(|(sessions, capacity)| *sessions <= capacity), "a server exceeds its capacity");
        let cdn = sessions[sessions.len() - 1];
        assert!(queue == 0 || cdn == self.network.cdn_capacity, "a request waits while the CDN server has room");
    }
}

impl Observer for Checked<'_> {
    const WATCHES: bool = true;

    fn decided(&mut self, time: f64, decision: Decision<'_>, sessions: &[u32], queue: u32) {
        self.look(time, sessions, queue);
        assert!(decision.behind.is_none() || decision.server == CDN, "only the CDN server has a queue");
    }

    fn ended(&mut self, time: f64, _: Option<usize>, sessions: &[u32], queue: u32) {
        self.look(time, sessions, queue);
    }
}

proptest! {
    #[test]
    fn what_holds_of_every_run(seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let network = network(&mut random);
        let requests = requests(&mut random, network.regions.len());
        for policy in all().into_iter().chain(["lru[redirection=random]", "lru[redirection=nearest]", "opt-opt[demand=past,accuracy=0.5]", "rand-opt[copies=fill]"]) {
            let policy: Policy = policy.parse().unwrap();
            let holders = place(&network, &requests, policy.kind(), seed);
            for (server, region) in network.regions.iter().enumerate() {
                let its = (0..).zip(holders.all()).filter(|(_, bits)| **bits >> server & 1 == 1);
                let stored: f64 = its.map(|(video, _)| requests.sizes.of(video)).sum();
                prop_assert!(stored <= region.storage as f64, "{policy}: {stored} of {} stored", region.storage);
            }
            let mut checked = Checked { network: &network, last: 0.0 };
            let outcome = simulate(&network, &requests, policy.kind(), seed, &mut checked);
            prop_assert_eq!(&outcome, &simulate(&network, &requests, policy.kind(), seed, &mut Silent), "watching changes {}", policy);
            for ((request, server), wait) in requests.all.iter().zip(&outcome.server).zip(&outcome.wait) {
                prop_assert!(wait.is_none_or(|wait| wait > 0.0 && *server == CDN));
                if policy.kind().placement.caching().is_none() && *server != CDN {
                    prop_assert!(holders.has(request.video, *server));
                }
            }
            // First come, first served: sessions of the queue begin in the order of their arrival.
            let begins: Vec<f64> = requests.all.iter().zip(&outcome.wait).filter_map(|(r, wait)| Some(r.arrival + (*wait)?)).collect();
            prop_assert!(begins.is_sorted(), "{}: {:?}", policy, begins);
            let used = Figures::of(&network, &requests, &outcome);
            for share in [used.dcdn_utilisation, used.cdn_utilisation].into_iter().flatten() {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&share), "{} uses {} of a capacity", policy, share);
            }
        }
    }

    #[test]
    fn the_exact_solver_is_exact_and_the_search_close(seed: u64) {
        let program = program(&mut ChaCha8Rng::seed_from_u64(seed));
        let exact = program.solve(Solver::Exact);
        let search = program.solve(Solver::Search);
        prop_assert!(program.allows(&exact) && program.allows(&search));
        let best = best(&program);
        prop_assert!((program.saved(&exact) - best).abs() <= 1e-6 * best.max(1.0), "{} of {best}", program.saved(&exact));
        prop_assert!(program.saved(&search) <= best * (1.0 + 1e-9) && program.saved(&search) >= 0.5 * best);
    }
}

/// A small instance in which dServers can serve whatever comes.
fn program(random: &mut ChaCha8Rng) -> Program {
    let (regions, videos) = (3, 3);
    let demand: Vec<u32> = (0..videos * regions).map(|_| random.random_range(0..6)).collect();
    let saving = (0..regions * regions).map(|_| f64::from(random.random_range(0..5_u32))).collect();
    let mut order: Vec<u32> = (0..videos as u32).collect();
    order.sort_by_key(|video| std::cmp::Reverse(demand[*video as usize * regions..][..regions].iter().sum::<u32>()));
    let storage = (0..regions).map(|_| f64::from(random.random_range(1..3_u32))).collect();
    let sizes = sizes(random, videos);
    let copies = (0..videos).map(|_| random.random_range(1..3)).collect();
    Program { regions, demand, saving, storage, sizes, capacity: vec![1e9; regions], copies, order }
}

/// What the best placement saves, of all there are.
fn best(program: &Program) -> f64 {
    let pairs = program.videos() * program.regions;
    let holders = |code: u64| -> Vec<u64> { (0..program.videos()).map(|video| code >> (video * program.regions) & 7).collect() };
    let allowed = (0..1_u64 << pairs).map(holders).filter(|holders| program.allows(holders));
    allowed.map(|holders| program.saved(&holders)).fold(0.0, f64::max)
}

#[test]
fn the_search_is_within_two_percent_of_the_optimum_on_average() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (mut sum, mut count) = (0.0, 0);
    for _ in 0..400 {
        let program = program(&mut random);
        let best = program.saved(&program.solve(Solver::Exact));
        if best > 0.0 {
            (sum, count) = (sum + program.saved(&program.solve(Solver::Search)) / best, count + 1);
        }
    }
    let ratio = sum / f64::from(count);
    println!("the search saves {ratio:.4} of the optimum on average, over {count} instances");
    assert!(ratio > 0.98, "{ratio}");
}

#[test]
fn a_week_has_the_peaks_of_the_source() {
    let plan = plan(r#"{"kind":"cdn"}"#, "{}", &["centralized"]).unwrap();
    let requests = plan.requests(0);
    assert_eq!((requests.all.len(), requests.videos), (364_663, 17_223));
    // Sessions under way at each hour of the week, from Sunday noon.
    let mut work = vec![0_i64; 7 * 24 + 3];
    for request in &requests.all {
        assert!((3600.0..=7200.0).contains(&request.session) && (0.0..=7.0 * 86_400.0).contains(&request.arrival));
        let hours = |time: f64| (time / 3600.0).ceil() as usize;
        (hours(request.arrival)..hours(request.arrival + request.session)).for_each(|hour| work[hour] += 1);
    }
    let of = |day: usize, hour: usize| work[(day * 24 + hour) - 12];
    for day in 1..7 {
        let hours = |range: std::ops::Range<usize>| range.max_by_key(|hour| of(day, *hour)).unwrap();
        assert_eq!((hours(6..18), hours(18..24)), (14, 23), "day {day}");
        assert_eq!((0..24).min_by_key(|hour| of(day, *hour)), Some(4), "day {day}");
    }
    let nights: Vec<i64> = (0..7).map(|day| of(day, 23)).collect();
    assert!(nights[..5].is_sorted_by(|a, b| a > b), "falls from Sunday to Thursday: {nights:?}");
    assert!(nights[5] > nights[4] && nights[6] > nights[5], "rises on Friday and Saturday: {nights:?}");
}

#[test]
fn the_five_configurations_are_in_the_order_of_the_source() {
    // Table 3.1 and figure 3.3; a claim of the source is an order, as it gives neither popularity nor distances.
    let keys = ["centralized", "rand-rand", "opt-rand", "rand-opt", "opt-opt"];
    let plan = plan(r#"{"kind":"cdn"}"#, "{}", &keys).unwrap();
    let requests = plan.draw(0);
    let figures = |policy: usize| {
        let own = plan.tell(&requests, &plan.simulate(&requests, policy, &mut |_| {}).unwrap()).own;
        Plan::report(&plan.pool(policy, vec![own], requests.all.len())).cdn
    };
    let all: Vec<_> = (0..keys.len()).map(figures).collect();
    assert!(all.is_sorted_by(|a, b| a.dcdn_share < b.dcdn_share), "{all:#?}");
    assert!(all.is_sorted_by(|a, b| a.cost > b.cost), "{all:#?}");
    assert!(all.is_sorted_by(|a, b| a.postponed > b.postponed), "{all:#?}");
    assert!(all.is_sorted_by(|a, b| a.mean_wait.unwrap_or(0.0) > b.mean_wait.unwrap_or(0.0)), "{all:#?}");
    for cdn in &all {
        assert!((cdn.dcdn_share + cdn.cdn_share - 1.0).abs() < 1e-12);
    }
    // Redirection matters more than placement.
    let gain = |from: usize, to: usize| all[from].cost.unwrap() - all[to].cost.unwrap();
    assert!(gain(1, 3) > 5.0 * gain(1, 2), "{all:#?}");
}

#[test]
fn lru_drops_what_was_used_longest_ago() {
    // One dServer with room for two videos; 1 is used again before 3 comes, so 2 goes.
    let of = |video: u32, arrival: u32| format!(r#"{{"arrival":{arrival}.0,"region":"A","video":{video},"session":1.0}}"#);
    let list = [(1, 0), (2, 10), (1, 20), (3, 30), (1, 40), (2, 50)].map(|(video, arrival)| of(video, arrival));
    let system = r#"{"kind":"cdn","storage":2,"regions":[{"name":"A","distance":9.0}]}"#;
    let plan = plan(system, &format!(r#"{{"requests":[{}]}}"#, list.join(",")), &["lru"]).unwrap();
    assert_eq!(plan.outcome(&plan.requests(0), 0, &mut Silent).server, [CDN, CDN, A, CDN, A, CDN]);
}

/// Two minutes from the first counted request to the last. The session of the warm-up lasts one of them, the second all, and the last
/// begins when they are over; one waits for the CDN server a minute and is served for the other.
#[test]
fn utilisation_is_of_the_time_in_which_requests_come() {
    let request =
        |arrival: u32, video: u32, session: u32| format!(r#"{{"arrival":{arrival}.0,"region":"A","video":{video},"session":{session}.0}}"#);
    let list = [request(0, 1, 120), request(60, 1, 600), request(60, 2, 60), request(60, 2, 600), request(180, 1, 60)].join(",");
    let system = r#"{"kind":"cdn","storage":1,"dserver_capacity":2,"cdn_capacity":1,"regions":[{"name":"A","distance":9.0}]}"#;
    let plan = plan(system, &format!(r#"{{"requests":[{list}],"warmup":1}}"#), &["proportional"]).unwrap();
    let requests = plan.draw(0);
    let outcome = plan.outcome(&requests, 0, &mut Silent);
    assert_eq!((&outcome.server[..], outcome.wait[3]), (&[A, A, CDN, CDN, A][..], Some(60.0)));
    let figures = Figures::of(&plan.network, &requests, &outcome);
    assert_eq!((figures.dcdn_utilisation, figures.cdn_utilisation), (Some(0.75), Some(1.0)));
}

/// Centralised, the four sessions follow each other: the run lasts three times as long as its requests need, so that two samples became
/// one, and nothing is lost.
#[test]
fn samples_that_are_merged_add_up() {
    let plan = plan(EXAMPLE[0], EXAMPLE[1], &["centralized"]).unwrap();
    let (timeline, _) = plan.record(&plan.draw(0), 0, &mut |_| {}).unwrap();
    assert_eq!(timeline.every, 2.0 * 7800.0 / 512.0);
    let of = |number: fn(&Sample) -> u32| timeline.samples.iter().map(number).sum::<u32>();
    let counts = [of(|s| s.requests), of(|s| s.dcdn), of(|s| s.redirected), of(|s| s.postponed), of(|s| s.begun)];
    assert_eq!(counts, [4, 0, 0, 3, 3]);
    let sum = |number: fn(&Sample) -> f64| timeline.samples.iter().map(number).sum::<f64>();
    assert_eq!((sum(|s| s.waited), sum(|s| s.cost), sum(|s| s.central)), (5400.0 + 10_800.0 + 16_200.0, 2400.0, 2400.0));
}

/// Videos 900 and 17 are called so in what is told of requests and of a run.
#[test]
fn videos_keep_their_names() {
    let requests = r#"{"requests":[{"arrival":0.0,"region":"A","video":900,"session":60.0},
        {"arrival":1.0,"region":"A","video":17,"session":60.0},{"arrival":2.0,"region":"A","video":900,"session":60.0}]}"#;
    let written = plan(EXAMPLE[0], requests, &["lru"]).unwrap();
    let csv = "time,item,region\n0,900,A\n1,17,A\n2,900,A\n";
    let (system, workload) = (serde_json::from_str(EXAMPLE[0]).unwrap(), serde_json::from_str(r#"{"path":"r.csv"}"#).unwrap());
    let ask = Ask { seed: 1, replications: 1, policies: vec!["lru".parse().unwrap()], system: &system, workload: &workload };
    let read = Plan::prepare(ask, &mut |_| Ok(csv.as_bytes().to_vec())).unwrap();
    let video = Plan::job_titles().iter().position(|title| *title == "video").unwrap();
    for plan in [written, read] {
        let jobs = plan.draw(0);
        let (timeline, outcome) = plan.record(&jobs, 0, &mut |_| {}).unwrap();
        let names: Vec<Entry> = plan.job_rows(&jobs, &outcome).into_iter().map(|mut row| row.swap_remove(video)).collect();
        assert_eq!(names, ["900", "17", "900"].map(|name| Entry::Text(name.to_owned())));
        assert!(why(&timeline, 1.0, &|time| time.to_string()).unwrap().starts_with("At 1 J2 (A, video 17) comes"));
    }
}

/// The rule as it is told, of one dServer that serves all it stores: what it was asked for, how often and when last, and what it stores.
fn cached(requests: &[u32], sizes: &[f64], storage: f64, rarest: bool, again: bool) -> Vec<bool> {
    let (mut asked, mut used) = (BTreeMap::new(), BTreeMap::new());
    let mut stored: Vec<u32> = vec![];
    let mut hit = |(now, video): (usize, &u32)| {
        let before = asked.get(video).copied().unwrap_or(0);
        asked.insert(*video, before + 1);
        let there = stored.contains(video);
        let size = |video: &u32| sizes[*video as usize];
        if !there && (before > 0 || !again) && size(video) <= storage {
            while stored.iter().map(size).sum::<f64>() + size(video) > storage {
                let worth = |video: &u32| (if rarest { asked[video] } else { 0 }, used[video]);
                let least = stored.iter().copied().min_by_key(worth).unwrap();
                stored.retain(|other| *other != least);
            }
            stored.push(*video);
        }
        used.insert(*video, now);
        there
    };
    requests.iter().enumerate().map(&mut hit).collect()
}

#[test]
fn caches_drop_and_admit_as_they_say() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut differ = BTreeSet::new();
    for _ in 0..300 {
        let (storage, videos) = (random.random_range(1..5_u32), random.random_range(2..9_u32));
        let list: Vec<u32> = (0..60).map(|_| random.random_range(0..videos).min(random.random_range(0..videos))).collect();
        let sizes: Vec<f64> = {
            let most = if random.random() { 4 } else { 1_u32 };
            (0..videos).map(|_| f64::from(random.random_range(1..=most))).collect()
        };
        let told = |(time, video): (usize, &u32)| {
            let size = sizes[*video as usize];
            format!(r#"{{"arrival":{time}.0,"region":"A","video":{video},"session":1.0,"size":{size:?}}}"#)
        };
        let requests: Vec<String> = list.iter().enumerate().map(told).collect();
        let system = format!(r#"{{"kind":"cdn","storage":{storage},"regions":[{{"name":"A","distance":9.0}}]}}"#);
        let keys = ["lru", "lfu", "lru[admission=again]", "lfu[admission=again]"];
        let plan = plan(&system, &format!(r#"{{"requests":[{}]}}"#, requests.join(",")), &keys);
        if list.iter().all(|video| sizes[*video as usize] > storage.into()) {
            assert!(plan.is_err());
            continue;
        }
        let plan = plan.unwrap();
        let all: Vec<Vec<bool>> = (0..4).map(|policy| cached(&list, &sizes, storage.into(), policy % 2 == 1, policy > 1)).collect();
        for (policy, expected) in all.iter().enumerate() {
            let served = plan.outcome(&plan.requests(0), policy, &mut Silent).server;
            let hits: Vec<bool> = served.iter().map(|server| *server == A).collect();
            assert_eq!(&hits, expected, "{} of {storage}: {list:?}, sizes {sizes:?}", keys[policy]);
            differ.extend((0..policy).filter(|other| all[*other] != *expected).map(|other| (other, policy)));
        }
    }
    assert_eq!(differ.len(), 6, "each differs from each other");
}

/// In each region the same requests are for one video as without an order of its own; but which are asked for most differs.
#[test]
fn regional_demand_differs_by_region() {
    let drawn = |regional: f64| {
        let workload = format!(r#"{{"count":20000,"videos":200,"zipf":1.2,"churn":0.0,"regional":{regional}}}"#);
        plan(r#"{"kind":"cdn"}"#, &workload, &["lru"]).unwrap().requests(0).all
    };
    let (same, own) = (drawn(0.0), drawn(1.0));
    let mut orders: BTreeMap<u8, BTreeMap<u32, u32>> = BTreeMap::new();
    for (same, own) in same.iter().zip(&own) {
        assert_eq!((same.arrival, same.region, same.session), (own.arrival, own.region, own.session));
        assert_eq!(*orders.entry(same.region).or_default().entry(same.video).or_insert(own.video), own.video);
    }
    let first: BTreeSet<u32> = orders.values().map(|order| order[&0]).collect();
    assert!(first.len() > 10, "the most popular video of all is another in each region: {first:?}");
    for order in orders.values() {
        assert_eq!(order.values().collect::<BTreeSet<_>>().len(), order.len(), "no two videos become one");
    }
    let changed = drawn(0.25).iter().zip(&same).filter(|(some, none)| some.video != none.video).count();
    assert!((0.23..0.27).contains(&(changed as f64 / 20_000.0)), "{changed}");
}

/// Where both kinds of placement make copies evenly, each has a number of its own.
#[test]
fn optimal_placement_has_copies_of_its_own() {
    let system = r#"{"kind":"cdn","replicas":1.0,"optimal_replicas":3.0}"#;
    let plan = plan(system, r#"{"count":20000,"videos":100,"zipf":0.0}"#, &["rand-opt", "opt-opt"]).unwrap();
    let requests = plan.draw(0);
    let copies = [0, 1].map(|policy| plan.outcome(&requests, policy, &mut Silent).copies);
    assert_eq!(copies, [100, 300]);
}

/// A and B have room for a session each. Four requests find 1.25 sessions on average and 2 at most: by the mean A can serve 3.2 of them and
/// has both videos, by the peak 2 of them, so that the second video is left to B.
#[test]
fn capacity_is_of_the_mean_or_of_the_most_sessions() {
    let system = EXAMPLE[0].replace(r#""storage":1,"replicas":2.0"#, r#""storage":2,"replicas":1.0"#);
    let request = |arrival: u32, video: u32| format!(r#"{{"arrival":{arrival}.0,"region":"A","session":1000.0,"video":{video}}}"#);
    let workload = format!(r#"{{"requests":[{}]}}"#, [(0, 1), (1000, 1), (2000, 1), (2500, 2)].map(|(at, of)| request(at, of)).join(","));
    let plan = plan(&system, &workload, &["opt-opt", "opt-opt[sessions=mean]", "opt-opt[sessions=peak]"]).unwrap();
    let requests = plan.requests(1);
    assert_eq!((requests.under_way, requests.most_under_way), (1.25, 2.0));
    let stored = |policy: usize| place(&plan.network, &requests, plan.policies[policy].kind(), 1).all().to_vec();
    assert_eq!([0, 1, 2].map(stored), [[0b01, 0b01], [0b01, 0b01], [0b01, 0b10]]);
    let served = |policy: usize| plan.outcome(&requests, policy, &mut Silent).server;
    assert_eq!([1, 2].map(served), [[0, 0, 0, Outcome::CDN], [0, 0, 0, 1]]);
}

/// One dServer of 4 units; requests one after the other for videos of these sizes: who serves them, and the two hit shares.
fn sized(policy: &str, sizes: &[f64], videos: &[usize]) -> (Vec<bool>, Option<f64>, Option<f64>) {
    let told = |(time, video): (usize, &usize)| {
        let size = sizes[*video];
        format!(r#"{{"arrival":{time}.0,"region":"A","video":{video},"session":0.5,"size":{size:?}}}"#)
    };
    let requests: Vec<String> = videos.iter().enumerate().map(told).collect();
    let system = r#"{"kind":"cdn","storage":4,"replicas":1.0,"regions":[{"name":"A","distance":9.0}]}"#;
    let plan = plan(system, &format!(r#"{{"requests":[{}]}}"#, requests.join(",")), &[policy]).unwrap();
    let requests = plan.draw(0);
    let outcome = plan.outcome(&requests, 0, &mut Silent);
    let figures = Figures::of(&plan.network, &requests, &outcome);
    let hits = outcome.server.iter().map(|server| *server == A).collect::<Vec<_>>();
    assert_eq!(figures.dcdn_share, hits.iter().filter(|hit| **hit).count() as f64 / hits.len() as f64);
    (hits, figures.byte_share, figures.cost)
}

/// Sizes 3, 1, 2 and 5 of 4 units. LRU: 2 drives out 0, which drives out 1 and 2, and is driven out by 2. LFU: 2 drives out 0, 0 drives out 2,
/// and 1 stays. Video 3 drives out nothing. What is not served by the dServer costs what it is large.
#[test]
fn caches_make_room_for_what_is_larger() {
    let (sizes, videos) = ([3.0, 1.0, 2.0, 5.0], [0, 1, 1, 2, 0, 1, 2, 3, 1, 2]);
    for (policy, hits, bytes) in [("lru", &[2, 8, 9][..], 4.0), ("lfu", &[2, 5, 8, 9], 5.0), ("lru[admission=again]", &[5, 8, 9], 4.0)] {
        let (found, share, cost) = sized(policy, &sizes, &videos);
        let found: Vec<usize> = (0..videos.len()).filter(|place| found[*place]).collect();
        assert_eq!((&found[..], share, cost), (hits, Some(bytes / 21.0), Some((21.0 - bytes) / 21.0)), "{policy}");
    }
    assert_eq!(sized("lru", &[1.0, 1.0], &[0, 1, 0]).1, None, "nothing is said of sizes where there are none");
}

/// Sizes 3, 1 and 2 of 4 units, asked for 2, 5 and 2 times: the first two cost least and are there in proportion. One request more, and the
/// third is before the first, for which too little is left. Of sizes 1 and 4 the small one saves more for its unit, the large one in all.
#[test]
fn placements_count_sizes() {
    let stored = |policy: &str, sizes: &[f64], asked: &[usize]| -> Vec<bool> {
        let videos: Vec<usize> = (0..sizes.len()).flat_map(|video| vec![video; asked[video]]).collect();
        let hits = sized(policy, sizes, &videos).0;
        (0..sizes.len()).map(|video| hits[videos.iter().position(|other| *other == video).unwrap()]).collect()
    };
    let best = ["opt-opt", "opt-opt[solver=exact]", "perf-opt[solver=exact]"];
    for policy in best.into_iter().chain(["proportional[demand=future]"]) {
        assert_eq!(stored(policy, &[3.0, 1.0, 2.0], &[2, 5, 2]), [true, true, false], "{policy}");
    }
    assert_eq!(stored("proportional[demand=future]", &[3.0, 1.0, 2.0], &[2, 5, 3]), [false, true, true]);
    for policy in best {
        assert_eq!(stored(policy, &[1.0, 4.0], &[10, 9]), [false, true], "{policy}");
        assert_eq!(stored(policy, &[1.0, 5.0], &[1, 9]), [true, false], "{policy}: what is larger than the storage is never there");
    }
    for policy in ["rand-opt", "rand-opt[copies=fill]"] {
        let found = stored(policy, &[3.0, 1.0, 2.0, 5.0], &[1; 4]);
        assert!([[true, true, false, false], [false, true, true, false]].contains(&found[..].try_into().unwrap()), "{policy}: {found:?}");
    }
}

/// Sizes have the mean 1 and the spread that is asked for, and change nothing that is drawn besides.
#[test]
fn sizes_are_log_normal() {
    let drawn = |spread: f64| {
        let workload = format!(r#"{{"count":2000,"videos":20000,"size_spread":{spread}}}"#);
        plan(r#"{"kind":"cdn"}"#, &workload, &["lru"]).unwrap().requests(0)
    };
    let (alike, differ) = (drawn(0.0), drawn(0.8));
    assert_eq!((&alike.all, alike.sizes.given()), (&differ.all, false));
    let sizes: Vec<f64> = (0..20_000).map(|video| differ.sizes.of(video)).collect();
    let mean = |of: fn(f64) -> f64| sizes.iter().copied().map(of).sum::<f64>() / 20_000.0;
    let (plain, log, square) = (mean(|x| x), mean(libm::log), mean(|x| libm::log(x) * libm::log(x)));
    assert!((plain - 1.0).abs() < 0.03 && (log + 0.32).abs() < 0.02 && (square - log * log - 0.64).abs() < 0.03, "{plain} {log} {square}");
}

#[test]
fn what_cannot_be_is_said() {
    let fails = |system: &str, workload: &str, policy: &str| plan(system, workload, &[policy]).unwrap_err().to_string();
    let cdn = r#"{"kind":"cdn"}"#;
    let of = |field: &str| format!(r#"{{"kind":"cdn",{field}}}"#);
    let regions = r#""regions":[{"name":"A","distance":1.0},{"name":"B","distance":1.0}]"#;
    for (message, what) in [
        (fails(&of(r#""storage":0"#), "{}", "lru"), "system.storage is 0 for Lille; allowed: room for 1 to 1000000000000000 units"),
        (fails(&of(r#""dserver_capacity":0"#), "{}", "lru"), "system.dserver_capacity is 0 for Lille; allowed: a whole number from 1"),
        (fails(&of(r#""cdn_capacity":0"#), "{}", "lru"), "system.cdn_capacity is 0; allowed: a whole number from 1"),
        (fails(&of(r#""external_cost":-1.0"#), "{}", "lru"), "system.external_cost is -1; allowed: a number from 0.000001"),
        (fails(&of(r#""replicas":0.0"#), "{}", "lru"), "system.replicas is 0; allowed: a number from 0.01 to 64"),
        (fails(&of(r#""optimal_replicas":-1.0"#), "{}", "lru"), "system.optimal_replicas is -1; allowed: a number from 0.01 to 64"),
        (fails(cdn, r#"{"regional":1.5}"#, "lru"), "workload.regional is 1.5; allowed: a fraction from 0 to 1"),
        (
            fails(&of(&format!(r#"{regions},"links":[{{"from":"A","to":"C","distance":1.0}}]"#)), "{}", "lru"),
            "system.links[1].to is \"C\"; allowed: A, B",
        ),
        (
            fails(&of(&format!(r#"{regions},"links":[{{"from":"A","to":"A","distance":1.0}}]"#)), "{}", "lru"),
            "system.links[1] is from A to A; allowed: links between two regions",
        ),
        (
            fails(&of(r#""regions":[{"name":"A","distance":1.0,"group":["A"]}]"#), "{}", "lru"),
            "system.regions.group is A for A; allowed: names of other regions, each once",
        ),
        (
            fails(&of(r#""regions":[{"name":"A","distance":1.0},{"name":"A","distance":1.0}]"#), "{}", "lru"),
            "system.regions.name is \"A\"; allowed: names that are not empty, each once",
        ),
        (
            fails(cdn, r#"{"requests":[{"arrival":0.0,"region":"Paris"}]}"#, "lru"),
            "workload.requests[1].region is \"Paris\"; allowed: Lille",
        ),
        (fails(cdn, r#"{"requests":[{"arrival":-1.0,"region":"Nice"}]}"#, "lru"), "workload.requests[1].arrival is -1; allowed: seconds"),
        (fails(cdn, r#"{"longest_session":60.0}"#, "lru"), "workload.longest_session is 60; allowed: seconds, no fewer than"),
        (fails(cdn, r#"{"zipf":-1.0}"#, "lru"), "workload.zipf is -1; allowed: a number from 0 to 10"),
        (
            fails(cdn, r#"{"requests":[{"arrival":0.0,"region":"Nice","size":0.0}]}"#, "lru"),
            "workload.requests[1].size is 0; allowed: units of storage, 0.000001 to 1e15",
        ),
        (
            fails(cdn, r#"{"requests":[{"arrival":0.0,"region":"Nice","size":-2.0}]}"#, "lru"),
            "workload.requests[1].size is -2; allowed: units",
        ),
        (
            fails(cdn, r#"{"requests":[{"arrival":0.0,"region":"Nice","size":2.0},{"arrival":1.0,"region":"Nice","size":3.0}]}"#, "lru"),
            "workload.requests[2].size is 3; allowed: 2, as an earlier request says of this video",
        ),
        (
            fails(&of(r#""storage":4"#), r#"{"requests":[{"arrival":0.0,"region":"Nice","size":5.0}]}"#, "lru"),
            "system.storage is 4; allowed: at least 5, the size of the smallest video",
        ),
        (fails(cdn, r#"{"size_spread":-1.0}"#, "lru"), "workload.size_spread is -1; allowed: a number from 0 to 5"),
        (fails(cdn, "{}", "real-opt"), "workload.warmup is 0, but real-opt learns from requests of the warm-up"),
        (fails(cdn, "{}", "proportional"), "workload.warmup is 0, but proportional learns from requests of the warm-up"),
        (fails(cdn, "{}", "opt-opt[accuracy=0.9]"), "workload.warmup is 0, but opt-opt[accuracy=0.9] learns"),
        (
            fails(cdn, "{}", "opt-opt[solver=exact]"),
            "exact solutions are for up to 400 pairs of a video and a dServer, and here are 223899",
        ),
    ] {
        assert!(message.contains(what), "{message}");
    }
}
