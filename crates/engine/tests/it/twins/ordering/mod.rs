//! The order of the tasks of a shared workload, by definition (M = mPlane D3.3, section 3.2): costs from positions, every
//! order and every set of executed tasks written out, searches that walk over their whole open list.

use super::random::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Tasks `0..sizes.len()` and who reads whose output: of an edge (u, v), v reads u's.
#[derive(Clone, Debug)]
pub struct Graph {
    pub sizes: Vec<f64>,
    pub edges: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Objective {
    Tmb,
    Wtmb,
    Dla,
    Dbw,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    OutDegrees,
    Remaining,
}

impl Graph {
    /// An edge given twice counts once.
    pub fn new(sizes: Vec<f64>, edges: &[(usize, usize)]) -> Self {
        let edges: BTreeSet<(usize, usize)> = edges.iter().copied().collect();
        Self { sizes, edges: edges.into_iter().collect() }
    }

    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    pub fn successors(&self, task: usize) -> Vec<usize> {
        self.edges.iter().filter(|(u, _)| *u == task).map(|(_, v)| *v).collect()
    }

    pub fn predecessors(&self, task: usize) -> Vec<usize> {
        self.edges.iter().filter(|(_, v)| *v == task).map(|(u, _)| *u).collect()
    }

    /// Tasks that are not executed and whose predecessors all are.
    pub fn candidates(&self, executed: &[usize]) -> Vec<usize> {
        let ready = |v: usize| self.predecessors(v).iter().all(|u| executed.contains(u));
        (0..self.count()).filter(|&v| !executed.contains(&v) && ready(v)).collect()
    }

    /// Executed tasks with a successor that is not.
    pub fn live(&self, executed: &[usize]) -> Vec<usize> {
        executed.iter().copied().filter(|&u| self.successors(u).iter().any(|v| !executed.contains(v))).collect()
    }

    /// Edges from an executed task to one that is not.
    fn cut(&self, executed: &[usize]) -> usize {
        self.edges.iter().filter(|(u, v)| executed.contains(u) && !executed.contains(v)).count()
    }

    /// Length of the longest path from a root.
    pub fn depth(&self, task: usize) -> usize {
        self.predecessors(task).into_iter().map(|u| self.depth(u) + 1).max().unwrap_or(0)
    }

    /// Sets of tasks that hang together, by their least task.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut least: Vec<usize> = (0..self.count()).collect();
        for _ in 0..self.count() {
            for &(u, v) in &self.edges {
                let both = least[u].min(least[v]);
                (least[u], least[v]) = (both, both);
            }
        }
        let of = |first: usize| (0..self.count()).filter(|&task| least[task] == first).collect();
        (0..self.count()).filter(|&task| least[task] == task).map(of).collect()
    }

    /// The graph of some tasks only, renumbered in ascending order.
    pub fn only(&self, tasks: &[usize]) -> Self {
        let number = |task: usize| tasks.iter().position(|&other| other == task);
        let sizes = tasks.iter().map(|&task| self.sizes[task]).collect();
        let edges: Vec<(usize, usize)> = self.edges.iter().filter_map(|&(u, v)| Some((number(u)?, number(v)?))).collect();
        Self::new(sizes, &edges)
    }

    /// Every order in which a task comes after all that it reads.
    pub fn orders(&self) -> Vec<Vec<usize>> {
        let mut orders = vec![vec![]];
        for _ in 0..self.count() {
            orders = orders.iter().flat_map(|order| self.candidates(order).into_iter().map(|v| with(order, v))).collect();
        }
        orders
    }

    /// Every set of tasks that has with a task all that it reads, the empty and the full one included.
    pub fn down_sets(&self) -> Vec<Vec<usize>> {
        let sets = (0..1_usize << self.count()).map(|bits| (0..self.count()).filter(|task| bits >> task & 1 == 1).collect());
        sets.filter(|set: &Vec<usize>| self.edges.iter().all(|(u, v)| set.contains(u) || !set.contains(v))).collect()
    }

    /// Cost of a whole order, from the positions of its tasks (M, equations 3.2 to 3.5).
    pub fn cost(&self, order: &[usize], objective: Objective) -> f64 {
        let position = |task: usize| order.iter().position(|&other| other == task).expect("a whole order");
        let distance = |u: usize, v: usize| position(v) as f64 - position(u) as f64;
        let longest = |u: usize| self.successors(u).into_iter().map(|v| distance(u, v)).fold(0.0, f64::max);
        let tasks = 0..self.count();
        match objective {
            Objective::Tmb => tasks.map(longest).sum(),
            Objective::Wtmb => tasks.map(|u| self.sizes[u] * longest(u)).sum(),
            Objective::Dla => self.edges.iter().map(|&(u, v)| distance(u, v)).sum(),
            Objective::Dbw => tasks.map(longest).fold(0.0, f64::max),
        }
    }

