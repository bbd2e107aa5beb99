//! Who served the requests, as a bar for each policy: its own dServer, another one, the CDN server at once, and after its queue.

use super::percent;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Served, dash};
use schedscope_core::pictures::cdn::Shares;

/// Height of a row at most, and of what is below them, at scale 1.
const ROW: f64 = 44.0;
const BOTTOM: f64 = 24.0;

/// Draws them.
///
/// # Errors
/// If the surface refuses.
pub fn cdn_served(pen: &Pen<'_>, shares: &[Shares]) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.clear()?;
    let whole = pen.frame();
    let longest = shares.iter().map(|share| pen.width(&share.name, SMALL)).fold(0.0, f64::max);
    let left = (longest + pen.px(42.0)).min(whole.width() * 0.4);
    let inner = Frame { left: whole.left + left, top: whole.top, right: whole.right - pen.px(20.0), bottom: whole.bottom - pen.px(BOTTOM) };
    let row = (inner.height() / shares.len().max(1) as f64).min(pen.px(ROW));
    let foot = inner.top + row * shares.len() as f64;
    let across = |part: f64| inner.left + inner.width() * part.clamp(0.0, 1.0);
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        pen.upright(across(part), inner.top, foot, theme.grid, 1.0)?;
        pen.text(&percent(part), (across(part), foot + pen.px(12.0)), SMALL, Side::Middle, theme.muted)?;
    }
    for (i, share) in shares.iter().enumerate() {
        let top = inner.top + row * i as f64;
        let (top, bottom) = (top + (row * 0.14).min(pen.px(6.0)), top + row - (row * 0.14).min(pen.px(6.0)));
        let y = f64::midpoint(top, bottom);
        let stroke = [(whole.left + pen.px(2.0), y), (whole.left + pen.px(28.0), y)];
        pen.dashed(&stroke, dash::pattern(share.look.dash), theme.line(share.look.hue), 3.0)?;
        let name = pen.shortened(&share.name, SMALL, left - pen.px(40.0));
        pen.text(&name, (whole.left + pen.px(34.0), y), SMALL, Side::Start, theme.text(share.look.hue))?;
        let at_once = share.cdn - share.postponed;
        let mut from = 0.0;
        for (by, part) in [(Served::Local, share.local), (Served::Other, share.others), (Served::Cdn, at_once)] {
            let frame = Frame { left: across(from), top, right: across(from + part), bottom };
            let colour = theme.served(by);
            pen.rect(frame, colour)?;
            let words = percent(part);
            let ink = if colour.contrast(theme.ink) > colour.contrast(theme.ground) { theme.ink } else { theme.ground };
            if pen.width(&words, SMALL) + pen.px(6.0) <= frame.width() && bottom - top >= pen.px(13.0) {
                pen.text(&words, (f64::midpoint(frame.left, frame.right), y), SMALL, Side::Middle, ink)?;
            }
            from += part;
        }
        let waited = Frame { left: across(from), top, right: across(from + share.postponed), bottom };
        pen.rect(waited, theme.ground.mix(theme.late, 0.18))?;
        pen.hatch(waited, theme.late)?;
        let words = percent(share.postponed);
        if pen.width(&words, SMALL) + pen.px(14.0) <= waited.width() && bottom - top >= pen.px(13.0) {
            let (x, half) = (f64::midpoint(waited.left, waited.right), pen.width(&words, SMALL) / 2.0 + pen.px(3.0));
            pen.rect(Frame { left: x - half, right: x + half, top: y - pen.px(8.0), bottom: y + pen.px(8.0) }, theme.ground)?;
            pen.text(&words, (x, y), SMALL, Side::Middle, theme.late)?;
        }
        if let Some(interval) = share.interval.filter(|interval| interval.high > interval.low) {
            let (low, high) = (across(interval.low), across(interval.high));
            pen.level(low, high, y, theme.ground, 5.0)?;
            pen.level(low, high, y, theme.ink, 2.0)?;
            for x in [low, high] {
                pen.upright(x, y - pen.px(4.0), y + pen.px(4.0), theme.ink, 2.0)?;
            }
        }
    }
    Ok(())
}
