//! Curves over one coordinate, with bands around them, names beside or on them, and level lines to compare with; beside or
//! below them, where that is asked for, what they leave to one.

use super::dash::{Point, pattern};
use super::labels::{Placer, around};
use super::legend::{DOT, Entry, RING, Sample, WIDTH};
use super::panel::Panel;
use super::pen::{Frame, Pen, Side};
use super::{ChartError, axes, marker};
use schedscope_core::plot::{Axis, Dash, Form, Line, Lines, Names, Style};

/// Curves of so few points have a marker at each.
const FEW: usize = 16;
/// How much a band hides of what is below it.
const COVER: f64 = 0.16;
/// Size of names at the ends of curves.
const NAME: f64 = 12.5;
/// Pixels from one such name to the next.
const APART: f64 = 15.0;
/// Names on curves that a panel may have: those of the curves that rise highest.
const MOST_NAMES: usize = 10;
/// Width and height from which there is room for complements below the curves, and the part of the height that the curves keep.
const TAIL: (f64, f64, f64) = (260.0, 230.0, 0.64);
/// Room between the curves and their complements.
const SPLIT: f64 = 18.0;
/// Width and height from which complements stand beside the curves, each with axes of their own.
const BESIDE: (f64, f64) = (480.0, 170.0);

/// Names and samples of the curves, unless these have them on themselves.
pub fn entries<'a>(lines: &'a Lines) -> Vec<Entry<'a>> {
    if matches!(lines.names, Names::Peaks | Names::Along) {
        return vec![];
    }
    let sample = |line: &Line| match line.form {
        Form::Straight | Form::Steps | Form::Distribution => Sample::Line,
        Form::Rings | Form::Chosen => Sample::Ring,
        Form::Dots => Sample::Dot,
    };
    // One entry says what rings are, whichever lines they belong to.
    let name = |line: &'a Line| if line.form == Form::Rings { "theory" } else { line.name.as_str() };
    lines
        .lines
        .iter()
        .filter(|line| line.form != Form::Chosen)
        .map(|line| Entry { name: name(line), style: line.style, sample: sample(line) })
        .collect()
}

/// Room that names at the ends of the curves need; none if they belong elsewhere.
pub fn ends(pen: &Pen<'_>, lines: &Lines, width: f64) -> Option<f64> {
    let named = || lines.lines.iter().filter(|line| !line.name.is_empty());
    let straight = lines.names == Names::Ends && named().all(|line| line.form == Form::Straight);
    let room = named().map(|line| pen.width(&line.name, NAME)).fold(0.0, f64::max) + pen.px(16.0);
    (straight && named().count() > 1 && room < width * 0.3).then_some(room)
}

/// Draws into a frame; `named` is the room for names at the ends of the curves.
pub fn draw(pen: &Pen<'_>, outer: Frame, lines: &Lines, named: Option<f64>) -> Result<(), ChartError> {
    let roomy = axes::roomy(pen, outer);
    let Panels { whole: (panel, frame), rest } = panels(pen, outer, lines, named);
    let across = axes::ticks(&lines.x, &panel.x, axes::most(pen, panel.frame).0);
    let up = |axis: &Axis, panel: &Panel| axes::ticks(axis, &panel.y, axes::most(pen, panel.frame).1);
    let Some((complement, (other, its))) = lines.complement.as_ref().zip(rest) else {
        axes::draw(pen, &panel, frame, (&lines.x, &across), (&lines.y, &up(&lines.y, &panel)))?;
        let curves = Curves { pen, panel, lines, height: |y| y, roomy, named: true, told: true };
        curves.draw()?;
        return if named.is_some() { curves.names(frame) } else { Ok(()) };
    };
    let beside = is_beside(&panel, &other);
    if beside {
        axes::draw(pen, &panel, frame, (&lines.x, &across), (&lines.y, &up(&lines.y, &panel)))?;
    } else {
        axes::draw_beside(pen, &panel, frame, &across, (&lines.y, &up(&lines.y, &panel)))?;
        pen.level(panel.frame.left, panel.frame.right, panel.frame.bottom, pen.theme.axis, 1.0)?;
    }
    Curves { pen, panel, lines, height: |y| y, roomy, named: beside, told: true }.draw()?;
    axes::draw(pen, &other, its, (&lines.x, &across), (complement, &up(complement, &other)))?;
    Curves { pen, panel: other, lines, height: |y| 1.0 - y, roomy, named: true, told: false }.draw()
}

