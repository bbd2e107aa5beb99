//! The cost of completing an order deepest tasks first after each task that could be next, without completing it.
//!
//! One completion is kept: that of the order so far. If a task v is executed first, those that do not depend on v keep their order,
//! since which of them is the deepest that is ready depends on them alone. What depends on v never comes later than before, and comes
//! earlier only if v was what it waited for. So the completion with v first is the one that is kept, with v and a few tasks moved forward;
//! these are found by jumping from one to the next, and the difference in cost follows from their old and new places:
//! every task that moves forward past others delays these by one position, which costs what is live before minus what is live after.

use crate::ordering::{Graph, Load, Objective};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Positions of which the greatest rank is kept together.
const BLOCK: usize = 64;

/// An order completed deepest first. Positions are from 1.
#[derive(Debug)]
pub struct Completion<'a> {
    graph: &'a Graph,
    load: Load<'a>,
    order: Vec<u32>,
    position: Vec<u32>,
    /// Position of the last reader of each task, 0 if there is none.
    last: Vec<u32>,
    /// The load after each position.
    loads: Vec<f64>,
    cost: f64,
    /// Place of each task if all are sorted deepest first, then by number: the smaller is the better.
    rank: Vec<u32>,
    /// The greatest rank of each block of positions.
    worst: Vec<u32>,
    /// Number of tasks that are executed, not only completed with.
    done: u32,
    moves: Moves,
}

/// What moves forward if a task is executed first.
#[derive(Debug, Default)]
struct Moves {
    /// Tasks in their new order, each with the position before which it is put.
    moved: Vec<(u32, u32)>,
    /// Their old positions, ascending.
    from: Vec<u32>,
    /// Of a task that moves, its new position; else 0.
    to: Vec<u32>,
    /// Tasks that have all they read earlier than before, by when.
    waiting: BinaryHeap<Reverse<(u32, u32)>>,
    /// When that is, of each task; else 0.
    since: Vec<u32>,
    /// Those that have it now, by rank.
    ready: BinaryHeap<Reverse<(u32, u32)>>,
    /// Tasks to be cleared from `since`.
    touched: Vec<u32>,
    /// Marks of tasks whose stay was counted anew.
    counted: Vec<bool>,
}

impl<'a> Completion<'a> {
    /// Of the empty order.
    pub fn new(graph: &'a Graph, objective: Objective) -> Self {
        let tasks = graph.tasks();
        let depths = graph.depths();
        let mut sorted: Vec<u32> = (0..tasks as u32).collect();
        sorted.sort_by_key(|task| (Reverse(depths[*task as usize]), *task));
        let mut rank = vec![0; tasks];
        (0..).zip(&sorted).for_each(|(place, task)| rank[*task as usize] = place);
        let mut completion = Self {
            graph,
            load: Load::new(graph, objective),
            order: deepest_first(graph, &rank, &sorted),
            position: vec![0; tasks],
            last: vec![0; tasks],
            loads: vec![0.0; tasks + 1],
            cost: 0.0,
            rank,
            worst: vec![0; (tasks + 1).div_ceil(BLOCK)],
            done: 0,
            moves: Moves { to: vec![0; tasks], since: vec![0; tasks], counted: vec![false; tasks], ..Moves::default() },
        };
        completion.renew(1, tasks as u32);
        completion.cost = completion.loads.iter().sum();
        completion
    }

    /// The completed order.
    pub fn into_order(self) -> Vec<u32> {
        self.order
    }

    /// Renews what is known of these positions, in which the order has changed.
    fn renew(&mut self, from: u32, to: u32) {
        let (graph, positions) = (self.graph, from..=to);
        for position in positions.clone() {
            let task = self.order[position as usize - 1];
            self.position[task as usize] = position;
            for &other in graph.before(task) {
                let last = &mut self.last[other as usize];
                if *last <= to {
                    *last = position;
                }
            }
        }
        for position in positions {
            let task = self.order[position as usize - 1];
            let freed = graph.before(task).iter().filter(|other| self.last[**other as usize] == position);
            let freed: f64 = freed.map(|other| self.load.freed(*other)).sum();
            self.loads[position as usize] = self.loads[position as usize - 1] + self.load.added(task) - freed;
        }
        for block in from as usize / BLOCK..=to as usize / BLOCK {
            let range = (BLOCK * block).max(1)..(BLOCK * (block + 1)).min(self.order.len() + 1);
            self.worst[block] = range.map(|position| self.rank[self.order[position - 1] as usize]).max().unwrap_or(0);
        }
    }

