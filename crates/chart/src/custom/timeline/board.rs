//! Several timelines in one picture, as the page shows them side by side: for files.

use super::{TimelineContents, TimelineFrame, timeline, timeline_titles};
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, dash};
use schedscope::server::{Timeline, why};
use schedscope::sim::brief;
use schedscope_core::pictures::looks;
use schedscope_core::plot::Look;

/// Height of what stands above and below a timeline.
const HEAD: f64 = 30.0;
const FOOT: f64 = 44.0;
/// Width of the titles, and of what is free left of them.
const TITLES: f64 = 120.0;
const BESIDE: f64 = 10.0;

/// Draws each timeline with the titles of its lanes, the policy's name, its mean sojourn time and why it serves whom at the playhead.
///
/// # Errors
/// If the surface refuses.
pub fn board(pen: &Pen<'_>, timelines: &[&Timeline], frame: &TimelineFrame) -> Result<(), ChartError> {
    let theme = pen.theme;
    let columns = if timelines.len() < 2 { 1 } else { 2 };
    let rows = timelines.len().div_ceil(columns).max(1);
    let looks = looks(&timelines.iter().map(|run| run.policy.choice()).collect::<Vec<_>>());
    let all: Vec<(&Timeline, Look)> = timelines.iter().copied().zip(looks).collect();
    for (pen, (run, look)) in pen.split(rows, columns).iter().zip(all.iter().copied()) {
        pen.clear()?;
        let Frame { left, top, right, bottom } = pen.frame();
        let row = run.policy.row();
        let y = top + pen.px(HEAD / 2.0);
        let sample = [(left + pen.px(10.0), y), (left + pen.px(38.0), y)];
        pen.dashed(&sample, dash::pattern(look.dash), theme.line(look.hue), 3.0)?;
        pen.text(row.name, (left + pen.px(46.0), y), 15.0, Side::Start, theme.ink)?;
        if !frame.hidden {
            let mean = run.jobs.iter().zip(&run.completions).map(|(job, completion)| completion - job.arrival).sum::<f64>();
            let words = format!("mean sojourn {}", brief(mean / run.jobs.len().max(1) as f64));
            pen.text(&words, (right - pen.px(12.0), y), SMALL, Side::End, theme.muted)?;
        }
        let said = format!("t = {}: {}", brief(frame.playhead), why(run, frame.playhead));
        for (line, words) in pen.wrapped(&said, SMALL + 1.0, right - left - pen.px(24.0)).iter().take(2).enumerate() {
            let y = bottom - pen.px(FOOT - 12.0 - 17.0 * line as f64);
            pen.text(words, (left + pen.px(10.0), y), SMALL + 1.0, Side::Start, theme.ink)?;
        }
        let (_, below) = pen.split_down(HEAD);
        let (middle, _) = below.split_down((bottom - top) / pen.scale - HEAD - FOOT);
        let (_, middle) = middle.split_across(BESIDE);
        let (titles, picture) = middle.split_across(TITLES);
        timeline_titles(&titles, (&run.jobs, &run.ids), frame)?;
        let other = all.iter().copied().find(|(other, _)| timelines.len() == 2 && other.policy != run.policy);
        timeline(&picture, TimelineContents { look, other, named: !frame.crowded(), ..TimelineContents::alone(run) }, frame)?;
    }
    Ok(())
}
