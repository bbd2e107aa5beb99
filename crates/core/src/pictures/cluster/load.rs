use super::{ClusterRun, ClusterRuns};
use crate::plot::{Axis, Form, Line, Lines, Names, Picture};

/// The number of jobs in the cluster over time, one line a policy. The area below a line is the sum of sojourn times.
pub fn load(runs: &ClusterRuns) -> Picture {
    if runs.runs.is_empty() {
        return Picture::note("no run to show");
    }
    let line = |ClusterRun { timeline, name, look, .. }: &ClusterRun| {
        let most = timeline.load.iter().map(|(_, jobs)| *jobs).max().unwrap_or(0);
        let steps = timeline.load.iter().map(|(time, jobs)| (*time, f64::from(*jobs)));
        let points = [(0.0, 0.0)].into_iter().chain(steps).chain([(timeline.end(), 0.0)]).filter(|(time, _)| time.is_finite());
        Line::new(format!("{name}: at most {most}"), *look, points.collect()).formed(Form::Steps)
    };
    // Room for a name above the highest peak.
    let y = Axis { whole: true, ..Axis::linear("jobs in the system").briefly("jobs").within(0.0, f64::from(runs.most.max(1)) * 1.12) };
    let lines = runs.runs.iter().map(line).collect();
    Picture::single("", Lines { names: Names::Peaks, ..Lines::new(runs.time(), y, lines) })
}
