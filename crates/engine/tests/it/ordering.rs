//! The ordering world: worked examples of its source, with what the source prints wrongly, and what holds on every graph.

use rand::RngExt;
use schedscope::ordering::{
    Cache, Choose, Costs, Counts, Eviction, Found, Graph, Like, Log, Objective, Plan, Policy, Steps, System, Workload, solve, why,
    why_expanded,
};
use schedscope::sim::{Random, stream};
use schedscope::world::{Ask, World};
use std::collections::{BTreeMap, BTreeSet};

/// Figure 3.11: tables 0 and 1, views 2 to 5. The text says "five tasks", and there are six.
fn figure_11() -> Graph {
    Graph::numbered(vec![1.0; 6], &[(0, 3), (1, 2), (1, 4), (2, 3), (2, 5)]).unwrap()
}

/// Figure 3.13.
fn figure_13() -> Graph {
    Graph::numbered(vec![1.0; 5], &[(0, 2), (2, 4), (1, 3), (3, 4)]).unwrap()
}

/// The same graph with the size of one output changed.
fn resized(graph: &Graph, task: usize, size: f64) -> Graph {
    let mut sizes = graph.sizes().to_vec();
    sizes[task] = size;
    let edges: Vec<_> = (0..graph.tasks() as u32).flat_map(|u| graph.next(u).iter().map(move |v| (u, *v))).collect();
    Graph::numbered(sizes, &edges).unwrap()
}

/// All legal orders.
fn orders(graph: &Graph) -> Vec<Vec<u32>> {
    fn grow(graph: &Graph, order: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
        if order.len() == graph.tasks() {
            all.push(order.clone());
        }
        for task in 0..graph.tasks() as u32 {
            if !order.contains(&task) && graph.before(task).iter().all(|other| order.contains(other)) {
                order.push(task);
                grow(graph, order, all);
                order.pop();
            }
        }
    }
    let mut all = vec![];
    grow(graph, &mut vec![], &mut all);
    all
}

/// The cost of a partial order as algorithm 2 of the source has it, with positions from 1: the text of step 3. (The listing says
/// `len(s) − σ`, which agrees where positions are from 0.)
fn tmb_cost(graph: &Graph, order: &[u32]) -> f64 {
    let at = |task: &u32| order.iter().position(|other| other == task).map(|place| place + 1);
    let cost = |task: &u32| {
        let next = graph.next(*task);
        let places: Vec<usize> = next.iter().filter_map(at).collect();
        let step = match places.iter().max() {
            _ if next.is_empty() => 0,
            Some(last) if places.len() == next.len() => last - at(task).unwrap(),
            _ => order.len() + 1 - at(task).unwrap(),
        };
        step as f64
    };
    order.iter().map(cost).sum()
}

/// The source's bound: out-degrees of tasks that are not in the order.
fn bound(graph: &Graph, order: &[u32]) -> f64 {
    (0..graph.tasks() as u32).filter(|task| !order.contains(task)).map(|task| graph.next(task).len() as f64).sum()
}

fn run(graph: &Graph, policy: &str, objective: Objective, choose: &mut dyn Choose) -> Found {
    let policy: Policy = policy.parse().unwrap();
    let found = solve(graph, policy.kind(), objective, choose, &mut Log::default());
    assert!(graph.is_legal(&found.order), "{policy}: {:?}", found.order);
    found
}

fn cost(graph: &Graph, found: &Found, objective: Objective) -> f64 {
    Costs::of(graph, &found.order).unwrap().under(objective)
}

fn tmb(graph: &Graph, order: &[u32]) -> f64 {
    Costs::of(graph, order).unwrap().tmb
}

/// Takes every choice in turn, with its probability.
#[derive(Default)]
struct Every {
    /// Choices of this round: which, of how many.
    taken: Vec<(usize, usize)>,
    at: usize,
}

impl Choose for Every {
    fn one(&mut self, of: usize) -> usize {
        if self.at == self.taken.len() {
            self.taken.push((0, of));
        }
        let (one, known) = self.taken[self.at];
        assert_eq!(known, of);
        self.at += 1;
        one
    }
}

impl Every {
    /// Every outcome with its probability.
    fn outcomes(mut one: impl FnMut(&mut Self) -> Found) -> Vec<(f64, Found)> {
        let mut every = Self::default();
        let mut all = vec![];
        loop {
            every.at = 0;
            let found = one(&mut every);
            all.push((every.taken.iter().map(|(_, of)| 1.0 / *of as f64).product(), found));
            while let Some((one, of)) = every.taken.pop() {
                if one + 1 < of {
                    every.taken.push((one + 1, of));
                    break;
                }
            }
            if every.taken.is_empty() {
                return all;
            }
        }
    }
}

fn any() -> Random {
    stream(1, 0, 0)
}

