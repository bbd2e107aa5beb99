//! What can be undone.

use super::edit::Edit;
use crate::experiment::Exhibit;

/// Steps that are kept.
const MOST: usize = 200;

/// What was exhibited before, and what was before it was undone.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<Exhibit>,
    future: Vec<Exhibit>,
    /// The change that the next one may go on with.
    open: Option<Edit>,
}

impl History {
    /// Keeps what a change replaces, unless the change goes on with the one before.
    pub fn keep(&mut self, old: Exhibit, edit: Option<Edit>) {
        let goes_on = matches!((edit, self.open), (Some(edit), Some(before)) if edit.continues(before));
        if !goes_on {
            if self.past.len() == MOST {
                self.past.remove(0);
            }
            self.past.push(old);
        }
        self.future.clear();
        self.open = edit;
    }

    /// The next change is another one.
    pub fn seal(&mut self) {
        self.open = None;
    }

    /// What was before.
    pub fn undo(&mut self, now: &Exhibit) -> Option<Exhibit> {
        self.seal();
        let before = self.past.pop()?;
        self.future.push(now.clone());
        Some(before)
    }

    /// What was undone.
    pub fn redo(&mut self, now: &Exhibit) -> Option<Exhibit> {
        self.seal();
        let after = self.future.pop()?;
        self.past.push(now.clone());
        Some(after)
    }

    /// Whether there is something to undo, and to redo.
    pub fn offers(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }
}
