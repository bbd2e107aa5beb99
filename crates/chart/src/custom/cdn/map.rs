//! Regions as a graph: each dServer a ring that fills as its sessions do, the CDN server a square among them and a strip above, where its
//! queue is. Bands lead from servers to the regions whose users they serve, as wide as these have sessions; what a dServer does
//! for its own region is in its ring. Regions whose dServers help each other stand on one ground.

use super::{Stand, percent};
use crate::dash::Point;
use crate::pen::{Frame, Pen, Side};
use crate::{ChartError, Rgb, Served};
use schedscope::cdn::{Flow, Network, Sample};
use schedscope::sim::brief;
use schedscope_core::pictures::cdn::{CdnRun, CdnRuns, Selected};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Height of the strip of the CDN server, at scale 1.
const STRIP: f64 = 40.0;
/// Width of the widest band.
const WIDEST: f64 = 20.0;
/// Width from which links have their costs.
const ROOMY: f64 = 440.0;
/// How far the ground of a group reaches beyond the middles of its rings, in their radii.
const GROUND: f64 = 1.62;
/// Most bands between dServers that can be followed one by one.
const FOLLOWED: usize = 40;

/// Where servers stand.
struct Nodes {
    regions: Vec<Point>,
    cdn: Point,
    /// Radius of a ring; half the side of the CDN server's square.
    radius: f64,
}

/// Where the map is below the strip.
fn ground(frame: Frame, scale: f64) -> Frame {
    Frame { top: frame.top + STRIP * scale, ..frame }
}

impl Nodes {
    /// Where they are on the map, stretched to the frame, and apart so that rings and names have room.
    fn new(frame: Frame, scale: f64, network: &Network) -> Self {
        let radius = (frame.width().min(frame.height()) / 21.0).clamp(9.0 * scale, 21.0 * scale);
        let beside = (2.0 * radius).max(34.0 * scale);
        let inner = Frame {
            left: frame.left + beside,
            top: frame.top + 1.5 * radius,
            right: frame.right - beside,
            bottom: frame.bottom - 2.4 * radius,
        };
        let all: Vec<[f64; 2]> = network.regions.iter().map(|region| region.at).chain([network.pop]).collect();
        let range = |axis: usize| {
            let values = || all.iter().map(|at| at[axis]);
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
        };
        let [(west, east), (south, north)] = [range(0), range(1)];
        let [across, up] = [(inner.width(), east - west), (inner.height(), north - south)].map(|(room, span)| room / span.max(1e-9));
        // Somewhat stretched where there is room: it is a scheme.
        let even = across.min(up);
        let (across, up) = (across.min(2.2 * even), up.min(1.5 * even));
        let middle = (f64::midpoint(inner.left, inner.right), f64::midpoint(inner.top, inner.bottom));
        let mut places: Vec<Point> = all
            .iter()
            .map(|[x, y]| (middle.0 + (x - f64::midpoint(west, east)) * across, middle.1 - (y - f64::midpoint(south, north)) * up))
            .collect();
        apart(&mut places, radius, inner);
        let cdn = places.pop().unwrap_or(middle);
        Self { regions: places, cdn, radius }
    }

    fn of(&self, server: Option<u8>) -> Point {
        server.and_then(|server| self.regions.get(usize::from(server)).copied()).unwrap_or(self.cdn)
    }
}

/// Pushes places apart that are too near each other; the last is that of the CDN server.
fn apart(places: &mut [Point], radius: f64, inner: Frame) {
    let last = places.len() - 1;
    for _ in 0..80 {
        for b in 1..places.len() {
            for a in 0..b {
                let least = radius * if b == last { 4.3 } else { 3.9 };
                let (x, y) = (places[b].0 - places[a].0, places[b].1 - places[a].1);
                let distance = libm::sqrt(x * x + y * y);
                if distance < least {
                    // Places that fall together part to either side.
                    let (x, y) = if distance > 1e-6 { (x / distance, y / distance) } else { (1.0, 0.0) };
                    let half = (least - distance) / 2.0;
                    places[a] = (places[a].0 - x * half, places[a].1 - y * half);
                    places[b] = (places[b].0 + x * half, places[b].1 + y * half);
                }
            }
        }
        for place in &mut *places {
            *place = (place.0.clamp(inner.left, inner.right.max(inner.left)), place.1.clamp(inner.top, inner.bottom.max(inner.top)));
        }
    }
}

