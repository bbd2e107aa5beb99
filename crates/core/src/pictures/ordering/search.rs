//! What A* has looked at: sets of executed tasks, of which each leads to sets with one task more.

use super::Spot;
use schedscope::ordering::Recording;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The candidate graph, as far as a search has come across it.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The sets, in the order in which they were opened.
    pub nodes: Vec<Node>,
    /// From which set to which one comes by executing a task, in the order in which that was found.
    pub ways: Vec<Way>,
    /// The set of each expansion.
    pub expanded: Vec<usize>,
    /// Expansions of the recording before those of this part of the graph, and how many these are.
    pub first: usize,
    /// Their number, also where not all are here.
    pub count: usize,
    /// Number of columns: of tasks, and one more.
    pub columns: u32,
    /// Most sets of a column.
    pub rows: u32,
}

/// A set of executed tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The tasks that can be executed next, its label; none after the last.
    pub ready: Vec<u32>,
    /// Number of executed tasks.
    pub done: u32,
    /// Across from 0 to 1 by the number of executed tasks, and down.
    pub spot: Spot,
    /// After how many expansions it was opened or reached for less, with the cost of the way and the bound on what is to come.
    pub found: Vec<(u32, f64, f64)>,
    /// Whether the order that was found leads through it.
    pub kept: bool,
}

/// A way from a set to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The set from which it leads.
    pub from: usize,
    /// The set to which.
    pub to: usize,
    /// The task that is executed.
    pub task: u32,
    /// After how many expansions it was found.
    pub after: u32,
}

impl Node {
    /// The cost of the way there and the bound on what is to come, after so many expansions; absent if it was not yet opened.
    pub fn promise(&self, expansions: u32) -> Option<(f64, f64)> {
        self.found.iter().rev().find(|(after, ..)| *after <= expansions).map(|(_, cost, bound)| (*cost, *bound))
    }
}

impl Search {
    /// Most sets that are drawn.
    pub const MOST_SETS: usize = 120;

    /// The search of a recording, if A* made it; only the first expansions of a large one.
    pub fn new(recording: &Recording) -> Option<Self> {
        // Parts that share no output are searched one after the other: the one that takes longest is shown.
        let starts: Vec<usize> = (0..recording.expansions.len()).filter(|at| recording.expansions[*at].from.is_none()).collect();
        let ends = starts.iter().skip(1).copied().chain([recording.expansions.len()]);
        let (begin, end) = starts.iter().copied().zip(ends).min_by_key(|(begin, end)| Reverse(end - begin))?;
        let expansions = &recording.expansions[begin..end];
        let first = expansions.first()?;
        let part = part(recording, &first.ready);
        let mut inputs = vec![vec![]; recording.names.len()];
        recording.edges.iter().for_each(|(from, to)| inputs[*to as usize].push(*from));
        let ready = |set: &BTreeSet<u32>| -> Vec<u32> {
            let able = |task: &u32| !set.contains(task) && inputs[*task as usize].iter().all(|input| set.contains(input));
            part.iter().copied().filter(able).collect()
        };
        let node = |set: &BTreeSet<u32>, found| Node { ready: ready(set), done: set.len() as u32, spot: (0.0, 0.0), found, kept: false };
        let mut nodes = vec![node(&BTreeSet::new(), vec![(0, first.cost, first.bound)])];
        let mut known = BTreeMap::from([(BTreeSet::new(), 0)]);
        let (mut sets, mut ways, mut expanded) = (vec![BTreeSet::<u32>::new()], vec![], Vec::<usize>::new());
        for (after, expansion) in (1..).zip(expansions) {
            let at = match expansion.from {
                Some((from, task)) => {
                    let mut set = sets[*expanded.get((from as usize).checked_sub(begin)?)?].clone();
                    set.insert(task);
                    *known.get(&set)?
                }
                None => 0,
            };
            expanded.push(at);
            for opened in &expansion.opened {
                let mut set = sets[at].clone();
                set.insert(opened.task);
                let found = (after, opened.cost, opened.bound);
                let to = *known.entry(set.clone()).or_insert(nodes.len());
                if to == nodes.len() {
                    nodes.push(node(&set, vec![found]));
                    sets.push(set);
                } else {
                    nodes[to].found.push(found);
                }
                ways.push(Way { from: at, to, task: opened.task, after });
            }
            if nodes.len() > Self::MOST_SETS {
                break;
            }
        }
        let mut done = BTreeSet::new();
        for task in std::iter::once(None).chain(recording.steps.iter().map(|step| Some(step.task).filter(|task| part.contains(task)))) {
            done.extend(task);
            if let Some(at) = known.get(&done) {
                nodes[*at].kept = true;
            }
        }
        let columns = part.len() as u32 + 1;
        let mut filled = vec![0_u32; columns as usize];
        let mut next = |node: &Node| {
            let row = &mut filled[node.done as usize];
            *row += 1;
            *row - 1
        };
        let rows: Vec<u32> = nodes.iter().map(&mut next).collect();
        for (node, row) in nodes.iter_mut().zip(rows) {
            let among = f64::from(filled[node.done as usize]);
            node.spot = ((f64::from(node.done) + 0.5) / f64::from(columns), (f64::from(row) + 0.5) / among);
        }
        Some(Self { nodes, ways, expanded, first: begin, count: end - begin, columns, rows: filled.into_iter().max().unwrap_or(1) })
    }

