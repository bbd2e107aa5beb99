//! Jobs in strips: between two estimates, or two sizes where a rank depends on these, and of one weight.

use super::super::cells::Cells;
use super::super::quadrature::normal_density;
use super::strip::Element;
use super::work::Work;
use super::{Curve, Jobs, Seen, Sees, Sizes};
use crate::theory::TheoryError;
use std::f64::consts::LN_2;

/// How far errors are followed, in σ.
const REACH: f64 = 6.5;
/// Steps of errors in a σ where sizes are known as well, for one of the grid. The mean of a smooth function is exact to 1e-15 even if
/// steps are half a σ; but a rank may jump where the estimate is as large as the size.
const ERROR_STEPS: f64 = 0.2;
/// Ages below exp(−this) × the estimate are coarser, if no job completes there …
const NEAR: f64 = 3.5;
/// … by this factor.
const COARSE: usize = 8;
/// Widths in ln x of ages below all sizes of a strip: far below the estimate, and nearer.
const FAR: f64 = 0.4;
const BELOW: f64 = 0.1;
/// Variance of a place in an interval.
const SPREAD: f64 = 1.0 / 12.0;
/// Jobs that are rarer than this, and work² that is less of the whole than that, are left out.
const RARE: f64 = 1e-12;
/// Corners of elements are this part of a step inside.
const INSIDE: f64 = 1e-9;
/// Steps that it takes to count an element, besides those of its ranks.
const COUNTING: usize = 30;
/// Two kinks closer than this are one.
pub(super) const CLOSE: f64 = 1e-10;

/// A stretch of ages with the jobs that complete in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Jobs that complete inside, at this mean place (0 to 1).
    mass: f64,
    place: f64,
    /// Jobs that complete at its end.
    at_end: f64,
}

/// Where all strips and ages lie.
pub struct Rows<'a> {
    pub(super) jobs: &'a Jobs<'a>,
    pub(super) sees: Sees,
    cells: Option<Cells>,
    step: f64,
    error_step: f64,
    pub(super) intervals: Vec<Interval>,
    buckets: Vec<f64>,
    landmarks: Vec<f64>,
    square: f64,
    pub(super) work: &'a Work,
}

impl<'a> Rows<'a> {
    /// # Errors
    /// If it takes too long.
    pub fn new<C: Curve>(
        jobs: &'a Jobs<'a>,
        sees: Sees,
        steps: u32,
        curve: &impl Fn(Seen) -> C,
        work: &'a Work,
    ) -> Result<Self, TheoryError> {
        // A law with weights of one value, or exact estimates, depends on less.
        let known = sees.estimate && jobs.sigma == 0.0;
        let sees = Sees { estimate: sees.estimate && !known, size: sees.size || known, weight: sees.weight && jobs.weights.len() > 1 };
        let mut step = LN_2 / f64::from(steps);
        if sees.estimate && !sees.size {
            step = step.min(jobs.sigma / 2.0);
        }
        let mut intervals = vec![];
        let mut cells = None;
        match jobs.sizes {
            Sizes::Law(law) => {
                step = step.min(2.0 * step * law.grain());
                cells = Cells::of_law(law, step);
                if let Some(cells) = &cells {
                    step = cells.width;
                    let edge = |cell| libm::exp(cells.edge(cell));
                    intervals.push(Interval { from: 0.0, to: edge(0), mass: 0.0, place: 0.5, at_end: 0.0 });
                    intervals.extend((0..cells.mass.len()).map(|cell| Interval {
                        from: edge(cell),
                        to: edge(cell + 1),
                        mass: cells.mass[cell],
                        place: cells.place[cell],
                        at_end: 0.0,
                    }));
                } else {
                    atoms(&[(1.0, 1.0)], step, &mut intervals);
                }
            }
            Sizes::Atoms(sizes) => atoms(sizes, step, &mut intervals),
        }
        let square = intervals.iter().map(|interval| (interval.mass + interval.at_end) * interval.to * interval.to).sum();
        let error_step = 1.0 / (ERROR_STEPS * f64::from(steps)).ceil();
        let mut rows = Self { jobs, sees, cells, step, error_step, intervals, buckets: vec![], landmarks: vec![], square, work };
        rows.buckets = rows.intervals.iter().map(Interval::mean).collect();
        rows.landmarks = rows.find_landmarks(curve)?;
        Ok(rows)
    }

    /// Levels of rank that jobs share.
    pub fn landmarks(&self) -> &[f64] {
        &self.landmarks
    }

    /// Sizes for which completions are counted.
    pub fn buckets(&self) -> &[f64] {
        &self.buckets
    }

