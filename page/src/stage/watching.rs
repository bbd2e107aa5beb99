//! A link to *Watch* of any world.

use super::Link;
use crate::watch::Choice;

/// What a link to *Watch* says.
#[derive(Clone, Debug, PartialEq)]
pub enum Watching {
    /// A few jobs, and who serves them.
    Jobs(Box<Choice>),
    /// A scenario, and what is looked at in it.
    Scenario(Box<Link>),
}

impl From<Choice> for Watching {
    fn from(choice: Choice) -> Self {
        Self::Jobs(Box::new(choice))
    }
}

impl From<Link> for Watching {
    fn from(link: Link) -> Self {
        Self::Scenario(Box::new(link))
    }
}

impl Watching {
    /// The query of a link.
    pub fn write(&self) -> String {
        match self {
            Self::Jobs(choice) => choice.write(),
            Self::Scenario(link) => link.write(),
        }
    }

    /// Where the clock stands; absent: where the page lets it begin.
    pub const fn time(&self) -> Option<f64> {
        match self {
            Self::Jobs(choice) => choice.time,
            Self::Scenario(link) => link.time,
        }
    }

    /// The same, with the clock there.
    #[must_use]
    pub fn at(self, time: Option<f64>) -> Self {
        match self {
            Self::Jobs(choice) => Self::Jobs(Box::new(Choice { time, ..*choice })),
            Self::Scenario(link) => Self::Scenario(Box::new(Link { time, ..*link })),
        }
    }

    /// What going back leads away from, beside the view itself.
    pub fn place(&self) -> String {
        match self {
            Self::Jobs(choice) => choice.place(),
            Self::Scenario(_) => String::new(),
        }
    }
}
