use super::Sweep;
use crate::experiment::{Column, Report, SystemKind};
use serde::{Deserialize, Serialize};

/// What a cell came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    /// Its number in grid order, from 0.
    pub cell: u64,
    /// One row a policy, or a policy and class, and then that of all jobs last.
    pub rows: Vec<SweepRow>,
}

/// The figures of a policy in a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepRow {
    /// The policy as the sweep names it; what an axis does to its parameters is said by the axis.
    pub policy: String,
    /// The class, in worlds with classes; `all` for all jobs.
    pub class: Option<String>,
    /// A value for each column of the world.
    pub values: Vec<Option<f64>>,
}

impl SweepRow {
    /// The class of all jobs.
    pub const ALL: &str = "all";

    /// Whether it is that of all jobs.
    pub fn is_of_all(&self) -> bool {
        self.class.as_deref().is_none_or(|class| class == Self::ALL)
    }
}

impl CellResult {
    /// Takes from the report of a cell what the sweep keeps.
    pub fn new(sweep: &Sweep, cell: u64, report: &Report) -> Self {
        let columns = || Column::all(sweep.scenario.kind()).iter();
        let classed = report.policies.iter().any(|policy| !policy.classes().is_empty());
        let rows = sweep.scenario.policies.iter().zip(&report.policies).flat_map(|(name, policy)| {
            let row = |class: Option<String>, values| SweepRow { policy: name.clone(), class, values };
            let classes = policy
                .classes()
                .iter()
                .map(move |class| row(Some(class.name.clone()), columns().map(|column| column.of_class(&class.figures)).collect()));
            let all = row(classed.then(|| SweepRow::ALL.to_owned()), columns().map(|column| column.of_policy(policy)).collect());
            classes.chain([all])
        });
        Self { cell, rows: rows.collect() }
    }

    /// Whether the mean of some row should not be trusted.
    pub fn misleads(&self, kind: SystemKind) -> bool {
        let misleads = Column::all(kind).iter().position(|column| column.title == "mean_misleads");
        misleads.is_some_and(|place| self.rows.iter().any(|row| row.values[place] == Some(1.0)))
    }

    /// Whether this can be the result of a cell of this sweep.
    pub fn belongs(&self, sweep: &Sweep) -> bool {
        let columns = Column::all(sweep.scenario.kind()).len();
        self.cell < sweep.cells()
            && self.rows.iter().all(|row| row.values.len() == columns && sweep.scenario.policies.contains(&row.policy))
            && sweep.scenario.policies.iter().all(|policy| self.rows.iter().any(|row| row.policy == *policy))
    }
}
