use super::*;

const PRICES: Prices = Prices { external: 2.0, internal: 1.0, low_priority: 10.0, shortest: false };

fn link(a: usize, b: usize, km: f64) -> Link {
    Link { ends: (a, b), km, low_priority: false }
}

fn request(arrival: f64, video: usize, pick: usize) -> Request {
    Request { arrival, region: 0, video, session: 6000.0, pick }
}

/// Regions A and B, 1 km apart and 5 and 6 from the point of presence, for one session each, and one at the CDN server.
fn pair(requests: Vec<Request>) -> Instance {
    let network = Network::new(&[5.0, 6.0], &[link(0, 1, 1.0)], PRICES, None);
    Instance { network, capacity: vec![1, 1], cdn_capacity: 1, requests, sizes: vec![1.0; 3], warmup: 0 }
}

/// Video 0 is at both, video 1 at B.
fn stored() -> Storage {
    Storage::Placed(vec![vec![0, 1], vec![1]])
}

fn servers(served: &[Served]) -> Vec<Option<usize>> {
    served.iter().map(|served| served.by).collect()
}

fn waits(served: &[Served]) -> Vec<f64> {
    served.iter().map(|served| served.wait).collect()
}

#[test]
fn four_requests_under_three_redirections() {
    let picks = [0, 0, 1, 0];
    let four = pair((0..4).map(|k| request(600.0 * k as f64, 0, picks[k])).collect());
    let (served, totals) = four.run(Redirection::Optimal, &stored());
    assert_eq!(servers(&served), [Some(0), Some(1), None, None]);
    assert_eq!(waits(&served), [0.0, 0.0, 0.0, 5400.0]);
    let expected = Totals {
        dcdn_share: 0.5,
        byte_share: 0.5,
        local_share: 0.25,
        cdn_share: 0.5,
        postponed: 1,
        mean_wait: Some(5400.0),
        cost_ratio: 21.0 / 40.0,
        peak_dcdn: 2,
        peak_cdn: 1,
        peak_queue: 1,
    };
    assert_eq!(totals, expected);

    let (served, totals) = four.run(Redirection::Centralized, &stored());
    assert_eq!(servers(&served), [None; 4]);
    assert_eq!(waits(&served), [0.0, 5400.0, 10800.0, 16200.0]);
    assert_eq!((totals.postponed, totals.mean_wait, totals.cost_ratio, totals.peak_queue), (3, Some(10800.0), 1.0, 3));

    let (served, totals) = four.run(Redirection::Random, &stored());
    assert_eq!(servers(&served), [Some(0), None, Some(1), None]);
    assert_eq!(waits(&served), [0.0, 0.0, 0.0, 4800.0]);
    assert_eq!((totals.local_share, totals.cost_ratio), (0.25, 21.0 / 40.0));
}

#[test]
fn what_is_not_there_comes_from_elsewhere() {
    let (served, totals) = pair(vec![request(0.0, 1, 0), request(1.0, 1, 0)]).run(Redirection::Optimal, &stored());
    assert_eq!(servers(&served), [Some(1), None]);
    assert_eq!((totals.postponed, totals.mean_wait), (0, None));
    let (served, _) = pair(vec![request(0.0, 1, 0)]).run(Redirection::Random, &stored());
    assert_eq!(servers(&served), [None]);
}

/// A slot that is left at 6000 is free for who comes then, at the CDN server after the queue.
#[test]
fn ends_come_before_arrivals() {
    let alone = pair(vec![request(0.0, 0, 0), request(6000.0, 0, 0)]);
    assert_eq!(servers(&alone.run(Redirection::Optimal, &stored()).0), [Some(0), Some(0)]);
    let queue = pair(vec![request(0.0, 0, 0), request(6000.0, 0, 0), request(6000.0, 0, 0)]);
    let (served, totals) = queue.run(Redirection::Centralized, &stored());
    assert_eq!(waits(&served), [0.0, 0.0, 6000.0]);
    assert_eq!((totals.postponed, totals.peak_queue), (1, 1));
}

#[test]
fn a_warm_up_is_served_but_not_counted() {
    let instance = Instance { warmup: 2, ..pair((0..3).map(|k| request(f64::from(k), 0, 0)).collect()) };
    let (served, totals) = instance.run(Redirection::Optimal, &stored());
    assert_eq!(servers(&served), [Some(0), Some(1), None]);
    assert_eq!((totals.dcdn_share, totals.cost_ratio, totals.peak_dcdn), (0.0, 1.0, 2));
}