/// Random graphs with every edge i → j, i < j, of this probability, and whole sizes.
fn graphs(count: u32, tasks: std::ops::RangeInclusive<u32>, probability: f64) -> impl Iterator<Item = Graph> {
    (0..count).map(move |i| {
        let mut random = stream(17, i, 1);
        let tasks = random.random_range(tasks.clone());
        let sizes = (0..tasks).map(|_| f64::from(random.random_range(0..9_u32))).collect();
        let pairs = (0..tasks).flat_map(|u| (u + 1..tasks).map(move |v| (u, v)));
        let edges: Vec<_> = pairs.filter(|_| random.random::<f64>() < probability).collect();
        Graph::numbered(sizes, &edges).unwrap()
    })
}

#[test]
fn the_orders_of_figure_11() {
    let graph = figure_11();
    assert_eq!(graph.depths(), [0, 0, 1, 2, 1, 2]);
    let all = orders(&graph);
    assert_eq!(all.len(), 33);
    let mut histogram = BTreeMap::new();
    all.iter().for_each(|order| *histogram.entry(tmb(&graph, order) as u32).or_insert(0) += 1);
    assert_eq!(histogram, BTreeMap::from([(6, 2), (7, 4), (8, 5), (9, 12), (10, 7), (11, 3)]));
    let best: Vec<_> = all.iter().filter(|order| tmb(&graph, order) == 6.0).collect();
    assert_eq!(best, [&[1, 4, 2, 0, 3, 5], &[1, 4, 2, 5, 0, 3]]);
    let least = |of: fn(Costs) -> f64| {
        let least = all.iter().map(|order| of(Costs::of(&graph, order).unwrap())).fold(f64::INFINITY, f64::min);
        (least, all.iter().filter(|order| of(Costs::of(&graph, order).unwrap()) == least).count())
    };
    assert_eq!((least(|costs| costs.dbw), least(|costs| costs.dla)), ((3.0, 8), (8.0, 1)));
    assert_eq!(Costs::of(&graph, &[1, 4, 2, 5, 0, 3]).unwrap().dla, 8.0);
    // The candidate search graph: sets of executed tasks, and tasks that can be executed after them.
    let sets: BTreeSet<BTreeSet<u32>> =
        all.iter().flat_map(|order| (0..=order.len()).map(|k| order[..k].iter().copied().collect())).collect();
    let ready =
        |set: &BTreeSet<u32>| (0..6).filter(|task| !set.contains(task) && graph.before(*task).iter().all(|u| set.contains(u))).count();
    assert_eq!((sets.len(), sets.iter().map(ready).sum::<usize>()), (18, 31));
    assert_eq!(run(&graph, "dp", Objective::Tmb, &mut any()).states, 18);
}

#[test]
fn orders_of_the_text_cost_what_it_says_or_what_they_must() {
    let graph = figure_11();
    for (order, expected) in [([1, 2, 5, 4, 0, 3], 8.0), ([0, 1, 2, 3, 5, 4], 9.0), ([1, 4, 2, 0, 3, 5], 6.0), ([0, 1, 2, 4, 3, 5], 9.0)] {
        assert_eq!((tmb(&graph, &order), tmb_cost(&graph, &order)), (expected, expected), "{order:?}");
    }
    // Figure 3.12, above: 0 waits four positions for 3, 2 at most three.
    let above = Costs::of(&graph, &[0, 1, 2, 4, 3, 5]).unwrap();
    assert_eq!((above.tmb, above.dbw, above.dla, above.peak), (9.0, 4.0, 12.0, 3.0));
    // The text says g = 6 ("three each for task zero and one"), f = 8; task 1 waits since position 2: 3 + 2, and f = 7.
    assert_eq!((tmb_cost(&graph, &[0, 1, 4]), bound(&graph, &[0, 1, 4])), (5.0, 2.0));
    let after = |prefix: &[u32]| {
        let all = orders(&graph);
        all.iter().filter(|order| order.starts_with(prefix)).map(|order| tmb(&graph, order)).fold(f64::INFINITY, f64::min)
    };
    assert_eq!((after(&[0, 1, 4]), tmb(&graph, &[0, 1, 4, 2, 3, 5])), (8.0, 8.0));
    // The text says 7 = 2 + 3 + 1 + 1, with successors that the figure does not have; in the figure it is 4 + 2 + 2, since 1 is done with.
    assert_eq!((tmb_cost(&graph, &[0, 1, 2, 4]), after(&[0, 1, 2, 4])), (8.0, 9.0));
    // The text says 2 for ⟨1, 0⟩, so that 0 and 4 tie; it is 2 + 1, and 4 is the only best.
    let greedy = [[1, 0], [1, 2], [1, 4]].map(|order| tmb_cost(&graph, &order));
    assert_eq!((tmb_cost(&graph, &[0]), tmb_cost(&graph, &[1]), greedy), (1.0, 1.0, [3.0, 3.0, 2.0]));
}

