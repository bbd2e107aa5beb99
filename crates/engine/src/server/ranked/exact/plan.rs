//! Until when whoever is served is served alike.

use super::Exact;
use crate::server::ranked::group::Held;
use crate::server::ranked::pieces::Course;
use crate::server::ranked::waiting::{Trend, Who};
use crate::server::ranked::{Curve, above, same};
use crate::sim::Sum;

/// What will become of whoever is running.
#[derive(Clone, Copy, Debug)]
pub enum Plan {
    Idle,
    /// The job runs until this age, when its rank is this, or to its end.
    Alone {
        age: f64,
        rank: f64,
    },
    /// The group rises to a level in `time`, of which some has passed; there a member completes, or something else happens.
    Together {
        level: Sum,
        time: f64,
        passed: f64,
        completes: bool,
    },
}

impl<C: Curve, F> Exact<C, F> {
    /// Until when a job of this rank runs.
    pub(super) fn alone(&mut self, slot: u32, rank: f64) -> Plan {
        let limit = self.waiting.peek().map(|top| top.rank);
        let Held { size, age, curve, track, .. } = self.jobs.get_mut(slot);
        let (size, now) = (*size, *age);
        // Equal ranks are left behind by rising above them, or by falling and coming back.
        let mut tied = limit.is_some_and(|limit| same(rank, limit));
        let limit = limit.unwrap_or(f64::INFINITY);
        let found = self.pieces.walk(curve, track, now, |piece| {
            let start = now.max(piece.from);
            if start >= size {
                return Some((f64::INFINITY, 0.0));
            }
            let first = if start == piece.from { piece.first } else { curve.rank(start) };
            if above(first, limit) || matches!(piece.course, Course::Lost | Course::Wild) {
                return Some((start, first));
            }
            let back = start > now && !tied && same(first, limit);
            match piece.course {
                Course::Rising if first >= limit || back => return Some((start, first)),
                Course::Rising if piece.last >= limit => return Some((piece.age_of(curve, start, piece.to, limit), limit)),
                Course::Rising if same(piece.last, limit) => return Some((piece.to, piece.last)),
                Course::Staying | Course::Falling if back => return Some((start, first)),
                _ => {}
            }
            tied &= same(piece.last, limit);
            (piece.to >= size).then_some((f64::INFINITY, 0.0))
        });
        let (age, rank) = found.unwrap_or((f64::INFINITY, 0.0));
        Plan::Alone { age, rank }
    }

    /// Until when a group is served without change.
    pub(super) fn together(&self, id: u32) -> Plan {
        let group = self.groups.get(id);
        let Some((slot, exit)) = group.first(&self.forest, &self.jobs) else { return Plan::Idle };
        let job = self.jobs.get(slot);
        let other = self.waiting.peek().filter(|_| group.rank.is_none()).map(|top| match top.who {
            Who::Group(id) if top.trend == Trend::Rising => self.groups.get(id).level,
            _ => Sum::from(top.rank),
        });
        let (level, completes) = match other {
            Some(other) if other < exit => (other, false),
            _ => (exit, job.completes()),
        };
        Plan::Together { level, time: group.time_to(&self.jobs, level), passed: 0.0, completes }
    }
}