/// What is at a point of a map that is so wide and high, in pixels, with texts of this scale.
pub fn cdn_at(point: (f64, f64), (width, height): (f64, f64), scale: f64, runs: &CdnRuns) -> Option<Selected> {
    let frame = Frame { left: 0.0, top: 0.0, right: width, bottom: height };
    let nodes = Nodes::new(ground(frame, scale), scale, runs.network()?);
    if point.1 < STRIP * scale {
        return Some(Selected::Cdn);
    }
    let apart = |node: Point| libm::hypot(node.0 - point.0, node.1 - point.1);
    let regions = (0..).zip(&nodes.regions).map(|(region, node)| (apart(*node), Selected::Region(region)));
    let nearest = regions.chain([(apart(nodes.cdn), Selected::Cdn)]).min_by(|a, b| a.0.total_cmp(&b.0))?;
    (nearest.0 <= 1.9 * nodes.radius).then_some(nearest.1)
}

/// Draws who serves whom.
///
/// # Errors
/// If the surface refuses.
pub fn cdn_map(pen: &Pen<'_>, runs: &CdnRuns, stand: Stand) -> Result<(), ChartError> {
    pen.clear()?;
    let Some((run, sample)) = runs.runs.get(stand.run).and_then(|run| Some((run, run.at(stand.time)?))) else {
        return pen.say(pen.frame(), "no run to show");
    };
    let network = &run.timeline.network;
    let nodes = Nodes::new(ground(pen.frame(), pen.scale), pen.scale, network);
    let map = Map { pen, runs, run, sample, network, nodes, lit: stand.lit };
    map.hulls()?;
    map.links()?;
    map.flows()?;
    map.regions()?;
    map.cdn()?;
    map.strip()
}

struct Map<'a, 'b> {
    pen: &'a Pen<'b>,
    runs: &'a CdnRuns,
    run: &'a CdnRun,
    sample: &'a Sample,
    network: &'a Network,
    nodes: Nodes,
    lit: Option<Selected>,
}

impl Map<'_, '_> {
    /// The ground of regions whose dServers help each other.
    fn hulls(&self) -> Result<(), ChartError> {
        let (pen, radius) = (self.pen, self.nodes.radius);
        let colour = pen.theme.ground.mix(pen.theme.axis, 0.17);
        let around = GROUND * radius / pen.scale;
        for members in self.runs.clusters.iter().filter(|members| members.len() > 1) {
            let places: Vec<Point> = members.iter().map(|member| self.nodes.regions[usize::from(*member)]).collect();
            for (i, a) in places.iter().enumerate() {
                pen.dot(*a, around, colour)?;
                for b in &places[..i] {
                    pen.path(&[*a, *b], colour, 2.0 * around)?;
                }
            }
            if places.len() > 2 {
                pen.polygon(&hull(places), colour)?;
            }
        }
        Ok(())
    }