#[test]
fn what_is_live_in_figure_11() {
    let graph = figure_11();
    let live = |order: &[u32]| {
        let mut steps = Steps::new(&graph);
        let mut done = vec![];
        let sets: Vec<Vec<u32>> = order
            .iter()
            .map(|task| {
                steps.execute(*task);
                done.push(*task);
                let mut live: Vec<u32> = done.iter().copied().filter(|task| steps.is_needed(*task)).collect();
                live.sort_unstable();
                assert_eq!(live.len() as u32, steps.live);
                live
            })
            .collect();
        sets
    };
    assert_eq!(live(&[1, 4, 2, 0, 3, 5]), [vec![1], vec![1], vec![2], vec![0, 2], vec![2], vec![]]);
    assert_eq!(live(&[0, 1, 2, 4, 3, 5]), [vec![0], vec![0, 1], vec![0, 1, 2], vec![0, 2], vec![2], vec![]]);
    assert_eq!(Costs::of(&graph, &[1, 4, 2, 0, 3, 5]).unwrap().peak, 2.0);
}

#[test]
fn algorithms_in_figure_11() {
    let graph = figure_11();
    let found = |policy: &str| run(&graph, policy, Objective::Tmb, &mut any());
    // Baseline chooses uniformly: 3727/432 on average. Its order in the text, "0 and 1, then 2, 3 and 4, then 5", overlooks that 3 reads 2.
    let baseline = Every::outcomes(|every| run(&graph, "baseline", Objective::Tmb, every));
    let mean: f64 = baseline.iter().map(|(p, found)| p * tmb(&graph, &found.order)).sum();
    assert!((mean - 3727.0 / 432.0).abs() < 1e-12 && baseline.len() == 33, "{mean}");
    let greedy = Every::outcomes(|every| run(&graph, "greedy", Objective::Tmb, every));
    let starts = |first: u32| greedy.iter().find(|(_, found)| found.order[0] == first).map(|(p, found)| (*p, found.order.clone()));
    assert_eq!((greedy.len(), starts(0), starts(1)), (2, Some((0.5, vec![0, 1, 4, 2, 3, 5])), Some((0.5, vec![1, 4, 2, 5, 0, 3]))));
    assert_eq!(greedy.iter().map(|(p, found)| p * tmb(&graph, &found.order)).sum::<f64>(), 7.0);
    assert_eq!(found("heuristic").order, [1, 4, 2, 0, 3, 5]);
    for exact in ["a_star", "a_star[bound=remaining]", "dp", "beam"] {
        let found = found(exact);
        assert_eq!((tmb(&graph, &found.order), found.proven), (6.0, exact != "beam"), "{exact}");
    }
}

/// Four tasks that read the first may be done in any order; a set that is reached in several ways is kept once.
#[test]
fn beam_search_keeps_a_set_once() {
    let graph = Graph::numbered(vec![1.0; 5], &[(0, 1), (0, 2), (0, 3), (0, 4)]).unwrap();
    let found = run(&graph, "beam[width=100]", Objective::Tmb, &mut any());
    assert_eq!(found.states, 1 + 1 + 4 + 6 + 4 + 1);
}

/// Completions and what they cost: 0 or 1; 0, 2 or 4; 0 or 2; 0 or 5, a tie of which the text takes 0.
#[test]
fn iterations_of_the_heuristic_in_figure_11() {
    let mut log = Log::listening();
    let policy: Policy = "heuristic".parse().unwrap();
    solve(&figure_11(), policy.kind(), Objective::Tmb, &mut any(), &mut log);
    let told: Vec<_> = log.decisions.iter().map(|d| (d.task, d.cost, d.others.clone(), d.tied)).collect();
    let other = |task: u32, cost: f64| (task, Some(cost));
    assert_eq!(
        told[..4],
        [
            (1, Some(8.0), vec![other(0, 9.0)], 1),
            (4, Some(6.0), vec![other(2, 8.0), other(0, 9.0)], 1),
            (2, Some(6.0), vec![other(0, 7.0)], 1),
            (0, Some(6.0), vec![other(5, 6.0)], 2),
        ]
    );
}

#[test]
fn sizes_in_figure_11() {
    for (task, size, least, best) in [
        (2, 10.0, 25.0, vec![vec![1, 4, 0, 2, 3, 5]]),
        (0, 10.0, 15.0, vec![vec![1, 4, 2, 0, 3, 5], vec![1, 4, 2, 5, 0, 3]]),
        (1, 10.0, 24.0, vec![vec![1, 4, 2, 0, 3, 5], vec![1, 4, 2, 5, 0, 3]]),
    ] {
        let graph = resized(&figure_11(), task, size);
        let wtmb = |order: &[u32]| Costs::of(&graph, order).unwrap().wtmb;
        let all: Vec<_> = orders(&graph).into_iter().filter(|order| wtmb(order) <= least).collect();
        assert!(all == best && all.iter().all(|order| wtmb(order) == least), "{task}: {all:?}");
        for exact in ["a_star", "a_star[bound=remaining]", "dp"] {
            assert_eq!(cost(&graph, &run(&graph, exact, Objective::Wtmb, &mut any()), Objective::Wtmb), least);
        }
    }
}

