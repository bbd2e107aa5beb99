//! The content delivery network beside its plain twin, to the bit; placements against the best of all.

use super::none_parts;
use crate::twins::cdn::{self as plain, Instance, Problem, Redirection, Served, Storage, Totals, draw, draw_problem};
use crate::twins::random::Random;
use schedscope::cdn as ours;

/// The regions and links of a twin's network, with servers of these capacities and storages. Those of no capacity or storage are none
/// that a user may ask for, but the engine knows no difference.
fn network(given: &plain::Network, capacity: &[usize], storage: &[f64], cdn_capacity: usize) -> ours::Network {
    let region = |(i, distance): (usize, &f64)| ours::Region {
        name: format!("R{i}"),
        at: [0.0; 2],
        distance: *distance,
        users: 1.0,
        storage: 1,
        capacity: 1,
        group: None,
    };
    let regions = given.distance.iter().enumerate().map(region).collect();
    let link = |link: &plain::Link| ours::Link { ends: [link.ends.0, link.ends.1], distance: link.km, low_priority: link.low_priority };
    let links = given.links.iter().map(link).collect();
    let plain::Prices { external, internal, low_priority, shortest } = given.prices;
    let ways = if shortest { ours::Ways::Shortest } else { ours::Ways::Cheapest };
    let prices = ours::Prices { external, internal, low_priority, ways };
    let mut network = ours::Network::new(regions, links, cdn_capacity as u32, 1.0, prices).unwrap();
    for (region, (capacity, storage)) in network.regions.iter_mut().zip(capacity.iter().zip(storage)) {
        (region.capacity, region.storage) = (*capacity as u32, *storage as u64);
    }
    network
}

fn bits(holders: &[usize]) -> u64 {
    holders.iter().map(|i| 1 << i).sum()
}

fn requests(instance: &Instance, videos: usize) -> ours::Requests {
    let request = |(given, request): (u32, &plain::Request)| ours::Request {
        arrival: request.arrival,
        session: request.session,
        video: request.video as u32,
        given,
        region: request.region as u8,
        pick: request.pick as u8,
    };
    let all = (0..).zip(&instance.requests).map(request).collect();
    let sizes = ours::Sizes::new(instance.sizes.clone()).unwrap();
    ours::Requests { sizes, ..ours::Requests::new(all, videos as u32, instance.warmup, 0).unwrap() }
}

fn run(instance: &Instance, redirection: Redirection, storage: &Storage, videos: usize) -> (Vec<Served>, Totals) {
    let (placement, places, holders) = match storage {
        Storage::Placed(holders) => {
            let holders = ours::Holders::new(holders.iter().map(|holders| bits(holders)).collect());
            (ours::Placement::Nothing, vec![1.0; instance.capacity.len()], holders)
        }
        Storage::Lru(places) => (ours::Placement::Cached(ours::Caching::LRU), places.clone(), ours::Holders::none(videos as u32)),
    };
    let redirection = match redirection {
        Redirection::Centralized => ours::Redirection::Centralized,
        Redirection::Random => ours::Redirection::Random,
        Redirection::Optimal => ours::Redirection::Optimal,
    };
    let network = network(&instance.network, &instance.capacity, &places, instance.cdn_capacity);
    let requests = requests(instance, videos);
    let outcome = ours::serve(&network, &requests, &ours::Design { placement, redirection }, holders, &mut ours::Silent);
    let served = |i: usize| {
        let (server, region) = (usize::from(outcome.server[i]), usize::from(requests.all[i].region));
        let by = (outcome.server[i] != ours::Outcome::CDN).then_some(server);
        let cost = by.map_or(network.from_cdn[region], |server| network.cost(server, region)) * requests.sizes.of(requests.all[i].video);
        Served { by, queued: outcome.wait[i].is_some(), wait: outcome.wait[i].unwrap_or(0.0), cost }
    };
    let figures = ours::Figures::of(&network, &requests, &outcome);
    let totals = Totals {
        dcdn_share: figures.dcdn_share,
        byte_share: figures.byte_share.unwrap_or(figures.dcdn_share),
        local_share: figures.local_share,
        cdn_share: figures.cdn_share,
        postponed: figures.postponed as usize,
        mean_wait: figures.mean_wait,
        cost_ratio: figures.cost.unwrap_or(f64::NAN),
        peak_dcdn: figures.dcdn_peak as usize,
        peak_cdn: figures.cdn_peak as usize,
        peak_queue: figures.queue_peak as usize,
    };
    ((0..requests.all.len()).map(served).collect(), totals)
}