    /// Cost of the first tasks of an order.
    pub fn partial(&self, prefix: &[usize], objective: Objective) -> f64 {
        let after = |step: usize| &prefix[..step];
        let steps = 1..=prefix.len();
        match objective {
            Objective::Tmb => steps.map(|k| self.live(after(k)).len() as f64).sum(),
            Objective::Wtmb => steps.map(|k| self.size(&self.live(after(k)))).sum(),
            Objective::Dla => steps.map(|k| self.cut(after(k)) as f64).sum(),
            Objective::Dbw => {
                let position = |task: usize| prefix.iter().position(|&other| other == task);
                let length = |&(u, v): &(usize, usize)| Some(position(v).unwrap_or(prefix.len()) - position(u)?);
                self.edges.iter().filter_map(length).max().unwrap_or(0) as f64
            }
        }
    }

    fn size(&self, tasks: &[usize]) -> f64 {
        tasks.iter().map(|&task| self.sizes[task]).sum()
    }

    /// What is to come at least: `k` successors take `k` places.
    pub fn bound(&self, executed: &[usize], objective: Objective, bound: Bound) -> f64 {
        let mut least = 0.0;
        for u in 0..self.count() {
            let left = self.successors(u).iter().filter(|v| !executed.contains(v)).count();
            let places = match (executed.contains(&u), bound) {
                (false, _) => left,
                (true, Bound::OutDegrees) => 0,
                (true, Bound::Remaining) => left.saturating_sub(1),
            };
            least += match objective {
                Objective::Tmb => places as f64,
                Objective::Wtmb => self.sizes[u] * places as f64,
                Objective::Dla => (places * (places + 1) / 2) as f64,
                Objective::Dbw => panic!("no bound of the bandwidth"),
            };
        }
        least
    }

    /// Most outputs that are live at once.
    pub fn peak_live(&self, order: &[usize]) -> usize {
        (1..=order.len()).map(|k| self.live(&order[..k]).len()).max().unwrap_or(0)
    }

    /// Largest size that is live at once.
    pub fn peak_size(&self, order: &[usize]) -> f64 {
        (1..=order.len()).map(|k| self.size(&self.live(&order[..k]))).fold(0.0, f64::max)
    }

    /// The candidates that `greedy` may take.
    pub fn greedy(&self, prefix: &[usize], objective: Objective) -> Vec<usize> {
        cheapest(self.candidates(prefix), |v| self.partial(&with(prefix, v), objective))
    }

    /// The candidates that `heuristic` may take: those of the cheapest completions.
    pub fn heuristic(&self, prefix: &[usize], objective: Objective) -> Vec<usize> {
        cheapest(self.candidates(prefix), |v| self.cost(&self.deepest_first(&with(prefix, v)), objective))
    }

    /// `prefix`, completed by the deepest candidate each time, the lowest number among equals.
    pub fn deepest_first(&self, prefix: &[usize]) -> Vec<usize> {
        let mut order = prefix.to_vec();
        while order.len() < self.count() {
            let candidates = self.candidates(&order);
            let deepest = candidates.iter().map(|&v| self.depth(v)).max().expect("a candidate");
            order.push(candidates.into_iter().find(|&v| self.depth(v) == deepest).expect("one is deepest"));
        }
        order
    }

    /// The first of the choices at every step.
    pub fn first(&self, choices: impl Fn(&[usize]) -> Vec<usize>) -> Vec<usize> {
        let mut order = vec![];
        while order.len() < self.count() {
            order.push(choices(&order)[0]);
        }
        order
    }

    /// Expected cost if each step is drawn uniformly from the choices.
    pub fn expected(&self, prefix: &[usize], choices: &impl Fn(&[usize]) -> Vec<usize>, objective: Objective) -> f64 {
        if prefix.len() == self.count() {
            return self.cost(prefix, objective);
        }
        let next = choices(prefix);
        next.iter().map(|&v| self.expected(&with(prefix, v), choices, objective)).sum::<f64>() / next.len() as f64
    }

