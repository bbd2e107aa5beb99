//! The distributed CDN: `ViPeeR` D4.5, chapter 3. The source gives neither distances nor the popularity of videos nor numbers of copies, so
//! that choices are said; its numbers are judged by the classes that their words deserve, orders where it has no numbers.

mod configurations;
mod placements;

pub use configurations::{CLAIMS as CONFIGURATIONS, configurations};
pub use placements::{CLAIMS as PLACEMENTS, placements};

use super::{Estimate, Finding, Row};
use crate::estimate::Ratio;
use crate::judgement::{above, at_least, at_most, below, check, quotient, reading, relation};

/// One thing that is changed, of the usual or of another change.
struct Change<T> {
    /// The label of the change that it is one of; empty for the usual.
    of: &'static str,
    label: &'static str,
    /// How it goes on after a claim.
    what: &'static str,
    /// What is measured then.
    then: T,
}

impl<T> Change<T> {
    const fn of_the_usual(label: &'static str, what: &'static str, then: T) -> Self {
        Self { of: "", label, what, then }
    }

    /// What a row is called in which it is made, and what that is about, if its id has several of them.
    fn called(&self, about: &str) -> String {
        if about.is_empty() { self.label.to_owned() } else { format!("{about}, {}", self.label) }
    }

    /// A finding of such a row.
    fn made(&self, about: &str, finding: Finding) -> Finding {
        let claim = format!("{}, {}", finding.claim, self.what);
        let searched =
            || format!("One of a chain of changes that was searched for the source's numbers, and changes one thing of {}", self.of);
        let note = if self.of.is_empty() { String::new() } else { searched() };
        Finding { label: self.called(about), claim, note, ..finding }
    }
}

/// Labels of the rows in which something is changed, of the usual or of another change.
fn labels<T>(changes: &[Change<T>], of: &str, about: &str) -> Vec<String> {
    changes.iter().filter(|change| change.of == of).map(|change| change.called(about)).collect()
}
