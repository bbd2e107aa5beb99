use super::{class_name, class_style};
use crate::experiment::Report;
use crate::pictures::ecdfs;
use crate::plot::{Axis, Line, Picture};

/// The distribution of sojourn times under the policy at this position of a report, one line a size class, over the axis that holds
/// all policies.
pub fn classes(report: &Report, which: usize) -> Picture {
    let Some(row) = report.policies.get(which) else { return Picture::note("no jobs to show") };
    let line = |class: u8, ecdf| Line::ecdf(class_name(class), class_style(class), ecdf);
    let lines = match row.classes() {
        [] => row.figures().map(|all| line(0, &all.sojourn_ecdf)).into_iter().collect(),
        classes => classes.iter().map(|of| line(of.class, &of.figures.sojourn_ecdf)).collect(),
    };
    let x = Axis::logarithmic("sojourn time (s)").briefly("sojourn (s)");
    let all = report.policies.iter().filter_map(|row| Some(&row.figures()?.sojourn_ecdf));
    ecdfs(x, all, lines).map_or_else(|| Picture::note("no jobs to show"), |lines| Picture::single("", lines))
}