/// A panel, and the frame that holds it with its axes.
type Framed = (Panel, Frame);

/// Where curves are.
pub struct Panels {
    /// The curves themselves.
    pub whole: Framed,
    /// Their complements, where there is room for these.
    pub rest: Option<Framed>,
}

/// Where the curves are, and beside or below them their complements.
pub fn panels(pen: &Pen<'_>, outer: Frame, lines: &Lines, named: Option<f64>) -> Panels {
    let all = || lines.lines.iter().flat_map(|line| &line.points);
    let ends = || lines.lines.iter().flat_map(|line| &line.band).flat_map(|(low, high)| [*low, *high]);
    let x = || axes::scale(&lines.x, all().map(|(x, _)| *x));
    let y = axes::scale(&lines.y, all().map(|(_, y)| *y).chain(ends()).chain(lines.levels.iter().map(|level| level.value)));
    let rest = |complement: &Axis| axes::scale(complement, all().map(|(_, y)| 1.0 - y));
    if let Some(complement) = lines.complement.as_ref().filter(|_| outer.width() >= pen.px(BESIDE.0) && outer.height() >= pen.px(BESIDE.1))
    {
        let (middle, half) = (f64::midpoint(outer.left, outer.right), pen.px(SPLIT / 2.0));
        let (left, right) = (Frame { right: middle - half, ..outer }, Frame { left: middle + half, ..outer });
        let beside = Panel { frame: axes::inner(pen, right, None), x: x(), y: rest(complement) };
        return Panels { whole: (Panel { frame: axes::inner(pen, left, None), x: x(), y }, left), rest: Some((beside, right)) };
    }
    let frame = axes::inner(pen, outer, named);
    let fits = axes::roomy(pen, outer) && outer.width() >= pen.px(TAIL.0) && frame.height() >= pen.px(TAIL.1);
    let Some(complement) = lines.complement.as_ref().filter(|_| fits) else {
        return Panels { whole: (Panel { frame, x: x(), y }, outer), rest: None };
    };
    let split = frame.top + frame.height() * TAIL.2;
    let below = Panel { frame: Frame { top: split + pen.px(SPLIT / 2.0), ..frame }, x: x(), y: rest(complement) };
    let above = Panel { frame: Frame { bottom: split - pen.px(SPLIT / 2.0), ..frame }, x: x(), y };
    Panels { whole: (above, outer), rest: Some((below, outer)) }
}

/// Whether one panel is beside another.
fn is_beside(panel: &Panel, other: &Panel) -> bool {
    other.frame.left > panel.frame.right
}

/// The position of a curve, and a point on it.
type OnCurve = (usize, Point);

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Position of the curve.
    pub line: usize,
    /// Position of the point on it.
    pub point: usize,
    /// How far it is from where it was looked for, in pixels at scale 1.
    pub apart: f64,
}

/// The point of a curve or dot that is nearest to a place in a frame.
pub fn nearest(pen: &Pen<'_>, outer: Frame, lines: &Lines, named: Option<f64>, at: Point) -> Option<Spot> {
    let Panels { whole: (panel, _), rest } = panels(pen, outer, lines, named);
    let (panel, height): (Panel, fn(f64) -> f64) = match rest {
        Some((other, _)) if other.frame.apart(at) < panel.frame.apart(at) => (other, |y| 1.0 - y),
        _ => (panel, |y| y),
    };
    let on = |line: &Line, i: usize| {
        let (x, y) = line.points[i];
        let place = panel.point(x, height(y));
        let before = i.checked_sub(1).map_or(0.0, |before| line.points[before].1);
        // A curve in steps is upright where it has a point, and level before it.
        let from = match line.form {
            Form::Distribution => panel.point(x, height(before)),
            _ => place,
        };
        let (top, bottom) = (from.1.min(place.1), from.1.max(place.1));
        libm::hypot(place.0 - at.0, (top - at.1).max(at.1 - bottom).max(0.0))
    };
    // What belongs to another curve or is chosen already has no name.
    let named = lines.lines.iter().enumerate().filter(|(_, line)| !line.name.is_empty());
    let spots = named.flat_map(|(line, of)| (0..of.points.len()).map(move |point| (line, point)));
    let spots = spots.map(|(line, point)| Spot { line, point, apart: on(&lines.lines[line], point) / pen.scale });
    spots.filter(|spot| spot.apart.is_finite()).min_by(|a, b| a.apart.total_cmp(&b.apart))
}