    /// Internal links with their costs, those of low priority broken; external ones are bands when they are used.
    fn links(&self) -> Result<(), ChartError> {
        let (pen, theme) = (self.pen, self.pen.theme);
        let (told, colour) = (pen.frame().width() >= pen.px(ROOMY), theme.ground.mix(theme.axis, 0.75));
        for link in &self.network.links {
            let [a, b] = link.ends.map(|end| self.nodes.regions[end]);
            if link.low_priority {
                pen.dashed(&[a, b], &[5.0, 4.0], colour, 1.0)?;
            } else {
                pen.path(&[a, b], colour, 1.0)?;
            }
            if told {
                let price = if link.low_priority { self.network.prices.low_priority } else { self.network.prices.internal };
                let words = brief(price * link.distance);
                self.note(&words, (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1)), 9.5, theme.muted)?;
            }
        }
        Ok(())
    }

    /// A short text on what is below it.
    fn note(&self, words: &str, (x, y): Point, size: f64, colour: Rgb) -> Result<(), ChartError> {
        let (half, high) = (self.pen.width(words, size) / 2.0 + self.pen.px(1.0), self.pen.px(size * 0.58));
        let corners = [(x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high)];
        self.pen.veil(&corners, self.pen.theme.ground, 0.72)?;
        self.pen.text(words, (x, y), size, Side::Middle, colour)
    }

    /// Bands from servers to regions, the widest below. Where there would be too many to follow, those between groups whose dServers
    /// help each other are one band for both ways, and only those of what is lit are drawn singly.
    fn flows(&self) -> Result<(), ChartError> {
        let mut flows: Vec<&Flow> = self.sample.flows.iter().filter(|flow| flow.server != Some(flow.region)).collect();
        flows.sort_by_key(|flow| std::cmp::Reverse(flow.sessions));
        if flows.iter().filter(|flow| flow.server.is_some()).count() > FOLLOWED {
            let (single, together): (Vec<&Flow>, Vec<&Flow>) = flows.into_iter().partition(|flow| self.is_single(flow));
            self.exchanges(&together)?;
            flows = single;
        }
        flows.into_iter().try_for_each(|flow| self.flow(flow))
    }

    /// Whether a flow is drawn by itself even where there are many: it comes from the CDN server, stays in a group, or is lit.
    fn is_single(&self, flow: &Flow) -> bool {
        let lit = matches!(self.lit, Some(Selected::Region(lit)) if flow.region == lit || flow.server == Some(lit));
        flow.server.is_none_or(|server| lit || self.group(server) == self.group(flow.region))
    }

    /// The group of a region, by its position, if it is in one.
    fn group(&self, region: u8) -> Option<usize> {
        self.runs.clusters.iter().position(|members| members.contains(&region))
    }

    /// A band between the grounds of each two groups, as wide as all flows between them: within a ground there is no server at its end.
    fn exchanges(&self, flows: &[&Flow]) -> Result<(), ChartError> {
        let mut sessions: BTreeMap<[usize; 2], u32> = BTreeMap::new();
        for flow in flows {
            if let (Some(from), Some(to)) = (flow.server.and_then(|server| self.group(server)), self.group(flow.region)) {
                *sessions.entry([from.min(to), from.max(to)]).or_default() += flow.sessions;
            }
        }
        let middle = |group: usize| {
            let members = &self.runs.clusters[group];
            let sum = members.iter().map(|member| self.nodes.regions[usize::from(*member)]).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
            (sum.0 / members.len() as f64, sum.1 / members.len() as f64)
        };
        for ([one, other], sessions) in sessions {
            let (a, b) = self.between((one, middle(one)), (other, middle(other)));
            let length = libm::hypot(b.0 - a.0, b.1 - a.1).max(1e-6);
            let half = self.pen.px(WIDEST) * f64::from(sessions) / f64::from(self.runs.widest.max(1)) / 2.0;
            let aside = (-(b.1 - a.1) / length * half, (b.0 - a.0) / length * half);
            let corners = [
                (a.0 + aside.0, a.1 + aside.1),
                (b.0 + aside.0, b.1 + aside.1),
                (b.0 - aside.0, b.1 - aside.1),
                (a.0 - aside.0, a.1 - aside.1),
            ];
            let strength = if self.lit.is_none() { 0.45 } else { 0.15 };
            self.pen.veil(&corners, self.pen.theme.served(Served::Other), strength)?;
        }
        Ok(())
    }

    /// The part of the line between two points of two groups that is on the ground of neither; all of it, where the grounds meet.
    fn between(&self, (one, a): (usize, Point), (other, b): (usize, Point)) -> (Point, Point) {
        /// Places that are looked at.
        const STEPS: u32 = 200;
        let at = |step: u32| {
            let part = f64::from(step) / f64::from(STEPS);
            (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
        };
        let leaves = (0..=STEPS).rev().find(|step| self.is_ground(one, at(*step))).unwrap_or(0);
        let comes = (0..=STEPS).find(|step| self.is_ground(other, at(*step))).unwrap_or(STEPS);
        if leaves < comes { (at(leaves), at(comes)) } else { (a, b) }
    }

    /// Whether a point is on the ground of a group, or on the ring of its only server.
    fn is_ground(&self, group: usize, point: Point) -> bool {
        let places: Vec<Point> = self.runs.clusters[group].iter().map(|member| self.nodes.regions[usize::from(*member)]).collect();
        let around = self.nodes.radius * if places.len() > 1 { GROUND } else { 1.0 };
        let near = |a: Point, b: Point| {
            let (x, y) = (b.0 - a.0, b.1 - a.1);
            let part = ((point.0 - a.0) * x + (point.1 - a.1) * y) / (x * x + y * y).max(1e-9);
            let part = part.clamp(0.0, 1.0);
            libm::hypot(a.0 + x * part - point.0, a.1 + y * part - point.1) <= around
        };
        if places.iter().enumerate().any(|(i, a)| places[..=i].iter().any(|b| near(*a, *b))) {
            return true;
        }
        let corners = if places.len() > 2 { hull(places) } else { vec![] };
        let left = |(a, b): (&Point, &Point)| (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0) >= 0.0;
        corners.len() > 2 && corners.iter().zip(corners.iter().cycle().skip(1)).all(left)
    }

    fn flow(&self, flow: &Flow) -> Result<(), ChartError> {
        let (pen, radius) = (self.pen, self.nodes.radius);
        let (from, to) = (self.nodes.of(flow.server), self.nodes.of(Some(flow.region)));
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let length = libm::hypot(x, y).max(1e-6);
        let aside = (-y / length, x / length);
        // Bands to and fro part.
        let bend = if flow.server.is_some() { 0.14 * length } else { 0.0 };
        let at = |part: f64| {
            let off = bend * 4.0 * part * (1.0 - part);
            (from.0 + x * part + aside.0 * off, from.1 + y * part + aside.1 * off)
        };
        let width = pen.px(WIDEST) * f64::from(flow.sessions) / f64::from(self.runs.widest.max(1));
        let half = width.max(pen.px(0.9)) / 2.0;
        let head = (half * 2.2).max(pen.px(4.0)) / length;
        let (start, end) = (1.0_f64.min(radius / length), (1.0 - 1.25 * radius / length).max(0.1));
        let neck = (end - head).max(start);
        let steps: Vec<f64> = (0..=10).map(|i| start + (neck - start) * f64::from(i) / 10.0).collect();
        let side = |sign: f64, part: f64, far: f64| {
            let ((ax, ay), (bx, by)) = (at(part - 0.01), at(part + 0.01));
            let step = libm::hypot(bx - ax, by - ay).max(1e-9);
            let (x, y) = at(part);
            (x - sign * far * (by - ay) / step, y + sign * far * (bx - ax) / step)
        };
        let tip = half + pen.px(2.0);
        let mut outline: Vec<Point> = steps.iter().map(|part| side(1.0, *part, half)).collect();
        outline.extend([side(1.0, neck, tip), at(end), side(-1.0, neck, tip)]);
        outline.extend(steps.iter().rev().map(|part| side(-1.0, *part, half)));
        let of = self.lit.is_none_or(|lit| match lit {
            Selected::Region(region) => flow.region == region || flow.server == Some(region),
            Selected::Cdn => flow.server.is_none(),
        });
        let by = if flow.server.is_some() { Served::Other } else { Served::Cdn };
        pen.veil(&outline, pen.theme.served(by), if of { 0.85 } else { 0.22 })
    }

    /// A ring for each dServer, its load in it and its name below.
    fn regions(&self) -> Result<(), ChartError> {
        let (pen, theme, radius) = (self.pen, self.pen.theme, self.nodes.radius);
        let group: &[u8] = if let Some(Selected::Region(lit)) = self.lit { self.network.cheapest(usize::from(lit)) } else { &[] };
        for (place, region) in self.network.regions.iter().enumerate() {
            let (at, load) = (self.nodes.regions[place], self.run.load(self.sample, place));
            let lit = self.lit == Some(Selected::Region(place as u8));
            let rim = radius / pen.scale;
            if group.contains(&(place as u8)) {
                pen.dot(at, rim + 4.5, theme.lit_ink)?;
                pen.dot(at, rim + 3.0, theme.lit)?;
            }
            pen.dot(at, rim, if lit { theme.lit } else { theme.ground })?;
            let ring = 0.3 * rim;
            pen.circle(at, rim - ring / 2.0, theme.ground.mix(theme.axis, 0.35), ring)?;
            let part = load.clamp(0.0, 1.0);
            if part > 0.0 {
                let steps = (48.0 * part).ceil().max(2.0) as u32;
                let middle = radius - pen.px(ring) / 2.0;
                let arc = (0..=steps).map(|i| TAU * part * f64::from(i) / f64::from(steps));
                let arc: Vec<Point> = arc.map(|turn| (at.0 + middle * libm::sin(turn), at.1 - middle * libm::cos(turn))).collect();
                pen.path(&arc, theme.load(0.35 + 0.65 * part), ring)?;
            }
            pen.circle(at, rim, theme.axis, 1.0)?;
            let words = if load >= 1.0 { "full".to_owned() } else { format!("{:.0}", (100.0 * load).floor()) };
            let ink = if lit { theme.lit_ink } else { theme.ink };
            let size = (rim * 0.66).clamp(8.0, 12.5);
            if load >= 1.0 {
                pen.bold(&words, at, size - 0.5, Side::Middle, ink)?;
            } else {
                pen.text(&words, at, size, Side::Middle, ink)?;
            }
            self.note(&region.name, (at.0, at.1 + radius + pen.px(8.0)), 11.0, theme.ink)?;
        }
        Ok(())
    }

    /// The square of the CDN server, as full as it is, its name below.
    fn cdn(&self) -> Result<(), ChartError> {
        let (pen, theme, (x, y)) = (self.pen, self.pen.theme, self.nodes.cdn);
        let half = 0.92 * self.nodes.radius;
        let load = self.run.load(self.sample, self.network.regions.len()).clamp(0.0, 1.0);
        let square = |out: f64| Frame { left: x - half - out, top: y - half - out, right: x + half + out, bottom: y + half + out };
        if self.lit == Some(Selected::Cdn) {
            pen.rect(square(pen.px(5.0)), theme.lit_ink)?;
            pen.rect(square(pen.px(3.5)), theme.lit)?;
        }
        pen.rect(square(pen.px(1.5)), theme.ink)?;
        pen.rect(square(0.0), theme.ground)?;
        let fill = theme.load(0.35 + 0.65 * load);
        pen.rect(Frame { top: y + half - 2.0 * half * load, ..square(0.0) }, fill)?;
        let (words, size) = (
            if load >= 1.0 { "full".to_owned() } else { format!("{:.0}", (100.0 * load).floor()) },
            (half / pen.scale * 0.7).clamp(8.0, 12.5),
        );
        let behind = if load > 0.5 { fill } else { theme.ground };
        let ink = if behind.contrast(theme.ink) > behind.contrast(theme.ground) { theme.ink } else { theme.ground };
        pen.bold(&words, (x, y), size, Side::Middle, ink)?;
        self.note("CDN server", (x, y + half + pen.px(9.5)), 11.0, theme.ink)
    }

    /// The load of the CDN server and its queue as two bars.
    fn strip(&self) -> Result<(), ChartError> {
        let (pen, theme) = (self.pen, self.pen.theme);
        let frame = pen.frame();
        let load = self.run.load(self.sample, self.network.regions.len());
        let (top, bottom) = (frame.top + pen.px(20.0), frame.top + pen.px(32.0));
        let (left, right, gap) = (frame.left + pen.px(4.0), frame.right - pen.px(4.0), pen.px(16.0));
        let middle = left + (right - left - gap) * 0.5;
        let bar = Frame { left, top, right: middle, bottom };
        let sessions = self.sample.sessions.last().copied().unwrap_or(0);
        let words = [
            format!("CDN server: {sessions} of {} sessions, {}", self.network.cdn_capacity, percent(load)),
            format!("CDN {sessions} of {}, {}", self.network.cdn_capacity, percent(load)),
            format!("CDN {}", percent(load)),
        ];
        let fits = |words: &&String| pen.width(words, 12.0) <= bar.width();
        let said = words.iter().find(fits).map_or("CDN", String::as_str);
        pen.text(
            said,
            (left, frame.top + pen.px(9.0)),
            12.0,
            Side::Start,
            if self.lit == Some(Selected::Cdn) { theme.ink } else { theme.muted },
        )?;
        pen.rect(bar, theme.ground.mix(theme.axis, 0.3))?;
        pen.rect(Frame { right: left + bar.width() * load.clamp(0.0, 1.0), ..bar }, theme.load(0.35 + 0.65 * load))?;
        let queue = Frame { left: middle + gap, top, right, bottom };
        let waiting = self.sample.queue;
        let words = match (waiting, self.runs.longest) {
            (0, _) => "queue: empty".to_owned(),
            (waiting, most) => format!("queue: {waiting} (most: {most})"),
        };
        let colour = if waiting > 0 { theme.late } else { theme.muted };
        pen.text(&pen.shortened(&words, 12.0, queue.width()), (queue.left, frame.top + pen.px(9.0)), 12.0, Side::Start, colour)?;
        pen.level(queue.left, queue.right, bottom, theme.axis, 1.0)?;
        if waiting > 0 {
            let part = f64::from(waiting) / f64::from(self.runs.longest.max(1));
            let filled = Frame { right: queue.left + (queue.width() * part).max(pen.px(2.0)), ..queue };
            pen.rect(filled, theme.ground.mix(theme.late, 0.25))?;
            pen.hatch(filled, theme.late)?;
        }
        Ok(())
    }
}

/// The convex hull of at least three points (Andrew's chains).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let turns = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) <= 0.0;
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = vec![];
        for point in points {
            while chain.len() > 1 && turns(chain[chain.len() - 2], chain[chain.len() - 1], point) {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let lower = chain(&mut points.iter().copied());
    let upper = chain(&mut points.iter().rev().copied());
    lower.into_iter().chain(upper).collect()
}
