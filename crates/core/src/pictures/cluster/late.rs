use super::{ClusterRun, ClusterRuns};
use crate::plot::{Axis, Form, Line, Lines, Names, Picture};

/// The number of late phases over time, one line for each policy with a virtual cluster: phases that are complete there
/// but not in the real one, so that the policy can no longer tell them apart by size.
pub fn late(runs: &ClusterRuns) -> Picture {
    let keep: Vec<&ClusterRun> = runs.runs.iter().filter(|run| !run.timeline.late.is_empty()).collect();
    if keep.is_empty() {
        return Picture::note("no policy here has a virtual cluster, so no phase is late");
    }
    let most_of = |run: &ClusterRun| run.timeline.late.iter().map(|(_, phases)| *phases).max().unwrap_or(0);
    let line = |run: &&ClusterRun| {
        let steps = run.timeline.late.iter().map(|(time, phases)| (*time, f64::from(*phases)));
        let points = [(0.0, 0.0)].into_iter().chain(steps).chain([(run.timeline.end(), 0.0)]).filter(|(time, _)| time.is_finite());
        Line::new(format!("{}: at most {}", run.name, most_of(run)), run.look, points.collect()).formed(Form::Steps)
    };
    let most = keep.iter().map(|run| most_of(run)).max().unwrap_or(0);
    // Room for a name above the highest peak.
    let y = Axis { whole: true, ..Axis::linear("late phases").within(0.0, f64::from(most.max(1)) * 1.12) };
    Picture::single("", Lines { names: Names::Peaks, ..Lines::new(runs.time(), y, keep.iter().map(line).collect()) })
}