/// The curves in a panel.
struct Curves<'a, 'b> {
    pen: &'a Pen<'b>,
    panel: Panel,
    lines: &'a Lines,
    /// What is shown of a value.
    height: fn(f64) -> f64,
    roomy: bool,
    /// Whether names along curves stand here.
    named: bool,
    /// Whether the value that can be moved has its handle here, with what it is.
    told: bool,
}

impl Curves<'_, '_> {
    fn draw(&self) -> Result<(), ChartError> {
        let Self { pen, panel, lines, .. } = self;
        for line in &lines.lines {
            self.band(line)?;
        }
        let pieces: Vec<Vec<Vec<Point>>> = lines.lines.iter().map(|line| self.pieces(line)).collect();
        axes::level(pen, panel, &lines.levels, pieces.iter().flatten())?;
        if lines.diagonal {
            let (from, to) = (panel.x.from.max(panel.y.from), panel.x.to.min(panel.y.to));
            pen.dashed(&[panel.point(from, from), panel.point(to, to)], &[4.0, 3.0], pen.theme.ink, 1.2)?;
        }
        // The unbroken ones first, so that a broken one shows where it runs on another.
        let (solid, broken): (Vec<usize>, Vec<usize>) = (0..pieces.len()).partition(|i| lines.lines[*i].style.dash == Dash::Solid);
        let mut markers: Vec<(Point, Style)> = vec![];
        for i in solid.into_iter().chain(broken) {
            self.curve(&lines.lines[i], &pieces[i])?;
            if self.roomy && lines.lines[i].style.marked {
                markers.extend(self.markers(i, &pieces[i]).into_iter().map(|place| (place, lines.lines[i].style)));
            }
        }
        markers.iter().try_for_each(|(place, style)| marker::draw(pen, *place, *style))?;
        if let Some(now) = lines.now {
            pen.upright(panel.across(now), panel.frame.top, panel.frame.bottom, pen.theme.ink, 1.0)?;
        }
        let told = self.mark()?;
        match lines.names {
            Names::Peaks if self.roomy => self.peaks(&pieces, &markers),
            Names::Along if self.roomy && self.named => self.along(&pieces, &markers, told),
            _ => Ok(()),
        }
    }

    /// The value that can be moved: a line, and where it is taken hold of a handle below, with what it is in the frame that is returned.
    fn mark(&self) -> Result<Option<Frame>, ChartError> {
        let Self { pen, panel, lines, .. } = self;
        let Some((value, name)) = &lines.mark else { return Ok(None) };
        let (Frame { left, right, top, bottom }, x) = (panel.frame, panel.across(*value));
        pen.upright(x, top, bottom, pen.theme.accent, 1.5)?;
        if !self.told {
            return Ok(None);
        }
        pen.dot((x, bottom), 6.0, pen.theme.accent)?;
        pen.dot((x, bottom), 2.5, pen.theme.ground)?;
        let width = pen.width(name, NAME) + pen.px(6.0);
        // Where there is room for neither, on the wider side.
        let after = x + width < right || (x - width < left && right - x >= x - left);
        let (at, side) = if after { (x + pen.px(6.0), Side::Start) } else { (x - pen.px(6.0), Side::End) };
        let gap = pen.px(3.0);
        let (from, to) = if after { (x + gap, x + width) } else { (x - width, x - gap) };
        let told = Frame { left: from, top: bottom - pen.px(22.0), right: to, bottom: bottom - pen.px(7.0) };
        // It interrupts a curve that runs there.
        pen.rect(told, pen.theme.ground)?;
        pen.text(name, (at, bottom - pen.px(14.0)), NAME, side, pen.theme.accent)?;
        Ok(Some(told))
    }

