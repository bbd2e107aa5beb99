use super::*;

/// M, Fig. 3.11, from the prose.
fn fig_3_11() -> Graph {
    Graph::new(vec![1.0; 6], &[(0, 3), (1, 2), (1, 4), (2, 3), (2, 5)])
}

/// M, Fig. 3.13.
fn fig_3_13() -> Graph {
    Graph::new(vec![1.0; 5], &[(0, 2), (2, 4), (1, 3), (3, 4)])
}

fn tmb(order: &[usize]) -> f64 {
    fig_3_11().cost(order, Objective::Tmb)
}

fn g(prefix: &[usize]) -> f64 {
    fig_3_11().partial(prefix, Objective::Tmb)
}

fn live_sets(graph: &Graph, order: &[usize]) -> Vec<Vec<usize>> {
    (1..=order.len()).map(|k| sorted(&graph.live(&order[..k]))).collect()
}

fn optima(graph: &Graph, objective: Objective) -> (f64, Vec<Vec<usize>>) {
    let least = graph.optimum(objective);
    (least, graph.orders().into_iter().filter(|order| graph.cost(order, objective) == least).collect())
}

fn lru(graph: &Graph, order: &[usize], capacity: usize) -> usize {
    Replay { graph, order, capacity: capacity as f64, unit: Unit::Items }.lru().count
}

#[test]
fn all_orders_of_fig_3_11() {
    let graph = fig_3_11();
    let orders = graph.orders();
    assert_eq!(orders.len(), 33);
    let mut histogram: BTreeMap<u64, usize> = BTreeMap::new();
    orders.iter().for_each(|order| *histogram.entry(tmb(order) as u64).or_default() += 1);
    assert_eq!(histogram.into_iter().collect::<Vec<_>>(), [(6, 2), (7, 4), (8, 5), (9, 12), (10, 7), (11, 3)]);
    assert_eq!(optima(&graph, Objective::Tmb), (6.0, vec![vec![1, 4, 2, 0, 3, 5], vec![1, 4, 2, 5, 0, 3]]));
    let (dbw, best) = optima(&graph, Objective::Dbw);
    assert_eq!((dbw, best.len()), (3.0, 8));
    assert_eq!(optima(&graph, Objective::Dla), (8.0, vec![vec![1, 4, 2, 5, 0, 3]]));
    assert_eq!((0..6).map(|task| graph.depth(task)).collect::<Vec<_>>(), [0, 0, 1, 2, 1, 2]);
}

#[test]
fn sets_of_fig_3_11() {
    let graph = fig_3_11();
    let sets = graph.down_sets();
    let edges: usize = sets.iter().map(|set| graph.candidates(set).len()).sum();
    assert_eq!((sets.len(), edges), (18, 31));
}

#[test]
fn expected_costs_of_fig_3_11() {
    let graph = fig_3_11();
    let baseline = graph.expected(&[], &|prefix| graph.candidates(prefix), Objective::Tmb);
    assert!((baseline - 3727.0 / 432.0).abs() < 1e-12, "{baseline}");
    assert_eq!(graph.expected(&[], &|prefix| graph.greedy(prefix, Objective::Tmb), Objective::Tmb), 7.0);
}

#[test]
fn orders_of_the_text() {
    let graph = fig_3_11();
    let top = [0, 1, 2, 4, 3, 5];
    let costs = [Objective::Tmb, Objective::Dbw, Objective::Dla].map(|objective| graph.cost(&top, objective));
    assert_eq!(costs, [9.0, 4.0, 12.0]);
    let examples = [([1, 2, 5, 4, 0, 3], 8.0), ([0, 1, 2, 3, 5, 4], 9.0), ([1, 4, 2, 0, 3, 5], 6.0), ([0, 1, 4, 2, 3, 5], 8.0)];
    examples.iter().for_each(|(order, cost)| assert_eq!(tmb(order), *cost, "{order:?}"));
    assert_eq!(live_sets(&graph, &[1, 4, 2, 0, 3, 5]), [vec![1], vec![1], vec![2], vec![0, 2], vec![2], vec![]]);
    assert_eq!(live_sets(&graph, &top), [vec![0], vec![0, 1], vec![0, 1, 2], vec![0, 2], vec![2], vec![]]);
    assert_eq!([graph.peak_live(&[1, 4, 2, 0, 3, 5]), graph.peak_live(&top)], [2, 3]);
}

