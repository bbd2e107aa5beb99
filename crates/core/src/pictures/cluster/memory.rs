use super::{ClusterRun, ClusterRuns};
use crate::plot::{Axis, Colour, Dash, Form, Hue, Line, Lines, Names, Picture, Style};
use schedscope::cluster::Usage;

/// What is in the memory of a machine under the policy at this position, over time: running tasks and the system, above them
/// suspended tasks in RAM, above them what of these is out. The file-system cache has what is left of RAM.
pub fn memory(runs: &ClusterRuns, which: usize, machine: u32) -> Picture {
    let Some(ClusterRun { timeline, name, .. }) = runs.runs.get(which) else { return Picture::note("no run to show") };
    let (Some(ram), Some(swap), Some(os)) = (timeline.ram, timeline.swap, timeline.os_memory) else {
        return Picture::note(format!("suspended tasks take no room under {name}"));
    };
    let mine: Vec<&Usage> = timeline.memory.iter().filter(|usage| usage.machine == machine).collect();
    let line = |name: &str, hue: Hue, dash: Dash, of: &dyn Fn(&Usage) -> f64| {
        let points = mine.iter().map(|usage| (usage.time, of(usage))).filter(|(time, _)| time.is_finite());
        let points = [(0.0, os)].into_iter().chain(points).chain([(timeline.end(), os)]);
        Line::new(name, Style { colour: Colour::Hue(hue), dash, marked: false }, points.collect()).formed(Form::Steps)
    };
    let lines = vec![
        line("and swapped out", Hue::Vermilion, Dash::Dotted, &|usage| os + usage.running + usage.suspended + usage.swapped),
        line("and suspended, in RAM", Hue::Orange, Dash::Dashed, &|usage| os + usage.running + usage.suspended),
        line("system and running tasks", Hue::Blue, Dash::Solid, &|usage| os + usage.running),
    ];
    let most = mine.iter().map(|usage| os + usage.running + usage.suspended + usage.swapped).fold(ram, f64::max);
    let y = Axis::linear("memory (GB)").briefly("GB").within(0.0, most * 1.12);
    let lines = Lines { names: Names::Beside, ..Lines::new(runs.time(), y, lines) }.level(ram, "RAM");
    let with_swap = ram + swap;
    Picture::single("", if with_swap <= most * 1.12 { lines.level(with_swap, "RAM and swap") } else { lines })
}