    /// Calls with the elements of each strip; stops, and says so, where a rank is not a number.
    ///
    /// # Errors
    /// That of `visit`, and if it takes too long.
    pub fn for_each<C: Curve>(
        &self,
        curve: &impl Fn(Seen) -> C,
        elements: &mut Vec<Element>,
        mut visit: impl FnMut(&[Element]) -> Result<(), TheoryError>,
    ) -> Result<bool, TheoryError> {
        let weights: &[(f64, f64)] = if self.sees.weight { self.jobs.weights } else { &[(1.0, 1.0)] };
        for &(weight, part) in weights {
            let of = |estimate: f64, size: f64| curve(Seen { estimate, size, weight });
            let steps = 4 * of(1.0, 1.0).steps() + COUNTING;
            let mut strip = |elements: &mut Vec<Element>| {
                self.work.spend(elements.len() * steps)?;
                if elements.iter().any(|element| (element.start[0] + element.start[1] + element.end[0] + element.end[1]).is_nan()) {
                    // Two infinities of opposite sign are no number either, and nothing to go by.
                    return Ok(false);
                }
                visit(elements)?;
                Ok(true)
            };
            let complete = if self.sees.size {
                self.known(part, &of, elements, &mut strip)?
            } else if self.sees.estimate {
                self.estimated(part, &of, elements, &mut strip)?
            } else {
                self.blind(part, &of(1.0, 1.0), elements)?;
                strip(elements)?
            };
            if !complete {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One strip, both edges of which are the same.
    fn blind<C: Curve>(&self, part: f64, curve: &C, elements: &mut Vec<Element>) -> Result<(), TheoryError> {
        elements.clear();
        let mut alive = part;
        let marks = self.kinks(curve, &self.landmarks)?;
        self.work.spend(self.intervals.len() * marks.len())?;
        for (bucket, interval) in self.intervals.iter().enumerate() {
            let mut from = interval.from;
            let inside = marks.iter().copied().filter(|mark| interval.has(*mark));
            // An interval with a kink is cut there; its jobs are spread evenly, below and above their mean place.
            for to in inside.chain([interval.to]) {
                let mass = part * interval.mass * (interval.below(to) - interval.below(from));
                let last = to == interval.to;
                let at_end = if last { part * interval.at_end } else { 0.0 };
                let place = if from == interval.from && last { interval.place } else { 0.5 };
                let length = to - from;
                let (start, end) = (curve.rank(after(from, INSIDE * length)), curve.rank(to - INSIDE * length));
                elements.push(Element {
                    length,
                    service: length * ((alive - mass) + mass * place),
                    square: length * length * ((alive - mass) + mass * (place * place + SPREAD)),
                    inside: mass,
                    place,
                    at_end,
                    start: [start; 2],
                    end: [end; 2],
                    bucket,
                });
                alive = (alive - mass - at_end).max(0.0);
                from = to;
            }
        }
        Ok(())
    }

    /// Strips between two estimates, each with the sizes that jobs of these have.
    fn estimated<C: Curve>(
        &self,
        part: f64,
        of: &impl Fn(f64, f64) -> C,
        elements: &mut Vec<Element>,
        strip: &mut impl FnMut(&mut Vec<Element>) -> Result<bool, TheoryError>,
    ) -> Result<bool, TheoryError> {
        let sigma = self.jobs.sigma;
        let (low, high) = self.reach();
        let origin = self.cells.as_ref().map_or(low, |cells| cells.start);
        let (first, last) = (((low - REACH * sigma - origin) / self.step).floor(), ((high + REACH * sigma - origin) / self.step).ceil());
        let marks = self.common(of)?;
        let mut jobs: Vec<Interval> = vec![];
        let mut edge = first;
        while edge < last {
            let w = origin + edge * self.step;
            edge += 1.0;
            self.posterior(w + self.step / 2.0, part, &mut jobs);
            self.work.spend(jobs.len() * (1 + marks.len()))?;
            let square: f64 = jobs.iter().map(|i| (i.mass + i.at_end) * i.to * i.to).sum();
            if square < RARE * self.square && jobs.iter().map(|i| i.mass + i.at_end).sum::<f64>() < RARE {
                continue;
            }
            let near = |up: f64| of(libm::exp(w + up * self.step), 1.0);
            let edges = [near(2.0 * INSIDE), near(INSIDE), near(1.0 - INSIDE), near(1.0 - 2.0 * INSIDE)];
            self.between(&jobs, &edges, w - NEAR, &marks, elements);
            if !strip(elements)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Strips between two sizes, each with every error if the estimate is seen as well.
    fn known<C: Curve>(
        &self,
        part: f64,
        of: &impl Fn(f64, f64) -> C,
        elements: &mut Vec<Element>,
        strip: &mut impl FnMut(&mut Vec<Element>) -> Result<bool, TheoryError>,
    ) -> Result<bool, TheoryError> {
        let errors = if self.sees.estimate { (2.0 * REACH / self.error_step) as i32 + 1 } else { 1 };
        for error in 0..errors {
            let z = if self.sees.estimate { f64::from(error) * self.error_step - REACH } else { 0.0 };
            let chance = part * if self.sees.estimate { normal_density(z) * self.error_step } else { 1.0 };
            let factor = libm::exp(z * self.jobs.sigma);
            for (bucket, interval) in self.intervals.iter().enumerate().filter(|(_, interval)| interval.mass + interval.at_end > 0.0) {
                self.work.spend(bucket)?;
                let mut jobs: Vec<Interval> = self.intervals[..=bucket].to_vec();
                jobs.iter_mut().for_each(|interval| (interval.mass, interval.at_end) = (0.0, 0.0));
                let last = &mut jobs[bucket];
                let at = |size: f64| of(size * factor, size);
                let log = libm::log(interval.to) - NEAR;
                if interval.at_end > 0.0 {
                    last.at_end = chance * interval.at_end;
                    let edges = [at(interval.to), at(interval.to), at(interval.to), at(interval.to)];
                    self.between(&jobs, &edges, log, &[], elements);
                } else {
                    // The last stretch is a triangle: it ends at the size, which lies between the edges.
                    let end = interval.from + (interval.to - interval.from) * interval.place;
                    let (from, step) = (libm::log(interval.from), libm::log(interval.to) - libm::log(interval.from));
                    let near = |up: f64| at(libm::exp(from + up * step));
                    let edges = [near(2.0 * INSIDE), near(INSIDE), near(1.0 - INSIDE), near(1.0 - 2.0 * INSIDE)];
                    (last.to, last.at_end) = (end, chance * interval.mass);
                    self.between(&jobs, &edges, log, &[], elements);
                    if let Some(element) = elements.last_mut() {
                        let inset = INSIDE * (interval.to - interval.from);
                        element.start = [edges[0].rank(interval.from), edges[2].rank(interval.from + inset)];
                        element.end = [edges[0].rank(interval.from), edges[2].rank(interval.to - 2.0 * inset)];
                    }
                }
                for element in elements.iter_mut() {
                    element.bucket = bucket;
                }
                if !strip(elements)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The elements of a strip with these jobs. Each stretch of ages is two triangles: below the line on which the age grows with the
    /// descriptor, and above it. So a kink or jump at a multiple of the estimate is met exactly.
    fn between<C: Curve>(&self, jobs: &[Interval], edges: &[C; 4], near: f64, marks: &[f64], elements: &mut Vec<Element>) {
        elements.clear();
        let mut alive: f64 = jobs.iter().map(|interval| interval.mass + interval.at_end).sum();
        let near = libm::exp(near);
        let mut square: f64 = jobs.iter().map(|i| (i.mass + i.at_end) * i.to * i.to).sum();
        let mut i = 0;
        while i < jobs.len() && (alive > RARE || square > RARE * self.square) {
            let bucket = self.bucket(&jobs[i]);
            let mut interval = jobs[i];
            i += 1;
            // Far below the estimate, and where hardly any job completes, several are one.
            let few = |interval: &Interval| interval.mass < 1e-9 && interval.at_end == 0.0;
            while few(&interval) && i < jobs.len() && i % COARSE != 0 && jobs[i].to < near && few(&jobs[i]) {
                interval.mass += jobs[i].mass;
                interval.to = jobs[i].to;
                i += 1;
            }
            square -= (interval.mass + interval.at_end) * interval.to * interval.to;
            let mut from = interval.from;
            for to in marks.iter().copied().filter(|mark| interval.has(*mark)).chain([interval.to]) {
                let mass = interval.mass * (interval.below(to) - interval.below(from));
                let (length, inset) = (to - from, INSIDE * (to - from));
                let place = if from == interval.from && to == interval.to { interval.place } else { 0.5 };
                let service = length * ((alive - mass) + mass * place);
                let corner = |edge: usize, age: f64| edges[edge].rank(age);
                let at_end = if to == interval.to { interval.at_end } else { 0.0 };
                let square = length * length * ((alive - mass) + mass * (place * place + SPREAD));
                if C::SMOOTH {
                    let start = [corner(1, after(from, inset)), corner(2, after(from, inset))];
                    let end = [corner(1, to - inset), corner(2, to - inset)];
                    elements.push(Element { length, service, square, inside: mass, place, at_end, start, end, bucket });
                } else {
                    let low = corner(0, after(from, inset));
                    let high = corner(3, to - inset);
                    let half = Element {
                        length: length / 2.0,
                        service: service / 2.0,
                        // The rest are pairs of ages of which one is in either.
                        square: square / 2.0 - length * service / 4.0,
                        inside: mass / 2.0,
                        // In both halves, so that the mean of both is that of the whole.
                        place: (2.0 * place - 0.5).clamp(0.0, 1.0),
                        at_end: 0.0,
                        start: [low, corner(2, after(from, inset))],
                        end: [low, corner(2, to - 2.0 * inset)],
                        bucket,
                    };
                    elements.push(half);
                    let (start, end) = ([corner(1, after(from, 2.0 * inset)), high], [corner(1, to - inset), high]);
                    elements.push(Element { at_end, start, end, ..half });
                }
                alive = (alive - mass - at_end).max(0.0);
                from = to;
            }
        }
    }

    /// The jobs of estimates around exp(`w`), one step wide. Ages below all of them are coarser the farther they are.
    fn posterior(&self, w: f64, part: f64, jobs: &mut Vec<Interval>) {
        let sigma = self.jobs.sigma;
        let reach = (REACH + 1.0) * sigma;
        let chance = |v: f64| if (w - v).abs() > reach { 0.0 } else { part * normal_density((w - v) / sigma) * self.step / sigma };
        jobs.clear();
        let Some(cells) = &self.cells else {
            let of = |interval: &Interval| Interval { at_end: interval.at_end * chance(libm::log(interval.to)), ..*interval };
            jobs.extend(self.intervals.iter().map(of));
            return;
        };
        let at = |v: f64| ((v - cells.start) / cells.width).clamp(0.0, cells.mass.len() as f64) as usize;
        let (from, to, near) = (at(w - reach), (at(w + reach) + 1).min(cells.mass.len()), at(w - NEAR));
        let mut cell = 0;
        jobs.push(self.intervals[0]);
        while cell < from {
            let width = if cell < near { FAR } else { BELOW };
            let next = (cell + ((width / cells.width) as usize).max(1)).min(if cell < near { near.min(from) } else { from });
            jobs.push(Interval { from: self.intervals[cell + 1].from, to: self.intervals[next].to, mass: 0.0, place: 0.5, at_end: 0.0 });
            cell = next;
        }
        jobs.extend((from..to).map(|cell| {
            let tilt = cells.tilt(cell, w, sigma);
            let interval = self.intervals[cell + 1];
            Interval { mass: interval.mass * chance(cells.middle(cell)) * tilt.mass, place: tilt.place, ..interval }
        }));
    }

    /// Where completions of an interval are counted.
    fn bucket(&self, interval: &Interval) -> usize {
        self.intervals.partition_point(|other| other.to < interval.to * (1.0 - CLOSE)).min(self.intervals.len() - 1)
    }

    /// Logarithms of the least and the largest size.
    pub(super) fn reach(&self) -> (f64, f64) {
        let mut sizes = self.intervals.iter().filter(|interval| interval.mass + interval.at_end > 0.0);
        let log = |interval: &Interval| libm::log(interval.to);
        let low = sizes.next().map_or(0.0, log);
        (low, sizes.next_back().map_or(low, log))
    }
}

impl Interval {
    fn mean(&self) -> f64 {
        if self.at_end > 0.0 { self.to } else { self.from + (self.to - self.from) * self.place }
    }

    /// Whether an age lies inside, and not at an end.
    fn has(&self, age: f64) -> bool {
        age > self.from * (1.0 + CLOSE) && age < self.to * (1.0 - CLOSE)
    }

    /// The part of its jobs that is smaller than a size in it.
    fn below(&self, size: f64) -> f64 {
        (size - self.from) / (self.to - self.from)
    }
}

/// An age just inside a stretch that begins at `from`. Jobs wait with the rank that they have at age 0, whatever it is just after.
fn after(from: f64, inset: f64) -> f64 {
    if from == 0.0 { 0.0 } else { from + inset }
}

/// Intervals that end at the sizes there are.
fn atoms(sizes: &[(f64, f64)], step: f64, intervals: &mut Vec<Interval>) {
    let mut sizes = sizes.to_vec();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(first), Some(last)) = (sizes.first().copied(), sizes.last().copied()) else { return };
    let start = libm::log(first.0) - NEAR;
    let nodes = ((libm::log(last.0) - start) / step).ceil() as usize;
    let grid = (0..nodes).map(|i| (libm::exp(start + step * i as f64), 0.0));
    let mut ends: Vec<(f64, f64)> = grid.filter(|(age, _)| sizes.iter().all(|(size, _)| (age / size - 1.0).abs() > step / 4.0)).collect();
    ends.extend(&sizes);
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut from = 0.0;
    for (to, at_end) in ends {
        intervals.push(Interval { from, to, mass: 0.0, place: 0.5, at_end });
        from = to;
    }
}
