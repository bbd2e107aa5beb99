use super::DatacenterRuns;
use crate::experiment::Report;
use crate::pictures::ecdfs;
use crate::plot::{Axis, Line, Picture};

/// The distribution of completion times of the jobs of one class, one line a policy.
pub fn completion_times(report: &Report, runs: &DatacenterRuns, class: u8) -> Picture {
    let rows = report.policies.iter().zip(&runs.runs);
    let of_class = rows.filter_map(|(row, run)| Some((run, &row.class(class)?.sojourn_ecdf)));
    let (all, lines): (Vec<_>, Vec<_>) = of_class.map(|(run, ecdf)| (ecdf, Line::ecdf(run.name.as_str(), run.look, ecdf))).unzip();
    let x = Axis::logarithmic("completion time (s)").briefly("completion (s)");
    ecdfs(x, all.into_iter(), lines).map_or_else(|| Picture::note("no jobs of this class"), |lines| Picture::single("", lines))
}
