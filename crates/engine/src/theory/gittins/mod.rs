//! Gittins' rank from a law of sizes and the spread of the errors.
//!
//! A job of size S is seen through its estimate Z = S·exp(σN), N standard normal. The rank of a job with estimate z and attained
//! service a is the least cost of a completion,
//!
//! r(z, a) = inf over Δ > 0 of E\[min(S − a, Δ) | S > a, Z = z\] ÷ P(S − a ≤ Δ | S > a, Z = z),
//!
//! and serving the job of least rank minimises the mean sojourn time in the M/G/1 queue over all policies that see estimates, ages
//! and arrivals (Gittins, *Multi-armed Bandit Allocation Indices*, 1989; Scully, Grosof & Harchol-Balter 2020). If errors are absent, it
//! is what remains of the estimate; if estimates say nothing, it depends on the age alone.

mod row;

use super::cells::Cells;
use super::{SizeLaw, TheoryError, check};
use row::{Builder, RankRow};

/// Errors below this are none: the posterior of a size is then narrower than its estimate can be written.
const EXACT: f64 = 1e-3;
/// Rows reach this many σ below the least size and above the largest.
const BELOW: f64 = 4.0;
const ABOVE: f64 = 3.5;
/// A row is at most about this many σ wide …
const REACH: f64 = 22.0;
/// … and all have at most about this many cells, at the usual resolution: 2 MB with both values of each.
const MOST: f64 = 250_000.0;

/// Gittins' ranks, and mean remaining sizes, of jobs of one law under log-normal errors.
///
/// One row for each of a number of estimates; between two of them, both are scaled to the estimate asked for and mixed.
#[derive(Clone, Debug)]
pub struct GittinsTable(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// Every estimate is the size.
    Estimate,
    /// Every size is this.
    Size(f64),
    Rows {
        /// ln z of the first row, and the step to the next. One row is blind.
        first: f64,
        step: f64,
        /// ln x at the end of the first cell, the width of cells, and the ages between them.
        start: f64,
        width: f64,
        ages: Vec<f64>,
        rows: Vec<RankRow>,
    },
}

/// The estimate of a job, looked up: the rows on either side of it.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    estimate: f64,
    row: usize,
    /// Part of the second row.
    part: f64,
    /// What the rows are scaled by.
    scales: [f64; 2],
    /// Logarithms of these.
    logs: [f64; 2],
}

impl GittinsTable {
    /// The resolution that policies need: half of it moves the mean sojourn time by less than 0.1 %.
    pub const RESOLUTION: f64 = 0.1;

    /// Steps of a formula that looking up a rank is worth.
    pub(crate) const STEPS: usize = 30;

    /// The table of a law and of errors with this `sigma`. Ages and estimates are `resolution` apart in their logarithms, less where
    /// the law or the errors are finer.
    ///
    /// # Errors
    /// If `sigma` is not between 0 and 100, or `resolution` not between 0.01 and 1.
    pub fn build(law: &SizeLaw, sigma: f64, resolution: f64) -> Result<Self, TheoryError> {
        check(sigma, (0.0..=100.0).contains(&sigma), TheoryError::Sigma)?;
        check_resolution(resolution)?;
        if sigma < EXACT {
            return Ok(Self(if law.is_deterministic() { Kind::Size(1.0) } else { Kind::Estimate }));
        }
        let cells = Cells::of_law(law, width(resolution, sigma, law.grain()));
        Ok(Self(cells.map_or(Kind::Size(1.0), |cells| Kind::of_cells(&cells, sigma, resolution))))
    }