/// Who holds each video.
fn place(problem: &Problem, solver: ours::Solver) -> Vec<Vec<usize>> {
    let regions = problem.storage.len();
    let network = network(&problem.network, &vec![1; regions], &problem.storage, 1);
    let mut saving = vec![0.0; regions * regions];
    for region in 0..regions {
        for server in network.cheapest(region).iter().map(|server| usize::from(*server)) {
            saving[server * regions + region] = (network.from_cdn[region] - network.cost(server, region)).max(0.0);
        }
    }
    let asked = |video: &u32| problem.demand[*video as usize].iter().sum::<usize>();
    let mut order: Vec<u32> = (0..problem.demand.len() as u32).collect();
    order.sort_by_key(|video| std::cmp::Reverse(asked(video)));
    let program = ours::Program {
        regions,
        demand: problem.demand.iter().flatten().map(|count| *count as u32).collect(),
        saving,
        storage: problem.storage.clone(),
        sizes: ours::Sizes::new(problem.sizes.clone()).unwrap(),
        capacity: problem.service.clone(),
        copies: (0..problem.demand.len()).map(|video| problem.replicas.as_ref().map_or(regions, |most| most[video]) as u32).collect(),
        order,
    };
    let holders = |bits: &u64| (0..regions).filter(|server| bits >> server & 1 == 1).collect();
    program.solve(solver).iter().map(holders).collect()
}

/// Runs an instance on both sides, on the engine's after `spoil`; says where they part.
fn compare(seed: u64, spoil: impl Fn(&mut Instance)) -> Result<(), String> {
    let (instance, storage, videos) = draw(seed);
    let mut given = instance.clone();
    spoil(&mut given);
    for redirection in [Redirection::Centralized, Redirection::Random, Redirection::Optimal] {
        let expected = instance.run(redirection, &storage);
        let found = run(&given, redirection, &storage, videos);
        if found != expected {
            return Err(format!("{redirection:?}, seed {seed}: {found:?}, expected {expected:?} of {storage:?} in {instance:#?}"));
        }
    }
    Ok(())
}

/// The comparison sees what is wrong: how long a session is, who may serve it and at what price, and what is counted.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut Instance); 8] = [
        |_| {},
        |given| given.requests[0].session *= 1.25,
        |given| given.requests[0].region = (given.requests[0].region + 1) % given.capacity.len(),
        |given| given.requests[0].pick = (given.requests[0].pick + 1) % given.capacity.len(),
        |given| given.capacity[0] += 1,
        |given| given.cdn_capacity += 1,
        |given| given.sizes[0] *= 2.0,
        |given| given.network.prices.internal *= 1.25,
    ];
    let wrongs = wrong.map(|wrong| (0..500).filter(|&seed| compare(seed, wrong).is_err()).count());
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 0), "{wrongs:?}");
}

#[test]
fn request_by_request() {
    none_parts(|seed| compare(seed, |_| {}));
}

/// The exact placement costs what the best of all does; that of the search is allowed, and costs no less.
#[test]
fn placements() {
    none_parts(|seed| {
        let problem = draw_problem(seed);
        let (least, _) = problem.optimum();
        for exact in [true, false] {
            let holders = place(&problem, if exact { ours::Solver::Exact } else { ours::Solver::Search });
            let cost = problem.cost(&holders);
            if !problem.allows(&holders) || cost < least - 1e-9 || exact && cost > least + 1e-9 {
                return Err(format!("exact {exact}, seed {seed}: {cost} of {holders:?}, expected {least} in {problem:#?}"));
            }
        }
        Ok(())
    });
}

/// Proportional placement gives each video its number of copies, where there is most room.
#[test]
fn proportional_copies() {
    none_parts(|seed| {
        let (instance, _, videos) = draw(seed);
        let mut random = Random(seed);
        let storage: Vec<f64> = (0..instance.capacity.len()).map(|_| random.whole(1, 6) as f64).collect();
        let network = network(&instance.network, &instance.capacity, &storage, 1);
        let requests = requests(&instance, videos);
        let mut asked = vec![0; videos];
        instance.requests.iter().skip(instance.warmup).for_each(|request| asked[request.video] += 1);
        let policy: ours::Policy = "proportional[demand=future]".parse().unwrap();
        let bits = ours::place(&network, &requests, policy.kind(), seed);
        let holders: Vec<Vec<usize>> =
            bits.all().iter().map(|bits| (0..storage.len()).filter(|server| bits >> server & 1 == 1).collect()).collect();
        let copies = plain::proportional(&asked, &instance.sizes, &storage);
        if plain::takes_most_room(&holders, &copies, &instance.sizes, &storage) {
            return Ok(());
        }
        Err(format!("seed {seed}: {holders:?}, expected {copies:?} copies of {asked:?} in {storage:?}, sizes {:?}", instance.sizes))
    });
}