/// The text prints 6 for ⟨0,1,4⟩, 7 for ⟨0,1,2,4⟩ and 2 for ⟨1,0⟩.
#[test]
fn partial_costs() {
    let graph = fig_3_11();
    assert_eq!((g(&[0, 1, 4]), graph.bound(&[0, 1, 4], Objective::Tmb, Bound::OutDegrees)), (5.0, 2.0));
    assert_eq!(g(&[0, 1, 2, 4]), 8.0);
    assert_eq!([g(&[0]), g(&[1]), g(&[1, 0]), g(&[1, 2]), g(&[1, 4])], [1.0, 1.0, 3.0, 3.0, 2.0]);
    let best = |prefix: &[usize]| graph.orders().iter().filter(|order| order.starts_with(prefix)).map(|order| tmb(order) as u64).min();
    assert_eq!([best(&[0, 1, 4]), best(&[0, 1, 2, 4])], [Some(8), Some(9)]);
}

#[test]
fn greedy_on_fig_3_11() {
    let graph = fig_3_11();
    let choices = |prefix: &[usize]| graph.greedy(prefix, Objective::Tmb);
    assert_eq!([choices(&[]), choices(&[1])], [vec![0, 1], vec![4]]);
    let from = |start: usize| graph.first(|prefix| if prefix.is_empty() { vec![start] } else { choices(prefix) });
    assert_eq!([from(0), from(1)], [vec![0, 1, 4, 2, 3, 5], vec![1, 4, 2, 5, 0, 3]]);
    assert_eq!(graph.first(choices), from(0));
}

#[test]
fn heuristic_on_fig_3_11() {
    let graph = fig_3_11();
    let completed = |prefix: &[usize]| tmb(&graph.deepest_first(prefix));
    let steps: [&[usize]; 9] = [&[0], &[1], &[1, 0], &[1, 2], &[1, 4], &[1, 4, 0], &[1, 4, 2], &[1, 4, 2, 0], &[1, 4, 2, 5]];
    assert_eq!(steps.map(completed), [9.0, 8.0, 9.0, 8.0, 6.0, 7.0, 6.0, 6.0, 6.0]);
    assert_eq!(graph.heuristic(&[1, 4, 2], Objective::Tmb), [0, 5]);
    assert_eq!(graph.first(|prefix| graph.heuristic(prefix, Objective::Tmb)), [1, 4, 2, 0, 3, 5]);
}

#[test]
fn optima_with_sizes() {
    let with_size = |task: usize| {
        let mut graph = fig_3_11();
        graph.sizes[task] = 10.0;
        optima(&graph, Objective::Wtmb)
    };
    let both = vec![vec![1, 4, 2, 0, 3, 5], vec![1, 4, 2, 5, 0, 3]];
    assert_eq!(with_size(2), (25.0, vec![vec![1, 4, 0, 2, 3, 5]]));
    assert_eq!(with_size(0), (15.0, both.clone()));
    assert_eq!(with_size(1), (24.0, both));
}

#[test]
fn fig_3_13_whole() {
    let graph = fig_3_13();
    let (a, b) = ([0, 2, 1, 3, 4], [0, 1, 2, 3, 4]);
    let costs = |order: &[usize]| [Objective::Tmb, Objective::Dbw].map(|objective| graph.cost(order, objective));
    assert_eq!([costs(&a), costs(&b)], [[6.0, 3.0], [7.0, 2.0]]);
    assert_eq!(live_sets(&graph, &a), [vec![0], vec![2], vec![1, 2], vec![2, 3], vec![]]);
    assert_eq!(live_sets(&graph, &b), [vec![0], vec![0, 1], vec![1, 2], vec![2, 3], vec![]]);
    let mut all: Vec<u64> = graph.orders().iter().map(|order| graph.cost(order, Objective::Tmb) as u64).collect();
    all.sort_unstable();
    assert_eq!(all, [6, 6, 7, 7, 7, 7]);
    assert_eq!(graph.optimum(Objective::Dbw), 2.0);
    for start in [0, 1] {
        let choices = |prefix: &[usize]| if prefix.is_empty() { vec![start] } else { graph.greedy(prefix, Objective::Tmb) };
        assert_eq!(graph.expected(&[], &choices, Objective::Tmb), 6.0);
    }
}

