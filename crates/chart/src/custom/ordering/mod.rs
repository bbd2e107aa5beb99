//! The order of tasks as it is played: the graph with the state of each task, an order as a strip with what it keeps in cache, and the
//! sets that A* has looked at.

mod graph;
mod search;
mod strip;

pub use graph::{order_graph, task_in_graph};
pub use search::order_search;
pub use strip::{order_strip, order_strips, step_at, steps_across};

use crate::{Rgb, Theme};
use schedscope_core::pictures::ordering::OrderRun;

/// What is looked at of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OrderGlance {
    /// Position of the policy.
    pub which: usize,
    /// How many steps are done.
    pub step: u32,
    /// The task that is lit.
    pub lit: Option<u32>,
    /// The task that stands in the way of the one that is moved.
    pub bar: Option<u32>,
}

/// How a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// It is executed in this step.
    Now,
    /// It was executed, and its output is still needed.
    Kept,
    /// It was executed, and its output is needed no more.
    Done,
    /// It has all it reads.
    Ready,
    /// It waits for others.
    Waiting,
}

impl TaskState {
    /// All of them, with what they are called.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Now, "executed in this step"),
        (Self::Kept, "done, output kept"),
        (Self::Done, "done, needed no more"),
        (Self::Ready, "can be next"),
        (Self::Waiting, "waits for others"),
    ];

    /// How a task is after so many steps of a run.
    pub fn of(run: &OrderRun, task: u32, step: u32) -> Self {
        let position = run.positions[task as usize];
        let kept = || step.checked_sub(1).is_some_and(|last| run.recording.steps[last as usize].live.contains(&task));
        let ready = || run.recording.inputs(task).all(|input| run.positions[input as usize] <= step);
        match () {
            () if step > 0 && position == step => Self::Now,
            () if position < step && kept() => Self::Kept,
            () if position < step => Self::Done,
            () if ready() => Self::Ready,
            () => Self::Waiting,
        }
    }

    /// Fill, outline and text.
    pub fn colours(self, theme: &Theme) -> [Rgb; 3] {
        match self {
            Self::Now => [theme.accent, theme.accent, theme.ground],
            Self::Kept => [theme.short, theme.long, theme.ink],
            Self::Done => [theme.ground.mix(theme.grid, 0.7), theme.grid, theme.muted],
            Self::Ready => [theme.ground, theme.accent, theme.ink],
            Self::Waiting => [theme.ground, theme.pale, theme.muted],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mode;

    #[test]
    fn names_can_be_read_in_every_state() {
        for theme in [Theme::of(Mode::Light), Theme::of(Mode::Dark)] {
            for (state, words) in TaskState::ALL {
                let [fill, edge, text] = state.colours(theme);
                assert!(fill.contrast(text) >= 4.5, "{words}: {}", fill.contrast(text));
                assert!(state == TaskState::Done || fill.contrast(edge) >= 1.0);
            }
        }
    }
}
