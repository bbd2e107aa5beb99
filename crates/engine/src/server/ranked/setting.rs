//! What a scenario is to formulas.

use crate::formula::{Formula, Setting, Tables};
use crate::server::model::Model;
use crate::server::scheduler::Fault;
use crate::workload::Sizes;
use crate::world::Source;
use std::sync::Arc;

/// What formulas can read of where jobs come from: of given ones, tables of their own sizes.
pub fn setting_of(source: &Source) -> Setting {
    let tables: Arc<dyn Tables> = Arc::new(Model::new(source));
    match source {
        Source::Synthetic(queue, _) => Setting {
            load: Some(queue.load),
            sigma: queue.errors.spread().then_some(queue.sigma),
            shape: (queue.sizes == Sizes::Weibull).then_some(queue.shape),
            tables: Some(tables),
        },
        Source::Fixed { .. } => Setting { tables: Some(tables), ..Setting::default() },
    }
}

/// That the scenario has what a formula reads.
pub fn check(formula: &Formula, setting: &Setting) -> Result<(), Fault> {
    formula.check(setting).map_err(|what| Fault { job: 0, age: None, time: 0.0, what })
}

/// What a policy is called whose rule has this name: whoever sees exact sizes says so.
pub fn title(name: &str, formula: &Formula) -> String {
    if formula.is_oracle() { format!("{name} (sees exact sizes)") } else { name.to_owned() }
}
