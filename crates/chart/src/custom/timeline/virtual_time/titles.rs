//! What stands around the panels: their names beside them, and in files the policy above and its sentence below.

use super::{VirtualContents, VirtualFrame, VirtualLayout, virtual_time};
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, dash};
use schedscope::sim::brief;
use schedscope_core::plot::look_of;

/// What each panel shows, in lines that fit beside it, and in one.
pub(super) fn names(frame: &VirtualFrame) -> [(&'static str, &'static [&'static str], &'static str); 3] {
    let shared: (&[&str], &str) = if frame.weighted {
        (&["remaining size, as", "if all shared the", "server by weight"], "what is left if all shared by weight")
    } else {
        (&["remaining size, as", "if all shared the", "server: 1/n each"], "what is left if all shared")
    };
    let clock: (&[&str], &str) = match (frame.weighted, frame.guessed) {
        (true, _) => (
            &["counts service to", "each, by weight; a", "job ends when it", "shows its ticket:", "clock at arrival", "+ guess ÷ weight"],
            "ticket: clock at arrival + guess ÷ weight",
        ),
        (_, true) => (
            &["counts service to", "each; a job ends", "when it shows its", "ticket: clock at", "arrival + guess"],
            "ticket: clock at arrival + guess",
        ),
        _ => (
            &["counts service to", "each; a job ends", "when it shows its", "ticket: clock at", "arrival + size"],
            "ticket: clock at arrival + size",
        ),
    };
    [
        ("Real", &["remaining size,", "as jobs are served"], "what is left of each job"),
        ("Virtual", shared.0, shared.1),
        ("Virtual clock", clock.0, clock.1),
    ]
}

/// Draws what stands left of the first picture: what each panel is.
///
/// # Errors
/// If the surface refuses.
pub fn virtual_titles(pen: &Pen<'_>, frame: &VirtualFrame) -> Result<(), ChartError> {
    pen.clear()?;
    let whole = pen.frame();
    // Wide enough that the parts are those of the panels.
    let layout = VirtualLayout::of(whole.width().max(pen.px(400.0)), whole.height(), pen.scale);
    for ((name, lines, _), panel) in names(frame).into_iter().zip([layout.real, layout.virtually, layout.clock]) {
        let mut y = panel.top + pen.px(6.0);
        pen.bold(name, (0.0, y), 15.0, Side::Start, pen.theme.ink)?;
        y += pen.px(4.0);
        for line in lines {
            y += pen.px(15.0);
            pen.text(line, (0.0, y), SMALL, Side::Start, pen.theme.muted)?;
        }
    }
    Ok(())
}

/// Draws several of them side by side, each with the policy's name, its mean sojourn time and a sentence: for files.
///
/// # Errors
/// If the surface refuses.
pub fn virtual_board(pen: &Pen<'_>, all: &[(VirtualContents<'_>, String)], frame: &VirtualFrame) -> Result<(), ChartError> {
    /// Heights of what stands above and below a picture, and the width of the titles.
    const AROUND: [f64; 3] = [30.0, 44.0, 130.0];
    let theme = pen.theme;
    let [head, foot, titles] = AROUND;
    for (pen, (contents, sentence)) in pen.split(1, all.len().max(1)).iter().zip(all) {
        pen.clear()?;
        let Frame { left, top, right, bottom } = pen.frame();
        let timeline = contents.timeline;
        let look = look_of(&timeline.policy.choice());
        let y = top + pen.px(head / 2.0);
        pen.dashed(&[(left + pen.px(10.0), y), (left + pen.px(38.0), y)], dash::pattern(look.dash), theme.line(look.hue), 3.0)?;
        pen.text(timeline.policy.row().name, (left + pen.px(46.0), y), 15.0, Side::Start, theme.ink)?;
        let mean = timeline.jobs.iter().zip(&timeline.completions).map(|(job, completion)| completion - job.arrival).sum::<f64>();
        let words = format!("mean sojourn {}", brief(mean / timeline.jobs.len().max(1) as f64));
        pen.text(&words, (right - pen.px(12.0), y), SMALL, Side::End, theme.muted)?;
        let said = format!("t = {}: {sentence}", brief(frame.playhead));
        for (line, words) in pen.wrapped(&said, SMALL + 1.0, right - left - pen.px(24.0)).iter().take(2).enumerate() {
            let y = bottom - pen.px(foot - 12.0 - 17.0 * line as f64);
            pen.text(words, (left + pen.px(10.0), y), SMALL + 1.0, Side::Start, theme.ink)?;
        }
        let (_, below) = pen.split_down(head);
        let (middle, _) = below.split_down((bottom - top) / pen.scale - head - foot);
        let (_, middle) = middle.split_across(10.0);
        let (beside, picture) = middle.split_across(titles);
        virtual_titles(&beside, frame)?;
        virtual_time(&picture, *contents, frame)?;
    }
    Ok(())
}