    /// The table of a Pareto law in Lomax's form with mean 1 (scale 1 if `alpha` is not above 1).
    ///
    /// # Errors
    /// If `alpha` is not between 0.05 and 100, `sigma` not between 0 and 100, or `resolution` not between 0.01 and 1.
    pub fn of_pareto(alpha: f64, sigma: f64, resolution: f64) -> Result<Self, TheoryError> {
        check(alpha, (0.05..=100.0).contains(&alpha), TheoryError::Alpha)?;
        check(sigma, (0.0..=100.0).contains(&sigma), TheoryError::Sigma)?;
        check_resolution(resolution)?;
        if sigma < EXACT {
            return Ok(Self(Kind::Estimate));
        }
        let cells = Cells::of_pareto(alpha, width(resolution, sigma, 1.0 / alpha.max(1.0)));
        Ok(Self(Kind::of_cells(&cells, sigma, resolution)))
    }

    /// The table of the sizes of a trace, each as likely as it is frequent there.
    ///
    /// # Errors
    /// If `sigma` is not between 0 and 100, or `resolution` not between 0.01 and 1.
    pub fn of_sizes(sizes: impl Iterator<Item = f64> + Clone, sigma: f64, resolution: f64) -> Result<Self, TheoryError> {
        check(sigma, (0.0..=100.0).contains(&sigma), TheoryError::Sigma)?;
        check_resolution(resolution)?;
        if sigma < EXACT {
            return Ok(Self(Kind::Estimate));
        }
        let cells = Cells::of_sizes(sizes, width(resolution, sigma, 1.0));
        Ok(Self(cells.map_or(Kind::Estimate, |cells| Kind::of_cells(&cells, sigma, resolution))))
    }

    /// The table for a scheduler that does not look at estimates.
    ///
    /// # Errors
    /// If `resolution` is not between 0.01 and 1.
    pub fn blind(law: &SizeLaw, resolution: f64) -> Result<Self, TheoryError> {
        check_resolution(resolution)?;
        let cells = Cells::of_law(law, width(resolution, f64::INFINITY, law.grain()));
        Ok(Self(cells.map_or(Kind::Size(1.0), |cells| Kind::of_cells(&cells, f64::INFINITY, resolution))))
    }

    /// The same of a Pareto law in Lomax's form.
    ///
    /// # Errors
    /// If `alpha` is not between 0.05 and 100, or `resolution` not between 0.01 and 1.
    pub fn blind_of_pareto(alpha: f64, resolution: f64) -> Result<Self, TheoryError> {
        check(alpha, (0.05..=100.0).contains(&alpha), TheoryError::Alpha)?;
        check_resolution(resolution)?;
        Ok(Self(Kind::of_cells(&Cells::of_pareto(alpha, resolution), f64::INFINITY, resolution)))
    }

    /// The same of the sizes of a trace.
    ///
    /// # Errors
    /// If `resolution` is not between 0.01 and 1.
    pub fn blind_of_sizes(sizes: impl Iterator<Item = f64> + Clone, resolution: f64) -> Result<Self, TheoryError> {
        check_resolution(resolution)?;
        let cells = Cells::of_sizes(sizes, resolution);
        Ok(Self(cells.map_or(Kind::Estimate, |cells| Kind::of_cells(&cells, f64::INFINITY, resolution))))
    }

    /// Gittins' rank r(est, age), in the unit of sizes.
    pub fn rank(&self, estimate: f64, age: f64) -> f64 {
        self.rank_at(self.place(estimate), age)
    }

    /// E\[S − age | S > age, Z = estimate\], the mean remaining size: never less than the rank, but for rounding.
    pub fn mrl(&self, estimate: f64, age: f64) -> f64 {
        self.mrl_at(self.place(estimate), age)
    }

    /// Where a job stands that is asked about more than once.
    pub fn place(&self, estimate: f64) -> Place {
        let nowhere = Place { estimate, row: 0, part: 0.0, scales: [1.0; 2], logs: [0.0; 2] };
        match &self.0 {
            Kind::Rows { first, step, rows, .. } if rows.len() > 1 => {
                // Estimates beyond the rows are those of the last one.
                let last = (rows.len() - 1) as f64;
                let w = libm::log(estimate.max(0.0)).clamp(*first, first + step * last);
                let row = (((w - first) / step) as usize).min(rows.len() - 2);
                let low = w - (first + step * row as f64);
                let logs = [low, low - step];
                Place { estimate, row, part: (low / step).min(1.0), scales: logs.map(libm::exp), logs }
            }
            _ => nowhere,
        }
    }

