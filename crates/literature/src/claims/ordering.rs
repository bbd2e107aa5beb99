//! The order of tasks that read each other's outputs: mPlane D3.3, section 3.2. Its examples are exact; what it says of the algorithms has
//! no numbers, so that graphs are drawn here.

use super::{Estimate, Finding, Row};
use crate::judgement::{Check, at_least, at_most, between, check, reading, relation};
use crate::replicated::{each, replicated};
use schedscope::metrics::{Sorted, mean};
use schedscope::ordering::{Cache, Costs, Drawing, Eviction, Graph, Log, Objective, Policy, Shape, solve};
use schedscope::sim::stream;
use std::collections::BTreeMap;

/// Ids of the claims.
pub const CLAIMS: [&str; 7] = ["M36", "M37", "M38", "M39", "M40", "M40b", "M40c"];

/// Seed of all graphs; replications have their own streams.
const SEED: u64 = 1;
/// The stream of random numbers that break ties.
const TIES: u8 = 2;
/// Graphs of a replication.
const GRAPHS: u32 = 20;
/// Most tasks of a graph whose legal orders are gone through.
const FEW: u32 = 7;
/// Tasks of a hierarchy of views.
const VIEWS: u32 = 20;

/// Draws a graph of a replication.
type Draw = fn(u32, u32) -> Graph;

type Labels = &'static [&'static str];

const ALGORITHMS: &str = "mPlane D3.3, section 3.2.3";
const OURS: &str = "mPlane D3.3, section 3.2 (a property; stated by this project)";

/// The graph of figure 3.11.
fn figure(edges: &[(u32, u32)]) -> Graph {
    Graph::numbered(vec![1.0; 6], edges).expect("no circle")
}

const VIEWS_OF_FIGURE_11: [(u32, u32); 5] = [(0, 3), (1, 2), (1, 4), (2, 3), (2, 5)];

/// A random graph of few tasks: 4 to 7, each edge with probability 0.35.
fn small(replication: u32, place: u32) -> Graph {
    let number = replication * GRAPHS + place;
    Drawing { shape: Shape::Random { edge: 0.35 }, count: 4 + number % (FEW - 3), spread: 0.0 }
        .draw(SEED, number)
        .expect("legal parameters")
}

/// A hierarchy of views in four layers, of which each reads up to so many tasks.
fn layered(count: u32, fan_in: u32, replication: u32, place: u32) -> Graph {
    Drawing { shape: Shape::Layered { layers: 4, fan_in }, count, spread: 0.0 }
        .draw(SEED, replication * GRAPHS + place)
        .expect("legal parameters")
}

/// The usual one.
fn hierarchy(replication: u32, place: u32) -> Graph {
    layered(VIEWS, 2, replication, place)
}

/// The cost of the order that an algorithm finds.
fn cost(graph: &Graph, key: &str, replication: u32) -> f64 {
    let policy: Policy = key.parse().expect("an algorithm of the registry");
    let found = solve(graph, policy.kind(), Objective::Tmb, &mut stream(SEED, replication, TIES), &mut Log::default());
    Costs::of(graph, &found.order).expect("a legal order").tmb
}

/// Hears of every legal order.
fn each_order(graph: &Graph, order: &mut Vec<u32>, hear: &mut dyn FnMut(&[u32])) {
    if order.len() == graph.tasks() {
        hear(order);
    }
    for task in 0..graph.tasks() as u32 {
        if !order.contains(&task) && graph.before(task).iter().all(|other| order.contains(other)) {
            order.push(task);
            each_order(graph, order, hear);
            order.pop();
        }
    }
}

/// The cost of a legal order as equation 3.4 has it: the longest distance of each task and a reader.
fn by_distances(graph: &Graph, order: &[u32]) -> f64 {
    let at = |task: u32| order.iter().position(|other| *other == task).expect("every task is there") as f64;
    let longest = |task: u32| graph.next(task).iter().map(|reader| at(*reader) - at(task)).fold(0.0, f64::max);
    (0..graph.tasks() as u32).map(longest).sum()
}

