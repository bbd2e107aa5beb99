use super::{OrderRun, OrderRuns};
use crate::plot::{Axis, Dash, Form, Line, Lines, Look, Names, Picture, Style};

/// What is loaded again, against how many outputs a cache holds: least recently used as a line, optimal eviction broken.
pub fn reloads(runs: &OrderRuns) -> Picture {
    if runs.runs.is_empty() {
        return Picture::note("no order to show");
    }
    let curve = |run: &OrderRun, which: usize, name: String, dash: Dash| {
        let points = (1..).map(f64::from).zip(run.recording.reloads[which].iter().map(|count| *count as f64));
        let style = Style { dash, ..Style::from(Look { dash, ..run.look }) };
        Line::new(name, style, points.collect()).formed(Form::Straight)
    };
    let lines = runs
        .runs
        .iter()
        .flat_map(|run| [curve(run, 0, run.name.clone(), Dash::Solid), curve(run, 1, format!("{}, optimal", run.name), Dash::Dashed)]);
    let lines: Vec<Line> = lines.collect();
    let last = lines.iter().map(|line| line.points.len()).max().unwrap_or(1).max(2) as f64;
    let most = lines.iter().flat_map(|line| &line.points).map(|(_, count)| *count).fold(1.0, f64::max);
    let x = Axis { whole: true, ..Axis::linear("outputs that the cache holds").briefly("cache").within(1.0, last) };
    let y = Axis { whole: true, ..Axis::linear("reloads of the whole order").briefly("reloads").within(0.0, 1.08 * most) };
    Picture::single("", Lines { names: Names::Beside, ..Lines::new(x, y, lines) })
}
