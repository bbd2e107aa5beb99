//! Where the rank of a job rises, stays and falls.
//!
//! A curve is looked at window by window, each twice as long as all before it, and only as far as the job has come or is asked
//! about: so nothing that is found depends on the job's size. In a window the curve is cut where a kink or a jump is (some number
//! that [`Curve::kinks`] visits changes its sign, or the rank becomes infinite or NaN), found to the last bit by bisection, and at
//! its local extremes, found by golden section. What remains are [`Piece`]s on which the rank rises, stays or falls.

mod numbers;
mod scan;

pub use numbers::zero;

use super::{Curve, same};
use crate::formula::Shape;
use crate::sim::TIE;
use numbers::crossing;
use scan::Signs;

/// Most pieces of one job.
const MOST: u32 = 5000;
/// Differences of ranks below this fraction of them are rounding.
pub const GRAIN: f64 = 8.0 * f64::EPSILON;
/// How far a straight piece may be from straight, relative to its ranks.
const BEND: f64 = 1e-14;
const NONE: u32 = u32::MAX;

/// What the rank does while the job is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    Rising,
    Staying,
    Falling,
    /// It is NaN.
    Lost,
    /// There are more than [`MOST`] pieces.
    Wild,
}

/// A part of a curve.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Ages; the next piece begins at `to` or, after a jump, at the next number there is.
    pub from: f64,
    pub to: f64,
    /// Ranks at these ages.
    pub first: f64,
    pub last: f64,
    pub course: Course,
    /// Its slope if it is straight.
    pub slope: Option<f64>,
}

impl Piece {
    /// The age in `[from, to]` at which a rising piece has this rank.
    pub fn age_of(&self, curve: &impl Curve, from: f64, to: f64, rank: f64) -> f64 {
        let age = match self.slope {
            Some(slope) if self.from + (rank - self.first) / slope <= self.to => self.from + (rank - self.first) / slope,
            Some(slope) => self.to - (self.last - rank) / slope,
            None => crossing(curve, from, to, rank),
        };
        // The end but for rounding is the end: a job there rises no more.
        let ends = self.slope.is_some() && same(rank, self.last) && self.to - age <= TIE * self.to;
        if ends { to } else { age.max(from).min(to) }
    }
}

/// Whether curves of a shape need not be looked at.
fn one_piece(shape: Shape) -> bool {
    matches!(shape, Shape::Constant | Shape::Falling | Shape::Line)
}

#[derive(Clone, Copy, Debug)]
struct Node {
    piece: Piece,
    next: u32,
}

/// The pieces of one job from its present age on.
#[derive(Clone, Copy, Debug)]
pub struct Track {
    head: u32,
    tail: u32,
    /// How long the first window is, and up to which age there are pieces.
    unit: f64,
    scanned: f64,
    count: u32,
    /// First rank and slope of a straight curve, once they are known.
    line: Option<(f64, f64)>,
}

impl Track {
    /// Of a job of which nothing is known but about how large it may be.
    pub fn new(about: f64) -> Self {
        let unit = if about > 0.0 && about.is_finite() { about } else { 1.0 };
        Self { head: NONE, tail: NONE, unit, scanned: 0.0, count: 0, line: None }
    }
}

/// Finds pieces and holds those of all jobs.
#[derive(Debug)]
pub struct Pieces {
    shape: Shape,
    nodes: Vec<Node>,
    free: u32,
    /// Ages looked at, and ranks there; signs before and after a cut, and in between.
    ages: Vec<f64>,
    points: Vec<(f64, f64)>,
    before: Signs,
    after: Signs,
    between: Signs,
}

impl Pieces {
    pub fn new(shape: Shape, room: usize) -> Self {
        let few = 64;
        let nodes = Vec::with_capacity(if one_piece(shape) { 0 } else { 2 * room });
        let signs = || Signs::with_capacity(few);
        let (ages, points) = (Vec::with_capacity(few), Vec::with_capacity(few));
        Self { shape, nodes, free: NONE, ages, points, before: signs(), after: signs(), between: signs() }
    }

