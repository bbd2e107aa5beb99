//! Heaps whose keys all fall together, precise relative to each key's own start.
//!
//! Processor sharing serves all jobs at once, the virtual queue of FSP shrinks all jobs at once: the smallest matters
//! next, the others only fall along. The usual trick keeps one growing clock `g` and stores `g + key` at insertion; but a
//! key of 10⁻²⁰ added to a clock of 10³ is lost. Here the fall is stored instead: each node holds a *debt* that its
//! descendants have not paid yet, and pays it to its children when the heap is opened there. A debt never exceeds the
//! keys it will be taken from, so every key stays precise relative to its own initial value, at the cost of one `f64`
//! and the O(log n) amortised time of a skew heap (Sleator & Tarjan, *Self-adjusting heaps*, 1986).

use super::TIE;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    key: f64,
    /// The key at insertion: what [`TIE`] is relative to.
    scale: f64,
    /// How far all descendants (not this node) still have to fall.
    debt: f64,
    item: u32,
    left: u32,
    right: u32,
}

/// The least element of a heap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Top {
    /// What was inserted.
    pub item: u32,
    /// Its key now.
    pub key: f64,
    /// Its key at insertion.
    pub scale: f64,
}

impl Top {
    /// Whether the key has fallen to zero, to the precision it can be trusted.
    pub fn is_due(&self) -> bool {
        self.key <= TIE * self.scale
    }
}

/// One heap in a [`Forest`].
#[derive(Debug)]
pub struct Falling {
    root: u32,
    len: u32,
}