    /// Where the points of a line are that lie in the panel.
    fn places(&self, line: &Line) -> impl Iterator<Item = Point> {
        let Self { panel, height, .. } = self;
        let inside = |part: f64| (-1e-9..=1.0 + 1e-9).contains(&part);
        let within = move |(x, y): &(f64, f64)| x.is_finite() && y.is_finite() && inside(panel.x.place(*x)) && inside(panel.y.place(*y));
        line.points.iter().map(|(x, y)| (*x, height(*y))).filter(within).map(|(x, y)| panel.point(x, y))
    }

    fn curve(&self, line: &Line, pieces: &[Vec<Point>]) -> Result<(), ChartError> {
        let (pen, colour) = (self.pen, self.pen.theme.colour(line.style.colour));
        match line.form {
            Form::Rings => self.places(line).try_for_each(|place| pen.circle(place, RING, colour, WIDTH - 0.5)),
            Form::Dots => self.places(line).try_for_each(|place| pen.dot(place, DOT, colour)),
            Form::Chosen => self.places(line).try_for_each(|place| {
                pen.dot(place, 5.5, pen.theme.lit)?;
                pen.circle(place, 5.5, pen.theme.lit_ink, 1.5)
            }),
            Form::Straight | Form::Steps | Form::Distribution => {
                let width = if self.roomy { WIDTH } else { 1.0 };
                pieces.iter().try_for_each(|piece| pen.dashed(piece, pattern(line.style.dash), colour, width))
            }
        }
    }

    /// Where the line at this position has its markers.
    fn markers(&self, index: usize, pieces: &[Vec<Point>]) -> Vec<Point> {
        let (line, count) = (&self.lines.lines[index], self.lines.lines.len());
        match line.form {
            Form::Rings | Form::Dots | Form::Chosen => vec![],
            Form::Straight if line.points.len() <= FEW => self.places(line).collect(),
            Form::Straight | Form::Steps => self.spots(pieces, index, count),
            Form::Distribution => pieces.iter().flat_map(|piece| marker::places(piece, index, count, self.pen.scale)).collect(),
        }
    }

    /// Where a curve of many points has its markers: at even places across, no two curves at the same.
    fn spots(&self, pieces: &[Vec<Point>], index: usize, count: usize) -> Vec<Point> {
        /// Markers of a curve that spans the panel.
        const MARKERS: usize = 4;
        let frame = self.panel.frame;
        let wanted = (0..MARKERS).map(|k| {
            let part = (k as f64 + (index as f64 + 0.5) / count.max(1) as f64) / MARKERS as f64;
            frame.left + part * frame.width()
        });
        let on = |x: f64| {
            pieces.iter().flat_map(|piece| piece.windows(2)).find(|ends| (ends[0].0..=ends[1].0).contains(&x)).map(|ends| {
                let part = if ends[1].0 > ends[0].0 { (x - ends[0].0) / (ends[1].0 - ends[0].0) } else { 0.0 };
                (x, ends[0].1 + part * (ends[1].1 - ends[0].1))
            })
        };
        wanted.filter_map(on).collect()
    }

    fn band(&self, line: &Line) -> Result<(), ChartError> {
        let Self { pen, panel, height, .. } = self;
        let known = line.points.iter().zip(&line.band).filter(|((x, y), (low, high))| [x, y, low, high].iter().all(|v| v.is_finite()));
        let place = |x: f64, y: f64| (panel.x.place(x), panel.y.place(height(y)));
        let (upper, mut lower): (Vec<Point>, Vec<Point>) = known.map(|((x, _), (low, high))| (place(*x, *high), place(*x, *low))).unzip();
        if upper.len() < 2 {
            return Ok(());
        }
        lower.reverse();
        let visible: Vec<Point> = crop([upper, lower].concat()).into_iter().map(|point| pixel(panel, point)).collect();
        if visible.len() < 3 { Ok(()) } else { pen.veil(&visible, pen.theme.colour(line.style.colour), COVER) }
    }

