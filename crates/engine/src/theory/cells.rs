//! Job sizes in cells of equal width in ln x: what tables of ranks and sums over ages are made on.

use super::SizeLaw;
use super::quadrature::integrate_all;

/// Sizes below this quantile are taken to be no larger than it …
const LOWEST: f64 = 2e-5;
/// … and sizes that are rarer than this, to be no larger than the last cell.
const RAREST: f64 = 1.713_908_431_542_5e-15;
/// The first cell begins at this part of the mean size or below, so that ages next to 0 are told apart.
const FIRST: f64 = 0.02;
/// Most cells of a law: what would need more has coarser ones.
const MOST: f64 = 20_000.0;

/// A law of sizes, cell by cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells {
    /// ln x at the lower end of the first cell.
    pub(super) start: f64,
    /// Width of each cell in ln x.
    pub(super) width: f64,
    /// Probability of each cell. The first holds what lies below it, too.
    pub(super) mass: Vec<f64>,
    /// Mean size in each cell: 0 stands for its lower end, 1 for its upper end.
    pub(super) place: Vec<f64>,
    /// The scale, in ln x, on which the law changes.
    pub(super) grain: f64,
}

impl Cells {
    /// Cells no wider than `width` in ln x. The deterministic law has none.
    pub fn of_law(law: &SizeLaw, width: f64) -> Option<Self> {
        if law.is_deterministic() {
            return None;
        }
        let (low, high) = law.span();
        let cut = |tail: f64| bisect(low, high, |v| law.tail_at(v) > tail);
        let (low, high) = if law.is_bounded() { (low, high) } else { (cut(1.0 - LOWEST).min(libm::log(FIRST)), cut(RAREST)) };
        // A law without bounds has cells of just that width.
        let high = if law.is_bounded() { high } else { low + ((high - low) / width).ceil() * width };
        Some(Self::of_density(low, high, width, law.grain(), 1.0 - law.tail_at(low), |v| law.log_density(v)))
    }

    /// The same of a Pareto law in Lomax's form with mean 1, cut off where sizes are rarer than 10⁻¹⁵; of infinite mean if `alpha`
    /// is not above 1, and then of scale 1.
    pub fn of_pareto(alpha: f64, width: f64) -> Self {
        let log_scale = if alpha > 1.0 { libm::log(alpha - 1.0) } else { 0.0 };
        // F̄ = (1 + x/scale)^−α.
        let at = |tail: f64| log_scale + libm::log(libm::expm1(-libm::log(tail) / alpha));
        let density = |v: f64| {
            let x = libm::exp(v - log_scale);
            alpha * x * libm::exp(-(alpha + 1.0) * libm::log1p(x))
        };
        Self::of_density(at(1.0 - LOWEST), at(RAREST), width, 1.0 / alpha.max(1.0), LOWEST, density)
    }