#[test]
fn bandwidth_of_figure_13() {
    let graph = figure_13();
    let costs = |order: &[u32]| (Costs::of(&graph, order).unwrap().tmb, Costs::of(&graph, order).unwrap().dbw);
    assert_eq!((costs(&[0, 2, 1, 3, 4]), costs(&[0, 1, 2, 3, 4])), ((6.0, 3.0), (7.0, 2.0)));
    let mut all: Vec<f64> = orders(&graph).iter().map(|order| tmb(&graph, order)).collect();
    all.sort_by(f64::total_cmp);
    assert_eq!(all, [6.0, 6.0, 7.0, 7.0, 7.0, 7.0]);
    assert_eq!(orders(&graph).iter().map(|order| costs(order).1).fold(9.0, f64::min), 2.0);
    let greedy = Every::outcomes(|every| run(&graph, "greedy", Objective::Tmb, every));
    assert!(greedy.len() == 2 && greedy.iter().all(|(_, found)| tmb(&graph, &found.order) == 6.0));
    // What an optimal cache of two items holds after each step: less in A's second step than in B's.
    let cache = Cache { capacity: 2.0, counts: Counts::Items, eviction: Eviction::Optimal };
    let content = |order: &[u32]| {
        let sorted = |mut content: Vec<u32>| {
            content.sort_unstable();
            content
        };
        cache.record(&graph, order).1.into_iter().map(|stage| sorted(stage.content)).collect::<Vec<_>>()
    };
    assert_eq!(content(&[0, 2, 1, 3, 4]), [vec![0], vec![2], vec![1, 2], vec![2, 3], vec![]]);
    assert_eq!(content(&[0, 1, 2, 3, 4]), [vec![0], vec![0, 1], vec![1, 2], vec![2, 3], vec![]]);
}

#[test]
fn reloads_in_figure_11() {
    let graph = figure_11();
    let lru = |order: &[u32], capacity: f64| Cache { capacity, counts: Counts::Items, eviction: Eviction::Lru }.replay(&graph, order).count;
    for (order, expected) in [([1, 4, 2, 0, 3, 5], [3, 0, 0]), ([1, 4, 2, 5, 0, 3], [2, 1, 0]), ([0, 1, 2, 4, 3, 5], [4, 2, 2])] {
        assert_eq!([1.0, 2.0, 3.0].map(|capacity| lru(&order, capacity)), expected, "{order:?}");
    }
    // The mean over all orders of a cost, in hundredths, says how many reloads to expect, without knowing the size of the cache.
    let means = |capacity: f64| {
        let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        for order in orders(&graph) {
            let (sum, count) = sums.entry(tmb(&graph, &order) as u32).or_default();
            *sum += lru(&order, capacity) as f64;
            *count += 1.0;
        }
        sums.values().map(|(sum, count)| (100.0 * sum / count).round()).collect::<Vec<_>>()
    };
    assert_eq!(means(2.0), [50.0, 175.0, 200.0, 217.0, 314.0, 300.0]);
    assert_eq!(means(3.0), [0.0, 25.0, 100.0, 142.0, 157.0, 233.0]);
}

/// Claims 36 to 39.
#[test]
fn on_random_graphs() {
    for graph in graphs(150, 1..=8, 0.35) {
        let all = orders(&graph);
        let ones = resized(&graph, 0, graph.sizes()[0]);
        let ones = Graph::numbered(vec![1.0; ones.tasks()], &edges(&ones)).unwrap();
        for order in &all {
            let costs = Costs::of(&graph, order).unwrap();
            assert!(costs.dbw <= costs.tmb && costs.tmb <= costs.dla);
            let whole: f64 = order.iter().map(|u| longest(&graph, order, *u)).sum();
            let weighted: f64 = order.iter().map(|u| graph.sizes()[*u as usize] * longest(&graph, order, *u)).sum();
            assert_eq!((costs.tmb, costs.wtmb), (whole, weighted));
            let same = Costs::of(&ones, order).unwrap();
            assert_eq!((same.wtmb, same.peak_size), (costs.tmb, costs.peak));
            // What a part costs is no more than what any whole costs that begins with it, nor is that with the bound.
            for k in 0..order.len() {
                assert!(tmb_cost(&graph, &order[..k]) + bound(&graph, &order[..k]) <= costs.tmb);
            }
        }
        for objective in [Objective::Tmb, Objective::Wtmb, Objective::Dla] {
            let least = all.iter().map(|order| Costs::of(&graph, order).unwrap().under(objective)).fold(f64::INFINITY, f64::min);
            for exact in ["a_star", "a_star[bound=remaining]", "dp", "beam[width=1000]"] {
                let found = run(&graph, exact, objective, &mut any());
                assert_eq!(cost(&graph, &found, objective), least, "{exact} {objective}");
            }
            for other in ["baseline", "greedy", "greedy[ties=first]", "heuristic", "heuristic[ties=random]", "beam[width=1]"] {
                assert!(cost(&graph, &run(&graph, other, objective, &mut any()), objective) >= least, "{other} {objective}");
            }
        }
    }
}

