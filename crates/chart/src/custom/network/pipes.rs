//! A few links from one host to another, as pipes: flows fill them as their rates do, and wait before them.

use super::Scene;
use crate::dash::Point;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Rgb, Theme};
use schedscope::sim::brief;
use schedscope_core::pictures::network::Selected;

/// A pipe.
struct Pipe {
    link: u32,
    frame: Frame,
    /// Streams in it, from top to bottom.
    bands: Vec<(usize, Frame)>,
    /// Streams that wait before it, as many as there is room for, and how many more there are.
    waiting: Vec<(usize, Frame)>,
    more: usize,
}

/// Height of the line above a pipe, and of one that waits, at scale 1.
const HEAD: f64 = 22.0;
const LINE: f64 = 21.0;

fn pipes(frame: Frame, scale: f64, scene: &Scene<'_>) -> Vec<Pipe> {
    let px = |length: f64| length * scale;
    let links = &scene.run.timeline.links;
    let all: f64 = links.iter().map(|(.., capacity)| *capacity).sum();
    let (gap, least) = (px(14.0), px(34.0));
    let count = links.len() as f64;
    let room = (frame.height() - (px(HEAD) + gap) * count - px(6.0)).max(least * count);
    let spare = (room - least * count).max(0.0);
    let aside = (frame.width() * 0.27).clamp(px(84.0), px(150.0));
    let mut top = frame.top + px(4.0);
    let pipe = |(link, (.., capacity)): (u32, &(u32, u32, f64))| {
        let high = least + spare * capacity / all;
        let its = Frame {
            left: frame.left + aside + px(26.0),
            top: top + px(HEAD),
            right: frame.right - px(28.0),
            bottom: top + px(HEAD) + high,
        };
        top = its.bottom + gap;
        let mut y = its.top;
        let mut bands = vec![];
        let crowd = scene.now.used[link as usize].max(1.0);
        for stream in &scene.bands {
            let stretch = &scene.now.streams[*stream].0;
            for (_, share) in scene.path(stretch).iter().filter(|(other, _)| *other == link) {
                let bottom = y + stretch.rate * share / capacity / crowd * high;
                bands.push((*stream, Frame { top: y, bottom, ..its }));
                y = bottom;
            }
        }
        let waits: Vec<usize> = (0..scene.now.streams.len())
            .filter(|i| {
                let stretch = &scene.now.streams[*i].0;
                stretch.rate == 0.0 && scene.path(stretch).iter().any(|(other, _)| *other == link)
            })
            .collect();
        let fits = ((high / px(LINE)) as usize).max(1);
        let shown = if waits.len() > fits { fits.saturating_sub(1) } else { waits.len() };
        let place = |(row, stream): (usize, &usize)| {
            let y = its.top + px(LINE) * row as f64;
            (*stream, Frame { left: frame.left + px(4.0), top: y, right: frame.left + aside, bottom: y + px(LINE - 3.0) })
        };
        let waiting = waits.iter().take(shown).enumerate().map(place).collect();
        Pipe { link, frame: its, bands, waiting, more: waits.len() - shown }
    };
    (0..).zip(links).map(pipe).collect()
}

/// What is at a point.
pub fn at((x, y): Point, frame: Frame, scale: f64, scene: &Scene<'_>) -> Option<Selected> {
    let holds = |frame: &Frame| frame.left <= x && x < frame.right && frame.top <= y && y < frame.bottom;
    let pipes = pipes(frame, scale, scene);
    let flow = pipes.iter().flat_map(|pipe| pipe.bands.iter().chain(&pipe.waiting)).find(|(_, frame)| holds(frame));
    let link = || pipes.iter().find(|pipe| holds(&pipe.frame)).map(|pipe| Selected::Link(pipe.link));
    flow.map(|(stream, _)| Selected::Flow(scene.now.streams[*stream].0.flow)).or_else(link)
}

