//! How much service jobs receive at ranks up to each level.

use super::super::{TheoryError, TooMuch};
use super::work::Work;

/// Bins per factor of two of a rank.
const FINE: u32 = 5;
/// Ranks closer to 0 than 2^−`SMALL` share a bin; finite ranks beyond 2^`LARGE` are not followed.
const SMALL: i32 = 100;
const LARGE: i32 = 100;
/// Steps that it takes to sort one of many levels.
const SORTING: usize = 40;
/// Two ranks closer than this, relative to the larger of them, are the same.
pub const SAME: f64 = 1e-11;

/// Sums by level of rank, while they are collected: evenly spread over bins, with atoms where a level is held exactly.
pub struct Collector {
    /// Ends of bins, rising: those of a logarithmic grid, and others.
    ends: Vec<f64>,
    /// By the number of a rank on the logarithmic grid, the first of its bins.
    first: Vec<u32>,
    bins: Vec<Sums>,
    atoms: Vec<(f64, Sums)>,
    /// Whether a rank was too far from 0.
    beyond: bool,
    /// Bins that were added to since work was counted.
    filled: usize,
}

/// The two sums: service at which the worst rank so far is at a level, E\[X\] in all; and twice the pairs of ages, s before t, between
/// which the worst rank is at a level, E\[X²\] in all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub service: f64,
    pub square: f64,
}

impl Sums {
    fn add(&mut self, other: Self, part: f64) {
        self.service += other.service * part;
        self.square += other.square * part;
    }
}

/// Where a rank is on the logarithmic grid: a rising function of it.
fn number(rank: f64) -> usize {
    let half = ((LARGE + SMALL) as usize) << FINE;
    let size = rank.abs();
    let steps = if size < libm::ldexp(1.0, -SMALL) {
        0
    } else {
        let bits = (size.to_bits() >> (52 - FINE)) as usize;
        (bits - (((1023 - SMALL) as usize) << FINE) + 1).min(half)
    };
    if rank < 0.0 { half - steps } else { half + steps }
}

/// The least rank of a number, by size.
fn end(steps: usize) -> f64 {
    if steps == 0 { 0.0 } else { f64::from_bits(((((1023 - SMALL) as u64) << FINE) + steps as u64 - 1) << (52 - FINE)) }
}

impl Collector {
    /// Bins that also end at these levels.
    pub fn new(mut levels: Vec<f64>) -> Self {
        let half = ((LARGE + SMALL) as usize) << FINE;
        levels.retain(|level| level.is_finite() && level.abs() < end(half));
        let mut ends: Vec<f64> = (1..=half).rev().map(|steps| -end(steps)).collect();
        ends.extend((0..=half).map(end));
        ends.append(&mut levels);
        ends.sort_by(f64::total_cmp);
        ends.dedup_by(|a, b| same(*a, *b));
        let mut first = vec![0; 2 * half + 2];
        let mut at = 0;
        for (number_, first) in first.iter_mut().enumerate() {
            while at + 1 < ends.len() && number(ends[at + 1]) < number_ {
                at += 1;
            }
            *first = at as u32;
        }
        Self { bins: vec![Sums::default(); ends.len()], ends, first, atoms: vec![], beyond: false, filled: 0 }
    }

    /// Adds sums that are spread evenly from one level to another.
    pub fn add(&mut self, low: f64, high: f64, sums: Sums) {
        let far = |rank: f64| rank.is_finite() && rank.abs() >= libm::ldexp(1.0, LARGE);
        self.beyond |= far(low) || far(high);
        if same(low, high) {
            self.atoms.push((high, sums));
            return;
        }
        if low == f64::NEG_INFINITY || high == f64::INFINITY {
            let half = Sums { service: sums.service / 2.0, square: sums.square / 2.0 };
            self.atoms.extend([(low, half), (high, half)]);
            return;
        }
        let mut bin = self.bin(low);
        let scale = 1.0 / (high - low);
        let mut from = low;
        while let Some(&to) = self.ends.get(bin + 1).filter(|to| **to < high) {
            self.bins[bin].add(sums, (to - from) * scale);
            (from, bin) = (to, bin + 1);
            self.filled += 1;
        }
        self.bins[bin].add(sums, (high - from) * scale);
    }

    /// Counts the work since last time, and keeps what is held within bounds.
    ///
    /// # Errors
    /// If that is too much of either.
    pub fn settle(&mut self, work: &Work) -> Result<(), TheoryError> {
        work.spend(std::mem::take(&mut self.filled))?;
        if self.atoms.len() > 2 * TooMuch::LEVELS {
            work.spend(SORTING * self.atoms.len())?;
            self.atoms.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.atoms.dedup_by(|next, kept| {
                let equal = next.0 == kept.0;
                if equal {
                    kept.1.add(next.1, 1.0);
                }
                equal
            });
            if self.atoms.len() > TooMuch::LEVELS {
                return Err(TheoryError::TooMuch(TooMuch::Levels));
            }
        }
        Ok(())
    }

