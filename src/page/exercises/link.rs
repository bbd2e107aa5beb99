//! A link of *Exercises*: one of a set that ships, or a whole exercise.

use crate::exhibit::exercises::{Exercise, SETS, Set};
use crate::experiment::{LINKS, query_value};
use crate::page::protocol::Fault;

/// What a link says.
#[derive(Clone, Debug, PartialEq)]
pub enum Link {
    /// An exercise of a set that ships.
    Shipped {
        /// The set's name.
        set: &'static str,
        /// The exercise's number, from 1.
        number: usize,
    },
    /// An exercise that the link holds.
    Own(Box<Exercise>),
}

impl Link {
    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the field that is not understood, and what is allowed.
    pub fn read(query: &str) -> Result<Self, Fault> {
        let wrong = |field: &str, message: String| Fault { field: Some(field.to_owned()), message };
        let Some(name) = query_value(query, "set") else {
            return Exercise::from_query(query)
                .map(|exercise| Self::Own(Box::new(exercise)))
                .map_err(|error| Fault { field: None, message: error.to_string() });
        };
        let known = SETS.iter().find(|(known, _)| *known == name);
        let all = || SETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let (set, _) = known.ok_or_else(|| wrong("set", format!("the link's set is \"{name}\"; allowed: {}", all())))?;
        let most = Set::shipped(set).map_or(0, |set| set.exercises.len());
        let text = query_value(query, "number").unwrap_or("1".to_owned());
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        let number = number.ok_or_else(|| wrong("number", format!("the link's number is \"{text}\"; allowed: 1 to {most}")))?;
        Ok(Self::Shipped { set, number })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        match self {
            Self::Shipped { set, number } => format!("v={LINKS}&set={set}&number={number}"),
            Self::Own(exercise) => exercise.to_query(),
        }
    }

    /// What going back leads away from.
    pub fn place(&self) -> String {
        match self {
            Self::Shipped { set, number } => format!("{set} {number}"),
            Self::Own(exercise) => exercise.mark(),
        }
    }
}