/// Percent of what is looked at in small graphs of which something holds: `of` says of a graph how often it does, out of how many.
fn holds(replications: u32, of: impl Fn(&Graph, u32) -> (u32, u32) + Sync) -> Estimate {
    Estimate::of(each(replications, |replication| {
        let counts = (0..GRAPHS).map(|place| of(&small(replication, place), replication));
        let (held, all) = counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
        100.0 * f64::from(held) / f64::from(all)
    }))
}

/// The same of every legal order.
fn of_orders(replications: u32, of: impl Fn(&Graph, &[u32]) -> bool + Sync) -> Estimate {
    holds(replications, |graph, _| {
        let mut counts = (0, 0);
        each_order(graph, &mut vec![], &mut |order| counts = (counts.0 + u32::from(of(graph, order)), counts.1 + 1));
        counts
    })
}

/// That something always holds, in a simulator without errors.
fn always(id: &'static str, source: &'static str, claim: &str, measured: &[Estimate]) -> Finding {
    let words: Vec<String> = measured.iter().map(|estimate| estimate.words()).collect();
    Row {
        id,
        source,
        claim: claim.to_owned(),
        theirs: "always",
        ours: format!("in {} % of {GRAPHS} random graphs of 4 to {FEW} tasks a replication", words.join(", ")),
        checks: measured.iter().map(|percent| check("", *percent, relation(at_least(100.0)))).collect(),
        by_construction: true,
        ..Row::default()
    }
    .into()
}

/// Claims about orders of tasks.
pub fn ordering(replications: u32) -> Vec<Finding> {
    let mut findings = vec![printed(), misprint_of_bounds(), misprint_of_a_graph(false), misprint_of_a_graph(true)];
    findings.push(searches(replications));
    findings.extend(properties(replications));
    findings.extend(
        [
            ("", "random graphs of 4 to 7 tasks, each edge with probability 0.35", small as Draw, &[][..]),
            (
                "",
                "hierarchies of 20 views and tables in four layers, of which each reads one or two",
                hierarchy,
                &["ten views", "one input"],
            ),
            ("ten views", "hierarchies of 10 views and tables", |replication, place| layered(10, 2, replication, place), &[]),
            ("one input", "hierarchies of which each reads one", |replication, place| layered(VIEWS, 1, replication, place), &[]),
        ]
        .map(|(label, graphs, draw, ablations)| nearly_optimal((label, ablations), graphs, draw, replications)),
    );
    findings.extend(feasible(replications));
    findings
}

/// A number that is not drawn.
fn exactly(number: f64) -> Estimate {
    Estimate { mean: number, half: 0.0 }
}

/// That a number is the one that is printed.
fn equal(number: f64, theirs: f64) -> Check {
    check("each − theirs", exactly(number - theirs), relation(between(0.0, 0.0)))
}

fn printed() -> Finding {
    let graph = figure(&VIEWS_OF_FIGURE_11);
    let tmb = |order: &[u32]| Costs::of(&graph, order).expect("a legal order").tmb;
    let chains = Graph::numbered(vec![1.0; 5], &[(0, 2), (2, 4), (1, 3), (3, 4)]).expect("no circle");
    let [a, b] = [[0, 2, 1, 3, 4], [0, 1, 2, 3, 4]].map(|order| Costs::of(&chains, &order).expect("a legal order"));
    let numbers = [
        (tmb(&[1, 2, 5, 4, 0, 3]), 8.0),
        (tmb(&[0, 1, 2, 3, 5, 4]), 9.0),
        (cost(&graph, "heuristic", 0), 6.0),
        (tmb(&[1, 2]), 3.0),
        (tmb(&[1, 4]), 2.0),
        (a.tmb, 6.0),
        (a.dbw, 3.0),
        (b.tmb, 7.0),
        (b.dbw, 2.0),
    ];
    Row {
        id: "M36",
        source: "mPlane D3.3, figures 3.11 to 3.15",
        claim:
            "costs in figure 3.11 of ⟨1,2,5,4,0,3⟩, ⟨0,1,2,3,5,4⟩, the heuristic's order, ⟨1,2⟩ and ⟨1,4⟩; TMB and DBW of schedules A and \
                B in figure 3.13"
                .to_owned(),
        theirs: "8, 9, 6, 3, 2; 6, 3, 7, 2",
        ours: numbers.map(|(number, _)| number.to_string()).join(", "),
        checks: numbers.map(|(number, theirs)| equal(number, theirs)).into(),
        note: "figure 3.11 is lost: its edges 0→3, 1→2, 1→4, 2→3, 2→5 follow from the text, which has five tasks once and six elsewhere",
        by_construction: true,
        ..Row::default()
    }
    .into()
}

