//! The orders of tasks, what they cost and what a cache reloads, beside their plain definitions.

use super::none_parts;
use crate::twins::ordering::{Bound, Graph, Objective, Reloads, Replay, Rule, Unit, curve, draw};
use schedscope::ordering as ours;
use schedscope::sim::stream;

/// An order, what the report says of it, and the number of sets that a search visited.
struct Found {
    order: Vec<usize>,
    tmb: f64,
    wtmb: f64,
    dla: f64,
    dbw: f64,
    peak_live: usize,
    peak_size: f64,
    states: usize,
    proven: bool,
    bound: f64,
}

const SUMS: [Objective; 3] = [Objective::Tmb, Objective::Wtmb, Objective::Dla];

fn key(objective: Objective) -> &'static str {
    match objective {
        Objective::Tmb => "tmb",
        Objective::Wtmb => "wtmb",
        Objective::Dla => "dla",
        Objective::Dbw => "dbw",
    }
}

fn engines(objective: Objective) -> ours::Objective {
    ours::Objective::ALL.into_iter().find(|other| other.key() == key(objective)).unwrap()
}

fn given(graph: &Graph) -> ours::Graph {
    let edges: Vec<(u32, u32)> = graph.edges.iter().map(|&(u, v)| (u as u32, v as u32)).collect();
    ours::Graph::numbered(graph.sizes.clone(), &edges).unwrap()
}

/// A policy, written as on the command line, with the seed of its ties.
fn fast(graph: &Graph, policy: &str, seed: u64) -> Found {
    let graph = given(graph);
    let policy: ours::Policy = policy.parse().unwrap();
    let kind = policy.kind();
    let objective = kind.objective.unwrap_or(ours::Objective::Tmb);
    let found = ours::solve(&graph, kind, objective, &mut stream(seed, 0, 0), &mut ours::Log::default());
    let ours::Costs { tmb, wtmb, dla, dbw, peak, peak_size } = ours::Costs::of(&graph, &found.order).unwrap();
    Found {
        order: found.order.iter().map(|task| *task as usize).collect(),
        tmb,
        wtmb,
        dla,
        dbw,
        peak_live: peak as usize,
        peak_size,
        states: found.states as usize,
        proven: found.proven,
        bound: found.bound,
    }
}

const fn eviction(rule: Rule) -> ours::Eviction {
    match rule {
        Rule::Lru => ours::Eviction::Lru,
        Rule::Optimal => ours::Eviction::Optimal,
    }
}

fn numbers(order: &[usize]) -> Vec<u32> {
    order.iter().map(|task| *task as u32).collect()
}

fn reloads(replay: &Replay<'_>, rule: Rule) -> Reloads {
    let counts = if replay.unit == Unit::Items { ours::Counts::Items } else { ours::Counts::Sizes };
    let cache = ours::Cache { capacity: replay.capacity, counts, eviction: eviction(rule) };
    let found = cache.replay(&given(replay.graph), &numbers(replay.order));
    Reloads { count: found.count as usize, size: found.size }
}

fn our_curve(graph: &Graph, order: &[usize], rule: Rule) -> Vec<usize> {
    let curve = ours::Cache::curve(eviction(rule), &given(graph), &numbers(order), usize::MAX);
    curve.into_iter().map(|count| count as usize).collect()
}

fn check(graph: &Graph, policy: &str, found: &Found) -> Result<(), String> {
    let say = |what: &str| Err(format!("{policy}: {what} of {:?} in {graph:?}", found.order));
    let any = |part: &Graph, prefix: &[usize]| part.candidates(prefix);
    if !graph.follows(&found.order, any) {
        return say("order");
    }
    let costs = [(Objective::Tmb, found.tmb), (Objective::Wtmb, found.wtmb), (Objective::Dla, found.dla), (Objective::Dbw, found.dbw)];
    for (objective, cost) in costs {
        if graph.cost(&found.order, objective) != cost {
            return say(key(objective));
        }
    }
    if graph.peak_live(&found.order) != found.peak_live || graph.peak_size(&found.order) != found.peak_size {
        return say("peak");
    }
    Ok(())
}