    /// Whether all of it can be drawn.
    pub fn is_small(&self) -> bool {
        self.nodes.len() <= Self::MOST_SETS
    }

    /// Whether a set is among the first expansions.
    pub fn is_expanded(&self, node: usize, expansions: u32) -> bool {
        self.expanded.iter().take(expansions as usize).any(|at| *at == node)
    }
}

/// The tasks that share outputs with these, directly or by way of others.
fn part(recording: &Recording, of: &[u32]) -> BTreeSet<u32> {
    let mut part: BTreeSet<u32> = of.iter().copied().collect();
    loop {
        let before = part.len();
        for (from, to) in &recording.edges {
            if part.contains(from) || part.contains(to) {
                part.extend([*from, *to]);
            }
        }
        if part.len() == before {
            return part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::ordering::{Like, Plan, System, Workload};
    use schedscope::world::{Ask, World};

    fn search(policy: &str, workload: &Workload) -> Option<(Search, Recording)> {
        let ask = Ask { seed: 1, replications: 1, policies: vec![policy.parse().unwrap()], system: &System::default(), workload };
        let plan = Plan::prepare(ask, &mut |_| unreachable!("no file")).unwrap();
        let recording = plan.record(&plan.draw(0), 0, &mut |_| ()).unwrap().0;
        Search::new(&recording).map(|search| (search, recording))
    }

    #[test]
    fn sets_of_the_figure_are_those_of_its_candidate_graph() {
        let (search, recording) = search("a_star", &Workload { graph: Some(Like::Views), ..Workload::default() }).unwrap();
        assert!(search.is_small() && search.nodes.len() <= 18, "the candidate graph has 18 nodes");
        assert_eq!((search.nodes[0].ready.as_slice(), search.columns), (&[0, 1][..], 7));
        assert_eq!(search.expanded.len(), recording.expansions.len());
        for (number, (at, expansion)) in search.expanded.iter().zip(&recording.expansions).enumerate() {
            let node = &search.nodes[*at];
            assert_eq!((&node.ready, node.done), (&expansion.ready, expansion.done));
            assert_eq!(node.promise(number as u32), Some((expansion.cost, expansion.bound)), "before expansion {}", number + 1);
            assert!(search.is_expanded(*at, number as u32 + 1));
        }
        // The order that was found leads through a set of each size.
        let kept: Vec<u32> = search.nodes.iter().filter(|node| node.kept).map(|node| node.done).collect();
        assert_eq!(kept.iter().copied().collect::<BTreeSet<_>>(), (0..7).collect());
        assert!(search.nodes.iter().any(|node| node.ready.is_empty() && node.promise(u32::MAX) == Some((6.0, 0.0))));
        assert_eq!(search.nodes[1].promise(0), None, "it was not yet opened");
    }

    #[test]
    fn a_large_search_is_cut_and_others_are_none() {
        let layered = Workload { count: Some(40), ..Workload::default() };
        let (search, recording) = self::search("a_star", &layered).unwrap();
        assert!(!search.is_small() && search.expanded.len() < search.count && search.first + search.count <= recording.expansions.len());
        assert!(self::search("dp", &layered).is_none());
    }

    #[test]
    fn of_parts_that_share_nothing_the_longest_search_is_shown() {
        let task = |name: &str, after: &[&str]| schedscope::ordering::TaskSpec {
            name: Some(name.to_owned()),
            after: after.iter().map(|other| (*other).to_owned()).collect(),
            ..schedscope::ordering::TaskSpec::default()
        };
        let tasks = vec![task("alone", &[]), task("a", &[]), task("b", &["a"]), task("c", &["a"]), task("d", &["b", "c"])];
        let (search, recording) = search("a_star", &Workload { tasks, ..Workload::default() }).unwrap();
        assert_eq!((search.first, search.columns, search.nodes[0].ready.as_slice()), (1, 5, &[1][..]));
        assert_eq!(search.count, recording.expansions.len() - 1);
        assert_eq!(search.nodes.iter().filter(|node| node.kept).count(), 5);
    }
}