    /// The visible pieces of a curve in pixels.
    fn pieces(&self, line: &Line) -> Vec<Vec<Point>> {
        let Self { panel, height, .. } = self;
        // What lies on the edge but for rounding lies on it.
        let snap = |part: f64| if (-1e-9..=1.0 + 1e-9).contains(&part) { part.clamp(0.0, 1.0) } else { part };
        let place = |(x, y): (f64, f64)| (x.is_finite() && y.is_finite()).then(|| (snap(panel.x.place(x)), snap(panel.y.place(height(y)))));
        let mut path = Path { panel, least: self.pen.px(0.4), pieces: vec![], end: None };
        let mut before: Option<Point> = None;
        if line.form == Form::Distribution
            && let Some(first) = line.points.iter().find_map(|point| place(*point))
        {
            // Nothing is below the first point: a curve along the lower edge is not drawn, one along the upper edge is.
            let foot = panel.y.place(height(0.0));
            before = Some((if foot > 0.0 { first.0.min(0.0) } else { first.0 }, foot));
        }
        for point in line.points.iter().map(|point| place(*point)) {
            if let (Some(from), Some(to)) = (before, point) {
                if line.form == Form::Straight {
                    path.add(from, to);
                } else {
                    path.add(from, (to.0, from.1));
                    path.add((to.0, from.1), to);
                }
            }
            before = point;
        }
        path.pieces
    }

    /// Names right of the last visible points, moved apart where these lie close to each other.
    fn names(&self, outer: Frame) -> Result<(), ChartError> {
        let Self { pen, panel, lines, .. } = self;
        let end = |line: &Line| Some(*self.pieces(line).last()?.last()?);
        let named = lines.lines.iter().filter(|line| !line.name.is_empty());
        let mut ends: Vec<(Point, &Line)> = named.filter_map(|line| Some((end(line)?, line))).collect();
        ends.sort_by(|(a, _), (b, _)| a.1.total_cmp(&b.1));
        let heights = spread(
            &ends.iter().map(|(at, _)| at.1).collect::<Vec<_>>(),
            pen.px(APART),
            (outer.top + pen.px(NAME / 2.0), panel.frame.bottom),
        );
        for ((at, line), height) in ends.iter().zip(heights) {
            let left = panel.frame.right + pen.px(14.0);
            if (height - at.1).abs() > pen.px(4.0) || at.0 < panel.frame.right - pen.px(4.0) {
                pen.path(&[(at.0 + pen.px(5.0), at.1), (left - pen.px(3.0), height)], pen.theme.axis, 1.0)?;
            }
            pen.text(&line.name, (left, height), NAME, Side::Start, pen.theme.text_colour(line.style.colour))?;
        }
        Ok(())
    }