    /// [`rank`](Self::rank) of a job at this place.
    pub fn rank_at(&self, place: Place, age: f64) -> f64 {
        self.look_up(place, age, |row| &row.rank)
    }

    /// [`mrl`](Self::mrl) of a job at this place.
    pub fn mrl_at(&self, place: Place, age: f64) -> f64 {
        self.look_up(place, age, |row| &row.remaining)
    }

    /// Visits ages between these two, next to which the rank or the mean remaining size of a job at this place may turn.
    pub fn turns(&self, place: Place, from: f64, to: f64, visit: &mut dyn FnMut(f64)) {
        let Kind::Rows { ages, rows, .. } = &self.0 else { return };
        let sides = if place.part == 0.0 { 1 } else { 2 };
        for (row, scale) in rows[place.row..].iter().zip(place.scales).take(sides) {
            row.turns(ages, from / scale, to / scale, |age| visit(age * scale));
        }
    }

    /// Bytes of the values.
    pub fn bytes(&self) -> usize {
        let Kind::Rows { rows, ages, .. } = &self.0 else { return 0 };
        rows.iter().map(|row| 4 * (row.rank.len() + row.remaining.len())).sum::<usize>() + 8 * ages.len()
    }

    fn look_up(&self, place: Place, age: f64, of: impl Fn(&RankRow) -> &[f32]) -> f64 {
        let (start, width, ages, rows) = match &self.0 {
            Kind::Estimate => return place.estimate - age,
            Kind::Size(size) => return size - age,
            Kind::Rows { start, width, ages, rows, .. } => (*start, *width, ages, rows),
        };
        let u = libm::log(age);
        let at = |side: usize| {
            let row = &rows[place.row + side];
            place.scales[side] * row.at(of(row), age / place.scales[side], (u - place.logs[side] - start) / width, ages)
        };
        if place.part == 0.0 { at(0) } else { (1.0 - place.part) * at(0) + place.part * at(1) }
    }
}

impl Kind {
    fn of_cells(cells: &Cells, sigma: f64, resolution: f64) -> Self {
        let (low, high) = (cells.edge(0), cells.edge(cells.mass.len()));
        let ages: Vec<f64> = (0..=cells.mass.len()).map(|cell| libm::exp(cells.edge(cell))).collect();
        let mut builder = Builder::new(cells, &ages);
        let (first, step, rows) = if sigma.is_finite() {
            let (first, last) = (low - BELOW * sigma, high + ABOVE * sigma);
            // Scaled rows change with the law alone, however small the errors are.
            let steps = ((last - first) / resolution.min(cells.grain.max(sigma / 3.0) / 5.0)).ceil();
            let reach = (cells.mass.len() as f64).min(REACH * sigma / cells.width);
            let most = MOST * (GittinsTable::RESOLUTION / resolution) * (GittinsTable::RESOLUTION / resolution);
            let steps = steps.min((most / reach).ceil()).max(1.0);
            let step = (last - first) / steps;
            let rows = (0..=steps as usize).map(|row| builder.row(first + step * row as f64, sigma)).collect();
            (first, step, rows)
        } else {
            (0.0, 1.0, vec![builder.row(0.0, sigma)])
        };
        Self::Rows { first, step, start: low, width: cells.width, ages, rows }
    }
}

/// Checks how finely ages and estimates are told apart: a table grows with the square of it.
fn check_resolution(resolution: f64) -> Result<f64, TheoryError> {
    check(resolution, (0.01..=1.0).contains(&resolution), TheoryError::Resolution)
}

/// Width of cells: a fifth of the scale on which the posterior of a size changes, if the resolution is coarser.
fn width(resolution: f64, sigma: f64, grain: f64) -> f64 {
    resolution.min(sigma / 5.0).min(2.0 * resolution * grain)
}

#[cfg(test)]
mod tests;