fn boxed(pen: &Pen<'_>, frame: Frame, fill: Rgb, edge: Rgb, width: f64) -> Result<(), ChartError> {
    let hair = pen.px(width).round().max(1.0);
    pen.rect(frame, edge)?;
    pen.rect(frame.within(hair), fill)
}

/// Draws the pipes.
pub fn draw(pen: &Pen<'_>, frame: Frame, scene: &Scene<'_>) -> Result<(), ChartError> {
    let pipes = pipes(frame, pen.scale, scene);
    let (Some(first), Some(last)) = (pipes.first(), pipes.last()) else { return pen.say(frame, "no link to show") };
    let nodes = &scene.run.timeline.nodes;
    let host = |name: &str, left: f64| {
        let frame = Frame { left, top: first.frame.top - pen.px(4.0), right: left + pen.px(20.0), bottom: last.frame.bottom + pen.px(4.0) };
        boxed(pen, frame, pen.theme.ground, pen.theme.muted, 1.5)?;
        pen.text(name, (left + pen.px(10.0), f64::midpoint(frame.top, frame.bottom)), SMALL - 1.0, Side::Middle, pen.theme.ink)
    };
    host(&nodes[0], first.frame.left - pen.px(22.0))?;
    host(nodes.get(1).map_or("", String::as_str), first.frame.right + pen.px(2.0))?;
    pipes.iter().try_for_each(|pipe| self::pipe(pen, frame, pipe, scene, pipes.len() > 1))
}

fn pipe(pen: &Pen<'_>, whole: Frame, pipe: &Pipe, scene: &Scene<'_>, several: bool) -> Result<(), ChartError> {
    let (theme, timeline): (&Theme, _) = (pen.theme, &scene.run.timeline);
    let (used, frame) = (scene.now.used[pipe.link as usize], pipe.frame);
    let (.., capacity) = timeline.links[pipe.link as usize];
    let for_whom = match (several, pipe.link) {
        (false, _) => "",
        (true, 0) => " for short flows",
        (true, _) => " for long flows",
    };
    let name = timeline.link_name(pipe.link);
    let percent = (100.0 * used).round();
    let heads = [
        format!("link {name}{for_whom}, capacity {}: {percent} % used", brief(capacity)),
        format!("{name}{for_whom}: {percent} % used"),
        format!("{name}: {percent} %"),
    ];
    let head = heads.iter().find(|head| pen.width(head, SMALL) <= frame.width()).unwrap_or(&heads[2]);
    pen.text(head, (frame.left, frame.top - pen.px(12.0)), SMALL, Side::Start, theme.muted)?;
    let lit = scene.lit == Some(Selected::Link(pipe.link));
    let edge = Frame { left: frame.left, top: frame.top - pen.px(4.0), right: frame.right, bottom: frame.bottom + pen.px(4.0) };
    if lit {
        let halo = Frame { left: edge.left, top: edge.top - pen.px(2.0), right: edge.right, bottom: edge.bottom + pen.px(2.0) };
        pen.rect(halo, theme.lit)?;
    }
    pen.rect(edge, theme.of_use(used))?;
    pen.rect(frame, theme.ground.mix(theme.grid, 0.6))?;
    let mut filled = frame.top;
    for (stream, band) in &pipe.bands {
        filled = band.bottom;
        self::band(pen, *stream, *band, scene)?;
    }
    // What is not drawn one by one.
    let rest = frame.top + frame.height() * used.min(1.0);
    if rest - filled > pen.px(1.0) && scene.run.is_exact() || !scene.run.is_exact() && used > 0.0 {
        pen.rect(Frame { top: filled, bottom: rest, ..frame }, theme.of_use(used).mix(theme.ground, 0.35))?;
    }
    let size = SMALL - 1.0;
    if !pipe.waiting.is_empty() {
        pen.text("waiting", (whole.left + pen.px(4.0), frame.top - pen.px(12.0)), SMALL, Side::Start, theme.late)?;
    }
    for (stream, place) in &pipe.waiting {
        let (stretch, left) = &scene.now.streams[*stream];
        let flow = scene.flow(stretch.flow);
        let lit = scene.is_lit(stretch.flow);
        boxed(pen, *place, scene.colour(theme, stretch), if lit { theme.ink } else { theme.long }, if lit { 2.0 } else { 1.0 })?;
        let middle = (place.left + pen.px(6.0), f64::midpoint(place.top, place.bottom));
        let words = format!("{}, {} left", flow.name, brief(*left));
        pen.text(
            &pen.shortened(&words, size, place.width() - pen.px(10.0)),
            middle,
            size,
            Side::Start,
            ink(theme, scene.colour(theme, stretch)),
        )?;
    }
    if pipe.more > 0 {
        let y = frame.top + pen.px(LINE) * (pipe.waiting.len() as f64 + 0.4);
        pen.text(&format!("and {} more", pipe.more), (whole.left + pen.px(6.0), y), size, Side::Start, theme.late)?;
    }
    Ok(())
}

