//! Spans of time on lanes.

use super::axes::{self, BOTTOM};
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::Scale;
use super::{ChartError, texture};
use schedscope_core::plot::{Axis, Colour, Hue, Spans};

/// Draws into a frame.
pub fn draw(pen: &Pen<'_>, outer: Frame, spans: &Spans) -> Result<(), ChartError> {
    let names = spans.lanes.iter().map(|lane| pen.width(&lane.name, SMALL)).fold(0.0, f64::max);
    let frame = Frame {
        left: outer.left + names + pen.px(14.0),
        top: outer.top + pen.px(4.0),
        right: outer.right - pen.px(10.0),
        bottom: outer.bottom - pen.px(BOTTOM),
    };
    let all = || spans.lanes.iter().flat_map(|lane| &lane.spans);
    let x = axes::scale(&spans.x, all().flat_map(|span| [span.from, span.to]));
    let panel = Panel { frame, x, y: Scale::linear(0.0, spans.lanes.len().max(1) as f64) };
    let across = axes::ticks(&spans.x, &x, axes::most(pen, frame).0);
    axes::draw(pen, &panel, outer, (&spans.x, &across), (&Axis::linear(""), &[]))?;
    let height = frame.height() / spans.lanes.len().max(1) as f64;
    for (i, lane) in spans.lanes.iter().enumerate() {
        let middle = frame.top + height * (i as f64 + 0.5);
        pen.text(&lane.name, (frame.left - pen.px(8.0), middle), SMALL, Side::End, pen.theme.ink)?;
        for span in &lane.spans {
            let full = (height * 0.76).min(pen.px(30.0));
            let foot = middle + full / 2.0;
            let (low, high) = (span.part.0.clamp(0.0, 0.95), span.part.1.clamp(0.05, 1.0));
            let (left, right) = (panel.across(span.from), panel.across(span.to));
            let bar = Frame { left, top: foot - full * high, right, bottom: foot - full * low };
            let colour = pen.theme.job(span.job);
            pen.rect(bar, colour)?;
            let mut ground = colour;
            if span.lost {
                let hair = pen.px(1.5);
                let hole = bar.within(hair);
                ground = pen.theme.ground;
                pen.rect(hole, ground)?;
                texture::stripes(pen, hole, Colour::Hue(Hue::Black))?;
            }
            if !span.lost && pen.width(&span.name, SMALL) <= bar.width() && bar.height() >= pen.px(SMALL) {
                let ink = if ground.contrast(pen.theme.ink) > ground.contrast(pen.theme.ground) { pen.theme.ink } else { pen.theme.ground };
                let at = (f64::midpoint(bar.left, bar.right), f64::midpoint(bar.top, bar.bottom));
                pen.text(&span.name, at, SMALL, Side::Middle, ink)?;
            }
        }
    }
    Ok(())
}
