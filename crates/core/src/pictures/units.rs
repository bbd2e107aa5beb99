//! What the times and sizes of a report are measured in: those of its file, if it has one.

use crate::experiment::{Report, SystemKind};
use schedscope::server::Plan;
use schedscope::world::{FileFormat, JobsSpec};

/// What times and sizes are measured in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// The unit of times, in words for an axis.
    pub time: &'static str,
    /// What follows a time; empty where the unit has no name.
    pub symbol: &'static str,
    /// The unit of sizes, in words for an axis.
    pub size: &'static str,
    /// Units of size in a unit of work: the speed of a server that reads bytes.
    pub scale: f64,
}

impl Units {
    /// Sizes that are drawn have the mean 1, and times are measured in that.
    const DRAWN: Self = Self { time: "unit of sizes", symbol: "", size: "mean: 1", scale: 1.0 };

    /// Times of flows are measured in what a link of capacity 1 takes for one of size 1.
    const FLOWS: Self = Self { time: "size ÷ capacity", size: "size", ..Self::DRAWN };

    /// Those of a report of the server or of flows on links; of others, seconds.
    pub fn of(report: &Report) -> Self {
        if report.scenario.kind() == SystemKind::Network {
            return Self::FLOWS;
        }
        let seconds = Self { time: "s", symbol: "\u{a0}s", size: "s of work", scale: 1.0 };
        let Some(fields) = report.scenario.of::<Plan>() else { return seconds };
        let workload = &fields.workload;
        match (format(workload), report.workload.speed) {
            (Some(FileFormat::Csv), _) if !report.workload.seconds => {
                Self { time: "unit of the file", symbol: "", size: "unit of the file", scale: 1.0 }
            }
            (Some(FileFormat::Swim), Some(speed)) => Self { size: "bytes", scale: speed, ..seconds },
            (Some(_), _) => seconds,
            (None, _) => Self::DRAWN,
        }
    }

    /// A time that is written so, with its unit.
    pub fn timed(&self, number: &str) -> String {
        format!("{number}{}", self.symbol)
    }
}

/// The format of the file of a workload, if it has one.
pub fn format(workload: &JobsSpec) -> Option<FileFormat> {
    let path = workload.path.as_deref()?;
    workload.format.or_else(|| FileFormat::of(path).ok())
}
