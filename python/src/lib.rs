//! schedscope for Python: the module `schedscope._schedscope`, whose types and functions the package `schedscope` hands on. What they
//! take and give is in `schedscope/_schedscope.pyi`.
//!
//! | module | contents |
//! |---|---|
//! | [`run`], [`simulate`], [`check`] | functions of the package |
//! | [`sweep`] | sweeps, of which `schedscope/_sweep.py` makes another function |
//! | [`asked`] | scenarios from dicts, texts and files |
//! | [`jobs`] | jobs from frames and arrays |
//! | [`table`], [`arrow`] | figures by column, as NumPy arrays and as an Arrow stream |
//! | [`report`], [`outcome`], [`svg`] | what functions give back |
//! | [`pickled`] | pickles of these |
//! | [`away`] | runs without the interpreter's lock, which Ctrl-C ends |
//! | [`error`] | the exception |

mod arrow;
mod asked;
mod away;
mod check;
mod error;
mod jobs;
mod outcome;
mod pickled;
mod report;
mod run;
mod simulate;
mod svg;
mod sweep;
mod table;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// A value as the command line prints it in JSON.
fn json(value: &impl serde::Serialize) -> PyResult<String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(text + "\n")
}

#[pymodule]
mod _schedscope {
    use super::error::ScenarioError;
    #[pymodule_export]
    use super::{
        check::{Check, Difference, check},
        outcome::{Job, Outcome},
        pickled::{_outcome, _report, _table},
        report::Report,
        run::run,
        simulate::simulate,
        svg::Svg,
        sweep::{Begun, Part},
        table::Table,
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("ScenarioError", module.py().get_type::<ScenarioError>())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