fn edges(graph: &Graph) -> Vec<(u32, u32)> {
    (0..graph.tasks() as u32).flat_map(|u| graph.next(u).iter().map(move |v| (u, *v))).collect()
}

fn longest(graph: &Graph, order: &[u32], task: u32) -> f64 {
    let at = |task: u32| order.iter().position(|other| *other == task).unwrap() as f64;
    graph.next(task).iter().map(|reader| at(*reader) - at(task)).fold(0.0, f64::max)
}

/// The heuristic's completions and greedy's choices against what they are by definition, on graphs of all densities.
#[test]
fn algorithms_choose_what_they_are_to_choose() {
    for (count, tasks, probability) in
        [(60, 1..=14, 0.15), (60, 1..=14, 0.35), (12, 20..=40, 0.05), (12, 20..=40, 0.12), (2, 80..=100, 0.03)]
    {
        for graph in graphs(count, tasks, probability) {
            for objective in Objective::ALL {
                for (part, _) in graph.components() {
                    if objective.is_of_sets() {
                        heuristic_is_plain(&part, objective);
                    }
                    greedy_is_plain(&part, objective);
                }
            }
        }
    }
}

fn ready(graph: &Graph, order: &[u32]) -> Vec<u32> {
    let fresh = |task: &u32| !order.contains(task) && graph.before(*task).iter().all(|other| order.contains(other));
    (0..graph.tasks() as u32).filter(fresh).collect()
}

fn heuristic_is_plain(graph: &Graph, objective: Objective) {
    let mut log = Log::listening();
    let policy: Policy = "heuristic".parse().unwrap();
    solve(graph, policy.kind(), objective, &mut any(), &mut log);
    let depths = graph.depths();
    let mut order = vec![];
    for decision in &log.decisions {
        let complete = |task: u32| {
            let mut order = order.clone();
            order.push(task);
            loop {
                let next = ready(graph, &order);
                let Some(deepest) = next.into_iter().max_by_key(|task| (depths[*task as usize], std::cmp::Reverse(*task))) else { break };
                order.push(deepest);
            }
            Costs::of(graph, &order).unwrap().under(objective)
        };
        let costs: BTreeMap<u32, f64> = ready(graph, &order).into_iter().map(|task| (task, complete(task))).collect();
        assert_eq!(decision.cost, Some(costs[&decision.task]), "{objective} {order:?} {} of {:?}", decision.task, edges(graph));
        for (task, cost) in &decision.others {
            assert_eq!(*cost, Some(costs[task]), "{objective} {order:?} {task} of {:?}", edges(graph));
        }
        let least = costs.values().copied().fold(f64::INFINITY, f64::min);
        let first = costs.iter().find(|(_, cost)| **cost == least).map(|(task, _)| *task);
        assert_eq!((Some(decision.task), decision.candidates as usize + 1), (first, costs.len()));
        order.push(decision.task);
    }
}

/// The cost of a partial order under any objective.
fn partial(graph: &Graph, order: &[u32], objective: Objective) -> f64 {
    let at = |task: u32| order.iter().position(|other| *other == task).map(|place| place + 1);
    let distance = |u: u32, v: u32| (at(v).unwrap_or(order.len() + 1) - at(u).unwrap()) as f64;
    let of = |u: &u32| {
        let distances = graph.next(*u).iter().map(|v| distance(*u, *v));
        match objective {
            Objective::Dla => distances.sum(),
            Objective::Wtmb => graph.sizes()[*u as usize] * distances.fold(0.0, f64::max),
            Objective::Tmb | Objective::Dbw => distances.fold(0.0, f64::max),
        }
    };
    let costs = order.iter().map(of);
    if objective == Objective::Dbw { costs.fold(0.0, f64::max) } else { costs.sum() }
}

fn greedy_is_plain(graph: &Graph, objective: Objective) {
    for policy in ["greedy", "greedy[ties=first]"] {
        let policy: Policy = policy.parse().unwrap();
        let mut log = Log::listening();
        solve(graph, policy.kind(), objective, &mut any(), &mut log);
        let mut order = vec![];
        for decision in &log.decisions {
            let with = |task: u32| partial(graph, &[&order[..], &[task]].concat(), objective);
            let costs: BTreeMap<u32, f64> = ready(graph, &order).into_iter().map(|task| (task, with(task))).collect();
            let least = costs.values().copied().fold(f64::INFINITY, f64::min);
            let tied: Vec<u32> = costs.iter().filter(|(_, cost)| **cost == least).map(|(task, _)| *task).collect();
            assert!(tied.contains(&decision.task) && (policy.written() == "greedy" || tied[0] == decision.task));
            assert_eq!((decision.tied as usize, decision.cost), (tied.len(), Some(least)), "{objective} {order:?} of {:?}", edges(graph));
            assert!(decision.others.iter().all(|(task, cost)| *cost == Some(costs[task])), "{objective} {order:?} of {:?}", edges(graph));
            order.push(decision.task);
        }
    }
}

