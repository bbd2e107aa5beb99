//! schedscope for Python: the module `schedscope._schedscope`, whose types and functions the package `schedscope` hands on. What they
//! take and give is in `schedscope/_schedscope.pyi`.
//!
//! | module | contents |
//! |---|---|
//! | [`run`], [`sweep`], [`simulate`] | the three functions |
//! | [`asked`] | scenarios from dicts, texts and files |
//! | [`jobs`] | jobs from frames and arrays |
//! | [`table`], [`arrow`] | figures by column, as NumPy arrays and as an Arrow stream |
//! | [`report`], [`outcome`], [`svg`] | what functions give back |
//! | [`away`] | runs without the interpreter's lock, which Ctrl-C ends |
//! | [`error`] | the exception |

mod arrow;
mod asked;
mod away;
mod error;
mod jobs;
mod outcome;
mod report;
mod run;
mod simulate;
mod svg;
mod sweep;
mod table;

use pyo3::prelude::*;

#[pymodule]
mod _schedscope {
    use super::error::ScenarioError;
    #[pymodule_export]
    use super::{
        outcome::{Job, Outcome},
        report::Report,
        run::run,
        simulate::simulate,
        svg::Svg,
        sweep::sweep,
        table::Table,
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("ScenarioError", module.py().get_type::<ScenarioError>())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