    /// Points of all curves, evenly along each, with the position of the curve that they are on.
    fn sampled(&self, pieces: &[Vec<Vec<Point>>]) -> Vec<OnCurve> {
        /// Points of a curve.
        const MOST: f64 = 120.0;
        let mut points = vec![];
        for (i, own) in pieces.iter().enumerate().filter(|(i, _)| !matches!(self.lines.lines[*i].form, Form::Rings | Form::Chosen)) {
            let segments = || own.iter().flat_map(|piece| piece.windows(2));
            let length = |ends: &[Point]| libm::hypot(ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
            let every = (segments().map(length).sum::<f64>() / MOST).max(self.pen.px(3.0));
            let mut left = 0.0;
            for ends in segments() {
                let whole = length(ends);
                while left <= whole {
                    let part = if whole > 0.0 { left / whole } else { 0.0 };
                    points.push((i, (ends[0].0 + part * (ends[1].0 - ends[0].0), ends[0].1 + part * (ends[1].1 - ends[0].1))));
                    left += every;
                }
                left -= whole;
            }
        }
        points
    }

    /// Names beside curves, each nearer to its own than to any other; where there is no such place a short line leads from one to the other.
    fn along(&self, pieces: &[Vec<Vec<Point>>], markers: &[(Point, Style)], told: Option<Frame>) -> Result<(), ChartError> {
        /// Points of a curve that are tried, those first that are farthest from all others.
        const TRIED: usize = 16;
        /// Pixels from a curve to a name for which there is no place nearer.
        const AWAY: [f64; 4] = [9.0, 24.0, 48.0, 80.0];
        let Self { pen, panel, lines, .. } = self;
        let (frame, mut placer, r) = (panel.frame, Placer::new(panel.frame), pen.px(5.0));
        told.into_iter().for_each(|told| placer.take(told));
        markers.iter().for_each(|((x, y), _)| placer.take(Frame { left: x - r, top: y - r, right: x + r, bottom: y + r }));
        let points = self.sampled(pieces);
        for group in self.together(&points) {
            let (own, others): (Vec<OnCurve>, Vec<OnCurve>) = points.iter().copied().partition(|(of, _)| group.contains(of));
            let room = |(x, y): Point| {
                let edges = (x - frame.left).min(frame.right - x).min(y - frame.top).min(frame.bottom - y).max(0.0);
                let square = |(u, v): Point| (u - x) * (u - x) + (v - y) * (v - y);
                others.iter().map(|(_, other)| square(*other)).fold(4.0 * edges * edges, f64::min)
            };
            let mut ranked: Vec<(f64, Point)> = own.iter().map(|(_, place)| (room(*place), *place)).collect();
            ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
            let (rows, size) = self.rows(&group);
            let nearest = |of: &[OnCurve], name: &Frame| of.iter().map(|(_, point)| name.apart(*point)).fold(f64::INFINITY, f64::min);
            let rank = |name: &Frame| {
                let (to_own, to_other) = (nearest(&own, name), nearest(&others, name));
                let clear = libm::sqrt(to_other) >= libm::sqrt(to_own) + pen.px(5.0);
                (!clear, points.iter().filter(|(_, point)| name.apart(*point) <= 0.0).count())
            };
            let frames = |tried: usize, distance: f64| {
                ranked.iter().take(tried).flat_map(move |(_, place)| around(*place, size, pen.px(distance))).collect::<Vec<_>>()
            };
            // Where all places near the curve are taken, a name stands farther away.
            let placed = placer.place_by(frames(TRIED, 9.0), rank);
            let placed = placed.or_else(|| AWAY.iter().find_map(|distance| placer.place_by(frames(usize::MAX, *distance), rank)));
            let Some(((led, covered), name)) = placed else { continue };
            let colour = group.first().map_or(pen.theme.ink, |first| pen.theme.text_colour(lines.lines[*first].style.colour));
            if covered > 0 {
                // A name on its own curve interrupts it.
                pen.rect(name, pen.theme.ground)?;
            }
            if led && let Some((_, to)) = own.iter().min_by(|(_, a), (_, b)| name.apart(*a).total_cmp(&name.apart(*b))) {
                let from = (to.0.clamp(name.left, name.right), to.1.clamp(name.top, name.bottom));
                pen.path(&[from, *to], colour, 1.0)?;
                pen.dot(*to, 2.0, colour)?;
            }
            self.write(&rows, (name.left, name.top))?;
        }
        Ok(())
    }

    /// Curves with names, those that lie on each other together.
    fn together(&self, points: &[OnCurve]) -> Vec<Vec<usize>> {
        /// Pixels between curves that look like one, and the part of each that is so near to the other.
        const NEAR: (f64, f64) = (4.0, 0.9);
        let near = self.pen.px(NEAR.0) * self.pen.px(NEAR.0);
        let of = |line: usize| points.iter().filter(move |(of, _)| *of == line).map(|(_, place)| *place);
        let square = |(x, y): Point, (u, v): Point| (u - x) * (u - x) + (v - y) * (v - y);
        let along = |a: usize, b: usize| {
            let beside = of(a).filter(|place| of(b).any(|other| square(*place, other) <= near)).count();
            beside as f64 >= NEAR.1 * of(a).count() as f64
        };
        let mut groups: Vec<Vec<usize>> = vec![];
        for (i, _) in self.lines.lines.iter().enumerate().filter(|(_, line)| !line.name.is_empty()) {
            match groups.iter_mut().find(|group| group.iter().all(|other| along(i, *other) && along(*other, i))) {
                Some(group) => group.push(i),
                None => groups.push(vec![i]),
            }
        }
        groups
    }

    /// The names of curves that are named together, in rows, and how much room they take.
    fn rows(&self, group: &[usize]) -> (Vec<Vec<usize>>, (f64, f64)) {
        let Self { pen, panel, lines, .. } = self;
        let width = |row: &[usize]| {
            row.iter().map(|i| pen.width(&lines.lines[*i].name, NAME)).sum::<f64>() + self.comma() * (row.len().max(1) - 1) as f64
        };
        let mut rows: Vec<Vec<usize>> = vec![];
        for i in group {
            match rows.last_mut().filter(|row| width(&[row, &[*i][..]].concat()) <= 0.5 * panel.frame.width()) {
                Some(row) => row.push(*i),
                None => rows.push(vec![*i]),
            }
        }
        let widest = rows.iter().map(|row| width(row)).fold(0.0, f64::max);
        let high = pen.px(NAME + 2.0) * rows.len() as f64;
        (rows, (widest, high))
    }

    /// Room for what stands between two names.
    fn comma(&self) -> f64 {
        self.pen.width(",", NAME) + self.pen.px(3.0)
    }

    /// Writes names in rows, each in the colour of its curve.
    fn write(&self, rows: &[Vec<usize>], (left, top): Point) -> Result<(), ChartError> {
        let Self { pen, lines, .. } = self;
        for (row, names) in rows.iter().enumerate() {
            let (mut x, y) = (left, top + pen.px(NAME + 2.0) * (row as f64 + 0.5));
            for (place, line) in names.iter().map(|i| &lines.lines[*i]).enumerate() {
                if place > 0 {
                    pen.text(",", (x, y), NAME, Side::Start, pen.theme.muted)?;
                    x += self.comma();
                }
                pen.text(&line.name, (x, y), NAME, Side::Start, pen.theme.text_colour(line.style.colour))?;
                x += pen.width(&line.name, NAME);
            }
        }
        Ok(())
    }

    /// Names of the curves that rise highest, near their peaks or half the way down, where least is covered.
    fn peaks(&self, pieces: &[Vec<Vec<Point>>], markers: &[(Point, Style)]) -> Result<(), ChartError> {
        /// Places along a curve that are tried.
        const TRIED: usize = 60;
        let Self { pen, panel, lines, .. } = self;
        let mut placer = Placer::new(panel.frame);
        let r = pen.px(5.0);
        markers.iter().for_each(|((x, y), _)| placer.take(Frame { left: x - r, top: y - r, right: x + r, bottom: y + r }));
        pieces.iter().flatten().for_each(|piece| placer.avoid(piece, pen.px(6.0)));
        let corners = |pieces: &Vec<Vec<Point>>| {
            let mut corners: Vec<Point> = pieces.iter().flatten().copied().collect();
            corners.sort_by(|a, b| a.1.total_cmp(&b.1));
            if let [top, .., foot] = &corners[..] {
                let (top, foot) = (*top, *foot);
                corners.retain(|corner| corner.1 <= f64::midpoint(top.1, foot.1));
            }
            corners
        };
        let mut named: Vec<(&Line, Vec<Point>)> = lines.lines.iter().zip(pieces.iter().map(corners)).collect();
        named.retain(|(line, corners)| !corners.is_empty() && !line.name.is_empty());
        named.sort_by(|(_, a), (_, b)| a[0].1.total_cmp(&b[0].1));
        for (line, corners) in named.into_iter().take(MOST_NAMES) {
            let size = (pen.width(&line.name, NAME), pen.px(NAME + 2.0));
            let step = corners.len().div_ceil(TRIED).max(1);
            if let Some(frame) = placer.place(corners.into_iter().step_by(step).flat_map(|corner| around(corner, size, pen.px(9.0)))) {
                let at = (frame.left, f64::midpoint(frame.top, frame.bottom));
                pen.text(&line.name, at, NAME, Side::Start, pen.theme.text_colour(line.style.colour))?;
            }
        }
        Ok(())
    }
}

/// Pieces of a curve as far as they lie in a panel.
struct Path<'a> {
    panel: &'a Panel,
    /// Corners that are nearer than this to the one before are left out, but never the last.
    least: f64,
    pieces: Vec<Vec<Point>>,
    /// Where the last piece ends, if what begins there goes on with it.
    end: Option<Point>,
}