fn misprint_of_bounds() -> Finding {
    let graph = figure(&VIEWS_OF_FIGURE_11);
    let partial = |order: &[u32]| Costs::of(&graph, order).expect("a legal order").tmb;
    Row {
        id: "M36",
        source: ALGORITHMS,
        claim: "costs of the partial orders ⟨0,1,4⟩ and ⟨1,0⟩ in figure 3.11".to_owned(),
        theirs: "6 and 2",
        ours: format!("{} and {}", partial(&[0, 1, 4]), partial(&[1, 0])),
        checks: vec![equal(partial(&[0, 1, 4]), 6.0), equal(partial(&[1, 0]), 2.0)],
        note: "by step 3 of the text, task 1 of ⟨0,1,4⟩ waits for two positions and not for three, and 0 of ⟨1,0⟩ for one and not for none; \
               so greedy's second choice is 4 and no tie",
        ..Row::default()
    }
    .into()
}

/// The cost of ⟨0,1,2,4⟩, in figure 3.11 or in a graph with the successors that the text names.
fn misprint_of_a_graph(as_told: bool) -> Finding {
    let told = [(0, 2), (1, 3), (2, 4), (4, 5)];
    let cost = Costs::of(&figure(if as_told { &told } else { &VIEWS_OF_FIGURE_11 }), &[0, 1, 2, 4]).expect("a legal order").tmb;
    let graph = if as_told { "in a graph with the successors that the text names, 0→2, 1→3, 2→4, 4→5" } else { "in figure 3.11" };
    Row {
        id: "M36",
        label: if as_told { "successors of the text" } else { "" },
        source: ALGORITHMS,
        claim: format!("cost of the partial order ⟨0,1,2,4⟩ {graph}"),
        theirs: "7 = 2 + 3 + 1 + 1",
        ours: cost.to_string(),
        checks: vec![equal(cost, 7.0)],
        ablations: if as_told { &[] } else { &["successors of the text"] },
        by_construction: as_told,
        ..Row::default()
    }
    .into()
}

fn searches(replications: u32) -> Finding {
    let best = |graph: &Graph| {
        let mut least = f64::INFINITY;
        each_order(graph, &mut vec![], &mut |order| least = least.min(by_distances(graph, order)));
        least
    };
    let exact = |key| holds(replications, move |graph, replication| (u32::from(cost(graph, key, replication) == best(graph)), 1));
    let no_better = holds(replications, |graph, replication| {
        let least = best(graph);
        let keys = ["heuristic", "greedy", "baseline"];
        (keys.iter().map(|key| u32::from(cost(graph, key, replication) >= least)).sum(), 3)
    });
    always(
        "M36",
        ALGORITHMS,
        "A* finds what going through all legal orders finds (dynamic programming, which the source has not, too), and no other algorithm less",
        &[exact("a_star"), exact("dp"), no_better],
    )
}