    /// The bin that a rank is in.
    fn bin(&self, rank: f64) -> usize {
        place(&self.first, rank, &self.ends, |end| *end)
    }

    /// What was collected, added up; nothing if a rank was too far from 0.
    pub fn add_up(mut self) -> Option<Levels> {
        if self.beyond {
            return None;
        }
        self.atoms.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut points: Vec<Point> = vec![];
        let mut sum = Sums::default();
        let mut atoms = self.atoms.into_iter().peekable();
        let place = |points: &mut Vec<Point>, level: f64, sum: &mut Sums, atom: Sums| {
            let below = *sum;
            sum.add(atom, 1.0);
            match points.last_mut() {
                Some(last) if same(last.level, level) => last.up_to.add(atom, 1.0),
                _ => points.push(Point { level, below, up_to: *sum }),
            }
        };
        while let Some((level, atom)) = atoms.next_if(|(level, _)| *level < self.ends[0]) {
            place(&mut points, level, &mut sum, atom);
        }
        for (bin, inside) in self.bins.iter().enumerate() {
            let (low, high) = (self.ends[bin], self.ends.get(bin + 1).copied().unwrap_or(f64::INFINITY));
            place(&mut points, low, &mut sum, Sums::default());
            let mut from = low;
            while let Some((level, atom)) = atoms.next_if(|(level, _)| *level < high && !same(*level, high)) {
                let part = if high.is_finite() { (level - from).max(0.0) / (high - low) } else { 0.0 };
                sum.add(*inside, part);
                place(&mut points, level, &mut sum, atom);
                from = from.max(level);
            }
            sum.add(*inside, if high.is_finite() { (high - from) / (high - low) } else { 1.0 });
        }
        place(&mut points, f64::INFINITY, &mut sum, Sums::default());
        for (_, atom) in atoms {
            place(&mut points, f64::INFINITY, &mut sum, atom);
        }
        let mut first = Vec::with_capacity(self.first.len());
        let mut at = 0;
        for number_ in 0..self.first.len() {
            while at + 1 < points.len() && number(points[at + 1].level) < number_ {
                at += 1;
            }
            first.push(at as u32);
        }
        Some(Levels { points, first })
    }
}

struct Point {
    level: f64,
    below: Sums,
    up_to: Sums,
}

/// The same sums, of all ranks below a level and of all up to it.
pub struct Levels {
    points: Vec<Point>,
    first: Vec<u32>,
}

impl Levels {
    /// The sums of ranks below this one, and of those up to it: they differ where jobs hold it.
    pub fn at(&self, rank: f64) -> (Sums, Sums) {
        let i = place(&self.first, rank, &self.points, |point| point.level);
        let point = &self.points[i];
        if same(point.level, rank) {
            return (point.below, point.up_to);
        }
        let Some(next) = self.points.get(i + 1) else { return (point.up_to, point.up_to) };
        if same(next.level, rank) {
            return (next.below, next.up_to);
        }
        let part = if next.level.is_finite() && point.level.is_finite() { (rank - point.level) / (next.level - point.level) } else { 0.5 };
        let (from, to) = (point.up_to, next.below);
        let part = part.clamp(0.0, 1.0);
        let between =
            Sums { service: from.service + (to.service - from.service) * part, square: from.square + (to.square - from.square) * part };
        (between, between)
    }

    /// The sums over all ranks.
    pub fn all(&self) -> Sums {
        self.points.last().map_or(Sums::default(), |point| point.up_to)
    }
}

/// The last of these rising levels that a rank is not below, or the first of all.
fn place<T>(first: &[u32], rank: f64, sorted: &[T], level: impl Fn(&T) -> f64) -> usize {
    let number = number(rank);
    let (from, to) = (first[number] as usize, first[number + 1] as usize);
    from + sorted[from + 1..=to].partition_point(|next| level(next) <= rank)
}

/// Whether two ranks are equal, but for rounding.
pub fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= SAME * a.abs().max(b.abs())
}

#[cfg(test)]
mod tests {
    use super::{Collector, Sums, TheoryError, TooMuch, Work};

    #[test]
    fn levels_are_bounded_and_those_that_are_the_same_are_one() {
        let settled = |level: fn(usize) -> f64| {
            let mut collector = Collector::new(vec![]);
            for i in 0..=2 * TooMuch::LEVELS {
                collector.add(level(i), level(i), Sums { service: 1.0, square: 0.0 });
            }
            collector.settle(&Work::new()).map(|()| collector.atoms)
        };
        let few = settled(|i| (i % 3) as f64).unwrap();
        let third = (2 * TooMuch::LEVELS + 1) as f64 / 3.0;
        assert!(few.len() == 3 && few.iter().all(|(_, sums)| (sums.service - third).abs() < 1.0));
        assert_eq!(settled(|i| 1.0 + i as f64).unwrap_err(), TheoryError::TooMuch(TooMuch::Levels));
    }
}
