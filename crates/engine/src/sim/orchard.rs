//! Sorted sets whose items can be found by number and by mark.
//!
//! A policy that serves the first job of some order needs more of that order than a heap gives: the first job *that has
//! a task to start*, the next one if that job declines, any job taken out wherever it stands. Each set is a treap (Seidel
//! & Aragon, *Randomized search trees*, 1996) whose nodes also say which marks there are below them. What stands in for
//! chance is a hash of the item's number, so the same items make the same tree. All operations take O(log n) expected
//! time, and none allocates once there is room for the largest number.

const NONE: u32 = u32::MAX;

/// The mark that every item has.
pub const ANY: u8 = 1 << 7;

#[derive(Clone, Copy, Debug)]
struct Node<K> {
    key: K,
    parent: u32,
    left: u32,
    right: u32,
    /// Its own marks.
    marks: u8,
    /// Its own and those of all below it.
    below: u8,
}

/// A sorted set in an [`Orchard`].
#[derive(Clone, Debug)]
pub struct Sorted {
    root: u32,
    first: u32,
}

impl Sorted {
    /// An empty set.
    pub const fn new() -> Self {
        Self { root: NONE, first: NONE }
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.root == NONE
    }

    /// The item with the least key. O(1).
    pub fn first(&self) -> Option<u32> {
        some(self.first)
    }
}

impl Default for Sorted {
    fn default() -> Self {
        Self::new()
    }
}

/// The memory of any number of [`Sorted`] sets of numbered items. An item is in one of them at most, and no two keys in a
/// set are equal: they end with the item's number, which settles ties.
#[derive(Clone, Debug)]
pub struct Orchard<K> {
    nodes: Vec<Node<K>>,
}

fn some(index: u32) -> Option<u32> {
    (index != NONE).then_some(index)
}

/// A number that looks random (the finisher of `MurmurHash3`, which maps no two numbers to the same).
fn priority(item: u32) -> u32 {
    let mut x = item.wrapping_add(0x9E37_79B9);
    x = (x ^ (x >> 16)).wrapping_mul(0x85EB_CA6B);
    x = (x ^ (x >> 13)).wrapping_mul(0xC2B2_AE35);
    x ^ (x >> 16)
}

impl<K> Default for Orchard<K> {
    fn default() -> Self {
        Self { nodes: vec![] }
    }
}

impl<K: Ord + Copy> Orchard<K> {
    fn node(&self, item: u32) -> &Node<K> {
        &self.nodes[item as usize]
    }

    fn node_mut(&mut self, item: u32) -> &mut Node<K> {
        &mut self.nodes[item as usize]
    }

    /// The key of an item that is in a set, or was in one last.
    pub fn key(&self, item: u32) -> K {
        self.node(item).key
    }

    /// Adds an item that is in no set.
    pub fn insert(&mut self, set: &mut Sorted, item: u32, key: K, marks: u8) {
        let marks = marks | ANY;
        let new = Node { key, parent: NONE, left: NONE, right: NONE, marks, below: marks };
        if self.nodes.len() <= item as usize {
            self.nodes.resize(item as usize + 1, new);
        }
        *self.node_mut(item) = new;
        if set.first == NONE || key < self.key(set.first) {
            set.first = item;
        }
        let (mut parent, mut next) = (NONE, set.root);
        while next != NONE {
            parent = next;
            let node = self.node_mut(next);
            node.below |= marks;
            next = if key < node.key { node.left } else { node.right };
        }
        self.node_mut(item).parent = parent;
        match some(parent).map(|parent| self.node_mut(parent)) {
            None => set.root = item,
            Some(parent) if key < parent.key => parent.left = item,
            Some(parent) => parent.right = item,
        }
        while let Some(parent) = some(self.node(item).parent).filter(|parent| priority(*parent) < priority(item)) {
            self.rise(set, parent, item);
        }
    }

    /// Takes out an item.
    pub fn remove(&mut self, set: &mut Sorted, item: u32) {
        if set.first == item {
            set.first = self.next(item, ANY).unwrap_or(NONE);
        }
        let leaf_side = loop {
            let Node { left, right, .. } = *self.node(item);
            match (some(left), some(right)) {
                (Some(left), Some(right)) => self.rise(set, item, if priority(left) < priority(right) { right } else { left }),
                (only, None) | (None, only) => break only,
            }
        };
        let parent = self.node(item).parent;
        self.replace(set, parent, item, leaf_side.unwrap_or(NONE));
        if let Some(child) = leaf_side {
            self.node_mut(child).parent = parent;
        }
        self.correct(parent);
    }

    /// Gives an item of a set other marks.
    pub fn mark(&mut self, item: u32, marks: u8) {
        let marks = marks | ANY;
        if self.node(item).marks != marks {
            self.node_mut(item).marks = marks;
            self.correct(item);
        }
    }

    /// The item with the least key among those that have one of these marks.
    pub fn first(&self, set: &Sorted, marks: u8) -> Option<u32> {
        self.least(set.root, marks)
    }

    /// The item with the largest key.
    pub fn last(&self, set: &Sorted) -> Option<u32> {
        let mut last = some(set.root)?;
        while let Some(right) = some(self.node(last).right) {
            last = right;
        }
        Some(last)
    }