    /// The sizes of a trace, each as likely as it is frequent; nothing if there is none above 0.
    pub fn of_sizes(sizes: impl Iterator<Item = f64> + Clone, width: f64) -> Option<Self> {
        let logs = sizes.filter(|x| *x > 0.0 && x.is_finite()).map(libm::log);
        let (low, high) = logs.clone().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (v.min(low), v.max(high)));
        if low > high {
            return None;
        }
        let cells = ((high - low) / width + 1.0).ceil().min(MOST);
        let width = width.max((high - low) / (cells - 1.0).max(1.0));
        // Half a cell below the least: equal sizes lie in the middle of theirs.
        let start = low - width / 2.0;
        let (mut mass, mut place) = (vec![0.0; cells as usize], vec![0.0; cells as usize]);
        let mut count = 0.0;
        for v in logs {
            let cell = (((v - start) / width) as usize).min(mass.len() - 1);
            mass[cell] += 1.0;
            place[cell] += inside(v - start - cell as f64 * width, width);
            count += 1.0;
        }
        for (mass, place) in mass.iter_mut().zip(&mut place) {
            *place = if *mass > 0.0 { *place / *mass } else { 0.5 };
            *mass /= count;
        }
        Some(Self { start, width, mass, place, grain: width })
    }

    /// Cells between two sizes of a law with this `density` of ln X; `below` of its jobs are smaller.
    fn of_density(low: f64, high: f64, width: f64, grain: f64, below: f64, density: impl Fn(f64) -> f64) -> Self {
        let cells = ((high - low) / width - 1e-9).ceil().clamp(1.0, MOST);
        let width = (high - low) / cells;
        let (mut mass, mut place): (Vec<f64>, Vec<f64>) = (0..cells as usize)
            .map(|cell| {
                let from = low + cell as f64 * width;
                let [mass, size] = integrate_all(from, from + width, width, |v| {
                    let density = density(v);
                    [density, density * inside(v - from, width)]
                });
                (mass, if mass > 0.0 { size / mass } else { 0.5 })
            })
            .unzip();
        place[0] *= mass[0] / (mass[0] + below);
        mass[0] += below;
        let all: f64 = mass.iter().sum();
        mass.iter_mut().for_each(|mass| *mass /= all);
        Self { start: low, width, mass, place, grain }
    }

    /// ln x at the lower end of a cell, or at the end of all.
    pub(super) fn edge(&self, cell: usize) -> f64 {
        self.start + cell as f64 * self.width
    }

    /// What the jobs of a cell are to those whose estimate is exp(`w`), next to the likelihood of its middle: to the second order in
    /// the width, by how steep the law and the likelihood are.
    pub(super) fn tilt(&self, cell: usize, w: f64, sigma: f64) -> Tilt {
        let steep = (w - self.middle(cell)) / (sigma * sigma);
        let twelfth = self.width / 12.0;
        // Equal masses per ln x have their mean a twelfth of the width below the middle.
        let law = (self.place[cell] - 0.5) / twelfth + 1.0;
        let mass = 1.0 + twelfth * self.width * (law * steep + (steep * steep - 1.0 / (sigma * sigma)) / 2.0);
        Tilt { mass: mass.clamp(0.5, 4.0), place: (self.place[cell] + steep * twelfth).clamp(0.02, 0.98) }
    }

    /// ln x in the middle of a cell.
    pub(super) fn middle(&self, cell: usize) -> f64 {
        self.start + (cell as f64 + 0.5) * self.width
    }
}

/// The part of a cell in a posterior: see [`Cells::tilt`].
pub(super) struct Tilt {
    pub mass: f64,
    pub place: f64,
}

/// Where a size lies in a cell, by how far ln x is above the cell's lower end: 0 to 1, linear in x.
fn inside(above: f64, width: f64) -> f64 {
    libm::expm1(above) / libm::expm1(width)
}

/// Where a condition that holds at `low` ceases to hold, up to rounding.
pub(super) fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if holds(middle) { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::Cells;
    use crate::theory::SizeLaw;

    fn mean(cells: &Cells) -> f64 {
        let at = |cell: usize| {
            let (low, high) = (libm::exp(cells.edge(cell)), libm::exp(cells.edge(cell + 1)));
            cells.mass[cell] * (low + (high - low) * cells.place[cell])
        };
        (0..cells.mass.len()).map(at).sum()
    }

    #[test]
    fn laws_keep_their_mean() {
        let laws = [SizeLaw::weibull(0.25), SizeLaw::weibull(4.0), SizeLaw::hyperexponential(50.0), SizeLaw::bounded_pareto(1.1, 1e4)];
        for law in laws.map(Result::unwrap) {
            for width in [0.1, 0.02] {
                let cells = Cells::of_law(&law, width).unwrap();
                assert!((cells.mass.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{law:?}");
                assert!((mean(&cells) - 1.0).abs() < 1e-5, "{law:?} {width}: {}", mean(&cells));
            }
        }
        assert!((mean(&Cells::of_pareto(3.0, 0.05)) - 1.0).abs() < 1e-5);
        assert!(Cells::of_law(&SizeLaw::deterministic(), 0.1).is_none());
    }

    #[test]
    fn traces_keep_theirs() {
        let sizes = [3.0, 1.0, 1.0, 250.0, 0.0, 17.0];
        let cells = Cells::of_sizes(sizes.into_iter(), 0.1).unwrap();
        assert!((mean(&cells) - 272.0 / 5.0).abs() < 1e-9);
        assert_eq!(Cells::of_sizes([0.0].into_iter(), 0.1), None);
        assert!((mean(&Cells::of_sizes([7.0; 3].into_iter(), 0.1).unwrap()) - 7.0).abs() < 1e-12);
    }
}
