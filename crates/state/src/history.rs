//! What the page knows of the address, and when it writes there what it shows.
//!
//! The address changes from two sides: the reader follows a link or goes back, and the page writes the link of what it shows. A link is
//! heard of only after it is in the address, and a state is shown some time before it is written. So a state is written only if no link
//! has come since it was shown. What the page itself has written since then does not matter.

/// What the page has last read from the address, or written there.
#[derive(Debug)]
pub struct History {
    /// The fragment. If the address has another one, that is a link of which the page has not heard yet.
    fragment: String,
    /// The place that it leads to, once that is known.
    place: Option<String>,
    /// How many links were heard of.
    links: u32,
}

/// A state that is shown, as it is to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The fragment of its link, with the `#`.
    pub address: String,
    place: Option<String>,
    links: u32,
    /// Whether it is another place than the one in the address, so that going back leads to that one.
    pub leaves: bool,
}

impl Entry {
    /// Whether the view waits for what it needs: till then the address stays what it is.
    pub fn waits(&self) -> bool {
        self.place.is_none()
    }
}

impl History {
    /// Of a page that was opened with this fragment.
    pub fn opened(fragment: String) -> Self {
        Self { fragment, place: None, links: 0 }
    }

    /// The reader has followed a link, or has gone back to one.
    pub fn heard(&mut self, fragment: String) {
        *self = Self { fragment, place: None, links: self.links + 1 };
    }

    /// Notes what is shown now.
    pub fn shown(&mut self, address: String, place: Option<String>) -> Entry {
        let leaves = place.is_some() && self.place.is_some() && place != self.place;
        // A link that the page would write otherwise is a place as well: whoever leaves it at once can go back to it.
        if self.fragment == address || self.place.is_none() {
            self.place.clone_from(&place);
        }
        Entry { address, place, links: self.links, leaves }
    }

    /// Whether what was shown is to be written over the fragment that is in the address now.
    pub fn may_write(&self, entry: &Entry, fragment: &str) -> bool {
        entry.links == self.links && fragment == self.fragment && fragment != entry.address
    }

    /// What was shown is written; the browser made this fragment of it.
    pub fn wrote(&mut self, entry: &Entry, fragment: String) {
        *self = Self { fragment, place: entry.place.clone(), links: self.links };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(history: &mut History, address: &str, place: &str) -> Entry {
        history.shown(address.to_owned(), Some(place.to_owned()))
    }

    #[test]
    fn what_is_shown_is_written_even_if_the_page_wrote_something_else_meanwhile() {
        let mut history = History::opened("#cluster".to_owned());
        let file = entry(&mut history, "#cluster?file", "file");
        let part = entry(&mut history, "#cluster?file&part", "file");
        assert!(history.may_write(&file, "#cluster"));
        history.wrote(&file, "#cluster?file".to_owned());
        assert!(history.may_write(&part, "#cluster?file"));
        history.wrote(&part, "#cluster?file&part".to_owned());
        assert!(!history.may_write(&part, "#cluster?file&part"), "it is there");
    }

    #[test]
    fn what_was_shown_before_a_link_is_not_written_over_it() {
        let mut history = History::opened("#a".to_owned());
        let before = entry(&mut history, "#a?long", "a");
        assert!(!history.may_write(&before, "#b"), "a link that is about to be heard of");
        history.heard("#b".to_owned());
        assert!(!history.may_write(&before, "#b"), "a link that is not shown yet");
        // Also if it leads to what was shown before.
        let after = entry(&mut history, "#a?long", "a");
        assert!(history.may_write(&after, "#b"));
    }

    #[test]
    fn going_back_leads_to_the_place_before() {
        let mut history = History::opened("#a".to_owned());
        let first = entry(&mut history, "#a?x", "a");
        assert!(!first.leaves, "the page has just been opened");
        assert!(!entry(&mut history, "#a?y", "a").leaves, "the same place");
        let other = entry(&mut history, "#b?x", "b");
        assert!(other.leaves);
        history.wrote(&other, "#b?x".to_owned());
        assert!(!entry(&mut history, "#b?x", "b").leaves);
        // A view that waits for its part leaves nothing yet.
        let waiting = history.shown("#c".to_owned(), None);
        assert!(waiting.waits() && !waiting.leaves);
        // A link is a place of its own, whose name is known when it is shown.
        history.heard("#d".to_owned());
        assert!(!entry(&mut history, "#d?x", "d").leaves);
        assert!(entry(&mut history, "#e", "e").leaves);
    }
}