fn properties(replications: u32) -> [Finding; 5] {
    let identity =
        of_orders(replications, |graph, order| Costs::of(graph, order).expect("a legal order").tmb == by_distances(graph, order));
    // The cost of each beginning, with out-degrees of what is to come, is no more than that of the whole.
    let admissible = of_orders(replications, |graph, order| {
        let whole = by_distances(graph, order);
        (0..=order.len()).all(|done| {
            let to_come: usize = order[done..].iter().map(|task| graph.next(*task).len()).sum();
            Costs::of(graph, &order[..done]).expect("a legal order").tmb + to_come as f64 <= whole
        })
    });
    let between = of_orders(replications, |graph, order| {
        let costs = Costs::of(graph, order).expect("a legal order");
        costs.dbw <= costs.tmb && costs.tmb <= costs.dla
    });
    let legal = holds(replications, |graph, replication| {
        let keys = ["baseline", "greedy", "heuristic", "a_star", "dp", "beam"];
        let is_legal = |key: &&str| {
            let policy: Policy = key.parse().expect("an algorithm of the registry");
            let found = solve(graph, policy.kind(), Objective::Tmb, &mut stream(SEED, replication, TIES), &mut Log::default());
            u32::from(graph.is_legal(&found.order))
        };
        (keys.iter().map(is_legal).sum(), keys.len() as u32)
    });
    let weightless = of_orders(replications, |graph, order| {
        let costs = Costs::of(graph, order).expect("a legal order");
        costs.wtmb == costs.tmb
    });
    let peak = of_orders(replications, |graph, order| {
        let least = Cache::curve(Eviction::Optimal, graph, order, graph.tasks()).len() as f64;
        Costs::of(graph, order).expect("a legal order").peak.max(1.0) == least
    });
    [
        always("M37", OURS, "TMB is the number of outputs that are still needed, summed over the steps", &[identity]),
        always(
            "M37",
            ALGORITHMS,
            "the cost of a beginning with the out-degrees of the tasks to come is no more than the cost of any order that begins so",
            &[admissible],
        ),
        always("M38", OURS, "every algorithm's order is legal; DBW ≤ TMB ≤ DLA", &[legal, between]),
        always("M39", ALGORITHMS, "WTMB with sizes of 1 is TMB", &[weightless]),
        always(
            "M40",
            OURS,
            "the most outputs that are needed at once is the least cache from which optimal eviction reloads nothing",
            &[peak],
        ),
    ]
}

