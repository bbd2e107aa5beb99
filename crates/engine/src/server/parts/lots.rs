/// Numbered items with weights, of which one is drawn in proportion to its weight.
///
/// A binary tree of sums: its leaves are the weights, and a draw walks down from the root. Sums are always added up anew
/// from their parts, so that no rounding is left behind by items that have gone. Every operation takes O(log items).
#[derive(Debug)]
pub struct Lots {
    /// Sums from index 1 on; the children of i are 2i and 2i + 1. The second half are the leaves.
    sums: Vec<f64>,
    /// The item at each leaf.
    items: Vec<u32>,
    free: Vec<u32>,
}

impl Lots {
    pub fn with_capacity(items: usize) -> Self {
        let leaves = items.next_power_of_two();
        Self { sums: vec![0.0; 2 * leaves], items: vec![0; leaves], free: (0..leaves as u32).rev().collect() }
    }

    /// The sum of all weights.
    pub fn total(&self) -> f64 {
        self.sums[1]
    }

    /// Adds an item of positive weight.
    pub fn insert(&mut self, item: u32, weight: f64) {
        if self.free.is_empty() {
            self.grow();
        }
        if let Some(leaf) = self.free.pop() {
            self.items[leaf as usize] = item;
            self.set(leaf, weight);
        }
    }

    /// The item at which the sum of weights passes `x`, and the leaf where it is; there must be one.
    pub fn find(&self, mut x: f64) -> (u32, u32) {
        let leaves = self.items.len();
        let mut node = 1;
        while node < leaves {
            let (left, right) = (self.sums[2 * node], self.sums[2 * node + 1]);
            node *= 2;
            if x >= left && right > 0.0 {
                x -= left;
                node += 1;
            }
        }
        (self.items[node - leaves], (node - leaves) as u32)
    }

    /// Removes the item at a leaf.
    pub fn remove(&mut self, leaf: u32) {
        self.set(leaf, 0.0);
        self.free.push(leaf);
    }

    /// Visits all items.
    pub fn for_each(&self, visit: &mut dyn FnMut(u32)) {
        let weights = &self.sums[self.items.len()..];
        self.items.iter().zip(weights).filter(|(_, weight)| **weight > 0.0).for_each(|(item, _)| visit(*item));
    }

    fn set(&mut self, leaf: u32, weight: f64) {
        let mut node = leaf as usize + self.items.len();
        self.sums[node] = weight;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }

    fn grow(&mut self) {
        let leaves = self.items.len();
        self.items.resize(2 * leaves, 0);
        let mut sums = vec![0.0; 4 * leaves];
        sums[2 * leaves..3 * leaves].copy_from_slice(&self.sums[leaves..]);
        for node in (1..2 * leaves).rev() {
            sums[node] = sums[2 * node] + sums[2 * node + 1];
        }
        self.sums = sums;
        self.free.extend((leaves as u32..2 * leaves as u32).rev());
    }
}

#[cfg(test)]
mod tests {
    use super::Lots;

    #[test]
    fn finds_items_by_the_sum_of_weights() {
        let mut lots = Lots::with_capacity(1);
        for item in 0..5 {
            lots.insert(item, f64::from(item + 1));
        }
        let found = |lots: &Lots, x: f64| lots.find(x).0;
        assert_eq!(lots.total(), 15.0);
        assert_eq!([0.0, 0.9, 1.0, 2.9, 3.0, 14.9].map(|x| found(&lots, x)), [0, 0, 1, 1, 2, 4]);
        let (_, leaf) = lots.find(3.0);
        lots.remove(leaf);
        assert_eq!((lots.total(), found(&lots, 3.0)), (12.0, 3));
        lots.insert(9, 3.0);
        assert_eq!((lots.total(), found(&lots, 3.0)), (15.0, 9));
        // What rounding may ask for.
        assert_eq!(found(&lots, 15.0), 4);
        let mut seen = vec![];
        lots.for_each(&mut |item| seen.push(item));
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 3, 4, 9]);
    }
}
