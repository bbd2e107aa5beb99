use super::ClusterRuns;
use crate::plot::{Axis, Line, Lines, Names, Picture, Style};

/// What the policy at this position believes is left of each job's maps: its virtual sizes over time, one line a job.
pub fn believed_sizes(runs: &ClusterRuns, which: usize) -> Picture {
    let Some(run) = runs.runs.get(which) else { return Picture::note("no run to show") };
    if run.timeline.believed.is_empty() {
        return Picture::note(format!("{} does not use job sizes, so it has no virtual sizes", run.name));
    }
    let mut points: Vec<Vec<(f64, f64)>> = vec![vec![]; run.timeline.jobs.len()];
    for snapshot in run.timeline.believed.iter().filter(|snapshot| snapshot.time.is_finite()) {
        for &(job, _, size) in snapshot.sizes.iter().filter(|(_, phase, size)| *phase == 0 && size.is_finite()) {
            if let Some(points) = points.get_mut(job as usize) {
                points.push((snapshot.time, size));
            }
        }
    }
    let colours = runs.colours(which);
    let style = |job: usize| Style::job(colours.get(job).copied().unwrap_or(job));
    let lines = points
        .into_iter()
        .enumerate()
        .map(|(job, points)| Line::new(run.timeline.ids.title(run.timeline.jobs[job].id), style(job), points));
    let y = Axis::linear("virtual size of maps (s)").briefly("size (s)").within(0.0, runs.size * 1.06);
    Picture::single("", Lines { names: Names::Peaks, ..Lines::new(runs.time(), y, lines.collect()) })
}