    /// Least cost of all orders.
    pub fn optimum(&self, objective: Objective) -> f64 {
        self.orders().iter().map(|order| self.cost(order, objective)).fold(f64::INFINITY, f64::min)
    }

    /// The order that A* finds, and how many sets it expands.
    pub fn a_star(&self, objective: Objective, bound: Bound) -> (Vec<usize>, usize) {
        // In the order in which they were pushed.
        let mut open = vec![vec![]];
        let mut best = BTreeMap::from([(vec![], 0.0)]);
        let mut states = 0;
        loop {
            let f = |order: &Vec<usize>| self.partial(order, objective) + self.bound(order, objective, bound);
            let mut at = 0;
            for other in 1..open.len() {
                let (a, b) = (&open[other], &open[at]);
                if f(a) < f(b) || f(a) == f(b) && a.len() > b.len() {
                    at = other;
                }
            }
            let order = open.remove(at);
            if self.partial(&order, objective) > best[&sorted(&order)] {
                continue;
            }
            if order.len() == self.count() {
                return (order, states);
            }
            states += 1;
            for v in self.candidates(&order) {
                let longer = with(&order, v);
                let cost = self.partial(&longer, objective);
                if best.get(&sorted(&longer)).is_none_or(|&known| cost < known) {
                    best.insert(sorted(&longer), cost);
                    open.push(longer);
                }
            }
        }
    }

    /// The order that a beam search finds. Of equals those stand first that were generated first.
    pub fn beam(&self, objective: Objective, width: usize) -> Vec<usize> {
        let mut layer: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..self.count() {
            let mut next: Vec<Vec<usize>> = vec![];
            for parent in &layer {
                for v in self.candidates(parent) {
                    let way = with(parent, v);
                    let known = next.iter().position(|other| sorted(other) == sorted(&way));
                    // A cheaper way to a set stands where it was found.
                    if known.is_none_or(|known| self.partial(&way, objective) < self.partial(&next[known], objective)) {
                        known.map(|known| next.remove(known));
                        next.push(way);
                    }
                }
            }
            let f = |order: &Vec<usize>| self.partial(order, objective) + self.bound(order, objective, Bound::Remaining);
            next.sort_by(|a, b| f(a).total_cmp(&f(b)));
            next.truncate(width);
            layer = next;
        }
        layer.swap_remove(0)
    }

    /// One component after the other, each ordered on its own; the second argument counts the components.
    pub fn by_components(&self, mut order: impl FnMut(&Self, usize) -> Vec<usize>) -> Vec<usize> {
        let mut whole = vec![];
        for (place, tasks) in self.components().into_iter().enumerate() {
            whole.extend(order(&self.only(&tasks), place).into_iter().map(|number| tasks[number]));
        }
        whole
    }

    /// Whether `order` is one component after the other, and in each every task is one of the choices.
    pub fn follows(&self, order: &[usize], choices: impl Fn(&Self, &[usize]) -> Vec<usize>) -> bool {
        let mut rest = order;
        self.components().into_iter().all(|tasks| {
            let (of_it, others) = rest.split_at(tasks.len());
            rest = others;
            let numbers: Option<Vec<usize>> = of_it.iter().map(|task| tasks.iter().position(|other| other == task)).collect();
            let graph = self.only(&tasks);
            numbers.is_some_and(|numbers| (0..numbers.len()).all(|k| choices(&graph, &numbers[..k]).contains(&numbers[k])))
        }) && rest.is_empty()
    }
}

fn with(prefix: &[usize], task: usize) -> Vec<usize> {
    [prefix, &[task]].concat()
}

fn sorted(tasks: &[usize]) -> Vec<usize> {
    let mut tasks = tasks.to_vec();
    tasks.sort_unstable();
    tasks
}

/// All of the least cost.
fn cheapest(tasks: Vec<usize>, cost: impl Fn(usize) -> f64) -> Vec<usize> {
    let least = tasks.iter().map(|&v| cost(v)).fold(f64::INFINITY, f64::min);
    tasks.into_iter().filter(|&v| cost(v) == least).collect()
}

/// What counts against the capacity of a cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    Items,
    Sizes,
}

/// Who leaves a cache: the least recently used, or what is needed last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    Lru,
    Optimal,
}

/// Inputs that were not in the cache, and their size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reloads {
    pub count: usize,
    pub size: f64,
}

/// An order replayed through a cache.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    pub graph: &'a Graph,
    pub order: &'a [usize],
    pub capacity: f64,
    pub unit: Unit,
}

