//! What no policy that sees estimates can do better than: the mean sojourn time under Gittins' rule.

use super::soap::{Curve, Jobs, Seen, Sees, Sizes, on_grid, towards};
use super::{Form, GittinsTable, Place, SizeLaw, TheoryError, check, mean_sojourn};

/// A policy whose ranks are in a [`GittinsTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Gittins' rank of estimate and age.
    Gittins,
    /// Gittins' rank of the age alone.
    Blind,
    /// The mean remaining size, given estimate and age.
    Remaining,
}

/// Steps per factor of two of the two grids from which the mean is extrapolated. It is then within 0.1 % of that of grids which are four
/// times as fine, and mostly within 0.02 %, where these were compared: shapes ¼ to 4, σ from 0.1 to 4, loads .7 to .95.
const STEPS: [u32; 2] = [4, 7];
/// Errors smaller than this cost less than 1 % of the mean: it is taken to be that of SRPT, which is below it.
const SMALL: f64 = 0.02;

/// Mean sojourn time under such a policy, in units of the mean size, where estimates have log-normal errors with this `sigma`.
///
/// Under [`Table::Gittins`] no policy that sees arrivals, ages and estimates has a lower one, in the steady state of the M/G/1 queue
/// (Gittins 1989; Scully, Grosof & Harchol-Balter 2020).
///
/// # Errors
/// If `load` is not between 0 and 1, both excluded, or sigma is not between 0 and 100; or if it takes [too much](super::TooMuch).
pub fn table_mean_sojourn(table: Table, law: &SizeLaw, sigma: f64, load: f64) -> Result<f64, TheoryError> {
    check(sigma, (0.0..=100.0).contains(&sigma), TheoryError::Sigma)?;
    if law.is_deterministic() {
        return mean_sojourn(Form::Fifo, law, load);
    }
    if sigma < SMALL && table != Table::Blind {
        return mean_sojourn(Form::Srpt, law, load);
    }
    let jobs = Jobs { sizes: Sizes::Law(law), sigma, weights: &[(1.0, 1.0)], load };
    let ranks = match table {
        Table::Blind => GittinsTable::blind(law, GittinsTable::RESOLUTION / 2.0)?,
        Table::Gittins | Table::Remaining => GittinsTable::build(law, sigma, GittinsTable::RESOLUTION)?,
    };
    let sees = Sees { estimate: table != Table::Blind, ..Sees::default() };
    let curve = |seen: Seen| Looked { ranks: &ranks, place: ranks.place(seen.estimate), table };
    let on = |steps| on_grid(&jobs, sees, steps, curve).map(|found| found.map_or(f64::NAN, |found| found.mean));
    let [coarse, fine] = STEPS;
    Ok(towards(&[(coarse, on(coarse)?), (fine, on(fine)?)]))
}

/// The ranks of one job.
struct Looked<'a> {
    ranks: &'a GittinsTable,
    place: Place,
    table: Table,
}

impl Curve for Looked<'_> {
    const SMOOTH: bool = true;

    fn steps(&self) -> usize {
        GittinsTable::STEPS
    }

    fn rank(&self, age: f64) -> f64 {
        if self.table == Table::Remaining { self.ranks.mrl_at(self.place, age) } else { self.ranks.rank_at(self.place, age) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, table_mean_sojourn};
    use crate::theory::{Form, SizeLaw, mean_sojourn};

    #[test]
    fn nothing_is_below_the_bound() {
        for shape in [0.25, 0.5, 1.0, 2.0, 4.0] {
            let law = SizeLaw::weibull(shape).unwrap();
            let of = |table, sigma| table_mean_sojourn(table, &law, sigma, 0.7).unwrap();
            let blind = of(Table::Blind, 1.0);
            for sigma in [0.02, 0.1, 0.5, 1.0, 4.0] {
                let [bound, serpt] = [Table::Gittins, Table::Remaining].map(|table| of(table, sigma));
                let forms = [Form::Fifo, Form::Ps, Form::Las, Form::Psjfe { sigma }, Form::Srpte { sigma }, Form::SrptB { sigma }];
                let forms = forms.map(|form| mean_sojourn(form, &law, 0.7).unwrap());
                let what = format!("shape {shape}, sigma {sigma}: {bound}, {serpt}, {blind}, {forms:?}");
                assert!(forms.iter().chain([&serpt, &blind]).all(|mean| *mean > bound * (1.0 - 4e-4)), "{what}");
                assert!(bound > mean_sojourn(Form::Srpt, &law, 0.7).unwrap() * (1.0 - 1e-9), "{what}");
                assert!(serpt < bound * 1.006, "{what}");
            }
        }
    }

    /// Without estimates, ages say that what has lasted will last, or that it will end, or nothing.
    #[test]
    fn blind() {
        for (shape, form) in [(0.25, Form::Las), (0.5, Form::Las), (1.0, Form::Ps), (2.0, Form::Fifo), (4.0, Form::Fifo)] {
            let law = SizeLaw::weibull(shape).unwrap();
            for load in [0.5, 0.9] {
                let (found, exact) = (table_mean_sojourn(Table::Blind, &law, 0.5, load).unwrap(), mean_sojourn(form, &law, load).unwrap());
                assert!((found / exact - 1.0).abs() < 2e-3, "shape {shape}, load {load}: {found} is not {exact}");
            }
        }
    }

    #[test]
    fn known_sizes() {
        let (law, equal) = (SizeLaw::weibull(0.5).unwrap(), SizeLaw::deterministic());
        let srpt = mean_sojourn(Form::Srpt, &law, 0.7).unwrap();
        assert_eq!(table_mean_sojourn(Table::Gittins, &law, 0.0, 0.7), Ok(srpt));
        assert!((table_mean_sojourn(Table::Gittins, &law, 0.02, 0.7).unwrap() / srpt - 1.0).abs() < 0.01);
        assert_eq!(table_mean_sojourn(Table::Gittins, &equal, 1.0, 0.5), Ok(1.5));
        assert!(table_mean_sojourn(Table::Gittins, &law, 0.5, 1.0).is_err());
        assert!(table_mean_sojourn(Table::Gittins, &law, -0.5, 0.5).is_err());
    }
}