impl Path<'_> {
    /// Adds a segment of the unit square.
    fn add(&mut self, from: Point, to: Point) {
        let inside = |(u, v): Point| (0.0..=1.0).contains(&u) && (0.0..=1.0).contains(&v);
        let visible = if inside(from) && inside(to) { Some((from, to)) } else { clip(from, to) };
        let Some((start, end)) = visible else {
            self.end = None;
            return;
        };
        if self.end != Some(start) {
            self.pieces.push(vec![pixel(self.panel, start)]);
        }
        if let Some(piece) = self.pieces.last_mut() {
            let corner = pixel(self.panel, end);
            match &mut piece[..] {
                [.., before, last] if (last.0 - before.0).abs() < self.least && (last.1 - before.1).abs() < self.least => *last = corner,
                _ => piece.push(corner),
            }
        }
        self.end = (end == to).then_some(to);
    }
}

/// A point of the unit square in pixels.
fn pixel(panel: &Panel, (u, v): Point) -> Point {
    (panel.frame.left + u * panel.frame.width(), panel.frame.bottom - v * panel.frame.height())
}

/// The part of a polygon that lies in the unit square (Sutherland & Hodgman).
fn crop(mut polygon: Vec<Point>) -> Vec<Point> {
    let sides: [fn(Point) -> f64; 4] = [|p| p.0, |p| 1.0 - p.0, |p| p.1, |p| 1.0 - p.1];
    for inside in sides {
        let whole = std::mem::take(&mut polygon);
        for (i, &to) in whole.iter().enumerate() {
            let from = whole[(i + whole.len() - 1) % whole.len()];
            let (before, after) = (inside(from), inside(to));
            if (before < 0.0) != (after < 0.0) {
                let part = before / (before - after);
                polygon.push((from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1)));
            }
            if after >= 0.0 {
                polygon.push(to);
            }
        }
    }
    polygon
}