fn nearly_optimal((label, ablations): (&'static str, Labels), graphs: &str, draw: Draw, replications: u32) -> Finding {
    let keys = ["heuristic", "greedy", "baseline"];
    let optima = |replication| -> Vec<(f64, Graph)> {
        let graphs = (0..GRAPHS).map(|place| draw(replication, place));
        graphs.map(|graph| (cost(&graph, "dp", replication), graph)).collect()
    };
    let means = replicated(replications, keys.len(), optima, |graphs, replication, key| {
        let ratio = |(place, (least, graph)): (u32, &(f64, Graph))| {
            if *least > 0.0 { cost(graph, keys[key], replication * GRAPHS + place) / least } else { 1.0 }
        };
        mean(&(0..).zip(graphs).map(ratio).collect::<Vec<_>>())
    });
    let [heuristic, greedy, baseline] = [0, 1, 2].map(|i| Estimate::of(means.iter().map(|means| means[i])));
    let less = |i: usize, j: usize| Estimate::of(means.iter().map(|means| means[i] / means[j]));
    let [first, second] = [less(0, 1), less(1, 2)];
    Row {
        id: "M40b",
        label,
        source: "mPlane D3.3, sections 3.2 and 3.2.3",
        claim: format!("{graphs}: heuristics are nearly optimal"),
        theirs: "heuristics obtain nearly optimal results (read as 1.1); no numbers, and no order of them",
        ours: format!(
            "mean TMB ÷ optimum: heuristic {}, greedy {}, baseline {}; heuristic ÷ greedy {}, greedy ÷ baseline {}",
            heuristic.words(),
            greedy.words(),
            baseline.words(),
            first.words(),
            second.words()
        ),
        checks: vec![
            check("heuristic, greedy ÷ optimum", heuristic, reading(at_most(1.1))),
            check("heuristic, greedy ÷ optimum", greedy, reading(at_most(1.1))),
        ],
        ablations,
        note: "the graphs are this project's choice, since the source shows no experiment",
        ..Row::default()
    }
    .into()
}

/// Number of legal orders, and of sets of executed tasks that they go through.
fn orders_and_sets(graph: &Graph) -> (f64, usize) {
    let before: Vec<u32> = (0..graph.tasks() as u32).map(|task| graph.before(task).iter().fold(0, |set, other| set | 1 << other)).collect();
    let (mut ways, mut sets) = (BTreeMap::from([(0_u32, 1.0)]), 1);
    for _ in 0..graph.tasks() {
        let mut next: BTreeMap<u32, f64> = BTreeMap::new();
        for (set, count) in &ways {
            let ready = (0..before.len()).filter(|task| set >> task & 1 == 0 && before[*task] & !set == 0);
            ready.for_each(|task| *next.entry(set | 1 << task).or_default() += count);
        }
        sets += next.len();
        ways = next;
    }
    (ways.values().sum(), sets)
}

/// That A* cannot go through graphs that are not trivial: over sets of executed tasks, and over orders as the text has it.
fn feasible(replications: u32) -> Vec<Finding> {
    let counts: Vec<(f64, usize)> = each(replications, |replication| orders_and_sets(&hierarchy(replication, 0)));
    let percent =
        |feasible: &dyn Fn(&(f64, usize)) -> bool| Estimate::of(counts.iter().map(|count| if feasible(count) { 100.0 } else { 0.0 }));
    let middle = |of: &dyn Fn(&(f64, usize)) -> f64| Sorted::new(counts.iter().map(of).collect()).quantile(0.5).unwrap_or(f64::NAN);
    let row = |label, what: &str, share: Estimate, middle: f64, ablations| {
        Row {
            id: "M40c",
            label,
            source: ALGORITHMS,
            claim: format!("A* is not feasible for non-trivial instances: hierarchies of 20 views and tables, {what}"),
            theirs: "not feasible (read as half of the graphs at most): the number of possible schedules can be very large",
            ours: format!("{} % of the graphs have at most a million, the median {middle:.3e}", share.words()),
            checks: vec![check("with at most a million", share, reading(at_most(50.0)))],
            ablations,
            note: "a million is what the world's searches keep at most",
            ..Row::default()
        }
        .into()
    };
    let million = 1e6;
    vec![
        row(
            "",
            "sets of executed tasks to go through, as ways to the same set are merged",
            percent(&|count| count.1 as f64 <= million),
            middle(&|count| count.1 as f64),
            &["every schedule", "35 views", "50 views"][..],
        ),
        row(
            "every schedule",
            "schedules to go through, as in the text",
            percent(&|count| count.0 <= million),
            middle(&|count| count.0),
            &[],
        ),
        solved(35, "35 views", replications),
        solved(50, "50 views", replications),
    ]
}

/// Most hierarchies of many views that are searched, which takes seconds each.
const MANY: u32 = 20;

/// Of how many larger hierarchies A* finds the best order.
fn solved(views: u32, label: &'static str, replications: u32) -> Finding {
    let policy: Policy = "a_star".parse().expect("an algorithm of the registry");
    let proven = |replication| {
        let graph = layered(views, 2, replication, 0);
        solve(&graph, policy.kind(), Objective::Tmb, &mut stream(SEED, replication, TIES), &mut Log::default()).proven
    };
    let share = Estimate::of(each(replications.min(MANY), proven).into_iter().map(|proven| if proven { 100.0 } else { 0.0 }));
    Row {
        id: "M40c",
        label,
        source: "mPlane D3.3, sections 3.2 and 3.2.3",
        claim: format!("A* is not feasible for non-trivial instances: hierarchies of {views} views and tables"),
        theirs: "not feasible (read as half of the graphs at most); real applications can easily have hundreds of views",
        ours: format!("A* proves the best order of {} % of them before it has come across a million sets", share.words()),
        checks: vec![check("solved", share, reading(at_most(50.0)))],
        ..Row::default()
    }
    .into()
}
