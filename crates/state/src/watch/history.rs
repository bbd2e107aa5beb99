//! What can be undone.

use super::edit::Edit;
use schedscope_core::exhibit::Exhibit;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Handle;

    fn exhibit(size: usize) -> Exhibit {
        Exhibit::from_query(&format!("jobs=0:{size}"), &[]).unwrap()
    }

    #[test]
    fn undoes_and_redoes_in_order() {
        let mut history = History::default();
        assert_eq!((history.offers(), history.undo(&exhibit(1))), ((false, false), None));
        history.keep(exhibit(1), None);
        history.keep(exhibit(2), None);
        assert_eq!(history.undo(&exhibit(3)), Some(exhibit(2)));
        assert_eq!(history.undo(&exhibit(2)), Some(exhibit(1)));
        assert_eq!(history.offers(), (false, true));
        assert_eq!(history.redo(&exhibit(1)), Some(exhibit(2)));
        history.keep(exhibit(2), None);
        assert_eq!((history.offers(), history.redo(&exhibit(9))), ((true, false), None), "another change ends what could be redone");
    }

    #[test]
    fn a_drag_is_undone_at_once_and_the_next_apart() {
        let drag = |x: f64| Some(Edit::Set(0, Handle::Size, x));
        let mut history = History::default();
        history.keep(exhibit(1), drag(2.0));
        history.keep(exhibit(2), drag(3.0));
        history.seal();
        history.keep(exhibit(3), drag(4.0));
        history.keep(exhibit(4), Some(Edit::Set(0, Handle::Weight, 2.0)));
        assert_eq!(history.undo(&exhibit(5)), Some(exhibit(4)), "another handle is another drag");
        assert_eq!(history.undo(&exhibit(4)), Some(exhibit(3)));
        assert_eq!(history.undo(&exhibit(3)), Some(exhibit(1)));
    }

    #[test]
    fn forgets_what_is_long_ago() {
        let mut history = History::default();
        (0..=MOST).for_each(|step| history.keep(exhibit(step + 1), None));
        let mut steps = 0;
        let mut last = None;
        while let Some(before) = history.undo(&exhibit(1)) {
            (steps, last) = (steps + 1, Some(before));
        }
        assert_eq!((steps, last), (MOST, Some(exhibit(2))));
    }
}
