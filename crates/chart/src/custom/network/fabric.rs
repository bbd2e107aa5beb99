//! Hosts and switches, and between them a cable as two links side by side: each a line, coloured by its use, and on its outer side the
//! flows that cross it, as wide as their rates.

use super::Scene;
use crate::dash::Point;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Theme};
use schedscope_core::pictures::network::{Schematic, Selected, Shape};

/// Where everything lies.
struct Places<'a> {
    schematic: &'a Schematic,
    scene: &'a Scene<'a>,
    field: Frame,
    scale: f64,
    /// Distance of neighbours.
    gap: f64,
    /// Width of a band at full rate; none where there is no room for any.
    lane: f64,
    /// Width of a link's line.
    line: f64,
}

/// A link in the picture.
struct Segment {
    from: Point,
    /// Its direction, and the one to its right.
    along: Point,
    right: Point,
    length: f64,
}

impl Segment {
    /// The point so far along it and so far to its right.
    fn at(&self, along: f64, right: f64) -> Point {
        (self.from.0 + self.along.0 * along + self.right.0 * right, self.from.1 + self.along.1 * along + self.right.1 * right)
    }

    /// A strip along it, from and to these distances to its right.
    fn strip(&self, from: f64, to: f64) -> [Point; 4] {
        [self.at(0.0, from), self.at(self.length, from), self.at(self.length, to), self.at(0.0, to)]
    }
}

/// A band on a link: which stream, and how far to the right of the link it begins and ends.
#[derive(Clone, Copy)]
struct Band {
    stream: usize,
    from: f64,
    to: f64,
    /// Length of its path before this link, if it has a single one.
    before: f64,
}

impl<'a> Places<'a> {
    fn new(frame: Frame, scale: f64, schematic: &'a Schematic, scene: &'a Scene<'a>) -> Self {
        let px = |length: f64| length * scale;
        let field = if schematic.shape == Shape::Tiers {
            let left = if frame.width() >= px(460.0) { 82.0 } else { 8.0 };
            Frame { left: frame.left + px(left), top: frame.top + px(16.0), right: frame.right - px(8.0), bottom: frame.bottom - px(34.0) }
        } else {
            // As round as there is room.
            let side = frame.height() - px(30.0);
            let spare = ((frame.width() - px(20.0) - side * 1.35) / 2.0).max(0.0);
            Frame {
                left: frame.left + px(10.0) + spare,
                top: frame.top + px(8.0),
                right: frame.right - px(10.0) - spare,
                bottom: frame.top + px(8.0) + side,
            }
        };
        let wide = if schematic.shape == Shape::Tiers { field.width() } else { field.width().min(field.height()) };
        let gap = schematic.gap * wide;
        // Tiers that are close to each other have narrow bands, too.
        let high = if schematic.shape == Shape::Tiers { field.height() / (schematic.tiers.len().max(2) - 1) as f64 } else { gap };
        let lane = (gap * 0.2).min(px(9.0)).min(high * 0.14);
        let lane = if lane < px(2.0) || !scene.run.is_exact() { 0.0 } else { lane };
        let line = if gap < px(8.0) { px(1.0) } else { px(2.5) };
        Self { schematic, scene, field, scale, gap, lane, line }
    }

    fn point(&self, node: u32) -> Point {
        let (x, y) = self.schematic.places[node as usize];
        (self.field.left + x * self.field.width(), self.field.top + y * self.field.height())
    }

    fn segment(&self, link: u32) -> Segment {
        let (from, to, _) = self.scene.run.timeline.links[link as usize];
        let (from, to) = (self.point(from), self.point(to));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = libm::hypot(dx, dy).max(1e-9);
        let along = (dx / length, dy / length);
        Segment { from, along, right: (-along.1, along.0), length }
    }

    /// How far to the right of a link its bands begin.
    fn edge(&self) -> f64 {
        self.line + self.scale * 0.75
    }

    /// The bands on each link that has any.
    fn bands(&self) -> Vec<Vec<Band>> {
        let timeline = &self.scene.run.timeline;
        let mut bands: Vec<Vec<Band>> = vec![vec![]; timeline.links.len()];
        if self.lane == 0.0 {
            return bands;
        }
        for stream in &self.scene.bands {
            let stretch = &self.scene.now.streams[*stream].0;
            let mut before = 0.0;
            for (link, share) in self.scene.path(stretch) {
                let its = &mut bands[*link as usize];
                let from = its.last().map_or_else(|| self.edge(), |last| last.to);
                // More than there is room for is pressed together.
                let crowd = self.scene.now.used[*link as usize].max(1.0);
                let to = from + (stretch.rate * share / timeline.links[*link as usize].2 * self.lane / crowd).max(self.scale * 0.6);
                its.push(Band { stream: *stream, from, to, before });
                before += self.segment(*link).length;
            }
        }
        bands
    }
}