/// Claim 40: most that is live at once is the least cache without reloads, and less reloads than Belady's are not to be had.
#[test]
fn an_optimal_cache_of_what_is_live_reloads_nothing() {
    for graph in graphs(100, 1..=9, 0.4) {
        let order = run(&graph, "baseline", Objective::Tmb, &mut any()).order;
        let peak = Costs::of(&graph, &order).unwrap().peak as usize;
        let reloads =
            |eviction, capacity: usize| Cache { capacity: capacity as f64, counts: Counts::Items, eviction }.replay(&graph, &order).count;
        if peak > 0 {
            assert_eq!(Cache::curve(Eviction::Optimal, &graph, &order, 100).len(), peak.max(1));
        }
        for capacity in 1..=6 {
            let optimal = reloads(Eviction::Optimal, capacity);
            assert_eq!(optimal == 0, capacity >= peak);
            assert!(optimal <= reloads(Eviction::Lru, capacity));
            assert_eq!(optimal, least_reloads(&graph, &order, capacity), "{capacity} {order:?} {:?}", edges(&graph));
        }
    }
}

/// The least reloads by trying what to keep after every step.
fn least_reloads(graph: &Graph, order: &[u32], capacity: usize) -> u64 {
    let mut ways = BTreeMap::from([(0_u32, 0_u64)]);
    for task in order {
        let read: u32 = graph.before(*task).iter().map(|other| 1 << other).sum();
        let mut next = BTreeMap::new();
        for (kept, reloads) in ways {
            let reloads = reloads + u64::from((read & !kept).count_ones());
            let all = kept | read | 1 << task;
            let mut some = all;
            loop {
                if some.count_ones() as usize <= capacity {
                    let least = next.entry(some).or_insert(reloads);
                    *least = reloads.min(*least);
                }
                if some == 0 {
                    break;
                }
                some = (some - 1) & all;
            }
        }
        ways = next;
    }
    ways.into_values().min().unwrap_or(0)
}

/// Claim 40b, in small: the heuristic comes nearest to the optimum, then greedy, then baseline.
#[test]
fn the_heuristic_is_nearly_optimal() {
    let (mut sums, mut count) = ([0.0; 3], 0.0);
    for graph in graphs(400, 4..=7, 0.35).filter(|graph| graph.components().len() == 1) {
        let least = cost(&graph, &run(&graph, "dp", Objective::Tmb, &mut any()), Objective::Tmb);
        count += 1.0;
        for (sum, policy) in sums.iter_mut().zip(["heuristic", "greedy", "baseline"]) {
            *sum += cost(&graph, &run(&graph, policy, Objective::Tmb, &mut stream(3, count as u32, 2)), Objective::Tmb) / least;
        }
    }
    let [heuristic, greedy, baseline] = sums.map(|sum| sum / count);
    assert!(heuristic < greedy && greedy < baseline && heuristic < 1.03 && baseline > 1.15, "{heuristic} {greedy} {baseline} of {count}");
}

#[test]
fn circles_are_named() {
    let circle = |tasks: usize, edges: &[(u32, u32)]| Graph::numbered(vec![1.0; tasks], edges).unwrap_err().to_string();
    assert_eq!(circle(2, &[(1, 1)]), "tasks wait for each other in a circle: \"1\" waits for \"1\"");
    assert_eq!(
        circle(6, &[(0, 1), (1, 2), (2, 3), (3, 1), (4, 5)]),
        "tasks wait for each other in a circle: \"1\" waits for \"3\", \"3\" waits for \"2\", \"2\" waits for \"1\""
    );
}

/// A plan of the given fields.
fn plan(policies: &[&str], system: System, workload: Workload) -> Plan {
    let policies = policies.iter().map(|policy| policy.parse().unwrap()).collect();
    let ask = Ask { seed: 1, replications: 1, policies, system: &system, workload: &workload };
    Plan::prepare(ask, &mut |path| panic!("{path} is read")).unwrap()
}

fn figure() -> Workload {
    Workload { graph: Some(Like::Views), ..Workload::default() }
}