/// Compares what `answer` finds with what the twin does; says where they part.
fn compare(seed: u64, answer: impl Fn(&Graph, &str, u64) -> Found) -> Result<(), String> {
    let graph = draw(seed, 8);
    let run = |policy: &str| -> Result<Found, String> {
        let found = answer(&graph, policy, seed);
        check(&graph, policy, &found)?;
        Ok(found)
    };
    let same = |policy: &str, found: &Found, expected: &[usize]| {
        if found.order == expected { Ok(()) } else { Err(format!("{policy}: {:?}, expected {expected:?} in {graph:?}", found.order)) }
    };
    run("baseline")?;
    for objective in SUMS.into_iter().chain([Objective::Dbw]) {
        let name = key(objective);
        let policy = format!("greedy[objective={name},ties=first]");
        same(&policy, &run(&policy)?, &graph.by_components(|part, _| part.first(|prefix| part.greedy(prefix, objective))))?;
        let policy = format!("greedy[objective={name},ties=random]");
        if !graph.follows(&run(&policy)?.order, |part, prefix| part.greedy(prefix, objective)) {
            return Err(format!("{policy} takes what is not among the cheapest in {graph:?}"));
        }
    }
    for objective in SUMS {
        let name = key(objective);
        let policy = format!("heuristic[objective={name},ties=first]");
        same(&policy, &run(&policy)?, &graph.by_components(|part, _| part.first(|prefix| part.heuristic(prefix, objective))))?;
        let policy = format!("heuristic[objective={name},ties=random]");
        if !graph.follows(&run(&policy)?.order, |part, prefix| part.heuristic(prefix, objective)) {
            return Err(format!("{policy} takes what is not among the cheapest in {graph:?}"));
        }
        let parts: Vec<Graph> = graph.components().iter().map(|tasks| graph.only(tasks)).collect();
        let least: f64 = parts.iter().map(|part| part.optimum(objective)).sum();
        let floor = engines(objective).floor(&given(&graph));
        let bounds = |policy: &str, found: &Found| {
            let holds = if found.proven { found.bound == least } else { found.bound <= least };
            if holds { Ok(()) } else { Err(format!("{policy}: a bound of {}, and {least} is possible in {graph:?}", found.bound)) }
        };
        if floor > least {
            return Err(format!("{name}: a floor of {floor}, and {least} is possible in {graph:?}"));
        }
        for width in [1, 2, 5] {
            let policy = format!("beam[objective={name},width={width}]");
            let found = run(&policy)?;
            same(&policy, &found, &graph.by_components(|part, _| part.beam(objective, width)))?;
            bounds(&policy, &found)?;
            if found.bound < floor {
                return Err(format!("{policy}: a bound of {} below the floor {floor} in {graph:?}", found.bound));
            }
        }
        for (limit, algorithm) in [2, 5, 12].into_iter().flat_map(|limit| [(limit, "a_star"), (limit, "dp")]) {
            let policy = format!("{algorithm}[objective={name},limit={limit}]");
            bounds(&policy, &run(&policy)?)?;
        }
        for (bound, written) in [(Bound::OutDegrees, "out-degrees"), (Bound::Remaining, "remaining")] {
            let policy = format!("a_star[objective={name},bound={written}]");
            let found = run(&policy)?;
            let mut states = 0;
            let expected = graph.by_components(|part, _| {
                let (order, expanded) = part.a_star(objective, bound);
                states += expanded;
                order
            });
            same(&policy, &found, &expected)?;
            if found.states != states || !found.proven {
                return Err(format!("{policy}: {:?} states, expected {states} in {graph:?}", found.states));
            }
        }
        let policy = format!("dp[objective={name}]");
        let found = run(&policy)?;
        bounds(&policy, &found)?;
        let sets: usize = parts.iter().map(|part| part.down_sets().len()).sum();
        if graph.cost(&found.order, objective) != least || found.states != sets || !found.proven {
            return Err(format!("{policy}: {:?} after {:?} sets, expected {least} after {sets} in {graph:?}", found.order, found.states));
        }
    }
    replays(&graph, &run("greedy[ties=random]")?.order)
}

fn replays(graph: &Graph, order: &[usize]) -> Result<(), String> {
    for rule in [Rule::Lru, Rule::Optimal] {
        for unit in [Unit::Items, Unit::Sizes] {
            for capacity in 0..=9 {
                let replay = Replay { graph, order, capacity: f64::from(capacity), unit };
                let expected = if rule == Rule::Lru { replay.lru() } else { replay.optimal() };
                let found = reloads(&replay, rule);
                if found != expected {
                    return Err(format!("{rule:?}: {found:?}, expected {expected:?} in {replay:?}"));
                }
            }
        }
        if our_curve(graph, order, rule) != curve(graph, order, rule) {
            return Err(format!("{rule:?}: curve of {order:?} in {graph:?}"));
        }
    }
    Ok(())
}

/// The comparison sees what is wrong: an order that costs more, another way to break ties, costs, bounds and counts that are a little off.
#[test]
fn a_wrong_answer_is_seen() {
    type Answer = fn(&Graph, &str, u64) -> Found;
    let wrong: [Answer; 9] = [
        fast,
        |graph, policy, seed| fast(graph, &policy.replace("dp[objective=tmb]", "heuristic[objective=tmb]"), seed),
        |graph, policy, seed| fast(graph, &policy.replace("objective=tmb", "objective=dla"), seed),
        |graph, policy, seed| fast(graph, &policy.replace("ties=first", "ties=random"), seed),
        |graph, policy, seed| fast(graph, &policy.replace("width=2", "width=1"), seed),
        |graph, policy, seed| Found { tmb: fast(graph, policy, seed).tmb + 1.0, ..fast(graph, policy, seed) },
        |graph, policy, seed| Found { peak_live: fast(graph, policy, seed).peak_live + 1, ..fast(graph, policy, seed) },
        |graph, policy, seed| Found { bound: fast(graph, policy, seed).bound + 1.0, ..fast(graph, policy, seed) },
        |graph, policy, seed| Found { states: fast(graph, policy, seed).states + 1, ..fast(graph, policy, seed) },
    ];
    let wrongs = wrong.map(|wrong| (0..100).filter(|&seed| compare(seed, wrong).is_err()).count());
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 0), "{wrongs:?}");
}

#[test]
fn beside_the_twin() {
    none_parts(|seed| compare(seed, fast));
}