    /// The item after this one, in its set, among those that have one of these marks.
    pub fn next(&self, item: u32, marks: u8) -> Option<u32> {
        let mut from = item;
        loop {
            if let Some(found) = self.least(self.node(from).right, marks) {
                return Some(found);
            }
            // Up to the first node of which this is on the left.
            let mut child = from;
            from = self.node(child).parent;
            while from != NONE && self.node(from).right == child {
                child = from;
                from = self.node(child).parent;
            }
            if from == NONE || self.node(from).marks & marks != 0 {
                return some(from);
            }
        }
    }

    /// All items, the least key first.
    pub fn iter<'a>(&'a self, set: &Sorted) -> impl Iterator<Item = u32> + 'a {
        std::iter::successors(set.first(), |item| self.next(*item, ANY))
    }

    fn least(&self, root: u32, marks: u8) -> Option<u32> {
        let has = |index: u32| index != NONE && self.node(index).below & marks != 0;
        let mut at = root;
        if !has(at) {
            return None;
        }
        loop {
            let node = self.node(at);
            at = match has(node.left) {
                true => node.left,
                false if node.marks & marks != 0 => return Some(at),
                false => node.right,
            };
        }
    }

    /// Puts `new` where `old` was below `parent`.
    fn replace(&mut self, set: &mut Sorted, parent: u32, old: u32, new: u32) {
        match some(parent).map(|parent| self.node_mut(parent)) {
            None => set.root = new,
            Some(parent) if parent.left == old => parent.left = new,
            Some(parent) => parent.right = new,
        }
    }

    /// Turns a node and its parent so that the child comes to be above.
    fn rise(&mut self, set: &mut Sorted, parent: u32, child: u32) {
        let grandparent = self.node(parent).parent;
        let below = self.node(parent).below;
        let moved = if self.node(parent).left == child {
            let moved = self.node(child).right;
            self.node_mut(parent).left = moved;
            self.node_mut(child).right = parent;
            moved
        } else {
            let moved = self.node(child).left;
            self.node_mut(parent).right = moved;
            self.node_mut(child).left = parent;
            moved
        };
        if let Some(moved) = some(moved) {
            self.node_mut(moved).parent = parent;
        }
        self.node_mut(parent).parent = child;
        self.node_mut(child).parent = grandparent;
        self.replace(set, grandparent, parent, child);
        self.node_mut(child).below = below;
        self.node_mut(parent).below = self.gathered(parent);
    }

    fn gathered(&self, item: u32) -> u8 {
        let Node { left, right, marks, .. } = *self.node(item);
        let below = |child| some(child).map_or(0, |child| self.node(child).below);
        marks | below(left) | below(right)
    }

    /// Brings the marks up to date from a node to the root.
    fn correct(&mut self, from: u32) {
        let mut at = from;
        while at != NONE {
            let below = self.gathered(at);
            if self.node(at).below == below {
                return;
            }
            self.node_mut(at).below = below;
            at = self.node(at).parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ANY, Orchard, Sorted};
    use crate::sim::stream;
    use rand::RngExt;
    use std::collections::BTreeMap;

    /// Two sets that exchange items, beside two plain maps from key to marks.
    #[test]
    fn agrees_with_plain_maps() {
        let mut random = stream(11, 0, 0);
        let mut orchard: Orchard<(u32, u32)> = Orchard::default();
        let mut sets = [Sorted::new(), Sorted::new()];
        let mut plain = [BTreeMap::new(), BTreeMap::new()];
        let mut place: [Option<usize>; 200] = [None; 200];
        for _ in 0..20_000 {
            let item = random.random_range(0..200_u32);
            let (key, marks) = ((random.random_range(0..50_u32), item), random.random_range(0..8_u8));
            match place[item as usize] {
                Some(i) if random.random::<f64>() < 0.5 => {
                    orchard.remove(&mut sets[i], item);
                    plain[i].remove(&orchard.key(item));
                    place[item as usize] = None;
                }
                Some(i) => {
                    orchard.mark(item, marks);
                    plain[i].insert(orchard.key(item), marks);
                }
                None => {
                    let i = random.random_range(0..2);
                    orchard.insert(&mut sets[i], item, key, marks);
                    plain[i].insert(key, marks);
                    place[item as usize] = Some(i);
                }
            }
            for (set, plain) in sets.iter().zip(&plain) {
                assert_eq!(set.first(), plain.keys().next().map(|key| key.1));
                assert_eq!(orchard.last(set), plain.keys().next_back().map(|key| key.1));
                assert_eq!(set.is_empty(), plain.is_empty());
            }
            if random.random::<f64>() < 0.02 {
                for (set, plain) in sets.iter().zip(&plain) {
                    assert!(orchard.iter(set).eq(plain.keys().map(|key| key.1)));
                    for mark in [ANY, 1, 2, 4, 5] {
                        let marked = plain.iter().filter(|(_, marks)| (**marks | ANY) & mark != 0).map(|(key, _)| key.1);
                        let found = std::iter::successors(orchard.first(set, mark), |item| orchard.next(*item, mark));
                        assert!(found.eq(marked), "mark {mark}");
                    }
                }
            }
        }
    }

    #[test]
    fn stays_shallow() {
        let mut orchard: Orchard<u32> = Orchard::default();
        let mut set = Sorted::new();
        for item in 0..100_000 {
            orchard.insert(&mut set, item, item, 0);
        }
        let depth = |item: u32| std::iter::successors(super::some(item), |item| super::some(orchard.node(*item).parent)).count();
        assert!((0..100_000).all(|item| depth(item) < 60));
    }
}