/// The part of a segment that lies in the unit square (Liang & Barsky).
fn clip(from: Point, to: Point) -> Option<(Point, Point)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (step, room) in [(-dx, from.0), (dx, 1.0 - from.0), (-dy, from.1), (dy, 1.0 - from.1)] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enter = enter.max(room / step);
        } else {
            leave = leave.min(room / step);
        }
    }
    let at = |t: f64| {
        if t == 0.0 {
            from
        } else if t == 1.0 {
            to
        } else {
            (from.0 + t * dx, from.1 + t * dy)
        }
    };
    (enter <= leave).then(|| (at(enter), at(leave)))
}

/// Heights near the wanted ones, which ascend, at least `apart` from each other and, where there is room, within limits.
fn spread(wanted: &[f64], apart: f64, (from, to): (f64, f64)) -> Vec<f64> {
    let mut heights = wanted.to_vec();
    // From top to bottom they push each other down, then from bottom to top up again, each time half of what is missing.
    for _ in 0..200 {
        for i in 1..heights.len() {
            let missing = apart - (heights[i] - heights[i - 1]);
            if missing > 0.0 {
                heights[i - 1] -= missing / 2.0;
                heights[i] += missing / 2.0;
            }
        }
        if let Some(first) = heights.first_mut() {
            *first = first.max(from);
        }
        if let Some(last) = heights.last_mut() {
            *last = last.min(to);
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_cut_at_the_edge() {
        assert_eq!(clip((0.0, 0.5), (1.0, 0.5)), Some(((0.0, 0.5), (1.0, 0.5))));
        assert_eq!(clip((0.5, 0.5), (0.5, 2.5)), Some(((0.5, 0.5), (0.5, 1.0))));
        assert_eq!(clip((-1.0, 0.0), (1.0, 1.0)), Some(((0.0, 0.5), (1.0, 1.0))));
        assert_eq!(clip((-1.0, 2.0), (2.0, 2.0)), None);
        assert_eq!(clip((2.0, 0.0), (2.0, 1.0)), None);
    }

    #[test]
    fn polygons_are_cut_at_the_edge() {
        let triangle = crop(vec![(0.0, 0.0), (1.0, 0.0), (1.0, 2.0)]);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)];
        assert!(triangle.len() == 4 && corners.iter().all(|corner| triangle.contains(corner)), "{triangle:?}");
        assert!(crop(vec![(2.0, 0.0), (3.0, 0.0), (3.0, 1.0)]).is_empty() && crop(vec![]).is_empty());
    }

    #[test]
    fn names_are_moved_apart() {
        let heights = spread(&[10.0, 12.0, 13.0, 80.0], 15.0, (0.0, 100.0));
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 14.5), "{heights:?}");
        assert!(heights[0] >= 0.0 && heights[3] <= 100.0);
        assert!(spread(&[], 15.0, (0.0, 100.0)).is_empty());
    }
}