    /// The first position from here up to before `end` whose task ranks behind `rank` and does not move.
    fn behind(&self, rank: u32, from: u32, end: u32) -> u32 {
        let mut position = from as usize;
        while position < end as usize {
            if position.is_multiple_of(BLOCK) && self.worst[position / BLOCK] <= rank {
                position += BLOCK;
                continue;
            }
            let task = self.order[position - 1] as usize;
            if self.rank[task] > rank && self.moves.to[task] == 0 {
                return position as u32;
            }
            position += 1;
        }
        end
    }

    /// Moves a task to before this position.
    fn shift(&mut self, task: u32, before: u32) {
        self.moves.moved.push((task, before));
        // Any number but 0: the position is known when all moves are.
        self.moves.to[task as usize] = 1;
        let graph = self.graph;
        for &reader in graph.next(task) {
            // Since when it has what moves, in the order that is kept and now.
            let (mut old, mut new) = (0, 0);
            for &other in graph.before(reader) {
                let position = self.position[other as usize];
                if self.moves.to[other as usize] == 0 {
                    new = new.max(position);
                } else {
                    old = old.max(position);
                }
            }
            let since = before.max(new + 1);
            if new < old && since < self.position[reader as usize] {
                self.moves.since[reader as usize] = since;
                self.moves.touched.push(reader);
                self.moves.waiting.push(Reverse((since, reader)));
            }
        }
    }

    /// Finds what moves if a ready task is executed first.
    fn find(&mut self, first: u32) {
        for (task, _) in self.moves.moved.drain(..) {
            self.moves.to[task as usize] = 0;
        }
        for task in self.moves.touched.drain(..) {
            self.moves.since[task as usize] = 0;
        }
        let mut now = self.done + 1;
        if self.position[first as usize] == now {
            return;
        }
        self.shift(first, now);
        loop {
            while let Some(Reverse((since, task))) = self.moves.waiting.peek().copied().filter(|Reverse((since, _))| *since <= now) {
                self.moves.waiting.pop();
                // An earlier entry of it may have made this one stale.
                if self.moves.since[task as usize] == since && self.moves.to[task as usize] == 0 && self.position[task as usize] >= now {
                    self.moves.since[task as usize] = 0;
                    self.moves.ready.push(Reverse((self.rank[task as usize], task)));
                }
            }
            let next = self.moves.waiting.peek().map_or(u32::MAX, |Reverse((since, _))| *since);
            let Some(Reverse((rank, task))) = self.moves.ready.peek().copied() else {
                if next == u32::MAX {
                    break;
                }
                now = next;
                continue;
            };
            let own = self.position[task as usize];
            if own < now {
                self.moves.ready.pop();
                continue;
            }
            let end = own.min(next);
            let place = self.behind(rank, now, end);
            if place < end {
                self.moves.ready.pop();
                now = place;
                self.shift(task, now);
            } else if next <= own {
                now = next;
            } else {
                // It comes where it came before.
                self.moves.ready.pop();
                now = own + 1;
            }
        }
        self.moves.from.clear();
        self.moves.from.extend(self.moves.moved.iter().map(|(task, _)| self.position[*task as usize]));
        self.moves.from.sort_unstable();
        for place in 0..self.moves.moved.len() {
            let (task, before) = self.moves.moved[place];
            let gone = self.moves.from.partition_point(|from| *from < before);
            self.moves.to[task as usize] = before + place as u32 - gone as u32;
        }
    }

    /// How many tasks move from behind this position to before it.
    fn delay(&self, position: u32) -> f64 {
        let before = self.moves.moved.partition_point(|(_, before)| *before <= position);
        let gone = self.moves.from.partition_point(|from| *from <= position);
        before as f64 - gone as f64
    }