/// A line 0 – 1 – 2, a low-priority short cut from 0 to 2, and region 3 apart.
#[test]
fn costs_and_groups() {
    let shortcut = Link { ends: (2, 0), km: 2.0, low_priority: true };
    let network = Network::new(&[4.0, 3.0, 6.0, 1.0], &[link(0, 1, 3.0), link(1, 2, 3.0), shortcut], PRICES, None);
    assert_eq!(network.cost_cdn, [8.0, 6.0, 12.0, 2.0]);
    assert_eq!(network.cost[0], [0.0, 3.0, 6.0, 10.0]);
    assert_eq!(network.cost[3], [10.0, 8.0, 14.0, 0.0]);
    // 1 is 3 km from 0 and from 2; 2 is 2 km from 0, which costs more than 1. Nobody is nearer to 1 than 3 km.
    assert_eq!(network.groups, [vec![1, 2], vec![], vec![1, 0], vec![]]);
    let short = Network::new(&network.distance, &network.links, Prices { shortest: true, ..PRICES }, None);
    assert_eq!(short.cost[0], [0.0, 3.0, 20.0, 10.0], "over the short cut, whatever it costs");
    let given = [vec![2, 1], vec![2, 0], vec![], vec![1]];
    let groups = Network::new(&[4.0; 4], &[link(0, 1, 3.0), link(1, 2, 3.0)], PRICES, Some(&given)).groups;
    assert_eq!(groups, [vec![1, 2], vec![0, 2], vec![], vec![1]]);
}

/// One place each: A takes a copy of what it lacks, B does not, and a copy is taken by who waits too.
#[test]
fn copies_of_the_least_recently_used() {
    let requests = vec![
        Request { session: 1.0, ..request(0.0, 0, 0) },
        Request { session: 1.0, ..request(10.0, 0, 0) },
        Request { session: 1.0, ..request(20.0, 1, 0) },
        Request { session: 1.0, region: 1, ..request(30.0, 1, 1) },
        Request { session: 1.0, region: 1, ..request(40.0, 0, 1) },
        Request { session: 1.0, ..request(50.0, 0, 0) },
    ];
    let (served, _) = pair(requests).run(Redirection::Optimal, &Storage::Lru(vec![1.0, 1.0]));
    // A: 0, then 1. B asks A, which has 1, takes a copy, loses it to 0, which A then asks for and takes.
    assert_eq!(servers(&served), [None, Some(0), None, Some(0), None, Some(1)]);
    let queued = pair(vec![request(0.0, 0, 0), request(1.0, 1, 0), request(2.0, 1, 0)]);
    let (served, _) = queued.run(Redirection::Optimal, &Storage::Lru(vec![2.0, 2.0]));
    assert_eq!(servers(&served), [None, None, Some(0)]);
    assert_eq!(waits(&served), [0.0, 5999.0, 0.0]);
}

/// Sizes 3, 1, 2 and 5 of 4 units: 2 drives out 0, which drives out 1 and 2, and is driven out by 2; 3 never comes in.
#[test]
fn copies_leave_until_there_is_room() {
    let videos = [0, 1, 1, 2, 0, 1, 2, 3, 1, 2];
    let requests = (0..10).map(|k| Request { session: 1.0, ..request(10.0 * k as f64, videos[k], 0) }).collect();
    let instance = Instance { sizes: vec![3.0, 1.0, 2.0, 5.0], ..pair(requests) };
    let (served, totals) = instance.run(Redirection::Random, &Storage::Lru(vec![4.0, 4.0]));
    let hits: Vec<usize> = (0..10).filter(|k| served[*k].by.is_some()).collect();
    assert_eq!(hits, [2, 8, 9]);
    assert_eq!((totals.dcdn_share, totals.byte_share), (0.3, 4.0 / 21.0));
    assert_eq!((served[0].cost, totals.cost_ratio), (30.0, 17.0 / 21.0));
}

/// Being served counts as use: 0 is served after 1 is taken, so 2 drives out 1.
#[test]
fn use_is_service() {
    let videos = [0, 1, 0, 2, 0, 1];
    let requests = (0..6).map(|k| Request { session: 1.0, ..request(10.0 * k as f64, videos[k], 0) }).collect();
    let (served, _) = pair(requests).run(Redirection::Random, &Storage::Lru(vec![2.0, 2.0]));
    assert_eq!(servers(&served), [None, None, Some(0), None, Some(0), None]);
}

