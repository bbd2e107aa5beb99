use crate::sim::{NotAllowed, written};
use crate::workload::circle;
use petgraph::algo::tarjan_scc;
use petgraph::csr::Csr;
use petgraph::unionfind::UnionFind;
use std::collections::BTreeMap;
use thiserror::Error;

/// Tasks and who reads whose output: a directed graph without circles. Tasks are numbered from 0, as they were given.
#[derive(Clone, Debug)]
pub struct Graph {
    names: Vec<String>,
    sizes: Vec<f64>,
    next: Csr<(), ()>,
    before: Csr<(), ()>,
}

/// Tasks that wait for each other, each for the next and the last for the first.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("tasks wait for each other in a circle: {told}")]
pub struct Circle {
    /// The tasks.
    pub tasks: Vec<u32>,
    /// Who waits for whom, in words.
    told: String,
}

/// Why tasks are no graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A size, or a task that an edge names, is not what it may be.
    #[error(transparent)]
    NotAllowed(#[from] NotAllowed),
    /// Tasks wait for each other.
    #[error(transparent)]
    Circle(#[from] Circle),
}

fn check_size(size: f64) -> Result<(), NotAllowed> {
    NotAllowed::check("size", written(size), (0.0..=1e100).contains(&size), "a number from 0 to 1e100")
}

/// The lists of a side of the edges, ascending.
fn lists(tasks: usize, mut edges: Vec<(u32, u32)>) -> Csr<(), ()> {
    edges.sort_unstable();
    edges.dedup();
    let mut lists = Csr::from_sorted_edges(&edges).expect("edges were sorted");
    while lists.node_count() < tasks {
        lists.add_node(());
    }
    lists
}

impl Graph {
    /// Most tasks.
    pub const MOST_TASKS: usize = 100_000;

    /// Tasks with their names and the sizes of their outputs, and edges from who writes to who reads; one that is there twice counts once.
    ///
    /// # Errors
    /// If there is no task or more than 100,000, there are not as many sizes as names, a size is not a number from 0 to 1e100, an edge names
    /// a task that is not there, or tasks wait for each other in a circle.
    pub fn new(names: Vec<String>, sizes: Vec<f64>, edges: &[(u32, u32)]) -> Result<Self, GraphError> {
        let (check, tasks) = (NotAllowed::check, names.len());
        check("tasks", tasks.to_string(), (1..=Self::MOST_TASKS).contains(&tasks), "1 to 100000")?;
        check("sizes", format!("{} numbers", sizes.len()), sizes.len() == tasks, "a number for each task")?;
        sizes.iter().try_for_each(|size| check_size(*size))?;
        for (from, to) in edges {
            check("edge", format!("{from} to {to}"), (*from.max(to) as usize) < tasks, "tasks by their numbers, from 0")?;
        }
        Ok(Self::trusted(names, sizes, edges)?)
    }

    /// The same of sizes and edges that are checked.
    ///
    /// # Errors
    /// If tasks wait for each other in a circle.
    pub(crate) fn trusted(names: Vec<String>, sizes: Vec<f64>, edges: &[(u32, u32)]) -> Result<Self, Circle> {
        let tasks = names.len();
        let next = lists(tasks, edges.to_vec());
        let before = lists(tasks, edges.iter().map(|(u, v)| (*v, *u)).collect());
        let graph = Self { names, sizes, next, before };
        match graph.circle() {
            Some(tasks) => {
                let ids: Vec<u64> = tasks.iter().map(|task| u64::from(*task)).collect();
                let told = circle(&ids, |task| format!("\"{}\"", graph.names[task as usize]));
                Err(Circle { tasks, told })
            }
            None => Ok(graph),
        }
    }

    /// The same of tasks that are called by their numbers.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn numbered(sizes: Vec<f64>, edges: &[(u32, u32)]) -> Result<Self, GraphError> {
        Self::new((0..sizes.len()).map(|task| task.to_string()).collect(), sizes, edges)
    }

    /// A circle: of those with the least first task, one of the shortest walks back.
    fn circle(&self) -> Option<Vec<u32>> {
        let itself = |task: &u32| self.next(*task).contains(task);
        let knots = tarjan_scc(&self.next).into_iter().filter(|knot| knot.len() > 1 || itself(&knot[0]));
        let knot = knots.min_by_key(|knot| knot.iter().min().copied())?;
        let first = knot.iter().min().copied()?;
        // Breadth first from there, against the edges, within the knot.
        let mut from = vec![None; self.tasks()];
        let mut reached = vec![first];
        let mut at = 0;
        while at < reached.len() {
            let task = reached[at];
            at += 1;
            for &other in self.before(task).iter().filter(|other| knot.contains(other)) {
                if other == first {
                    let mut circle = vec![];
                    let mut walk = Some(task);
                    while let Some(task) = walk {
                        circle.push(task);
                        walk = from[task as usize].filter(|_| task != first);
                    }
                    circle.reverse();
                    return Some(circle);
                }
                if from[other as usize].is_none() {
                    from[other as usize] = Some(task);
                    reached.push(other);
                }
            }
        }
        None
    }

    /// Number of tasks.
    pub fn tasks(&self) -> usize {
        self.names.len()
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.next.edge_count()
    }

    /// What a task is called.
    pub fn name(&self, task: u32) -> &str {
        &self.names[task as usize]
    }

    /// Size of the output of each task.
    pub fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    /// The same tasks with outputs of these sizes by name, and of how many there is none, which keep theirs.
    ///
    /// # Errors
    /// If a size is not a number from 0 to 1e100.
    pub fn resized(mut self, sizes: &BTreeMap<String, f64>) -> Result<(Self, usize), NotAllowed> {
        sizes.values().try_for_each(|size| check_size(*size))?;
        let mut without = 0;
        for (name, size) in self.names.iter().zip(&mut self.sizes) {
            match sizes.get(name) {
                Some(known) => *size = *known,
                None => without += 1,
            }
        }
        Ok((self, without))
    }

    /// The tasks that read the output of a task, ascending.
    pub fn next(&self, task: u32) -> &[u32] {
        self.next.neighbors_slice(task)
    }

    /// The tasks whose outputs a task reads, ascending.
    pub fn before(&self, task: u32) -> &[u32] {
        self.before.neighbors_slice(task)
    }

    /// The length of the longest path to each task from one that reads nothing.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths = vec![0; self.tasks()];
        let mut unmet: Vec<usize> = (0..self.tasks() as u32).map(|task| self.before(task).len()).collect();
        let mut ready: Vec<u32> = (0..self.tasks() as u32).filter(|task| self.before(*task).is_empty()).collect();
        while let Some(task) = ready.pop() {
            for &other in self.next(task) {
                depths[other as usize] = depths[other as usize].max(depths[task as usize] + 1);
                unmet[other as usize] -= 1;
                if unmet[other as usize] == 0 {
                    ready.push(other);
                }
            }
        }
        depths
    }

    /// Its connected components, in order of their first tasks: each with its tasks renumbered, and what each of them is here.
    ///
    /// # Panics
    /// Never: a part of a graph without circles has none.
    pub fn components(&self) -> Vec<(Self, Vec<u32>)> {
        let mut sets = UnionFind::<u32>::new(self.tasks());
        for task in 0..self.tasks() as u32 {
            for &other in self.next(task) {
                sets.union(task, other);
            }
        }
        let of = sets.into_labeling();
        let mut place = vec![u32::MAX; self.tasks()];
        let mut number = vec![0; self.tasks()];
        let mut members: Vec<Vec<u32>> = vec![];
        for task in 0..self.tasks() as u32 {
            let place = &mut place[of[task as usize] as usize];
            if *place == u32::MAX {
                *place = members.len() as u32;
                members.push(vec![]);
            }
            let list = &mut members[*place as usize];
            number[task as usize] = list.len() as u32;
            list.push(task);
        }
        let part = |members: Vec<u32>| {
            let edges: Vec<(u32, u32)> = members
                .iter()
                .flat_map(|task| self.next(*task).iter().map(|other| (number[*task as usize], number[*other as usize])))
                .collect();
            let pick = |task: &u32| self.names[*task as usize].clone();
            let sizes = members.iter().map(|task| self.sizes[*task as usize]).collect();
            let part = Self::new(members.iter().map(pick).collect(), sizes, &edges).expect("a part of a graph without circles");
            (part, members)
        };
        members.into_iter().map(part).collect()
    }

    /// Checks an order, or its beginning.
    pub(super) fn check_order(&self, order: &[u32]) -> Result<(), NotAllowed> {
        let mut done = vec![false; self.tasks()];
        for (place, task) in (1..).zip(order) {
            let there = done.get_mut(*task as usize).is_some_and(|done| !std::mem::replace(done, true));
            let legal = there && self.before(*task).iter().all(|other| done[*other as usize]);
            let allowed = "each task once, after those whose outputs it reads";
            NotAllowed::check("order", format!("one with task {task} in place {place}"), legal, allowed)?;
        }
        Ok(())
    }

    /// The first task of an order that comes before one whose output it reads, and that one.
    ///
    /// # Panics
    /// If a task of the order is not there.
    pub fn obstacle(&self, order: &[u32]) -> Option<(u32, u32)> {
        let mut done = vec![false; self.tasks()];
        order.iter().find_map(|task| {
            done[*task as usize] = true;
            self.before(*task).iter().find(|other| !done[**other as usize]).map(|other| (*task, *other))
        })
    }

    /// Whether an order has every task once, each after those whose outputs it reads.
    pub fn is_legal(&self, order: &[u32]) -> bool {
        let mut done = vec![false; self.tasks()];
        order.len() == self.tasks()
            && order.iter().all(|task| {
                let fresh = (*task as usize) < done.len() && !std::mem::replace(&mut done[*task as usize], true);
                fresh && self.before(*task).iter().all(|other| done[*other as usize])
            })
    }
}