impl Replay<'_> {
    fn weight(&self, task: usize) -> f64 {
        if self.unit == Unit::Items { 1.0 } else { self.graph.sizes[task] }
    }

    fn weights(&self, tasks: &[usize]) -> f64 {
        tasks.iter().map(|&task| self.weight(task)).sum()
    }

    fn reload(&self, reloads: &mut Reloads, task: usize) {
        reloads.count += 1;
        reloads.size += self.graph.sizes[task];
    }

    /// Least recently used out first.
    pub fn lru(&self) -> Reloads {
        // The most recent at the end.
        let mut cache: Vec<usize> = vec![];
        let mut reloads = Reloads::default();
        for &task in self.order {
            for used in [self.graph.predecessors(task), vec![task]].concat() {
                if cache.contains(&used) {
                    cache.retain(|&other| other != used);
                } else {
                    if used != task {
                        self.reload(&mut reloads, used);
                    }
                    if self.weight(used) > self.capacity {
                        continue;
                    }
                    while self.weights(&cache) + self.weight(used) > self.capacity {
                        cache.remove(0);
                    }
                }
                cache.push(used);
            }
        }
        reloads
    }

    /// What is used next is kept; what is dead is not.
    pub fn optimal(&self) -> Reloads {
        let mut cache: Vec<usize> = vec![];
        let mut reloads = Reloads::default();
        for (step, &task) in self.order.iter().enumerate() {
            let inputs = self.graph.predecessors(task);
            inputs.iter().filter(|input| !cache.contains(input)).for_each(|&input| self.reload(&mut reloads, input));
            let there: BTreeSet<usize> = [&cache[..], &inputs, &[task]].concat().into_iter().collect();
            let next_use = |&u: &usize| self.order[step + 1..].iter().position(|&v| self.graph.successors(u).contains(&v));
            let mut live: Vec<usize> = there.into_iter().filter(|u| next_use(u).is_some()).collect();
            live.sort_by_key(next_use);
            cache = vec![];
            for u in live {
                if self.weights(&cache) + self.weight(u) <= self.capacity {
                    cache.push(u);
                }
            }
        }
        reloads
    }

    /// Least reloads of all ways to choose what is kept of what is there, tried one by one (items).
    pub fn least(&self) -> usize {
        let mut ways: BTreeMap<Vec<usize>, usize> = BTreeMap::from([(vec![], 0)]);
        for &task in self.order {
            let inputs = self.graph.predecessors(task);
            let mut next: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
            for (cache, reloads) in &ways {
                let reloads = reloads + inputs.iter().filter(|input| !cache.contains(input)).count();
                let there: BTreeSet<usize> = [&cache[..], &inputs, &[task]].concat().into_iter().collect();
                let there: Vec<usize> = there.into_iter().collect();
                for bits in 0..1_usize << there.len() {
                    let kept: Vec<usize> = (0..there.len()).filter(|place| bits >> place & 1 == 1).map(|place| there[place]).collect();
                    if self.weights(&kept) <= self.capacity {
                        let known = next.entry(kept).or_insert(reloads);
                        *known = reloads.min(*known);
                    }
                }
            }
            ways = next;
        }
        ways.into_values().min().expect("a way")
    }
}

/// Reloads at capacities of 1, 2, … items up to the first that needs none.
pub fn curve(graph: &Graph, order: &[usize], rule: Rule) -> Vec<usize> {
    let mut curve = vec![];
    while curve.last() != Some(&0) {
        let capacity = (curve.len() + 1) as f64;
        let replay = Replay { graph, order, capacity, unit: Unit::Items };
        curve.push(if rule == Rule::Lru { replay.lru() } else { replay.optimal() }.count);
    }
    curve
}

/// A random graph of at most `most` tasks, of small whole sizes; edges go either way in number.
pub fn draw(seed: u64, most: usize) -> Graph {
    let mut random = Random(seed);
    let count = 1 + random.below(most);
    let weighted = random.one_in(2);
    let sizes = (0..count).map(|_| if weighted { random.whole(0, 5) as f64 } else { 1.0 }).collect();
    let mut rank: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        rank.swap(last, random.below(last + 1));
    }
    let sparse = 2 + random.below(4);
    let mut edges = vec![];
    for i in 0..count {
        for j in 0..i {
            if random.one_in(sparse) {
                edges.push((rank[j], rank[i]));
            }
        }
    }
    Graph::new(sizes, &edges)
}

#[cfg(test)]
mod tests;