#[test]
fn a_recording_says_why() {
    let plan = plan(&["heuristic", "a_star", "greedy[ties=first]", "baseline"], System { cache: Some(1.0), ..System::default() }, figure());
    let jobs = plan.draw(0);
    let record = |policy: usize| {
        let (recording, outcome) = plan.record(&jobs, policy, &mut |_| {}).unwrap();
        assert_eq!(recording.steps.iter().map(|step| step.task).collect::<Vec<_>>(), outcome.found.order);
        let area: usize = recording.steps.iter().map(|step| step.live.len()).sum();
        assert_eq!(area as f64, outcome.costs.tmb);
        let reloads: usize = recording.steps.iter().map(|step| step.cache.reloaded.len()).sum();
        assert_eq!((reloads as u64, outcome.reloads.count), (recording.reloads[0][0], recording.reloads[0][0]));
        for step in 1..=6 {
            assert!(why(&recording, step).is_some());
        }
        assert_eq!((why(&recording, 0), why(&recording, 7)), (None, None));
        recording
    };
    let heuristic = record(0);
    assert_eq!(heuristic.reloads, [vec![3, 0], vec![1, 0]]);
    assert_eq!(
        why(&heuristic, 2).unwrap(),
        "Step 2 executes 4: completed deepest first, the order costs 6, and 8 with 2 and 9 with 0. What it reads of 1 is in the cache."
    );
    assert_eq!(
        why(&heuristic, 5).unwrap(),
        "Step 5 executes 3: completed deepest first, the order costs 6, and 7 with 5. What it reads of 0 is in the cache. The output of 2 \
         had been dropped and is loaded again. 0 is needed no more."
    );
    let exact = record(1);
    assert!(exact.proven && exact.decisions.is_empty());
    assert!(why(&exact, 1).unwrap().starts_with(
        "Step 1 executes 1: part of an order that costs 6, and none costs less. Its own output is needed until step 3, by 2."
    ));
    assert_eq!(
        why_expanded(&exact, 2).unwrap(),
        "Expansion 2: 1 is executed after expansion 1. The order so far costs 1, at least 3 more is to come, and no open set promises less \
         than 4. Next can be 0, 2 and 4."
    );
    assert_eq!(
        why(&record(2), 2).unwrap(),
        "Step 2 executes 1: nothing else has all it reads. Its own output is needed until step 4, by 2."
    );
    assert!(why(&record(3), 1).unwrap().contains("drawn from the 2 tasks that have all they read"));
}

/// Sets are expanded in order of what they promise where the bound never falls by more than a step costs, and then each once.
#[test]
fn the_finer_bound_expands_each_set_once() {
    for graph in graphs(60, 5..=12, 0.25) {
        let graph = graph.components().swap_remove(0).0;
        for objective in [Objective::Tmb, Objective::Wtmb, Objective::Dla] {
            let told = |policy: &str| {
                let mut log = Log::listening();
                let policy: Policy = policy.parse().unwrap();
                solve(&graph, policy.kind(), objective, &mut any(), &mut log);
                log.expansions
            };
            let (coarse, fine) = (told("a_star"), told("a_star[bound=remaining]"));
            assert!(fine.len() <= coarse.len());
            assert!(fine.windows(2).all(|pair| pair[0].cost + pair[0].bound <= pair[1].cost + pair[1].bound));
            let sets: BTreeSet<(Vec<u32>, u32)> = fine.iter().map(|expansion| (expansion.ready.clone(), expansion.done)).collect();
            assert_eq!(sets.len(), fine.len());
        }
    }
}

#[test]
fn a_search_that_is_given_up_proves_nothing() {
    let plan = plan(&["dp[limit=5]", "a_star[limit=5]", "heuristic"], System::default(), figure());
    let jobs = plan.draw(0);
    let outcomes = [0, 1, 2].map(|policy| plan.simulate(&jobs, policy, &mut |_| {}).unwrap());
    assert!(
        outcomes.iter().all(|outcome| !outcome.found.proven && outcome.ratio.is_none() && outcome.found.order == outcomes[2].found.order)
    );
    // Each of the five edges takes a step at least, and the second layer has sets of two tasks that promise no less than 6.
    assert!(outcomes.iter().all(|outcome| (5.0..=6.0).contains(&outcome.bound)));
}

/// What is said of a search that is given up: what its order is, what was proven nevertheless, and who found better.
#[test]
fn a_search_that_is_given_up_says_what_it_has_proven() {
    let drawn = Workload { graph: Some(Like::Layered), count: Some(60), ..Workload::default() };
    let told = |policies: &[&str]| {
        let plan = plan(policies, System::default(), drawn.clone());
        let jobs = plan.draw(0);
        let pooled = |policy: usize| {
            let outcome = plan.simulate(&jobs, policy, &mut |_| {}).unwrap();
            plan.pool(policy, vec![plan.tell(&jobs, &outcome).own], 0)
        };
        let summaries: Vec<_> = (0..policies.len()).map(pooled).collect();
        let told: Vec<_> = policies.iter().copied().zip(&summaries).collect();
        (Plan::cautions(&told), summaries)
    };
    let (cautions, own) = told(&["a_star[limit=3000]", "heuristic", "beam"]);
    let [exact, heuristic, beam] = &own[..] else { panic!("{own:?}") };
    assert!(exact.cost == heuristic.cost && beam.cost < exact.cost && exact.share_proven == Some(0.0));
    assert!(own.iter().all(|own| own.bound == exact.bound && own.gap == Some((own.cost - own.bound) / own.bound)), "{own:?}");
    let said = format!(
        "a_star[limit=3000] gave up, where its order is the heuristic's: it costs {}; no order costs less than {}, so that this is at most ",
        exact.cost, exact.bound
    );
    assert!(cautions.len() == 1 && cautions[0].starts_with(&said), "{cautions:?}");
    assert!(cautions[0].ends_with(&format!(" % above the least; beam search finds {}", beam.cost)), "{cautions:?}");
    let (cautions, _) = told(&["dp[limit=3000]"]);
    assert!(cautions[0].ends_with("; try beam search (--policy beam)"), "{cautions:?}");
    let (cautions, own) = told(&["heuristic", "beam"]);
    assert!(cautions.is_empty() && own[0].gap > own[1].gap, "{own:?}");
}

