use super::{Formula, Variable};
use std::fmt::Debug;
use std::sync::Arc;

/// What formulas call `gittins` and `mrl`, for one law of sizes and one error of estimates.
pub trait Tables: Debug + Send + Sync {
    /// The Gittins rank of a job of this estimate and age.
    fn gittins(&self, est: f64, age: f64) -> f64;

    /// Its mean remaining size.
    fn mrl(&self, est: f64, age: f64) -> f64;
}

/// What a scenario is to formulas.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Its load, if it is known.
    pub load: Option<f64>,
    /// The error σ of its estimates, if it is known.
    pub sigma: Option<f64>,
    /// The shape of its sizes, if they have one.
    pub shape: Option<f64>,
    /// The tables of its law of sizes, if arrivals are Poisson and the law is known.
    pub tables: Option<Arc<dyn Tables>>,
}

impl Setting {
    /// The value of a constant of the scenario; NaN if it has none, or for another variable.
    pub(super) fn of(&self, variable: Variable) -> f64 {
        self.find(variable).unwrap_or(f64::NAN)
    }

    fn find(&self, variable: Variable) -> Option<f64> {
        match variable {
            Variable::Load => self.load,
            Variable::Sigma => self.sigma,
            Variable::Shape => self.shape,
            _ => None,
        }
    }

    /// What a formula reads and this has not.
    pub(super) fn has(&self, formula: &Formula) -> Result<(), String> {
        for variable in [Variable::Load, Variable::Sigma, Variable::Shape] {
            if formula.uses(variable) && self.find(variable).is_none() {
                let name = variable.name();
                return Err(format!(
                    "{name} is not known here: a trace has none, nor has every law of sizes; write a constant, as in ; let c = 0.5"
                ));
            }
        }
        if formula.is_tabled() && self.tables.is_none() {
            let name = if formula.text().contains("gittins") { "gittins" } else { "mrl" };
            return Err(format!("{name} needs Poisson arrivals and a known law of sizes"));
        }
        Ok(())
    }
}
