//! Floor 1: what is to be done. Jobs, generators of synthetic workloads, readers of files and traces.

mod batch;
mod chains;
pub(crate) mod check;
mod columns;
mod distribution;
mod flows_csv;
mod hadoop;
mod history;
mod ids;
mod job;
mod jobs_csv;
mod left_out;
mod mapreduce;
mod mix;
mod pace;
mod portion;
mod production;
mod recurring;
mod roll;
mod spark;
mod swf;
mod swim;
mod synthetic;
pub(crate) mod table;
mod task_jobs_csv;
mod task_logs;
mod time;
pub mod titles;
mod traces;
mod wfcommons;

pub use batch::{BatchJob, BatchWorkload, read_tr};
pub(crate) use chains::circle;
pub use chains::{Chains, Tangle};
pub use check::JobError;
pub use columns::{Columns, ColumnsError};
pub(crate) use distribution::Normal;
pub use distribution::{Errors, Sizes, Weights};
pub use flows_csv::{FlowRow, read_flows};
pub use hadoop::read_hadoop;
pub use history::JobLog;
pub use ids::Ids;
pub use job::{Job, Workload};
pub use jobs_csv::{read_jobs, write_jobs};
pub use left_out::{LeftOut, Skip};
pub use mapreduce::{MEMORY, Phase, PoolShare, Task, TaskJob, TaskWorkload};
pub use mix::{Assumptions, MAPS, Mix, Setting, Spread};
pub use pace::{Pace, Rate, read_gaps};
pub use portion::{Cut, Portion, Which};
pub use production::{LONG, MOST_PLACE, PLACE, TABLE_III};
pub use recurring::{PERIODS, Recurring};
pub use spark::read_spark;
pub use swf::{ParallelTrace, read_swf};
pub use swim::{Trace, read_swim};
pub use synthetic::{Synthetic, check_load, check_shape};
pub use table::rows_of;
pub use task_jobs_csv::{read_task_jobs, write_task_jobs};
pub use task_logs::{TaskLog, read_alibaba, read_google, read_tasks};
pub use time::{Unit, is_date, is_value};
pub use traces::{Drawing, TraceLike};
pub use wfcommons::read_wfcommons;

use thiserror::Error;

/// Why a file is not a workload. Every message says where, what was found and what is allowed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorkloadError {
    /// The file has no row.
    #[error("{file}: no jobs: {why}")]
    Empty {
        /// The file's name.
        file: String,
        /// What is missing.
        why: String,
    },
    /// The file is not text.
    #[error("{file}, line {line}: not text (found bytes that are not UTF-8); expected {expected}")]
    Binary {
        /// The file's name.
        file: String,
        /// Line of the first such byte, from 1.
        line: u64,
        /// What the reader expects.
        expected: &'static str,
    },
    /// The file is a table in Parquet, which only the command line reads.
    #[error("{file}: a Parquet file, which the command line reads; expected {expected}")]
    Parquet {
        /// The file's name.
        file: String,
        /// What the reader expects.
        expected: &'static str,
    },
    /// The first line does not name the columns.
    #[error("{file}, line {line}: {found}; the header must name the columns {columns}")]
    Header {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: u64,
        /// What is wrong.
        found: String,
        /// Which columns there are.
        columns: &'static str,
    },
    /// A row has more or fewer cells than it should.
    #[error("{file}, line {line}: {found} columns; expected {expected}")]
    Columns {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: u64,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: String,
    },
    /// A cell holds something it may not.
    #[error("{file}, line {line}: {field} is \"{value}\"; allowed: {allowed}")]
    Value {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: u64,
        /// The column.
        field: &'static str,
        /// What was found.
        value: String,
        /// What may stand there.
        allowed: &'static str,
    },
    /// Something about jobs that wait for each other is not what it may be.
    #[error("{file}, {place}: {found}; allowed: {allowed}")]
    Instance {
        /// The file's name.
        file: String,
        /// The task, the field or the line.
        place: String,
        /// What was found.
        found: String,
        /// What may stand there.
        allowed: &'static str,
    },
    /// Several rows are at fault.
    #[error("{}", several(file, faults, *more))]
    Several {
        /// The file's name.
        file: String,
        /// What is wrong with the first of them.
        faults: Vec<WorkloadError>,
        /// How many there are beyond those.
        more: usize,
    },
    /// Something is wrong with a file that is one of several parts.
    #[error("{error} ({place})")]
    InPart {
        /// What is wrong, in all parts together.
        error: Box<WorkloadError>,
        /// Where that is in its part.
        place: String,
    },
    /// Two rows have the same id.
    #[error("{file}, line {line}: id {id} is already used in line {first}; ids must be unique")]
    DuplicateId {
        /// The file's name.
        file: String,
        /// Line of the second, from 1.
        line: u64,
        /// The id.
        id: String,
        /// Line of the first.
        first: u64,
    },
}

impl WorkloadError {
    /// The line that is at fault, from 1, or the first of several, if it is known.
    pub fn line(&self) -> Option<u64> {
        match self {
            Self::Binary { line, .. }
            | Self::Header { line, .. }
            | Self::Columns { line, .. }
            | Self::Value { line, .. }
            | Self::DuplicateId { line, .. } => Some(*line),
            Self::Instance { place, .. } => place.strip_prefix("line ")?.split([',', ' ']).next()?.parse().ok(),
            Self::Several { faults, .. } => faults.first()?.line(),
            Self::InPart { error, .. } => error.line(),
            Self::Empty { .. } | Self::Parquet { .. } => None,
        }
    }
}

/// One line a fault, of which the first names the file, and the count of the rest.
fn several(file: &str, faults: &[WorkloadError], more: usize) -> String {
    let mut lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    for line in lines.iter_mut().skip(1) {
        *line = line.split_off(file.len() + ", ".len());
    }
    lines.extend((more > 0).then(|| format!("and {more} more")));
    lines.join("\n")
}