/// What can be read on a colour.
fn ink(theme: &Theme, ground: Rgb) -> Rgb {
    let inks = [theme.ink, theme.ground, theme.lit_ink];
    inks.into_iter().max_by(|a, b| a.contrast(ground).total_cmp(&b.contrast(ground))).unwrap_or(theme.ink)
}

fn band(pen: &Pen<'_>, stream: usize, band: Frame, scene: &Scene<'_>) -> Result<(), ChartError> {
    let (theme, every) = (pen.theme, pen.px(34.0));
    let (stretch, left) = &scene.now.streams[stream];
    let colour = scene.colour(theme, stretch);
    let lit = scene.is_lit(stretch.flow);
    if band.height() >= pen.px(3.0) {
        boxed(pen, band, colour, if lit { theme.lit_ink } else { theme.long.mix(theme.ground, 0.3) }, if lit { 2.0 } else { 1.0 })?;
    } else {
        pen.rect(band, colour)?;
    }
    let marks = colour.mix(theme.ground, 0.35);
    let (middle, lean) = (f64::midpoint(band.top, band.bottom), (band.height() * 0.5).min(pen.px(12.0)));
    let mut x = band.left + (scene.moved(&scene.now.streams[stream]) * pen.scale).rem_euclid(every);
    while x < band.right - lean && band.height() >= pen.px(3.0) {
        let inset = pen.px(1.5);
        pen.path(&[(x, band.top + inset), (x + lean, middle), (x, band.bottom - inset)], marks, 2.0)?;
        x += every;
    }
    if band.height() >= pen.px(13.0) {
        let flow = scene.flow(stretch.flow);
        let size = (band.height() / pen.scale * 0.5).clamp(SMALL - 1.0, SMALL + 2.0);
        let name = pen.shortened(&flow.name, size, band.width() * 0.4);
        let words =
            [format!("{} of {} left, rate {}", brief(*left), brief(flow.size), brief(stretch.rate)), format!("{} left", brief(*left))];
        let ink = ink(theme, colour);
        let head = Frame {
            left: band.left + pen.px(3.0),
            top: middle - pen.px(8.0),
            right: band.left + pen.px(11.0) + pen.width(&name, size),
            bottom: middle + pen.px(8.0),
        };
        pen.rect(Frame { top: head.top.max(band.top + 2.0), bottom: head.bottom.min(band.bottom - 2.0), ..head }, colour)?;
        pen.bold(&name, (band.left + pen.px(7.0), middle), size, Side::Start, ink)?;
        let room = band.right - head.right - pen.px(24.0);
        if let Some(words) = words.iter().find(|words| pen.width(words, SMALL) <= room) {
            let wide = pen.width(words, SMALL);
            let cover = Frame {
                left: band.right - wide - pen.px(12.0),
                top: (middle - pen.px(8.0)).max(band.top + 2.0),
                right: band.right - pen.px(3.0),
                bottom: (middle + pen.px(8.0)).min(band.bottom - 2.0),
            };
            pen.rect(cover, colour)?;
            pen.text(words, (band.right - pen.px(7.0), middle), SMALL, Side::End, ink)?;
        }
    }
    Ok(())
}