#[test]
fn replicas_by_hand() {
    assert_eq!(even(&[1, 5, 5, 0], 1.5, 3), [1, 2, 2, 1]);
    assert_eq!(even(&[1, 5, 5, 0], 3.75, 3), [3, 3, 3, 3]);
    // 6, then 3 against 3 (the lower number), then 2 against 3, …
    assert_eq!(proportional(&[6, 3, 0], &[1.0; 3], &[1.0, 1.0, 2.0]), [3, 1, 0]);
    assert_eq!(proportional(&[6, 3, 0], &[1.0; 3], &[2.0, 2.0, 2.0]), [3, 3, 0]);
    assert_eq!(proportional(&[2, 1], &[1.0; 2], &[1.0, 1.0]), [2, 0]);
    assert_eq!(proportional(&[3, 2], &[1.0; 2], &[1.0, 1.0]), [1, 1]);
    // Of 4 units 1 goes to the second and 2 to the third; the first, of 3, fits no more.
    assert_eq!(proportional(&[2, 5, 3], &[3.0, 1.0, 2.0], &[4.0]), [0, 1, 1]);
    assert_eq!(proportional(&[2, 5, 1], &[3.0, 1.0, 2.0], &[4.0]), [1, 1, 0]);
    assert_eq!(proportional(&[9, 1], &[3.0, 1.0], &[2.0, 3.0]), [1, 2]);
    assert!(takes_most_room(&[vec![0], vec![0, 1]], &[1, 2], &[1.0; 2], &[2.0, 1.0]));
    assert!(!takes_most_room(&[vec![1], vec![0, 2]], &[1, 2], &[1.0; 2], &[3.0, 1.0, 2.0]));
    assert!(!takes_most_room(&[vec![1, 1], vec![0]], &[2, 1], &[1.0; 2], &[2.0, 2.0]));
    assert!(takes_most_room(&[vec![1], vec![0]], &[2, 1], &[3.0, 1.0], &[2.0, 4.0]), "one has room, and then the other more");
    assert!(!takes_most_room(&[vec![], vec![0]], &[2, 1], &[3.0, 1.0], &[2.0, 4.0]));
}

/// One place each. A saves 10 by itself and 9 from B, B saves 12 by itself and 11 from A.
#[test]
fn placement_by_hand() {
    let network = pair(vec![]).network;
    let problem = Problem {
        network,
        storage: vec![1.0, 1.0],
        sizes: vec![1.0, 1.0],
        service: vec![10.0, 10.0],
        demand: vec![vec![4, 1], vec![3, 0]],
        replicas: None,
    };
    assert_eq!(problem.cost(&[vec![], vec![]]), 82.0);
    assert_eq!(problem.cost(&[vec![0], vec![]]), 82.0 - 40.0 - 11.0);
    // Video 0 at A, 1 at B: 40 + 11 + 27; the other way round 36 + 12 + 30 is as much; twice video 0 is less.
    assert_eq!(problem.optimum(), (4.0, vec![vec![0], vec![1]]));
    let scarce = Problem { service: vec![2.5, 10.0], ..problem.clone() };
    // A serves 2.5 of the 3 requests for video 1: 36 + 12 + 25. Video 0 at A, 1 at B saves 2.5 times 11 at most … and 27.
    assert_eq!(scarce.optimum(), (9.0, vec![vec![1], vec![0]]));
    let limited = Problem { replicas: Some(vec![1, 0]), ..problem };
    assert_eq!(limited.optimum(), (31.0, vec![vec![0], vec![]]));
    // Two units each: video 0, of three, does not fit, and video 1, of two, costs 2 · 3 · 10. At A it is free.
    let sizes = Problem { sizes: vec![3.0, 2.0], storage: vec![2.0, 2.0], ..scarce };
    assert_eq!(sizes.cost(&[vec![], vec![]]), 3.0 * 52.0 + 2.0 * 30.0);
    assert_eq!(sizes.optimum(), (3.0 * 52.0 + 2.0 * (0.5 * 10.0 - 0.5 * 9.0), vec![vec![], vec![0, 1]]));
}

