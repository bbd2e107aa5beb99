//! How many jobs there are over the whole run, a line a policy, on an axis of logarithms: what is to come is pale.

use crate::dash::{Point, pattern};
use crate::pen::{Frame, Pen, Side};
use crate::{ChartError, Rgb};
use schedscope_core::plot::Look;

/// The number of jobs under a policy.
#[derive(Clone, Copy, Debug)]
pub struct RaceLine<'a> {
    /// At even steps of time.
    pub counts: &'a [u32],
    /// Steps in which a late job holds back many others, from the first to the one after the last.
    pub blocks: &'a [(usize, usize)],
    /// How the policy is drawn.
    pub look: Look,
}

/// Room for the marks of late jobs, at scale 1.
const MARKS: f64 = 6.0;
/// How much of the ground is mixed into what is to come.
const PALE: f64 = 0.68;

/// Draws the lines from the first step to the last of so many, the playhead at one of them. The axis of time ends `inset` pixels from both
/// edges at scale 1, and the first step is after this part of it.
///
/// # Errors
/// If the surface refuses.
pub fn race_history(
    pen: &Pen<'_>,
    lines: &[RaceLine<'_>],
    (now, steps): (usize, usize),
    (inset, first): (f64, f64),
) -> Result<(), ChartError> {
    let (whole, theme) = (pen.frame(), pen.theme);
    let frame = Frame { left: pen.px(inset), right: whole.right - pen.px(inset), top: pen.px(MARKS), ..whole };
    pen.rect(whole, theme.ground)?;
    pen.rect(frame, theme.ground.mix(theme.grid, 0.45))?;
    let most = lines.iter().flat_map(|line| line.counts).copied().max().unwrap_or(0);
    let height = |count: u32| libm::log1p(f64::from(count)) / libm::log1p(f64::from(most.max(1)));
    let place = |step: usize, count: u32| -> Point {
        let across = frame.left + frame.width() * (first + (1.0 - first) * step as f64 / steps.max(1) as f64);
        (across, frame.bottom - pen.px(1.0) - height(count) * (frame.height() - pen.px(2.0)))
    };
    for line in lines {
        let all: Vec<Point> = line.counts.iter().enumerate().map(|(step, count)| place(step, *count)).collect();
        let colour = theme.line(line.look.hue);
        let cut = (now + 1).min(all.len());
        let draw = |points: &[Point], colour: Rgb| pen.dashed(points, pattern(line.look.dash), colour, 1.5);
        draw(&all[cut.saturating_sub(1)..], colour.mix(theme.ground, PALE))?;
        draw(&all[..cut], colour)?;
        for (from, to) in line.blocks {
            let (left, right) = (place(*from, 0).0, place(*to, 0).0.max(place(*from, 0).0 + pen.px(1.0)));
            let colour = if *from <= now { theme.late } else { theme.late.mix(theme.ground, PALE) };
            pen.rect(Frame { left, right, top: 0.0, bottom: pen.px(MARKS - 1.0) }, colour)?;
        }
    }
    for count in [10, 100, 1000, 10_000].into_iter().filter(|count| *count < most) {
        let y = place(0, count).1;
        pen.text(&count.to_string(), (frame.left + pen.px(3.0), y), 10.0, Side::Start, theme.muted)?;
    }
    pen.upright(place(now, 0).0, 0.0, frame.bottom, theme.ink, 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, Theme, native};
    use schedscope_core::plot::{Dash, Hue};

    #[test]
    fn it_is_drawn_wherever_the_playhead_is() {
        let counts: Vec<u32> = (0..=1000).map(|step| step * step % 700).collect();
        let line = RaceLine { counts: &counts, blocks: &[(10, 12), (900, 901)], look: Look { hue: Hue::Blue, dash: Dash::Solid } };
        for now in [0, 11, 1000, 5000] {
            for size in [(1, 1), (214, 34), (980, 60)] {
                native::svg(size, Theme::of(Mode::Dark), |pen| race_history(pen, &[line], (now, 1000), (8.0, 0.1))).unwrap();
            }
        }
        native::svg((200, 40), Theme::of(Mode::Light), |pen| race_history(pen, &[], (0, 0), (8.0, 0.0))).unwrap();
    }
}