/// What is at a point.
pub fn at(point: Point, frame: Frame, scale: f64, schematic: &Schematic, scene: &Scene<'_>) -> Option<Selected> {
    /// Pixels by which a finger or a pointer may miss.
    const REACH: f64 = 5.0;
    let places = Places::new(frame, scale, schematic, scene);
    let bands = places.bands();
    let mut best: Option<(f64, Selected)> = None;
    for link in 0..scene.run.timeline.links.len() as u32 {
        let segment = places.segment(link);
        let (dx, dy) = (point.0 - segment.from.0, point.1 - segment.from.1);
        let along = dx * segment.along.0 + dy * segment.along.1;
        let right = dx * segment.right.0 + dy * segment.right.1;
        if !(0.0..=segment.length).contains(&along) || right < 0.0 {
            continue;
        }
        let mut meet = |miss: f64, lit: Selected| {
            if miss <= REACH * scale && best.is_none_or(|(other, _)| miss < other) {
                best = Some((miss, lit));
            }
        };
        for band in &bands[link as usize] {
            let miss = (band.from - right).max(right - band.to).max(0.0);
            meet(miss, Selected::Flow(scene.now.streams[band.stream].0.flow));
        }
        meet((right - places.edge()).max(0.0) + 0.1, Selected::Link(link));
    }
    best.map(|(_, lit)| lit)
}

/// Draws the network.
pub fn draw(pen: &Pen<'_>, frame: Frame, schematic: &Schematic, scene: &Scene<'_>) -> Result<(), ChartError> {
    let places = Places::new(frame, pen.scale, schematic, scene);
    tiers(pen, frame, &places)?;
    halo(pen, &places)?;
    lines(pen, &places)?;
    flows(pen, &places)?;
    nodes(pen, &places)?;
    waits(pen, frame, &places)
}

/// What tiers are called.
fn tiers(pen: &Pen<'_>, frame: Frame, places: &Places<'_>) -> Result<(), ChartError> {
    if places.field.left - frame.left < pen.px(40.0) || places.schematic.shape == Shape::Circle {
        return Ok(());
    }
    places.schematic.tiers.iter().try_for_each(|(name, y)| {
        let at = (frame.left + pen.px(4.0), places.field.top + y * places.field.height());
        pen.text(name, at, SMALL - 1.0, Side::Start, pen.theme.muted)
    })
}

/// The path of the flow that is lit, or the link.
fn halo(pen: &Pen<'_>, places: &Places<'_>) -> Result<(), ChartError> {
    let wide = places.edge() + places.lane.max(pen.px(1.5)) + pen.px(1.5);
    for link in places.scene.lit_links() {
        let strip = places.segment(link).strip(-pen.px(0.5), wide);
        pen.polygon(&strip, pen.theme.ground.mix(pen.theme.lit, 0.45))?;
        pen.path(&[strip[3], strip[2]], pen.theme.ink, 1.0)?;
    }
    Ok(())
}

/// Links by their use: the busiest last, so that none hides it.
fn lines(pen: &Pen<'_>, places: &Places<'_>) -> Result<(), ChartError> {
    const LEVELS: f64 = 20.0;
    let used = &places.scene.now.used;
    let level = |link: u32| libm::round(used[link as usize].min(1.0) * LEVELS);
    let mut links: Vec<u32> = (0..used.len() as u32).collect();
    links.sort_by(|a, b| level(*a).total_cmp(&level(*b)));
    for link in links {
        let segment = places.segment(link);
        let middle = places.line / 2.0 + pen.px(0.4);
        let colour = pen.theme.of_use(level(link) / LEVELS);
        pen.path(&[segment.at(0.0, middle), segment.at(segment.length, middle)], colour, places.line / pen.scale)?;
    }
    Ok(())
}

