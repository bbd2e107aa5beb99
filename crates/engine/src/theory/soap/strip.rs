//! A strip of jobs whose descriptors lie between two: what they receive at which rank, and how long they stay.

use super::levels::{Collector, Levels, Sums};

/// A stretch of ages of a strip. Ranks are given at both edges of the strip, which lie between two descriptors.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// Service from its beginning to its end.
    pub length: f64,
    /// E\[service in it\] over all jobs, and E\[its square\].
    pub service: f64,
    pub square: f64,
    /// Jobs that complete inside, at this mean place (0 to 1), and jobs that complete at its very end.
    pub inside: f64,
    pub place: f64,
    pub at_end: f64,
    /// Ranks at its beginning and at its end.
    pub start: [f64; 2],
    pub end: [f64; 2],
    /// The sizes its completions count for.
    pub bucket: usize,
}

impl Element {
    fn rises(&self) -> bool {
        middle(self.end) >= middle(self.start)
    }

    fn range(&self) -> (f64, f64) {
        let ranks = [self.start[0], self.start[1], self.end[0], self.end[1]];
        (ranks.into_iter().fold(f64::INFINITY, f64::min), ranks.into_iter().fold(f64::NEG_INFINITY, f64::max))
    }
}

fn middle(ranks: [f64; 2]) -> f64 {
    f64::midpoint(ranks[0], ranks[1])
}

fn sorted(ranks: [f64; 2]) -> (f64, f64) {
    (ranks[0].min(ranks[1]), ranks[0].max(ranks[1]))
}

/// The worst rank so far, at both edges.
#[derive(Clone, Copy)]
struct Worst([f64; 2]);

impl Worst {
    /// Takes an element in: the range of worst ranks inside, and whether they are those of its end.
    fn pass(&mut self, element: &Element) -> (f64, f64) {
        let max = |a: [f64; 2], b: [f64; 2]| [a[0].max(b[0]), a[1].max(b[1])];
        let before = max(self.0, element.start);
        self.0 = max(before, element.end);
        let ((low, high), (then_low, then_high)) = (sorted(before), sorted(self.0));
        (low.min(then_low), high.max(then_high))
    }
}

/// Starting ages whose worst rank since is the same: length in all, and by pass what is counted since.
#[derive(Clone, Copy)]
struct Block {
    key: f64,
    low: f64,
    high: f64,
    length: f64,
    /// Of the first pass, length × the service delivered before each; of the second, the stretch that arrivals add.
    held: f64,
}

/// The buffers of both passes.
#[derive(Default)]
pub struct Passes {
    blocks: Vec<Block>,
}

impl Passes {
    /// First pass: adds the service of the strip to the levels of rank at which it is received.
    pub fn collect(&mut self, elements: &[Element], collector: &mut Collector) {
        self.blocks.clear();
        let (mut worst, mut delivered) = (Worst([f64::NEG_INFINITY; 2]), 0.0);
        let close = |block: &Block, delivered: f64, collector: &mut Collector| {
            let square = 2.0 * (block.length * delivered - block.held);
            if square > 0.0 {
                collector.add(block.low, block.high, Sums { service: 0.0, square });
            }
        };
        for element in elements {
            let (low, high) = worst.pass(element);
            collector.add(low, high, Sums { service: element.service, square: 0.0 });
            let (rises, (low, high)) = (element.rises(), element.range());
            let reached = if rises { middle(element.end) } else { middle(element.start) };
            let mut length = 0.0;
            while let Some(block) = self.blocks.pop_if(|block| block.key <= reached) {
                close(&block, delivered, collector);
                length += block.length;
            }
            let after = delivered + element.service;
            if rises {
                // Of two ages inside, the later one decides.
                let square = 2.0 * element.service * length + element.square;
                collector.add(low, high, Sums { service: 0.0, square });
                let (low, high) = sorted(element.end);
                let length = length + element.length;
                self.blocks.push(Block { key: reached, low, high, length, held: length * after });
            } else {
                let (top_low, top_high) = sorted(element.start);
                self.blocks.push(Block { key: reached, low: top_low, high: top_high, length, held: length * delivered });
                let held = element.length * after - element.square / 2.0;
                self.blocks.push(Block { key: f64::midpoint(low, high), low, high, length: element.length, held });
            }
            delivered = after;
        }
        for block in &self.blocks {
            close(block, delivered, collector);
        }
    }

    /// Second pass: adds jobs, and their sojourn times, to the buckets of sizes they belong to.
    pub fn stay(&mut self, elements: &[Element], queue: &Stretch<'_>, buckets: &mut [(f64, f64)]) {
        self.blocks.clear();
        let (mut worst, mut total) = (Worst([f64::NEG_INFINITY; 2]), 0.0);
        for element in elements {
            let (low, high) = worst.pass(element);
            let wait = if element.inside > 0.0 { queue.wait(low, high) } else { 0.0 };
            let (rises, (low, high)) = (element.rises(), element.range());
            let reached = if rises { middle(element.end) } else { middle(element.start) };
            let mut length = 0.0;
            while let Some(block) = self.blocks.pop_if(|block| block.key <= reached) {
                total -= block.held;
                length += block.length;
            }
            // A stack that is empty holds nothing, not what rounding left.
            total = if self.blocks.is_empty() { 0.0 } else { total };
            let own = element.length * queue.factor(low, high);
            let (low, high) = sorted(if rises { element.end } else { element.start });
            let top = queue.factor(low, high);
            let inside = if rises { length * own / element.length.max(f64::MIN_POSITIVE) } else { length * top } + own * element.place;
            let bucket = &mut buckets[element.bucket];
            bucket.0 += element.inside;
            bucket.1 += element.inside * (wait + total + inside);
            let mut push = |key: f64, length: f64, held: f64| {
                total += held;
                self.blocks.push(Block { key, low, high, length, held });
            };
            if rises {
                push(reached, length + element.length, (length + element.length) * top);
            } else {
                push(reached, length, length * top);
                push(middle([middle(element.start), middle(element.end)]), element.length, own);
            }
            if element.at_end > 0.0 {
                let (low, high) = sorted(worst.0);
                bucket.0 += element.at_end;
                bucket.1 += element.at_end * (queue.wait(low, high) + total);
            }
        }
    }
}

/// What levels of rank mean for a job that stays at them.
pub struct Stretch<'a> {
    pub levels: &'a Levels,
    /// Arrivals per unit of time.
    pub rate: f64,
}

/// Where a quantity is looked up that is even between two levels: the points of Gauss' rule of two.
const GAUSS: f64 = 0.211_324_865_405_187_1;

impl Stretch<'_> {
    /// Mean time until first service of a job whose worst rank ever lies evenly between two levels: what it finds, and what comes before
    /// it is served.
    fn wait(&self, low: f64, high: f64) -> f64 {
        average(low, high, |rank| {
            let (below, up_to) = self.levels.at(rank);
            self.rate * up_to.square / (2.0 * (1.0 - self.rate * up_to.service) * (1.0 - self.rate * below.service))
        })
    }

    /// Time per unit of service while the worst rank to come lies evenly between two levels: arrivals of lower rank go first.
    fn factor(&self, low: f64, high: f64) -> f64 {
        average(low, high, |rank| 1.0 / (1.0 - self.rate * self.levels.at(rank).0.service))
    }
}

/// The mean of a function over an interval; over one without an end, that of its ends.
fn average(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    if low == high || low == f64::NEG_INFINITY || high == f64::INFINITY {
        return f64::midpoint(f(low), f(high));
    }
    let part = GAUSS * (high - low);
    f64::midpoint(f(low + part), f(high - part))
}