/// Requests one by one, each from anybody who may serve it; whole service, so that nothing is split.
#[test]
fn savings_by_trying_all() {
    fn best(problem: &Problem, holders: &[Vec<usize>], asks: &[(usize, usize)], free: &mut Vec<f64>) -> f64 {
        let Some((&(video, j), rest)) = asks.split_first() else { return 0.0 };
        let size = problem.sizes[video];
        let mut least = size * problem.network.cost_cdn[j] + best(problem, holders, rest, free);
        for &i in &holders[video] {
            if free[i] >= 1.0 && (i == j || problem.network.groups[j].contains(&i)) {
                free[i] -= 1.0;
                least = least.min(size * problem.network.cost[i][j] + best(problem, holders, rest, free));
                free[i] += 1.0;
            }
        }
        least
    }
    let mut shared = 0;
    for seed in 0..400 {
        let mut problem = draw_problem(seed);
        problem.service.iter_mut().for_each(|service| *service = service.floor().min(3.0));
        problem.demand.iter_mut().flatten().for_each(|count| *count = (*count).min(2));
        let regions = problem.storage.len();
        let asks: Vec<(usize, usize)> = (0..problem.demand.len())
            .flat_map(|video| (0..regions).map(move |j| (video, j)))
            .flat_map(|(video, j)| vec![(video, j); problem.demand[video][j]])
            .take(9)
            .collect();
        let counts = |video: usize, j: usize| asks.iter().filter(|&&ask| ask == (video, j)).count();
        problem.demand = (0..problem.demand.len()).map(|video| (0..regions).map(|j| counts(video, j)).collect()).collect();
        let everywhere: Vec<Vec<usize>> = vec![(0..regions).collect(); problem.demand.len()];
        let expected = best(&problem, &everywhere, &asks, &mut problem.service.clone());
        assert!((problem.cost(&everywhere) - expected).abs() < 1e-9, "{} not {expected}: {problem:?}", problem.cost(&everywhere));
        shared += usize::from(problem.network.groups.iter().any(|group| group.len() > 1));
    }
    assert!(shared > 20, "{shared}");
}

#[test]
fn shares_capacities_and_the_queue() {
    for seed in 0..500 {
        let (instance, storage, _) = draw(seed);
        for redirection in [Redirection::Centralized, Redirection::Random, Redirection::Optimal] {
            let (served, totals) = instance.run(redirection, &storage);
            assert!((totals.dcdn_share + totals.cdn_share - 1.0).abs() < 1e-12 && totals.local_share <= totals.dcdn_share);
            assert!(served.iter().all(|served| served.by.is_none() || !served.queued && served.wait == 0.0));
            let runs = |by: Option<usize>, now: f64| {
                let spans = instance.requests.iter().zip(&served).filter(|(_, served)| served.by == by);
                let starts = spans.map(|(request, served)| (request.arrival + served.wait, request.session));
                starts.filter(|&(start, session)| start <= now && now < start + session).count()
            };
            for (request, of) in instance.requests.iter().zip(&served) {
                let start = request.arrival + of.wait;
                assert!(runs(None, start) <= instance.cdn_capacity);
                assert!((0..instance.capacity.len()).all(|i| runs(Some(i), start) <= instance.capacity[i]));
            }
        }
    }
}

/// 1, 2 and 3 sessions; at 10 two of them end before the fourth comes, and then a fifth at the same time.
#[test]
fn sessions_under_way() {
    let of = |(arrival, session)| Request { session, ..request(arrival, 0, 0) };
    let sessions = [(0.0, 10.0), (5.0, 5.0), (9.0, 3.0), (10.0, 1.0), (10.0, 1.0)];
    assert_eq!(pair(sessions[..4].iter().copied().map(of).collect()).under_way(), 8.0 / 4.0);
    assert_eq!(pair(sessions.map(of).to_vec()).under_way(), 11.0 / 5.0);
    assert_eq!(pair(vec![of((0.0, 1.0)), of((1.0, 1.0))]).under_way(), 1.0);
}

/// No placement of a small problem is cheaper than the one that is best of all.
#[test]
fn optimum_of_small_problems() {
    for seed in 0..100 {
        let problem = draw_problem(seed);
        let (cost, placement) = problem.optimum();
        assert!(problem.allows(&placement) && cost == problem.cost(&placement));
        assert!(cost <= problem.cost(&vec![vec![]; problem.demand.len()]));
    }
}