/// Flows as bands, with marks that move as they are sent.
fn flows(pen: &Pen<'_>, places: &Places<'_>) -> Result<(), ChartError> {
    let (theme, scene, every): (&Theme, _, _) = (pen.theme, places.scene, pen.px(13.0));
    let bands = places.bands();
    let all = || (0..).zip(&bands).flat_map(|(link, its)| its.iter().map(move |band| (link, *band)));
    for (link, band) in all() {
        let (stretch, strip) = (&scene.now.streams[band.stream].0, places.segment(link).strip(band.from, band.to));
        pen.polygon(&strip, scene.colour(theme, stretch))?;
        if scene.is_lit(stretch.flow) || (scene.flow(stretch.flow).class.is_short() && band.to - band.from >= pen.px(3.0)) {
            let ink = if scene.is_lit(stretch.flow) { theme.lit_ink } else { theme.long };
            pen.path(&[strip[0], strip[1]], ink, 0.75)?;
            pen.path(&[strip[3], strip[2]], ink, 0.75)?;
        }
    }
    for (link, band) in all().filter(|(_, band)| band.to - band.from >= pen.px(1.4)) {
        let segment = places.segment(link);
        let middle = f64::midpoint(band.from, band.to);
        let lean = (band.to - band.from) * 0.6;
        let mut along = (scene.moved(&scene.now.streams[band.stream]) * pen.scale - band.before).rem_euclid(every);
        while along < segment.length - lean {
            pen.path(&[segment.at(along, band.from), segment.at(along + lean, middle), segment.at(along, band.to)], theme.ground, 1.2)?;
            along += every;
        }
    }
    Ok(())
}

fn nodes(pen: &Pen<'_>, places: &Places<'_>) -> Result<(), ChartError> {
    let (theme, timeline) = (pen.theme, &places.scene.run.timeline);
    let named = places.gap >= pen.px(24.0);
    let ends: Vec<u32> = match places.scene.lit {
        Some(Selected::Flow(flow)) => timeline.flows.get(flow as usize).map(|flow| vec![flow.source, flow.destination]).unwrap_or_default(),
        Some(Selected::Link(link)) => timeline.links.get(link as usize).map(|(from, to, _)| vec![*from, *to]).unwrap_or_default(),
        None => vec![],
    };
    let radius = (places.gap * 0.16 / pen.scale).clamp(1.5, 5.0);
    for (node, name) in (0..).zip(&timeline.nodes) {
        let (x, y) = places.point(node);
        let lit = ends.contains(&node);
        let (edge, fill) = if lit { (theme.ink, theme.lit) } else { (theme.muted, theme.ground) };
        if node < timeline.hosts {
            pen.dot((x, y), radius + 1.0, edge)?;
            pen.dot((x, y), radius, fill)?;
            if named || lit {
                let below = if places.schematic.shape == Shape::Circle && y < f64::midpoint(places.field.top, places.field.bottom) {
                    y - pen.px(radius + 8.0)
                } else {
                    y + pen.px(radius + 8.0)
                };
                let ink = if lit { theme.ink } else { theme.muted };
                pen.text(name, (x, below), SMALL - 2.0, Side::Middle, ink)?;
            }
            continue;
        }
        let (half, high) = if named { (pen.px(11.0), pen.px(7.5)) } else { (pen.px(radius), pen.px(radius)) };
        let hair = pen.px(1.0).round().max(1.0);
        pen.rect(Frame { left: x - half - hair, top: y - high - hair, right: x + half + hair, bottom: y + high + hair }, edge)?;
        pen.rect(Frame { left: x - half, top: y - high, right: x + half, bottom: y + high }, fill)?;
        if named {
            pen.text(name, (x, y), SMALL - 2.0, Side::Middle, if lit { theme.lit_ink } else { theme.ink })?;
        }
    }
    Ok(())
}

/// How many flows wait at each host.
fn waits(pen: &Pen<'_>, frame: Frame, places: &Places<'_>) -> Result<(), ChartError> {
    let timeline = &places.scene.run.timeline;
    let mut waiting = vec![0_u32; timeline.hosts as usize];
    places.scene.waiting().for_each(|(stretch, _)| waiting[timeline.flows[stretch.flow as usize].source as usize] += 1);
    let (size, late) = (SMALL - 1.0, pen.theme.late);
    let tiers = places.schematic.shape == Shape::Tiers;
    let y = places.field.bottom + pen.px(26.0);
    if tiers && places.field.left - frame.left >= pen.px(40.0) && waiting.iter().any(|count| *count > 0) {
        pen.text("waiting", (frame.left + pen.px(4.0), y), size, Side::Start, late)?;
    }
    for (host, count) in (0..).zip(&waiting).filter(|(_, count)| **count > 0) {
        let (x, own) = places.point(host);
        let outwards = if x < f64::midpoint(places.field.left, places.field.right) { -12.0 } else { 12.0 };
        let (x, y) = if tiers { (x, y) } else { (x + pen.px(outwards), own) };
        pen.bold(&count.to_string(), (x, y), size, Side::Middle, late)?;
    }
    Ok(())
}
