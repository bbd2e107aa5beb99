//! What is watched of a policy.

use schedscope::server::Timeline;
use schedscope_chart::TimelineContents;
use schedscope_core::plot::{Look, look_of};
use std::rc::Rc;

/// What one policy does, what the one beside it does, and what it would do if the guess of the job with this id were exact.
#[derive(Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Watched {
    /// What it does.
    pub timeline: Rc<Timeline>,
    /// How it is drawn.
    pub look: Look,
    /// What the policy beside it does, and how it is drawn.
    pub other: Option<(Rc<Timeline>, Look)>,
    /// What it would do.
    pub ghost: Option<(Rc<Timeline>, u64)>,
    /// Whether jobs have their names in the picture.
    pub named: bool,
    /// Whether lanes say the sizes of their jobs and what these were guessed to be.
    pub sizes: bool,
    /// Whether each lane shows when the job leaves under the policy beside it.
    pub departures: bool,
    /// Whether lanes end with the instant at which the job leaves.
    pub instants: bool,
}

impl Watched {
    /// A policy by itself.
    pub fn alone(timeline: Rc<Timeline>) -> Self {
        Self {
            look: look_of(&timeline.policy.choice()),
            timeline,
            other: None,
            ghost: None,
            named: true,
            sizes: false,
            departures: false,
            instants: false,
        }
    }

    /// As it is drawn.
    pub fn shown(&self) -> TimelineContents<'_> {
        let ghost = self.ghost.as_ref().map(|(ghost, exact)| (&**ghost, *exact));
        TimelineContents {
            timeline: &self.timeline,
            look: self.look,
            other: self.other.as_ref().map(|(other, look)| (&**other, *look)),
            ghost,
            named: self.named,
            sizes: self.sizes,
            departures: self.departures,
            instants: self.instants,
        }
    }
}

impl PartialEq for Watched {
    fn eq(&self, other: &Self) -> bool {
        let beside = |of: &Self| of.other.as_ref().map(|(other, look)| (Rc::as_ptr(other), *look));
        let ghost = |of: &Self| of.ghost.as_ref().map(|(ghost, exact)| (Rc::as_ptr(ghost), *exact));
        Rc::ptr_eq(&self.timeline, &other.timeline)
            && self.look == other.look
            && beside(self) == beside(other)
            && ghost(self) == ghost(other)
            && (self.named, self.sizes, self.departures, self.instants) == (other.named, other.sizes, other.departures, other.instants)
    }
}