impl Falling {
    /// An empty heap.
    pub const fn new() -> Self {
        Self { root: NONE, len: 0 }
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Default for Falling {
    fn default() -> Self {
        Self::new()
    }
}

/// The memory of any number of [`Falling`] heaps that may be melded with each other.
///
/// Items are numbers; a lower number wins a tie, so numbering jobs by (arrival, id) settles ties as it should.
#[derive(Debug)]
pub struct Forest {
    nodes: Vec<Node>,
    free: u32,
}

impl Forest {
    /// Room for `capacity` items without growing.
    ///
    /// # Panics
    /// If so many do not fit into memory.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { nodes: Vec::with_capacity(capacity), free: NONE }
    }

    /// Adds an item with `key ≥ 0`. O(log n) amortised.
    pub fn insert(&mut self, heap: &mut Falling, item: u32, key: f64, scale: f64) {
        let node = Node { key, scale, debt: 0.0, item, left: NONE, right: NONE };
        let index = if self.free == NONE {
            self.nodes.push(node);
            (self.nodes.len() - 1) as u32
        } else {
            let index = self.free;
            self.free = self.nodes[index as usize].left;
            self.nodes[index as usize] = node;
            index
        };
        heap.root = self.join(heap.root, index);
        heap.len += 1;
    }

    /// Moves all items of `other` into `heap`. O(log n) amortised.
    pub fn meld(&mut self, heap: &mut Falling, other: Falling) {
        heap.root = self.join(heap.root, other.root);
        heap.len += other.len;
    }

    /// Lets all keys of `heap` fall by `by`. O(1).
    pub fn fall(&mut self, heap: &Falling, by: f64) {
        if let Some(root) = self.nodes.get_mut(heap.root as usize) {
            root.key -= by;
            root.debt += by;
        }
    }

    /// The item with the least key. O(1).
    pub fn top(&self, heap: &Falling) -> Option<Top> {
        self.nodes.get(heap.root as usize).map(|n| Top { item: n.item, key: n.key, scale: n.scale })
    }

    /// Removes and returns the item with the least key. O(log n) amortised.
    pub fn pop(&mut self, heap: &mut Falling) -> Option<Top> {
        let top = self.top(heap)?;
        let root = heap.root;
        self.pay(root);
        let Node { left, right, .. } = self.nodes[root as usize];
        self.nodes[root as usize].left = self.free;
        self.free = root;
        heap.root = self.join(left, right);
        heap.len -= 1;
        Some(top)
    }

    /// Visits all items with their keys, in no particular order. O(n), and allocates: for watching only.
    pub fn for_each(&self, heap: &Falling, mut visit: impl FnMut(u32, f64)) {
        let mut open = vec![(heap.root, 0.0)];
        while let Some((index, debt)) = open.pop() {
            if let Some(node) = self.nodes.get(index as usize) {
                visit(node.item, node.key - debt);
                open.push((node.left, debt + node.debt));
                open.push((node.right, debt + node.debt));
            }
        }
    }

    /// Whether `a` comes before `b`: the smaller key, or the lower number where the keys tie.
    fn before(a: &Node, b: &Node) -> bool {
        if (a.key - b.key).abs() <= TIE * a.scale.max(b.scale) { a.item < b.item } else { a.key < b.key }
    }

    fn pay(&mut self, index: u32) {
        let Node { debt, left, right, .. } = self.nodes[index as usize];
        if debt != 0.0 {
            for child in [left, right] {
                if let Some(child) = self.nodes.get_mut(child as usize) {
                    child.key -= debt;
                    child.debt += debt;
                }
            }
            self.nodes[index as usize].debt = 0.0;
        }
    }

    /// Joins two trees: walks down the right spines, at each step the lesser root keeps its place and swaps its children.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        if a == NONE {
            return b;
        }
        if b == NONE {
            return a;
        }
        let (mut upper, mut lower) = self.ordered(a, b);
        let root = upper;
        loop {
            self.pay(upper);
            let node = &mut self.nodes[upper as usize];
            let next = node.right;
            node.right = node.left;
            if next == NONE {
                node.left = lower;
                return root;
            }
            let (winner, loser) = self.ordered(next, lower);
            self.nodes[upper as usize].left = winner;
            (upper, lower) = (winner, loser);
        }
    }

    fn ordered(&self, a: u32, b: u32) -> (u32, u32) {
        if Self::before(&self.nodes[a as usize], &self.nodes[b as usize]) { (a, b) } else { (b, a) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Falling, Forest};
    use crate::sim::stream;
    use rand::RngExt;

    #[test]
    fn agrees_with_a_sorted_list() {
        let mut random = stream(7, 0, 0);
        let mut forest = Forest::with_capacity(8);
        let mut heap = Falling::new();
        let mut list: Vec<(f64, u32)> = vec![];
        for item in 0..3000 {
            let key = random.random::<f64>();
            forest.insert(&mut heap, item, key, key);
            list.push((key, item));
            let by = list.iter().map(|e| e.0).fold(f64::INFINITY, f64::min) * random.random::<f64>();
            forest.fall(&heap, by);
            list.iter_mut().for_each(|e| e.0 -= by);
            if random.random::<f64>() < 0.45 {
                list.sort_by(|a, b| a.0.total_cmp(&b.0));
                let (key, item) = list.remove(0);
                let top = forest.pop(&mut heap).unwrap();
                assert_eq!(top.item, item);
                assert!((top.key - key).abs() < 1e-13);
            }
            assert_eq!(heap.len(), list.len());
        }
        let mut seen = 0;
        forest.for_each(&heap, |item, key| {
            let expected = list.iter().find(|e| e.1 == item).unwrap().0;
            assert!((key - expected).abs() < 1e-13);
            seen += 1;
        });
        assert_eq!(seen, list.len());
    }

    #[test]
    fn small_keys_survive_beside_large_ones() {
        let mut forest = Forest::with_capacity(2);
        let mut heap = Falling::new();
        forest.insert(&mut heap, 0, 1e3, 1e3);
        forest.fall(&heap, 123.456);
        forest.insert(&mut heap, 1, 1e-30, 1e-30);
        forest.fall(&heap, 0.5e-30);
        assert_eq!(forest.pop(&mut heap).unwrap().key, 0.5e-30);
        assert_eq!(forest.pop(&mut heap).unwrap().key, 1e3 - 123.456);
    }

    #[test]
    fn ties_go_to_the_lower_number() {
        let mut forest = Forest::with_capacity(3);
        let mut heap = Falling::new();
        forest.insert(&mut heap, 2, 1.0, 1.0);
        forest.insert(&mut heap, 1, 1.0 + 1e-13, 1.0);
        forest.insert(&mut heap, 0, 1.0 - 1e-13, 1.0);
        let order: Vec<u32> = std::iter::from_fn(|| forest.pop(&mut heap)).map(|t| t.item).collect();
        assert_eq!(order, [0, 1, 2]);
    }
}