/// The two orders of figure 3.12, and an order of tasks that are listed.
#[test]
fn a_given_order_is_executed_as_it_is() {
    let given = |order: &[&str], workload: Workload| Workload { order: order.iter().map(|name| (*name).to_owned()).collect(), ..workload };
    let costs = |workload: Workload| {
        let plan = plan(&["given"], System::default(), workload);
        let outcome = plan.simulate(&plan.draw(0), 0, &mut |_| {}).unwrap();
        (outcome.found.order, outcome.costs.tmb, outcome.costs.dbw, outcome.costs.dla, outcome.found.proven)
    };
    assert_eq!(costs(given(&["0", "1", "2", "4", "3", "5"], figure())), (vec![0, 1, 2, 4, 3, 5], 9.0, 4.0, 12.0, false));
    assert_eq!(costs(given(&["1", "4", "2", "0", "3", "5"], figure())), (vec![1, 4, 2, 0, 3, 5], 6.0, 3.0, 9.0, false));
    assert_eq!(costs(figure()).0, [0, 1, 2, 3, 4, 5], "as they are listed");
    // In a graph that is drawn, the last task first is the last task as soon as it can be.
    let drawn = Workload { graph: Some(Like::Layered), count: Some(12), ..Workload::default() };
    let backwards: Vec<String> = (0..12).rev().map(|task| task.to_string()).collect();
    let plan = plan(&["given"], System::default(), Workload { order: backwards, ..drawn });
    let jobs = plan.draw(0);
    let order = plan.simulate(&jobs, 0, &mut |_| {}).unwrap().found.order;
    assert!(jobs.graph.is_legal(&order) && jobs.graph.obstacle(&order).is_none());
    let ready =
        |done: &[u32]| (0..12).rev().find(|task| !done.contains(task) && jobs.graph.before(*task).iter().all(|other| done.contains(other)));
    assert!((0..12).all(|step| ready(&order[..step]) == Some(order[step])));
}

#[test]
fn an_order_that_is_not_legal_says_why() {
    let message = |order: &[&str]| {
        let order = order.iter().map(|name| (*name).to_owned()).collect();
        let (system, workload) = (System::default(), Workload { order, ..figure() });
        let ask = Ask { seed: 1, replications: 1, policies: vec!["given".parse().unwrap()], system: &system, workload: &workload };
        Plan::prepare(ask, &mut |path| panic!("{path} is read")).unwrap_err().to_string()
    };
    for (order, said) in [
        (
            &["0", "1", "3", "2", "4", "5"][..],
            "workload.order is \"3\" before \"2\", whose output it reads; allowed: each task after those",
        ),
        (&["0", "1", "2", "3", "4"], "workload.order is a list without \"5\"; allowed: each task once"),
        (&["0", "1", "2", "3", "4", "4"], "workload.order is a list with \"4\" twice; allowed: each task once"),
        (&["0", "1", "2", "3", "4", "six"], "workload.order is a list with \"six\"; allowed: names of tasks"),
    ] {
        let message = message(order);
        assert!(message.starts_with(said), "{message}");
    }
}

/// What a search opens is what it may expand: the costs are those of the orders on the way there, and the next expansion is the least.
#[test]
fn a_search_tells_what_it_opens() {
    let mut log = Log::listening();
    solve(&figure_11(), "a_star".parse::<Policy>().unwrap().kind(), Objective::Tmb, &mut any(), &mut log);
    let first = &log.expansions[0];
    let opened: Vec<_> = first.opened.iter().map(|set| (set.task, set.cost, set.bound)).collect();
    // g = 1 after either table; h = out-degrees of the others: 1, 2 and 2 of tasks 0, 1 and 2.
    assert_eq!((first.cost, first.bound, opened), (0.0, 5.0, vec![(0, 1.0, 4.0), (1, 1.0, 3.0)]));
    for (number, expansion) in log.expansions.iter().enumerate().skip(1) {
        let (from, task) = expansion.from.unwrap();
        let way = log.expansions[from as usize].opened.iter().find(|set| set.task == task).unwrap();
        assert_eq!((way.cost, way.bound), (expansion.cost, expansion.bound), "expansion {number}");
    }
}

/// The recording of an order that is given, and one that is made of another run's recording.
#[test]
fn a_recording_is_reordered_as_if_that_order_were_given() {
    let order = ["1", "4", "2", "5", "0", "3"].map(str::to_owned).to_vec();
    let plan = plan(&["baseline", "given"], System::default(), Workload { order, ..figure() });
    let jobs = plan.draw(0);
    let [any, given] = [0, 1].map(|policy| plan.record(&jobs, policy, &mut |_| {}).unwrap().0);
    assert_eq!(any.reordered(&given.order()), given);
    assert!(why(&given, 1).unwrap().starts_with("Step 1 executes 1: it is next in the order that is given."));
}