#[test]
fn reloads_of_fig_3_11() {
    let graph = fig_3_11();
    let misses = |order: &[usize]| [1, 2, 3].map(|capacity| lru(&graph, order, capacity));
    assert_eq!(misses(&[1, 4, 2, 0, 3, 5]), [3, 0, 0]);
    assert_eq!(misses(&[1, 4, 2, 5, 0, 3]), [2, 1, 0]);
    assert_eq!(misses(&[0, 1, 2, 4, 3, 5]), [4, 2, 2]);
    assert_eq!(curve(&graph, &[1, 4, 2, 5, 0, 3], Rule::Lru), [2, 1, 0]);
    assert_eq!(curve(&graph, &[1, 4, 2, 0, 3, 5], Rule::Lru), [3, 0]);
}

/// In hundredths.
#[test]
fn reloads_by_cost() {
    let graph = fig_3_11();
    let mean = |cost: f64, capacity: usize| {
        let orders: Vec<Vec<usize>> = graph.orders().into_iter().filter(|order| tmb(order) == cost).collect();
        let all: usize = orders.iter().map(|order| lru(&graph, order, capacity)).sum();
        (100.0 * all as f64 / orders.len() as f64).round()
    };
    let costs = [6.0, 7.0, 8.0, 9.0, 10.0, 11.0];
    assert_eq!(costs.map(|cost| mean(cost, 2)), [50.0, 175.0, 200.0, 217.0, 314.0, 300.0]);
    assert_eq!(costs.map(|cost| mean(cost, 3)), [0.0, 25.0, 100.0, 142.0, 157.0, 233.0]);
}

/// Task 1 reads 0 of size 3; a cache of 3 cannot keep both outputs, one of 2 never keeps that of 0.
#[test]
fn a_cache_that_counts_sizes() {
    let graph = Graph::new(vec![3.0, 1.0, 2.0], &[(0, 1), (0, 2), (1, 2)]);
    assert_eq!(graph.peak_size(&[0, 1, 2]), 4.0);
    let replay = |capacity| Replay { graph: &graph, order: &[0, 1, 2], capacity, unit: Unit::Sizes };
    assert_eq!(replay(4.0).lru(), Reloads { count: 0, size: 0.0 });
    assert_eq!(replay(3.0).lru(), Reloads { count: 2, size: 4.0 }, "0 and then 1 push each other out");
    assert_eq!(replay(2.0).lru(), Reloads { count: 2, size: 6.0 });
    assert_eq!(replay(3.0).optimal(), Reloads { count: 1, size: 1.0 }, "0 comes first of two that are used next");
    assert_eq!(replay(2.0).optimal(), Reloads { count: 2, size: 6.0 });
}

#[test]
fn components_one_by_one() {
    let graph = Graph::new(vec![1.0; 6], &[(4, 0), (4, 0), (5, 2), (2, 3)]);
    assert_eq!(graph.edges.len(), 3);
    assert_eq!(graph.components(), [vec![0, 4], vec![1], vec![2, 3, 5]]);
    let order = graph.by_components(|part, _| part.first(|prefix| part.candidates(prefix)));
    assert_eq!(order, [4, 0, 1, 5, 2, 3]);
    let any = |part: &Graph, prefix: &[usize]| part.candidates(prefix);
    assert!(graph.follows(&order, any));
    assert!(!graph.follows(&[1, 4, 0, 5, 2, 3], any));
    assert!(!graph.follows(&[0, 4, 1, 5, 2, 3], any));
}

/// 0 feeds 1 and 2, which feed nobody: two orders of cost 2, found without leaving the first path.
#[test]
fn a_star_by_hand() {
    let graph = Graph::new(vec![1.0; 3], &[(0, 1), (0, 2)]);
    assert_eq!(graph.a_star(Objective::Tmb, Bound::Remaining), (vec![0, 1, 2], 3));
    assert_eq!(graph.beam(Objective::Tmb, 1), [0, 1, 2]);
    assert_eq!(graph.beam(Objective::Dla, 1), [0, 1, 2]);
}