    /// The position of a task after what moves has moved.
    fn place(&self, task: u32) -> f64 {
        match self.moves.to[task as usize] {
            0 => f64::from(self.position[task as usize]) + self.delay(self.position[task as usize]),
            to => f64::from(to),
        }
    }

    /// The cost of the order that is completed after a ready task is executed first.
    pub fn with(&mut self, first: u32) -> f64 {
        self.find(first);
        let mut change = 0.0;
        for &(task, before) in &self.moves.moved {
            change += self.loads[before as usize - 1] - self.loads[self.position[task as usize] as usize - 1];
        }
        change + self.cost + if self.load.is_of_tasks() { self.stays() } else { self.distances() }
    }

    /// What the stays of outputs that begin or end with a task that moves differ by, beyond the delay of its old place.
    fn stays(&mut self) -> f64 {
        let graph = self.graph;
        let mut change = 0.0;
        for at in 0..self.moves.moved.len() {
            let (task, _) = self.moves.moved[at];
            let begins = Some(task).filter(|task| self.last[*task as usize] > 0);
            let position = self.position[task as usize];
            let ends = graph.before(task).iter().copied().filter(|other| self.last[*other as usize] == position);
            for other in begins.into_iter().chain(ends) {
                if std::mem::replace(&mut self.moves.counted[other as usize], true) {
                    continue;
                }
                let (begin, end) = (self.position[other as usize], self.last[other as usize]);
                let reader = self.order[end as usize - 1];
                let last = if self.moves.to[reader as usize] == 0 {
                    self.place(reader)
                } else {
                    graph.next(other).iter().map(|reader| self.place(*reader)).fold(0.0, f64::max)
                };
                let stay = last - self.place(other);
                let usual = f64::from(end) - f64::from(begin) + self.delay(end) - self.delay(begin);
                change += self.load.freed(other) * (stay - usual);
            }
        }
        for &(task, _) in &self.moves.moved {
            self.moves.counted[task as usize] = false;
            graph.before(task).iter().for_each(|other| self.moves.counted[*other as usize] = false);
        }
        change
    }

    /// The same where edges count: their sum is that of positions times edges in minus edges out.
    fn distances(&self) -> f64 {
        let of = |&(task, _): &(u32, u32)| {
            let position = self.position[task as usize];
            -self.load.added(task) * (self.place(task) - f64::from(position) - self.delay(position))
        };
        self.moves.moved.iter().map(of).sum()
    }

    /// Executes a ready task.
    pub fn take(&mut self, task: u32) {
        self.cost = self.with(task);
        self.done += 1;
        let Some(end) = self.moves.from.last().copied().filter(|_| !self.moves.moved.is_empty()) else { return };
        let stays: Vec<u32> =
            (self.done..=end).map(|position| self.order[position as usize - 1]).filter(|task| self.moves.to[*task as usize] == 0).collect();
        let mut stays = stays.into_iter();
        let mut moved = self.moves.moved.iter().map(|(task, _)| *task).peekable();
        for position in self.done..=end {
            let comes = moved.next_if(|task| self.moves.to[*task as usize] == position).or_else(|| stays.next());
            self.order[position as usize - 1] = comes.expect("as many come as were there");
        }
        self.renew(self.done, end);
    }
}

/// All tasks, always the ready one of least rank; `sorted` has the task of each rank.
fn deepest_first(graph: &Graph, rank: &[u32], sorted: &[u32]) -> Vec<u32> {
    let mut unmet: Vec<u32> = (0..graph.tasks() as u32).map(|task| graph.before(task).len() as u32).collect();
    let roots = (0..graph.tasks()).filter(|task| unmet[*task] == 0);
    let mut ready: BinaryHeap<Reverse<u32>> = roots.map(|task| Reverse(rank[task])).collect();
    let mut order = Vec::with_capacity(graph.tasks());
    while let Some(Reverse(next)) = ready.pop() {
        let task = sorted[next as usize];
        order.push(task);
        for &other in graph.next(task) {
            unmet[other as usize] -= 1;
            if unmet[other as usize] == 0 {
                ready.push(Reverse(rank[other as usize]));
            }
        }
    }
    order
}
