//! A distributed CDN: its regions as a graph with who serves whom at an instant, the load of its servers over time, and who served.

mod loads;
mod map;
mod served;

pub use loads::{cdn_loads, cdn_week};
pub use map::{cdn_at, cdn_map};
pub use served::cdn_served;

use schedscope_core::pictures::cdn::Selected;

/// Which run, when, and what is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Position of the run.
    pub run: usize,
    /// Seconds since the first request.
    pub time: f64,
    /// The region or server that is lit.
    pub lit: Option<Selected>,
}

/// A fraction as a percentage without decimals.
fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}