const SUMS: [Objective; 3] = [Objective::Tmb, Objective::Wtmb, Objective::Dla];

#[test]
fn identities_and_bounds() {
    for seed in 0..150 {
        let graph = draw(seed, 6);
        let unit = Graph { sizes: vec![1.0; graph.count()], ..graph.clone() };
        for order in graph.orders() {
            for objective in [Objective::Tmb, Objective::Wtmb, Objective::Dla, Objective::Dbw] {
                let cost = graph.cost(&order, objective);
                assert_eq!(graph.partial(&order, objective), cost, "{graph:?} {order:?} {objective:?}");
                for k in 0..order.len() {
                    assert!(graph.partial(&order[..k], objective) <= cost);
                }
            }
            for objective in SUMS {
                for (bound, k) in (0..order.len()).flat_map(|k| [(Bound::OutDegrees, k), (Bound::Remaining, k)]) {
                    let f = graph.partial(&order[..k], objective) + graph.bound(&order[..k], objective, bound);
                    assert!(f <= graph.cost(&order, objective), "{graph:?} {order:?} {objective:?} {bound:?} {k}");
                }
            }
            assert_eq!(unit.cost(&order, Objective::Wtmb), graph.cost(&order, Objective::Tmb));
            let [dbw, tmb, dla] = [Objective::Dbw, Objective::Tmb, Objective::Dla].map(|objective| graph.cost(&order, objective));
            assert!(dbw <= tmb && tmb <= dla);
        }
    }
}

#[test]
fn searches_find_the_optimum() {
    for seed in 0..150 {
        let graph = draw(seed, 7);
        for objective in SUMS {
            let least = graph.optimum(objective);
            for bound in [Bound::OutDegrees, Bound::Remaining] {
                let (order, states) = graph.a_star(objective, bound);
                assert_eq!(graph.cost(&order, objective), least, "{graph:?} {objective:?} {bound:?}");
                assert!(states >= graph.count());
            }
            assert_eq!(graph.cost(&graph.beam(objective, 1 << graph.count()), objective), least, "{graph:?} {objective:?}");
            assert!(graph.cost(&graph.beam(objective, 2), objective) >= least);
            assert!(graph.cost(&graph.first(|prefix| graph.heuristic(prefix, objective)), objective) >= least);
        }
    }
}

#[test]
fn the_cache_that_looks_ahead_is_best() {
    for seed in 0..60 {
        let graph = draw(seed, 6);
        for order in graph.orders().into_iter().take(12) {
            for capacity in 1..=4 {
                let replay = Replay { graph: &graph, order: &order, capacity: f64::from(capacity), unit: Unit::Items };
                assert_eq!(replay.optimal().count, replay.least(), "{graph:?} {order:?} {capacity}");
                assert!(replay.lru().count >= replay.least());
            }
            let least = curve(&graph, &order, Rule::Optimal).len();
            assert_eq!(least, graph.peak_live(&order).max(1), "{graph:?} {order:?}");
        }
    }
}

/// Heuristic, greedy, baseline: in this order of mean cost over the optimum.
#[test]
fn algorithms_ranked() {
    let (mut sums, mut count) = ([0.0; 3], 0);
    for seed in 0..150 {
        let graph = draw(seed, 6);
        let best = graph.optimum(Objective::Tmb);
        if best == 0.0 {
            continue;
        }
        count += 1;
        let heuristic = graph.first(|prefix| graph.heuristic(prefix, Objective::Tmb));
        sums[0] += graph.cost(&heuristic, Objective::Tmb) / best;
        sums[1] += graph.expected(&[], &|prefix| graph.greedy(prefix, Objective::Tmb), Objective::Tmb) / best;
        sums[2] += graph.expected(&[], &|prefix| graph.candidates(prefix), Objective::Tmb) / best;
    }
    assert!(count >= 100 && sums[0] < sums[1] && sums[1] < sums[2], "{sums:?} of {count}");
}