    /// The piece on which a job of this age will be if it is served.
    pub fn at(&mut self, curve: &impl Curve, track: &mut Track, age: f64) -> Piece {
        if one_piece(self.shape) {
            return self.known(curve, track);
        }
        loop {
            if track.head == NONE {
                self.extend(curve, track);
            }
            let node = self.nodes[track.head as usize];
            if age < node.piece.to || matches!(node.piece.course, Course::Lost | Course::Wild) {
                return node.piece;
            }
            if node.next == NONE {
                // A straight piece may go on in the next window.
                self.extend(curve, track);
            } else {
                self.drop_head(track);
            }
        }
    }

    /// The piece of a curve of a known shape: it has but one.
    fn known(&self, curve: &impl Curve, track: &mut Track) -> Piece {
        let (first, slope) = *track.line.get_or_insert_with(|| {
            let first = curve.rank(0.0);
            // Far enough for whatever it begins with to be small beside it.
            let far = track.unit.max(1.0) * 1e18;
            (first, if self.shape == Shape::Line { (curve.rank(far) - first) / far } else { 0.0 })
        });
        let (course, last) = match self.shape {
            Shape::Constant => (Course::Staying, first),
            Shape::Falling => (Course::Falling, f64::NEG_INFINITY),
            _ => (Course::Rising, f64::INFINITY),
        };
        Piece { from: 0.0, to: f64::INFINITY, first, last, course, slope: (course == Course::Rising).then_some(slope) }
    }

    /// Visits the piece on which the job is and those after it, until the visitor has found what it looks for.
    pub fn walk<R>(&mut self, curve: &impl Curve, track: &mut Track, age: f64, mut visit: impl FnMut(&Piece) -> Option<R>) -> Option<R> {
        let piece = self.at(curve, track, age);
        if let found @ Some(_) = visit(&piece) {
            return found;
        }
        if one_piece(self.shape) {
            return None;
        }
        let mut here = track.head;
        loop {
            while self.nodes[here as usize].next == NONE {
                if matches!(self.nodes[here as usize].piece.course, Course::Lost | Course::Wild) {
                    return None;
                }
                let to = self.nodes[here as usize].piece.to;
                self.extend(curve, track);
                // The piece itself may have become longer.
                let piece = self.nodes[here as usize].piece;
                if piece.to > to
                    && let found @ Some(_) = visit(&piece)
                {
                    return found;
                }
            }
            here = self.nodes[here as usize].next;
            if let found @ Some(_) = visit(&self.nodes[here as usize].piece) {
                return found;
            }
        }
    }

    /// The job leaves its piece at an age that cannot be told from the piece's end, and is on the next one from there on.
    pub fn pass(&mut self, curve: &impl Curve, track: &mut Track, age: f64) {
        let Piece { to, .. } = self.at(curve, track, age);
        let next = self.at(curve, track, to);
        if next.from == to {
            self.nodes[track.head as usize].piece.from = age;
        }
    }

    /// The job has left.
    pub fn release(&mut self, track: &mut Track) {
        while track.head != NONE {
            self.drop_head(track);
        }
    }

    fn drop_head(&mut self, track: &mut Track) {
        let head = track.head;
        let node = &mut self.nodes[head as usize];
        track.head = std::mem::replace(&mut node.next, self.free);
        self.free = head;
        if track.head == NONE {
            track.tail = NONE;
        }
    }

    fn push(&mut self, track: &mut Track, piece: Piece) {
        if let Some(last) = self.nodes.get_mut(track.tail as usize) {
            let alike = match (last.piece.slope, piece.slope) {
                (Some(a), Some(b)) => (a - b).abs() <= 16.0 * BEND * a.abs().max(b.abs()),
                _ => false,
            };
            if last.piece.to == piece.from && last.piece.course == piece.course && alike {
                (last.piece.to, last.piece.last) = (piece.to, piece.last);
                return;
            }
        }
        track.count += 1;
        let piece = if track.count > MOST { Piece { course: Course::Wild, ..piece } } else { piece };
        let node = Node { piece, next: NONE };
        let place = if self.free == NONE {
            self.nodes.push(node);
            (self.nodes.len() - 1) as u32
        } else {
            let place = self.free;
            self.free = self.nodes[place as usize].next;
            self.nodes[place as usize] = node;
            place
        };
        match self.nodes.get_mut(track.tail as usize) {
            Some(last) => last.next = place,
            None => track.head = place,
        }
        track.tail = place;
    }
}
