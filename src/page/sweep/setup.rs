//! What is asked: a scenario, one axis or two, and which figure is shown.

use super::axis::{Axis, Wrong};
use crate::chart::{SWEEP_QUANTITIES, SweepQuantity};
use crate::experiment::sweep::{Dimension, Sweep};
use crate::experiment::{Scenario, ScenarioError, query_value, without};
use crate::page::protocol::Fault;
use toml::Value;

/// The question.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// What all cells have in common.
    pub base: Scenario,
    /// What varies across, and perhaps upwards.
    pub axes: Vec<Axis>,
    /// The column of the results that is shown.
    pub column: &'static str,
}

/// What a link says beside its scenario: what varies along which axis, and what is shown.
const OF_SWEEP: [&str; 3] = ["across", "up", "show"];

/// Most cells.
const MOST: usize = 500;

impl Setup {
    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the key and value that are not understood, and what is allowed.
    pub fn read(query: &str) -> Result<Self, Fault> {
        let wrong =
            |key: &str, value: String, why: &str| Fault::from(ScenarioError::Link { key: key.to_owned(), value, why: why.to_owned() });
        let mut axes = vec![];
        for key in ["across", "up"] {
            if let Some(text) = query_value(query, key) {
                let axis = Axis::read(&text);
                axes.push(axis.ok_or_else(|| {
                    wrong(key, text, "allowed: FIELD:even:FROM:TO:COUNT, FIELD:factor:FROM:TO:COUNT or FIELD:list:VALUE,VALUE")
                })?);
            }
        }
        if axes.is_empty() {
            axes.extend(Axis::offered(1));
        }
        let column = match query_value(query, "show") {
            None => SWEEP_QUANTITIES[0].column,
            Some(name) => match SWEEP_QUANTITIES.iter().find(|quantity| quantity.column == name) {
                Some(quantity) => quantity.column,
                None => return Err(wrong("show", name, "allowed: the name of a column such as ratio_ps or mean_sojourn")),
            },
        };
        Ok(Self { base: Scenario::from_query(&without(query, &OF_SWEEP))?, axes, column })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let mut query = self.base.to_query();
        for (key, axis) in ["&across=", "&up="].iter().zip(&self.axes) {
            query += key;
            query += &axis.write();
        }
        query + "&show=" + self.column
    }

    /// The sweep, the axis across last, so that it varies fastest.
    ///
    /// # Errors
    /// What is wrong with which axis.
    pub fn sweep(&self) -> Result<Sweep, (usize, Wrong)> {
        let mut dimensions = vec![];
        for (i, axis) in self.axes.iter().enumerate() {
            let values = axis.values().map_err(|wrong| (i, wrong))?;
            let value = |x: f64| if axis.field.whole() { Value::Integer(x as i64) } else { Value::Float(x) };
            dimensions.insert(
                0,
                Dimension { names: vec![axis.field.about().name.to_owned()], points: values.into_iter().map(|x| vec![value(x)]).collect() },
            );
        }
        if self.axes.len() == 2 && self.axes[0].field == self.axes[1].field {
            return Err((1, (0, "this varies across already; allowed: another field".to_owned())));
        }
        let cells: usize = dimensions.iter().map(|dimension| dimension.points.len()).product();
        if cells > MOST {
            return Err((1, (2, format!("there are {cells} cells; allowed: up to {MOST} (the command line has no such bound)"))));
        }
        Ok(Sweep { scenario: self.base.clone(), dimensions, until: None })
    }

    /// Whether something can be shown: a ratio needs the policy that others are divided by, a heat map is of ratios.
    pub fn offers(&self, quantity: &SweepQuantity) -> bool {
        let policies = &self.base.policies;
        match quantity.over {
            None => self.axes.len() < 2,
            Some(key) => policies.len() > 1 && (key.is_empty() || policies.iter().any(|policy| policy == key)),
        }
    }

    /// What is shown: what was chosen, or else the first that can be.
    pub fn shown(&self) -> Option<&'static SweepQuantity> {
        let offered = || SWEEP_QUANTITIES.iter().filter(|quantity| self.offers(quantity));
        offered().find(|quantity| quantity.column == self.column).or_else(|| offered().next())
    }
}
