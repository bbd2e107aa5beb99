//! The candidate graph: the sets that A* has opened, a column for each number of executed tasks.

use crate::ChartError;
use crate::pen::{Frame, Pen, SMALL, Side};
use schedscope::sim::brief;
use schedscope_core::pictures::ordering::{Node, Search};

/// Draws what is known after so many expansions.
///
/// # Errors
/// If the surface refuses.
pub fn order_search(pen: &Pen<'_>, (search, names): (&Search, &[String]), expansions: u32) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.clear()?;
    let frame = pen.frame();
    let (head, air) = (pen.px(18.0), pen.px(3.0));
    let field = Frame { left: frame.left + air, top: frame.top + head, right: frame.right - air, bottom: frame.bottom - air };
    let (across, down) = (field.width() / f64::from(search.columns), field.height() / f64::from(search.rows.max(1)));
    let (width, height) = ((0.8 * across).min(pen.px(118.0)), (0.8 * down).min(pen.px(38.0)));
    let place = |node: &Node| {
        let (x, y) = (field.left + node.spot.0 * field.width(), field.top + node.spot.1 * field.height());
        Frame {
            left: (x - width / 2.0).round(),
            top: (y - height / 2.0).round(),
            right: (x + width / 2.0).round(),
            bottom: (y + height / 2.0).round(),
        }
    };
    for column in 0..search.columns {
        let x = field.left + (f64::from(column) + 0.5) * across;
        let words = if column == 0 { "0 done".to_owned() } else { column.to_string() };
        pen.text(&words, (x, frame.top + pen.px(9.0)), SMALL - 1.0, Side::Middle, theme.muted)?;
    }
    let done = expansions as usize >= search.expanded.len();
    let next = search.expanded.get(expansions as usize).copied();
    let kept = |from: usize, to: usize| done && search.nodes[from].kept && search.nodes[to].kept;
    let mut ways: Vec<_> = search.ways.iter().filter(|way| way.after <= expansions).collect();
    ways.sort_by_key(|way| kept(way.from, way.to));
    for way in ways {
        let (from, to) = (place(&search.nodes[way.from]), place(&search.nodes[way.to]));
        let ends = [(from.right, f64::midpoint(from.top, from.bottom)), (to.left, f64::midpoint(to.top, to.bottom))];
        let best = kept(way.from, way.to);
        pen.path(&ends, if best { theme.accent } else { theme.pale }, if best { 2.4 } else { 1.0 })?;
        let words = &names[way.task as usize];
        if pen.width(words, SMALL - 1.0) > (ends[1].0 - ends[0].0) * 0.8 {
            continue;
        }
        // On the way, nearer to its end, where ways part.
        let at = (ends[0].0 + 0.62 * (ends[1].0 - ends[0].0), ends[0].1 + 0.62 * (ends[1].1 - ends[0].1));
        let half = pen.width(words, SMALL - 1.0) / 2.0 + pen.px(1.0);
        pen.rect(Frame { left: at.0 - half, right: at.0 + half, top: at.1 - pen.px(6.0), bottom: at.1 + pen.px(6.0) }, theme.ground)?;
        pen.text(words, at, SMALL - 1.0, Side::Middle, if best { theme.accent } else { theme.muted })?;
    }
    for (at, node) in search.nodes.iter().enumerate() {
        let Some((cost, bound)) = node.promise(expansions) else { continue };
        let expanded = search.is_expanded(at, expansions);
        let (fill, edge, ink) = match () {
            () if next == Some(at) => (theme.lit, theme.lit_ink, crate::Rgb(0x1b, 0x1f, 0x24)),
            () if done && node.kept => (theme.ground.mix(theme.accent, 0.14), theme.accent, theme.ink),
            () if expanded => (theme.short, theme.long, theme.ink),
            () => (theme.ground, theme.axis, theme.ink),
        };
        let frame = place(node);
        let line = pen.px(if next == Some(at) { 2.0 } else { 1.0 }).round().max(1.0);
        pen.rect(frame, edge)?;
        pen.rect(frame.within(line), fill)?;
        let (x, y) = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        let room = frame.width() - pen.px(4.0);
        let total = format!("{} + {} = {}", brief(cost), brief(bound), brief(cost + bound));
        let total = if pen.width(&total, SMALL - 1.0) <= room { total } else { format!("f {}", brief(cost + bound)) };
        let ready: Vec<&str> = node.ready.iter().map(|task| names[*task as usize].as_str()).collect();
        let label = if ready.is_empty() { "all done".to_owned() } else { format!("{{{}}}", ready.join(", ")) };
        if frame.height() >= pen.px(28.0) {
            pen.text(&pen.shortened(&label, SMALL - 1.0, room), (x, y - pen.px(7.0)), SMALL - 1.0, Side::Middle, ink)?;
            pen.bold(&pen.shortened(&total, SMALL - 1.0, room), (x, y + pen.px(7.0)), SMALL - 1.0, Side::Middle, ink)?;
        } else if frame.height() >= pen.px(11.0) {
            pen.bold(&pen.shortened(&total, SMALL - 2.0, room), (x, y), SMALL - 2.0, Side::Middle, ink)?;
        }
    }
    Ok(())
}
